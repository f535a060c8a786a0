"""A match goes on after a reload, a lost line and a restart of the server."""

import signal

# A browser says of itself that a line broke.
GRUMBLES = ("WebSocket connection to", "net::ERR_", "Failed to load resource")


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
    names = visitor.page.locator("[data-part=box] .cell .heard-only")
    names.first.wait_for(state="attached")
    return names.all_text_contents()


def test_a_reload_and_a_lost_line_and_a_restart(visit, real):
    player = visit(real, forgiven=GRUMBLES)
    player.play_now("parrot")
    open_two(player)
    take_a_turn(player)
    box = cards(player)

    player.page.reload()
    assert cards(player) == box

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
        real.end(how)
        player.page.wait_for_selector(".toast", timeout=15_000)
        real.start()
        player.until(lambda: count(player, "welcome") > welcomes, "the line", 30)
        assert cards(player) == box
        if how is signal.SIGKILL:
            take_a_turn(player)
            box = cards(player)


def count(visitor, kind):
    return sum(told["t"] == kind for told in visitor.told)
