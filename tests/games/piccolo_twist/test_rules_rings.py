"""Piccolo Twist, sections 5 and 6 of the rulebook: right and wrong rings."""

from collections import Counter
from itertools import permutations

import pytest
from tests.games.piccolo_twist import obvious
from tests.games.piccolo_twist.tables import (
    CALM,
    FIVE,
    FLIP,
    LEAVE,
    RED_HAT_2,
    RING,
    banks,
    last_round,
    lay,
    next_is,
    rung,
    seats_of,
    stacks,
    status,
    turn,
)
from tests.helpers import refusal, table

from parlour.games.bell.rules import Verdict
from parlour.games.piccolo_twist.rules import (
    win_round,
)

# 5. Right ring


@pytest.mark.rule("TWI-22")
def test_the_first_ringer_wins_whoever_is_in_turn():
    for first, second in permutations(range(3), 2):
        match = lay(table("piccolo_twist", 3), [20, 15, 12], FIVE, [5, 4, 0])
        match.play(first, RING, at=1000)
        match.play(second, RING, at=1100)
        match.wait()
        assert banks(match)[first] == [20, 15, 12][first] + 9
        assert match.view(None)["result"] == {"seat": first, "right": True}


@pytest.mark.rule("TWI-23", "TWI-65")
def test_the_winner_takes_all_stacks():
    tops = [*FIVE, ("potion", "blue", 1)]
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], tops, [3, 4, 2]), 1, 1000)
    assert banks(match) == [20, 24, 12]
    assert stacks(match) == [0, 0, 0]
    assert seats_of(match, "top") == [None, None, None]
    assert turn(match) == 1
    stays = rung(lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], tops, [3, 4, 2]), 1, 1000)
    assert banks(stays) == [20, 20, 12]
    assert stacks(stays) == [0, 4, 0]
    assert seats_of(stays, "top")[1] == {"type": "candle", "colour": "red", "amount": 3}
    assert turn(stays) == 1


@pytest.mark.rule("TWI-23")
def test_a_ring_that_would_win_nothing_is_ignored():
    five = ("potion", "red", 5)
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [five, RED_HAT_2, ("candle", "blue", 1)])
    rung(match, 0, 1000)
    assert stacks(match) == [1, 0, 0]
    assert match.state.five
    for seat in range(3):  # the five that stayed lies there alone
        assert refusal(match, seat, RING, at=2651) == "TWI-23"
    match.wait(2651)
    assert match.legal(1) == []
    match.play(0, LEAVE)
    assert refusal(match, 1, RING) == "TWI-23"
    # before anybody has won: a ringer's own stack is nothing to win, but it is for the others
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [five], [9, 0, 0])
    assert refusal(match, 0, RING) == "TWI-23"
    rung(match, 2, 1000)
    assert banks(match) == [20, 15, 21]
    # a wrong ring is a wrong ring
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [RED_HAT_2], [9, 0, 0])
    rung(match, 0, 1000)
    assert banks(match) == [18, 16, 13]
    # and with the ringer's own stack going to the bank there is always something to win
    match = lay(table("piccolo_twist", 3), [20, 15, 12], [five], [9, 0, 0])
    assert match.legal(0) == [FLIP, RING]


@pytest.mark.rule("TWI-23")
def test_a_five_that_stayed_can_be_rung_after_the_next_flip():
    five = ("potion", "red", 5)
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [five, RED_HAT_2, ("candle", "blue", 1)])
    rung(match, 0, 1000)
    match.state.turn = 1
    next_is(match, 1, ("hat", "green", 1))
    match.look_again()
    match.play(1, FLIP, at=2651)
    assert match.state.five
    rung(match, 0, 2651)
    assert match.view(None)["result"] == {"seat": 0, "right": True}
    assert stacks(match) == [1, 0, 0]


@pytest.mark.rule("TWI-23", "TWI-59")
@pytest.mark.parametrize("ringer", [0, 1, 2])
def test_a_five_that_stayed_has_no_grace_period(ringer):
    five = ("potion", "red", 5)
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [five, RED_HAT_2, ("candle", "blue", 1)])
    rung(match, 0, 1000)
    next_is(match, 0, ("hat", "green", 1))
    match.play(0, FLIP, at=2651)
    before = banks(match)
    rung(match, ringer, 2700)
    assert match.view(None)["result"] == {"seat": ringer, "right": False}
    assert stacks(match) == [2, 0, 0]
    assert banks(match) == [before[seat] + (-2 if seat == ringer else 1) for seat in range(3)]


@pytest.mark.rule("TWI-59")
def test_a_five_made_by_a_flip_has_its_grace_period_even_after_one_that_stayed():
    five = ("potion", "red", 5)
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [five, RED_HAT_2, ("candle", "blue", 1)])
    rung(match, 0, 1000)
    next_is(match, 0, ("hat", "green", 2))
    match.play(0, FLIP, at=2651)
    next_is(match, 1, ("candle", "green", 3))
    match.play(1, FLIP, at=3451)
    next_is(match, 2, ("hat", "green", 1))
    match.play(2, FLIP, at=4251)
    rung(match, 1, 4500)
    assert match.view(None)["result"] == {"seat": 1, "right": True}


