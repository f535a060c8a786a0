"""Matches played by chance, one move at a time, for people to look at (thousands of them: see `simulate`)."""

import random
from collections.abc import Iterator

from .match import Match

LONGEST_PAUSE_MS = 1000
THINKING_MS = (400, 2500)  # so long a player who has a turn looks at the cards


def play_by_chance(match: Match, seed: int) -> Iterator[tuple[int, int] | None]:
    """Let random players play to the end. Yields (seat, action) after each move, and None when time has passed."""
    dice = random.Random(seed)
    while not match.over:
        actors = match.actors
        if not actors:
            match.wait()
            yield None
        elif dice.randrange(100) < match.rules.idle:
            match.wait(match.clock + dice.randint(1, LONGEST_PAUSE_MS))
            yield None
        else:
            seat = dice.choice(actors)
            action = dice.choice(match.legal(seat))
            match.play(seat, action)
            yield seat, action
            if not match.rules.idle and not match.over:
                match.wait(match.clock + dice.randint(*THINKING_MS))
