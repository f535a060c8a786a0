"""Confetti: a round in real time, taking, holding and giving back (CON-15 to CON-33)."""

import pytest
from tests.games.confetti.helpers import (
    CARD,
    DISCARD,
    FULL,
    HOLD,
    HOLD_ALL,
    KEEP,
    LET_GO,
    SIX,
    TAKE,
    bookkeeping_holds,
    cards_in,
    give,
    give_points,
    middle,
    places,
    run_out,
    to_round,
    when,
    zone,
)
from tests.helpers import refusal, table

from parlour.games.confetti import RULES
from parlour.games.confetti.state import Phase, Place

# 3. A round in real time


@pytest.mark.rule("CON-15")
def test_all_act_at_the_same_time_once_the_timer_is_turned():
    match = table("confetti", 4)
    assert (match.clock, match.due, int(match.state.round_now)) == (0, 60_000, 1)
    assert match.actors == [0, 1, 2, 3]
    for seat, card in zip((2, 0, 3, 1), middle(match), strict=False):
        assert match.play(seat, TAKE + card) == 0
    assert match.clock == 0
    bookkeeping_holds(match)


@pytest.mark.rule("CON-15")
def test_a_round_starts_with_free_hands_and_a_clean_table():
    match = table("confetti", 2)
    give(match, 0, [*FULL, "GBP"])
    match.play(0, TAKE + middle(match)[0], at=59_900)
    match.wait(80_000)
    assert match.state.collected[:2].tolist() == [5, 0]
    to_round(match, 2)
    state = match.state
    for field in (state.collected, state.sets, state.used, state.result, state.owed, state.cards):
        assert field.tolist() == [0] * 7
    for field in (state.shown, state.zone):
        assert field.tolist() == [[-1] * 12] * 7
    assert state.free_at.tolist() == [match.clock] * 7
    assert not state.since[middle(match)].any()
    assert match.view(0)["players"][0]["result"] is None
    assert match.play(0, TAKE + middle(match)[0]) == 83_000


@pytest.mark.rule("CON-16", "CON-45")
@pytest.mark.parametrize(
    ("option", "ms"), [({}, 60_000), ({"round_seconds": 45}, 45_000), ({"round_seconds": 90}, 90_000)]
)
def test_the_timer_runs_for_a_minute_or_as_chosen(option, ms):
    match = table("confetti", 2, **option)
    card = middle(match)[0]
    assert match.due == ms
    assert refusal(match, 0, TAKE + card, at=ms) == "CON-17"
    match.play(0, TAKE + card, at=ms - 1)
    assert match.state.phase == Phase.PLAY
    run_out(match)
    assert match.clock == ms
    assert match.state.phase == Phase.BREAK
    assert match.due == ms + 3000
    match.wait()
    assert match.due == ms + 3000 + ms


@pytest.mark.rule("CON-17")
def test_cards_change_their_place_only_while_the_timer_runs():
    match = table("confetti", 2)
    give(match, 0, [*FULL, "GBP"])
    give_points(match, 1, ["PGB", "RYB"])
    give(match, 1, ["PRG"])
    free = middle(match)[0]
    run_out(match)
    assert match.state.phase == Phase.CHOOSE
    before = match.state.place.copy()
    for action in (TAKE + free, HOLD + CARD["ROY"], HOLD_ALL, DISCARD + CARD["ROY"], LET_GO + CARD["ROY"]):
        assert refusal(match, 0, action) == "CON-17"
        assert refusal(match, 0, action, at=70_000) == "CON-17"
    match.wait(79_999)
    assert match.state.place.tolist() == before.tolist()
    match.wait(80_000)
    assert match.state.phase == Phase.BREAK
    assert match.actors == []
    assert refusal(match, 0, TAKE + free, at=82_999) == "CON-17"
    match.wait(83_000)
    assert match.state.phase == Phase.PLAY
    assert refusal(match, 1, KEEP + free) == "CON-71"


