"""Tricky Twist: variable bonus cards, and what is declared at the end of a round (TRK-68 to TRK-81)."""

import pytest
from tests.games.tricky_twist.helpers import (
    BEST,
    BONUS_TARGET,
    EVEN,
    FLIP,
    JOKER,
    LAST,
    NUMBER_OF_SUITS,
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
    ended,
    flipping,
    laid,
    last_turn,
    new,
    own,
    play,
    result,
    rig,
)
from tests.helpers import refusal

from parlour.games.tricky_twist import scoring_card
from parlour.games.tricky_twist.state import Act, Phase

# 10. Variable bonus cards


@pytest.mark.rule("TRK-68", "TRK-75", "TRK-12")
@pytest.mark.parametrize(("bonus", "suits"), [(V1, (0, 1)), (V2, (1, 2)), (V3, (2, 3)), (V4, (0, 3))])
def test_a_symbol_side_is_a_false_trick_of_one_of_two_suits(bonus, suits):
    match = ended(NUMBER_OF_SUITS, owned={0: [bonus]})
    assert match.legal(0) == [Act.SUIT + suit for suit in suits] + [Act.UNUSED]
    wrong = next(suit for suit in range(4) if suit not in suits)
    assert refusal(match, 0, Act.SUIT + wrong) == "TRK-68"
    match.play(0, Act.SUIT + suits[1])
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (0, 1, 0, 1, 0)
    assert match.state.declarations[0].tolist() == [suits[1] if number == bonus else -1 for number in range(8)]
    assert match.state.owners[0].tolist() == [0 if number == bonus else -1 for number in range(8)]


@pytest.mark.rule("TRK-68")
def test_symbol_sides_add_up():
    match = ended(BEST, false_tricks=("1 sun, 2 sun", "", "", ""), owned={0: [V1, V2]})
    match.play(0, Act.SUIT + 1)
    match.play(0, Act.SUIT + 1)
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (0, 4, 0, 5, 0)


@pytest.mark.rule("TRK-69", "TRK-70", "TRK-71", "TRK-72")
def test_the_values_of_the_value_sides():
    match = ended(SEQ, owned={0: [V1, V2, V3]})
    assert match.legal(0) == [Act.VALUE + value - 1 for value in (1, 3, 5, 7, 9, 11)] + [Act.UNUSED]
    assert refusal(match, 0, Act.VALUE + 1) == "TRK-69"
    assert refusal(match, 0, Act.VALUE + 11) == "TRK-69"
    match.play(0, Act.VALUE + 10)
    assert match.legal(0) == [Act.VALUE + value - 1 for value in (2, 4, 6, 8, 10, 12)] + [Act.UNUSED]
    assert refusal(match, 0, Act.VALUE + 0) == "TRK-70"
    assert refusal(match, 0, Act.VALUE + 10) == "TRK-70"
    match.play(0, Act.VALUE + 11)
    assert match.legal(0) == [Act.VALUE + value - 1 for value in range(1, 13)] + [Act.UNUSED]
    match.play(0, Act.VALUE + 9)
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (0, 3, 0, 6, 0)  # 10-11-12


@pytest.mark.rule("TRK-69", "TRK-70", "TRK-75")
def test_value_sides_count_as_odd_and_even():
    for kind, stars in ((ODD, 3), (EVEN, 1)):
        match = ended(kind, owned={0: [V1, V2, V3]})
        match.play(0, Act.VALUE + 2)
        match.play(0, Act.VALUE + 1)
        match.play(0, Act.VALUE + 2)
        match.play(0, Act.COMMIT)
        assert result(match, 0) == (0, 3, 0, stars, 0)


@pytest.mark.rule("TRK-73")
def test_plus_or_minus_changes_a_value_and_not_the_number():
    false_tricks = ("4 sun, 6 moon, 1 square, 12 circle", "5 sun", "", "")
    match = ended(SEQ, (4, 0, 0, 0), false_tricks, {0: [V4]})
    plus = [Act.PLUS + number for number in cards("6 moon, 4 sun, 1 square")]
    minus = [Act.MINUS + number for number in cards("6 moon, 4 sun, 12 circle")]
    assert match.legal(0) == plus + minus + [Act.UNUSED]
    assert refusal(match, 0, Act.PLUS + card("12 circle")) == "TRK-73"
    assert refusal(match, 0, Act.MINUS + card("1 square")) == "TRK-73"
    assert refusal(match, 0, Act.PLUS + card("5 sun")) == "TRK-73"  # another player's
    match.play(0, Act.PLUS + card("4 sun"))
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (4, 4, 24, 3, 0)  # 5-6
    match = ended(SEQ, (4, 0, 0, 0), false_tricks, {0: [V4]})
    match.play(0, Act.MINUS + card("6 moon"))
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (4, 4, 24, 3, 0)  # 4-5
    match = ended(EVEN, (4, 0, 0, 0), false_tricks, {0: [V4]})
    match.play(0, Act.MINUS + card("6 moon"))
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (4, 4, 24, 3, 0)  # 4 and 12
    match = ended(SEQ, (2, 0, 0, 0), ("2 sun, 11 moon", "", "", ""), {0: [V4]})  # to either end, not beyond
    assert match.legal(0) == [
        *(Act.PLUS + number for number in sorted(cards("2 sun, 11 moon"))),
        *(Act.MINUS + number for number in sorted(cards("2 sun, 11 moon"))),
        Act.UNUSED,
    ]


