"""Matches played by chance, one move at a time: players who know nothing, for tests to look at."""

import random
from collections.abc import Iterator

import numpy as np

from parlour import Match
from parlour.engine import NO_ACTION, address_of
from parlour.kit import blank

LONGEST_PAUSE_MS = 1000
THINKING_MS = (400, 2500)  # how long a player whose turn it is looks at the cards
CALM = 60  # per cent of the moments in which somebody could act that pass unused, so that matches look natural
AHEAD_MS = 2000  # so far a player of a real-time game looks ahead


def play_by_chance(match: Match, seed: int) -> Iterator[tuple[int, int] | None]:
    """Let random players play to the end. Yields (seat, action) after each move, and None when time has passed.

    In a real-time game they look before they leap: moves that win points at once are preferred, and those that cost
    some are left alone. Otherwise a bell would be rung at every card.
    """
    dice = random.Random(seed)
    while not match.over:
        actors = match.actors
        if not actors:
            match.wait()
            yield None
        elif match.rules.idle and dice.randrange(100) < CALM:
            match.wait(match.clock + dice.randint(1, LONGEST_PAUSE_MS))
            yield None
        else:
            seat = dice.choice(actors)
            moves = _worth_playing(match, seat, dice) if match.rules.idle else match.legal(seat)
            if moves:
                action = dice.choice(moves)
                match.play(seat, action)
                yield seat, action
            if not (match.rules.idle and moves) and not match.over:
                match.wait(match.clock + dice.randint(*THINKING_MS))
                yield None


def _worth_playing(match: Match, seat: int, dice: random.Random) -> list[int]:
    """The moves after which, a little later, the seat has most points; none if it is best to sit still. Tried in a
    world as the seat can imagine it."""
    game, rules = match._loops, match.rules
    seen, worlds, pad = blank(rules.State), blank(rules.State, 3), blank(game.Pad)
    score = np.zeros(match.seats, np.int32)
    game.see(match._states, 0, seat, seen, 0)
    game.resample(seen, 0, seat, worlds, 2, np.uint64(dice.getrandbits(64)))

    def points_after(action: int | None) -> int:
        worlds[0] = worlds[2]
        if action is not None:
            game.play(address_of(worlds), seat, action, -1, address_of(pad))
        game.play(address_of(worlds), seat, NO_ACTION, match.clock + AHEAD_MS, address_of(pad))
        game.score(worlds, 0, score)
        return int(score[seat]) * (-1 if rules.lowest_wins else 1)

    worth = {action: points_after(action) for action in match.legal(seat)}
    best = max(worth.values())
    return [action for action, points in worth.items() if points == best] if best >= points_after(None) else []
