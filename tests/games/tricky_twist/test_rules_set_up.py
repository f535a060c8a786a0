"""Tricky Twist: setting up the game and preparing a round (TRK-14 to TRK-27)."""

import pytest
from tests.games.tricky_twist.helpers import (
    BEST,
    FLIP,
    LAST,
    ODD,
    SEQ,
    STAR,
    TAKE_BACK,
    V1,
    bits,
    card,
    cards,
    ended,
    laid,
    last_turn,
    names,
    new,
    play,
    rig,
    turned,
)
from tests.helpers import refusal

from parlour.games.tricky_twist import RULES
from parlour.games.tricky_twist.card_sets import size
from parlour.games.tricky_twist.cards import (
    BONUS_NAMES,
    KIND_NAMES,
    card_name,
)
from parlour.games.tricky_twist.rules import deal
from parlour.games.tricky_twist.state import Act, Phase, State

# 3. Game set-up


@pytest.mark.rule("TRK-14")
def test_the_scoring_cards_are_shuffled_and_the_top_one_is_turned_up():
    tops = {new(seed=seed).state.pile[0].item() for seed in range(60)}
    assert tops == set(range(9))
    match = new()
    assert match.seen(0).pile.tolist() == [match.state.pile[0].item()] + [-1] * 8
    assert match.view(2)["scoring_card"]["name"] == turned(match)


@pytest.mark.rule("TRK-15")
def test_all_bonus_cards_are_laid_out():
    for seed in range(4):
        match = new(seed=seed)
        assert [bonus["name"] for bonus in match.view(None)["display"]] == list(BONUS_NAMES)
        assert match.view(0)["variable_side"] == ("value" if turned(match) in ("SEQ", "EVEN", "ODD") else "symbol")


@pytest.mark.rule("TRK-16")
def test_the_first_starter_is_chosen_at_random():
    for seats in (3, 4):
        assert {new(seats, seed).state.starter.item() for seed in range(30)} == set(range(seats))


@pytest.mark.parametrize("seats", [3, 4])
def test_a_deal_leaves_nothing_of_an_old_match(seats):
    old, fresh = new(seats).state, new(seats, seed=2).state
    settings = {"seats", *(option.name for option in RULES.options)}
    for name in State.names:
        if name not in settings:
            old[name] = 1
    for state in (old, fresh):
        state.rng, state.clock = 5, 0
        deal(state)
    assert old.tobytes() == fresh.tobytes()
    assert (old.round_no, old.take_back_used, old.turn, old.phase) == (0, 0, 0, Phase.RESERVE)
    assert (old.to_act, old.leader, old.since) == (old.starter, old.starter, 0)
    assert not old.gone.any()
    assert not old.total.any()
    assert not old.results.any()
    assert set(old.table.tolist()) == {-1}
    assert set(old.owners.ravel().tolist()) == set(old.declarations.ravel().tolist()) == {-1}


# 4. Preparing a round


@pytest.mark.rule("TRK-17", "TRK-18", "TRK-19", "TRK-103", "TRK-43")
def test_the_second_round():
    match = last_turn(BEST, owned={0: [FLIP, STAR], 2: [V1]})
    match.state.pile[1] = next(kind for kind in (SEQ, ODD) if kind != match.state.pile[0])
    match.state.won[0] = bits(cards("1 sun, 2 sun"))
    match.state.starter, match.state.declined = 3, 5
    play(match, *LAST)
    assert match.view(1)["round"] == 1
    match.play(0, Act.FLIP + card("2 sun"))
    match.play(0, Act.COMMIT)
    match.play(2, Act.UNUSED)
    assert match.state.round_no == 0
    assert match.state.tricks.tolist() == [0, 0, 0, 0]  # T was rigged to be 0 with the last one
    match.play(2, Act.COMMIT)
    state = match.state
    assert (state.round_no, state.turn, state.starter, state.leader) == (1, 0, 0, 0)
    assert match.view(1)["round"] == 2
    assert match.view(1)["scoring_card"]["name"] == KIND_NAMES[state.pile[1]]
    assert match.view(1)["variable_side"] == "value"
    assert (state.display, state.owned.tolist(), state.declined, state.waiting) == (0xFF, [0] * 4, 0, 0)
    assert (state.chosen.tolist(), state.slot) == ([-1] * 8, 0)
    assert (state.won.tolist(), state.false_tricks.tolist(), state.tricks.tolist()) == ([0] * 4, [0] * 4, [0] * 4)
    assert (state.picked.tolist(), state.drawn.tolist(), state.hand_left.tolist()) == ([0] * 4, [0] * 4, [12] * 4)
    assert (set(state.turn_played.tolist()), set(state.played_by.tolist())) == ({-1}, {-1})
    assert (set(state.turn_absent.ravel().tolist()), set(state.turn_drawn.ravel().tolist())) == ({-2}, {-1})
    assert (state.taken_back, state.turn_taken_back) == (-1, -1)
    assert not state.values.any()
    assert not state.suits.any()
    assert not state.final_tricks.any()
    assert not state.final_false.any()
    assert match.actors == [0, 1, 2, 3]
    assert refusal(match, 3, Act.PLAY) == "TRK-27"


