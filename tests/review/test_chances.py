"""The chances in a review are honest: of all seats that are given 30 %, about 30 % win."""

import numpy as np
import pytest

import parlour
from parlour.bots import bots_of, seat_bots
from parlour.games import names
from parlour.kit.review import TurnReview
from parlour.review.registry import review_of

MATCHES = 120
BINS = np.array([0.0, 0.1, 0.2, 0.35, 0.6, 1.01])
TURN_GAMES = [name for name in names() if isinstance(review_of(parlour.game(name).rules), TurnReview)]


def chances_after_rounds(name, seed):
    """The chance of each seat after every round but the last, and what it won in the end."""
    plan = bots_of(parlour.game(name).rules).plan
    chance = plan.chance or plan.worth
    match = parlour.game(name).new(seats=4, seed=seed)
    root, given, out, counted = match.state.copy(), [], np.zeros(4), False
    for _ in seat_bots(match, "sharp,sharp,sharp,sharp").play_out():
        if not counted and not match.over and plan.settled(match.state, root):
            chance(match.state, root, out)
            given.append(out.copy())
            counted = True
        if counted and not plan.settled(match.state, match.state):  # the next round has begun
            root, counted = match.state.copy(), False
    won = [1 / len(match.winners) if seat in match.winners else 0.0 for seat in range(4)]
    return np.array(given), np.tile(won, (len(given), 1))


@pytest.mark.parametrize("name", TURN_GAMES)
def test_chances_are_kept(name):
    """Over blocks of 120 matches, honest chances were off by 0.004 to 0.025 on average. Before one game's
    chance was fitted, it was off by 0.06, and in one bin by 0.19."""
    given, won = (
        np.concatenate(part).ravel() for part in zip(*(chances_after_rounds(name, s) for s in range(MATCHES)))
    )
    assert len(given) >= MATCHES * 4
    where = np.digitize(given, BINS)
    off = [abs(given[where == k].mean() - won[where == k].mean()) * (where == k).sum() for k in set(where)]
    assert sum(off) / len(given) < 0.03
    for k in set(where):
        if (where == k).sum() > 100:
            assert abs(given[where == k].mean() - won[where == k].mean()) < 0.1