@pytest.mark.rule("TWI-24")
def test_won_cards_go_under_the_bank():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], FIVE, [3, 6, 0])
    before = obvious.bank(match.state, 1)
    heap = sorted(obvious.stack(match.state, 0) + obvious.stack(match.state, 1))
    rung(match, 1, 1000)
    after = obvious.bank(match.state, 1)
    assert after[:15] == before
    assert sorted(after[15:]) == heap


@pytest.mark.rule("TWI-25")
def test_won_cards_are_shuffled():
    match = lay(table("piccolo_twist", 3), [20, 20, 13], [*FIVE, ("potion", "blue", 1)])
    laid = match.state.copy()
    orders = Counter()
    for seed in range(120):
        world = laid.copy()
        world.rng = seed
        win_round(world, 1, Verdict.RIGHT)
        orders[tuple(obvious.bank(world, 1)[20:])] += 1
    assert len(orders) == 6
    assert all(8 <= count <= 36 for count in orders.values())


@pytest.mark.rule("TWI-26", "TWI-27")
def test_the_winner_opens_a_new_round():
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], FIVE, [3, 6, 0], turn=2), 1, 1000)
    assert (sum(stacks(match)), turn(match), last_round(match), match.over) == (0, 1, "not yet", False)
    assert refusal(match, 2, FLIP) == "TWI-11"
    assert refusal(match, 1, FLIP, at=2650) == "TWI-14"  # the result is still shown
    assert match.due == 2651
    assert match.play(1, FLIP) == 2651
    assert turn(match) == 2


@pytest.mark.rule("TWI-28")
def test_anybody_may_ring_at_any_moment_and_nobody_must():
    match = lay(table("piccolo_twist", 4), [14, 14, 14, 10], FIVE)
    assert match.actors == [0, 1, 2, 3]
    for at in (0, 1, 799, 3000):
        match.wait(at)
        for seat in range(4):
            assert RING in match.legal(seat)
    match.wait(5000)
    assert match.state.flips == 1
    assert banks(match) == [13, 14, 14, 10]


# 6. Wrong ring


@pytest.mark.rule("TWI-29")
def test_a_ring_without_a_five_is_wrong():
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3]), 1, 1000)
    assert match.view(None)["result"] == {"seat": 1, "right": False}
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], FIVE), 1, 1000)
    assert match.view(None)["result"] == {"seat": 1, "right": True}


@pytest.mark.rule("TWI-30", "TWI-66")
def test_a_wrong_ringer_pays_everybody_a_card():
    match = lay(table("piccolo_twist", 3), [6, 5, 4], CALM[:3], [1, 1, 39], turn=2)
    rung(match, 0, 1000)
    assert banks(match) == [4, 6, 5]
    assert stacks(match) == [1, 1, 39]
    assert turn(match) == 2
    assert status(match) == ["in", "in", "in"]
    five = rung(lay(table("piccolo_twist", 5), [10, 9, 8, 7, 6], CALM[:4], [1, 1, 1, 13, 0]), 3, 1000)
    assert banks(five) == [11, 10, 9, 3, 7]


@pytest.mark.rule("TWI-31")
def test_payments_go_from_top_to_bottom_unseen_and_clockwise():
    match = lay(table("piccolo_twist", 4), [10, 9, 8, 7], CALM)
    before = [obvious.bank(match.state, seat) for seat in range(4)]
    views = [match.view(seat) for seat in (0, 1, None)]
    rung(match, 2, 1000)
    assert obvious.bank(match.state, 2) == before[2][3:]
    for receiver, card in zip((3, 0, 1), before[2], strict=False):
        assert obvious.bank(match.state, receiver) == [*before[receiver], card]
    for seat, view in zip((0, 1, None), views, strict=True):
        after = match.view(seat)
        assert [line["top"] for line in after["seats"]] == [line["top"] for line in view["seats"]]
        assert set(match.seen(seat).row[match.state.row >= 0].tolist()) - set(range(56)) == {-1}


@pytest.mark.rule("TWI-32", "TWI-67")
def test_a_player_who_cannot_pay_everybody_pays_what_is_there():
    match = lay(table("piccolo_twist", 4), [20, 2, 11, 12], [CALM[0], CALM[1], CALM[2]], [1, 3, 7, 0], turn=3)
    rung(match, 1, 1000)
    assert banks(match) == [20, 0, 12, 13]
    assert stacks(match) == [1, 3, 7, 0]
    assert status(match) == ["in", "last chance", "in", "in"]
    assert (turn(match), last_round(match)) == (3, "not yet")


@pytest.mark.rule("TWI-32")
def test_a_player_who_cannot_pay_everybody_and_has_no_stack_is_out():
    for seats_bank, left in (([20, 2, 11, 12], "out"), ([20, 3, 11, 12], "out"), ([20, 4, 11, 12], "in")):
        match = lay(
            table("piccolo_twist", 4), seats_bank, [None, None, CALM[2]], [0, 0, 56 - sum(seats_bank), 0], turn=1
        )
        rung(match, 1, 1000)
        assert status(match)[1] == left
        assert turn(match) == (2 if left == "out" else 1)
        assert last_round(match) == ("next" if left == "out" else "not yet")


