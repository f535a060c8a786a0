"""Confetti, statement by statement."""

import math
import random
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from tests.games.confetti import obvious
from tests.helpers import refusal, table

import parlour
from parlour import BadInput
from parlour.games.confetti import DECK, RULES, Act, hand_score
from parlour.games.confetti import cards as cards_of
from parlour.games.confetti import rules as R

NOT_TESTABLE = {
    "CON-09": "it says what the printed game does not ask for, and CON-10 overrules it",
    "CON-19": "fingers on a table; what they mean here is CON-20",
}

TAKE, HOLD, HOLD_ALL, DISCARD = Act.TAKE, Act.HOLD, Act.HOLD_ALL, Act.DISCARD
LET_GO, KEEP, GIVE_UP, LEAVE = Act.LET_GO, Act.KEEP, Act.GIVE_UP, Act.LEAVE

FULL = ["ROY", "OYR", "YRO"]  # 3 points on 3 cards
SIX = [*FULL, "GBP", "BPG", "PGB"]  # 6 on 6
NINE = [*SIX, "RYB", "YBR", "BRY"]  # 9 on 9
NOTHING = ["BYP", "ROG", "RGB", "YGO", "YGB", "PGR"]  # -6
CARD = {name: number for number, name in enumerate(DECK)}


def cards_in(match, place):
    return [card for card, lies in enumerate(match.state.place.tolist()) if lies == place]


def middle(match):
    return cards_in(match, R.MIDDLE)


def zone(match, seat):
    return [card for card in match.state.zone[seat].tolist() if card != -1]


def give(match, seat, names, place=R.LOOSE, since=0):
    """Lay cards into a zone by hand."""
    state = match.state
    for number in [CARD[name] if isinstance(name, str) else name for name in names]:
        state.place[number], state.owner[number], state.since[number] = place, seat, since
        state.zone[seat, : state.cards[seat] + 1] = sorted([*zone(match, seat), number])
        state.cards[seat] += 1
    match.look_again()


def give_points(match, seat, names):
    """Lay point cards before a player by hand, the first one taken first."""
    for since, name in enumerate(names):
        match.state.place[CARD[name]] = R.POINT
        match.state.owner[CARD[name]] = seat
        match.state.since[CARD[name]] = since
        match.state.points[seat] += 1
    match.look_again()


def run_out(match):
    """Let the sand run out."""
    match.wait(int(match.state.phase_ends))


def to_round(match, number):
    while match.state.round_now < number:
        match.wait()


def places(match, *cards):
    return match.state.place[list(cards)].tolist()


def when(match, seat, action):
    return int(R.when(match.state, seat, action))


def bookkeeping_holds(match):
    assert obvious.all_cards(match.state) == list(range(84))
    assert match.scores == obvious.scores(match.state)
    for seat in range(match.seats):
        row = match.state.zone[seat].tolist()
        own = sorted(
            card for card in cards_in(match, R.LOOSE) + cards_in(match, R.HELD) if match.state.owner[card] == seat
        )
        assert row == own + [-1] * (12 - len(own))


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
    for number, (small, medium, big) in enumerate(cards_of.POSSIBLE.tolist()):
        assert R.possible_number(small, medium, big) == number


@pytest.mark.rule("CON-06")
def test_a_deck_drawn_at_random_keeps_what_is_known_and_repeats_nothing():
    state = table("confetti", 1, deck="random-84").state
    for low in (0, 60):  # one half of the possible cards is known, the rest comes from the other
        state.deck[:60] = cards_of.POSSIBLE[low : low + 60]
        state.deck[60:] = -1
        R.draw_unknown_cards(state)
        drawn = state.deck.tolist()
        assert drawn[:60] == cards_of.POSSIBLE[low : low + 60].tolist()
        others = cards_of.POSSIBLE[60 - low : 120 - low].tolist()
        assert all(face in others for face in drawn[60:])
        assert len({tuple(face) for face in drawn}) == 84


@pytest.mark.rule("CON-06")
def test_an_owner_may_bring_the_own_deck(tmp_path):
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
        ({"cards": [*own[:83], own[0]]}, "is there twice"),
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
        assert (len(middle(match)), len(cards_in(match, R.ASIDE))) == (42, 42)
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
    assert places(match, *(CARD[name] for name in FULL)) == [R.POINT, R.ASIDE, R.ASIDE]  # two are given up
    to_round(match, 3)
    names = {card["number"]: card["name"] for card in match.view(0)["middle"]}
    assert len(names) == 83
    assert all(names[number] == DECK[number] for number in names)


def in_square(points, centre, radians, side):
    """Which of the points lie on a square card."""
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
    assert {int(state.cell[card]) for card in cards_in(match, R.ASIDE)} == {-1}
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
    assert places(match, one) == [R.LOOSE]
    assert match.play(0, HOLD + one) == 0  # the right hand is still busy, the left one is not
    assert places(match, one) == [R.HELD]
    assert match.play(0, TAKE + other) == 400


# 3. A round in real time


@pytest.mark.rule("CON-15")
def test_all_act_at_the_same_time_once_the_timer_is_turned():
    match = table("confetti", 4)
    assert (match.clock, match.due, int(match.state.round_now)) == (0, 60_000, 1)
    assert match.actors == [0, 1, 2, 3]
    for seat, card in zip((2, 0, 3, 1), middle(match), strict=False):
        assert match.play(seat, TAKE + card) == 0
    assert match.clock == 0
    bookkeeping_holds(match)


@pytest.mark.rule("CON-15")
def test_a_round_starts_with_free_hands_and_a_clean_table():
    match = table("confetti", 2)
    give(match, 0, [*FULL, "GBP"])
    match.play(0, TAKE + middle(match)[0], at=59_900)
    match.wait(80_000)
    assert match.state.collected[:2].tolist() == [5, 0]
    to_round(match, 2)
    state = match.state
    for field in (state.collected, state.sets, state.used, state.result, state.owed, state.cards):
        assert field.tolist() == [0] * 7
    for field in (state.shown, state.zone):
        assert field.tolist() == [[-1] * 12] * 7
    assert state.free_at.tolist() == [match.clock] * 7
    assert match.view(0)["players"][0]["result"] is None
    assert match.play(0, TAKE + middle(match)[0]) == 83_000


@pytest.mark.rule("CON-16", "CON-45")
@pytest.mark.parametrize(
    ("option", "ms"), [({}, 60_000), ({"round_seconds": 45}, 45_000), ({"round_seconds": 90}, 90_000)]
)
def test_the_timer_runs_for_a_minute_or_as_chosen(option, ms):
    match = table("confetti", 2, **option)
    card = middle(match)[0]
    assert match.due == ms
    assert refusal(match, 0, TAKE + card, at=ms) == "CON-17"
    match.play(0, TAKE + card, at=ms - 1)
    assert match.state.phase == R.PLAY
    run_out(match)
    assert match.clock == ms
    assert match.state.phase == R.BREAK
    assert match.due == ms + 3000
    match.wait()
    assert match.due == ms + 3000 + ms


@pytest.mark.rule("CON-17")
def test_cards_change_their_place_only_while_the_timer_runs():
    match = table("confetti", 2)
    give(match, 0, [*FULL, "GBP"])
    give_points(match, 1, ["PGB", "RYB"])
    give(match, 1, ["PRG"])
    free = middle(match)[0]
    run_out(match)
    assert match.state.phase == R.CHOOSE
    before = match.state.place.copy()
    for action in (TAKE + free, HOLD + CARD["ROY"], HOLD_ALL, DISCARD + CARD["ROY"], LET_GO + CARD["ROY"]):
        assert refusal(match, 0, action) == "CON-17"
        assert refusal(match, 0, action, at=70_000) == "CON-17"
    match.wait(79_999)
    assert match.state.place.tolist() == before.tolist()
    match.wait(80_000)
    assert match.state.phase == R.BREAK
    assert match.actors == []
    assert refusal(match, 0, TAKE + free, at=82_999) == "CON-17"
    match.wait(83_000)
    assert match.state.phase == R.PLAY
    assert refusal(match, 1, KEEP + free) == "CON-71"


@pytest.mark.rule("CON-17", "CON-20")
def test_a_take_that_could_only_come_after_the_end_is_refused():
    match = table("confetti", 2, conflict="first-come")
    one, two, three = middle(match)[:3]
    match.play(0, TAKE + one, at=59_599)
    match.play(1, TAKE + two, at=59_600)
    assert when(match, 0, TAKE + three) == 59_999
    assert refusal(match, 1, TAKE + three) == "CON-17"
    assert match.play(0, TAKE + three) == 59_999


