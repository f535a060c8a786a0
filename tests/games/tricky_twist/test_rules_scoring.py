"""Tricky Twist: base score, scoring cards and the end of the game (TRK-82 to TRK-105, TRK-110 to TRK-117)."""

import numpy as np
import pytest
from tests.games.tricky_twist.helpers import (
    BEST,
    EVEN,
    FEW,
    FLIP,
    JOKER,
    LAST,
    MANY,
    NUMBER_OF_SUITS,
    ODD,
    SEQ,
    SUIT2_A,
    SUIT2_B,
    card,
    ended,
    in_force,
    laid,
    last_turn,
    new,
    play,
    result,
)
from tests.helpers import refusal

from parlour import BadInput
from parlour.games.tricky_twist import base_score, scoring_card
from parlour.games.tricky_twist.cards import (
    HOUSE_TABLES,
    KIND_NAMES,
)
from parlour.games.tricky_twist.scoring import longest_run, place
from parlour.games.tricky_twist.state import Act

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
def test_tricks_do_not_count_for_a_scoring_card(kind):
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
def test_custom_tables_can_be_used(tmp_path):
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


def test_the_worked_examples_refuse_invalid_cards():
    with pytest.raises(BadInput, match="from 1 to 12"):
        scoring_card("SEQ", [(13, "sun")])
    with pytest.raises(BadInput, match="from 1 to 12, not True"):
        scoring_card("SEQ", [(True, "sun")])
    for tricks, false_tricks in ((-1, 1), (1, -1), (True, 1), (1, True), (49, 0), (0, 49), (1.5, 1)):
        with pytest.raises(BadInput, match="whole numbers from 0 to 48, not"):
            base_score(tricks, false_tricks)
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
