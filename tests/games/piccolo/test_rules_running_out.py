"""Piccolo, section 7 of the rulebook: running out of cards."""

import pytest
from tests.games.piccolo.tables import (
    FLIP,
    LEAVE,
    RING,
    VOTE_ON,
    VOTE_STOP,
    discards,
    draws,
    lay,
    piccolo,
    playing,
    ring_out,
)
from tests.helpers import refusal


@pytest.mark.rule("PIC-38", "PIC-39", "PIC-42")
def test_a_player_who_has_no_card_to_flip_leaves_when_the_turn_comes():
    match = lay(piccolo(3), [["lime1", 5], ["plum1"], 9], [[], ["banana2"], []])
    match.play(0, FLIP)
    match.play(1, FLIP)  # the last card
    assert draws(match) == [5, 0, 9]
    match.play(2, FLIP)
    match.play(0, FLIP)
    assert match.clock == 2400
    assert match.state.turn == 1
    assert refusal(match, 1, FLIP) == "PIC-38"
    assert match.due == 3200
    assert match.legal(1) == [RING]
    match.wait(3199)
    assert playing(match) == [1, 1, 1]
    match.wait(3200)
    assert playing(match) == [1, 0, 1]
    assert match.state.turn == 2
    assert match.legal(2) == [FLIP, RING]
    assert match.legal(1) == []
    for action in (FLIP, RING, VOTE_STOP, VOTE_ON, LEAVE):
        assert refusal(match, 1, action) == "PIC-42"
    assert discards(match) == [2, 2, 1]  # the pile stays for the round's winner
    match.play(2, FLIP, at=3200)
    assert match.state.turn == 0
    match.play(0, FLIP)
    assert match.state.turn == 2


@pytest.mark.rule("PIC-39")
def test_the_last_card_may_be_rung_by_its_owner():
    match = lay(piccolo(3), [8, ["lime5"], 9], [["plum1"], [], []], turn=1)
    match.play(1, FLIP)
    match.play(1, RING, at=799)
    match.wait()
    assert draws(match) == [8, 2, 9]
    assert playing(match) == [1, 1, 1]


@pytest.mark.rule("PIC-39")
def test_leaving_waits_for_a_verdict():
    match = lay(piccolo(3), [["plum2", 8], 0, 9], [[], ["lime1"], []])
    match.play(0, FLIP)
    match.play(2, RING, at=790)
    assert match.due == 941
    match.wait(941)
    assert draws(match) == [9, 1, 7]  # and is rescued by the fine
    assert playing(match) == [1, 1, 1]


@pytest.mark.rule("PIC-39")
def test_a_ring_at_the_very_moment_of_leaving_is_too_late():
    match = lay(piccolo(3), [["plum2", 8], 0, 9], [[], ["lime1"], []])
    match.play(0, FLIP)
    assert refusal(match, 1, RING, at=800) == "PIC-42"
    match.play(1, RING, at=799)


@pytest.mark.rule("PIC-39")
def test_elimination_can_be_immediate():
    match = lay(piccolo(3, elimination="immediate"), [["lime5"], 5, 5], [["plum1"], [], []])
    match.play(0, FLIP)
    assert playing(match) == [0, 1, 1]
    assert discards(match) == [2, 0, 0]
    assert match.state.turn == 1
    assert refusal(match, 0, RING) == "PIC-42"
    match = lay(piccolo(3, elimination="immediate"), [2, 5, 5], [["plum1"], [], []])
    ring_out(match, 0)  # pays everybody, and has nothing left
    assert playing(match) == [0, 1, 1]
    match = lay(piccolo(3, elimination="immediate"), [3, 5, 5], [["plum1"], [], []])
    ring_out(match, 0)
    assert playing(match) == [1, 1, 1]


@pytest.mark.rule("PIC-39", "PIC-44")
def test_immediate_elimination_of_one_of_two_ends_the_game():
    match = lay(piccolo(2, elimination="immediate"), [["lime5"], 5], [[], []])
    match.play(0, FLIP)
    assert match.over
    assert match.scores == [0, 55]


@pytest.mark.rule("PIC-39")
def test_elimination_can_wait_for_the_discard_pile():
    options = {"elimination": "when-discard-lost"}
    match = lay(piccolo(4, **options), [["plum1", 5], 0, ["lime1"], ["lime4", 9]], [[], ["banana2"], [], []])
    match.play(0, FLIP)
    assert match.state.turn == 2  # who has nothing to flip is passed over
    match.play(2, FLIP)
    assert match.state.turn == 3
    assert playing(match) == [1, 1, 1, 1]
    match.play(3, FLIP)
    assert match.state.turn == 0
    ring_out(match, 1)  # lime 1 and lime 4
    assert draws(match) == [5, 4, 0, 9]
    assert playing(match) == [1, 1, 0, 1]  # now the discard pile is lost


@pytest.mark.rule("PIC-39")
def test_a_player_in_turn_who_pays_the_last_card_is_passed_over():
    match = lay(piccolo(3, elimination="when-discard-lost"), [2, 5, 5], [["plum1"], [], []])
    ring_out(match, 0)
    assert playing(match) == [1, 1, 1]
    assert match.state.turn == 1


@pytest.mark.rule("PIC-40")
def test_a_wrong_ring_with_an_empty_draw_pile_is_the_end():
    match = lay(piccolo(3), [5, 0, 5], [[], ["plum1"], []])
    ring_out(match, 1)
    assert draws(match) == [5, 0, 5]
    assert playing(match) == [1, 0, 1]
    assert match.state.turn == 0


@pytest.mark.rule("PIC-40", "PIC-44")
def test_with_two_in_it_ends_the_game():
    match = lay(piccolo(2), [5, 0], [["lime1"], ["plum1"]])
    ring_out(match, 1)
    assert draws(match) == [7, 0]
    assert match.over
    assert match.scores == [55, 0]
    assert match.winners == [0]


@pytest.mark.rule("PIC-41")
def test_a_player_who_has_neither_pile_is_out_at_once():
    match = lay(piccolo(4), [5, 0, 0, 5], [["lime4"], ["lime1"], ["plum1"], []], turn=1)
    ring_out(match, 3)
    assert playing(match) == [1, 0, 0, 1]
    assert match.clock == 151
    assert not match.over
    assert match.state.turn == 3


@pytest.mark.rule("PIC-42")
def test_a_player_who_is_out_neither_pays_nor_receives():
    match = lay(piccolo(4), [5, 0, 5, 5], [[], ["plum1"], [], []], out=(1,))
    ring_out(match, 2)
    assert draws(match) == [6, 0, 3, 6]
