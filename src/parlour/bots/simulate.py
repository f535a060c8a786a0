"""A table of bots in virtual time: whole matches, compiled, with notes taken of what happens.

After each change every seat concerned looks at the table and makes up its mind; the earliest answer is carried out,
unless something is due before. In a game of turns an answer stands until it is carried out or a timer strikes; in a
real-time game everybody looks again after every change, and a mind remembers what it was about to do.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine import loops
from parlour.kit import (
    NEVER,
    NO_MEASURE,
    Dice,
    Measure,
    Rules,
    below,
    blank,
    int8,
    int16,
    int32,
    int64,
    pasted,
    record,
    rule,
    scramble,
    seed_of,
)
from parlour.kit.human_timing import exponential, hesitation
from parlour.kit.minds import NOTHING, Bots, Level, ask_record

DONE = -1  # all matches asked for are played
STUCK = -20_000  # nobody wants to act and nothing is due
FAULT = -30_000  # minus the seat: its bot answered with an action that is not legal then

NO_SEAT = -1  # in `noted`: time has done it

RANDOM_MS, RANDOM_SPREAD = 1200.0, 0.5  # how long a random player of a game of turns looks at the cards
RANDOM_PAUSE_MS = 900.0  # and how long one of a real-time game sits still, on average


def tally_record(rules: Rules, fields: Mapping[str, Any]) -> np.dtype[Any]:
    """What is written down about one match."""
    return record(
        match_no=int64,
        scores=int32[rules.max_seats],
        who=int8[rules.max_seats],  # which of the bots sat there
        steps=int32,
        ms=int64,  # how long it took
        leader=int8,  # who leads alone, or -1
        last_leader=int8,  # who led alone last
        lead_changes=int16,
        lead_since=int64,  # when those in the lead at the end were last joined or changed
        **fields,
    )


Progress = record(number=int64, running=int8)  # of a run: the match it is at, and whether that is dealt


class Seated(NamedTuple):
    """The compiled loops of one game with bots at the table."""

    Ask: np.dtype[Any]
    Tally: np.dtype[Any]
    ponder: Callable[..., Any]  # ponder(seens, asks, seat, minds, i): one mind answers; for matches played outside
    run: Callable[..., Any]


@rule
def for_ties(match_seed):  # type: ignore[no-untyped-def]
    """The first random number of the dice that say who of several, ready at the same ms, is first."""
    return scramble(match_seed + np.uint64(1))


def ties(match_seed: int) -> Any:
    """Those dice, for a match that is played move by move."""
    dice = blank(Dice)
    dice["rng"][0] = for_ties(np.uint64(match_seed))
    return dice


@cache
def seated(bots: Bots, measure: Measure = NO_MEASURE) -> Seated:
    rules = bots.rules
    game = loops(rules)
    start, happen, act = game.start, game.happen, game.act
    due, over, score, see = rules.due, rules.over, rules.score, rules.see
    when, legal, think = rules.when, pasted(rules.legal), bots.think
    real_time, same_eyes, sign = rules.real_time, rules.open_table, -1 if rules.lowest_wins else 1
    opened, noted, closed = measure.opened, measure.noted, measure.closed
    RANDOM = Level.RANDOM.value
    Ask = ask_record(rules)
    Tally = tally_record(rules, measure.fields)

    @rule
    def make_up(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
        """A mind's answer to what it sees."""
        mind.asked = 1
        mind.outside = 0
        mind.action = NOTHING
        mind.at = NEVER
        if mind.level != RANDOM:
            think(seen, seat, ask, mind)
        elif ask.count > 0:
            mind.action = ask.moves[below(mind, ask.count)]
            pause = (
                np.int64(exponential(mind, RANDOM_PAUSE_MS))
                if real_time
                else hesitation(mind, RANDOM_MS, RANDOM_SPREAD)
            )
            mind.at = int(seen.clock) + pause

    @rule
    def ponder(seens, asks, seat, minds, i):  # type: ignore[no-untyped-def]
        make_up(seens[0], seat, asks[0], minds[i])

    @rule
    def see_lead(state, tally):  # type: ignore[no-untyped-def]
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
    def clear(minds, seats):  # type: ignore[no-untyped-def]
        for seat in range(seats):
            minds[seat].asked = 0

    @rule
    def begin(work, minds, templates, seating, seed, number, dice, tally):  # type: ignore[no-untyped-def]
        """Match `number` of a run is dealt from the options in work[0], and its bots sit down."""
        work[1] = work[0]
        state = work[1]
        match_seed = seed_of(seed, number)
        start(work, 1, match_seed)
        dice[0].rng = for_ties(match_seed)
        row = number % len(seating)
        tally.match_no = number
        for seat in range(np.int64(state.seats)):
            minds[seat] = templates[seating[row, seat]]
            minds[seat].rng = seed_of(match_seed, seat + 1)
            tally.who[seat] = seating[row, seat]
        tally.leader = -1
        tally.last_leader = -1
        see_lead(state, tally)
        opened(state, tally)

    @rule
    def play_on(work, minds, asks, dice, tally):  # type: ignore[no-untyped-def]
        """Until the match is over (DONE), a seat's move is to be searched for (its number), or something is wrong."""
        state, seen, before, ask = work[1], work[2], work[3], asks[0]
        seats = np.int64(state.seats)
        while not over(state):
            best, chosen, tied, looked = NEVER, np.int64(-1), 1, False
            for seat in range(seats):
                mind = minds[seat]
                if not mind.asked:
                    count = legal(state, seat, ask.moves[:])
                    if count == 0 and not real_time:
                        continue
                    ask.count = count
                    if not (same_eyes and looked):
                        see(state, seat, seen)
                        looked = True
                    make_up(seen, seat, ask, mind)
                    if mind.outside:
                        return seat
                if mind.action == NOTHING:
                    continue
                at = int(mind.at)
                if at < best:
                    best, chosen, tied = at, seat, 1
                elif at == best and at != NEVER:
                    tied += 1
                    if below(dice[0], tied) == 0:
                        chosen = seat
            next_due = due(state)
            if next_due <= best:
                if next_due == NEVER:
                    return STUCK
                work[3] = work[1]
                happen(state, next_due)
                clear(minds, seats)
                noted(before, state, np.int64(NO_SEAT), np.int64(NOTHING), tally)
            else:
                mind = minds[chosen]
                action = np.int64(mind.action)
                if best > state.clock:
                    state.clock = best
                first = when(state, chosen, action)
                if first < 0 or first > state.clock:
                    return FAULT - chosen
                work[3] = work[1]
                act(state, chosen, action, np.int64(state.clock))
                if real_time:
                    clear(minds, seats)
                else:
                    mind.asked = 0
                tally.steps += 1
                noted(before, state, chosen, action, tally)
            see_lead(state, tally)
        tally.ms = state.clock
        closed(state, tally)
        return DONE

    @rule
    def run(work, minds, templates, seating, seed, first, last, asks, dice, progress, tallies):  # type: ignore[no-untyped-def]
        """Matches `first` to `last` - 1, from where `progress` says. Answers DONE, a seat, or what is wrong.

        work: the options; the match; what a seat saw of it last; the match before the last change.
        """
        while progress[0].number < last:
            number = np.int64(progress[0].number)
            tally = tallies[number - first]
            if not progress[0].running:
                begin(work, minds, templates, seating, seed, number, dice, tally)
                progress[0].running = 1
            answer = play_on(work, minds, asks, dice, tally)
            if answer != DONE:
                return answer
            progress[0].running = 0
            progress[0].number = number + 1
        return np.int64(DONE)

    return Seated(Ask, Tally, ponder, run)