@pytest.mark.rule("CON-18", "CON-26")
def test_a_held_card_cannot_be_taken():
    match = table("confetti", 3)
    give(match, 1, ["ROY"])
    give(match, 1, ["OYR"], place=R.HELD)
    match.wait(1000)
    assert refusal(match, 0, TAKE + CARD["OYR"]) == "CON-18"
    assert refusal(match, 2, TAKE + CARD["OYR"]) == "CON-18"
    assert match.play(0, TAKE + CARD["ROY"]) == 1000


@pytest.mark.rule("CON-20", "CON-24")
def test_two_takes_are_400_ms_apart():
    match = table("confetti", 2)
    one, two, three = middle(match)[:3]
    match.play(0, TAKE + one, at=100)
    assert refusal(match, 0, TAKE + two, at=499) == "CON-24"
    assert when(match, 0, TAKE + two) == 500
    match.wait(499)
    assert TAKE + two not in match.legal(0)
    assert match.due == 500  # the hand is free again
    match.wait()
    assert match.clock == 500
    assert TAKE + two in match.legal(0)
    assert match.due == 60_000
    assert match.play(0, TAKE + two) == 500
    assert match.play(0, TAKE + three) == 900
    assert match.play(1, TAKE + middle(match)[0]) == 900


@pytest.mark.rule("CON-22", "CON-32")
def test_a_card_its_owner_does_not_touch_may_be_taken():
    match = table("confetti", 3)
    give(match, 1, FULL)
    match.wait(2000)
    assert match.view(2)["players"][1]["cards"][0]["owner"] == 1
    match.play(0, TAKE + CARD["OYR"])
    match.wait(2250)
    assert zone(match, 0) == [CARD["OYR"]]
    assert zone(match, 1) == sorted([CARD["ROY"], CARD["YRO"]])
    assert match.state.owner[CARD["OYR"]] == 0
    bookkeeping_holds(match)


# 4. Card states and moves


@pytest.mark.rule("CON-23")
def test_a_card_is_in_exactly_one_state():
    match = table("confetti", 2)
    give_points(match, 0, ["ROY"])
    one, two = middle(match)[:2]
    match.play(0, TAKE + one)
    match.play(1, TAKE + two)
    assert places(match, one, two) == [R.TUG, R.TUG]
    assert match.state.pulling[[one, two]].tolist() == [1, 2]
    match.play(0, TAKE + middle(match)[0], at=400)
    match.play(0, HOLD + one)
    match.play(1, TAKE + int(match.state.pulled[0]), at=500)
    assert places(match, one, two) == [R.HELD, R.LOOSE]
    tug = int(match.state.pulled[0])
    assert match.state.pulling[tug] == 3
    assert match.view(0)["tugs"][0]["pullers"] == [0, 1]
    bookkeeping_holds(match)
    match.wait(2500)
    assert places(match, tug, CARD["ROY"]) == [R.REMOVED, R.POINT]
    assert match.state.pulling[tug] == 0
    bookkeeping_holds(match)


@pytest.mark.rule("CON-24")
def test_a_take_needs_a_card_that_can_be_taken():
    match = table("confetti", 2)
    aside = cards_in(match, R.ASIDE)[0]
    give(match, 0, ["ROY"])
    give(match, 0, ["OYR"], place=R.HELD)
    give_points(match, 1, ["PGB"])
    match.wait(1000)
    assert refusal(match, 1, TAKE + aside) == "CON-24"
    assert refusal(match, 0, TAKE + CARD["ROY"]) == "CON-24"
    assert refusal(match, 0, TAKE + CARD["OYR"]) == "CON-24"
    assert refusal(match, 0, TAKE + CARD["PGB"]) == "CON-72"
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert refusal(match, 0, TAKE + card) == "CON-24"  # it is in the own hand already
    assert refusal(match, 0, 506) == "CON-24"


@pytest.mark.rule("CON-24")
def test_a_taken_card_is_loose_first():
    match = table("confetti", 2)
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert (places(match, card), match.due) == ([R.TUG], 250)
    match.wait()
    assert (places(match, card), match.due) == ([R.LOOSE], 400)
    match.wait(59_999)
    assert places(match, card) == [R.LOOSE]
    assert int(match.state.since[card]) == 0


@pytest.mark.rule("CON-24")
def test_a_loose_card_may_be_held_by_itself_after_two_seconds():
    match = table("confetti", 2, stealing="auto-held-after-2s")
    one, two = middle(match)[:2]
    match.play(0, TAKE + one, at=100)
    match.play(0, TAKE + two, at=700)
    match.wait(1100)
    assert match.due == 2100
    match.wait(2099)
    assert places(match, one, two) == [R.LOOSE, R.LOOSE]
    match.wait(2100)
    assert places(match, one, two) == [R.HELD, R.LOOSE]
    assert match.due == 2700
    assert refusal(match, 1, TAKE + one) == "CON-18"
    match.play(1, TAKE + middle(match)[0], at=2300)
    assert refusal(match, 1, TAKE + two) == "CON-18"  # by the time the hand is free, it is held
    match.wait(2700)
    assert places(match, two) == [R.HELD]
    late = table("confetti", 2, stealing="auto-held-after-2s")
    late.play(0, TAKE + one, at=100)
    late.play(1, TAKE + two, at=1699)
    assert late.play(1, TAKE + one) == 2099  # a moment before it would be held


@pytest.mark.rule("CON-24")
def test_without_stealing_a_taken_card_is_held_at_once():
    match = table("confetti", 2, stealing="off")
    one, two = middle(match)[:2]
    match.play(0, TAKE + one)
    match.wait(250)
    assert places(match, one) == [R.HELD]
    match.wait(5000)
    assert refusal(match, 1, TAKE + one) == "CON-18"
    match.play(0, TAKE + two)
    match.play(1, TAKE + two, at=5100)
    match.play(0, LET_GO + two)
    assert places(match, two) == [R.HELD]
    assert zone(match, 1) == [two]
    quick = table("confetti", 2, stealing="off", conflict="first-come")
    quick.play(0, TAKE + one)
    assert places(quick, one) == [R.HELD]


@pytest.mark.rule("CON-25")
def test_hold_secures_one_loose_card_or_all_of_them():
    match = table("confetti", 2)
    give(match, 0, SIX)
    give(match, 1, ["RYB"])
    assert HOLD_ALL in match.legal(0)
    match.play(0, HOLD + CARD["YRO"])
    assert places(match, *(CARD[name] for name in SIX)) == [3, 3, 4, 3, 3, 3]
    assert refusal(match, 0, HOLD + CARD["YRO"]) == "CON-25"
    assert refusal(match, 0, HOLD + CARD["RYB"]) == "CON-25"
    assert refusal(match, 0, HOLD + middle(match)[0]) == "CON-25"
    match.play(0, HOLD_ALL)
    assert places(match, *(CARD[name] for name in SIX)) == [4] * 6
    assert places(match, CARD["RYB"]) == [R.LOOSE]
    assert match.clock == 0
    assert refusal(match, 0, HOLD_ALL) == "CON-25"
    assert HOLD_ALL not in match.legal(0)


@pytest.mark.rule("CON-27")
def test_a_card_that_has_just_arrived_cannot_be_stolen_for_a_second():
    match = table("confetti", 2)
    card = middle(match)[0]
    match.play(0, TAKE + card, at=500)
    match.wait(800)
    assert when(match, 1, TAKE + card) == 1500
    assert refusal(match, 1, TAKE + card, at=1499) == "CON-24"
    match.wait(1499)
    assert TAKE + card not in match.legal(1)
    match.wait(1500)
    assert TAKE + card in match.legal(1)
    assert match.play(1, TAKE + card) == 1500


@pytest.mark.rule("CON-28", "CON-29")
def test_unwanted_cards_go_back_at_any_time_and_make_room():
    match = table("confetti", 2)
    give(match, 0, SIX[:3], place=R.HELD)
    give(match, 0, SIX[3:])
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
    match.play(0, DISCARD + CARD["OYR"])
    match.play(0, DISCARD + CARD["PGB"])
    assert places(match, CARD["OYR"], CARD["PGB"]) == [R.MIDDLE, R.MIDDLE]
    assert match.state.owner[CARD["OYR"]] == -1
    assert match.state.since[CARD["OYR"]] == 0
    assert len(zone(match, 0)) == 4
    assert match.play(1, TAKE + CARD["OYR"]) == 0  # anyone may take it at once
    assert match.play(0, TAKE + CARD["PGB"]) == 0
    give(match, 1, ["RYB"])
    assert refusal(match, 0, DISCARD + CARD["RYB"]) == "CON-29"
    assert refusal(match, 0, DISCARD + middle(match)[0]) == "CON-29"
    bookkeeping_holds(match)


