"""`full_view` on a GPU: one thread per view of each match. Imported only where there is one, or its simulator."""

from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from parlour.engine.kernels import bare, kernel
from parlour.kit import Rules

from .full_view import view

BLOCK = 128


@cache
def look_kernel(rules: Rules) -> Any:
    look_one, score, State = view(rules).look_one, rules.score, rules.State

    @kernel
    def look(states, seats, players, views, face_up, rows, points):  # type: ignore[no-untyped-def]
        states, rows, points = bare(states), bare(rows), bare(points)
        k = cuda.grid(1)
        if k < states.shape[0] * views:
            seen = cuda.local.array(1, State)
            i = k // views
            look_one(states[i], np.int64(seats[i]), players, k % views, face_up, seen[0], rows[k, 0])
            if k % views == 0:
                score(states[i], points[i])

    return look


def launch(batch: Any, views: int, face_up: bool, rows: Any, points: Any) -> None:
    """`rows` and `points` are contiguous arrays on the GPU, Numba's or those of another library."""
    flat, scores = (each if hasattr(each, "copy_to_host") else cuda.as_cuda_array(each) for each in (rows, points))
    blocks = -(-batch.count * views // BLOCK)
    look, Row = look_kernel(batch.rules), view(batch.rules).Row
    look[blocks, BLOCK](batch.states, batch.current_player.array, batch.players, views, face_up, flat.view(Row), scores)
