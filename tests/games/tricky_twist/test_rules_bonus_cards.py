"""Tricky Twist: sevens and permanent bonus cards (TRK-45 to TRK-67)."""

import pytest
from tests.games.tricky_twist.helpers import (
    BEST,
    BONUS_TARGET,
    EVEN,
    FLIP,
    JOKER,
    LAST,
    MANY,
    NUMBER_OF_SUITS,
    ODD,
    SEQ,
    STAR,
    SUIT2_A,
    SUIT2_B,
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
    in_force,
    last_turn,
    names,
    new,
    own,
    play,
    result,
    rig,
    seven,
    taking_back,
)
from tests.helpers import refusal

from parlour.games.tricky_twist.card_sets import size
from parlour.games.tricky_twist.state import Act, Phase

# 8. Sevens and taking bonus cards


@pytest.mark.rule("TRK-45", "TRK-46")
def test_a_player_who_collects_a_seven_may_take_a_bonus_card():
    match = seven(3)
    assert (match.state.phase, match.actors) == (Phase.BONUS, [1])
    assert match.legal(1) == [Act.TAKE + bonus for bonus in range(8)] + [Act.DECLINE]
    assert refusal(match, 0, Act.TAKE + STAR) == "TRK-48"
    match.play(1, Act.TAKE + STAR)
    assert (match.state.owned.tolist(), match.state.display) == ([0, 1 << STAR, 0, 0], 0xFF & ~(1 << STAR))
    assert (match.state.phase, match.actors, match.state.turn) == (Phase.PLAY, [1], 1)
    assert refusal(match, 1, Act.TAKE + FLIP) == "TRK-45"
    assert refusal(match, 1, Act.DECLINE) == "TRK-45"


@pytest.mark.rule("TRK-45")
def test_a_bonus_card_must_be_in_the_display():
    match = seven(3)
    own(match, 2, V3)
    match.look_again()
    assert refusal(match, 1, Act.TAKE + V3) == "TRK-45"
    assert Act.TAKE + V3 not in match.legal(1)


@pytest.mark.rule("TRK-48", "TRK-47")
def test_several_sevens_are_answered_clockwise_from_the_winner():
    match = seven()
    assert match.actors == [1]
    assert match.state.waiting == 1 << 3
    assert refusal(match, 3, Act.TAKE + STAR) == "TRK-48"
    assert refusal(match, 3, Act.DECLINE) == "TRK-48"
    assert refusal(match, 1, Act.PLAY + card("2 sun")) == "TRK-48"
    match.play(1, Act.TAKE + JOKER)
    assert match.actors == [3]
    match.play(3, Act.TAKE + V4)
    assert match.state.owned.tolist() == [0, 1 << JOKER, 0, 1 << V4]
    assert match.actors == [1]
    assert match.state.phase == Phase.PLAY


@pytest.mark.rule("TRK-48", "TRK-47")
def test_the_order_without_a_seven_of_the_winner():
    match = rig(new(), "7 sun, 1 moon", "7 circle, 1 sun", "12 moon, 2 moon", "7 square, 4 sun", leader=2)
    play(match, "12 moon", "7 square", "1 moon", "7 circle")
    assert (match.state.leader, match.actors, match.state.waiting) == (2, [3], 1 << 1)
    match.play(3, Act.DECLINE)
    assert match.actors == [1]
    assert size(int(match.state.waiting)) == 0


@pytest.mark.rule("TRK-47")
@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_collects_more_than_one_seven_in_a_turn(seats):
    suits = ("moon", "sun", "square", "circle")
    for leader in range(seats):
        # every player has a 7, of another suit: the leader's is a trick, the others' are false tricks
        match = rig(new(seats), *[f"7 {suits[seat]}, 1 {suits[seat]}" for seat in range(seats)], leader=leader)
        play(match, *[f"7 {suits[(leader + i) % seats]}" for i in range(seats)])
        chose = []
        while match.state.phase == Phase.BONUS:
            chose += match.actors
            match.play(match.actors[0], Act.DECLINE)
        assert chose == [(leader + i) % seats for i in range(seats)]
        # a trick may hold the 7 of its suit, and then nobody else has one of that turn
        match = rig(new(seats), *["7 moon", "9 moon", "12 moon", "1 moon"][:seats], leader=leader)
        order = [(leader + i) % seats for i in range(seats)]
        play(match, *[["7 moon", "9 moon", "12 moon", "1 moon"][seat] for seat in order])
        assert (match.actors, match.state.waiting, match.state.leader) == ([2], 0, 2)


