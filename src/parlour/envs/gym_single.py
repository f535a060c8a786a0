"""Gymnasium's form: one seat of a match against bots."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine import TICK_MS
from parlour.kit import ParlourError, Rules
from parlour.kit.extras import needs
from parlour.pictures import Said, picture_of

from .common import Observation, Shown
from .refusals import action_number
from .rendering import RENDER_MODES, Rendering, frames_per_second
from .vector_tables import Opponents, StepResult, TableSettings, VectorTables

with needs("envs"):
    import gymnasium


class AgainstBots(gymnasium.Env[Any, Any]):
    """One match at a time. `info["seat"]` is the learner's seat, `info["scores"]` the final scores."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1000 // TICK_MS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 4,
        opponents: Opponents = "casual",
        seat: int | str = "random",
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
        tick_ms: int = TICK_MS,
        illegal: str = "refuse",
        render_mode: str | None = None,
        observation: str = "bytes",
    ) -> None:
        settings = TableSettings(game, seats, opponents, seat, options, reward, tick_ms, illegal)
        self._tables = VectorTables(settings, count=1, threads=1)
        self._rendering = Rendering(render_mode)
        self.render_mode = render_mode
        self._watched = render_mode == "human"  # every step shows the table
        self._fps = frames_per_second(self.rules, tick_ms)
        self.metadata = {**self.metadata, "render_fps": self._fps}
        self._chosen = -1  # the learner's last action
        self._shown = Shown(self.rules, observation, self._tables.actions)
        self.observation_space = self._shown.space()
        self.action_space = gymnasium.spaces.Discrete(self._tables.actions)
        self._running = self._begun = False
        self._mask = np.ones(self._tables.actions, np.int8)

    @property
    def rules(self) -> Rules:
        """The rules of the game, with `pieces` and `actions`."""
        return self._tables.rules

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        result = self._tables.reset([seed], self.np_random)
        self._running = self._begun = True
        self._chosen = -1
        if self._watched:
            self.render()
        return self._observation(result), {"seat": int(self._tables.episodes["seat"][0])}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, or in a real-time game wait for a tick. An action that the rules refuse counts as waiting, and the info
        says why; with illegal="raise" it raises IllegalAction and changes nothing."""
        if not self._running:
            raise ParlourError(f"the match {'is over' if self._begun else 'has not begun'}: call reset first")
        chosen = np.array([action_number(self.rules, action, self._tables.actions)])
        result = self._tables.step(chosen)
        refused = self._tables.refused(chosen)
        info: dict[str, Any] = {"refused": refused[0]} if refused else {}
        self._chosen = -1 if refused else int(chosen[0])
        over = bool(result.ends[0])
        if over:
            info["scores"] = self._tables.episodes["scores"][0, : self._tables.seats].copy()
            self._running = False
        if self._watched:
            self.render()
        return self._observation(result), float(result.rewards[0]), over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions now, under the name that sb3-contrib's MaskablePPO looks for."""
        return self._mask.astype(np.bool_)

    def _observation(self, result: StepResult) -> Observation:
        self._mask = result.masks[0].copy()
        return self._shown(result.observations[0], self._mask.copy())

    def render(self) -> Any:
        """The table as the learner's seat sees it, in the form of the render mode; None without one or in a window."""
        if self.render_mode is None:
            return None
        if not self._begun:
            raise ParlourError("the match has not begun: call reset first")
        return self._rendering(self.rules, self._tables.states, self._seat, self._said, self._fps)

    @property
    def _seat(self) -> int:
        return int(self._tables.episodes["seat"][0])

    @property
    def _said(self) -> Said:
        return Said(self._seat, self._chosen)

    def _repr_svg_(self) -> str | None:
        """How a notebook shows the environment: the table as the learner's seat sees it."""
        return picture_of(self.rules, self._tables.states, self._seat, self._said).svg() if self._begun else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._rendering.close()
