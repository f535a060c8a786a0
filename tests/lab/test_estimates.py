"""The statistics of the lab against textbook formulas and simulations."""

from math import isclose, sqrt

import numpy as np
import pytest

from parlour.lab.charts import make_bins
from parlour.lab.estimates import Counts, Moments, holm, nice_width
from parlour.lab.student_t import critical_value, p_value


def test_students_t_matches_published_tables():
    for freedom, t in ((1, 12.706), (4, 2.776), (9, 2.262), (30, 2.042), (10**6, 1.960)):
        assert critical_value(freedom) == pytest.approx(t, abs=6e-4)
        assert p_value(t, freedom) == pytest.approx(0.05, abs=1e-4)
    assert p_value(0.0, 5) == 1.0
    assert p_value(3.25, 9) == pytest.approx(0.01, abs=1e-4)


def test_a_mean_has_the_textbook_interval_however_it_is_divided_into_blocks():
    values = np.random.default_rng(1).normal(100.0, 7.0, 90)
    ones = np.ones(90)
    whole = Moments.of([(values, ones)])
    parts = Moments.of([(values[:13], ones[:13])])
    parts.add(Moments.of([(values[13:], ones[13:])]))
    half = critical_value(89) * values.std(ddof=1) / sqrt(90)
    for moments in (whole, parts):
        found = moments.estimate(90)
        assert found.value == pytest.approx(values.mean())
        assert (found.low, found.high) == pytest.approx((values.mean() - half, values.mean() + half))
        assert found.seen == 90


def test_a_ratio_is_within_its_interval_nineteen_times_of_twenty():
    """Rings and wrong rings per match; rings of the same match are correlated."""
    chance = np.random.default_rng(2)
    inside = 0
    for _ in range(500):
        rings = chance.poisson(6.0, 200).astype(float)
        habit = chance.choice([0.05, 0.35], 200)
        wrong = chance.binomial(rings.astype(int), habit).astype(float)
        found = Moments.of([(wrong, rings)]).estimate(200, share=True)
        inside += found.low <= 0.2 <= found.high
    assert 0.92 * 500 <= inside <= 0.98 * 500


def test_a_share_of_none_or_all_still_has_an_interval():
    none = Moments.of([(np.zeros(100), np.ones(100))]).estimate(100, share=True)
    every = Moments.of([(np.ones(100), np.ones(100))]).estimate(100, share=True)
    assert (none.value, none.low, every.value, every.high) == (0.0, 0.0, 1.0, 1.0)
    assert 0.03 < none.high < 0.05
    assert every.low == pytest.approx(1 - none.high)


def test_a_difference_is_paired_match_by_match():
    chance = np.random.default_rng(3)
    deal = chance.normal(50.0, 20.0, 400)
    one, other = deal + chance.normal(0, 1, 400), deal + 0.5 + chance.normal(0, 1, 400)
    ones = np.ones(400)
    found = Moments.of([(one, ones), (other, ones)]).difference(400, 1)
    differences = other - one
    error = differences.std(ddof=1) / sqrt(400)
    assert found.value == pytest.approx(differences.mean())
    assert found.high - found.low == pytest.approx(2 * critical_value(399) * error)
    assert found.p == pytest.approx(p_value(differences.mean() / error, 399))
    assert found.p < 1e-6


def test_constant_values_do_not_differ_and_few_matches_are_not_tested():
    ones = np.ones(50)
    same = Moments.of([(3 * ones, ones), (3 * ones, ones)]).difference(50, 1)
    assert (same.value, same.low, same.high, same.p) == (0.0, 0.0, 0.0, 1.0)
    always = Moments.of([(3 * ones, ones), (2 * ones, ones)]).difference(50, 1)
    assert (always.value, always.p) == (-1.0, 0.0)
    few = np.arange(10.0)
    assert Moments.of([(few, np.ones(10)), (few + 9, np.ones(10))]).difference(10, 1).p is None


def test_holms_correction_matches_the_textbook():
    corrected = holm({0: 0.01, 1: 0.04, 2: 0.03, 3: 0.005})
    assert corrected == pytest.approx({3: 0.02, 0: 0.03, 2: 0.06, 1: 0.06})
    assert holm({7: 0.9, 8: 0.8}) == {8: 1.0, 7: 1.0}


def test_a_distribution_of_many_values_stays_small_and_accurate():
    chance = np.random.default_rng(4)
    counts, everything = Counts(), chance.exponential(90_000, 60_000).round()
    for block in np.split(everything, 120):
        counts.add(block, np.ones(len(block)))
    assert len(counts.where) <= 2_000
    assert sum(counts.where.values()) == 60_000
    for part in (0.1, 0.5, 0.9):
        assert counts.quantile(part) == pytest.approx(np.quantile(everything, part), rel=0.02)


def test_few_numbers_are_counted_exactly():
    counts = Counts()
    counts.add(np.array([3.0, 1.0, 3.0]), np.array([1.0, 2.0, 1.0]))
    counts.add(np.array([1.0, 8.0]), np.array([1.0, 0.0]))
    assert counts.where == {1.0: 3.0, 3.0: 2.0}
    assert (counts.quantile(0.5), counts.quantile(0.9)) == (1.0, 3.0)


def test_the_median_is_within_its_interval_nineteen_times_of_twenty():
    chance = np.random.default_rng(5)
    inside = 0
    for _ in range(200):
        counts, moments = Counts(), None
        for _ in range(60):
            block = chance.exponential(1.0, 20) + chance.normal(0.0, 0.3)  # values of a block are correlated
            counts.add(block.round(2), np.ones(20))
            more = Moments.of([(np.array([block.sum()]), np.array([20.0]))])
            moments = moments.add(more) or moments if moments else more
        found = counts.quantile_estimate(0.5, moments, 60, 0)
        inside += found.low <= 0.7274 <= found.high  # the median of a sum of an exponential and a normal variable
    assert 0.90 * 200 <= inside <= 0.99 * 200


@pytest.mark.parametrize("step", [1.0, 0.1, 5.0, 0.02])
def test_bins_hold_everything_and_equally_many_values(step):
    counts = Counts()
    counts.add(np.arange(1, 500) * step, np.ones(499))
    cut = make_bins([counts])
    assert isclose(cut.shares[0].sum() + cut.outside, 1.0)
    assert len(cut.starts) <= 62
    assert np.ptp(cut.shares[0][1:-1]) < 1e-9
    assert cut.width == pytest.approx(nice_width(cut.width))


def test_bins_of_a_single_value():
    counts = Counts()
    counts.add(np.array([7.0]), np.array([30.0]))
    cut = make_bins([counts])
    assert cut.starts.tolist() == [7.0]
    assert cut.shares[0].tolist() == [1.0]
