"""Random draws that model human timing: people hesitate, and their reaction times have a long right tail.

All functions draw from a record with a `rng` field, as `below` does.
"""

import math

import numpy as np

from . import next64, rule
from .maths import cos, exp, log

S11 = np.uint64(11)


@rule
def fraction(mind):  # type: ignore[no-untyped-def]
    """Uniform, from 0 to just under 1."""
    return float(np.int64(next64(mind) >> S11)) / 9007199254740992.0


@rule
def happens(mind, probability):  # type: ignore[no-untyped-def]
    """True with this probability."""
    return fraction(mind) < probability


@rule
def normal(mind):  # type: ignore[no-untyped-def]
    """Standard normal (Box-Muller)."""
    radius = math.sqrt(-2.0 * log(1.0 - fraction(mind)))
    return radius * cos(2.0 * math.pi * fraction(mind))


@rule
def exponential(mind, mean):  # type: ignore[no-untyped-def]
    return -mean * log(1.0 - fraction(mind))


@rule
def ex_gaussian(mind, mu, sigma, tau):  # type: ignore[no-untyped-def]
    """A reaction time: normal plus an exponential tail."""
    return mu + sigma * normal(mind) + exponential(mind, tau)


@rule
def hesitation(mind, median, spread):  # type: ignore[no-untyped-def]
    """A thinking time: log-normal, so half are shorter than the median and a few are many times as long."""
    return np.int64(median * exp(spread * normal(mind)))
