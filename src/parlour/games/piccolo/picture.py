"""Piccolo's table as a picture."""

from pathlib import Path

from parlour.drawing import Canvas, Drawing
from parlour.drawing.table import turn_of
from parlour.games.bell.picture import Seat, draw_bell_table, judgement

from . import sight


def draw(canvas: Canvas, view: sight.View) -> str:
    if said := draw_bell_table(canvas, [as_seat(seat) for seat in view.seats], view):
        return said
    if view.result is not None:
        return judgement(view)
    return "" if view.turn is None else turn_of(view.turn, view.you)


def as_seat(seat: sight.Seat) -> Seat:
    rings = seat.rings_at is not None
    remark = "is out" if not seat.playing else "rings!" if rings else "bell locked" if seat.locked else ""
    top = None if seat.top is None else f"{seat.top.fruit} {seat.top.amount}"
    return Seat(top, seat.draw_pile, seat.discard_pile, seat.score, remark, rings, not seat.playing)


PICTURE = Drawing(Path(__file__).with_name("art.json"), draw)
