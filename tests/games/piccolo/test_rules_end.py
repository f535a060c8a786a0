"""Piccolo, section 8 of the rulebook: the end of the game."""

from collections import Counter

import numpy as np
import pytest
from tests.games.piccolo.tables import (
    FLIP,
    LEAVE,
    RING,
    VOTE_ON,
    VOTE_STOP,
    discards,
    draws,
    heap,
    lay,
    piccolo,
    pile,
    playing,
    ring_out,
)
from tests.helpers import refusal

from parlour.games.bell.known_cards import FACE_UP, new_group
from parlour.games.bell.rows import EMPTY
from parlour.games.bell.rules import turn_up, win_stacks
from parlour.games.piccolo import RULES
from parlour.games.piccolo.rules import Ending
from parlour.kit import NEVER


@pytest.mark.rule("PIC-43", "PIC-44")
def test_the_last_player_in_has_gathered_all_cards():
    match = lay(piccolo(3), [5, 0, 0], [["lime1"], ["plum1"], []], turn=0, out=(2,))
    match.play(0, FLIP)
    assert match.due == 800
    match.wait()
    assert match.over
    assert match.state.ending == Ending.LAST_PLAYER
    assert match.scores == [55, 0, 0]
    assert match.winners == [0]
    assert match.due is None
    assert match.actors == []
    for action in (FLIP, RING, VOTE_STOP, VOTE_ON, LEAVE):
        assert refusal(match, 0, action) == "PIC-43"
    view = match.view(0)
    assert view["ending"] == "one player has gathered all cards"
    assert view["turn"] is None


@pytest.mark.rule("PIC-43")
def test_all_cards_of_the_larger_deck():
    match = lay(piccolo(2, deck="halli-56"), [5, 0], [["lime1"], ["plum1"]], turn=0)
    match.play(1, LEAVE)
    assert match.scores == [56, 0]


@pytest.mark.rule("PIC-45", "PIC-46", "PIC-47")
def test_players_may_agree_to_stop():
    match = lay(piccolo(4), [20, 9, 0, 10], [["lime1"], ["plum1", "plum2"], ["banana1"], []], out=(2,))
    match.play(0, VOTE_STOP)
    match.play(1, VOTE_STOP)
    assert not match.over
    assert refusal(match, 1, VOTE_STOP) == "PIC-46"
    assert refusal(match, 2, VOTE_STOP) == "PIC-42"
    match.play(3, VOTE_STOP)
    assert match.over
    assert match.clock == 0
    assert match.state.ending == Ending.AGREED
    assert match.scores == [21, 11, 0, 10]
    assert match.winners == [0]
    assert match.view(1)["ending"] == "the players agreed to stop"


@pytest.mark.rule("PIC-46")
@pytest.mark.parametrize("how", ["leaves", "runs out", "cannot pay"])
def test_the_vote_of_a_player_who_goes_out_is_void(how):
    match = lay(piccolo(4), [10, 10, 0 if how == "runs out" else 1, 10], [["lime4"], [], ["plum1"], []], turn=2)
    match.state.last_flip = 0
    match.play(2, VOTE_STOP)
    assert match.why_not(0, VOTE_ON) is None
    if how == "leaves":
        match.play(2, LEAVE)
    elif how == "runs out":
        match.wait()
    else:
        match.play(2, RING)
        match.wait()
    assert not match.state.playing[2]
    assert [seat["votes_to_stop"] for seat in match.view(0)["seats"]] == [False] * 4
    assert refusal(match, 0, VOTE_ON) == "PIC-46"
    for seat in (0, 1, 3):  # a new vote begins from nothing
        assert not match.over
        match.play(seat, VOTE_STOP)
    assert match.over


@pytest.mark.rule("PIC-46")
def test_one_refusal_ends_the_vote():
    match = lay(piccolo(3), [10, 10, 10], [[], [], []])
    assert refusal(match, 0, VOTE_ON) == "PIC-46"
    match.play(0, VOTE_STOP)
    match.play(1, VOTE_STOP)
    assert [seat["votes_to_stop"] for seat in match.view(2)["seats"]] == [True, True, False]
    match.play(2, VOTE_ON)
    assert [seat["votes_to_stop"] for seat in match.view(2)["seats"]] == [False] * 3
    assert refusal(match, 2, VOTE_ON) == "PIC-46"
    match.play(2, VOTE_STOP)
    match.play(1, VOTE_STOP)
    assert not match.over
    match.play(0, VOTE_STOP)
    assert match.over


@pytest.mark.rule("PIC-46")
def test_votes_are_asides():
    match = lay(piccolo(3), [10, 10, 10], [[], [], []])
    match.play(0, VOTE_STOP)
    assert match.asides == (VOTE_STOP, VOTE_ON, LEAVE)
    assert match.legal(1) == [RING]


