"""Rows of false tricks that players hardly ever collect, counted by the referee and by the engine."""

import random

import pytest
from tests.games.tricky_twist.referee import Referee
from tests.games.tricky_twist.referee_play import HOUSE_SCORING_CARDS, SUITS, points_of_tricks

import parlour
from parlour.games.tricky_twist import base_score, scoring_card
from parlour.kit.plain import plain


@pytest.mark.parametrize("rank_ties", ["skip", "dense"])
@pytest.mark.parametrize("card", range(9))
def test_the_referee_counts_any_false_tricks_like_the_engine(card, rank_ties):
    match, dice, paid = parlour.game("tricky_twist").new(seats=4, seed=1), random.Random(card), set()
    options = {option.name: option.default for option in match.rules.options} | {"rank_ties": rank_ties}
    referee = Referee(4, options, plain(match.state))
    referee.pile[0] = card
    kind = HOUSE_SCORING_CARDS[card]["kind"]
    for _ in range(300):
        suits = dice.sample(SUITS, dice.randint(1, 4))
        seats = [
            [(dice.choice([None, *range(1, 13)]), dice.choice([None, *suits])) for _ in range(dice.randint(0, most))]
            for most in (8, 4, 4, 4)
        ]
        stars = referee.stars_of_card(0, seats)
        assert stars == scoring_card(kind, seats[0], [len(other) for other in seats[1:]], rank_ties), seats
        paid.add(stars)
    assert {0, 12} <= paid


def test_the_referee_counts_any_tricks_like_the_engine():
    for tricks in range(17):
        for false_tricks in range(17):
            assert points_of_tricks(tricks, false_tricks) == base_score(tricks, false_tricks)
