"""Ratings from cross-play: one number per player that explains how often each wins alone at a table of each other.

The model is Plackett and Luce's for the winner: a player of strength a wins against n - 1 players of strength b with
probability a / (a + (n - 1) b). Ratings are logarithms of strengths on Elo's scale, on which 400 points are ten times
the odds, and `casual` has 0; so they mean the same as those of `parlour.envs.evaluate`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from .estimates import Estimate, Moments

ZERO = "casual"  # the level with a rating of 0
ELO = 400.0  # points of rating for ten times the odds
STEPS = 100  # of Newton's method; a few are enough
LARGEST_STEP = 2.0  # in units of log odds, so that it converges from anywhere


@dataclass(frozen=True)
class Rating:
    """Elo points above the `casual` level (below, if negative), with a 95 % interval: 400 points are ten times the odds
    of winning against the same opponents."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Sums:
    """The results of one player alone at tables of another: the number of matches, and the sums of its shares of the
    wins and of their squares."""

    matches: int
    won: float
    squares: float

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.matches + other.matches, self.won + other.won, self.squares + other.squares)

    @property
    def share(self) -> Estimate:
        """The share of wins with its 95 % interval."""
        products = np.array([[self.squares, self.won], [self.won, self.matches]], np.float64)
        moments = Moments(np.array([self.won, self.matches], np.float64), products, np.array([self.matches]))
        return moments.estimate(self.matches, share=True)


NONE = Sums(0, 0.0, 0.0)


@dataclass(frozen=True)
class Contest:
    """Player `one` alone at tables of player `rest`, both by number."""

    one: int
    rest: int
    sums: Sums


def rate(contests: Sequence[Contest], players: int, seats: int, zero: int) -> list[Rating | None]:
    """The rating of each player; None without a chain of contests that connects it to the player with rating 0.

    Half a win and half a loss are added to each contest, so that ratings are finite. The intervals treat the contests
    as independent, although all of them are played with the same deals.
    """
    known = _connected(contests, players, zero)
    free = [one for one in range(players) if known[one] and one != zero]
    place = {one: k for k, one in enumerate(free)}
    used = [each for each in contests if known[each.one] and each.sums.matches]
    if not free:
        return [Rating(0.0, 0.0, 0.0) if one == zero else None for one in range(players)]
    design = np.zeros((len(used), len(free)))
    for row, each in enumerate(used):
        for one, sign in ((each.one, 1.0), (each.rest, -1.0)):
            if one != zero:
                design[row, place[one]] = sign
    counts = np.array([each.sums.matches + 1.0 for each in used])
    won = np.array([each.sums.won + 0.5 for each in used]) / counts
    spread = np.array([_variance(each.sums, share) for each, share in zip(used, won, strict=True)])
    strengths = np.zeros(len(free))
    for _ in range(STEPS):
        chance = 1 / (1 + (seats - 1) * np.exp(-design @ strengths))
        bread = design.T @ (design * (counts * chance * (1 - chance))[:, None])
        step = np.linalg.solve(bread, design.T @ (counts * (won - chance)))
        strengths += np.clip(step, -LARGEST_STEP, LARGEST_STEP)
        if np.abs(step).max() < 1e-9:
            break
    inverse = np.linalg.inv(bread)
    variance = np.diag(inverse @ (design.T @ (design * (counts * spread)[:, None])) @ inverse)
    return [_rating(one, zero, place, strengths, variance) for one in range(players)]


def _rating(
    one: int, zero: int, place: dict[int, int], strengths: NDArray[np.float64], variance: NDArray[np.float64]
) -> Rating | None:
    if one == zero:
        return Rating(0.0, 0.0, 0.0)
    if one not in place:
        return None
    value = ELO / log(10) * float(strengths[place[one]])
    half = 1.96 * ELO / log(10) * float(variance[place[one]]) ** 0.5
    return Rating(value, value - half, value + half)


def _variance(sums: Sums, share: float) -> float:
    """Of the share of one match; never less than if a result that has not occurred yet came next."""
    mean = sums.won / sums.matches
    least = share * (1 - share) if mean in (0.0, 1.0) or sums.matches < 2 else 0.0
    return max(least, (sums.squares - sums.matches * mean * mean) / max(1, sums.matches - 1))


def _connected(contests: Sequence[Contest], players: int, zero: int) -> list[bool]:
    known = [one == zero for one in range(players)]
    for _ in range(players):
        for each in contests:
            if each.sums.matches and (known[each.one] or known[each.rest]):
                known[each.one] = known[each.rest] = True
    return known
