"""Piccolo Twist, section 8 of the rulebook: the end of the game."""

import pytest
from tests.games.piccolo_twist import obvious
from tests.games.piccolo_twist.tables import (
    CALM,
    FIVE,
    FLIP,
    LEAVE,
    RED_CANDLE_3,
    RED_HAT_2,
    RING,
    assert_whole,
    banks,
    ending,
    last_round,
    lay,
    rung,
    seats_of,
    stacks,
    status,
    turn,
)
from tests.helpers import refusal, table

from parlour import Match
from parlour.games.piccolo_twist.cards import OPTIONS


@pytest.mark.rule("TWI-46", "TWI-48", "TWI-69")
def test_one_last_round_after_the_first_elimination():
    for final, winners in (([30, 26], [0]), ([28, 28], [0, 1])):
        match = lay(table("piccolo_twist", 3), [20, 15, 0], [*FIVE, CALM[2]], [3, 4, 14])
        rung(match, 0, 1000)
        assert (status(match), last_round(match), match.over) == (["in", "in", "out"], "now", False)
        lay(match, [final[0] - 10, final[1], 0], FIVE, [4, 6, 0], out=(2,))
        rung(match, 0, 3000)
        assert match.over
        assert match.due is None
        assert banks(match) == [*final, 0]
        assert match.scores == [*final, 0]
        assert match.winners == winners
        assert ending(match) == "the last round has been won"
        for action in (FLIP, RING, LEAVE):
            assert refusal(match, 0, action) == "TWI-46"
        assert match.actors == []
        assert turn(match) is None


@pytest.mark.rule("TWI-47")
def test_the_round_in_which_somebody_drops_out_is_finished_first():
    match = rung(lay(table("piccolo_twist", 4), [20, 0, 12, 10], CALM), 1, 1000)
    assert (last_round(match), match.over) == ("next", False)
    lay(match, [20, 0, 0, 10], [*FIVE, CALM[1]], [3, 3, 20, 0], out=(1,))
    rung(match, 3, 3000)
    assert (status(match), last_round(match), match.over) == (["in", "out", "out", "in"], "now", False)
    lay(match, [20, 0, 0, 10], [RED_HAT_2, None, None, RED_CANDLE_3], [20, 0, 0, 6], out=(1, 2))
    rung(match, 0, 5000)  # and there is only one, although a second player has dropped out
    assert match.over
    assert match.scores == [46, 0, 0, 10]


@pytest.mark.rule("TWI-47")
def test_play_to_one_survivor():
    match = table("piccolo_twist", 4, game_end="play-to-one-survivor")
    rung(lay(match, [20, 0, 12, 10], CALM), 1, 1000)
    assert (status(match)[1], last_round(match)) == ("out", "not yet")
    lay(match, [20, 0, 0, 10], [*FIVE, CALM[1]], [3, 3, 20, 0], out=(1,))
    rung(match, 3, 3000)
    assert (status(match), last_round(match), match.over) == (["in", "out", "out", "in"], "not yet", False)
    lay(match, [20, 0, 0, 0], [RED_HAT_2, None, None, RED_CANDLE_3], [20, 0, 0, 16], out=(1, 2))
    rung(match, 0, 5000)
    assert (match.scores, ending(match)) == ([56, 0, 0, 0], "one player is left")


@pytest.mark.rule("TWI-48")
def test_a_wrong_ring_does_not_end_the_last_round():
    match = lay(table("piccolo_twist", 3), [20, 15, 0], CALM[:2], [15, 6, 0], out=(2,))
    match.state.last_round = 2
    rung(match, 0, 1000)
    assert (banks(match), turn(match), last_round(match), match.over) == ([20, 36, 0], 1, "now", False)
    match = lay(table("piccolo_twist", 4), [20, 15, 0, 10], CALM[:2], [5, 6, 0, 0], out=(2,))
    match.state.last_round = 2
    rung(match, 0, 1000)
    assert (banks(match), turn(match), last_round(match), match.over) == ([18, 16, 0, 11], 0, "now", False)