@pytest.mark.rule("CON-30")
def test_a_discarded_card_goes_to_nobody_in_particular():
    match = table("confetti", 3)
    give(match, 0, ["ROY"])
    match.play(0, DISCARD + CARD["ROY"])
    assert zone(match, 0) == zone(match, 1) == zone(match, 2) == []
    assert all(TAKE + CARD["ROY"] in match.legal(seat) for seat in range(3))
    seen = match.seen(None)
    words = {RULES.describe(seen, action).split()[0] for action in range(RULES.actions)}
    assert words == {"take", "hold", "give", "let", "keep", "leave"}  # nothing passes a card on


@pytest.mark.rule("CON-31")
def test_the_earlier_of_hold_and_take_decides():
    match = table("confetti", 2)
    give(match, 0, ["ROY", "OYR"])
    match.play(0, HOLD + CARD["ROY"], at=1999)
    assert refusal(match, 1, TAKE + CARD["ROY"], at=2000) == "CON-18"
    match.play(1, TAKE + CARD["OYR"], at=2000)
    match.wait(2250)
    assert refusal(match, 0, HOLD + CARD["OYR"]) == "CON-25"
    first = table("confetti", 2, conflict="first-come")
    give(first, 0, ["ROY"])
    first.play(1, TAKE + CARD["ROY"], at=2000)
    assert refusal(first, 0, HOLD + CARD["ROY"], at=2001) == "CON-25"
    assert zone(first, 1) == [CARD["ROY"]]


@pytest.mark.rule("CON-33")
def test_loose_and_held_cards_count_and_are_scored():
    match = table("confetti", 2)
    give(match, 0, FULL)
    give(match, 0, SIX[3:], place=R.HELD)
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
    run_out(match)
    assert match.scores == [6, 0]


# 5. Two players want the same card


@pytest.mark.rule("CON-34", "CON-35", "CON-36", "CON-38")
def test_a_card_that_nobody_gives_way_for_is_out():
    match = table("confetti", 3)
    one, two = middle(match)[:2]
    match.play(0, TAKE + one, at=1000)
    match.play(1, TAKE + one, at=1100)
    assert match.due == 1400
    match.play(2, TAKE + two, at=2000)  # the others play on
    match.wait(3099)
    assert places(match, one) == [R.TUG]
    assert match.due == 3100
    match.wait()
    assert places(match, one) == [R.REMOVED]
    assert match.state.owner[one] == -1
    assert match.state.pulls == 0
    assert match.state.phase_ends == 60_000  # the timer did not stop
    assert refusal(match, 2, TAKE + one) == "CON-35"
    assert match.view(None)["removed"] == [DECK[one]]
    to_round(match, 3)
    assert places(match, one) == [R.REMOVED]
    assert one not in middle(match)
    bookkeeping_holds(match)


@pytest.mark.rule("CON-37")
def test_a_second_take_within_the_window_begins_a_tug():
    for late, state in ((249, R.TUG), (250, R.LOOSE)):
        match = table("confetti", 2)
        card = middle(match)[0]
        match.play(0, TAKE + card, at=100)
        match.wait(100 + late)
        assert places(match, card) == [state]
        assert (TAKE + card in match.legal(1)) == (state == R.TUG)
    match = table("confetti", 3)
    card, other = middle(match)[:2]
    match.play(0, TAKE + card, at=100)
    match.play(1, TAKE + card, at=349)
    assert match.state.pull_ends[0] == 2349
    assert refusal(match, 2, TAKE + card, at=350) == "CON-37"
    assert TAKE + card in match.legal(2)
    match.wait(350)
    assert TAKE + card not in match.legal(2)
    late = table("confetti", 2)
    late.play(0, TAKE + card, at=0)
    late.play(1, TAKE + other, at=0)
    assert refusal(late, 1, TAKE + card) == "CON-37"  # the hand is free at 400 only


@pytest.mark.rule("CON-37")
def test_a_hand_that_is_free_just_before_the_window_closes_may_join():
    for first, wanted in ((150, "CON-37"), (151, 400)):
        match = table("confetti", 2)
        card, other = middle(match)[:2]
        match.play(1, TAKE + other, at=0)
        match.play(0, TAKE + card, at=first)
        if wanted == 400:
            assert match.play(1, TAKE + card) == 400
            assert match.state.pulling[card] == 3
        else:
            assert refusal(match, 1, TAKE + card) == "CON-37"


@pytest.mark.rule("CON-37")
def test_in_the_window_a_card_counts_as_the_first_takers_who_can_do_nothing_with_it():
    match = table("confetti", 2)
    give(match, 0, SIX[:5])
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert refusal(match, 0, HOLD + card) == "CON-37"
    assert refusal(match, 0, DISCARD + card) == "CON-37"
    assert refusal(match, 0, LET_GO + card) == "CON-38"
    assert refusal(match, 1, DISCARD + card) == "CON-29"
    assert refusal(match, 1, HOLD + card) == "CON-25"
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
    assert match.legal(0) == sorted(
        [HOLD + CARD[name] for name in SIX[:5]] + [HOLD_ALL] + [DISCARD + CARD[name] for name in SIX[:5]]
    )
    match.play(0, HOLD_ALL)
    assert places(match, card) == [R.TUG]
    match.wait(250)
    match.play(0, HOLD + card)
    assert len(zone(match, 0)) == 6


@pytest.mark.rule("CON-37")
def test_the_owner_of_a_loose_card_joins_by_holding_it():
    match = table("confetti", 3)
    give(match, 0, ["ROY", "OYR"])
    match.play(1, TAKE + CARD["ROY"], at=2000)
    assert zone(match, 0) == [CARD["OYR"]]
    assert match.legal(0)[-3 - 1 :] == [HOLD + 0, HOLD + CARD["OYR"], HOLD_ALL, DISCARD + CARD["OYR"]]
    assert refusal(match, 2, HOLD + CARD["ROY"]) == "CON-25"
    assert refusal(match, 0, HOLD + CARD["ROY"], at=2250) == "CON-25"
    match.play(0, HOLD + CARD["ROY"], at=2249)
    assert match.state.pulling[CARD["ROY"]] == 3
    assert match.state.pull_ends[0] == 4249
    assert refusal(match, 0, HOLD + CARD["ROY"]) == "CON-37"
    assert refusal(match, 0, DISCARD + CARD["ROY"]) == "CON-37"
    match.play(0, HOLD + CARD["OYR"], at=3000)
    match.play(1, LET_GO + CARD["ROY"], at=3500)
    assert zone(match, 0) == sorted([CARD["ROY"], CARD["OYR"]])


@pytest.mark.rule("CON-37")
def test_the_owner_of_a_loose_card_that_two_rivals_pull_at_can_be_too_late():
    match = table("confetti", 3)
    give(match, 0, ["ROY"])
    match.play(1, TAKE + CARD["ROY"], at=2000)
    match.play(2, TAKE + CARD["ROY"], at=2100)
    match.wait(2250)
    assert refusal(match, 0, HOLD + CARD["ROY"]) == "CON-37"
    assert refusal(match, 0, HOLD_ALL) == "CON-25"
    assert HOLD + CARD["ROY"] not in match.legal(0)


@pytest.mark.rule("CON-37")
def test_hold_all_joins_every_tug_it_meets():
    match = table("confetti", 4)
    give(match, 0, ["OYR", "ROY", "YRO", "GBP"])
    match.wait(2000)
    match.play(1, TAKE + CARD["YRO"])
    match.play(2, TAKE + CARD["ROY"])
    match.play(3, TAKE + CARD["GBP"])
    match.play(0, HOLD + CARD["OYR"])
    assert match.legal(0) == sorted(
        [TAKE + card for card in middle(match)]
        + [TAKE + CARD["YRO"], TAKE + CARD["ROY"], TAKE + CARD["GBP"]]
        + [HOLD + CARD["YRO"], HOLD + CARD["ROY"], HOLD + CARD["GBP"]]
        + [HOLD_ALL, DISCARD + CARD["OYR"]]
    )
    match.play(0, HOLD_ALL, at=2100)
    assert [int(match.state.pulling[CARD[name]]) for name in ("YRO", "ROY", "GBP")] == [3, 5, 9]
    assert match.state.pull_ends[:3].tolist() == [4100, 4100, 4100]
    assert match.legal(0) == sorted(
        [DISCARD + CARD["OYR"], LET_GO + CARD["YRO"], LET_GO + CARD["ROY"], LET_GO + CARD["GBP"]]
    )
    assert refusal(match, 0, HOLD_ALL) == "CON-25"
    match.play(2, LET_GO + CARD["ROY"])  # LET GO names its card
    assert places(match, CARD["ROY"], CARD["YRO"], CARD["GBP"]) == [R.LOOSE, R.TUG, R.TUG]
    bookkeeping_holds(match)


