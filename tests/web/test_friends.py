"""From the first command to a table with friends: what is shown at once, and a whole evening on two devices."""

import re
import signal
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect
from tests.live.serving import Server
from tests.web.conftest import noticed

from visitor import COMPILES, HANDS

FIRST_CARD_MS = 2000  # from the tap, against bots
PROGRESS_MS = 300  # from the tap on "Friends"
# CPU seconds from the tap to the cards, with an empty cache. On a quiet machine Parrot takes 15 and Tricky Twist 22;
# where others compute as well, everything takes up to half as much again.
START_S = 25.0
SLOWEST = {"confetti": 30.0, "tricky_twist": 33.0}
INSECURE = "The Cross-Origin-Opener-Policy header has been ignored"  # on http, from another device
TRIES = 4
PACE = 6
MATCH_S = 120.0
# Notes the tap and the first frame that shows the element, on the page's own clock.
WATCH = """(selector) => {
  window.shown = window.tapped = null
  addEventListener('pointerdown', (event) => (window.tapped ??= event.timeStamp), { capture: true })
  const look = (time) => {
    if (document.querySelector(selector)) window.shown = time
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""


@contextmanager
def first_server(folder):
    """A server as somebody starts it for the first time: nothing is compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_CACHE", str(folder / "cache"))
        with Server(str(folder / "parlour.db"), folder) as server:
            yield server
            server.end(signal.SIGTERM)  # also ends the compilers


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory):
    with first_server(tmp_path_factory.mktemp("uncompiled")) as server:
        yield server


@pytest.fixture
def just_started(tmp_path):
    with first_server(tmp_path) as server:
        yield server


def tap(visitor, button, selector):
    """ms from the tap on a button to the first frame that shows what the selector names."""
    visitor.page.locator(button).wait_for()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate(WATCH, selector)
    visitor.page.locator(button).click()
    visitor.until(lambda: visitor.page.evaluate("window.shown"), selector, drawn=False)
    return visitor.page.evaluate("window.shown - window.tapped")


def soon(visit, server, button, selector, most_ms):
    """Whether that takes at most so long. Another process may have the machine just then, so there are a few tries."""
    for _ in range(TRIES):
        visitor = visit(server)
        visitor.go()
        if tap(visitor, button, selector) <= most_ms:
            return True
    return False


@pytest.mark.parametrize("game", sorted(HANDS))
def test_with_nothing_compiled_every_game_is_on_the_table_at_once(visit, uncompiled, game):
    assert soon(visit, uncompiled, f"[data-play={game}]", "[data-shown]", FIRST_CARD_MS)


@pytest.mark.deep
@pytest.mark.parametrize("game", sorted(HANDS))
def test_a_friends_table_says_at_once_how_far_its_game_is_and_then_starts(uncompiled, visit, game):
    """The time until it starts is counted in seconds of CPU, because other processes may be running: on two quiet cores
    that is how long it takes. Two processes compile side by side, so the longer one counts."""
    visitor = visit(uncompiled)
    visitor.go()
    began, compiling = uncompiled.cpu(), {}
    visitor.page.locator(f"[data-invite={game}]").click()
    start = visitor.page.locator("button.start")
    start.click()
    visitor.page.get_by_text("Starts as soon as it’s ready").wait_for()
    expect(start).to_be_disabled()

    def started():
        compiling.update(uncompiled.compilers())
        return visitor.page.locator("[data-shown]").count()

    visitor.until(started, "the first cards", COMPILES, drawn=False)
    took = uncompiled.cpu() - began + max(compiling.values())
    known = [told["table"].get("preparing") for told in visitor.told if told["t"] in ("welcome", "table")]
    shown = [each for each in known if each is not None]
    assert len(set(shown)) > 3, "the progress is shown as it is made"
    assert shown == sorted(shown)
    assert known[-1] is None
    assert len(compiling) == 2
    assert took <= SLOWEST.get(game, START_S), compiling


@pytest.mark.deep
def test_a_friends_table_says_at_once_that_its_game_is_compiled(just_started, visit):
    assert soon(visit, just_started, "[data-invite=piccolo]", "[data-preparing]", PROGRESS_MS)


# A family's first evening


@pytest.fixture
def first_command(tmp_path):
    """`parlour`, with matches that run faster: it listens for this machine only."""
    with Server(str(tmp_path / "parlour.db"), tmp_path, "--pace", str(PACE)) as server:
        yield server
        server.end(signal.SIGTERM)


@pytest.mark.deep
def test_a_familys_first_evening(first_command, visit):
    """On two devices at two addresses: start, invite by link, play, leave and return, play again, another game.

    Nothing is typed. They play Confetti, whose matches end with the sand, and then Parrot."""
    host = visit(first_command, name="Ada")
    host.go()
    host.page.locator("[data-invite=confetti]").click()
    host.page.get_by_role("heading", name="Open this table to your network?").wait_for()
    assert host.page.locator("input[readonly]").count() == 0, "no link is shown that friends could not open"
    host.page.get_by_role("button", name="Open it").click()
    link = host.page.locator("input[readonly]").input_value()
    friends_server = re.match(r"http://([\d.]+):\d+", link)
    assert friends_server and friends_server[1] != "127.0.0.1"

    friend = visit(first_command, base=friends_server[0], name="", forgiven=(INSECURE,))
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit here").first.click()
    friend.page.get_by_role("button", name="Sit down").click()
    noticed(host, "Guest has sat down.")
    host.page.locator("button.start").click()
    for person in (host, friend):
        person.until(lambda: person.view and person.table["status"] == "playing", "the first match", COMPILES)

    # The friend leaves for a while; a bot plays on until they are back.
    friend.go()  # to the home screen: the table is closed
    noticed(host, "Guest is offline.")
    noticed(host, "A bot is playing for Guest now.")
    friend.page.goto(link)
    noticed(host, "Guest is back.")
    friend.until(lambda: friend.you == 1, "the same seat")
    for person in (host, friend):
        person.page.wait_for_selector("[data-end]", timeout=1000 * MATCH_S)

    host.page.get_by_role("button", name="Play again").click()
    for person in (host, friend):
        person.page.wait_for_selector("[data-end]", state="detached")
    for person in (host, friend):
        person.page.wait_for_selector("[data-end]", timeout=1000 * MATCH_S)
        assert len(person.table["matches"]) == 2

    host.page.get_by_role("button", name="Change settings").click()
    host.page.locator("[data-game=parrot]").check(force=True)
    friend.page.get_by_role("heading", name="Set up Parrot").wait_for()
    assert [seat.get("name") for seat in friend.table["seats"]][:2] == ["Ada", "Guest"]
    host.page.locator("button.start").click()
    for person in (host, friend):
        person.page.wait_for_selector(".parrot", timeout=1000 * COMPILES)
        person.until(lambda: person.legal, "the opening")
        person.key("1")
        person.key("6")
    for person in (host, friend):
        person.until(lambda: person.view["phase"] != "opening", "the first turn")
