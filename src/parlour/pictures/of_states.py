"""The picture of a state, drawn from what a seat sees of it."""

from functools import cache
from typing import Any, NamedTuple

import msgspec

from parlour.drawing import Canvas, Drawing, Picture, name_of
from parlour.drawing.art import themes
from parlour.drawing.table import lines, room
from parlour.engine import loops
from parlour.games import part_of
from parlour.kit import SPECTATOR, BadInput, Rules, blank, with_attributes

from .any_game import draw_any


class Said(NamedTuple):
    """The last action: who did it, and which. Seat -1: nobody yet."""

    seat: int = -1
    action: int = -1


NOTHING = Said()


@cache
def drawing_of(rules: Rules) -> Drawing | None:
    """How a game draws its table; None for a game without `picture.py`."""
    drawing: Drawing | None = part_of(rules.name, "picture", "PICTURE")
    return drawing


def picture_of(
    rules: Rules, states: Any, seat: int | None = None, said: Said = NOTHING, theme: str = "light", number: int = 0
) -> Picture:
    """The picture of `states[number]` as a seat (None: a spectator) sees it."""
    if theme not in themes():
        raise BadInput(f"there is no theme {theme!r}; choose one of {', '.join(themes())}")
    watcher = SPECTATOR if seat is None else seat
    seen = blank(rules.State)
    loops(rules).see(states, number, watcher, seen, 0)
    view = rules.view(seen[0], watcher)
    drawing = drawing_of(rules)
    canvas = Canvas(None if drawing is None else drawing.art, theme)
    room(canvas)
    if drawing is not None:
        headline = drawing.draw(canvas, view)
    else:
        headline = draw_any(canvas, msgspec.to_builtins(view), seat)
    words = in_words(rules, states, number, said, seat)
    lines(canvas, rules.title, headline, words)
    return canvas.picture(". ".join(part for part in (rules.title, headline, words) if part))


def in_words(rules: Rules, states: Any, number: int, said: Said, seat: int | None) -> str:
    """An action as this seat may hear it: of what others do in secret, only that they do it."""
    if said.action < 0 or said.action >= rules.actions:
        return ""
    words = None if said.seat == seat else rules.heard(said.action)
    if words is None:
        seen = blank(rules.State)
        loops(rules).see(states, number, SPECTATOR, seen, 0)
        words = rules.describe(with_attributes(seen)[0], said.action)
    return f"{name_of(said.seat, seat)}: {words}"