@pytest.mark.rule("TRK-49", "TRK-50")
def test_a_declined_choice_is_lost():
    match = seven()
    match.play(1, Act.DECLINE)
    assert (match.state.display, match.state.owned.tolist()) == (0xFF, [0] * 4)
    match.play(3, Act.TAKE + STAR)
    assert refusal(match, 1, Act.TAKE + FLIP) == "TRK-50"
    assert refusal(match, 3, Act.TAKE + FLIP) == "TRK-45"


@pytest.mark.rule("TRK-51")
def test_the_display_cannot_run_dry():
    for seed in range(6):
        match = new(3, seed, take_back_card="once-per-game")
        match.state.take_back_used = seed % 2
        taken = 0
        while match.state.round_no == 0:
            seat = match.actors[0]
            if match.state.phase == Phase.BONUS:
                assert size(int(match.state.display)) >= 4
                taken += 1
                match.play(seat, match.legal(seat)[0])
            else:
                match.play(seat, match.legal(seat)[-1])
        assert taken <= 5


@pytest.mark.rule("TRK-51")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("used", [0, 1])
def test_a_round_has_at_most_five_choices_for_seven_or_eight_cards(seats, used):
    most = 0
    for seed in range(10):
        match = new(seats, seed)
        match.state.take_back_used = used
        match.state.display = 0xFF - used
        match.look_again()
        choices = 0
        while match.state.round_no == 0:
            seat = match.actors[0]
            moves = match.legal(seat)
            move = moves[-1]
            if match.state.phase == Phase.BONUS:
                assert size(int(match.state.display)) == 8 - used - choices
                choices += 1
                move = moves[0]  # Take-back, if it is there
            elif match.state.phase == Phase.TAKE_BACK:  # a 7, which will be collected once more
                move = next((move for move in moves[:-1] if (move - Act.TAKE_BACK) % 12 == 6), move)
            elif match.state.phase == Phase.PLAY:
                move = next((move for move in moves if (move - Act.PLAY) % 12 == 6), move)
            match.play(seat, move)
        assert choices <= 5 - used
        most = max(most, choices)
    assert most >= 3


@pytest.mark.rule("TRK-51", "TRK-58")
def test_five_choices_in_one_round():
    match = rig(
        new(), "7 moon, 1 moon, 2 moon", "7 sun, 1 sun", "7 square, 3 moon, 1 square", "7 circle, 4 moon, 5 moon"
    )
    play(match, "7 moon", "7 sun", "7 square", "7 circle")
    for seat, bonus in enumerate((STAR, TAKE_BACK, JOKER, FLIP)):
        assert match.actors == [seat]
        assert size(int(match.state.display)) == 8 - seat
        match.play(seat, Act.TAKE + bonus)
        if bonus == TAKE_BACK:
            match.play(seat, Act.TAKE_BACK + card("7 sun"))
    play(match, "1 moon", "7 sun", "3 moon", "4 moon")
    assert (match.state.phase, match.actors) == (Phase.BONUS, [1])
    assert match.legal(1) == [Act.TAKE + bonus for bonus in (V1, V2, V3, V4)] + [Act.DECLINE]


@pytest.mark.rule("TRK-52", "TRK-66")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("kind", [BEST, SEQ])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_bonus_card_may_stay_unused_and_star_is_paid(seats, kind, seat):
    tricks = [1, 0, 0, 0]
    tricks[seat] = 2
    false_tricks = ["", "", "", ""]
    false_tricks[seat] = "1 sun"
    owned = [FLIP, JOKER, V1, V2, V3, V4]
    plain = last_turn(kind, tricks, false_tricks, seats=seats)
    play(plain, *LAST[:seats])
    expected = result(plain, seat)
    for cards_owned in ([card] for card in owned), [owned], [[*owned, STAR]]:
        for held in cards_owned:
            match = last_turn(kind, tricks, false_tricks, {seat: held}, seats)
            play(match, *LAST[:seats])
            for _ in [bonus for bonus in held if bonus != STAR]:
                assert match.actors == [seat]
                assert match.legal(seat)[-1] == Act.UNUSED
                match.play(seat, Act.UNUSED)
            match.play(seat, Act.COMMIT)
            assert result(match, seat) == (*expected[:4], 2 if STAR in held else 0)


