"""The report of an experiment: what was played, the results, and how certain they are."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.metadata import version
from typing import Any

from parlour.bots import bots_of, cited
from parlour.games import rules_of
from parlour.kit import Rules
from parlour.kit.figures import Means, Spread

from . import charts, formatting
from .estimates import Estimate
from .experiment import Comparison, Figure, Results
from .general_figures import EVEN, GENERAL, KNOWN_BY, LEAD_CHANGES, MINUTES, STEPS, TIES, WINS_BY_SEAT
from .page import Page
from .run import Run

PARTS = {  # headings, by the title of the figure that follows
    "Wins by bot": "Who wins",
    "Final scores": "Scores",
    "Length in steps": "Length",
    "Lead changes": "Tension",
}
MOST_OUTLINES = 4  # more distributions are drawn as ranges with a median


@dataclass(frozen=True)
class ReportInfo:
    """How a report was made."""

    requested: int  # matches
    command: Sequence[str]  # reproduces the report
    compared: str = ""  # the option whose readings are compared

    def partial(self, results: Results) -> bool:
        return results.matches < self.requested


def report(results: Results, about: ReportInfo) -> str:
    """The report as an HTML page."""
    run = results.experiment.runs[0]
    rules = rules_of(run.game)
    title = f"{rules.title}, {run.seats} {'player' if run.seats == 1 else 'players'}"
    if about.compared:
        title += f": {about.compared}"
    page = Page(f"{title} \u2013 Parlour lab")
    _overview(page, results)
    if about.compared:
        _differences(page, results, about)
    own = [figure for figure in results.figures if figure not in GENERAL]
    for figure in GENERAL:
        if figure.title in PARTS:
            page.part(PARTS[figure.title])
        _figure(page, results, figure)
    if any(results.groups(figure) for figure in own):
        page.part(f"Figures of {rules.title}")
        for figure in own:
            _figure(page, results, figure)
    _making(page, results, about, rules)
    return page.html(_header(title, results, about))


def _header(title: str, results: Results, about: ReportInfo) -> str:
    run = results.experiment.runs[0]
    bots = formatting.bot_list([str(run.players[player]) for player in run.seating[0]])
    text = f"{results.matches:,} matches between bots: {bots}."
    if about.compared:
        text = (
            f"{results.matches:,} matches between bots ({bots}), each played with {about.compared} = "
            f"{formatting.listing(results.experiment.readings)}."
        )
    chosen = [f"{name} = {shown(value)}" for name, value in run.options.items() if name != about.compared]
    table = f"Rules version {rules_of(run.game).version}, seed {run.seed}, "
    table += f"options {formatting.listing(chosen)}." if chosen else "default options."
    html = (
        f'<p class="over">Parlour lab</p><h1>{escape(title)}</h1><p class="lead">{escape(text)}</p>'
        f'<p class="small">{escape(table)}</p>'
    )
    if about.partial(results):
        html += (
            f'<p class="note">This report is partial: the run was stopped after {results.matches:,} of '
            f"{about.requested:,} matches. The intervals are based on the matches that were played.</p>"
        )
    return html


def _overview(page: Page, results: Results) -> None:
    """The most important figures, under the first reading."""
    run = results.experiment.runs[0]
    facts = [
        (_middle(results, MINUTES), "min", "median length of a match"),
        (_middle(results, STEPS), "steps", "median length of a match"),
        (_mean(results, LEAD_CHANGES, ""), "", "lead changes per match, on average"),
        (
            _mean(results, KNOWN_BY, "by 75 % of the match"),
            "%",
            "of matches are decided by three quarters of their length",
        ),
        (_mean(results, TIES, ""), "%", "of matches end in a tie"),
    ]
    seats = {group: results.estimate(WINS_BY_SEAT, group) for group in results.groups(WINS_BY_SEAT)}
    if run.seats > 1:
        best = max(seats, key=lambda group: found.value if (found := seats[group]) else 0.0)
        even = f"of wins go to {best}, the best seat; an equal share is {100 / run.seats:.3g} %"
        facts.append((_mean(results, WINS_BY_SEAT, best), "%", even))
    page.part("Overview")
    cells = [
        f'<div class="fact"><b>{value} <small>{unit}</small></b><i>{interval}</i><span>{escape(says)}</span></div>'
        for (value, interval), unit, says in facts
        if value
    ]
    page.add(f'<div class="facts">{"".join(cells)}</div>')
    which = (
        f" All numbers are for the first reading, {escape(results.experiment.readings[0])}."
        if len(results.experiment.runs) > 1
        else ""
    )
    page.add(f'<p class="small">Below each number is its 95 % interval.{which}</p>')


def _mean(results: Results, figure: Figure, group: str) -> tuple[str, str]:
    known = group in results.groups(figure)
    return formatting.estimate(figure, results.estimate(figure, group)) if known else ("", "")


def _middle(results: Results, figure: Spread, group: str = "", reading: int = 0) -> tuple[str, str]:
    """The median and its interval."""
    found = results.quantile(figure, group, 0.5, reading)
    return (
        (formatting.plain(found.value), f"{formatting.plain(found.low)} to {formatting.plain(found.high)}")
        if found
        else ("", "")
    )


def _figure(page: Page, results: Results, figure: Figure) -> None:
    if not results.groups(figure):
        return
    page.add('<section class="figure">')
    page.heading(figure.title)
    page.add(f'<p class="says">{escape(figure.says)}</p>')
    if isinstance(figure, Means):
        _means(page, results, figure)
    else:
        _spread(page, results, figure)
    page.add("</section>")


def _named(group: str) -> str:
    return group or "all matches"


def _places(results: Results, figure: Figure) -> list[tuple[str, int]]:
    """All groups and readings of a figure that have data."""
    readings = range(len(results.experiment.runs))
    return [
        (group, reading)
        for group in results.groups(figure)
        for reading in readings
        if results.moments_of(figure, group).has(reading)
    ]


def _means(page: Page, results: Results, figure: Means) -> None:
    experiment = results.experiment
    found = [(group, reading, results.estimate(figure, group, reading)) for group, reading in _places(results, figure)]
    several = len(experiment.runs) > 1
    if len(found) == 1 and not found[0][0] and found[0][2] is not None:
        value, interval = formatting.estimate(figure, found[0][2])
        page.add(
            f'<p class="one"><b>{value}</b> {escape(formatting.unit_of(figure))}, 95 % interval {interval}, '
            f"from {found[0][2].seen:,} matches</p>"
        )
        return
    drawn = [
        charts.Dot(_named(group), experiment.readings[reading], one.value, *_bounds(one))
        for group, reading, one in found
        if one is not None
    ]
    even = 1.0 / experiment.runs[0].seats if figure in EVEN else None
    axis = f"share {figure.unit}".strip() if figure.share else figure.unit
    page.chart(charts.dot_chart(drawn, axis, figure.share, even), f"{figure.title}: the numbers are in the table below")
    rows = []
    for group, reading, one in found:
        if one is not None:
            value, interval = formatting.estimate(figure, one)
            rows.append([*_labels(results, group, reading), value, interval, f"{one.seen:,}"])
    heads = ["", *(["reading"] if several else []), formatting.unit_of(figure), "95 % interval", "matches"]
    page.table(heads, rows, ["", *(["text"] if several else []), "", "ci", "ci"])


def _bounds(one: Estimate) -> tuple[float, float]:
    """The interval to draw; empty if it is unknown."""
    return (one.value, one.value) if one.low == -float("inf") else (one.low, one.high)


def _labels(results: Results, group: str, reading: int) -> list[str]:
    if len(results.experiment.runs) == 1:
        return [escape(_named(group))]
    swatch = f'<span class="swatch" style="background:var(--c{reading % 6 + 1})"></span>'
    return [escape(_named(group)) if reading == 0 else "", swatch + escape(results.experiment.readings[reading])]


def _spread(page: Page, results: Results, figure: Spread) -> None:
    experiment, groups = results.experiment, results.groups(figure)
    readings = range(len(experiment.runs))
    several = len(experiment.runs) > 1
    label = f"{figure.title}: the numbers are in the table below"
    left_out = 0.0
    if len(groups) > MOST_OUTLINES or (several and len(groups) > 2):
        lines = [
            charts.Range(
                _named(group),
                experiment.readings[reading],
                *(results.counts_of(figure, group, reading).quantile(part) for part in (0.1, 0.25, 0.5, 0.75, 0.9)),
            )
            for group, reading in _places(results, figure)
        ]
        page.chart(charts.range_chart(lines, figure.unit), label)
    else:
        each = [[(group, reading) for group in groups] for reading in readings]
        drawn = [
            [place for place in row if place in _places(results, figure)] for row in (zip(*each) if several else each)
        ]
        for places in drawn:
            cut = charts.make_bins([results.counts_of(figure, group, reading) for group, reading in places])
            names = [experiment.readings[reading] if several else _named(group) for group, reading in places]
            if several and len(groups) > 1:
                page.add(f'<p class="name">{escape(_named(places[0][0]))}</p>')
            page.chart(charts.histogram(cut, names, figure.unit), label)
            left_out = max(left_out, cut.outside)
    rows = []
    for group, reading in _places(results, figure):
        mean, interval = formatting.estimate(figure, results.estimate(figure, group, reading))
        cells = [*_labels(results, group, reading), mean, interval]
        counts = results.counts_of(figure, group, reading)
        tenth, nine_tenths = formatting.plain(counts.quantile(0.1)), formatting.plain(counts.quantile(0.9))
        cells += [tenth, *_middle(results, figure, group, reading), nine_tenths]
        rows.append(cells)
    heads = ["", *(["reading"] if several else []), "mean", "95 % interval", "10th percentile", "median"]
    heads += ["95 % interval", "90th percentile"]
    page.table(heads, rows, ["", *(["text"] if several else []), "", "ci", "", "", "ci", ""])
    note = f" The chart leaves out the tails, at most {left_out:.2%} of all values." if left_out > 0 else ""
    page.add(f'<p class="small">In {escape(figure.unit)}.{note}</p>')


def _differences(page: Page, results: Results, about: ReportInfo) -> None:
    comparisons = results.comparisons()
    readings = results.experiment.readings
    significant = [comparison for comparison in comparisons if comparison.differs]
    rest = [comparison for comparison in comparisons if not comparison.differs]
    page.part("Differences")
    page.add(f"<p>{escape(summary_sentence(results, about.compared, comparisons))}</p>")
    page.add(
        f'<p class="small">The same seeds were played under each reading. Each reading is compared with the first, '
        f"{escape(readings[0])}, match by match (paired intervals). P-values are corrected for the number of "
        "comparisons (Holm), so that at most one report in twenty contains a false alarm. Differences of shares are in "
        "percentage points (pp).</p>"
    )
    if significant:
        _comparison_table(page, results, significant)
    if rest:
        summary = _not_significant(len(rest), bool(significant))
        page.add(f"<details{' open' if not significant else ''}><summary>{summary}</summary>")
        _comparison_table(page, results, rest)
        page.add("</details>")


def _not_significant(number: int, others: bool) -> str:
    more = "further " if others else ""
    return f"{number} {more}comparison{'s' if number != 1 else ''} without a significant difference"


def summary_sentence(results: Results, option: str, comparisons: Sequence[Comparison]) -> str:
    """A sentence that says whether and where the readings of an option differ."""
    sure = [comparison for comparison in comparisons if comparison.differs]
    if comparisons and all(comparison.p is None for comparison in comparisons):
        return f"{results.matches:,} matches are too few to tell whether the readings of {option} differ."
    if not sure:
        return (
            f"None of {len(comparisons)} comparisons shows a significant difference between the readings of {option}; "
            "there may still be a small one."
        )
    titles = list(dict.fromkeys(comparison.figure.title for comparison in sure))
    titles_in_words = formatting.listing([title[0].lower() + title[1:] for title in titles])
    verb = "differs" if len(sure) == 1 else "differ"
    return f"Of {len(comparisons)} comparisons, {len(sure)} {verb} significantly: {titles_in_words}."


def comparison_cells(results: Results, comparison: Comparison) -> tuple[str, ...]:
    """Figure, group, reading, first value, other value, difference, interval, significance."""
    figure = comparison.figure
    base, other = formatting.scaled(figure, comparison.base, comparison.other)
    low, high = formatting.scaled(figure, comparison.by.low, comparison.by.high)
    decimals = formatting.decimals_of(figure, low, high)
    change, interval = formatting.change(figure, comparison.by)
    percent = isinstance(figure, Means) and figure.share
    unit = " %" if percent else ""
    return (
        figure.title,
        comparison.group,
        results.experiment.readings[comparison.reading],
        formatting.number(base, decimals) + unit,
        formatting.number(other, decimals) + unit,
        change + (" pp" if percent else ""),
        interval,
        formatting.significance(comparison),
    )


def _comparison_table(page: Page, results: Results, comparisons: Sequence[Comparison]) -> None:
    readings = results.experiment.readings
    three = len(readings) > 2
    rows, before = [], ""
    for comparison in comparisons:
        figure, group, reading, base, other, change, interval, judged = map(
            escape, comparison_cells(results, comparison)
        )
        name = f"{figure}{': ' if group else ''}{group}"
        rows.append(
            [name if name != before else "", *([reading] if three else []), base, other, change, interval, judged]
        )
        before = name
    heads = ["", *(["reading"] if three else []), readings[0], "other" if three else readings[1], "difference"]
    heads += ["95 % interval", "significant?"]
    page.table(heads, rows, ["", *(["text"] if three else []), "", "", "", "ci", "text"])


def _making(page: Page, results: Results, about: ReportInfo, rules: Rules) -> None:
    run = results.experiment.runs[0]
    bots = bots_of(rules)
    page.part("How this was made")
    whole = f"{results.matches:,}"
    if about.partial(results):
        whole += f" of {about.requested:,} (partial)"
    facts = [
        ("Game", f"{rules.title}, rules version {rules.version}"),
        ("Players", f"{run.seats}"),
        ("Bots", formatting.bot_list([cited(bots, run.players[player]) for player in run.seating[0]])),
        ("Matches", whole + (f", under each of {len(results.experiment.runs)} readings" if about.compared else "")),
        ("Seed", str(run.seed)),
        ("Made with", f"Parlour {version('parlour')}"),
    ]
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    page.add(f"<dl>{lines}<dt>Options</dt><dd>{_options(run, rules, about, results.experiment.readings)}</dd></dl>")
    page.add(f"<p>To reproduce it:</p><pre>{escape(shlex.join(about.command))}</pre>")
    page.add(
        '<p class="small">The bots change seats from match to match, so that each plays in every seat equally often. '
        "Match <i>i</i> depends only on the seed and <i>i</i>. Intervals are 95 % confidence intervals for the "
        "long-run mean with these bots. Each match is one observation. Shares have Wilson intervals; "
        "intervals of means and ratios use the delta method; in distributions a block of matches is one observation. "
        "The intervals do not cover differences between these bots and people.</p>"
    )


def _options(run: Run, rules: Rules, about: ReportInfo, readings: Sequence[str]) -> str:
    lines = []
    for option in rules.options:
        if option.name == about.compared:
            text, chosen = " or ".join(readings), True
        else:
            text = shown(run.options.get(option.name, option.default))
            chosen = option.name in run.options
        line = escape(f"{option.name} = {text}")
        lines.append(f'<span class="chosen">{line}</span>' if chosen else line)
    return "<br>".join(lines) or "none"


def shown(value: Any) -> str:
    """An option's value; custom tables and decks are too long to show."""
    return "custom" if isinstance(value, dict) else str(value)
