"""Measures what each level of bots loses per decision, as reviews see it, and writes src/parlour/review/levels.json.

It is the scale on which a review grades a match, and tools/docs.py makes the table in docs/review.md of it.

python tools/reviews.py                        all games that have a review (an hour or more)
python tools/reviews.py parrot --matches 50    one game, faster; the page states the number of matches
python tools/reviews.py --workers 16           that many matches at once; the result is the same
python tools/reviews.py --confirm 250          how many of 250 mistakes in each turn-based game are confirmed

At each table sits one bot of every level, in an order that changes from match to match, so that all levels are measured
in the same matches. The better move is looked for as thoroughly as in a review for people, because more playouts find
better moves and so larger losses. It is then compared with the one played in fewer worlds: that makes a single loss
less certain, but not larger or smaller, since those worlds had no part in finding it.
"""

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

import msgspec

import parlour
from parlour.bots import bots_of, seat_bots
from parlour.bots.search import Effort, Search
from parlour.games import names
from parlour.kit import LEVELS, BadInput
from parlour.kit.review import TurnReview
from parlour.review.levels import Measured, measured, measured_as, written
from parlour.review.registry import review_of
from parlour.review.run import losses_of, review
from parlour.review.summary import mistakes_of
from parlour.review.turns import CERTAIN, TurnReport, situations
from parlour.review.turns import EFFORT as FULL

SCALES = Path(__file__).parents[1] / "src" / "parlour" / "review" / "levels.json"
SEED = 2026
EFFORT = Effort(FULL.playouts, worlds=100)
CONFIRMING = 9000  # the first seed of matches whose mistakes are judged again
THOROUGH = Effort(20 * FULL.playouts, 20 * FULL.worlds)


def played(name: str, number: int) -> tuple[str, list[str]]:
    """The log of a match between one bot of every level, and who sat where."""
    order = [LEVELS[(seat + number) % len(LEVELS)] for seat in range(len(LEVELS))]
    game = parlour.game(name)
    match, bots = game.new(seats=len(order), seed=SEED + number), bots_of(game.rules)
    for _ in seat_bots(match, ",".join(measured_as(bots, level) for level in order)).play_out():
        pass
    return match.log(), order


def reviewed(name: str, number: int) -> tuple[dict[str, list[float]], str]:
    """The losses of each level's decisions in one match, and their unit."""
    log, order = played(name, number)
    losses: dict[str, list[float]] = {}
    unit = ""
    for seat, level in enumerate(order):
        try:
            losses[level], unit = losses_of(review(log, seat, effort=EFFORT))
        except BadInput:  # a seat without a single decision, which can happen in a real-time game
            losses[level] = []
    return losses, unit


def measure(name: str, matches: int, workers: int) -> None:
    """Written after every match, so that a run that is stopped keeps what it has measured."""
    began = time.perf_counter()
    found: dict[str, list[list[float]]] = {level: [] for level in LEVELS}
    first = reviewed(name, 0)  # here, so that the workers find everything compiled
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        others = pool.map(partial(reviewed, name), range(1, matches))
        for number, (losses, unit) in enumerate(chain([first], others), 1):
            for level in LEVELS:
                found[level].append(losses[level])
            if all(any(of_level) for of_level in found.values()):
                levels = {level: measured(found[level]) for level in LEVELS}
                keep(name, unit, levels)
                told = ", ".join(
                    f"{level} {one.loss:.3g} ({one.low:.3g} to {one.high:.3g})" for level, one in levels.items()
                )
                print(f"{name}: {number} in {time.perf_counter() - began:.0f} s: {told}", file=sys.stderr, flush=True)


def keep(name: str, unit: str, levels: dict[str, Measured]) -> None:
    known = json.loads(SCALES.read_text(encoding="utf-8"))
    scale = {"unit": unit, "levels": msgspec.to_builtins(levels)}
    SCALES.write_text(written({**known, name: scale}), encoding="utf-8")


def confirm(name: str, wanted: int) -> None:
    """Judge mistakes again, with twenty times as many playouts and other seeds, and tell how many are still certain."""
    search = Search(bots_of(parlour.game(name).rules))
    flagged = confirmed = number = 0
    while flagged < wanted:
        log, order = played(name, CONFIRMING + number)
        number += 1
        for seat in range(len(order)):
            report = review(log, seat)
            assert isinstance(report, TurnReport)
            moments = {situation.entry: situation.seens for situation in situations(log, seat)[0]}
            for mistake in mistakes_of(report):
                again = search.judge(moments[mistake.entry], seat, mistake.played, CONFIRMING + flagged, THOROUGH)
                flagged += 1
                confirmed += again is not None and again.gain > CERTAIN * again.error
            print(f"{name}: {confirmed} of {flagged} mistakes are confirmed", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what each level of bots loses per decision.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all that have a review")
    parser.add_argument("--matches", type=int, default=200, help="matches per game (default: 200)")
    parser.add_argument("--workers", type=int, default=1, help="matches reviewed at once (default: 1)")
    parser.add_argument("--confirm", type=int, metavar="MISTAKES", help="judge that many mistakes again")
    given = parser.parse_args()
    if given.matches < 2 or given.workers < 1:
        parser.error("--matches must be at least 2, --workers at least 1")
    for name in given.games or [name for name in names() if review_of(parlour.game(name).rules) is not None]:
        if given.confirm is not None:
            if isinstance(review_of(parlour.game(name).rules), TurnReview):
                confirm(name, given.confirm)
            continue
        measure(name, given.matches, given.workers)


if __name__ == "__main__":
    main()
