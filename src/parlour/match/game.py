"""A game by its name, and how matches of it begin."""

import operator
import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any

from parlour.engine import TICK_MS
from parlour.games import rules_of
from parlour.kit import BadInput, Option, Rules, read_options

from .batches import PicturedBatch, PicturedCpuBatch, PicturedGpuBatch
from .match import Match


class Game:
    """A game that can be played: `new` starts one match, `batch` many."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.name = rules.name
        self.title = rules.title

    def __repr__(self) -> str:
        return f"<{self.title}, {self.rules.min_seats} to {self.rules.max_seats} players>"

    @property
    def seats(self) -> range:
        """The possible numbers of players."""
        return range(self.rules.min_seats, self.rules.max_seats + 1)

    @property
    def options(self) -> tuple[Option, ...]:
        return self.rules.options

    def new(self, seats: int, seed: int | None = None, options: Mapping[str, Any] | None = None) -> Match:
        """A dealt match. Without a seed, the operating system draws one."""
        return Match(self.rules, *self._checked(seats, seed, options))

    def batch(
        self,
        count: int,
        seats: int,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        device: str = "cpu",
        tick_ms: int = TICK_MS,
        threads: int | None = None,
        reward: str = "rank",
    ) -> PicturedBatch:
        """Many matches as arrays; match i depends only on the seed and i. `device` is cpu or cuda, `reward` is rank,
        points or margin (docs/environments.md)."""
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise BadInput(f"a batch needs at least one match, not {count!r}")
        checked = self._checked(seats, seed, options)
        if device == "cpu":
            return PicturedCpuBatch(self.rules, count, *checked, tick_ms, threads, reward)
        if device == "cuda":
            return PicturedGpuBatch(self.rules, count, *checked, tick_ms, reward)
        raise BadInput(f"the device of a batch is 'cpu' or 'cuda', not {device!r}")

    def checked(self, seats: int, options: Mapping[str, Any], seed: int = 0) -> dict[str, Any]:
        """The options for this number of players, normalised; BadInput says what is wrong with any of the three."""
        return self._checked(seats, seed, options)[2]

    def _checked(
        self, seats: int, seed: int | None, options: Mapping[str, Any] | None
    ) -> tuple[int, int, dict[str, Any]]:
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            low, high = self.rules.min_seats, self.rules.max_seats
            raise BadInput(f"{self.title} is for {low} to {high} players ({self.rules.rule_id(1)}), not {seats}")
        if seed is None:
            seed = secrets.randbits(63)
        try:
            seed = operator.index(seed)
        except TypeError:
            raise BadInput(f"a seed is a whole number, not {seed!r}") from None
        if not 0 <= seed < 2**64:
            raise BadInput(f"a seed is a whole number from 0 to {2**64 - 1}, not {seed}")
        return seats, seed, read_options(self.rules.options, options or {}, seats)


@cache
def game(name: str) -> Game:
    """A game by its name."""
    return Game(rules_of(name))
