"""Records as plain Python objects, for views: reading a field of a NumPy record takes microseconds."""

import builtins
import math
from collections.abc import Callable
from functools import cache
from struct import Struct
from types import FunctionType
from typing import Any, NamedTuple, cast

import numpy as np

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u8": "Q", "f8": "d"}  # NumPy's type codes and those of `struct`


class Plain:
    """A snapshot of a record: its fields are numbers and lists of numbers."""

    def __init__(self, reader: "Reader", data: bytes) -> None:
        self._reader, self._data = reader, data
        reader.read(data, self.__dict__)

    def __getattr__(self, name: str) -> Any:
        self._reader.ask(name)
        self._reader.read(self._data, self.__dict__)
        return self.__dict__[name]


class Reader:
    """Reads records of one type: all fields that were ever asked for, in one go."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._fields = {name: (field[1], field[0]) for name, field in (dtype.fields or {}).items()}
        self._asked: set[str] = set()
        self._plan = Plan(Struct("="), [], [])

    def read(self, data: bytes, into: dict[str, Any]) -> None:
        unpacker, parts, tables = self._plan
        numbers = unpacker.unpack_from(data)
        for name, first, last in parts:
            into[name] = list(numbers[first:last]) if last else numbers[first]
        for name, offset, kind in tables:  # NumPy builds nested lists faster
            into[name] = np.ndarray(kind.shape, kind.base, data, offset).tolist()

    def ask(self, name: str) -> None:
        """Read this field from now on."""
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
        self._plan = Plan(Struct(codes), parts, tables)  # replaced atomically: another thread may be reading


class Plan(NamedTuple):
    """How to unpack a record: all numbers, which slice belongs to which field (end 0: a single number), and tables."""

    numbers: Struct
    parts: list[tuple[str, int, int]]
    tables: list[tuple[str, int, np.dtype[Any]]]


_reader = cache(Reader)


def plain(seen: Any) -> Any:
    """A snapshot of the record that is quick to read."""
    return Plain(_reader(seen.dtype), seen.tobytes())


@cache
def in_python(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule as plain Python, together with all rules that it calls, to be called with snapshots made by `plain`.

    It may index fields (`state.tops[seat]`), but not with two indices (`state.box[seat, place]`).
    """
    function = cast(FunctionType, getattr(rule, "py_func", rule))
    named = {name: function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__}
    called = {name: in_python(value) for name, value in named.items() if _is_rule(value)}
    return FunctionType(function.__code__, {"__builtins__": builtins, **named, **called}, function.__name__)


def _is_rule(value: Any) -> bool:
    return hasattr(value, "py_func")
