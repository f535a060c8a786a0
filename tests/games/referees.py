"""Referees: a second, slow version of each game's rules, written from its rulebook alone, plays along with the engine.

A game's referee is `tests/games/<game>/referee.py`. This module plays matches with the engine and the referee side by
side and compares them after every action and every timer. Match `number` of a game is always the same match:

    python -m tests.games.referees GAME           numbers 0 to 99
    python -m tests.games.referees GAME 17 18     number 17
    python -m tests.games.referees LOG.jsonl      a log that a failed comparison has left
"""

import importlib
import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import parlour
from parlour import Match
from parlour.bots import bots_of, seat_bots
from parlour.kit import Choice, NamedOrCustom, Number, Option, PerSeat, SeatChoice
from parlour.kit.minds import LEVELS
from parlour.kit.plain import plain
from parlour.match.replay import follow

MOST_STEPS = 60_000  # a match of random players that takes longer hangs
LONGEST_PAUSE_MS = 1000
NEAR_MS, FAR_MS = 3000, 10_000
SHORT_PAUSE_MS = 12  # so that several players act within the few ms of a dead heat
BOTS_EVERY = 5  # every fifth match is played by bots


class Referee(Protocol):
    """What a game's class `Referee` offers.

    Chance is taken from the engine: the constructor is given the dealt state, `apply` and `passes` are given the
    engine's state after the fact. They may read there only what was drawn at random (the order of shuffled cards,
    who won a dead heat) and must work out everything else. States are snapshots made by `parlour.kit.plain`: their
    fields are numbers and lists.
    """

    def __init__(self, seats: int, options: dict[str, Any], dealt: Any) -> None:
        """`options` has a value for every option of the game, in the form users write it."""

    def legal(self, seat: int, time: int) -> set[int]:
        """All actions that the seat may do at `time`, which is now; leaving and voting too."""

    def apply(self, seat: int, action: int, time: int, after: Any) -> None:
        """The seat does this now, and whatever it makes due at once happens too."""

    def passes(self, time: int, after: Any) -> None:
        """Let time pass until `time`. No timer runs out before that; those that run out at `time` take effect."""

    def due(self) -> int | None:
        """When something next happens by itself."""

    def compare(self, state: Any) -> list[str]:
        """A sentence for each difference between the engine's state and what the referee expects."""

    def over(self) -> bool: ...

    def scores(self) -> list[int]: ...

    def winners(self) -> list[int]:
        """None while the match goes on."""

    # A referee may also have these three.

    def choose(self, seat: int, legal: list[int], dice: random.Random, mood: float) -> int | None:
        """What a random player does: one of `legal`, or None to wait. `mood` is from 0 (careful) to 1 (wild) and is
        the same throughout a match. Without this method every legal action is equally likely."""

    def moments(self) -> list[int]:
        """Moments at which something may change, in a real-time game; random players like to act around them."""

    CUSTOM: dict[str, list[Any]]
    """Values for options such as decks, besides the named ones."""


class Known(NamedTuple):
    """A difference that is a known fault of the engine: a match is abandoned there. `KNOWN_DIFFERENCES` of a game's
    referee module lists them; every entry names the statement and says what the engine does instead."""

    reason: str
    covers: Callable[[Any, str], bool]  # (referee, difference)


class PlayedMatch(NamedTuple):
    """How a match went."""

    steps: int
    known: str | None  # the reason of the known difference at which it was abandoned


class Differs(AssertionError):
    pass


def module_of(name: str) -> Any:
    return importlib.import_module(f"tests.games.{name}.referee")


# Options


def values_of(name: str, option: Option, seats: int, dice: random.Random) -> list[Any]:
    """The values of an option that are tried: all of a choice; the bounds of a number, its default, and another."""
    if isinstance(option, SeatChoice):
        return [value for value in option.values if not isinstance(value, int) or value <= seats]
    if isinstance(option, Choice):
        return list(option.values)
    if isinstance(option, NamedOrCustom):
        return [*option.named, *getattr(module_of(name).Referee, "CUSTOM", {}).get(option.name, [])]
    if isinstance(option, PerSeat):
        drawn = [dice.choice([0, dice.randint(option.low, option.high), dice.randint(0, 300)]) for _ in range(seats)]
        return [option.default, option.low, option.high, drawn]
    assert isinstance(option, Number)
    return [option.default, option.low, option.high, dice.randint(option.low, option.high)]


