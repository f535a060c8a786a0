"""Confetti: tugs, the card limit and the end of time (CON-34 to CON-46)."""

import pytest
from tests.games.confetti.helpers import (
    CARD,
    DISCARD,
    FULL,
    HOLD,
    HOLD_ALL,
    LET_GO,
    SIX,
    TAKE,
    bookkeeping_holds,
    give,
    middle,
    places,
    run_out,
    to_round,
    when,
    zone,
)
from tests.helpers import refusal, table

from parlour.games.confetti import DECK
from parlour.games.confetti.state import Place

# 5. Two players want the same card


@pytest.mark.rule("CON-34", "CON-35", "CON-36", "CON-38")
def test_a_card_that_nobody_gives_way_for_is_out():
    match = table("confetti", 3)
    one, two = middle(match)[:2]
    match.play(0, TAKE + one, at=1000)
    match.play(1, TAKE + one, at=1100)
    assert match.due == 1400
    match.play(2, TAKE + two, at=2000)  # the others play on
    match.wait(3099)
    assert places(match, one) == [Place.TUG]
    assert match.due == 3100
    match.wait()
    assert places(match, one) == [Place.REMOVED]
    assert match.state.owner[one] == -1
    assert match.state.pulls == 0
    assert match.state.phase_ends == 60_000  # the timer did not stop
    assert refusal(match, 2, TAKE + one) == "CON-35"
    assert match.view(None)["removed"] == [DECK[one]]
    to_round(match, 3)
    assert places(match, one) == [Place.REMOVED]
    assert one not in middle(match)
    bookkeeping_holds(match)


@pytest.mark.rule("CON-35")
def test_a_removed_card_belongs_to_nobody():
    match = table("confetti", 2)
    give(match, 0, ["ROY"])
    match.play(1, TAKE + CARD["ROY"], at=2000)
    match.play(0, HOLD + CARD["ROY"], at=2100)
    match.wait(4100)
    assert places(match, CARD["ROY"]) == [Place.REMOVED]
    assert (match.state.owner[CARD["ROY"]], match.state.since[CARD["ROY"]]) == (-1, 0)


@pytest.mark.rule("CON-35")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("options", [{}, {"round2_pool": "cumulative"}])
def test_a_removed_card_never_comes_back_whatever_the_number_of_players(seats, options):
    match = table("confetti", seats, **options)
    gone = []
    while not match.over:
        assert places(match, *gone) == [Place.REMOVED] * len(gone)
        card = middle(match)[0]
        match.play(seats - 1, TAKE + card)
        match.play(0, TAKE + card)
        match.wait(match.clock + 2000)
        gone.append(card)
        assert places(match, *gone) == [Place.REMOVED] * len(gone)
        round_now = match.state.round_now
        while match.state.round_now == round_now and not match.over:
            match.wait()
    assert len(gone) == (3 if seats <= 4 else 2)
    assert places(match, *gone) == [Place.REMOVED] * len(gone)
    assert match.scores == [0] * seats


@pytest.mark.rule("CON-37", "CON-40")
@pytest.mark.parametrize("rivals", [1, 2, 3, 5])
@pytest.mark.parametrize("all_at_once", [True, False])
def test_the_owners_hold_joins_a_tug_of_any_size(rivals, all_at_once):
    match = table("confetti", rivals + 2)
    owner = rivals + 1
    give(match, owner, ["ROY", "OYR", "YRO"])
    for rival in range(rivals):
        match.play(rival, TAKE + CARD["OYR"], at=2000 + 10 * rival)
    match.play(owner, HOLD_ALL if all_at_once else HOLD + CARD["OYR"], at=2249)
    assert match.state.pulling[CARD["OYR"]] == (1 << rivals) - 1 | 1 << owner
    held = Place.HELD if all_at_once else Place.LOOSE
    assert places(match, CARD["ROY"], CARD["OYR"], CARD["YRO"]) == [held, Place.TUG, held]
    ends = (2249 if rivals == 1 else 2010) + 2000  # the second hand began the tug
    assert match.state.pull_ends[0] == ends
    for rival in range(rivals):
        assert places(match, CARD["OYR"]) == [Place.TUG]
        match.play(rival, LET_GO + CARD["OYR"], at=3000 + rival)
    assert places(match, CARD["OYR"]) == [Place.LOOSE]
    assert CARD["OYR"] in zone(match, owner)


