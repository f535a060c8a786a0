"""Piccolo Twist, sections 1 and 2 of the rulebook: players, components and set-up."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from tests.games.piccolo_twist import obvious
from tests.games.piccolo_twist.tables import (
    FLIP,
    RING,
    assert_whole,
    banks,
    seats_of,
    stacks,
    turn,
)
from tests.helpers import badly_shuffled, refusal, table

import parlour
from parlour import BadInput, IllegalAction
from parlour.games.bell.rows import EMPTY
from parlour.games.piccolo_twist.cards import BALANCED, name_of, parse_deck

# 1. Players and components


@pytest.mark.rule("TWI-01")
def test_two_to_five_can_play():
    for seats in range(2, 6):
        assert len(table("piccolo_twist", seats).view(None)["seats"]) == seats
    for seats in (0, 1, 6):
        with pytest.raises(BadInput, match="TWI-01"):
            table("piccolo_twist", seats)
    with pytest.raises(IllegalAction) as refused:
        table("piccolo_twist", 3).play(3, FLIP)
    assert refused.value.rule == "TWI-01"


def custom(**changes: dict) -> dict:
    return {kind: {**colours, **changes.get(kind, {})} for kind, colours in BALANCED.items()}


@pytest.mark.rule("TWI-02")
def test_there_are_56_cards():
    match = table("piccolo_twist", 3)
    assert match.state.cards == 56
    assert obvious.all_cards(match.state) == list(range(56))
    for amounts, count in (([1, 1, 2], 55), ([1, 1, 2, 3, 3], 57)):
        with pytest.raises(BadInput, match=f"has {count} cards.*56 .TWI-02"):
            table("piccolo_twist", 3, deck=custom(hat={"red": amounts}))


@pytest.mark.rule("TWI-03")
def test_each_card_shows_one_type_in_one_colour():
    match = table("piccolo_twist", 2)
    cards = [obvious.face(match.state, card) for card in range(56)]
    assert {kind for kind, _, _ in cards} == {"hat", "potion", "chameleon", "candle"}
    assert {colour for _, colour, _ in cards} == {"red", "yellow", "green", "blue"}
    assert {amount for _, _, amount in cards} == {1, 2, 3, 4, 5}
    for wrong, sentence in (
        (custom() | {"drum": {"red": [1]}}, "no type 'drum'; there are hat, potion"),
        (custom(hat={"pink": [1]}), "hat has no colour 'pink'; there are red, yellow"),
        (custom(hat={"red": [1, 1, 2, 6]}), "red hat has the amount 6; amounts are 1 to 5"),
        (custom(hat={"red": [1, 1, 2, 0]}), "red hat has the amount 0"),
        (custom(hat={"red": [1, 1, 2, True]}), "red hat has the amount True"),
        (custom(hat={"red": "1123"}), "red hat should be a list"),
        (custom(hat={"red": 3}), "red hat should be a list"),
        (custom() | {"hat": [1, 2]}, "hat should be a table of colours"),
    ):
        with pytest.raises(BadInput, match=sentence):
            table("piccolo_twist", 2, deck=wrong)


@pytest.mark.rule("TWI-04")
def test_deck_list(tmp_path: Path):
    told = {
        "hat": ["1123", "1234", "124", "135"],
        "potion": ["135", "1123", "1234", "124"],
        "chameleon": ["124", "135", "1123", "1234"],
        "candle": ["1234", "124", "135", "1123"],
    }
    expected = Counter(
        (kind, colour, int(amount))
        for kind, row in told.items()
        for colour, amounts in zip(["red", "yellow", "green", "blue"], row, strict=True)
        for amount in amounts
    )
    match = table("piccolo_twist", 2)
    cards = [obvious.face(match.state, card) for card in range(56)]
    assert Counter(cards) == expected
    for name in ("hat", "potion", "chameleon", "candle", "red", "yellow", "green", "blue"):
        amounts = Counter(amount for kind, colour, amount in cards if name in (kind, colour))
        assert amounts == {1: 5, 2: 3, 3: 3, 4: 2, 5: 1}
    assert table("piccolo_twist", 2, deck="balanced").state.tobytes() == match.state.tobytes()
    own = tmp_path / "own.toml"
    own.write_text("[hat]\nred = [" + "5, " * 56 + "]\n")
    mine = table("piccolo_twist", 2, deck=str(own))
    assert {obvious.face(mine.state, card) for card in range(56)} == {("hat", "red", 5)}
    opener = turn(mine)
    mine.play(opener, FLIP)
    assert mine.view(None)["seats"][opener]["top"] == {"type": "hat", "colour": "red", "amount": 5}
    assert name_of(int(mine.state.faces[0])) == "red hat 5"
    assert parlour.replay(mine.log()).state.tobytes() == mine.state.tobytes()
    with pytest.raises(BadInput, match="balanced"):
        table("piccolo_twist", 2, deck="halli-56")
    assert np.array_equal(parse_deck(BALANCED), match.state.faces)


# 2. Set-up


@pytest.mark.rule("TWI-05", "TWI-06")
def test_everything_is_dealt_from_the_opener_on():
    for seats, sizes in ((2, [28, 28]), (3, [19, 19, 18]), (4, [14] * 4), (5, [12, 11, 11, 11, 11])):
        orders = set()
        for seed in range(3):
            match = table("piccolo_twist", seats, seed=seed)
            opener = turn(match)
            assert [banks(match)[(opener + k) % seats] for k in range(seats)] == sizes
            assert_whole(match)
            orders.add(tuple(card for seat in range(seats) for card in obvious.bank(match.state, seat)))
        assert len(orders) == 3


@pytest.mark.rule("TWI-05")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_card_of_the_deck_is_shuffled(seats):
    orders = []
    for seed in range(40):
        match = table("piccolo_twist", seats, seed=seed)
        banked = [obvious.bank(match.state, (turn(match) + i) % seats) for i in range(seats)]
        orders.append([banked[i % seats][i // seats] for i in range(56)])
    assert badly_shuffled(orders) == []


@pytest.mark.rule("TWI-07")
def test_banks_are_face_down_and_stacks_empty():
    match = table("piccolo_twist", 3)
    assert stacks(match) == [0, 0, 0]
    assert seats_of(match, "top") == [None, None, None]
    for seat in (0, 1, 2, None):
        seen = match.seen(seat)
        assert set(seen.row[:3][match.state.row[:3] != EMPTY].tolist()) == {-1}


@pytest.mark.rule("TWI-08", "TWI-09")
def test_first_opener_is_drawn_at_random():
    openers = Counter(turn(table("piccolo_twist", 4, seed=seed)) for seed in range(40))
    assert all(4 <= openers[seat] <= 18 for seat in range(4))
    match = table("piccolo_twist", 4, seed=3)
    opener = turn(match)
    for seat in range(4):
        if seat != opener:
            assert refusal(match, seat, FLIP) == "TWI-11"
    assert match.play(opener, FLIP) == 0


@pytest.mark.rule("TWI-08", "TWI-27")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_only_the_first_round_has_a_drawn_opener(seats):
    openers = set()
    for seed in range(8):
        match = table("piccolo_twist", seats, seed=seed)
        openers.add(turn(match))
        for number in range(3):  # later rounds are opened by their last winner, whoever opened the first
            winner = (seed + number) % seats
            match.state.five = 1
            match.look_again()
            match.play(winner, RING, at=max(match.clock, 100) + 2000)
            match.wait()
            assert match.view(None)["result"] == {"seat": winner, "right": True}
            assert turn(match) == winner
            match.wait(int(match.state.shown_until))
            match.play(winner, FLIP)
    assert len(openers) > 1