@pytest.mark.rule("TRK-88", "TRK-90")
def test_a_run_may_begin_with_the_1_and_end_with_the_12():
    assert scoring_card("SEQ", [(1, "sun")]) == 1
    assert scoring_card("SEQ", [(1, "sun"), (2, "moon")]) == 3
    assert scoring_card("SEQ", [(12, "sun"), (11, "moon"), (1, "moon")]) == 3


@pytest.mark.rule("TRK-74", "TRK-75")
def test_plus_or_minus_needs_a_false_trick_with_a_value():
    match = flipping(SEQ)
    own(match, 0, FLIP, JOKER, V1, V3, V4)
    match.play(0, Act.FLIP + card("9 sun"))
    match.play(0, Act.JOKER_FALSE)
    match.play(0, Act.VALUE + 10)
    match.play(0, Act.UNUSED)
    for thing in (JOKER, V3, V4, STAR, TAKE_BACK, V2):
        assert refusal(match, 0, Act.PLUS + BONUS_TARGET + thing) == "TRK-74"
        assert refusal(match, 0, Act.MINUS + BONUS_TARGET + thing) == "TRK-74"
    assert refusal(match, 0, Act.PLUS + card("8 sun")) == "TRK-73"  # below the top of the flipped trick
    targets = [*cards("5 sun, 6 sun, 9 sun, 7 square"), BONUS_TARGET + V1]
    assert match.legal(0) == [base + thing for base in (Act.PLUS, Act.MINUS) for thing in targets] + [Act.UNUSED]
    match.play(0, Act.MINUS + BONUS_TARGET + V1)
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (4, 6, 16, 6, 0)  # 5-6-7 and 9-10


@pytest.mark.rule("TRK-74")
def test_plus_or_minus_within_the_values_of_a_variable_card():
    match = ended(SEQ, owned={0: [V1, V2, V4]})
    match.play(0, Act.VALUE + 0)
    match.play(0, Act.VALUE + 11)
    assert match.legal(0) == [Act.PLUS + BONUS_TARGET + V1, Act.MINUS + BONUS_TARGET + V2, Act.UNUSED]
    assert refusal(match, 0, Act.MINUS + BONUS_TARGET + V1) == "TRK-73"
    assert refusal(match, 0, Act.PLUS + BONUS_TARGET + V2) == "TRK-73"


# 11. End of a round


@pytest.mark.rule("TRK-76", "TRK-79")
def test_the_round_ends_when_a_hand_is_empty():
    hands = ["12 moon", "1 moon, 2 sun", "2 moon, 3 sun", "3 moon, 4 sun"]
    match = rig(new(), *hands, reserves=["5 sun", "", "", "6 sun"], kind=SEQ)
    own(match, 0, JOKER)
    match.play(0, Act.STAY)
    match.play(3, Act.STAY)
    play(match, *LAST)
    assert match.state.phase == Phase.DECLARE
    assert refusal(match, 0, Act.DRAW) == "TRK-76"
    assert refusal(match, 1, Act.PLAY + card("2 sun")) == "TRK-76"
    match.play(0, Act.UNUSED)
    match.play(0, Act.COMMIT)
    assert match.scores == [1, 0, 0, 0]
    assert match.state.round_no == 1


@pytest.mark.rule("TRK-76", "TRK-77")
def test_the_round_goes_on_while_everybody_has_a_card():
    match = rig(new(), "12 moon, 1 sun", "1 moon, 2 sun", "2 moon, 3 sun", "3 moon, 4 sun")
    play(match, *LAST)
    assert (match.state.phase, match.state.turn, match.state.hand_left.tolist()) == (Phase.PLAY, 1, [1] * 4)
    play(match, "1 sun", "2 sun", "3 sun", "4 sun")
    assert match.state.round_no == 1