@pytest.mark.rule("CON-37", "CON-25")
def test_an_owner_who_has_filled_up_meanwhile_cannot_join():
    match = table("confetti", 2)
    give(match, 0, SIX, place=R.HELD)
    match.state.place[CARD["ROY"]] = R.LOOSE
    match.wait(2000)
    match.play(1, TAKE + CARD["ROY"])
    match.play(0, TAKE + middle(match)[0])
    assert refusal(match, 0, HOLD + CARD["ROY"]) == "CON-42"
    assert refusal(match, 0, HOLD_ALL) == "CON-25"
    match.play(0, DISCARD + CARD["OYR"])
    match.play(0, HOLD_ALL)
    assert match.state.pulling[CARD["ROY"]] == 3


@pytest.mark.rule("CON-37")
def test_first_come_first_served_knows_no_tug():
    match = table("confetti", 2, conflict="first-come")
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert places(match, card) == [R.LOOSE]
    assert zone(match, 0) == [card]
    assert match.due == 400
    assert when(match, 1, TAKE + card) == 1000
    match.play(0, HOLD + card)
    assert refusal(match, 1, TAKE + card) == "CON-18"


@pytest.mark.rule("CON-38")
def test_who_is_left_after_the_others_let_go_gets_the_card_loose():
    match = table("confetti", 2)
    card, other = middle(match)[:2]
    match.play(0, TAKE + card)
    match.play(1, TAKE + card, at=100)
    match.play(0, LET_GO + card, at=2099)
    assert places(match, card) == [R.LOOSE]
    assert zone(match, 1) == [card]
    assert match.state.owner[card] == 1
    assert match.state.since[card] == 2099  # the grace begins anew
    assert when(match, 0, TAKE + card) == 3099
    assert match.state.pulls == 0
    assert match.state.pulled.tolist() == [-1] * 7
    assert match.state.pull_ends.tolist() == [0] * 7
    assert refusal(match, 1, LET_GO + card) == "CON-38"
    assert refusal(match, 1, LET_GO + other) == "CON-38"
    assert match.play(0, TAKE + other) == 2099


@pytest.mark.rule("CON-39")
def test_in_a_tug_a_player_cannot_take_but_hold_and_discard():
    match = table("confetti", 3)
    give(match, 0, ["OYR", "YRO"])
    card, other = [card for card in middle(match) if DECK[card] not in FULL][:2]
    match.play(0, TAKE + card)
    match.play(1, TAKE + card)
    match.wait(1000)
    assert refusal(match, 0, TAKE + other) == "CON-39"
    assert refusal(match, 0, TAKE + card) == "CON-39"
    assert refusal(match, 1, TAKE + other) == "CON-39"
    assert refusal(match, 1, TAKE + CARD["YRO"]) == "CON-39"
    own = [CARD["OYR"], CARD["YRO"]]
    assert match.legal(0) == [HOLD + own[0], HOLD + own[1], HOLD_ALL, DISCARD + own[0], DISCARD + own[1], LET_GO + card]
    assert match.play(0, HOLD + CARD["OYR"]) == 1000
    assert match.play(0, DISCARD + CARD["YRO"]) == 1000
    assert match.play(2, TAKE + other) == 1000
    match.play(0, LET_GO + card)
    assert match.play(0, TAKE + CARD["YRO"]) == 1000


@pytest.mark.rule("CON-40")
def test_three_can_pull_at_one_card():
    match = table("confetti", 4)
    card = middle(match)[0]
    match.play(3, TAKE + card)
    match.play(1, TAKE + card, at=200)
    match.play(2, TAKE + card, at=249)
    assert match.state.pulling[card] == 0b1110
    assert match.state.pull_ends[0] == 2200  # the third does not lengthen it
    match.play(3, LET_GO + card, at=500)
    assert places(match, card) == [R.TUG]
    match.play(2, LET_GO + card, at=600)
    assert zone(match, 1) == [card]
    again = table("confetti", 4)
    for seat in range(4):
        again.play(seat, TAKE + card)
    again.wait(2000)
    assert places(again, card) == [R.REMOVED]


@pytest.mark.rule("CON-38", "CON-40")
def test_tugs_end_independently_of_each_other():
    match = table("confetti", 6)
    one, two, three = middle(match)[:3]
    match.play(0, TAKE + one, at=0)
    match.play(2, TAKE + two, at=10)
    match.play(4, TAKE + three, at=20)
    match.play(1, TAKE + one, at=100)
    match.play(5, TAKE + three, at=110)
    assert match.state.pulled[:3].tolist() == [one, two, three]
    match.wait(260)
    assert places(match, one, two, three) == [R.TUG, R.LOOSE, R.TUG]
    assert match.state.pulled.tolist() == [one, three] + [-1] * 5
    assert match.state.pull_ends.tolist() == [2100, 2110] + [0] * 5
    match.wait(2100)
    assert places(match, one, two, three) == [R.REMOVED, R.LOOSE, R.TUG]
    match.wait(2110)
    assert places(match, one, two, three) == [R.REMOVED, R.LOOSE, R.REMOVED]


@pytest.mark.rule("CON-41")
def test_a_tug_that_time_ends_leaves_the_card_in_the_middle():
    for began, place in ((57_999, R.REMOVED), (58_000, R.MIDDLE)):
        match = table("confetti", 2)
        card = middle(match)[0]
        match.play(0, TAKE + card, at=began)
        match.play(1, TAKE + card, at=began)
        run_out(match)
        assert places(match, card) == [place]
        assert match.state.pulls == 0
        assert match.state.pulling[card] == 0
        assert zone(match, 0) == zone(match, 1) == []


# 6. Card limit and end of time


@pytest.mark.rule("CON-42", "CON-44")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_six_cards_are_the_limit_of_the_first_two_rounds(seats):
    match = table("confetti", seats)
    for number in (1, 2):
        to_round(match, number)
        start = match.clock
        assert match.view(0)["limit"] == 6
        for count in range(6):
            assert match.play(0, TAKE + middle(match)[0]) == start + 400 * count
        assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
        match.wait(start + 3000)
        assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-42"
        assert not any(action < HOLD for action in match.legal(0))
        run_out(match)
        assert match.state.collected[:seats].tolist() == [6] + [0] * (seats - 1)


@pytest.mark.rule("CON-43")
@pytest.mark.parametrize("seats", [2, 4, 5, 7])
def test_nine_cards_are_the_limit_of_the_last_round(seats):
    match = table("confetti", seats)
    to_round(match, 3 if seats < 5 else 2)
    assert match.view(0)["limit"] == 9
    for _ in range(9):
        match.play(1, TAKE + middle(match)[0])
    assert refusal(match, 1, TAKE + middle(match)[0]) == "CON-43"


@pytest.mark.rule("CON-44")
@pytest.mark.parametrize(("seats", "number", "most"), [(1, 1, 9), (2, 2, 9), (3, 3, 12), (6, 1, 9), (6, 2, 12)])
def test_with_the_soft_limit_three_more_can_be_had(seats, number, most):
    match = table("confetti", seats, limit="soft-with-penalty")
    to_round(match, number)
    for _ in range(most):
        match.play(0, TAKE + middle(match)[0])
    match.wait(match.clock + 500)
    assert len(zone(match, 0)) == most
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-44"
    bookkeeping_holds(match)


@pytest.mark.rule("CON-44")
def test_a_card_that_is_pulled_counts_for_all_who_pull():
    match = table("confetti", 3)
    give(match, 0, SIX[:5])
    give(match, 1, ["RYB"])
    card = next(card for card in middle(match) if DECK[card] not in SIX)
    match.wait(1000)
    match.play(1, TAKE + card)
    match.play(0, TAKE + card)
    match.play(2, TAKE + CARD["GBP"])
    match.play(0, HOLD + CARD["GBP"])  # five of six: four in the zone, and the one pulled at
    assert match.state.pulling[CARD["GBP"]] == 0b101
    match.play(1, LET_GO + card)
    match.play(2, LET_GO + CARD["GBP"])
    assert len(zone(match, 0)) == 6


@pytest.mark.rule("CON-46")
def test_a_take_without_a_rival_stands_when_time_is_up():
    match = table("confetti", 2)
    card = middle(match)[0]
    match.play(0, TAKE + card, at=59_999)
    match.play(1, TAKE + middle(match)[0], at=59_999)
    rival = int(match.state.pulled[1])
    match.wait(60_000)
    assert match.state.shown[0, 0] == card
    assert match.state.shown[1, 0] == rival
    assert match.state.collected[:2].tolist() == [1, 1]
    assert match.state.result[:2].tolist() == [-1, -1]
    for action in (TAKE + card, HOLD + card, DISCARD + card, LET_GO + card):
        assert refusal(table_at_the_end(), 0, action, at=60_000) == "CON-17"


def table_at_the_end():
    match = table("confetti", 2)
    give(match, 0, [middle(match)[3]])
    match.wait(59_999)
    return match


# 7. Sets


