"""How a game describes interchangeable items, so that a network can treat them all alike (docs/training.md).

A game that has them, such as the places of a Box, says in its module `network`, as `ITEMS`, which bytes of an
observation describe each item, and which answers belong to it. All of it is plain index arrays.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Indexes = NDArray[np.int16]


class Items(NamedTuple):
    """Indexes of bytes in an observation, and of outputs of the network. Features are bytes, products of two bytes, or
    sums of either; products and sums must fit into eight bits."""

    bytes: Indexes  # [items, features]: bytes that describe each item, in the same order for every item
    products: Indexes  # [items, features, 2]: pairs of bytes whose product describes it
    table: Indexes  # [features]: bytes that describe everything else
    sums: Indexes  # [features, terms]: bytes that are added up, such as how many cards of a kind lie in a Box
    sums_of_products: Indexes  # [features, terms, 2]
    answers: Indexes  # [answers, terms]: the outputs whose sum is the logit of each answer; -1 for no output
    table_outputs: int  # outputs come first from the table, then from each item
    item_outputs: int

    @property
    def number(self) -> int:
        return len(self.bytes)

    @property
    def outputs(self) -> int:
        return self.table_outputs + self.number * self.item_outputs

    def gathered(self) -> Indexes:
        """All bytes that the features are made of: bytes, table, sums, then the first and the second factors of the
        products, and those of the sums of products."""
        parts = (self.bytes, self.table, self.sums, *np.moveaxis(self.products, 2, 0))
        return np.concatenate([part.ravel() for part in (*parts, *np.moveaxis(self.sums_of_products, 2, 0))])

    def matrix(self) -> NDArray[np.float32]:
        """Logits are the outputs times this: [outputs, answers], 1 where an output is a term of an answer."""
        out = np.zeros((self.outputs + 1, len(self.answers)), np.float32)  # the last row is for -1
        np.add.at(out, (self.answers, np.arange(len(self.answers))[:, None]), 1)
        return out[:-1]

    def scales(self, scale: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """By what the features of the items and those of the table are multiplied, if bytes are by `scale`."""
        item = np.concatenate([scale[self.bytes[0]], scale[self.products[0]].prod(1)])
        table = (scale[self.table], scale[self.sums[:, 0]], scale[self.sums_of_products[:, 0]].prod(1))
        return item, np.concatenate(table)


ARRAYS = ("bytes", "products", "table", "sums", "sums_of_products", "answers")


def index_array(values: object) -> Indexes:
    return np.asarray(values, np.int16)
