"""Tricky Twist: drawing from the reserve, playing and resolving a turn (TRK-28 to TRK-44)."""

import pytest
from tests.games.tricky_twist.helpers import bits, card, cards, drawing, laid, names, new, play, rig
from tests.helpers import refusal

import parlour
from parlour.games.tricky_twist.state import ACTIONS, Act, Phase

# 5. Reserve draw before each turn


@pytest.mark.rule("TRK-28", "TRK-30")
def test_each_player_may_draw_the_top_of_the_reserve_before_a_turn():
    match = drawing()
    assert match.legal(1) == [Act.DRAW, Act.STAY]
    assert match.actors == [1]
    assert refusal(match, 1, Act.PLAY + card("2 moon")) == "TRK-28"
    match.play(1, Act.DRAW)
    assert names(match.state.hand[1]) == ["2 moon", "2 sun", "8 sun"]
    assert match.state.hand_left[1] == 3
    assert match.actors == [3]  # seat 2 has no reserve and is not asked
    match.play(3, Act.STAY)
    assert (match.state.hand_left[3], match.state.drawn[3]) == (2, 2)
    match.play(0, Act.DRAW)
    assert names(match.state.hand[0]) == ["1 moon", "1 sun", "5 sun"]
    assert (match.state.phase, match.actors) == (Phase.PLAY, [1])
    assert match.state.turn_drawn[0].tolist()[3:] == [0, -1]


@pytest.mark.rule("TRK-29")
def test_a_draw_is_one_card_and_only_before_the_first_card():
    match = drawing()
    assert refusal(match, 2, Act.DRAW) == "TRK-29"  # no reserve
    match.play(1, Act.DRAW)
    assert refusal(match, 1, Act.DRAW) == "TRK-29"  # it was the last one
    match.play(3, Act.DRAW)
    assert refusal(match, 3, Act.DRAW) == "TRK-30"  # one a turn
    match.play(0, Act.STAY)
    assert refusal(match, 3, Act.DRAW) == "TRK-29"
    play(match, "2 moon")
    assert refusal(match, 3, Act.DRAW) == "TRK-29"
    assert refusal(match, 3, Act.STAY) == "TRK-29"
    play(match, "3 moon", "4 moon", "1 moon")
    assert match.actors == [3]  # again before the next turn, from its leader
    assert match.state.waiting == 1
    fresh = laid()
    assert fresh.state.phase == Phase.DRAW  # before the first turn as well
    assert refusal(new(), 0, Act.DRAW) == "TRK-29"


@pytest.mark.rule("TRK-30")
def test_draws_go_clockwise_from_the_leader():
    match = drawing(leader=3)
    assert refusal(match, 0, Act.DRAW) == "TRK-30"
    order = []
    while match.state.phase == Phase.DRAW:
        order.append(match.actors[0])
        match.play(order[-1], Act.STAY)
    assert order == [3, 0, 1]


@pytest.mark.rule("TRK-31")
def test_everybody_sees_that_a_player_drew_and_only_the_drawer_sees_what():
    match = drawing()
    match.play(1, Act.DRAW)
    assert "8 Sun" in match.view(1)["hand"]
    for seat in (0, 2, 3, None):
        assert (match.view(seat)["players"][1]["hand"], match.view(seat)["players"][1]["reserve"]) == (3, 0)
        assert match.seen(seat).hand[1] == 0


# 6. Playing a turn


@pytest.mark.rule("TRK-32")
def test_the_leader_plays_any_card_of_the_hand():
    match = rig(new(), "1 moon, 7 sun, 12 circle", "2 moon", "3 moon", "4 moon")
    assert match.legal(0) == [Act.PLAY + number for number in cards("1 moon, 7 sun, 12 circle")]
    assert refusal(match, 0, Act.PLAY + card("2 moon")) == "TRK-32"
    play(match, "12 circle")
    assert match.state.table.tolist() == [card("12 circle"), -1, -1, -1]
    assert (names(match.state.hand[0]), match.state.hand_left[0]) == (["1 moon", "7 sun"], 2)
    assert (match.state.played_by[47], match.state.turn_played[47]) == (0, 0)


@pytest.mark.rule("TRK-33")
def test_the_others_follow_clockwise_one_card_each():
    match = rig(new(), "1 moon, 1 sun", "2 moon, 2 sun", "3 moon, 3 sun", "4 moon, 4 sun", leader=2)
    for seat, name in ((2, "3 moon"), (3, "4 moon"), (0, "1 moon"), (1, "2 moon")):
        assert match.actors == [seat]
        assert refusal(match, (seat + 1) % 4, Act.PLAY + card("1 moon")) == "TRK-33"
        assert match.view(0)["table"][seat] is None
        play(match, name)
        assert match.view(0)["table"][seat].lower() == name
    assert match.state.turn == 1
    assert match.actors == [3]


