"""The cards of Tricky Twist as data: number cards, scoring cards, bonus cards, and custom tables from a file."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from parlour.kit import BadInput, IntEnum

# TRK-03 to TRK-06: card = suit * 12 + value - 1.
SUITS = ("moon", "sun", "square", "circle")
VALUES = 12
CARDS = len(SUITS) * VALUES
LIGHTNING = 7  # TRK-05


class Bonus(IntEnum):
    """TRK-07, TRK-C, TRK-A: in the order in which they are declared (TRK-81)."""

    TAKE_BACK = 0
    FLIP = 1
    JOKER = 2
    STAR = 3
    V1 = 4
    V2 = 5
    V3 = 6
    V4 = 7


BONUS_CARDS = len(Bonus)
ALL_BONUS = (1 << BONUS_CARDS) - 1
BONUS_NAMES = ("Take-back", "Flip", "Joker", "Star", "V1", "V2", "V3", "V4")

# What an action can point at: the number cards, then the bonus cards.
TARGETS = CARDS + BONUS_CARDS

# TRK-12, TRK-A: the two suits on the symbol sides of V1 to V4; their value sides are odd, even, any, plus-or-minus.
SYMBOL_SIDES = np.array([[0, 1], [1, 2], [2, 3], [3, 0]], np.int8)


class Kind(IntEnum):
    """TRK-08, TRK-09: what a scoring card looks at."""

    SEQ = 0
    SUIT2_A = 1
    SUIT2_B = 2
    BEST = 3
    SUITS = 4
    FEW = 5
    MANY = 6
    EVEN = 7
    ODD = 8


KIND_NAMES = ("SEQ", "SUIT2-A", "SUIT2-B", "BEST", "SUITS", "FEW", "MANY", "EVEN", "ODD")
SCORING_CARDS = 9

# TRK-B: stars for a count of 1, 2, 3, ...; the last number applies to every higher count. FEW and MANY count places.
HOUSE_TABLES: dict[str, list[int]] = {
    "SEQ": [1, 3, 6, 9, 12],
    "SUIT2-A": [2, 4, 7, 10, 12],
    "SUIT2-B": [2, 4, 7, 10, 12],
    "BEST": [1, 2, 3, 5, 8, 12],
    "SUITS": [1, 3, 7, 12],
    "FEW": [12, 7, 3, 0],
    "MANY": [12, 7, 3, 0],
    "EVEN": [1, 3, 6, 9, 12],
    "ODD": [1, 3, 6, 9, 12],
}
LONGEST_TABLE = 12
MOST_STARS = 99

# TRK-09, TRK-10.
HOUSE_SCORING_CARDS: dict[str, list[dict[str, Any]]] = {
    "card": [
        {"kind": "SEQ"},
        {"kind": "SUIT2-A", "suits": ["moon", "square"]},
        {"kind": "SUIT2-B", "suits": ["sun", "circle"]},
        {"kind": "BEST"},
        {"kind": "SUITS"},
        {"kind": "FEW"},
        {"kind": "MANY"},
        {"kind": "EVEN"},
        {"kind": "ODD"},
    ]
}


def suit_named(name: Any) -> int:
    """The number of a suit; an unknown name raises BadInput with the list of suits."""
    if name not in SUITS:
        raise BadInput(f"there is no suit {name!r}; there are {', '.join(SUITS)}")
    return SUITS.index(name)


def kind_named(name: Any) -> int:
    if name not in KIND_NAMES:
        raise BadInput(f"there is no scoring card {name!r}; there are {', '.join(KIND_NAMES)}")
    return KIND_NAMES.index(name)


def parse_tables(given: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """Stars per count for each scoring card (TRK-99): one row of whole numbers for each name in table TRK-B."""
    for name in given:
        kind_named(name)
    tables = np.zeros((len(KIND_NAMES), LONGEST_TABLE), np.int8)
    for kind, (name, house) in enumerate(HOUSE_TABLES.items()):
        if name not in given:
            raise BadInput(f"the tables say nothing about {name}; they must list all of {', '.join(KIND_NAMES)}")
        row = given[name]
        if not isinstance(row, list) or not all(type(stars) is int and 0 <= stars <= MOST_STARS for stars in row):
            raise BadInput(f"the table {name} is a list of whole numbers from 0 to {MOST_STARS}, not {row!r}")
        if len(row) < len(house):
            raise BadInput(f"the table {name} is too short: it needs at least {len(house)} numbers and has {len(row)}")
        if len(row) > LONGEST_TABLE:
            raise BadInput(f"the table {name} is too long: it has {len(row)} numbers and can have {LONGEST_TABLE}")
        tables[kind] = row + row[-1:] * (LONGEST_TABLE - len(row))
    return tables


def parse_scoring_cards(given: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The nine scoring cards of the pile (TRK-09), each a kind and, where one is printed, a pair of suits."""
    for name in given:
        if name != "card":
            raise BadInput(f"a list of scoring cards has only [[card]] entries and nothing called {name!r}")
    cards = given.get("card", [])
    if not isinstance(cards, list) or len(cards) != SCORING_CARDS:
        count = len(cards) if isinstance(cards, list) else 0
        raise BadInput(
            f"there are {SCORING_CARDS} scoring cards (TRK-02), so {SCORING_CARDS} [[card]] entries, not {count}"
        )
    return np.array([_parse_scoring_card(card) for card in cards], np.int8)


