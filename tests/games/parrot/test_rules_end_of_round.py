"""Parrot, sections 4 to 6 of the rulebook: the last down card, the end of a round, and an empty draw pile."""

import random

import numpy as np
import pytest
from tests.games.parrot.tables import LAST, PLAIN, box, boxed, float_to, top
from tests.helpers import refusal, table

from parlour.games.parrot import rules
from parlour.games.parrot.cards import NONE
from parlour.games.parrot.rules import (
    COUNTING_MS,
    DRAW,
    FLOAT,
    NOBODY,
    OPEN,
    PASS,
    PLACE,
    REVEAL,
    TAKE,
    Phase,
)

# The last down card


@pytest.mark.rule("PAR-39", "PAR-40", "PAR-41", "PAR-44")
def test_the_last_down_card_may_stay_down_turn_after_turn():
    match = boxed(LAST, PLAIN, pile="9 9 9 9 9 9", discards="0")
    assert refusal(match, 0, PASS) == "PAR-22"  # one cannot simply do nothing
    match.play(0, DRAW)
    match.play(0, PASS)
    assert box(match, 0) == LAST
    assert top(match) == 9
    assert match.state.ender == NOBODY
    match.play(1, DRAW)
    match.play(1, PLACE)
    match.play(0, TAKE)
    assert refusal(match, 0, PASS) == "PAR-44"
    match.play(0, PLACE + 3)
    assert box(match, 0) == "1 2 3 1 / 5 6 7 (8)"
    assert match.state.ender == NOBODY


@pytest.mark.rule("PAR-42", "PAR-43", "PAR-46")
def test_turning_up_the_last_card_makes_the_ender():
    match = boxed(LAST, PLAIN)
    match.play(0, DRAW)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), REVEAL + 7, PASS]
    match.play(0, REVEAL + 7)
    assert match.state.ender == 0
    assert match.view(1)["ender"] == 0
    assert match.state.turn == 1


@pytest.mark.rule("PAR-43")
def test_replacing_the_last_down_card_ends_the_round_too():
    match = boxed(LAST, PLAIN)
    match.play(0, TAKE)
    match.play(0, PLACE + 7)
    assert match.state.ender == 0


@pytest.mark.rule("PAR-43", "PAR-98")
def test_floating_onto_the_last_down_card_ends_the_round_too():
    match = boxed("P 1 2 3 / 12 6 7 (8)", PLAIN, float="as-the-turn")
    match.play(0, TAKE)
    match.play(0, float_to(0, 7))
    assert box(match, 0) == "12 1 2 3 / 12 6 7 P"
    assert match.state.ender == 0


# End of a round


@pytest.mark.rule("PAR-47", "PAR-48", "PAR-50", "PAR-51", "PAR-119")
def test_every_other_player_has_one_more_turn_clockwise():
    match = boxed(PLAIN, LAST, PLAIN, turn=1, pile="9 9 9 9 9 9")
    match.play(1, DRAW)
    match.play(1, REVEAL + 7)
    assert match.state.turn == 2
    match.play(2, DRAW)
    match.play(2, REVEAL + 4)
    assert box(match, 2) == "1 2 3 4 / 5 6 7 8"  # turned up at once, for the next to see
    assert match.view(0)["seats"][2]["down"] == 0
    assert match.state.turn == 0
    assert match.state.phase == Phase.CHOOSE
    match.play(0, DRAW)
    match.play(0, PLACE)
    assert box(match, 0) == "9 2 3 4 / 5 6 7 8"
    assert match.state.phase == Phase.COUNTING
    assert match.state.turns.tolist()[:3] == [1, 1, 1]
    assert match.state.points[0].tolist()[:3] == [44, 36, 36]


@pytest.mark.rule("PAR-49")
def test_a_last_turn_has_all_moves():
    match = boxed("P 1 2 3 / 12 6 7 (8)", LAST, LAST, turn=2, pile="9 9 9 12")
    match.play(2, DRAW)
    match.play(2, REVEAL + 7)
    match.play(0, TAKE)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), float_to(0, 7)]
    match.play(0, float_to(0, 7))
    match.play(1, DRAW)
    assert match.legal(1) == [*range(PLACE, PLACE + 8), REVEAL + 7, PASS]
    match.play(1, PASS)
    assert match.state.up[1].all()
    assert match.state.phase == Phase.COUNTING


