"""Bots of any game: by name, their search, whole matches between them, bots in a match played move by move."""

from .bot import (
    Bot,
    Player,
    cited,
    fresh_mind,
    how_to_search,
    is_bot,
    needed_for,
    one_for_each,
    player,
    players,
    searches,
    seat_bot,
    version_of,
)
from .deciding import Schedule, deciding
from .registry import bots_of
from .search import Found, How, Search
from .seated import Move, SeatedBots, seat_bots
from .simulate import simulation

__all__ = [
    "Bot",
    "Found",
    "How",
    "Move",
    "Player",
    "Schedule",
    "Search",
    "SeatedBots",
    "bots_of",
    "cited",
    "deciding",
    "fresh_mind",
    "how_to_search",
    "is_bot",
    "needed_for",
    "one_for_each",
    "player",
    "players",
    "searches",
    "seat_bot",
    "seat_bots",
    "simulation",
    "version_of",
]