@pytest.mark.rule("PIC-46")
def test_stopping_waits_for_the_bell():
    match = lay(piccolo(2), [10, 10], [["lime5"], []], turn=1)
    match.play(1, RING, at=0)
    match.play(0, VOTE_STOP, at=10)
    match.play(1, VOTE_STOP, at=20)
    assert not match.over
    assert match.due == 151
    match.wait(151)
    assert match.over
    assert match.scores == [10, 11]


@pytest.mark.rule("PIC-46")
def test_the_vote_of_a_player_who_is_out_is_not_needed():
    match = lay(piccolo(3), [10, 10, 10], [[], [], []])
    match.play(0, VOTE_STOP)
    match.play(1, VOTE_STOP)
    match.play(2, LEAVE)
    assert match.over
    assert match.state.ending == Ending.AGREED
    assert match.scores == [10, 10, 0]


@pytest.mark.rule("PIC-47")
def test_draw_pile_and_discard_pile_count_while_playing():
    match = lay(piccolo(4), [9, 8, 0, 6], [["lime1"], ["plum1", "plum2"], ["banana1"], []], out=(2,))
    assert match.scores == [10, 10, 0, 6]
    out = np.full(4, 7, np.int32)
    RULES.score(match.state, out)
    assert out.tolist() == [10, 10, 0, 6]
    assert match.winners == []
    assert [seat["score"] for seat in match.view(0)["seats"]] == [10, 10, 0, 6]


@pytest.mark.rule("PIC-48", "PIC-50")
def test_without_draw_cards_the_game_stops_after_the_gap():
    match = lay(piccolo(3), [0, 0, ["lime4"]], [["plum1"], ["lime3"], []], turn=2)
    match.play(2, FLIP, at=100)
    assert match.due == 900
    assert match.state.turn == 0
    match.wait(899)
    assert not match.over
    match.wait(900)
    assert match.over
    assert match.state.ending == Ending.STALEMATE
    assert playing(match) == [1, 1, 1]
    assert match.scores == [1, 1, 1]
    assert match.winners == [0, 1, 2]


@pytest.mark.rule("PIC-48")
def test_a_five_on_the_last_card_can_be_rung_for_5_s():
    match = lay(piccolo(3), [0, 0, ["lime2"]], [["plum1"], ["lime3"], []], turn=2)
    match.play(2, FLIP, at=100)
    assert match.due == 5100
    match.play(1, RING, at=5099)
    match.wait()
    assert draws(match) == [0, 3, 0]
    assert match.over
    match = lay(piccolo(3, min_flip_gap_ms=5000), [0, 0, ["lime2"]], [["plum1"], ["lime3"], []], turn=2)
    match.play(2, FLIP, at=100)
    match.wait(5099)
    assert not match.over
    match.wait(5100)
    assert match.over
    assert match.scores == [1, 1, 1]


@pytest.mark.rule("PIC-48")
def test_a_stalemate_waits_for_the_bell():
    match = lay(piccolo(3, elimination="when-discard-lost"), [0, 0, ["lime4"]], [["plum1"], ["lime3"], []], turn=2)
    match.play(2, FLIP, at=0)
    match.play(0, RING, at=700)
    match.wait(851)
    assert playing(match) == [0, 1, 1]  # nothing to pay
    assert not match.over
    assert match.due == 2351
    match.wait(2350)
    assert not match.over
    match.wait(2351)
    assert match.over
    assert match.scores == [0, 1, 1]
    assert match.winners == [1, 2]


def long_game(flips=0, **options):
    match = lay(piccolo(3, **options), [["plum1", "plum1", 8], ["lime1", "lime1", 8], ["lime4", 9]], [[], [], []])
    match.state.flips = flips
    return match


@pytest.mark.rule("PIC-49")
def test_after_15_minutes_the_next_right_ring_ends_the_game():
    match = long_game(flip="automatic", min_flip_gap_ms=5000)
    match.state.clock = 890_000
    match.state.last_flip = 889_000
    match.look_again()
    assert match.view(0)["cap_at"] == 900_000
    assert match.view(0)["stops_at"] == 930_000
    match.wait(904_500)
    assert discards(match) == [1, 1, 1]
    assert match.state.five == 1
    match.play(1, RING)
    match.wait(904_651)
    assert match.over
    assert match.state.ending == Ending.CAP
    assert match.scores == [9, 12, 9]
    assert match.view(0)["ending"] == "the game had gone on for long enough"


