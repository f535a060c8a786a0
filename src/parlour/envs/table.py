"""A table whose seats are the agents: what PettingZoo's two forms have in common."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from parlour.engine import STUCK, checked_tick, handle, refusal
from parlour.kit import SPECTATOR, ParlourError, Rules, blank, write_options
from parlour.match import Header, game, write_log

from .common import Observation, Seeds, checked_render_mode, drawn, observation_space
from .env_buffer import CLOCK, Desks, desks
from .rewards import reward_number


class Table:
    """One match in which every seat is an agent. `desk` is what compiled code has written about it last."""

    metadata: dict[str, Any]

    # What is compiled, or points into the table's own memory, is tied anew in a copy or in another process.
    TIED = ("rules", "_desks", "_where", "_turn_at", "_at", "_status", "_rewards", "_answers", "_masks", "_rows")

    def __init__(
        self,
        name: str,
        seats: int,
        options: Mapping[str, Any] | None,
        reward: str,
        seed: int | None,
        render_mode: str | None,
        tick_ms: int,
        anybody_may_wait: bool,
    ) -> None:
        played = game(name)
        rules, compiled = played.rules, desks(played.rules)
        self.options = played.checked(seats, options or {})
        self.seats = seats
        self.seed = 0
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._name = name
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = Seeds(seed)
        self._entries: list[tuple[int, int, int]] = []
        self._begun = False
        self._states = blank(rules.State, 2)
        self._fresh = blank(rules.State)
        self._fresh["seats"] = seats
        write_options(rules.options, self.options, self._fresh[0])
        self._turn, self._desk = blank(compiled.Turn), blank(compiled.Desk)
        self._turn["tick_ms"] = checked_tick(tick_ms)
        self._desk["reward"] = reward_number(reward)
        self._actions = rules.actions + 1 if anybody_may_wait else rules.answers
        self.observation_spaces = {agent: observation_space(rules, self._actions) for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._tie()

    def _tie(self) -> None:
        self.rules: Rules = game(self._name).rules
        self._desks: Desks = desks(self.rules)
        self._where, self._turn_at, self._at = handle(self._states), handle(self._turn), handle(self._desk)
        self._status = memoryview(self._desk["status"][0])  # quicker to read than an array
        self._rewards = memoryview(self._desk["rewards"][0])
        self._answers = memoryview(self._turn["answers"][0])
        self._masks = [row[: self._actions] for row in self._desk["mask"][0]]
        self._rows = list(self._desk["observation"][0])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self.TIED}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._tie()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:  # type: ignore[type-arg]
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        self.seed = self._seeds.next(seed)
        self._states[0] = self._fresh[0]
        self._entries = []
        self._checked(self._desks.start(self._where, self._turn_at, self._at, np.uint64(self.seed)))
        self.agents = self.possible_agents[:]
        self._begun = True

    def _shown(self, seat: int) -> Observation:
        """What a seat was shown last; the arrays are the caller's own."""
        return {"observation": self._rows[seat].copy(), "action_mask": self._masks[seat].copy()}

    def _settled(self) -> dict[int, str]:
        """The answers of a moment that were carried out go into the log, in the order in which it happened. The seats
        whose answers were not carried out, and why."""
        at, tried = int(self._desk["settled_at"][0]), self._desk["tried"][0, : self.seats].tolist()
        refusals = self._turn["refusals"][0].tolist()
        acted = sum(action != self.rules.actions for action in tried)
        told = {}
        for seat in self._turn["order"][0, :acted].tolist():
            if refusals[seat]:
                told[seat] = str(refusal(self.rules, tried[seat], refusals[seat]))
            else:
                self._entries.append((at, seat, tried[seat]))
        return told

    def _checked(self, code: int) -> None:
        if code == STUCK:
            raise RuntimeError(f"{self.rules.title}, seed {self.seed}: nobody can act and nothing is due")

    @property
    def clock(self) -> int:
        """Now, in ms of the match."""
        return self._status[CLOCK]

    @property
    def scores(self) -> list[int]:
        """Points so far, final when the match is over."""
        return self._desk["scores"][0, : self.seats].tolist()  # type: ignore[no-any-return]

    @property
    def entries(self) -> list[tuple[int, int, int]]:
        """What was done: (ms, seat, action)."""
        return list(self._entries)

    def log(self) -> str:
        """The match so far as JSON lines; `parlour.replay` plays it again."""
        header = Header(
            game=self.rules.name,
            rules=self.rules.version,
            seats=self.seats,
            options=self.options,
            seed=self.seed,
            clock=self.clock,
        )
        return write_log(header, self._entries)

    def render(self) -> str | None:
        """The table as a spectator sees it; None unless the environment was made with a render mode."""
        if self.render_mode is None:
            return None
        self._must_have_begun()
        return drawn(self.rules, self._states, SPECTATOR)

    def close(self) -> None:
        """Nothing is left open."""

    def _must_have_begun(self) -> None:
        if not self._begun:
            raise ParlourError("the match has not begun: call reset first")

    def _must_be_on(self) -> None:
        self._must_have_begun()
        if not self.agents:
            raise ParlourError("the match is over, and nobody is left to be asked: call reset first")
