"""Student's t distribution."""

from functools import lru_cache
from math import exp, inf, lgamma, log

TINY = 1e-300


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (Lentz's method)."""
    c, d = 1.0, 1.0 / max(1.0 - (a + b) * x / (a + 1.0), TINY)
    value = d
    for m in range(1, 400):
        up = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        d = 1.0 / (1.0 + up * d or TINY)
        c = 1.0 + up / c or TINY
        value *= d * c
        down = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        d = 1.0 / (1.0 + down * d or TINY)
        c = 1.0 + down / c or TINY
        value *= d * c
        if abs(d * c - 1.0) < 1e-14:
            break
    return value


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0.0 or x >= 1.0:
        return min(max(x, 0.0), 1.0)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1.0 - x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def p_value(t: float, freedom: int) -> float:
    """The two-sided p-value of a t statistic."""
    if freedom < 1:
        return 1.0
    return _beta(freedom / 2.0, 0.5, freedom / (freedom + t * t)) if t * t < inf else 0.0


@lru_cache(maxsize=1024)
def critical_value(freedom: int, confidence: float = 0.95) -> float:
    """The half-width of an interval in standard errors: 1.96 for many observations, more for few."""
    if freedom < 1:
        return inf
    low, high = 0.0, 1e4
    for _ in range(80):
        middle = (low + high) / 2
        if p_value(middle, freedom) > 1.0 - confidence:
            low = middle
        else:
            high = middle
    return high
