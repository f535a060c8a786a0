"""The screens during a long match and after it, reached on a fast server; see scenes.py."""

import re
from typing import Any

from scenes import Scene, at, for_each, home
from visitor import COMPILES, HANDS, Visitor, tricky_by_keys

REVIEWED_S = 120.0  # at most, on a busy machine


def _end(game: str) -> Scene:
    def go(visitor: Visitor) -> None:
        visitor.play_now(game)
        visitor.play(HANDS[game])

    return go


def _counted(visitor: Visitor) -> None:
    """Tricky Twist between two rounds."""
    visitor.play_now("tricky_twist")
    visitor.play(tricky_by_keys, lambda: visitor.there(".scored"))


def _match(visitor: Visitor, game: str) -> dict[str, Any]:
    """The last match of a game on this device; it is played if there is none."""

    def found() -> list[dict[str, Any]]:
        kept = visitor.page.evaluate("JSON.parse(localStorage['parlour.matches'] ?? '[]')")
        return [each for each in kept if each["game"] == game and not each.get("practice")]

    visitor.go()
    if not found():
        _end(game)(visitor)
    return found()[0]


def _final(visitor: Visitor) -> None:
    _end("parrot")(visitor)
    visitor.page.get_by_role("button", name="View final table").click()
    visitor.page.wait_for_selector(".parrot")


def _verified(visitor: Visitor) -> None:
    _end("piccolo")(visitor)
    visitor.page.get_by_text("Verify the shuffle").click()
    visitor.page.get_by_text("Verified:").wait_for()


def replay(game: str) -> Scene:
    """The replay of the match that is over, or of the last one."""

    def go(visitor: Visitor) -> None:
        if visitor.there("[data-end]"):
            visitor.page.locator("a[href^='#/replay/']").click()
        else:
            visitor.go(f"/replay/{_match(visitor, game)['match']}")
        line = visitor.page.locator("input[type=range]")
        line.wait_for()
        visitor.page.locator("footer button").first.click()  # pauses, so that the moment is the same each time
        for _ in range(4):
            line.press("PageUp")

    return go


def _replay(game: str) -> Scene:
    def go(visitor: Visitor) -> None:
        visitor.go()
        replay(game)(visitor)

    return go


def _review(game: str) -> Scene:
    def go(visitor: Visitor) -> None:
        match = _match(visitor, game)
        visitor.go(f"/review/{match['match']}/{match['you']}")
        visitor.page.locator("[data-review]").wait_for(timeout=1000 * REVIEWED_S)

    return go


def _reviewing(visitor: Visitor) -> None:
    """Another player's seat, so that it has not been reviewed before."""
    match = _match(visitor, "tricky_twist")
    visitor.go(f"/review/{match['match']}/{(match['you'] + 1) % len(match['names'])}")
    visitor.page.locator("[data-progress]", has_text=re.compile("[1-9][0-9]* of [0-9]+ choices")).wait_for(
        timeout=1000 * REVIEWED_S
    )


def _whose(visitor: Visitor) -> None:
    visitor.go(f"/review/{_match(visitor, 'parrot')['match']}")
    visitor.page.locator("[data-seats] a").first.wait_for()


def _play_on(visitor: Visitor) -> None:
    _replay("parrot")(visitor)
    visitor.page.locator("[data-play-on]").click()
    visitor.page.locator("[data-start]").wait_for()


def _deal(visitor: Visitor) -> None:
    """A friend's link to a deal."""
    _end("confetti")(visitor)
    link = visitor.page.locator("[data-challenge]").get_attribute("data-challenge") or ""
    visitor.go(link.partition("#")[2])
    visitor.page.locator("[data-start]").wait_for()


def _compared(visitor: Visitor) -> None:
    _deal(visitor)
    visitor.page.locator("[data-start]").click()
    visitor.until(lambda: visitor.view, "the table", COMPILES)
    visitor.play(HANDS["confetti"])
    visitor.page.locator("[data-origin=deal]").wait_for()


def _day_played(visitor: Visitor) -> None:
    home(visitor)
    card = visitor.page.locator("[data-day]")
    game = card.get_attribute("data-day") or ""
    if card.get_by_role("button").count():
        card.get_by_role("button").click()
        visitor.until(lambda: visitor.view, "the table", COMPILES)
        visitor.play(HANDS[game])
        home(visitor)
    card.get_by_role("link").wait_for()


def _day(visitor: Visitor) -> None:
    _day_played(visitor)
    visitor.page.locator("[data-day]").get_by_role("link").click()
    visitor.page.get_by_text("new deal tomorrow").wait_for()


def _delete(visitor: Visitor) -> None:
    visitor.go("/past")
    visitor.page.get_by_role("button", name="Delete all").click()
    visitor.page.get_by_role("dialog").wait_for()


ENDS: dict[str, Scene] = {
    **for_each("end", _end),
    "final-table": _final,
    "verified": _verified,
    **for_each("replay", _replay),
    **for_each("review", _review),
    "reviewing": _reviewing,
    "whose": _whose,
    "play-on": _play_on,
    "deal": _deal,
    "deal-compared": _compared,
    "day-played": _day_played,
    "day-result": _day,
    "past": at("/past", "h1"),
    "delete": _delete,
    "statistics": at("/statistics", "h1"),
    "tricky-twist-scored": _counted,
}
