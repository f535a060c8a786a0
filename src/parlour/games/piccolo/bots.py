"""Piccolo's players watch four sums, one for each fruit. How they see and ring is in `games/bell/tactics.py`."""

import numpy as np

from parlour.games.bell.bots import REFERENCE_RULE, TRAITS, mind_fields
from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.games.bell.sums import add_to_sum
from parlour.games.bell.tactics import decide, has_news, take_in
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
            fruit = int(seen.fruit[card])
            sums = add_to_sum(sums, fruit, int(seen.amount[card]))
            cards = add_to_sum(cards, fruit, 1)
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
        "novice": "Adds up the fruit card by card, often too late, mistakes a crowd of one fruit for five, and is slow "
        "to notice when covering a card makes a five.",
        "casual": "Recognises twos and threes at a glance, rings a little late, and now and then at four or six.",
        "sharp": "Sees most fives at a glance, keeps a hand near the bell and holds it back when it should.",
        "champion": "Keeps the four sums in mind and waits for the missing card; takes more risks when many cards lie "
        "open, and looks twice when a wrong ring would be the end.",
    },
    REFERENCE_RULE,
    usual_seats=4,
)
