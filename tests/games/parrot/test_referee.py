"""Boxes that players hardly ever reach, counted by the referee and by the engine."""

import random

from tests.games.parrot.referee import PARROT, points_of

from parlour.games.parrot import box_score


def test_the_referee_counts_any_box_like_the_engine():
    """Boxes of few different cards, so that there are Quartets, Sextets, Octets and columns of two Parrots."""
    dice, lowest = random.Random(1), []
    for _ in range(3000):
        kinds = [*dice.sample(range(13), dice.randint(1, 4)), PARROT]
        box = [dice.choice(kinds) for _ in range(8)]
        for two_parrots in ("pair-of-nothing", "wild-pair"):
            mine = points_of(box, two_parrots)
            assert mine == box_score(["P" if card == PARROT else card for card in box], two_parrots), box
            lowest.append(mine)
    assert min(lowest) == -20
