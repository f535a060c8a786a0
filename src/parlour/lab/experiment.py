"""An experiment: a run, or the same run under several readings of a rule, and the results for all figures."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import bots_of, searches
from parlour.games import rules_of
from parlour.kit import BadInput, Option, PerSeat, read_options
from parlour.kit.figures import Means, Spread

from .estimates import Counts, Difference, Estimate, Moments, holm
from .general_figures import GENERAL
from .run import Run, play, study_of

Figure = Means | Spread
Place = tuple[int, str]  # which figure, and which group of it


@dataclass(frozen=True)
class PlayRun:
    """Plays blocks of a run, as a job that can be sent to another machine."""

    run: Run

    def __call__(self, first: int, last: int) -> NDArray[Any]:
        return play(self.run, first, last)


@dataclass(frozen=True)
class Experiment:
    """What is played and measured. Can be pickled; the figures are looked up again where it is unpickled."""

    runs: tuple[Run, ...]  # one for each reading
    readings: tuple[str, ...] = ("",)

    @property
    def figures(self) -> tuple[Figure, ...]:
        study = study_of(self.runs[0].game)
        return (*GENERAL, *(() if study is None else study.figures))

    def __call__(self, first: int, last: int) -> "BlockResult":
        """Play one block under each reading and evaluate all figures."""
        tallies = [play(run, first, last) for run in self.runs]
        part = BlockResult(tallies)
        for number, figure in enumerate(self.figures):
            ask = figure.values if isinstance(figure, Means) else figure.counts
            values = [ask(notes, run.facts) for notes, run in zip(tallies, self.runs, strict=True)]
            for group in dict.fromkeys(group for groups in values for group in groups):
                place = (number, group)
                pairs = [groups.get(group) for groups in values]
                if isinstance(figure, Means):
                    nothing = np.zeros(last - first)
                    part.moments[place] = Moments.of([(nothing, nothing) if pair is None else pair for pair in pairs])
                else:
                    part.moments[place] = Moments.of([_whole(pair) for pair in pairs])
                    part.counts[place] = pairs
        return part


def _whole(pair: tuple[NDArray[Any], NDArray[Any]] | None) -> tuple[NDArray[Any], NDArray[Any]]:
    """The values of a block as one observation: their sum and their number."""
    if pair is None:
        return np.zeros(1), np.zeros(1)
    where, many = np.asarray(pair[0], np.float64), np.asarray(pair[1], np.float64)
    return np.array([(where * many).sum()]), np.array([many.sum()])


@dataclass
class BlockResult:
    """The result of one block."""

    tallies: list[NDArray[Any]]  # one array for each reading
    moments: dict[Place, Moments] = field(default_factory=dict)
    counts: dict[Place, list[tuple[NDArray[Any], NDArray[Any]] | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class Comparison:
    """One group of a figure under a reading, compared with the first reading."""

    figure: Figure
    group: str
    reading: int
    base: float
    other: float
    by: Difference
    p: float | None  # after Holm's correction; None: too few matches to test

    @property
    def differs(self) -> bool:
        """True if the difference is significant, given all comparisons of the report."""
        return self.p is not None and self.p < 0.05


class Results:
    """The sums over all blocks so far."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.figures = experiment.figures
        self.matches = 0
        self.blocks = 0
        self.moments: dict[Place, Moments] = {}
        self.counts: dict[Place, list[Counts]] = {}

    def add(self, part: BlockResult) -> None:
        self.matches += len(part.tallies[0])
        self.blocks += 1
        for place, moments in part.moments.items():
            if place in self.moments:
                self.moments[place].add(moments)
            else:
                self.moments[place] = moments
        for place, pairs in part.counts.items():
            kept = self.counts.setdefault(place, [Counts() for _ in pairs])
            for counts, pair in zip(kept, pairs, strict=True):
                if pair is not None:
                    counts.add(*pair)

    def observations(self, figure: Figure) -> int:
        return self.matches if isinstance(figure, Means) else self.blocks

    def groups(self, figure: Figure) -> list[str]:
        """The groups of a figure that have data, in the order of their first occurrence."""
        number = self.figures.index(figure)
        return [group for at, group in self.moments if at == number and self.moments[at, group].total[1::2].any()]

    def moments_of(self, figure: Figure, group: str) -> Moments:
        return self.moments[self.figures.index(figure), group]

    def counts_of(self, figure: Figure, group: str, reading: int = 0) -> Counts:
        return self.counts[self.figures.index(figure), group][reading]

    def estimate(self, figure: Figure, group: str, reading: int = 0) -> Estimate | None:
        """A mean with its interval, or None if there is no data."""
        moments = self.moments_of(figure, group)
        if not moments.has(reading):
            return None
        share = isinstance(figure, Means) and figure.share
        return moments.estimate(self.observations(figure), reading, share)

    def quantile(self, figure: Spread, group: str, part: float, reading: int = 0) -> Estimate | None:
        moments = self.moments_of(figure, group)
        if not moments.has(reading):
            return None
        return self.counts_of(figure, group, reading).quantile_estimate(part, moments, self.blocks, reading)

    def comparisons(self) -> list[Comparison]:
        """All figures and groups under every further reading, compared with the first; p-values are corrected."""
        rows: list[tuple[Figure, str, int, Moments, Difference]] = []
        for figure in self.figures:
            for group in self.groups(figure):
                moments = self.moments_of(figure, group)
                for reading in range(1, len(self.experiment.runs)):
                    if moments.has(0) and moments.has(reading):
                        by = moments.difference(self.observations(figure), reading)
                        rows.append((figure, group, reading, moments, by))
        tested = {row: by.p for row, (*_, by) in enumerate(rows) if by.p is not None and by.low < by.high}
        certain = {row: by.p for row, (*_, by) in enumerate(rows) if by.p is not None and by.low == by.high}
        corrected = holm(tested) | certain
        return [
            Comparison(figure, group, reading, moments.mean(0), moments.mean(reading), by, corrected.get(row))
            for row, (figure, group, reading, moments, by) in enumerate(rows)
        ]


def compare_readings(run: Run, text: str) -> Experiment:
    """An experiment with the same run under each reading of an option, given as NAME=VALUE,VALUE.

    If the option has one number per seat, its values contain commas; then readings are separated by slashes, as in
    handicap_ms=0,0,300/0,0,0. Without a slash each number holds for all seats.
    """
    name, equals, listed = text.partition("=")
    if not equals:
        raise BadInput(f"write a comparison as NAME=VALUE,VALUE, not {text!r}")
    rules = rules_of(run.game)
    option: Option | None = next((option for option in rules.options if option.name == name), None)
    values = listed.split("/" if isinstance(option, PerSeat) and "/" in listed else ",")
    chosen = [read_options(rules.options, {name: value}, run.seats) for value in values]
    if name in run.options:
        raise BadInput(f"{name} is compared, so it cannot be set with --option as well")
    if len(values) < 2 or any(one in chosen[:number] for number, one in enumerate(chosen)):
        raise BadInput(f"a comparison needs at least two different values of {name}, not {listed!r}")
    return Experiment(tuple(replace(run, options={**run.options, **one}) for one in chosen), tuple(values))


def slow(run: Run) -> bool:
    """True if a bot at the table searches."""
    bots = bots_of(rules_of(run.game))
    return any(searches(bots, player) for player in run.players)
