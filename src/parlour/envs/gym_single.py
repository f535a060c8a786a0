"""Gymnasium's form: one seat of a match against bots."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from parlour.engine import TICK_MS
from parlour.kit import ParlourError, Rules
from parlour.kit.extras import needs

from .common import RENDER_MODES, Observation, checked_render_mode, observation_space, render_table
from .refusals import action_number
from .vector_tables import StepResult, TableSettings, VectorTables

with needs("envs"):
    import gymnasium


class AgainstBots(gymnasium.Env[Any, Any]):
    """One match at a time. `info["seat"]` is the learner's seat, `info["scores"]` the final scores."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1000 // TICK_MS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 4,
        opponents: str | Sequence[str] = "casual",
        seat: int | str = "random",
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
        tick_ms: int = TICK_MS,
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        settings = TableSettings(game, seats, opponents, seat, options, reward, tick_ms, illegal)
        self._tables = VectorTables(settings, count=1, threads=1)
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = observation_space(self.rules, self._tables.actions)
        self.action_space = gymnasium.spaces.Discrete(self._tables.actions)
        self._running = self._begun = False

    @property
    def rules(self) -> Rules:
        return self._tables.rules

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        result = self._tables.reset([seed], self.np_random)
        self._running = self._begun = True
        return _observation(result), {"seat": int(self._tables.episodes["seat"][0])}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, or in a real-time game wait for a tick. An action that the rules refuse counts as waiting, and the info
        says why; with illegal="raise" it raises IllegalAction and changes nothing."""
        if not self._running:
            raise ParlourError(f"the match {'is over' if self._begun else 'has not begun'}: call reset first")
        chosen = np.array([action_number(self.rules, action, self._tables.actions)])
        result = self._tables.step(chosen)
        refused = self._tables.refused(chosen)
        info: dict[str, Any] = {"refused": refused[0]} if refused else {}
        over = bool(result.ends[0])
        if over:
            info["scores"] = self._tables.episodes["scores"][0, : self._tables.seats].copy()
            self._running = False
        return _observation(result), float(result.rewards[0]), over, False, info

    def render(self) -> str | None:  # type: ignore[override]
        """The table as the learner's seat sees it; None if the environment has no render mode."""
        if self.render_mode is None:
            return None
        if not self._begun:
            raise ParlourError("the match has not begun: call reset first")
        return render_table(self.rules, self._tables.states, int(self._tables.episodes["seat"][0]))


def _observation(result: StepResult) -> Observation:
    return {"observation": result.observations[0], "action_mask": result.masks[0].copy()}
