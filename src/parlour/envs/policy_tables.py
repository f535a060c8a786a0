"""Tables at which policies sit among a learner's opponents: one step of all of them, in rounds.

In each round the tables play on, in compiled code, until every one of them is finished or waits for a policy; then each
policy is asked once about all tables that wait for it.
"""

import warnings
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Player, needed_for
from parlour.bots.simulate import DONE
from parlour.engine.threads import run_together, split_evenly
from parlour.kit import Bots, blank, rule, seed_of
from parlour.kit.minds import Level
from parlour.policies import Policy, substitute
from parlour.policies.loops import FINISHED, READY, SEARCH, outside

from .against_bots import against_bots_loops

if TYPE_CHECKING:
    from .vector_tables import StepResult, VectorTables


class PolicyLoops(NamedTuple):
    """Functions of one game. `asked` says for each table what it waits for (see parlour.policies.loops)."""

    Hold: np.dtype[Any]
    advance: Callable[..., Any]  # plays on at the tables `which[first:last]` where `asked` is READY
    answer: Callable[..., Any]  # answer(tables, seats, actions, states, minds, holds, reaction_ms, tick_ms)


@cache
def policy_loops(bots: Bots) -> PolicyLoops:
    rules, game = bots.rules, outside(bots.rules)
    step = against_bots_loops(bots).step
    begin, goes_on, show, say = game.begin, game.goes_on, game.show, game.answer
    most, POLICY = rules.max_seats, Level.POLICY.value

    @rule
    def advance(  # type: ignore[no-untyped-def]
        which, first, last, states, initial, episodes, minds, templates, settings, seens, asks, chosen,
        observations, masks, rewards, ends, asked, resumed, holds, rows, row_masks,
    ):  # fmt: skip
        tick_ms = np.int64(settings[0].tick_ms)
        for n in range(first, last):
            i = np.int64(which[n])
            if not resumed[i] and episodes[i].over:
                begin(holds[i], np.int64(initial[0].seats), tick_ms)
            while asked[i] == READY:
                seat = step(
                    i, i + 1, states, initial, episodes, minds, templates, settings, seens, asks, chosen,
                    observations, masks, rewards, ends, resumed[i],
                )  # fmt: skip
                resumed[i] = True
                if seat == DONE:
                    asked[i] = FINISHED
                elif seat < 0:
                    return np.int64(seat)
                else:
                    mind = minds[i * most + seat]
                    if mind.level != POLICY:
                        asked[i] = SEARCH
                    elif not goes_on(seens[0], seat, mind, holds[i], np.int64(asks[0].count), tick_ms):
                        show(seens[0], seat, asks[0], rows[i], row_masks[i])
                        asked[i] = seat
        return np.int64(DONE)

    @rule
    def answer(tables, seats, actions, states, minds, holds, reaction_ms, tick_ms):  # type: ignore[no-untyped-def]
        for row in range(len(tables)):
            i, seat = np.int64(tables[row]), np.int64(seats[row])
            clock = np.int64(states[i].clock)
            mind = minds[i * most + seat]
            say(clock, seat, mind, holds[i], np.int64(actions[row]), reaction_ms, tick_ms)

    return PolicyLoops(game.Hold, advance, answer)


class PolicyTables:
    """Steps of tables at which policies sit."""

    def __init__(self, tables: "VectorTables", bots: Bots, opponents: Sequence[Player]) -> None:
        self._tables, self._bots, self._opponents = tables, bots, opponents
        self._loops = policy_loops(needed_for(bots, opponents))
        self.holds = blank(self._loops.Hold, tables.count)  # what each policy is about to do
        self._warned: set[int] = set()

    def step(self, which: NDArray[np.int64], chosen: NDArray[np.int64], result: "StepResult") -> None:
        """One step at the tables numbered `which`."""
        tables = self._tables
        rules = tables.rules
        asked = np.full(tables.count, FINISHED, np.int64)
        asked[which] = READY
        resumed = np.zeros(tables.count, np.bool_)
        rows = np.zeros((tables.count, rules.pieces.size), np.int8)
        masks = np.zeros((tables.count, rules.answers), np.int8)
        seens = [blank(rules.State) for _ in range(tables.threads)]
        while True:
            self._advance(which, chosen, result, (asked, resumed, self.holds, rows, masks), seens)
            if (asked[which] == FINISHED).all():
                return
            waiting = np.flatnonzero(asked >= 0)
            seats = asked[waiting]
            who = (seats - tables.episodes["seat"][waiting] - 1) % tables.seats
            for number in np.unique(who):
                mine = who == number
                self._ask(int(number), waiting[mine], seats[mine], rows[waiting[mine]], masks[waiting[mine]])
            if (asked == SEARCH).any():  # only possible with a single table
                tables.search_move(int(np.flatnonzero(tables.minds["outside"])[0]), seens[0])
            asked[asked != FINISHED] = READY

    def _advance(
        self,
        which: NDArray[np.int64],
        chosen: NDArray[np.int64],
        result: "StepResult",
        waits: tuple[Any, ...],
        seens: Sequence[Any],
    ) -> None:
        tables = self._tables

        def play(first: int, last: int, seen: Any) -> None:
            tables.check(
                self._loops.advance(
                    which, first, last, *tables.records(), seen, blank(tables.Ask), chosen, *result, *waits
                )
            )

        shares = split_evenly(len(which), min(tables.threads, len(which)))
        run_together([partial(play, *share, seen) for share, seen in zip(shares, seens, strict=False)])

    def _ask(
        self,
        number: int,
        tables: NDArray[np.int64],
        seats: NDArray[np.int64],
        rows: NDArray[np.int8],
        masks: NDArray[np.int8],
    ) -> None:
        policy, all_tables = self._opponents[number].policy, self._tables
        assert isinstance(policy, Policy)
        actions, failed = policy.ask(rows, masks)
        tick_ms = policy.tick_ms or all_tables.tick_ms
        self._loops.answer(
            tables, seats, actions, all_tables.states, all_tables.minds, self.holds, policy.reaction_ms, tick_ms
        )
        for row, why in failed.items():
            policy.note_failure(why)
            self._replace(int(tables[row]), int(seats[row]))
            if number not in self._warned:
                self._warned.add(number)
                bot = substitute(self._bots)
                says = f"the policy {policy.name} {why}, so a {bot} bot plays on for the rest of the match"
                warnings.warn(says, RuntimeWarning, stacklevel=5)

    def _replace(self, i: int, seat: int) -> None:
        """A built-in bot plays on in this seat, and decides again."""
        tables = self._tables
        seed, number = np.uint64(tables.episodes["seed"][i]), int(tables.episodes["number"][i])
        match_seed = np.uint64(seed_of(seed, number)) if number > 0 else seed
        place = i * tables.rules.max_seats + seat
        tables.minds[place] = self._bots.mind(substitute(self._bots))
        tables.minds["rng"][place] = seed_of(match_seed, seat + 1)