@pytest.mark.rule("TWI-32")
def test_short_payment_may_put_out_at_once():
    for bank, after, told in ((2, 0, "out"), (3, 0, "last chance"), (4, 1, "in")):
        match = table("piccolo_twist", 4, short_payment="out")
        lay(match, [20, bank, 11, 12], [CALM[0], CALM[1], CALM[2]], [1, 3, 9 - bank, 0])
        rung(match, 1, 1000)
        assert banks(match)[1] == after
        assert stacks(match)[1] == 3
        assert status(match)[1] == told
        assert last_round(match) == ("next" if told == "out" else "not yet")


@pytest.mark.rule("TWI-33")
def test_after_a_payment_the_round_goes_on():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3], turn=1)
    tops, sizes = seats_of(match, "top"), stacks(match)
    rung(match, 0, 1000)
    assert (seats_of(match, "top"), stacks(match), turn(match)) == (tops, sizes, 1)
    assert match.due == 1151 + 1500  # the result has been shown: nothing happens, but everybody is free again
    match.wait()
    assert (match.clock, match.state.flips, match.due) == (2651, 0, 2651 + 5000)
    assert match.legal(1) == [FLIP, RING]
    match.wait()
    assert match.state.flips == 1
    # unless the turn was the ringer's who has nothing left to flip
    match = rung(lay(table("piccolo_twist", 3), [2, 15, 12], CALM[:3]), 0, 1000)
    assert (status(match)[0], turn(match)) == ("last chance", 1)


@pytest.mark.rule("TWI-34")
def test_players_on_a_last_chance_receive_and_the_eliminated_do_not():
    match = lay(table("piccolo_twist", 4), [20, 0, 11, 0], [CALM[0], CALM[1], CALM[2], CALM[3]], turn=2, out=(3,))
    assert status(match) == ["in", "last chance", "in", "out"]
    rung(match, 0, 1000)
    assert banks(match) == [18, 1, 12, 0]
    assert status(match) == ["in", "in", "in", "out"]
    match.play(2, FLIP)
    match.play(0, FLIP)
    match.play(1, FLIP)
    assert status(match)[1] == "last chance"


@pytest.mark.rule("TWI-35", "TWI-68")
def test_with_two_a_wrong_ring_loses_the_round():
    match = lay(table("piccolo_twist", 2), [20, 25], CALM[:2], [5, 6])
    rung(match, 0, 1000)
    assert banks(match) == [20, 36]
    assert stacks(match) == [0, 0]
    stays = rung(lay(table("piccolo_twist", 2, own_stack="stays"), [20, 25], CALM[:2], [5, 6]), 0, 1000)
    assert (banks(stays), stacks(stays)) == ([20, 36], [0, 0])
    only = rung(
        lay(table("piccolo_twist", 2, two_player_penalty="only-two-player-games"), [20, 25], CALM[:2], [5, 6]), 0, 1000
    )
    assert (banks(only), stacks(only)) == ([20, 36], [0, 0])


@pytest.mark.rule("TWI-36")
def test_with_two_left_of_more_the_opponent_wins_every_stack():
    match = lay(table("piccolo_twist", 3), [20, 15, 0], CALM[:3], [5, 6, 10], out=(2,))
    match.state.last_round = 1
    rung(match, 0, 1000)
    assert banks(match) == [20, 36, 0]
    assert stacks(match) == [0, 0, 0]
    assert (turn(match), last_round(match)) == (1, "now")  # the round is over, so the last one begins
    mild = table("piccolo_twist", 3, two_player_penalty="only-two-player-games")
    rung(lay(mild, [20, 15, 0], CALM[:3], [5, 6, 10], out=(2,)), 0, 1000)
    assert banks(mild) == [19, 16, 0]
    assert stacks(mild) == [5, 6, 10]
    assert turn(mild) == 0


@pytest.mark.rule("TWI-37")
def test_the_opponent_opens_or_nothing_moves():
    match = rung(lay(table("piccolo_twist", 2), [20, 25], CALM[:2], [5, 6]), 0, 1000)
    assert turn(match) == 1
    empty = rung(lay(table("piccolo_twist", 2), [20, 36], []), 0, 1000)
    assert (banks(empty), turn(empty)) == ([20, 36], 0)
    assert empty.view(None)["result"] == {"seat": 0, "right": False}
    # no round has ended either: a last round to come still waits
    match = lay(table("piccolo_twist", 3), [20, 36, 0], [], out=(2,))
    match.state.last_round = 1
    rung(match, 0, 1000)
    assert (banks(match), turn(match), last_round(match)) == ([20, 36, 0], 0, "next")
    # a single card on the table is something to win
    one = rung(lay(table("piccolo_twist", 2), [20, 35], [None, CALM[1]]), 0, 1000)
    assert (banks(one), stacks(one), turn(one)) == ([20, 36], [0, 0], 1)
