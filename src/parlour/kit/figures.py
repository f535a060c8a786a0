"""How a game describes what the lab measures, as data: each figure says what it takes from the tallies of matches.

For a block of matches a figure gives one value and weight per match and group. Only their sums are kept, so a run may
have any length; the sums are enough for a mean, or a ratio, and its 95 % interval.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .compile import rule


@dataclass(frozen=True, eq=False)
class Measure:
    """What is written down about each match: further fields of its tally, and the rules that fill them in."""

    fields: Mapping[str, Any]
    opened: Callable[..., Any]  # opened(state, tally): the match was just dealt
    noted: Callable[
        ..., Any
    ]  # noted(before, state, seat, action, tally): after each change; seat -1 if a timer caused it
    closed: Callable[..., Any]  # closed(state, tally): the match is over


@rule
def _opened(state, tally):  # type: ignore[no-untyped-def]
    pass


@rule
def _noted(before, state, seat, action, tally):  # type: ignore[no-untyped-def]
    pass


NO_MEASURE = Measure({}, _opened, _noted, _opened)


Column = NDArray[np.float64]  # one number per match of a block
Values = Mapping[str, tuple[Column, Column]]  # group -> values, weights (weight 0: no such thing in that match)


@dataclass(frozen=True)
class Facts:
    """What figures may need to know about a run."""

    seats: int
    players: tuple[str, ...]  # as `who` in the tallies numbers them; players of one name are one group
    options: Mapping[str, Any]
    lowest_wins: bool


@dataclass(frozen=True)
class Means:
    """A mean for each group: the sum of values divided by the sum of weights, with its interval."""

    title: str
    says: str  # one sentence: what is counted, and how to read it
    unit: str
    values: Callable[[NDArray[Any], Facts], Values]
    share: bool = False  # a proportion, shown in per cent


@dataclass(frozen=True)
class Spread:
    """How a number is distributed in each group."""

    title: str
    says: str
    unit: str
    counts: Callable[[NDArray[Any], Facts], Mapping[str, tuple[Column, Column]]]  # group -> where, how many


@dataclass(frozen=True)
class Study:
    """A game's own part of the report."""

    measure: Measure
    figures: tuple[Means | Spread, ...]


def by_player(
    tallies: NDArray[Any], facts: Facts, values: NDArray[Any], weights: NDArray[Any] | None = None
) -> dict[str, tuple[Column, Column]]:
    """Values given per match and seat, grouped by who sat there."""
    values = np.asarray(values, np.float64)[:, : facts.seats]
    weights = np.ones_like(values) if weights is None else np.asarray(weights, np.float64)[:, : facts.seats]
    who = tallies["who"][:, : facts.seats]
    groups: dict[str, tuple[Column, Column]] = {}
    for name in dict.fromkeys(facts.players):
        sat = np.isin(who, [number for number, other in enumerate(facts.players) if other == name])
        groups[name] = ((values * sat).sum(axis=1), (weights * sat).sum(axis=1))
    return groups


def by_seat(
    facts: Facts, values: NDArray[Any], weights: NDArray[Any] | None = None
) -> dict[str, tuple[Column, Column]]:
    """Values given per match and seat, seat by seat."""
    values = np.asarray(values, np.float64)
    weights = np.ones_like(values) if weights is None else np.asarray(weights, np.float64)
    return {f"seat {seat + 1}": (values[:, seat], weights[:, seat]) for seat in range(facts.seats)}


def overall(values: NDArray[Any], weights: NDArray[Any] | None = None) -> dict[str, tuple[Column, Column]]:
    """One number per match, all in one group."""
    column = np.asarray(values, np.float64)
    return {"": (column, np.ones_like(column) if weights is None else np.asarray(weights, np.float64))}


def win_shares(tallies: NDArray[Any], facts: Facts) -> NDArray[np.float64]:
    """Per match and seat: 1 for the winner, shared evenly by several."""
    scores = tallies["scores"][:, : facts.seats]
    best = (scores.min if facts.lowest_wins else scores.max)(axis=1, keepdims=True)
    won = scores == best
    shares: NDArray[np.float64] = won / won.sum(axis=1, keepdims=True)
    return shares
