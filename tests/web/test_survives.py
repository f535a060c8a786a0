"""A match continues after a reload, a lost connection and a restart of the server."""

import signal

# What a browser itself writes into the console when a connection breaks.
CONNECTION_ERRORS = ("WebSocket connection to", "net::ERR_", "Failed to load resource")


CONNECTION_LOST = ".toast[role=status]"


def open_two(visitor):
    visitor.page.wait_for_selector(".parrot")
    visitor.until(lambda: visitor.legal, "the opening")
    visitor.key("1")
    visitor.key("6")
    visitor.until(lambda: visitor.view["phase"] != "opening", "the first turn")


def take_a_turn(visitor, drawn=True):
    """Draw a card and place it; `drawn`: and wait until the page shows it."""
    visitor.until(lambda: visitor.view["phase"] == "choose" and visitor.view["turn"] == visitor.you, "our turn", 60)
    visitor.page.wait_for_selector(".pile.can")
    visitor.key("d")
    visitor.until(lambda: visitor.view["phase"] == "use" or visitor.view["turn"] != visitor.you, "a card in hand")
    visitor.page.wait_for_selector(".carried")
    place = visitor.view["seats"][visitor.you]["box"].index("?")
    visitor.key(str(place + 1))
    visitor.until(lambda: visitor.view["seats"][visitor.you]["box"][place] != "?", "the card in the Box", drawn=drawn)


def cards(visitor):
    """The cards in our Box, as the screen names them."""
    names = visitor.page.locator("[data-part=box] .cell .heard-only")
    names.first.wait_for(state="attached")
    return names.all_text_contents()


def test_a_reload_and_a_lost_connection_and_a_restart(visit, real):
    player = visit(real, stores=True, forgiven=CONNECTION_ERRORS)
    player.play_on_server("parrot")
    open_two(player)
    take_a_turn(player)
    box = cards(player)

    player.page.reload()
    player.until(lambda: cards(player) == box, "the same cards")

    player.context.set_offline(True)
    player.page.wait_for_selector(CONNECTION_LOST)
    welcomes = count(player, "welcome")
    player.context.set_offline(False)
    player.until(lambda: count(player, "welcome") > welcomes, "a new connection")
    player.page.wait_for_selector(CONNECTION_LOST, state="detached")
    player.until(lambda: cards(player) == box, "the same cards")
    take_a_turn(player)
    box = cards(player)

    for how in (signal.SIGKILL, signal.SIGTERM):
        welcomes = count(player, "welcome")
        real.end(how)
        player.page.wait_for_selector(CONNECTION_LOST)
        real.start()
        player.until(lambda: count(player, "welcome") > welcomes, "a new connection")
        player.page.wait_for_selector(CONNECTION_LOST, state="detached")
        player.until(lambda: cards(player) == box, "the same cards")
        if how is signal.SIGKILL:
            take_a_turn(player)
            box = cards(player)


def test_a_match_on_this_device_survives_a_reload(visit, real):
    """Even right after a move. Also in another tab: the newer one has the table."""
    player = visit(real)
    player.play_now("parrot")
    open_two(player)
    take_a_turn(player, drawn=False)
    box, welcomes = player.view["seats"][player.you]["box"], count(player, "welcome")
    player.page.reload()
    player.until(lambda: count(player, "welcome") > welcomes, "the table again")
    assert player.view["seats"][player.you]["box"] == box
    take_a_turn(player)
    box = cards(player)
    player.page.reload()
    player.until(lambda: cards(player) == box, "the same cards")

    first, player.page = player.page, player.context.new_page()
    player.page.goto(first.url)
    player.until(lambda: cards(player) == box, "the same cards")
    first.get_by_text("opened in another tab").wait_for()


def count(visitor, kind):
    return sum(told["t"] == kind for told in visitor.told)
