"""A game being played: seats, time, log, replay; one at a time or many."""

from .batch import Batch, simulate
from .company import Company, Move, company
from .log import Header, follow, replay
from .match import Match
from .rulebook import Statement, statement, statements
from .shelf import Game, game

__all__ = [
    "Batch",
    "Company",
    "Game",
    "Header",
    "Match",
    "Move",
    "Statement",
    "company",
    "follow",
    "game",
    "replay",
    "simulate",
    "statement",
    "statements",
]
