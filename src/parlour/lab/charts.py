"""The charts of a report, as Vega-Lite specifications, in the page's colours for light and dark mode."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit.extras import needs

from .estimates import Counts, nice_width

with needs("lab"):
    import altair as alt

ROW_HEIGHT = 30  # of a dot chart
READING_HEIGHT = 16  # of one of several readings in a row
MOST_BARS = 40  # of a histogram
MOST_WHOLE_BARS = 60  # of a histogram with one bar per whole number
TAIL = 0.001  # the part that a histogram leaves out at either end


@dataclass(frozen=True)
class Dot:
    """One number with its interval: a row of a dot chart."""

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
    spec.pop("config", None)  # the page has its own
    return spec


def _data(rows: Sequence[Any]) -> Any:
    return alt.InlineData(values=list(rows))


def _colour(field: str, order: Sequence[str]) -> Any:
    """A legend with two columns, which fits on a phone."""
    legend = alt.Legend(title=None, orient="top", direction="horizontal", columns=2, symbolOpacity=1)
    return alt.Color(f"{field}:N", sort=list(order), legend=legend)


def _rows(found: Sequence[Dot] | Sequence[Range]) -> tuple[dict[str, Any], Any, list[Any]]:
    """A row for each group, divided by readings if there are several: encodings, height, first lines of tooltips."""
    groups, readings = (list(dict.fromkeys(getattr(one, field) for one in found)) for field in ("group", "reading"))
    y: dict[str, Any] = {"y": alt.Y("group:N", sort=groups, title=None, axis=alt.Axis(ticks=False, domain=False))}
    named = [alt.Tooltip("group:N", title="group")]
    if len(readings) <= 1:
        return y, alt.Step(ROW_HEIGHT), named
    y["yOffset"] = alt.YOffset("reading:N", sort=readings)
    y["color"] = _colour("reading", readings)
    return y, alt.Step(READING_HEIGHT), [alt.Tooltip("reading:N", title="reading"), *named]


def dot_chart(found: Sequence[Dot], axis: str, share: bool, even: float | None = None) -> dict[str, Any]:
    """Each group's mean as a dot on its interval; `even` draws a line at an equal share."""
    y, height, named = _rows(found)
    scale = alt.Scale(zero=False, nice=True, padding=12)
    percent = "%" if share else ",.4~r"
    x = alt.X("value:Q", title=axis, scale=scale, axis=alt.Axis(format=percent, tickCount=6))
    exact = ".2%" if share else ",.4~r"
    tooltip = [
        *named,
        alt.Tooltip("value:Q", title="estimate", format=exact),
        alt.Tooltip("low:Q", title="95 % from", format=exact),
        alt.Tooltip("high:Q", title="95 % to", format=exact),
    ]
    chart = alt.Chart(_data([vars(dot) for dot in found]))
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
    return _spec(alt.layer(*layers).properties(width="container", height=height))


@dataclass(frozen=True)
class Bins:
    """A distribution divided into bins of equal width."""

    starts: NDArray[np.float64]
    width: float
    shares: list[NDArray[np.float64]]  # the content of the bins, for each distribution
    outside: float  # the part left out at the ends, where it is largest

    @property
    def whole(self) -> bool:
        return self.width == 1.0


def _grid_step(places: NDArray[np.float64]) -> float:
    """The step of a regular grid that contains all values, or 0 if there is none."""
    if len(places) < 2:
        return 0.0
    step = float(np.diff(places).min())
    steps = places / step
    return step if np.allclose(steps, np.round(steps), atol=1e-6) else 0.0


def _bin_width(width: float, grid_steps: Sequence[float]) -> float:
    """A round number, at least `width` and a multiple of every grid step, so that bins cover equally many values."""
    width = nice_width(max(width, *grid_steps) or 1.0)
    for _ in range(9):
        if all(not step or abs(width / step - round(width / step)) < 1e-6 for step in grid_steps):
            break
        width = nice_width(width * 1.01)
    return width


def make_bins(distributions: Sequence[Counts]) -> Bins:
    """The same bins for all distributions; one per whole number where there are few."""
    tables = [counts.table() for counts in distributions]
    low = min(counts.quantile(TAIL) for counts in distributions)
    high = max(counts.quantile(1 - TAIL) for counts in distributions)
    whole = all(np.all(places == np.floor(places)) for places, _ in tables)
    if whole and high - low < MOST_WHOLE_BARS:
        width = 1.0
    else:
        width = _bin_width((high - low) / MOST_BARS, [_grid_step(places) for places, _ in tables])
    begin = np.floor(low / width + 1e-9) * width
    number = int(np.floor((high - begin) / width + 1e-9)) + 1
    starts = begin + width * np.arange(number)
    shares, outside = [], 0.0
    for places, many in tables:
        at = np.floor((places - begin) / width + 1e-9).astype(np.int64)
        inside = (at >= 0) & (at < number)
        total = float(many.sum())
        shares.append(np.bincount(at[inside], many[inside], number) / total)
        outside = max(outside, float(many[~inside].sum()) / total)
    return Bins(starts, width, shares, outside)


def histogram(cut: Bins, names: Sequence[str], axis: str) -> dict[str, Any]:
    """One distribution as bars; several as overlaid outlines."""
    shift = -0.5 if cut.whole else 0.0  # a whole number is the centre of its bar
    values = [
        {"name": name, "from": begin + shift * cut.width, "to": begin + (1 + shift) * cut.width, "share": share}
        for name, shares in zip(names, cut.shares, strict=True)
        for begin, share in zip(cut.starts.tolist(), shares.tolist(), strict=True)
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
        for name in names:  # so that the outline returns to 0 at its end
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


def range_chart(found: Sequence[Range], axis: str) -> dict[str, Any]:
    """Many distributions: 10th to 90th percentile as a line, the quartiles as a thick line, the median as a dot."""
    y, height, named = _rows(found)
    scale = alt.Scale(zero=False, nice=True, padding=12)

    def x(field: str) -> Any:
        return alt.X(f"{field}:Q", title=axis, scale=scale, axis=alt.Axis(format=",.4~r", tickCount=6))

    tooltip = [
        *named,
        alt.Tooltip("median:Q", title="median", format=",.4~r"),
        alt.Tooltip("quarter:Q", title="25th percentile", format=",.4~r"),
        alt.Tooltip("three_quarters:Q", title="75th percentile", format=",.4~r"),
    ]
    chart = alt.Chart(_data([vars(one) for one in found]))
    layers = [
        chart.mark_rule(strokeWidth=1.5, opacity=0.5).encode(x=x("tenth"), x2="nine_tenths:Q", **y),
        chart.mark_rule(strokeWidth=6, opacity=0.35).encode(x=x("quarter"), x2="three_quarters:Q", **y),
        chart.mark_point(filled=True, size=60, opacity=1).encode(x=x("median"), tooltip=tooltip, **y),
    ]
    return _spec(alt.layer(*layers).properties(width="container", height=height))


def line_chart(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """Ratings over the course of a tournament."""
    chart = alt.Chart(_data(list(rows)))
    x = alt.X("match:Q", title="matches played", axis=alt.Axis(grid=False, tickCount=6, format="~s"))
    y = alt.Y("rating:Q", title=None, scale=alt.Scale(zero=False))
    line = chart.mark_line(strokeWidth=1.8).encode(x=x, y=y, color=_colour("bot", names))
    return _spec(line.properties(width="container", height=240))
