"""Code shared by all environments: seeds and spaces."""

import operator
import secrets
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import BadInput, Rules, seed_of

if TYPE_CHECKING:
    import gymnasium

Observation = dict[str, Any]
FORMS = ("bytes", "float", "dict")

HIGHEST_SEED = 2**64 - 1


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


class Shown:
    """How observations are given: as `bytes` (laid out as in `rules.pieces`), as one row of numbers for a network
    (`float`), or as numbers by name (`dict`)."""

    def __init__(self, rules: Rules, form: str, actions: int) -> None:
        if form not in FORMS:
            raise BadInput(f"there is no observation {form!r}; choose one of {', '.join(FORMS)}")
        self._form, self._pieces, self._actions = form, rules.pieces, actions

    def space(self) -> "gymnasium.spaces.Dict":
        """A seat's observation and its action mask."""
        import gymnasium  # only here: tables with bots are also used where it is not installed

        def numbers(shape: tuple[int, ...]) -> Any:
            return gymnasium.spaces.Box(-np.inf, np.inf, shape, np.float32)

        observation: Any = gymnasium.spaces.Box(-128, 127, (self._pieces.size,), np.int8)
        if self._form == "float":
            observation = numbers((self._pieces.float_size,))
        elif self._form == "dict":
            observation = gymnasium.spaces.Dict({piece.name: numbers(piece.float_shape) for piece in self._pieces})
        mask = gymnasium.spaces.Box(0, 1, (self._actions,), np.int8)
        return gymnasium.spaces.Dict({"observation": observation, "action_mask": mask})

    def __call__(self, rows: NDArray[np.int8], masks: NDArray[np.int8]) -> Observation:
        """One observation, or a batch of them."""
        shown: Any = rows
        if self._form == "float":
            shown = self._pieces.floats(rows)
        elif self._form == "dict":
            shown = self._pieces.named_floats(rows)
        return {"observation": shown, "action_mask": masks}
