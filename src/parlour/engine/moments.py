"""Moments: whom the table waits for, and what comes of the answers. Every batch and every environment is asked so.

In a game of turns a seat that can act is asked (where several can, who was asked last, or the next in turn), and its
answer is done at once. In a real-time game a moment has as many answers as there are seats that can act. They are asked
one after another, all about the table as it was when the moment began; then their answers are carried out together, in
an order that is drawn, so that nobody profits from being asked first or last; then a tick of time passes. One answer
more is open there: to wait.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.kit.chance import scramble, shuffle
from parlour.kit.compile import inlined, rule
from parlour.kit.contract import Rules
from parlour.kit.errors import BadInput
from parlour.kit.record import NEVER, int8, int16, int32, record, uint64

from .loops import STUCK, TOO_SOON, loops

TICK_MS = 20  # how long a moment of a real-time game lasts, unless somebody says otherwise
NOBODY = -1  # the seat that is asked when the match is over
ASIDE = -15_000  # why an action is refused that is beside the game, such as leaving
ORDER = np.uint64(3)  # added to a match's seed: the dice that draw the order within a moment


def checked_tick(tick_ms: int) -> int:
    if isinstance(tick_ms, bool) or not isinstance(tick_ms, int) or not 1 <= tick_ms <= 60_000:
        raise BadInput(f"a tick is a whole number of ms from 1 to 60000, not {tick_ms!r}")
    return tick_ms


class Moments(NamedTuple):
    """Functions of one game, for other loops. `turn` is the match's Turn; `pad` any record with a list of `moves`."""

    Turn: np.dtype[Any]
    begin: Callable[..., Any]  # begin(state, turn, seed, pad): of a match just dealt; the first seat is asked
    ask: Callable[..., Any]  # ask(state, turn, pad): time passes until somebody can act, who is asked
    answer: Callable[..., Any]  # answer(state, turn, action, pad): which is known to be open; the next seat is asked
    settle: Callable[..., Any]  # settle(state, turn): the answers of the moment are carried out
    refused: Callable[..., Any]  # refused(state, seat, action): 0 if it may be done now, or why not


@cache
def moments(rules: Rules) -> Moments:
    game = loops(rules)
    pass_time, act = game.pass_time, game.act
    when, legal, due, over = rules.when, inlined(rules.legal), rules.due, rules.over
    real_time, wait = rules.real_time, rules.actions
    beside = np.zeros(rules.actions, np.int8)
    beside[list(rules.asides)] = 1
    Turn = record(
        rng=uint64,  # draws the order within a moment
        tick_ms=int32,
        seat=int16,  # who is asked; NOBODY when the match is over, STUCK if it cannot go on
        count=int16,  # how many moves lie on the pad
        drawn=int16,  # an open answer drawn at random, where a batch wants one
        answers=int16[rules.max_seats],
        order=int8[rules.max_seats],
        refusals=int16[rules.max_seats],  # of the answers settled last: 0, or why one was not carried out
    )

    @rule
    def in_ticks(now, at, tick_ms):  # type: ignore[no-untyped-def]
        """The end of the tick, counted from now, in which `at` lies."""
        return now + max(np.int64(1), (at - now + tick_ms - 1) // tick_ms) * tick_ms

    @rule
    def able(state, turn, first, last, pad):  # type: ignore[no-untyped-def]
        """The first of these seats that can act is asked; whether there is one."""
        for seat in range(first, last):
            count = legal(state, seat, pad.moves[:])
            if count > 0:
                turn.seat = seat
                turn.count = count
                return True
        return False

    @rule
    def ask(state, turn, pad):  # type: ignore[no-untyped-def]
        seats, before = np.int64(state.seats), np.int64(0)
        if not real_time and turn.seat > 0:  # who acted last may well go on, or the next
            before = np.int64(turn.seat)
        while not over(state):
            if able(state, turn, before, seats, pad) or able(state, turn, np.int64(0), before, pad):
                return
            at = due(state)
            if at == NEVER:
                turn.seat = STUCK
                turn.count = 0
                return
            if real_time:
                at = in_ticks(np.int64(state.clock), at, np.int64(turn.tick_ms))
            pass_time(state, at)
        turn.seat = NOBODY
        turn.count = 0

    @rule
    def clear(turn):  # type: ignore[no-untyped-def]
        for seat in range(len(turn.answers)):
            turn.answers[seat] = wait

    @rule
    def begin(state, turn, seed, pad):  # type: ignore[no-untyped-def]
        turn.rng = scramble(np.uint64(seed) + ORDER)
        clear(turn)
        turn.seat = 0
        ask(state, turn, pad)

    @rule
    def refused(state, seat, action):  # type: ignore[no-untyped-def]
        first = when(state, seat, action)
        if first < 0:
            return np.int64(first)
        if beside[action]:
            return np.int64(ASIDE)
        return np.int64(TOO_SOON if first > state.clock else 0)

    @rule
    def settle(state, turn):  # type: ignore[no-untyped-def]
        count = 0
        for seat in range(np.int64(state.seats)):
            turn.refusals[seat] = 0
            turn.order[count] = seat  # without a branch, which would be a coin's toss
            count += turn.answers[seat] != wait
        shuffle(turn, turn.order, count)
        for k in range(count):
            seat = np.int64(turn.order[k])
            action = np.int64(turn.answers[seat])
            turn.refusals[seat] = refused(state, seat, action)
            if turn.refusals[seat] == 0:
                act(state, seat, action, np.int64(state.clock))
        clear(turn)

    @rule
    def answer(state, turn, action, pad):  # type: ignore[no-untyped-def]
        seat = np.int64(turn.seat)
        if real_time:
            turn.answers[seat] = action
            if able(state, turn, seat + 1, np.int64(state.seats), pad):
                return
            settle(state, turn)
            pass_time(state, np.int64(state.clock) + np.int64(turn.tick_ms))
        else:
            act(state, seat, action, np.int64(state.clock))
        ask(state, turn, pad)

    return Moments(Turn, begin, ask, answer, settle, refused)
