"""Parrot, section 3 of the rulebook: a turn."""

import numpy as np
import pytest
from tests.games.parrot.tables import LAST, PLAIN, box, boxed, float_to, pair, top
from tests.helpers import refusal, table

from parlour.games.parrot.cards import NONE
from parlour.games.parrot.rules import (
    DRAW,
    FLOAT,
    LEAVE,
    OPENING_MS,
    PASS,
    PLACE,
    REVEAL,
    TAKE,
    TURN_MS,
    Phase,
)


@pytest.mark.rule("PAR-22")
def test_a_turn_begins_with_the_discard_or_the_pile():
    match = boxed(PLAIN, PLAIN, pile="3 4 9", discards="7 8")
    assert match.legal(0) == [DRAW, TAKE]
    for action in (PLACE, REVEAL + 4, PASS, float_to(0, 5)):
        assert refusal(match, 0, action) == "PAR-22"
    match.play(0, DRAW)
    assert (match.state.hand, match.state.pile_left, match.state.discarded) == (9, 2, 2)
    assert match.state.pile[2] == NONE
    match = boxed(PLAIN, PLAIN, pile="3 4 9", discards="7 8")
    match.play(0, TAKE)
    assert (match.state.hand, match.state.pile_left, match.state.discarded) == (8, 3, 1)
    assert match.state.discards[1] == NONE


@pytest.mark.rule("PAR-23")
@pytest.mark.parametrize("choice", [DRAW, TAKE])
def test_the_choice_is_final(choice):
    match = boxed(PLAIN, PLAIN)
    match.play(0, choice)
    assert refusal(match, 0, DRAW) == "PAR-23"
    assert refusal(match, 0, TAKE) == "PAR-23"


@pytest.mark.rule("PAR-24", "PAR-32", "PAR-33")
@pytest.mark.parametrize("new", [2, 9, 0])
def test_the_new_card_replaces_an_up_card(new):
    match = boxed(PLAIN, PLAIN, pile=f"6 {new}")
    match.play(0, DRAW)
    match.play(0, PLACE + 1)
    assert box(match, 0) == f"1 {new} 3 4 / (5) (6) (7) (8)"
    assert top(match) == 2
    assert match.state.hand == NONE
    assert match.view(1)["hand"] is None
    assert not match.view(1)["from_pile"]
    assert match.state.turn == 1


@pytest.mark.rule("PAR-25", "PAR-26")
def test_the_new_card_replaces_a_down_card_that_is_seen_only_on_the_discard_pile():
    match = boxed(PLAIN, PLAIN, pile="6 9")
    match.play(0, DRAW)
    assert match.view(0)["seats"][0]["box"] == ["1", "2", "3", "4", "?", "?", "?", "?"]
    match.play(0, PLACE + 6)
    assert box(match, 0) == "1 2 3 4 / (5) (6) 9 (8)"
    assert top(match) == 7
    for seat in (0, 1, None):
        assert match.view(seat)["discard"] == "7"


@pytest.mark.rule("PAR-27")
def test_a_drawn_card_may_be_discarded_and_a_down_card_turned_up():
    match = boxed(PLAIN, PLAIN, pile="6 9")
    match.play(0, DRAW)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), *range(REVEAL + 4, REVEAL + 8)]
    assert refusal(match, 0, REVEAL + 3) == "PAR-27"
    match.play(0, REVEAL + 5)
    assert box(match, 0) == "1 2 3 4 / (5) 6 (7) (8)"
    assert top(match) == 9
    assert match.state.turn == 1


@pytest.mark.rule("PAR-28")
def test_a_taken_discard_must_be_used():
    match = boxed(PLAIN, PLAIN)
    match.play(0, TAKE)
    assert match.legal(0) == list(range(PLACE, PLACE + 8))
    assert refusal(match, 0, REVEAL + 5) == "PAR-28"
    match.play(0, PLACE + 5)
    assert box(match, 0) == "1 2 3 4 / (5) 12 (7) (8)"


