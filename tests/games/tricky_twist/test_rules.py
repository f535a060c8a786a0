"""Tricky Twist: every statement of its rulebook, asserted."""

import numpy as np
import pytest
from tests.helpers import refusal, table

import parlour
from parlour import BadInput
from parlour.games.tricky_twist import RULES, base_score, scoring_card
from parlour.games.tricky_twist.cards import (
    BONUS_CARDS,
    BONUS_NAMES,
    CARDS,
    HOUSE_TABLES,
    KIND_NAMES,
    SCORING_CARDS,
    SUITS,
    Bonus,
    card_name,
)
from parlour.games.tricky_twist.rules import (
    ACTIONS,
    Act,
    Phase,
    State,
    deal,
    due,
    longest_run,
    lowest,
    place,
    size,
    when,
)

SEQ, SUIT2_A, SUIT2_B, BEST, NUMBER_OF_SUITS, FEW, MANY, EVEN, ODD = range(9)
TAKE_BACK, FLIP, JOKER, STAR, V1, V2, V3, V4 = Bonus
THING = 48  # THING + bonus card is what TAKE_BACK, FLIP, PLUS and MINUS point at


# Laying cards by hand


def card(name):
    """ "7 moon" as a number."""
    value, suit = name.split()
    return SUITS.index(suit) * 12 + int(value) - 1


def cards(names):
    """ "7 moon, 2 sun" as a list of numbers."""
    return [card(name.strip()) for name in names.split(",")] if names else []


def bits(numbers):
    return sum(1 << number for number in numbers)


def names(mask):
    return [card_name(number).lower() for number in range(CARDS) if int(mask) >> number & 1]


def new(seats=4, seed=1, **options):
    return table("tricky_twist", seats, seed, **options)


def laid(seats=4, seed=1, **options):
    """A match whose reserves are laid: the first turn is about to begin."""
    match = new(seats, seed, **options)
    for seat in range(seats):
        for action in match.legal(seat)[:5]:
            match.play(seat, action)
    return match


def rig(match, *hands, leader=0, reserves=(), kind=None):
    """Give each seat a hand (and a reserve, top first): the leader is to play, or the first with a reserve to draw."""
    state = match.state
    state.phase, state.leader, state.to_act, state.since, state.waiting = Phase.PLAY, leader, leader, match.clock, 0
    state.picked[: match.seats] = state.drawn[: match.seats] = 5
    state.table[:] = -1
    for seat, hand in enumerate(hands):
        state.hand[seat], state.hand_left[seat] = bits(cards(hand)), len(cards(hand))
    waiting = []
    for seat, reserve in enumerate(reserves):
        row = cards(reserve)
        state.drawn[seat] = 5 - len(row)
        state.cards[seat][5 - len(row) : 5] = row
        waiting += [seat] if row else []
    if waiting:
        waiting.sort(key=lambda seat: (seat - leader) % match.seats)
        state.phase, state.to_act = Phase.DRAW, waiting[0]
        state.waiting = bits(waiting[1:])
    if kind is not None:
        in_force(match, kind)
    match.look_again()
    return match


def in_force(match, kind):
    """Turn up this scoring card."""
    pile = match.state.pile
    at = pile.tolist().index(kind)
    pile[at], pile[match.state.round_no] = pile[match.state.round_no], kind
    match.look_again()


def play(match, *names):
    """Cards one after another, beginning with the seat to act."""
    for name in names:
        match.play(match.state.to_act, Act.PLAY + card(name))


def own(match, seat, *bonus):
    match.state.owned[seat] = bits(bonus)
    match.state.display &= ~bits(bonus)


LAST = ("12 moon", "1 moon", "2 moon", "3 moon")


def last_turn(kind, tricks=(0, 0, 0, 0), false_tricks=("", "", "", ""), owned=None, seats=4, **options):
    """The last turn of a round: seat 0 will win it with the 12 Moon. T is given as it will be after that."""
    match = rig(new(seats, **options), *LAST[:seats], kind=kind)
    state = match.state
    for seat in range(seats):
        state.tricks[seat] = tricks[seat] - (seat == 0)
        state.false_tricks[seat] = bits(cards(false_tricks[seat]))
    for seat, bonus in (owned or {}).items():
        own(match, seat, *bonus)
    return match


