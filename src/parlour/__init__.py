"""Parlour: five card games whose rules are written once, in Python.

import parlour
match = parlour.game("parrot").new(seats=4, seed=7)
"""

from importlib import import_module
from types import ModuleType

from parlour.imports import without_collecting

with without_collecting():
    from parlour import games
    from parlour.engine import Batch
    from parlour.kit import BadInput, IllegalAction, ParlourError
    from parlour.match import Game, Match, game, replay

__version__ = "0.1.0"

__all__ = ["BadInput", "Batch", "Game", "IllegalAction", "Match", "ParlourError", "game", "games", "replay"]


def __getattr__(name: str) -> ModuleType:
    """`parlour.envs` is imported when somebody asks for it: it needs packages that not everybody has."""
    if name == "envs":
        return import_module("parlour.envs")
    raise AttributeError(f"module 'parlour' has no attribute {name!r}")
