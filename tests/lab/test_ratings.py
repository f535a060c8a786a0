"""Ratings recover the strengths behind the results, and their intervals cover them."""

import numpy as np
import pytest

from parlour.lab.ratings import NONE, Contest, Sums, rate

TRUE = np.array([0.0, 150.0, -260.0, 420.0])  # Elo points


def contests(seats, matches, seed, pairs=None):
    generator = np.random.default_rng(seed)
    found = []
    for one in range(len(TRUE)):
        for rest in range(len(TRUE)):
            if one != rest and (pairs is None or (one, rest) in pairs):
                odds = 10 ** ((TRUE[one] - TRUE[rest]) / 400) / (seats - 1)
                won = float(generator.binomial(matches, odds / (1 + odds)))
                found.append(Contest(one, rest, Sums(matches, won, won)))
    return found


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_ratings_are_those_behind_the_results(seats):
    found = rate(contests(seats, 200_000, 1), 4, seats, zero=0)
    assert [each.value for each in found] == pytest.approx(TRUE, abs=6)
    assert found[0].low == found[0].high == 0


def test_intervals_cover_the_truth_as_often_as_they_say():
    covered = [
        each.low <= true <= each.high
        for seed in range(150)
        for each, true in zip(rate(contests(4, 300, seed), 4, 4, zero=0)[1:], TRUE[1:], strict=True)
    ]
    assert 0.92 < np.mean(covered) < 0.98


def test_a_player_that_never_wins_has_a_finite_rating_and_a_wide_interval():
    one, rest = Sums(40, 0.0, 0.0), Sums(40, 40.0, 40.0)
    found = rate([Contest(1, 0, one), Contest(0, 1, rest)], 2, 4, zero=0)[1]
    assert found.value < -500
    assert found.high - found.low > 400


def test_without_matches_there_is_no_rating():
    chain = contests(3, 50_000, 2, {(1, 0), (2, 1)})
    found = rate([*chain, Contest(3, 0, NONE)], 4, 3, zero=0)
    assert found[3] is None
    assert [each.value for each in found[:3]] == pytest.approx(TRUE[:3], abs=10)
    assert [each and each.value for each in rate([], 2, 3, zero=1)] == [None, 0]


def test_sums_add_up_to_a_share_with_an_interval():
    share = (Sums(60, 30.0, 30.0) + Sums(40, 10.0, 10.0)).share
    assert (share.value, share.seen) == (pytest.approx(0.4), 100)
    assert share.low == pytest.approx(0.308, abs=0.003)
    assert share.high == pytest.approx(0.499, abs=0.003)