@pytest.mark.rule("TRK-77", "TRK-78")
@pytest.mark.parametrize(("seats", "shortest", "longest"), [(3, 11, 16), (4, 7, 12)])
def test_how_long_a_round_lasts(seats, shortest, longest):
    for choice, turns in ((Act.STAY, shortest), (Act.DRAW, longest)):
        match = laid(seats)
        while match.state.round_no == 0:
            state = match.state
            assert (state.hand_left[:seats] > 0).all() or state.phase != Phase.DRAW
            last = int(state.turn)
            if state.phase == Phase.DRAW:
                match.play(state.to_act, choice)
            else:
                match.play(state.to_act, match.legal(state.to_act)[-1])
        assert last + 1 == turns


@pytest.mark.rule("TRK-80")
def test_declarations_go_clockwise_from_the_last_winner_and_are_open_when_done():
    match = last_turn(BEST, owned={1: [JOKER], 2: [STAR], 3: [V1], 0: [FLIP]})
    match.state.hand[2], match.state.hand[0] = bits(cards("12 moon")), bits(cards("2 moon"))
    match.look_again()
    play(match, "2 moon", "1 moon", "12 moon", "3 moon")
    assert match.actors == [3]  # seat 2, which won, has nothing to declare
    assert refusal(match, 1, Act.JOKER_TRICK) == "TRK-80"
    match.play(3, Act.SUIT + 1)
    assert match.view(0)["players"][3]["declared"] == []
    assert match.view(3)["players"][3]["declared"] == ["V1: Sun"]
    assert (match.view(3)["declaring"], match.view(0)["declaring"]) == ("commit", None)
    match.play(3, Act.COMMIT)
    assert match.view(0)["players"][3]["declared"] == ["V1: Sun"]
    assert match.actors == [0]
    match.play(0, Act.UNUSED)
    match.play(0, Act.COMMIT)
    assert match.actors == [1]
    match.play(1, Act.JOKER_FALSE)
    match.play(1, Act.COMMIT)
    assert match.state.round_no == 1
    assert match.view(0)["results"][0]["seats"][1]["declared"] == ["Joker: false trick"]
    assert refusal(match, 1, Act.JOKER_FALSE) == "TRK-80"


@pytest.mark.rule("TRK-81")
def test_a_declaration_goes_slot_by_slot():
    match = ended(SEQ, owned={0: [FLIP, JOKER, STAR, V1, V2, V3, V4]}, false_tricks=("5 sun", "", "", ""))
    steps = [
        (FLIP, Act.FLIP + card("5 sun")),
        (JOKER, Act.JOKER_FALSE),
        (V1, Act.VALUE + 4),
        (V2, Act.VALUE + 3),
        (V3, Act.VALUE + 5),
        (V4, Act.PLUS + BONUS_TARGET + V3),
        (8, Act.COMMIT),
    ]
    for slot, action in steps:
        assert match.state.slot == slot
        for other, wrong in steps:
            if other != slot and not (other in (V1, V2, V3) and slot in (V1, V2, V3)):
                assert refusal(match, 0, wrong) == "TRK-81"
        if slot == 8:
            assert refusal(match, 0, Act.UNUSED) == "TRK-81"
        else:
            assert refusal(match, 0, Act.COMMIT) == "TRK-81"
        match.play(0, action)
    assert result(match, 0) == (1, 4, 4, 3, 1)  # 4-5 and 7; the Joker is the fourth


@pytest.mark.rule("TRK-81")
def test_a_slot_without_its_card_is_skipped():
    match = ended(BEST, owned={0: [STAR, V2], 1: [STAR]})
    assert (match.state.slot, match.actors) == (V2, [0])
    assert refusal(match, 0, Act.JOKER_TRICK) == "TRK-81"
    assert refusal(match, 0, Act.JOKER_FALSE) == "TRK-81"
    match.play(0, Act.UNUSED)
    assert refusal(match, 0, Act.SUIT + 1) == "TRK-81"
    assert refusal(ended(SEQ, owned={0: [JOKER]}), 0, Act.VALUE) == "TRK-81"
    assert refusal(ended(SEQ, owned={0: [V4]}), 0, Act.VALUE) == "TRK-81"


@pytest.mark.rule("TRK-68", "TRK-73")
def test_the_first_suit_and_the_first_card_can_be_declared():
    match = ended(BEST, (1, 0, 0, 0), ("3 moon", "", "", ""), {0: [V1]})
    match.play(0, Act.SUIT)
    assert match.state.chosen[V1] == 0
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (1, 2, 4, 2, 0)  # two of Moon
    match = ended(SEQ, (1, 0, 0, 0), ("1 moon, 3 sun", "", "", ""), {0: [V4]})
    match.play(0, Act.PLUS + card("1 moon"))
    assert match.state.chosen[V4] == 0
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (1, 2, 4, 3, 0)  # 2-3
