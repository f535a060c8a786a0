"""Moments: which seat is asked for an action, and how answers are carried out, in every batch and environment.

In a turn-based game one seat that can act is asked (if several can: the one asked last, or the next in turn), and its
answer is carried out at once. In a real-time game all seats that can act are asked one after another about the table as
it was when the moment began; then their answers are carried out together, in random order, so that being asked first
or last makes no difference; then a tick of time passes. In real time there is one more answer: to wait.
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

from .loops import NOBODY, STUCK, TOO_SOON, loops

TICK_MS = 20  # default length of a moment in a real-time game
ASIDE = -15_000  # refusal code of actions outside the game, such as leaving
ORDER = np.uint64(3)  # added to a match's seed: draws the order within a moment


def checked_tick(tick_ms: int) -> int:
    if isinstance(tick_ms, bool) or not isinstance(tick_ms, int) or not 1 <= tick_ms <= 60_000:
        raise BadInput(f"a tick is a whole number of ms from 1 to 60000, not {tick_ms!r}")
    return tick_ms


class Moments(NamedTuple):
    """Functions of one game, for other compiled loops. `turn` is the match's Turn; `pad` any record with `moves`."""

    Turn: np.dtype[Any]
    begin: Callable[..., Any]  # begin(state, turn, seed, pad): after the deal; asks the first seat
    ask: Callable[..., Any]  # ask(state, turn, pad): lets time pass until a seat can act, and asks it
    answer: Callable[..., Any]  # answer(state, turn, action, pad): a legal answer; then the next seat is asked
    take: Callable[..., Any]  # take(state, turn, action, pad): the first half of `answer`; False if the second follows
    conclude: Callable[..., Any]  # conclude(state, turn, pad): the second: the moment ends, and the next one begins
    settle: Callable[..., Any]  # settle(state, turn): carries out the answers of the moment
    refused: Callable[..., Any]  # refused(state, seat, action): 0 if it is legal now, otherwise a refusal code


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
        seat=int16,  # the seat that is asked; NOBODY when the match is over, STUCK if it cannot continue
        count=int16,  # number of moves in the pad
        drawn=int16,  # a random legal answer, for batches
        answers=int16[rules.max_seats],
        order=int8[rules.max_seats],
        refusals=int16[rules.max_seats],  # of the last settled answers: 0, or why one was not carried out
    )

    @rule
    def in_ticks(now, at, tick_ms):  # type: ignore[no-untyped-def]
        """The end of the tick that contains `at`; ticks are counted from now."""
        return now + max(np.int64(1), (at - now + tick_ms - 1) // tick_ms) * tick_ms

    @rule
    def able(state, turn, first, last, pad):  # type: ignore[no-untyped-def]
        """Ask the first of these seats that can act; False if there is none."""
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
        if not real_time and turn.seat > 0:  # the seat that acted last may continue, otherwise the next
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
            turn.order[count] = seat  # without a branch, which would be unpredictable
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
    def take(state, turn, action, pad):  # type: ignore[no-untyped-def]
        seat = np.int64(turn.seat)
        if real_time:
            turn.answers[seat] = action
            return able(state, turn, seat + 1, np.int64(state.seats), pad)
        act(state, seat, action, np.int64(state.clock))
        ask(state, turn, pad)
        return True

    @rule
    def conclude(state, turn, pad):  # type: ignore[no-untyped-def]
        settle(state, turn)
        pass_time(state, np.int64(state.clock) + np.int64(turn.tick_ms))
        ask(state, turn, pad)

    @rule
    def answer(state, turn, action, pad):  # type: ignore[no-untyped-def]
        if not take(state, turn, action, pad):
            conclude(state, turn, pad)

    return Moments(Turn, begin, ask, answer, take, conclude, settle, refused)
