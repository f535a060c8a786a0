"""Piccolo Twist: rulings that belong to one option, tried under all values of the others."""

import pytest
from tests.games.piccolo_twist.tables import CALM, FLIP, RED_HAT_2, RING, ending, lay, rung
from tests.helpers import refusal, table

from parlour.games.piccolo_twist.cards import OPTIONS
from parlour.kit import Choice

OTHERS = [{option.name: value} for option in OPTIONS if isinstance(option, Choice) for value in option.values]


@pytest.mark.rule("TWI-53")
@pytest.mark.parametrize("loser", [0, 1])
def test_an_empty_bank_of_two_may_lose_at_once(loser):
    for other in OTHERS:
        match = table("piccolo_twist", 2, **other | {"two_player_end": "immediate"})
        lay(match, [1, 25] if loser == 0 else [25, 1], CALM[:2], [14, 16], turn=loser)
        if match.options.get("flip") == "automatic":
            match.wait()
        else:
            match.play(loser, FLIP, at=100)
        assert (match.over, ending(match)) == (True, "one player is left")
        assert match.scores == [0 if seat == loser else 56 for seat in range(2)]


@pytest.mark.rule("TWI-23")
def test_a_ring_that_would_win_nothing_is_ignored_under_every_option():
    five = ("potion", "red", 5)
    for other in OTHERS:
        options = other | {"own_stack": "stays", "min_flip_gap_ms": 5000}  # nothing is flipped by itself
        match = lay(table("piccolo_twist", 3, **options), [20, 15, 12], [five, RED_HAT_2, ("candle", "blue", 1)])
        rung(match, 0, 1000)
        for seat in range(3):
            assert refusal(match, seat, RING, at=2651) == "TWI-23"
        match = lay(table("piccolo_twist", 3, **options), [20, 15, 12], [five], [9, 0, 0])
        assert refusal(match, 0, RING) == "TWI-23"
