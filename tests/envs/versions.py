"""Digests of everything that the version of an environment's id covers, compared with those in versions.json.

python -m tests.envs.versions     update tests/envs/versions.json after raising a version
"""

import hashlib
import json
from pathlib import Path

import numpy as np

import parlour
from parlour.envs.ids import env_id

FILE = Path(__file__).with_suffix(".json")
STEPS = 400


def digest(name: str) -> str:
    """A digest of the layout, the number of actions, the version of the rules, and a match played in a fixed way."""
    game = parlour.game(name)
    env = parlour.envs.aec(name, game.rules.max_seats, reward="margin")
    env.reset(seed=2026)
    found = hashlib.sha256()
    found.update(repr([(piece.name, piece.start, piece.shape) for piece in game.rules.pieces]).encode())
    found.update(repr((game.rules.version, game.rules.actions, sorted(env.possible_agents))).encode())
    for step in range(STEPS):
        agent = env.agent_selection
        shown, reward, over, _, _ = env.last()
        found.update(repr((agent, env.clock, round(reward, 6), over)).encode())
        found.update(shown["observation"].tobytes())
        if over:  # the mask means nothing any more
            break
        found.update(shown["action_mask"].tobytes())
        answers = np.flatnonzero(shown["action_mask"])
        env.step(int(answers[(step * 7919 + 13) % len(answers)]))
    return found.hexdigest()[:16]


def digests() -> dict[str, str]:
    return {env_id(name): digest(name) for name in parlour.games()}


if __name__ == "__main__":
    FILE.write_text(json.dumps(digests(), indent=2) + "\n")
