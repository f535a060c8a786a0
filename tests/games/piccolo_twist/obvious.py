"""Piccolo Twist, slow and obvious: where the cards are and what they count, without using the rules' code."""

from typing import Any

SCORES_AT = "every step"

TYPES = ["hat", "potion", "chameleon", "candle"]
COLOURS = ["red", "yellow", "green", "blue"]


def row(state: Any, seat: int) -> list[int]:
    """A seat's cards from the bottom of the stack to the bottom of the bank."""
    cards, at = [], int(state.first[seat])
    for _ in range(int(state.stack_left[seat]) + int(state.bank_left[seat])):
        cards.append(int(state.row[seat][at]))
        at = (at + 1) % 64
    return cards


def stack(state: Any, seat: int) -> list[int]:
    """Bottom first. (Under a leaver's up cards the bank is slipped; the row keeps it behind them.)"""
    return row(state, seat)[: int(state.stack_left[seat])]


def bank(state: Any, seat: int) -> list[int]:
    """Top first."""
    return row(state, seat)[int(state.stack_left[seat]) :]


def all_cards(state: Any) -> list[int]:
    """Every card, wherever it is."""
    return sorted(int(card) for seat in range(5) for card in state.row[seat] if card != -128)


def full_deck(state: Any) -> list[int]:
    return list(range(56))


def scores(state: Any) -> list[int]:
    """TWI-50 to TWI-52: the last player has all cards; otherwise players still in count bank and stack, and the stacks
    of players who are out count for nobody."""
    playing = [seat for seat in range(int(state.seats)) if state.playing[seat]]
    counted = [0] * int(state.seats)
    for seat in playing:
        counted[seat] = 56 if len(playing) == 1 else len(row(state, seat))
    return counted


def face(state: Any, card: int) -> tuple[str, str, int]:
    number = int(state.faces[card])
    return TYPES[number // 32], COLOURS[number // 8 % 4], number % 8


def tableau(state: Any) -> list[tuple[str, str, int]]:
    """What everybody can see (TWI-61)."""
    return [face(state, int(card)) for card in state.tops[: int(state.seats)] if card >= 0]


def is_five(tops: list[tuple[str, str, int]]) -> bool:
    """TWI-16 to TWI-18."""
    for name in TYPES + COLOURS:
        if sum(amount for kind, colour, amount in tops if name in (kind, colour)) == 5:
            return True
    return False