@pytest.mark.rule("PIC-49")
@pytest.mark.parametrize(("moment", "ends"), [(899_848, False), (899_849, True)])
def test_a_right_ring_settled_before_the_cap_does_not_end_it(moment, ends):
    match = long_game()
    lay(match, [10, 10, 10], [["lime5"], [], []])
    match.state.clock = 899_800
    match.state.last_flip = 899_500
    match.play(1, RING, at=moment)
    match.wait()
    assert match.clock == moment + 151
    assert match.over == ends


@pytest.mark.rule("PIC-49")
def test_a_wrong_ring_does_not_end_a_capped_game_but_30_s_do():
    match = long_game()
    lay(match, [10, 10, 10], [["lime4"], [], []])
    match.state.clock = 929_000
    match.state.last_flip = 928_900
    match.look_again()
    match.play(1, RING)
    match.wait()
    assert not match.over
    assert match.due == 930_000
    match.wait()
    assert match.over
    assert match.clock == 930_000
    assert match.state.ending == Ending.CAP
    assert match.scores == [12, 8, 11]


@pytest.mark.rule("PIC-49")
def test_the_1500th_flip_caps_the_game():
    late = long_game(flips=1499)
    late.state.clock = 890_000
    late.state.last_flip = 889_000
    late.play(0, FLIP, at=890_000)
    assert late.view(0)["stops_at"] == 920_000
    match = long_game(flips=1498, cap_minutes="none")
    assert match.view(0)["cap_at"] is None
    assert match.view(0)["stops_at"] is None
    match.play(0, FLIP, at=1000)
    assert match.state.latest_end == NEVER
    match.play(1, FLIP, at=2000)
    assert match.state.latest_end == 32_000
    assert match.view(0)["cap_at"] == 2000
    match.wait(31_999)
    assert not match.over
    match.wait(32_000)
    assert match.over
    assert match.state.ending == Ending.CAP


@pytest.mark.rule("PIC-49")
def test_the_minutes_can_be_switched_off_and_the_flips_cannot():
    match = long_game(flips=1499, cap_minutes="none")
    match.state.clock = 1_000_000
    match.state.last_flip = 999_999
    match.look_again()
    assert match.due == 1_004_999
    match.play(0, FLIP, at=1_001_000)
    assert match.view(0)["cap_at"] == 1_001_000
    capped = long_game(flips=1499)
    capped.play(0, FLIP)
    assert capped.view(0)["stops_at"] == 30_000


@pytest.mark.rule("PIC-49", "PIC-44")
def test_a_last_player_wins_even_when_capped():
    match = lay(piccolo(2), [10, 0], [["lime5"], ["plum1"]])
    match.state.clock = 910_000
    match.state.last_flip = 909_900
    match.play(0, RING, at=910_000)
    match.wait()
    assert match.state.ending == Ending.LAST_PLAYER
    assert match.scores == [55, 0]


@pytest.mark.rule("PIC-51")
def test_a_player_who_leaves_slips_the_draw_pile_under_the_discard_pile():
    match = lay(piccolo(3), [["lime4", 9], 7, 8], [[], ["plum2", "lime1"], []], turn=1)
    hidden = pile(match, 1)
    match.play(1, LEAVE)
    assert draws(match) == [10, 0, 8]
    assert discards(match) == [0, 9, 0]
    assert playing(match) == [1, 0, 1]
    assert match.state.turn == 2
    assert match.scores == [10, 0, 8]
    assert match.view(0)["seats"][1]["top"] == {"fruit": "lime", "amount": 1}
    assert set(match.seen(0).row[1].tolist()) == {EMPTY, -1, *heap(match, 1)[:2]}  # still unseen
    assert refusal(match, 1, LEAVE) == "PIC-42"
    match.play(2, FLIP)
    assert match.state.turn == 0
    match.play(0, FLIP)
    assert match.state.turn == 2
    assert sorted(heap(match, 1)[2:]) == sorted(hidden)


@pytest.mark.rule("PIC-51")
def test_the_next_winner_takes_the_leavers_cards():
    match = lay(piccolo(3), [10, 7, 8], [["lime4"], ["lime1"], []])
    hidden, shown = pile(match, 1), heap(match, 0) + heap(match, 1)
    match.play(1, LEAVE)
    ring_out(match, 2)
    assert draws(match) == [10, 0, 17]
    assert sorted(pile(match, 2)[8:]) == sorted(hidden + shown)
    state = match.state
    assert state.mixed_heaps == 1
    assert state.mixed_heap_group[0] == 1
    assert state.unseen_in_heap[0, 0] == 7
    assert sorted(card for card in range(55) if state.heaps_passed[card]) == sorted(hidden)
    assert sorted(card for card in range(55) if state.group[card] == 1) == sorted(shown)


