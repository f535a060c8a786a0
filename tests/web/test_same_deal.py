"""Matches that do not begin with a new shuffle: played on from a replay, a friend's deal, the deal of the day."""

import base64
import json
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web.conftest import PACE, noticed
from tests.web.layout import LONG_NAME, misfits

from visitor import HANDS

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
AT_ONCE = 200  # a pace at which Confetti's rounds end before anybody could do anything
CONFETTI_DAY, NEXT_DAY = "2026-11-18T12:00:00", "2026-11-19T12:00:00"
STATISTICS = "No matches yet"
LOG = """(match) => new Promise((done) => {
  const opening = indexedDB.open('parlour')
  opening.onsuccess = () => {
    const asked = opening.result.transaction('matches').objectStore('matches').get(match)
    asked.onsuccess = () => done(asked.result.log)
  }
})"""


def packed(text):
    """As the page packs what its links carry."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(text.encode()) + deflate.flush()
    return "d" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def seek(visitor, share):
    """Stop the replay, and go to this share of its length."""
    visitor.page.get_by_role("button", name="Pause").click()
    timeline = visitor.page.locator("input[type=range]")
    timeline.evaluate(
        """(input, share) => {
          input.value = String(share * Number(input.max))
          input.dispatchEvent(new Event('input', { bubbles: true }))
        }""",
        share,
    )


def finish(visitor):
    visitor.page.locator("[data-end] ol").first.wait_for(timeout=60_000)
    visitor.until(lambda: visitor.over, "the end", drawn=False)  # we may hear of it after the page has drawn it


@pytest.mark.deep
def test_a_match_is_played_on_from_its_middle(offline):
    """A match that came with a link, without a network, by keyboard: to the end, and not into the statistics."""
    visitor = offline(pace=PACE)
    page = visitor.page
    log = (GOLDEN / "parrot-2.jsonl").read_text()
    visitor.go(f"/replay/log.{packed(log)}")
    page.locator("[data-play-on]").wait_for()
    seek(visitor, 0.82)  # in the last of five rounds, so that the rest is short
    page.locator("[data-play-on]").focus()
    visitor.key("Enter")
    start = page.locator("[data-start]")
    expect(start, "nobody knows which seat it is to be").to_be_disabled()
    assert misfits(visitor) == []
    page.locator("[data-seat='1']").check(force=True)
    start.focus()
    visitor.key("Enter")
    visitor.until(lambda: visitor.view, "the table")
    assert visitor.you == 1
    assert [seat["bot"] for seat in visitor.table["seats"]] == ["casual", None]
    assert visitor.view["round"] > 1

    visitor.play(HANDS["parrot"])
    note = page.locator("[data-origin=position]")
    expect(note).to_contain_text("statistics")
    assert page.locator("[data-challenge]").count() == 0, "it is no whole deal"
    assert misfits(visitor) == []
    header, *entries = page.evaluate(LOG, visitor.over["match"]).splitlines()
    old_header, *old = log.splitlines()
    assert '"seed":' + str(json.loads(old_header)["seed"]) in header
    played = int(len(old) * 0.3)
    assert [json.loads(each)[:3] for each in entries[:played]] == [json.loads(each)[:3] for each in old[:played]]

    page.evaluate("location.hash = '#/past'")
    page.get_by_text("practice").wait_for()
    page.evaluate("location.hash = '#/statistics'")
    page.get_by_text(STATISTICS).wait_for()


@pytest.mark.parametrize("game", ["piccolo", "confetti"])
def test_a_match_in_real_time_is_played_on_after_a_countdown(visit, host, game):
    visitor = visit(host)
    log = (GOLDEN / f"{game}-3.jsonl").read_text()
    _, *entries = [json.loads(line) for line in log.splitlines()]
    number = len(entries) // 2
    visitor.go(f"/from/log.{packed(log)}/{number}")
    visitor.page.locator("[data-seat='2']").check(force=True)
    visitor.page.locator("[data-start]").click()
    visitor.until(lambda: visitor.table.get("resumes_at"), "three, two, one")
    noticed(visitor, "Resuming in")
    welcome = next(told for told in visitor.told if told["t"] == "welcome")
    earlier, later = entries[number - 1][0], entries[number][0]
    assert welcome["clock"] == max(earlier, later - 2000)
    visitor.until(lambda: any(told["t"] == "event" for told in visitor.told), "the match goes on", drawn=False)


def test_what_cannot_be_played_on_is_said_in_one_sentence(visit, host):
    visitor = visit(host)
    log = (GOLDEN / "parrot-2.jsonl").read_text()
    other = log.replace('"rules":', '"rules":9', 1)
    for path, says in [
        (f"log.{packed(log)}/99999", "no such moment"),
        (f"log.{packed(log)}/never", "no such moment"),
        (f"log.{packed(other)}/3", "have changed"),
        ("log.dxyz/3", "not complete"),
        ("local-nothing/3", "isn’t on this device"),
    ]:
        visitor.go(f"/from/{path}")
        expect(visitor.page.get_by_role("alert")).to_contain_text(says)


@pytest.mark.deep
def test_a_friend_is_dealt_the_same(visit, host):
    """The link from the end screen: the same first cards for another device, and a comparison at the end."""
    ada = visit(host, name=LONG_NAME, pace=AT_ONCE, reduced_motion="reduce")
    ada.go()
    ada.page.locator("[data-play=confetti]").click()
    finish(ada)
    button = ada.page.locator("[data-challenge]")
    link = button.get_attribute("data-challenge")
    assert len(link) < 400 and str(ada.over["seed"]) not in link
    button.click()
    ada.page.get_by_text("Link copied").or_(ada.page.get_by_label("Link to the same deal")).first.wait_for()

    ben = visit(host, name="Ben", pace=AT_ONCE, reduced_motion="reduce")
    ben.go(link.partition("#")[2])
    ben.page.get_by_text(f"{LONG_NAME} challenges you").wait_for()
    assert misfits(ben) == []
    ben.page.locator("[data-start]").click()
    finish(ben)
    first = [next(told for told in each.told if told["t"] == "welcome") for each in (ada, ben)]
    assert first[0]["view"] == first[1]["view"]
    assert first[0]["commitment"] != first[1]["commitment"], "who knows the seed cannot be seen before the end"
    assert ada.over["seed"] == ben.over["seed"]
    compared = ben.page.locator("[data-origin=deal]")
    rows = compared.get_by_role("listitem")
    expect(rows).to_have_count(2)
    assert str(ada.over["scores"][0]) in rows.filter(has_text=LONG_NAME).inner_text()
    assert str(ben.over["scores"][0]) in rows.filter(has_text="You").inner_text()
    assert misfits(ben) == []

    # From the list of past matches the same link is made.
    ada.page.evaluate("location.hash = '#/past'")
    ada.page.get_by_role("button", name="Challenge a friend").click()
    ada.until(lambda: ada.page.locator("[data-challenge]").get_attribute("data-challenge"), "a link", drawn=False)
    assert ada.page.locator("[data-challenge]").get_attribute("data-challenge") == link


def test_a_broken_link_to_a_deal_is_said_in_one_sentence(visit, host):
    visitor = visit(host)
    for link, says in [
        ("dxyz", "isn’t complete"),
        (packed("[]"), "isn’t complete"),
        (packed('[1,"confetti",999,"5",[null,"casual"],{},"000000",[],null]'), "another version of Confetti"),
        (packed('[1,"whist",1,"5",[null,"casual"],{},"000000",[],null]'), "can’t be played"),
    ]:
        visitor.go(f"/deal/{link}")
        expect(visitor.page.get_by_role("alert")).to_contain_text(says)


def test_the_deal_of_the_day(visit, host):
    """One tap on the home screen; afterwards it shows the result, and the next day there is another one."""
    visitor = visit(host, pace=AT_ONCE, reduced_motion="reduce")
    page = visitor.page
    page.clock.set_fixed_time(CONFETTI_DAY)
    visitor.go()
    card = page.locator("[data-day=confetti]")
    card.get_by_role("button").click()
    finish(visitor)
    seed = visitor.over["seed"]
    score = str(visitor.over["scores"][0])
    page.get_by_text("That was the deal of the day").wait_for()
    page.locator("[data-share]").wait_for()
    page.locator("[data-challenge]").wait_for()

    visitor.go()
    expect(card).to_contain_text(f"Your score: {score}")
    assert misfits(visitor) == []
    card.get_by_role("link").click()
    page.get_by_text("new deal tomorrow").wait_for()
    page.get_by_role("link", name="How did I play?").wait_for()
    page.locator("[data-challenge]").wait_for()
    assert misfits(visitor) == []
    visitor.forget()  # before the click: the match is over at once
    page.locator("[data-start]").click()  # again, for practice
    finish(visitor)
    assert visitor.over["seed"] == seed
    page.get_by_text("You have played this deal before").wait_for()
    page.evaluate("location.hash = '#/statistics'")
    page.get_by_text("1 match", exact=False).first.wait_for()

    page.clock.set_fixed_time(NEXT_DAY)
    visitor.go()
    page.locator("[data-day=parrot]").get_by_role("button").wait_for()
