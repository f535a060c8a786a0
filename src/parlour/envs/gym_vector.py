"""Gymnasium's vector form: thousands of matches in one compiled call, each with one seat against bots."""

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from parlour.engine import TICK_MS
from parlour.kit import BadInput, ParlourError, Rules
from parlour.kit.extras import needs
from parlour.pictures import Said, picture_of
from parlour.pictures.several import first_tables

from .common import Observation, Shown
from .rendering import RENDER_MODES, Rendering, frames_per_second
from .vector_tables import StepResult, TableOptions, TableSettings, VectorTables

with needs("envs"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

VECTOR_MODES = [mode for mode in RENDER_MODES if mode != "human"]  # a window shows one table


class AgainstBotsVector(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """After `reset(seed=s)` table i plays the match that the single form plays after `reset(seed=s + i)`.

    What happens after the end of a match is Gymnasium's `autoreset_mode`:

    NEXT_STEP   the next step ignores that table's action and deals a new match (the default)
    SAME_STEP   the same step deals it; what was seen at the end is in infos["final_obs"] and infos["final_info"]
    DISABLED    nothing, until `reset(options={"reset_mask": finished})` deals new matches at those tables
    """

    metadata: dict[str, Any] = {"render_modes": VECTOR_MODES, "render_fps": 1000 // TICK_MS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        observation: str = "bytes",
        render_mode: str | None = None,
        **table: Unpack[TableOptions],
    ) -> None:
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._tables = VectorTables(TableSettings(game, **table), num_envs, threads)
        if self._tables.searching_opponent:
            raise BadInput(
                f"the {self._tables.searching_opponent} of {self.rules.title} searches for its moves, which is too "
                "slow for thousands of tables at once; choose another opponent, or the environment with one table"
            )
        self._rendering = Rendering(render_mode, VECTOR_MODES)
        self.render_mode = render_mode
        self.metadata["render_fps"] = frames_per_second(self.rules, self._tables.tick_ms)
        self.num_envs = num_envs
        self._form = Shown(self.rules, observation, self._tables.actions)
        self.single_observation_space = self._form.space()
        self.single_action_space = gymnasium.spaces.Discrete(self._tables.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False
        self._shown: StepResult | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game, with `pieces` and `actions`."""
        return self._tables.rules

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new matches at all tables, or only where `options["reset_mask"]` is True."""
        which = None if options is None else options.get("reset_mask")
        if which is not None:
            return self._reset_some(which)
        seeds: list[int | None]
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
            seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        elif isinstance(seed, Sequence) and len(seed) == self.num_envs:
            seeds = list(seed)
        else:
            raise BadInput(f"the seed is one whole number, or one for each of {self.num_envs} matches, not {seed!r}")
        self._shown = self._tables.reset(seeds, self.np_random)
        self._begun = True
        return self._observation(self._shown), self._seats(np.ones(self.num_envs, np.bool_))

    def _reset_some(self, which: Any) -> tuple[Observation, dict[str, Any]]:
        chosen = np.asarray(which)
        if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
            raise BadInput(f"reset_mask is an array of {self.num_envs} truth values, not {chosen.dtype} {chosen.shape}")
        shown = self._require_begun()
        self._shown = StepResult(shown.observations.copy(), shown.masks.copy(), shown.rewards.copy(), shown.ends.copy())
        self._tables.renew(np.flatnonzero(chosen), self._shown)
        return self._observation(self._shown), self._seats(chosen)

    def _require_begun(self) -> StepResult:
        if self._shown is None:
            raise ParlourError("the matches have not begun: call reset first")
        return self._shown

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions at each table, under the name that sb3-contrib's MaskablePPO looks for."""
        return self._require_begun().masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Each table as its learner's seat sees it, in the form of the render mode; None without one."""
        if self.render_mode is None:
            return None
        self._require_begun()
        seats = self._tables.episodes["seat"].tolist()
        states = self._tables.states
        return tuple(self._rendering(self.rules, states, seat, Said(), number=i) for i, seat in enumerate(seats))

    def _repr_html_(self) -> str | None:
        """How a notebook shows the environment: the first tables, as their learners' seats see them."""
        if not self._begun:
            return None
        states, seats = self._tables.states, self._tables.episodes["seat"].tolist()
        return first_tables(self.num_envs, lambda i: picture_of(self.rules, states, seats[i], number=i), "table")

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        self._require_begun()
        actions = np.asarray(actions)
        dealt = self._tables.episodes["over"] != 0
        if self.autoreset_mode == AutoresetMode.DISABLED and dealt.any():
            raise ParlourError(
                f"the match at table {int(dealt.argmax())} is over: deal a new one first with "
                'reset(options={"reset_mask": terminated})'
            )
        result = self._shown = self._tables.step(actions)
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
        if self.autoreset_mode == AutoresetMode.SAME_STEP and result.ends.any():
            result, infos = self._deal_at_once(result, infos)
        return self._observation(result), result.rewards, result.ends, np.zeros(self.num_envs, np.bool_), infos

    def _deal_at_once(self, last: StepResult, infos: dict[str, Any]) -> tuple[StepResult, dict[str, Any]]:
        """New matches where one has just ended. The rewards and ends stay those of the old ones."""
        ended = last.ends.copy()
        final_info = {name: infos.pop(name) for name in ("scores", "_scores")}
        rewards = last.rewards.copy()
        shown = self._shown = StepResult(last.observations.copy(), last.masks.copy(), last.rewards, last.ends)
        self._tables.renew(np.flatnonzero(ended), shown)
        infos |= self._seats(ended)
        infos |= {
            "final_obs": self._observation(last),
            "_final_obs": ended,
            "final_info": final_info,
            "_final_info": ended,
        }
        return StepResult(shown.observations, shown.masks, rewards, ended), infos

    def _observation(self, result: StepResult) -> Observation:
        return self._form(result.observations, result.masks)

    def _seats(self, dealt: NDArray[np.bool_]) -> dict[str, Any]:
        """The learners' seats in the matches that were just dealt."""
        return {"seat": np.where(dealt, self._tables.episodes["seat"], 0).astype(np.int64), "_seat": dealt}


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    for known in AutoresetMode:
        if mode in (known.name, known.value):
            return known
    raise BadInput(f"there is no autoreset_mode {mode!r}; choose one of {', '.join(m.name for m in AutoresetMode)}")
