"""Makes the file of a `learned` player from the result of training. Needs only NumPy.

Every layer's weights become 8-bit numbers, with one factor for each output, so that the largest weight of each output
is 127. bots/network.py reads the arrays in the order in which they are written here.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import Rules
from parlour.kit.items import ARRAYS, Items
from parlour.kit.weights import HEAD, HEAD_BYTES, MAGIC, SHARED, VALUES, VERSION, Block, Head, aligned, checked

from .weights import Arrays, items_of, part, read

KEPT = ("game", "rules_version", "layout", "seats", "seed", "decisions", "updates")  # of what a training file says
LARGEST = 127


def packed(rules: Rules, source: Path, made: Mapping[str, Any]) -> bytes:
    """The file for a training result. `made` says how it was made: the command, the hardware and so on."""
    about, arrays = read(source, rules)
    actor = part(arrays, "actor")
    if about.get("method") == "values":
        numbers, body = _value_numbers(about["shape"]), value_body(actor)
    else:
        items = items_of(about, arrays)
        scale = np.asarray(arrays["scale"], np.float32)
        body = _plain(about, actor, scale) if items is None else _shared(about, actor, scale, items)
        numbers = {Head.BLOCKS: about["shape"]["blocks"]} | ({} if items is None else _item_numbers(items))
    text = {name: about[name] for name in KEPT} | dict(made)
    text["source_sha256"] = hashlib.sha256(source.read_bytes()).hexdigest()
    data = whole_file(about["shape"], numbers, body, json.dumps(text).encode())
    checked(data, source, rules)
    return data


def whole_file(shape: Mapping[str, int], numbers: Mapping[Head, int], body: bytes, said: bytes = b"") -> bytes:
    """The head, the network's arrays and the text."""
    head = np.zeros(HEAD, "<i4")
    values = {
        Head.MAGIC: MAGIC,
        Head.VERSION: VERSION,
        Head.LENGTH: HEAD_BYTES + len(body) + len(said),
        Head.ABOUT: HEAD_BYTES + len(body),
        Head.SIZE: shape["size"],
        Head.ANSWERS: shape["answers"],
        Head.WIDTH: shape["width"],
    } | dict(numbers)
    for key, value in values.items():
        head[key] = value
    head.view("<u4")[Head.CHECKSUM] = zlib.crc32(body + said)
    return head.tobytes() + body + said


def _value_numbers(shape: Mapping[str, int]) -> dict[Head, int]:
    return {
        Head.KIND: VALUES,
        Head.FEATURES: shape["features"],
        Head.MIDDLE: shape["middle"],
    }


def value_weights(shape: Mapping[str, int], actor: Arrays) -> Block:
    """A network that judges positions as compiled code reads it, without a text: for matches during training."""
    return aligned(whole_file(shape, _value_numbers(shape), value_body(actor)))


def _item_numbers(items: Items) -> dict[Head, int]:
    return {
        Head.KIND: SHARED,
        Head.ITEMS: items.number,
        Head.ITEM_BYTES: items.bytes.shape[1],
        Head.ITEM_PRODUCTS: items.products.shape[1],
        Head.TABLE_BYTES: len(items.table),
        Head.SUMS: len(items.sums),
        Head.SUM_TERMS: items.sums.shape[1],
        Head.SUMS_OF_PRODUCTS: len(items.sums_of_products),
        Head.PRODUCT_TERMS: items.sums_of_products.shape[1],
        Head.TABLE_OUTPUTS: items.table_outputs,
        Head.ITEM_OUTPUTS: items.item_outputs,
        Head.ANSWER_TERMS: items.answers.shape[1],
    }


def _floats(*arrays: NDArray[Any]) -> bytes:
    return b"".join(np.asarray(array, "<f4").tobytes() for array in arrays)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def rounded(weight: NDArray[Any]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Weights [outputs, inputs] as 8-bit numbers, and the factor of each output."""
    weight = np.asarray(weight, np.float32)
    factor = np.abs(weight).max(1) / np.float32(LARGEST)
    divisor = np.where(factor == 0, np.float32(1), factor)
    return np.rint(weight / divisor[:, None]).astype(np.int8), factor


def _layer(actor: Arrays, name: str) -> bytes:
    """Weights by input, then the factors of the outputs, then what is added to them."""
    whole, factor = rounded(actor[f"{name}.weight"])
    bias = actor.get(f"{name}.bias", np.zeros(len(factor), np.float32))
    return _padded(np.ascontiguousarray(whole.T).tobytes()) + _floats(factor, bias)


def _plain(about: Mapping[str, Any], actor: Arrays, scale: NDArray[np.float32]) -> bytes:
    parts = [_floats(scale), _layer(actor, "enter")]
    for k in range(about["shape"]["blocks"]):
        name = f"blocks.{k}."
        parts.append(_floats(actor[name + "norm.weight"], actor[name + "norm.bias"]))
        parts += [_layer(actor, name + "up"), _layer(actor, name + "down")]
    parts += [_floats(actor["norm.weight"], actor["norm.bias"]), _layer(actor, "leave")]
    return b"".join(parts)


def _shared(about: Mapping[str, Any], actor: Arrays, scale: NDArray[np.float32], items: Items) -> bytes:
    indexes = np.concatenate([getattr(items, name).ravel() for name in ARRAYS]).astype("<i2")
    parts = [_floats(*items.scales(scale)), _padded(indexes.tobytes())]
    parts += [_layer(actor, "trunk.enter_items"), _layer(actor, "trunk.enter_table")]
    for k in range(about["shape"]["blocks"]):
        parts += [
            _layer(actor, f"trunk.blocks.{k}.{name}")
            for name in ("to_items", "item_up", "to_table", "table_up", "table_down", "item_down")
        ]
    parts += [_layer(actor, "leave_table"), _layer(actor, "leave_items")]
    return b"".join(parts)


def value_body(actor: Arrays) -> bytes:
    """The arrays of a network that judges positions (train/value_network.py)."""
    enter = {"enter.weight": actor["features.weight"].T, "enter.bias": actor["bias"]}
    inner = [_layer(actor, name) for name in ("up", "across", "leave")]
    return b"".join([_layer(enter, "enter"), _floats(actor["direct.weight"]), *inner])
