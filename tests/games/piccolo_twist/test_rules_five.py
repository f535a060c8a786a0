"""Piccolo Twist, section 4 of the rulebook: what makes a five."""

import numpy as np
import pytest
from tests.games.piccolo_twist import obvious
from tests.games.piccolo_twist.tables import RED_CANDLE_3, RED_HAT_2, banks, lay, rung
from tests.helpers import table

from parlour import BadInput
from parlour.games.piccolo_twist import is_five
from parlour.games.piccolo_twist.cards import BALANCED


@pytest.mark.rule("TWI-16")
def test_colour_five():
    assert is_five([("hat", "red", 4), ("potion", "red", 1)])
    assert is_five([("hat", "blue", 1), ("potion", "blue", 1), ("candle", "blue", 3)])
    for colour in ("red", "yellow", "green", "blue"):
        assert is_five([("hat", colour, 2), ("candle", colour, 3)])
        assert not is_five([("hat", colour, 2), ("candle", colour, 2)])


@pytest.mark.rule("TWI-17")
def test_type_five():
    assert is_five([("candle", "green", 2), ("candle", "red", 3)])
    for kind in ("hat", "potion", "chameleon", "candle"):
        assert is_five([(kind, "green", 4), (kind, "blue", 1)])
        assert not is_five([(kind, "green", 4), (kind, "blue", 2)])


@pytest.mark.rule("TWI-18")
def test_one_or_several_fives_are_one_win():
    both = [("hat", "red", 2), ("hat", "red", 3)]
    assert is_five(both)
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], both, [3, 6, 0]), 2, 1000)
    assert banks(match) == [20, 15, 21]
    assert match.view(None)["result"] == {"seat": 2, "right": True}
    with pytest.raises(BadInput, match="at most 5"):
        is_five([RED_HAT_2] * 6)
    for wrong in (("drum", "red", 2), ("hat", "pink", 2), ("hat", "red", 0), ("hat", "red", 6), ("hat", "red", True)):
        with pytest.raises(BadInput, match="no card"):
            is_five([wrong])


@pytest.mark.rule("TWI-19")
def test_four_and_six_do_not_count_and_do_not_spoil():
    four, six = [("hat", "red", 4)], [("potion", "blue", 3), ("candle", "blue", 3)]
    assert not is_five(four)
    assert not is_five(six)
    assert not is_five(four + six)
    assert is_five([*six, ("chameleon", "yellow", 2), ("chameleon", "green", 3)])
    assert is_five([("hat", "red", 3), ("hat", "red", 3), ("hat", "blue", 5)])  # hats 11, red 6, blue 5
    every = [(kind, colour, n) for kind in BALANCED for colour in BALANCED[kind] for n in range(1, 6)]
    rng = np.random.default_rng(1)
    for _ in range(300):
        tops = [every[i] for i in rng.integers(0, len(every), rng.integers(0, 6))]
        assert is_five(tops) == obvious.is_five(tops)


@pytest.mark.rule("TWI-20")
def test_a_lone_five():
    alone = ("potion", "red", 5)
    assert is_five([alone])
    assert is_five([alone, ("potion", "blue", 1)])  # red is still five
    assert is_five([alone, ("hat", "red", 1)])  # potions are still five
    assert not is_five([alone, ("hat", "red", 1), ("potion", "blue", 1)])


@pytest.mark.rule("TWI-21")
def test_the_top_of_an_eliminated_player_counts():
    match = lay(table("piccolo_twist", 4), [20, 0, 12, 14], [RED_HAT_2, RED_CANDLE_3], [1, 9, 0, 0], out=(1,))
    rung(match, 2, 1000)
    assert match.view(None)["result"] == {"seat": 2, "right": True}
    assert banks(match) == [20, 0, 22, 14]
