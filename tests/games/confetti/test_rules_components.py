"""Confetti: players, cards and set-up (CON-01 to CON-14)."""

import math
import random
from itertools import product

import numpy as np
import pytest
from tests.games.confetti import obvious
from tests.games.confetti.helpers import (
    CARD,
    DISCARD,
    FULL,
    HOLD,
    NOTHING,
    TAKE,
    cards_in,
    give,
    give_points,
    middle,
    places,
    run_out,
    to_round,
)
from tests.helpers import refusal, table

import parlour
from parlour import BadInput
from parlour.games.confetti import DECK, RULES, hand_score
from parlour.games.confetti import cards as cards_of
from parlour.games.confetti.dealing import draw_unknown_cards
from parlour.games.confetti.state import (
    ROUND_SECONDS,
    Conflict,
    ExtraCard,
    Layout,
    Limit,
    Place,
    Round2Pool,
    Side,
    SoloPool,
    Stealing,
    round_ms,
)

NOT_TESTABLE = {
    "CON-09": "it says what the printed game does not ask for, and CON-10 overrules it",
    "CON-19": "fingers on a table; what they mean here is CON-20",
}


# 1. Players and components


@pytest.mark.rule("CON-01")
def test_one_to_seven_can_play():
    for seats in range(1, 8):
        assert table("confetti", seats).actors == list(range(seats))
    for seats in (0, 8):
        with pytest.raises(BadInput, match="CON-01"):
            table("confetti", seats)
    assert refusal(table("confetti", 3), 3, TAKE) == "CON-01"


@pytest.mark.rule("CON-02")
def test_there_are_84_cards():
    assert len(DECK) == len(set(DECK)) == 84
    match = table("confetti", 4)
    assert obvious.all_cards(match.state) == obvious.full_deck(match.state) == list(range(84))
    assert match.state.itemsize <= 2048


@pytest.mark.rule("CON-03", "CON-94")
def test_a_game_uses_one_side_only():
    white, black = table("confetti", 3), table("confetti", 3, side="black")
    assert white.state.deck.tolist() == [["ROYGBP".index(letter) for letter in name] for name in DECK]
    to_round(white, 2)
    to_round(black, 2)
    for match, kinds in ((white, cards_of.COLOURS), (black, cards_of.SHAPES)):
        seen = {card[size] for card in match.view(0)["middle"] for size in ("small", "medium", "big")}
        assert seen == set(kinds)
    assert (white.view(0)["side"], black.view(0)["side"]) == ("white", "black")


@pytest.mark.rule("CON-04")
def test_a_card_shows_three_sizes_in_three_colours():
    assert all(len(name) == 3 and len(set(name)) == 3 for name in DECK)
    with pytest.raises(BadInput, match=r"three different colours \(CON-04\)"):
        hand_score(["ROO"])


@pytest.mark.rule("CON-05")
def test_six_colours_each_fourteen_times_in_every_size():
    assert cards_of.COLOURS == ("red", "orange", "yellow", "green", "blue", "purple")
    for size, letter in product(range(3), "ROYGBP"):
        assert sum(name[size] == letter for name in DECK) == 14


