"""PettingZoo's AEC form: agents act one after another (docs/environments.md says when, and in which order)."""

from collections.abc import Mapping
from typing import Any

from parlour.engine import refusal
from parlour.kit.extras import needs

from .common import Observation
from .env_buffer import ASKED, CLOCK, OVER, PAID, SETTLED
from .ids import zoo_name
from .match_env import MatchEnv, MatchSettings
from .refusals import action_number
from .rendering import RENDER_MODES

with needs("envs"):
    from pettingzoo import AECEnv


class AEC(MatchEnv, AECEnv):  # type: ignore[misc]
    """`env.last()` and `env.step(action)`, agent by agent. In real-time games the last action number means waiting."""

    def __init__(self, settings: MatchSettings, seed: int | None, render_mode: str | None) -> None:
        super().__init__(settings, seed, render_mode, all_may_wait=False)
        self.metadata = {
            "name": zoo_name(settings.game),
            "render_modes": RENDER_MODES,
            "render_fps": self._fps,
            "is_parallelizable": False,
        }
        self._paid = False

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = False
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._status[ASKED]]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it could do if it were asked now."""
        seat = self._seat_of[agent]
        if seat != self._status[ASKED]:
            self._loops.show(self._states_at, self._buffer_at, seat)
        return self._observation(seat)

    def step(self, action: Any) -> None:
        """The action of the selected agent. An action that its mask does not allow raises IllegalAction and changes
        nothing."""
        self._require_running()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(self.rules, action, self._actions)
        status = self._status
        at, seat = status[CLOCK], status[ASKED]
        code = self._loops.answer(self._states_at, self._turn_at, self._buffer_at, number)
        self._check(code)
        if code:
            raise refusal(self.rules, number, code)
        self._cumulative_rewards[agent] = 0.0
        if status[PAID] or self._paid:
            self._pay()
        if not self.rules.real_time:
            self._entries.append((at, seat, number))
        elif status[SETTLED]:
            refused = self._log_moment()
            self.infos = {a: {"refused": refused[s]} if s in refused else {} for a, s in self._seat_of.items()}
        if status[OVER]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {a: {"scores": self.scores} for a in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[status[ASKED]]
        if self._watched:
            self.render()

    def _pay(self) -> None:
        self._paid = bool(self._status[PAID])
        for agent, seat in self._seat_of.items():
            reward = self._rewards[seat] if self._paid else 0.0
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