def ended(*args, **kwargs):
    """The same when its cards have been played: who has bonus cards declares."""
    match = last_turn(*args, **kwargs)
    play(match, *LAST[: match.seats])
    return match


def result(match, seat, number=0):
    """T, F, and the stars of the base, the scoring card and Star."""
    return tuple(match.state.results[number, seat].tolist())


def turned(match):
    return KIND_NAMES[match.state.scoring_cards[match.state.pile[match.state.round_no], 0]]


# 1. Players and components


@pytest.mark.rule("TRK-01")
def test_three_or_four_play():
    for seats in (3, 4):
        match = new(seats)
        assert match.actors == list(range(seats))
    for seats in (2, 5):
        with pytest.raises(BadInput, match="TRK-01"):
            new(seats)
    assert refusal(new(3), 3, Act.DRAW) == "TRK-01"


@pytest.mark.rule("TRK-02")
def test_there_are_65_cards():
    assert CARDS + SCORING_CARDS + BONUS_CARDS == 65
    assert (CARDS, SCORING_CARDS, BONUS_CARDS) == (48, 9, 8)
    state = new().state
    assert sorted(state.cards[:, :12].ravel().tolist()) == list(range(48))
    assert sorted(state.pile.tolist()) == list(range(9))
    assert state.display == 0xFF


@pytest.mark.rule("TRK-03", "TRK-04", "TRK-06")
def test_four_suits_of_the_values_1_to_12():
    assert SUITS == ("moon", "sun", "square", "circle")
    all_names = [card_name(number) for number in range(CARDS)]
    assert len(set(all_names)) == 48
    for suit in ("Moon", "Sun", "Square", "Circle"):
        assert [name for name in all_names if name.endswith(suit)] == [f"{v} {suit}" for v in range(1, 13)]


@pytest.mark.rule("TRK-05")
@pytest.mark.parametrize("suit", SUITS)
def test_only_the_seven_bears_lightning(suit):
    other = SUITS[(SUITS.index(suit) + 1) % 4]
    for value in range(1, 13):
        match = rig(new(), f"{value} {suit}, 1 {other}", *[f"{v} {other}, {v + 1} {other}" for v in (2, 4, 8)])
        play(match, f"{value} {suit}", f"2 {other}", f"4 {other}", f"8 {other}")
        assert (match.state.phase == Phase.BONUS) == (value == 7)


@pytest.mark.rule("TRK-07", "TRK-11", "TRK-12")
def test_four_permanent_bonus_cards_and_four_with_two_sides():
    match = new()
    in_force(match, BEST)
    symbols = {bonus["name"]: bonus["says"] for bonus in match.view(None)["display"]}
    in_force(match, ODD)
    values = {bonus["name"]: bonus["says"] for bonus in match.view(None)["display"]}
    assert list(symbols) == list(values) == ["Take-back", "Flip", "Joker", "Star", "V1", "V2", "V3", "V4"]
    assert [name for name in symbols if symbols[name] == values[name]] == ["Take-back", "Flip", "Joker", "Star"]
    assert [symbols[name][17:] for name in ("V1", "V2", "V3", "V4")] == [
        "Moon or Sun",
        "Sun or Square",
        "Square or Circle",
        "Circle or Moon",
    ]
    assert [values[name] for name in ("V1", "V2", "V3", "V4")] == [
        "a false trick with an odd value",
        "a false trick with an even value",
        "a false trick with any value",
        "+1 or -1 on one own false trick",
    ]


# 2. The scoring cards and the variable sides


@pytest.mark.rule("TRK-08", "TRK-09", "TRK-10")
def test_the_nine_scoring_cards_of_the_house():
    state = new().state
    kinds = [KIND_NAMES[kind] for kind in state.scoring_cards[:, 0]]
    assert kinds == ["SEQ", "SUIT2-A", "SUIT2-B", "BEST", "SUITS", "FEW", "MANY", "EVEN", "ODD"]
    assert state.scoring_cards[SUIT2_A].tolist() == [SUIT2_A, 0, 2]
    assert state.scoring_cards[SUIT2_B].tolist() == [SUIT2_B, 1, 3]