@pytest.mark.rule("PAR-52", "PAR-54")
def test_the_ender_never_acts_again_and_nobody_begins_without_a_down_card():
    match = table("parrot", 4, seed=21)
    rng = np.random.default_rng(21)
    enders = 0
    while not match.over:
        if not match.actors:
            match.wait()
            continue
        seat = match.actors[0]
        state = match.state
        if state.phase == Phase.CHOOSE:
            assert rules.down_cards(state, seat) > 0
            assert seat != state.ender
            enders += state.ender != NOBODY
        match.play(seat, int(rng.choice(match.legal(seat))))
    assert enders > 5


@pytest.mark.rule("PAR-52")
def test_the_ender_has_neither_bonus_nor_fine():
    match = boxed("1 1 1 1 / 2 2 2 (2)", "1 1 1 1 / 2 2 2 (2)", pile="9 9 9")
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    assert refusal(match, 0, DRAW) == "PAR-21"
    match.play(1, DRAW)
    match.play(1, PASS)
    assert match.state.points[0].tolist()[:2] == [12, 12]


@pytest.mark.rule("PAR-53")
def test_a_parrot_turned_up_at_the_end_does_not_float():
    match = boxed(LAST, "3 (P) 4 5 / 1 3 (3) 6", pile="9 9 9")
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    match.play(1, DRAW)
    match.play(1, PLACE)
    assert box(match, 1) == "9 P 4 5 / 1 3 3 6"
    assert match.state.phase == Phase.COUNTING


@pytest.mark.rule("PAR-55")
def test_points_are_counted_when_all_boxes_are_up():
    match = boxed("1 2 3 4 / 5 6 7 (8)", "1 2 3 4 / 1 2 3 (3)", pile="9 9 9")
    match.play(0, DRAW, at=1_000)
    match.play(0, REVEAL + 7)
    assert match.scores == [0, 0]
    match.play(1, DRAW)
    match.play(1, PASS, at=1_600)
    assert match.scores == [36, 7]
    assert match.actors == []
    assert refusal(match, 0, DRAW) == "PAR-55"
    assert refusal(match, 1, OPEN) == "PAR-55"
    assert match.view(0)["seats"][1]["box"] == ["1", "2", "3", "4", "1", "2", "3", "3"]  # there to be read
    assert match.due == 1_600 + COUNTING_MS == 7_600
    match.wait()
    assert match.state.phase == Phase.OPENING
    assert match.state.began == 7_600
    assert match.due == 27_600


# The draw pile runs out


@pytest.mark.rule("PAR-56", "PAR-59")
def test_an_empty_pile_is_rebuilt_from_the_discards_below_the_top():
    match = boxed(PLAIN, PLAIN, pile="9", discards="10 11 11 12")
    match.play(0, DRAW)
    assert match.state.pile_left == 0
    assert not match.state.pile_out  # only the second time (PAR-57)
    match.play(0, PLACE)
    assert match.state.turn == 1
    assert match.state.phase == Phase.CHOOSE
    match.play(1, DRAW)
    assert match.state.reshuffles == 1
    assert (match.state.pile_left, match.state.discarded) == (3, 1)
    assert match.state.discards.tolist()[:5] == [1, NONE, NONE, NONE, NONE]
    drawn = [int(match.state.hand), *match.state.pile[:3].tolist()]
    assert sorted(drawn) == [10, 11, 11, 12]
    assert match.state.recycled.tolist() == [0] * 10 + [1, 2, 1, 0]
    match.play(1, PLACE)
    assert match.state.recycled.sum() == 3  # a card that was shown is no longer unknown
    assert match.state.recycled[drawn[0]] == [1, 2, 1][drawn[0] - 10] - 1
    match.play(0, TAKE)
    match.play(0, PLACE)
    assert match.state.recycled.sum() == 3


@pytest.mark.rule("PAR-56")
def test_the_new_pile_is_shuffled():
    first = set()
    for seed in range(40):
        match = boxed(PLAIN, PLAIN, pile="", discards="8 9 10 11 12")
        match.state.rng = seed
        match.play(0, DRAW)
        first.add(int(match.state.hand))
    assert first == {8, 9, 10, 11}


@pytest.mark.rule("PAR-57")
def test_a_second_empty_pile_ends_the_round_after_the_turn():
    match = boxed(PLAIN, PLAIN, PLAIN, pile="", discards="10 12")
    match.play(0, DRAW)
    assert match.state.pile_out
    assert match.state.phase == Phase.USE
    match.play(0, PLACE)
    assert match.state.phase == Phase.COUNTING
    assert match.state.up[:3].all()
    assert match.state.ender == NOBODY
    assert match.state.points[0].tolist()[:3] == [45, 36, 36]


