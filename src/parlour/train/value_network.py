"""A network that judges positions (parlour.kit.afterstates): a row of features in, one value out.

The first layer adds up one row of weights for each feature that is there; two narrow layers follow. Each feature also
adds to the value directly.
"""

from typing import Any

import numpy as np

from parlour.kit.extras import needs

from .weights import Arrays

with needs("train"):
    import torch
    from torch import Tensor, nn

FIRST_SPREAD = 0.15  # of the weights of features at the start: about 50 of them are added up


class ValueNetwork(nn.Module):
    def __init__(self, features: int, width: int, middle: int) -> None:
        super().__init__()
        # The last row is that of absent features, and stays 0.
        self.features = nn.EmbeddingBag(features + 1, width, mode="sum", padding_idx=features)
        self.direct = nn.EmbeddingBag(features + 1, 1, mode="sum", padding_idx=features)
        self.bias = nn.Parameter(torch.zeros(width))
        self.up, self.across, self.leave = nn.Linear(width, middle), nn.Linear(middle, middle), nn.Linear(middle, 1)
        self.number = features
        with torch.no_grad():
            self.features.weight.normal_(0, FIRST_SPREAD)[features] = 0
            self.direct.weight.zero_()

    def forward(self, rows: Tensor) -> Tensor:
        rows = rows.int()
        rows = rows.where(rows >= 0, self.number)
        x = (self.features(rows) + self.bias).relu()
        x = self.across(self.up(x).relu()).relu()
        return (self.leave(x) + self.direct(rows))[:, 0]


def as_arrays(state: dict[str, Tensor], kind: Any = np.float32) -> Arrays:
    """The parameters in the form in which files hold them: by name, without the row of absent features."""
    found = {name: value.detach().float().cpu().numpy().astype(kind) for name, value in state.items()}
    for name in ("features.weight", "direct.weight"):
        found[name] = np.ascontiguousarray(found[name][:-1])
    return {f"actor/{name}": array for name, array in found.items()}


def load(network: ValueNetwork, arrays: Arrays) -> None:
    """Parameters as `as_arrays` gives them, without `actor/`. Features added since the file was written begin at 0."""
    state = {name: torch.from_numpy(array.astype(np.float32)) for name, array in arrays.items()}
    for name in ("features.weight", "direct.weight"):
        known = state[name]
        state[name] = torch.zeros(network.number + 1, known.shape[1])
        state[name][: len(known)] = known
    network.load_state_dict(state)