@pytest.mark.rule("CON-47")
def test_three_sizes_of_one_colour_are_one_set():
    assert hand_score(["ROG", "GRB", "BPR"])[1] == 1
    assert hand_score(["ROG", "GRB", "RPB"])[1] == 0  # small, medium, small


@pytest.mark.rule("CON-48")
def test_each_circle_serves_once():
    assert hand_score(["ROG", "GRB", "BPR", "YPR"])[1] == 1  # two big red ones, but one small and one medium


@pytest.mark.rule("CON-49")
def test_a_card_may_serve_in_three_sets():
    assert hand_score(FULL) == (3, 3, 3, 3)


@pytest.mark.rule("CON-50", "CON-104")
def test_several_sets_of_one_colour():
    assert hand_score(["RPG", "BRO", "RYG", "OPR", "GRO", "BYR"]) == (6, 2, 6, 2)


@pytest.mark.rule("CON-51")
def test_a_set_lies_on_three_cards():
    for pair in combinations(DECK, 2):
        assert obvious.sets_of([tuple("ROYGBP".index(letter) for letter in name) for name in pair]) == 0
    assert all(hand_score(list(pair))[1] == 0 for pair in list(combinations(DECK, 2))[::40])


def random_hands(count, most, seed=3):
    dice = random.Random(seed)
    for _ in range(count):
        # few colours, so that there are sets to be found and cards to be spared
        letters = dice.sample("ROYGBP", dice.choice((3, 4, 4, 5, 6)))
        yield ["".join(dice.sample(letters, 3)) for _ in range(dice.randint(0, most))]


def faces(names):
    return [tuple("ROYGBP".index(letter) for letter in name) for name in names]


@pytest.mark.rule("CON-52", "CON-59", "CON-60")
def test_sets_and_needed_cards_are_as_trying_everything_finds_them():
    for names in random_hands(50, 7):
        for extra in ("once", "twice"):
            assert hand_score(names, 6, extra) == obvious.hand_score(faces(names), 6, extra)
    for names in random_hands(3, 10, seed=8):
        assert hand_score(names, limit=9) == obvious.hand_score(faces(names), 9, "once")


@pytest.mark.rule("CON-53", "CON-62")
def test_the_score_lies_between_all_cards_lost_and_all_cards_won():
    for names in random_hands(60, 8, seed=4):
        count, sets, needed, points = hand_score(names, limit=9)
        assert 0 <= sets <= count
        assert needed <= count
        assert needed >= 3 or sets == 0
        assert -count <= points <= count
        assert (points == -count) == (sets == 0)
        assert points < count or 3 * sets == 3 * count
    assert hand_score([]) == (0, 0, 0, 0)


@pytest.mark.rule("CON-54")
def test_a_full_set_is_the_smallest_hand_with_a_point_per_card():
    assert hand_score(FULL) == (3, 3, 3, 3)
    assert hand_score(FULL[:2]) == (2, 0, 0, -2)
    assert hand_score(FULL[:1]) == (1, 0, 0, -1)


@pytest.mark.rule("CON-55")
def test_two_full_sets_fill_a_round():
    match = table("confetti", 2)
    give(match, 0, SIX)
    run_out(match)
    assert match.scores == [6, 0]
    assert match.state.result[0] == 6


@pytest.mark.rule("CON-56", "CON-101")
def test_other_hands_than_the_books_examples():
    assert hand_score(["GOP", "PRO", "OPG"]) == (3, 2, 3, 2)
    assert hand_score(["GPR", "ROG", "PRO", "OGP"]) == (4, 4, 4, 4)
    assert hand_score(["BOR", "RYP", "ORB", "YPO", "PBY"]) == (5, 5, 5, 5)
    assert hand_score(["PRG", "RGP", "YGB", "GBR", "GPY", "BYG"]) == (6, 6, 6, 6)


# 8. Penalties


@pytest.mark.rule("CON-57")
def test_a_card_in_no_set_is_a_penalty_point():
    assert hand_score([*FULL, "GBP", "PGB"]) == (5, 3, 3, 1)


@pytest.mark.rule("CON-58", "CON-102")
def test_a_card_that_can_be_spared_is_a_penalty_point():
    assert hand_score([*FULL, "GBP"]) == (4, 3, 3, 2)
    assert hand_score([*FULL, "RGB"]) == (4, 3, 3, 2)
    assert hand_score(["POG", "OGP", "RGB", "PGO"]) == (4, 1, 3, 0)
    assert hand_score(["BOG", "GRP", "POY", "PGR", "YPO"]) == (5, 2, 4, 1)


@pytest.mark.rule("CON-61")
def test_claiming_fewer_sets_never_helps():
    for names in random_hands(40, 6, seed=5):
        hand = faces(names)
        sets = obvious.sets_of(hand)
        worth = [claim + obvious.needed_for(hand, claim) for claim in range(sets + 1)]
        assert all(more > less for less, more in pairwise(worth))
        assert hand_score(names, limit=9)[3] == worth[-1] - len(names)


@pytest.mark.rule("CON-63", "CON-64", "CON-106")
def test_cards_beyond_the_limit_are_penalty_points():
    assert hand_score([*SIX, "RGB"]) == (7, 6, 6, 5)
    assert hand_score([*SIX, "RGB"], extra_card="twice") == (7, 6, 6, 4)
    assert hand_score(NINE) == (9, 9, 9, 6)
    assert hand_score(NINE, extra_card="twice") == (9, 9, 9, 6)
    assert hand_score(NINE, limit=9) == (9, 9, 9, 9)
    assert hand_score([*FULL, "RGB"], extra_card="twice") == (4, 3, 3, 2)


@pytest.mark.rule("CON-63", "CON-64")
@pytest.mark.parametrize(("extra", "kept"), [("once", 5), ("twice", 4)])
def test_a_match_punishes_cards_beyond_the_limit(extra, kept):
    match = table("confetti", 2, limit="soft-with-penalty", extra_card=extra)
    give(match, 0, [*SIX, "RGB"])
    run_out(match)
    assert match.state.result[0] == match.state.owed[0] == kept


def test_hand_score_refuses_what_is_no_hand():
    for hand, words in (
        ({"cards": ["ROX"]}, "three of the letters"),
        ({"cards": ["ROY"] * 13}, "at most 12 cards"),
        ({"cards": FULL, "extra_card": "thrice"}, "once or twice"),
    ):
        with pytest.raises(BadInput, match=words):
            hand_score(**hand)


@pytest.mark.rule("CON-65", "CON-66")
def test_sets_and_spare_cards_are_shown_to_everybody():
    match = table("confetti", 2)
    give(match, 1, [*FULL, "GBP"])
    assert match.view(0)["players"][1]["result"] is None
    run_out(match)
    for seat in (0, 1, None):
        result = match.view(seat)["players"][1]["result"]
        assert result["points"] == 2
        assert result["spare"] == ["GBP"]
        assert sorted(result["cards"]) == sorted([*FULL, "GBP"])
        assert result["sets"] == [
            {"kind": "red", "small": "ROY", "medium": "YRO", "big": "OYR"},
            {"kind": "orange", "small": "OYR", "medium": "ROY", "big": "YRO"},
            {"kind": "yellow", "small": "YRO", "medium": "OYR", "big": "ROY"},
        ]
    assert (int(match.state.sets[1]), int(match.state.collected[1])) == (3, 4)
    assert match.state.used[1] == sum(1 << i for i, card in enumerate(match.state.shown[1]) if DECK[card] in FULL)


# 9. Keeping point cards


@pytest.mark.rule("CON-67", "CON-68", "CON-70", "CON-71")
def test_a_positive_result_keeps_that_many_cards_of_the_players_choice():
    match = table("confetti", 2)
    give(match, 0, [*FULL, "GBP"], place=R.HELD)
    assert refusal(match, 0, KEEP + CARD["ROY"]) == "CON-71"
    assert refusal(match, 0, GIVE_UP + CARD["ROY"]) == "CON-71"
    free = middle(match)[0]
    run_out(match)
    assert (int(match.state.result[0]), int(match.state.owed[0])) == (2, 2)
    assert (match.state.phase, match.due) == (R.CHOOSE, 80_000)
    assert match.actors == [0]
    assert match.view(0)["acting"] == [0]
    assert match.legal(0) == sorted(KEEP + CARD[name] for name in [*FULL, "GBP"])
    assert refusal(match, 0, KEEP + free) == "CON-68"
    match.play(0, KEEP + CARD["GBP"])  # a spare one may be kept too
    assert match.scores == [1, 0]
    assert match.view(0)["players"][0]["to_keep"] == 1
    assert refusal(match, 0, KEEP + CARD["GBP"]) == "CON-68"
    match.play(0, KEEP + CARD["OYR"], at=65_000)
    assert match.scores == [2, 0]
    assert places(match, CARD["GBP"], CARD["OYR"], CARD["ROY"], CARD["YRO"]) == [R.POINT, R.POINT, R.MIDDLE, R.MIDDLE]
    assert zone(match, 0) == []
    assert (match.state.phase, match.due) == (R.BREAK, 68_000)
    assert refusal(match, 0, KEEP + CARD["ROY"]) == "CON-71"
    bookkeeping_holds(match)


