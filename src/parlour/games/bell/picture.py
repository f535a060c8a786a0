"""The table of a bell game as a picture: the bell in the middle, around it each player's cards."""

import math
from typing import Any, NamedTuple

from parlour.drawing import Canvas, around, name_of
from parlour.drawing.canvas import WIDTH
from parlour.drawing.table import BOTTOM, TOP, badge, plate, winners

BELL = 0.72  # its size; it is drawn in a square of 200
LAYER = 2.2  # how much a pile grows with every few cards


class Seat(NamedTuple):
    """A player of either game."""

    top: str | None  # the open card, as the art calls it
    bank: int  # cards face down
    stack: int  # open cards
    score: int
    remark: str  # "out", "bell locked"
    rings: bool
    out: bool


def draw_bell_table(canvas: Canvas, seats: list[Seat], view: Any) -> str:
    """Draws a view of either game; returns what is to be said of it, or "" while cards are being flipped."""
    you, judged = view.you, None if view.result is None else view.result.seat
    order = around(len(seats), you)
    card = 84.0 if len(seats) <= 4 else 72.0
    width, height = 2 * card + 8, card * 1.4 + 34
    middle = (TOP + BOTTOM) / 2
    ringing = any(seat.rings for seat in seats)
    across, down = (WIDTH - width) / 2 - 40, (BOTTOM - TOP - height) / 2
    draw_bell(canvas, WIDTH / 2, middle, ringing)
    for step, number in enumerate(order):
        angle = math.radians(90 + 360 * step / len(order))
        x, y = WIDTH / 2 + across * math.cos(angle) - width / 2, middle + down * math.sin(angle) - height / 2
        draw_seat(canvas, number, seats[number], (x, y, card), name_of(number, you), number in (view.turn, judged))
    if view.ending is not None:
        return f"{winners([seat.score for seat in seats], you)} cards"
    return "" if view.pace.verdict_at is None else "The bell rings"


def judgement(view: Any) -> str:
    """Whether the last ring was right."""
    return f"{name_of(view.result.seat, view.you)} rang {'rightly' if view.result.right else 'wrongly'}"


def draw_bell(canvas: Canvas, x: float, y: float, ringing: bool) -> None:
    if ringing:
        for radius, opacity in ((104, 0.35), (90, 0.6)):
            canvas.circle(x, y, radius, stroke="brass", line=5, opacity=opacity)
    canvas.drawn("bell", x - 100 * BELL, y - 104 * BELL, BELL, (200, 200))


def draw_seat(
    canvas: Canvas, number: int, seat: Seat, where: tuple[float, float, float], name: str, active: bool
) -> None:
    """The pile face down, next to it the open cards, and the name below."""
    x, y, card = where
    high = card * 1.4
    right = x + card + 8
    for left, cards, top in ((x, seat.bank, "back"), (right, seat.stack, seat.top or "back")):
        canvas.rect(left, y, card, high, "none", 6, stroke="card-edge", line=1.5, opacity=0.7)
        if cards:
            layers = min(3, (cards - 1) // 3)
            for layer in range(layers, 0, -1):
                canvas.rect(left, y + LAYER * layer, card, high, "card-shade", 6, stroke="card-edge", line=1)
            canvas.card(top, left, y, card)
            badge(canvas, str(cards), left + card / 2, y + high - 1)
    remark = f" {seat.remark}" if seat.remark else ""
    plate(canvas, number, name + remark, str(seat.score), x, y + high + 12, 2 * card + 8, active, seat.out)