def table_of(name: str, number: int, dice: random.Random) -> tuple[int, dict[str, Any]]:
    """Seats and options of match `number`.

    Every number of seats has its turn. The first matches go through all values of all options, one value each; the
    numbers of seats are shifted after each pass, so that a value meets all of them. Beside it, every other option is
    as often drawn at random as left at its default, and in some matches nothing else is changed.
    """
    game = parlour.game(name)
    numbers, pairs = list(game.seats), option_values(name, game.rules.max_seats, dice)
    seats = numbers[(number % max(1, len(pairs)) + number // max(1, len(pairs))) % len(numbers)]
    chosen: dict[str, Any] = {}
    if not pairs:
        return seats, chosen
    if number % 7:
        for option in game.options:
            if dice.random() < 0.5:
                chosen[option.name] = dice.choice(values_of(name, option, seats, dice))
    option, at = pairs[number % len(pairs)]
    if len(values_of(name, option, seats, dice)) <= at:  # a value for a larger table, such as a seat of it
        return game.rules.max_seats, {option.name: values_of(name, option, game.rules.max_seats, dice)[at]}
    chosen[option.name] = values_of(name, option, seats, dice)[at]
    return seats, chosen


def option_values(name: str, seats: int, dice: random.Random) -> list[tuple[Option, int]]:
    """All options with all indices of their values: after this number of matches each has been played."""
    return [
        (option, at) for option in parlour.game(name).options for at in range(len(values_of(name, option, seats, dice)))
    ]


# Comparing


class RefereedMatch:
    """A match and its referee."""

    def __init__(self, match: Match) -> None:
        self.match, self.name = match, match.rules.name
        self.module = module_of(self.name)
        options = {option.name: match.options.get(option.name, option.default) for option in match.rules.options}
        self.referee: Any = self.module.Referee(match.seats, options, plain(match.state))
        self.steps = 0
        self.known: str | None = None
        self.compare()

    def wait(self, until: int) -> None:
        """Let time pass, one timer after another."""
        match = self.match
        while self.goes_on and match.due is not None and match.due <= until:
            self._pass(match.due)
        if self.goes_on and until > match.clock:
            self._pass(until)

    def _pass(self, until: int) -> None:
        self.match.wait(until)
        self.referee.passes(until, plain(self.match.state))
        self.compare()

    def play(self, seat: int, action: int) -> None:
        """The seat acts now."""
        now = self.match.clock
        self.match.play(seat, action, at=now)
        self.referee.apply(seat, action, now, plain(self.match.state))
        self.compare()

    @property
    def goes_on(self) -> bool:
        return not self.match.over and self.known is None

    def differences(self) -> list[str]:
        match, referee = self.match, self.referee
        found = [*referee.compare(plain(match.state))]
        pairs = [
            ("the next timer", match.due, referee.due()),
            ("the end", match.over, referee.over()),
            ("scores", match.scores, referee.scores()),
            ("winners", match.winners, referee.winners()),
        ]
        for seat in range(match.seats):
            mine = referee.legal(seat, match.clock)
            outside = {action for action in match.asides if self.is_legal(seat, action)}
            pairs.append((f"what seat {seat} may do", sorted({*match.legal(seat), *outside}), sorted(mine)))
        return found + [f"{what}: the engine has {a}, the referee {b}" for what, a, b in pairs if a != b]

    def compare(self) -> None:
        self.steps += 1
        assert self.steps < MOST_STEPS, f"{self.name}: the match never ends\n{self.match.log()[:200]}"
        found = self.differences()
        if not found:
            return
        known = [
            next((entry.reason for entry in self.module.KNOWN_DIFFERENCES if entry.covers(self.referee, one)), None)
            for one in found
        ]
        if None not in known:
            self.known = known[0]
            return
        self.fail([one for one, reason in zip(found, known, strict=True) if reason is None])

    def try_at_random(self, dice: random.Random) -> None:
        """Any action at all is refused by the engine if the referee does not list it."""
        match = self.match
        seat, action = dice.randrange(match.seats), dice.randrange(match.rules.actions)
        if self.is_legal(seat, action) != (action in self.referee.legal(seat, match.clock)):
            refused = match.why_not(seat, action, at=match.clock)
            self.fail([f"seat {seat} tries action {action}: the engine says {refused}, the referee the opposite"])

    def is_legal(self, seat: int, action: int) -> bool:
        """Now. (`why_not` would put a refusal into words, which takes long interpreted.)"""
        return self.match.first_moment(seat, action) == self.match.clock

    def fail(self, found: list[str]) -> None:
        with tempfile.NamedTemporaryFile("w", prefix=f"{self.name}-", suffix=".jsonl", delete=False) as file:
            file.write(self.match.log())
        latest = "\n".join(str(entry) for entry in self.match.entries[-12:])
        raise Differs(
            "\n".join(
                [
                    f"{self.name}: engine and referee differ at {self.match.clock} ms.",
                    *found[:12],
                    f"seats {self.match.seats}, seed {self.match.seed}, options {self.match.options}",
                    f"last actions (ms, seat, action):\n{latest}",
                    f"To play it again: python -m tests.games.referees {file.name}",
                ]
            )
        )


# Playing


def play_at_random(game: RefereedMatch, dice: random.Random) -> None:
    """Random players, who now and then do what hardly anybody does: act at the last moment, vote, leave."""
    match, referee = game.match, game.referee
    mood, busy, hasty = dice.random(), dice.choice([0.2, 0.5, 0.8]), dice.choice([0.02, 0.1, 0.3])
    outside = dice.choice([0, 0, 0.002, 0.01, 0.05])  # how often somebody votes or leaves
    favourite = dice.choice([*match.asides, None])
    real_time = match.rules.real_time
    choose = getattr(referee, "choose", lambda seat, legal, dice, mood: dice.choice(legal))
    while game.goes_on:
        if dice.random() < 0.05:
            game.try_at_random(dice)
        seat = dice.randrange(match.seats)
        if dice.random() < outside:
            possible = sorted(referee.legal(seat, match.clock) & set(match.asides))
            if possible:
                game.play(seat, favourite if favourite in possible and dice.random() < 0.7 else dice.choice(possible))
                continue
        actors = match.actors
        action = None
        if actors and (not real_time or dice.random() < busy):
            seat = dice.choice(actors)
            action = choose(seat, match.legal(seat), dice, mood)
        if action is not None:
            game.play(seat, action)
        elif real_time:
            game.wait(_later(game, dice, hasty))
        elif match.due is not None:
            game.wait(match.due if dice.random() < 0.5 else dice.randint(match.clock, match.due))


def _later(game: RefereedMatch, dice: random.Random, hasty: float) -> int:
    """A moment to wait for: exactly at, just before or just after one at which something changes, or any. Hasty
    players often wait for the next timer, sometimes even if it is far off."""
    now, due = game.match.clock, game.match.due
    if due is not None and dice.random() < (hasty if due <= now + FAR_MS else hasty / 10):
        return due
    moments = [*getattr(game.referee, "moments", list)(), *([] if due is None else [due])]
    near = [at + off for at in moments for off in (-1, 0, 1) if now < at + off <= now + NEAR_MS]
    if near and dice.random() < 0.5:
        return dice.choice(near)
    return now + dice.randint(1, dice.choice([SHORT_PAUSE_MS, LONGEST_PAUSE_MS]))


def play_bots(game: RefereedMatch, dice: random.Random) -> None:
    match = game.match
    bots = bots_of(match.rules)
    names = [f"{name}:8" if bots.plan and name == LEVELS[-1] else name for name in bots.names]
    often = [*[5] * (len(names) - 1), 1]  # the last bot plays at random
    seated = seat_bots(match, ",".join(dice.choices(names, often, k=match.seats)))
    while game.goes_on:
        move, due = seated.next(), match.due
        if move is not None and (due is None or move.at < due):
            game.wait(move.at)
            if move.action in match.legal(move.seat):
                game.play(move.seat, move.action)
            seated.changed(move.seat)  # a bot that comes too late, after a race was closed say, decides again
        else:
            assert due is not None
            game.wait(due)
            seated.changed(None)


def play_match(name: str, number: int) -> PlayedMatch:
    """Match `number` of a game, to the end. Raises Differs at the first difference."""
    dice = random.Random(f"{name} {number}")
    seats, options = table_of(name, number, dice)
    game = RefereedMatch(parlour.game(name).new(seats=seats, seed=number, options=options))
    (play_bots if number % BOTS_EVERY == BOTS_EVERY - 1 else play_at_random)(game, dice)
    return PlayedMatch(game.steps, game.known)


def play_log(log: str) -> PlayedMatch:
    """A log again, with the referee."""
    header, *lines = log.splitlines()
    game = RefereedMatch(next(follow(header)))
    for line in lines:
        ms, seat, action, *_ = json.loads(line)
        game.wait(ms)
        if game.goes_on:
            game.play(seat, action)
    game.wait(json.loads(header)["clock"])
    return PlayedMatch(game.steps, game.known)


def main(words: list[str]) -> None:
    if len(words) == 1 and words[0].endswith(".jsonl"):
        print(play_log(Path(words[0]).read_text()))
        return
    name, first, last = words[0], int((*words, 0)[1]), int((*words, 0, 100)[2])
    for number in range(first, last):
        print(number, play_match(name, number), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