@pytest.mark.rule("CON-68")
def test_nobody_keeps_more_than_the_result_says():
    match = table("confetti", 2)
    for seat, hand in ((0, [*FULL, "GBP"]), (1, ["BPG", "PGB", "RYB", "YBR", "BRY"])):
        give(match, seat, hand)
    run_out(match)
    assert match.state.result[:2].tolist() == [2, 1]
    match.play(1, KEEP + CARD["BPG"])
    assert match.actors == [0]
    assert refusal(match, 1, KEEP + CARD["PGB"]) == "CON-68"
    assert refusal(match, 1, GIVE_UP + CARD["BPG"]) == "CON-74"
    assert refusal(match, 1, KEEP + CARD["ROY"]) == "CON-68"
    assert match.state.phase == R.CHOOSE


@pytest.mark.rule("CON-69", "CON-73")
def test_where_nothing_is_to_be_chosen_no_choice_is_asked_for():
    match = table("confetti", 3)
    give(match, 0, FULL)
    give(match, 1, ["GBP", "PGB"])
    run_out(match)
    assert match.scores == [3, 0, 0]
    assert match.state.result[:3].tolist() == [3, -2, 0]
    assert places(match, CARD["GBP"], CARD["PGB"]) == [R.MIDDLE, R.MIDDLE]
    assert zone(match, 1) == []
    assert match.state.phase == R.BREAK
    assert match.due == 63_000
    for names in random_hands(60, 9, seed=6):
        assert hand_score(names, limit=9)[3] <= len(names)


@pytest.mark.rule("CON-71")
def test_after_20_seconds_the_cards_taken_first_are_kept():
    match = table("confetti", 2)
    for since, name in enumerate(["GBP", "YRO", "ROY", "OYR"]):
        give(match, 0, [name], since=100 * since)
    give(match, 1, ["BPG", "PGB", "RYB", "YBR", "BRY"], since=7)  # taken together: the lower number counts as first
    run_out(match)
    match.wait(79_999)
    assert match.state.phase == R.CHOOSE
    match.wait()
    assert match.clock == 80_000
    assert places(match, *(CARD[name] for name in ["GBP", "YRO", "ROY", "OYR"])) == [5, 5, 1, 1]
    lowest = min(CARD[name] for name in ["BPG", "PGB", "RYB", "YBR", "BRY"])
    assert places(match, lowest) == [R.POINT]
    assert match.scores == [2, 1]
    assert (match.state.phase, match.due) == (R.BREAK, 83_000)
    bookkeeping_holds(match)


@pytest.mark.rule("CON-72")
def test_point_cards_are_out_of_the_pool_as_long_as_they_are_kept():
    match = table("confetti", 2)
    give(match, 0, FULL)
    run_out(match)
    to_round(match, 3)
    assert match.scores == [3, 0]
    assert len(middle(match)) == 81
    assert not {CARD[name] for name in FULL} & set(middle(match))
    assert refusal(match, 1, TAKE + CARD["ROY"]) == "CON-72"
    assert match.view(1)["players"][0]["point_cards"] == sorted(FULL, key=CARD.get)
    give(match, 1, NOTHING[:3])
    run_out(match)
    assert match.scores == [3, 0]  # their faces made no set


@pytest.mark.rule("CON-73")
def test_a_result_of_nothing_keeps_nothing():
    match = table("confetti", 2)
    give(match, 0, ["POG", "OGP", "RGB", "PGO"])
    give(match, 1, [*FULL, "GBP"])
    run_out(match)
    assert match.state.result[:2].tolist() == [0, 2]
    assert refusal(match, 0, KEEP + CARD["POG"]) == "CON-73"
    assert places(match, CARD["POG"]) == [R.MIDDLE]


@pytest.mark.rule("CON-74", "CON-76")
def test_a_negative_result_gives_up_point_cards_of_the_owners_choice():
    match = table("confetti", 2)
    give_points(match, 0, SIX[:4])
    give_points(match, 1, ["RYB"])
    give(match, 0, ["PRG", "OGP", "YRG"])
    run_out(match)
    assert match.state.result[0] == -3
    assert match.legal(0) == sorted(GIVE_UP + CARD[name] for name in SIX[:4])
    assert match.view(0)["players"][0]["to_give_up"] == 3
    assert match.view(0)["acting"] == [0]
    assert refusal(match, 0, GIVE_UP + CARD["RYB"]) == "CON-76"
    assert refusal(match, 0, GIVE_UP + CARD["PRG"]) == "CON-76"
    assert refusal(match, 1, GIVE_UP + CARD["RYB"]) == "CON-74"
    assert refusal(match, 0, KEEP + CARD["PRG"]) == "CON-73"
    for left, name in ((3, "ROY"), (2, "GBP"), (1, "OYR")):
        match.play(0, GIVE_UP + CARD[name])
        assert match.scores == [left, 1]
    assert places(match, CARD["ROY"], CARD["GBP"], CARD["OYR"], CARD["YRO"]) == [R.ASIDE] * 3 + [R.POINT]
    assert (int(match.state.owner[CARD["ROY"]]), int(match.state.since[CARD["GBP"]])) == (-1, 0)
    assert match.state.phase == R.BREAK
    to_round(match, 3)
    assert places(match, CARD["ROY"], CARD["GBP"], CARD["OYR"], CARD["YRO"]) == [R.MIDDLE] * 3 + [R.POINT]


@pytest.mark.rule("CON-71", "CON-76")
def test_after_20_seconds_the_point_cards_taken_last_are_given_up():
    match = table("confetti", 2)
    give_points(match, 0, ["PGB", "GBP", "ROY", "BPG"])
    give(match, 0, ["PRG", "OGP"])
    give_points(match, 1, ["RYB", "YBR"])
    match.state.since[[CARD["RYB"], CARD["YBR"]]] = 9  # taken together: the higher number stays
    give(match, 1, ["YRG"])
    run_out(match)
    assert match.scores == [4, 2]
    match.wait(80_000)
    assert places(match, *(CARD[name] for name in ["PGB", "GBP", "ROY", "BPG"])) == [5, 5, 0, 0]
    assert places(match, CARD["RYB"], CARD["YBR"]) == [0, 5]
    assert match.scores == [2, 1]


@pytest.mark.rule("CON-75", "CON-107")
def test_totals_never_fall_below_zero():
    for points, left in ((0, 0), (2, 0), (3, 0), (4, 1)):
        match = table("confetti", 2)
        give_points(match, 0, SIX[:points])
        give(match, 0, ["PRG", "OGP", "YRG"])
        run_out(match)
        assert match.state.result[0] == -3
        assert match.state.phase == (R.CHOOSE if points == 4 else R.BREAK)
        match.wait()
        assert match.scores == [left, 0]
    match = table("confetti", 2)
    give(match, 0, [*SIX[:5], "BRY"])
    match.state.result[0] = 5
    match.state.phase = R.CHOOSE
    R.settle_result(match.state, 0)
    match.look_again()
    for name in SIX[:5]:
        match.play(0, KEEP + CARD[name])
    assert match.scores == [5, 0]
    assert places(match, CARD["BRY"]) == [R.MIDDLE]


# 10. Rounds of the main game


def fresh(match, number):
    return [card for card, fresh_in in enumerate(match.state.fresh_in.tolist()) if fresh_in == number]


@pytest.mark.rule("CON-78", "CON-79")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_round_2_brings_the_other_half_alone(seats):
    match = table("confetti", seats)
    first = middle(match)
    to_round(match, 2)
    assert match.clock == 63_000
    assert middle(match) == fresh(match, 2) == [card for card in range(84) if card not in first]
    assert cards_in(match, R.ASIDE) == first
    assert match.view(0)["aside_unseen"] == 0
    assert match.view(0)["aside_seen"] == 42
    assert match.view(0)["limit"] == 6
    assert refusal(match, 0, TAKE + first[0]) == "CON-24"


@pytest.mark.rule("CON-79")
def test_round_2_may_be_played_with_what_was_left_too():
    match = table("confetti", 3, round2_pool="cumulative")
    card = middle(match)[0]
    match.play(0, TAKE + card)
    match.play(1, TAKE + card)
    to_round(match, 2)
    assert middle(match) == [other for other in range(84) if other != card]
    assert match.view(0)["aside_seen"] == 0


