"""Parrot, section 9 of the rulebook: the floating Parrot."""

import pytest
from tests.games.parrot.tables import BIRD_BOX, PLAIN, box, boxed, float_to, top
from tests.helpers import refusal

from parlour.games.parrot import rules
from parlour.games.parrot.cards import NONE
from parlour.games.parrot.rules import (
    DRAW,
    FLOAT,
    NOBODY,
    PLACE,
    REVEAL,
    TAKE,
    Phase,
)


@pytest.mark.rule("PAR-86", "PAR-87", "PAR-88", "PAR-89", "PAR-118")
def test_a_parrot_floats():
    match = boxed(BIRD_BOX, PLAIN, discards="11 5")
    match.play(0, TAKE)
    match.play(0, float_to(4, 1))
    assert box(match, 0) == "5 P 8 (2) / 5 3 (4) 1"
    assert top(match) == 1
    assert match.state.discarded == 2
    assert rules.down_cards(match.state, 0) == 2
    assert match.state.turn == 1
    assert match.state.hand == NONE


@pytest.mark.rule("PAR-86", "PAR-90")
def test_it_floats_only_for_the_number_it_copies():
    match = boxed(BIRD_BOX, PLAIN, discards="11 6")
    match.play(0, TAKE)
    assert all(action < FLOAT for action in match.legal(0))
    assert refusal(match, 0, float_to(4, 1)) == "PAR-86"


@pytest.mark.rule("PAR-87", "PAR-90", "PAR-95")
def test_a_parrot_lands_only_on_a_down_card_of_another_column():
    match = boxed(BIRD_BOX, PLAIN, discards="11 5")
    match.play(0, TAKE)
    assert [action for action in match.legal(0) if action >= FLOAT] == [
        float_to(4, 1),
        float_to(4, 3),
        float_to(4, 6),
    ]
    assert refusal(match, 0, float_to(4, 2)) == "PAR-87"
    assert refusal(match, 0, float_to(4, 5)) == "PAR-87"
    assert refusal(match, 0, float_to(4, 0)) == "PAR-95"
    assert refusal(match, 0, float_to(4, 4)) == "PAR-95"


@pytest.mark.rule("PAR-95")
@pytest.mark.parametrize("landing", [1, 3, 6])
def test_it_may_land_beside_anything(landing):
    """Beside an up number (place 1), another Parrot (3) or a down card (6)."""
    match = boxed("5 (1) (8) (2) / P 3 (4) P", PLAIN, discards="5")
    match.play(0, TAKE)
    match.play(0, float_to(4, landing))
    assert match.state.box[0, landing] == 13
    assert match.state.up[0, landing] == 1


@pytest.mark.rule("PAR-88", "PAR-89")
def test_with_free_extra_a_whole_turn_follows():
    match = boxed(BIRD_BOX, PLAIN, discards="11 5", pile="6 6 3", float="free-extra")
    match.play(0, TAKE, at=10_000)
    match.play(0, float_to(4, 1))
    assert (match.state.turn, match.state.phase, match.state.floated) == (0, Phase.CHOOSE, 1)
    assert match.due == 60_000  # still the same turn's time
    match.play(0, DRAW)
    assert refusal(match, 0, float_to(1, 3)) == "PAR-89"  # the Parrot copies a 3 now, but one float is all
    assert float_to(1, 3) not in match.legal(0)
    match.play(0, REVEAL + 3)
    assert match.state.turn == 1
    assert match.state.floated == 0
    assert match.state.turns.tolist()[:2] == [1, 0]
    assert box(match, 0) == "5 P 8 2 / 5 3 (4) 1"


@pytest.mark.rule("PAR-89")
def test_with_free_extra_one_down_card_left_is_enough_for_a_turn():
    match = boxed("5 (1) 8 (2) / P 3 4 1", PLAIN, discards="11 5", float="free-extra")
    match.play(0, TAKE)
    match.play(0, float_to(4, 1))
    assert (match.state.turn, match.state.phase, match.state.ender) == (0, Phase.CHOOSE, NOBODY)


