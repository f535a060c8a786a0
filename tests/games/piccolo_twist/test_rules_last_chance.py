"""Piccolo Twist, section 7 of the rulebook: empty bank and last chance."""

import pytest
from tests.games.piccolo_twist.tables import (
    CALM,
    FIVE,
    FLIP,
    LEAVE,
    RED_CANDLE_3,
    RED_HAT_2,
    RING,
    banks,
    ending,
    last_round,
    lay,
    rung,
    stacks,
    status,
    turn,
)
from tests.helpers import refusal, table


@pytest.mark.rule("TWI-38")
def test_an_empty_bank_with_a_stack_is_a_last_chance():
    match = lay(table("piccolo_twist", 3), [20, 1, 12], CALM[:3], turn=1)
    match.play(1, FLIP)
    assert status(match) == ["in", "last chance", "in"]
    assert (match.over, last_round(match), turn(match)) == (False, "not yet", 2)
    match = lay(table("piccolo_twist", 3), [20, 2, 12], [CALM[0]], [22, 0, 0], turn=1)
    rung(match, 1, 1000)
    assert status(match) == ["in", "out", "in"]


@pytest.mark.rule("TWI-39", "TWI-42", "TWI-44")
def test_a_last_chance_lasts_to_the_end_of_the_round():
    match = lay(table("piccolo_twist", 5), [20, 0, 12, 0, 10], FIVE + CALM[1:2] + CALM[3:])
    assert status(match) == ["in", "last chance", "in", "last chance", "in"]
    match.wait(5000 + 5000)  # flips alone do not end it
    assert status(match) == ["in", "last chance", "in", "last chance", "in"]
    match = lay(table("piccolo_twist", 5), [20, 0, 12, 0, 10], FIVE + CALM[1:2] + CALM[3:])
    rung(match, 4, 1000)
    assert status(match) == ["in", "out", "in", "out", "in"]
    assert (banks(match), turn(match), last_round(match)) == ([20, 0, 12, 0, 24], 4, "now")


@pytest.mark.rule("TWI-40")
def test_a_player_on_a_last_chance_is_skipped_and_counts():
    match = lay(table("piccolo_twist", 3), [20, 0, 12], [None, RED_HAT_2, RED_CANDLE_3], turn=0)
    assert match.state.five
    match.play(0, FLIP, at=0)
    assert turn(match) == 2
    assert refusal(match, 1, FLIP) == "TWI-11"
    match.play(2, FLIP)
    assert turn(match) == 0
    # nobody has a card: the flip that is asked for does not exist
    match = lay(table("piccolo_twist", 3), [0, 0, 0], CALM[:3])
    assert refusal(match, 0, FLIP) == "TWI-40"
    assert turn(match) is None


@pytest.mark.rule("TWI-41")
def test_a_last_chance_can_be_used():
    match = rung(lay(table("piccolo_twist", 3), [20, 0, 12], FIVE), 1, 1000)
    assert banks(match) == [20, 24, 12]
    assert (status(match), turn(match), last_round(match)) == (["in"] * 3, 1, "not yet")
    assert match.play(1, FLIP) == 2651


@pytest.mark.rule("TWI-43")
def test_a_wrong_ring_on_a_last_chance():
    match = rung(lay(table("piccolo_twist", 4), [20, 0, 12, 10], CALM), 1, 1000)
    assert status(match) == ["in", "out", "in", "in"]
    assert stacks(match) == [1, 1, 1, 11]
    assert (banks(match), turn(match), last_round(match)) == ([20, 0, 12, 10], 0, "next")
    kind = rung(lay(table("piccolo_twist", 4, last_chance_wrong_ring="ignored"), [20, 0, 12, 10], CALM), 1, 1000)
    assert status(kind) == ["in", "last chance", "in", "in"]
    assert (banks(kind), last_round(kind)) == ([20, 0, 12, 10], "not yet")
    assert refusal(kind, 1, RING, at=3000) == "TWI-60"


@pytest.mark.rule("TWI-43", "TWI-36")
def test_a_wrong_ring_on_a_last_chance_with_two_left():
    match = lay(table("piccolo_twist", 3), [0, 15, 0], CALM[:3], [5, 6, 30], turn=1, out=(2,))
    match.state.last_round = 1
    rung(match, 0, 1000)
    assert (banks(match), match.scores, ending(match)) == ([0, 56, 0], [0, 56, 0], "one player is left")


@pytest.mark.rule("TWI-45")
def test_a_player_who_is_out_does_nothing():
    match = lay(table("piccolo_twist", 4), [20, 0, 12, 14], [CALM[0], CALM[1]], [1, 9, 0, 0], out=(1,))
    for action in (FLIP, RING, LEAVE):
        assert refusal(match, 1, action) == "TWI-45"
    assert match.legal(1) == []
    match.play(0, FLIP)
    assert turn(match) == 2
    match = lay(match, [20, 0, 12, 14], [CALM[0], CALM[1]], [1, 9, 0, 0], out=(1,))
    rung(match, 3, 1000)
    assert banks(match) == [21, 0, 13, 12]
