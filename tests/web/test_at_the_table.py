"""What people at a table are told, and what they can do about each other: on the page, in a real browser."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.conftest import noticed
from tests.web.test_together import invited

from visitor import COMPILES, HANDS

MOVE = """() => {
  window.moving = document.querySelector('.middle').animate([{ opacity: 1 }, { opacity: 1 }], { duration: 600000 })
  return window.moving.playState
}"""
# In one go, because the message soon disappears: the boxes of both, and what a tap beside the text would reach.
PLACES = """async () => {
  const toast = document.querySelector('.toast.refusal')
  await Promise.all(toast.getAnimations().map((each) => each.finished))
  const said = toast.getBoundingClientRect()
  const menu = document.querySelector('[aria-label="Menu"]').getBoundingClientRect()
  const hit = document.elementFromPoint(said.x + 8, said.y + said.height / 2)
  return { said: said.toJSON(), menu: menu.toJSON(), passes: !hit.closest('.toast') }
}"""

KEEP_SOCKETS = """window.sockets = []
window.WebSocket = class extends WebSocket {
  constructor(...about) {
    super(...about)
    window.sockets.push(this)
  }
}"""


def start(people):
    people[0].page.get_by_role("button", name="Start").click()
    for person in people:
        person.until(lambda: person.table["status"] == "playing" and person.view, "the match", COMPILES)


def test_the_host_removes_a_player_and_a_spectator_learns_whose_seat_it_was(visit, real):
    people = host, friend = invited(visit, real, "parrot", 2)
    start(people)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Players").click()
    host.page.get_by_role("button", name="Remove Bert").click()
    host.page.get_by_text("Remove Bert from this match?").wait_for()
    host.page.get_by_role("button", name="Remove Bert").click()
    noticed(host, "Bert has left. Olive, a bot, plays on.")
    noticed(friend, "The host has removed you")

    watcher = visit(real, name="Cleo")
    watcher.page.goto(friend.page.url)
    watcher.page.get_by_role("button", name="Sit down").click()
    seats = watcher.page.locator("[data-free-seats]")
    expect(seats).to_contain_text("Bert’s (a bot, Olive, is playing there)")


@pytest.mark.deep
def test_a_guest_cannot_remove_anybody(visit, real):
    people = _, friend = invited(visit, real, "parrot", 2)
    start(people)
    friend.page.get_by_role("button", name="Menu").click()
    friend.page.get_by_role("button", name="Players").click()
    friend.page.get_by_text("you", exact=True).wait_for()
    assert friend.page.get_by_role("button", name=re.compile("Remove")).count() == 0


@pytest.mark.parametrize("phone", [False, True])
def test_a_refusal_covers_neither_the_menu_nor_the_cards(visit, real, phone):
    visitor = visit(real, phone=phone)
    visitor.context.add_init_script(KEEP_SOCKETS)
    visitor.play_on_server("parrot")
    visitor.page.wait_for_selector("[data-part=box] .cell")
    visitor.settle()
    visitor.page.evaluate("""window.sockets.at(-1).send('{"t": "rematch"}')""")
    visitor.page.locator(".toast.refusal", has_text="A rematch comes after a match.").wait_for()
    found = visitor.page.evaluate(PLACES)
    assert found["said"]["y"] >= found["menu"]["y"] + found["menu"]["height"]
    assert found["passes"], "a tap reaches what is below the message"


def test_a_tap_skips_what_moves_by_itself(visit, real):
    visitor = visit(real)
    visitor.go()
    visitor.page.locator("[data-play=parrot]").click()
    visitor.page.wait_for_selector("[data-shown]")
    assert visitor.page.evaluate(MOVE) == "running"
    visitor.page.locator(".middle").dispatch_event("pointerdown")
    assert visitor.page.evaluate("window.moving.playState") == "finished"


def test_the_page_says_what_it_waits_for(visit, real):
    """One mechanism for the server and the engine: nothing before 300 ms, a sentence afterwards."""
    visitor = visit(real)  # a service worker would have the file already
    visitor.go()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.route("**/parrot*.wasm", lambda route: (visitor.wait(1500), route.continue_()))
    visitor.page.locator("[data-play=parrot]").click()
    visitor.page.locator("[data-waiting]", has_text="Opening Parrot").wait_for()
    visitor.page.wait_for_selector("[data-shown]")
    visitor.page.locator("[data-waiting]").wait_for(state="hidden")


@pytest.mark.deep
def test_forced_moves_play_themselves_if_that_is_wanted(visit, real):
    visitor = visit(real, pace=8.0)
    visitor.go("/settings")
    visitor.page.get_by_label("Play my only possible move for me").check()
    visitor.play_now("tricky_twist")
    forced = []

    def hand(person):
        if len(person.legal) == 1:
            forced.append(len(person.done))
        else:
            HANDS["tricky_twist"](person)

    visitor.play(hand, lambda: forced and len(visitor.done) > forced[0], seconds=200)
