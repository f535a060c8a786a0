"""The kit's own mathematics: accurate, and the same interpreted and compiled."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest

from parlour.kit import in_python, maths

RNG = np.random.default_rng(14)
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")


def exact_cos(x: float) -> Decimal:
    turned = Decimal(x) % (2 * PI)
    term = total = Decimal(1)
    for n in range(1, 60):
        term *= -turned * turned / ((2 * n - 1) * (2 * n))
        total += term
    return total


EXACT = {
    "exp": lambda x: Decimal(x).exp(),
    "exp2": lambda x: (Decimal(x) * Decimal(2).ln()).exp(),
    "log": lambda x: Decimal(x).ln(),
    "log2": lambda x: Decimal(x).ln() / Decimal(2).ln(),
    "cos": exact_cos,
}
SPREAD = 10.0 ** RNG.uniform(-300, 300, 400)
SAMPLES = {
    "exp": [*RNG.uniform(-708, 709, 600), *RNG.normal(0, 1, 600), 0.0, 1.0, -1.0, 1e-300],
    "exp2": [*RNG.uniform(-1022, 1023, 600), *RNG.normal(0, 1, 600), 0.0, 10.0, -10.5],
    "log": [*RNG.uniform(0, 2, 800), *SPREAD, 0.7071067811865475, 1.4142135623730951, 5e-324, 1.7e308],
    "log2": [*RNG.uniform(1, 60, 800), *SPREAD, 0.99999, 1.00001],
    "cos": [*RNG.uniform(0, 2 * math.pi, 800), *RNG.uniform(-1e6, 1e6, 300), math.pi / 2, 0.0, 11 * math.pi / 2],
}


@pytest.mark.parametrize("name", EXACT)
def test_within_two_units_in_the_last_place(name):
    with localcontext() as context:
        context.prec = 60
        for x in map(float, SAMPLES[name]):
            found, exact = float(getattr(maths, name)(x)), EXACT[name](x)
            off = abs(Decimal(found) - exact)
            assert off <= 2 * Decimal(math.ulp(float(exact))), (x, found, exact)


@pytest.mark.parametrize("name", EXACT)
def test_interpreted_and_compiled_are_equal_to_the_bit(name):
    ours = getattr(maths, name)
    for x in map(float, SAMPLES[name]):
        assert float(ours(x)) == float(in_python(ours)(x))


def test_values_that_must_be_exact():
    assert [maths.exp(0.0), maths.log(1.0), maths.cos(0.0)] == [1.0, 0.0, 1.0]
    assert [maths.exp2(float(n)) for n in range(-1022, 1024)] == [2.0**n for n in range(-1022, 1024)]
    assert [maths.log2(2.0**n) for n in range(-1022, 1024)] == list(range(-1022, 1024))
    assert maths.hypot(3.0, 4.0) == 5.0
    assert [maths.power(0.5, n) for n in range(70)] == [0.5**n for n in range(70)]


def test_the_ends_of_the_range():
    assert maths.exp(710.0) == maths.exp2(1024.0) == maths.log(math.inf) == maths.log2(math.inf) == math.inf
    assert maths.exp(-709.0) == maths.exp2(-1023.0) == 0.0
    assert maths.log(0.0) == maths.log2(0.0) == -math.inf
    assert math.isnan(maths.log(-1.0)) and math.isnan(maths.log2(-1.0))


def test_hypot_and_power_are_close_to_the_real_thing():
    for x, y in RNG.uniform(-1000, 1000, (300, 2)):
        assert maths.hypot(float(x), float(y)) == pytest.approx(math.hypot(x, y), rel=1e-15)
        assert maths.power(abs(float(x)) / 1000, 13) == pytest.approx((abs(x) / 1000) ** 13, rel=4e-15)