@pytest.mark.rule("CON-17", "CON-20")
def test_a_take_that_could_only_come_after_the_end_is_refused():
    match = table("confetti", 2, conflict="first-come")
    one, two, three = middle(match)[:3]
    match.play(0, TAKE + one, at=59_599)
    match.play(1, TAKE + two, at=59_600)
    assert when(match, 0, TAKE + three) == 59_999
    assert refusal(match, 1, TAKE + three) == "CON-17"
    assert match.play(0, TAKE + three) == 59_999


@pytest.mark.rule("CON-18", "CON-26")
def test_a_held_card_cannot_be_taken():
    match = table("confetti", 3)
    give(match, 1, ["ROY"])
    give(match, 1, ["OYR"], place=Place.HELD)
    match.wait(1000)
    assert refusal(match, 0, TAKE + CARD["OYR"]) == "CON-18"
    assert refusal(match, 2, TAKE + CARD["OYR"]) == "CON-18"
    assert match.play(0, TAKE + CARD["ROY"]) == 1000


@pytest.mark.rule("CON-20", "CON-24")
def test_two_takes_are_400_ms_apart():
    match = table("confetti", 2)
    one, two, three = middle(match)[:3]
    match.play(0, TAKE + one, at=100)
    assert refusal(match, 0, TAKE + two, at=499) == "CON-24"
    assert when(match, 0, TAKE + two) == 500
    match.wait(499)
    assert TAKE + two not in match.legal(0)
    assert match.due == 500  # the hand is free again
    match.wait()
    assert match.clock == 500
    assert TAKE + two in match.legal(0)
    assert match.due == 60_000
    assert match.play(0, TAKE + two) == 500
    assert match.play(0, TAKE + three) == 900
    assert match.play(1, TAKE + middle(match)[0]) == 900


@pytest.mark.rule("CON-22", "CON-32")
def test_a_card_its_owner_does_not_touch_may_be_taken():
    match = table("confetti", 3)
    give(match, 1, FULL)
    match.wait(2000)
    assert match.view(2)["players"][1]["cards"][0]["owner"] == 1
    match.play(0, TAKE + CARD["OYR"])
    match.wait(2250)
    assert zone(match, 0) == [CARD["OYR"]]
    assert zone(match, 1) == sorted([CARD["ROY"], CARD["YRO"]])
    assert match.state.owner[CARD["OYR"]] == 0
    bookkeeping_holds(match)


# 4. Card states and moves


@pytest.mark.rule("CON-23")
def test_a_card_is_in_exactly_one_state():
    match = table("confetti", 2)
    give_points(match, 0, ["ROY"])
    one, two = middle(match)[:2]
    match.play(0, TAKE + one)
    match.play(1, TAKE + two)
    assert places(match, one, two) == [Place.TUG, Place.TUG]
    assert match.state.pulling[[one, two]].tolist() == [1, 2]
    match.play(0, TAKE + middle(match)[0], at=400)
    match.play(0, HOLD + one)
    match.play(1, TAKE + int(match.state.pulled[0]), at=500)
    assert places(match, one, two) == [Place.HELD, Place.LOOSE]
    tug = int(match.state.pulled[0])
    assert match.state.pulling[tug] == 3
    assert match.view(0)["tugs"][0]["pullers"] == [0, 1]
    bookkeeping_holds(match)
    match.wait(2500)
    assert places(match, tug, CARD["ROY"]) == [Place.REMOVED, Place.POINT]
    assert match.state.pulling[tug] == 0
    bookkeeping_holds(match)


@pytest.mark.rule("CON-24")
def test_a_take_needs_a_card_that_can_be_taken():
    match = table("confetti", 2)
    aside = cards_in(match, Place.ASIDE)[0]
    give(match, 0, ["ROY"])
    give(match, 0, ["OYR"], place=Place.HELD)
    give_points(match, 1, ["PGB"])
    match.wait(1000)
    assert refusal(match, 1, TAKE + aside) == "CON-24"
    assert refusal(match, 0, TAKE + CARD["ROY"]) == "CON-24"
    assert refusal(match, 0, TAKE + CARD["OYR"]) == "CON-24"
    assert refusal(match, 0, TAKE + CARD["PGB"]) == "CON-72"
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert refusal(match, 0, TAKE + card) == "CON-24"  # it is already in this player's hand
    assert refusal(match, 0, 506) == "CON-24"


