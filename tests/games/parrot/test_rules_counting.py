"""Parrot, sections 7 and 8 of the rulebook: counting a Box, and the Parrot."""

import numpy as np
import pytest
from tests.games.parrot.tables import LAST, PLAIN, box, boxed, float_to, lay, pair, top
from tests.helpers import refusal, table

from parlour import BadInput
from parlour.games.parrot import box_score
from parlour.games.parrot.cards import DECK
from parlour.games.parrot.rules import (
    DRAW,
    PASS,
    PLACE,
    REVEAL,
    TAKE,
    Phase,
)

# Counting a Box


@pytest.mark.rule("PAR-60", "PAR-104")
def test_the_basic_score_is_the_sum():
    assert box_score([3, 5, 7, 9, 1, 2, 4, 6]) == 37


@pytest.mark.rule("PAR-61", "PAR-62", "PAR-105", "PAR-106")
def test_only_equal_cards_in_one_column_are_a_pair():
    assert box_score([5, 5, 1, 2, 5, 3, 4, 0]) == 15
    assert box_score([5, 5, 2, 3, 1, 4, 5, 6]) == 31


@pytest.mark.rule("PAR-63", "PAR-103", "PAR-107", "PAR-108")
def test_quartets():
    assert box_score([5, 5, 1, 2, 5, 5, 3, 4]) == 0
    assert box_score([5, 9, 5, 2, 5, 9, 5, 4]) == -4


@pytest.mark.rule("PAR-64", "PAR-66", "PAR-67", "PAR-103", "PAR-109")
def test_a_sextet():
    assert box_score([5, 5, 5, 1, 5, 5, 5, 2]) == -12


@pytest.mark.rule("PAR-65", "PAR-66", "PAR-67", "PAR-103", "PAR-110")
def test_an_octet():
    assert box_score([5] * 8) == -20
    assert box_score([12] * 8) == -20


@pytest.mark.rule("PAR-68", "PAR-111")
def test_two_quartets_count_separately():
    assert box_score([5, 8, 8, 5, 5, 8, 8, 5]) == -20


@pytest.mark.rule("PAR-69", "PAR-70", "PAR-71", "PAR-117")
def test_the_formula_and_its_bounds():
    rng = np.random.default_rng(4)
    scores = []
    for _ in range(3000):
        cards = rng.choice(DECK, 8, replace=False).tolist()
        scores.append(box_score(["P" if card == 13 else card for card in cards]))
        assert scores[-1] == slow_score(cards)
    assert box_score([12, 12, 12, 12, 11, 11, 11, 11]) == 92
    assert box_score([0] * 8) == -20
    assert box_score([0, 0, 1, 2, 0, 0, 1, 2]) == -10
    assert -20 <= min(scores) < 0
    assert max(scores) <= 92


def slow_score(cards):
    total, pairs = 0, []
    for a, b in zip(cards[:4], cards[4:]):
        if a == b == 13:
            continue
        if a == b or 13 in (a, b):
            pairs.append(min(a, b))
        else:
            total += a + b
    return total + sum({1: 0, 2: -10, 3: -15, 4: -20}[pairs.count(v)] for v in set(pairs))


@pytest.mark.rule("PAR-72", "PAR-73")
def test_round_scores_are_added_and_may_be_negative():
    match = table("parrot", 2, rounds=3)
    for number in range(3):
        for seat in range(2):
            match.play(seat, pair(0, 1))
        first = int(match.state.turn)
        lay(match, 0, "5 5 5 5 / 5 5 5 5")
        lay(match, 1, "5 5 1 2 / 5 5 3 5")
        match.state.up[first, 7] = 0
        match.state.up[1 - first, 7] = 0
        match.look_again()
        match.play(first, DRAW)
        match.play(first, REVEAL + 7)
        match.play(1 - first, DRAW)
        match.play(1 - first, PASS)
        assert match.scores == [-20 * (number + 1), number + 1]
        assert match.state.points[number].tolist()[:2] == [-20, 1]
        if number < 2:
            match.wait()
    assert match.over
    assert match.winners == [0]
    assert [player["rounds"] for player in match.view(1)["seats"]] == [[-20, -20, -20], [1, 1, 1]]


# The Parrot


@pytest.mark.rule("PAR-74", "PAR-75", "PAR-77", "PAR-113")
def test_a_parrot_makes_a_pair_with_any_number():
    assert box_score(["P", 5, 1, 2, 9, 5, 3, 4]) == 10
    for number in range(13):
        assert box_score(["P", 1, 1, 1, number, 2, 2, 2]) == 9
        assert box_score([number, 1, 1, 1, "P", 2, 2, 2]) == 9
    # its value follows the mate: with 9 beside it no set, with 5 a Quartet
    assert box_score(["P", 5, 1, 2, 5, 5, 3, 4]) == 0