@pytest.mark.rule("CON-37")
def test_hold_all_joins_tugs_of_several_players():
    match = table("confetti", 6)
    give(match, 0, ["ROY", "OYR", "YRO"])
    match.play(1, TAKE + CARD["ROY"], at=2000)
    match.play(2, TAKE + CARD["OYR"], at=2000)
    match.play(4, TAKE + CARD["YRO"], at=2010)
    match.play(3, TAKE + CARD["OYR"], at=2100)  # a tug of two already
    match.play(0, HOLD_ALL, at=2200)
    assert [int(match.state.pulling[CARD[name]]) for name in ("ROY", "OYR", "YRO")] == [0b11, 0b1101, 0b10001]
    match.wait(4300)
    assert places(match, CARD["ROY"], CARD["OYR"], CARD["YRO"]) == [Place.REMOVED] * 3


@pytest.mark.rule("CON-37")
def test_a_second_take_within_the_window_begins_a_tug():
    for late, state in ((249, Place.TUG), (250, Place.LOOSE)):
        match = table("confetti", 2)
        card = middle(match)[0]
        match.play(0, TAKE + card, at=100)
        match.wait(100 + late)
        assert places(match, card) == [state]
        assert (TAKE + card in match.legal(1)) == (state == Place.TUG)
    match = table("confetti", 3)
    card, other = middle(match)[:2]
    match.play(0, TAKE + card, at=100)
    match.play(1, TAKE + card, at=349)
    assert match.state.pull_ends[0] == 2349
    assert refusal(match, 2, TAKE + card, at=350) == "CON-37"
    assert TAKE + card in match.legal(2)
    match.wait(350)
    assert TAKE + card not in match.legal(2)
    late = table("confetti", 2)
    late.play(0, TAKE + card, at=0)
    late.play(1, TAKE + other, at=0)
    assert refusal(late, 1, TAKE + card) == "CON-37"  # the hand is free at 400 only


@pytest.mark.rule("CON-37")
def test_a_hand_that_is_free_just_before_the_window_closes_may_join():
    for first, wanted in ((150, "CON-37"), (151, 400)):
        match = table("confetti", 2)
        card, other = middle(match)[:2]
        match.play(1, TAKE + other, at=0)
        match.play(0, TAKE + card, at=first)
        if wanted == 400:
            assert match.play(1, TAKE + card) == 400
            assert match.state.pulling[card] == 3
        else:
            assert refusal(match, 1, TAKE + card) == "CON-37"


@pytest.mark.rule("CON-37")
def test_in_the_window_a_card_counts_as_the_first_takers_who_can_do_nothing_with_it():
    match = table("confetti", 2)
    give(match, 0, SIX[:5])
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert refusal(match, 0, HOLD + card) == "CON-37"
    assert refusal(match, 0, DISCARD + card) == "CON-37"
    assert refusal(match, 0, LET_GO + card) == "CON-38"
    assert refusal(match, 1, DISCARD + card) == "CON-29"
    assert refusal(match, 1, HOLD + card) == "CON-25"
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
    assert match.legal(0) == sorted(
        [HOLD + CARD[name] for name in SIX[:5]] + [HOLD_ALL] + [DISCARD + CARD[name] for name in SIX[:5]]
    )
    match.play(0, HOLD_ALL)
    assert places(match, card) == [Place.TUG]
    match.wait(250)
    match.play(0, HOLD + card)
    assert len(zone(match, 0)) == 6


