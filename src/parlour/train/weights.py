"""Files that hold networks: reading, writing and evaluating them takes NumPy, not PyTorch.

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

FORMAT = "parlour-train-1"

Arrays = dict[str, NDArray[Any]]


def layout(rules: Rules) -> list[list[Any]]:
    """The pieces of an observation, as far as a network depends on them."""
    return [[piece.name, list(piece.shape)] for piece in rules.pieces]


def write(path: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """All or nothing: a file that is cut short never takes the place of a good one."""
    half = path.with_name(path.name + ".part")
    text = json.dumps({"format": FORMAT, **about})
    with half.open("wb") as file:
        np.savez(file, allow_pickle=False, about=np.array(text), **arrays)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


def read(path: Path, rules: Rules) -> tuple[dict[str, Any], Arrays]:
    """What a file says about itself, and its arrays; BadInput if it is not for this game."""
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
    if missing := [name for name in ("scale", *_expected(about["shape"])) if name not in arrays]:
        raise BadInput(f"{path} is incomplete: it lacks {missing[0]}")
    return about, arrays


def _expected(shape: Mapping[str, Any]) -> list[str]:
    """The layers every file must have: those of the actor."""
    layers = ["enter", "norm", "leave"]
    layers += [f"blocks.{k}.{layer}" for k in range(shape["blocks"]) for layer in ("norm", "up", "down")]
    return [f"actor/{layer}.{kind}" for layer in layers for kind in ("weight", "bias")]


def part(arrays: Mapping[str, NDArray[Any]], name: str) -> Arrays:
    """The arrays of one network: `actor` or `critic`."""
    return {key.removeprefix(name + "/"): array for key, array in arrays.items() if key.startswith(name + "/")}


class Policy:
    """The actor of a file. The same function as `network.Actor`, written in NumPy."""

    def __init__(self, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        self._blocks = about["shape"]["blocks"]
        self._w = {name: array.astype(np.float32) for name, array in part(arrays, "actor").items()}
        self._w["enter.weight"] *= np.asarray(arrays["scale"], np.float32)

    def _linear(self, name: str, x: NDArray[np.float32]) -> NDArray[np.float32]:
        return x @ self._w[name + ".weight"].T + self._w[name + ".bias"]

    def _norm(self, name: str, x: NDArray[np.float32]) -> NDArray[np.float32]:
        x = x - x.mean(1, keepdims=True)
        x /= np.sqrt(np.square(x).mean(1, keepdims=True) + 1e-5)
        return x * self._w[name + ".weight"] + self._w[name + ".bias"]

    def logits(self, rows: NDArray[np.int8], legal: NDArray[np.int8]) -> NDArray[np.float32]:
        x = self._linear("enter", rows.astype(np.float32))
        for k in range(self._blocks):
            inner = self._linear(f"blocks.{k}.up", self._norm(f"blocks.{k}.norm", x))
            x = x + self._linear(f"blocks.{k}.down", np.maximum(inner, 0))
        out = self._linear("leave", np.maximum(self._norm("norm", x), 0))
        return np.where(legal == 0, np.float32(-np.inf), out)