@pytest.mark.rule("PAR-76", "PAR-112", "PAR-114", "PAR-115")
def test_pairs_with_a_parrot_count_for_sets():
    assert box_score(["P", 5, 1, 2, 5, 5, 3, 4]) == 0
    assert box_score([0, 0, 0, 12, 0, "P", 0, 12]) == -15
    assert box_score(["P", "P", "P", "P", 7, 7, 7, 7]) == -20


@pytest.mark.rule("PAR-78")
def test_beside_a_down_card_a_parrot_has_no_value_yet():
    """No action can depend on it; it gets one when the mate is turned up."""
    match = boxed("P 1 2 3 / (5) (6) 7 8", PLAIN, pile="6 6 6 5")
    match.play(0, DRAW)
    assert refusal(match, 0, float_to(0, 5)) == "PAR-97"
    match.play(0, REVEAL + 4)
    match.play(1, DRAW)
    match.play(1, PLACE)
    match.state.hand, match.state.from_pile, match.state.phase = 5, 1, Phase.USE
    match.look_again()
    assert float_to(0, 5) in match.legal(0)


@pytest.mark.rule("PAR-79", "PAR-116")
def test_two_parrots_in_one_column():
    box_ = ["P", 5, 5, 1, "P", 5, 5, 2]
    assert box_score(box_) == -7
    assert box_score(box_, two_parrots="wild-pair") == -12
    assert box_score(["P", "P", 1, 1, "P", "P", 2, 2], two_parrots="wild-pair") == 6 - 10
    assert box_score(["P", "P", 1, 1, "P", "P", 2, 2]) == 6
    assert box_score(["P", 8, 5, 5, "P", 8, 5, 5], two_parrots="wild-pair") == -20  # a second Quartet beats a Sextet
    assert box_score(["P", "P", 8, 5, "P", "P", 8, 5], two_parrots="wild-pair") == -20
    assert box_score(["P", "P", 8, 5, "P", "P", 8, 4], two_parrots="wild-pair") == 9 - 15
    assert box_score(["P", 8, 8, 8, "P", 8, 8, 8], two_parrots="wild-pair") == -20
    assert box_score(["P", 12, 1, 1, "P", 12, 2, 2], two_parrots="wild-pair") == 6 - 10
    assert box_score(["P", 0, 1, 1, "P", 0, 2, 2], two_parrots="wild-pair") == 6 - 10
    with pytest.raises(BadInput, match="two_parrots cannot be 'both'"):
        box_score(box_, two_parrots="both")
    for wrong in ([1] * 7, [13] * 8, [True] * 8, [1] * 7 + [14], [1] * 7 + ["Q"], [1] * 7 + [-1], [1.0] * 8):
        with pytest.raises(BadInput, match="eight cards"):
            box_score(wrong)


@pytest.mark.rule("PAR-79")
@pytest.mark.parametrize(("option", "points"), [("pair-of-nothing", -7), ("wild-pair", -12)])
def test_the_table_chooses_what_two_parrots_are(option, points):
    match = boxed("P 5 5 1 / P 5 5 (2)", PLAIN, two_parrots=option)
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    match.play(1, DRAW)
    match.play(1, PLACE)
    assert match.scores[0] == points


@pytest.mark.rule("PAR-80")
def test_a_column_with_a_parrot_counts_nothing_by_itself():
    rng = np.random.default_rng(8)
    for _ in range(300):
        cards = rng.choice(13, 6, replace=False).tolist()
        for other in ("P", int(rng.integers(13))):
            without = box_score(["P", *cards[:3], other, *cards[3:]])
            assert without == sum(cards)


@pytest.mark.rule("PAR-81", "PAR-83", "PAR-84")
def test_a_parrot_is_drawn_replaced_and_lost_like_any_card():
    match = boxed("1 2 3 4 / (P) (6) P (8)", PLAIN, pile="6 6 6 6 P")
    match.play(0, DRAW)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), REVEAL + 4, REVEAL + 5, REVEAL + 7]
    match.play(0, PLACE)
    assert box(match, 0) == "P 2 3 4 / (P) (6) P (8)"
    match = boxed("1 2 3 4 / (P) (6) P (8)", PLAIN, pile="6 6 6 6 9")
    match.play(0, DRAW)
    match.play(0, PLACE + 6)  # an up Parrot
    assert top(match) == 13
    match = boxed("1 2 3 4 / (P) (6) P (8)", PLAIN, pile="6 6 6 6 9")
    match.play(0, DRAW)
    assert match.view(0)["seats"][0]["box"][4] == "?"
    match.play(0, PLACE + 4)  # a down one, lost unseen
    assert top(match) == 13
    match = boxed(LAST, PLAIN, pile="6 6 6 6 P")
    match.play(0, DRAW)
    match.play(0, PASS)
    assert top(match) == 13


@pytest.mark.rule("PAR-82")
def test_a_parrot_on_the_discard_pile_may_be_taken():
    match = boxed(PLAIN, PLAIN, discards="4 P")
    match.play(0, TAKE)
    match.play(0, PLACE + 1)
    assert box(match, 0) == "1 P 3 4 / (5) (6) (7) (8)"
