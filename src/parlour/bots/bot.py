"""A bot by name, and a bot in a seat of a match that is played move by move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from parlour.kit import BadInput, blank, compile_for, seed_of
from parlour.kit.minds import JUDGES, LEARNED, LEVELS, NOTHING, OUTSIDE_LIKELY, PLAYOUTS, SURE, Bots

from .deciding import deciding
from .search import How, Search
from .versions import checked_version, versions

HIGHEST_SEED = 2**63


class SeatPolicy(Protocol):
    """A policy that takes a bot's seat (parlour.policies)."""

    def bot(self, bots: Bots, who: "Player", seat: int, seed: int) -> "Bot":
        """The policy in one seat of a match that is played move by move."""


@dataclass(frozen=True)
class Player:
    """A bot by name and, if it searches, its budget per decision: a number of playouts, or ms of real time; or a
    policy. Without a version it is the newest one."""

    name: str
    playouts: int | None = None
    ms: int | None = None
    policy: SeatPolicy | None = None
    version: int | None = None

    def __str__(self) -> str:
        version = "" if self.version is None else f"@{self.version}"
        budget = "" if self.playouts is None else f":{self.playouts}"
        return self.name + version + (budget if self.ms is None else f":{self.ms}ms")


def player(bots: Bots, text: str) -> Player:
    """A bot as a user writes it: `sharp`, `sharp@1` (a version), `champion:2000` (playouts per decision),
    `champion:50ms`. Never a policy, so nothing is imported, whatever the text."""
    named, colon, budget = text.strip().partition(":")
    name, at, number = named.partition("@")
    if name not in bots.names:
        raise BadInput(f"{bots.rules.title} has no bot {name!r}; it has {', '.join(bots.names)}")
    version = checked_version(bots, name, number) if at else None
    fresh_mind(bots, Player(name, version=version))  # now, not when the bot sits down: weights may be missing
    if not colon:
        return Player(name, version=version)
    if not can_search(bots, name):
        raise BadInput(f"{name} of {bots.rules.title} does not search and has no budget; write {named!r}")
    number = budget.removesuffix("ms")
    if not number.isdecimal() or not 1 <= int(number) <= 1_000_000:
        raise BadInput(f"a budget is a number of playouts or of ms, as in {name}:2000 or {name}:50ms, not {budget!r}")
    if budget.endswith("ms"):
        return Player(name, ms=int(number), version=version)
    return Player(name, playouts=int(number), version=version)


def is_bot(bots: Bots, text: str) -> bool:
    """True if a text names a bot of this game, perhaps with a version and a budget."""
    return text.strip().partition(":")[0].partition("@")[0] in bots.names


def can_search(bots: Bots, name: str) -> bool:
    """True if the bot of this name searches for its moves."""
    return bots.plan is not None and name == LEVELS[-1]


def searches(bots: Bots, who: Player) -> bool:
    """True if this player searches for its moves."""
    return who.policy is None and can_search(bots, who.name)


def version_of(bots: Bots, who: Player) -> int | None:
    """The version that plays; None for a policy, which has none."""
    if who.policy is not None:
        return None
    return versions(bots, who.name)[-1] if who.version is None else who.version


def cited(bots: Bots, who: Player) -> str:
    """A player as results name it: always with its version, as in `sharp@1`."""
    return str(who if who.policy is not None else replace(who, version=version_of(bots, who)))


def fresh_mind(bots: Bots, who: Player) -> Any:
    """The mind with which a player sits down; that of an earlier version with the traits it had then."""
    if who.policy is not None:
        return bots.mind("policy")
    mind = bots.mind(who.name)
    for trait, value in bots.earlier.get(f"{who.name}@{version_of(bots, who)}", {}).items():
        mind[trait] = value
    if bots.weights is not None and bots.using_network(mind):
        mind["network"] = bots.network_address(int(mind["weights_version"]))
    return mind


def players(bots: Bots, text: str, seats: int | None = None) -> list[Player]:
    """Bots as a user writes them, one for each seat; a single one is seated everywhere. (With policies:
    parlour.policies.players.)"""
    return one_for_each([player(bots, part) for part in text.split(",")], seats)


