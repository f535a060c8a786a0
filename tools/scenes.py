"""Every screen of the page, each reached as a player reaches it. Used by tools/screenshots.py and the browser tests."""

import re
from collections.abc import Callable

import exercises
from visitor import (
    COMPILES,
    HANDS,
    Visitor,
    bell_by_keys,
    confetti_by_touch,
    parrot_by_touch,
    tricky_by_keys,
)

PASSED = ("parrot", "tricky_twist")  # a device is passed around in these
DRILL_S = 90.0  # twenty cards, at two seconds each
Scene = Callable[[Visitor], None]


def home(visitor: Visitor) -> None:
    visitor.go()
    visitor.page.locator("[data-play=parrot]").wait_for()


def at(path: str, shows: str) -> Scene:
    def go(visitor: Visitor) -> None:
        visitor.go(path)
        visitor.page.wait_for_selector(shows, timeout=1000 * COMPILES)

    return go


def _set_up(visitor: Visitor) -> None:
    visitor.go()
    visitor.page.locator("[data-invite=parrot]").click()
    visitor.invitation()


def _options(visitor: Visitor) -> None:
    _set_up(visitor)
    visitor.page.locator("details.options summary").click()


def _follow(visitor: Visitor, link: str) -> None:
    """Come to a table with its link, as somebody who has not been there before."""
    visitor.page.evaluate("localStorage.removeItem('parlour.tables')")
    visitor.page.goto(re.sub(r"^https?://[^/]+", visitor.base, link))
    visitor.page.reload()


def _sit(visitor: Visitor) -> None:
    """What a friend sees after following the link."""
    _set_up(visitor)
    _follow(visitor, visitor.invitation())
    visitor.page.get_by_role("button", name="Sit here").first.click()
    visitor.page.get_by_role("dialog").wait_for()


def _playing(game: str, shows: str) -> Scene:
    def go(visitor: Visitor) -> None:
        visitor.play_now(game)
        visitor.page.wait_for_selector(shows)

    return go


def _open_cards(game: str) -> Scene:
    """A bell game in which everybody has an open card."""

    def go(visitor: Visitor) -> None:
        visitor.play_now(game)
        _until_open(visitor)

    return go


def _until_open(visitor: Visitor) -> None:
    """Turn up cards without ringing until everybody has an open card."""
    visitor.page.wait_for_selector("button.bell")
    visitor.play(_flip, lambda: all(seat["top"] for seat in visitor.view["seats"]) and not visitor.there(".verdict"))


def _flip(visitor: Visitor) -> None:
    visitor.key("Enter")


def _verdict(visitor: Visitor) -> None:
    visitor.play_now("piccolo")
    visitor.page.wait_for_selector("button.bell:not([disabled])")
    visitor.play(bell_by_keys, lambda: visitor.there(".verdict li"))


def _trick(visitor: Visitor) -> None:
    """Tricky Twist, on turn, with cards to play."""
    visitor.play_now("tricky_twist")

    def ours() -> bool:
        view = visitor.view
        return bool(view["phase"] == "play" and view["to_act"] == visitor.you and view["turn"] > 1)

    visitor.play(tricky_by_keys, ours)


def _some_taken(visitor: Visitor) -> None:
    """Confetti, with some cards taken."""
    visitor.play_now("confetti")
    visitor.play(confetti_by_touch, lambda: len(visitor.view["players"][visitor.you]["cards"]) > 3)


def _results(visitor: Visitor) -> None:
    """Confetti between two rounds: nobody waits for the sand when everybody is done."""
    visitor.play_now("confetti")
    all_of_them = 6

    def done() -> bool:
        return visitor.there(".results") or len(visitor.view["players"][visitor.you]["cards"]) == all_of_them

    visitor.play(confetti_by_touch, done)
    if not visitor.there(".results"):
        visitor.page.locator("[data-done]").click()
    visitor.page.locator(".results").wait_for()


def _turn(visitor: Visitor) -> None:
    """Parrot, some turns into the round, with a card in hand."""
    visitor.play_now("parrot")

    def ours() -> bool:
        view = visitor.view
        return bool(view["phase"] == "use" and view["turn"] == visitor.you and view["seats"][visitor.you]["down"] <= 5)

    visitor.play(parrot_by_touch, ours)


