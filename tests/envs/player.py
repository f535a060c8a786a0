"""Players of environments for tests: any open answer, drawn by a generator of their own."""

import numpy as np


class Player:
    """Draws among what a mask allows; a real-time player mostly waits, so that matches are worth looking at."""

    def __init__(self, env, seed, calm=0.7):
        self.dice = np.random.default_rng(seed)
        rules = env.rules
        self.wait = rules.actions
        self.calm = calm if rules.real_time else 0.0

    def choose(self, mask):
        if len(mask) > self.wait and self.dice.random() < self.calm:
            return self.wait
        return int(self.dice.choice(np.flatnonzero(mask)))


def play(env, seed, steps=None, calm=0.7):
    """Play an AEC environment that has been reset, by chance, to the end or for so many steps; yields what was asked
    and answered before each step."""
    player = Player(env, seed, calm)
    for made, agent in enumerate(env.agent_iter()):
        shown, _, over, _, _ = env.last()
        if over or made == steps:
            return
        action = player.choose(shown["action_mask"])
        yield agent, shown, action
        env.step(action)