@pytest.mark.rule("TRK-52")
def test_no_bonus_card_has_to_be_used():
    match = ended(BEST, owned={0: [FLIP, JOKER, STAR, V1, V2, V3, V4]}, false_tricks=("1 sun", "", "", ""))
    for _ in (FLIP, JOKER, V1, V2, V3, V4):
        assert match.legal(0)[-1] == Act.UNUSED
        match.play(0, Act.UNUSED)
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (0, 1, 0, 1, 0)


@pytest.mark.rule("TRK-53")
def test_bonus_cards_lie_open_and_a_player_may_own_several():
    match = seven()
    own(match, 1, STAR, V2)
    match.play(1, Act.TAKE + FLIP)
    for seat in (0, 1, None):
        assert [bonus["name"] for bonus in match.view(seat)["players"][1]["bonus"]] == ["Flip", "Star", "V2"]


@pytest.mark.rule("TRK-54")
def test_a_seven_that_appears_otherwise_grants_nothing():
    match = ended(SEQ, owned={0: [FLIP, V3]}, false_tricks=("7 sun", "", "", ""))
    match.play(0, Act.FLIP + card("7 sun"))
    match.play(0, Act.VALUE + 6)
    match.play(0, Act.COMMIT)
    assert match.state.phase == Phase.RESERVE
    assert match.state.results[0, 0, :2].tolist() == [1, 1]
    assert match.state.owned.tolist() == [0] * 4


@pytest.mark.rule("TRK-54")
@pytest.mark.parametrize("round_no", [0, 3])
@pytest.mark.parametrize(("start", "change"), [("6 sun", Act.PLUS), ("8 sun", Act.MINUS)])
def test_a_value_changed_to_seven_grants_nothing(round_no, start, change):
    match = last_turn(ODD, (3, 0, 0, 0), (start, "", "", ""), {0: [V4]})
    match.state.round_no = round_no
    in_force(match, ODD)
    play(match, *LAST)
    match.play(0, change + card(start))
    match.play(0, Act.COMMIT)
    assert result(match, 0, round_no) == (3, 1, 6, 1, 0)  # the 7 is odd, and no Star pays for the tricks
    owners = match.state.owners[round_no].tolist()
    assert [bonus for bonus in range(8) if owners[bonus] != -1] == [V4]
    if round_no == 3:
        assert match.over
        assert match.state.owned.tolist() == [1 << V4, 0, 0, 0]


@pytest.mark.rule("TRK-54")
@pytest.mark.parametrize("bonus", [V1, V3])
def test_a_seven_chosen_on_a_bonus_card_grants_nothing(bonus):
    match = last_turn(ODD, (3, 0, 0, 0), ("", "", "", ""), {0: [bonus]})
    match.state.round_no = 3
    in_force(match, ODD)
    play(match, *LAST)
    match.play(0, Act.VALUE + 6)
    match.play(0, Act.COMMIT)
    assert result(match, 0, 3) == (3, 1, 6, 1, 0)
    assert match.state.owned.tolist() == [1 << bonus, 0, 0, 0]


# 9. Permanent bonus cards


@pytest.mark.rule("TRK-55", "TRK-57")
def test_take_back_returns_a_false_trick_to_the_hand():
    match = taking_back()
    assert (match.state.phase, match.actors) == (Phase.TAKE_BACK, [3])
    assert match.legal(3) == [Act.TAKE_BACK + card("7 sun"), Act.TAKE_BACK + card("5 circle"), Act.KEEP_FALSE]
    match.play(3, Act.TAKE_BACK + card("7 sun"))
    state = match.state
    assert names(state.hand[3]) == ["7 sun", "4 circle"]
    assert (state.hand_left[3], names(state.false_tricks[3])) == (2, ["5 circle"])
    assert (state.display, state.owned[3], state.take_back_used) == (0xFE, 0, 1)
    assert (state.taken_back, state.turn_taken_back) == (card("7 sun"), 0)
    assert (state.phase, match.actors, state.turn) == (Phase.PLAY, [1], 1)
    assert refusal(match, 3, Act.TAKE_BACK + card("5 circle")) == "TRK-55"
    assert refusal(match, 3, Act.KEEP_FALSE) == "TRK-55"


