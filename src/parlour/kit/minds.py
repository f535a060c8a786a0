"""How a game describes its bots: one compiled function, `think`, and one record, the mind.

A mind holds the bot's level, its traits and what it remembers. `think` looks at what the seat may see and decides on an
action and a moment for it. All levels of a game share both, so any mixture can play at one table and nothing is
compiled twice.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .afterstates import Afterstates
from .compile import rule
from .contract import Rules
from .enums import IntEnum
from .errors import BadInput
from .record import int8, int16, int64, record, uint64
from .weights import Weights, read_weights

OUTSIDE, OUTSIDE_LIKELY = 1, 2  # values of a mind's `outside`
NOTHING = -1  # as a mind's action: do nothing until something changes

LEVELS = ("novice", "casual", "sharp", "champion")
LEARNED = "learned"  # plays as a network that was trained by self-play; not a step of the scale that the levels form
TIMED_LIKE = "sharp"  # the level whose traits, and so whose thinking times, it has


class Level(IntEnum):
    NOVICE = 0
    CASUAL = 1
    SHARP = 2
    CHAMPION = 3
    REFERENCE = 4  # a fixed, simple player that never changes, as a yardstick for the levels
    LEARNED = 5  # `think` writes when it acts; its network chooses the action (bots/network.py)
    RANDOM = 6  # any legal move; works for every game
    POLICY = 7  # decides outside compiled code (parlour.policies); in a real-time game it may wait


# Every mind begins with these. `think` writes `action` and `at`, or sets `outside` to leave the action to a search.
# The action of a policy may be `rules.actions`: to wait until `at`, and be asked again.
MIND: dict[str, Any] = {
    "rng": uint64,  # its own random numbers: `below` and human_timing draw from them
    "level": int8,
    "asked": int8,  # its decision still holds (set by bots/deciding.py)
    "outside": int8,  # the action is left to a policy or a search; OUTSIDE_LIKELY: to a search in likely worlds
    "action": int16,
    "at": int64,  # the moment of the action, on the match's clock
}


# The mind of a game with a learned player has these as well.
NETWORK: dict[str, Any] = {
    "weights_version": int8,  # 0: the newest; otherwise an earlier version of the player, whose weights it uses
    "network": int64,  # where the weights are in the memory of this process; 0 if it uses none
}
# Names of traits that say how a bot searches, as the search reads them from its mind. All that search have the first.
PLAYOUTS = "playouts"  # the most playouts for a decision, where results must not depend on time
SURE = "sure"  # standard errors by which a move must seem better than all others to end the search early; 0: never
JUDGES = "judges"  # after so many further turns of its own the network judges the position; 0: it searches without one


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
class Likely:
    """How worlds are drawn in which the others would have played as they did, instead of all that fit what was seen."""

    Notes: np.dtype[Any]  # what is remembered during one search; blank when it begins
    states: int  # the number of complete states for the same purpose: worlds[2], worlds[3] and so on
    draw: Callable[..., Any]  # draw(seens, seat, worlds, notes, seed): a world into worlds[1]


@dataclass(frozen=True, eq=False)
class Plan:
    """How a game is searched (see bots/search.py). All functions are `@rule`s; worlds are complete states."""

    policy: Callable[..., Any]  # policy(world, seat, ask, dice): a quick, sensible move based on what the seat can see
    settled: Callable[..., Any]  # settled(world, root): True if a playout may stop here; `root` is what the seat saw
    worth: Callable[..., Any]  # worth(world, root, out): how good that is for each seat, about 0 to 1
    thin: Callable[..., Any] | None = None  # thin(world, seat, ask): remove moves that are never worth trying
    # chance(world, root, out): each seat's chance to win the match, for reviews; if None, `worth` is just that
    chance: Callable[..., Any] | None = None
    alike: Callable[..., Any] | None = None  # alike(seen, seat): True if all moves are equally good, as far as is known
    doubt: float = 1.0  # standard errors by which a move must beat the bot's first choice to replace it
    margin: float = 1.0  # moves that seem worse than its best by more than this to a network are not tried
    likely: Likely | None = None  # for bots that conclude something from how the others have played


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
    weights: Path | None = None  # of the learned player, if there is one (kit/weights.py); its mind has NETWORK
    afterstates: Afterstates | None = None  # if its network judges the positions that moves lead to
    # "sharp@1" -> the traits in which this earlier version differs from the newest (bots/versions.py)
    earlier: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots of this game."""
        levels, learned = LEVELS if self.traits else (), (LEARNED,) if self.weights else ()
        return (*levels, *learned, *(("reference",) if self.reference else ()), "random")

    @property
    def available(self) -> tuple[str, ...]:
        """The same without those whose weights cannot be used: what a server offers."""
        if self.weights is not None:
            try:
                self.network_address()
            except BadInput:
                return tuple(name for name in self.names if not self.uses_weights(name))
        return self.names

    def uses_weights(self, name: str) -> bool:
        """True if the newest version of a bot cannot play without the network."""
        return self.weights is not None and bool(self.using_network(self.mind(name)))

    def mind(self, name: str) -> Any:
        """A fresh mind of this level; if it uses a network, it still lacks the weights."""
        template = np.zeros(1, self.Mind)[0]
        template["level"] = Level[name.upper()].value
        template["action"] = NOTHING
        level = TIMED_LIKE if name == LEARNED else name
        if level in LEVELS:
            for trait in self.traits:
                template[trait.name] = trait.at(level)
        return template

    def network(self, version: int = 0) -> Weights:
        """The weights of the learned player, or of an earlier version; BadInput if their file cannot be used."""
        assert self.weights is not None
        path = self.weights.with_stem(f"{self.weights.stem}-{version}") if version else self.weights
        return read_weights(path, self.rules)

    def network_address(self, version: int = 0) -> int:
        """Where these weights lie."""
        return self.network(version).address

    def using_network(self, minds: Any) -> Any:
        """True for minds that need the weights: one mind or an array."""
        using = minds["level"] == Level.LEARNED
        return using | (minds[JUDGES] > 0) if JUDGES in minds.dtype.names else using

    def find_weights(self, minds: Any) -> None:
        """Minds have come from another process, where weights had other addresses: write those of this one."""
        if self.weights is not None:
            using, versions = self.using_network(minds), minds["weights_version"]
            for version in np.unique(versions[using]):
                minds["network"][using & (versions == version)] = self.network_address(int(version))


@rule
def no_thought(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
    """For games without bots of their own."""