def turn_all_up(match, seat):
    """Turn up a whole draw pile; returns for each card its group, the mixed heaps it has passed, and the counts of
    unseen cards that go down."""
    state, told = match.state, []
    for card in pile(match, seat):
        group, passed, before = int(state.group[card]), int(state.heaps_passed[card]), state.unseen_in_heap.copy()
        turn_up(state, seat, 0)
        assert (state.group[card], state.heaps_passed[card]) == (FACE_UP, 0)
        fewer = {(int(mix), int(number)): 1 for mix, number in np.argwhere(before != state.unseen_in_heap)}
        assert (before - state.unseen_in_heap).sum() == len(fewer)
        told.append((group, passed, fewer))
    return told


@pytest.mark.rule("PIC-51", "PIC-59")
def test_what_is_known_of_a_leavers_cards_is_kept_up():
    match = lay(piccolo(4), [10, 3, 8, 9], [["lime4"], ["lime1"], [], []])
    match.play(1, LEAVE)
    assert win_stacks(match.state, 3, True) == 5
    assert match.state.unseen_in_heap[0, 0] == 3
    told = turn_all_up(match, 3)
    assert told[:9] == [(0, 0, {})] * 9
    assert Counter((group, passed, *fewer) for group, passed, fewer in told[9:]) == {(1, 0): 2, (0, 1, (0, 0)): 3}
    assert not match.state.unseen_in_heap.any()
    assert match.state.group_size[:2].tolist() == [55 - 5 - 9, 0]


@pytest.mark.rule("PIC-51", "PIC-59")
def test_a_second_leaver_may_take_unseen_cards_along():
    match = lay(piccolo(5), [10, 3, 8, 9, 9], [["lime4"], ["lime1"], [], [], ["plum1"]])
    state = match.state
    match.play(1, LEAVE)
    win_stacks(state, 3, True)
    match.play(3, LEAVE)  # nine cards of the deal, two and a third known, three guests
    win_stacks(state, 2, True)
    assert draws(match) == [10, 0, 8 + 15, 0, 9]
    assert state.mixed_heaps == 2
    assert state.mixed_heap_group[:2].tolist() == [1, 2]
    assert state.unseen_in_heap[0, :3].tolist() == [3, 0, 0]
    assert state.unseen_in_heap[1, :3].tolist() == [9, 6, 0]
    assert new_group(state) == 3  # the numbers of mixed heaps are spent
    told = Counter((group, passed, *fewer) for group, passed, fewer in turn_all_up(match, 2))
    assert told == {(0, 0): 8, (1, 2, (1, 1)): 3, (0, 2, (1, 0)): 9, (0, 3, (0, 0), (1, 1)): 3}
    assert not state.unseen_in_heap.any()
    assert new_group(state) == 3


@pytest.mark.rule("PIC-51", "PIC-59")
def test_three_of_five_can_leave_their_cards_to_three_heaps():
    match = lay(piccolo(5), [9, 9, 9, 9, 9], [["lime4"], [], [], [], []])
    for leaver in (1, 2, 3):
        match.play(leaver, LEAVE)
        win_stacks(match.state, 0, True)
        turn_up(match.state, 0, 0)
    assert match.state.mixed_heaps == 3
    assert match.state.unseen_in_heap.sum() == 27
    assert draws(match) == [9 + 27 + 1 - 1, 0, 0, 0, 9]


@pytest.mark.rule("PIC-51")
def test_a_leaver_without_an_up_card_shows_no_top():
    match = lay(piccolo(3), [10, 7, 8], [["lime4"], [], ["lime2"]])
    match.play(1, LEAVE)
    assert match.view(0)["seats"][1]["top"] is None
    assert match.view(0)["seats"][1]["discard_pile"] == 7
    assert match.state.five == 0
    ring_out(match, 0)  # two are in: the opponent wins it all
    assert draws(match) == [10, 0, 17]


@pytest.mark.rule("PIC-51", "PIC-44")
def test_when_one_of_two_leaves_the_other_wins():
    match = lay(piccolo(2), [10, 7], [["lime4"], []], turn=1)
    match.play(1, LEAVE)
    assert match.over
    assert match.scores == [55, 0]


@pytest.mark.rule("PIC-51")
def test_a_leavers_ring_is_void():
    match = lay(piccolo(4), [10, 7, 8, 8], [["lime4"], [], [], []])
    match.play(1, RING, at=0)
    match.play(2, RING, at=20)
    assert match.due == 151
    match.play(1, LEAVE, at=30)
    assert match.due == 171
    match.play(2, LEAVE, at=40)
    assert match.state.verdict_at == NEVER
    match.play(0, FLIP)
    assert match.clock == 40
    assert draws(match) == [9, 0, 0, 8]