def one_for_each(named: list[Player], seats: int | None) -> list[Player]:
    """One player for each seat; a single one is seated everywhere."""
    if seats is not None and len(named) == 1:
        return named * seats
    if seats is not None and len(named) != seats:
        raise BadInput(f"{len(named)} bots for {seats} seats: name one for all seats, or one for each")
    return named


def needed_for(bots: Bots, sitting: Iterable[Player]) -> Bots:
    """The bots that these players need: the network of `learned`, which takes long to compile, only if it is there."""
    return bots if any(player.name == LEARNED for player in sitting) else _without_network(bots)


@cache
def _without_network(bots: Bots) -> Bots:
    return bots if bots.weights is None else replace(bots, weights=None)


class Bot:
    """A bot in one seat. `think` is given what the seat sees and what it may do, and nothing else."""

    def __init__(self, bots: Bots, who: Player | str, seat: int, seed: int, threads: int = 1) -> None:
        self.bots = bots
        self.player = player(bots, who) if isinstance(who, str) else who
        self.seat = seat
        self._asks = blank(deciding(bots).Ask)
        self._minds = blank(bots.Mind)
        self._seed = seed
        self.play_as(self.player)
        self._count, self._moves = memoryview(self._asks["count"]), self._asks["moves"][0]
        self._outside, self._action, self._at = (memoryview(self._minds[name]) for name in ("outside", "action", "at"))
        self._search = Search(bots, threads) if searches(bots, self.player) else None
        self.searched: float | None = None  # duration of the last search in seconds

    def play_as(self, who: Player) -> None:
        """Begin with a fresh mind of this player."""
        self.player = who
        self._decide = deciding(needed_for(self.bots, [who])).decide
        self._minds[0] = fresh_mind(self.bots, who)
        self._minds["rng"][0] = seed_of(np.uint64(self._seed), self.seat + 1)

    @property
    def searches(self) -> bool:
        """True if its decisions may take long."""
        return self._search is not None

    def think(self, seens: Any, moves: Sequence[int]) -> tuple[int | None, int]:
        """What the seat will do, and when on the match's clock. None: nothing until something changes."""
        self._decide_about(seens, moves)
        if self._outside[0]:
            assert self._search is not None
            began = perf_counter()
            self._action[0] = look_ahead(self._search, self.player, seens, self.seat, self._minds, 0)
            self.searched = perf_counter() - began
        action = self._action[0]
        return (None if action == NOTHING else action), self._at[0]

    def compile(self) -> None:
        """Compile or load everything that `think` calls."""
        seens = blank(self.bots.rules.State)
        compile_for(self._decide, seens, 0, self.seat, self._asks, self._minds, 0)
        if self._search is not None:
            self._search.compile()

    def _decide_about(self, seens: Any, moves: Sequence[int]) -> None:
        self._count[0] = len(moves)
        self._moves[: len(moves)] = moves
        self._decide(seens, 0, self.seat, self._asks, self._minds, 0)


def seat_bot(bots: Bots, who: Player | str, seat: int, seed: int, threads: int = 1) -> Bot:
    """A bot or a policy in one seat."""
    if isinstance(who, Player) and who.policy is not None:
        return who.policy.bot(bots, who, seat, seed)
    return Bot(bots, who, seat, seed, threads)


def look_ahead(search: Search, who: Player, seens: Any, seat: int, minds: Any, i: int) -> int:
    """The move that a search finds; its seed is drawn from the bot's own mind."""
    minds["rng"][i] = seed_of(minds["rng"][i], 1)
    seconds = None if who.ms is None else who.ms / 1000
    seed = int(minds["rng"][i]) % HIGHEST_SEED
    playouts = who.playouts or int(minds[PLAYOUTS][i])
    return search.choose(seens, seat, seed, playouts, seconds, how_to_search(minds[i])).action


def how_to_search(mind: Any) -> How:
    """As its traits say; not every game that searches has all of them."""
    network, turns, sure = (mind[name] if name in mind.dtype.names else 0 for name in ("network", JUDGES, SURE))
    return How(bool(mind["outside"] == OUTSIDE_LIKELY), int(network), int(turns), float(sure))