@pytest.mark.rule("TRK-34", "TRK-37")
def test_a_player_with_the_led_suit_must_follow():
    match = rig(new(), "5 sun, 1 moon", "1 sun, 12 sun, 12 moon, 1 square", "2 sun, 2 moon", "3 sun, 3 moon")
    play(match, "5 sun")
    assert match.legal(1) == [Act.PLAY + card("1 sun"), Act.PLAY + card("12 sun")]
    assert refusal(match, 1, Act.PLAY + card("12 moon")) == "TRK-34"
    assert refusal(match, 1, Act.PLAY + card("1 square")) == "TRK-34"
    play(match, "1 sun")


@pytest.mark.rule("TRK-35", "TRK-36")
def test_a_player_without_the_led_suit_may_play_anything():
    match = rig(new(), "5 sun, 1 moon", "12 moon, 1 circle", "6 sun, 2 moon", "3 moon, 4 circle")
    play(match, "5 sun")
    assert match.legal(1) == [Act.PLAY + card("12 moon"), Act.PLAY + card("1 circle")]
    play(match, "12 moon")
    assert match.legal(2) == [Act.PLAY + card("6 sun")]  # the led suit is still the first card's
    assert refusal(match, 2, Act.PLAY + card("2 moon")) == "TRK-34"


@pytest.mark.rule("TRK-37")
def test_only_the_hand_counts_for_following():
    reserves = ["", "8 sun, 9 sun", "", ""]
    match = rig(new(), "5 sun, 1 moon", "12 moon", "6 sun, 2 moon", "3 moon, 4 circle", reserves=reserves)
    match.state.false_tricks[1] = bits(cards("10 sun"))
    match.play(1, Act.STAY)
    play(match, "5 sun")
    assert match.legal(1) == [Act.PLAY + card("12 moon")]
    assert refusal(match, 1, Act.PLAY + card("8 sun")) == "TRK-32"
    with pytest.raises(parlour.IllegalAction, match="TRK-37"):
        match.play(1, ACTIONS)


# 7. Resolving a turn


@pytest.mark.rule("TRK-38", "TRK-39", "TRK-40", "TRK-41", "TRK-42", "TRK-44")
def test_the_highest_card_of_the_led_suit_wins():
    match = rig(new(), "5 sun, 1 moon", "12 moon, 1 circle", "6 sun, 2 moon", "11 sun, 4 circle")
    play(match, "5 sun", "12 moon", "6 sun", "11 sun")
    state = match.state
    assert [names(mask) for mask in state.won] == [[], [], [], ["5 sun", "6 sun", "11 sun"]]
    assert [names(mask) for mask in state.false_tricks] == [[], ["12 moon"], [], []]
    assert state.tricks.tolist() == [0, 0, 0, 1]
    assert (state.leader, match.actors, state.turn) == (3, [3], 1)
    assert match.view(0)["players"][3]["tricks"] == [3]
    assert match.view(0)["players"][1]["false_tricks"] == ["12 Moon"]


@pytest.mark.rule("TRK-40", "TRK-43")
def test_a_trick_may_be_one_card_and_units_stay_apart():
    match = rig(new(3), "1 sun, 2 moon, 1 circle", "12 moon, 3 moon, 2 circle", "11 moon, 4 moon, 3 circle")
    play(match, "1 sun", "12 moon", "11 moon")
    assert [names(mask) for mask in match.state.won] == [["1 sun"], [], [], []]
    play(match, "2 moon", "3 moon", "4 moon")
    assert match.state.tricks.tolist() == [1, 0, 1, 0]
    assert match.view(0)["own_tricks"] == [["1 Sun"]]
    assert match.view(2)["own_tricks"] == [["2 Moon", "3 Moon", "4 Moon"]]
    assert match.view(2)["players"][1]["false_tricks"] == ["12 Moon"]
    assert match.state.leader == 2


# 16. Test vectors


@pytest.mark.rule("TRK-109")
def test_the_turn_of_the_book():
    match = rig(new(), "7 moon, 1 sun", "9 moon, 3 sun", "2 sun, 4 circle", "2 moon, 5 sun")
    play(match, "7 moon", "9 moon", "2 sun", "2 moon")
    state = match.state
    assert [names(mask) for mask in state.won] == [[], ["2 moon", "7 moon", "9 moon"], [], []]
    assert [names(mask) for mask in state.false_tricks] == [[], [], ["2 sun"], []]
    assert (state.phase, match.actors, state.leader) == (Phase.BONUS, [1], 1)
    match.play(1, Act.DECLINE)
    assert match.actors == [1]
