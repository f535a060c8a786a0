"""Records as plain Python, for what shows a match to people: there reading a field of NumPy's costs microseconds."""

import builtins
import math
from collections.abc import Callable
from functools import cache
from struct import Struct
from types import FunctionType
from typing import Any, NamedTuple, cast

import numpy as np

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u8": "Q", "f8": "d"}  # NumPy's names of numbers, and Python's


class Plain:
    """A record as it was at one moment: its fields are numbers and lists of numbers."""

    def __init__(self, reader: "Reader", data: bytes) -> None:
        self._reader, self._data = reader, data
        reader.read(data, self.__dict__)

    def __getattr__(self, name: str) -> Any:
        self._reader.ask(name)
        self._reader.read(self._data, self.__dict__)
        return self.__dict__[name]


class Reader:
    """Reads records of one type: only the fields that were ever asked for, and those in one go."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._fields = {name: (field[1], field[0]) for name, field in (dtype.fields or {}).items()}
        self._asked: set[str] = set()
        self._plan = Plan(Struct("="), [], [])

    def read(self, data: bytes, into: dict[str, Any]) -> None:
        unpacker, parts, tables = self._plan
        numbers = unpacker.unpack_from(data)
        for name, first, last in parts:
            into[name] = list(numbers[first:last]) if last else numbers[first]
        for name, offset, kind in tables:  # of many small lists NumPy makes them quicker
            into[name] = np.ndarray(kind.shape, kind.base, data, offset).tolist()

    def ask(self, name: str) -> None:
        """Somebody wants this field, and will want it of the next records too."""
        if name not in self._fields:
            raise AttributeError(f"the record has no field {name!r}")
        self._asked = {*self._asked, name}
        codes, parts, tables, count, end = "=", [], [], 0, 0
        for offset, kind, asked in sorted((*self._fields[asked], asked) for asked in self._asked):
            if len(kind.shape) > 1:
                tables.append((asked, offset, kind))
                continue
            many = math.prod(kind.shape)
            codes += f"{offset - end}x{many}{CODES[kind.base.str[1:]]}"
            parts.append((asked, count, count + many if kind.shape else 0))
            count, end = count + many, offset + kind.itemsize
        self._plan = Plan(Struct(codes), parts, tables)  # in one piece: another thread may be reading


class Plan(NamedTuple):
    """How to read: all numbers, which of them are which fields (up to 0: a single one), and tables of numbers."""

    numbers: Struct
    parts: list[tuple[str, int, int]]
    tables: list[tuple[str, int, np.dtype[Any]]]


_reader = cache(Reader)


def plain(seen: Any) -> Any:
    """The same record, to be read quickly; later changes of the record do not show."""
    return Plain(_reader(seen.dtype), seen.tobytes())


@cache
def in_python(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule for records that `plain` has read: neither it nor the rules that it calls are compiled.

    It may read fields and rows of them (`state.tops[seat]`), but no tables (`state.box[seat, place]`).
    """
    function = cast(FunctionType, getattr(rule, "py_func", rule))
    named = {name: function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__}
    called = {name: in_python(value) for name, value in named.items() if _is_rule(value)}
    return FunctionType(function.__code__, {"__builtins__": builtins, **named, **called}, function.__name__)


def _is_rule(value: Any) -> bool:
    return hasattr(value, "py_func")