@pytest.mark.rule("TRK-20")
@pytest.mark.parametrize(("option", "display"), [("once-per-game", 0xFE), ("returns-each-round", 0xFF)])
def test_the_take_back_card_in_the_next_round(option, display):
    match = rig(new(3, take_back_card=option), "7 moon", "8 moon", "1 moon", kind=SEQ)
    play(match, "7 moon", "8 moon", "1 moon")
    match.play(1, Act.TAKE + TAKE_BACK)  # nothing to take back
    state = match.state
    assert (state.round_no, state.display) == (1, display)
    rig(match, "7 moon, 1 sun", "8 moon, 2 sun", "1 moon, 3 sun")
    play(match, "7 moon", "8 moon", "1 moon")
    if option == "once-per-game":
        assert refusal(match, 1, Act.TAKE + TAKE_BACK) == "TRK-20"
        assert match.legal(1) == [Act.TAKE + bonus for bonus in range(1, 8)] + [Act.DECLINE]
    else:
        match.play(1, Act.TAKE + TAKE_BACK)
        assert state.display == 0xFE
    assert match.state.take_back_used == 1


@pytest.mark.rule("TRK-20")
def test_the_take_back_card_not_taken_is_there_in_the_next_round():
    match = ended(SEQ)
    assert (match.state.round_no, match.state.display, match.state.take_back_used) == (1, 0xFF, 0)


@pytest.mark.rule("TRK-21", "TRK-22")
@pytest.mark.parametrize(("seats", "each", "hand"), [(3, 16, 11), (4, 12, 7)])
def test_all_48_cards_are_shuffled_and_dealt(seats, each, hand):
    match = new(seats)
    first = match.state.cards.copy()
    assert sorted(first[:seats, :each].ravel().tolist()) == list(range(48))
    assert set(first[:, each:].ravel().tolist()) | set(first[seats:].ravel().tolist()) == {-1}
    assert match.state.hand_left.tolist() == [each] * seats + [0] * (4 - seats)
    assert [size(int(mask)) for mask in match.state.hand] == [each] * seats + [0] * (4 - seats)
    holders = {
        seat for seed in range(40) for seat in range(seats) if int(new(seats, seed).state.hand[seat]) & 1
    }  # the 1 Moon goes anywhere
    assert holders == set(range(seats))
    match = laid(seats)
    assert match.state.hand_left.tolist() == [hand] * seats + [0] * (4 - seats)
    match = ended(SEQ, seats=seats)
    assert match.state.round_no == 1
    again = match.state.cards[:seats, :each]
    assert sorted(again.ravel().tolist()) == list(range(48))
    assert again.tolist() != first[:seats, :each].tolist()


@pytest.mark.rule("TRK-23", "TRK-106")
def test_hands_are_secret():
    match = laid()
    for seat in range(4):
        assert [name.lower() for name in match.view(seat)["hand"]] == names(match.state.hand[seat])
        seen = match.seen(seat)
        for other in range(4):
            if other != seat:
                assert seen.hand[other] == 0
                assert set(seen.cards[other].tolist()) == {-1}
    assert match.view(None)["hand"] == []
    assert match.seen(1).rng == 0
    assert [player["hand"] for player in match.view(0)["players"]] == [7, 7, 7, 7]
    assert [player["reserve"] for player in match.view(0)["players"]] == [5, 5, 5, 5]


