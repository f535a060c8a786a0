"""Parrot: statements that hold at every table, tried with all numbers of players, all options, and in late rounds."""

from itertools import product

import numpy as np
import pytest
from tests.games.parrot.tables import LAST, PLAIN, box, boxed, float_to, lay, pair
from tests.helpers import refusal, table

from parlour import Match
from parlour.games.parrot import OPTIONS, rules
from parlour.games.parrot.rules import DRAW, FLOAT, NOBODY, PASS, PLACE, REVEAL, TAKE, Phase

VALUES = [[(option.name, value) for value in option.values] for option in OPTIONS]
TABLES = [
    (2 + number % 5, min(number % 3, dict(options)["rounds"] - 1), dict(options))
    for number, options in enumerate(product(*VALUES))
]


def at_every_table(own_box: str, other: str = PLAIN, **laid: object) -> list[tuple[Match, int]]:
    """A match at each table, with the seat in turn, which has its own Box; the other Boxes are alike."""
    found = []
    for number, (seats, round_no, options) in enumerate(TABLES):
        seat = (number + number // 5) % seats
        boxes = [own_box if place == seat else other for place in range(seats)]
        match = boxed(*boxes, turn=seat, **laid, **options)  # type: ignore[arg-type]
        match.state.round_no = round_no
        match.look_again()
        found.append((match, seat))
    return found


def test_the_tables_are_as_various_as_they_should_be():
    assert {seats for seats, _, _ in TABLES} == {2, 3, 4, 5, 6}
    assert max(round_no for _, round_no, _ in TABLES) == 2
    for option in OPTIONS:
        for value in option.values:
            assert {seats > 4 for seats, _, options in TABLES if options[option.name] == value} == {True, False}


@pytest.mark.rule("PAR-17")
@pytest.mark.parametrize(
    ("cards", "places", "total"),
    [
        ("P 3 5 6 / 4 7 8 9", (0, 4), 8),
        ("4 3 5 6 / P 7 8 9", (0, 4), 8),
        ("P 3 5 6 / 4 7 8 9", (0, 1), 3),
        ("4 P 5 6 / 3 7 8 9", (0, 1), 4),
        ("P 3 5 6 / P 7 8 9", (0, 4), 0),
        ("P P 5 6 / 3 7 8 9", (0, 1), 0),
        ("4 3 5 6 / 4 7 8 9", (0, 4), 8),
    ],
)
def test_a_parrot_in_the_opening_counts_as_its_mate_or_nothing(cards, places, total):
    for seats, round_no, options in TABLES:
        match = table("parrot", seats, **options)
        match.state.round_no = round_no
        for seat in range(seats):
            lay(match, seat, cards)
            match.state.opening[seat] = pair(*places)
            assert rules.opening_sum(match.state, seat) == total


@pytest.mark.rule("PAR-19")
def test_every_tied_player_may_begin():
    for seats, round_no, options in TABLES:
        match = table("parrot", seats, **options)
        match.state.round_no = round_no
        for seat in range(seats):
            lay(match, seat, "1 2 3 4 / 5 6 7 8")
            match.state.opening[seat] = pair(0, 1)
        first = set()
        for seed in range(60):
            match.state.rng = seed
            first.add(int(rules.first_player(match.state)))
        assert first == set(range(seats))


@pytest.mark.rule("PAR-38")
def test_nothing_is_listed_for_a_player_who_has_left():
    for match, seat in at_every_table(PLAIN):
        state, moves = match.state, np.zeros(200, np.int16)
        for phase in (Phase.OPENING, Phase.CHOOSE, Phase.USE):
            state.phase, state.opening[seat] = phase, rules.NOT_CHOSEN
            state.hand, state.from_pile = 3, 1
            state.left[seat] = 0
            assert rules.legal(state, seat, moves) > 0
            state.left[seat] = 1
            assert rules.legal(state, seat, moves) == 0


@pytest.mark.rule("PAR-56")
def test_an_empty_pile_is_rebuilt_at_every_table():
    for match, seat in at_every_table(PLAIN, pile="", discards="0 10 11 P 12"):
        match.play(seat, DRAW)
        state = match.state
        assert (state.reshuffles, state.pile_left, state.discarded, state.pile_out) == (1, 3, 1, 0)
        assert sorted([int(state.hand), *state.pile[:3].tolist()]) == [0, 10, 11, 13]
        drawn = int(state.hand)
        assert state.recycled.sum() == 4
        match.play(seat, PLACE)
        assert state.recycled[drawn] == 0
        assert state.recycled.sum() == 3


@pytest.mark.rule("PAR-57", "PAR-58")
@pytest.mark.parametrize("why", ["pile", "turns"])
def test_the_round_ends_without_an_ender_at_every_table(why):
    for match, seat in at_every_table(LAST, LAST, pile="9 9" if why == "turns" else "", discards="9 12"):
        state, seats = match.state, match.seats
        if why == "turns":
            state.turns[:seats] = 40
            state.turns[seat] = 39
        match.play(seat, DRAW)
        assert state.pile_out == (why == "pile")
        match.play(seat, PASS)
        assert state.phase in (Phase.COUNTING, Phase.OVER)
        assert state.up[:seats].all()
        assert state.ender == NOBODY
        assert state.points[state.round_no, :seats].tolist() == [36] * seats
        assert match.over == (state.round_no + 1 == match.options["rounds"])


@pytest.mark.rule("PAR-43", "PAR-47", "PAR-50")
def test_a_round_with_an_ender_ends_at_every_table():
    for match, seat in at_every_table(LAST, pile="9 9 9 9 9 9 9 9 9"):
        state, seats = match.state, match.seats
        match.play(seat, DRAW)
        match.play(seat, REVEAL + 7)
        for step in range(1, seats):
            assert (state.ender, state.turn) == (seat, (seat + step) % seats)
            match.play((seat + step) % seats, DRAW)
            match.play((seat + step) % seats, REVEAL + 4)
            assert box(match, (seat + step) % seats) == "1 2 3 4 / 5 6 7 8"
        assert state.phase in (Phase.COUNTING, Phase.OVER)


@pytest.mark.rule("PAR-87", "PAR-89")
def test_a_parrot_floats_once_at_every_table():
    for match, seat in at_every_table("5 P 8 (2) / P 5 (4) 1", discards="11 5", pile="9 9 5"):
        match.play(seat, TAKE)
        floats = [action for action in match.legal(seat) if action >= FLOAT]
        assert floats == [float_to(1, 3), float_to(1, 6), float_to(4, 3), float_to(4, 6)]
        match.play(seat, float_to(1, 6))
        if match.options["float"] == "as-the-turn":
            assert match.state.turn == (seat + 1) % match.seats
            continue
        assert (match.state.turn, match.state.phase) == (seat, Phase.CHOOSE)
        match.play(seat, DRAW)
        assert refusal(match, seat, float_to(4, 3)) == "PAR-89"
        assert not [action for action in match.legal(seat) if action >= FLOAT]


@pytest.mark.rule("PAR-28")
def test_a_taken_discard_is_used_at_every_table():
    for match, seat in at_every_table(PLAIN):
        match.play(seat, TAKE)
        reveals = [action for action in match.legal(seat) if REVEAL <= action < PASS]
        if match.options["decline_discard"] == "not-allowed":
            assert (reveals, refusal(match, seat, REVEAL + 4)) == ([], "PAR-28")
        else:
            assert reveals == [REVEAL + 4, REVEAL + 5, REVEAL + 6, REVEAL + 7]
