"""Piccolo Twist's table as a picture."""

from pathlib import Path

from parlour.drawing import Canvas, Drawing
from parlour.drawing.table import turn_of
from parlour.games.bell.picture import Seat, draw_bell_table, judgement

from . import sight


def draw(canvas: Canvas, view: sight.View) -> str:
    if said := draw_bell_table(canvas, [as_seat(seat) for seat in view.seats], view):
        return said
    last = {"next": "the next round is the last · ", "now": "last round · "}.get(view.last_round, "")
    if view.result is not None:
        said = judgement(view)
    else:
        said = "nobody has a card left to flip" if view.turn is None else turn_of(view.turn, view.you)
    return (last + said)[:1].upper() + (last + said)[1:]


def as_seat(seat: sight.Seat) -> Seat:
    rings, out = seat.rings_at is not None, seat.status == sight.OUT
    if out:
        remark = "is out"
    elif rings:
        remark = "rings!"
    elif seat.status == sight.LAST_CHANCE:
        remark = sight.LAST_CHANCE
    elif seat.barred:
        remark = "may not ring"
    else:
        remark = "bell locked" if seat.locked else ""
    top = None if seat.top is None else f"{seat.top.colour} {seat.top.type} {seat.top.amount}"
    return Seat(top, seat.bank, seat.stack, seat.score, remark, rings, out)


PICTURE = Drawing(Path(__file__).with_name("art.json"), draw)