@pytest.mark.rule("PAR-89")
def test_with_free_extra_a_float_onto_the_last_down_card_ends_the_turn():
    match = boxed("5 (1) 8 2 / P 3 4 1", PLAIN, discards="11 5", float="free-extra")
    match.play(0, TAKE)
    match.play(0, float_to(4, 1))
    assert match.state.ender == 0
    assert match.state.turn == 1


@pytest.mark.rule("PAR-91")
@pytest.mark.parametrize("source", [DRAW, TAKE])
def test_the_matching_card_may_come_from_either_pile(source):
    match = boxed(BIRD_BOX, PLAIN, discards="11 5", pile="6 5")
    match.play(0, source)
    match.play(0, float_to(4, 6))
    assert box(match, 0) == "5 (1) 8 (2) / 5 3 P 1"


@pytest.mark.rule("PAR-92")
def test_turning_up_a_matching_card_allows_no_float():
    match = boxed("5 (5) 8 (2) / P 3 (4) 1", PLAIN, pile="6 9")
    match.play(0, DRAW)
    assert all(action < FLOAT for action in match.legal(0))
    match.play(0, REVEAL + 1)
    assert match.state.turn == 1
    assert refusal(match, 0, float_to(4, 3)) == "PAR-21"


@pytest.mark.rule("PAR-93")
def test_floating_is_voluntary():
    match = boxed(BIRD_BOX, PLAIN, discards="11 5")
    match.play(0, TAKE)
    assert set(range(PLACE, PLACE + 8)) <= set(match.legal(0))
    match.play(0, PLACE + 4)
    assert box(match, 0) == "5 (1) 8 (2) / 5 3 (4) 1"
    assert top(match) == 13


@pytest.mark.rule("PAR-94")
def test_of_two_parrots_the_player_chooses_one():
    match = boxed("5 P 8 (2) / P 5 (4) 1", PLAIN, discards="11 5")
    match.play(0, TAKE)
    floats = [action for action in match.legal(0) if action >= FLOAT]
    assert floats == [float_to(1, 3), float_to(1, 6), float_to(4, 3), float_to(4, 6)]
    match.play(0, float_to(1, 6))
    assert box(match, 0) == "5 5 8 (2) / P 5 P 1"
    assert match.state.turn == 1


@pytest.mark.rule("PAR-94")
@pytest.mark.parametrize("seats", [2, 4, 5, 6])
def test_only_one_parrot_floats_in_a_turn(seats):
    boxes = ["5 P 8 (2) / P 5 (4) 1", *[PLAIN] * (seats - 1)]
    match = boxed(*boxes, discards="11 5", pile="9 9 5", float="free-extra")
    match.play(0, TAKE)
    match.play(0, float_to(1, 6))
    match.play(0, DRAW)  # another 5, beside which the second Parrot lies
    assert refusal(match, 0, float_to(4, 3)) == "PAR-89"
    assert not [action for action in match.legal(0) if action >= FLOAT]


@pytest.mark.rule("PAR-96")
def test_a_parrot_may_float_again():
    match = boxed(BIRD_BOX, PLAIN, discards="11 5", pile="9 3 9")
    match.play(0, TAKE)
    match.play(0, float_to(4, 1))
    match.play(1, DRAW)
    match.play(1, PLACE)
    match.play(0, DRAW)
    match.play(0, float_to(1, 3))
    assert box(match, 0) == "5 3 8 P / 5 3 (4) 1"


@pytest.mark.rule("PAR-97")
def test_a_parrot_beside_a_parrot_or_a_down_card_cannot_float():
    match = boxed("P (1) P (2) / P 3 (4) 1", PLAIN, discards="11 P")
    match.play(0, TAKE)
    assert all(action < FLOAT for action in match.legal(0))
    assert refusal(match, 0, float_to(0, 1)) == "PAR-97"
    match = boxed("P (1) P (2) / P 3 (4) 1", PLAIN, discards="11 4")
    match.play(0, TAKE)
    assert refusal(match, 0, float_to(2, 1)) == "PAR-97"
    assert all(action < FLOAT for action in match.legal(0))
