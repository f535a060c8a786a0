"""Contenders are measured in rounds: each round runs all of them once, and the median counts. So a machine that slows
down for a while affects all contenders alike."""

import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

Run = Callable[[float], float]  # plays for about the given number of seconds; returns steps per second
Tell = Callable[[str], None]  # shows the progress


class Contender(NamedTuple):
    """One thing to measure: `ready` prepares it and returns the run."""

    who: str
    form: str
    game: str
    ready: Callable[[], Run]

    def __str__(self) -> str:
        return f"{self.who}, {self.game}, {self.form}"


class Row(NamedTuple):
    """The result for one contender: the median, and every run."""

    who: str
    form: str
    game: str
    steps_per_second: float
    runs: list[float]


class Absent(NamedTuple):
    """A contender that could not be measured, and why."""

    who: str
    why: str


def race(contenders: Iterable[Contender], rounds: int, seconds: float, tell: Tell) -> tuple[list[Row], list[Absent]]:
    """Measure all contenders; also returns those that are not available."""
    runs: list[tuple[Contender, Run]] = []
    absent: list[Absent] = []
    for contender in contenders:
        tell(f"preparing {contender}")
        try:
            runs.append((contender, contender.ready()))
        except ImportError as error:
            absent.append(Absent(f"{contender.who}, {contender.game}", f"cannot be imported: {error}"))
    found: list[list[float]] = [[] for _ in runs]
    for number in range(rounds):
        for (contender, run), speeds in zip(runs, found, strict=True):
            tell(f"round {number + 1} of {rounds}: {contender}")
            speeds.append(run(seconds))
    rows = [
        Row(contender.who, contender.form, contender.game, statistics.median(speeds), speeds)
        for (contender, _), speeds in zip(runs, found, strict=True)
    ]
    return rows, absent


def repeated(play: Callable[[int], int]) -> Run:
    """A run that calls `play(number)`, which returns its number of steps, until the time is up."""
    play(0)  # not timed: compiles and fills caches

    def run(seconds: float) -> float:
        steps, number, began = 0, 1, time.perf_counter()
        while True:
            steps += play(number)
            number += 1
            took = time.perf_counter() - began
            if took >= seconds:
                return steps / took

    return run
