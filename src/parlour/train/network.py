"""The two networks: the actor, which is shipped, and the critic, which only exists during training."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from parlour.kit.extras import needs
from parlour.kit.items import Items

from .item_network import ItemActor, ItemCritic
from .layers import Enter, exactly

with needs("train"):
    import torch
    from torch import Tensor, nn

ACTOR_PARAMETERS = 1_000_000  # at most: 2 MB at 16 bits
BLOCKS = 2
WIDTHS = range(512, 0, -64)
CRITIC_WIDTH, CRITIC_BLOCKS = 320, 1  # so that a checkpoint with both networks stays below 16 MiB
CRITIC_ITEM_BLOCKS = 2


class Shape(NamedTuple):
    """Everything needed to rebuild the networks."""

    size: int  # bytes of an observation
    answers: int
    width: int
    blocks: int
    critic_width: int
    max_seats: int  # of the game; the critic can be used with any number of seats up to this
    full: bool  # True if the critic sees more than its seat


def shape_for(rules: Any, width: int | None, full: bool, items: Items | None = None) -> Shape:
    """By default the widest actor that is small enough to be shipped."""
    size, answers = rules.pieces.size, rules.answers
    ends, squares = size + answers, 2
    if items:
        ends, squares = sum(map(len, items.scales(torch.ones(size).numpy()))) + 16, 6
    widest = next(w for w in WIDTHS if w == 64 or w * (ends + squares * BLOCKS * w) < ACTOR_PARAMETERS)
    return Shape(size, answers, width or widest, BLOCKS, min(width or widest, CRITIC_WIDTH), rules.max_seats, full)


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.down.weight)  # each block starts as the identity
        nn.init.zeros_(self.down.bias)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.down(torch.relu(self.up(self.norm(x))))


class Actor(nn.Module):
    """Logits from what the seat to act sees; minus infinity for illegal answers."""

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
        logits = exactly(self.leave, torch.relu(self.norm(x)))
        return logits.masked_fill(legal == 0, -torch.inf)


class Critic(nn.Module):
    """The expected reward, from what all seats see (the seat to act first), or from its own observation alone."""

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
        return exactly(self.leave, torch.relu(self.norm(x)))[:, 0]


def actor_for(shape: Shape, scale: Tensor, items: Items | None) -> nn.Module:
    """The actor for a game: with shared weights if the game describes items."""
    return ItemActor(items, scale, shape.width, shape.blocks) if items else Actor(shape, scale)


def critic_for(shape: Shape, scale: Tensor, items: Items | None) -> nn.Module:
    if not items:
        return Critic(shape, scale)
    return ItemCritic(items, scale, shape.critic_width, CRITIC_ITEM_BLOCKS, 2 if shape.full else 1)


def load(module: nn.Module, arrays: Mapping[str, Any]) -> None:
    """Load the weights of a file, in whatever precision, into a network of the same shape."""
    module.load_state_dict({name: torch.as_tensor(array).float() for name, array in arrays.items()})
