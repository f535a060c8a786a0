"""Code shared by all environments: seeds, spaces, render modes and drawing the table."""

import operator
import secrets
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine import loops
from parlour.kit import BadInput, Rules, blank, seed_of

if TYPE_CHECKING:
    import gymnasium

Observation = dict[str, NDArray[np.int8]]

HIGHEST_SEED = 2**64 - 1
RENDER_MODES = ["ansi"]


class Seeds:
    """The seeds of consecutive matches: first the requested one, then others derived from it."""

    def __init__(self, first: int | None) -> None:
        self._first = None if first is None else checked_seed(first)
        self._count = 0

    def next(self, seed: int | None) -> int:
        """The seed of the next match; passing a seed starts a new series."""
        if seed is not None:
            self._first, self._count = checked_seed(seed), 0
        elif self._first is None:
            self._first = secrets.randbits(63)
        self._count += 1
        return self._first if self._count == 1 else int(seed_of(np.uint64(self._first), self._count - 1))


def checked_seed(seed: int) -> int:
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= HIGHEST_SEED:
        raise BadInput(f"a seed is a whole number from 0 to {HIGHEST_SEED}, not {seed!r}")
    return number


def checked_render_mode(render_mode: str | None) -> str | None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadInput(f"there is no render mode {render_mode!r}, only {', '.join(RENDER_MODES)}")
    return render_mode


def observation_space(rules: Rules, actions: int) -> "gymnasium.spaces.Dict":
    """A seat's observation (bytes, laid out as in `rules.pieces`) and its action mask."""
    import gymnasium  # only here: tables with bots are also used where it is not installed

    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(-128, 127, (rules.pieces.size,), np.int8),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def render_table(rules: Rules, states: Any, seat: int) -> str:
    """The table as a seat sees it, as text with ANSI colours."""
    from rich.console import Console

    seen = blank(rules.State)
    loops(rules).see(states, 0, seat, seen, 0)
    picture, out = rules.show(seen.view(np.recarray)[0], seat), StringIO()
    Console(file=out, force_terminal=True, highlight=False, width=120).print(picture)
    return out.getvalue()
