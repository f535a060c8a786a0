"""Measures the strength of the bots and writes docs/bots.json, from which tools/docs.py makes docs/bots.md.

python tools/bots.py                        all games, as in the published page (hours, because champions search)
python tools/bots.py parrot --matches 500   one game, faster; the page states the number of matches
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import parlour
from parlour.bots import bots_of, seat_bots
from parlour.games import names
from parlour.kit import LEVELS
from parlour.lab.strength import strength

FIGURES = Path(__file__).parents[1] / "docs" / "bots.json"
SEED = 2026
TIMED_MATCHES = 3


def pairs(searches: bool) -> list[tuple[str, str]]:
    """The pairs to measure: each level against the one below, and all levels against the reference player."""
    steps = [(LEVELS[i + 1], LEVELS[i]) for i in range(len(LEVELS) - 1)]
    return [*steps, *((level, "reference") for level in LEVELS if not (searches and level == LEVELS[-1]))]


def measure(name: str, matches: int, searching: int, threads: int) -> dict[str, Any]:
    bots = bots_of(parlour.game(name).rules)
    found: dict[str, Any] = {"seats": bots.usual_seats, "pairs": []}
    for one, rest in pairs(bots.plan is not None):
        slow = bots.plan is not None and one == LEVELS[-1]
        began = time.perf_counter()
        result = strength(name, one, rest, searching if slow else matches, seed=SEED, threads=threads)
        print(
            f"{name}: {one} over {rest}: {result} in {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True
        )
        numbers = [round(number, 3) for number in (result.times, result.low, result.high)]
        found["pairs"].append([one, rest, *numbers, result.matches])
    if bots.plan is not None:
        found["playouts"] = bots.plan.playouts
        found["decision_ms"] = decision_times(name, bots.usual_seats)
    return found


def decision_times(name: str, seats: int) -> list[float]:
    """The time of a champion's search on one core of this machine: mean and 95th percentile, in ms."""
    taken: list[float] = []
    for seed in range(TIMED_MATCHES):
        match = parlour.game(name).new(seats=seats, seed=seed)
        table = seat_bots(match, ",".join(["champion", *["sharp"] * (seats - 1)]))
        bot = table.bots[0]
        for _ in table.play_out():
            if bot.searched is not None:
                taken.append(1000 * bot.searched)
                bot.searched = None
    del taken[0]  # the first search also loads compiled code
    taken.sort()
    return [round(sum(taken) / len(taken), 1), round(taken[int(0.95 * len(taken))], 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the strength of the bots.")
    parser.add_argument("games", nargs="*", default=names(), metavar="GAME", help="default: all")
    parser.add_argument("--matches", type=int, default=4000, help="matches per pair (default: 4000)")
    parser.add_argument(
        "--searching", type=int, default=1000, help="matches per pair with a searching champion (default: 1000)"
    )
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    given = parser.parse_args()
    for name in given.games:
        found = measure(name, given.matches, given.searching, given.threads)
        figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
        FIGURES.write_text(json.dumps({**figures, name: found}, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
