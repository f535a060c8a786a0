"""Every game with every number of players, as parameters for tests."""

import importlib
from types import ModuleType

import pytest

import parlour
from parlour.kit import INTERPRETED

GAMES = parlour.games()
TABLES = [
    pytest.param(name, seats, marks=[pytest.mark.full_table] if seats == max(parlour.game(name).seats) else [])
    for name in GAMES
    for seats in parlour.game(name).seats
]

every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=str)

# What needs a game that `make test` does not compile, and is short enough to run interpreted.
deep_if_compiled = pytest.mark.interpreted if INTERPRETED else pytest.mark.deep


def obvious(name: str) -> ModuleType:
    """The slow version of a game that tests compare with."""
    return importlib.import_module(f"tests.games.{name}.obvious")