@pytest.mark.rule("CON-37")
def test_the_owner_of_a_loose_card_joins_by_holding_it():
    match = table("confetti", 3)
    give(match, 0, ["ROY", "OYR"])
    match.play(1, TAKE + CARD["ROY"], at=2000)
    assert zone(match, 0) == [CARD["OYR"]]
    assert match.legal(0)[-3 - 1 :] == [HOLD + 0, HOLD + CARD["OYR"], HOLD_ALL, DISCARD + CARD["OYR"]]
    assert refusal(match, 2, HOLD + CARD["ROY"]) == "CON-25"
    assert refusal(match, 0, HOLD + CARD["ROY"], at=2250) == "CON-25"
    match.play(0, HOLD + CARD["ROY"], at=2249)
    assert match.state.pulling[CARD["ROY"]] == 3
    assert match.state.pull_ends[0] == 4249
    assert refusal(match, 0, HOLD + CARD["ROY"]) == "CON-37"
    assert refusal(match, 0, DISCARD + CARD["ROY"]) == "CON-37"
    match.play(0, HOLD + CARD["OYR"], at=3000)
    match.play(1, LET_GO + CARD["ROY"], at=3500)
    assert zone(match, 0) == sorted([CARD["ROY"], CARD["OYR"]])


@pytest.mark.rule("CON-37")
def test_the_owner_of_a_loose_card_that_two_rivals_pull_at_can_be_too_late():
    match = table("confetti", 3)
    give(match, 0, ["ROY"])
    match.play(1, TAKE + CARD["ROY"], at=2000)
    match.play(2, TAKE + CARD["ROY"], at=2100)
    match.wait(2250)
    assert refusal(match, 0, HOLD + CARD["ROY"]) == "CON-37"
    assert refusal(match, 0, HOLD_ALL) == "CON-25"
    assert HOLD + CARD["ROY"] not in match.legal(0)


@pytest.mark.rule("CON-37")
def test_hold_all_joins_every_tug_it_meets():
    match = table("confetti", 4)
    give(match, 0, ["OYR", "ROY", "YRO", "GBP"])
    match.wait(2000)
    match.play(1, TAKE + CARD["YRO"])
    match.play(2, TAKE + CARD["ROY"])
    match.play(3, TAKE + CARD["GBP"])
    match.play(0, HOLD + CARD["OYR"])
    assert match.legal(0) == sorted(
        [TAKE + card for card in middle(match)]
        + [TAKE + CARD["YRO"], TAKE + CARD["ROY"], TAKE + CARD["GBP"]]
        + [HOLD + CARD["YRO"], HOLD + CARD["ROY"], HOLD + CARD["GBP"]]
        + [HOLD_ALL, DISCARD + CARD["OYR"]]
    )
    match.play(0, HOLD_ALL, at=2100)
    assert [int(match.state.pulling[CARD[name]]) for name in ("YRO", "ROY", "GBP")] == [3, 5, 9]
    assert match.state.pull_ends[:3].tolist() == [4100, 4100, 4100]
    assert match.legal(0) == sorted(
        [DISCARD + CARD["OYR"], LET_GO + CARD["YRO"], LET_GO + CARD["ROY"], LET_GO + CARD["GBP"]]
    )
    assert refusal(match, 0, HOLD_ALL) == "CON-25"
    match.play(2, LET_GO + CARD["ROY"])  # LET GO names its card
    assert places(match, CARD["ROY"], CARD["YRO"], CARD["GBP"]) == [Place.LOOSE, Place.TUG, Place.TUG]
    bookkeeping_holds(match)


@pytest.mark.rule("CON-37", "CON-25")
def test_an_owner_who_has_filled_up_meanwhile_cannot_join():
    match = table("confetti", 2)
    give(match, 0, SIX, place=Place.HELD)
    match.state.place[CARD["ROY"]] = Place.LOOSE
    match.wait(2000)
    match.play(1, TAKE + CARD["ROY"])
    match.play(0, TAKE + middle(match)[0])
    assert refusal(match, 0, HOLD + CARD["ROY"]) == "CON-42"
    assert refusal(match, 0, HOLD_ALL) == "CON-25"
    match.play(0, DISCARD + CARD["OYR"])
    match.play(0, HOLD_ALL)
    assert match.state.pulling[CARD["ROY"]] == 3


