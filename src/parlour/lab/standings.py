"""The page of a tournament: a table of ratings, and how they came about."""

import shlex
from collections.abc import Sequence
from html import escape
from importlib.metadata import version

from parlour.games import rules_of

from . import charts, words
from .general import WINS_BY_BOT
from .page import Page
from .report import shown
from .tournament import Ratings


def page(ratings: Ratings, asked: int, command: Sequence[str]) -> str:
    run, standings = ratings.run, ratings.standings()
    rules = rules_of(run.game)
    title = f"{rules.title}, a tournament"
    sheet = Page(f"{title} \u2013 Parlour lab")
    names = [standing.bot for standing in standings]
    sheet.part("Ratings")
    sheet.add(
        '<p class="says">A bot\u2019s rating by OpenSkill\u2019s Plackett-Luce model: everybody begins at 25, and a '
        "higher rating means that it is expected to come out ahead. The line is what the model believes at 95 %.</p>"
    )
    drawn = [charts.Dot(one.bot, "", one.rating, one.low, one.high) for one in standings]
    sheet.chart(charts.dots(drawn, "rating", share=False), "Ratings: the numbers are in the table below")
    rows = []
    for place, one in enumerate(standings, start=1):
        wins, around = words.estimate(WINS_BY_BOT, one.wins)
        low, high = words.number(one.low, 2), words.number(one.high, 2)
        rows.append(
            [
                str(place),
                escape(one.bot),
                words.number(one.rating, 2),
                f"{low} to {high}",
                f"{wins} %",
                around,
                f"{one.matches:,}",
            ]
        )
    heads = ["", "bot", "rating", "95 %, it believes", "wins of a seat", "95 % interval", "matches"]
    sheet.table(heads, rows, ["", "text", "", "ci", "", "ci", "ci"])
    sheet.heading("How the ratings came about")
    sheet.add('<p class="says">After so many matches; ratings follow the order of matches and never quite settle.</p>')
    sheet.chart(charts.courses(ratings.course, names), "The course of the ratings")
    sheet.part("How this was made")
    whole = f"{ratings.matches:,}" + (f" of {asked:,} (partial)" if ratings.matches < asked else "")
    facts = [
        ("Game", f"{rules.title}, rules version {rules.version}"),
        ("Players", str(run.seats)),
        ("Entrants", ", ".join(ratings.names)),
        ("Matches", f"{whole}, each of {len(run.seating):,} seatings equally often"),
        ("Options", ", ".join(f"{name} = {shown(value)}" for name, value in run.options.items()) or "the usual ones"),
        ("Seed", str(run.seed)),
        ("Made with", f"Parlour {version('parlour')}"),
    ]
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    sheet.add(f"<dl>{lines}</dl><p>To make it again:</p><pre>{escape(shlex.join(command))}</pre>")
    lead = f"{len(names)} bots, {run.seats} at a table, {ratings.matches:,} matches."
    header = f'<p class="over">Parlour lab</p><h1>{escape(title)}</h1><p class="lead">{escape(lead)}</p>'
    if ratings.matches < asked:
        header += (
            f'<p class="note">This page is partial: the tournament was stopped after {ratings.matches:,} of {asked:,} '
            "matches, so the seatings are not quite balanced.</p>"
        )
    return sheet.html(header)
