"""Piccolo Twist's players: eight sums to watch, by colour and by type. How they see and ring is in `bell.py`."""

import numpy as np

from parlour.games.bell.bots import FIRST_TYPE, REFERENCE_RULE, TRAITS, decide, has_news, mind_fields, take_in
from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.kit import record, rule
from parlour.kit.minds import MIND, Bots, Trait

from . import RULES
from .cards import AMOUNT_BITS, COLOUR_BITS, COLOUR_SHIFT, TYPE_SHIFT, TYPES
from .rules import Act, when_flip

FLIP = Act.FLIP.value
LANES = FIRST_TYPE + len(TYPES)

TWIST_TRAITS = (
    *TRAITS,
    Trait(
        "type_ms",
        "ms more for a five by type: a colour stands out, shapes of many colours have to be looked for one by one.",
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
            amount = face & AMOUNT_BITS
            colour = 8 * (face >> COLOUR_SHIFT & COLOUR_BITS)
            kind = 8 * (FIRST_TYPE + (face >> TYPE_SHIFT))
            sums += (amount << colour) + (amount << kind)
            cards += (1 << colour) + (1 << kind)
    take_in(seen, seat, mind, sums, cards, LANES, mind.type_ms)


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
        "novice": "Looks at colours, remembers the types too late, and rings at many a four or six.",
        "casual": "Finds fives by colour soon and those by type if nobody is quicker; sometimes rings in doubt.",
        "sharp": "Watches colours and types alike, keeps the hand near the bell and holds it back when it should.",
        "champion": "Carries the eight sums in mind and waits for the card that is missing; dares more when much lies "
        "open, and looks twice when a wrong ring would cost more than it can win.",
    },
    REFERENCE_RULE,
    usual_seats=4,
)
