"""`full_view` on a GPU: one thread per seat of each match. Imported only where there is one, or its simulator."""

from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from parlour.engine.kernels import bare
from parlour.kit import Rules

from .full_view import view

BLOCK = 128


@cache
def kernel(rules: Rules) -> Any:
    look_one, score, State = view(rules).look_one, rules.score, rules.State

    @cuda.jit
    def look(states, seats, players, seats_seen, rows, points):  # type: ignore[no-untyped-def]
        states, rows, points = bare(states), bare(rows), bare(points)
        k = cuda.grid(1)
        if k < states.shape[0] * seats_seen:
            seen = cuda.local.array(1, State)
            i = k // seats_seen
            viewer = np.int64(seats[i])
            if viewer >= 0:
                viewer = (viewer + k % seats_seen) % players
            look_one(states[i], viewer, seen[0], rows[k, 0])
            if k % seats_seen == 0:
                score(states[i], points[i])

    return look


def launch(batch: Any, seats_seen: int, rows: Any, points: Any) -> None:
    """`rows` and `points` lie on the GPU, each in one piece: Numba's arrays, or those of another library."""
    flat, scores = (each if hasattr(each, "copy_to_host") else cuda.as_cuda_array(each) for each in (rows, points))
    blocks = -(-batch.count * seats_seen // BLOCK)
    look, Row = kernel(batch.rules), view(batch.rules).Row
    look[blocks, BLOCK](batch.states, batch.seats.array, batch.players, seats_seen, flat.view(Row), scores)
