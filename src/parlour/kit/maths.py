"""Logarithms, powers and the cosine in plain arithmetic, so that a bot decides the same on every platform.

The C library's versions, JavaScript's and a GPU's may differ in the last bit, and a bot that weighs two moves may then
prefer the other one. Here only +, -, *, /, comparisons and the bits of a float are used, which are the same everywhere
as long as no compiler merges a product and a sum: Numba's does not, but a GPU's may. The results are within 2 units in
the last place. `math.sqrt` is exactly rounded everywhere and can be used as it is.

The methods and coefficients of `log` and `cos` are those of FDLIBM (see NOTICE).
"""

import math

import numpy as np

from .compile import inlined, rule

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # ln 2, in two parts
LN2, ONE_BY_LN2 = 0.6931471805599453, 1.4426950408889634
SQRT_HALF = 0.7071067811865476

# Added to a number below 2 ** 51, this rounds it: the lowest bits of the sum are the nearest whole number.
ROUNDER = 1.5 * 2.0**52
ROUNDER_BITS = np.float64(ROUNDER).view(np.int64)
FRACTION, BIAS = 52, 1023  # of a float: the bits of its fraction, and what is added to its exponent
SQRT_HALF_BITS = np.float64(SQRT_HALF).view(np.int64)
SMALLEST_NORMAL, TWO_54 = 2.0**-1022, 2.0**54

LARGEST, SMALLEST = 709.4, -708.3964185322641  # of `exp`: larger is infinite, smaller is 0
LARGEST_2, SMALLEST_2 = 1023.5, -1022.0  # the same of `exp2`
E2, E3, E4, E5, E6, E7 = (1.0 / math.factorial(n) for n in range(2, 8))
E8, E9, E10, E11, E12, E13 = (1.0 / math.factorial(n) for n in range(8, 14))

L1, L2, L3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
L4, L5, L6 = 2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01
L7 = 1.479819860511658591e-01

TWO_BY_PI = 6.36619772367581382433e-01
# pi / 2 in three parts; products of the first two with whole numbers up to a million are exact.
HALF_PI_1, HALF_PI_2 = 1.57079632673412561417e00, 6.07710050630396597660e-11
HALF_PI_3 = 2.02226624879595063154e-21
C1, C2, C3 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
C4, C5, C6 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11
S1, S2, S3 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
S4, S5, S6 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10


@inlined
def _exp_of_sum(high, low, n):  # type: ignore[no-untyped-def]
    """2 ** n times e to the power of (high - low), which is at most 0.35."""
    x = high - low
    x2 = x * x
    x4 = x2 * x2
    # The terms from x ** 2 / 2! to x ** 13 / 13!, in pairs, which a processor adds up side by side.
    first = (E2 + x * E3) + x2 * (E4 + x * E5)
    second = (E6 + x * E7) + x2 * (E8 + x * E9)
    third = (E10 + x * E11) + x2 * (E12 + x * E13)
    rest = x2 * (first + x4 * (second + x4 * third))
    return (1.0 + (high + (rest - low))) * np.int64((n + BIAS) << FRACTION).view(np.float64)


@rule
def exp(x):  # type: ignore[no-untyped-def]
    """e to the power of x; 0 or infinite where a float can hardly hold it."""
    if x > LARGEST:
        return math.inf
    if x < SMALLEST:
        return 0.0
    rounded = x * ONE_BY_LN2 + ROUNDER
    n = rounded - ROUNDER
    return _exp_of_sum(x - n * LN2_HIGH, n * LN2_LOW, np.float64(rounded).view(np.int64) - ROUNDER_BITS)


@rule
def exp2(x):  # type: ignore[no-untyped-def]
    """2 to the power of x."""
    if x >= LARGEST_2:
        return math.inf
    if x < SMALLEST_2:
        return 0.0
    rounded = x + ROUNDER
    return _exp_of_sum((x - (rounded - ROUNDER)) * LN2, 0.0, np.float64(rounded).view(np.int64) - ROUNDER_BITS)


@inlined
def _split(x):  # type: ignore[no-untyped-def]
    """A positive x as m * 2 ** n with m close to 1; returns (m - 1, n)."""
    missing = 0
    if x < SMALLEST_NORMAL:
        x *= TWO_54
        missing = 54
    bits = np.float64(x).view(np.int64)
    n = (bits - SQRT_HALF_BITS) >> FRACTION
    return np.int64(bits - (n << FRACTION)).view(np.float64) - 1.0, n - missing


@inlined
def _log_parts(f):  # type: ignore[no-untyped-def]
    """The logarithm of 1 + f as f - (half - rest): returns (half, rest)."""
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    odd = w * (L2 + w * (L4 + w * L6))
    even = z * (L1 + w * (L3 + w * (L5 + w * L7)))
    half = 0.5 * f * f
    return half, s * (half + odd + even)


@rule
def log(x):  # type: ignore[no-untyped-def]
    """The natural logarithm."""
    if not x > 0.0:
        return -math.inf if x == 0.0 else math.nan
    if x == math.inf:
        return math.inf
    f, n = _split(x)
    half, rest = _log_parts(f)
    return n * LN2_HIGH - ((half - (rest + n * LN2_LOW)) - f)


@rule
def log2(x):  # type: ignore[no-untyped-def]
    """The logarithm to base 2."""
    if not x > 0.0:
        return -math.inf if x == 0.0 else math.nan
    if x == math.inf:
        return math.inf
    f, n = _split(x)
    half, rest = _log_parts(f)
    return n + (f - (half - rest)) * ONE_BY_LN2


@rule
def cos(x):  # type: ignore[no-untyped-def]
    """The cosine of an angle of up to a million."""
    rounded = x * TWO_BY_PI + ROUNDER
    turns = rounded - ROUNDER
    n = np.float64(rounded).view(np.int64) - ROUNDER_BITS
    first = x - turns * HALF_PI_1
    part = turns * HALF_PI_2
    high = first - part
    part = turns * HALF_PI_3 - ((first - high) - part)
    y = high - part
    tail = (high - y) - part
    z = y * y
    if n & 1:
        r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)))
        v = z * y
        value = y - ((z * (0.5 * tail - v * r) - tail) - v * S1)
        return -value if n & 2 == 0 else value
    r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))))
    half = 0.5 * z
    w = 1.0 - half
    value = w + (((1.0 - w) - half) + (z * r - y * tail))
    return value if n & 2 == 0 else -value


@rule
def hypot(x, y):  # type: ignore[no-untyped-def]
    """The length of (x, y), for lengths whose square a float can hold."""
    return math.sqrt(x * x + y * y)


@rule
def power(x, n):  # type: ignore[no-untyped-def]
    """x to the power of a whole number that is not negative, by multiplication."""
    result = 1.0
    while n > 0:
        if n & 1:
            result *= x
        x *= x
        n >>= 1
    return result
