"""Seatings are balanced and ratings follow the results."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from parlour.bots import Player
from parlour.lab.run import Run
from parlour.lab.tournament import Ratings, in_mixed_order, seatings

SIZES = [(2, 2), (3, 2), (2, 3), (4, 4), (3, 4), (6, 4), (2, 5), (8, 6), (10, 7), (5, 7)]


@pytest.mark.parametrize(("entrants", "seats"), SIZES)
def test_every_entrant_takes_every_seat_and_meets_all_others_equally_often(entrants, seats):
    rows = seatings(entrants, seats)
    assert all(len(row) == seats for row in rows)
    sat = Counter((seat, who) for row in rows for seat, who in enumerate(row))
    assert set(sat) == {(seat, who) for seat in range(seats) for who in range(entrants)}
    assert len(set(sat.values())) == 1
    met = Counter()
    for row in rows:
        for i, one in enumerate(row):
            for other in row[:i]:
                met[frozenset((one, other))] += 1
    assert len({count for pair, count in met.items() if len(pair) == 2}) == 1


def test_every_distinct_seating_occurs_once():
    assert set(seatings(4, 3)) == set(permutations(range(4), 3))
    assert len(seatings(4, 3)) == 24
    assert sorted(seatings(2, 4)) == sorted(set(permutations((0, 0, 1, 1))))
    assert len(seatings(3, 4)) == len(set(seatings(3, 4))) == 36


def test_too_many_seatings_are_reduced_to_rotations():
    assert len(seatings(10, 7)) == 120 * 7


def test_the_order_of_seatings_is_shuffled_by_the_seed_alone():
    rows = seatings(4, 4)
    assert in_mixed_order(rows, 3) == in_mixed_order(rows, 3) != in_mixed_order(rows, 4)
    assert sorted(in_mixed_order(rows, 3)) == sorted(rows)


def tallies(*matches):
    made = np.zeros(len(matches), [("scores", "i4", 4), ("who", "i1", 4)])
    for row, (who, scores) in enumerate(matches):
        made["who"][row, : len(who)] = who
        made["scores"][row, : len(scores)] = scores
    return made


def rated(game, matches, block=10):
    run = Run(game, (Player("random"), Player("reference"), Player("novice")), seatings(3, 2))
    ratings = Ratings(run, len(matches))
    for at in range(0, len(matches), block):
        ratings.add(tallies(*matches[at : at + block]))
    return ratings


MATCHES = [((0, 1), (9, 3)), ((1, 2), (5, 2)), ((0, 2), (4, 1))] * 20


def test_more_points_raise_a_rating_and_lower_it_where_the_lowest_wins():
    best = rated("tricky_twist", MATCHES).standings()
    assert [one.bot for one in best] == ["random", "reference", "novice"]
    assert best[0].wins.value == 1.0
    assert best[0].low > best[2].high
    assert best[0].sigma < 25 / 3
    assert [one.matches for one in best] == [40, 40, 40]
    worst = rated("parrot", MATCHES).standings()
    assert [one.bot for one in worst] == ["novice", "reference", "random"]


def test_ratings_do_not_depend_on_the_size_of_blocks():
    one, other = rated("parrot", MATCHES, 7).standings(), rated("parrot", MATCHES, 60).standings()
    assert [(s.bot, s.rating, s.sigma) for s in one] == [(s.bot, s.rating, s.sigma) for s in other]


def test_a_bot_against_itself_stays_where_it_is():
    one = rated("tricky_twist", [((0, 0), (9, 1))] * 5).standings()[0]
    assert one.rating == pytest.approx(25.0, abs=1e-6)
    assert one.sigma < 25 / 3
