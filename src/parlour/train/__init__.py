"""`parlour train`: a network that learns a turn-based game by playing against itself (docs/training.md).

PyTorch is needed here and nowhere else in the package, so it is imported only when training starts. The result of
training, `weights.npz`, is read and evaluated with NumPy alone (`parlour.train.weights`).
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from parlour.kit import ParlourError
from parlour.kit.extras import needs

__all__ = ["errors_in_a_sentence", "torch_or_explain"]


@contextmanager
def errors_in_a_sentence() -> Iterator[None]:
    """For commands (`python -m parlour.train...`): a user's error is printed, and the exit status is 2."""
    try:
        yield
    except ParlourError as error:
        print(f"parlour: {error}", file=sys.stderr)
        sys.exit(2)


def torch_or_explain() -> Any:
    """The module `torch`, or an error that says how to install it."""
    with needs("train"):
        import torch
    return torch
