"""Piccolo's players: four sums to watch, one for each fruit. How they see and ring is in `bell.py`."""

import numpy as np

from parlour.games.bell.bots import REFERENCE_RULE, TRAITS, decide, has_news, mind_fields, take_in
from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.kit import record, rule
from parlour.kit.minds import MIND, Bots

from . import RULES
from .rules import FRUIT_KINDS, Act, when_flip

FLIP = Act.FLIP.value

Mind = record(**MIND, **mind_fields(TRAITS))


@rule
def look_at_tops(seen, seat, mind):
    sums, cards = np.int64(0), np.int64(0)
    for other in range(SEATS):
        card = int(seen.tops[other])
        if card != NO_CARD:
            lane = 8 * int(seen.fruit[card])
            sums += int(seen.amount[card]) << lane
            cards += 1 << lane
    take_in(seen, seat, mind, sums, cards, FRUIT_KINDS, 0.0)


@rule
def think(seen, seat, ask, mind):
    if not seen.playing[seat]:
        return
    if has_news(seen, mind):
        look_at_tops(seen, seat, mind)
    decide(seen, ask, mind, when_flip(seen, seat), FLIP)


BOTS = Bots(
    RULES,
    Mind,
    think,
    TRAITS,
    {
        "novice": "Adds up the fruit card by card, often too late, takes a crowd of one fruit for five, and is slow to "
        "notice when a covered card makes the five.",
        "casual": "Knows two and three when it sees them, rings a little late, and now and then at four or six.",
        "sharp": "Sees most fives at a glance, keeps the hand near the bell and holds it back when it should.",
        "champion": "Carries the four sums in mind and waits for the card that is missing; dares more when much lies "
        "open, and looks twice when a wrong ring would be the end.",
    },
    REFERENCE_RULE,
    usual_seats=4,
)
