"""Matches of a run with policies at the table, played side by side: a policy is asked about many of them at once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Search, bots_of, fresh_mind, needed_for, simulation
from parlour.bots.bot import look_ahead
from parlour.bots.simulate import Progress
from parlour.engine import TICK_MS
from parlour.games import rules_of
from parlour.kit import blank, seed_of, write_options
from parlour.policies import Policy, substitute
from parlour.policies.loops import FINISHED, READY, SEARCH, block

from .run import Run, cannot_go_on, measure_of


class SideBySide:
    """Matches `first` to `last` - 1 of a run."""

    def __init__(self, run: Run, first: int, last: int) -> None:
        rules = rules_of(run.game)
        self.run, self.first, count = run, first, last - first
        self._bots = bots = bots_of(rules)
        needed, measure = needed_for(bots, run.players), measure_of(run.game)
        table, self._block = simulation(needed, measure), block(needed, measure)
        self._most = rules.max_seats
        self._work = blank(rules.State, 4 * count)
        self._work["seats"][::4] = run.seats
        for k in range(count):
            write_options(rules.options, run.options, self._work[4 * k])
        self._templates = blank(bots.Mind, len(run.players))
        for number, player in enumerate(run.players):
            self._templates[number] = fresh_mind(bots, player)
        self._minds = blank(bots.Mind, rules.max_seats * count)
        self._progress, self._tallies = blank(Progress, count), blank(table.Tally, count)
        self._progress["number"] = np.arange(first, last)
        self._asks, self._schedules = blank(table.Ask), blank(table.Schedule, count)
        self._holds = blank(self._block.Hold, count)
        self._asked = np.full(count, READY, np.int64)  # by match: what it waits for
        self._seating = np.array(run.seating, np.int64)
        self._rows = np.zeros((count, rules.pieces.size), np.int8), np.zeros((count, rules.answers), np.int8)
        self._search: Search | None = None

    def play(self) -> NDArray[Any]:
        """Play to the end; returns a tally of each match."""
        while left := self._block.advance(
            self._work, self._minds, self._templates, self._seating, np.uint64(self.run.seed), self._asks,
            self._schedules, self._progress, self._tallies, self._holds, self._asked, TICK_MS, *self._rows,
        ):  # fmt: skip
            if left < 0:
                running = np.flatnonzero(self._asked == READY)
                raise cannot_go_on(self.run, self.first + int(running[0]), left)
            waiting = np.flatnonzero(self._asked >= 0)
            seats = self._asked[waiting]
            who = self._seating[(self.first + waiting) % len(self._seating), seats]
            for number in np.unique(who):
                policy = self.run.players[number].policy
                assert isinstance(policy, Policy)
                self._ask(policy, waiting[who == number], seats[who == number])
            for k in np.flatnonzero(self._asked == SEARCH):
                self._search_move(int(k))
            self._asked[self._asked != FINISHED] = READY
        noted: NDArray[Any] = self._tallies.view(np.ndarray)
        return noted

    def _ask(self, policy: Policy, tables: NDArray[np.int64], seats: NDArray[np.int64]) -> None:
        observations, masks = self._rows
        actions, failed = policy.ask(observations[tables], masks[tables])
        reaction_ms, tick_ms = policy.reaction_ms, policy.tick_ms or TICK_MS
        self._block.answer(tables, seats, actions, self._work, self._minds, self._holds, reaction_ms, tick_ms)
        for row, why in failed.items():
            policy.note_failure(why)
            self._replace(int(tables[row]), int(seats[row]))

    def _replace(self, k: int, seat: int) -> None:
        """A built-in bot plays on in this seat, and decides again."""
        place = k * self._most + seat
        self._minds[place] = self._bots.mind(substitute(self._bots))
        match_seed = seed_of(np.uint64(self.run.seed), self.first + k)
        self._minds["rng"][place] = seed_of(np.uint64(match_seed), seat + 1)

    def _search_move(self, k: int) -> None:
        minds = self._minds[k * self._most : (k + 1) * self._most]
        seat = int(np.flatnonzero(minds["outside"])[0])
        if self._search is None:
            self._search = Search(self._bots)
        number = self.first + k
        player = self.run.players[self.run.seating[number % len(self.run.seating)][seat]]
        seen = self._work[4 * k + 2 : 4 * k + 3]
        minds["action"][seat] = look_ahead(self._search, player, seen, seat, minds, seat)
        minds["outside"][seat] = 0
