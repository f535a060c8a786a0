"""PettingZoo's parallel form: every step is a tick of the match's clock, and every seat answers wait or act."""

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from parlour.engine import refusal
from parlour.kit import BadInput

from .common import RENDER_MODES, Observation
from .env_buffer import OVER
from .ids import zoo_name
from .refusals import action_number, raises
from .table import Table


class Parallel(Table, ParallelEnv):  # type: ignore[misc]
    """`env.step({agent: action})`. The last action number is to wait; who is not in the dictionary waits."""

    def __init__(
        self,
        name: str,
        seats: int,
        options: Mapping[str, Any] | None,
        reward: str,
        seed: int | None,
        render_mode: str | None,
        tick_ms: int,
        illegal: str,
    ) -> None:
        super().__init__(name, seats, options, reward, seed, render_mode, tick_ms, anybody_may_wait=True)
        self.metadata = {"name": zoo_name(name), "render_modes": RENDER_MODES}
        self._strict = raises(illegal)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._deal(seed)
        return self._shown_to_all(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One tick. Actions happen together, in an order drawn from the match's seed; those that the rules refuse are
        waits, and the agent's info says why. With illegal="raise" an action that the mask does not allow raises
        IllegalAction and changes nothing."""
        self._must_be_on()
        answers = {}
        for agent, action in actions.items():
            if agent not in self._seat_of:
                raise BadInput(f"there is no agent {agent!r}, only {', '.join(self.possible_agents)}")
            seat = self._seat_of[agent]
            answers[seat] = action_number(self.rules, action, self._actions)
            if self._strict and not self._masks[seat][answers[seat]]:
                raise refusal(self.rules, answers[seat], self._desks.why(self._where, seat, answers[seat]))
        for seat, number in answers.items():
            self._answers[seat] = number
        self._checked(self._desks.tick(self._where, self._turn_at, self._at))
        agents, over = self.agents, bool(self._status[OVER])
        told = self._settled()
        infos: dict[str, dict[str, Any]] = {
            agent: {"refused": told[seat]} if (seat := self._seat_of[agent]) in told else {} for agent in agents
        }
        if over:
            for info in infos.values():
                info["scores"] = self.scores
            self.agents = []
        return (
            self._shown_to_all(),
            {agent: self._rewards[self._seat_of[agent]] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )

    def _shown_to_all(self) -> dict[str, Observation]:
        return {agent: self._shown(seat) for agent, seat in self._seat_of.items()}
