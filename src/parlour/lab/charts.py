"""The charts of a report, as Vega-Lite made with Altair. Colours are the page's, so charts follow light and dark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import numpy as np
from numpy.typing import NDArray

from .sums import Counts, nice

ROW = 30  # the height of a line of dots
BARS = 40  # a distribution is drawn with so many bars at most
WHOLE = 60  # and whole numbers by themselves with so many
TAIL = 0.001  # and without this part at either end


@dataclass(frozen=True)
class Dot:
    """One number with its interval: a line of a chart of means."""

    group: str
    reading: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Range:
    """A distribution in five numbers."""

    group: str
    reading: str
    tenth: float
    quarter: float
    median: float
    three_quarters: float
    nine_tenths: float


def _spec(chart: Any) -> dict[str, Any]:
    spec: dict[str, Any] = chart.to_dict()
    spec.pop("config", None)  # the page's own is used
    return spec


def _data(rows: Sequence[Any]) -> Any:
    return alt.InlineData(values=list(rows))


def _colour(field: str, order: Sequence[str]) -> Any:
    """Two names in a line, which a telephone has room for."""
    legend = alt.Legend(title=None, orient="top", direction="horizontal", columns=2, symbolOpacity=1)
    return alt.Color(f"{field}:N", sort=list(order), legend=legend)


def dots(found: Sequence[Dot], axis: str, share: bool, even: float | None = None) -> dict[str, Any]:
    """Each group's mean as a dot on its interval; `even` draws a line at what would be equal."""
    groups, readings = (
        list(dict.fromkeys(dot.group for dot in found)),
        list(dict.fromkeys(dot.reading for dot in found)),
    )
    data = _data([vars(dot) for dot in found])
    several = len(readings) > 1
    y: dict[str, Any] = {"y": alt.Y("group:N", sort=groups, title=None, axis=alt.Axis(ticks=False, domain=False))}
    if several:
        y["yOffset"] = alt.YOffset("reading:N", sort=readings)
        y["color"] = _colour("reading", readings)
    scale = alt.Scale(zero=False, nice=True, padding=12)
    percent = "%" if share else ",.4~r"
    x = alt.X("value:Q", title=axis, scale=scale, axis=alt.Axis(format=percent, tickCount=6))
    exact = ".2%" if share else ",.4~r"
    tooltip = [
        *([alt.Tooltip("reading:N", title="reading")] if several else []),
        alt.Tooltip("group:N", title="who or what"),
        alt.Tooltip("value:Q", title="estimate", format=exact),
        alt.Tooltip("low:Q", title="95 % from", format=exact),
        alt.Tooltip("high:Q", title="95 % to", format=exact),
    ]
    chart = alt.Chart(data)
    layers = []
    if even is not None:
        line = alt.Chart(_data([{"even": even}])).mark_rule(strokeDash=[4, 4], strokeWidth=1.4, color="var(--soft)")
        layers.append(line.encode(x=alt.X("even:Q", title=axis)))
    layers += [
        chart.mark_rule(strokeWidth=2.5, opacity=0.45)
        .encode(x=x, x2="high:Q", **y)
        .transform_calculate(value="datum.low"),
        chart.mark_point(filled=True, size=70, opacity=1).encode(x=x, tooltip=tooltip, **y),
    ]
    return _spec(alt.layer(*layers).properties(width="container", height=alt.Step(ROW if not several else 16)))


@dataclass(frozen=True)
class Bars:
    """A distribution cut into bars: where each begins, how wide all are, and how much lies in each."""

    begins: NDArray[np.float64]
    width: float
    shares: list[NDArray[np.float64]]  # one for each distribution
    outside: float  # the largest part of any that is left out at the ends

    @property
    def whole(self) -> bool:
        return self.width == 1.0


def _grain(places: NDArray[np.float64]) -> float:
    """The step of the grid on which the numbers lie, or 0."""
    if len(places) < 2:
        return 0.0
    step = float(np.diff(places).min())
    steps = places / step
    return step if np.allclose(steps, np.round(steps), atol=1e-6) else 0.0


def _fitting(width: float, grains: Sequence[float]) -> float:
    """A nice width, at least so large, that every grid divides: else bars would hold unlike numbers of steps."""
    width = nice(max(width, *grains) or 1.0)
    for _ in range(9):
        if all(not grain or abs(width / grain - round(width / grain)) < 1e-6 for grain in grains):
            break
        width = nice(width * 1.01)
    return width


def bars(distributions: Sequence[Counts]) -> Bars:
    """The same bars for all, whole numbers by themselves where there are few."""
    tables = [counts.table() for counts in distributions]
    low = min(counts.quantile(TAIL) for counts in distributions)
    high = max(counts.quantile(1 - TAIL) for counts in distributions)
    whole = all(np.all(places == np.floor(places)) for places, _ in tables)
    if whole and high - low < WHOLE:
        width = 1.0
    else:
        width = _fitting((high - low) / BARS, [_grain(places) for places, _ in tables])
    begin = np.floor(low / width + 1e-9) * width
    number = int(np.floor((high - begin) / width + 1e-9)) + 1
    begins = begin + width * np.arange(number)
    shares, outside = [], 0.0
    for places, many in tables:
        at = np.floor((places - begin) / width + 1e-9).astype(np.int64)
        inside = (at >= 0) & (at < number)
        total = float(many.sum())
        shares.append(np.bincount(at[inside], many[inside], number) / total)
        outside = max(outside, float(many[~inside].sum()) / total)
    return Bars(begins, width, shares, outside)


