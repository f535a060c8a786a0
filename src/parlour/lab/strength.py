"""How much stronger one player is than another, measured with one seat against a table of the other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Player, bots_of, player
from parlour.games import rules_of
from parlour.kit.figures import win_shares

from .experiment import PlayRun, slow
from .run import Run, rotations
from .workers import Stop, Threads, blocks, in_order


@dataclass(frozen=True)
class Strength:
    """A share of wins as a multiple of an equal share (1: as strong as the others), with its 95 % interval."""

    times: float
    low: float
    high: float
    matches: int


def alone(game: str, one: Player, rest: Player, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> Run:
    """One player, in every seat equally often, with another in all other seats. `parlour sim --bots ONE,REST,REST`
    plays the same matches."""
    return Run(game, (one, *[rest] * (seats - 1)), rotations(seats), seed, dict(options or {}))


def shares(
    run: Run,
    first: int,
    last: int,
    threads: int | None = None,
    stop: Stop | None = None,
    advance: Callable[[int], None] = lambda more: None,
) -> NDArray[np.float64]:
    """The share of the win of the run's first player in each of the matches `first` to `last` - 1; after a stop, of
    those that were played, which are the first ones."""
    workers = Threads(1 if run.with_policies else threads)
    facts, won = run.facts, [np.zeros(0)]
    spans = [(first + a, first + b) for a, b in blocks(last - first, slow(run), run.with_policies)]
    try:
        for tallies in in_order(workers, PlayRun(run), spans, stop):
            own = tallies["who"][:, : run.seats] == 0
            won.append((win_shares(tallies, facts) * own).sum(axis=1))
            advance(len(tallies))
    finally:
        workers.close()
    return np.concatenate(won)


def strength(game: str, one: str, rest: str, matches: int, seed: int = 0, threads: int = 1, seats: int = 0) -> Strength:
    """The strength of `one`, in every seat equally often, with `rest` in all other seats."""
    bots = bots_of(rules_of(game))
    seats = seats or bots.usual_seats
    run = alone(game, player(bots, one), player(bots, rest), seats, seed)
    found = seats * shares(run, 0, matches, threads)
    half = 1.96 * float(found.std(ddof=1)) / len(found) ** 0.5
    mean = float(found.mean())
    return Strength(mean, mean - half, mean + half, len(found))