@pytest.mark.rule("CON-06")
def test_the_deck_is_table_con_a():
    assert (DECK[0], DECK[83]) == ("ROY", "PBY")
    pairs = ["12", "13", "14", "15", "23", "24", "25", "32", "34", "35", "41", "42", "45", "53"]
    for number, name in enumerate(DECK):
        d, e = map(int, pairs[number // 6])
        s = number % 6
        assert name == "ROYGBP"[s] + "ROYGBP"[(s + d) % 6] + "ROYGBP"[(s + e) % 6]
    full_sets = {frozenset((name, name[1:] + name[0], name[2] + name[:2])) for name in DECK}
    assert len(full_sets) == 28
    assert all(set(three) <= set(DECK) and hand_score(list(three)) == (3, 3, 3, 3) for three in full_sets)


@pytest.mark.rule("CON-06")
def test_a_deck_may_be_drawn_from_the_120_possible_cards():
    possible = [s + m + b for s, m, b in product("ROYGBP", repeat=3) if len({s, m, b}) == 3]
    assert [cards_of.name_of(face) for face in cards_of.POSSIBLE.tolist()] == possible
    drawn = [0] * 120
    for seed in range(8):
        match = table("confetti", 3, seed, deck="random-84")
        names = [cards_of.name_of(face) for face in match.state.deck.tolist()]
        assert len(set(names)) == 84
        assert names != sorted(names)
        for name in names:
            drawn[possible.index(name)] += 1
    assert min(drawn) >= 1  # 5.6 on average
    assert abs(sum(drawn[:60]) - sum(drawn[60:])) < 80


@pytest.mark.rule("CON-06")
def test_a_deck_drawn_at_random_keeps_what_is_known_and_repeats_nothing():
    state = table("confetti", 1, deck="random-84").state
    for low in (0, 60):  # one half of the possible cards is known, the rest comes from the other
        state.deck[:60] = cards_of.POSSIBLE[low : low + 60]
        state.deck[60:] = -1
        draw_unknown_cards(state)
        drawn = state.deck.tolist()
        assert drawn[:60] == cards_of.POSSIBLE[low : low + 60].tolist()
        others = cards_of.POSSIBLE[60 - low : 120 - low].tolist()
        assert all(face in others for face in drawn[60:])
        assert len({tuple(face) for face in drawn}) == 84


@pytest.mark.rule("CON-06")
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_a_custom_deck_may_have_equal_cards(seats):
    match = table("confetti", seats, deck={"cards": [*DECK[:42], *DECK[:42]]})
    assert [cards_of.name_of(face) for face in match.state.deck.tolist()] == [*DECK[:42], *DECK[:42]]
    assert len(middle(match)) == 42
    twins = next(card for card in middle(match) if card < 42 and card + 42 in middle(match))
    match.play(0, TAKE + twins)
    match.wait()
    assert (match.state.place[twins], match.state.place[twins + 42]) == (Place.LOOSE, Place.MIDDLE)
    match.play(0, TAKE + twins + 42)  # equal cards are taken and scored one by one
    run_out(match)
    assert (match.state.collected[0], match.state.result[0]) == (2, -2)
    assert parlour.match.replay(match.log()).state.tobytes() == match.state.tobytes()


@pytest.mark.rule("CON-06")
def test_a_custom_deck_can_be_used(tmp_path):
    own = [name[::-1] for name in DECK]
    match = table("confetti", 2, deck={"cards": own})
    assert [cards_of.name_of(face) for face in match.state.deck.tolist()] == own
    file = tmp_path / "deck.toml"
    file.write_text(f"cards = {list(own)}")
    same = parlour.game("confetti").new(2, 1, {"deck": str(file)})
    assert same.state.tobytes() == match.state.tobytes()
    for deck, says in (
        ({"cards": own[:83]}, "has 84 cards .*, not 83"),
        ({"cards": [*own, "ROY"]}, "has 84 cards .*, not 85"),
        ({"cards": [*own[:83], "ROX"]}, "three of the letters"),
        ({"cards": [*own[:83], "RO"]}, "three of the letters"),
        ({"cards": [*own[:83], 7]}, "three of the letters"),
        ({"cards": [*own[:83], "ROR"]}, "three different colours"),
        ({"cards": "ROY"}, "is a list of 84 cards"),
        ({}, "is a list of 84 cards"),
        ({"cards": own, "colours": 6}, "colours is not known"),
    ):
        with pytest.raises(BadInput, match=says):
            table("confetti", 2, deck=deck)


# 2. Set-up


@pytest.mark.rule("CON-07", "CON-08", "CON-77")
def test_exactly_half_the_deck_lies_in_the_middle():
    for seats in range(1, 8):
        match = table("confetti", seats)
        assert (len(middle(match)), len(cards_in(match, Place.ASIDE))) == (42, 42)
        assert match.view(0)["aside_unseen"] == 42


@pytest.mark.rule("CON-10")
def test_the_deck_is_shuffled_for_each_game():
    halves = [middle(table("confetti", 2, seed)) for seed in range(20)]
    assert len({tuple(half) for half in halves}) == 20
    assert halves[3] == middle(table("confetti", 2, 3))
    often = np.bincount([card for half in halves for card in half], minlength=84)
    assert often.min() >= 2  # 10 on average
    assert often.max() <= 18


@pytest.mark.rule("CON-11")
def test_all_cards_in_the_middle_show_the_side_in_play():
    match = table("confetti", 2)
    give_points(match, 0, FULL)
    give(match, 0, NOTHING[:2])
    match.wait(80_000)
    assert places(match, *(CARD[name] for name in FULL)) == [Place.POINT, Place.ASIDE, Place.ASIDE]  # two are given up
    to_round(match, 3)
    names = {card["number"]: card["name"] for card in match.view(0)["middle"]}
    assert len(names) == 83
    assert all(names[number] == DECK[number] for number in names)


def in_square(points, centre, radians, side):
    """Tells which of the points lie on a square card."""
    offset = points - centre
    turn = np.array([[math.cos(radians), -math.sin(radians)], [math.sin(radians), math.cos(radians)]])
    return (np.abs(offset @ turn) <= side / 2).all(axis=1)


def in_view(card, others, side):
    """The share of a card that can be seen if all the others lie on top of it. A card is x, y, radians."""
    steps = (np.arange(15) + 0.5) / 15 * side - side / 2
    grid = np.array([(x, y) for x in steps for y in steps])
    turn = np.array([[math.cos(card[2]), math.sin(card[2])], [-math.sin(card[2]), math.cos(card[2])]])
    points = grid @ turn + card[:2]
    hidden = np.zeros(len(points), bool)
    for x, y, radians in others:
        if math.hypot(x - card[0], y - card[1]) < 1.5 * side:
            hidden |= in_square(points, np.array([x, y]), radians, side)
    return 1 - hidden.mean()


@pytest.mark.rule("CON-12")
def test_cards_lie_scattered_with_most_of_each_face_in_view():
    match = table("confetti", 1, seed=8, solo_pool="all")
    view = match.view(0)
    lying = [(card["x"], card["y"], math.radians(card["degrees"])) for card in view["middle"]]
    assert len(lying) == 84
    assert all(0 < x < view["width"] and 0 < y < view["height"] for x, y, _ in lying)
    for card in lying:
        assert in_view(card, [other for other in lying if other != card], view["card_side"]) >= 0.6
    state = match.state
    for field in (state.across, state.down):
        assert set(field.tolist()) <= set(range(-12, 13))
        assert (field.min(), field.max()) == (-12, 12)
    assert (state.angle.min(), state.angle.max()) == (-128, 127)  # all round
    assert sorted(state.cell.tolist()) == list(range(84))


@pytest.mark.rule("CON-12")
def test_whatever_the_angles_six_tenths_of_a_face_stay_in_view():
    dice = random.Random(1)
    cell, lean = cards_of.CELL, cards_of.JITTER
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    for _ in range(150):
        angles = [dice.choice((0, math.pi / 4, dice.random() * math.pi)) for _ in range(9)]
        own_x, own_y = dice.choice((0, lean, dice.randint(-lean, lean))), dice.choice((0, lean))
        others = [
            (x * cell - x * lean, y * cell - y * lean, angle) for (x, y), angle in zip(around, angles[1:], strict=True)
        ]
        assert in_view((own_x, own_y, angles[0]), others, cards_of.CARD_SIDE) >= 0.6


@pytest.mark.rule("CON-12")
def test_a_grid_is_tidy_and_a_card_returns_to_its_own_cell():
    match = table("confetti", 3, layout="grid")
    state = match.state
    assert not state.across.any()
    assert not state.down.any()
    assert not state.angle.any()
    cells = [int(state.cell[card]) for card in middle(match)]
    assert len(set(cells)) == 42
    assert all(0 <= cell < 84 for cell in cells)
    assert {int(state.cell[card]) for card in cards_in(match, Place.ASIDE)} == {-1}
    card = middle(match)[5]
    before = next(lying for lying in match.view(0)["middle"] if lying["number"] == card)
    match.play(0, TAKE + card)
    match.wait(300)
    match.play(0, DISCARD + card)
    assert next(lying for lying in match.view(0)["middle"] if lying["number"] == card) == before
    assert before["x"] == 100 * (cells[5] % 12) + 50
    assert before["y"] == 100 * (cells[5] // 12) + 50


@pytest.mark.rule("CON-13")
def test_all_players_reach_the_whole_middle():
    match = table("confetti", 7)
    for seat in range(7):
        assert match.legal(seat) == [TAKE + card for card in middle(match)]


@pytest.mark.rule("CON-14", "CON-21")
def test_the_left_hand_secures_while_the_right_one_fetches():
    match = table("confetti", 2, conflict="first-come")
    one, other = middle(match)[:2]
    match.play(0, TAKE + one)
    assert places(match, one) == [Place.LOOSE]
    assert match.play(0, HOLD + one) == 0  # the right hand is still busy, the left one is not
    assert places(match, one) == [Place.HELD]
    assert match.play(0, TAKE + other) == 400


# Options


@pytest.mark.parametrize(
    ("option", "members"),
    [
        ("stealing", Stealing),
        ("conflict", Conflict),
        ("round2_pool", Round2Pool),
        ("limit", Limit),
        ("extra_card", ExtraCard),
        ("side", Side),
        ("layout", Layout),
        ("solo_pool", SoloPool),
    ],
)
def test_an_option_field_holds_a_member_of_the_enum_for_that_option(option, members):
    values = next(each.values for each in RULES.options if each.name == option)
    assert values == tuple(name.lower().replace("_", "-") for name in members.__members__)
    assert [table("confetti", 2, **{option: value}).state[option] for value in values] == list(members)


def test_the_field_for_the_length_of_a_round_is_a_place_in_a_list():
    assert next(each.values for each in RULES.options if each.name == "round_seconds") == ROUND_SECONDS
    for seconds in ROUND_SECONDS:
        assert round_ms(table("confetti", 2, round_seconds=seconds).state) == 1000 * seconds
