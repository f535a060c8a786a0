"""Matches under varied options, played by chance, and a digest of everything that happens in them.

Rules must not change without a new version (CONTRIBUTING.md), whatever the options. A golden match has the default
options; here every option takes every value, and every number of players plays. `make.py` writes the digests.
"""

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour import Match
from parlour.kit import Choice, NamedOrCustom, Number, Option, PerSeat, SeatChoice

FILE = Path(__file__).with_suffix(".json")
CASES = 12  # per game
STEPS = 260
TRIED = 8  # actions asked for at each step, legal or not: by which rule are they refused?
LEAVING = 0.004  # how often a player leaves, or votes, instead of moving
WRONG_RINGS = 0.03


def chosen(option: Option, dice: random.Random, seats: int) -> Any:
    """A value of an option, drawn at random."""
    if isinstance(option, PerSeat):
        return [dice.choice((0, 0, 300, option.high)) for _ in range(seats)]
    if isinstance(option, Number):
        return dice.choice((option.normal, option.low, 3 * option.low))
    if isinstance(option, NamedOrCustom):
        return dice.choice(list(option.named))
    assert isinstance(option, Choice)
    if isinstance(option, SeatChoice):
        return dice.choice([value for value in option.values if not isinstance(value, int) or value <= seats])
    return dice.choice(option.values)


def match_of(name: str, case: int) -> Match:
    """Case by case another number of players and other options."""
    game = parlour.game(name)
    dice = random.Random(f"{name} {case}")
    seats = game.seats[case % len(game.seats)]
    options = {option.name: chosen(option, dice, seats) for option in game.options}
    return game.new(seats, seed=dice.getrandbits(60), options=options)


def digest(name: str, case: int) -> str:
    """Of the state, the legal moves, some refusals, the time of the next event and the scores after every step."""
    match = match_of(name, case)
    dice = random.Random(case)
    found = hashlib.sha256()
    for _ in range(STEPS):
        note(match, found, dice)
        if match.over:
            break
        step(match, dice)
    return found.hexdigest()[:16]


def note(match: Match, found: Any, dice: random.Random) -> None:
    for field in match.state.dtype.names:
        found.update(np.ascontiguousarray(match.state[field]).tobytes())
    moves = [match.legal(seat) for seat in range(match.seats)]
    found.update(repr((match.clock, match.due, match.scores, match.winners, moves)).encode())
    tried = [(dice.randrange(match.seats), dice.randrange(match.rules.actions)) for _ in range(TRIED)]
    found.update(repr([match._loops.why(match._where, seat, action) for seat, action in tried]).encode())


def step(match: Match, dice: random.Random) -> None:
    """A random move, or time passes."""
    if dice.random() < LEAVING:
        seat, action = dice.randrange(match.seats), dice.choice(match.asides)
        if match.why_not(seat, action) is None:
            match.play(seat, action)
            return
    actors = match.actors
    if not actors or (match.rules.real_time and dice.random() < 0.3):
        if match.due is not None and dice.random() < 0.5:
            match.wait()
        else:
            match.wait(match.clock + dice.choice((90, 350, 350, 12_000)))
        return
    seat = dice.choice(actors)
    moves = match.legal(seat)
    if match.rules.one_verdict:  # a bell: rung at most fives, and seldom otherwise, or the game would be over at once
        rings = [move for move in moves if move in (match.rules.races or ())]
        eager = 0.7 if match.state.five else WRONG_RINGS
        others = [move for move in moves if move not in rings]
        moves = rings if rings and (dice.random() < eager) else others
    if moves:
        match.play(seat, dice.choice(moves))
    else:
        match.wait(match.clock + 200)


def kept() -> dict[str, str]:
    read = json.loads(FILE.read_text())
    assert isinstance(read, dict)
    return read


def key(name: str, case: int) -> str:
    return f"{name} {parlour.game(name).rules.version} {case}"


def write() -> None:
    every = {key(name, case): digest(name, case) for name in parlour.games() for case in range(CASES)}
    FILE.write_text(json.dumps(every, indent=1) + "\n")