@pytest.mark.rule("CON-80", "CON-81")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_round_3_brings_all_remaining_cards_and_is_the_last(seats):
    match = table("confetti", seats)
    give(match, 0, SIX)
    card = next(card for card in middle(match) if DECK[card] not in SIX)
    match.play(1, TAKE + card)
    match.wait(100)
    match.state.pulling[card] = 3
    match.state.pull_ends[0] = 2000
    to_round(match, 3)
    assert match.clock == 126_000
    assert len(middle(match)) == 84 - 6 - 1
    assert match.view(0)["limit"] == 9
    give(match, 1, NINE[6:])
    run_out(match)
    assert match.over
    assert match.clock == 186_000
    assert match.due is None
    assert match.scores == [6, 3] + [0] * (seats - 2)
    assert refusal(match, 0, LEAVE) == "CON-95"


@pytest.mark.rule("CON-82")
def test_with_an_empty_middle_play_goes_on():
    match = table("confetti", 7)
    for seat in range(7):
        give(match, seat, middle(match)[:6])
    match.wait(2000)
    assert middle(match) == []
    match.play(0, DISCARD + zone(match, 0)[0])
    assert match.play(0, TAKE + zone(match, 1)[0]) == 2000
    assert match.state.phase == R.PLAY
    assert match.state.phase_ends == 60_000


# 11. Five to seven players


@pytest.mark.rule("CON-83", "CON-84", "CON-85")
@pytest.mark.parametrize(("seats", "pool", "wanted"), [(5, 54, 45), (6, 48, 54), (7, 42, 63)])
def test_five_to_seven_play_two_rounds(seats, pool, wanted):
    match = table("confetti", seats)
    first = middle(match)
    for _ in range(6):
        match.play(0, TAKE + middle(match)[0])
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-83"
    while zone(match, 0):
        match.wait(match.clock + 300)
        match.play(0, DISCARD + zone(match, 0)[0])
    for seat in range(seats):
        for card in first[6 * seat : 6 * seat + 6]:
            match.state.place[card] = R.POINT
            match.state.owner[card] = seat
            match.state.points[seat] += 1
    run_out(match)
    assert not match.over
    match.wait()
    assert len(middle(match)) == pool
    assert (pool < wanted) == (seats > 5)
    assert match.view(0)["limit"] == 9
    assert fresh(match, 2) == [card for card in range(84) if card not in first]
    assert set(fresh(match, 2)) <= set(middle(match))
    run_out(match)
    assert match.over
    assert match.winners == list(range(seats))


# 12. One player


@pytest.mark.rule("CON-86", "CON-87")
def test_a_single_player_plays_five_rounds():
    match = table("confetti", 1)
    pools = []
    for number in range(1, 6):
        to_round(match, number)
        assert match.view(0)["limit"] == 6
        assert match.view(0)["rounds"] == 5
        pools.append(len(middle(match)))
        assert match.clock == (number - 1) * 63_000
    assert pools == [42, 42, 84, 84, 84]
    for _ in range(6):
        match.play(0, TAKE + middle(match)[0])
    assert refusal(match, 0, TAKE + middle(match)[0]) == "CON-86"
    run_out(match)
    while not match.over:
        match.wait()
    assert match.state.round_now == 5


@pytest.mark.rule("CON-87")
@pytest.mark.parametrize(
    ("options", "pools"),
    [
        ({"solo_pool": "main-pattern", "round2_pool": "cumulative"}, [42, 84, 84, 84, 84]),
        ({"solo_pool": "fifths"}, [17, 17, 17, 17, 16]),
        ({"solo_pool": "fifths", "round2_pool": "cumulative"}, [17, 17, 17, 17, 16]),
        ({"solo_pool": "all"}, [84, 84, 84, 84, 84]),
    ],
)
def test_the_pool_of_a_single_player_may_be_chosen(options, pools):
    match = table("confetti", 1, **options)
    met = []
    for number, pool in enumerate(pools, 1):
        to_round(match, number)
        met += middle(match)
        assert len(middle(match)) == pool
    assert set(met) == set(range(84))
    if options["solo_pool"] == "fifths":
        assert len(met) == 84
    several = table("confetti", 2, **options)  # nothing to do with more players
    assert len(middle(several)) == 42


@pytest.mark.rule("CON-88")
def test_alone_there_are_no_tugs_and_the_most_is_30_points():
    match = table("confetti", 1)
    card = middle(match)[0]
    match.play(0, TAKE + card)
    assert places(match, card) == [R.LOOSE]
    assert match.play(0, HOLD + card) == 0
    match.play(0, DISCARD + card)
    for number in range(1, 6):
        to_round(match, number)
        kept = set(cards_in(match, R.POINT))
        hand = next(
            [*one, *two]
            for one, two in combinations(rotations(), 2)
            if not ({CARD[name] for name in [*one, *two]} & kept)
        )
        give(match, 0, hand)
        run_out(match)
        assert match.scores == [6 * number]
    assert match.over
    assert match.scores == [30]


def rotations():
    return sorted({tuple(sorted((name, name[1:] + name[0], name[2] + name[:2]))) for name in DECK})


@pytest.mark.rule("CON-89")
def test_alone_there_is_no_threshold_to_reach():
    match = table("confetti", 1)
    while not match.over:
        match.wait()
    assert match.scores == [0]
    assert match.winners == [0]


# 13. Black side


@pytest.mark.rule("CON-90", "CON-91", "CON-93")
def test_the_black_sides_show_six_shapes_by_a_fixed_rule():
    match = table("confetti", 3, side="black")
    names = [cards_of.name_of(face) for face in match.state.deck.tolist()]
    assert names == [DECK[(37 * card + 11) % 84] for card in range(84)]
    assert sorted(names) == sorted(DECK)
    assert all(name != DECK[card] for card, name in enumerate(names))
    assert cards_of.SHAPES == ("triangle", "square", "pentagon", "star", "cross", "ring")
    card = match.view(0)["middle"][0]
    shapes = [cards_of.SHAPES["ROYGBP".index(letter)] for letter in card["name"]]
    assert [card["small"], card["medium"], card["big"]] == shapes  # shape and colour name the same thing
    own = table("confetti", 3, side="black", deck={"cards": [name[::-1] for name in DECK]})
    assert cards_of.name_of(own.state.deck[0].tolist()) == DECK[11][::-1]
    drawn = table("confetti", 3, side="black", deck="random-84")
    assert len({tuple(face) for face in drawn.state.deck.tolist()}) == 84


@pytest.mark.rule("CON-92")
def test_all_other_rules_are_unchanged_on_the_black_side():
    match = table("confetti", 2, side="black")
    names = [cards_of.name_of(face) for face in match.state.deck.tolist()]
    give(match, 0, [names.index(name) for name in [*FULL, "GBP"]])
    assert refusal(match, 1, TAKE + names.index("ROY"), at=999) == "CON-24"
    run_out(match)
    assert (int(match.state.sets[0]), int(match.state.result[0])) == (3, 2)
    match.wait()
    assert (match.scores, match.clock) == ([2, 0], 80_000)
    match.wait()
    assert middle(match) == [card for card in fresh(match, 2) if match.state.place[card] != R.POINT]


# 14. End of the game, ties, information


@pytest.mark.rule("CON-95", "CON-96", "CON-97")
def test_most_point_cards_win_and_equals_share():
    match = table("confetti", 4)
    give_points(match, 0, ["ROY"])
    give_points(match, 1, ["OYR", "YRO"])
    give_points(match, 3, ["GBP", "BPG"])
    assert match.scores == [1, 2, 0, 2]
    assert match.winners == []
    while not match.over:
        match.wait()
    assert match.scores == [1, 2, 0, 2]
    assert match.winners == [1, 3]
    assert match.actors == []
    assert refusal(match, 0, TAKE) == "CON-95"
    assert refusal(match, 0, KEEP) == "CON-95"


@pytest.mark.rule("CON-98")
def test_only_what_is_put_aside_is_unseen():
    match = table("confetti", 3, deck="random-84")
    give_points(match, 1, [])
    match.play(1, TAKE + middle(match)[0])
    aside = cards_in(match, R.ASIDE)
    for seat in (0, 1, 2, None):
        seen = match.seen(seat)
        hidden = [card in aside for card in range(84)]
        assert [face == [-1, -1, -1] for face in seen.deck.tolist()] == hidden
        assert [fresh_in == -1 for fresh_in in seen.fresh_in.tolist()] == hidden
        assert seen.place.tolist() == match.state.place.tolist()
        assert seen.rng == 0
        assert [player["points"] for player in match.view(seat)["players"]] == [0, 0, 0]
        assert len(match.view(seat)["tugs"]) == 1
    assert match.describe(TAKE + aside[0]) == "take a card not seen yet"
    to_round(match, 2)
    assert (match.seen(0).deck != -1).all()
    known = table("confetti", 3)
    assert known.seen(0).deck.tolist() == known.state.deck.tolist()


