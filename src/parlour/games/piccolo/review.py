"""The review of a match of Piccolo; what it has in common with Piccolo Twist's is in `games/bell/review.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (compiled rules carry no annotations)

from typing import Any

import numpy as np

from parlour.games.bell.review import TYPES, Summary, bell_review, note_table, summarise
from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.games.bell.sums import add_to_sum
from parlour.games.bell.tactics import FIRST_TYPE
from parlour.kit import rule

from .cards import FRUITS
from .level_times import LEVELS, REFERENCE
from .rules import over, when_ring

NAMES = dict(zip(FRUITS, ("bananas", "strawberries", "limes", "plums"), strict=True))


@rule
def facts(seen, seat, facts):
    sums, cards = np.int64(0), np.int64(0)
    for other in range(SEATS):
        card = int(seen.tops[other])
        if card != NO_CARD:
            fruit = int(seen.fruit[card])
            sums = add_to_sum(sums, fruit, int(seen.amount[card]))
            cards = add_to_sum(cards, fruit, 1)
    for place in range(FIRST_TYPE * TYPES):
        facts.mixed[place] = 0  # a card has a fruit and nothing else
    note_table(seen, seat, sums, cards, facts)
    facts.may_ring = not over(seen) and bool(seen.playing[seat]) and when_ring(seen, seat) >= 0


def summary(moments: Any, seat: int, seats: int) -> Summary:
    return summarise(moments, seat, FRUITS, LEVELS, REFERENCE)


REVIEW = bell_review(facts, summary, NAMES)