CUSTOM = {
    "card": [
        {"kind": "SUIT2-A", "suits": ["moon", "sun"]},
        {"kind": "SUIT2-A", "suits": ["square", "circle"]},
        *[{"kind": "FEW"}] * 7,
    ]
}


@pytest.mark.rule("TRK-09")
def test_an_owner_may_bring_the_own_scoring_cards(tmp_path):
    match = new(scoring_cards=CUSTOM)
    assert match.state.scoring_cards.tolist() == [[SUIT2_A, 0, 1], [SUIT2_A, 2, 3]] + [[FEW, 0, 0]] * 7
    path = tmp_path / "cards.toml"
    text = "".join(
        f'[[card]]\nkind = "{entry["kind"]}"\n' + (f"suits = {entry['suits']}\n" if "suits" in entry else "")
        for entry in CUSTOM["card"]
    )
    path.write_text(text)
    assert new(scoring_cards=str(path)).state.scoring_cards.tolist() == match.state.scoring_cards.tolist()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "there are 9 scoring cards"),
        ({"card": 3}, "not 0"),
        ({"card": CUSTOM["card"][:8]}, "not 8"),
        ({"cards": []}, "nothing called 'cards'"),
        ({"card": [{"kind": "JOKER"}] * 9}, "no scoring card 'JOKER'"),
        ({"card": [{"suits": []}] * 9}, "has a kind"),
        ({"card": ["SEQ"] * 9}, "has a kind"),
        ({"card": [{"kind": "SEQ", "stars": 3}] * 9}, "has a kind"),
        ({"card": [{"kind": "SUIT2-A"}] * 9}, "two different suits"),
        ({"card": [{"kind": "SUIT2-B", "suits": ["sun", "sun"]}] * 9}, "two different suits"),
        ({"card": [{"kind": "SUIT2-B", "suits": "sun"}] * 9}, "two different suits"),
        ({"card": [{"kind": "SUIT2-B", "suits": ["sun", "hearts"]}] * 9}, "no suit 'hearts'"),
        ({"card": [{"kind": "SEQ", "suits": ["sun", "moon"]}] * 9}, "no suits"),
        (7, "scoring_cards cannot be 7"),
    ],
)
def test_wrong_scoring_cards_are_refused_with_a_sentence(given, sentence):
    with pytest.raises(BadInput, match=sentence):
        new(scoring_cards=given)


@pytest.mark.rule("TRK-13")
def test_the_scoring_card_decides_the_side_of_the_variable_cards():
    sides = {}
    for option in ("symbol", "value"):
        match = new(rank_cards_side=option)
        for kind in range(9):
            in_force(match, kind)
            sides[option, KIND_NAMES[kind]] = match.view(None)["variable_side"]
    symbol = [name for name in KIND_NAMES if sides["symbol", name] == "symbol"]
    assert symbol == ["SUIT2-A", "SUIT2-B", "BEST", "SUITS", "FEW", "MANY"]
    assert [name for name in KIND_NAMES if sides["value", name] == "symbol"] == symbol[:4]


@pytest.mark.rule("TRK-13")
def test_the_other_side_cannot_be_declared():
    match = ended(BEST, owned={0: [V1]})
    assert refusal(match, 0, Act.VALUE) == "TRK-13"
    assert refusal(match, 0, Act.PLUS + card("1 sun")) == "TRK-13"
    match = ended(SEQ, owned={0: [V1]})
    assert refusal(match, 0, Act.SUIT) == "TRK-13"
    assert refusal(ended(SEQ, owned={0: [V4]}), 0, Act.SUIT + 3) == "TRK-13"
    match = ended(FEW, owned={0: [V1]}, rank_cards_side="value")
    assert match.legal(0) == [Act.VALUE + v for v in (0, 2, 4, 6, 8, 10)] + [Act.UNUSED]


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
    assert not old.left.any()
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
    assert (set(state.turn_of.tolist()), set(state.played_by.tolist())) == ({-1}, {-1})
    assert (set(state.absent.ravel().tolist()), set(state.drawn_turn.ravel().tolist())) == ({-2}, {-1})
    assert (state.back_card, state.back_turn) == (-1, -1)
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


