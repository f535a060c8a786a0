"""A family's first evening, on two devices."""

import re
import signal

import pytest
from tests.live.serving import Server
from tests.web.conftest import noticed

from visitor import COMPILES

INSECURE = "The Cross-Origin-Opener-Policy header has been ignored"  # on http, from another device
PACE = 6
MATCH_S = 120.0


@pytest.fixture
def first_command(tmp_path, after_visits):
    """`parlour`, with matches that run faster: it listens for this machine only."""
    server = after_visits.enter_context(Server(str(tmp_path / "parlour.db"), tmp_path, "--pace", str(PACE)))
    after_visits.callback(server.end, signal.SIGTERM)
    return server


@pytest.mark.deep
def test_a_familys_first_evening(first_command, visit):
    """On two devices at two addresses: start, invite by link, play, leave and return, play again, another game.

    Nothing is typed. They play Confetti, whose matches end with the sand, and then Parrot."""
    host = visit(first_command, stores=True, name="Ada")
    host.go()
    host.page.locator("[data-invite=confetti]").click()
    host.page.get_by_role("heading", name="Open this table to your network?").wait_for()
    assert host.page.locator("input[readonly]").count() == 0, "no link is shown that friends could not open"
    host.page.get_by_role("button", name="Open it").click()
    link = host.page.locator("input[readonly]").input_value()
    friends_server = re.match(r"http://([\d.]+):\d+", link)
    assert friends_server and friends_server[1] != "127.0.0.1"

    friend = visit(first_command, base=friends_server[0], stores=True, name="", forgiven=(INSECURE,))
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
