"""Numbers and lists as text; a number gets as many digits as its interval justifies."""

from collections.abc import Sequence
from math import floor, isfinite, log10

from parlour.kit.figures import Means, Spread

from .estimates import Difference, Estimate
from .experiment import Comparison

MINUS = "\u2212"


def digits(low: float, high: float) -> int:
    """The number of decimals that shows the half-width of an interval with two significant digits."""
    width = (high - low) / 2
    if not isfinite(width) or width <= 0:
        return 2
    return min(max(1 - floor(log10(width)), 0), 3)


def number(value: float, decimals: int) -> str:
    if not isfinite(value):
        return "?"
    text = f"{value:,.{decimals}f}"
    text = text.lstrip("-") if not text.strip("-0.,") else text  # no minus before a zero
    return text.replace("-", MINUS)


def plain(value: float) -> str:
    """A number with at most four significant digits."""
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return text.replace("-", MINUS)


def scaled(figure: Means | Spread, *values: float) -> tuple[float, ...]:
    """Values as shown: shares in per cent."""
    times = 100.0 if isinstance(figure, Means) and figure.share else 1.0
    return tuple(value * times for value in values)


def decimals_of(figure: Means | Spread, low: float, high: float) -> int:
    return min(digits(low, high), 2) if isinstance(figure, Means) and figure.share else digits(low, high)


def unit_of(figure: Means | Spread) -> str:
    if isinstance(figure, Means) and figure.share:
        return f"% {figure.unit}".rstrip()
    return figure.unit


def estimate(figure: Means | Spread, found: Estimate | None) -> tuple[str, str]:
    """The value and its interval."""
    if found is None:
        return "none", ""
    value, low, high = scaled(figure, found.value, found.low, found.high)
    decimals = decimals_of(figure, low, high)
    if not isfinite(low + high):
        return number(value, 2), "no interval for a single match"
    return number(value, decimals), f"{number(low, decimals)} to {number(high, decimals)}"


def change(figure: Means | Spread, by: Difference) -> tuple[str, str]:
    """A difference with its sign, and its interval."""
    value, low, high = scaled(figure, by.value, by.low, by.high)
    decimals = decimals_of(figure, low, high)
    sign = "+" if value > 0 else ""
    text = sign + number(value, decimals)
    return text, f"{number(low, decimals)} to {number(high, decimals)}" if isfinite(low + high) else ""


def significance(comparison: Comparison) -> str:
    """Says whether a difference is significant."""
    if comparison.p is None:
        return "too few matches"
    if comparison.by.low == comparison.by.high:
        return "the same in every match" if comparison.by.value else "no difference"
    p_value = "p < 0.001" if comparison.p < 0.001 else f"p = {comparison.p:.2g}"
    return f"{'yes' if comparison.differs else 'no'}, {p_value}"


def listing(words: Sequence[str]) -> str:
    """A list in words: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def bot_list(names: Sequence[str]) -> str:
    """Bots by name and number: "sharp", "4 sharp", "2 sharp, 1 casual"."""
    each = dict.fromkeys(names)
    if len(each) == len(names):
        return ", ".join(names)
    return ", ".join(f"{names.count(name)} {name}" for name in each)