@pytest.mark.rule("TWI-49")
def test_nobody_drops_out_in_the_last_round():
    match = lay(table("piccolo_twist", 4), [20, 0, 0, 10], [CALM[0], CALM[1]], [15, 11, 0, 0], out=(2,))
    match.state.last_round = 2
    assert status(match)[1] == "empty"
    match.play(0, FLIP)
    assert turn(match) == 3  # skipped
    lay(match, [20, 0, 0, 10], [CALM[0], CALM[1]], [15, 11, 0, 0], out=(2,))
    rung(match, 1, 1000)
    assert status(match)[1] == "empty"  # barred, and no more than that
    assert banks(match) == [20, 0, 0, 10]
    assert refusal(match, 1, RING, at=2651) == "TWI-60"
    match.play(0, FLIP)
    assert refusal(match, 1, RING) == "TWI-49"
    assert match.legal(1) == []
    assert RING in match.legal(0)
    assert not match.over


@pytest.mark.rule("TWI-49", "TWI-32")
def test_a_short_payment_in_the_last_round_puts_nobody_out():
    for value in ("last-chance", "out"):
        match = table("piccolo_twist", 4, short_payment=value, last_chance_wrong_ring="ignored")
        lay(match, [1, 10, 20, 10], [None, CALM[1]], [0, 15, 0, 0])
        match.state.last_round = 2
        rung(match, 0, 1000)
        assert (banks(match), status(match)[0], turn(match)) == ([0, 11, 20, 10], "empty", 1)
        match.play(1, FLIP)
        rung(match, 0, match.clock + 300)
        assert seats_of(match, "barred") == [True, False, False, False]
        assert match.state.barred.tolist() == [1, 0, 0, 0, 0]


@pytest.mark.rule("TWI-49")
def test_with_two_left_a_wrong_ring_without_a_bank_ends_the_last_round():
    match = lay(table("piccolo_twist", 3), [0, 15, 0], CALM[:3], [5, 6, 30], turn=1, out=(2,))
    match.state.last_round = 2
    rung(match, 0, 1000)
    assert (banks(match), match.scores) == ([0, 56, 0], [0, 56, 0])
    assert ending(match) == "the last round has been lost by a wrong ring"
    mild = table("piccolo_twist", 3, two_player_penalty="only-two-player-games")
    lay(mild, [0, 15, 0], CALM[:3], [5, 6, 30], turn=1, out=(2,))
    mild.state.last_round = 2
    rung(mild, 0, 1000)
    assert (banks(mild), mild.over, seats_of(mild, "barred")) == ([0, 15, 0], False, [True, False, False])


@pytest.mark.rule("TWI-49", "TWI-55")
@pytest.mark.parametrize("game_end", ["one-last-round", "play-to-one-survivor"])
def test_nobody_drops_out_in_the_last_round_of_a_capped_game(game_end):
    for seats in (3, 4, 5):
        for payer in range(seats):
            match = table("piccolo_twist", seats, game_end=game_end, two_player_penalty="only-two-player-games")
            sizes = [1 if seat == payer else 10 for seat in range(seats)]
            stacked = (payer + 1) % seats
            heap = [56 - sum(sizes) if seat == stacked else 0 for seat in range(seats)]
            lay(match, sizes, [CALM[1] if seat == stacked else None for seat in range(seats)], heap, turn=stacked)
            match.state.last_round, match.state.overtime_ends = 2, 30_000
            match.look_again()
            rung(match, payer, 1000)
            assert (banks(match)[payer], status(match)[payer], last_round(match)) == (0, "empty", "now")


@pytest.mark.rule("TWI-55")
def test_overtime_ends_the_game_whatever_the_options():
    for option in OPTIONS:
        for value in getattr(option, "values", ()):
            for seats in (2, 3, 5):
                match = table("piccolo_twist", seats, auto_flip_ms=60_000, **{option.name: value})
                match.state.last_round, match.state.overtime_ends = 2, 100
                match.look_again()
                match.wait(100)
                assert match.over
                assert match.scores == banks(match)


@pytest.mark.rule("TWI-57")
def test_whoever_leaves_the_last_round_begins_with_two_left():
    for seats in (3, 4, 5):
        for leaver in range(seats):
            match = table("piccolo_twist", seats)
            for step in range(seats - 2):
                assert last_round(match) == "not yet"
                match.play((leaver + step) % seats, LEAVE)
            assert last_round(match) == "now"


@pytest.mark.rule("TWI-50")
def test_bank_and_stack_are_counted():
    match = lay(table("piccolo_twist", 4), [20, 0, 12, 10], CALM, [1, 8, 3, 2], out=(1,))
    assert match.scores == [21, 0, 15, 12]
    assert seats_of(match, "score") == [21, 0, 15, 12]


