"""Bots of any game: by name, their search, whole matches between them, bots in a match played move by move."""

from .bot import Bot, Player, player, players
from .deciding import Schedule, deciding
from .registry import bots_of
from .search import Found, Search
from .seated import Move, SeatedBots, seat_bots
from .simulate import simulation

__all__ = [
    "Bot",
    "Found",
    "Move",
    "Player",
    "Schedule",
    "Search",
    "SeatedBots",
    "bots_of",
    "deciding",
    "player",
    "players",
    "seat_bots",
    "simulation",
]
