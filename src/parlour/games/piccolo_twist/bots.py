"""Piccolo Twist's players watch eight sums, by colour and by type. How they see and ring is in
`games/bell/tactics.py`."""

import numpy as np

from parlour.games.bell.bots import REFERENCE_RULE, TRAITS, mind_fields
from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.games.bell.sums import add_to_sum
from parlour.games.bell.tactics import FIRST_TYPE, decide, has_news, take_in
from parlour.kit import record, rule
from parlour.kit.minds import MIND, Bots, Trait

from . import RULES
from .cards import TYPES, amount_of, colour_of, type_of
from .rules import Act, when_flip

FLIP = Act.FLIP.value
KINDS = FIRST_TYPE + len(TYPES)  # of sums: four colours, then four types

TWIST_TRAITS = (
    *TRAITS,
    Trait(
        "type_ms",
        "ms more for a five by type: a colour stands out, shapes in different colours are searched for one by one.",
        140,
        110,
        80,
        50,
    ),
)

Mind = record(**MIND, **mind_fields(TWIST_TRAITS))


@rule
def look_at_tops(seen, seat, mind):
    sums, cards = np.int64(0), np.int64(0)
    for other in range(SEATS):
        card = int(seen.tops[other])
        if card != NO_CARD:
            face = int(seen.faces[card])
            for kind in (colour_of(face), FIRST_TYPE + type_of(face)):
                sums = add_to_sum(sums, kind, amount_of(face))
                cards = add_to_sum(cards, kind, 1)
    take_in(seen, seat, mind, sums, cards, KINDS, mind.type_ms)


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
    TWIST_TRAITS,
    {
        "novice": "Looks at colours, remembers the types too late, and often rings at four or six.",
        "casual": "Finds fives by colour quickly and fives by type if nobody else is faster; sometimes rings in doubt.",
        "sharp": "Watches colours and types alike, keeps a hand near the bell and holds it back when it should.",
        "champion": "Keeps the eight sums in mind and waits for the missing card; takes more risks when many cards lie "
        "open, and looks twice when a wrong ring would cost more than it can win.",
    },
    REFERENCE_RULE,
    usual_seats=4,
)
