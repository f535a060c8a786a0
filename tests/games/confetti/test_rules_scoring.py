"""Confetti: sets and penalties (CON-47 to CON-66, CON-100 to CON-106)."""

import random
from itertools import combinations, pairwise

import pytest
from tests.games.confetti import obvious
from tests.games.confetti.helpers import FULL, NINE, NOTHING, SIX, give, random_hands, run_out
from tests.helpers import table

from parlour import BadInput
from parlour.games.confetti import DECK, hand_score

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


def faces(names):
    return [tuple("ROYGBP".index(letter) for letter in name) for name in names]


@pytest.mark.rule("CON-52", "CON-59", "CON-60")
def test_sets_and_needed_cards_agree_with_trying_everything():
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


def test_hand_score_refuses_invalid_hands():
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


# Scoring in general


def brute_force(cards):
    """CON-52, CON-59 as the rulebook says them: try every part of the hand."""

    def sets(part):
        return sum(min(sum(card[size] == colour for card in part) for size in range(3)) for colour in "ROYGBP")

    most = sets(cards)
    parts = (part for size in range(len(cards) + 1) for part in combinations(cards, size))
    needed = next(len(part) for part in parts if sets(part) == most)
    return len(cards), most, needed, most - (len(cards) - needed)


@pytest.mark.rule("CON-52", "CON-59", "CON-60")
def test_hand_scores_agree_with_a_search_of_all_parts():
    dice = random.Random(5)
    for number in range(120):
        hand = dice.sample(DECK, 3 + number % 7)
        assert hand_score(hand, limit=9) == brute_force(hand)
