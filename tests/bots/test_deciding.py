"""Which bot acts next."""

from collections import Counter

import parlour
from parlour.bots import Schedule

RULES = parlour.game("parrot").rules


def test_the_earliest_bot_acts_first():
    schedule = Schedule(RULES, match_seed=1)
    assert schedule.earliest({0: 90, 1: 50, 2: 40}) == 2
    assert schedule.earliest({3: 10}) == 3
    assert schedule.earliest({}) is None


def test_ties_are_drawn_evenly_and_follow_from_the_seed():
    drawn = [[Schedule(RULES, seed).earliest({0: 7, 2: 7, 3: 7, 1: 8}) for seed in range(600)] for _ in range(2)]
    assert drawn[0] == drawn[1]
    shares = Counter(drawn[0])
    assert set(shares) == {0, 2, 3}
    assert min(shares.values()) > 150, shares
