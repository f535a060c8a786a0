"""A second version of each game's rules, written from the rulebook alone, agrees with the engine at every step."""

import os
from importlib.util import find_spec

import pytest
from tests.games import referees

import parlour
from parlour.kit import INTERPRETED

GAMES = [name for name in parlour.games() if find_spec(f"tests.games.{name}.referee")]
FULL = bool(os.environ.get("PARLOUR_FULL"))
PARTS = 20 if FULL else 2  # tests per game, so that they can be spread over processes
MATCHES = 2 if INTERPRETED else 600 if FULL else 40  # per game
MOST_ABANDONED = 0.02  # the share of matches that may end early at a known difference


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_the_referee_agrees_at_every_step(name, part):
    numbers = range(part, MATCHES, PARTS)
    abandoned = [number for number in numbers if referees.play_match(name, number).known is not None]
    assert len(abandoned) <= max(1, MOST_ABANDONED * len(numbers))


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_and_every_number_of_seats_is_played(name):
    values = referees.option_values(name)
    assert INTERPRETED or values <= MATCHES
    assert {referees.seats_of(name, number) for number in range(values)} == set(parlour.game(name).seats)
