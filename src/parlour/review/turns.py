"""The review of a turn-based game: every decision of one seat, judged by the search.

A decision is judged with nothing but what the seat saw: rival moves are played out in the same worlds, all of which the
seat could have been in (bots/search.py). Chances are whole millionths, so that the parts add up to the result exactly:

    what the seat had before the first card (an equal share)
    + luck: what cards and the other players changed between two of its decisions
    - losses: what its own decisions fell short of the best moves
    = the result
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, NamedTuple

import msgspec
import numpy as np

from parlour.bots.registry import bots_of
from parlour.bots.search import Effort, Judgement, Search
from parlour.kit import blank, seed_of, with_attributes
from parlour.kit.review import Reason, TurnReview
from parlour.match import Match
from parlour.match.replay import dealt, play_entry, read_log, wait_until_end

WHOLE = 1_000_000  # a chance of 100 %
EFFORT = Effort(playouts=800, worlds=800)
CERTAIN = 3.0  # standard errors of a loss that is called a mistake
WORTH_TELLING = WHOLE * 3 // 1000  # a smaller loss is no mistake, however certain: nobody would want to hear of it
SEED = 17  # of all reviews: dice that came from the match's own seed would know its cards


class Decision(msgspec.Struct, kw_only=True):
    """A move that was one of several."""

    entry: int  # its number in the log, from 0
    ms: int
    played: int
    best: int  # the same as `played` if no move seems better
    played_words: str
    best_words: str
    luck: int  # how the chance changed since the decision before, through cards and the other players
    chance: int  # with the best move, in millionths
    loss: int  # what the move played falls short of it; an estimate, so it can be a little below 0
    error: int  # its standard error
    points: float  # points lost
    lead: float  # how far it fell back behind the mean of the others, in points
    mistake: bool  # the loss is statistically certain, and worth telling
    reason: str = ""
    rules: list[str] = []


class TurnReport(msgspec.Struct, kw_only=True):
    seats: int
    seat: int
    over: bool  # False: the match was left early, so there is no result to explain
    scores: list[int]
    winners: list[int]
    start: int  # an equal share
    decisions: list[Decision]
    luck: int  # after the last decision
    result: int | None  # the whole for a victory, a share of it for a tie, or 0

    @property
    def losses(self) -> list[int]:
        return [decision.loss for decision in self.decisions]


class Situation(NamedTuple):
    """A moment at which the seat had a choice."""

    entry: int
    ms: int
    played: int
    seens: Any  # what it saw: one record


def situations(log: str, seat: int) -> tuple[list[Situation], Match]:
    """All moments at which the seat had a choice and made it, and the match at its end."""
    header, entries = read_log(log)
    match = dealt(header)
    found = []
    for number, entry in enumerate(entries):
        if entry.seat == seat and entry.action not in match.rules.asides:
            if entry.ms > match.clock:
                match.wait(until=entry.ms)
            legal = match.legal(seat)
            if len(legal) > 1 and entry.action in legal:
                found.append(Situation(number, match.clock, entry.action, match.seen_alone(seat)))
        play_entry(match, number + 2, entry)
    wait_until_end(match, header)
    return found, match


def judgements(
    match: Match, seat: int, found: list[Situation], effort: Effort, threads: int
) -> Iterator[Judgement | None]:
    """What the search says of each; the result does not depend on the number of threads."""
    bots = bots_of(match.rules)
    searches: SimpleQueue[Search] = SimpleQueue()
    for _ in range(threads):
        searches.put(Search(bots))

    def judge(situation: Situation) -> Judgement | None:
        search = searches.get()
        try:
            seed = int(seed_of(np.uint64(SEED), situation.entry)) >> 1
            return search.judge(situation.seens, seat, situation.played, seed, effort)
        finally:
            searches.put(search)

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(judge, found)
        finally:
            pool.shutdown(cancel_futures=True)


def review_turns(
    log: str,
    seat: int,
    review: TurnReview,
    effort: Effort = EFFORT,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,  # called with the number of decisions judged, and of all
) -> TurnReport:
    found, match = situations(log, seat)
    start = WHOLE // match.seats
    before = start
    decisions = []
    for number, judgement in enumerate(judgements(match, seat, found, effort, threads)):
        if judgement is not None:
            decision = _decision(match, seat, found[number], judgement, before)
            before = decision.chance - decision.loss
            if decision.mistake:
                _explain(decision, found[number], seat, review)
            decisions.append(decision)
        if progress is not None:
            progress(number + 1, len(found))
    result = (WHOLE // len(match.winners) if seat in match.winners else 0) if match.over else None
    return TurnReport(
        seats=match.seats,
        seat=seat,
        over=match.over,
        scores=match.scores,
        winners=match.winners,
        start=start,
        decisions=decisions,
        luck=0 if result is None else result - before,
        result=result,
    )


def _decision(match: Match, seat: int, situation: Situation, judged: Judgement, before: int) -> Decision:
    after, loss, error = (round(share * WHOLE) for share in (judged.chance, judged.gain, judged.error))
    seen = with_attributes(situation.seens)[0]
    describe = match.rules.describe
    return Decision(
        entry=situation.entry,
        ms=situation.ms,
        played=judged.played,
        best=judged.best,
        played_words=describe(seen, judged.played),
        best_words=describe(seen, judged.best),
        luck=after + loss - before,
        chance=after + loss,
        loss=loss,
        error=error,
        points=round(-judged.points if match.rules.lowest_wins else judged.points, 2),
        lead=round(judged.lead, 2),
        mistake=loss > CERTAIN * error and loss >= WORTH_TELLING,
    )


def _explain(decision: Decision, situation: Situation, seat: int, review: TurnReview) -> None:
    reason: Any = blank(Reason)
    review.reason(situation.seens[0], seat, decision.played, decision.best, reason[0])
    number = int(reason["number"][0])
    explanation = review.explanations[number]
    decision.reason = explanation.says.format(*review.words(number, reason["about"][0].tolist()))
    decision.rules = list(explanation.rules)
