"""Positions of all kinds: random players and bots, every number of seats, random options, players who leave."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

from tests.chance import play_by_chance

import parlour
from parlour import Match
from parlour.bots import bots_of, seat_bots
from parlour.kit import Choice, NamedOrCustom, Number, PerSeat, SeatChoice

ASIDE = 0.003  # how often, after a move, somebody leaves or votes
FROM_ONE_MATCH = 100


def some_options(game: parlour.Game, seats: int, dice: random.Random) -> dict[str, Any]:
    """Each option has its default half of the time."""
    chosen: dict[str, Any] = {}
    for option in game.options:
        if dice.random() < 0.5:
            continue
        if isinstance(option, PerSeat):
            chosen[option.name] = [dice.randint(option.low, option.high) for _ in range(seats)]
        elif isinstance(option, Number):
            chosen[option.name] = dice.randint(option.low, option.high)
        elif isinstance(option, Choice):
            fitting = [value for value in option.values if not _is_missing_seat(option, value, seats)]
            chosen[option.name] = dice.choice(fitting)
        elif isinstance(option, NamedOrCustom):
            chosen[option.name] = dice.choice([*option.named])
    return chosen


def _is_missing_seat(option: Choice, value: Any, seats: int) -> bool:
    return isinstance(option, SeatChoice) and isinstance(value, int) and value > seats


def positions(name: str, count: int, seed: int = 1) -> Iterator[Match]:
    """The same match objects at `count` different moments, the first and the last of each match among them."""
    game, dice = parlour.game(name), random.Random(seed)
    levels = [level for level in bots_of(game.rules).names if level != "champion"]  # champions search, slowly
    for seats in itertools.cycle(game.seats):
        match = game.new(seats, dice.getrandbits(32), some_options(game, seats, dice))
        yield match
        count -= 1
        bots = seat_bots(match, dice.choice(levels)) if dice.random() < 0.5 else None
        moves = bots.play_out() if bots else play_by_chance(match, dice.getrandbits(32))
        every = dice.randint(1, 12)
        left = FROM_ONE_MATCH
        for number, _ in enumerate(moves):
            if not match.over and dice.random() < ASIDE:
                seat, aside = dice.randrange(seats), dice.choice(match.asides)
                if match.why_not(seat, aside) is None:
                    match.play(seat, aside)
                    if bots:
                        bots.changed(None)
            if match.over or (number % every == 0 and left > 0):
                yield match
                left -= 1
                count -= 1
            if count <= 0:
                return
