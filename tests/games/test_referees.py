"""A second version of each game's rules, written from the rulebook alone, agrees with the engine at every step."""

import random
from importlib.util import find_spec

import pytest
from tests.extent import SOAK
from tests.games import referees

import parlour
from parlour.kit import INTERPRETED, Choice, NamedOrCustom

GAMES = [name for name in parlour.games() if find_spec(f"tests.games.{name}.referee")]
PARTS = 20 if SOAK else 2  # tests per game, so that they can be spread over processes
MATCHES = 2 if INTERPRETED else 600 if SOAK else 40  # per game
MOST_ABANDONED = 0.02  # the share of matches that may end early at a known difference


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_the_referee_agrees_at_every_step(name, part):
    numbers = range(part, MATCHES, PARTS)
    abandoned = [number for number in numbers if referees.play_match(name, number).known is not None]
    assert len(abandoned) <= max(1, MOST_ABANDONED * len(numbers))


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_and_every_number_of_seats_is_played(name):
    game, dice = parlour.game(name), random.Random(1)
    wanted = referees.option_values(name, game.rules.max_seats, dice)
    assert INTERPRETED or len(wanted) <= MATCHES
    tables = [referees.table_of(name, number, dice) for number in range(len(wanted))]
    assert {seats for seats, _ in tables} == set(game.seats)
    for option in game.options:
        played = [options.get(option.name, option.default) for _, options in tables]
        if isinstance(option, Choice):
            assert set(played) == set(option.values)
        elif isinstance(option, NamedOrCustom):
            assert {value for value in played if isinstance(value, str)} == set(option.named)
            assert any(not isinstance(value, str) for value in played)
        else:
            assert {option.default, option.low, option.high} <= {value for value in played if type(value) is int}
