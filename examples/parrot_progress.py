"""Parrot's points when they are made, not when they are counted: a wrapper of the vector form with float observations.

Potential-based shaping (Ng, Harada and Russell, 1999): a step pays the change in the points that are to be expected at
the end of the match. In every match that adds up to its points and a constant, so the same policies are optimal.
"""

import gymnasium
import numpy as np

PARROT, DOWN = 13, 14
VALUES = np.array([*range(13), 0.0, 5.3])  # the last: the mean of a card that is down


class Progress(gymnasium.vector.VectorWrapper):
    """For reward="points" and autoreset_mode="SAME_STEP"; 10 points are a reward of 1."""

    def expected(self, shown):
        pieces, rows = self.unwrapped.rules.pieces, shown["observation"]
        box, left = pieces["boxes"].start, pieces["rounds_left"].start
        cards = rows[:, box : box + 120].reshape(-1, 2, 4, 15).argmax(3)  # your own Box comes first: two rows of four
        above, below = cards[:, 0], cards[:, 1]
        nothing = (above == below) & (above != DOWN) | (above == PARROT) | (below == PARROT)  # a Pair counts 0
        points = np.where(nothing, 0, VALUES[above] + VALUES[below]).sum(1)
        return points + 8 * VALUES[DOWN] * (np.round(5 * rows[:, left]) - 1)

    def reset(self, **settings):
        shown, infos = self.env.reset(**settings)
        self.last = self.expected(shown)
        return shown, infos

    def step(self, actions):
        shown, rewards, terminated, truncated, infos = self.env.step(actions)
        before, self.last = self.last, self.expected(shown)
        return shown, (rewards + before - np.where(terminated, 0, self.last)) / 10, terminated, truncated, infos
