"""Who can sit in a seat: levels, timing models, search; one file per game, found through an entry point."""

from functools import cache
from importlib.metadata import entry_points

from parlour.kit import Rules, record

from .bot import Bot, Player, players
from .minds import LEVELS, MIND, NOTHING, Bots, Level, Plan, Trait, no_thought
from .search import Found, Search
from .table import NO_MEASURE, Measure, seated, ties

__all__ = [
    "LEVELS",
    "MIND",
    "NOTHING",
    "NO_MEASURE",
    "Bot",
    "Bots",
    "Found",
    "Level",
    "Measure",
    "Plan",
    "Player",
    "Search",
    "Trait",
    "bots_of",
    "players",
    "seated",
    "ties",
]


@cache
def bots_of(rules: Rules) -> Bots:
    """The bots of a game. A game that brings none is played by random players."""
    for entry in entry_points(group="parlour.bots"):
        if entry.name == rules.name:
            bots: Bots = entry.load()
            return bots
    return Bots(rules, record(**MIND), no_thought, (), {}, "", max(2, rules.min_seats))
