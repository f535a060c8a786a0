"""The two networks: the actor, which is shipped, and the critic, which only exists during training."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

ACTOR_PARAMETERS = 1_000_000  # at most: 2 MB at 16 bits
BLOCKS = 2
WIDTHS = range(512, 0, -64)
CRITIC_WIDTH, CRITIC_BLOCKS = 320, 1  # so that a checkpoint with both networks stays below 16 MiB


class Shape(NamedTuple):
    """All that is needed to build the networks again."""

    size: int  # bytes of an observation
    answers: int
    width: int
    blocks: int
    critic_width: int
    max_seats: int  # of the game; the critic can be used with any number of seats up to this
    full: bool  # whether the critic sees all seats


def shape_for(rules: Any, width: int | None, full: bool) -> Shape:
    """By default the widest actor that is small enough to be shipped."""
    size, answers = rules.pieces.size, rules.answers
    widest = next(w for w in WIDTHS if w == 64 or w * (size + answers + 2 * BLOCKS * w) < ACTOR_PARAMETERS)
    return Shape(size, answers, width or widest, BLOCKS, min(width or widest, CRITIC_WIDTH), rules.max_seats, full)


class Enter(nn.Linear):
    """A linear layer on bytes. `scale` makes numbers of about the same size of them; it is applied to the weights,
    which are few, instead of the bytes, which are many."""

    scale: Tensor

    def __init__(self, scale: Tensor, width: int) -> None:
        super().__init__(len(scale), width)
        self.register_buffer("scale", scale.float(), persistent=False)

    def forward(self, rows: Tensor) -> Tensor:
        kind = torch.bfloat16 if torch.is_autocast_enabled(rows.device.type) else self.weight.dtype  # both hold bytes
        return F.linear(rows.to(kind), self.weight * self.scale, self.bias)


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.down.weight)  # each block starts as the identity
        nn.init.zeros_(self.down.bias)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.down(torch.relu(self.up(self.norm(x))))


def _exactly(layer: nn.Linear, x: Tensor) -> Tensor:
    """The last layer in 32 bits: 16 would make the probabilities of actions uncertain by some per cent."""
    with torch.autocast(x.device.type, enabled=False):
        return F.linear(x.float(), layer.weight, layer.bias)


class Actor(nn.Module):
    """Logits from what the seat to act sees; minus infinity for answers that are not open to it."""

    def __init__(self, shape: Shape, scale: Tensor) -> None:
        super().__init__()
        self.enter = Enter(scale, shape.width)
        self.blocks = nn.ModuleList(Block(shape.width) for _ in range(shape.blocks))
        self.norm = nn.LayerNorm(shape.width)
        self.leave = nn.Linear(shape.width, shape.answers)
        nn.init.normal_(self.leave.weight, std=0.01)  # starts close to uniform
        nn.init.zeros_(self.leave.bias)

    def forward(self, rows: Tensor, legal: Tensor) -> Tensor:
        x = self.enter(rows)
        for block in self.blocks:
            x = block(x)
        logits = _exactly(self.leave, torch.relu(self.norm(x)))
        return logits.masked_fill(legal == 0, -torch.inf)


class Critic(nn.Module):
    """The reward to expect, from what all seats see (own seat first), or from the own observation alone."""

    def __init__(self, shape: Shape, scale: Tensor) -> None:
        super().__init__()
        width = shape.critic_width
        self.enter = Enter(scale, width)
        self.full = shape.full
        if shape.full:
            self.others = Enter(scale, width // 2)
            self.join = nn.ModuleList(nn.Linear(width // 2, width, bias=False) for _ in range(shape.max_seats - 1))
        self.blocks = nn.ModuleList(Block(width) for _ in range(CRITIC_BLOCKS))
        self.norm = nn.LayerNorm(width)
        self.leave = nn.Linear(width, 1)
        nn.init.zeros_(self.leave.weight)
        nn.init.zeros_(self.leave.bias)

    def forward(self, rows: Tensor) -> Tensor:
        """`rows` is [decisions, seats, size]."""
        x = self.enter(rows[:, 0])
        if self.full:
            others = torch.relu(self.others(rows[:, 1:]))
            for k in range(rows.shape[1] - 1):
                x = x + self.join[k](others[:, k])
        for block in self.blocks:
            x = block(x)
        return _exactly(self.leave, torch.relu(self.norm(x)))[:, 0]


def load(module: nn.Module, arrays: Mapping[str, Any]) -> None:
    """The weights of a file, in whatever precision, into a network of the same shape."""
    module.load_state_dict({name: torch.as_tensor(array).float() for name, array in arrays.items()})
