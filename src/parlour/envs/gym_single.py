"""Gymnasium's form: one seat of a match against bots."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from parlour.engine import TICK_MS
from parlour.kit import ParlourError, Rules

from .common import RENDER_MODES, Observation, checked_render_mode, drawn, observation_space
from .refusals import action_number
from .vector_tables import Room, Turn


class Guest(gymnasium.Env[Any, Any]):
    """One match at a time. `info["seat"]` is the seat it is played from, `info["scores"]` the end of it."""

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
        self._room = Room(game, 1, seats, opponents, seat, options, reward, tick_ms, illegal, 1)
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = observation_space(self.rules, self._room.actions)
        self.action_space = gymnasium.spaces.Discrete(self._room.actions)
        self._on = self._begun = False

    @property
    def rules(self) -> Rules:
        return self._room.rules

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        turn = self._room.sit_down([seed], self.np_random)
        self._on = self._begun = True
        return _shown(turn), {"seat": int(self._room.chairs["seat"][0])}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, or in a real-time game wait a tick. An action that the rules refuse is as good as a wait, and the info
        says why; with illegal="raise" it raises IllegalAction and changes nothing."""
        if not self._on:
            raise ParlourError(f"the match {'is over' if self._begun else 'has not begun'}: call reset first")
        chosen = np.array([action_number(self.rules, action, self._room.actions)])
        turn = self._room.answer(chosen)
        refused = self._room.refused(chosen)
        info: dict[str, Any] = {"refused": refused[0]} if refused else {}
        over = bool(turn.ends[0])
        if over:
            info["scores"] = self._room.chairs["scores"][0, : self._room.seats].copy()
            self._on = False
        return _shown(turn), float(turn.rewards[0]), over, False, info

    def render(self) -> str | None:  # type: ignore[override]
        """The table as the own seat sees it; None unless the environment was made with a render mode."""
        if self.render_mode is None:
            return None
        if not self._begun:
            raise ParlourError("the match has not begun: call reset first")
        return drawn(self.rules, self._room.states, int(self._room.chairs["seat"][0]))


def _shown(turn: Turn) -> Observation:
    return {"observation": turn.observations[0], "action_mask": turn.masks[0].copy()}
