"""Research environments: the games in the forms used for training and search (docs/environments.md).

import parlour.envs
env = parlour.envs.aec("parrot", seats=4)            # PettingZoo, agent by agent
env = parlour.envs.parallel("piccolo", seats=4)      # PettingZoo, tick by tick
env = gymnasium.make("parlour/Parrot-v0", seats=4, opponents="casual")     # one seat against bots
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parlour.engine import TICK_MS
from parlour.kit import ParlourError

from .ids import register

if TYPE_CHECKING:
    from .zoo_aec import AEC
    from .zoo_parallel import Parallel

__all__ = ["aec", "parallel"]


def aec(
    name: str,
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    reward: str = "rank",
    seed: int | None = None,
    render_mode: str | None = None,
    tick_ms: int = TICK_MS,
) -> "AEC":
    """A game as a PettingZoo AEC environment. `tick_ms` is the length of a tick in a real-time game."""
    try:
        from .match_env import MatchSettings
        from .zoo_aec import AEC
    except ModuleNotFoundError as error:
        raise _explained(error) from None
    return AEC(MatchSettings(name, seats, options, reward, tick_ms), seed, render_mode)


def parallel(
    name: str,
    seats: int = 4,
    tick_ms: int = TICK_MS,
    options: Mapping[str, Any] | None = None,
    reward: str = "rank",
    seed: int | None = None,
    render_mode: str | None = None,
    illegal: str = "refuse",
) -> "Parallel":
    """A game as a PettingZoo parallel environment: in each step, a tick, every seat waits or acts."""
    try:
        from .match_env import MatchSettings
        from .zoo_parallel import Parallel
    except ModuleNotFoundError as error:
        raise _explained(error) from None
    return Parallel(MatchSettings(name, seats, options, reward, tick_ms), seed, render_mode, illegal)


def _explained(error: ModuleNotFoundError) -> Exception:
    """An error that says how to install a missing package."""
    if error.name in ("pettingzoo", "gymnasium"):
        return ParlourError(f"this environment needs {error.name}, which is not installed: pip install 'parlour[envs]'")
    return error


register()
