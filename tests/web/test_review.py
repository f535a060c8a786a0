"""How did I play: a match is reviewed in the page, without a network; with progress, and by keyboard."""

import base64
import json
import re
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web.layout import misfits

import parlour
from parlour.bots import seat_bots
from parlour.review.registry import review_of

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
REAL_TIME = [name for name in parlour.games() if parlour.game(name).rules.real_time]
LONG_MS = 300_000  # for a review on a busy machine


def linked(log):
    """The id of a match whose log is part of the address, as the page writes it."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(log.encode()) + deflate.flush()
    return "log.d" + base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.fixture(scope="module")
def short():
    """A match of Parrot with two players and one round, both of whom play at random."""
    match = parlour.game("parrot").new(seats=2, seed=11, options={"rounds": 1})
    for _ in seat_bots(match, "random").play_out():
        pass
    return match


def remember(visitor, match, id, **more):
    """Put a match into the visitor's list of past matches."""
    past = {
        **{"match": id, "table": "local-x", "game": "parrot", "title": "Parrot", "at": 1, "you": 0},
        **{"names": ["Ada", "Robin"], "scores": match.scores, "winners": match.winners},
        **more,
    }
    visitor.page.evaluate("(past) => localStorage.setItem('parlour.matches', JSON.stringify([past]))", past)


def tenths(text):
    """'−3.5 %' in tenths of a percent."""
    sign, whole, tenth = re.search(r"([−+]?)(\d+)\.(\d)", text).groups()
    return (-1 if sign == "−" else 1) * (10 * int(whole) + int(tenth))


def test_a_match_is_reviewed_without_a_network(offline, short):
    """One review for all of these, because it takes a while."""
    visitor = offline(reduced_motion="reduce")
    page = visitor.page
    id = linked(short.log())
    remember(visitor, short, id)
    it_begins_at_a_past_match_and_can_be_cancelled(visitor)
    parts_add_up_to_the_result(page, short)
    a_mistake_is_explained(page, short)
    the_curve_is_used_by_keyboard(page)
    assert misfits(visitor) == []
    it_is_there_at_once_the_next_time(visitor, id)
    it_leads_to_the_replay(page)


def it_begins_at_a_past_match_and_can_be_cancelled(visitor):
    page = visitor.page
    visitor.go("/past")
    page.get_by_role("link", name="How did I play?").click()
    page.get_by_role("heading", name="How did I play?").wait_for()
    bar = page.get_by_role("progressbar")
    bar.wait_for()
    page.locator("[data-progress]", has_text=re.compile(r"\d+ of \d+ choices")).wait_for(timeout=LONG_MS)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Stopped.").wait_for()
    expect(bar).to_have_count(0)
    page.get_by_role("button", name="Start again").click()
    page.locator("[data-review]").wait_for(timeout=LONG_MS)
    expect(page.locator("#said")).to_have_text("The review is ready.")


