"""Gymnasium's vector form: thousands of matches in one compiled call, each with one seat against bots."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from parlour.engine import TICK_MS
from parlour.kit import BadInput, ParlourError, Rules

from .common import Observation, observation_space
from .vector_tables import Room, Turn


class Guests(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Table i of `reset(seed=s)` is the match that the single form plays after `reset(seed=s + i)`.

    The step after the end of a match ignores that table's action and deals a new one (AutoresetMode.NEXT_STEP).
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int = 4,
        opponents: str | Sequence[str] = "casual",
        seat: int | str = "random",
        options: Mapping[str, Any] | None = None,
        reward: str = "rank",
        tick_ms: int = TICK_MS,
        illegal: str = "refuse",
        threads: int | None = None,
    ) -> None:
        self._room = Room(game, num_envs, seats, opponents, seat, options, reward, tick_ms, illegal, threads)
        if self._room.searches:
            raise BadInput(
                f"the {self._room.searches} of {self._room.rules.title} searches for its moves, which takes too long "
                "for thousands of tables at once; choose another opponent, or the form with one table"
            )
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.rules, self._room.actions)
        self.single_action_space = gymnasium.spaces.Discrete(self._room.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    @property
    def rules(self) -> Rules:
        return self._room.rules

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        seeds: list[int | None]
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
            seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        elif isinstance(seed, Sequence) and len(seed) == self.num_envs:
            seeds = list(seed)
        else:
            raise BadInput(f"the seed is one whole number, or one for each of {self.num_envs} matches, not {seed!r}")
        turn = self._room.sit_down(seeds, self.np_random)
        self._begun = True
        return _shown(turn), self._seats(np.ones(self.num_envs, np.bool_))

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        if not self._begun:
            raise ParlourError("the matches have not begun: call reset first")
        actions = np.asarray(actions)
        dealt = self._room.chairs["over"] != 0
        turn = self._room.answer(actions)
        infos: dict[str, Any] = {}
        if dealt.any():
            infos |= self._seats(dealt)
        if turn.ends.any():
            scores = self._room.chairs["scores"][:, : self._room.seats]
            infos |= {"scores": np.where(turn.ends[:, None], scores, 0), "_scores": turn.ends.copy()}
        refused = self._room.refused(actions)
        if refused:
            infos["refused"] = np.full(self.num_envs, None, object)
            for i, why in refused.items():
                infos["refused"][i] = why
            infos["_refused"] = np.isin(np.arange(self.num_envs), list(refused))
        return _shown(turn), turn.rewards, turn.ends, np.zeros(self.num_envs, np.bool_), infos

    def _seats(self, dealt: NDArray[np.bool_]) -> dict[str, Any]:
        """Where the guests of new matches sit."""
        return {"seat": np.where(dealt, self._room.chairs["seat"], 0).astype(np.int64), "_seat": dealt}


def _shown(turn: Turn) -> Observation:
    return {"observation": turn.observations, "action_mask": turn.masks}
