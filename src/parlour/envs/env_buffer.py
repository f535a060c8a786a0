"""Compiled functions for a match in which every seat is an agent; they exchange data with Python through a buffer.

`parlour.engine.moments` decides which seat is asked and carries out the answers; this module adds observations, masks,
rewards and what the log needs.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine import STUCK, loops, moments
from parlour.engine.pointer import array_at
from parlour.engine.rewards import write_rewards
from parlour.kit import Rules, float64, inlined, int8, int16, int32, int64, record, rule

CLOCK, OVER, ASKED, PAID, SETTLED = range(5)  # indices into a buffer's `status`


class EnvLoops(NamedTuple):
    """Functions of one game. `states` is the address of two states (the match, and space for what a seat sees of it),
    `turn` that of the match's Turn, `buffer` that of a Buffer."""

    Turn: np.dtype[Any]
    Buffer: np.dtype[Any]
    start: Callable[..., Any]  # start(states, turn, buffer, seed): deals a match and asks the first seat
    answer: Callable[
        ..., Any
    ]  # answer(states, turn, buffer, action): of the seat asked; 0, or the rule that forbids it
    tick: Callable[
        ..., Any
    ]  # tick(states, turn, buffer): carries out all seats' answers (in the turn), then a tick passes
    show: Callable[..., Any]  # show(states, buffer, seat): writes one seat's observation and mask
    why: Callable[..., Any]  # why(states, seat, action): the rule that forbids an action now; 0 if it is legal


@cache
def env_loops(rules: Rules) -> EnvLoops:
    game, asked = loops(rules), moments(rules)
    deal, pass_time = game.begin, game.pass_time
    begin, ask, answer_one, settle, refused = asked.begin, asked.ask, asked.answer, asked.settle, asked.refused
    legal, over, score, see, observe = inlined(rules.legal), rules.over, rules.score, rules.see, rules.observe
    State, Turn, actions, size = rules.State, asked.Turn, rules.actions, rules.pieces.size
    real_time, sign = rules.real_time, -1 if rules.lowest_wins else 1
    wait = actions
    Buffer = record(
        reward=int8,
        status=int64[5],
        settled_at=int64,
        tried=int16[rules.max_seats],  # the answers of the current moment
        scores=int32[rules.max_seats],
        before=int32[rules.max_seats],
        rewards=float64[rules.max_seats],
        moves=int16[actions],
        mask=int8[rules.max_seats, actions + 1],
        observation=int8[rules.max_seats, size],
    )

    @rule
    def show_seat(states, seat, buffer):  # type: ignore[no-untyped-def]
        state, mask, out = states[0], buffer.mask[seat], buffer.observation[seat]
        finished = over(state)  # then any action is accepted and ignored, so that no mask is ever empty
        for action in range(actions):
            mask[action] = finished
        mask[wait] = 1
        for k in range(legal(state, seat, buffer.moves[:])):
            mask[buffer.moves[k]] = 1
        see(state, seat, states[1])
        for k in range(size):
            out[k] = 0
        observe(states[1], seat, out)

    @rule
    def pay(state, buffer):  # type: ignore[no-untyped-def]
        seats = np.int64(state.seats)
        for seat in range(seats):
            buffer.before[seat] = buffer.scores[seat]
        score(state, buffer.scores[:])
        kind = np.int64(buffer.reward)
        write_rewards(kind, sign, seats, buffer.before[:], buffer.scores[:], over(state), buffer.rewards[:])
        buffer.status[PAID] = 0
        for seat in range(seats):
            if buffer.rewards[seat] != 0.0:
                buffer.status[PAID] = 1

    @rule
    def write_status(states, turn, buffer):  # type: ignore[no-untyped-def]
        """Write the status, and the observation of the seat that is asked."""
        buffer.status[CLOCK] = states[0].clock
        buffer.status[OVER] = over(states[0])
        buffer.status[ASKED] = turn.seat
        if turn.seat >= 0:
            show_seat(states, np.int64(turn.seat), buffer)
        return np.int64(STUCK) if turn.seat == STUCK else np.int64(0)

    @rule
    def new_moment(state, buffer):  # type: ignore[no-untyped-def]
        buffer.status[SETTLED] = 0
        buffer.settled_at = state.clock
        for seat in range(len(buffer.tried)):
            buffer.tried[seat] = wait

    @rule
    def answer(states_at, turn_at, buffer_at, action):  # type: ignore[no-untyped-def]
        states, turn, buffer = (
            array_at(states_at, 2, State),
            array_at(turn_at, 1, Turn)[0],
            array_at(buffer_at, 1, Buffer)[0],
        )
        state, seat = states[0], np.int64(turn.seat)
        if not buffer.mask[seat, action]:
            return refused(state, seat, action)
        if buffer.status[SETTLED]:
            new_moment(state, buffer)
        buffer.tried[seat] = action
        answer_one(state, turn, action, buffer)
        buffer.status[PAID] = 0
        if not real_time or state.clock > buffer.settled_at:
            buffer.status[SETTLED] = 1
            pay(state, buffer)
        return write_status(states, turn, buffer)

    @rule
    def tick(states_at, turn_at, buffer_at):  # type: ignore[no-untyped-def]
        states, turn, buffer = (
            array_at(states_at, 2, State),
            array_at(turn_at, 1, Turn)[0],
            array_at(buffer_at, 1, Buffer)[0],
        )
        state = states[0]
        new_moment(state, buffer)
        for seat in range(len(buffer.tried)):
            buffer.tried[seat] = turn.answers[seat]
        settle(state, turn)
        buffer.status[SETTLED] = 1
        pass_time(state, np.int64(state.clock) + np.int64(turn.tick_ms))
        ask(state, turn, buffer)
        pay(state, buffer)
        for seat in range(np.int64(state.seats)):
            show_seat(states, seat, buffer)
        return write_status(states, turn, buffer)

    @rule
    def start(states_at, turn_at, buffer_at, seed):  # type: ignore[no-untyped-def]
        states, turn, buffer = (
            array_at(states_at, 2, State),
            array_at(turn_at, 1, Turn)[0],
            array_at(buffer_at, 1, Buffer)[0],
        )
        deal(states[0], seed)
        begin(states[0], turn, seed, buffer)
        score(states[0], buffer.scores[:])
        buffer.status[PAID] = 0
        new_moment(states[0], buffer)
        for seat in range(np.int64(states[0].seats)):
            show_seat(states, seat, buffer)
        return write_status(states, turn, buffer)

    @rule
    def show(states_at, buffer_at, seat):  # type: ignore[no-untyped-def]
        show_seat(array_at(states_at, 2, State), seat, array_at(buffer_at, 1, Buffer)[0])

    @rule
    def why(states_at, seat, action):  # type: ignore[no-untyped-def]
        return refused(array_at(states_at, 2, State)[0], seat, action)

    return EnvLoops(Turn, Buffer, start, answer, tick, show, why)
