"""How a game describes its bots: one compiled function, `think`, and one record, the mind.

A mind holds the bot's level, its traits and what it remembers. `think` looks at what the seat may see and decides on an
action and a moment for it. All levels of a game share both, so any mixture can play at one table and nothing is
compiled twice.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from .compile import rule
from .contract import Rules
from .record import int8, int16, int64, record, uint64

NOTHING = -1  # as a mind's action: do nothing until something changes

LEVELS = ("novice", "casual", "sharp", "champion")


class Level(IntEnum):
    NOVICE = 0
    CASUAL = 1
    SHARP = 2
    CHAMPION = 3
    REFERENCE = 4  # a fixed, simple player that never changes, as a yardstick for the levels
    RANDOM = 5  # any legal move; works for every game


# Every mind begins with these. `think` writes `action` and `at`, or sets `outside` to leave the action to a search.
MIND: dict[str, Any] = {
    "rng": uint64,  # its own random numbers: `below` and human_timing draw from them
    "level": int8,
    "asked": int8,  # its decision still holds (set by bots/deciding.py)
    "outside": int8,  # the action is left to the search
    "action": int16,
    "at": int64,  # the moment of the action, on the match's clock
}


def ask_record(rules: Rules) -> np.dtype[Any]:
    """The question put to a mind: which of these moves, ascending?"""
    return record(count=int16, moves=int16[rules.actions])


@dataclass(frozen=True)
class Trait:
    """A number in which the levels differ: a field of the mind, its value at each level, and why."""

    name: str
    why: str
    novice: float
    casual: float
    sharp: float
    champion: float

    def at(self, level: str) -> float:
        return float(getattr(self, level))


@dataclass(frozen=True, eq=False)
class Plan:
    """How a game is searched (see bots/search.py). All four are `@rule`s; worlds are complete states."""

    policy: Callable[..., Any]  # policy(world, seat, ask, dice): a quick, sensible move based on what the seat can see
    settled: Callable[..., Any]  # settled(world, root): True if a playout may stop here; `root` is what the seat saw
    worth: Callable[..., Any]  # worth(world, root, out): how good that is for each seat, about 0 to 1
    thin: Callable[..., Any] | None = None  # thin(world, seat, ask): remove moves that are never worth trying
    doubt: float = 1.0  # standard errors by which a move must beat the policy's own to replace it
    playouts: int = 1000  # default budget per decision where results must not depend on time


@dataclass(frozen=True, eq=False)
class Bots:
    """The bots of one game."""

    rules: Rules
    Mind: np.dtype[Any]  # record(**MIND, one field per trait, whatever it remembers)
    think: Callable[..., Any]  # think(seen, seat, ask, mind): writes mind.action and mind.at
    traits: tuple[Trait, ...]
    characters: Mapping[str, str]  # level -> how such a player plays, in a sentence
    reference: str  # the reference player's rule, in a sentence
    usual_seats: int  # the usual number of players, for figures
    plan: Plan | None = None  # for those that search

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots of this game."""
        return (*(LEVELS if self.traits else ()), *(("reference",) if self.reference else ()), "random")

    def mind(self, name: str) -> Any:
        """A fresh mind of this level."""
        template = np.zeros(1, self.Mind)[0]
        template["level"] = Level[name.upper()].value
        template["action"] = NOTHING
        if name in LEVELS:
            for trait in self.traits:
                template[trait.name] = trait.at(name)
        return template


@rule
def no_thought(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
    """For games without bots of their own."""