@pytest.mark.rule("PAR-57")
@pytest.mark.parametrize("discards", ["10 12", "10 12 12"])
def test_with_an_ender_the_last_turns_are_played_even_then(discards):
    """The ender may be the very player who drew the last card, or one before."""
    match = boxed(LAST, PLAIN, PLAIN, pile="", discards=discards)
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    assert match.state.turn == 1
    for seat in (1, 2):
        match.play(seat, DRAW)
        match.play(seat, PLACE)
    assert match.state.phase == Phase.COUNTING
    assert match.state.reshuffles == (3 if discards == "10 12" else 2)
    assert match.state.turns.tolist()[:3] == [1, 1, 1]


@pytest.mark.rule("PAR-58")
def test_forty_turns_each_end_the_round():
    match = boxed(LAST, LAST, pile="5 6", discards="7")
    for number in range(40):
        for seat in range(2):
            assert match.state.phase == Phase.CHOOSE, number
            match.play(seat, TAKE)
            match.play(seat, PLACE)
    assert match.state.phase == Phase.COUNTING
    assert match.state.turns.tolist()[:2] == [40, 40]
    assert match.state.up[:2].all()


@pytest.mark.rule("PAR-58")
def test_the_cap_never_shortens_the_last_turns():
    match = boxed(LAST, LAST, LAST, turn=2)
    match.state.turns[:3] = 40, 40, 39
    match.play(2, DRAW)
    match.play(2, REVEAL + 7)
    assert match.state.turn == 0
    match.play(0, DRAW)
    match.play(0, PASS)
    assert match.state.turn == 1
    match = boxed(LAST, LAST, LAST, turn=2)
    match.state.turns[:3] = 40, 40, 39
    match.play(2, DRAW)
    match.play(2, PASS)
    assert match.state.phase == Phase.COUNTING


@pytest.mark.rule("PAR-59")
@pytest.mark.parametrize(
    ("seats", "options"),
    [(5, {}), (3, {"decline_discard": "allowed-with-reveal"}), (4, {"float": "free-extra"}), (6, {})],
)
def test_when_the_pile_runs_out_the_discards_are_the_cards_drawn_and_one(seats, options):
    dice = random.Random(seats)
    match = table("parrot", seats, **options)
    state = match.state
    drawn, left = 0, int(state.pile_left)
    while state.reshuffles == 0:
        seat = match.actors[0]
        moves = match.legal(seat)
        if state.phase == Phase.CHOOSE:
            move = DRAW if dice.random() < 0.8 else TAKE
        elif state.phase == Phase.USE:  # floats happen where they can; otherwise cards lie on up cards, so nobody ends
            floats = [move for move in moves if move >= FLOAT and int(state.up[seat].sum()) < 6]
            over = [move for move in moves if PLACE <= move < REVEAL and state.up[seat, move - PLACE]]
            move = (floats or over)[0]
        else:
            move = dice.choice(moves)
        if move == DRAW and state.pile_left == 0:
            assert drawn == left
            assert state.discarded == drawn + 1
        drawn += move == DRAW
        match.play(seat, move)
    assert (state.pile_left, state.discarded) == (left - 1, 1)  # everything except the top discard, less the card drawn


@pytest.mark.rule("PAR-121")
@pytest.mark.parametrize(("boxes", "rounds"), [(2, 5), (3, 3), (6, 1)])
def test_between_two_rounds_the_boxes_are_shown_for_six_seconds(boxes, rounds):
    match = boxed(*["1 2 3 4 / 5 6 7 8"] * (boxes - 1), LAST, turn=boxes - 1, rounds=rounds)
    state = match.state
    state.ender = 0
    match.look_again()
    match.play(boxes - 1, DRAW, at=1_000)
    match.play(boxes - 1, PASS, at=1_600)
    if rounds == 1:
        assert match.over
        assert match.due is None
        return
    assert (state.phase, match.due, match.actors) == (Phase.COUNTING, 7_600, [])
    match.wait(7_599)
    assert (state.phase, state.round_no) == (Phase.COUNTING, 0)
    assert "?" not in [card for player in match.view(None)["seats"] for card in player["box"]]
    match.wait(7_600)
    assert (state.phase, state.round_no, match.due) == (Phase.OPENING, 1, 27_600)
