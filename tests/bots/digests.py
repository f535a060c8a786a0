"""Digests of what every bot does, by game, bot, version and number of players: tests/bots/digests.json.

python -m tests.bots.digests         add what is missing, such as a new version of a bot
python -m tests.bots.digests --all   write all of them again, after a change to the rules

A bot plays a few matches against itself. The digest is made of the scores, the number of moves and the duration of
each, so almost any other decision, or the same one at another moment, changes it.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np

from parlour.bots import bots_of, fresh_mind, player, searches
from parlour.bots.versions import versions
from parlour.games import names, rules_of
from parlour.kit.minds import PLAYOUTS
from parlour.lab.run import Run, play, rotations

FILE = Path(__file__).with_name("digests.json")
SEED = 2026
MATCHES = 12
BUDGET = 12  # of a bot that searches; it plays a single match, because searching takes long


def digest(game, text, seats):
    """The digest of one version of a bot, as in `sharp@1`, at tables of this size."""
    bots = bots_of(rules_of(game))
    who = player(bots, text)
    digest = hashlib.sha256()
    matches = MATCHES
    if searches(bots, who):
        who, matches = player(bots, f"{text}:{BUDGET}"), 1
        digest.update(f"{int(fresh_mind(bots, player(bots, text))[PLAYOUTS])} {bots.plan.doubt}".encode())
    tallies = play(Run(game, (who,) * seats, rotations(seats), SEED), 0, matches)
    for name in ("scores", "steps", "ms"):
        digest.update(np.ascontiguousarray(tallies[name], "<i8").tobytes())
    return digest.hexdigest()[:16]


def known(game):
    """Every bot of a game in every version."""
    bots = bots_of(rules_of(game))
    return [f"{name}@{version}" for name in bots.names for version in versions(bots, name)]


def written():
    return json.loads(FILE.read_text()) if FILE.exists() else {}


def main():
    kept = {} if "--all" in sys.argv else written()
    made = {}
    for game in names():
        rules = rules_of(game)
        old = kept.get(game, {}).get("bots", {})
        made[game] = {
            "rules": rules.version,
            "bots": {
                text: old.get(text)
                or {str(n): digest(game, text, n) for n in range(rules.min_seats, rules.max_seats + 1)}
                for text in known(game)
            },
        }
        FILE.write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