@pytest.mark.rule("TWI-51")
def test_a_single_player_left_wins_at_once():
    match = lay(table("piccolo_twist", 3), [20, 0, 0], [*FIVE, CALM[2]], [3, 3, 30])
    rung(match, 0, 1000)
    assert (match.over, match.scores, match.winners) == (True, [56, 0, 0], [0])
    assert (status(match), ending(match)) == (["in", "out", "out"], "one player is left")
    # by a payment too
    match = table("piccolo_twist", 3, two_player_penalty="only-two-player-games")
    lay(match, [1, 35, 0], [None, CALM[1], CALM[2]], [0, 10, 10], out=(2,))
    rung(match, 0, 1000)
    assert (match.scores, ending(match)) == ([0, 56, 0], "one player is left")


@pytest.mark.rule("TWI-52", "TWI-53")
def test_with_two_an_empty_bank_loses_at_the_next_flip():
    match = lay(table("piccolo_twist", 2), [1, 25], CALM[:2], [14, 16])
    match.play(0, FLIP, at=100)
    assert (match.over, match.due, status(match)) == (False, 900, ["empty", "in"])
    assert refusal(match, 1, FLIP) == "TWI-46"  # when it could first be flipped the game is over
    match.wait(899)
    assert not match.over
    match.wait(900)
    assert (match.over, match.scores, match.winners) == (True, [0, 56], [1])
    assert (status(match), ending(match)) == (["out", "in"], "one player is left")
    other = lay(table("piccolo_twist", 2), [25, 1], CALM[:2], [14, 16], turn=1)
    other.play(1, FLIP)
    other.wait()
    assert (other.clock, other.scores) == (800, [56, 0])


def last_card(match: Match, face: tuple[str, str, int]) -> Match:
    """Seat 0 has this card as its whole bank; seat 1 shows a red candle 3."""
    lay(match, [0, 25], [face, RED_CANDLE_3], [15, 16])
    state = match.state
    state.stack_left[0], state.bank_left[0] = 14, 1
    card, below = (int(state.row[0][i]) for i in (14, 13))
    state.tops[0] = below
    state.group[card] = 0
    state.group_size[0] += 1
    state.five = obvious.is_five(obvious.tableau(state))
    match.look_again()
    return match


@pytest.mark.rule("TWI-53")
def test_the_last_bank_card_may_still_be_rung():
    match = last_card(table("piccolo_twist", 2), RED_HAT_2)
    match.play(0, FLIP, at=100)
    match.play(0, RING, at=899)
    match.wait(1050)
    assert (banks(match), turn(match)) == ([31, 25], 0)
    match.wait(1050 + 1500)
    assert (match.over, match.due) == (False, 2550 + 5000)
    # the opponent rings wrongly
    match = last_card(table("piccolo_twist", 2), ("hat", "red", 1))
    match.play(0, FLIP, at=100)
    rung(match, 1, 600)
    assert (banks(match), turn(match)) == ([31, 25], 0)
    match.wait(751 + 1500)
    assert (match.over, match.due) == (False, 751 + 1500 + 5000)
    # the opponent rings rightly, and the emptied player wrongly: no bank is refilled
    for face, ringer in ((RED_HAT_2, 1), (("hat", "red", 1), 0)):
        match = last_card(table("piccolo_twist", 2), face)
        match.play(0, FLIP, at=100)
        rung(match, ringer, 600)
        assert (banks(match), match.over, match.due) == ([0, 56], False, 751 + 1500)
        match.wait()
        assert (match.scores, ending(match)) == ([0, 56], "one player is left")


@pytest.mark.rule("TWI-53")
def test_the_last_bank_card_may_lose_at_once():
    match = last_card(table("piccolo_twist", 2, two_player_end="immediate"), RED_HAT_2)
    match.play(0, FLIP, at=100)
    assert (match.over, match.scores, ending(match)) == (True, [0, 56], "one player is left")
    more = lay(table("piccolo_twist", 2, two_player_end="immediate"), [2, 25], CALM[:2], [13, 16])
    more.play(0, FLIP)
    assert not more.over
    three = lay(table("piccolo_twist", 3, two_player_end="immediate"), [1, 25, 0], CALM[:2], [14, 16, 0], out=(2,))
    three.play(0, FLIP)
    assert (three.over, status(three)) == (False, ["last chance", "in", "out"])
    three.wait(800)  # nor does the check of two-player games concern them
    assert not three.over


