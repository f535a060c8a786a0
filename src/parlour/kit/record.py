"""State records: one flat NumPy record holds a whole match.

State = record(**TABLE, turn=int8, box=int8[6, 8])
states = blank(State, 3)      # three matches, all zero
states[0].turn                # a field, in compiled rules and in interpreted ones alike
"""

from typing import Any

import numpy as np
from numba import config

INTERPRETED = bool(vars(config)["DISABLE_JIT"])

NEVER = int(np.iinfo(np.int64).max)  # a moment that does not come
SPECTATOR = -1  # the seat of somebody who only watches


class Kind:
    """A number type that can be given a shape: `int8` is one small number, `int8[6, 8]` a table of them."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __getitem__(self, shape: int | tuple[int, ...]) -> tuple[str, int | tuple[int, ...]]:
        return (self.code, shape)


int8 = Kind("i1")
int16 = Kind("i2")
int32 = Kind("i4")
int64 = Kind("i8")
uint64 = Kind("u8")
float64 = Kind("f8")  # never in rules: only what bots feel and reckon with

# Every game's state starts with these: its random numbers, the time in ms, and how many sit at the table.
TABLE: dict[str, Any] = {"rng": uint64, "clock": int64, "seats": int8}


def record(**fields: Any) -> np.dtype[Any]:
    """A record type. A name that `numpy.record` already uses would be read as that attribute in interpreted
    rules, so it is refused here rather than found later."""
    spec: list[Any] = []
    for name, kind in fields.items():
        if hasattr(np.record, name):
            raise ValueError(f"a state field cannot be called {name!r}: numpy.record has an attribute of that name")
        if isinstance(kind, Kind):
            spec.append((name, kind.code))
        elif isinstance(kind, tuple):
            spec.append((name, *kind))
        else:
            spec.append((name, kind))
    return np.dtype(spec, align=True)


def blank(dtype: np.dtype[Any], count: int = 1) -> Any:
    """So many records, all zero."""
    return readable(np.zeros(count, dtype))


def readable(records: Any) -> Any:
    """Records as rules take them. Interpreted ones read fields as attributes, which takes a recarray; compiled ones
    take the plain array, which reaches them faster."""
    return records.view(np.recarray) if INTERPRETED else records
