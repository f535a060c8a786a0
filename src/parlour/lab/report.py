"""The report of a survey: what was played, what came of it, and how sure that is."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.metadata import version
from typing import Any

from parlour.games import rules_of
from parlour.kit import Rules
from parlour.kit.figures import Means, Spread

from . import charts, words
from .general import EVEN, GENERAL, KNOWN_BY, LEAD_CHANGES, MINUTES, STEPS, TIES, WINS_BY_SEAT
from .page import Page
from .run import Run
from .sums import Estimate
from .survey import Figure, Findings, Verdict

PARTS = {  # the general figures under their headings, by the first of each
    "Wins by bot": "Who wins",
    "Final scores": "Scores",
    "Length in steps": "Length",
    "Lead changes": "Tension",
}
OUTLINES = 4  # more distributions than these are drawn as lines with a median


@dataclass(frozen=True)
class About:
    """What a report says of its own making."""

    asked: int  # matches
    command: Sequence[str]  # that makes it again
    compared: str = ""  # the option whose readings are compared

    def partial(self, findings: Findings) -> bool:
        return findings.matches < self.asked


def report(findings: Findings, about: About) -> str:
    """The whole page."""
    run = findings.survey.runs[0]
    rules = rules_of(run.game)
    title = f"{rules.title}, {run.seats} {'player' if run.seats == 1 else 'players'}"
    if about.compared:
        title += f": {about.compared}"
    page = Page(f"{title} \u2013 Parlour lab")
    _in_short(page, findings)
    if about.compared:
        _differences(page, findings, about)
    own = [figure for figure in findings.figures if figure not in GENERAL]
    for figure in GENERAL:
        if figure.title in PARTS:
            page.part(PARTS[figure.title])
        _figure(page, findings, figure)
    if any(findings.groups(figure) for figure in own):
        page.part(f"{rules.title}\u2019s own")
        for figure in own:
            _figure(page, findings, figure)
    _making(page, findings, about, rules)
    return page.html(_header(title, findings, about))


def _header(title: str, findings: Findings, about: About) -> str:
    run = findings.survey.runs[0]
    bots = words.counted([str(run.players[who]) for who in run.seating[0]])
    text = f"{findings.matches:,} matches between bots: {bots}."
    if about.compared:
        text = (
            f"{findings.matches:,} matches between bots ({bots}), each played with {about.compared} = "
            f"{words.joined(findings.survey.readings)}."
        )
    chosen = [f"{name} = {shown(value)}" for name, value in run.options.items() if name != about.compared]
    table = f"Rules version {rules_of(run.game).version}, seed {run.seed}, "
    table += f"options {words.joined(chosen)}." if chosen else "the usual options."
    html = (
        f'<p class="over">Parlour lab</p><h1>{escape(title)}</h1><p class="lead">{escape(text)}</p>'
        f'<p class="small">{escape(table)}</p>'
    )
    if about.partial(findings):
        html += (
            f'<p class="note">This report is partial: the run was stopped after {findings.matches:,} of '
            f"{about.asked:,} matches. The intervals are those of the matches that were played.</p>"
        )
    return html


def _in_short(page: Page, findings: Findings) -> None:
    """The handful of numbers that a designer looks for first, under the first reading."""
    run = findings.survey.runs[0]
    facts = [
        (_middle(findings, MINUTES), "min", "is the median length of a match"),
        (_middle(findings, STEPS), "steps", "is the median length of a match"),
        (_mean(findings, LEAD_CHANGES, ""), "", "lead changes in a match, on average"),
        (_mean(findings, KNOWN_BY, "by 75 % of the match"), "%", "are decided by three quarters of the match"),
        (_mean(findings, TIES, ""), "%", "end in a tie"),
    ]
    seats = {group: findings.estimate(WINS_BY_SEAT, group) for group in findings.groups(WINS_BY_SEAT)}
    if run.seats > 1:
        best = max(seats, key=lambda group: found.value if (found := seats[group]) else 0.0)
        even = f"of wins go to {best}, the best one; an equal share is {100 / run.seats:.3g} %"
        facts.append((_mean(findings, WINS_BY_SEAT, best), "%", even))
    page.part("In short")
    cells = [
        f'<div class="fact"><b>{value} <small>{unit}</small></b><i>{interval}</i><span>{escape(says)}</span></div>'
        for (value, interval), unit, says in facts
        if value
    ]
    page.add(f'<div class="facts">{"".join(cells)}</div>')
    which = (
        f" These are for the first reading, {escape(findings.survey.readings[0])}."
        if len(findings.survey.runs) > 1
        else ""
    )
    page.add(f'<p class="small">Below each number its 95 % interval.{which}</p>')


def _mean(findings: Findings, figure: Figure, group: str) -> tuple[str, str]:
    known = group in findings.groups(figure)
    return words.estimate(figure, findings.estimate(figure, group)) if known else ("", "")


def _middle(findings: Findings, figure: Spread, group: str = "", reading: int = 0) -> tuple[str, str]:
    """The median and its interval, as texts."""
    found = findings.quantile(figure, group, 0.5, reading)
    return (words.plain(found.value), f"{words.plain(found.low)} to {words.plain(found.high)}") if found else ("", "")


def _figure(page: Page, findings: Findings, figure: Figure) -> None:
    if not findings.groups(figure):
        return
    page.add('<section class="figure">')
    page.heading(figure.title)
    page.add(f'<p class="says">{escape(figure.says)}</p>')
    if isinstance(figure, Means):
        _means(page, findings, figure)
    else:
        _spread(page, findings, figure)
    page.add("</section>")


def _named(group: str) -> str:
    return group or "all matches"


def _places(findings: Findings, figure: Figure) -> list[tuple[str, int]]:
    """Every group under every reading of which anything was seen."""
    readings = range(len(findings.survey.runs))
    return [
        (group, reading)
        for group in findings.groups(figure)
        for reading in readings
        if findings.moments_of(figure, group).has(reading)
    ]


def _means(page: Page, findings: Findings, figure: Means) -> None:
    survey = findings.survey
    found = [
        (group, reading, findings.estimate(figure, group, reading)) for group, reading in _places(findings, figure)
    ]
    several = len(survey.runs) > 1
    if len(found) == 1 and not found[0][0] and found[0][2] is not None:
        value, interval = words.estimate(figure, found[0][2])
        page.add(
            f'<p class="one"><b>{value}</b> {escape(words.unit_of(figure))}, 95 % interval {interval}, '
            f"from {found[0][2].seen:,} matches</p>"
        )
        return
    drawn = [
        charts.Dot(_named(group), survey.readings[reading], one.value, *_bounds(one))
        for group, reading, one in found
        if one is not None
    ]
    even = 1.0 / survey.runs[0].seats if figure in EVEN else None
    axis = f"share {figure.unit}".strip() if figure.share else figure.unit
    page.chart(charts.dots(drawn, axis, figure.share, even), f"{figure.title}: the numbers are in the table below")
    rows = []
    for group, reading, one in found:
        if one is not None:
            value, interval = words.estimate(figure, one)
            rows.append([*_labels(findings, group, reading), value, interval, f"{one.seen:,}"])
    heads = ["", *(["reading"] if several else []), words.unit_of(figure), "95 % interval", "matches"]
    page.table(heads, rows, ["", *(["text"] if several else []), "", "ci", "ci"])


def _bounds(one: Estimate) -> tuple[float, float]:
    """An interval that is not known is drawn as none."""
    return (one.value, one.value) if one.low == -float("inf") else (one.low, one.high)


def _labels(findings: Findings, group: str, reading: int) -> list[str]:
    if len(findings.survey.runs) == 1:
        return [escape(_named(group))]
    swatch = f'<span class="swatch" style="background:var(--c{reading % 6 + 1})"></span>'
    return [escape(_named(group)) if reading == 0 else "", swatch + escape(findings.survey.readings[reading])]


def _spread(page: Page, findings: Findings, figure: Spread) -> None:
    survey, groups = findings.survey, findings.groups(figure)
    readings = range(len(survey.runs))
    several = len(survey.runs) > 1
    label = f"{figure.title}: the numbers are in the table below"
    left_out = 0.0
    if len(groups) > OUTLINES or (several and len(groups) > 2):
        lines = [
            charts.Range(
                _named(group),
                survey.readings[reading],
                *(findings.counts_of(figure, group, reading).quantile(part) for part in (0.1, 0.25, 0.5, 0.75, 0.9)),
            )
            for group, reading in _places(findings, figure)
        ]
        page.chart(charts.ranges(lines, figure.unit), label)
    else:
        each = [[(group, reading) for group in groups] for reading in readings]
        drawn = [
            [place for place in row if place in _places(findings, figure)] for row in (zip(*each) if several else each)
        ]
        for places in drawn:
            cut = charts.bars([findings.counts_of(figure, group, reading) for group, reading in places])
            names = [survey.readings[reading] if several else _named(group) for group, reading in places]
            if several and len(groups) > 1:
                page.add(f'<p class="name">{escape(_named(places[0][0]))}</p>')
            page.chart(charts.histogram(cut, names, figure.unit), label)
            left_out = max(left_out, cut.outside)
    rows = []
    for group, reading in _places(findings, figure):
        mean, interval = words.estimate(figure, findings.estimate(figure, group, reading))
        cells = [*_labels(findings, group, reading), mean, interval]
        counts = findings.counts_of(figure, group, reading)
        tenth, nine_tenths = words.plain(counts.quantile(0.1)), words.plain(counts.quantile(0.9))
        cells += [tenth, *_middle(findings, figure, group, reading), nine_tenths]
        rows.append(cells)
    heads = ["", *(["reading"] if several else []), "mean", "95 % interval", "a tenth is below", "median"]
    heads += ["95 % interval", "a tenth is above"]
    page.table(heads, rows, ["", *(["text"] if several else []), "", "ci", "", "", "ci", ""])
    note = f" The chart leaves out the ends, at most {left_out:.2%} of all." if left_out > 0 else ""
    page.add(f'<p class="small">In {escape(figure.unit)}.{note}</p>')


def _differences(page: Page, findings: Findings, about: About) -> None:
    verdicts = findings.verdicts()
    readings = findings.survey.readings
    surely = [verdict for verdict in verdicts if verdict.differs]
    rest = [verdict for verdict in verdicts if not verdict.differs]
    page.part("What differs")
    page.add(f"<p>{escape(in_a_sentence(findings, about.compared, verdicts))}</p>")
    page.add(
        f'<p class="small">The same seeds were played under each reading; each is compared with the first, '
        f"{escape(readings[0])}, match by match, so the intervals of the differences are paired. p-values are "
        "corrected for the number of comparisons (Holm), so that all of them together give a false alarm in one report "
        "of twenty. Differences of shares are in percentage points (pp).</p>"
    )
    if surely:
        _verdicts(page, findings, surely)
    if rest:
        page.add(f"<details{' open' if not surely else ''}><summary>{_further(len(rest), bool(surely))}</summary>")
        _verdicts(page, findings, rest)
        page.add("</details>")


def _further(number: int, others: bool) -> str:
    more = "further " if others else ""
    return f"{number} {more}comparison{'s' if number != 1 else ''} in which nothing was found beyond chance"


def in_a_sentence(findings: Findings, option: str, verdicts: Sequence[Verdict]) -> str:
    """Whether the readings of an option differ at all, and where."""
    sure = [verdict for verdict in verdicts if verdict.differs]
    if verdicts and all(verdict.chance is None for verdict in verdicts):
        return f"{findings.matches:,} matches are too few to say whether the readings of {option} differ."
    if not sure:
        return (
            f"None of {len(verdicts)} comparisons shows a difference between the readings of {option} that is more "
            "than chance; a small one may be there all the same."
        )
    titles = list(dict.fromkeys(verdict.figure.title for verdict in sure))
    told = words.joined([title[0].lower() + title[1:] for title in titles])
    verb = "differs" if len(sure) == 1 else "differ"
    return f"Of {len(verdicts)} comparisons {len(sure)} {verb} by more than chance: {told}."


def verdict_cells(findings: Findings, verdict: Verdict) -> tuple[str, ...]:
    """Figure, group, reading, before, after, difference, interval, judgement: as texts."""
    figure = verdict.figure
    base, other = words.scaled(figure, verdict.base, verdict.other)
    low, high = words.scaled(figure, verdict.by.low, verdict.by.high)
    decimals = words.decimals_of(figure, low, high)
    change, interval = words.change(figure, verdict.by)
    percent = isinstance(figure, Means) and figure.share
    unit = " %" if percent else ""
    return (
        figure.title,
        verdict.group,
        findings.survey.readings[verdict.reading],
        words.number(base, decimals) + unit,
        words.number(other, decimals) + unit,
        change + (" pp" if percent else ""),
        interval,
        words.judgement(verdict),
    )


def _verdicts(page: Page, findings: Findings, verdicts: Sequence[Verdict]) -> None:
    readings = findings.survey.readings
    three = len(readings) > 2
    rows, before = [], ""
    for verdict in verdicts:
        figure, group, reading, base, other, change, interval, judged = map(escape, verdict_cells(findings, verdict))
        name = f"{figure}{': ' if group else ''}{group}"
        rows.append(
            [name if name != before else "", *([reading] if three else []), base, other, change, interval, judged]
        )
        before = name
    heads = ["", *(["reading"] if three else []), readings[0], "then" if three else readings[1], "difference"]
    heads += ["95 % interval", "more than chance?"]
    page.table(heads, rows, ["", *(["text"] if three else []), "", "", "", "ci", "text"])


def _making(page: Page, findings: Findings, about: About, rules: Rules) -> None:
    run = findings.survey.runs[0]
    page.part("How this was made")
    whole = f"{findings.matches:,}"
    if about.partial(findings):
        whole += f" of {about.asked:,} (partial)"
    facts = [
        ("Game", f"{rules.title}, rules version {rules.version}"),
        ("Players", f"{run.seats}"),
        ("Bots", words.counted([str(run.players[who]) for who in run.seating[0]])),
        ("Matches", whole + (f", under each of {len(findings.survey.runs)} readings" if about.compared else "")),
        ("Seed", str(run.seed)),
        ("Made with", f"Parlour {version('parlour')}"),
    ]
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    page.add(f"<dl>{lines}<dt>Options</dt><dd>{_options(run, rules, about, findings.survey.readings)}</dd></dl>")
    page.add(f"<p>To make it again:</p><pre>{escape(shlex.join(about.command))}</pre>")
    page.add(
        '<p class="small">The bots change seats from match to match, so that each sits everywhere equally often. Match '
        "<i>i</i> depends on the seed and <i>i</i> alone. An interval is for the long-run mean of such bots, at 95 %. "
        "A match counts as one observation, however many things are counted in it; shares have Wilson\u2019s interval, "
        "means and ratios the delta method\u2019s; in distributions a block of matches is one observation. They say "
        "nothing about how people differ from these bots.</p>"
    )


def _options(run: Run, rules: Rules, about: About, readings: Sequence[str]) -> str:
    told = []
    for option in rules.options:
        if option.name == about.compared:
            text, chosen = " or ".join(readings), True
        else:
            text = shown(run.options.get(option.name, option.default))
            chosen = option.name in run.options
        line = escape(f"{option.name} = {text}")
        told.append(f'<span class="chosen">{line}</span>' if chosen else line)
    return "<br>".join(told) or "none"


def shown(value: Any) -> str:
    """An option's value; an owner's own table or deck is too long to show."""
    return "custom" if isinstance(value, dict) else str(value)