@pytest.mark.rule("CON-99")
def test_a_player_who_leaves_returns_the_zone_and_lets_every_tug_go():
    match = table("confetti", 3)
    give_points(match, 0, FULL)
    give(match, 0, ["GBP"])
    give(match, 0, ["BPG", "RYB"], place=R.HELD)
    one = middle(match)[0]
    match.wait(2000)
    match.play(1, TAKE + CARD["GBP"])
    match.play(0, HOLD_ALL, at=2100)
    match.play(0, DISCARD + CARD["RYB"])
    match.play(0, LEAVE, at=2200)
    assert zone(match, 0) == []
    assert zone(match, 1) == [CARD["GBP"]]
    assert match.state.since[CARD["GBP"]] == 2200
    assert places(match, CARD["BPG"], CARD["ROY"]) == [R.MIDDLE, R.POINT]
    assert match.scores == [3, 0, 0]
    assert match.legal(0) == []
    assert match.actors == [1, 2]
    assert match.view(1)["players"][0]["here"] is False
    assert match.view(1)["acting"] == [1, 2]
    assert refusal(match, 0, TAKE + one) == "CON-99"
    assert refusal(match, 0, LEAVE) == "CON-99"
    bookkeeping_holds(match)
    while not match.over:
        match.wait()
    assert match.state.round_now == 3  # the number of players at the start fixes the rounds
    assert match.winners == [0]


@pytest.mark.rule("CON-99")
def test_a_player_who_leaves_in_an_open_window_returns_that_card_too():
    match = table("confetti", 3)
    one, two = middle(match)[:2]
    match.play(0, TAKE + one)
    match.play(1, TAKE + two)
    match.play(2, TAKE + two)
    match.play(0, LEAVE, at=249)
    assert places(match, one, two) == [R.MIDDLE, R.TUG]
    assert match.state.pulled.tolist() == [two] + [-1] * 6
    match.play(2, LEAVE)
    assert places(match, two) == [R.LOOSE]
    assert zone(match, 1) == [two]
    assert match.state.pulls == 0


@pytest.mark.rule("CON-99", "CON-71")
def test_a_player_who_leaves_while_choosing_is_chosen_for():
    match = table("confetti", 3)
    give(match, 0, [*FULL, "GBP"])
    give_points(match, 1, ["PGB", "BPG", "RYB"])
    give(match, 1, ["PRG", "OGP"])
    run_out(match)
    assert match.actors == [0, 1]
    match.play(0, LEAVE)
    assert match.scores == [2, 3, 0]
    assert match.state.phase == R.CHOOSE
    match.play(1, LEAVE, at=61_000)
    assert match.scores == [2, 1, 0]
    assert (match.state.phase, match.due) == (R.BREAK, 64_000)
    match.play(2, LEAVE, at=62_000)
    match.wait()
    assert match.state.round_now == 2
    assert match.actors == []
    assert refusal(match, 2, TAKE + middle(match)[0]) == "CON-99"


# 15. Test vectors


@pytest.mark.rule("CON-100")
def test_the_values_named_in_the_book():
    assert hand_score(["GOP", "OYG", "RGB"]) == (3, 1, 3, 1)
    assert hand_score(["YRB", "BOY", "GBO", "OGR"]) == (4, 2, 4, 2)
    assert hand_score(["BOG", "OYB", "GPY", "YGO", "OBP"]) == (5, 4, 5, 4)
    assert hand_score(FULL) == (3, 3, 3, 3)
    assert hand_score(SIX) == (6, 6, 6, 6)
    assert hand_score(NINE, limit=9) == (9, 9, 9, 9)


@pytest.mark.rule("CON-103")
def test_hands_without_a_set():
    assert hand_score(NOTHING) == (6, 0, 0, -6)
    assert hand_score(["ROY", "GBP"]) == (2, 0, 0, -2)
    assert hand_score([]) == (0, 0, 0, 0)


@pytest.mark.rule("CON-105")
def test_sets_in_five_colours_on_six_cards():
    assert hand_score(["YPB", "PYG", "GBR", "RGY", "BRG", "OGP"]) == (6, 5, 6, 5)


# What is seen


@pytest.mark.rule("CON-98")
def test_an_observation_begins_with_the_own_seat():
    match = table("confetti", 3, deck="random-84")
    card, other = middle(match)[:2]
    give(match, 1, [card])
    match.play(2, TAKE + other)
    match.wait(10)
    rows = {seat: RULES.pieces.split(match.observe(seat)) for seat in (0, 1, 2, None)}
    assert [rows[seat]["card_owner"][card] for seat in (0, 1, 2)] == [2, 1, 3]
    assert [rows[seat]["card_pulling"][other] for seat in (0, 1, 2)] == [0b100, 0b10, 0b1]
    assert np.count_nonzero(rows[0]["card_owner"]) == np.count_nonzero(rows[0]["card_pulling"]) == 1
    assert rows[2]["take_wait"].tolist() == [20, 0, 0, 0, 0, 0, 0]
    assert match.observe(None).tolist() == match.observe(0).tolist()
    row = rows[0]
    assert row["pull_left"][other] == 12
    assert row["card_wait"][card] == 50
    assert row["seconds_left"].tolist() == [60]
    assert (row["phase"].tolist(), row["round_now"].tolist()) == ([1, 0, 0, 0], [1, 0, 0, 0, 0])
    assert (row["card_limit"].tolist(), row["rounds_left"].tolist()) == ([6], [2])
    aside = cards_in(match, R.ASIDE)
    assert [card for card in range(84) if row["card_place"][card] == 7] == aside
    assert row["card_place"][[card, other]].tolist() == [R.LOOSE, R.TUG]
    assert row["card_face"].tolist() == [[kind + 1 for kind in face] for face in match.seen(0).deck.tolist()]
    assert [card for card in range(84) if not row["card_face"][card].any()] == aside
    third = middle(match)[0]
    assert row["card_cell"][third] == match.state.cell[third] + 1
    assert np.flatnonzero(row["card_cell"]).tolist() == middle(match)


def test_the_table_is_shown_in_every_phase():
    match = table("confetti", 2)
    give(match, 0, [*FULL, "GBP"], place=R.HELD)
    match.play(1, TAKE + middle(match)[0])
    assert "60.0 s of sand left" in match.show(0)
    assert "you   " in match.show(0)
    assert "you" not in match.show(None)
    run_out(match)
    assert "choosing point cards" in match.show(1)
    assert "3 sets on 4 cards, 1 spare: +2" in match.show(1)
    assert "0 sets on 1 card, 1 spare: -1" in match.show(1)
    match.play(0, LEAVE)
    assert "player 1 (gone)" in match.show(1)
    assert "about to start" in match.show(1)
    while not match.over:
        match.wait()
    assert "the game is over" in match.show(1)
    assert "no cards" in match.show(1)
    assert [match.describe(action) for action in (HOLD_ALL, LEAVE)] == ["hold all loose cards", "leave the table"]
    assert match.describe(DISCARD) == "give back ROY"


# Whole matches


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {"deck": "random-84", "solo_pool": "fifths"}),
        (2, {"stealing": "auto-held-after-2s", "limit": "soft-with-penalty"}),
        (3, {"round_seconds": 45}),
        (7, {"conflict": "first-come", "side": "black"}),
    ],
)
def test_legal_agrees_with_when_and_no_card_is_lost(seats, options):
    match = table("confetti", seats, 9, **options)
    dice = random.Random(seats)
    scored = 0
    for turn in range(110):
        if match.over:
            break
        seat = dice.randrange(seats)
        legal = match.legal(seat)
        if turn % 11 == 0:
            now = [action for action in range(RULES.actions - 1) if 0 <= when(match, seat, action) <= match.clock]
            assert legal == now
            bookkeeping_holds(match)
        if legal and dice.random() < 0.7:
            match.play(seat, dice.choice(legal))
        else:
            match.wait(match.clock + dice.choice((10, 100, 240, 500, 1500)))
        if match.state.phase != R.PLAY and match.state.round_now > scored:
            scored = int(match.state.round_now)
            assert match.state.result[:seats].tolist() == obvious.results(match.state)


# The whole, beside the statements


def brute_force(cards):
    """CON-52, CON-59 as the rulebook says them: try every part of the hand."""

    def sets(part):
        return sum(min(sum(card[size] == colour for card in part) for size in range(3)) for colour in "ROYGBP")

    most = sets(cards)
    parts = (part for size in range(len(cards) + 1) for part in combinations(cards, size))
    needed = next(len(part) for part in parts if sets(part) == most)
    return len(cards), most, needed, most - (len(cards) - needed)


@pytest.mark.rule("CON-52", "CON-59", "CON-60")
def test_hands_score_as_a_search_of_all_parts_says():
    dice = random.Random(5)
    for number in range(120):
        hand = dice.sample(DECK, 3 + number % 7)
        assert hand_score(hand, limit=9) == brute_force(hand)
