"""`make test GAME=...` runs the tests of that game, and of no other."""

from pathlib import Path

import pytest

import one_game

ROOT = Path(__file__).parents[2]


def test_it_knows_the_games():
    assert one_game.games() == ["confetti", "parrot", "piccolo", "piccolo_twist", "tricky_twist"]


def test_a_game_whose_name_is_part_of_another_is_told_apart():
    assert one_game.others_named_alike("piccolo") == ["piccolo_twist"]
    (rules, interpreted, _), (rest, compiled, _), (page, _, _) = one_game.commands("piccolo")
    assert interpreted == {"NUMBA_DISABLE_JIT": "1"}
    assert not compiled
    assert "tests/games/piccolo/test_rules_end.py" in rules
    assert rest[-1] == "piccolo and not piccolo_twist"
    assert page[-1] == "src/games/piccolo/"
    assert all((ROOT / path).exists() for path in [*rules, *rest] if path.startswith("tests/"))


@pytest.mark.parametrize("given", [[], ["chess"], ["parrot", "piccolo"]])
def test_another_game_is_refused_in_one_sentence(given, capsys):
    assert one_game.main(given) == 2
    assert "GAME is one of confetti, parrot, piccolo, piccolo_twist, tricky_twist, not" in capsys.readouterr().err
