"""Records as plain Python, for what shows a match to people: there reading a field of NumPy's costs microseconds."""

import builtins
from collections.abc import Callable
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any, cast


def plain(seen: Any) -> Any:
    """The same record, read once: its fields are numbers and lists of numbers."""
    parts = zip(seen.dtype.names, seen.item(), strict=True)
    return SimpleNamespace(**{name: part.tolist() if hasattr(part, "tolist") else part for name, part in parts})


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
