"""What is kept of a run: sums that can be added up block by block, and what follows from them.

For a mean the sums are over matches, for a distribution over blocks: values within a match are not independent, so
a match (or a whole block of them) is one observation. A mean of values with weights is a ratio, and its interval
follows from the squares and products of both (the delta method). Several readings of a rule are played on the same
seeds; the products across readings give the interval of their difference, match by match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .student import p_value, reach

ENOUGH = 20  # observations that are needed before anything is called more than chance
EXACT = 2_000  # different numbers that a distribution keeps apart; beyond, near ones are put together


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float
    seen: int  # in how many matches there was something to count


@dataclass(frozen=True)
class Difference:
    """How much a reading differs from the first, with its paired 95 % interval."""

    value: float
    low: float
    high: float
    p: float | None  # how likely such a difference is by chance alone; None: too few observations to say


@dataclass
class Moments:
    """Sums of one group of one figure: values and weights of each reading in turn, and all their products."""

    total: NDArray[np.float64]
    products: NDArray[np.float64]
    seen: NDArray[np.int64]

    @classmethod
    def of(cls, pairs: Sequence[tuple[NDArray[Any], NDArray[Any]]]) -> "Moments":
        """For each reading the values and weights, one of each per observation."""
        columns = np.stack([np.asarray(column, np.float64) for pair in pairs for column in pair])
        return cls(
            columns.sum(axis=1),
            np.einsum("in,jn->ij", columns, columns),  # not a matrix product: the same sums on every machine
            np.count_nonzero(columns[1::2], axis=1),
        )

    def add(self, other: "Moments") -> None:
        self.total = self.total + other.total  # not in place: what comes from Ray is read-only
        self.products = self.products + other.products
        self.seen = self.seen + other.seen

    def has(self, reading: int) -> bool:
        return bool(self.total[2 * reading + 1] > 0)

    def mean(self, reading: int = 0) -> float:
        return float(self.total[2 * reading] / self.total[2 * reading + 1])

    def _pull(self, reading: int) -> NDArray[np.float64]:
        """What each observation does to the mean, as a combination of its values and weights."""
        pull = np.zeros(len(self.total))
        weight = self.total[2 * reading + 1]
        pull[2 * reading : 2 * reading + 2] = 1.0 / weight, -self.mean(reading) / weight
        return pull

    def _error(self, pull: NDArray[np.float64], n: int) -> float:
        squares = np.outer(pull, pull) * self.products
        variance = float(squares.sum())
        if variance <= 1e-13 * float(np.abs(squares).sum()):  # nothing but rounding
            return 0.0
        return sqrt(variance * n / max(n - 1, 1))

    def estimate(self, n: int, reading: int = 0, share: bool = False) -> Estimate:
        """The mean of one reading; `n` observations were made in all. A share stays between 0 and 1."""
        mean, error, seen = self.mean(reading), self._error(self._pull(reading), n), int(self.seen[reading])
        if n < 2:
            return Estimate(mean, *((0.0, 1.0) if share else (-inf, inf)), seen)
        if share and 0.0 <= mean <= 1.0:
            return Estimate(mean, *_wilson(mean, error, seen, reach(n - 1)), seen)
        half = reach(n - 1) * error
        return Estimate(mean, mean - half, mean + half, seen)

    def difference(self, n: int, reading: int, base: int = 0) -> Difference:
        """This reading less the base, observation by observation."""
        value = self.mean(reading) - self.mean(base)
        error = self._error(self._pull(reading) - self._pull(base), n)
        if n < ENOUGH or min(self.seen[reading], self.seen[base]) < ENOUGH:
            half = reach(n - 1) * error if n > 1 else inf
            return Difference(value, value - half, value + half, None)
        if error == 0.0:  # the same difference in every match, or none
            same = abs(value) <= 1e-12 * abs(self.mean(base))
            return Difference(0.0, 0.0, 0.0, 1.0) if same else Difference(value, value, value, 0.0)
        half = reach(n - 1) * error
        return Difference(value, value - half, value + half, p_value(value / error, n - 1))


def _wilson(mean: float, error: float, seen: int, z: float) -> tuple[float, float]:
    """Wilson's interval of a share, for as many independent matches as its error speaks of."""
    matches = mean * (1.0 - mean) / error**2 if error > 0 else float(max(seen, 1))
    middle = (mean + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z / (1 + z * z / matches) * sqrt(mean * (1 - mean) / matches + (z / (2 * matches)) ** 2)
    return max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half))


@dataclass
class Counts:
    """How often each number came up. Beyond a couple of thousand different ones, near ones are put together."""

    width: float = 0.0  # 0: every number by itself; else numbers are counted from k * width to (k + 1) * width
    where: dict[float, float] = field(default_factory=dict)

    def add(self, places: NDArray[Any], many: NDArray[Any]) -> None:
        if self.width:
            places = np.floor(np.asarray(places, np.float64) / self.width) * self.width
        different, which = np.unique(np.asarray(places, np.float64), return_inverse=True)
        sums = np.bincount(which.ravel(), np.asarray(many, np.float64).ravel(), len(different))
        for place, count in zip(different.tolist(), sums.tolist(), strict=True):
            if count:
                self.where[place] = self.where.get(place, 0.0) + count
        if len(self.where) > EXACT:
            self._coarsen()

    def _coarsen(self) -> None:
        places, many = self.table()
        self.width = nice((places[-1] - places[0]) / (EXACT / 4))
        self.where = {}
        self.add(places, many)

    def table(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The numbers in ascending order, and how often each came up."""
        places = sorted(self.where)
        return np.array(places), np.array([self.where[place] for place in places])

    def quantile(self, part: float) -> float:
        """The number that this part of all does not exceed; where near ones were put together, a place among them."""
        places, many = self.table()
        reached = np.cumsum(many) / many.sum()
        part = min(max(part, 0.0), 1.0)
        at = min(int(np.searchsorted(reached, part - 1e-12)), len(places) - 1)
        below = reached[at - 1] if at else 0.0
        return float(places[at] + self.width * (part - below) / (reached[at] - below))

    def quantile_estimate(self, part: float, mean: Moments, n: int, reading: int) -> Estimate:
        """A quantile with Woodruff's interval: as if from so many independent numbers as the mean's error says."""
        places, many = self.table()
        total, seen = float(many.sum()), int(mean.seen[reading])
        middle = float((places * many).sum()) / total
        spread = float(((places - middle) ** 2 * many).sum()) / total
        error = mean._error(mean._pull(reading), n)
        alone = min(max(spread / error**2, 1.0), total) if error > 0 and n > 1 else total
        half = reach(max(n - 1, 1)) * sqrt(part * (1 - part) / alone)
        return Estimate(self.quantile(part), self.quantile(part - half), self.quantile(part + half), seen)


def nice(width: float) -> float:
    """The next larger of 1, 2, 5, 10, 20, 50, ... and their fractions."""
    power = 10.0 ** np.floor(np.log10(width))
    return float(next(power * step for step in (1, 2, 5, 10) if power * step >= width * (1 - 1e-9)))


def holm(found: Mapping[int, float]) -> dict[int, float]:
    """Holm's correction: with many comparisons some seem to differ by chance; corrected p-values, by the same keys."""
    corrected: dict[int, float] = {}
    highest = 0.0
    for rank, key in enumerate(sorted(found, key=lambda key: (found[key], key))):
        highest = max(highest, min(1.0, (len(found) - rank) * found[key]))
        corrected[key] = highest
    return corrected
