"""A game being played: seats, time, log, replay."""

from .game import Game, game
from .log import Header, write_log
from .match import Match
from .replay import follow, replay

__all__ = ["Game", "Header", "Match", "follow", "game", "replay", "write_log"]
