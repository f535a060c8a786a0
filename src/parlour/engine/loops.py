"""The loops that play any game: attempt an action, let time pass, play a match at random.

Each is a closure over one game's rules, so compiled code contains no calls through pointers. Rules take one state;
loops called from Python take an array of states, because a single record is slow to pass. Lists of moves are written
into a record (a `pad`), because an array argument is reference-counted, atomically, at every call. Seats and actions
are always 64-bit numbers (`int` of a small field stays small in Numba), so that each rule is compiled only once.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.kit.chance import below, scramble, seed_of
from parlour.kit.compile import inlined, rule
from parlour.kit.contract import Rules
from parlour.kit.record import NEVER, int16, int64, record

from .pointer import array_at

TOO_SOON = -10_000  # result of `attempt`: the action is legal, but only at a later moment
STUCK = -20_000  # nobody can act, nothing is due, and the match is not over: a bug in the rules
NOBODY = -1  # instead of a seat: nobody can act, or the match is over
NO_ACTION = -1  # instead of an action: only time passes
PAUSE_MS = 1000  # the longest pause of a random player in a real-time game

CLOCK, DUE, OVER = range(3)  # indices into a pad's `status`


class Loops(NamedTuple):
    """Functions of one game. `states` is an array of state records, `pads` one of pads.

    The first six take one state and are called by other compiled loops.
    """

    begin: Callable[..., Any]  # begin(state, seed): deal a match from its seed and the options in the state
    pass_time: Callable[..., Any]  # pass_time(state, ms): advance time; everything due by then happens
    happen: Callable[..., Any]  # happen(state, at): fire what is due at `at`; returns the next due moment
    act: Callable[..., Any]  # act(state, seat, action, now): carry out an action known to be legal
    asked_next: Callable[..., Any]  # asked_next(state, seat, ask): who can act in a turn-based game, and its moves
    random_step: Callable[..., Any]  # random_step(state, dice, pad): 1 a move, 0 time passed, or STUCK

    Pad: np.dtype[Any]  # status; seats that can act; moves of one seat, of every seat (lists start with their length)
    deal: Callable[..., Any]  # deal(states, i, seed): deal a match; `play` with NO_ACTION then lets it begin
    start: Callable[..., Any]  # start(states, i, seed): both at once, as `begin`
    look: Callable[..., Any]  # look(where, pad): `where` is the address of two states (the match and a copy)
    play: Callable[..., Any]  # play(where, seat, action, at, pad)
    why: Callable[..., Any]  # why(where, seat, action): `when` as Python can call it
    see: Callable[..., Any]  # see(states, i, seat, seens, j)
    observe: Callable[..., Any]  # observe(states, i, seat, seens, j, out)
    resample: Callable[..., Any]  # resample(seens, j, seat, worlds, k, seed)
    score: Callable[..., Any]  # score(states, i, out)
    random_move: Callable[..., Any]  # random_move(states, i, dice, pads): 1 a move, 0 time passed, or STUCK
    simulate: Callable[..., Any]  # simulate(work, seed, first, last, dice, pads, scores, steps, ends)


@cache
def loops(rules: Rules) -> Loops:
    """The loops of one game."""
    deal_rule, when, legal, step = rules.deal, rules.when, inlined(rules.legal), rules.step
    due, fire, over, score = rules.due, rules.fire, rules.over, rules.score
    see_rule, observe_rule, resample_rule = rules.see, rules.observe, rules.resample
    State, idle = rules.State, rules.idle
    actions = rules.actions
    size = rules.pieces.size
    Pad = record(
        status=int64[3],
        actors=int16[1 + rules.max_seats],
        moves=int16[actions],
        table=int16[rules.max_seats, 1 + actions],
    )

    @rule
    def happen(state, at):  # type: ignore[no-untyped-def]
        """Fire what is due at `at`, and whatever that makes due at once; returns the next due moment."""
        while True:
            if at > state.clock:
                state.clock = at
            fire(state)
            at = due(state)
            if at > state.clock:
                return at

    @rule
    def pass_time(state, ms):  # type: ignore[no-untyped-def]
        """Advance time to `ms`; everything due by then happens at its moment."""
        at = due(state)
        while at <= ms and at != NEVER:
            at = happen(state, at)
        if ms > state.clock and ms != NEVER:
            state.clock = ms

    @rule
    def deal_from(state, seed):  # type: ignore[no-untyped-def]
        state.rng = scramble(np.uint64(seed))
        state.clock = 0
        deal_rule(state)

    @rule
    def begin(state, seed):  # type: ignore[no-untyped-def]
        deal_from(state, seed)
        pass_time(state, np.int64(0))

    @rule
    def deal(states, i, seed):  # type: ignore[no-untyped-def]
        deal_from(states[i], seed)

    @rule
    def start(states, i, seed):  # type: ignore[no-untyped-def]
        begin(states[i], seed)

    @rule
    def act(state, seat, action, now):  # type: ignore[no-untyped-def]
        """A step, and whatever it makes due at once, so that nothing is overdue between two calls."""
        step(state, seat, action, now)
        pass_time(state, now)

    @rule
    def asked_next(state, seat, ask):  # type: ignore[no-untyped-def]
        """The seat that can act in a turn-based game, or NOBODY; `seat`, which acted last, may go on. Its moves are
        written into `ask`."""
        for _ in range(np.int64(state.seats)):
            ask.count = legal(state, seat, ask.moves[:])
            if ask.count > 0:
                return seat
            seat = seat + 1 if seat + 1 < np.int64(state.seats) else np.int64(0)
        return np.int64(NOBODY)

    @rule
    def attempt(state, seat, action, at):  # type: ignore[no-untyped-def]
        """The action at `at`, or with -1 as soon as it is legal. Returns the moment at which it happened, or a negative
        code if it is refused; time may have passed then, so pass a copy of the state."""
        if at >= 0:
            pass_time(state, at)
            first = when(state, seat, action)
            if first < 0:
                return first
            if first > at:
                return TOO_SOON
        else:
            while True:
                first = when(state, seat, action)
                if first < 0:
                    return first
                at = max(int(first), int(state.clock))
                next_due = due(state)
                if next_due > at:
                    break
                pass_time(state, next_due)
            pass_time(state, at)
        act(state, seat, action, at)
        return at

    @rule
    def look_at(state, pad):  # type: ignore[no-untyped-def]
        pad.status[CLOCK] = state.clock
        pad.status[DUE] = due(state)
        pad.status[OVER] = over(state)
        acting = 0
        for seat in range(np.int64(state.seats)):
            count = legal(state, seat, pad.table[seat, 1:])
            pad.table[seat, 0] = count
            if count > 0:
                acting += 1
                pad.actors[acting] = seat
        pad.actors[0] = acting

    @rule
    def look(where, pad):  # type: ignore[no-untyped-def]
        look_at(array_at(where, 2, State)[0], array_at(pad, 1, Pad)[0])

    @rule
    def play(where, seat, action, at, pad):  # type: ignore[no-untyped-def]
        """With NO_ACTION, time passes until `at`. A function of its own for that would compile all rules once more."""
        states = array_at(where, 2, State)
        moment = at
        if action == NO_ACTION:
            pass_time(states[0], at)
        else:
            states[1] = states[0]
            moment = attempt(states[1], seat, action, at)
            if moment < 0:
                return moment
            states[0] = states[1]
        look_at(states[0], array_at(pad, 1, Pad)[0])
        return moment

    @rule
    def why(where, seat, action):  # type: ignore[no-untyped-def]
        return when(array_at(where, 2, State)[0], seat, action)

    @rule
    def see(states, i, seat, seens, j):  # type: ignore[no-untyped-def]
        see_rule(states[i], seat, seens[j])

    @rule
    def observe(states, i, seat, seens, j, out):  # type: ignore[no-untyped-def]
        see_rule(states[i], seat, seens[j])
        for k in range(size):
            out[k] = 0
        observe_rule(seens[j], seat, out)

    @rule
    def resample(seens, j, seat, worlds, k, seed):  # type: ignore[no-untyped-def]
        worlds[k] = seens[j]
        resample_rule(seens[j], seat, worlds[k], np.uint64(seed))

    @rule
    def score_at(states, i, out):  # type: ignore[no-untyped-def]
        score(states[i], out)

    @rule
    def random_step(state, dice, pad):  # type: ignore[no-untyped-def]
        """Some seat that can act makes a random move, or time passes.

        All branches end in one place, where time passes: diverged GPU threads would not meet again otherwise.
        """
        now = np.int64(state.clock)
        until, made = now, 0
        if idle > 0 and below(dice, 100) < idle:
            until = now + 1 + below(dice, PAUSE_MS)
        else:
            seats = np.int64(state.seats)
            seat = (
                below(dice, seats) if idle > 0 else np.int64(dice.seat)
            )  # in a turn-based game the seat that acted last may continue
            count = legal(state, seat, pad.moves[:])
            asked = 1
            while count == 0 and asked < seats:
                seat = seat + 1 if seat + 1 < seats else np.int64(0)
                count = legal(state, seat, pad.moves[:])
                asked += 1
            if count > 0:
                dice.seat = seat
                step(state, seat, np.int64(pad.moves[below(dice, count)]), now)
                made = 1
            else:
                until = due(state)
                if until == NEVER:
                    return STUCK
        pass_time(state, until)
        return made

    @rule
    def random_move(states, i, dice, pads):  # type: ignore[no-untyped-def]
        return random_step(states[i], dice[0], pads[0])

    @rule
    def simulate(work, seed, first, last, dice, pads, scores, steps, ends):  # type: ignore[no-untyped-def]
        """Matches `first` to `last` - 1 of a run with the options in work[0], each played at random in work[1].
        Writes scores, numbers of moves and end times; returns the number of a match that got stuck, or -1."""
        for number in range(first, last):
            work[1] = work[0]
            state = work[1]
            match_seed = seed_of(seed, number)
            start(work, 1, match_seed)
            dice[0].rng = scramble(match_seed + np.uint64(1))
            dice[0].seat = 0
            made = 0
            while not over(state):
                done = random_step(state, dice[0], pads[0])
                if done == STUCK:
                    return number
                made += done
            score(state, scores[number - first])
            steps[number - first] = made
            ends[number - first] = state.clock
        return -1

    return Loops(
        begin,
        pass_time,
        happen,
        act,
        asked_next,
        random_step,
        Pad,
        deal,
        start,
        look,
        play,
        why,
        see,
        observe,
        resample,
        score_at,
        random_move,
        simulate,
    )
