"""Averages the weights of runs that continued from the same network. Such a mean is often stronger than each of them.

python -m parlour.train.averaging GAME A.npz B.npz --shares 0.4,0.6 --out weights.npz

Training can continue from the result. Needs only NumPy.
"""

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.kit import BadInput, Rules

from . import errors_in_a_sentence
from .weights import Arrays, read, write

NETWORKS = ("actor/", "critic/")


def average(rules: Rules, files: Sequence[Path], shares: Sequence[float]) -> tuple[dict[str, Any], Arrays]:
    """The mean of the networks in these files at 16 bits. Everything else is as in the last of them."""
    if len(files) != len(shares) or len(files) < 2:
        raise BadInput("an average needs two files or more, and a share for each")
    if not all(share > 0 for share in shares) or not math.isclose(sum(shares), 1, abs_tol=1e-6):
        raise BadInput("the shares of an average are more than 0, and their sum is 1")
    found = [read(file, rules) for file in files]
    about, last = found[-1]
    for file, (other, arrays) in zip(files, found, strict=True):
        same = other["shape"] == about["shape"] and arrays.keys() >= {n for n in last if n.startswith(NETWORKS)}
        if not same or ("scale" in last and (arrays["scale"] != last["scale"]).any()):
            raise BadInput(f"{file} holds a network of another shape than {files[-1]}, so they have no average")
    mean: Arrays = {}
    for name, array in last.items():
        if name.startswith(NETWORKS):
            parts = [share * arrays[name].astype(np.float32) for share, (_, arrays) in zip(shares, found, strict=True)]
            mean[name] = np.asarray(np.sum(parts, axis=0), np.float16)
        elif not name.startswith(("step/", "exp_avg/", "exp_avg_sq/", "trained/")):  # an average was not trained itself
            mean[name] = array
    of = [{"decisions": other["decisions"], "share": share} for (other, _), share in zip(found, shares, strict=True)]
    return about | {"average_of": of}, mean


def main() -> None:
    parser = argparse.ArgumentParser(description="Average the weights of runs that continued from the same network.")
    parser.add_argument("game")
    parser.add_argument("files", type=Path, nargs="+", help="two or more files of parlour train")
    parser.add_argument("--shares", help="the share of each file, as in 0.4,0.6 (equal)")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    with errors_in_a_sentence():
        try:
            shares = [float(share) for share in given.shares.split(",")] if given.shares else None
        except ValueError:
            raise BadInput(f"--shares are numbers, as in 0.4,0.6, not {given.shares!r}") from None
        about, arrays = average(
            parlour.game(given.game).rules, given.files, shares or [1 / len(given.files)] * len(given.files)
        )
        write(given.out, about, arrays)
    print(f"{given.out}: the mean of {len(given.files)} networks")


if __name__ == "__main__":
    main()
