"""Gymnasium's vector form: thousands of matches in one compiled call, each with one seat against bots."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine import TICK_MS
from parlour.kit import BadInput, ParlourError, Rules
from parlour.kit.extras import needs

from .common import Observation, observation_space
from .vector_tables import StepResult, TableSettings, VectorTables

with needs("envs"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class AgainstBotsVector(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """After `reset(seed=s)` table i plays the match that the single form plays after `reset(seed=s + i)`.

    The step after the end of a match ignores that table's action and deals a new match (AutoresetMode.NEXT_STEP).
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
        settings = TableSettings(game, seats, opponents, seat, options, reward, tick_ms, illegal)
        self._tables = VectorTables(settings, num_envs, threads)
        if self._tables.searching_opponent:
            raise BadInput(
                f"the {self._tables.searching_opponent} of {self.rules.title} searches for its moves, which is too "
                "slow for thousands of tables at once; choose another opponent, or the environment with one table"
            )
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.rules, self._tables.actions)
        self.single_action_space = gymnasium.spaces.Discrete(self._tables.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    @property
    def rules(self) -> Rules:
        return self._tables.rules

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
        result = self._tables.reset(seeds, self.np_random)
        self._begun = True
        return _observation(result), self._seats(np.ones(self.num_envs, np.bool_))

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        if not self._begun:
            raise ParlourError("the matches have not begun: call reset first")
        actions = np.asarray(actions)
        dealt = self._tables.episodes["over"] != 0
        result = self._tables.step(actions)
        infos: dict[str, Any] = {}
        if dealt.any():
            infos |= self._seats(dealt)
        if result.ends.any():
            scores = self._tables.episodes["scores"][:, : self._tables.seats]
            infos |= {"scores": np.where(result.ends[:, None], scores, 0), "_scores": result.ends.copy()}
        refused = self._tables.refused(actions)
        if refused:
            infos["refused"] = np.full(self.num_envs, None, object)
            for i, why in refused.items():
                infos["refused"][i] = why
            infos["_refused"] = np.isin(np.arange(self.num_envs), list(refused))
        return _observation(result), result.rewards, result.ends, np.zeros(self.num_envs, np.bool_), infos

    def _seats(self, dealt: NDArray[np.bool_]) -> dict[str, Any]:
        """The learners' seats in the matches that were just dealt."""
        return {"seat": np.where(dealt, self._tables.episodes["seat"], 0).astype(np.int64), "_seat": dealt}


def _observation(result: StepResult) -> Observation:
    return {"observation": result.observations, "action_mask": result.masks}
