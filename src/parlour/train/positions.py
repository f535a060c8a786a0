"""Compiled matches from which a network learns to judge positions: what was reached, and what it proved to be worth.

Some seats of a match are played by the network, which takes the move to the best position and sometimes tries another;
the others by the game's quick policy (`Plan.policy`). A match is learned from in parts that are settled on their own
(`Plan.settled`), such as rounds. The value of a position is a mean of what the part brought in the end and of what the
network thought of the positions that followed, later ones counting less (TD(lambda)). After a move that was only tried,
it is what the network thought of the best one.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.bots import bots_of
from parlour.bots.judging import judging
from parlour.engine import NOBODY, loops
from parlour.kit import (
    NEVER,
    Bots,
    Dice,
    below,
    blank,
    float32,
    int8,
    int32,
    int64,
    next64,
    record,
    rule,
    seed_of,
    write_options,
)
from parlour.kit.afterstates import AFTER_MOVE, Afterstates
from parlour.kit.maths import exp
from parlour.kit.minds import ask_record
from parlour.kit.weights import Block

ANY_MOVE = 4  # one in four of the moves tried is any legal move; the rest are drawn by how good they seem
TRACE = 0.7  # lambda
LONGEST_MATCH = 5_000  # positions; a match only begins while there is room for this many


class Playing(NamedTuple):
    Ask: Any
    Notes: Any  # of each position: who reached it, and what was thought of it
    Tally: Any
    play: Callable[..., int]


@cache
def playing(bots: Bots, afterstates: Afterstates) -> Playing:
    """The compiled loop of one game."""
    rules, plan = bots.rules, bots.plan
    assert plan is not None
    game = loops(rules)
    begin, happen, act, asked_next = game.begin, game.happen, game.act, game.asked_next
    over, due, score = rules.over, rules.due, rules.score
    policy, settled = plan.policy, plan.settled
    describe, lead_to, gain, judge = afterstates.describe, afterstates.lead_to, afterstates.gain, judging(afterstates)
    most, sign = rules.max_seats, -1 if rules.lowest_wins else 1
    Ask = ask_record(rules)
    Notes = record(seat=int8, tried=int8, best=float32)
    Tally = record(
        matches=int64,
        won=float32,  # by the network's seats, in shares of a win
        points=int64,  # of the network's seats
        seated=int64,
        others_points=int64,
        others=int64,
        learns=int8[most],
        values=float32[rules.actions],
        scores=int32[most],
        follows=int8[most],
        next_tried=int8[most],
        next_best=float32[most],
        next_worth=float32[most],
    )

    @rule
    def fraction(dice):  # type: ignore[no-untyped-def]
        """A number from 0 to 1."""
        return float(np.int64(next64(dice) >> np.uint64(40))) / 16777216.0

    @rule
    def something_else(ask, best, tally, dice):  # type: ignore[no-untyped-def]
        """A move to try: any, or one that seems nearly as good as the best."""
        if below(dice, ANY_MOVE) == 0:
            chosen = np.int64(below(dice, ask.count))
            while tally.values[chosen] == np.float32(-np.inf):  # equivalent to another
                chosen = np.int64(below(dice, ask.count))
            return chosen
        total = 0.0
        for i in range(ask.count):
            total += exp(float(tally.values[i]) - float(tally.values[best]))
        left = fraction(dice) * total
        for i in range(ask.count):
            left -= exp(float(tally.values[i]) - float(tally.values[best]))
            if left <= 0:
                return np.int64(i)
        return np.int64(best)

    @rule
    def conclude(state, first, last, notes, targets, trace, tally):  # type: ignore[no-untyped-def]
        """A part of the match is settled: what each of its positions was worth, from the last to the first."""
        for each in range(most):
            tally.follows[each] = 0
        for k in range(last - 1, first - 1, -1):
            seat = np.int64(notes[k].seat)
            if not tally.follows[seat]:
                worth = np.float32(gain(state, seat))
            elif tally.next_tried[seat]:
                worth = np.float32(tally.next_best[seat])
            elif trace < 1:
                worth = np.float32((1 - trace) * tally.next_best[seat] + trace * tally.next_worth[seat])
            else:
                worth = np.float32(tally.next_worth[seat])
            targets[k] = worth
            tally.follows[seat] = 1
            tally.next_tried[seat] = notes[k].tried
            tally.next_best[seat] = notes[k].best
            tally.next_worth[seat] = worth

    @rule
    def seat_network(state, learners, tally, dice):  # type: ignore[no-untyped-def]
        """Draw lots for the seats that the network plays."""
        seats = np.int64(state.seats)
        for seat in range(most):
            tally.learns[seat] = 0
        left = min(learners, seats)
        while left > 0:
            drawn = below(dice, seats)
            if not tally.learns[drawn]:
                tally.learns[drawn] = 1
                left -= 1

    @rule
    def count_match(state, tally):  # type: ignore[no-untyped-def]
        seats = np.int64(state.seats)
        score(state, tally.scores[:])
        best, tied = sign * int(tally.scores[0]), 0
        for seat in range(seats):
            best = max(best, sign * int(tally.scores[seat]))
        for seat in range(seats):
            tied += 1 if sign * int(tally.scores[seat]) == best else 0
        tally.matches += 1
        for seat in range(seats):
            if tally.learns[seat]:
                tally.seated += 1
                tally.points += tally.scores[seat]
                if sign * int(tally.scores[seat]) == best:
                    tally.won += np.float32(1.0 / tied)
            else:
                tally.others += 1
                tally.others_points += tally.scores[seat]

    @rule
    def play(  # type: ignore[no-untyped-def]
        base, imitates, blanks, states, seats, learners, trace, tries, dice, asks, rows, notes, targets, tallies,
        most_matches,
    ):  # fmt: skip
        """Whole matches until `rows` is nearly full, or the given number; returns the number of positions.

        With `imitates` the policy plays the network's seats as well. Positions before a move that was only tried are
        worth nan then: nobody knows what they are worth, and the network has no opinion yet.
        """
        state, ask, tally, die, row = states[0], asks[0], tallies[0], dice[0], rows[len(rows) - 1]
        filled, matches = np.int64(0), np.int64(0)
        while filled < len(rows) - LONGEST_MATCH and matches < most_matches:
            states[0] = blanks[0]
            state.seats = seats
            begin(state, next64(die))
            seat_network(state, learners, tally, die)
            first, seat, worth_before, tried_before = filled, np.int64(0), np.float32(0), np.int64(0)
            done = False
            while not done:
                if over(state) or settled(state, state):
                    conclude(state, first, filled, notes, targets, trace, tally)
                    first = filled
                    if over(state):
                        break
                asked = asked_next(state, seat, ask)
                if asked == NOBODY:
                    at = due(state)
                    if at == NEVER:
                        break
                    happen(state, at)
                    continue
                seat, count = asked, np.int64(ask.count)
                if not tally.learns[seat]:
                    act(state, seat, np.int64(policy(state, seat, ask, die)), np.int64(state.clock))
                    continue
                if imitates:
                    action, worth = np.int64(policy(state, seat, ask, die)), np.float32(np.nan)
                    tried = np.int64(fraction(die) < tries)
                    if tried:
                        action = np.int64(ask.moves[below(die, count)])
                else:
                    best = judge(base, state, seat, ask, tally.values[:])
                    if best < 0:
                        act(state, seat, np.int64(policy(state, seat, ask, die)), np.int64(state.clock))
                        continue
                    chosen = best
                    if count > 1 and fraction(die) < tries:
                        chosen = something_else(ask, best, tally, die)
                    action, worth = np.int64(ask.moves[chosen]), np.float32(tally.values[best])
                    tried = np.int64(tally.values[chosen] < worth)
                if tried_before:  # a move that led on to this one was only tried
                    worth, tried, tried_before = worth_before, np.int64(1), np.int64(0)
                describe(state, seat, row)
                if lead_to(state, seat, action, np.int64(0), row) == AFTER_MOVE:
                    for k in range(len(row)):
                        rows[filled, k] = row[k]
                    notes[filled].seat = seat
                    notes[filled].tried = tried
                    notes[filled].best = worth
                    filled += 1
                elif tried:
                    worth_before, tried_before = worth, np.int64(1)
                act(state, seat, action, np.int64(state.clock))
            count_match(state, tally)
            matches += 1
        return filled

    return Playing(Ask, Notes, Tally, play)


class Player:
    """Plays matches in one thread."""

    def __init__(self, game: Any, afterstates: Afterstates, seed: int, positions: int) -> None:
        rules = game.rules
        room = positions + LONGEST_MATCH
        self._playing = made = playing(bots_of(rules), afterstates)
        self._blanks = {seats: _blank(game, seats) for seats in game.seats}
        self._states, self._asks, self.tally = blank(rules.State), blank(made.Ask), blank(made.Tally)
        self._dice, self._notes = blank(Dice), blank(made.Notes, room)
        self._dice["rng"] = seed_of(np.uint64(seed), 0)
        self._shape = room, afterstates.length

    def play(
        self, weights: Block, seats: int, learners: int, tries: float, imitates: bool = False, matches: int = 2**62
    ) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
        """Rows of features and what they were worth, of as many matches as fit."""
        rows, targets = np.empty(self._shape, np.int16), np.empty(self._shape[0], np.float32)
        filled = self._playing.play(
            int(weights.ctypes.data), int(imitates), self._blanks[seats], self._states, seats, learners,
            1.0 if imitates else TRACE, tries, self._dice, self._asks, rows, self._notes, targets, self.tally, matches,
        )  # fmt: skip
        return rows[:filled], targets[:filled]

    def result(self, weights: Block, seats: int) -> tuple[float, float]:
        """One match of the network in one seat, without trying anything: its share of the win, and its points."""
        self.tally[:1] = blank(self.tally.dtype)
        self.play(weights, seats, 1, 0.0, matches=1)
        return float(self.tally["won"][0]), float(self.tally["points"][0])


def _blank(game: Any, seats: int) -> Any:
    """A state with nothing but the usual options in it."""
    state = blank(game.rules.State)
    state[0]["seats"] = seats
    write_options(game.rules.options, game.checked(seats, {}), state[0])
    return state
