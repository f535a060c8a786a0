"""How much the tests run. PARLOUR_TESTS is one of

once  `make test`: of a test that is repeated for several games, tables, levels or seeds, one
      case; tests marked `deep` not at all
all   `make test-all`, and pytest called by hand: every test with all its cases
soak  `make soak`: the same with the full counts of the heavy tests, for hours

The case that `once` keeps is always the same. Compiling what a test needs takes longer than the test, so tests that
compile keep one game, `COMPILED`; so do the folders tests/games/<game> (and bell, which two games share), which make
the same checks for each game. (The rules of all games are tested interpreted: `make rules`.) A test that can only be
made with another game, because it plays in real time for example, is `deep`. The page's games are compiled already:
its files differ in the game that they keep, so that every game gets its share.
"""

import os
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

EXTENT = os.environ.get("PARLOUR_TESTS", "all")
if EXTENT not in ("once", "all", "soak"):
    raise SystemExit(f"PARLOUR_TESTS is once, all or soak, not {EXTENT!r}")
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"
ONCE, SOAK = EXTENT == "once", EXTENT == "soak"

GAMES = sorted(path.parent.name for path in Path(__file__).parents[1].glob("src/parlour/games/*/rulebook.md"))
# Parameters that repeat a check. All others distinguish kinds of checks, of which each is kept.
REPEATS = frozenset(
    (
        "name",
        "game",
        "seats",
        "players",
        "level",
        "seed",
        "case",
        "part",
        "pair",
        "ruling",
        "heading",
        "phone",
        "width",
        "height",
    )
)
COMPILED = "parrot"
NOTHING_TO_COMPILE = ("web",)

COLLECTED = pytest.StashKey[list[pytest.Item]]()  # everything that was found, also what is not run


def chosen(items: Sequence[Any]) -> list[Any]:
    """The items of pytest that `once` keeps, in their order."""
    groups: dict[tuple[str, ...], list[Any]] = {}
    for item in items:
        if not _left_to_test_all(item):
            groups.setdefault(_check(item), []).append(item)
    kept = {_one_of(group) for group in groups.values()}
    return [item for item in items if item in kept]


def dropped(items: Sequence[Any], kept: Sequence[Any]) -> list[str]:
    """The tests of which no case is kept, although they should run."""
    running = {_function(item) for item in kept}
    wanted = (_function(item) for item in items if not _left_to_test_all(item))
    return sorted({name for name in wanted if name not in running})


def _left_to_test_all(item: Any) -> bool:
    return bool(item.get_closest_marker("deep")) or _is_of_another_game(item.path.parent)


def left_to_test_all(path: Path) -> bool:
    """True for a folder of which `once` runs nothing."""
    return ONCE and path.is_dir() and _is_of_another_game(path)


def _is_of_another_game(folder: Path) -> bool:
    return not INTERPRETED and folder.parent.name == "games" and folder.name != COMPILED


def _check(item: Any) -> tuple[str, ...]:
    """What an item checks, whatever it is repeated for."""
    kinds = (f"{name}={value!r}" for name, value in sorted(_parameters(item).items()) if name not in REPEATS)
    return _function(item), *kinds


def _function(item: Any) -> str:
    return item.nodeid.partition("[")[0]


def _one_of(group: Sequence[Any]) -> Any:
    file, _, name = _function(group[0]).partition("::")
    rotates = file.split("/")[1] in NOTHING_TO_COMPILE
    first = _hash(file) % len(GAMES) if rotates else GAMES.index(COMPILED)
    away = [(_game_of(item) - first) % len(GAMES) for item in group]
    of_game = [item for item, far in zip(group, away, strict=True) if far == min(away)]
    return of_game[_hash(name) % len(of_game)]


def _game_of(item: Any) -> int:
    """The number of the game that an item plays; 0 if its parameters name none."""
    values = (value for value in _parameters(item).values() if isinstance(value, str))
    return next((GAMES.index(value) for value in values if value in GAMES), 0)


def _parameters(item: Any) -> dict[str, Any]:
    return item.callspec.params if hasattr(item, "callspec") else {}


def _hash(text: str) -> int:
    """The same in every process, unlike Python's own."""
    return zlib.crc32(text.encode())
