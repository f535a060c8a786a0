"""A game being played: seats, time, log, replay; one at a time or many."""

from .batch import Batch, simulate
from .chance import play_by_chance
from .log import follow, replay
from .match import Match
from .rulebook import Statement, statement, statements
from .shelf import Game, game

__all__ = [
    "Batch",
    "Game",
    "Match",
    "Statement",
    "follow",
    "game",
    "play_by_chance",
    "replay",
    "simulate",
    "statement",
    "statements",
]
