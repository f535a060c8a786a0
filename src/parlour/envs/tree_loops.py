"""Compiled functions that treat a turn-based match as a node of a game tree.

A node holds the state, the seat on turn, its legal actions, and a history hash for each seat: a number into which
everything that the seat has seen and done is mixed. Two histories that looked different to a seat give different
hashes, even if the state has forgotten the difference; this gives a seat's information perfect recall.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine import loops, moments
from parlour.engine.pointer import array_at
from parlour.kit import INTERPRETED, SPECTATOR, Rules, inlined, int16, record, rule, scramble, uint64

DONE = 0  # returned for an action that was carried out
BYTE, WORD = np.dtype(np.int8), np.dtype(np.uint64)


class TreeLoops(NamedTuple):
    """Functions of one game. `here` is the address_of of a node record, which holds all that the functions need."""

    Node: np.dtype[Any]
    # Byte offsets in a node, for reading from Python:
    seat_offset: int  # the seat on turn (int16)
    count_offset: int  # the number of its legal actions (int16)
    moves_offset: int  # those actions (int16 each)
    seen_offset: int  # a State: what was seen in the last call of `look`
    deal: Callable[..., Any]  # deal(here, seed): starts a match from the options in the state
    ask: Callable[..., Any]  # ask(here): restores `moves` and `seen` in a node saved without them
    advance: Callable[..., Any]  # advance(here, action): for the seat on turn; DONE, or the rule that forbids it
    look: Callable[..., Any]  # look(here, seat): writes what a seat may know into `seen`; returns its history hash
    observe: Callable[..., Any]  # observe(here, seat, row)
    resample: Callable[
        ..., Any
    ]  # resample(here, seat, there, seed): `there`, a copy, becomes a world the seat could be in


@cache
def tree_loops(rules: Rules) -> TreeLoops:
    game, asked = loops(rules), moments(rules)
    begin_match, act = game.begin, game.act
    begin, next_seat, refused = asked.begin, asked.ask, asked.refused
    see, observe_rule, resample_rule = rules.see, rules.observe, rules.resample
    size, most_seats = rules.pieces.size, rules.max_seats
    Node = record(
        state=rules.State,
        turn=asked.Turn,
        history=uint64[most_seats],
        last_seen=uint64[most_seats],  # a hash of what each seat saw last
        moves=int16[rules.actions],  # of the seat on turn; this and what follows can be restored from the fields above
        seen=rules.State,  # working space
    )
    turn_offset, moves_offset, seen_offset = offset(Node, "turn"), offset(Node, "moves"), offset(Node, "seen")
    seat_offset, count_offset = turn_offset + offset(asked.Turn, "seat"), turn_offset + offset(asked.Turn, "count")
    words = rules.State.itemsize // WORD.itemsize

    if INTERPRETED:

        def seen_words(here):  # type: ignore[no-untyped-def]
            return np.asarray(here["seen"]).view(WORD)
    else:

        @inlined
        def seen_words(here):  # type: ignore[no-untyped-def]
            return array_at(here + seen_offset, words, WORD)

    @rule
    def remember(here):  # type: ignore[no-untyped-def]
        """Mixes what each seat sees into its history, unless it saw the same before."""
        node = array_at(here, 1, Node)[0]
        for seat in range(np.int64(node.state.seats)):
            see(node.state, seat, node.seen)
            digest = np.uint64(0)
            for word in seen_words(here):
                digest = scramble(digest ^ word)
            if digest != node.last_seen[seat]:
                node.last_seen[seat] = digest
                node.history[seat] = scramble(np.uint64(node.history[seat]) ^ digest)

    @rule
    def deal(here, seed):  # type: ignore[no-untyped-def]
        node = array_at(here, 1, Node)[0]
        begin_match(node.state, seed)
        begin(node.state, node.turn, seed, node)
        remember(here)

    @rule
    def ask(here):  # type: ignore[no-untyped-def]
        node = array_at(here, 1, Node)[0]
        next_seat(node.state, node.turn, node)

    @rule
    def advance(here, action):  # type: ignore[no-untyped-def]
        node = array_at(here, 1, Node)[0]
        state, seat = node.state, np.int64(node.turn.seat)
        code = refused(state, max(seat, np.int64(0)), action)
        if code != 0:
            return code
        now = np.int64(state.clock)
        node.history[seat] = scramble(np.uint64(node.history[seat]) ^ np.uint64(action + 1))
        act(state, seat, action, now)
        remember(here)
        ask(here)
        if state.clock != now:
            remember(here)
        return np.int64(DONE)

    @rule
    def look(here, seat):  # type: ignore[no-untyped-def]
        node = array_at(here, 1, Node)[0]
        see(node.state, seat, node.seen)
        return np.uint64(node.history[seat]) if seat != SPECTATOR else np.uint64(0)

    @rule
    def observe(here, seat, row):  # type: ignore[no-untyped-def]
        node, out = array_at(here, 1, Node)[0], array_at(row, size, BYTE)
        see(node.state, seat, node.seen)
        for i in range(size):
            out[i] = 0
        observe_rule(node.seen, seat, out)

    @rule
    def resample(here, seat, there, seed):  # type: ignore[no-untyped-def]
        """The seat cannot know what the others remember, so their histories start from 0."""
        node, other = array_at(here, 1, Node)[0], array_at(there, 1, Node)[0]
        see(node.state, seat, node.seen)
        other.state = node.seen
        resample_rule(node.seen, seat, other.state, np.uint64(seed))
        other.turn.rng = scramble(np.uint64(seed))
        for k in range(most_seats):
            if k != seat:
                other.history[k] = np.uint64(0)
                other.last_seen[k] = np.uint64(0)
        ask(there)

    return TreeLoops(
        Node, seat_offset, count_offset, moves_offset, seen_offset, deal, ask, advance, look, observe, resample
    )


def offset(dtype: np.dtype[Any], name: str) -> int:
    """The byte offset of a field of a record."""
    fields: Any = dtype.fields
    return int(fields[name][1])
