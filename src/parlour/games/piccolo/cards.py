"""Piccolo's decks and options."""

from collections.abc import Mapping
from typing import Any

from parlour.games.bell.cards import BELL_OPTIONS
from parlour.kit import BadInput, Choice, NamedOrCustom, SeatChoice

FRUITS = ("banana", "strawberry", "lime", "plum")
AMOUNTS = (1, 2, 3, 4, 5)
DECK_SIZE = 55

# Table PIC-A: how many cards with each amount from 1 to 5 a fruit has.
HALLI = (5, 3, 3, 2, 1)
HOUSE = {"banana": HALLI, "strawberry": HALLI, "lime": HALLI, "plum": (4, 3, 3, 2, 1)}

Counts = Mapping[str, tuple[int, ...]]


def parse_deck(given: Mapping[str, Any]) -> Counts:
    """A custom deck: for each fruit, how many cards show 1, 2, 3, 4 and 5 of it, 55 cards in all (PIC-02).

    banana = [5, 3, 3, 2, 1]
    """
    for fruit in given:
        if fruit not in FRUITS:
            raise BadInput(f"a Piccolo deck has no fruit {fruit!r}; its fruits are {', '.join(FRUITS)} (PIC-04)")
    counts = {fruit: _read_counts(fruit, given.get(fruit, ())) for fruit in FRUITS}
    total = sum(sum(row) for row in counts.values())
    if total != DECK_SIZE:
        raise BadInput(f"a Piccolo deck has {DECK_SIZE} cards (PIC-02), but these counts add up to {total}")
    return counts


def _read_counts(fruit: str, row: Any) -> tuple[int, ...]:
    if not isinstance(row, list | tuple) or len(row) != len(AMOUNTS):
        raise BadInput(f"the deck needs five counts for {fruit}, one for each amount from 1 to 5, such as [5,3,3,2,1]")
    for count in row:
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise BadInput(f"the deck's counts for {fruit} must be whole numbers of 0 or more, not {count!r}")
    return tuple(row)


def put_deck(state: Any, counts: Counts) -> None:
    """Write the faces into a state: card by card, fruit after fruit, by increasing amount."""
    card = 0
    for number, fruit in enumerate(FRUITS):
        for amount, count in zip(AMOUNTS, counts[fruit], strict=True):
            state["fruit"][card : card + count] = number
            state["amount"][card : card + count] = amount
            card += count
    state["cards"] = card


OPTIONS = (
    *BELL_OPTIONS,
    NamedOrCustom(
        "deck",
        ("PIC-02", "PIC-04"),
        "the cards used",
        named={"halli-minus-one": HOUSE, "halli-56": dict.fromkeys(FRUITS, HALLI)},
        parse=parse_deck,
        put=put_deck,
    ),
    SeatChoice(
        "dealer",
        ("PIC-05",),
        "who deals the first game at a table, a seat counted from 1; later the deal passes clockwise",
        values=("random", 1, 2, 3, 4, 5),
    ),
    Choice(
        "elimination",
        ("PIC-39",),
        "when a player with an empty draw pile is out",
        values=("next-turn", "immediate", "when-discard-lost"),
    ),
    Choice(
        "short_payment",
        ("PIC-32",),
        "what happens to a wrong ringer who cannot pay everybody",
        values=("pay-and-out", "pay-and-stay", "use-discard"),
    ),
    Choice("cap_minutes", ("PIC-49",), "after how many minutes the next right ring ends the game", values=(15, "none")),
)
