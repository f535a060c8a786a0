"""What the translator knows about a value: enough to choose the JavaScript operator that does what Python's does.

Kinds grow from NOTHING_YET towards ANY while a program is read again and again, until nothing changes.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

SAFE = 2**53 - 1  # the largest whole number that JavaScript's numbers hold exactly


@dataclass(frozen=True)
class Kind:
    """One of the simple kinds below, or one of the subclasses."""

    name: str = ""


NOTHING_YET = Kind("nothing")
NONE = Kind("None")
BOOL = Kind("bool")
NATURAL = Kind("natural")  # at least 0, and a JavaScript number
SMALL = Kind("small")  # a JavaScript number
WHOLE = Kind("whole")  # a JavaScript number up to SAFE, a bigint beyond it
FLOAT = Kind("float")
TEXT = Kind("text")
ANY = Kind("any")

NUMBERS = (NATURAL, SMALL, WHOLE, FLOAT)  # each contains those before it, in this order


@dataclass(frozen=True)
class ListOf(Kind):
    """A list, or a tuple of unknown length."""

    item: Kind = NOTHING_YET


@dataclass(frozen=True)
class TupleOf(Kind):
    items: tuple[Kind, ...] = ()


@dataclass(frozen=True)
class DictOf(Kind):
    key: Kind = NOTHING_YET
    value: Kind = NOTHING_YET


@dataclass(frozen=True)
class Maybe(Kind):
    """None, or something."""

    inner: Kind = NOTHING_YET


@dataclass(frozen=True)
class Member(Kind):
    """A member of an enumeration; in JavaScript its number."""

    enum: type[IntEnum] = IntEnum


@dataclass(frozen=True)
class StructOf(Kind):
    """A msgspec struct."""

    struct: type = object


@dataclass(frozen=True)
class ObjectOf(Kind):
    """An object with these fields: a named tuple, or data read from JSON, where `.get` reads what may be missing."""

    fields: tuple[tuple[str, Kind], ...] = ()

    def field(self, name: str) -> Kind | None:
        return dict(self.fields).get(name)


@dataclass(frozen=True)
class RecordOf(Kind):
    """A state, or what a seat sees of it."""

    dtype: Any = None


def join(one: Kind, other: Kind) -> Kind:
    """The smallest kind that contains both."""
    if one == other or other == NOTHING_YET:
        return one
    if one == NOTHING_YET:
        return other
    if NONE in (one, other) or isinstance(one, Maybe) or isinstance(other, Maybe):
        inner = join(without_none(one), without_none(other))
        return inner if inner == ANY else Maybe(inner=inner)
    if isinstance(one, TupleOf) and isinstance(other, TupleOf) and len(one.items) == len(other.items):
        return TupleOf(items=tuple(map(join, one.items, other.items)))
    if isinstance(one, DictOf) and isinstance(other, DictOf):
        return DictOf(key=join(one.key, other.key), value=join(one.value, other.value))
    if is_list(one) and is_list(other):
        return ListOf(item=join(item_of(one), item_of(other)))
    one, other = as_number(one), as_number(other)
    if one in NUMBERS and other in NUMBERS:
        return NUMBERS[max(NUMBERS.index(one), NUMBERS.index(other))]
    return ANY


def without_none(kind: Kind) -> Kind:
    if isinstance(kind, Maybe):
        return kind.inner
    return NOTHING_YET if kind == NONE else kind


def is_list(kind: Kind) -> bool:
    return isinstance(kind, ListOf | TupleOf)


def item_of(kind: Kind) -> Kind:
    """The kind of the elements of a list or a tuple."""
    if isinstance(kind, ListOf):
        return kind.item
    assert isinstance(kind, TupleOf)
    joined = NOTHING_YET
    for item in kind.items:
        joined = join(joined, item)
    return joined


def as_number(kind: Kind) -> Kind:
    """The kind of number that a member of an enumeration is; other kinds as they are."""
    if isinstance(kind, Member):
        return NATURAL if min(kind.enum) >= 0 else SMALL
    return kind


def kind_of_value(value: Any) -> Kind:
    """The kind of a constant."""
    if value is None:
        return NONE
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, IntEnum):
        return Member(enum=type(value))
    if isinstance(value, int | np.integer):
        return WHOLE if abs(int(value)) > SAFE else NATURAL if value >= 0 else SMALL
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, str):
        return TEXT
    if isinstance(value, np.ndarray):
        return kind_of_value(value.tolist())
    if isinstance(value, tuple):
        return TupleOf(items=tuple(map(kind_of_value, value)))
    if isinstance(value, list):
        return ListOf(item=item_of(kind_of_value(tuple(value))))
    if isinstance(value, dict):
        keys, values = kind_of_value([*value]), kind_of_value([*value.values()])
        return DictOf(key=item_of(keys), value=item_of(values))
    return ANY


def kind_of_field(dtype: Any) -> Kind:
    """The kind of a field of a record, as `readRecord` reads it."""
    if dtype.subdtype is not None:
        kind = kind_of_field(dtype.base)
        for _ in dtype.shape:
            kind = ListOf(item=kind)
        return kind
    return FLOAT if dtype.kind == "f" else WHOLE if dtype.itemsize == 8 else SMALL
