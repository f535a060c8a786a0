"""So many tables of one game, with a guest and bots at each: what the two Gymnasium forms have in common."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Player, Search, bots_of, players
from parlour.bots.bot import look_ahead
from parlour.bots.simulate import DONE, STUCK
from parlour.engine import checked_tick, cores, refusal
from parlour.engine.threads import shares, together
from parlour.kit import LEVELS, BadInput, IllegalAction, Rules, blank, write_options
from parlour.match import game as from_shelf

from .against_bots import ANY_SEAT, Terms, guests
from .common import checked_seed
from .refusals import no_such_action, raises
from .rewards import reward_number

FEWEST_TABLES = 64  # that are worth a thread of their own


class Turn(NamedTuple):
    """What the guests are told when they are asked again: a row for each table."""

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ends: NDArray[np.bool_]


class Room:
    """The tables, and the bots at them."""

    TIED = ("rules", "_bots", "_loops", "_search")  # what is compiled: tied anew in a copy or in another process

    def __init__(
        self,
        game: str,
        count: int,
        seats: int,
        opponents: str | Sequence[str],
        seat: int | str,
        options: Mapping[str, Any] | None,
        reward: str,
        tick_ms: int,
        illegal: str,
        threads: int | None,
    ) -> None:
        if not isinstance(count, int) or count < 1:
            raise BadInput(f"there must be one table or more, not {count!r}")
        if threads is not None and (not isinstance(threads, int) or threads < 1):
            raise BadInput(f"there must be one thread or more, not {threads!r}")
        self.options = from_shelf(game).checked(seats, options or {})
        self.count, self.seats = count, seats
        self.threads = min(threads or cores(), -(-count // FEWEST_TABLES))
        self._game = game
        self._strict = raises(illegal)
        self._search: Search | None = None
        self._tie()
        self.actions = self.rules.answers
        self._opponents = _opponents(self._bots, opponents, seats)
        self.states = blank(self.rules.State, count)
        self._fresh = blank(self.rules.State)
        self._fresh["seats"] = seats
        write_options(self.rules.options, self.options, self._fresh[0])
        self.chairs = blank(self._loops.Chair, count)
        self._minds = blank(self._bots.Mind, count * self.rules.max_seats)
        self._templates = blank(self._bots.Mind, max(1, seats - 1))
        for k, who in enumerate(self._opponents):
            self._templates[k] = self._bots.mind(who.name)
        self._terms = blank(Terms)
        self._terms["reward"] = reward_number(reward)
        self._terms["seat"] = _seat(seat, seats)
        self._terms["tick_ms"] = checked_tick(tick_ms)
        self._masks = np.zeros((count, self.actions), np.int8)
        self._seeded = np.zeros(count, np.bool_)

    def _tie(self) -> None:
        self.rules: Rules = from_shelf(self._game).rules
        self._bots = bots_of(self.rules)
        self._loops = guests(self._bots)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self.TIED}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._search = None
        self._tie()

    @property
    def searches(self) -> str | None:
        """An opponent whose moves are searched for, if there is one."""
        if self._bots.plan is None:
            return None
        return next((who.name for who in self._opponents if who.name == LEVELS[-1]), None)

    def sit_down(self, seeds: Sequence[int | None], dice: np.random.Generator) -> Turn:
        """New matches at all tables: with the seeds given, or the next of each table's own series."""
        for i, seed in enumerate(seeds):
            if seed is not None or not self._seeded[i]:
                self.chairs["seed"][i] = dice.integers(2**63) if seed is None else checked_seed(seed)
                self.chairs["episode"][i] = -1
                self._seeded[i] = True
        self.chairs["over"] = 1
        return self._step(np.zeros(self.count, np.int64))

    def answer(self, actions: NDArray[Any]) -> Turn:
        """One action at each table; where a match was over, a new one is dealt instead."""
        if actions.shape != (self.count,) or actions.dtype.kind not in "iu":
            raise BadInput(
                f"a step takes one whole number for each of {self.count} tables, not {actions.dtype} {actions.shape}"
            )
        chosen = actions.astype(np.int64)
        asked = self.chairs["over"] == 0
        outside = asked & ((chosen < 0) | (chosen >= self.actions))
        if outside.any():
            raise no_such_action(self.rules, chosen[np.flatnonzero(outside)[0]], self.actions)
        if self._strict:
            allowed = np.take_along_axis(self._masks, np.where(asked, chosen, 0)[:, None], 1)[:, 0] != 0
            wrong = np.flatnonzero(asked & ~allowed)
            if wrong.size:
                raise self._refusal(int(wrong[0]), int(chosen[wrong[0]]))
        return self._step(chosen)

    def _refusal(self, i: int, action: int) -> IllegalAction:
        return refusal(self.rules, action, self._loops.why(self.states, i, int(self.chairs["seat"][i]), action))

    def refused(self, actions: NDArray[Any]) -> dict[int, str]:
        """The tables whose guest's action was not carried out, and why."""
        return {
            int(i): str(refusal(self.rules, int(actions[i]), int(self.chairs["refused"][i])))
            for i in np.flatnonzero(self.chairs["refused"])
        }

    def _step(self, chosen: NDArray[np.int64]) -> Turn:
        count = self.count
        turn = Turn(
            np.empty((count, self.rules.pieces.size), np.int8),
            np.empty((count, self.actions), np.int8),
            np.empty(count, np.float64),
            np.empty(count, np.bool_),
        )
        if self.threads == 1:
            self._part(0, count, chosen, turn)
        else:
            together([partial(self._part, *share, chosen, turn) for share in shares(count, self.threads)])
        if self._strict:
            self._masks = turn.masks.copy()
        return turn

    def _part(self, first: int, last: int, chosen: NDArray[np.int64], turn: Turn) -> None:
        seens, asks = blank(self.rules.State), blank(self._loops.Ask)
        resumed = False
        while True:
            answer = self._loops.step(
                first, last, self.states, self._fresh, self.chairs, self._minds, self._templates, self._terms,
                seens, asks, chosen, *turn, resumed,
            )  # fmt: skip
            if answer == DONE:
                return
            if answer < 0:
                what = (
                    "nobody can act and nothing is due" if answer == STUCK else "a bot answered with an illegal action"
                )
                raise RuntimeError(f"{self.rules.title}: {what}")
            self._look_ahead(answer, seens)
            resumed = True

    def _look_ahead(self, seat: int, seens: Any) -> None:
        """A bot's move is searched for; there is one table only."""
        if self._search is None:
            self._search = Search(self._bots, 1)
        who = self._opponents[(seat - int(self.chairs["seat"][0]) - 1) % self.seats]
        self._minds["action"][seat] = look_ahead(self._search, who, seens, seat, self._minds, seat)


def _opponents(bots: Any, opponents: str | Sequence[str], seats: int) -> list[Player]:
    """One bot for each of the other seats, clockwise from the guest's."""
    text = opponents if isinstance(opponents, str) else ",".join(opponents)
    return players(bots, text, seats - 1) if seats > 1 else []


def _seat(seat: int | str, seats: int) -> int:
    if seat == "random":
        return ANY_SEAT
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadInput(f"the seat is a number from 0 to {seats - 1}, or 'random', not {seat!r}")
    return seat