@pytest.mark.rule("PAR-28")
def test_with_allowed_with_reveal_it_may_be_put_back():
    match = boxed(PLAIN, LAST, decline_discard="allowed-with-reveal", discards="3 12")
    match.play(0, TAKE)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), *range(REVEAL + 4, REVEAL + 8)]
    assert refusal(match, 0, REVEAL + 1) == "PAR-27"
    match.play(0, REVEAL + 5)
    assert top(match) == 12
    assert match.state.discarded == 2
    assert box(match, 0) == "1 2 3 4 / (5) 6 (7) (8)"
    match.play(1, TAKE)
    assert match.legal(1) == [*range(PLACE, PLACE + 8), REVEAL + 7]
    assert refusal(match, 1, PASS) == "PAR-44"
    match.play(1, REVEAL + 7)
    assert match.state.ender == 1


@pytest.mark.rule("PAR-29")
def test_a_turn_does_exactly_one_thing():
    """Each use ends the turn, and there is no other action."""
    parrot = "P 1 2 3 / 5 (6) (7) (8)"
    for after_draw in (PLACE + 1, PLACE + 5, REVEAL + 5, float_to(0, 5)):
        match = boxed(parrot, PLAIN, pile="6 5")
        match.play(0, DRAW)
        match.play(0, after_draw)
        assert match.state.turn == 1
        assert match.state.phase == Phase.CHOOSE
    match = boxed(LAST, PLAIN)
    match.play(0, DRAW)
    match.play(0, PASS)
    assert match.state.turn == 1
    assert refusal(match, 1, 112) == "PAR-29"
    assert refusal(match, 1, -1) == "PAR-29"


@pytest.mark.rule("PAR-30")
def test_a_box_keeps_eight_cards_and_each_turn_discards_one():
    match = table("parrot", 3, seed=11)
    rng = np.random.default_rng(11)
    while not match.over:
        if not match.actors:
            match.wait()
            continue
        seat = match.actors[0]
        before, turns = int(match.state.discarded), match.state.turns.copy()
        piled = match.state.pile_left
        match.play(seat, int(rng.choice(match.legal(seat))))
        assert (match.state.box[:3] != NONE).all()
        if match.state.phase == Phase.CHOOSE and match.state.turns.sum() == turns.sum() + 1:
            assert match.state.discarded == before + 1
            assert match.state.pile_left == piled


@pytest.mark.rule("PAR-31", "PAR-85")
def test_numbers_never_move():
    """Two 5s that would make a Pair stay where they are: only a Parrot that is up may move."""
    match = boxed("5 1 2 3 / 4 5 (P) (8)", PLAIN, pile="6 4")
    match.play(0, DRAW)
    assert all(action < FLOAT for action in match.legal(0))
    assert refusal(match, 0, float_to(0, 6)) == "PAR-85"
    assert refusal(match, 0, float_to(6, 7)) == "PAR-85"


@pytest.mark.rule("PAR-34", "PAR-45")
def test_with_two_down_cards_there_is_no_pass():
    match = boxed("1 2 3 4 / 5 6 (7) (8)", PLAIN, pile="9 9 9 9 9")
    match.play(0, DRAW)
    assert refusal(match, 0, PASS) == "PAR-34"
    assert PASS not in match.legal(0)
    match.play(0, REVEAL + 6)
    match.play(1, DRAW)
    match.play(1, PLACE)
    match.play(0, DRAW)
    assert PASS in match.legal(0)


@pytest.mark.rule("PAR-35", "PAR-36")
def test_discards_are_open_and_only_the_top_one_shows_and_can_be_taken():
    match = boxed(PLAIN, PLAIN, discards="4 7 11")
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view["discard"] == "11"
        assert view["discards"] == 3
        assert "7" not in str(view["discard"])
    match.play(0, TAKE)
    assert match.state.hand == 11
    assert match.view(1)["hand"] == "11"
    assert match.view(1)["discard"] == "7"


@pytest.mark.rule("PAR-36")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_covered_discards_are_shown_to_nobody(seats):
    one = boxed(*[PLAIN] * seats, discards="4 7 P 11")
    other = boxed(*[PLAIN] * seats, discards="0 12 3 11")
    for _ in range(2):
        for seat in (*range(seats), None):
            assert one.view(seat) == other.view(seat)
            assert one.show(seat) == other.show(seat)
        for match in (one, other):  # and a discard on top does not uncover them
            match.play(0, DRAW)
            match.play(0, PLACE)
            match.state.turn = 0
            match.look_again()