# 5. Reserve draw before each turn


def drawing(leader=1):
    hands = ["1 moon, 1 sun", "2 moon, 2 sun", "3 moon, 3 sun", "4 moon, 4 sun"]
    return rig(new(), *hands, leader=leader, reserves=["5 sun, 6 sun", "8 sun", "", "9 sun, 10 sun, 11 sun"])


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
    assert match.state.drawn_turn[0].tolist()[3:] == [0, -1]


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
    assert (match.state.played_by[47], match.state.turn_of[47]) == (0, 0)


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


# 8. Sevens and taking bonus cards


def seven(seats=4, **options):
    """Seat 1 has just captured the 7 Moon of seat 0 in a trick; seat 3 has the 7 Sun as a false trick."""
    hands = ["7 moon, 1 sun", "9 moon, 2 sun", "2 moon, 3 sun", "7 sun, 4 circle"]
    match = rig(new(seats, **options), *hands[:seats], kind=SEQ)
    play(match, "7 moon", "9 moon", "2 moon", *["7 sun"][: seats - 3])
    return match


@pytest.mark.rule("TRK-45", "TRK-46")
def test_who_collects_a_seven_may_take_a_bonus_card():
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


# 9. Permanent bonus cards


def taking_back(**options):
    """Seat 3 has the 7 Sun and the 5 Circle as false tricks and takes the take-back card after seat 1 declined."""
    match = seven(**options)
    match.state.false_tricks[3] |= 1 << card("5 circle")
    match.state.turn_of[card("5 circle")] = 4
    match.state.won[3] = bits(cards("5 moon"))
    match.play(1, Act.DECLINE)
    match.play(3, Act.TAKE + TAKE_BACK)
    return match


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
    assert (state.back_card, state.back_turn) == (card("7 sun"), 0)
    assert (state.phase, match.actors, state.turn) == (Phase.PLAY, [1], 1)
    assert refusal(match, 3, Act.TAKE_BACK + card("5 circle")) == "TRK-55"
    assert refusal(match, 3, Act.KEEP_FALSE) == "TRK-55"


@pytest.mark.rule("TRK-55")
def test_take_back_may_be_declined_and_is_gone():
    match = taking_back()
    match.play(3, Act.KEEP_FALSE)
    assert names(match.state.false_tricks[3]) == ["7 sun", "5 circle"]
    assert (match.state.hand_left[3], match.state.take_back_used, match.state.back_card) == (1, 1, -1)
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
def test_only_an_own_false_trick_can_be_taken_back():
    match = taking_back()
    assert refusal(match, 3, Act.TAKE_BACK + card("5 moon")) == "TRK-57"  # in a trick
    assert refusal(match, 3, Act.TAKE_BACK + card("9 moon")) == "TRK-57"  # somebody else's
    assert refusal(match, 3, Act.TAKE_BACK + THING + STAR) == "TRK-57"
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
    assert match.state.turn_of[card("7 sun")] == 1
    assert match.state.back_turn == 0


@pytest.mark.rule("TRK-58")
def test_another_seven_grants_in_any_case():
    match = seven(recollected_seven="no-grant")
    match.state.back_card = card("7 circle")
    assert match.actors == [1]
    match.play(1, Act.DECLINE)
    assert match.actors == [3]


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


