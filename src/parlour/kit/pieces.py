"""The layout of an observation: named pieces, one after another, in one row of bytes."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Piece:
    name: str
    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Pieces:
    """`Pieces(phase=4, own_box=(8, 15))`: `pieces["own_box"].start` is where it begins, `pieces.size` is the whole."""

    def __init__(self, **shapes: int | tuple[int, ...]) -> None:
        self._pieces: dict[str, Piece] = {}
        start = 0
        for name, shape in shapes.items():
            piece = Piece(name, start, shape if isinstance(shape, tuple) else (shape,))
            self._pieces[name] = piece
            start += piece.size
        self.size = start

    def __getitem__(self, name: str) -> Piece:
        return self._pieces[name]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._pieces.values())

    def split(self, row: NDArray[np.int8]) -> dict[str, NDArray[np.int8]]:
        """An observation, or a batch of them, taken apart by name (as views)."""
        lead = row.shape[:-1]
        return {
            piece.name: row[..., piece.start : piece.start + piece.size].reshape(*lead, *piece.shape) for piece in self
        }
