"""A match of turns as a point in a game tree, in compiled code.

A point holds the state, whom the table waits for, that seat's moves, and for each seat a trail: a number into which
everything has been stirred that the seat has seen and done. Two histories that looked different to a seat leave
different trails, although the state forgets what no longer matters; that makes a seat's information perfect recall.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine import loops, moments
from parlour.engine.pointer import laid
from parlour.kit import INTERPRETED, SPECTATOR, Rules, int16, pasted, record, rule, scramble, uint64

DONE = 0  # the answer of an action that was carried out
BYTE, WORD = np.dtype(np.int8), np.dtype(np.uint64)


class Tree(NamedTuple):
    """Functions of one game. `here` is the handle of a point; nothing a point needs lies outside it."""

    Point: np.dtype[Any]
    at_seat: (
        int  # where things lie in a point, for Python: who is asked (int16), how many moves (int16), which (int16s)
    )
    at_count: int
    at_moves: int
    at_seen: int
    deal: Callable[..., Any]  # deal(here, seed): from the options in the state
    ask: Callable[..., Any]  # ask(here): the moves of a point of which only the rest was kept
    advance: Callable[..., Any]  # advance(here, action): the seat that is asked does this: DONE, or why it is refused
    look: Callable[..., Any]  # look(here, seat): what a seat may know is written into `seen`; its trail
    observe: Callable[..., Any]  # observe(here, seat, row)
    imagine: Callable[
        ..., Any
    ]  # imagine(here, seat, there, seed): a copy becomes a world that looks the same to the seat


@cache
def tree(rules: Rules) -> Tree:
    game, asked = loops(rules), moments(rules)
    begin_match, act = game.begin, game.act
    begin, next_seat, refused = asked.begin, asked.ask, asked.refused
    see, observe_rule, resample = rules.see, rules.observe, rules.resample
    size, most_seats = rules.pieces.size, rules.max_seats
    Point = record(
        state=rules.State,
        turn=asked.Turn,
        trail=uint64[most_seats],
        last=uint64[most_seats],  # a digest of what each seat saw last
        moves=int16[rules.actions],  # of the seat that is asked; from here on a point can be made again from the rest
        seen=rules.State,  # room to look
    )
    at_turn, at_moves, at_seen = offset(Point, "turn"), offset(Point, "moves"), offset(Point, "seen")
    at_seat, at_count = at_turn + offset(asked.Turn, "seat"), at_turn + offset(asked.Turn, "count")
    words = rules.State.itemsize // WORD.itemsize

    if INTERPRETED:

        def seen_words(here):  # type: ignore[no-untyped-def]
            return np.asarray(here["seen"]).view(WORD)
    else:

        @pasted
        def seen_words(here):  # type: ignore[no-untyped-def]
            return laid(here + at_seen, words, WORD)

    @rule
    def note(here):  # type: ignore[no-untyped-def]
        """Whoever sees something new will remember it."""
        point = laid(here, 1, Point)[0]
        for seat in range(np.int64(point.state.seats)):
            see(point.state, seat, point.seen)
            digest = np.uint64(0)
            for word in seen_words(here):
                digest = scramble(digest ^ word)
            if digest != point.last[seat]:
                point.last[seat] = digest
                point.trail[seat] = scramble(np.uint64(point.trail[seat]) ^ digest)

    @rule
    def deal(here, seed):  # type: ignore[no-untyped-def]
        point = laid(here, 1, Point)[0]
        begin_match(point.state, seed)
        begin(point.state, point.turn, seed, point)
        note(here)

    @rule
    def ask(here):  # type: ignore[no-untyped-def]
        point = laid(here, 1, Point)[0]
        next_seat(point.state, point.turn, point)

    @rule
    def advance(here, action):  # type: ignore[no-untyped-def]
        point = laid(here, 1, Point)[0]
        state, seat = point.state, np.int64(point.turn.seat)
        code = refused(state, max(seat, np.int64(0)), action)
        if code != 0:
            return code
        now = np.int64(state.clock)
        point.trail[seat] = scramble(np.uint64(point.trail[seat]) ^ np.uint64(action + 1))
        act(state, seat, action, now)
        note(here)
        ask(here)
        if state.clock != now:
            note(here)
        return np.int64(DONE)

    @rule
    def look(here, seat):  # type: ignore[no-untyped-def]
        point = laid(here, 1, Point)[0]
        see(point.state, seat, point.seen)
        return np.uint64(point.trail[seat]) if seat != SPECTATOR else np.uint64(0)

    @rule
    def observe(here, seat, row):  # type: ignore[no-untyped-def]
        point, out = laid(here, 1, Point)[0], laid(row, size, BYTE)
        see(point.state, seat, point.seen)
        for i in range(size):
            out[i] = 0
        observe_rule(point.seen, seat, out)

    @rule
    def imagine(here, seat, there, seed):  # type: ignore[no-untyped-def]
        """What the others remember is unknown to the seat, and begins anew."""
        point, other = laid(here, 1, Point)[0], laid(there, 1, Point)[0]
        see(point.state, seat, point.seen)
        other.state = point.seen
        resample(point.seen, seat, other.state, np.uint64(seed))
        other.turn.rng = scramble(np.uint64(seed))
        for k in range(most_seats):
            if k != seat:
                other.trail[k] = np.uint64(0)
                other.last[k] = np.uint64(0)
        ask(there)

    return Tree(Point, at_seat, at_count, at_moves, at_seen, deal, ask, advance, look, observe, imagine)


def offset(dtype: np.dtype[Any], name: str) -> int:
    """Where a field of a record begins."""
    fields: Any = dtype.fields
    return int(fields[name][1])
