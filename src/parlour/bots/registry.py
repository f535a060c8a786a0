"""Which bots a game has."""

from functools import cache

from parlour.games import part_of
from parlour.kit import MIND, Bots, Rules, record
from parlour.kit.minds import no_thought


@cache
def bots_of(rules: Rules) -> Bots:
    """The bots of a game. A game without its own bots is played by random players."""
    bots: Bots | None = part_of(rules.name, "bots", "BOTS")
    if bots is not None:
        return bots
    return Bots(rules, record(**MIND), no_thought, (), {}, "", max(2, rules.min_seats))
