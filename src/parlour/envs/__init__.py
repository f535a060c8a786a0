"""Research environments: the games in the forms used for training and search (docs/environments.md).

import parlour.envs
env = parlour.envs.aec("parrot", seats=4)            # PettingZoo, agent by agent
env = parlour.envs.parallel("piccolo", seats=4)      # PettingZoo, tick by tick
env = gymnasium.make("parlour/Parrot-v0", seats=4, opponents="casual")     # one seat against bots
print(parlour.envs.evaluate(policy, "parrot", opponents="sharp"))          # how good a policy is
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parlour.engine import TICK_MS

from .evaluation import CrossPlay, Evaluation, evaluate
from .ids import register

if TYPE_CHECKING:
    from .zoo_aec import AEC
    from .zoo_parallel import Parallel

__all__ = ["CrossPlay", "Evaluation", "aec", "evaluate", "parallel"]


def aec(
    name: str,
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    reward: str = "rank",
    seed: int | None = None,
    render_mode: str | None = None,
    tick_ms: int = TICK_MS,
    observation: str = "bytes",
) -> "AEC":
    """A game as a PettingZoo AEC environment. `tick_ms` is the length of a tick in a real-time game, `observation` is
    bytes, float or dict (docs/environments.md)."""
    from .match_env import MatchSettings
    from .zoo_aec import AEC

    return AEC(MatchSettings(name, seats, options, reward, tick_ms, observation), seed, render_mode)


def parallel(
    name: str,
    seats: int = 4,
    tick_ms: int = TICK_MS,
    options: Mapping[str, Any] | None = None,
    reward: str = "rank",
    seed: int | None = None,
    render_mode: str | None = None,
    illegal: str = "refuse",
    observation: str = "bytes",
) -> "Parallel":
    """A game as a PettingZoo parallel environment: in each step, a tick, every seat waits or acts."""
    from .match_env import MatchSettings
    from .zoo_parallel import Parallel

    return Parallel(MatchSettings(name, seats, options, reward, tick_ms, observation), seed, render_mode, illegal)


register()
