"""Estimates with confidence intervals, from sums that are accumulated block by block.

For a mean the sums run over matches, for a distribution over blocks: values within a match are not independent, so a
match (or a whole block) is one observation. A weighted mean is a ratio; its interval follows from the squares and
products of values and weights (delta method). Several readings of a rule are played on the same seeds; the products
across readings give the interval of their difference, paired by match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .student_t import critical_value, p_value

MIN_OBSERVATIONS = 20  # needed before a difference is tested
MAX_DISTINCT = 2_000  # distinct values that a distribution keeps; beyond that, close ones are merged


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float
    seen: int  # the number of matches that contributed


@dataclass(frozen=True)
class Difference:
    """The difference of a reading from the first one, with its paired 95 % interval."""

    value: float
    low: float
    high: float
    p: float | None  # None: too few observations to test


@dataclass
class Moments:
    """Sums for one group of one figure: values and weights of each reading in turn, and all their products."""

    total: NDArray[np.float64]
    products: NDArray[np.float64]
    seen: NDArray[np.int64]

    @classmethod
    def of(cls, pairs: Sequence[tuple[NDArray[Any], NDArray[Any]]]) -> "Moments":
        """From the values and weights of each reading, one of each per observation."""
        columns = np.stack([np.asarray(column, np.float64) for pair in pairs for column in pair])
        return cls(
            columns.sum(axis=1),
            np.einsum("in,jn->ij", columns, columns),  # not a matrix product, whose rounding differs between machines
            np.count_nonzero(columns[1::2], axis=1),
        )

    def add(self, other: "Moments") -> None:
        self.total = self.total + other.total  # not in place: arrays from Ray are read-only
        self.products = self.products + other.products
        self.seen = self.seen + other.seen

    def has(self, reading: int) -> bool:
        return bool(self.total[2 * reading + 1] > 0)

    def mean(self, reading: int = 0) -> float:
        return float(self.total[2 * reading] / self.total[2 * reading + 1])

    def _influence(self, reading: int) -> NDArray[np.float64]:
        """The influence of an observation on the mean, as coefficients of its values and weights."""
        influence = np.zeros(len(self.total))
        weight = self.total[2 * reading + 1]
        influence[2 * reading : 2 * reading + 2] = 1.0 / weight, -self.mean(reading) / weight
        return influence

    def _standard_error(self, influence: NDArray[np.float64], n: int) -> float:
        squares = np.outer(influence, influence) * self.products
        variance = float(squares.sum())
        if variance <= 1e-13 * float(np.abs(squares).sum()):  # only rounding errors
            return 0.0
        return sqrt(variance * n / max(n - 1, 1))

    def estimate(self, n: int, reading: int = 0, share: bool = False) -> Estimate:
        """The mean of one reading, from `n` observations in all. The interval of a share stays between 0 and 1."""
        mean, error, seen = (
            self.mean(reading),
            self._standard_error(self._influence(reading), n),
            int(self.seen[reading]),
        )
        if n < 2:
            return Estimate(mean, *((0.0, 1.0) if share else (-inf, inf)), seen)
        if share and 0.0 <= mean <= 1.0:
            return Estimate(mean, *_wilson(mean, error, seen, critical_value(n - 1)), seen)
        half = critical_value(n - 1) * error
        return Estimate(mean, mean - half, mean + half, seen)

    def difference(self, n: int, reading: int, base: int = 0) -> Difference:
        """This reading minus the base, paired by observation."""
        value = self.mean(reading) - self.mean(base)
        error = self._standard_error(self._influence(reading) - self._influence(base), n)
        if n < MIN_OBSERVATIONS or min(self.seen[reading], self.seen[base]) < MIN_OBSERVATIONS:
            half = critical_value(n - 1) * error if n > 1 else inf
            return Difference(value, value - half, value + half, None)
        if error == 0.0:  # the same difference in every match, possibly 0
            same = abs(value) <= 1e-12 * abs(self.mean(base))
            return Difference(0.0, 0.0, 0.0, 1.0) if same else Difference(value, value, value, 0.0)
        half = critical_value(n - 1) * error
        return Difference(value, value - half, value + half, p_value(value / error, n - 1))


def _wilson(mean: float, error: float, seen: int, z: float) -> tuple[float, float]:
    """Wilson's interval of a share, with the effective sample size that its standard error implies."""
    matches = mean * (1.0 - mean) / error**2 if error > 0 else float(max(seen, 1))
    middle = (mean + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z / (1 + z * z / matches) * sqrt(mean * (1 - mean) / matches + (z / (2 * matches)) ** 2)
    return max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half))


@dataclass
class Counts:
    """How often each value occurred. If there are more than MAX_DISTINCT values, close ones are merged."""

    width: float = 0.0  # of the bins that values are merged into; 0: not merged
    where: dict[float, float] = field(default_factory=dict)

    def add(self, places: NDArray[Any], many: NDArray[Any]) -> None:
        if self.width:
            places = np.floor(np.asarray(places, np.float64) / self.width) * self.width
        different, which = np.unique(np.asarray(places, np.float64), return_inverse=True)
        sums = np.bincount(which.ravel(), np.asarray(many, np.float64).ravel(), len(different))
        for place, count in zip(different.tolist(), sums.tolist(), strict=True):
            if count:
                self.where[place] = self.where.get(place, 0.0) + count
        if len(self.where) > MAX_DISTINCT:
            self._coarsen()

    def _coarsen(self) -> None:
        places, many = self.table()
        self.width = nice_width((places[-1] - places[0]) / (MAX_DISTINCT / 4))
        self.where = {}
        self.add(places, many)

    def table(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The values in ascending order, and how often each occurred."""
        places = sorted(self.where)
        return np.array(places), np.array([self.where[place] for place in places])

    def quantile(self, part: float) -> float:
        """A quantile, interpolated where close values were merged."""
        places, many = self.table()
        reached = np.cumsum(many) / many.sum()
        part = min(max(part, 0.0), 1.0)
        at = min(int(np.searchsorted(reached, part - 1e-12)), len(places) - 1)
        below = reached[at - 1] if at else 0.0
        return float(places[at] + self.width * (part - below) / (reached[at] - below))

    def quantile_estimate(self, part: float, mean: Moments, n: int, reading: int) -> Estimate:
        """A quantile with Woodruff's interval, for the effective sample size that the mean's standard error implies."""
        places, many = self.table()
        total, seen = float(many.sum()), int(mean.seen[reading])
        middle = float((places * many).sum()) / total
        spread = float(((places - middle) ** 2 * many).sum()) / total
        error = mean._standard_error(mean._influence(reading), n)
        alone = min(max(spread / error**2, 1.0), total) if error > 0 and n > 1 else total
        half = critical_value(max(n - 1, 1)) * sqrt(part * (1 - part) / alone)
        return Estimate(self.quantile(part), self.quantile(part - half), self.quantile(part + half), seen)


def nice_width(width: float) -> float:
    """The width, rounded up to 1, 2 or 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(width))
    return float(next(power * step for step in (1, 2, 5, 10) if power * step >= width * (1 - 1e-9)))


def holm(found: Mapping[int, float]) -> dict[int, float]:
    """P-values with Holm's correction for multiple comparisons, by the same keys."""
    corrected: dict[int, float] = {}
    highest = 0.0
    for rank, key in enumerate(sorted(found, key=lambda key: (found[key], key))):
        highest = max(highest, min(1.0, (len(found) - rank) * found[key]))
        corrected[key] = highest
    return corrected
