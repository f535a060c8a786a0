"""The review of a real-time game: what there was to see and to do at each moment, and what the player made of it."""

from typing import Any

import msgspec

from parlour.kit import blank, with_attributes
from parlour.kit.review import Moment, RealTimeReview
from parlour.match.replay import Step, steps


class RealTimeReport(msgspec.Struct, kw_only=True):
    seats: int
    seat: int
    over: bool  # False: the match was left early
    scores: list[int]
    winners: list[int]
    unit: str
    losses: list[float]  # of each decision
    own: dict[str, Any]  # the game's own summary


def review_real_time(log: str, seat: int, review: RealTimeReview) -> RealTimeReport:
    moments: list[Moment] = []
    for step in steps(log):
        moments.append(moment_of(step, seat, review))
    match = step.match
    own = review.summary(moments, seat, match.seats)
    losses = own.pop("losses")
    return RealTimeReport(
        seats=match.seats,
        seat=seat,
        over=match.over,
        scores=match.scores,
        winners=match.winners,
        unit=review.unit,
        losses=losses,
        own=own,
    )


def moment_of(step: Step, seat: int, review: RealTimeReview) -> Moment:
    seen: Any = step.match.seen_alone(seat)
    facts: Any = blank(review.Facts)
    review.facts(seen[0], seat, facts[0])
    return Moment(
        step.match.clock,
        step.seat,
        step.action,
        step.note,
        with_attributes(seen)[0],
        with_attributes(facts)[0],
    )
