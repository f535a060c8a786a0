"""Research environments: the games in the forms in which people train and search (docs/environments.md).

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
    """A game in PettingZoo's AEC form. `tick_ms` is the time between two moments of a real-time game."""
    try:
        from .zoo_aec import AEC
    except ModuleNotFoundError as error:
        raise _explained(error) from None
    return AEC(name, seats, options, reward, seed, render_mode, tick_ms)


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
    """A game in PettingZoo's parallel form: each step is a tick in which every seat waits or acts."""
    try:
        from .zoo_parallel import Parallel
    except ModuleNotFoundError as error:
        raise _explained(error) from None
    return Parallel(name, seats, options, reward, seed, render_mode, tick_ms, illegal)


def _explained(error: ModuleNotFoundError) -> Exception:
    """A package of the extra that is not there, in a sentence."""
    if error.name in ("pettingzoo", "gymnasium"):
        return ParlourError(f"this form needs {error.name}, which is not installed: pip install 'parlour[envs]'")
    return error


register()
