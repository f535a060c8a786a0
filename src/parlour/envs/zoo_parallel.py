"""PettingZoo's parallel form: every step is a tick of the match's clock, in which every seat waits or acts."""

from collections.abc import Mapping
from typing import Any

from parlour.engine import refusal
from parlour.kit import BadInput
from parlour.kit.extras import needs

from .common import Observation
from .env_buffer import OVER
from .ids import zoo_name
from .match_env import MatchEnv, MatchSettings
from .refusals import action_number, raises_illegal
from .rendering import RENDER_MODES

with needs("envs"):
    from pettingzoo import ParallelEnv


class Parallel(MatchEnv, ParallelEnv):  # type: ignore[misc]
    """`env.step({agent: action})`. The last action number means waiting; agents missing in the dictionary wait."""

    def __init__(self, settings: MatchSettings, seed: int | None, render_mode: str | None, illegal: str) -> None:
        super().__init__(settings, seed, render_mode, all_may_wait=True)
        self.metadata = {"name": zoo_name(settings.game), "render_modes": RENDER_MODES, "render_fps": self._fps}
        self._strict = raises_illegal(illegal)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._deal(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One tick. All actions happen at the same ms, in an order drawn from the match's seed; those that the rules
        refuse count as waiting, and the agent's info says why. With illegal="raise" an action that the mask does not
        allow raises IllegalAction and changes nothing."""
        self._require_running()
        answers = {}
        for agent, action in actions.items():
            if agent not in self._seat_of:
                raise BadInput(f"there is no agent {agent!r}, only {', '.join(self.possible_agents)}")
            seat = self._seat_of[agent]
            answers[seat] = action_number(self.rules, action, self._actions)
            if self._strict and not self._masks[seat][answers[seat]]:
                raise refusal(self.rules, answers[seat], self._loops.why(self._states_at, seat, answers[seat]))
        for seat, number in answers.items():
            self._answers[seat] = number
        self._check(self._loops.tick(self._states_at, self._turn_at, self._buffer_at))
        agents, over = self.agents, bool(self._status[OVER])
        refused = self._log_moment()
        infos: dict[str, dict[str, Any]] = {
            agent: {"refused": refused[seat]} if (seat := self._seat_of[agent]) in refused else {} for agent in agents
        }
        if over:
            for info in infos.values():
                info["scores"] = self.scores
            self.agents = []
        if self._watched:
            self.render()
        return (
            self._observations(),
            {agent: self._rewards[self._seat_of[agent]] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(seat) for agent, seat in self._seat_of.items()}
