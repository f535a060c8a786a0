"""Tricky Twist: what is secret, what is done for absent players, and the record as a whole (TRK-106 to TRK-108)."""

import pytest
from tests.games.tricky_twist.helpers import (
    BEST,
    BONUS_TARGET,
    FLIP,
    JOKER,
    LAST,
    ODD,
    SEQ,
    STAR,
    TAKE_BACK,
    V1,
    V2,
    V3,
    V4,
    bits,
    card,
    cards,
    drawing,
    ended,
    flipping,
    in_force,
    last_turn,
    names,
    new,
    play,
    result,
    rig,
    seven,
    taking_back,
)
from tests.helpers import refusal

from parlour.games.tricky_twist import RULES
from parlour.games.tricky_twist.rules import due, when
from parlour.games.tricky_twist.state import ACTIONS, Act, Phase, State
from parlour.games.tricky_twist.tricks import lowest

# 15. Information and digital matters


@pytest.mark.rule("TRK-106")
def test_what_is_public():
    match = flipping()
    state = match.state
    for seat in (0, 1, 2, 3, None):
        view = match.view(seat)
        assert [len(player["false_tricks"]) for player in view["players"]] == [3, 1, 0, 0]
        assert [len(player["bonus"]) for player in view["players"]] == [1, 0, 0, 0]
        assert [player["score"] for player in view["players"]] == [0, 0, 0, 0]
        assert view["scoring_card"]["name"] == "BEST"
        assert set(match.seen(seat).pile[1:].tolist()) == {-1}
    assert state.pile[1] >= 0


@pytest.mark.rule("TRK-107")
def test_own_tricks_are_open_to_their_owner_and_the_last_turn_to_all():
    match = rig(new(3), "12 moon, 1 sun", "1 moon, 2 sun", "2 moon, 3 sun")
    play(match, "12 moon", "1 moon", "2 moon")
    assert match.view(0)["own_tricks"] == [["1 Moon", "2 Moon", "12 Moon"]]
    assert match.view(1)["own_tricks"] == match.view(None)["own_tricks"] == []
    assert match.view(1)["players"][0]["tricks"] == [3]
    assert match.view(1)["table"] == ["12 Moon", "1 Moon", "2 Moon"]
    assert match.view(1)["table_is_last_turn"] is True
    play(match, "1 sun")
    assert match.view(1)["table"] == ["1 Sun", None, None]
    assert match.view(1)["table_is_last_turn"] is False


@pytest.mark.rule("TRK-108")
def test_after_60_seconds_there_is_no_draw():
    match = drawing()
    match.wait(1000)
    assert match.due == 60_000
    match.wait(59_999)
    assert match.actors == [1]
    match.wait()
    assert (match.actors, match.state.drawn[1], match.due) == ([3], 4, 120_000)
    match.play(3, Act.STAY, at=61_000)
    assert match.due == 121_000


@pytest.mark.rule("TRK-108")
def test_after_60_seconds_the_lowest_legal_card_is_played():
    hands = ["5 sun, 3 circle, 3 square, 9 moon", "12 moon, 4 square, 2 square", "6 moon, 1 circle", "5 moon, 5 circle"]
    match = rig(new(), *hands)
    match.wait()
    assert match.state.table.tolist() == [card("3 square"), -1, -1, -1]
    match.wait()
    assert match.state.table[1] == card("2 square")
    match.wait()
    assert match.state.table[2] == card("1 circle")
    match.wait()
    assert match.state.table[3] == card("5 moon")
    assert (match.clock, match.due, match.actors) == (240_000, 300_000, [0])
    assert lowest(bits(cards("12 moon, 2 circle, 2 sun"))) == card("2 sun")
    absent = match.state.turn_absent
    assert [number for number in range(48) if absent[0, number] == 0] == cards(
        "1 moon, 2 moon, 3 moon, 1 sun, 2 sun, 3 sun, 1 square, 2 square, 1 circle, 2 circle"
    )
    assert [number for number in range(48) if absent[1, number] == 0] == cards("1 square")
    assert [number for number in range(48) if absent[2, number] == 0] == sorted(
        cards("1 moon, 1 sun, 1 square, 4 square")
        + cards("5 square, 6 square, 7 square, 8 square, 9 square")
        + cards("10 square, 11 square, 12 square")
    )


@pytest.mark.rule("TRK-108")
def test_after_60_seconds_no_bonus_card_is_taken_and_none_used():
    match = seven()
    match.wait(59_999)
    assert match.actors == [1]
    match.wait()
    assert (match.state.owned.tolist(), match.state.declined, match.actors) == ([0] * 4, 2, [3])
    match.play(3, Act.TAKE + TAKE_BACK, at=60_001)
    assert match.due == 120_001
    match.wait()
    assert (names(match.state.false_tricks[3]), match.state.phase) == (["7 sun"], Phase.PLAY)
    match = ended(BEST, owned={0: [FLIP, V1], 1: [JOKER]})
    match.wait(100)
    match.play(0, Act.FLIP + card("12 moon"))
    assert match.due == 60_000  # the declaration is one decision
    match.wait()
    assert (match.state.chosen.tolist(), match.actors, match.due) == ([-1] * 8, [1], 120_000)
    match.play(1, Act.JOKER_TRICK)
    match.play(1, Act.COMMIT)
    assert result(match, 0) == (0, 0, 0, 0, 0)
    assert result(match, 1) == (1, 0, 1, 0, 0)