@pytest.mark.rule("TRK-24")
def test_five_cards_are_laid_into_the_reserve():
    match = new(3)
    hand = match.legal(1)
    assert hand == [number for number in range(48) if int(match.state.hand[1]) >> number & 1]
    assert len(hand) == 16
    foreign = match.legal(0)[0]
    assert refusal(match, 1, Act.RESERVE + foreign) == "TRK-24"
    for count, action in enumerate(hand[:5], 1):
        assert match.legal(1) == hand[count - 1 :]
        match.play(1, action)
        assert (match.state.picked[1], match.state.hand_left[1]) == (count, 16 - count)
    assert match.legal(1) == []
    assert refusal(match, 1, Act.RESERVE + hand[5]) == "TRK-24"
    assert refusal(match, 1, Act.RESERVE + hand[0]) == "TRK-24"
    assert sorted(match.state.cards[1, :5].tolist()) == hand[:5]
    assert sorted(match.state.cards[1, 5:].tolist()) == hand[5:]
    assert names(match.state.hand[1]) == [card_name(number).lower() for number in hand[5:]]
    assert refusal(laid(), 0, Act.RESERVE + match.legal(0)[0]) == "TRK-24"


@pytest.mark.rule("TRK-24")
def test_the_reserve_is_shuffled():
    orders = set()
    for seed in range(80):
        match = new(3, seed)
        hand = match.legal(0)[:5]
        for action in hand:
            match.play(0, action)
        orders.add(tuple(hand.index(number) for number in match.state.cards[0, :5].tolist()))
    assert {order[0] for order in orders} == {order[4] for order in orders} == set(range(5))
    assert len(orders) > 40


@pytest.mark.rule("TRK-25", "TRK-26")
def test_the_owner_knows_which_cards_the_reserve_held_but_not_their_order():
    match = laid()
    for order in ([4, 3, 2, 1, 0], [0, 2, 4, 1, 3]):
        row = sorted(match.state.cards[2, :5].tolist())
        match.state.cards[2, :5] = [row[i] for i in order]
        assert match.seen(2).cards[2, :5].tolist() == row
        assert match.view(2)["reserve"] == [card_name(number) for number in row]
        assert set(match.seen(1).cards[2].tolist()) == {-1}
        assert match.view(1)["players"][2]["reserve"] == 5
    match.state.phase, match.state.to_act = Phase.DRAW, 2
    match.look_again()
    drawn = match.state.cards[2, 0].item()
    match.play(2, Act.DRAW)
    assert match.seen(2).cards[2, :5].tolist() == [drawn] + [number for number in row if number != drawn]
    assert match.view(1)["players"][2]["reserve"] == 4


@pytest.mark.rule("TRK-27")
def test_reserves_are_chosen_at_the_same_time_and_secretly():
    match = new(3)
    assert match.actors == [0, 1, 2]
    for action in match.legal(2)[:4]:
        match.play(2, action)
    assert match.view(0)["players"][2]["reserve"] == 0
    assert match.view(0)["players"][2]["hand"] == 16
    assert match.view(2)["players"][2]["reserve"] == 4
    assert refusal(match, 0, Act.PLAY + match.legal(0)[0]) == "TRK-27"
    match.play(2, match.legal(2)[0])
    assert match.view(0)["players"][2]["reserve_laid"] is True
    assert match.view(0)["players"][2]["reserve"] == 5
    assert match.view(0)["players"][2]["hand"] == 11
    assert match.actors == [0, 1]
    for seat in (0, 1):
        for action in match.legal(seat)[-5:]:
            assert match.state.phase == Phase.RESERVE
            match.play(seat, action)
    assert match.state.phase == Phase.DRAW
    assert match.actors == [match.state.starter.item()]


@pytest.mark.rule("TRK-27")
def test_after_90_seconds_five_are_chosen_at_random():
    tops = set()
    for seed in range(40):
        match = new(3, seed)
        picks = match.legal(1)[:2]
        for action in picks:
            match.play(1, action)
        whole = match.legal(0)
        assert match.due == 90_000
        match.wait(89_999)
        assert match.state.phase == Phase.RESERVE
        match.wait(90_000)
        state = match.state
        assert state.phase == Phase.DRAW
        assert match.due == 150_000
        assert state.picked.tolist() == [5, 5, 5, 0]
        assert state.hand_left.tolist() == [11, 11, 11, 0]
        assert set(picks) <= set(state.cards[1, :5].tolist())
        assert bits(state.cards[0, 5:].tolist()) == state.hand[0]
        assert sorted(state.cards[0].tolist()) == whole
        tops |= {whole.index(number) for number in state.cards[0, :5].tolist()}
    assert tops == set(range(16))