def _menu(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("m")
    visitor.page.get_by_role("dialog").wait_for()


def _keys(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("?")
    visitor.page.get_by_role("dialog").wait_for()


def _pause(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("p")
    visitor.page.get_by_role("button", name="Resume").wait_for()


def _refused(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.until(lambda: visitor.legal, "the opening")
    visitor.key("d")
    visitor.page.wait_for_selector(".toast.refusal")


def _curtain(visitor: Visitor) -> None:
    visitor.go("/local/tricky_twist")
    visitor.page.get_by_role("button", name="Start").click()
    visitor.until(lambda: visitor.table.get("status") == "playing", "the match", COMPILES)
    visitor.play(HANDS["tricky_twist"], lambda: visitor.there(".curtain"))


def _pads(visitor: Visitor) -> None:
    visitor.go("/local/piccolo")
    visitor.page.get_by_role("button", name="Add player").click()
    visitor.page.get_by_role("button", name="Start").click()
    visitor.until(lambda: visitor.table.get("status") == "playing", "the match", COMPILES)
    _until_open(visitor)


def _invitation(visitor: Visitor) -> None:
    """Inviting one more friend during a match."""
    visitor.play_on_server("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("m")
    visitor.page.get_by_role("dialog").get_by_role("button", name="Invite").click()
    visitor.invitation()


def _self_taught(visitor: Visitor) -> None:
    home(visitor)
    visitor.page.get_by_text("Self-taught", exact=True).click()


def _name(visitor: Visitor) -> None:
    home(visitor)
    visitor.page.locator("button.me").click()
    visitor.page.get_by_role("dialog").wait_for()


def _lobby(visitor: Visitor) -> None:
    """With a table in it."""
    _options(visitor)
    visitor.page.get_by_text("Anyone can find and join this table").click()
    visitor.until(lambda: visitor.table.get("public"), "a public table")
    visitor.go("/lobby")
    visitor.page.get_by_text("’s table").first.wait_for()


def _full(game: str, shows: str) -> Scene:
    """A table with as many players as the game allows."""

    def go(visitor: Visitor) -> None:
        visitor.go()
        visitor.page.locator(f"[data-invite={game}]").click()
        add = visitor.page.get_by_role("button", name="Add seat")
        add.wait_for(timeout=1000 * COMPILES)
        while add.is_enabled():
            seats = len(visitor.table["seats"])
            add.click()
            visitor.until(lambda before=seats: len(visitor.table["seats"]) > before, "one more seat")  # type: ignore[misc]
            visitor.wait(100)
        visitor.page.locator("button.start").click(timeout=1000 * COMPILES)
        visitor.page.wait_for_selector(shows, timeout=1000 * COMPILES)

    return go


def _watch(visitor: Visitor) -> None:
    """A table as somebody sees it who has no seat there."""
    visitor.go()
    visitor.page.locator("[data-invite=parrot]").click()
    link = visitor.invitation()
    visitor.page.locator("button.start").click(timeout=1000 * COMPILES)
    visitor.page.wait_for_selector(".parrot", timeout=1000 * COMPILES)
    _follow(visitor, link)
    visitor.page.get_by_role("button", name="Sit down").wait_for()


def _take_seat(visitor: Visitor) -> None:
    _watch(visitor)
    visitor.page.get_by_role("button", name="Sit down").click()
    visitor.page.get_by_role("dialog").wait_for()


def _players(visitor: Visitor) -> None:
    visitor.play_on_server("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("m")
    visitor.page.get_by_role("dialog").get_by_role("button", name="Players").click()


def _leave(visitor: Visitor) -> None:
    _menu(visitor)
    visitor.page.get_by_role("button", name="Leave table").click()


def _reactions(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.get_by_role("button", name="Send a reaction").click()


def _why(visitor: Visitor) -> None:
    _refused(visitor)
    visitor.page.locator(".toast.refusal").get_by_role("button", name="Why?").click()
    visitor.page.locator(".statement").first.wait_for()


def _lesson(game: str, step: int) -> Scene:
    """A step of a lesson, or what follows the last one; moves that are asked for are skipped."""

    def go(visitor: Visitor) -> None:
        visitor.go(f"/learn/{game}")
        visitor.page.wait_for_selector(".coach .text", timeout=1000 * COMPILES)
        for _ in range(step):
            on = visitor.page.locator(".coach").get_by_role("button", name=re.compile("^(Next|Skip this step)$"))
            if visitor.page.locator(".coach").get_by_role("button", name="Play a match").count():
                break
            on.first.click()
            visitor.wait(50)

    return go


def _drilling(visitor: Visitor) -> None:
    visitor.go("/drill/piccolo/7")
    visitor.page.locator("[data-start]").click()
    visitor.page.get_by_text("Card 4 of 20").wait_for()


def _drilled(visitor: Visitor) -> None:
    """The result of a drill in which the bell was rung now and then."""
    visitor.go("/drill/piccolo/7")
    visitor.page.locator("[data-start]").click()
    for card in (5, 8, 11, 14):
        visitor.page.get_by_text(f"Card {card} of 20").wait_for()
        visitor.key("Space")
    visitor.page.locator(".score").wait_for(timeout=1000 * DRILL_S)


def _exercise(game: str) -> Scene:
    """The first stored position of a game."""

    def ask(visitor: Visitor) -> None:
        match = exercises.read(game).matches[0]
        visitor.go(f"/exercises/{game}/{match.seed}/{match.positions[0].entry}")
        visitor.page.get_by_role("button", name="Show me").wait_for()

    return ask


def _answer(game: str) -> Scene:
    """What the page says when the move is shown."""

    def show(visitor: Visitor) -> None:
        _exercise(game)(visitor)
        visitor.page.get_by_role("button", name="Show me").click()
        visitor.page.locator("[data-answered]").wait_for()

    return show


def for_each(name: str, make: Callable[[str], Scene], games: tuple[str, ...] = tuple(HANDS)) -> dict[str, Scene]:
    return {f"{name}-{game.replace('_', '-')}": make(game) for game in games}


# On a server at normal pace. Those after a match, on a fast one, are in scenes_after.py.
SCENES: dict[str, Scene] = {
    "home": home,
    "name": _name,
    "lobby-empty": at("/lobby", "h1"),
    "settings": at("/settings", "h1"),
    "rules": at("/rules/parrot", "article, section, li"),
    "statistics-empty": at("/statistics", "h1"),
    "past-empty": at("/past", "h1"),
    "no-table": at("/t/nothing", "h1"),
    "drill": at("/drill/piccolo_twist/7", "[data-start]"),
    "drilling": _drilling,
    "drilled": _drilled,
    "day": at("/day", "[data-start]"),
    "one-device": at("/local/piccolo", "ol li"),
    **for_each("one-device", lambda game: at(f"/local/{game}", "ol li"), PASSED),
    "set-up": _set_up,
    "options": _options,
    "sit": _sit,
    "lobby": _lobby,
    "piccolo": _open_cards("piccolo"),
    "verdict": _verdict,
    "piccolo-twist": _open_cards("piccolo_twist"),
    "tricky-twist-reserve": _playing("tricky_twist", ".hand button"),
    "tricky-twist": _trick,
    "confetti": _some_taken,
    "confetti-results": _results,
    "parrot-opening": _playing("parrot", ".parrot"),
    "parrot": _turn,
    "menu": _menu,
    "keys": _keys,
    "leave": _leave,
    "reactions": _reactions,
    "invitation": _invitation,
    "players": _players,
    "watch": _watch,
    "take-seat": _take_seat,
    "pause": _pause,
    "refused": _refused,
    "why": _why,
    "curtain": _curtain,
    "pads": _pads,
    "full-piccolo": _full("piccolo", "button.bell"),
    "full-tricky-twist": _full("tricky_twist", ".hand button"),
    "full-confetti": _full("confetti", "[data-card]"),
    "full-parrot": _full("parrot", ".parrot"),
    **for_each("learn", lambda game: at(f"/learn/{game}", ".coach .text")),
    **for_each("lesson", lambda game: _lesson(game, 5)),
    "lesson-over": _lesson("piccolo", 40),
    "exercises": at("/exercises", ".games"),
    **for_each("exercise", _exercise, tuple(exercises.games())),
    **for_each("answer", _answer, tuple(exercises.games())),
    "self-taught": _self_taught,  # the last of them: the device remembers this level
    "exercises-done": at("/exercises/parrot/own", "h1"),
}
