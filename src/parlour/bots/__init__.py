"""What seats any bot: a bot by name, its search, whole matches between bots, bots at a match played move by move."""

from .bot import Bot, Player, player, players
from .registry import bots_of
from .search import Found, Search
from .seated import Company, Move, company
from .simulate import seated, ties

__all__ = [
    "Bot",
    "Company",
    "Found",
    "Move",
    "Player",
    "Search",
    "bots_of",
    "company",
    "player",
    "players",
    "seated",
    "ties",
]
