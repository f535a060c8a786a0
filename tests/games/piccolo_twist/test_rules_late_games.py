"""Piccolo Twist: whatever the options and the number of players, a game ends as the referee says."""

import pytest
from tests.games.bell.late_games import LateGame

PARTS, GAMES = 5, 100


@pytest.mark.parametrize("part", range(PARTS))
def test_the_end_of_a_game_goes_as_the_referee_says(part):
    for number in range(part, GAMES, PARTS):
        LateGame("piccolo_twist", number).play()
