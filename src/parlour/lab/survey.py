"""A survey: a run, or the same run under several readings of a rule, and the sums of all figures."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Player, bots_of
from parlour.games import rules_of
from parlour.kit.figures import Means, Spread
from parlour.kit.minds import LEVELS

from .general import GENERAL
from .run import Run, play, study_of
from .sums import Counts, Difference, Estimate, Moments, holm

Figure = Means | Spread
Place = tuple[int, str]  # which figure, and which group of it


@dataclass(frozen=True)
class Playing:
    """Blocks of a run, as a job that can be sent to another machine."""

    run: Run

    def __call__(self, first: int, last: int) -> NDArray[Any]:
        return play(self.run, first, last)


@dataclass(frozen=True)
class Survey:
    """What is played and asked. Can be pickled; the figures are found again where it is unpacked."""

    runs: tuple[Run, ...]  # one for each reading
    readings: tuple[str, ...] = ("",)

    @property
    def figures(self) -> tuple[Figure, ...]:
        study = study_of(self.runs[0].game)
        return (*GENERAL, *(() if study is None else study.figures))

    def __call__(self, first: int, last: int) -> "Part":
        """One block, under each reading."""
        tallies = [play(run, first, last) for run in self.runs]
        part = Part(tallies)
        for number, figure in enumerate(self.figures):
            ask = figure.values if isinstance(figure, Means) else figure.counts
            said = [ask(notes, run.facts) for notes, run in zip(tallies, self.runs, strict=True)]
            for group in dict.fromkeys(group for groups in said for group in groups):
                place = (number, group)
                pairs = [groups.get(group) for groups in said]
                if isinstance(figure, Means):
                    nothing = np.zeros(last - first)
                    part.moments[place] = Moments.of([(nothing, nothing) if pair is None else pair for pair in pairs])
                else:
                    part.moments[place] = Moments.of([_whole(pair) for pair in pairs])
                    part.counts[place] = pairs
        return part


def _whole(pair: tuple[NDArray[Any], NDArray[Any]] | None) -> tuple[NDArray[Any], NDArray[Any]]:
    """A block's numbers as one observation: their sum, and how many they are."""
    if pair is None:
        return np.zeros(1), np.zeros(1)
    where, many = np.asarray(pair[0], np.float64), np.asarray(pair[1], np.float64)
    return np.array([(where * many).sum()]), np.array([many.sum()])


@dataclass
class Part:
    """What one block says."""

    tallies: list[NDArray[Any]]  # one array for each reading
    moments: dict[Place, Moments] = field(default_factory=dict)
    counts: dict[Place, list[tuple[NDArray[Any], NDArray[Any]] | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """One figure's group under a reading, against the first reading."""

    figure: Figure
    group: str
    reading: int
    base: float
    other: float
    by: Difference
    chance: float | None  # p after Holm's correction; None: too few matches to say

    @property
    def differs(self) -> bool:
        """Whether it is more than chance, all comparisons of the report taken together."""
        return self.chance is not None and self.chance < 0.05


class Findings:
    """All blocks so far, as sums."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.figures = survey.figures
        self.matches = 0
        self.blocks = 0
        self.moments: dict[Place, Moments] = {}
        self.counts: dict[Place, list[Counts]] = {}

    def add(self, part: Part) -> None:
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
        """The groups of a figure of which anything was seen, in the order in which they were met."""
        number = self.figures.index(figure)
        return [group for at, group in self.moments if at == number and self.moments[at, group].total[1::2].any()]

    def moments_of(self, figure: Figure, group: str) -> Moments:
        return self.moments[self.figures.index(figure), group]

    def counts_of(self, figure: Figure, group: str, reading: int = 0) -> Counts:
        return self.counts[self.figures.index(figure), group][reading]

    def estimate(self, figure: Figure, group: str, reading: int = 0) -> Estimate | None:
        """A mean with its interval, or None where there was nothing to count."""
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

    def verdicts(self) -> list[Verdict]:
        """Every figure and group under every further reading against the first, corrected for their number."""
        rows: list[tuple[Figure, str, int, Moments, Difference]] = []
        for figure in self.figures:
            for group in self.groups(figure):
                moments = self.moments_of(figure, group)
                for reading in range(1, len(self.survey.runs)):
                    if moments.has(0) and moments.has(reading):
                        by = moments.difference(self.observations(figure), reading)
                        rows.append((figure, group, reading, moments, by))
        tested = {row: by.p for row, (*_, by) in enumerate(rows) if by.p is not None and by.low < by.high}
        certain = {row: by.p for row, (*_, by) in enumerate(rows) if by.p is not None and by.low == by.high}
        corrected = holm(tested) | certain
        return [
            Verdict(figure, group, reading, moments.mean(0), moments.mean(reading), by, corrected.get(row))
            for row, (figure, group, reading, moments, by) in enumerate(rows)
        ]


def slow(run: Run) -> bool:
    """Whether somebody at the table searches."""
    return bots_of(rules_of(run.game)).plan is not None and any(player.name == LEVELS[-1] for player in run.players)


def compile_for(run: Run) -> None:
    """Compile the table once, before threads or clocks are started, without playing for long."""
    play(replace(run, players=tuple(Player("random") for _ in run.players)), 0, 1)
