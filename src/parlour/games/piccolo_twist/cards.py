"""Piccolo Twist's deck and options. Each card shows one type in one colour, 1 to 5 times (TWI-02 to TWI-04)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.games.bell.cards import BELL_OPTIONS
from parlour.kit import BadInput, Choice, NamedOrCustom, Option, inlined

TYPES = ("hat", "potion", "chameleon", "candle")
COLOURS = ("red", "yellow", "green", "blue")
DECK_SIZE = 56
MOST = 5  # no card shows more

# Table TWI-A. The amounts of a combination depend only on its class (colour - type) mod 4, so that every type and
# every colour has five 1s, three 2s, three 3s, two 4s and one 5.
AMOUNTS_OF_CLASS = ((1, 1, 2, 3), (1, 2, 3, 4), (1, 2, 4), (1, 3, 5))

# The state keeps a face as one small number: three bits of amount, two of colour, two of type.


def face_of(kind: str, colour: str, amount: int) -> int:
    return TYPES.index(kind) << 5 | COLOURS.index(colour) << 3 | amount


@inlined
def type_of(face):  # type: ignore[no-untyped-def]
    return face >> 5


@inlined
def colour_of(face):  # type: ignore[no-untyped-def]
    return face >> 3 & 3


@inlined
def amount_of(face):  # type: ignore[no-untyped-def]
    return face & 7


def parts_of(face: int) -> tuple[str, str, int]:
    return TYPES[face >> 5], COLOURS[face >> 3 & 3], face & 7


def name_of(face: int) -> str:
    """A card in words, as in "red hat 2"."""
    kind, colour, amount = parts_of(face)
    return f"{colour} {kind} {amount}"


BALANCED = {
    kind: {
        colour: list(AMOUNTS_OF_CLASS[(COLOURS.index(colour) - TYPES.index(kind)) % len(TYPES)]) for colour in COLOURS
    }
    for kind in TYPES
}


def parse_deck(given: Mapping[str, Any]) -> NDArray[np.int8]:
    """A custom deck: for each type a table of colours, each with the list of its amounts, such as `[hat]` and
    `red = [1, 1, 2, 3]`. A combination without cards may be left out."""
    _known(given, TYPES, "type", "the deck")
    faces = []
    for kind, colours in given.items():
        if not isinstance(colours, Mapping):
            raise BadInput(f"in the deck, {kind} should be a table of colours, such as red = [1, 1, 2, 3]")
        _known(colours, COLOURS, "colour", kind)
        for colour, amounts in colours.items():
            if not isinstance(amounts, Sequence) or isinstance(amounts, str):
                raise BadInput(f"in the deck, {colour} {kind} should be a list of amounts, not {amounts!r}")
            for amount in amounts:
                if type(amount) is not int or not 1 <= amount <= MOST:
                    raise BadInput(f"in the deck, {colour} {kind} has the amount {amount!r}; amounts are 1 to {MOST}")
                faces.append(face_of(kind, colour, amount))
    if len(faces) != DECK_SIZE:
        raise BadInput(f"the deck has {len(faces)} cards; Piccolo Twist is played with {DECK_SIZE} (TWI-02)")
    return np.array(sorted(faces), np.int8)


def _known(given: Mapping[str, Any], names: tuple[str, ...], what: str, where: str) -> None:
    for name in given:
        if name not in names:
            raise BadInput(f"{where} has no {what} {name!r}; there are {', '.join(names)}")


def put_deck(state: Any, faces: NDArray[np.int8]) -> None:
    state["cards"] = DECK_SIZE
    state["faces"] = faces


OPTIONS: tuple[Option, ...] = (
    *BELL_OPTIONS,
    Choice("own_stack", ("TWI-23",), "where the stack of the round's winner goes", values=("to-bank", "stays")),
    Choice(
        "short_payment",
        ("TWI-32",),
        "what happens to a wrong ringer who cannot pay everybody",
        values=("last-chance", "out"),
    ),
    Choice(
        "last_chance_wrong_ring",
        ("TWI-43",),
        "what a wrong ring does to a player on a last chance",
        values=("out", "ignored"),
    ),
    Choice(
        "game_end",
        ("TWI-46", "TWI-47"),
        "how a game of three or more ends once somebody is out",
        values=("one-last-round", "play-to-one-survivor"),
    ),
    Choice(
        "two_player_end",
        ("TWI-53",),
        "when an empty bank loses a game of two players",
        values=("at-next-flip", "immediate"),
    ),
    Choice("cap_minutes", ("TWI-55",), "after how many minutes the current round is the last", values=(15, "none")),
    NamedOrCustom(
        "deck",
        ("TWI-04",),
        "the 56 cards, as amounts per type and colour",
        named={"balanced": parse_deck(BALANCED)},
        parse=parse_deck,
        put=put_deck,
    ),
)
