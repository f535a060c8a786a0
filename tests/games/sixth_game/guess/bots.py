"""Guess's players: the better they are, the more often they say high, because high wins half the time at least."""

from parlour.kit import MIND, Bots, Trait, float64, record, rule
from parlour.kit.human_timing import happens, hesitation

from . import RULES

Mind = record(**MIND, high=float64)

TRAITS = (Trait("high", "How often it says high.", novice=0.2, casual=0.5, sharp=0.8, champion=1.0),)


@rule
def think(seen, seat, ask, mind):
    mind.action = 1 if happens(mind, mind.high) else 0
    mind.at = int(seen.clock) + hesitation(mind, 500.0, 0.3)


BOTS = Bots(
    RULES,
    Mind,
    think,
    TRAITS,
    characters={name: f"A {name} guesser." for name in ("novice", "casual", "sharp", "champion")},
    reference="",
    usual_seats=2,
)
