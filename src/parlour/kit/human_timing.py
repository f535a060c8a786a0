"""How people differ from machines, as random draws: they hesitate, and their times have a long right tail.

All draw from a record with a `rng` field, as the kit's `below` does.
"""

import math

import numpy as np

from . import next64, rule

S11 = np.uint64(11)


@rule
def fraction(mind):  # type: ignore[no-untyped-def]
    """Anything from 0 to just under 1."""
    return float(np.int64(next64(mind) >> S11)) / 9007199254740992.0


@rule
def happens(mind, likely):  # type: ignore[no-untyped-def]
    """True so often: 0 never, 1 always."""
    return fraction(mind) < likely


@rule
def normal(mind):  # type: ignore[no-untyped-def]
    """A draw from the bell curve, mean 0 and deviation 1 (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - fraction(mind)))
    return radius * math.cos(2.0 * math.pi * fraction(mind))


@rule
def exponential(mind, mean):  # type: ignore[no-untyped-def]
    return -mean * math.log(1.0 - fraction(mind))


@rule
def ex_gaussian(mind, mu, sigma, tau):  # type: ignore[no-untyped-def]
    """A reaction time: a bell curve and, added to it, an exponential tail."""
    return mu + sigma * normal(mind) + exponential(mind, tau)


@rule
def hesitation(mind, median, spread):  # type: ignore[no-untyped-def]
    """A time to think it over: half are shorter than the median, few are many times as long (log-normal)."""
    return np.int64(median * math.exp(spread * normal(mind)))
