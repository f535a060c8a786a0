"""Sets of cards as bits: card 5 is in a set if bit 5 of a 64-bit number is 1. Sets of seats and of bonus cards too."""

import numpy as np

from parlour.kit import rule

from .cards import SUITS, TARGETS, VALUES

SUIT_BITS = np.array([0xFFF << (VALUES * suit) for suit in range(len(SUITS))], np.int64)

# The powers of two from 0 to 65 leave different remainders when divided by 67, so a table finds the lowest bit of a set
# without a search. Looking at all 48 bits instead would make random matches 29 % slower.
MODULUS = np.uint64(67)
BIT_OF_REMAINDER = np.zeros(67, np.int64)
for _bit in range(TARGETS):
    BIT_OF_REMAINDER[(1 << _bit) % 67] = _bit


@rule
def holds(cards, card):
    return (int(cards) >> int(card)) & 1 == 1


@rule
def size(cards):
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@rule
def set_of(row, first, last):
    """The cards of row[first:last]."""
    cards = 0
    for i in range(first, last):
        cards |= 1 << np.int64(row[i])
    return cards


@rule
def lowest_in(cards):
    """The smallest number in a set that is not empty."""
    return BIT_OF_REMAINDER[np.uint64(cards & -cards) % MODULUS]


@rule
def write_moves(cards, base, moves):
    """Write base + card for each card of a set, ascending, and return how many there are."""
    count = 0
    while cards:
        moves[count] = base + lowest_in(cards)
        cards &= cards - 1
        count += 1
    return count


@rule
def suit_of(card):
    return int(card) // VALUES


@rule
def value_of(card):
    return int(card) % VALUES + 1
