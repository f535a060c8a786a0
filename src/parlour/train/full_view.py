"""What a critic that is only used during training may look at, and the points so far.

`look` writes, for each match, the observation of the seat to act, exactly as `Batch.observe` would give it, and then
either those of the other seats clockwise, or its own once more with all cards face up. The second is for games in
which nobody knows certain cards: all seats together know no more about them than one.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from parlour.engine.threads import run_together, split_evenly
from parlour.kit import Rules, blank, int8, record, rule


class View(NamedTuple):
    """Compiled functions of one game."""

    Row: np.dtype[Any]
    look_one: Callable[..., Any]  # look_one(state, seat, players, k, face_up, seen, row): blank for seat -1
    look_all: Callable[..., Any]  # look_all(states, seats, players, views, face_up, seens, rows, points)


@cache
def view(rules: Rules) -> View:
    see, see_as_bytes, score, size = rules.see, rules.observe, rules.score, rules.pieces.size
    Row = record(bytes=int8[size])

    @rule
    def look_one(state, seat, players, k, face_up, seen, row):  # type: ignore[no-untyped-def]
        for at in range(size):
            row.bytes[at] = 0
        if seat >= 0:
            if face_up and k == 1:
                see_as_bytes(state, seat, row.bytes)
            else:
                viewer = (seat + k) % players
                see(state, viewer, seen)
                see_as_bytes(seen, viewer, row.bytes)

    @rule
    def look_all(states, seats, players, views, face_up, seens, rows, points):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            seat = np.int64(seats[i])
            for k in range(views):
                look_one(states[i], seat, players, k, face_up, seens[0], rows[i * views + k])
            score(states[i], points[i])

    return View(Row, look_one, look_all)


class FullView:
    """`look` fills int8[matches, views, size] and int32[matches, players] on the batch's device.

    With `face_up` the second view is the same seat's with all cards face up, otherwise the next seat's."""

    def __init__(self, batch: Any, views: int, face_up: bool = False) -> None:
        self._batch, self._views, self._face_up, self._size = batch, views, face_up, batch.rules.pieces.size
        self._view = view(batch.rules)
        threads = getattr(batch, "threads", 1)
        self._seens = [blank(batch.rules.State) for _ in range(threads)]
        self._parts = split_evenly(batch.states.shape[0], threads)

    def look(self, rows: Any, points: Any) -> None:
        batch, views, face_up = self._batch, self._views, self._face_up
        rows = rows.reshape(-1, self._size)
        if batch.device == "cuda":
            from .full_view_gpu import launch

            launch(batch, views, face_up, rows, points)
            return
        own, scores, look_all = np.asarray(rows).view(self._view.Row)[:, 0], np.asarray(points), self._view.look_all

        def look(first: int, last: int, seens: Any) -> None:
            part, shown = slice(first, last), slice(first * views, last * views)
            look_all(
                batch.states[part],
                batch.current_player[part],
                batch.players,
                views,
                face_up,
                seens,
                own[shown],
                scores[part],
            )

        run_together([partial(look, *part, seens) for part, seens in zip(self._parts, self._seens, strict=True)])
