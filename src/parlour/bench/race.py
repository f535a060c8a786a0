"""Contenders take turns: each round runs every one of them once, and the median of the rounds counts, so that a machine
that slows down for a while slows all of them."""

import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

Run = Callable[[float], float]  # plays for about so many seconds and answers steps per second
Tell = Callable[[str], None]


class Contender(NamedTuple):
    """Somebody to be measured, doing one thing: `ready` makes everything ready and answers the run."""

    who: str
    form: str
    game: str
    ready: Callable[[], Run]

    def __str__(self) -> str:
        return f"{self.who}, {self.game}, {self.form}"


class Row(NamedTuple):
    """What came of it: the median, and every single run."""

    who: str
    form: str
    game: str
    steps_per_second: float
    runs: list[float]


class Absent(NamedTuple):
    """Somebody who could not be measured, and what to do about it."""

    who: str
    why: str


def race(contenders: Iterable[Contender], rounds: int, seconds: float, tell: Tell) -> tuple[list[Row], list[Absent]]:
    """All of them measured, and those that were not to be had."""
    runs: list[tuple[Contender, Run]] = []
    absent: list[Absent] = []
    for contender in contenders:
        tell(f"getting ready: {contender}")
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


def again_and_again(play: Callable[[int], int]) -> Run:
    """A run of `play(number)`, which answers the steps it made."""
    play(0)

    def run(seconds: float) -> float:
        steps, number, began = 0, 1, time.perf_counter()
        while True:
            steps += play(number)
            number += 1
            took = time.perf_counter() - began
            if took >= seconds:
                return steps / took

    return run