@pytest.mark.rule("TRK-55")
def test_take_back_may_be_declined_and_is_gone():
    match = taking_back()
    match.play(3, Act.KEEP_FALSE)
    assert names(match.state.false_tricks[3]) == ["7 sun", "5 circle"]
    assert (match.state.hand_left[3], match.state.take_back_used, match.state.taken_back) == (1, 1, -1)
    assert (match.state.phase, match.actors) == (Phase.PLAY, [1])


@pytest.mark.rule("TRK-56")
def test_take_back_comes_before_the_next_choice():
    match = seven()
    match.state.false_tricks[1] = bits(cards("3 circle"))
    match.play(1, Act.TAKE + TAKE_BACK)
    assert match.actors == [1]
    assert refusal(match, 3, Act.TAKE_BACK + card("7 sun")) == "TRK-56"
    assert refusal(match, 1, Act.PLAY + card("2 sun")) == "TRK-56"
    match.play(1, Act.TAKE_BACK + card("3 circle"))
    assert (match.state.phase, match.actors) == (Phase.BONUS, [3])
    assert Act.TAKE + TAKE_BACK not in match.legal(3)


@pytest.mark.rule("TRK-57")
def test_only_ones_own_false_trick_can_be_taken_back():
    match = taking_back()
    assert refusal(match, 3, Act.TAKE_BACK + card("5 moon")) == "TRK-57"  # in a trick
    assert refusal(match, 3, Act.TAKE_BACK + card("9 moon")) == "TRK-57"  # another player's
    assert refusal(match, 3, Act.TAKE_BACK + BONUS_TARGET + STAR) == "TRK-57"
    match = seven()
    match.play(1, Act.TAKE + TAKE_BACK)  # no false trick: merely denied to others
    assert (match.state.phase, match.actors, match.state.display) == (Phase.BONUS, [3], 0xFE)


@pytest.mark.rule("TRK-58")
@pytest.mark.parametrize(("option", "grants"), [("grants-again", True), ("no-grant", False)])
def test_a_seven_collected_again(option, grants):
    match = taking_back(recollected_seven=option)
    match.play(3, Act.TAKE_BACK + card("7 sun"))
    match.state.hand[0:3] |= bits(cards("12 circle"))
    match.state.hand_left[0:3] += 1
    play(match, "2 sun", "3 sun", "7 sun", "1 sun")
    assert names(match.state.won[3]) == ["5 moon", "1 sun", "2 sun", "3 sun", "7 sun"]
    assert (match.state.phase == Phase.BONUS) == grants
    assert match.state.turn_played[card("7 sun")] == 1
    assert match.state.turn_taken_back == 0


@pytest.mark.rule("TRK-58")
def test_another_seven_grants_in_any_case():
    match = seven(recollected_seven="no-grant")
    match.state.taken_back = card("7 circle")
    assert match.actors == [1]
    match.play(1, Act.DECLINE)
    assert match.actors == [3]


@pytest.mark.rule("TRK-58")
@pytest.mark.parametrize(("option", "grants"), [("grants-again", True), ("no-grant", False)])
@pytest.mark.parametrize("collector", [0, 1, 2, 3])
def test_whoever_collects_the_seven_again_gets_the_bonus_card(option, grants, collector):
    match = taking_back(recollected_seven=option)
    match.play(3, Act.TAKE_BACK + card("7 sun"))
    for seat in range(3):
        match.state.hand[seat] = bits(cards(f"12 circle, {seat + 1} sun" if seat != collector else "12 sun, 12 circle"))
        match.state.hand_left[seat] = 2
    match.look_again()
    for seat in (1, 2, 3, 0):
        plays = "7 sun" if seat == 3 else "12 sun" if seat == collector else f"{seat + 1} sun"
        match.play(seat, Act.PLAY + card(plays))
    assert card("7 sun") in [number for number in range(48) if match.state.won[collector] >> number & 1]
    assert (match.state.phase == Phase.BONUS) == grants
    if grants:
        assert match.actors == [collector]
        match.play(collector, Act.TAKE + JOKER)
        assert match.state.owned[collector] == 1 << JOKER


