"""State records: one flat NumPy record holds a whole match.

State = record(**TABLE, turn=int8, box=int8[6, 8])
states = blank(State, 3)      # three matches, all zero
states[0].turn                # a field, in compiled rules and in interpreted ones alike
"""

from typing import Any

import numpy as np
from numba import config

INTERPRETED = bool(vars(config)["DISABLE_JIT"])

NEVER = int(np.iinfo(np.int64).max)  # a moment that never comes
SPECTATOR = -1  # the seat number of a spectator


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
float32 = Kind("f4")  # these two for bots only, never in rules
float64 = Kind("f8")

# Every game's state starts with these: random numbers, the time in ms, and the number of players.
TABLE: dict[str, Any] = {"rng": uint64, "clock": int64, "seats": int8}


def record(**fields: Any) -> np.dtype[Any]:
    """A record type. Names of `numpy.record`'s own attributes are refused: interpreted rules would read those."""
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
    """`count` records, all zero."""
    return readable(np.zeros(count, dtype))


def readable(records: Any) -> Any:
    """Records in the form that rules take: a recarray for interpreted rules, which read fields as attributes; the plain
    array for compiled ones, to which it is passed faster."""
    return records.view(np.recarray) if INTERPRETED else records