def parts_add_up_to_the_result(page, match):
    start, luck, skill, result = (tenths(each) for each in page.locator("[data-review] dd").all_inner_texts())
    assert start == 500
    assert start + luck + skill == result
    assert result == (1000 // len(match.winners) if 0 in match.winners else 0)


def a_mistake_is_explained(page, match):
    mistakes = page.locator("details.mistake")
    number = mistakes.count()
    assert number > 0
    costs = [tenths(each) for each in page.locator("details.mistake .cost").all_inner_texts()]
    assert costs == sorted(costs, reverse=True)
    worst = mistakes.first
    expect(worst).to_have_attribute("open", "")
    worst.get_by_text("Better: ").wait_for()
    worst.get_by_text("It lowered the chance to win").wait_for()
    worst.locator(".parrot").wait_for()
    if review_of(match.rules) is not None:
        assert worst.locator(".reason").inner_text()
        worst.get_by_role("button", name="See the rule").click()
        sheet = page.get_by_role("dialog")
        sheet.locator(".statement").first.wait_for()
        page.keyboard.press("Escape")
        sheet.wait_for(state="detached")
    others = page.locator("details.rest")
    assert others.locator("details").count() == 0
    others.locator("summary").first.click()
    expect(others.locator("details")).not_to_have_count(0)
    others.locator("summary").first.click()


def the_curve_is_used_by_keyboard(page):
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Choice 1 of "))
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Choice 2 of "))
    page.keyboard.press("Enter")
    focused = page.locator("details[open] > summary:focus")
    focused.wait_for()
    assert focused.inner_text().startswith("Choice 2")
    slider.click(position={"x": 1, "y": 90})
    page.locator("summary:focus", has_text="Choice 1").wait_for()


def it_is_there_at_once_the_next_time(visitor, id):
    visitor.go(f"/review/{id}/0")
    visitor.page.locator("[data-review], [role=progressbar]").first.wait_for()
    visitor.page.locator("[data-review]").wait_for(timeout=10_000)
    assert visitor.page.locator("[data-progress]", has_text="choices").count() == 0


def it_leads_to_the_replay(page):
    page.get_by_role("link", name="Watch from here").first.click()
    page.get_by_role("slider", name="Timeline").wait_for()
    assert page.get_by_role("slider", name="Timeline").evaluate("(slider) => Number(slider.value)") > 0
    page.get_by_role("link", name="How did I play?").wait_for()


def test_a_match_from_a_link_asks_whose_play_it_is_about(offline, short):
    visitor = offline()
    id = linked(short.log())
    visitor.go(f"/review/{id}")
    seats = visitor.page.locator("[data-seats] a")
    expect(seats).to_have_text(["Player 1", "Player 2"])
    visitor.go(f"/replay/{id}")
    visitor.page.get_by_role("link", name="How was it played?").click()
    seats.first.wait_for()
    seats.nth(1).click()
    visitor.page.get_by_role("heading", name="How did Player 2 play?").wait_for()


def test_only_who_played_is_addressed(offline):
    """A review of somebody else's match speaks of them, not to the reader."""
    visitor = offline()
    for game in REAL_TIME:
        visitor.go(f"/review/{linked((GOLDEN / f'{game}-2.jsonl').read_text())}/0")
        visitor.page.locator("[data-review]").wait_for(timeout=LONG_MS)
        said = visitor.page.locator("[data-review]").inner_text()
        assert "Player 1" in said
        assert not re.search(r"\b[Yy]ou", said), said


def test_what_cannot_be_reviewed_is_said_in_one_sentence(offline, short):
    visitor = offline()
    header, *lines = short.log().splitlines()
    newer = re.sub(r'"rules":(\d+)', r'"rules":9\1', header)
    for log, says in (
        ("\n".join([newer, *lines]), "This match was played by version"),
        ("\n".join([header, lines[0], *lines]), "This log does not follow the rules"),
        ("not a log", "This is not the log of a match."),
    ):
        visitor.go(f"/review/{linked(log)}/0")
        visitor.page.get_by_role("alert").get_by_text(says).wait_for()
    visitor.go(f"/review/{linked(short.log())}/7")
    visitor.page.get_by_role("alert").get_by_text("There is no such seat").wait_for()


@pytest.mark.deep
def test_a_match_left_early_is_reviewed_as_far_as_it_went(offline, short):
    visitor = offline()
    header, *lines = short.log().splitlines()
    few = lines[:8]
    clock = json.loads(few[-1])[0]
    log = "\n".join([re.sub(r'"clock":\d+', f'"clock":{clock}', header), *few])
    visitor.go(f"/review/{linked(log)}/0")
    visitor.page.locator("[data-review]").wait_for(timeout=LONG_MS)
    visitor.page.get_by_text("This match was left early").wait_for()
    visitor.page.get_by_text("The chance to win when the match was left").wait_for()


def test_without_an_engine_the_server_makes_the_review(visit, fast, short):
    """The page reads it line by line. This server has no such match, so the answers are given for it."""
    visitor = visit(fast)
    page = visitor.page
    page.add_init_script("delete window.WebAssembly")
    report = {
        **{"seats": 2, "seat": 0, "over": True, "scores": [1, 2], "winners": [0], "start": 500_000, "decisions": []},
        **{"luck": 500_000, "result": 1_000_000},
    }
    lines = [{"done": 0, "of": 0}, {"done": 1, "of": 1}, {"report": report}]
    answers = {"log": short.log(), "review/0": "".join(json.dumps(line) + "\n" for line in lines)}

    def answer(route):
        route.fulfill(content_type="application/jsonl", body=answers[route.request.url.rpartition("/m1/")[2]])

    page.route("**/api/matches/m1/**", answer)
    visitor.go("/review/m1/0")
    page.get_by_text("had no real choice in this match").wait_for()


def test_without_an_engine_and_a_server_the_page_says_so(visit, host, short):
    visitor = visit(host)
    visitor.page.add_init_script("delete window.WebAssembly")
    visitor.go(f"/review/{linked(short.log())}/0")
    visitor.page.get_by_role("alert").get_by_text("This browser can’t review the match by itself").wait_for()