@pytest.mark.rule("TRK-59")
def test_a_hand_refilled_by_take_back_is_not_empty():
    hands = ["7 moon, 1 sun", "9 moon, 2 sun", "2 moon, 3 sun", "7 sun"]
    match = rig(new(), *hands, kind=SEQ)
    play(match, "7 moon", "9 moon", "2 moon", "7 sun")
    match.play(1, Act.DECLINE)
    match.play(3, Act.TAKE + TAKE_BACK)
    assert match.state.hand_left[3] == 0
    match.play(3, Act.TAKE_BACK + card("7 sun"))
    assert (match.state.phase, match.state.round_no) == (Phase.PLAY, 0)


@pytest.mark.rule("TRK-60", "TRK-61", "TRK-62")
def test_flip_turns_a_trick_into_a_false_trick_with_the_card_on_top():
    match = flipping()
    own_cards = cards("1 moon, 2 moon, 3 moon, 12 moon, 5 sun, 6 sun, 8 sun, 9 sun, 7 square, 10 circle")
    assert match.legal(0) == [Act.FLIP + number for number in own_cards] + [Act.UNUSED]
    match.play(0, Act.FLIP + card("9 sun"))
    assert match.legal(0) == [Act.COMMIT]
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (4, 4, 24, 3, 0)  # three suns now, the 8 Sun counts for nothing
    assert result(match, 1) == (0, 1, 0, 1, 0)


@pytest.mark.rule("TRK-60", "TRK-62")
def test_flip_turns_a_false_trick_into_a_trick():
    match = flipping()
    assert refusal(match, 0, Act.FLIP + card("11 sun")) == "TRK-60"
    assert refusal(match, 0, Act.FLIP + card("1 circle")) == "TRK-60"
    match.play(0, Act.FLIP + card("5 sun"))
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (6, 2, 12, 1, 0)


@pytest.mark.rule("TRK-63")
def test_flip_cannot_turn_a_bonus_card():
    match = ended(BEST, owned={0: [FLIP, JOKER]})
    assert refusal(match, 0, Act.FLIP + BONUS_TARGET + JOKER) == "TRK-63"
    assert refusal(match, 0, Act.FLIP + BONUS_TARGET) == "TRK-63"


@pytest.mark.rule("TRK-64", "TRK-65")
@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Act.JOKER_TRICK, (4, 3, 13, 6, 0)),
        (Act.JOKER_FALSE, (3, 4, 12, 6, 0)),
        (Act.UNUSED, (3, 3, 18, 6, 0)),
    ],
)
def test_joker_counts_as_a_trick_or_a_false_trick_without_value_and_suit(action, expected):
    match = ended(SEQ, (3, 0, 0, 0), ("4 sun, 5 moon, 6 sun", "", "", ""), {0: [JOKER]})
    assert match.legal(0) == [Act.JOKER_TRICK, Act.JOKER_FALSE, Act.UNUSED]
    match.play(0, action)
    match.play(0, Act.COMMIT)
    assert result(match, 0) == expected


@pytest.mark.rule("TRK-65")
@pytest.mark.parametrize("kind", [SUIT2_A, SUIT2_B, BEST, NUMBER_OF_SUITS, EVEN, ODD, SEQ])
def test_joker_as_a_false_trick_has_neither_value_nor_suit(kind):
    match = ended(kind, owned={0: [JOKER]})
    match.play(0, Act.JOKER_FALSE)
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (0, 1, 0, 0, 0)


@pytest.mark.rule("TRK-65")
def test_joker_as_a_false_trick_counts_for_fewest_and_most():
    match = ended(MANY, (0, 0, 0, 0), ("1 sun", "2 sun", "3 sun, 4 sun", ""), {0: [JOKER]})
    match.play(0, Act.JOKER_FALSE)
    match.play(0, Act.COMMIT)
    assert [result(match, seat)[3] for seat in range(4)] == [12, 3, 12, 0]


@pytest.mark.rule("TRK-66", "TRK-67")
def test_star_pays_one_for_each_trick_after_all_declarations():
    assert result(ended(SEQ, (2, 3, 0, 0), owned={1: [STAR]}), 1) == (3, 0, 3, 0, 3)
    assert result(ended(SEQ, (2, 3, 0, 0), owned={1: [STAR]}), 0) == (2, 0, 2, 0, 0)
    match = ended(SEQ, (2, 0, 0, 0), ("7 sun", "", "", ""), owned={0: [FLIP, JOKER, STAR]})
    match.play(0, Act.FLIP + card("7 sun"))
    match.play(0, Act.JOKER_TRICK)
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (4, 0, 4, 0, 4)
    assert match.scores == [8, 0, 0, 0]
