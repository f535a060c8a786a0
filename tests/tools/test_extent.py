"""`make test` leaves out repetitions and what is marked as deep, and nothing else."""

import ast
from pathlib import Path
from types import SimpleNamespace

from tests import extent

TESTS = Path(__file__).parents[1]
# Files with deep tests alone, and where a shorter one is.
COVERED_BY = {"kit/test_cache.py": "kit/test_kit.py", "web/test_friends.py": "web/test_together.py"}


class Item(SimpleNamespace):
    __hash__ = object.__hash__


def item(function, file="tests/lab/test_toy.py", deep=False, **params):
    """As much of a collected test as the selection looks at."""
    found = Item(
        nodeid=f"{file}::{function}{list(params.values()) if params else ''}",
        path=Path(file),
        get_closest_marker=lambda marker: deep and marker == "deep",
    )
    if params:
        found.callspec = SimpleNamespace(params=params)
    return found


def kept(*items):
    return [each.nodeid.partition("::")[2] for each in extent.chosen(items)]


def test_one_case_of_a_repeated_test_is_kept_and_always_the_same():
    cases = [item("test_a", name=game, seats=seats) for game in extent.GAMES for seats in (2, 3)]
    (first,) = kept(*cases)
    assert kept(*cases) == [first]
    assert extent.COMPILED in first


def test_a_file_whose_tests_are_for_some_games_only_keeps_one_of_those():
    assert len(kept(*[item("test_a", name=game) for game in extent.GAMES if game != extent.COMPILED])) == 1


def test_kinds_of_checks_are_all_kept():
    games = extent.GAMES[:2]
    cases = [item("test_a", given=given, name=game) for given in ([1], {"x": 2}) for game in games]
    assert len(kept(*cases)) == 2
    assert kept(item("test_b"), item("test_c")) == ["test_b", "test_c"]


def test_games_are_spread_over_the_files_that_compile_nothing():
    found = {
        kept(*[item("test_a", f"tests/web/test_{number}.py", game=game) for game in extent.GAMES])[0]
        for number in range(40)
    }
    assert len(found) == len(extent.GAMES)


def test_deep_tests_are_left_out():
    assert kept(item("test_a", deep=True), item("test_b")) == ["test_b"]


def test_rules_are_compiled_for_one_game_and_interpreted_for_all(monkeypatch):
    rules = [item("test_a", f"tests/games/{game}/test_rules_turn.py") for game in [*extent.GAMES, "bell"]]
    monkeypatch.setattr(extent, "INTERPRETED", False)
    assert [each.path.parent.name for each in extent.chosen(rules)] == [extent.COMPILED]
    monkeypatch.setattr(extent, "INTERPRETED", True)
    assert extent.chosen(rules) == rules


def test_folders_of_other_games_are_not_even_read(monkeypatch):
    games = TESTS / "games"
    monkeypatch.setattr(extent, "ONCE", True)
    monkeypatch.setattr(extent, "INTERPRETED", False)
    found = [path.name for path in games.iterdir() if extent.left_to_test_all(path)]
    assert set(extent.GAMES) - set(found) == {extent.COMPILED}
    assert "bell" in found
    assert not extent.left_to_test_all(games / "test_play.py")
    assert not extent.left_to_test_all(games)
    monkeypatch.setattr(extent, "INTERPRETED", True)
    assert not extent.left_to_test_all(games / "confetti")


def test_every_test_of_this_run_is_kept_in_some_case_unless_it_is_deep(request):
    """Of everything that pytest has collected, which is the whole stage when `make` runs it."""
    collected = request.config.stash[extent.COLLECTED]
    assert extent.dropped(collected, extent.chosen(collected)) == []


def test_a_dropped_test_is_found():
    items = [item("test_a"), item("test_b", name="parrot"), item("test_b", name="piccolo"), item("test_c", deep=True)]
    assert extent.dropped(items, items[1:2]) == ["tests/lab/test_toy.py::test_a"]


def test_every_file_has_a_test_that_is_not_deep():
    for file in TESTS.rglob("test_*.py"):
        functions = [
            each
            for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
        ]
        deep = [each for each in functions if any("mark.deep" in ast.unparse(mark) for mark in each.decorator_list)]
        if file.relative_to(TESTS).as_posix() in COVERED_BY:
            continue
        assert len(deep) < len(functions), f"{file.relative_to(TESTS)}: every test is left to `make test-all`"
