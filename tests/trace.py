"""Random matches as digests, to be compared between interpreted and compiled rules (run it in either mode).

python tests/trace.py GAME SEATS MOVES
"""

import hashlib
import json
import sys

import numpy as np

import parlour
from parlour.engine import loops
from parlour.kit import SPECTATOR, Dice, blank


def trace(name: str, seats: int, moves: int, **options: object) -> list[str]:
    """A digest after every 25 moves: of the state, and of what each seat sees, its tensor and a world it imagines."""
    match = parlour.game(name).new(seats=seats, seed=4242, options=options)
    rules, states = match.rules, match._states
    game = loops(rules)
    dice, pads = blank(Dice), blank(game.Pad)
    dice[0]["rng"] = 99
    seen, world, out = blank(rules.State), blank(rules.State), np.zeros(rules.pieces.size, np.int8)
    scores = np.zeros(seats, np.int32)
    digests, digest, made = [], hashlib.sha256(), 0
    while made < moves and not match.rules.over(match.state):
        made += game.random_move(states, 0, dice, pads)
        digest.update(states[0].tobytes())
        if made // 25 >= len(digests):
            for seat in (*range(seats), SPECTATOR):
                game.observe(states, 0, seat, seen, 0, out)
                game.resample(seen, 0, seat, world, 0, np.uint64(made))
                digest.update(seen.tobytes() + world.tobytes() + out.tobytes())
            game.score(states, 0, scores)
            digest.update(scores.tobytes())
            digests.append(digest.hexdigest()[:16])
    return [*digests, digest.hexdigest()]


def batch_trace(name: str, steps: int) -> list[str]:
    """A digest after every step of a few matches side by side."""
    batch = parlour.game(name).batch(3, seats=max(parlour.game(name).seats), seed=4242)
    digests, digest = [], hashlib.sha256()
    for _ in range(steps):
        chosen = batch.sample()
        for told in (batch.current_player, batch.legal_action_mask, batch.observe(), chosen, batch.states):
            digest.update(told.tobytes())
        digests.append(digest.hexdigest()[:16])
        batch.step(chosen, autoreset=True)
    return digests


def traces(name: str, moves: int) -> dict[str, list[str]]:
    """One trace for each number of players, and one of a batch."""
    singles = {str(seats): trace(name, seats, moves) for seats in parlour.game(name).seats}
    return {**singles, "batch": batch_trace(name, moves // 20)}


if __name__ == "__main__":
    print(json.dumps(traces(sys.argv[1], int(sys.argv[2]))))