@pytest.mark.rule("TWI-54")
def test_stalemate_is_counted():
    match = lay(table("piccolo_twist", 3), [0, 0, 0], CALM[:3], [20, 20, 16])
    match.state.last_flip = 1000
    match.look_again()
    assert match.due == 6000
    match.wait(5999)
    assert not match.over
    match.wait()
    assert (match.over, match.scores, match.winners) == (True, [20, 20, 16], [0, 1])
    assert ending(match) == "nobody has a card left to flip"
    match = lay(table("piccolo_twist", 4, last_chance_wrong_ring="ignored"), [0, 0, 0, 0], CALM, [20, 10, 10, 16])
    match.state.last_flip = 1000
    rung(match, 1, 3000)
    match.wait()
    assert (match.clock, match.due) == (4651, 3151 + 5000)  # after the last verdict
    assert turn(match) is None
    # a right ring within the time goes on
    match = lay(table("piccolo_twist", 3), [0, 0, 0], [*FIVE, CALM[2]], [20, 20, 16])
    match.state.last_flip = 1000
    match.look_again()
    rung(match, 2, 5999)
    assert (match.scores, ending(match)) == ([0, 0, 56], "one player is left")


@pytest.mark.rule("TWI-54")
def test_the_turn_passes_from_a_player_who_is_out_in_a_stalemate():
    match = lay(table("piccolo_twist", 4), [0, 0, 0, 0], CALM, [20, 10, 10, 16])
    rung(match, 0, 1000)
    assert (status(match)[0], int(match.state.turn)) == ("out", 1)


@pytest.mark.rule("TWI-55")
def test_fifteen_minutes():
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], FIVE)
    assert match.view(None)["cap_at"] == 900_000
    match.state.last_flip = 899_999
    match.look_again()
    assert match.due == 900_000
    match.wait(899_999)
    assert last_round(match) == "not yet"
    match.wait()
    assert (match.clock, last_round(match), match.due) == (900_000, "now", 930_000)
    assert (match.view(None)["cap_at"], match.view(None)["stops_at"]) == (None, 930_000)
    match.wait(929_999)
    assert not match.over
    match.wait()
    assert (match.clock, match.scores, ending(match)) == (930_000, [21, 23, 12], "the time is up")


@pytest.mark.rule("TWI-55")
def test_a_capped_game_ends_with_a_right_ring():
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], FIVE)
    match.state.last_flip = 899_000
    match.wait(900_000)
    rung(match, 1, 929_999)  # settled after the half minute, but rung within it
    assert (match.clock, match.scores, ending(match)) == (930_150, [20, 24, 12], "the last round has been won")
    # a wrong one makes it stop as soon as it is settled
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], CALM[:3])
    match.state.last_flip = 899_000
    match.wait(900_000)
    match.play(1, RING, at=929_990)
    assert match.due == 930_141
    match.wait()
    assert (match.clock, match.scores, ending(match)) == (930_141, [22, 14, 20], "the time is up")


@pytest.mark.rule("TWI-55")
def test_a_ring_under_way_belongs_to_the_capped_round():
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], FIVE)
    match.state.last_flip = 899_000
    match.play(1, RING, at=899_900)
    assert match.due == 900_000
    match.wait()
    assert (last_round(match), match.due) == ("now", 900_051)
    match.wait()
    assert (match.scores, ending(match)) == ([20, 24, 12], "the last round has been won")
    # a verdict at the very moment comes before the cap
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], FIVE)
    match.state.last_flip = 899_000
    match.play(1, RING, at=899_849)
    match.wait(900_000)
    assert (banks(match), match.over, last_round(match)) == ([20, 24, 12], False, "now")


@pytest.mark.rule("TWI-55")
def test_two_thousand_flips():
    for cap in (15, "none"):
        match = lay(table("piccolo_twist", 3, cap_minutes=cap), [20, 15, 12], CALM[:3])
        match.state.flips = 1998
        match.play(0, FLIP, at=0)
        assert (match.state.flips, last_round(match)) == (1999, "not yet")
        assert match.view(None)["cap_at"] == (900_000 if cap == 15 else None)
        match.play(1, FLIP, at=800)
        assert (last_round(match), match.view(None)["stops_at"]) == ("now", 30_800)
        while not match.over:
            match.wait()
        assert (match.clock, ending(match)) == (30_800, "the time is up")


