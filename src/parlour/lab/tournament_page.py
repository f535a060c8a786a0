"""The page of a tournament: the ratings, and how they developed."""

import shlex
from collections.abc import Sequence
from html import escape
from importlib.metadata import version

from parlour.games import rules_of

from . import charts, formatting
from .general_figures import WINS_BY_BOT
from .page import Page
from .report import shown
from .tournament import Ratings


def page(ratings: Ratings, requested: int, command: Sequence[str]) -> str:
    run, standings = ratings.run, ratings.standings()
    rules = rules_of(run.game)
    title = f"{rules.title}, a tournament"
    sheet = Page(f"{title} \u2013 Parlour lab")
    names = [standing.bot for standing in standings]
    sheet.part("Ratings")
    sheet.add(
        '<p class="says">Ratings by OpenSkill\u2019s Plackett-Luce model. All bots start at 25; a bot with a '
        "higher rating is expected to finish ahead. The lines are the model\u2019s 95 % credible intervals.</p>"
    )
    drawn = [charts.Dot(one.bot, "", one.rating, one.low, one.high) for one in standings]
    sheet.chart(charts.dot_chart(drawn, "rating", share=False), "Ratings: the numbers are in the table below")
    rows = []
    for place, one in enumerate(standings, start=1):
        wins, around = formatting.estimate(WINS_BY_BOT, one.wins)
        low, high = formatting.number(one.low, 2), formatting.number(one.high, 2)
        rows.append(
            [
                str(place),
                escape(one.bot),
                formatting.number(one.rating, 2),
                f"{low} to {high}",
                f"{wins} %",
                around,
                f"{one.matches:,}",
            ]
        )
    heads = ["", "bot", "rating", "95 % credible interval", "wins per seat", "95 % interval", "matches"]
    sheet.table(heads, rows, ["", "text", "", "ci", "", "ci", "ci"])
    sheet.heading("Ratings over time")
    sheet.add('<p class="says">Ratings depend on the order of the matches and never settle completely.</p>')
    sheet.chart(charts.line_chart(ratings.history, names), "Ratings over time")
    sheet.part("How this was made")
    whole = f"{ratings.matches:,}" + (f" of {requested:,} (partial)" if ratings.matches < requested else "")
    facts = [
        ("Game", f"{rules.title}, rules version {rules.version}"),
        ("Players", str(run.seats)),
        ("Entrants", ", ".join(run.versions["bots"])),
        ("Matches", f"{whole}, each of {len(run.seating):,} seatings equally often"),
        ("Options", ", ".join(f"{name} = {shown(value)}" for name, value in run.options.items()) or "default"),
        ("Seed", str(run.seed)),
        ("Made with", f"Parlour {version('parlour')}"),
    ]
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    sheet.add(f"<dl>{lines}</dl><p>To reproduce it:</p><pre>{escape(shlex.join(command))}</pre>")
    lead = f"{len(names)} bots, {run.seats} at a table, {ratings.matches:,} matches."
    header = f'<p class="over">Parlour lab</p><h1>{escape(title)}</h1><p class="lead">{escape(lead)}</p>'
    if ratings.matches < requested:
        header += (
            f'<p class="note">This page is partial: the tournament was stopped after {ratings.matches:,} of '
            f"{requested:,} matches, so the seatings are not fully balanced.</p>"
        )
    return sheet.html(header)