@pytest.mark.rule("CON-37")
def test_first_come_first_served_has_no_tugs():
    match = table("confetti", 2, conflict="first-come")
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert places(match, card) == [Place.LOOSE]
    assert zone(match, 0) == [card]
    assert match.due == 400
    assert when(match, 1, TAKE + card) == 1000
    match.play(0, HOLD + card)
    assert refusal(match, 1, TAKE + card) == "CON-18"


@pytest.mark.rule("CON-38")
def test_the_last_player_left_in_a_tug_gets_the_card_loose():
    match = table("confetti", 2)
    card, other = middle(match)[:2]
    match.play(0, TAKE + card)
    match.play(1, TAKE + card, at=100)
    match.play(0, LET_GO + card, at=2099)
    assert places(match, card) == [Place.LOOSE]
    assert zone(match, 1) == [card]
    assert match.state.owner[card] == 1
    assert match.state.since[card] == 2099  # the grace starts over
    assert when(match, 0, TAKE + card) == 3099
    assert match.state.pulls == 0
    assert match.state.pulled.tolist() == [-1] * 7
    assert match.state.pull_ends.tolist() == [0] * 7
    assert refusal(match, 1, LET_GO + card) == "CON-38"
    assert refusal(match, 1, LET_GO + other) == "CON-38"
    assert match.play(0, TAKE + other) == 2099


@pytest.mark.rule("CON-39")
def test_in_a_tug_a_player_cannot_take_but_hold_and_discard():
    match = table("confetti", 3)
    give(match, 0, ["OYR", "YRO"])
    card, other = [card for card in middle(match) if DECK[card] not in FULL][:2]
    match.play(0, TAKE + card)
    match.play(1, TAKE + card)
    match.wait(1000)
    assert refusal(match, 0, TAKE + other) == "CON-39"
    assert refusal(match, 0, TAKE + card) == "CON-39"
    assert refusal(match, 1, TAKE + other) == "CON-39"
    assert refusal(match, 1, TAKE + CARD["YRO"]) == "CON-39"
    own = [CARD["OYR"], CARD["YRO"]]
    assert match.legal(0) == [HOLD + own[0], HOLD + own[1], HOLD_ALL, DISCARD + own[0], DISCARD + own[1], LET_GO + card]
    assert match.play(0, HOLD + CARD["OYR"]) == 1000
    assert match.play(0, DISCARD + CARD["YRO"]) == 1000
    assert match.play(2, TAKE + other) == 1000
    match.play(0, LET_GO + card)
    assert match.play(0, TAKE + CARD["YRO"]) == 1000


@pytest.mark.rule("CON-40")
def test_three_can_pull_at_one_card():
    match = table("confetti", 4)
    card = middle(match)[0]
    match.play(3, TAKE + card)
    match.play(1, TAKE + card, at=200)
    match.play(2, TAKE + card, at=249)
    assert match.state.pulling[card] == 0b1110
    assert match.state.pull_ends[0] == 2200  # the third does not lengthen it
    match.play(3, LET_GO + card, at=500)
    assert places(match, card) == [Place.TUG]
    match.play(2, LET_GO + card, at=600)
    assert zone(match, 1) == [card]
    again = table("confetti", 4)
    for seat in range(4):
        again.play(seat, TAKE + card)
    again.wait(2000)
    assert places(again, card) == [Place.REMOVED]


@pytest.mark.rule("CON-38", "CON-40")
def test_tugs_end_independently_of_each_other():
    match = table("confetti", 6)
    one, two, three = middle(match)[:3]
    match.play(0, TAKE + one, at=0)
    match.play(2, TAKE + two, at=10)
    match.play(4, TAKE + three, at=20)
    match.play(1, TAKE + one, at=100)
    match.play(5, TAKE + three, at=110)
    assert match.state.pulled[:3].tolist() == [one, two, three]
    match.wait(260)
    assert places(match, one, two, three) == [Place.TUG, Place.LOOSE, Place.TUG]
    assert match.state.pulled.tolist() == [one, three] + [-1] * 5
    assert match.state.pull_ends.tolist() == [2100, 2110] + [0] * 5
    match.wait(2100)
    assert places(match, one, two, three) == [Place.REMOVED, Place.LOOSE, Place.TUG]
    match.wait(2110)
    assert places(match, one, two, three) == [Place.REMOVED, Place.LOOSE, Place.REMOVED]