@pytest.mark.rule("TWI-55")
def test_without_a_cap_minutes_do_not_count():
    match = lay(table("piccolo_twist", 3, cap_minutes="none"), [20, 15, 12], CALM[:3])
    match.state.last_flip = 899_999
    match.wait(900_000)
    assert (last_round(match), match.due) == ("not yet", 904_999)
    # and a cap that was reached by flips is not called again by the clock
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], CALM[:3])
    match.state.flips = 1999
    match.state.last_flip = 879_000
    match.play(0, FLIP, at=880_000)
    assert match.due == 910_000
    match.wait()
    assert (match.clock, ending(match)) == (910_000, "the time is up")
    # nor by flips once the clock has called it
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], CALM[:3])
    match.state.flips = 1999
    match.state.last_flip = 899_000
    match.wait(900_000)
    match.play(0, FLIP, at=901_000)
    assert match.view(None)["stops_at"] == 930_000


@pytest.mark.rule("TWI-56")
def test_equal_counts_share_the_win():
    match = lay(table("piccolo_twist", 3), [0, 0, 0], CALM[:3], [20, 20, 16])
    match.wait()
    assert (match.scores, match.winners) == ([20, 20, 16], [0, 1])
    assert "Won by player 1 and player 2 with 20 cards" in match.show()


@pytest.mark.rule("TWI-57")
def test_leaving():
    match = lay(table("piccolo_twist", 4), [20, 8, 12, 10], CALM, turn=1)
    match.play(1, LEAVE)
    assert (status(match), banks(match), stacks(match)) == (["in", "out", "in", "in"], [20, 0, 12, 10], [1, 9, 1, 3])
    assert seats_of(match, "top")[1] == {"type": "candle", "colour": "yellow", "amount": 2}
    assert (last_round(match), turn(match)) == ("not yet", 2)
    match.play(2, LEAVE)
    assert (status(match), last_round(match), turn(match)) == (["in", "out", "out", "in"], "now", 3)
    assert not match.over
    match.play(3, LEAVE)
    assert (match.over, match.scores, ending(match)) == (True, [56, 0, 0, 0], "one player is left")
    assert_whole(match)


@pytest.mark.rule("TWI-57")
def test_the_next_winner_takes_what_a_leaver_left():
    match = lay(table("piccolo_twist", 4), [20, 8, 12, 10], [*FIVE, None, CALM[2]], [1, 1, 0, 4])
    match.play(2, LEAVE, at=500)  # no up card: the pile shows no top
    assert seats_of(match, "top")[2] is None
    assert stacks(match)[2] == 12
    rung(match, 0, 1000)
    assert (banks(match), stacks(match)) == ([38, 8, 0, 10], [0, 0, 0, 0])
    assert last_round(match) == "not yet"


@pytest.mark.rule("TWI-57")
def test_leaving_when_there_is_no_last_round():
    match = table("piccolo_twist", 3, game_end="play-to-one-survivor")
    lay(match, [20, 12, 10], CALM[:3])
    match.play(2, LEAVE)
    assert (last_round(match), match.over) == ("not yet", False)
    two = lay(table("piccolo_twist", 2), [20, 25], CALM[:2])
    two.play(1, LEAVE)
    assert (two.scores, two.winners) == ([56, 0], [0])
    assert two.due is None
    five = table("piccolo_twist", 5)
    five.play(1, LEAVE)
    assert last_round(five) == "not yet"


@pytest.mark.rule("TWI-57", "TWI-58")
def test_a_player_who_leaves_takes_a_pending_ring_along():
    match = lay(table("piccolo_twist", 4), [20, 8, 12, 10], CALM)
    match.play(1, RING, at=1000)
    match.play(1, LEAVE, at=1050)
    assert match.due == 5000
    assert match.legal(0) == [FLIP, RING]
    match = lay(table("piccolo_twist", 4), [20, 8, 12, 10], CALM)
    match.play(1, RING, at=1000)
    match.play(2, RING, at=1040)
    match.play(1, LEAVE, at=1050)
    assert match.due == 1191
    match.wait()
    assert match.view(None)["result"] == {"seat": 2, "right": False}
