"""A match goes on after a reload, a lost line and a restart of the server."""

import signal

import pytest

from visitor import Visitor

GRUMBLES = ("WebSocket connection to", "net::ERR_", "Failed to load resource")


@pytest.fixture
def player(browser, mortal):
    """Somebody in a match of Parrot, past its opening. A browser says of itself that a line broke; nothing else is
    wrong."""
    visitor = Visitor(browser, mortal.address)
    visitor.play_now("parrot")
    open_two(visitor)
    yield visitor
    visitor.context.close()
    assert [fault for fault in visitor.faults if not fault.startswith(GRUMBLES)] == []


def open_two(visitor):
    visitor.until(lambda: visitor.legal, "the opening")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("1")
    visitor.key("6")
    visitor.until(lambda: visitor.view["phase"] != "opening", "the first turn")


def take_a_turn(visitor):
    """A card is drawn and laid."""
    visitor.until(lambda: visitor.view["phase"] == "choose" and visitor.view["turn"] == visitor.you, "our turn", 60)
    visitor.page.wait_for_selector(".pile.can")
    visitor.key("d")
    visitor.until(lambda: visitor.view["phase"] == "use" or visitor.view["turn"] != visitor.you, "a card in hand")
    visitor.page.wait_for_selector(".carried")
    place = visitor.view["seats"][visitor.you]["box"].index("?")
    visitor.key(str(place + 1))
    visitor.until(lambda: visitor.view["seats"][visitor.you]["box"][place] != "?", "the card in the Box")


def cards(visitor):
    """What lies in our Box, as the screen says it."""
    cells = visitor.page.locator("[data-part=box] .cell")
    cells.first.wait_for()
    return [cells.nth(place).get_attribute("aria-label") for place in range(8)]


def test_a_reload_and_a_lost_line_and_a_restart(player, mortal):
    take_a_turn(player)
    box = cards(player)

    player.page.reload()
    assert cards(player) == box
    player.until(lambda: player.table["status"] == "playing", "the match")
    take_a_turn(player)
    box = cards(player)

    player.context.set_offline(True)
    player.page.wait_for_selector(".toast", timeout=15_000)
    welcomes = count(player, "welcome")
    player.context.set_offline(False)
    player.until(lambda: count(player, "welcome") > welcomes, "the line", 15)
    player.page.wait_for_selector(".toast", state="detached")
    assert cards(player) == box
    take_a_turn(player)
    box = cards(player)

    for how in (signal.SIGKILL, signal.SIGTERM):
        welcomes = count(player, "welcome")
        mortal.end(how)
        player.page.wait_for_selector(".toast", timeout=15_000)
        mortal.start()
        player.until(lambda: count(player, "welcome") > welcomes, "the line", 30)
        assert cards(player) == box
        if how is signal.SIGKILL:
            take_a_turn(player)
            box = cards(player)


def count(visitor, kind):
    return sum(told["t"] == kind for told in visitor.told)
