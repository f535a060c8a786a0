"""Networks for games with interchangeable items (`parlour.kit.items`): all items share the same weights.

There are two streams, one vector for each item and one for the table. In each block every item receives the table's
vector, and the table receives the mean of the items' results. Permuting the items permutes the outputs and changes
nothing else.
"""

import numpy as np

from parlour.kit.extras import needs
from parlour.kit.items import Items

from .layers import Enter, exactly

with needs("train"):
    import torch
    import torch.nn.functional as F
    from torch import Tensor, nn


class Features(nn.Module):
    """Converts observations to the features of the items and of the table, all still bytes."""

    index: Tensor

    def __init__(self, items: Items) -> None:
        super().__init__()
        self._items, index = items, torch.from_numpy(items.gathered().astype(np.int64))
        self.register_buffer("index", index, persistent=False)
        products, sums = items.products[..., 0].size, items.sums_of_products[..., 0].size
        self._sizes = [items.bytes.size, items.table.size, items.sums.size, products, products, sums, sums]

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """From [decisions, size] to [decisions, items, features] and [decisions, features]."""
        own, table, terms, *factors = rows.index_select(1, self.index).split(self._sizes, 1)
        items, many = self._items, len(rows)
        product, pair = factors[0] * factors[1], factors[2] * factors[3]
        of_items = [each.reshape(many, items.number, -1) for each in (own, product)]
        added = [
            each.reshape(many, *shape[:2]).sum(2, dtype=torch.int8)
            for each, shape in ((terms, items.sums.shape), (pair, items.sums_of_products.shape))
        ]
        return torch.cat(of_items, 2), torch.cat([table, *added], 1)


def _norm(x: Tensor) -> Tensor:
    """Layer normalisation without weights, in the precision of `x`; autocast would switch to 32 bits."""
    with torch.autocast(x.device.type, enabled=False):
        return F.layer_norm(x, x.shape[-1:])


class ItemBlock(nn.Module):
    def __init__(self, width: int, items_go_on: bool) -> None:
        super().__init__()
        self.item_up, self.to_items = nn.Linear(width, width), nn.Linear(width, width, bias=False)
        self.table_up, self.to_table = nn.Linear(width, width), nn.Linear(width, width, bias=False)
        self.table_down = nn.Linear(width, width)
        self.item_down = nn.Linear(width, width) if items_go_on else None
        for each in (self.item_down, self.table_down):  # each block starts as the identity
            if each is not None:
                nn.init.zeros_(each.weight)
                nn.init.zeros_(each.bias)

    def forward(self, x: Tensor, table: Tensor) -> tuple[Tensor, Tensor]:
        known = _norm(table)
        found = torch.relu(self.item_up(_norm(x)) + self.to_items(known)[:, None])
        heard = torch.relu(self.table_up(known) + self.to_table(found.mean(1)))
        return x if self.item_down is None else x + self.item_down(found), table + self.table_down(heard)


class Trunk(nn.Module):
    """From observations of one or more views to a vector for each item, if those are needed, and one for the table."""

    def __init__(self, items: Items, scale: Tensor, width: int, blocks: int, views: int, items_needed: bool) -> None:
        super().__init__()
        self.features = Features(items)
        of_items, of_table = (torch.from_numpy(each).repeat(views) for each in items.scales(scale.float().numpy()))
        self.enter_items, self.enter_table = Enter(of_items, width), Enter(of_table, width)
        self.blocks = nn.ModuleList(ItemBlock(width, items_needed or k + 1 < blocks) for k in range(blocks))

    def forward(self, views: list[Tensor]) -> tuple[Tensor, Tensor]:
        parts = [self.features(rows) for rows in views]
        x = self.enter_items(torch.cat([each for each, _ in parts], 2))
        table = self.enter_table(torch.cat([each for _, each in parts], 1))
        for block in self.blocks:
            x, table = block(x, table)
        return x, torch.relu(_norm(table))


class ItemActor(nn.Module):
    """Logits from what the seat to act sees; minus infinity for illegal answers."""

    matrix: Tensor

    def __init__(self, items: Items, scale: Tensor, width: int, blocks: int) -> None:
        super().__init__()
        self.trunk = Trunk(items, scale, width, blocks, 1, items_needed=True)
        self.leave_items = nn.Linear(width, items.item_outputs)
        self.leave_table = nn.Linear(width, items.table_outputs)
        for each in (self.leave_items, self.leave_table):
            nn.init.normal_(each.weight, std=0.01)  # starts close to uniform
            nn.init.zeros_(each.bias)
        self.register_buffer("matrix", torch.from_numpy(items.matrix()), persistent=False)

    def forward(self, rows: Tensor, legal: Tensor) -> Tensor:
        x, table = self.trunk([rows])
        outputs = torch.cat(
            [exactly(self.leave_table, table), exactly(self.leave_items, torch.relu(_norm(x))).flatten(1)], 1
        )
        with torch.autocast(rows.device.type, enabled=False):
            return (outputs @ self.matrix).masked_fill(legal == 0, -torch.inf)


class ItemCritic(nn.Module):
    """The expected reward, from [decisions, views, size]: the seat's own observation, and perhaps all cards face up."""

    def __init__(self, items: Items, scale: Tensor, width: int, blocks: int, views: int) -> None:
        super().__init__()
        self.trunk = Trunk(items, scale, width, blocks, views, items_needed=False)
        self.leave = nn.Linear(width, 1)
        nn.init.zeros_(self.leave.weight)
        nn.init.zeros_(self.leave.bias)

    def forward(self, rows: Tensor) -> Tensor:
        return exactly(self.leave, self.trunk(list(rows.unbind(1)))[1])[:, 0]
