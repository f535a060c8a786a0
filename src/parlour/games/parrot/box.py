"""A Box as the page shows it while a round is played: its columns, its sets, and what they count so far.

Cards are named as in a view. These functions are translated for the page, so that it counts as the rules do.
"""

import msgspec

from parlour.kit import in_python

from .cards import COLUMNS, HIDDEN, KINDS, PAIR_OF_NOTHING, PARROT, SET_POINTS, WILD_PAIR, name_of
from .counts import plus_one
from .rules import best_number, count_box

CARD_NAMED = {name_of(card): card for card in (HIDDEN, *range(KINDS))}


class Column(msgspec.Struct):
    """`kind` is "open" while a card is down, "parrots" for two of them (PAR-79), "pair" or "sum"."""

    kind: str
    number: int | None  # of a Pair
    points: int  # known to count here, before sets


class SetOfPairs(msgspec.Struct):
    """A Quartet, Sextet or Octet."""

    number: int
    columns: list[int]
    points: int


def columns_of(box: list[str]) -> list[Column]:
    cards = [CARD_NAMED[name] for name in box]
    return [_column(cards[i], cards[i + COLUMNS]) for i in range(COLUMNS)]


def _column(a: int, b: int) -> Column:
    if HIDDEN in (a, b):
        return Column("open", None, _value(a) + _value(b))
    if a == PARROT and b == PARROT:
        return Column("parrots", None, 0)
    if a == b or PARROT in (a, b):
        return Column("pair", b if a == PARROT else a, 0)
    return Column("sum", None, a + b)


def _value(card: int) -> int:
    return 0 if card in (HIDDEN, PARROT) else card


def sets_of(box: list[str], wild: bool) -> list[SetOfPairs]:
    """With `wild`, two Parrots join where they help most (PAR-79)."""
    joined: dict[int, list[int]] = {}
    pairs = 0
    columns = columns_of(box)
    for place, column in enumerate(columns):
        if column.number is not None:
            joined.setdefault(column.number, []).append(place)
            pairs = in_python(plus_one)(pairs, column.number)
    for place, column in enumerate(columns):
        if wild and column.kind == "parrots":
            number = in_python(best_number)(pairs)
            joined.setdefault(number, []).append(place)
            pairs = in_python(plus_one)(pairs, number)
    return [
        SetOfPairs(number, sorted(places), int(SET_POINTS[len(places)]))
        for number, places in joined.items()
        if len(places) > 1
    ]


def points_of(box: list[str], wild: bool) -> int:
    """The points of all face-up cards; of a Box without down cards, its score."""
    cards = [CARD_NAMED[name] for name in box]
    if HIDDEN not in cards:
        return int(in_python(count_box)(cards, WILD_PAIR if wild else PAIR_OF_NOTHING))
    return sum(column.points for column in columns_of(box)) + sum(each.points for each in sets_of(box, wild))
