"""The first and last layers, common to both kinds of networks."""

from parlour.kit.extras import needs

with needs("train"):
    import torch
    import torch.nn.functional as F
    from torch import Tensor, nn


class Enter(nn.Linear):
    """A linear layer on bytes. `scale` brings them to about the same size; it is applied to the weights, which are few,
    instead of the bytes, which are many."""

    scale: Tensor

    def __init__(self, scale: Tensor, width: int) -> None:
        super().__init__(len(scale), width)
        self.register_buffer("scale", scale.float(), persistent=False)

    def forward(self, rows: Tensor) -> Tensor:
        kind = torch.bfloat16 if torch.is_autocast_enabled(rows.device.type) else self.weight.dtype  # both hold bytes
        return F.linear(rows.to(kind), self.weight * self.scale, self.bias)


def exactly(layer: nn.Linear, x: Tensor) -> Tensor:
    """The last layer in 32 bits: with 16, the probabilities of actions would be off by a few per cent."""
    with torch.autocast(x.device.type, enabled=False):
        return F.linear(x.float(), layer.weight, layer.bias)
