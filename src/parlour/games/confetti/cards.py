"""Confetti's cards, table and options as data, and custom decks from a file."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import BadInput, Choice, NamedOrCustom, Option

CARDS = 84  # CON-02
SEATS = 7
KINDS = 6  # colours, or shapes
LETTERS = "ROYGBP"  # CON-05, in the order of table CON-A
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
SHAPES = ("triangle", "square", "pentagon", "star", "cross", "ring")  # CON-93, shape i in colour i (CON-91)
SIZES = ("small", "medium", "big")

# Table CON-A: card 6 k + s is (s, s + d, s + e) mod 6 for the k-th pair (d, e).
PAIRS = ((1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5), (3, 2), (3, 4), (3, 5), (4, 1), (4, 2), (4, 5), (5, 3))
BALANCED = np.array([[s, (s + d) % 6, (s + e) % 6] for d, e in PAIRS for s in range(6)], np.int8)

# All possible cards: three different colours in three sizes.
POSSIBLE = np.array(
    [[s, m, b] for s in range(6) for m in range(6) for b in range(6) if s != m != b != s],
    np.int8,
)

BLACK_FACE = (37 * np.arange(CARDS) + 11) % CARDS  # CON-93: the card whose white pattern the black face of card i shows

# How the middle is drawn: one cell for each card, which lies at most JITTER from its cell's centre (CON-12). With these
# sizes more than 60 per cent of a face stays visible even if all four neighbours lean over it.
COLUMNS, ROWS = 12, 7
CELL = 100
CARD_SIDE = 84
JITTER = 12


def name_of(face: Sequence[int]) -> str:
    """(0, 1, 2) is "ROY": small red, medium orange, big yellow."""
    return "".join(LETTERS[colour] for colour in face)


DECK: tuple[str, ...] = tuple(name_of(face) for face in BALANCED.tolist())


def read_card(given: Any) -> list[int]:
    """The three colours of a card written like ROY."""
    if not isinstance(given, str) or len(given) != len(SIZES) or any(letter not in LETTERS for letter in given):
        raise BadInput(
            f"a Confetti card is three of the letters {LETTERS}, small, medium and big, such as ROY, not {given!r}"
        )
    if len(set(given)) < len(SIZES):
        raise BadInput(f"a Confetti card shows three different colours (CON-04), so it cannot be {given}")
    return [LETTERS.index(letter) for letter in given]


def read_deck(given: Mapping[str, Any]) -> NDArray[np.int8]:
    """A custom deck: `cards = ["ROY", ...]`, the white sides of all 84 cards. A card may be there more than once."""
    unknown = sorted(set(given) - {"cards"})
    if unknown:
        raise BadInput(f"a Confetti deck has only one entry, cards; {unknown[0]} is not known")
    cards = given.get("cards")
    if not isinstance(cards, list):
        raise BadInput('a Confetti deck is a list of 84 cards, such as cards = ["ROY", ...]')
    faces = [read_card(card) for card in cards]
    if len(faces) != CARDS:
        raise BadInput(f"a Confetti deck has 84 cards (CON-02), not {len(faces)}")
    return np.array(faces, np.int8)


NOT_DRAWN_YET = np.full((CARDS, 3), -1, np.int8)  # random-84: the deal will draw the cards


def put_deck(state: Any, white: NDArray[np.int8]) -> None:
    """Write the faces of the side in play into the state. The option `side` is written before this one."""
    state["random_deck"] = white is NOT_DRAWN_YET
    state["deck"][:] = white[BLACK_FACE] if state["side"] else white


OPTIONS: tuple[Option, ...] = (
    Choice(
        "stealing",
        ("CON-24", "CON-27"),
        "how long a card that a player has taken can be stolen",
        values=("until-held", "auto-held-after-2s", "off"),
    ),
    Choice(
        "conflict",
        ("CON-37", "CON-38"),
        "what happens when two players grab the same card",
        values=("tug", "first-come"),
    ),
    Choice(
        "round2_pool",
        ("CON-79",),
        "which cards lie in the middle in round 2 of the main game",
        values=("second-half", "cumulative"),
    ),
    Choice(
        "limit",
        ("CON-44",),
        "whether a card beyond the limit is refused or penalised",
        values=("hard", "soft-with-penalty"),
    ),
    Choice(
        "extra_card",
        ("CON-64",),
        "how often a card that is both beyond the limit and unused is penalised",
        values=("once", "twice"),
    ),
    Choice("side", ("CON-90",), "which side of the cards is up", values=("white", "black")),
    NamedOrCustom(
        "deck",
        ("CON-06",),
        "which 84 cards are played with",
        named={"balanced": BALANCED, "random-84": NOT_DRAWN_YET},
        parse=read_deck,
        put=put_deck,
    ),
    Choice("layout", ("CON-12",), "how the cards lie in the middle", values=("scatter", "grid")),
    Choice("round_seconds", ("CON-16",), "how long the sand runs", values=(60, 45, 90)),
    Choice(
        "solo_pool",
        ("CON-87",),
        "which cards come into the middle in each round of a single player",
        values=("main-pattern", "fifths", "all"),
    ),
)
