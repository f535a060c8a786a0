"""Confetti: rounds by number of players, and the black side (CON-77 to CON-94)."""

import random
from itertools import combinations

import numpy as np
import pytest
from tests.games.confetti.helpers import (
    CARD,
    DISCARD,
    FULL,
    HOLD,
    LEAVE,
    NINE,
    SIX,
    TAKE,
    cards_in,
    give,
    give_points,
    middle,
    places,
    run_out,
    to_round,
    zone,
)
from tests.helpers import refusal, table

from parlour.games.confetti import DECK
from parlour.games.confetti import cards as cards_of
from parlour.games.confetti.state import Phase, Place

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
    assert cards_in(match, Place.ASIDE) == first
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
    assert match.state.phase == Phase.PLAY
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
            match.state.place[card] = Place.POINT
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
        ({"solo_pool": "main-pattern"}, [42, 42, 84, 84, 84]),
        ({"solo_pool": "main-pattern", "round2_pool": "cumulative"}, [42, 42, 84, 84, 84]),  # CON-79: not for one
        ({"solo_pool": "fifths"}, [17, 17, 17, 17, 16]),
        ({"solo_pool": "fifths", "round2_pool": "cumulative"}, [17, 17, 17, 17, 16]),
        ({"solo_pool": "all"}, [84, 84, 84, 84, 84]),
        ({"solo_pool": "all", "round2_pool": "cumulative"}, [84, 84, 84, 84, 84]),
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
    assert places(match, card) == [Place.LOOSE]
    assert match.play(0, HOLD + card) == 0
    match.play(0, DISCARD + card)
    for number in range(1, 6):
        to_round(match, number)
        kept = set(cards_in(match, Place.POINT))
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


@pytest.mark.rule("CON-84")
@pytest.mark.parametrize(("seats", "least"), [(5, 9), (6, 8), (7, 6)])
def test_in_the_second_round_there_may_not_be_nine_cards_for_everybody(seats, least):
    match = table("confetti", seats)
    for seat in range(seats):  # six cards each have become points
        give_points(match, seat, [DECK[card] for card in middle(match)[:6]])
    to_round(match, 2)
    pool = len(middle(match))
    assert pool == 84 - 6 * seats
    while middle(match) and any(match.legal(seat) and match.legal(seat)[0] < HOLD for seat in range(seats)):
        for seat in range(seats):
            if middle(match) and TAKE + middle(match)[0] in match.legal(seat):
                match.play(seat, TAKE + middle(match)[0])
        match.wait(match.clock + 400)
    collected = [len(zone(match, seat)) for seat in range(seats)]
    assert sum(collected) == min(pool, 9 * seats)
    assert (min(collected), len(middle(match))) == (least, max(0, pool - 9 * seats))
    assert (max(collected) == 9 == min(collected)) == (seats == 5)
    run_out(match)
    assert match.state.collected[:seats].tolist() == collected


@pytest.mark.rule("CON-89")
@pytest.mark.parametrize("kept", [[], FULL, SIX])
def test_alone_every_result_is_a_result(kept):
    match = table("confetti", 1)
    give(match, 0, kept)
    while not match.over:
        match.wait()
    assert match.scores == [len(kept)]
    assert match.winners == [0]  # neither won nor lost: nobody else is there, and no number of points is asked for
    assert not {"threshold", "rank", "target"} & match.view(0).keys()


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
    assert middle(match) == [card for card in fresh(match, 2) if match.state.place[card] != Place.POINT]


@pytest.mark.rule("CON-92", "CON-94")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {"solo_pool": "fifths", "round_seconds": 45}),
        (2, {"round_seconds": 45}),
        (
            2,
            {
                "round_seconds": 45,
                "limit": "soft-with-penalty",
                "extra_card": "twice",
                "stealing": "auto-held-after-2s",
            },
        ),
    ],
)
def test_a_whole_game_is_the_same_on_both_sides(seats, options):
    # a deck whose black sides are the white sides of the usual one, card by card
    turned = [""] * 84
    for card, shown in enumerate(cards_of.BLACK_FACE.tolist()):
        turned[shown] = DECK[card]
    white = table("confetti", seats, 3, **options)
    black = table("confetti", seats, 3, side="black", deck={"cards": turned}, **options)
    dice = random.Random(seats)
    full = set()
    while not white.over:
        assert black.state.deck.tolist() == white.state.deck.tolist()
        moment = white.clock + dice.choice((0, 40, 120, 400))
        if white.state.phase == Phase.PLAY and moment < white.state.phase_ends and dice.random() < 0.7:
            seat = dice.choice(range(seats))
            moves = white.legal(seat)
            takes = [move for move in moves if move < HOLD]
            moves = takes if takes and dice.random() < 0.7 else moves
            if moves:
                action = dice.choice(moves[:3])
                white.play(seat, action)
                black.play(seat, action)
        else:
            white.wait(max(moment, white.clock + 1500))
            black.wait(white.clock)
        full.add(max(len(zone(white, seat)) for seat in range(seats)))
        for seat in range(seats):
            assert black.legal(seat) == white.legal(seat)
        assert black.due == white.due
        for field in white.state.dtype.names:
            assert field == "side" or np.array_equal(black.state[field], white.state[field])
    assert black.over
    assert black.scores == white.scores
    assert max(full) >= 6


@pytest.mark.rule("CON-92")
@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize(("seats", "limits"), [(1, [6] * 5), (2, [6, 6, 9]), (4, [6, 6, 9]), (5, [6, 9]), (7, [6, 9])])
def test_the_limits_are_the_same_on_both_sides(side, seats, limits):
    match = table("confetti", seats, side=side)
    for number, limit in enumerate(limits, 1):
        to_round(match, number)
        assert match.view(0)["limit"] == limit
        give(match, 0, middle(match)[:limit])
        assert refusal(match, 0, TAKE + middle(match)[0]).startswith("CON-")
        match.play(0, DISCARD + zone(match, 0)[0])
        assert match.why_not(0, TAKE + middle(match)[0]) is None
        for card in zone(match, 0):
            match.play(0, DISCARD + card)


@pytest.mark.rule("CON-92", "CON-37")
@pytest.mark.parametrize("side", ["white", "black"])
def test_the_window_of_a_take_is_the_same_on_both_sides(side):
    for late, pulling in ((249, 0b11), (250, 0)):
        match = table("confetti", 2, side=side)
        card = middle(match)[0]
        match.play(0, TAKE + card, at=1000)
        assert match.due == 1250
        match.wait(1000 + late)
        if pulling:
            match.play(1, TAKE + card)
        else:
            assert refusal(match, 1, TAKE + card, at=1250) == "CON-24"
        assert match.state.pulling[card] == pulling


@pytest.mark.rule("CON-108")
@pytest.mark.parametrize(("seats", "rounds"), [(1, 5), (2, 3), (4, 3), (7, 2)])
def test_between_two_rounds_there_is_a_break_of_three_seconds(seats, rounds):
    match = table("confetti", seats)
    for number in range(1, rounds + 1):
        assert match.state.round_now == number
        run_out(match)
        ended = match.clock
        if number == rounds:
            assert match.over
            assert match.due is None
            return
        assert (match.state.phase, match.due) == (Phase.BREAK, ended + 3000)
        assert match.actors == []
        match.wait(ended + 2999)
        assert match.state.phase == Phase.BREAK
        match.wait()
        assert (match.state.phase, match.clock, match.due) == (Phase.PLAY, ended + 3000, ended + 63_000)
