"""The weights of a game's `learned` player: one file that compiled code reads as it is, wherever it lies in memory.

The file begins with whole numbers that say what kind of network follows and how large it is; then come the network's
arrays in the order in which they are needed; then a text (JSON) that says which game it is for and how it was made.
Weights are 8-bit numbers with one factor for each output of a layer. bots/network.py evaluates them, and
train/packing.py writes the file.
"""

import json
import zlib
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .contract import Rules
from .errors import BadInput

MAGIC = int.from_bytes(b"PLNW", "little")
VERSION = 1


class Head(IntEnum):
    """The numbers at the beginning, each 32 bits; the rest of the 32 are 0."""

    MAGIC = 0
    VERSION = 1
    LENGTH = 2  # of the whole file, in bytes
    CHECKSUM = 3  # CRC-32 of everything after the head
    ABOUT = 4  # where the text begins
    KIND = 5  # PLAIN, SHARED or VALUES
    SIZE = 6  # bytes of an observation
    ANSWERS = 7
    WIDTH = 8
    BLOCKS = 9
    ITEMS = 10  # from here on only with items
    ITEM_BYTES = 11
    ITEM_PRODUCTS = 12
    TABLE_BYTES = 13
    SUMS = 14
    SUM_TERMS = 15
    SUMS_OF_PRODUCTS = 16
    PRODUCT_TERMS = 17
    TABLE_OUTPUTS = 18
    ITEM_OUTPUTS = 19
    ANSWER_TERMS = 20
    FEATURES = 21  # the last two only of a network that judges positions
    MIDDLE = 22  # the width of its inner layers


PLAIN = 0  # one network over all bytes of an observation
SHARED = 1  # one whose weights are shared between items (kit/items.py)
VALUES = 2  # one that judges the positions that moves lead to (kit/afterstates.py)


HEAD = 32  # numbers
HEAD_BYTES = 4 * HEAD
FLOATS = 8192  # that an evaluation may need at once; it keeps them on the stack
ROW = 4096  # bytes of the longest observation

Block = NDArray[np.uint8]


class Weights(NamedTuple):
    block: Block  # the whole file
    about: dict[str, Any]

    @property
    def address(self) -> int:
        return int(self.block.ctypes.data)


def layout(rules: Rules) -> list[list[Any]]:
    """The parts of an observation's layout that a network depends on."""
    return [[piece.name, list(piece.shape)] for piece in rules.pieces]


def floats_needed(head: NDArray[np.int32]) -> int:
    """How many numbers an evaluation keeps at once (see bots/network.py)."""
    width, items = int(head[Head.WIDTH]), int(head[Head.ITEMS])
    if head[Head.KIND] == VALUES:
        return int(2 * width + 2 * head[Head.MIDDLE])
    if head[Head.KIND] == PLAIN:
        return int(head[Head.SIZE]) + 3 * width + int(head[Head.ANSWERS])
    of_item = head[Head.ITEM_BYTES] + head[Head.ITEM_PRODUCTS]
    of_table = head[Head.TABLE_BYTES] + head[Head.SUMS] + head[Head.SUMS_OF_PRODUCTS]
    outputs = head[Head.TABLE_OUTPUTS] + items * head[Head.ITEM_OUTPUTS]
    return int(max(of_item, of_table) + (2 * items + 6) * width + outputs)


def aligned(data: bytes) -> Block:
    """A copy that begins where compiled code may read numbers of any kind."""
    words = np.zeros(-(-len(data) // 8), np.uint64)
    block = words.view(np.uint8)[: len(data)]
    block[:] = np.frombuffer(data, np.uint8)
    return block


def checked(data: bytes, path: Path, rules: Rules) -> Weights:
    """The weights in a file's bytes; BadInput if they are damaged or belong to something else."""
    head = np.frombuffer(data[:HEAD_BYTES], "<i4") if len(data) >= HEAD_BYTES else np.zeros(HEAD, np.int32)
    if head[Head.MAGIC] != MAGIC or head[Head.VERSION] != VERSION:
        raise BadInput(f"{path} does not hold weights of a learned player; {_remedy(rules)}")
    if len(data) != head[Head.LENGTH] or zlib.crc32(data[HEAD_BYTES:]) != int(head[Head.CHECKSUM]) & 0xFFFFFFFF:
        raise BadInput(f"{path} is damaged or incomplete; {_remedy(rules)}")
    about = json.loads(data[int(head[Head.ABOUT]) :])
    if about["game"] != rules.name:
        raise BadInput(f"{path} holds a learned player of {about['game']}, not of {rules.name}; {_remedy(rules)}")
    if about["layout"] != layout(rules) or head[Head.ANSWERS] != rules.answers or head[Head.SIZE] != rules.pieces.size:
        raise BadInput(
            f"{path} was made when observations or actions of {rules.title} were laid out differently; {_remedy(rules)}"
        )
    if floats_needed(head) > FLOATS or head[Head.SIZE] > ROW:
        raise BadInput(f"the network in {path} is too large for a learned player")
    return Weights(aligned(data), about)


def _remedy(rules: Rules) -> str:
    return f"reinstall Parlour, or choose another bot of {rules.title}"


@cache  # for as long as the process lives: minds hold the address
def read_weights(path: Path, rules: Rules) -> Weights:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"the weights of the learned player, {path}, are missing; {_remedy(rules)}") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); {_remedy(rules)}") from None
    return checked(data, path, rules)
