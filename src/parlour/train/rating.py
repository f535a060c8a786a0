"""Measures how strong a network is: it plays one seat of whole matches against bots. Runs in a separate process.

python -m parlour.train.rating GAME weights.npz --opponents sharp --matches 2000

The network always plays the action it considers best. Prints one line of JSON.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.engine import TICK_MS
from parlour.envs.vector_tables import TableSettings, VectorTables
from parlour.kit import BadInput

from . import errors_in_a_sentence
from .weights import Policy, read


def rate(name: str, policy: Policy, seats: int, opponents: str, matches: int, seed: int, threads: int | None) -> Any:
    """The network's share of wins (a shared win counts in part), half its 95 % interval, and its mean points."""
    began = time.perf_counter()
    settings = TableSettings(name, seats, opponents, "random", None, "rank", TICK_MS, "raise")
    tables = VectorTables(settings, matches, threads)
    step = tables.reset([None] * matches, np.random.default_rng(seed))  # each seed has its own deals
    sign = -1 if tables.rules.lowest_wins else 1
    won, points = np.full(matches, np.nan), np.zeros(matches)
    seat = tables.episodes["seat"].astype(np.int64)
    while np.isnan(won).any():
        step = tables.step(policy.logits(step.observations, step.masks).argmax(1))
        for i in np.flatnonzero(step.ends & np.isnan(won)):
            scores = sign * tables.episodes["scores"][i, :seats]
            best = scores == scores.max()
            won[i] = best[seat[i]] / best.sum()
            points[i] = sign * scores[seat[i]]
    off = 1.96 * won.std() / matches**0.5
    return {
        "seats": seats,
        "opponents": opponents,
        "matches": matches,
        "share": round(float(won.mean()), 4),
        "off": round(float(off), 4),
        "relative": round(float(won.mean()) * seats, 3),
        "points": round(float(points.mean()), 2),
        "seconds": round(time.perf_counter() - began, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Rate a trained network against bots.")
    parser.add_argument("game")
    parser.add_argument("weights", type=Path)
    parser.add_argument("--seats", default="4", help="numbers of players, each rated separately")
    parser.add_argument("--opponents", default="sharp,casual", help="kinds of bots, each rated against separately")
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int)
    given = parser.parse_args()
    with errors_in_a_sentence():
        rules = parlour.game(given.game).rules
        about, arrays = read(given.weights, rules)
        if about.get("method") == "values":
            raise BadInput(
                f"{given.weights} judges positions: parlour train rates it at the end, and once it is packed "
                f"(tools/learned.py), parlour tournament {rules.name} --bots learned,sharp does"
            )
        policy = Policy(about, arrays)
        ratings = [
            {"decisions": about["decisions"]}
            | rate(given.game, policy, int(seats), kind, given.matches, given.seed, given.threads)
            for seats in given.seats.split(",")
            for kind in given.opponents.split(",")
        ]
    print(json.dumps(ratings))


if __name__ == "__main__":
    main()
