"""An agent that plays at random, for tests of environments."""

import numpy as np


class RandomAgent:
    """Draws among the actions that a mask allows. In a real-time game it mostly waits, so that matches stay orderly."""

    def __init__(self, env, seed, wait_share=0.7):
        self.generator = np.random.default_rng(seed)
        rules = env.rules
        self.wait = rules.actions
        self.wait_share = wait_share if rules.real_time else 0.0

    def choose(self, mask):
        if len(mask) > self.wait and self.generator.random() < self.wait_share:
            return self.wait
        return int(self.generator.choice(np.flatnonzero(mask)))


def play_randomly(env, seed, steps=None, wait_share=0.7):
    """Play an AEC environment that has been reset, to the end or for the given number of steps. Yields the agent, its
    observation and its action before each step."""
    chooser = RandomAgent(env, seed, wait_share)
    for made, agent in enumerate(env.agent_iter()):
        observation, _, over, _, _ = env.last()
        if over or made == steps:
            return
        action = chooser.choose(observation["action_mask"])
        yield agent, observation, action
        env.step(action)
