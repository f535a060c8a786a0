"""One room per game. Nothing outside a game's folder knows it by name: games are found through an entry point.

`parlour.games` is this package and, called, the list of their names: `parlour.games()`.
"""

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from parlour.kit import BadInput, Rules


@cache
def _found() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group="parlour.games"), key=lambda entry: entry.name)}


def names() -> list[str]:
    """The names of all games that are installed, ours and other packages', in alphabetical order."""
    return list(_found())


@cache
def rules_of(name: str) -> Rules:
    """The rules of a game by its name."""
    if name not in _found():
        raise BadInput(f"there is no game {name!r}; there are {', '.join(names())}")
    rules: Rules = _found()[name].load()
    return rules


class _Callable(ModuleType):
    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Callable
