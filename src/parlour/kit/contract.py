"""`Rules`: everything that the rest of Parlour needs to know about a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from .options import Option
from .pieces import Pieces

Rule = Callable[..., Any]


class Bounds(NamedTuple):
    """Limits that no match exceeds, for a given number of seats and given options."""

    decisions: int  # actions of all seats together
    least_points: int  # of one seat, when the match is over
    most_points: int


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of one game. All functions are `@rule`s unless marked as plain Python.

    Time is an argument everywhere and never runs back: `state.clock` is now, in ms.
    """

    name: str  # "parrot"
    title: str  # "Parrot"
    prefix: str  # "PAR", as in PAR-28
    version: int  # rises whenever an old log would play differently
    min_seats: int  # the fewest players
    max_seats: int  # the most players
    State: np.dtype[Any]  # record(**TABLE, ..., one field per option)
    options: tuple[Option, ...]  # game options (kit/options.py)
    rulebook: Path  # the numbered statements

    actions: int  # action numbers are 0 to actions - 1
    asides: tuple[int, ...]  # actions outside the game (votes; leaving, always the last): playable, never in `legal`
    describe: Callable[[Any, int], str]  # plain Python: (what a spectator sees, action) -> "draw from the pile"
    sentences: Mapping[int, str]  # number of a rule that forbids an action -> why, in a few words
    no_such_action: int  # the number of the rule that lists what a player can do
    too_soon: Mapping[int, int] | int  # number of the rule that makes an action wait: one for all, or by action

    deal: Rule  # deal(state): set up; seats, options and random numbers are in the state, all else is 0
    when: Rule  # when(state, seat, action): first moment it is legal (>= 0), or minus the rule that forbids it
    legal: Rule  # legal(state, seat, moves): write the actions legal now, ascending, without asides; returns how many
    step: Rule  # step(state, seat, action, ms): do it; ms is now
    due: Rule  # due(state): when something next happens by itself, or NEVER
    fire: Rule  # fire(state): let that happen; the clock is already there
    over: Rule  # over(state)
    score: Rule  # score(state, out): points so far, final when over
    see: Rule  # see(state, seat, seen): copy the state and blank what the seat cannot know; SPECTATOR sees least
    observe: Rule  # observe(seen, seat, out): bytes, from `seen` alone
    resample: Rule  # resample(seen, seat, world, seed): a world the seat could be in

    pieces: Pieces  # the parts of an observation, by name
    view: Callable[[Any, int], msgspec.Struct]  # plain Python: (seen, seat) -> what a person sees (see kit/plain.py)
    show: Callable[[Any, int], str]  # plain Python: the same as a table in the terminal (Rich markup)

    hushed: tuple[tuple[range, str], ...] = ()  # actions done in secret, and what the others are told instead
    races: range | None = None  # real-time games: actions judged by the moment of the key press
    one_verdict: bool = False  # True if all presses of a race are judged together, as at a bell
    handicap: Callable[[Any, int], int] | None = None  # plain Python: (state, seat) -> ms added to the time of a press
    reveals: Callable[[Any], int] | None = None  # plain Python: cards turned up for everybody at once, so far

    env_version: int = 0  # of its environments: when it rises is said in envs/ids.py
    rematch: Callable[[Any], dict[str, Any]] | None = None  # plain Python: (state) -> options of the next match
    deals: Callable[[Any], int] | None = None  # plain Python: deals of a match so far; each makes all hidden cards new

    lowest_wins: bool = False  # True if the fewest points win
    open_table: bool = False  # True if every seat and a spectator see the same
    observes_state: bool = False  # True if `observe` itself leaves out what `see` blanks, and may be given the state
    idle: int = 0  # real-time games: percentage of moments that a random player lets pass
    bounds: Callable[[Any], Bounds] | None = None  # plain Python: (state before the deal) -> limits; OpenSpiel needs it
    slow_to_compile: tuple[Rule, ...] = ()  # called with the state alone; a second process compiles them beside others

    @property
    def real_time(self) -> bool:
        """True if seats act whenever they like, False if they take turns."""
        return self.idle > 0

    @property
    def answers(self) -> int:
        """Number of answers when a seat is asked (see engine/moments.py): the actions and, in real time, to wait."""
        return self.actions + self.real_time

    def rule_id(self, number: int) -> str:
        return f"{self.prefix}-{number:02d}"

    def heard(self, action: int) -> str | None:
        """What the others are told of an action done in secret; None if it is public."""
        return next((words for actions, words in self.hushed if action in actions), None)

    def waiting_rule(self, action: int) -> int:
        return self.too_soon if isinstance(self.too_soon, int) else self.too_soon[action]
