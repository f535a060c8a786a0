"""The tools find the files that hold a game's rules, wherever a game has split them into chapters."""

import pytest

from rulebooks import GAMES, rule_files

NO_RULES = {"__init__", "cards", "sight", "views", "worlds", "bots", "tactics", "study"}


@pytest.mark.parametrize(
    ("game", "chapters"),
    [
        ("confetti", {"state", "dealing", "taking", "tugs", "scoring", "point_cards"}),
        ("tricky_twist", {"state", "dealing", "reserve", "tricks", "bonus", "declaration", "scoring", "history"}),
    ],
)
def test_the_rules_are_rules_py_and_the_chapters_it_imports(game, chapters):
    files = rule_files(game)
    names = {file.stem for file in files}
    assert files[0] == GAMES / game / "rules.py"
    assert len(files) == len(names)
    assert chapters <= names
    assert not names & NO_RULES


@pytest.mark.parametrize("game", ["piccolo", "piccolo_twist"])
def test_rules_shared_by_two_games_belong_to_both(game):
    assert GAMES / "bell" / "rules.py" in rule_files(game)
