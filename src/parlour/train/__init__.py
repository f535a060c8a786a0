"""`parlour train`: a network that learns a turn-based game by playing against itself (docs/training.md).

PyTorch is needed here and nowhere else in the package, so it is imported only when training starts. The result of
training, `weights.npz`, is read and evaluated with NumPy alone (`parlour.train.weights`).
"""

from typing import Any

from parlour.kit.extras import needs

__all__ = ["torch_or_explain"]


def torch_or_explain() -> Any:
    """The module `torch`, or an error that says how to install it."""
    with needs("train"):
        import torch
    return torch