def _parse_scoring_card(card: Any) -> list[int]:
    if not isinstance(card, Mapping) or not {"kind"} <= set(card) <= {"kind", "suits"}:
        raise BadInput(f"a scoring card has a kind and, if its kind needs them, suits, not {card!r}")
    kind = kind_named(card["kind"])
    two_suits = kind in (Kind.SUIT2_A, Kind.SUIT2_B)
    suits = card.get("suits", [])
    if not isinstance(suits, list) or len(suits) != (2 if two_suits else 0) or len(set(map(str, suits))) != len(suits):
        wants = "two different suits" if two_suits else "no suits"
        raise BadInput(f"the scoring card {card['kind']} shows {wants}, not {suits!r}")
    first, second = [suit_named(suit) for suit in suits] if two_suits else [0, 0]
    return [kind, first, second]


def put_tables(state: Any, tables: Any) -> None:
    state["tables"] = tables


def put_scoring_cards(state: Any, cards: Any) -> None:
    state["scoring_cards"] = cards


def suit_of(card: int) -> str:
    return SUITS[card // VALUES].capitalize()


def card_name(card: int) -> str:
    """ "7 Sun" """
    return f"{card % VALUES + 1} {suit_of(card)}"


def target_name(target: int) -> str:
    return card_name(target) if target < CARDS else BONUS_NAMES[target - CARDS]


def bonus_says(bonus: int, value_side: bool) -> str:
    """What a bonus card does, in a few words."""
    if bonus < Bonus.V1:
        return (
            "at once: one own false trick back to the hand",
            "one own trick becomes a false trick, or the other way round",
            "counts as one trick or one false trick",
            "1 star for each own trick",
        )[bonus]
    if value_side:
        return (
            "a false trick with an odd value",
            "a false trick with an even value",
            "a false trick with any value",
            "+1 or -1 on one own false trick",
        )[bonus - Bonus.V1]
    first, second = SYMBOL_SIDES[bonus - Bonus.V1].tolist()
    return f"a false trick of {SUITS[first].capitalize()} or {SUITS[second].capitalize()}"


KIND_SAYS = (
    "longest run of values",
    "cards of one of two suits",
    "cards of one of two suits",
    "cards of the strongest suit",
    "different suits",
    "fewest false tricks (at least one)",
    "most false tricks (at least one)",
    "even values",
    "odd values",
)
