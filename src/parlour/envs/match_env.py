"""A match in which every seat is an agent: the common base of both PettingZoo environments."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.engine import STUCK, address_of, checked_tick, refusal
from parlour.engine.rewards import reward_number
from parlour.kit import ParlourError, Rules, blank, write_options
from parlour.kit.extras import needs
from parlour.match import Header, game, write_log
from parlour.pictures import Said, picture_of

from .common import Observation, Seeds, Shown
from .env_buffer import CLOCK, EnvLoops, env_loops
from .rendering import Rendering, frames_per_second

with needs("envs"):
    import gymnasium


@dataclass(frozen=True)
class MatchSettings:
    """Which match an environment plays."""

    game: str
    seats: int
    options: Mapping[str, Any] | None
    reward: str
    tick_ms: int
    observation: str = "bytes"


class MatchEnv:
    """One match in which every seat is an agent. `_buffer` holds what compiled code last wrote about it."""

    metadata: dict[str, Any]

    # Compiled functions and pointers into the environment's own memory: a copy, or another process, needs its own.
    _NOT_COPIED = (
        "rules", "_loops", "_states_at", "_turn_at", "_buffer_at", "_status", "_rewards", "_answers", "_masks", "_rows",
    )  # fmt: skip

    def __init__(self, settings: MatchSettings, seed: int | None, render_mode: str | None, all_may_wait: bool) -> None:
        played = game(settings.game)
        rules, compiled = played.rules, env_loops(played.rules)
        seats = settings.seats
        self.options = played.checked(seats, settings.options or {})
        self.seats = seats
        self.seed = 0
        self._rendering = Rendering(render_mode)
        self.render_mode = render_mode
        self._watched = render_mode == "human"  # every step shows the table
        self._fps = frames_per_second(rules, settings.tick_ms)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._name = settings.game
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = Seeds(seed)
        self._entries: list[tuple[int, int, int]] = []
        self._begun = False
        self._states = blank(rules.State, 2)
        self._initial = blank(rules.State)
        self._initial["seats"] = seats
        write_options(rules.options, self.options, self._initial[0])
        self._turn, self._buffer = blank(compiled.Turn), blank(compiled.Buffer)
        self._turn["tick_ms"] = checked_tick(settings.tick_ms)
        self._buffer["reward"] = reward_number(settings.reward)
        self._actions = rules.actions + 1 if all_may_wait else rules.answers
        self._shown = Shown(rules, settings.observation, self._actions)
        self.observation_spaces = {agent: self._shown.space() for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._connect()

    def _connect(self) -> None:
        """Set the attributes that are not copied."""
        self.rules: Rules = game(self._name).rules
        self._loops: EnvLoops = env_loops(self.rules)
        self._states_at, self._turn_at = address_of(self._states), address_of(self._turn)
        self._buffer_at = address_of(self._buffer)
        self._status = memoryview(self._buffer["status"][0])  # faster to read than an array
        self._rewards = memoryview(self._buffer["rewards"][0])
        self._answers = memoryview(self._turn["answers"][0])
        self._masks = [row[: self._actions] for row in self._buffer["mask"][0]]
        self._rows = list(self._buffer["observation"][0])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self._NOT_COPIED}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        vars(self).update(saved)
        self._connect()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:  # type: ignore[type-arg]
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        self.seed = self._seeds.next(seed)
        self._states[0] = self._initial[0]
        self._entries = []
        self._check(self._loops.start(self._states_at, self._turn_at, self._buffer_at, np.uint64(self.seed)))
        self.agents = self.possible_agents[:]
        self._begun = True
        if self._watched:
            self.render()

    def _observation(self, seat: int) -> Observation:
        """What was last written for a seat; the arrays are copies."""
        return self._shown(self._rows[seat].copy(), self._masks[seat].copy())

    def _log_moment(self) -> dict[int, str]:
        """Log the answers of a moment that were carried out, in the order in which that happened. Returns the seats
        whose answers were refused, and why."""
        at, tried = int(self._buffer["settled_at"][0]), self._buffer["tried"][0, : self.seats].tolist()
        refusals = self._turn["refusals"][0].tolist()
        acted = sum(action != self.rules.actions for action in tried)
        refused = {}
        for seat in self._turn["order"][0, :acted].tolist():
            if refusals[seat]:
                refused[seat] = str(refusal(self.rules, tried[seat], refusals[seat]))
            else:
                self._entries.append((at, seat, tried[seat]))
        return refused

    def _check(self, code: int) -> None:
        if code == STUCK:
            raise RuntimeError(f"{self.rules.title}, seed {self.seed}: no seat can act and no timer is running")

    @property
    def clock(self) -> int:
        """The match's clock, in ms."""
        return self._status[CLOCK]

    @property
    def scores(self) -> list[int]:
        """Points so far, final when the match is over."""
        return self._buffer["scores"][0, : self.seats].tolist()  # type: ignore[no-any-return]

    @property
    def entries(self) -> list[tuple[int, int, int]]:
        """The actions so far: (ms, seat, action)."""
        return list(self._entries)

    def log(self) -> str:
        """The match so far as JSON lines; `parlour.replay` replays it."""
        header = Header(
            game=self.rules.name,
            rules=self.rules.version,
            seats=self.seats,
            options=self.options,
            seed=self.seed,
            clock=self.clock,
        )
        return write_log(header, self._entries)

    def render(self) -> Any:
        """The table as a spectator sees it, in the form of the render mode; None without one, and in a window."""
        if self.render_mode is None:
            return None
        self._require_reset()
        return self._rendering(self.rules, self._states, None, self._said, self._fps)

    @property
    def _said(self) -> Said:
        return Said(*self._entries[-1][1:]) if self._entries else Said()

    def _repr_svg_(self) -> str | None:
        """How a notebook shows the environment: the table as a spectator sees it."""
        return picture_of(self.rules, self._states, None, self._said).svg() if self._begun else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._rendering.close()

    def _require_reset(self) -> None:
        if not self._begun:
            raise ParlourError("the match has not begun: call reset first")

    def _require_running(self) -> None:
        self._require_reset()
        if not self.agents:
            raise ParlourError("the match is over and has no agents left: call reset first")
