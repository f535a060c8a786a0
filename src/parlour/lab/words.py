"""Numbers as people read them: no more digits than the interval bears."""

from collections.abc import Sequence
from math import floor, isfinite, log10

from parlour.kit.figures import Means, Spread

from .sums import Difference, Estimate
from .survey import Verdict

MINUS = "\u2212"


def digits(low: float, high: float) -> int:
    """How many decimals show an interval of this width with two figures."""
    width = (high - low) / 2
    if not isfinite(width) or width <= 0:
        return 2
    return min(max(1 - floor(log10(width)), 0), 3)


def number(value: float, decimals: int) -> str:
    if not isfinite(value):
        return "?"
    text = f"{value:,.{decimals}f}"
    text = text.lstrip("-") if not text.strip("-0.,") else text  # no minus before a nought
    return text.replace("-", MINUS)


def plain(value: float) -> str:
    """A number that has come up, with four figures at most."""
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return text.replace("-", MINUS)


def scaled(figure: Means | Spread, *values: float) -> tuple[float, ...]:
    """Shares are shown in per cent."""
    times = 100.0 if isinstance(figure, Means) and figure.share else 1.0
    return tuple(value * times for value in values)


def decimals_of(figure: Means | Spread, low: float, high: float) -> int:
    return min(digits(low, high), 2) if isinstance(figure, Means) and figure.share else digits(low, high)


def unit_of(figure: Means | Spread) -> str:
    if isinstance(figure, Means) and figure.share:
        return f"% {figure.unit}".rstrip()
    return figure.unit


def estimate(figure: Means | Spread, found: Estimate | None) -> tuple[str, str]:
    """The number, and its interval, as two texts."""
    if found is None:
        return "none", ""
    value, low, high = scaled(figure, found.value, found.low, found.high)
    decimals = decimals_of(figure, low, high)
    if not isfinite(low + high):
        return number(value, 2), "one match alone has no interval"
    return number(value, decimals), f"{number(low, decimals)} to {number(high, decimals)}"


def change(figure: Means | Spread, by: Difference) -> tuple[str, str]:
    """How much more or less, and its interval."""
    value, low, high = scaled(figure, by.value, by.low, by.high)
    decimals = decimals_of(figure, low, high)
    sign = "+" if value > 0 else ""
    told = sign + number(value, decimals)
    return told, f"{number(low, decimals)} to {number(high, decimals)}" if isfinite(low + high) else ""


def judgement(verdict: Verdict) -> str:
    """Whether a difference is more than chance."""
    if verdict.chance is None:
        return "too few matches"
    if verdict.by.low == verdict.by.high:
        return "the same in every match" if verdict.by.value else "no difference"
    told = "p < 0.001" if verdict.chance < 0.001 else f"p = {verdict.chance:.2g}"
    return f"{'yes' if verdict.differs else 'no'}, {told}"


def joined(words: Sequence[str]) -> str:
    """a; a and b; a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(names: Sequence[str]) -> str:
    """Bots by name: `sharp`, `4 sharp`, `2 sharp, 1 casual`."""
    each = dict.fromkeys(names)
    if len(each) == len(names):
        return ", ".join(names)
    return ", ".join(f"{names.count(name)} {name}" for name in each)
