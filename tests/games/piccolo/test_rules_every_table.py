"""Piccolo: statements about the end that hold at every table, with all numbers of players and all options."""

import pytest
from tests.games.piccolo.tables import FLIP, RING, VOTE_STOP, lay, piccolo
from tests.helpers import refusal

from parlour import Match
from parlour.games.piccolo.cards import OPTIONS
from parlour.games.piccolo.rules import Ending
from parlour.kit import Choice

TABLES = [
    (seats, {option.name: value})
    for option in OPTIONS
    if isinstance(option, Choice)
    for value in option.values
    if option.name != "dealer"
    for seats in (2, 3, 5)
]


def at_every_table() -> list[Match]:
    return [piccolo(seats, **options) for seats, options in TABLES]


@pytest.mark.rule("PIC-45", "PIC-46")
def test_everybody_agrees_to_stop():
    for match in at_every_table():
        for seat in range(match.seats):
            assert not match.over
            match.play(seat, VOTE_STOP, at=10)
        assert (match.over, match.clock, match.state.ending) == (True, 10, Ending.AGREED)


@pytest.mark.rule("PIC-46", "PIC-54")
def test_a_vote_waits_for_the_verdict():
    for match in at_every_table():
        match.play(match.seats - 1, RING, at=10)
        for seat in range(match.seats):
            match.play(seat, VOTE_STOP)
        assert not match.over
        match.wait(161)
        assert (match.over, match.state.ending) == (True, Ending.AGREED)


@pytest.mark.rule("PIC-49")
def test_overtime_ends_the_game():
    for match in at_every_table():
        match.state.latest_end = 150
        match.look_again()
        match.wait(149)
        assert not match.over
        match.wait(150)
        assert (match.over, match.state.ending) == (True, Ending.CAP)


@pytest.mark.rule("PIC-38")
def test_an_empty_draw_pile_cannot_be_flipped():
    for match in at_every_table():
        if match.options.get("elimination") == "immediate" or match.options.get("flip") == "automatic":
            continue
        for seat in range(match.seats):
            piles = [["plum1"] if other == seat else [] for other in range(match.seats)]
            lay(match, [0] * match.seats, piles, turn=seat)
            match.state.last_flip = match.clock
            match.look_again()
            assert refusal(match, seat, FLIP) == "PIC-38"
