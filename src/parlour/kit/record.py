"""State records: one flat NumPy record holds a whole match.

State = record(**TABLE, turn=int8, box=int8[6, 8])
states = blank(State, 3)      # three matches, all zero
states[0].turn                # a field, in compiled rules and in interpreted ones alike
"""

import copyreg
from functools import cache
from operator import itemgetter
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
    """A record type. Names of NumPy's own attributes of records are refused: interpreted rules would read those."""
    spec: list[Any] = []
    for name, kind in fields.items():
        if hasattr(np.void, name):
            raise ValueError(f"a state field cannot be called {name!r}: numpy.void has an attribute of that name")
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
    """Records in the form that rules take: interpreted rules read fields as attributes; for compiled ones it is the
    plain array, which is passed to them faster."""
    return with_attributes(records) if INTERPRETED else records


def with_attributes(records: Any) -> Any:
    """The same records, whose fields plain Python can read and write as attributes: `with_attributes(states)[0].turn`.
    NumPy's own form for this, `numpy.recarray`, takes four times as long for each of them."""
    return records.view(_with_attributes(records.dtype))


@cache
def _with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    names, fields = dtype.names, dtype.fields
    assert names is not None
    assert fields is not None
    layout: Any = {
        "names": list(names),
        "formats": [_type_of_field(fields[name][0]) for name in names],
        "offsets": [fields[name][1] for name in names],
        "itemsize": dtype.itemsize,
    }
    form: Any = _record_class(*names), np.dtype(layout, align=dtype.isalignedstruct)
    made: np.dtype[Any] = np.dtype(form)
    return made


def _type_of_field(dtype: np.dtype[Any]) -> Any:
    """A field may consist of records as well."""
    if dtype.subdtype is not None:
        element, shape = dtype.subdtype
        return _type_of_field(element), shape
    return dtype if dtype.names is None else _with_attributes(dtype)


class RecordClass(type):
    """The class of a class of records, which differ in the names of their fields."""


@cache
def _record_class(*names: str) -> RecordClass:
    return RecordClass("Record", (np.void,), {"__slots__": (), **{name: _attribute(name) for name in names}})


def _recipe(one: RecordClass) -> tuple[Any, ...]:
    return _record_class, tuple(name for name, field in vars(one).items() if isinstance(field, property))


copyreg.pickle(RecordClass, _recipe)  # so that arrays of such records can be sent to another process


def _attribute(name: str) -> property:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), write)