@pytest.mark.rule("CON-24")
def test_a_taken_card_is_loose_first():
    match = table("confetti", 2)
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert (places(match, card), match.due) == ([Place.TUG], 250)
    match.wait()
    assert (places(match, card), match.due) == ([Place.LOOSE], 400)
    match.wait(59_999)
    assert places(match, card) == [Place.LOOSE]
    assert int(match.state.since[card]) == 0


@pytest.mark.rule("CON-24")
def test_a_loose_card_may_be_held_by_itself_after_two_seconds():
    match = table("confetti", 2, stealing="auto-held-after-2s")
    one, two = middle(match)[:2]
    match.play(0, TAKE + one, at=100)
    match.play(0, TAKE + two, at=700)
    match.wait(1100)
    assert match.due == 2100
    match.wait(2099)
    assert places(match, one, two) == [Place.LOOSE, Place.LOOSE]
    match.wait(2100)
    assert places(match, one, two) == [Place.HELD, Place.LOOSE]
    assert match.due == 2700
    assert refusal(match, 1, TAKE + one) == "CON-18"
    match.play(1, TAKE + middle(match)[0], at=2300)
    assert refusal(match, 1, TAKE + two) == "CON-18"  # by the time the hand is free, it is held
    match.wait(2700)
    assert places(match, two) == [Place.HELD]
    late = table("confetti", 2, stealing="auto-held-after-2s")
    late.play(0, TAKE + one, at=100)
    late.play(1, TAKE + two, at=1699)
    assert late.play(1, TAKE + one) == 2099  # a moment before it would be held
    later = table("confetti", 2, stealing="auto-held-after-2s")
    later.play(0, TAKE + one, at=100)
    later.play(1, TAKE + two, at=1700)
    assert when(later, 1, TAKE + one) == -18  # at the very moment it becomes held


@pytest.mark.rule("CON-24")
def test_without_stealing_a_taken_card_is_held_at_once():
    match = table("confetti", 2, stealing="off")
    one, two = middle(match)[:2]
    match.play(0, TAKE + one)
    match.wait(250)
    assert places(match, one) == [Place.HELD]
    match.wait(5000)
    assert refusal(match, 1, TAKE + one) == "CON-18"
    match.play(0, TAKE + two)
    match.play(1, TAKE + two, at=5100)
    match.play(0, LET_GO + two)
    assert places(match, two) == [Place.HELD]
    assert zone(match, 1) == [two]
    quick = table("confetti", 2, stealing="off", conflict="first-come")
    quick.play(0, TAKE + one)
    assert places(quick, one) == [Place.HELD]


@pytest.mark.rule("CON-25")
def test_hold_secures_one_loose_card_or_all_of_them():
    match = table("confetti", 2)
    give(match, 0, SIX)
    give(match, 1, ["RYB"])
    assert HOLD_ALL in match.legal(0)
    match.play(0, HOLD + CARD["YRO"])
    assert places(match, *(CARD[name] for name in SIX)) == [3, 3, 4, 3, 3, 3]
    assert refusal(match, 0, HOLD + CARD["YRO"]) == "CON-25"
    assert refusal(match, 0, HOLD + CARD["RYB"]) == "CON-25"
    assert refusal(match, 0, HOLD + middle(match)[0]) == "CON-25"
    match.play(0, HOLD_ALL)
    assert places(match, *(CARD[name] for name in SIX)) == [4] * 6
    assert places(match, CARD["RYB"]) == [Place.LOOSE]
    assert match.clock == 0
    assert refusal(match, 0, HOLD_ALL) == "CON-25"
    assert HOLD_ALL not in match.legal(0)


@pytest.mark.rule("CON-27")
def test_a_card_that_has_just_arrived_cannot_be_stolen_for_a_second():
    match = table("confetti", 2)
    card = middle(match)[0]
    match.play(0, TAKE + card, at=500)
    match.wait(800)
    assert when(match, 1, TAKE + card) == 1500
    assert refusal(match, 1, TAKE + card, at=1499) == "CON-24"
    match.wait(1499)
    assert TAKE + card not in match.legal(1)
    match.wait(1500)
    assert TAKE + card in match.legal(1)
    assert match.play(1, TAKE + card) == 1500


