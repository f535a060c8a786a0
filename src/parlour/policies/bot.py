"""A policy in a seat of a match that is played move by move: in the terminal, or at a live table."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.bots import Bot, Player
from parlour.engine import TICK_MS
from parlour.kit import Bots, blank, compile_for

from .loops import one_seat, outside
from .policy import Policy, substitute


class PolicyBot(Bot):
    """`think` asks the policy. If that fails, a built-in bot thinks from then on, and `failure` says why."""

    def __init__(self, bots: Bots, who: Player, seat: int, seed: int) -> None:
        assert isinstance(who.policy, Policy)
        super().__init__(bots, who, seat, seed)
        rules = bots.rules
        self.policy: Policy = who.policy
        self.seed = seed
        self._loops = one_seat(rules)
        self._holds = blank(outside(rules).Hold)
        self._tick_ms = self.policy.tick_ms or TICK_MS
        self._question = np.zeros((1, rules.pieces.size), np.int8), np.zeros((1, rules.answers), np.int8)
        self._begun = False
        self.failure: str | None = None
        self.reported = False  # the people at the table know of it

    @property
    def searches(self) -> bool:
        return self.failure is None

    def compile(self) -> None:
        super().compile()
        seens, loops = blank(self.bots.rules.State), self._loops
        compile_for(loops.goes_on, seens, self.seat, self._minds, self._holds, 0, self._tick_ms)
        compile_for(loops.show, seens, self.seat, self._asks, *self._question)
        compile_for(loops.answer, 0, self.seat, self._minds, self._holds, 0, self.policy.reaction_ms, self._tick_ms)

    def think(self, seens: Any, moves: Sequence[int]) -> tuple[int | None, int]:
        """What the seat will do, and when. The action `rules.actions` means to be asked again at that moment."""
        if self.failure is not None:
            return super().think(seens, moves)
        loops, seat, clock = self._loops, self.seat, int(seens["clock"][0])
        if not self._begun:
            self._begun = True
            seats = int(seens["seats"][0])
            self._holds["action"][0, seat] = self.bots.rules.actions
            self._holds["at"][0, seat] = clock + (seat + 1) * self._tick_ms // (seats + 1)
        self._decide_about(seens, moves)
        if not loops.goes_on(seens, seat, self._minds, self._holds, len(moves), self._tick_ms):
            loops.show(seens, seat, self._asks, *self._question)
            actions, failed = self.policy.ask(*(rows.copy() for rows in self._question))
            if failed:
                self.fail(failed[0])
                return super().think(seens, moves)
            action, reaction_ms = int(actions[0]), self.policy.reaction_ms
            loops.answer(clock, seat, self._minds, self._holds, action, reaction_ms, self._tick_ms)
        return self._action[0], self._at[0]

    def fail(self, why: str) -> None:
        """From now on a built-in bot plays."""
        self.failure = why
        self.policy.note_failure(why)
        self.play_as(Player(substitute(self.bots)))