@pytest.mark.rule("TRK-108")
def test_a_player_who_leaves_is_played_at_once():
    match = rig(new(), "12 moon, 1 sun", "1 moon, 2 sun", "2 moon, 3 sun", "3 moon, 4 sun")
    match.play(1, Act.LEAVE)
    assert match.view(0)["players"][1]["left"] is True
    assert refusal(match, 1, Act.PLAY + card("1 moon")) == "TRK-108"
    assert refusal(match, 1, Act.LEAVE) == "TRK-108"
    assert (match.actors, match.due) == ([0], 60_000)
    match.wait(500)
    play(match, "12 moon")
    assert match.state.table.tolist() == [card("12 moon"), card("1 moon"), -1, -1]
    assert (match.clock, match.due, match.actors) == (500, 60_500, [2])


@pytest.mark.rule("TRK-108", "TRK-27")
def test_a_player_who_leaves_while_reserves_are_laid_gets_a_random_one():
    match = new(3)
    match.wait(700)
    match.play(2, Act.LEAVE)
    assert match.state.picked.tolist() == [0, 0, 5, 0]
    assert (match.actors, match.due, match.clock) == ([0, 1], 90_000, 700)
    match.play(0, Act.LEAVE)
    assert match.state.picked.tolist() == [5, 0, 5, 0]
    assert match.state.phase == Phase.RESERVE
    match.play(1, Act.LEAVE)
    assert match.over  # nobody is left: the server plays on to the end at once
    assert match.clock == 700
    assert due(match.state) > 10**18


@pytest.mark.rule("TRK-108", "TRK-66")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_star_of_an_absent_player_pays_and_nothing_else_does(seats, seat):
    for leaves in (True, False):
        tricks = [1, 0, 0, 0]
        tricks[seat] = 3
        match = last_turn(BEST, tricks, ("", "", "", ""), {seat: [STAR, FLIP, JOKER, V1]}, seats)
        match.state.won[seat] = bits(cards("8 sun, 9 sun, 10 circle"))
        if leaves:
            match.play(seat, Act.LEAVE)
        while match.state.round_no == 0:
            match.wait()
        assert result(match, seat) == (3, 0, 3, 0, 3)


@pytest.mark.rule("TRK-108")
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_player_who_leaves_never_draws(seat):
    match = drawing(leader=2)
    hand, drawn = match.state.hand.copy(), match.state.drawn.copy()
    match.play(seat, Act.LEAVE)
    for other in [other for other in (3, 0, 1) if other != seat]:
        assert match.actors == [other]
        match.play(other, Act.DRAW)
    assert match.actors == [2]
    assert (match.state.drawn[seat], match.state.hand[seat]) == (drawn[seat], hand[seat])
    assert match.state.drawn.tolist() == [drawn[other] + (other not in (seat, 2)) for other in range(4)]


# The history of the round, and the record as a whole


def test_a_shown_void_is_remembered_for_its_turn():
    match = rig(new(), "5 sun, 1 moon", "12 moon, 1 circle", "6 sun, 2 moon", "11 sun, 4 circle")
    match.state.turn = 6
    match.state.played_by[card("3 sun")] = 2
    play(match, "5 sun", "12 moon", "6 sun", "11 sun")
    absent = match.state.turn_absent[1].tolist()
    shown = [
        number for number in cards(", ".join(f"{v} sun" for v in range(1, 13))) if number not in cards("3 sun, 5 sun")
    ]
    assert [number for number in range(48) if absent[number] == 6] == shown
    assert {absent[number] for number in range(48) if number not in shown} == {-2}
    assert (match.state.turn_absent[[0, 2, 3]] == -2).all()


def test_actions_are_described_in_words():
    match = new()
    in_force(match, ODD)
    words = [match.describe(action) for action in range(ACTIONS)]
    assert len(set(words)) == ACTIONS
    assert words[Act.PLAY + card("7 sun")] == "play the 7 Sun"
    assert words[Act.MINUS + BONUS_TARGET + V3] == "-1 on the V3"
    assert words[Act.TAKE + V1] == "take V1: a false trick with an odd value"
    assert words[Act.LEAVE] == "leave the game"


def test_the_alphabet_has_no_gap():
    sizes = {
        Act.RESERVE: 48,
        Act.PLAY: 48,
        Act.TAKE: 8,
        Act.TAKE_BACK: 56,
        Act.FLIP: 56,
        Act.SUIT: 4,
        Act.VALUE: 12,
        Act.PLUS: 56,
        Act.MINUS: 56,
    }
    at = 0
    for act in Act:
        assert act == at
        at += sizes.get(act, 1)
    assert at == ACTIONS == RULES.actions
    assert RULES.asides == (Act.LEAVE,)
    assert State.itemsize <= 1024


def test_legal_and_when_agree():
    """In every phase and slot, for every seat and action."""
    everything = [FLIP, JOKER, V1, V2, V3, V4]
    symbols = ended(BEST, false_tricks=("5 sun, 1 moon", "", "", ""), owned={0: everything}, seats=3)
    values = ended(SEQ, false_tricks=("5 sun, 1 moon", "", "", ""), owned={0: everything}, seats=3)
    for match in [new(3), drawing(), rig(new(), *LAST), seven(), taking_back(), symbols, values]:
        for _ in range(9):
            state = match.state
            for seat in {int(state.to_act), 1}:
                allowed = [a for a in range(ACTIONS) if a != Act.LEAVE and when(state, seat, a) >= 0]
                assert match.legal(seat) == allowed
            if state.phase != Phase.DECLARE:
                break
            match.play(0, match.legal(0)[0])


def test_the_table_as_text_names_every_seat():
    match = flipping()
    text = match.show(0)
    assert "Player 1 declares" in text
    for name in ("You*", "Player 2", "Player 3", "Player 4", "BEST", "Your hand", "Flip"):
        assert name in text
    assert "Your hand" not in match.show(None)
