"""Figures that are no race: how soon a game is ready, how long a copy takes, how much room a match needs."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any, NamedTuple

import numba
import numpy as np

from parlour.kit import Rules
from parlour.match import Game

from .ours import usual_seats

FIRST_SIMULATION = """
from parlour.match import game, simulate
simulate(game({name!r}).rules, {seats}, {{}}, 1, 0, 1)
"""
FIRST_MOVE = """
from parlour.match import game
match = game({name!r}).new(seats={seats}, seed=1)
while not match.actors:
    match.wait()
seat = match.actors[0]
match.play(seat, match.legal(seat)[0])
"""
COPIES = 1_000_000


class Room(NamedTuple):
    """Bytes that a match of a batch takes."""

    state: int
    mask: int
    observation: int
    everything: int  # these, and the batch's own: whom it waits for, dice, results


class Starts(NamedTuple):
    """Seconds of a whole process: with an empty cache, and the next one."""

    first_simulation: tuple[float, float]
    first_move: tuple[float, float]


def room(game: Game) -> Room:
    rules = game.rules
    everything = game.batch(1, usual_seats(rules), seed=1).bytes_per_match
    return Room(rules.State.itemsize, rules.answers, rules.pieces.size, everything)


def starts(rules: Rules) -> Starts:
    return Starts(start_times(rules, FIRST_SIMULATION), start_times(rules, FIRST_MOVE))


def start_times(rules: Rules, script: str) -> tuple[float, float]:
    code = script.format(name=rules.name, seats=usual_seats(rules))
    with tempfile.TemporaryDirectory() as cache:
        seconds = []
        for _ in range(2):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=os.environ | {"PARLOUR_CACHE": cache}, check=True)
            seconds.append(time.perf_counter() - began)
    return seconds[0], seconds[1]


@numba.njit  # type: ignore[untyped-decorator]
def copy(states: Any, times: int) -> None:
    """Copies of the first state into a few others; the first changes each time, so that no copy can be saved."""
    for i in range(times):
        states[0].clock = i
        states[1 + i % (len(states) - 1)] = states[0]


def copy_time(rules: Rules) -> float:
    """Nanoseconds for a copy of a state."""
    states: Any = np.zeros(9, rules.State)
    copy(states, 10)
    found = []
    for _ in range(5):
        began = time.perf_counter()
        copy(states, COPIES)
        found.append((time.perf_counter() - began) / COPIES * 1e9)
    return statistics.median(found)


def waits(game: Game) -> float:
    """Of the answers that random players of a batch give, how many are to wait: none in a game of turns."""
    rules = game.rules
    if not rules.real_time:
        return 0.0
    batch = game.batch(64, usual_seats(rules), seed=1)
    found = []
    for _ in range(2000):
        chosen = batch.choose()
        found.append(float((chosen == rules.actions).mean()))
        batch.step(chosen, renew=True)
    return statistics.mean(found)