def histogram(cut: Bars, names: Sequence[str], axis: str) -> dict[str, Any]:
    """One distribution as bars; several as outlines over one another."""
    shift = -0.5 if cut.whole else 0.0  # a whole number stands in the middle of its bar
    values = [
        {"name": name, "from": begin + shift * cut.width, "to": begin + (1 + shift) * cut.width, "share": share}
        for name, shares in zip(names, cut.shares, strict=True)
        for begin, share in zip(cut.begins.tolist(), shares.tolist(), strict=True)
    ]
    several = len(names) > 1
    x = alt.X(
        "from:Q",
        title=axis,
        bin="binned",
        scale=alt.Scale(zero=False, nice=False),
        axis=alt.Axis(format=",.4~r", tickCount=8, grid=False),
    )
    y = alt.Y("share:Q", title=None, axis=alt.Axis(format="%", tickCount=4), stack=None)
    if cut.whole:
        tooltip = [alt.Tooltip("middle:Q", title=axis)]
    else:
        tooltip = [alt.Tooltip("from:Q", title="from", format=",.4~r"), alt.Tooltip("to:Q", title="to", format=",.4~r")]
    tooltip.append(alt.Tooltip("share:Q", title="share", format=".2%"))
    if several:
        tooltip.insert(0, alt.Tooltip("name:N", title=" "))
    for row in values:
        row["middle"] = (row["from"] + row["to"]) / 2
    if several:
        for name in names:  # the outline comes down to the floor at its end
            last = max(row["to"] for row in values)
            values.append({"name": name, "from": last, "to": last, "middle": last, "share": 0.0})
    chart = alt.Chart(_data(values))
    if several:
        colour = _colour("name", names)
        lines = chart.mark_area(interpolate="step-after", fillOpacity=0.13, line={"strokeWidth": 1.8}, opacity=1)
        shown = lines.encode(x=x, y=y, color=colour, tooltip=tooltip)
    else:
        shown = chart.mark_bar(binSpacing=1, cornerRadiusEnd=1.5).encode(x=x, x2="to:Q", y=y, tooltip=tooltip)
    return _spec(shown.properties(width="container", height=190))


def ranges(found: Sequence[Range], axis: str) -> dict[str, Any]:
    """Many distributions: the middle eight tenths as a line, the middle half thick, the median as a dot."""
    groups, readings = (
        list(dict.fromkeys(one.group for one in found)),
        list(dict.fromkeys(one.reading for one in found)),
    )
    several = len(readings) > 1
    y: dict[str, Any] = {"y": alt.Y("group:N", sort=groups, title=None, axis=alt.Axis(ticks=False, domain=False))}
    if several:
        y["yOffset"] = alt.YOffset("reading:N", sort=readings)
        y["color"] = _colour("reading", readings)
    scale = alt.Scale(zero=False, nice=True, padding=12)

    def x(field: str) -> Any:
        return alt.X(f"{field}:Q", title=axis, scale=scale, axis=alt.Axis(format=",.4~r", tickCount=6))

    tooltip = [
        *([alt.Tooltip("reading:N", title="reading")] if several else []),
        alt.Tooltip("group:N", title="who or what"),
        alt.Tooltip("median:Q", title="median", format=",.4~r"),
        alt.Tooltip("quarter:Q", title="a quarter below", format=",.4~r"),
        alt.Tooltip("three_quarters:Q", title="a quarter above", format=",.4~r"),
    ]
    chart = alt.Chart(_data([vars(one) for one in found]))
    layers = [
        chart.mark_rule(strokeWidth=1.5, opacity=0.5).encode(x=x("tenth"), x2="nine_tenths:Q", **y),
        chart.mark_rule(strokeWidth=6, opacity=0.35).encode(x=x("quarter"), x2="three_quarters:Q", **y),
        chart.mark_point(filled=True, size=60, opacity=1).encode(x=x("median"), tooltip=tooltip, **y),
    ]
    return _spec(alt.layer(*layers).properties(width="container", height=alt.Step(ROW if not several else 16)))


def courses(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """Ratings match by match."""
    chart = alt.Chart(_data(list(rows)))
    x = alt.X("match:Q", title="matches played", axis=alt.Axis(grid=False, tickCount=6, format="~s"))
    y = alt.Y("rating:Q", title=None, scale=alt.Scale(zero=False))
    line = chart.mark_line(strokeWidth=1.8).encode(x=x, y=y, color=_colour("bot", names))
    return _spec(line.properties(width="container", height=240))
