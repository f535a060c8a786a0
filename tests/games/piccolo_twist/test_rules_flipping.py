"""Piccolo Twist, section 3 of the rulebook: flipping cards."""

import numpy as np
import pytest
from tests.games.piccolo_twist import obvious
from tests.games.piccolo_twist.tables import (
    CALM,
    FIVE,
    FLIP,
    LEAVE,
    RING,
    assert_whole,
    banks,
    lay,
    next_is,
    seats_of,
    stacks,
    top_of_bank,
    turn,
)
from tests.helpers import refusal, table


@pytest.mark.rule("TWI-10")
def test_a_flip_covers_the_last_card_of_the_stack():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3], [3, 4, 2], turn=1)
    card = top_of_bank(match, 1)
    match.play(1, FLIP)
    assert banks(match) == [20, 14, 12]
    assert stacks(match) == [3, 5, 2]
    assert obvious.stack(match.state, 1)[-1] == card == match.state.tops[1]
    kind, colour, amount = obvious.face(match.state, card)
    assert seats_of(match, "top")[1] == {"type": kind, "colour": colour, "amount": amount}
    assert [seat for seat in range(3) if seats_of(match, "top")[seat] is None] == []
    assert_whole(match)


@pytest.mark.rule("TWI-11")
def test_turns_go_clockwise_one_card_each():
    match = table("piccolo_twist", 4, seed=2)
    opener = turn(match)
    for k in range(9):
        seat = (opener + k) % 4
        assert turn(match) == seat
        assert refusal(match, (seat + 1) % 4, FLIP, at=800 * k) == "TWI-11"
        assert match.play(seat, FLIP) == 800 * k
        assert match.state.flips == k + 1
    assert sum(stacks(match)) == 9


@pytest.mark.rule("TWI-12")
def test_a_player_who_is_in_turn_must_flip():
    match = table("piccolo_twist", 3)
    opener = turn(match)
    assert match.legal(opener) == [FLIP, RING]
    assert match.asides == (LEAVE,)
    assert refusal(match, opener, 3) == "TWI-12"
    assert [match.describe(action) for action in range(3)] == ["flip the next card", "ring the bell", "leave the table"]
    match.wait(4999)
    assert turn(match) == opener
    match.wait(5000)  # waiting does not help
    assert turn(match) == (opener + 1) % 3
    assert stacks(match)[opener] == 1


@pytest.mark.rule("TWI-13")
def test_all_see_a_card_at_the_same_instant():
    match = table("piccolo_twist", 3, seed=5)
    other = table("piccolo_twist", 3, seed=5)
    opener = turn(match)
    row = other.state.row[opener]
    row[0], row[1] = int(row[1]), int(row[0])  # another card on top: nobody can tell before the flip
    for seat in (0, 1, 2, None):
        assert match.view(seat) == other.view(seat)
        assert match.seen(seat).tobytes() == other.seen(seat).tobytes()
        assert np.array_equal(match.observe(seat), other.observe(seat))
    match.play(opener, FLIP, at=1234)
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    assert [view.pop("you") for view in views] == [0, 1, 2, None]
    assert views[0] == views[1] == views[2] == views[3]
    assert views[0]["pace"]["last_flip"] == 1234
    assert views[0]["seats"][opener]["top"] is not None


@pytest.mark.rule("TWI-14")
def test_pace_of_flips():
    match = table("piccolo_twist", 2, seed=4)
    one = turn(match)
    match.play(one, FLIP, at=100)
    assert match.legal(1 - one) == [RING]
    assert refusal(match, 1 - one, FLIP, at=899) == "TWI-14"
    assert match.play(1 - one, FLIP) == 900
    assert match.due == 5900
    match.wait()
    assert (match.clock, match.state.flips, turn(match)) == (5900, 3, 1 - one)
    match.wait(6699)
    assert match.legal(1 - one) == [RING]
    match.wait(6700)
    assert match.legal(1 - one) == [FLIP, RING]


@pytest.mark.rule("TWI-14")
def test_pace_can_be_chosen():
    match = table("piccolo_twist", 2, min_flip_gap_ms=300, auto_flip_ms=2000)
    one = turn(match)
    match.play(one, FLIP)
    assert refusal(match, 1 - one, FLIP, at=299) == "TWI-14"
    assert match.due == 2000
    assert match.play(1 - one, FLIP) == 300
    automatic = table("piccolo_twist", 2, flip="automatic", min_flip_gap_ms=700)
    one = turn(automatic)
    assert (automatic.state.flips, automatic.due) == (0, 700)
    assert refusal(automatic, one, FLIP) == "TWI-14"
    assert automatic.legal(one) == [RING]
    automatic.wait(1399)
    assert automatic.state.flips == 1
    automatic.wait(1400)
    assert (automatic.state.flips, automatic.due) == (2, 2100)


@pytest.mark.rule("TWI-15")
def test_a_five_that_nobody_rings_passes():
    match = lay(table("piccolo_twist", 2), [27, 27], FIVE)
    next_is(match, 0, ("hat", "red", 1))
    match.play(0, FLIP, at=1000)
    assert not match.state.five
    assert banks(match) == [26, 27]
    assert match.legal(1) == [RING]
    match.wait(1800)
    assert match.legal(1) == [FLIP, RING]
    assert match.view(None)["result"] is None
