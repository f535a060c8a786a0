"""A review as lines of text, for a terminal."""

from collections.abc import Iterator

from parlour.kit import Rules
from parlour.kit.minds import LEVELS
from parlour.kit.review import RealTimeReview

from .levels import Grade, scale_of
from .real_time import RealTimeReport
from .registry import review_of
from .run import Report
from .summary import mistakes_of, moment, number, parts_of, percent, place_of, share
from .turns import TurnReport

SHOWN = 10  # mistakes


def lines(rules: Rules, report: Report, grade: Grade) -> Iterator[str]:
    yield headline(rules, report)
    yield result(rules, report)
    yield ""
    yield f"Grade: {graded(grade)}"
    yield f"  {scale(rules, grade)}"
    if isinstance(report, RealTimeReport):
        game = review_of(rules)
        assert isinstance(game, RealTimeReview)
        yield ""
        yield from game.tells(report.own)
    else:
        yield ""
        yield from skill(report)
        yield ""
        yield from mistakes(report)


def headline(rules: Rules, report: Report) -> str:
    return f"{rules.title}, {report.seats} players: how player {report.seat + 1} played"


def result(rules: Rules, report: Report) -> str:
    if not report.over:
        return "The match was left early, so there is no result. Only what was played is reviewed."
    scores = ", ".join(str(score) for score in report.scores)
    won = report.seat in report.winners
    shared = " together with others" if won and len(report.winners) > 1 else ""
    place = place_of(report.scores, report.seat, rules.lowest_wins)
    told = f"won{shared}" if won else f"came {('first', 'second', 'third', 'fourth', 'fifth', 'sixth')[place - 1]}"
    return f"Result: player {report.seat + 1} {told} with {report.scores[report.seat]} points (all players: {scores})."


def graded(grade: Grade) -> str:
    like = f", about as much as the bot {grade.level}" if grade.level else ""
    return f"{number(max(0.0, grade.loss))} {grade.unit} lost per decision{like} ({grade.decisions} decisions)."


def scale(rules: Rules, grade: Grade) -> str:
    measured = scale_of(rules.name)
    if measured is None:
        return "The bots of this game have not been measured yet."
    known = ", ".join(f"{level} {number(measured.levels[level].loss)}" for level in LEVELS if level in measured.levels)
    return f"The bots lose: {known}."


def skill(report: TurnReport) -> Iterator[str]:
    parts = parts_of(report)
    yield "Chance to win"
    yield f"  {'an equal share, before the deal':<36}{percent(parts.start):>9}"
    yield f"  {'luck: cards and the other players':<36}{percent(parts.luck, signed=True):>9}"
    yield f"  {'skill: lost by own decisions':<36}{percent(-parts.lost, signed=True):>9}"
    yield f"  {'the result' if report.over else 'when the match was left':<36}{percent(parts.end):>9}"


def mistakes(report: TurnReport) -> Iterator[str]:
    found = mistakes_of(report)
    if not found:
        yield "Mistakes: none that is certain."
        return
    shown = f", the worst {SHOWN} of them" if len(found) > SHOWN else ""
    yield f"Mistakes: {len(found)}{shown}"
    for mistake in found[:SHOWN]:
        yield f"  at {moment(mistake.ms)}, {share(mistake.loss)} lost: {mistake.played_words}"
        yield f"    better: {mistake.best_words}"
        yield f"    {mistake.reason} ({', '.join(mistake.rules)})"
