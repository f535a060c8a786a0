"""Many tables of one game with one learner and bots at each: the common base of both Gymnasium environments."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Player, Search, bots_of, fresh_mind, needed_for, searches
from parlour.bots.bot import look_ahead
from parlour.bots.simulate import DONE
from parlour.engine import STUCK, TICK_MS, checked_tick, cores, refusal
from parlour.engine.aligned import aligned
from parlour.engine.rewards import reward_number
from parlour.engine.threads import run_together, split_evenly
from parlour.kit import BadInput, IllegalAction, Rules, blank, write_options
from parlour.match import game as game_named
from parlour.policies import players
from parlour.policies.loading import Named

from .against_bots import ANY_SEAT, Settings, against_bots_loops
from .common import checked_seed
from .policy_tables import PolicyTables
from .refusals import no_such_action, raises_illegal

Opponents = Named | Sequence[Named]  # bots and policies: names, functions, or a mixture

MIN_TABLES_PER_THREAD = 64  # with fewer, starting a thread costs more than it saves


@dataclass(frozen=True)
class TableSettings:
    """What is played at every table; the parameters of both Gymnasium environments."""

    game: str
    seats: int = 4
    opponents: Opponents = "casual"
    seat: int | str = "random"
    options: Mapping[str, Any] | None = None
    reward: str = "rank"
    tick_ms: int = TICK_MS
    illegal: str = "refuse"


class TableOptions(TypedDict, total=False):
    """The same as keywords, without the game."""

    seats: int
    opponents: Opponents
    seat: int | str
    options: Mapping[str, Any] | None
    reward: str
    tick_ms: int
    illegal: str


class StepResult(NamedTuple):
    """What a step tells the learners: one row per table."""

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ends: NDArray[np.bool_]


class VectorTables:
    """The tables, and the bots at them."""

    NOT_COPIED = (
        "rules",
        "_bots",
        "_loops",
        "_search",
        "_policies",
    )  # compiled; a copy, or another process, looks them up again

    def __init__(self, settings: TableSettings, count: int, threads: int | None) -> None:
        if not isinstance(count, int) or count < 1:
            raise BadInput(f"the number of tables is 1 or more, not {count!r}")
        if threads is not None and (not isinstance(threads, int) or threads < 1):
            raise BadInput(f"the number of threads is 1 or more, not {threads!r}")
        seats = settings.seats
        self.options = game_named(settings.game).checked(seats, settings.options or {})
        self.count, self.seats = count, seats
        self.threads = min(threads or cores(), -(-count // MIN_TABLES_PER_THREAD))
        self._game = settings.game
        self._strict = raises_illegal(settings.illegal)
        self._opponents = _opponents(bots_of(game_named(settings.game).rules), settings.opponents, seats)
        self._connect()
        self.actions = self.rules.answers
        self.states = blank(self.rules.State, count)
        self._initial = blank(self.rules.State)
        self._initial["seats"] = seats
        write_options(self.rules.options, self.options, self._initial[0])
        self.episodes = blank(self._loops.Episode, count)
        self._minds = blank(self._bots.Mind, count * self.rules.max_seats)
        self._templates = blank(self._bots.Mind, max(1, seats - 1))
        for k, opponent in enumerate(self._opponents):
            self._templates[k] = fresh_mind(self._bots, opponent)
        self._settings = blank(Settings)
        self._settings["reward"] = reward_number(settings.reward)
        self._settings["seat"] = _seat_number(settings.seat, seats)
        self._settings["tick_ms"] = checked_tick(settings.tick_ms)
        self._masks = np.zeros((count, self.actions), np.int8)
        self._seeded = np.zeros(count, np.bool_)
        self._policies = self._seat_policies()

    def _seat_policies(self) -> PolicyTables | None:
        """Plays the steps if there are policies among the opponents."""
        if all(opponent.policy is None for opponent in self._opponents):
            return None
        return PolicyTables(self, self._bots, self._opponents)

    def _connect(self) -> None:
        """Set the attributes that are not copied."""
        self.rules: Rules = game_named(self._game).rules
        self._bots = bots_of(self.rules)
        self._loops = against_bots_loops(needed_for(self._bots, self._opponents))
        self._search = threading.local()  # each thread searches with memory of its own

    def __getstate__(self) -> dict[str, Any]:
        saved = {name: value for name, value in vars(self).items() if name not in self.NOT_COPIED}
        return saved if self._policies is None else {**saved, "holds": self._policies.holds}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        holds = saved.pop("holds", None)
        vars(self).update(saved)
        self._connect()
        for minds in (self._minds, self._templates):
            self._bots.find_weights(minds)
        self._policies = self._seat_policies()
        if self._policies is not None:
            self._policies.holds = holds

    @property
    def opponents(self) -> Sequence[Player]:
        """The players in the other seats, clockwise from the learner."""
        return self._opponents

    @property
    def searching_opponent(self) -> str | None:
        """The name of an opponent that searches for its moves, if there is one."""
        return next((opponent.name for opponent in self._opponents if searches(self._bots, opponent)), None)

    @property
    def tick_ms(self) -> int:
        """The time between two questions to the learner in a real-time game."""
        return int(self._settings["tick_ms"][0])

    @property
    def minds(self) -> Any:
        """The bots' minds: for each table, one for each of the game's maximum number of seats."""
        return self._minds

    @property
    def Ask(self) -> np.dtype[Any]:
        return self._loops.Ask

    def records(self) -> tuple[Any, ...]:
        """What the compiled step takes of the tables."""
        return self.states, self._initial, self.episodes, self._minds, self._templates, self._settings

    def reset(self, seeds: Sequence[int | None], generator: np.random.Generator) -> StepResult:
        """Deal new matches at all tables: with the given seeds, or the next of each table's own series."""
        for i, seed in enumerate(seeds):
            if seed is not None or not self._seeded[i]:
                self.episodes["seed"][i] = generator.integers(2**63) if seed is None else checked_seed(seed)
                self.episodes["number"][i] = -1
                self._seeded[i] = True
        self.episodes["over"] = 1
        return self._step(np.zeros(self.count, np.int64))

    def step(self, actions: NDArray[Any]) -> StepResult:
        """One action at each table; where a match was over, a new one is dealt instead."""
        if actions.shape != (self.count,) or actions.dtype.kind not in "iu":
            raise BadInput(
                f"a step takes one whole number for each of {self.count} tables, not {actions.dtype} {actions.shape}"
            )
        chosen = actions.astype(np.int64)
        asked = self.episodes["over"] == 0
        outside = asked & ((chosen < 0) | (chosen >= self.actions))
        if outside.any():
            raise no_such_action(self.rules, chosen[np.flatnonzero(outside)[0]], self.actions)
        if self._strict:
            allowed = np.take_along_axis(self._masks, np.where(asked, chosen, 0)[:, None], 1)[:, 0] != 0
            wrong = np.flatnonzero(asked & ~allowed)
            if wrong.size:
                raise self._refusal(int(wrong[0]), int(chosen[wrong[0]]))
        return self._step(chosen)

    def renew(self, which: NDArray[np.int64], result: StepResult) -> None:
        """Deal new matches at the tables numbered `which`, and show them in the rows of `result`."""
        nothing = np.zeros(self.count, np.int64)
        self.episodes["over"][which] = 1

        def deal(first: int, last: int) -> None:
            for i in which[first:last]:
                self._step_range(int(i), int(i) + 1, nothing, result)

        if self._policies is not None:
            self._policies.step(which, nothing, result)
        else:
            run_together([partial(deal, *share) for share in split_evenly(len(which), min(self.threads, len(which)))])
        if self._strict:
            self._masks[which] = result.masks[which]

    def _refusal(self, i: int, action: int) -> IllegalAction:
        return refusal(self.rules, action, self._loops.why(self.states, i, int(self.episodes["seat"][i]), action))

    def refused(self, actions: NDArray[Any]) -> dict[int, str]:
        """The tables at which the learner's action was refused, and why."""
        return {
            int(i): str(refusal(self.rules, int(actions[i]), int(self.episodes["refused"][i])))
            for i in np.flatnonzero(self.episodes["refused"])
        }

    def _step(self, chosen: NDArray[np.int64]) -> StepResult:
        count = self.count
        result = StepResult(
            aligned((count, self.rules.pieces.size), np.int8),
            aligned((count, self.actions), np.int8),
            np.empty(count, np.float64),
            np.empty(count, np.bool_),
        )
        if self._policies is not None:
            self._policies.step(np.arange(count), chosen, result)
        elif self.threads == 1:
            self._step_range(0, count, chosen, result)
        else:
            run_together(
                [partial(self._step_range, *share, chosen, result) for share in split_evenly(count, self.threads)]
            )
        if self._strict:
            self._masks = result.masks.copy()
        return result

    def _step_range(self, first: int, last: int, chosen: NDArray[np.int64], result: StepResult) -> None:
        if self.searching_opponent and last - first > 1:  # a search interrupts a step, so each table is stepped alone
            for i in range(first, last):
                self._step_range(i, i + 1, chosen, result)
            return
        seens, asks = blank(self.rules.State), blank(self._loops.Ask)
        resumed = False
        while True:
            answer = self._loops.step(
                first, last, *self.records(), seens, asks, chosen, *result, resumed,
            )  # fmt: skip
            self.check(answer)
            if answer == DONE:
                return
            self.search_move(answer, seens, first)
            resumed = True

    def check(self, answer: int) -> None:
        """Raise an error if compiled code has reported one."""
        if answer < 0 and answer != DONE:
            stuck = "no seat can act and no timer is running"
            raise RuntimeError(f"{self.rules.title}: {stuck if answer == STUCK else 'a bot chose an illegal action'}")

    def search_move(self, seat: int, seens: Any, table: int = 0) -> None:
        """Search for the move of a bot at one table."""
        if not hasattr(self._search, "search"):
            self._search.search = Search(self._bots, 1)
        opponent = self._opponents[(seat - int(self.episodes["seat"][table]) - 1) % self.seats]
        mind = table * self.rules.max_seats + seat
        self._minds["action"][mind] = look_ahead(self._search.search, opponent, seens, seat, self._minds, mind)
        self._minds["outside"][mind] = 0


def _opponents(bots: Any, opponents: Opponents, seats: int) -> list[Player]:
    """One bot or policy for each of the other seats, clockwise from the learner's."""
    return players(bots, opponents, seats - 1) if seats > 1 else []


def _seat_number(seat: int | str, seats: int) -> int:
    if seat == "random":
        return ANY_SEAT
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadInput(f"the seat is a number from 0 to {seats - 1}, or 'random', not {seat!r}")
    return seat
