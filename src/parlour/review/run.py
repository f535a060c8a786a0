"""`review`: how one seat played a match, whatever the game."""

from collections.abc import Callable

from parlour.bots.search import Effort
from parlour.kit import BadInput
from parlour.kit.review import TurnReview
from parlour.match import game
from parlour.match.replay import read_log

from .levels import Grade, graded
from .real_time import RealTimeReport, review_real_time
from .registry import review_of
from .turns import EFFORT, TurnReport, review_turns

Report = TurnReport | RealTimeReport

POINTS = "points"


def review(
    log: str,
    seat: int,
    *,
    effort: Effort = EFFORT,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,  # called with the number of decisions judged, and of all
) -> Report:
    """The review of one seat. Seats are counted from 0, as in a log. `BadInput` says why there is none."""
    header, _ = read_log(log)
    rules = game(header.game).rules
    asked = review_of(rules)
    if asked is None:
        raise BadInput(f"matches of {rules.title} cannot be reviewed")
    if not 0 <= seat < header.seats:
        raise BadInput(f"this match has {header.seats} players: seats are 0 to {header.seats - 1}, not {seat}")
    report: Report
    if isinstance(asked, TurnReview):
        report = review_turns(log, seat, asked, effort, threads, progress)
    else:
        report = review_real_time(log, seat, asked)
    if not report.losses:
        raise BadInput(f"player {seat + 1} made no decision in this match, so there is nothing to review")
    return report


def losses_of(report: Report) -> tuple[list[float], str]:
    """What each decision lost, and in which unit. In turn-based games that is the lead over the others in points. A
    player who is far behind has hardly any chance left to lose, and would get a better grade than the leader for the
    same moves; and a good move may cost points of one's own, if it costs the others more."""
    if isinstance(report, TurnReport):
        return [decision.lead for decision in report.decisions], POINTS
    return report.losses, report.unit


def grade(name: str, report: Report) -> Grade:
    """The mean loss per decision, on the scale of the game's levels."""
    losses, unit = losses_of(report)
    return graded(name, losses, unit)
