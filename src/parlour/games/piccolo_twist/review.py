"""The review of a match of Piccolo Twist; what it has in common with Piccolo's is in `games/bell/review.py`."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (compiled rules carry no annotations)

from typing import Any

import numpy as np

from parlour.games.bell.review import TYPES as TYPE_KINDS
from parlour.games.bell.review import Summary, bell_review, note_table, summarise
from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.games.bell.sums import add_to_sum, sum_of
from parlour.games.bell.tactics import FIRST_TYPE
from parlour.kit import rule

from .cards import COLOURS, TYPES, amount_of, colour_of, type_of
from .level_times import LEVELS, REFERENCE
from .rules import over, when_ring

KINDS = (*(f"colour {colour}" for colour in COLOURS), *(f"type {kind}" for kind in TYPES))
NAMES = dict(zip(KINDS, (*(f"{colour} things" for colour in COLOURS), *(f"{kind}s" for kind in TYPES)), strict=True))


@rule
def facts(seen, seat, facts):
    sums, cards = np.int64(0), np.int64(0)
    for place in range(FIRST_TYPE * TYPE_KINDS):
        facts.mixed[place] = 0
    for other in range(SEATS):
        card = int(seen.tops[other])
        if card != NO_CARD:
            face = int(seen.faces[card])
            for kind in (colour_of(face), FIRST_TYPE + type_of(face)):
                sums = add_to_sum(sums, kind, amount_of(face))
                cards = add_to_sum(cards, kind, 1)
            facts.mixed[colour_of(face) * TYPE_KINDS + type_of(face)] -= amount_of(face)
    for colour in range(FIRST_TYPE):
        for kind in range(TYPE_KINDS):
            both = facts.mixed[colour * TYPE_KINDS + kind]  # counted twice, so subtracted once
            total = both + sum_of(sums, colour) + sum_of(sums, FIRST_TYPE + kind)
            facts.mixed[colour * TYPE_KINDS + kind] = total == 5
    note_table(seen, seat, sums, cards, facts)
    if seen.dead_five:
        facts.five = 0
    facts.may_ring = not over(seen) and bool(seen.playing[seat]) and when_ring(seen, seat) >= 0


def summary(moments: Any, seat: int, seats: int) -> Summary:
    return summarise(moments, seat, KINDS, LEVELS, REFERENCE)


REVIEW = bell_review(facts, summary, NAMES)
