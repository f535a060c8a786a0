"""Makes the files of the `learned` players from the kept results of training.

python tools/learned.py                       write src/parlour/games/<game>/learned.weights of every game in training/
python tools/learned.py GAME                  only of this game
python tools/learned.py GAME WEIGHTS.npz      from another training result; put it into training/ before you commit
python tools/learned.py --check               write nothing; exit 1 if a file is not the one its source gives

training/<game>/made.json says how the network was trained; it becomes part of the file. How strong a player is, measure
with `parlour tournament GAME --bots learned,sharp`.
"""

import argparse
import json
import sys
from pathlib import Path

from parlour.bots import bots_of
from parlour.games import names, rules_of
from parlour.kit import ParlourError
from parlour.train.packing import packed

TRAINING = Path(__file__).resolve().parents[1] / "training"


def shipped(name: str, source: Path | None = None) -> tuple[Path, bytes]:
    """Where a game's file belongs, and what it should contain."""
    path = bots_of(rules_of(name)).weights
    if path is None:
        raise SystemExit(f"{name} has no learned player; its BOTS would need `weights`, the path of the file")
    made = json.loads((TRAINING / name / "made.json").read_text(encoding="utf-8"))
    return path, packed(rules_of(name), source or TRAINING / name / "weights.npz", made)


def trained() -> list[str]:
    return [name for name in names() if (TRAINING / name / "weights.npz").exists()]


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the files of the learned players.")
    parser.add_argument("game", nargs="?", choices=trained())
    parser.add_argument("weights", nargs="?", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is stale")
    given = parser.parse_args()
    for name in [given.game] if given.game else trained():
        try:
            path, data = shipped(name, given.weights)
        except ParlourError as error:
            sys.exit(f"{error}")
        if given.check:
            if not path.exists() or path.read_bytes() != data:
                sys.exit(f"{path} is stale; run `python tools/learned.py {name}`")
        else:
            path.write_bytes(data)
            print(f"{path}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