@pytest.mark.rule("CON-28", "CON-29")
def test_unwanted_cards_go_back_at_any_time_and_make_room():
    match = table("confetti", 2)
    give(match, 0, SIX[:3], place=Place.HELD)
    give(match, 0, SIX[3:])
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
    match.play(0, DISCARD + CARD["OYR"])
    match.play(0, DISCARD + CARD["PGB"])
    assert places(match, CARD["OYR"], CARD["PGB"]) == [Place.MIDDLE, Place.MIDDLE]
    assert match.state.owner[CARD["OYR"]] == -1
    assert match.state.since[CARD["OYR"]] == 0
    assert len(zone(match, 0)) == 4
    assert match.play(1, TAKE + CARD["OYR"]) == 0  # anyone may take it at once
    assert match.play(0, TAKE + CARD["PGB"]) == 0
    give(match, 1, ["RYB"])
    assert refusal(match, 0, DISCARD + CARD["RYB"]) == "CON-29"
    assert refusal(match, 0, DISCARD + middle(match)[0]) == "CON-29"
    bookkeeping_holds(match)


@pytest.mark.rule("CON-28", "CON-29")
@pytest.mark.parametrize(("seats", "number"), [(1, 1), (1, 5), (2, 1), (2, 2), (3, 3), (5, 1), (7, 2)])
@pytest.mark.parametrize("place", [Place.LOOSE, Place.HELD])
def test_cards_may_be_given_back_from_the_first_to_the_last_moment(seats, number, place):
    match = table("confetti", seats)
    to_round(match, number)
    starts = match.clock
    pool = middle(match)
    seat = seats - 1
    for ms in (0, 1, 30_000, 49_999, 50_001, 55_000, 59_999):
        card = pool.pop()
        match.wait(starts + ms)
        give(match, seat, [card], place=place, since=match.clock)
        assert DISCARD + card in match.legal(seat)
        assert match.play(seat, DISCARD + card) == starts + ms
        assert places(match, card) == [Place.MIDDLE]
    match.wait(starts + 60_000)
    assert match.state.phase != Phase.PLAY


@pytest.mark.rule("CON-30")
def test_a_discarded_card_goes_to_nobody_in_particular():
    match = table("confetti", 3)
    give(match, 0, ["ROY"])
    match.play(0, DISCARD + CARD["ROY"])
    assert zone(match, 0) == zone(match, 1) == zone(match, 2) == []
    assert all(TAKE + CARD["ROY"] in match.legal(seat) for seat in range(3))
    seen = match.seen(None)
    words = {RULES.describe(seen, action).split()[0] for action in range(RULES.actions)}
    assert words == {"take", "hold", "give", "let", "keep", "leave"}  # nothing passes a card on


@pytest.mark.rule("CON-31")
def test_the_earlier_of_hold_and_take_decides():
    match = table("confetti", 2)
    give(match, 0, ["ROY", "OYR"])
    match.play(0, HOLD + CARD["ROY"], at=1999)
    assert refusal(match, 1, TAKE + CARD["ROY"], at=2000) == "CON-18"
    match.play(1, TAKE + CARD["OYR"], at=2000)
    match.wait(2250)
    assert refusal(match, 0, HOLD + CARD["OYR"]) == "CON-25"
    first = table("confetti", 2, conflict="first-come")
    give(first, 0, ["ROY"])
    first.play(1, TAKE + CARD["ROY"], at=2000)
    assert refusal(first, 0, HOLD + CARD["ROY"], at=2001) == "CON-25"
    assert zone(first, 1) == [CARD["ROY"]]


@pytest.mark.rule("CON-33")
def test_loose_and_held_cards_count_and_are_scored():
    match = table("confetti", 2)
    give(match, 0, FULL)
    give(match, 0, SIX[3:], place=Place.HELD)
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
    run_out(match)
    assert match.scores == [6, 0]
