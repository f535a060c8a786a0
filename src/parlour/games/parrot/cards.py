"""Parrot's cards and options."""

import numpy as np

from parlour.kit import Choice, Option

PARROT = 13  # a card is its number, 0 to 12, or this
KINDS = 14

NONE = -1  # no card there
HIDDEN = -2  # a card that this seat may not see

DECK = np.concatenate([np.repeat(np.arange(13, dtype=np.int8), 8), np.full(4, PARROT, np.int8)])  # PAR-02, PAR-03
COPIES = np.bincount(DECK).astype(np.int8)  # how many cards of each kind

PLACES = 8  # in a Box: 0 to 3 the top row, 4 to 7 the bottom row (the rulebook counts from 1)
COLUMNS = 4

# The openings: two of the eight places are turned up (PAR-15), which makes 28 pairs.
PAIRS = np.array([(a, b) for a in range(PLACES) for b in range(a + 1, PLACES)], np.int8)

# By the number of Pairs of one number, what their set takes off (PAR-66): Pair, Quartet, Sextet, Octet.
SET_POINTS = np.array([0, 0, -10, -15, -20], np.int8)

ROUNDS = np.array([5, 3, 1], np.int8)

# The state holds the index of a chosen value: for the number of rounds an index into ROUNDS, else one of these.
PAIR_OF_NOTHING, WILD_PAIR = range(2)
AS_THE_TURN, FREE_EXTRA = range(2)
NOT_ALLOWED, ALLOWED_WITH_REVEAL = range(2)

OPTIONS: tuple[Option, ...] = (
    Choice("rounds", ("PAR-101",), "how many rounds are played", tuple(ROUNDS.tolist())),
    Choice("two_parrots", ("PAR-79",), "what two Parrots in one column count as", ("pair-of-nothing", "wild-pair")),
    Choice("float", ("PAR-89",), "whether floating is the whole turn", ("as-the-turn", "free-extra")),
    Choice(
        "decline_discard",
        ("PAR-28",),
        "whether a card taken from the discard pile may be put back",
        ("not-allowed", "allowed-with-reveal"),
    ),
)


def name_of(card: int) -> str:
    """A card in words: its number, P for a Parrot, ? for a card that is not known."""
    return "P" if card == PARROT else "?" if card == HIDDEN else str(card)
