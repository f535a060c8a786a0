"""What a bot is: a mind that looks at what its seat may see and answers with an action and the moment for it.

A game's bots are one compiled function, `think`, and one record, the mind: who it is (its level and traits) and what
it remembers. All levels of a game share both, so any mixture can sit at one table and nothing is compiled twice.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from .compile import rule
from .contract import Rules
from .record import int8, int16, int64, record, uint64

NOTHING = -1  # as a mind's action: sit still until something changes

LEVELS = ("novice", "casual", "sharp", "champion")


class Level(IntEnum):
    NOVICE = 0
    CASUAL = 1
    SHARP = 2
    CHAMPION = 3
    REFERENCE = 4  # a fixed simple player, the same for ever, to measure the levels against
    RANDOM = 5  # any legal move; no game has to write this one


# Every mind begins with these. `think` writes `action` and `at`, or sets `outside` to leave the action to a search.
MIND: dict[str, Any] = {
    "rng": uint64,  # its own random numbers: kit.below and bots.people draw from them
    "level": int8,
    "asked": int8,  # its answer stands (the table's affair)
    "outside": int8,  # the action is left to the search
    "action": int16,
    "at": int64,  # the moment of the action, on the match's clock
}


def ask_record(rules: Rules) -> np.dtype[Any]:
    """What a mind is asked: the moves that are legal now, ascending."""
    return record(count=int16, moves=int16[rules.actions])


@dataclass(frozen=True)
class Trait:
    """Something in which the levels differ: a field of the mind, its value at each level, and why."""

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
    """How a game is searched (see `search.py`). All four are `@rule`s; worlds are complete states."""

    policy: Callable[..., Any]  # policy(world, seat, ask, dice): a quick sensible move, from what the seat can see
    settled: Callable[..., Any]  # settled(world, root): whether a playout may stop here; `root` is what was seen
    worth: Callable[..., Any]  # worth(world, root, out): how good that is for each seat, about 0 to 1
    thin: Callable[..., Any] | None = None  # thin(world, seat, ask): strike out moves that are never worth a look
    doubt: float = 1.0  # by so many standard errors a move must be better than the policy's own to overrule it
    playouts: int = 1000  # a decision's budget where time must not matter, as in the lab


@dataclass(frozen=True, eq=False)
class Bots:
    """The bots of one game."""

    rules: Rules
    Mind: np.dtype[Any]  # record(**MIND, one field per trait, whatever it remembers)
    think: Callable[..., Any]  # think(seen, seat, ask, mind): see above
    traits: tuple[Trait, ...]
    characters: Mapping[str, str]  # level -> how such a player plays, in a sentence
    reference: str  # the reference player's rule, in a sentence
    usual_seats: int  # how many usually play, for figures
    plan: Plan | None = None  # for those that search

    @property
    def names(self) -> tuple[str, ...]:
        """Who can be asked to sit down."""
        return (*(LEVELS if self.traits else ()), *(("reference",) if self.reference else ()), "random")

    def mind(self, name: str) -> Any:
        """A fresh mind of this level, without memories."""
        template = np.zeros(1, self.Mind)[0]
        template["level"] = Level[name.upper()].value
        template["action"] = NOTHING
        if name in LEVELS:
            for trait in self.traits:
                template[trait.name] = trait.at(name)
        return template


@rule
def no_thought(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
    """Where a game brings no bots of its own."""
