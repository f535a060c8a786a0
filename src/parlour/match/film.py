"""A match from its log as pictures, one for each moment at which something happened."""

from collections.abc import Iterator

from parlour.drawing import Picture
from parlour.kit import BadInput
from parlour.pictures import Said

from .replay import read_log, steps


def pictures(log: str, seat: int | None = None, theme: str = "light") -> Iterator[Picture]:
    """The deal, then each action and whatever happened by itself, as a seat (None: a spectator) saw it."""
    header, _ = read_log(log)
    if seat is not None and not 0 <= seat < header.seats:
        raise BadInput(f"there is no seat {seat} in this match, only 0 to {header.seats - 1}")
    said = Said()
    for step in steps(log):
        if step.seat >= 0:
            said = Said(step.seat, step.action)
        yield step.match.picture(seat, theme, said)
