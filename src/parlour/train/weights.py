"""Files that hold networks: reading, writing and evaluating them needs only NumPy, not PyTorch.

`weights.npz` holds both networks at 16 bits; `checkpoint.npz` holds them at 32 bits with the optimiser's moments. Both
are plain NumPy archives with a JSON text `about` that says which game they are for.
"""

import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import BadInput, Rules
from parlour.kit.items import ARRAYS, Items
from parlour.kit.weights import layout

FORMAT = "parlour-train-1"

Arrays = dict[str, NDArray[Any]]


def write(path: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write atomically: an incomplete file never replaces a good one. BadInput if the file cannot be written."""
    half = path.with_name(path.name + ".part")
    text = json.dumps({"format": FORMAT, **about})
    try:
        with half.open("wb") as file:
            np.savez(file, allow_pickle=False, about=np.array(text), **arrays)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror})") from None


def read(path: Path, rules: Rules) -> tuple[dict[str, Any], Arrays]:
    """A file's description of itself, and its arrays; BadInput if it is not for this game."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror or 'it is damaged'})") from None
    except (ValueError, zipfile.BadZipFile, EOFError, KeyError):
        raise BadInput(f"{path} is damaged, or is not a file that parlour train has written") from None
    try:
        about = json.loads(str(arrays.pop("about")))
        ours = about["format"] == FORMAT
    except (KeyError, ValueError, TypeError):
        ours = False
    if not ours:
        raise BadInput(f"{path} was not written by parlour train, or by another version of it")
    if about["game"] != rules.name:
        raise BadInput(f"{path} holds a network for {about['game']}, not for {rules.name}")
    if about["layout"] != layout(rules) or about["shape"]["answers"] != rules.answers:
        raise BadInput(f"{path} was trained when observations or actions of {rules.title} were laid out differently")
    if missing := [name for name in _expected(about) if name not in arrays]:
        raise BadInput(f"{path} is incomplete: it lacks {missing[0]}")
    return about, arrays


def _expected(about: Mapping[str, Any]) -> list[str]:
    """What every file must have: the layers of the actor, and the items it was made for, if any."""
    if about.get("method") == "values":
        layers = [f"{layer}.{kind}" for layer in ("up", "across", "leave") for kind in ("weight", "bias")]
        return [f"actor/{name}" for name in ("features.weight", "direct.weight", "bias", *layers)]
    blocks = range(about["shape"]["blocks"])
    if not about.get("item_outputs"):
        layers = [
            "enter",
            "norm",
            "leave",
            *(f"blocks.{k}.{layer}" for k in blocks for layer in ("norm", "up", "down")),
        ]
        return ["scale", *(f"actor/{layer}.{kind}" for layer in layers for kind in ("weight", "bias"))]
    layers = ["trunk.enter_items", "trunk.enter_table", "leave_items", "leave_table"]
    layers += [f"trunk.blocks.{k}.{who}_{way}" for k in blocks for who in ("item", "table") for way in ("up", "down")]
    messages = [f"actor/trunk.blocks.{k}.to_{who}.weight" for k in blocks for who in ("items", "table")]
    arrays = [f"items/{name}" for name in ARRAYS]
    return ["scale", *arrays, *messages, *(f"actor/{layer}.{kind}" for layer in layers for kind in ("weight", "bias"))]


def items_of(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Items | None:
    """The items that the networks of a file were made for."""
    if not about.get("item_outputs"):
        return None
    of_table, of_item = about["item_outputs"]
    return Items(**{name: arrays[f"items/{name}"] for name in ARRAYS}, table_outputs=of_table, item_outputs=of_item)


def part(arrays: Mapping[str, NDArray[Any]], name: str) -> Arrays:
    """The arrays of one network: `actor` or `critic`."""
    return {key.removeprefix(name + "/"): array for key, array in arrays.items() if key.startswith(name + "/")}


Floats = NDArray[np.float32]


class Policy:
    """The actor of a file. The same function as `network.Actor` or `item_network.ItemActor`, written in NumPy."""

    def __init__(self, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        if about.get("method") == "values":
            raise BadInput("this network judges positions (--method values), so it has no policy that could be asked")
        self._blocks = about["shape"]["blocks"]
        self._w = {name: array.astype(np.float32) for name, array in part(arrays, "actor").items()}
        self._items = items_of(about, arrays)
        scale = np.asarray(arrays["scale"], np.float32)
        if self._items is None:
            self._w["enter.weight"] *= scale
        else:
            of_items, of_table = self._items.scales(scale)
            self._w["trunk.enter_items.weight"] *= of_items
            self._w["trunk.enter_table.weight"] *= of_table
            self._matrix = self._items.matrix()

    def logits(self, rows: NDArray[np.int8], legal: NDArray[np.int8]) -> Floats:
        out = self._plain(rows) if self._items is None else self._shared(rows, self._items)
        return np.where(legal == 0, np.float32(-np.inf), out)

    def _linear(self, name: str, x: Floats) -> Floats:
        return x @ self._w[name + ".weight"].T + self._w[name + ".bias"]

    def _norm(self, name: str, x: Floats) -> Floats:
        return _normal(x) * self._w[name + ".weight"] + self._w[name + ".bias"]

    def _plain(self, rows: NDArray[np.int8]) -> Floats:
        x = self._linear("enter", rows.astype(np.float32))
        for k in range(self._blocks):
            inner = self._linear(f"blocks.{k}.up", self._norm(f"blocks.{k}.norm", x))
            x = x + self._linear(f"blocks.{k}.down", np.maximum(inner, 0))
        return self._linear("leave", np.maximum(self._norm("norm", x), 0))

    def _shared(self, rows: NDArray[np.int8], items: Items) -> Floats:
        many = len(rows)
        own, table = features(items, rows)
        x = self._linear("trunk.enter_items", own.astype(np.float32).reshape(many * items.number, -1))
        t = self._linear("trunk.enter_table", table.astype(np.float32))
        for k in range(self._blocks):
            name, known = f"trunk.blocks.{k}.", _normal(t)
            told = known @ self._w[name + "to_items.weight"].T
            found = np.maximum(self._linear(name + "item_up", _normal(x)) + told.repeat(items.number, 0), 0)
            mean = found.reshape(many, items.number, -1).mean(1)
            heard = np.maximum(self._linear(name + "table_up", known) + mean @ self._w[name + "to_table.weight"].T, 0)
            x, t = x + self._linear(name + "item_down", found), t + self._linear(name + "table_down", heard)
        of_items = self._linear("leave_items", np.maximum(_normal(x), 0)).reshape(many, -1)
        return np.concatenate([self._linear("leave_table", np.maximum(_normal(t), 0)), of_items], 1) @ self._matrix


def _normal(x: Floats) -> Floats:
    x = x - x.mean(1, keepdims=True)
    x /= np.sqrt(np.square(x).mean(1, keepdims=True) + 1e-5)
    return x


def features(items: Items, rows: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """The network's inputs from observations: [decisions, items, features], and [decisions, features] of the table."""
    pairs, added = rows[:, items.products], rows[:, items.sums_of_products]
    own = np.concatenate([rows[:, items.bytes], pairs[..., 0] * pairs[..., 1]], 2)
    sums = (rows[:, items.sums].sum(2, dtype=np.int8), (added[..., 0] * added[..., 1]).sum(2, dtype=np.int8))
    return own, np.concatenate([rows[:, items.table], *sums], 1)


class Judge:
    """What a network of `--method values` thinks of positions. The same as `ValueNetwork`, written in NumPy."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._w = {name: array.astype(np.float32) for name, array in part(arrays, "actor").items()}
        for name in ("features.weight", "direct.weight"):  # the last row stands for a feature that is ABSENT
            self._w[name] = np.pad(self._w[name], ((0, 1), (0, 0)))

    def values(self, rows: NDArray[np.int16]) -> Floats:
        """The values of rows of features (parlour.kit.afterstates)."""
        w = self._w
        x = np.maximum(w["features.weight"][rows].sum(1) + w["bias"], 0)
        direct = w["direct.weight"][rows].sum(1)
        for name in ("up", "across"):
            x = np.maximum(x @ w[f"{name}.weight"].T + w[f"{name}.bias"], 0)
        out: Floats = (x @ w["leave.weight"].T + w["leave.bias"] + direct)[:, 0]
        return out
