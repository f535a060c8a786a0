"""Stable-Baselines3: the vector form as a `VecEnv`, with the action masks that sb3-contrib's MaskablePPO asks for.

envs = SB3VecEnv(gymnasium.make_vec("parlour/Parrot-v0", num_envs=256, autoreset_mode="SAME_STEP"))
model = MaskablePPO("MultiInputPolicy", VecMonitor(envs))
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import BadInput

from .common import Observation

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    from parlour.kit.extras import MissingExtra

    raise MissingExtra(
        f"this adapter needs {(error.name or '').partition('.')[0]}, which is not installed: "
        "pip install 'parlour[envs]' stable-baselines3 sb3-contrib"
    ) from None

Indices = None | int | Iterable[int]


class SB3VecEnv(VecEnv):
    """A vector of tables, as made by `gymnasium.make_vec(..., autoreset_mode="SAME_STEP")`, for Stable-Baselines3.

    All tables are played in one compiled call, so there are no environments inside to be asked one by one: attributes
    and methods are those of the vector, and `action_masks` has one row for each table.
    """

    def __init__(self, envs: "VectorEnv[Any, Any, Any]") -> None:
        mode = envs.metadata.get("autoreset_mode")
        if mode != AutoresetMode.SAME_STEP:
            name = getattr(mode, "name", mode)
            raise BadInput(
                f"Stable-Baselines3 needs new matches at once: pass autoreset_mode='SAME_STEP' to make_vec, not {name}"
            )
        self.envs = envs
        self._actions: NDArray[Any] | None = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Observation:
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        shown, infos = self.envs.reset(seed=seeds)  # type: ignore[arg-type]
        self.reset_infos = self._infos(infos)
        self._reset_seeds()
        self._reset_options()
        return shown  # type: ignore[no-any-return]

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        shown, rewards, terminated, truncated, told = self.envs.step(self._actions)
        last, final = told.pop("final_obs", None), told.pop("final_info", {})
        for name in ("_final_obs", "_final_info"):
            told.pop(name, None)
        infos = self._infos({**told, **final})
        ends = np.asarray(terminated) | np.asarray(truncated)
        for i in np.flatnonzero(ends):
            infos[i]["terminal_observation"] = {name: rows[i] for name, rows in last.items()}
            infos[i]["TimeLimit.truncated"] = bool(truncated[i] and not terminated[i])
        return shown, np.asarray(rewards, np.float32), ends, infos

    def _infos(self, told: dict[str, Any]) -> list[dict[str, Any]]:
        """Gymnasium's one dict for all tables as one dict for each table."""
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for name, values in told.items():
            if not name.startswith("_"):
                for i in np.flatnonzero(told[f"_{name}"]):
                    infos[i][name] = values[i]
        return infos

    def close(self) -> None:
        self.envs.close()

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.envs.unwrapped, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        return [getattr(self.envs.unwrapped, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        raise BadInput(f"the tables share their attributes: {attr_name} cannot be set for some of them; use make_vec")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        if method_name != "action_masks":
            raise BadInput(f"the tables have no methods of their own but action_masks; there is no {method_name}")
        masks = self.envs.unwrapped.action_masks()  # type: ignore[attr-defined]
        return [masks[i] for i in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        return [False] * len(self._chosen(indices))

    def _chosen(self, indices: Indices) -> Sequence[int]:
        return list(self._get_indices(indices))
