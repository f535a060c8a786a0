"""How bots decide, compiled for one game: what one bot will do and when, and which bot of a table acts next."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine import address_of, array_at, loops
from parlour.kit import (
    NEVER,
    NOTHING,
    Bots,
    Level,
    Rules,
    below,
    blank,
    inlined,
    int64,
    record,
    rule,
    scramble,
    uint64,
)
from parlour.kit.human_timing import exponential, hesitation
from parlour.kit.minds import OUTSIDE, ask_record

from .network import network_move, no_move

RANDOM_MS, RANDOM_SPREAD = 1200.0, 0.5  # thinking time of a random player in a turn-based game: median and spread
RANDOM_PAUSE_MS = 900.0  # mean pause of a random player in a real-time game
TIES = np.uint64(1)  # added to a match's seed: the dice that decide ties between bots


ACTED, TOO_LATE, ILLEGAL = range(3)  # results of `carry_out`


class Deciding(NamedTuple):
    """Functions of one game. `minds` are the bots' minds; those of one table follow each other from number `first`."""

    Ask: np.dtype[Any]
    Schedule: np.dtype[Any]
    make_up: Callable[..., Any]  # make_up(seen, seat, ask, mind): a mind decides what it will do, and when
    decide: Callable[..., Any]  # decide(seens, j, seat, asks, minds, i): mind i decides about seens[j]; for Python
    next_bot: Callable[..., Any]  # next_bot(state, seen, minds, first, absent, ask, schedule): (seat, must search)
    carry_out: Callable[..., Any]  # carry_out(state, seat, mind): do what it decided; ACTED, TOO_LATE or ILLEGAL
    reconsider: Callable[..., Any]  # reconsider(minds, first, seats): the table has changed, all decide again


def schedule_fields(rules: Rules) -> dict[str, Any]:
    """When each seat's bot wants to act (NEVER: not at all), and the dice that decide ties."""
    return {"rng": uint64, "times": int64[rules.max_seats]}


@rule
def tie_dice(match_seed):  # type: ignore[no-untyped-def]
    """The initial value of a schedule's `rng`."""
    return scramble(match_seed + TIES)


@rule
def earliest(schedule, seats):  # type: ignore[no-untyped-def]
    """The seat that acts first; ties are broken at random. NOTHING if no seat wants to act."""
    best, chosen, tied = np.int64(NEVER), np.int64(NOTHING), 1
    for seat in range(seats):
        at = np.int64(schedule.times[seat])
        if at < best:
            best, chosen, tied = at, seat, 1
        elif at == best and at != NEVER:
            tied += 1
            if below(schedule, tied) == 0:
                chosen = seat
    return chosen


@cache
def _earliest_at(rules: Rules) -> Callable[..., Any]:
    Record = record(**schedule_fields(rules))

    @rule
    def earliest_at(address, seats):  # type: ignore[no-untyped-def]
        return earliest(array_at(address, 1, Record)[0], seats)

    return earliest_at


class Schedule:
    """The same for a match that is played from Python."""

    def __init__(self, rules: Rules, match_seed: int) -> None:
        self._records = blank(record(**schedule_fields(rules)))
        self._records["rng"][0] = tie_dice(np.uint64(match_seed))
        self._address = address_of(self._records)
        self._times = memoryview(self._records["times"][0])  # quicker to write than an array
        self._earliest = _earliest_at(rules)

    def earliest(self, times: Mapping[int, int]) -> int | None:
        """The seat with the earliest time; ties are broken at random."""
        if not times:
            return None
        for seat in range(len(self._times)):
            self._times[seat] = times.get(seat, NEVER)
        chosen = int(self._earliest(self._address, len(self._times)))
        return None if chosen == NOTHING else chosen


@cache
def deciding(bots: Bots) -> Deciding:
    rules = bots.rules
    when, legal, see, think = rules.when, inlined(rules.legal), rules.see, bots.think
    act, first_to_act = loops(rules).act, inlined(earliest)
    real_time, open_table = rules.real_time, rules.open_table
    LEARNED, RANDOM, POLICY, wait = Level.LEARNED.value, Level.RANDOM.value, Level.POLICY.value, rules.actions
    choose = network_move(rules, bots.afterstates) if bots.weights is not None else no_move
    Ask = ask_record(rules)

    @rule
    def make_up(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
        mind.asked = 1
        mind.outside = 0
        mind.action = NOTHING
        mind.at = NEVER
        if mind.level == POLICY:
            mind.outside = OUTSIDE
            mind.at = seen.clock
        elif mind.level != RANDOM:
            think(seen, seat, ask, mind)
        elif ask.count > 0:
            mind.action = ask.moves[below(mind, ask.count)]
            pause = (
                np.int64(exponential(mind, RANDOM_PAUSE_MS))
                if real_time
                else hesitation(mind, RANDOM_MS, RANDOM_SPREAD)
            )
            mind.at = int(seen.clock) + pause
        if mind.level == LEARNED:
            choose(seen, seat, ask, mind)

    @rule
    def decide(seens, j, seat, asks, minds, i):  # type: ignore[no-untyped-def]
        make_up(seens[j], seat, asks[0], minds[i])

    @rule
    def next_bot(state, seen, minds, first, absent, ask, schedule):  # type: ignore[no-untyped-def]
        """The bot that acts next, after all but seat `absent` have decided: (seat, False), or (NOTHING,
        False) if none wants to act, or (seat, True) if that seat's action is left to the search or to a policy."""
        seats, looked = np.int64(state.seats), False
        for seat in range(seats):
            schedule.times[seat] = NEVER
            if seat == absent:
                continue
            mind = minds[first + seat]
            if not mind.asked:
                count = legal(state, seat, ask.moves[:])
                if count == 0 and not real_time:
                    continue
                ask.count = count
                if not (open_table and looked):
                    see(state, seat, seen)
                    looked = True
                make_up(seen, seat, ask, mind)
                if mind.outside:
                    return np.int64(seat), True
            if mind.action != NOTHING:
                schedule.times[seat] = mind.at
        return first_to_act(schedule, seats), False

    @rule
    def carry_out(state, seat, mind):  # type: ignore[no-untyped-def]
        """A random player or a policy knows of no deadlines, so its action may come too late; then it decides again,
        as it does when a policy has waited."""
        action = np.int64(mind.action)
        if mind.at > state.clock:
            state.clock = mind.at
        if action == wait:
            mind.asked = 0
            return TOO_LATE
        first = when(state, seat, action)
        if first < 0 or first > state.clock:
            mind.asked = 0
            return TOO_LATE if real_time and mind.level >= RANDOM else ILLEGAL
        act(state, seat, action, np.int64(state.clock))
        mind.asked = 0
        return ACTED

    @inlined
    def reconsider(minds, first, seats):  # type: ignore[no-untyped-def]
        for i in range(first, first + seats):
            minds[i].asked = 0

    return Deciding(Ask, record(**schedule_fields(rules)), make_up, decide, next_bot, carry_out, reconsider)
