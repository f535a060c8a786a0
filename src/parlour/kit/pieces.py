"""The layout of an observation: named pieces, one after another, in one row of bytes; and the same as numbers for a
network."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Shape = int | tuple[int, ...]


@dataclass(frozen=True)
class Values:
    """What the bytes of a piece mean. A piece that is given by its shape alone consists of flags: each byte is 0 or 1
    (a one-hot value is a row of them)."""

    shape: Shape
    kind: str  # "flags", "numbers", "kinds" or "bits"
    most: int  # numbers are divided by this for a network; kinds are numbered from 0 to most - 1; there are `most` bits


def numbers(shape: Shape, most: int) -> Values:
    """Counts, times or points; `most` is about the largest."""
    return Values(shape, "numbers", most)


def kinds(shape: Shape, count: int) -> Values:
    """Each byte is one of `count` kinds, numbered from 0: for a network, a one-hot row."""
    return Values(shape, "kinds", count)


def bits(shape: Shape, count: int) -> Values:
    """Each byte is a set: for a network, `count` flags, the lowest bit first."""
    return Values(shape, "bits", count)


@dataclass(frozen=True)
class Piece:
    name: str
    start: int
    shape: tuple[int, ...]
    kind: str
    most: int

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def float_shape(self) -> tuple[int, ...]:
        """Its shape as numbers for a network."""
        return (*self.shape, self.most) if self.kind in ("kinds", "bits") else self.shape

    @property
    def float_size(self) -> int:
        return math.prod(self.float_shape)

    def floats(self, values: NDArray[np.int8]) -> NDArray[np.float32]:
        """Its bytes (the piece's shape, after any other axes) as numbers from about -1 to 1."""
        if self.kind == "numbers":
            return values.astype(np.float32) / np.float32(self.most)
        shown: Any = values
        if self.kind == "kinds":
            shown = values[..., None] == np.arange(self.most)
        elif self.kind == "bits":
            shown = values[..., None] >> np.arange(self.most) & 1
        return np.asarray(shown, np.float32)

    @property
    def values(self) -> str:
        """What its bytes are, in words."""
        return {
            "flags": "flags",
            "numbers": f"numbers / {self.most}",
            "kinds": f"{self.most} kinds",
            "bits": f"{self.most} bits",
        }[self.kind]


class Pieces:
    """`Pieces(phase=4, own_box=(8, 15))`: `pieces["own_box"].start` is where it begins, `pieces.size` is the whole."""

    def __init__(self, **given: Shape | Values) -> None:
        self._pieces: dict[str, Piece] = {}
        start = 0
        for name, each in given.items():
            values = each if isinstance(each, Values) else Values(each, "flags", 1)
            shape = values.shape if isinstance(values.shape, tuple) else (values.shape,)
            piece = Piece(name, start, shape, values.kind, values.most)
            self._pieces[name] = piece
            start += piece.size
        self.size = start
        self.float_size = sum(piece.float_size for piece in self)

    def __getitem__(self, name: str) -> Piece:
        return self._pieces[name]

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces.values())

    def split(self, row: NDArray[np.int8]) -> dict[str, NDArray[np.int8]]:
        """An observation, or a batch of them, taken apart by name (as views)."""
        lead = row.shape[:-1]
        return {
            piece.name: row[..., piece.start : piece.start + piece.size].reshape(*lead, *piece.shape) for piece in self
        }

    def named_floats(self, row: NDArray[np.int8]) -> dict[str, NDArray[np.float32]]:
        """An observation, or a batch of them, as numbers for a network, by name."""
        return {name: self[name].floats(values) for name, values in self.split(row).items()}

    def floats(self, row: NDArray[np.int8]) -> NDArray[np.float32]:
        """The same in one row: flags as they are, numbers divided by about the largest, kinds as one-hot rows."""
        lead = row.shape[:-1]
        parts: list[Any] = [part.reshape(*lead, -1) for part in self.named_floats(row).values()]
        return np.concatenate(parts, axis=-1)
