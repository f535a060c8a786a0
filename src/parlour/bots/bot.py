"""A bot by name, and a bot in a seat of a match that is played move by move."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from parlour.kit import BadInput, blank, seed_of
from parlour.kit.minds import LEVELS, NOTHING, Bots

from .deciding import deciding
from .search import Search

HIGHEST_SEED = 2**63


@dataclass(frozen=True)
class Player:
    """A bot by name and, if it searches, its budget per decision: a number of playouts, or ms of real time."""

    name: str
    playouts: int | None = None
    ms: int | None = None

    def __str__(self) -> str:
        budget = "" if self.playouts is None else f":{self.playouts}"
        return self.name + (budget if self.ms is None else f":{self.ms}ms")


def player(bots: Bots, text: str) -> Player:
    """A player as a user writes it: `sharp`, `champion:2000` (playouts per decision), `champion:50ms`."""
    name, colon, budget = text.strip().partition(":")
    if name not in bots.names:
        raise BadInput(f"{bots.rules.title} has no bot {name!r}; it has {', '.join(bots.names)}")
    if not colon:
        return Player(name)
    if bots.plan is None or name != LEVELS[-1]:
        raise BadInput(f"{name} of {bots.rules.title} does not search and has no budget; write {name!r}")
    number = budget.removesuffix("ms")
    if not number.isdecimal() or not 1 <= int(number) <= 1_000_000:
        raise BadInput(f"a budget is a number of playouts or of ms, as in {name}:2000 or {name}:50ms, not {budget!r}")
    return Player(name, ms=int(number)) if budget.endswith("ms") else Player(name, playouts=int(number))


def players(bots: Bots, text: str, seats: int | None = None) -> list[Player]:
    """Players as a user writes them, one for each seat; a single one is seated everywhere."""
    named = [player(bots, part) for part in text.split(",")]
    if seats is not None and len(named) == 1:
        return named * seats
    if seats is not None and len(named) != seats:
        raise BadInput(f"{len(named)} bots for {seats} seats: name one for all seats, or one for each")
    return named


class Bot:
    """A bot in one seat. `think` is given what the seat sees and what it may do, and nothing else."""

    def __init__(self, bots: Bots, who: Player | str, seat: int, seed: int, threads: int = 1) -> None:
        self.bots = bots
        self.player = player(bots, who) if isinstance(who, str) else who
        self.seat = seat
        compiled = deciding(bots)
        self._decide = compiled.decide
        self._asks = blank(compiled.Ask)
        self._minds = blank(bots.Mind)
        self._minds[0] = bots.mind(self.player.name)
        self._minds["rng"][0] = seed_of(np.uint64(seed), seat + 1)
        self._count, self._moves = memoryview(self._asks["count"]), self._asks["moves"][0]
        self._outside, self._action, self._at = (memoryview(self._minds[name]) for name in ("outside", "action", "at"))
        self._search = Search(bots, threads) if bots.plan is not None and self.player.name == LEVELS[-1] else None
        self.searched: float | None = None  # duration of the last search in seconds

    @property
    def searches(self) -> bool:
        """True if its decisions may take long."""
        return self._search is not None

    def think(self, seens: Any, moves: Sequence[int]) -> tuple[int | None, int]:
        """What the seat will do, and when on the match's clock. None: nothing until something changes."""
        self._count[0] = len(moves)
        self._moves[: len(moves)] = moves
        self._decide(seens, 0, self.seat, self._asks, self._minds, 0)
        if self._outside[0]:
            assert self._search is not None
            began = perf_counter()
            self._action[0] = look_ahead(self._search, self.player, seens, self.seat, self._minds, 0)
            self.searched = perf_counter() - began
        action = self._action[0]
        return (None if action == NOTHING else action), self._at[0]


def look_ahead(search: Search, who: Player, seens: Any, seat: int, minds: Any, i: int) -> int:
    """The move that a search finds; its seed is drawn from the bot's own mind."""
    minds["rng"][i] = seed_of(minds["rng"][i], 1)
    seconds = None if who.ms is None else who.ms / 1000
    return search.choose(seens, seat, int(minds["rng"][i]) % HIGHEST_SEED, who.playouts, seconds).action
