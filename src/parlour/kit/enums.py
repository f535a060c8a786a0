"""Enumerations for rules: as in Python, but quick beside NumPy's numbers."""

import enum
import operator
from collections.abc import Callable
from typing import Any


class IntEnum(enum.IntEnum):
    """NumPy takes 4 µs to compare a number with one of a class that it does not know, a hundred times as long as with a
    plain one, and interpreted rules do little else. So it is told to leave operations to the members, which carry
    them out as plain numbers."""

    __array_ufunc__ = None


def _forward(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: operation(self._value_, other)


def _backward(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: operation(other, self._value_)


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(IntEnum, f"__{_name}__", _forward(getattr(operator, _name)))
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor"):
    _operation = getattr(operator, f"__{_name}__")
    setattr(IntEnum, f"__{_name}__", _forward(_operation))
    setattr(IntEnum, f"__r{_name}__", _backward(_operation))