@pytest.mark.rule("CON-41")
def test_a_tug_that_time_ends_leaves_the_card_in_the_middle():
    for began, place in ((57_999, Place.REMOVED), (58_000, Place.MIDDLE)):
        match = table("confetti", 2)
        card = middle(match)[0]
        match.play(0, TAKE + card, at=began)
        match.play(1, TAKE + card, at=began)
        run_out(match)
        assert places(match, card) == [place]
        assert match.state.pulls == 0
        assert match.state.pulling[card] == 0
        assert zone(match, 0) == zone(match, 1) == []


# 6. Card limit and end of time


@pytest.mark.rule("CON-42", "CON-44")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_six_cards_are_the_limit_of_the_first_two_rounds(seats):
    match = table("confetti", seats)
    for number in (1, 2):
        to_round(match, number)
        start = match.clock
        assert match.view(0)["limit"] == 6
        for count in range(6):
            assert match.play(0, TAKE + middle(match)[0]) == start + 400 * count
        assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
        match.wait(start + 3000)
        assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
        assert not any(action < HOLD for action in match.legal(0))
        run_out(match)
        assert match.state.collected[:seats].tolist() == [6] + [0] * (seats - 1)


@pytest.mark.rule("CON-43")
@pytest.mark.parametrize("seats", [2, 4, 5, 7])
def test_nine_cards_are_the_limit_of_the_last_round(seats):
    match = table("confetti", seats)
    to_round(match, 3 if seats < 5 else 2)
    assert match.view(0)["limit"] == 9
    for _ in range(9):
        match.play(1, TAKE + middle(match)[0])
    assert refusal(match, 1, TAKE + middle(match)[0]) == "CON-43"


@pytest.mark.rule("CON-44")
@pytest.mark.parametrize(("seats", "number", "most"), [(1, 1, 9), (2, 2, 9), (3, 3, 12), (6, 1, 9), (6, 2, 12)])
def test_the_soft_limit_allows_three_more_cards(seats, number, most):
    match = table("confetti", seats, limit="soft-with-penalty")
    to_round(match, number)
    for _ in range(most):
        match.play(0, TAKE + middle(match)[0])
    match.wait(match.clock + 500)
    assert len(zone(match, 0)) == most
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-44"
    bookkeeping_holds(match)


@pytest.mark.rule("CON-44")
def test_a_card_that_is_pulled_counts_for_all_who_pull():
    match = table("confetti", 3)
    give(match, 0, SIX[:5])
    give(match, 1, ["RYB"])
    card = next(card for card in middle(match) if DECK[card] not in SIX)
    match.wait(1000)
    match.play(1, TAKE + card)
    match.play(0, TAKE + card)
    match.play(2, TAKE + CARD["GBP"])
    match.play(0, HOLD + CARD["GBP"])  # five of six: four in the zone, and the one pulled at
    assert match.state.pulling[CARD["GBP"]] == 0b101
    match.play(1, LET_GO + card)
    match.play(2, LET_GO + CARD["GBP"])
    assert len(zone(match, 0)) == 6


@pytest.mark.rule("CON-46")
def test_a_take_without_a_rival_stands_when_time_is_up():
    match = table("confetti", 2)
    card = middle(match)[0]
    match.play(0, TAKE + card, at=59_999)
    match.play(1, TAKE + middle(match)[0], at=59_999)
    rival = int(match.state.pulled[1])
    match.wait(60_000)
    assert match.state.shown[0, 0] == card
    assert match.state.shown[1, 0] == rival
    assert match.state.collected[:2].tolist() == [1, 1]
    assert match.state.result[:2].tolist() == [-1, -1]
    for action in (TAKE + card, HOLD + card, DISCARD + card, LET_GO + card):
        assert refusal(table_at_the_end(), 0, action, at=60_000) == "CON-17"


def table_at_the_end():
    match = table("confetti", 2)
    give(match, 0, [middle(match)[3]])
    match.wait(59_999)
    return match