def flipping(kind=BEST, **options):
    """Seat 0 has Flip, four tricks besides that of the last turn, and three false tricks."""
    match = last_turn(kind, (5, 0, 0, 0), ("5 sun, 6 sun, 7 square", "1 circle", "", ""), {0: [FLIP]}, **options)
    match.state.won[0] = bits(cards("8 sun, 9 sun, 10 circle"))
    match.state.won[1] = bits(cards("11 sun"))
    play(match, *LAST)
    return match


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
    assert refusal(match, 0, Act.FLIP + THING + JOKER) == "TRK-63"
    assert refusal(match, 0, Act.FLIP + THING) == "TRK-63"


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
    assert refusal(match, 0, Act.PLUS + card("5 sun")) == "TRK-73"  # somebody else's
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
        assert refusal(match, 0, Act.PLUS + THING + thing) == "TRK-74"
        assert refusal(match, 0, Act.MINUS + THING + thing) == "TRK-74"
    assert refusal(match, 0, Act.PLUS + card("8 sun")) == "TRK-73"  # below the top of the flipped trick
    targets = [*cards("5 sun, 6 sun, 9 sun, 7 square"), THING + V1]
    assert match.legal(0) == [base + thing for base in (Act.PLUS, Act.MINUS) for thing in targets] + [Act.UNUSED]
    match.play(0, Act.MINUS + THING + V1)
    match.play(0, Act.COMMIT)
    assert result(match, 0) == (4, 6, 16, 6, 0)  # 5-6-7 and 9-10


@pytest.mark.rule("TRK-74")
def test_plus_or_minus_within_the_values_of_a_variable_card():
    match = ended(SEQ, owned={0: [V1, V2, V4]})
    match.play(0, Act.VALUE + 0)
    match.play(0, Act.VALUE + 11)
    assert match.legal(0) == [Act.PLUS + THING + V1, Act.MINUS + THING + V2, Act.UNUSED]
    assert refusal(match, 0, Act.MINUS + THING + V1) == "TRK-73"
    assert refusal(match, 0, Act.PLUS + THING + V2) == "TRK-73"


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
        (V4, Act.PLUS + THING + V3),
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


# 12. Base score


@pytest.mark.rule("TRK-82", "TRK-83", "TRK-84", "TRK-85", "TRK-110", "TRK-111")
def test_base_score():
    vectors = {(6, 1): 9, (3, 4): 12, (4, 4): 24, (0, 0): 0, (0, 5): 0, (5, 0): 5, (1, 1): 6, (5, 5): 30, (5, 3): 14}
    for (tricks, false_tricks), stars in vectors.items():
        assert base_score(tricks=tricks, false_tricks=false_tricks) == stars
        names_ = ", ".join(f"{value} circle" for value in range(1, 1 + false_tricks))
        match = ended(FEW, (1, tricks, 0, 0), ("", names_, "", ""))
        assert result(match, 1)[:3] == (tricks, false_tricks, stars)


@pytest.mark.rule("TRK-86", "TRK-111")
def test_bonus_cards_that_count_are_in_the_base_score():
    match = ended(BEST, (5, 0, 0, 0), ("1 sun, 2 square, 3 circle", "", "", ""), {0: [FLIP]})
    match.play(0, Act.FLIP + card("12 moon"))
    match.play(0, Act.COMMIT)
    assert result(match, 0)[:3] == (4, 4, 24)
    for action, stars in ((Act.JOKER_FALSE, 24), (Act.JOKER_TRICK, 14)):
        match = ended(BEST, (4, 0, 0, 0), ("1 sun, 2 square, 3 circle", "", "", ""), {0: [JOKER]})
        match.play(0, action)
        match.play(0, Act.COMMIT)
        assert result(match, 0)[2] == stars


# 13. Scoring cards


@pytest.mark.rule("TRK-87")
@pytest.mark.parametrize("kind", [SEQ, SUIT2_A, SUIT2_B, BEST, NUMBER_OF_SUITS, FEW, MANY, EVEN, ODD])
def test_tricks_are_nothing_to_a_scoring_card(kind):
    match = ended(kind, (6, 5, 4, 3))
    assert [result(match, seat)[3] for seat in range(4)] == [0, 0, 0, 0]


BOOK = [(7, "sun"), (3, "moon"), (6, "sun"), (2, "square")]


