"""How fast the rules are, beside OpenSpiel's hearts and spades in the same run.

    python bench/play.py            print the figures and write docs/speed-rules.md
    python bench/play.py --json     print them as JSON and write nothing

Contenders take turns: each round runs every one of them once, and the median of the rounds counts, so that a machine
that slows down for a while slows all of them. For OpenSpiel every `apply_action` counts as a step, the dealing of cards
included; for Parlour only what a seat does counts, so waits and timers are not steps.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
import numpy as np

import parlour
from parlour.games import names
from parlour.kit import Rules
from parlour.match import Match, simulate

PAGE = Path(__file__).resolve().parent.parent / "docs" / "speed-rules.md"
ROUNDS = 5
SECONDS = 1.0  # about how long one run of one contender takes
USUAL_SEATS = 4
ASKED_FOR = {"parrot": 40, "piccolo": 40, "piccolo_twist": 40, "tricky_twist": 30, "confetti": 10}  # times hearts
THREADS_ASKED_FOR = 1.7

Run = Callable[[], float]  # plays for about a second and answers steps per second

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


# Contenders


def all_rules() -> list[Rules]:
    found = []
    for name in names():
        try:
            found.append(parlour.game(name).rules)
        except (ImportError, AttributeError) as error:
            print(f"{name} is not there yet and is skipped ({error})", file=sys.stderr)
    return found


def usual_seats(rules: Rules) -> int:
    return min(USUAL_SEATS, rules.max_seats)


def compiled(rules: Rules, threads: int) -> Run:
    """Random matches played out in compiled code."""
    seats = usual_seats(rules)

    def play(matches: int) -> float:
        began = time.perf_counter()
        _, steps, _ = simulate(rules, seats, {}, 1, 0, matches, threads)
        return int(steps.sum()) / (time.perf_counter() - began)

    simulate(rules, seats, {}, 1, 0, 8, threads)  # compile
    trial = 200
    _, steps, _ = simulate(rules, seats, {}, 1, 0, trial)
    matches = max(trial, int(play(trial) * SECONDS / (int(steps.sum()) / trial)))
    return partial(play, matches)


def stepped(rules: Rules) -> Run:
    """One match after another, each step asked for and played from Python, with its log."""
    seats = usual_seats(rules)

    def play(seed: int) -> int:
        choose = random.Random(seed)
        match = parlour.game(rules.name).new(seats=seats, seed=seed)
        while not match.over:
            step(match, choose)
        return len(match.entries)

    return partial(for_a_second, play)


def step(match: Match, choose: random.Random) -> None:
    """Some seat that can act makes one of its moves; when nobody can, time passes."""
    actors = match.actors
    if actors:
        seat = actors[int(choose.random() * len(actors))]
        legal = match.legal(seat)
        match.play(seat, legal[int(choose.random() * len(legal))])
    else:
        match.wait()


def openspiel(name: str, shortcut: bool = False) -> Run:
    """Random matches of a game of OpenSpiel, stepped from Python. Chance is drawn by its probabilities, as OpenSpiel's
    own examples do, or by a shortcut: every outcome is equally likely in these games, so `legal_actions` will do.
    """
    import pyspiel

    spiel = pyspiel.load_game(name)

    def play(seed: int) -> int:
        choose = random.Random(seed)
        state = spiel.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node() and not shortcut:
                outcomes, weights = zip(*state.chance_outcomes())
                action = choose.choices(outcomes, weights)[0]
            else:
                legal = state.legal_actions()
                action = legal[int(choose.random() * len(legal))]
            state.apply_action(action)
            steps += 1
        return steps

    return partial(for_a_second, play)


def for_a_second(play: Callable[[int], int]) -> float:
    play(0)
    steps, seed, began = 0, 1, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        steps += play(seed)
        seed += 1
    return steps / (time.perf_counter() - began)


def take_turns(contenders: dict[str, Run]) -> dict[str, float]:
    """The median speed of each, all of them run in turn."""
    speeds: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(ROUNDS):
        for name, run in contenders.items():
            print(f"\rround {number + 1} of {ROUNDS}: {name:<40}", end="", file=sys.stderr, flush=True)
            speeds[name].append(run())
    print(f"\r{'':<60}\r", end="", file=sys.stderr)
    return {name: statistics.median(found) for name, found in speeds.items()}


# Single figures


def start_times(rules: Rules, script: str) -> tuple[float, float]:
    """Seconds of a whole process with an empty cache, and of the next one."""
    code = script.format(name=rules.name, seats=usual_seats(rules))
    with tempfile.TemporaryDirectory() as cache:
        seconds = []
        for _ in range(2):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=os.environ | {"PARLOUR_CACHE": cache}, check=True)
            seconds.append(time.perf_counter() - began)
    return seconds[0], seconds[1]


@numba.njit  # type: ignore[untyped-decorator]
def clone(states: Any, times: int) -> None:
    """Copies of the first state into a few others; the first changes each time, so that no copy can be saved."""
    for i in range(times):
        states[0].clock = i
        states[1 + i % (len(states) - 1)] = states[0]


def clone_time(rules: Rules) -> float:
    """Nanoseconds for a copy of a state."""
    states: Any = np.zeros(9, rules.State)
    clone(states, 10)
    times = 2_000_000
    found = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        clone(states, times)
        found.append((time.perf_counter() - began) / times * 1e9)
    return statistics.median(found)


# The figures together


def machine() -> str:
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        model = next((line.split(": ")[1] for line in info.read_text().splitlines() if "model name" in line), model)
    versions = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "open_spiel"))
    return f"{model}, {os.cpu_count()} cores; Python {platform.python_version()}, {versions}"


def measure() -> dict[str, Any]:
    shelf = all_rules()
    starts = {}
    for rules in shelf:
        print(f"\rstart times: {rules.name:<40}", end="", file=sys.stderr, flush=True)
        simulation, move = start_times(rules, FIRST_SIMULATION), start_times(rules, FIRST_MOVE)
        starts[rules.name] = {"first_simulation": simulation, "first_move": move}
    contenders: dict[str, Run] = {
        "hearts": openspiel("hearts"),
        "hearts, shortcut": openspiel("hearts", shortcut=True),
        "spades": openspiel("spades"),
    }
    for rules in shelf:
        contenders[f"{rules.name}, one thread"] = compiled(rules, 1)
        contenders[f"{rules.name}, two threads"] = compiled(rules, 2)
        contenders[f"{rules.name}, from Python"] = stepped(rules)
    speeds = take_turns(contenders)
    return {
        "machine": machine(),
        "openspiel": {name: speeds[name] for name in ("hearts", "hearts, shortcut", "spades")},
        "games": {
            rules.name: {
                "title": rules.title,
                "seats": usual_seats(rules),
                "one_thread": speeds[f"{rules.name}, one thread"],
                "two_threads": speeds[f"{rules.name}, two threads"],
                "from_python": speeds[f"{rules.name}, from Python"],
                "times_hearts": speeds[f"{rules.name}, one thread"] / speeds["hearts"],
                "times_hearts_shortcut": speeds[f"{rules.name}, one thread"] / speeds["hearts, shortcut"],
                "times_hearts_asked_for": ASKED_FOR.get(rules.name),
                "two_threads_gain": speeds[f"{rules.name}, two threads"] / speeds[f"{rules.name}, one thread"],
                "from_python_times_hearts": speeds[f"{rules.name}, from Python"] / speeds["hearts"],
                "from_python_times_hearts_shortcut": (
                    speeds[f"{rules.name}, from Python"] / speeds["hearts, shortcut"]
                ),
                "state_bytes": rules.State.itemsize,
                "clone_ns": clone_time(rules),
                **starts[rules.name],
            }
            for rules in shelf
        },
    }


def page(figures: dict[str, Any]) -> str:
    spiel = {name: f"{speed / 1e3:.0f}" for name, speed in figures["openspiel"].items()}
    played = [
        "| game | seats | one thread, million steps/s | times hearts (asked for; shortcut) | two threads / one | "
        "from Python, thousand steps/s | times hearts (shortcut) |",
        "|---|---|---|---|---|---|---|",
    ]
    single = [
        "| game | state, bytes | clone, ns | first simulation, s: empty cache / next process | "
        "first move, s: empty cache / next process |",
        "|---|---|---|---|---|",
    ]
    for one in figures["games"].values():
        played.append(
            f"| {one['title']} | {one['seats']} | {one['one_thread'] / 1e6:.1f} "
            f"| {one['times_hearts']:.0f} ({one['times_hearts_asked_for'] or '-'}; {one['times_hearts_shortcut']:.0f}) "
            f"| {one['two_threads_gain']:.2f} | {one['from_python'] / 1e3:.0f} "
            f"| {one['from_python_times_hearts']:.2f} ({one['from_python_times_hearts_shortcut']:.2f}) |"
        )
        simulation, move = one["first_simulation"], one["first_move"]
        single.append(
            f"| {one['title']} | {one['state_bytes']} | {one['clone_ns']:.1f} "
            f"| {simulation[0]:.1f} / {simulation[1]:.1f} | {move[0]:.1f} / {move[1]:.1f} |"
        )
    return "\n".join(
        [
            "<!-- Made by bench/play.py (make bench). -->\n",
            "# Speed of the rules\n",
            f"{figures['machine']}. Medians of {ROUNDS} interleaved runs of about {SECONDS:.0f} s each.\n",
            f"OpenSpiel stepped at random from Python, in thousand steps a second: hearts {spiel['hearts']}, spades"
            f" {spiel['spades']}.\nEvery `apply_action` counts, dealing included, and chance is drawn from"
            " `chance_outcomes`. Where the dealing takes\na shortcut (any of `legal_actions`, which is right only where"
            f" all outcomes are equally likely) hearts makes {spiel['hearts, shortcut']}.\n",
            "Random play. *One thread*: whole matches in compiled code, what `parlour sim` does. *From Python*:"
            " `match.actors`,\n`match.legal` and `match.play`, log kept. A step is one accepted action of a seat. Two"
            f" threads are asked to\ngive {THREADS_ASKED_FOR} times one.\n",
            *played,
            "\nTimes of whole processes, Python's start included. With an empty cache the rules are compiled first.\n",
            *single,
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the rules beside OpenSpiel.")
    parser.add_argument("--json", action="store_true", help="print JSON and write no page")
    as_json = parser.parse_args().json
    try:
        version("open_spiel")
    except ImportError:
        print("the benchmark needs OpenSpiel; `make bench` installs it", file=sys.stderr)
        return 2
    figures = measure()
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        PAGE.write_text(page(figures))
        print(PAGE.read_text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
