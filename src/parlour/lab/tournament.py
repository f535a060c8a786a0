"""A tournament: every bot meets all others in every seat and is rated with OpenSkill's Plackett-Luce model."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import factorial
from typing import Any

from numpy.typing import NDArray

from parlour.games import rules_of
from parlour.kit.extras import needs
from parlour.kit.figures import Facts, by_player, win_shares

from .estimates import Estimate, Moments
from .run import Run, Seating

with needs("lab"):
    from openskill.models import PlackettLuce

ALL_SEATINGS = 5_000  # up to this number every distinct seating is played
POINTS = 200  # of the rating history that are kept for the chart


def seatings(entrants: int, seats: int) -> Seating:
    """The seatings of a tournament, each to be played equally often.

    With at least as many entrants as seats: every choice of entrants in every order. With fewer: the seats are filled
    as evenly as possible, every entrant getting the extra seats equally often, in every distinct order. If that makes
    more than `ALL_SEATINGS`, each choice of entrants is played in one order and its rotations only; every entrant still
    takes every seat, and meets every other entrant, equally often.
    """
    each, over = divmod(seats, entrants)
    tables = [tuple(sorted((*(list(range(entrants)) * each), *more))) for more in combinations(range(entrants), over)]
    orders = factorial(seats) // (factorial(each) ** (entrants - over) * factorial(each + 1) ** over)
    if len(tables) * orders <= ALL_SEATINGS:
        return tuple(order for table in tables for order in _distinct(table))
    return tuple(tuple(table[turn:] + table[:turn]) for table in tables for turn in range(seats))


def _distinct(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All distinct orders of a table; identical bots are interchangeable."""
    if len(set(table)) == len(table):
        return list(permutations(table))
    orders: list[tuple[int, ...]] = []
    left = {entrant: table.count(entrant) for entrant in sorted(set(table))}

    def sit(so_far: tuple[int, ...]) -> None:
        if len(so_far) == len(table):
            orders.append(so_far)
        for entrant, seats in left.items():
            if seats:
                left[entrant] -= 1
                sit((*so_far, entrant))
                left[entrant] += 1

    sit(())
    return orders


def in_mixed_order(seating: Seating, seed: int) -> Seating:
    """The seatings, shuffled: ratings depend on the order of matches, so similar tables should be spread out."""
    rows = list(seating)
    random.Random(seed).shuffle(rows)
    return tuple(rows)


@dataclass(frozen=True)
class Standing:
    """The result of one entrant."""

    bot: str
    rating: float
    sigma: float  # the model's standard deviation of the rating
    matches: int
    wins: Estimate  # per seat
    score: Estimate

    @property
    def low(self) -> float:
        return self.rating - 1.96 * self.sigma

    @property
    def high(self) -> float:
        return self.rating + 1.96 * self.sigma


class Ratings:
    """Rates matches in order."""

    def __init__(self, run: Run, matches: int) -> None:
        self.run = run
        self.facts: Facts = run.facts
        self.names = self.facts.players
        self.matches = 0
        self._model = PlackettLuce()
        self._ratings = [(self._model.mu, self._model.sigma) for _ in self.names]
        self._sign = -1 if rules_of(run.game).lowest_wins else 1
        self._wins: dict[str, Moments] = {}
        self._scores: dict[str, Moments] = {}
        self._every = max(1, matches // POINTS)
        self.history: list[dict[str, Any]] = []

    def add(self, tallies: NDArray[Any]) -> None:
        seats = self.run.seats
        for kept, values in ((self._wins, win_shares(tallies, self.facts)), (self._scores, tallies["scores"])):
            for name, pair in by_player(tallies, self.facts, values).items():
                if name in kept:
                    kept[name].add(Moments.of([pair]))
                else:
                    kept[name] = Moments.of([pair])
        scores = (tallies["scores"][:, :seats] * self._sign).tolist()
        for entrants, points in zip(tallies["who"][:, :seats].tolist(), scores, strict=True):
            self._rate(entrants, points)

    def _rate(self, entrants: Sequence[int], points: Sequence[float]) -> None:
        """Rate one match. A bot in several seats gets the mean of its new ratings."""
        model = self._model
        teams = [[model.rating(*self._ratings[one])] for one in entrants]
        after = model.rate(teams, scores=[float(score) for score in points])
        moved: dict[int, list[Any]] = {}
        for one, (rating,) in zip(entrants, after, strict=True):
            moved.setdefault(one, []).append(rating)
        for one, ratings in moved.items():
            count = len(ratings)
            self._ratings[one] = (sum(r.mu for r in ratings) / count, sum(r.sigma for r in ratings) / count)
        self.matches += 1
        if self.matches % self._every == 0 or self.matches == 1:
            for name, (mu, _) in zip(self.names, self._ratings, strict=True):
                self.history.append({"match": self.matches, "bot": name, "rating": round(mu, 3)})

    def standings(self) -> list[Standing]:
        """All entrants, best first."""
        found = []
        for name, (mu, sigma) in zip(self.names, self._ratings, strict=True):
            wins, scores = self._wins[name], self._scores[name]
            if wins.has(0):
                won = wins.estimate(self.matches, share=True)
                found.append(Standing(name, mu, sigma, won.seen, won, scores.estimate(self.matches)))
        return sorted(found, key=lambda standing: -standing.rating)
