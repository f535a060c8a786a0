"""Parrot with one's own Box in order: a wrapper of the vector form with float observations, for four seats.

A Box is worth the same with its columns in any order and upside down. Sorted, up to 384 positions become one, and a
network without any knowledge of this has to learn it only once. Each place is also told whether the card in hand, or
the one on the discard pile, would make a Pair there. The Boxes of empty seats are left out.
"""

import gymnasium
import numpy as np

import parlour

PIECES = parlour.game("parrot").rules.pieces
SEATS, PLACES, FACES, ACTIONS = 4, 8, 15, 112
BOXES, HAND, DISCARD = (PIECES[name].start for name in ("boxes", "hand", "discard"))
PUT, TURN_UP, FLOAT = 30, 38, 47  # the first actions that name a place (docs/actions.md)


def sorted_places(own):
    """For each place of the sorted Box the place where its card really lies: the higher card of a column on top, and
    the columns by their cards."""
    cards = own.argmax(2).reshape(-1, 2, 4)
    upside_down = cards[:, 0] < cards[:, 1]
    column = np.argsort(-(FACES * cards.max(1) + cards.min(1)), 1, kind="stable")
    below = np.take_along_axis(upside_down, column, 1)
    return np.concatenate([column + 4 * below, column + 4 * ~below], 1)


def tidy(rows, masks):
    """Observations and masks with a sorted Box, and the real number of each of its actions."""
    own = rows[:, BOXES : BOXES + PLACES * FACES].reshape(-1, PLACES, FACES)
    place = sorted_places(own)
    own = np.take_along_axis(own, place[:, :, None], 1)
    mate = np.roll(own, 4, 1)  # the other card of the column
    pair_in_hand = mate * rows[:, None, HAND : HAND + FACES]
    pair_on_pile = mate[:, :, :-1] * rows[:, None, DISCARD : DISCARD + FACES - 1]
    others, rest = BOXES + PLACES * FACES, BOXES + 6 * PLACES * FACES
    end = BOXES + SEATS * PLACES * FACES
    parts = (rows[:, :BOXES], own, rows[:, others:end], rows[:, rest:], pair_in_hand, pair_on_pile)
    actions = np.tile(np.arange(ACTIONS), (len(rows), 1))
    actions[:, PUT : PUT + PLACES] = PUT + place
    actions[:, TURN_UP : TURN_UP + PLACES] = TURN_UP + place
    floats = FLOAT + PLACES * place[:, :, None] + place[:, None]
    actions[:, FLOAT : FLOAT + PLACES**2] = floats.reshape(-1, PLACES**2)
    seen = np.concatenate([part.reshape(len(rows), -1) for part in parts], 1)
    return seen, np.take_along_axis(masks, actions, 1), actions


def at_the_table(choose):
    """A policy for observations as they are, made of one that chooses by tidy ones."""

    def policy(observations, masks):
        rows, masks, actions = tidy(PIECES.floats(observations), masks)
        return actions[range(len(rows)), np.asarray(choose(rows, masks))]

    return policy


class Tidy(gymnasium.vector.VectorWrapper):
    """For autoreset_mode="SAME_STEP". `final_obs` in the infos stays as it was."""

    def __init__(self, env):
        super().__init__(env)
        space = env.single_observation_space
        width = tidy(np.zeros((1, PIECES.float_size), np.float32), np.ones((1, ACTIONS), np.int8))[0].shape[1]
        numbers = gymnasium.spaces.Box(0, np.inf, (width,), np.float32)
        self.single_observation_space = gymnasium.spaces.Dict(
            {"observation": numbers, "action_mask": space["action_mask"]}
        )
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, env.num_envs)

    def show(self, shown):
        rows, masks, self.actions = tidy(shown["observation"], shown["action_mask"])
        return {"observation": rows, "action_mask": masks}

    def reset(self, **settings):
        shown, infos = self.env.reset(**settings)
        return self.show(shown), infos

    def step(self, actions):
        shown, *rest = self.env.step(np.take_along_axis(self.actions, np.asarray(actions)[:, None], 1)[:, 0])
        return self.show(shown), *rest
