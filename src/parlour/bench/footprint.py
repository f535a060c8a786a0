"""Costs of a game other than its speed: start-up time, the time to copy a state, memory per match."""

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
from parlour.engine import simulate
from parlour.match import game
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


class Memory(NamedTuple):
    """Bytes that one match of a batch takes."""

    state: int
    mask: int
    observation: int
    everything: int  # all of these, and the batch's own: seats on turn, random numbers, results


class Starts(NamedTuple):
    """Seconds that a whole process takes: with an empty cache, and with a filled one."""

    first_simulation: tuple[float, float]
    first_move: tuple[float, float]


def memory(game: Game) -> Memory:
    rules = game.rules
    everything = game.batch(1, usual_seats(rules), seed=1).bytes_per_match
    return Memory(rules.State.itemsize, rules.answers, rules.pieces.size, everything)


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
    """Copy the first state into a few others; it changes each time, so that the compiler cannot skip a copy."""
    for i in range(times):
        states[0].clock = i
        states[1 + i % (len(states) - 1)] = states[0]


def copy_time(rules: Rules) -> float:
    """Nanoseconds to copy a state."""
    states: Any = np.zeros(9, rules.State)
    copy(states, 10)
    found = []
    for _ in range(5):
        began = time.perf_counter()
        copy(states, COPIES)
        found.append((time.perf_counter() - began) / COPIES * 1e9)
    return statistics.median(found)


def waits(game: Game) -> float:
    """The share of waits among the answers of random players in a batch; 0 in a turn-based game."""
    rules = game.rules
    if not rules.real_time:
        return 0.0
    batch = game.batch(64, usual_seats(rules), seed=1)
    found = []
    for _ in range(2000):
        chosen = batch.sample()
        found.append(float((chosen == rules.actions).mean()))
        batch.step(chosen, autoreset=True)
    return statistics.mean(found)
