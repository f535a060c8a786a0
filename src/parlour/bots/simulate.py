"""Whole matches between bots in virtual time, compiled, with notes of what happens.

After each change every bot concerned looks at the table and decides; the earliest decision is carried out, unless
something is due before it. In a turn-based game a decision stands until it is carried out or a timer fires; in a
real-time game every bot decides again after every change, and its mind remembers what it was about to do.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine import STUCK, loops
from parlour.kit import (
    NEVER,
    NO_MEASURE,
    NOTHING,
    Bots,
    Measure,
    Rules,
    int8,
    int16,
    int32,
    int64,
    record,
    rule,
    seed_of,
)

from .deciding import ILLEGAL, TOO_LATE, deciding, tie_dice

DONE = -1  # all matches are played
FAULT = -30_000  # minus the seat whose bot chose an illegal action

NO_SEAT = -1  # in `noted`: no seat acted, a timer fired


def tally_record(rules: Rules, fields: Mapping[str, Any]) -> np.dtype[Any]:
    """The record of one match: its result and what the lab measures."""
    return record(
        match_no=int64,
        scores=int32[rules.max_seats],
        who=int8[rules.max_seats],  # which of the bots sat there
        steps=int32,
        ms=int64,  # how long it took
        leader=int8,  # the seat that leads alone, or -1
        last_leader=int8,  # the seat that led alone last
        lead_changes=int16,
        lead_since=int64,  # when the leader or leaders at the end took the lead
        **fields,
    )


Progress = record(number=int64, running=int8)  # of a run: the current match; 1 if it is dealt


class Simulation(NamedTuple):
    """Whole matches of one game. Every record type comes with the loop that uses it."""

    Ask: np.dtype[Any]
    Schedule: np.dtype[Any]
    Tally: np.dtype[Any]
    begin: Callable[..., Any]
    run: Callable[..., Any]


@cache
def simulation(bots: Bots, measure: Measure = NO_MEASURE) -> Simulation:
    """The compiled loops of one game, including the lab's measurements."""
    rules = bots.rules
    game, bot = loops(rules), deciding(bots)
    start, happen = game.start, game.happen
    next_bot, carry_out, reconsider = bot.next_bot, bot.carry_out, bot.reconsider
    due, over, score = rules.due, rules.over, rules.score
    real_time, sign = rules.real_time, -1 if rules.lowest_wins else 1
    opened, noted, closed = measure.opened, measure.noted, measure.closed
    Tally = tally_record(rules, measure.fields)

    @rule
    def note_lead(state, tally):  # type: ignore[no-untyped-def]
        """Who leads, and since when."""
        score(state, tally.scores[:])
        best, leader = sign * int(tally.scores[0]), 0
        for seat in range(1, np.int64(state.seats)):
            points = sign * int(tally.scores[seat])
            if points > best:
                best, leader = points, seat
            elif points == best:
                leader = -1
        if leader != tally.leader:
            tally.leader = leader
            tally.lead_since = state.clock
            if leader >= 0:
                if tally.last_leader >= 0 and tally.last_leader != leader:
                    tally.lead_changes += 1
                tally.last_leader = leader

    @rule
    def begin(work, minds, templates, seating, seed, number, schedule, tally):  # type: ignore[no-untyped-def]
        """Match `number` of a run is dealt from the options in work[0], and its bots sit down."""
        work[1] = work[0]
        state = work[1]
        match_seed = seed_of(seed, number)
        start(work, 1, match_seed)
        schedule.rng = tie_dice(match_seed)
        row = number % len(seating)
        tally.match_no = number
        for seat in range(np.int64(state.seats)):
            minds[seat] = templates[seating[row, seat]]
            minds[seat].rng = seed_of(match_seed, seat + 1)
            tally.who[seat] = seating[row, seat]
        tally.leader = -1
        tally.last_leader = -1
        note_lead(state, tally)
        opened(state, tally)

    @rule
    def play_on(work, minds, asks, schedule, tally):  # type: ignore[no-untyped-def]
        """Play until the match is over (DONE), a seat must search for its move (its number), or something is wrong."""
        state, seen, before, ask = work[1], work[2], work[3], asks[0]
        seats = np.int64(state.seats)
        while not over(state):
            chosen, must_search = next_bot(state, seen, minds, 0, np.int64(NO_SEAT), ask, schedule)
            if must_search:
                return chosen
            at = np.int64(NEVER) if chosen == NOTHING else np.int64(minds[chosen].at)
            next_due = due(state)
            work[3] = work[1]
            if next_due <= at:
                if next_due == NEVER:
                    return np.int64(STUCK)
                happen(state, next_due)
                reconsider(minds, 0, seats)
                noted(before, state, np.int64(NO_SEAT), np.int64(NOTHING), tally)
            else:
                action = np.int64(minds[chosen].action)
                done = carry_out(state, chosen, minds[chosen])
                if done == ILLEGAL:
                    return FAULT - chosen
                if done == TOO_LATE:
                    continue
                if real_time:
                    reconsider(minds, 0, seats)
                tally.steps += 1
                noted(before, state, chosen, action, tally)
            note_lead(state, tally)
        tally.ms = state.clock
        closed(state, tally)
        return np.int64(DONE)

    @rule
    def run(work, minds, templates, seating, seed, first, last, asks, schedules, progress, tallies):  # type: ignore[no-untyped-def]
        """Matches `first` to `last` - 1, continuing from `progress`.

        Returns DONE, the seat of a bot that must search, or an error code.
        work: the options; the match; what a seat last saw of it; the match before the last change.
        """
        while progress[0].number < last:
            number = np.int64(progress[0].number)
            tally = tallies[number - first]
            if not progress[0].running:
                begin(work, minds, templates, seating, seed, number, schedules[0], tally)
                progress[0].running = 1
            answer = play_on(work, minds, asks, schedules[0], tally)
            if answer != DONE:
                return answer
            progress[0].running = 0
            progress[0].number = number + 1
        return np.int64(DONE)

    return Simulation(bot.Ask, bot.Schedule, Tally, begin, run)
