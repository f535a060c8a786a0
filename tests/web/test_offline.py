"""The page without a server, exported to a plain web host under a sub-path: lessons, a shared device, installing.

Whole matches against bots are played in test_matches.py, without a network too.
"""

import json
import re

import pytest
from playwright.sync_api import expect
from tests.web.conftest import PACE, STORED

from parlour.live.connection import OTHER_VERSION
from visitor import HANDS

LINGER_MS = 2000  # longer than the last player looks at the outcome of a move
NEW = "0123456789ab"  # a version of the page


@pytest.mark.deep
def test_a_lesson_without_a_network(offline):
    visitor = offline(pace=PACE)
    visitor.go("/learn/parrot")
    coach = visitor.page.locator(".coach")
    coach.locator(".text").wait_for()
    done = visitor.page.get_by_role("button", name="Play a match")

    def next_step():
        button = coach.get_by_role("button", name="Next")
        if button.count():
            button.click()
        else:
            HANDS["parrot"](visitor)

    visitor.play(lambda _: next_step(), lambda: visitor.over or done.count() > 0)
    assert visitor.done, "the visitor was asked to play"
    while not done.count():
        coach.get_by_role("button", name="Next").click()


@pytest.mark.deep
def test_two_people_share_a_device_without_a_network(offline):
    """Nothing is secret at Parrot between two turns, so the device goes round without a curtain."""
    visitor = offline(pace=PACE)
    visitor.go("/local/parrot")
    visitor.page.get_by_role("button", name="Start").click()
    visitor.until(lambda: visitor.legal, "the opening")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("1")
    visitor.key("6")
    visitor.until(lambda: not visitor.legal, "the other player's opening")
    visitor.wait(LINGER_MS)
    assert visitor.page.locator(".curtain").count() == 0
    visitor.key("2")
    visitor.key("7")
    visitor.until(lambda: visitor.view["phase"] != "opening", "the first turn")


def test_a_curtain_hides_a_hand_of_cards_until_the_next_player_is_ready(offline):
    visitor = offline(pace=PACE)
    visitor.go("/local/tricky_twist")
    visitor.page.get_by_role("button", name="Start").click()
    visitor.until(lambda: visitor.legal, "the reserve")
    visitor.play(HANDS["tricky_twist"], lambda: visitor.there(".curtain"))
    curtain = visitor.page.locator(".curtain")
    expect(curtain).to_contain_text("No peeking!")
    curtain.get_by_role("button").first.click()
    curtain.wait_for(state="detached")


def test_playing_with_friends_needs_a_server_and_the_page_says_so(offline):
    visitor = offline()
    visitor.go("/lobby")
    visitor.page.get_by_text("Playing with friends needs").wait_for()


def test_the_page_can_be_installed(visit, host):
    visitor = visit(host, stores=True)
    visitor.go()
    page = visitor.page
    link = page.locator("link[rel=manifest]").evaluate("link => link.href")
    manifest = json.loads(visitor.context.request.get(link).text())
    start = re.sub(r"[^/]*$", "", link)
    assert start == f"{host.address}/"
    assert {manifest[field] for field in ("start_url", "scope", "id")} == {"./"}
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        answer = visitor.context.request.get(start + icon["src"])
        assert answer.ok, icon
    assert page.evaluate("navigator.serviceWorker.ready.then((ready) => ready.scope)") == start


def test_a_new_version_waits_until_the_player_wants_it(visit, host):
    """The page in use stays complete, and changes to the new version at a tap."""
    visitor = visit(host, stores=True)
    visitor.go()
    assert visitor.page.evaluate(STORED) == 1
    old = host.build
    host.publish(NEW)
    visitor.go()
    notice = visitor.page.get_by_text("A new version is ready.")
    notice.wait_for()
    assert f"parlour-{old}" in visitor.page.evaluate("caches.keys()"), "the old version is still complete"
    update(visitor)
    visitor.page.locator("[data-play=parrot]").wait_for()
    expect(notice).to_have_count(0)


def test_no_match_is_lost_when_an_open_page_changes_to_a_new_version(visit, host):
    visitor = visit(host, stores=True)
    visitor.go()
    assert visitor.page.evaluate(STORED) == 1
    visitor.play_now("parrot")
    visitor.until(lambda: visitor.legal, "the opening")
    visitor.key("1")
    visitor.key("6")
    visitor.until(lambda: visitor.view["phase"] != "opening", "the first turn")
    box = visitor.view["seats"][visitor.you]["box"]
    host.publish(NEW)
    visitor.page.evaluate("location.hash = '#/'")  # the page is not loaded again
    update(visitor)
    visitor.page.get_by_text("Continue your Parrot game").click()
    visitor.page.wait_for_selector(".parrot")
    assert visitor.view["seats"][visitor.you]["box"] == box


def test_a_page_that_is_too_old_for_the_server_says_so_and_updates(visit, host):
    """The page comes from a plain host here, and the test takes the part of the server."""
    host.pretend_to_have_a_server()
    visitor = visit(host, stores=True, forgiven=("Failed to load resource",))
    visitor.page.route_web_socket("**/ws/**", turn_away)
    visitor.go()
    assert visitor.page.evaluate(STORED) == 1
    host.publish(NEW)
    visitor.page.evaluate("location.hash = '#/t/some-table'")
    visitor.page.get_by_text(OTHER_VERSION).wait_for()
    update(visitor)
    assert visitor.page.url.endswith("#/t/some-table"), "back to the table that it came for"


def turn_away(socket):
    socket.on_message(lambda _: socket.send(json.dumps({"t": "bye", "says": OTHER_VERSION})))


def update(visitor):
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("button", name="Update").click()
    visitor.until(lambda: visitor.page.evaluate("caches.keys()") == [f"parlour-{NEW}"], "the new version alone")
