"""Parrot tables laid by hand, and what is read off them. Places are counted from 0 here, from 1 in the rulebook."""

from tests.helpers import table

from parlour import Match
from parlour.games.parrot.cards import NONE, PAIRS
from parlour.games.parrot.rules import (
    FLOAT,
    OPEN,
    Phase,
)


def card(text: str) -> int:
    return 13 if text == "P" else int(text)


def lay(match: Match, seat: int, box: str) -> None:
    """Lay a Box: top row / bottom row, P a Parrot, a card in brackets face down."""
    for place, text in enumerate(box.replace("/", " ").split()):
        match.state.up[seat, place] = not text.startswith("(")
        match.state.box[seat, place] = card(text.strip("()"))


def boxed(*boxes: str, pile: str = "0 1 2 3 4 5 6 7", discards: str = "12", turn: int = 0, **options: object) -> Match:
    """A match in the middle of a round: seat `turn` is to begin a turn. Piles are written bottom to top."""
    match = table("parrot", len(boxes), **options)
    state = match.state
    state.phase, state.turn = Phase.CHOOSE, turn
    for seat, box in enumerate(boxes):
        state.opening[seat] = 0
        lay(match, seat, box)
    lay_pile(match, pile)
    for i, text in enumerate(discards.split()):
        state.discards[i] = card(text)
    state.discarded = len(discards.split())
    match.look_again()
    return match


def lay_pile(match: Match, pile: str) -> None:
    cards = pile.split()
    match.state.pile[:] = NONE
    match.state.pile[: len(cards)] = [card(text) for text in cards]
    match.state.pile_left = len(cards)


def box(match: Match, seat: int) -> str:
    """The Box as `lay` takes it."""
    cards = match.state.box[seat].tolist()
    up = match.state.up[seat].tolist()
    words = ["P" if c == 13 else str(c) for c in cards]
    words = [word if u else f"({word})" for word, u in zip(words, up)]
    return " ".join(words[:4]) + " / " + " ".join(words[4:])


def top(match: Match) -> int:
    return int(match.state.discards[match.state.discarded - 1])


PLAIN = "1 2 3 4 / (5) (6) (7) (8)"


BIRD_BOX = "5 (1) 8 (2) / P 3 (4) 1"


LAST = "1 2 3 4 / 5 6 7 (8)"


def pair(a: int, b: int) -> int:
    return OPEN + [tuple(p) for p in PAIRS.tolist()].index((a, b))


def float_to(start: int, landing: int) -> int:
    return FLOAT + 8 * start + landing