@pytest.mark.rule("PAR-37")
def test_a_drawn_card_is_its_drawers_secret():
    match = boxed(PLAIN, PLAIN, pile="6 9")
    match.play(0, DRAW)
    assert match.view(0)["hand"] == "9"
    assert match.view(0)["from_pile"]
    assert match.view(1)["hand"] == match.view(None)["hand"] == "?"
    assert match.seen(1).hand == match.seen(None).hand == -2


@pytest.mark.rule("PAR-38")
def test_a_slow_player_draws_discards_and_turns_up_the_lowest():
    match = boxed("1 (2) 3 (4) / (5) (6) (7) (8)", PLAIN, pile="6 9")
    assert match.due == TURN_MS == 60_000
    match.wait(59_999)
    assert match.state.turn == 0
    match.wait(60_000)
    assert box(match, 0) == "1 2 3 (4) / (5) (6) (7) (8)"
    assert match.state.up[0].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    assert top(match) == 9
    assert (match.state.turn, match.state.began, match.due) == (1, 60_000, 120_000)


@pytest.mark.rule("PAR-38")
def test_the_lowest_place_is_the_first_of_the_top_row():
    match = boxed("(1) (2) 3 4 / 5 6 7 8", PLAIN)
    match.wait()
    assert box(match, 0) == "1 (2) 3 4 / 5 6 7 8"
    match = boxed("(1) (2) 3 4 / 5 6 7 8", PLAIN)
    match.play(0, TAKE)
    match.wait()
    assert box(match, 0) == "12 (2) 3 4 / 5 6 7 8"


@pytest.mark.rule("PAR-38")
def test_a_slow_player_with_one_down_card_passes():
    match = boxed(LAST, PLAIN, pile="6 9")
    match.wait()
    assert box(match, 0) == LAST
    assert top(match) == 9
    assert match.state.turn == 1


@pytest.mark.rule("PAR-38")
def test_a_card_already_drawn_is_discarded_by_the_clock():
    match = boxed(PLAIN, PLAIN, pile="6 9")
    match.play(0, DRAW, at=30_000)
    assert match.due == 60_000  # the turn's time, not the card's
    match.wait()
    assert match.state.pile_left == 1
    assert box(match, 0) == "1 2 3 4 / 5 (6) (7) (8)"
    assert top(match) == 9


@pytest.mark.rule("PAR-38")
@pytest.mark.parametrize(
    ("before", "after", "discarded"),
    [
        ("1 2 3 4 / 5 (6) (7) (8)", "1 2 3 4 / 5 12 (7) (8)", 6),
        ("(1) 2 3 4 / 5 6 7 8", "(1) 12 3 4 / 5 6 7 8", 2),
    ],
)
def test_a_discard_already_taken_is_placed_by_the_clock(before, after, discarded):
    match = boxed(before, PLAIN)
    match.play(0, TAKE)
    match.wait()
    assert box(match, 0) == after
    assert top(match) == discarded


@pytest.mark.rule("PAR-38")
def test_a_player_who_has_left_is_played_at_once():
    match = boxed(PLAIN, PLAIN, PLAIN)
    match.play(1, LEAVE)
    assert refusal(match, 1, LEAVE) == "PAR-38"
    assert refusal(match, 1, DRAW) == "PAR-38"
    assert match.legal(1) == []
    match.play(0, DRAW)
    match.play(0, PLACE)
    assert match.state.turn == 2
    assert match.clock == 0
    assert match.state.turns.tolist()[:3] == [1, 1, 0]
    assert match.view(0)["seats"][1]["left"]
    match = table("parrot", 3)
    match.play(2, LEAVE)
    assert match.state.opening[2] >= 0
    assert match.state.opening.tolist()[:2] == [-1, -1]
    assert match.due == OPENING_MS
    match.play(0, LEAVE)
    match.play(1, pair(0, 1))
    assert match.state.phase == Phase.CHOOSE
    assert match.state.turn == 1  # the others' turns are over already, if they came first
