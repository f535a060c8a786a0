"""Random numbers that live inside the state: SplitMix64, a counter that is scrambled on its way out.

Any record with a `rng` field can be drawn from. Equal states draw equally, everywhere.
"""

from typing import Any

import numpy as np

from .compile import rule
from .record import INTERPRETED, int8, record, uint64

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)

Dice = record(rng=uint64, seat=int8)  # random numbers outside any match; and the seat that acted last in random play


def _scramble(x):  # type: ignore[no-untyped-def]
    """SplitMix64's output function: similar inputs, unrelated outputs. Products overflow on purpose."""
    z = np.uint64(x)
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


def _next64(state):  # type: ignore[no-untyped-def]
    state.rng = np.uint64(state.rng) + GAMMA
    return scramble(state.rng)


def _seed_of(seed, number):  # type: ignore[no-untyped-def]
    """The seed of match `number` in a run: it depends on the run's seed and the number alone."""
    return scramble(scramble(np.uint64(seed)) + np.uint64(number) * GAMMA)


if INTERPRETED:  # interpreted NumPy warns about overflow, which is intended here and only here
    quiet: Any = np.errstate(over="ignore")
    scramble, next64, seed_of = quiet(_scramble), quiet(_next64), quiet(_seed_of)
else:
    scramble, next64, seed_of = rule(_scramble), rule(_next64), rule(_seed_of)


@rule
def below(state, n):  # type: ignore[no-untyped-def]
    """A whole number from 0 to n - 1, each equally likely (Lemire's multiplication, with its rejection)."""
    wide = np.int64(next64(state) >> S32) * np.int64(n)
    low = wide & 0xFFFFFFFF
    if low < n:
        threshold = (0x100000000 - n) % n
        while low < threshold:
            wide = np.int64(next64(state) >> S32) * np.int64(n)
            low = wide & 0xFFFFFFFF
    return wide >> 32


@rule
def shuffle(state, cards, count):  # type: ignore[no-untyped-def]
    """Put the first `count` cards into a random order."""
    for i in range(count - 1, 0, -1):
        j = below(state, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
