"""Tricky Twist: players, cards and the sides of the variable bonus cards (TRK-01 to TRK-13)."""

import pytest
from tests.games.tricky_twist.helpers import (
    BEST,
    FEW,
    ODD,
    SEQ,
    SUIT2_A,
    SUIT2_B,
    V1,
    V4,
    card,
    ended,
    in_force,
    new,
    play,
    rig,
)
from tests.helpers import refusal

from parlour import BadInput
from parlour.games.tricky_twist import RULES
from parlour.games.tricky_twist.cards import (
    BONUS_CARDS,
    CARDS,
    KIND_NAMES,
    SCORING_CARDS,
    SUITS,
    card_name,
)
from parlour.games.tricky_twist.state import Act, Phase, RankCardsSide, RankTies, RecollectedSeven, TakeBackCard

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
def test_custom_scoring_cards_can_be_used(tmp_path):
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


# Options


@pytest.mark.parametrize(
    ("option", "members"),
    [
        ("take_back_card", TakeBackCard),
        ("recollected_seven", RecollectedSeven),
        ("rank_ties", RankTies),
        ("rank_cards_side", RankCardsSide),
    ],
)
def test_an_option_field_holds_a_member_of_the_enum_for_that_option(option, members):
    values = next(each.values for each in RULES.options if each.name == option)
    assert values == tuple(name.lower().replace("_", "-") for name in members.__members__)
    assert [new(**{option: value}).state[option] for value in values] == list(members)
