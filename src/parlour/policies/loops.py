"""Compiled loops for tables at which policies sit: they run until a policy must be asked, and continue with its answer.

A policy takes the place that a search has in `bots/deciding.py`: its mind leaves the action to the caller. This module
adds time. In a turn-based game a policy acts at once. In a real-time game it is asked tick by tick, and what it is
about to do (an action, or to wait for a tick) is held in a `Hold` until its moment comes, whatever else happens at the
table meanwhile. Built-in bots, which look again after every change, remember theirs in their minds.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.simulate import DONE, simulation
from parlour.kit import Bots, Measure, Rules, int16, int64, record, rule
from parlour.kit.human_timing import ex_gaussian
from parlour.kit.minds import Level

SEARCH = -2  # in `asked`: a built-in bot must search
READY = -1  # in `asked`: the table can play on
FINISHED = -3  # in `asked`: nothing more to do at this table
# Otherwise the seat whose policy is to be asked.

# A reaction of M ms is normal around 0.8 M with an exponential tail, as people's are.
BODY, WIDTH, TAIL = 0.8, 0.12, 0.2


class Outside(NamedTuple):
    """Functions of one game for policies in its seats. `hold` is that of the table."""

    Hold: np.dtype[Any]
    begin: Callable[..., Any]  # begin(hold, seats, tick_ms): a match is dealt
    goes_on: Callable[..., Any]  # goes_on(seen, seat, mind, hold, count, tick_ms): True if the policy need not be asked
    show: Callable[..., Any]  # show(seen, seat, ask, observation, mask): the question for the policy
    answer: Callable[..., Any]  # answer(clock, seat, mind, hold, action, reaction_ms, tick_ms)


@cache
def outside(rules: Rules) -> Outside:
    observe, size, wait, real_time = rules.observe, rules.pieces.size, rules.actions, rules.real_time
    Hold = record(action=int16[rules.max_seats], at=int64[rules.max_seats])

    @rule
    def begin(hold, seats, tick_ms):  # type: ignore[no-untyped-def]
        """Seats have their ticks at different moments, so that policies seldom act at the same ms."""
        for seat in range(seats):
            hold.action[seat] = wait
            hold.at[seat] = (seat + 1) * tick_ms // (seats + 1)

    @rule
    def goes_on(seen, seat, mind, hold, count, tick_ms):  # type: ignore[no-untyped-def]
        if not real_time:
            return False
        clock = np.int64(seen.clock)
        if clock >= hold.at[seat]:
            if count > 0:
                return False
            hold.action[seat] = wait
            hold.at[seat] = clock + tick_ms
        mind.outside = 0
        mind.action = hold.action[seat]
        mind.at = hold.at[seat]
        return True

    @rule
    def show(seen, seat, ask, observation, mask):  # type: ignore[no-untyped-def]
        for k in range(size):
            observation[k] = 0
        observe(seen, seat, observation)
        for k in range(len(mask)):
            mask[k] = 0
        for k in range(np.int64(ask.count)):
            mask[ask.moves[k]] = 1
        if real_time:
            mask[wait] = 1

    @rule
    def answer(clock, seat, mind, hold, action, reaction_ms, tick_ms):  # type: ignore[no-untyped-def]
        mind.outside = 0
        mind.action = action
        mind.at = clock
        if not real_time:
            return
        if action == wait:
            mind.at = clock + tick_ms
        elif reaction_ms > 0:
            took = ex_gaussian(mind, BODY * reaction_ms, WIDTH * reaction_ms, TAIL * reaction_ms)
            mind.at = clock + max(np.int64(1), np.int64(took))
        else:  # it acts now, and is asked again a tick later
            hold.action[seat] = wait
            hold.at[seat] = clock + tick_ms
            return
        hold.action[seat] = action
        hold.at[seat] = mind.at

    return Outside(Hold, begin, goes_on, show, answer)


class OneSeat(NamedTuple):
    """The same for one seat of a match that is played move by move. All records are arrays of length 1."""

    goes_on: Callable[..., Any]  # goes_on(seens, seat, minds, holds, count, tick_ms)
    show: Callable[..., Any]  # show(seens, seat, asks, observations, masks)
    answer: Callable[..., Any]  # answer(clock, seat, minds, holds, action, reaction_ms, tick_ms)


@cache
def one_seat(rules: Rules) -> OneSeat:
    game = outside(rules)
    go, see, say = game.goes_on, game.show, game.answer

    @rule
    def goes_on(seens, seat, minds, holds, count, tick_ms):  # type: ignore[no-untyped-def]
        return go(seens[0], seat, minds[0], holds[0], count, tick_ms)

    @rule
    def show(seens, seat, asks, observations, masks):  # type: ignore[no-untyped-def]
        see(seens[0], seat, asks[0], observations[0], masks[0])

    @rule
    def answer(clock, seat, minds, holds, action, reaction_ms, tick_ms):  # type: ignore[no-untyped-def]
        say(clock, seat, minds[0], holds[0], action, reaction_ms, tick_ms)

    return OneSeat(goes_on, show, answer)


class Block(NamedTuple):
    """Matches of a run that are played side by side, so that a policy is asked about all of them at once.

    Match k has its own four states in `work`, its minds from number k * max_seats on, and one of everything else.
    """

    Hold: np.dtype[Any]
    advance: Callable[..., Any]  # plays on wherever `asked` is READY; returns the number of tables not finished
    answer: Callable[..., Any]  # answer(tables, seats, actions, work, minds, holds, reaction_ms, tick_ms)


@cache
def block(bots: Bots, measure: Measure) -> Block:
    rules, game = bots.rules, outside(bots.rules)
    run = simulation(bots, measure).run
    begin, goes_on, show, say = game.begin, game.goes_on, game.show, game.answer
    most, POLICY = rules.max_seats, Level.POLICY.value

    @rule
    def advance(  # type: ignore[no-untyped-def]
        work, minds, templates, seating, seed, asks, schedules, progress, tallies, holds, asked, tick_ms,
        observations, masks,
    ):  # fmt: skip
        left = 0
        for k in range(len(asked)):
            if asked[k] == FINISHED:
                continue
            left += 1
            number = np.int64(progress[k].number)
            if not progress[k].running:
                begin(holds[k], np.int64(work[4 * k].seats), tick_ms)
            while asked[k] == READY:
                seat = run(
                    work[4 * k : 4 * k + 4], minds[k * most : (k + 1) * most], templates, seating, seed,
                    number, number + 1, asks, schedules[k : k + 1], progress[k : k + 1], tallies[k : k + 1],
                )  # fmt: skip
                if seat == DONE:
                    asked[k] = FINISHED
                    left -= 1
                elif seat < 0:
                    return np.int64(seat)
                else:
                    mind, seen = minds[k * most + seat], work[4 * k + 2]
                    if mind.level != POLICY:
                        asked[k] = SEARCH
                    elif not goes_on(seen, seat, mind, holds[k], np.int64(asks[0].count), tick_ms):
                        show(seen, seat, asks[0], observations[k], masks[k])
                        asked[k] = seat
        return np.int64(left)

    @rule
    def answer(tables, seats, actions, work, minds, holds, reaction_ms, tick_ms):  # type: ignore[no-untyped-def]
        for row in range(len(tables)):
            k, seat = np.int64(tables[row]), np.int64(seats[row])
            clock = np.int64(work[4 * k + 1].clock)
            mind = minds[k * most + seat]
            say(clock, seat, mind, holds[k], np.int64(actions[row]), reaction_ms, tick_ms)

    return Block(game.Hold, advance, answer)
