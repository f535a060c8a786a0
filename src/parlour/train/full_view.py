"""What every seat of every match in a batch sees, and the points so far.

A critic that is only used during training may look into all hands. `look` writes, for each match, the observation of
the seat to act, then those of the other seats clockwise; each is exactly what `Batch.observe` would give that seat.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.kit import Rules, blank, int8, record, rule


class View(NamedTuple):
    """Compiled functions of one game."""

    Row: np.dtype[Any]
    look_one: Callable[..., Any]  # look_one(state, viewer, seen, row): blank for viewer -1
    look_all: Callable[..., Any]  # look_all(states, seats, players, seats_seen, seens, rows, points)


@cache
def view(rules: Rules) -> View:
    see, see_as_bytes, score, size = rules.see, rules.observe, rules.score, rules.pieces.size
    Row = record(bytes=int8[size])

    @rule
    def look_one(state, viewer, seen, row):  # type: ignore[no-untyped-def]
        for at in range(size):
            row.bytes[at] = 0
        if viewer >= 0:
            see(state, viewer, seen)
            see_as_bytes(seen, viewer, row.bytes)

    @rule
    def look_all(states, seats, players, seats_seen, seens, rows, points):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            seat = np.int64(seats[i])
            for k in range(seats_seen):
                look_one(states[i], (seat + k) % players if seat >= 0 else seat, seens[0], rows[i * seats_seen + k])
            score(states[i], points[i])

    return View(Row, look_one, look_all)


class FullView:
    """`look` fills int8[matches, seats_seen, size] and int32[matches, players], which lie on the batch's device."""

    def __init__(self, batch: Any, seats_seen: int) -> None:
        self._batch, self._seats_seen, self._size = batch, seats_seen, batch.rules.pieces.size
        self._view = view(batch.rules)
        self._seens = blank(batch.rules.State)

    def look(self, rows: Any, points: Any) -> None:
        batch, count = self._batch, self._seats_seen
        rows = rows.reshape(-1, self._size)
        if batch.device == "cuda":
            from .full_view_gpu import launch

            launch(batch, count, rows, points)
            return
        own = np.asarray(rows).view(self._view.Row)[:, 0]
        self._view.look_all(batch.states, batch.seats, batch.players, count, self._seens, own, np.asarray(points))
