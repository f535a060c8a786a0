"""Piccolo, section 3 of the rulebook: flipping cards."""

import pytest
from tests.games.piccolo.tables import (
    FLIP,
    RING,
    discards,
    draws,
    heap,
    lay,
    piccolo,
    pile,
    playing,
)
from tests.helpers import refusal

from parlour import BadInput
from parlour.games.piccolo import RULES


@pytest.mark.rule("PIC-09")
def test_the_dealer_flips_first():
    for seed in range(6):
        match = piccolo(3, seed)
        dealer = int(match.state.dealt_by)
        assert match.state.turn == dealer
        assert match.legal(dealer) == [FLIP, RING]
        assert refusal(match, (dealer + 1) % 3, FLIP) == "PIC-10"
        match.play(dealer, FLIP)
        assert match.clock == 0


@pytest.mark.rule("PIC-10")
def test_flips_go_clockwise_one_card_each():
    match = piccolo(5, seed=3)
    first = int(match.state.dealt_by)
    for i in range(12):
        seat = (first + i) % 5
        for other in range(5):
            if other != seat:
                assert refusal(match, other, FLIP) == "PIC-10"
        before = draws(match)
        match.play(seat, FLIP)
        before[seat] -= 1
        assert draws(match) == before
        assert sum(discards(match)) == i + 1


@pytest.mark.rule("PIC-11", "PIC-12")
def test_a_flip_turns_the_top_card_up_and_hides_the_one_before():
    match = lay(piccolo(2), [["lime1", "plum4", 3], 5], [[], ["banana2"]])
    first, second = pile(match, 0)[:2]
    match.play(0, FLIP)
    assert heap(match, 0) == [first]
    assert match.view(1)["seats"][0]["top"] == {"fruit": "lime", "amount": 1}
    match.play(1, FLIP)
    match.play(0, FLIP)
    assert heap(match, 0) == [first, second]
    seat = match.view(None)["seats"][0]
    assert seat["top"] == {"fruit": "plum", "amount": 4}
    assert (seat["draw_pile"], seat["discard_pile"]) == (3, 2)


@pytest.mark.rule("PIC-13")
def test_there_is_no_pass_and_no_choice():
    match = piccolo(3)
    turn = int(match.state.turn)
    assert match.legal(turn) == [FLIP, RING]
    for nothing in (5, 99, -1):
        assert refusal(match, turn, nothing) == "PIC-13"
    assert RULES.actions == 5
    assert [match.describe(action) for action in range(5)] == [
        "flip the next card",
        "ring the bell",
        "vote to stop the game",
        "refuse to stop the game",
        "leave the table",
    ]


@pytest.mark.rule("PIC-14")
def test_nobody_sees_the_card_earlier_than_the_rest():
    match = piccolo(3)
    for _ in range(3):
        assert len({match.seen(seat).tobytes() for seat in (0, 1, 2, None)}) == 1
        match.play(int(match.state.turn), FLIP)


@pytest.mark.rule("PIC-15")
def test_800_ms_lie_between_two_flips():
    match = lay(piccolo(2), [20, 20], [[], []])
    match.play(0, FLIP, at=100)
    assert refusal(match, 1, FLIP, at=899) == "PIC-15"
    assert match.legal(1) == [RING]
    assert match.play(1, FLIP) == 900
    assert match.play(0, FLIP, at=1701) == 1701


@pytest.mark.rule("PIC-15")
def test_a_card_not_flipped_for_5_s_flips_by_itself():
    match = lay(piccolo(3), [10, 10, 10], [[], [], []])
    assert match.due == 5000
    match.wait(4999)
    assert discards(match) == [0, 0, 0]
    match.wait(5000)
    assert discards(match) == [1, 0, 0]
    assert match.state.turn == 1
    assert match.due == 10_000
    match.play(1, FLIP, at=6000)
    assert match.due == 11_000
    match.wait(21_000)
    assert discards(match) == [2, 2, 1]


@pytest.mark.rule("PIC-15")
def test_a_last_card_flips_by_itself_too():
    match = lay(piccolo(3), [1, 10, 10], [[], [], []])
    match.wait(5000)
    assert discards(match) == [1, 0, 0]
    assert playing(match) == [1, 1, 1]


@pytest.mark.rule("PIC-15")
def test_the_pace_is_an_option():
    match = lay(piccolo(2, min_flip_gap_ms=200, auto_flip_ms=1000), [20, 20], [[], []])
    match.play(0, FLIP)
    assert refusal(match, 1, FLIP, at=199) == "PIC-15"
    assert match.due == 1000
    assert match.play(1, FLIP) == 200
    slow = lay(piccolo(2, min_flip_gap_ms=5000, auto_flip_ms=1000), [20, 20], [[], []])
    assert slow.due == 5000
    slow.play(0, FLIP)
    assert slow.due == 5000  # never sooner than the gap
    for wrong in ({"min_flip_gap_ms": 199}, {"auto_flip_ms": 60_001}, {"flip": "never"}):
        with pytest.raises(BadInput, match="cannot be"):
            piccolo(2, **wrong)


@pytest.mark.rule("PIC-15")
def test_the_table_can_flip_by_itself_alone():
    match = lay(piccolo(3, flip="automatic"), [10, 10, 10], [[], [], []])
    assert match.due == 800
    assert refusal(match, 0, FLIP) == "PIC-15"
    assert match.legal(0) == [RING]
    match.wait(2400)
    assert discards(match) == [1, 1, 1]
    assert match.due == 3200
    assert refusal(match, 0, FLIP, at=3300) == "PIC-15"


@pytest.mark.rule("PIC-16")
def test_a_five_nobody_rings_is_lost_free_of_charge():
    match = lay(piccolo(3), [["lime3", 9], 10, 10], [["lime1"], ["lime4"], ["plum1"]])
    match.play(0, FLIP, at=0)
    assert draws(match) == [9, 10, 10]
    match.play(1, RING, at=250)  # too late for the grace
    match.wait()
    assert draws(match) == [10, 8, 11]
    assert discards(match) == [2, 1, 1]
