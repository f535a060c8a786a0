"""A review as one HTML page without any other file: for a desk or a phone, light or dark, screen or print."""

from html import escape

from parlour.kit import Rules
from parlour.kit.minds import LEVELS
from parlour.kit.review import RealTimeReview

from . import text
from .levels import Grade, scale_of
from .real_time import RealTimeReport
from .registry import review_of
from .run import Report
from .summary import mistakes_of, moment, number, parts_of, percent, share
from .turns import WHOLE, Decision, TurnReport

STYLE = """
:root{--paper:#fbfaf7;--ink:#22252a;--soft:#5c626b;--line:#dedad0;--wash:#f2f0ea;--good:#2f6d91;--bad:#b0472a;
color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{--paper:#17191c;--ink:#e6e4de;--soft:#a5a9af;--line:#34383e;
--wash:#1f2226;--good:#74b3d6;--bad:#e88a6c}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:46rem;padding:2rem 1rem 4rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.2rem;margin:2.2rem 0 .6rem}
p{margin:.4rem 0;text-wrap:pretty}
.soft{color:var(--soft)}
svg{display:block;width:100%;max-width:38rem;height:auto}
svg text{fill:var(--soft);font:13px ui-sans-serif,system-ui,sans-serif}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--soft)}
td.number,th.number{text-align:right}
td.number{white-space:nowrap}
.mistake{background:var(--wash);border-left:4px solid var(--bad);border-radius:4px;padding:.6rem .8rem;margin:.6rem 0}
.mistake b{color:var(--bad);white-space:nowrap}
.id{color:var(--soft);white-space:nowrap}
tr.bad td{color:var(--bad)}
"""
WIDTH, HEIGHT, LEFT, BOTTOM = 440, 220, 50, 12  # of the curve, in its own units


def page(rules: Rules, report: Report, grade: Grade) -> str:
    title = text.headline(rules, report)
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(text.result(rules, report))}</p>",
        "<h2>Grade</h2>",
        f"<p>{escape(text.graded(grade))}</p>",
        _scale(rules, grade),
    ]
    body += _real_time(rules, report) if isinstance(report, RealTimeReport) else _turns(report)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _real_time(rules: Rules, report: RealTimeReport) -> list[str]:
    game = review_of(rules)
    assert isinstance(game, RealTimeReview)
    return ["<h2>What happened</h2>", *(f"<p>{escape(told)}</p>" for told in game.tells(report.own) if told)]


def _scale(rules: Rules, grade: Grade) -> str:
    """The levels of bots, with the reviewed player among them."""
    measured = scale_of(rules.name)
    if measured is None:
        return f'<p class="soft">{escape(text.scale(rules, grade))}</p>'
    rows = [(measured.levels[level].loss, level) for level in LEVELS if level in measured.levels]
    rows.append((max(0.0, grade.loss), ""))
    cells = []
    for loss, level in sorted(rows, reverse=True):
        who = escape(f"the bot {level}") if level else "<strong>this player</strong>"
        cells.append(f'<tr><td>{who}</td><td class="number">{number(loss)}</td></tr>')
    return _table(["player", f"lost per decision, in {grade.unit}"], cells)


def _table(heads: list[str], rows: list[str]) -> str:
    kinds = [' class="number"' if '<td class="number">' in row else "" for row in _columns(rows, len(heads))]
    head = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for name, kind in zip(heads, kinds, strict=True))
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _columns(rows: list[str], count: int) -> list[str]:
    """The first row's cells, one for each column."""
    return [f"<td{cell}" for cell in rows[0].split("<td")[1:]] if rows else [""] * count


def _turns(report: TurnReport) -> list[str]:
    parts = parts_of(report)
    sums = [
        ("an equal share, before the deal", percent(parts.start)),
        ("luck: cards and the other players", percent(parts.luck, signed=True)),
        ("skill: lost by own decisions", percent(-parts.lost, signed=True)),
        ("the result" if report.over else "when the match was left", percent(parts.end)),
    ]
    rows = [f'<tr><td>{escape(name)}</td><td class="number">{value}</td></tr>' for name, value in sums]
    found = mistakes_of(report)
    return [
        "<h2>Luck and skill</h2>",
        _table(["part", "chance to win"], rows),
        "<h2>The chance to win, decision by decision</h2>",
        _curve(report),
        '<p class="soft">The line is the chance after each decision; a dot marks a mistake.</p>',
        f"<h2>Mistakes: {len(found) or 'none that is certain'}</h2>",
        *(_mistake(mistake) for mistake in found),
        "<h2>All decisions</h2>",
        _table(["time", "played", "best", "chance", "lost"], [_decision(one) for one in report.decisions]),
    ]


def _mistake(one: Decision) -> str:
    return (
        f'<div class="mistake"><p>At {moment(one.ms)}: {escape(one.played_words)}. <b>{share(one.loss)} lost</b></p>'
        f"<p>Better: {escape(one.best_words)}.</p>"
        f"<p>{escape(one.reason)} {' '.join(f'<span class=id>{escape(rule)}</span>' for rule in one.rules)}</p></div>"
    )


def _decision(one: Decision) -> str:
    best = "the same" if one.best == one.played else escape(one.best_words)
    return (
        f"<tr{' class=bad' if one.mistake else ''}><td>{moment(one.ms)}</td><td>{escape(one.played_words)}</td>"
        f'<td>{best}</td><td class="number">{share(one.chance - one.loss)}</td>'
        f'<td class="number">{share(one.loss)}</td></tr>'
    )


def _curve(report: TurnReport) -> str:
    """The chance after each decision, from an equal share to the result."""
    chances = [report.start, *(one.chance - one.loss for one in report.decisions)]
    if report.result is not None:
        chances.append(report.result)
    step = (WIDTH - LEFT - 8) / max(1, len(chances) - 1)
    points = [(LEFT + step * i, _height(chance)) for i, chance in enumerate(chances)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    grid = "".join(
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{_height(level):.1f}" y2="{_height(level):.1f}" stroke="var(--line)"/>'
        f'<text x="{LEFT - 6}" y="{_height(level) + 4:.1f}" text-anchor="end">{level * 100 // WHOLE} %</text>'
        for level in range(0, WHOLE + 1, WHOLE // 4)
    )
    dots = "".join(
        f'<circle cx="{points[i + 1][0]:.1f}" cy="{points[i + 1][1]:.1f}" r="4" fill="var(--bad)"/>'
        for i, one in enumerate(report.decisions)
        if one.mistake
    )
    told = f"The chance to win after each of {len(report.decisions)} decisions, from {share(chances[0])} to "
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{told}{share(chances[-1])}">{grid}'
        f'<polyline points="{line}" fill="none" stroke="var(--good)" stroke-width="2"/>{dots}</svg>'
    )


def _height(chance: int) -> float:
    return 8 + (HEIGHT - 8 - BOTTOM) * (1 - chance / WHOLE)
