"""A table at which every seat belongs to the environment. What passes between it and Python lies on a desk.

`parlour.kit.moments` says who is asked and what comes of the answers; here it is added what a seat is shown, what it is
paid, and what goes into the log.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine import STUCK, loops, moments
from parlour.engine.pointer import laid
from parlour.kit import Rules, float64, int8, int16, int32, int64, pasted, record, rule

from .rewards import reckon

CLOCK, OVER, ASKED, PAID, SETTLED = range(5)  # what is in a desk's `status`


class Desks(NamedTuple):
    """Functions of one game. `where` is the handle of two states (the match, and what a seat sees of it), `turn` that
    of the match's Turn, `at` that of a Desk."""

    Turn: np.dtype[Any]
    Desk: np.dtype[Any]
    start: Callable[..., Any]  # start(where, turn, at, seed): a match is dealt, and the first seat asked
    answer: Callable[..., Any]  # answer(where, turn, at, action): of the seat that is asked; 0, or why it is refused
    tick: Callable[..., Any]  # tick(where, turn, at): the answers of all seats, which lie in the turn, and then a tick
    show: Callable[..., Any]  # show(where, at, seat): what one seat sees and may do
    why: Callable[..., Any]  # why(where, seat, action): why it cannot be done now; 0 if it can


@cache
def desks(rules: Rules) -> Desks:
    game, asked = loops(rules), moments(rules)
    deal, pass_time = game.begin, game.pass_time
    begin, ask, answer_one, settle, refused = asked.begin, asked.ask, asked.answer, asked.settle, asked.refused
    legal, over, score, see, observe = pasted(rules.legal), rules.over, rules.score, rules.see, rules.observe
    State, Turn, actions, size = rules.State, asked.Turn, rules.actions, rules.pieces.size
    real_time, sign = rules.real_time, -1 if rules.lowest_wins else 1
    wait = actions
    Desk = record(
        reward=int8,
        status=int64[5],
        settled_at=int64,
        tried=int16[rules.max_seats],  # the answers of the moment
        scores=int32[rules.max_seats],
        before=int32[rules.max_seats],
        rewards=float64[rules.max_seats],
        moves=int16[actions],
        mask=int8[rules.max_seats, actions + 1],
        observation=int8[rules.max_seats, size],
    )

    @rule
    def show_seat(states, seat, desk):  # type: ignore[no-untyped-def]
        state, mask, out = states[0], desk.mask[seat], desk.observation[seat]
        for action in range(actions):
            mask[action] = 0
        mask[wait] = 0 if over(state) else 1
        for k in range(legal(state, seat, desk.moves[:])):
            mask[desk.moves[k]] = 1
        see(state, seat, states[1])
        for k in range(size):
            out[k] = 0
        observe(states[1], seat, out)

    @rule
    def pay(state, desk):  # type: ignore[no-untyped-def]
        seats = np.int64(state.seats)
        for seat in range(seats):
            desk.before[seat] = desk.scores[seat]
        score(state, desk.scores[:])
        reckon(np.int64(desk.reward), sign, seats, desk.before[:], desk.scores[:], over(state), desk.rewards[:])
        desk.status[PAID] = 0
        for seat in range(seats):
            if desk.rewards[seat] != 0.0:
                desk.status[PAID] = 1

    @rule
    def put_question(states, turn, desk):  # type: ignore[no-untyped-def]
        """The seat that is asked is shown the table."""
        desk.status[CLOCK] = states[0].clock
        desk.status[OVER] = over(states[0])
        desk.status[ASKED] = turn.seat
        if turn.seat >= 0:
            show_seat(states, np.int64(turn.seat), desk)
        return np.int64(STUCK) if turn.seat == STUCK else np.int64(0)

    @rule
    def new_moment(state, desk):  # type: ignore[no-untyped-def]
        desk.status[SETTLED] = 0
        desk.settled_at = state.clock
        for seat in range(len(desk.tried)):
            desk.tried[seat] = wait

    @rule
    def answer(where, turn_at, at, action):  # type: ignore[no-untyped-def]
        states, turn, desk = laid(where, 2, State), laid(turn_at, 1, Turn)[0], laid(at, 1, Desk)[0]
        state, seat = states[0], np.int64(turn.seat)
        if not desk.mask[seat, action]:
            return refused(state, seat, action)
        if desk.status[SETTLED]:
            new_moment(state, desk)
        desk.tried[seat] = action
        answer_one(state, turn, action, desk)
        desk.status[PAID] = 0
        if not real_time or state.clock > desk.settled_at:
            desk.status[SETTLED] = 1
            pay(state, desk)
        return put_question(states, turn, desk)

    @rule
    def tick(where, turn_at, at):  # type: ignore[no-untyped-def]
        states, turn, desk = laid(where, 2, State), laid(turn_at, 1, Turn)[0], laid(at, 1, Desk)[0]
        state = states[0]
        new_moment(state, desk)
        for seat in range(len(desk.tried)):
            desk.tried[seat] = turn.answers[seat]
        settle(state, turn)
        desk.status[SETTLED] = 1
        pass_time(state, np.int64(state.clock) + np.int64(turn.tick_ms))
        ask(state, turn, desk)
        pay(state, desk)
        for seat in range(np.int64(state.seats)):
            show_seat(states, seat, desk)
        return put_question(states, turn, desk)

    @rule
    def start(where, turn_at, at, seed):  # type: ignore[no-untyped-def]
        states, turn, desk = laid(where, 2, State), laid(turn_at, 1, Turn)[0], laid(at, 1, Desk)[0]
        deal(states[0], seed)
        begin(states[0], turn, seed, desk)
        score(states[0], desk.scores[:])
        desk.status[PAID] = 0
        new_moment(states[0], desk)
        for seat in range(np.int64(states[0].seats)):
            show_seat(states, seat, desk)
        return put_question(states, turn, desk)

    @rule
    def show(where, at, seat):  # type: ignore[no-untyped-def]
        show_seat(laid(where, 2, State), seat, laid(at, 1, Desk)[0])

    @rule
    def why(where, seat, action):  # type: ignore[no-untyped-def]
        return refused(laid(where, 2, State)[0], seat, action)

    return Desks(Turn, Desk, start, answer, tick, show, why)
