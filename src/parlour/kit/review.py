"""What the review of a match needs to know of its game: in the module `review.py` of the game's package, as `REVIEW`.

In a turn-based game the search judges every decision (parlour/review/turns.py), and the game says why another move was
better. In a real-time game there is nothing to search: the game itself says what there was to see at each moment, and
sums up how a player used it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .compile import rule
from .record import int16, record

ABOUT = 6
# Why a move is better than another: the number of a reason, and what it speaks of (cards, places, points).
Reason = record(number=int16, about=int16[ABOUT])


@rule
def tell(reason: Any, number: int, first: int, second: int, third: int, fourth: int) -> None:
    """Write a reason and what it speaks of."""
    reason.number = number
    reason.about[0] = first
    reason.about[1] = second
    reason.about[2] = third
    reason.about[3] = fourth


@dataclass(frozen=True)
class Explanation:
    """A reason in words. `{0}`, `{1}` stand for what `words` makes of `about`; rules are those behind it."""

    says: str
    rules: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class TurnReview:
    """The review of a turn-based game."""

    # A `@rule`: reason(seen, seat, played, best, reason) writes into a `Reason` why `best` is better than `played`.
    # It is called only with what the seat saw.
    reason: Callable[..., Any]
    explanations: Mapping[int, Explanation]
    words: Callable[[int, Any], list[str]]  # (number of a reason, about) -> what `{0}`, `{1}` ... stand for


class Moment(NamedTuple):
    """Something that happened in a match, and what the reviewed seat knew right after it."""

    ms: int
    seat: int  # who acted; -1: the deal, or something that happened by itself
    action: int  # -1: none
    note: Any  # what the log has on the action, such as its reaction time; or None
    seen: Any  # the state as the seat saw it
    facts: Any  # what `facts` found in it


@dataclass(frozen=True, eq=False)
class RealTimeReview:
    """The review of a real-time game."""

    Facts: np.dtype[Any]
    facts: Callable[
        ..., Any
    ]  # a `@rule`: facts(seen, seat, facts) writes what there was to see and to do for this seat
    # Plain Python, translated for the page: summary(moments, seat, seats) -> plain data. Its "losses" has a number for
    # each decision: how much worse it was than the best that was possible.
    summary: Callable[[list[Moment], int, int], dict[str, Any]]
    unit: str  # of the losses
    tells: Callable[[dict[str, Any]], list[str]]  # the summary in sentences, for a terminal


Review = TurnReview | RealTimeReview