@pytest.mark.rule("TRK-88", "TRK-89", "TRK-90", "TRK-112", "TRK-116")
def test_sequence():
    assert scoring_card("SEQ", [*BOOK, (8, "moon")]) == 6
    assert scoring_card("SEQ", [(6, "sun"), (6, "moon"), (7, "sun")]) == 3
    assert scoring_card("SEQ", [(12, "sun"), (1, "moon"), (11, "sun")]) == 3
    assert scoring_card("SEQ", [(1, "sun"), (2, "sun"), (4, "sun"), (5, "moon"), (6, "moon")]) == 6
    assert [scoring_card("SEQ", [(v, "sun") for v in range(12, 12 - n, -1)]) for n in range(8)] == [
        0,
        1,
        3,
        6,
        9,
        12,
        12,
        12,
    ]
    values = np.zeros(12, np.int8)
    values[[1, 2, 5, 6, 7]] = [1, 3, 1, 1, 1]
    assert longest_run(values) == 3
    match = ended(SEQ, (4, 0, 0, 0), ("6 sun, 7 moon, 8 sun, 2 square", "", "", ""))
    assert result(match, 0) == (4, 4, 24, 6, 0)
    assert match.scores == [30, 0, 0, 0]


@pytest.mark.rule("TRK-91")
def test_one_of_two_suits():
    false_tricks = [(1, "moon"), (2, "moon"), (3, "square"), (4, "sun"), (5, "sun"), (6, "sun"), (7, "circle")]
    assert scoring_card("SUIT2-A", false_tricks) == 4
    assert scoring_card("SUIT2-B", false_tricks) == 7
    assert scoring_card("SUIT2-A", [(1, "square")]) == 2
    assert scoring_card("SUIT2-B", [(1, "circle")]) == 2
    assert scoring_card("SUIT2-B", [(1, "square"), (2, "moon")]) == 0
    for name in ("SUIT2-A", "SUIT2-B"):
        suit = {"SUIT2-A": "moon", "SUIT2-B": "sun"}[name]
        counts = [scoring_card(name, [(value, suit) for value in range(1, n + 1)]) for n in range(7)]
        assert counts == [0, 2, 4, 7, 10, 12, 12]
    for kind, stars in ((SUIT2_A, 4), (SUIT2_B, 2)):
        match = ended(kind, false_tricks=("1 moon, 2 square, 3 square, 4 circle", "", "", ""))
        assert result(match, 0)[3] == stars


@pytest.mark.rule("TRK-92", "TRK-113")
def test_strongest_suit():
    assert scoring_card("BEST", [*BOOK, (9, "sun")]) == 3
    assert scoring_card("BEST", [(1, "sun"), (2, "sun"), (3, "moon"), (4, "moon")]) == 2
    assert [scoring_card("BEST", [(v + 1, "circle") for v in range(n)]) for n in range(8)] == [0, 1, 2, 3, 5, 8, 12, 12]


@pytest.mark.rule("TRK-93", "TRK-114", "TRK-116")
def test_number_of_suits():
    assert scoring_card("SUITS", [*BOOK, (7, "moon")]) == 7
    four = [(1, "moon"), (1, "sun"), (1, "square"), (1, "circle")]
    assert [scoring_card("SUITS", four[:n]) for n in range(5)] == [0, 1, 3, 7, 12]
    assert scoring_card("SUITS", [(1, "circle"), (2, "circle")]) == 1


def ranks(kind, counts, **options):
    pool = iter(f"{value} {suit}" for suit in ("sun", "square", "circle") for value in range(1, 13))
    false_tricks = [", ".join(next(pool) for _ in range(count)) for count in counts]
    match = ended(kind, (1, 0, 0, 0), false_tricks, seats=len(counts), **options)
    return [result(match, seat)[3] for seat in range(len(counts))]


