"""The games, one folder each. Everything else finds them through the entry point group `parlour.games`.

An entry names a package that contains `RULES`. The package may also have `bots.py` with `BOTS` and `study.py` with
`STUDY`; they are imported only when needed.

`parlour.games` is this package; calling it, `parlour.games()`, returns the list of their names.
"""

import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from parlour.kit import BadInput, Rules


@cache
def _found() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group="parlour.games"), key=lambda entry: entry.name)}


def names() -> list[str]:
    """The names of all installed games, ours and other packages', in alphabetical order."""
    return list(_found())


@cache
def rules_of(name: str) -> Rules:
    """The rules of a game by its name."""
    if name not in _found():
        raise BadInput(f"there is no game {name!r}; there are {', '.join(names())}")
    rules: Rules = _found()[name].load()
    return rules


def package_of(name: str) -> str:
    """The package of a game, as it is imported."""
    return _found()[name].module


def part_of(name: str, module: str, attribute: str) -> Any:
    """`attribute` of a module in a game's package, or None if the game does not have that module."""
    entry = _found().get(name)
    if entry is None or not _is_package(entry.module) or find_spec(f"{entry.module}.{module}") is None:
        return None
    return getattr(import_module(f"{entry.module}.{module}"), attribute)


def _is_package(module: str) -> bool:
    spec = find_spec(module)
    return spec is not None and spec.submodule_search_locations is not None


class _Callable(ModuleType):
    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Callable
