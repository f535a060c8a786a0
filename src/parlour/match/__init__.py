"""A game being played: seats, time, log, replay; one at a time or many."""

from .batch import Batch, simulate
from .log import replay
from .match import Match
from .shelf import Game, game, games

__all__ = ["Batch", "Game", "Match", "game", "games", "replay", "simulate"]