@pytest.mark.rule("TRK-94", "TRK-95", "TRK-96", "TRK-97", "TRK-117")
def test_fewest_and_most():
    assert ranks(MANY, (5, 3, 3, 1)) == [12, 7, 7, 0]
    assert ranks(MANY, (5, 3, 3, 1), rank_ties="dense") == [12, 7, 7, 3]
    assert ranks(FEW, (2, 2, 4, 5)) == [12, 12, 3, 0]
    assert ranks(FEW, (2, 2, 4, 5), rank_ties="dense") == [12, 12, 7, 3]
    assert ranks(FEW, (0, 1, 3)) == [0, 12, 7]
    assert ranks(MANY, (0, 1, 3)) == [0, 7, 12]
    assert ranks(MANY, (0, 0, 0)) == [0, 0, 0]
    assert ranks(FEW, (4, 3, 2, 1)) == [0, 3, 7, 12]
    assert ranks(MANY, (4, 3, 2, 1)) == [12, 7, 3, 0]
    assert ranks(FEW, (5, 4, 4, 4), rank_ties="dense") == [7, 12, 12, 12]
    assert ranks(FEW, (5, 4, 4, 4)) == [0, 12, 12, 12]
    assert ranks(MANY, (1, 1, 1, 1)) == [12, 12, 12, 12]
    counts = np.array([3, 1, 1, 2], np.int8)
    assert [place(counts, 4, seat, FEW, False) for seat in range(4)] == [4, 1, 1, 3]
    assert [place(counts, 4, seat, FEW, True) for seat in range(4)] == [3, 1, 1, 2]
    assert scoring_card("FEW", BOOK, others=[5, 5]) == 12
    assert scoring_card("MANY", BOOK, others=[5, 5]) == 3
    assert scoring_card("MANY", BOOK, others=[5, 5], rank_ties="dense") == 7
    assert scoring_card("FEW", [], others=[5, 5]) == 0


@pytest.mark.rule("TRK-98", "TRK-115", "TRK-116")
def test_even_and_odd():
    false_tricks = [*BOOK, (7, None)]
    assert scoring_card("EVEN", false_tricks) == 3
    assert scoring_card("ODD", false_tricks) == 6
    assert [scoring_card("EVEN", [(2 * v, None) for v in range(1, n + 1)]) for n in range(7)] == [0, 1, 3, 6, 9, 12, 12]
    assert [scoring_card("ODD", [(2 * v - 1, None) for v in range(1, n + 1)]) for n in range(7)] == [
        0,
        1,
        3,
        6,
        9,
        12,
        12,
    ]
    assert scoring_card("ODD", [(12, None), (2, None)]) == 0
    assert scoring_card("EVEN", [(11, None), (1, None)]) == 0


@pytest.mark.rule("TRK-99", "TRK-100")
def test_the_tables_of_the_house():
    tables = new().state.tables
    for kind, name in enumerate(KIND_NAMES):
        row = HOUSE_TABLES[name]
        assert tables[kind].tolist() == row + row[-1:] * (12 - len(row))
        assert max(row) == 12
        assert scoring_card(name, []) == 0
    assert HOUSE_TABLES["BEST"] == [1, 2, 3, 5, 8, 12]
    assert HOUSE_TABLES["FEW"] == HOUSE_TABLES["MANY"] == [12, 7, 3, 0]


MINE = {
    **{name: list(range(20, 20 + len(row))) for name, row in HOUSE_TABLES.items()},
    "SEQ": list(range(1, 13)),
}


@pytest.mark.rule("TRK-99")
def test_an_owner_may_bring_the_printed_tables(tmp_path):
    path = tmp_path / "tables.toml"
    path.write_text("\n".join(f'"{name}" = {row}' for name, row in MINE.items()))
    match = new(tables=str(path))
    assert match.state.tables[SEQ].tolist() == list(range(1, 13))
    assert match.state.tables[BEST].tolist() == [20, 21, 22, 23, 24, 25] + [25] * 6
    run = ", ".join(f"{value} sun" for value in range(1, 13))
    assert result(ended(SEQ, (1, 0, 0, 0), (run, "", "", ""), tables=MINE), 0)[3] == 12
    assert result(ended(ODD, (1, 0, 0, 0), ("1 sun", "", "", ""), tables=MINE), 0)[3] == 20
    assert ranks(FEW, (1, 2, 3, 4), tables=MINE) == [20, 21, 22, 23]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"SEQ": [1, 3, 6, 9]}, "SEQ is too short: it needs at least 5 numbers and has 4"),
        ({"FEW": [12, 7, 3]}, "FEW is too short"),
        ({"SUITS": list(range(13))}, "SUITS is too long"),
        ({"ODD": "many"}, "ODD is a list of whole numbers"),
        ({"ODD": [1, 2, 3, 4, 100]}, "from 0 to 99"),
        ({"ODD": [1, 2, 3, 4, True]}, "from 0 to 99"),
        ({"STARS": [1]}, "no scoring card 'STARS'"),
    ],
)
def test_wrong_tables_are_refused_with_a_sentence(change, sentence):
    with pytest.raises(BadInput, match=sentence):
        new(tables={**HOUSE_TABLES, **change})


