"""How much stronger one level is than another, measured with one seat against a table of the other."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from parlour.bots import bots_of
from parlour.bots.bot import player
from parlour.games import rules_of
from parlour.kit.figures import win_shares

from .run import Run, play

BLOCK = 10  # matches per thread and turn: few, because champions take seconds for one


@dataclass(frozen=True)
class Strength:
    """A share of wins as a multiple of an equal share (1: as strong as the others), with its 95 % interval."""

    times: float
    low: float
    high: float
    matches: int


def strength(game: str, one: str, rest: str, matches: int, seed: int = 0, threads: int = 1, seats: int = 0) -> Strength:
    """The strength of `one`, in every seat equally often, with `rest` in all other seats."""
    bots = bots_of(rules_of(game))
    seats = seats or bots.usual_seats
    seating = tuple(tuple(0 if seat == turn else 1 for seat in range(seats)) for turn in range(seats))
    run = Run(game, (player(bots, one), player(bots, rest)), seating, seed)
    facts = run.facts

    def part(first: int) -> list[float]:
        tallies = play(run, first, min(first + BLOCK, matches))
        alone = tallies["who"][:, :seats] == 0
        won: list[float] = (win_shares(tallies, facts) * alone).sum(axis=1).tolist()
        return won

    with ThreadPoolExecutor(threads) as pool:
        shares = np.array([share for block in pool.map(part, range(0, matches, BLOCK)) for share in block]) * seats
    half = 1.96 * float(shares.std(ddof=1)) / len(shares) ** 0.5
    mean = float(shares.mean())
    return Strength(mean, mean - half, mean + half, len(shares))