def test_tables_must_be_complete():
    with pytest.raises(BadInput, match="say nothing about SUIT2-A"):
        new(tables={"SEQ": [1, 2, 3, 4, 5]})


def test_the_worked_examples_refuse_what_is_not_a_card():
    with pytest.raises(BadInput, match="from 1 to 12"):
        scoring_card("SEQ", [(13, "sun")])
    with pytest.raises(BadInput, match="no suit 'hearts'"):
        scoring_card("SEQ", [(1, "hearts")])


# 14. End of the game


def over(seats, scores):
    """A match at the end of its last round, with these totals."""
    match = last_turn(SEQ, (1, 0, 0, 0), seats=seats)
    state = match.state
    state.round_no = seats - 1
    in_force(match, SEQ)
    for seat, stars in enumerate(scores):
        state.total[seat] = stars - (seat == 0)  # seat 0 wins one trick
    play(match, *LAST[:seats])
    return match


@pytest.mark.rule("TRK-101", "TRK-102", "TRK-103")
@pytest.mark.parametrize("seats", [3, 4])
def test_there_are_as_many_rounds_as_players(seats):
    match = laid(seats)
    starters, scoring_cards = [], []
    while not match.over:
        state = match.state
        if len(starters) == state.round_no:
            starters.append(int(state.starter))
            scoring_cards.append(int(state.pile[state.round_no]))
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    assert len(starters) == seats
    assert sorted(starters) == list(range(seats))
    assert [(starter + 1) % seats for starter in starters[:-1]] == starters[1:]
    assert len(set(scoring_cards)) == seats
    assert match.actors == []
    assert match.due is None
    assert refusal(match, 0, Act.DRAW) == "TRK-101"
    assert refusal(match, 0, Act.LEAVE) == "TRK-101"


@pytest.mark.rule("TRK-104", "TRK-105")
def test_the_most_stars_win_and_ties_share():
    match = over(4, [9, 40, 12, 39])
    assert match.over
    assert (match.scores, match.winners) == ([9, 40, 12, 39], [1])
    match = over(3, [9, 40, 40])
    assert (match.scores, match.winners) == ([9, 40, 40], [1, 2])
    assert match.view(0)["phase"] == "over"
    assert match.view(0)["to_act"] is None


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
    absent = match.state.absent
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
def test_who_leaves_while_reserves_are_laid_gets_a_random_one():
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


# What everybody has seen, and the record as a whole


def test_a_shown_void_is_remembered_for_its_turn():
    match = rig(new(), "5 sun, 1 moon", "12 moon, 1 circle", "6 sun, 2 moon", "11 sun, 4 circle")
    match.state.turn = 6
    match.state.played_by[card("3 sun")] = 2
    play(match, "5 sun", "12 moon", "6 sun", "11 sun")
    absent = match.state.absent[1].tolist()
    shown = [
        number for number in cards(", ".join(f"{v} sun" for v in range(1, 13))) if number not in cards("3 sun, 5 sun")
    ]
    assert [number for number in range(48) if absent[number] == 6] == shown
    assert {absent[number] for number in range(48) if number not in shown} == {-2}
    assert (match.state.absent[[0, 2, 3]] == -2).all()


def test_actions_are_described_in_words():
    match = new()
    in_force(match, ODD)
    words = [match.describe(action) for action in range(ACTIONS)]
    assert len(set(words)) == ACTIONS
    assert words[Act.PLAY + card("7 sun")] == "play the 7 Sun"
    assert words[Act.MINUS + THING + V3] == "-1 on the V3"
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
