"""One match among many: what a batch does to each of its matches, on the CPU in a loop, on a GPU in a thread each.

All that is handed from function to function is a record: arrays would be counted, atomically, at every call, and two
threads that step one batch would spend their time on that.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.kit.chance import below, scramble, seed_of
from parlour.kit.compile import entrance, rule
from parlour.kit.contract import Rules
from parlour.kit.copying import fetch_record
from parlour.kit.record import int8, record

from .loops import STUCK, loops
from .moments import moments
from .pointer import laid
from .spin import called_again

PLAYER = np.uint64(1)  # added to a match's seed: the dice of its random players


class Many(NamedTuple):
    """Functions of one game, for one match."""

    Mask: np.dtype[Any]  # `open`: 1 for each answer that is open to the seat that is asked
    Row: np.dtype[Any]  # `bytes`: an observation
    deal: Callable[
        ..., Any
    ]  # deal(state, turn, dice, mask, seed, number, pad): that match of a run, from the options in it
    step: Callable[..., Any]  # step(state, turn, dice, action, mask, pad): the seat that is asked answers
    observe: Callable[..., Any]  # observe(state, turn, seen, row): what that seat sees
    play_out: Callable[..., Any]  # play_out(state, turn, dice, pad): at random, to the end; how many moves were made


@cache
def many(rules: Rules) -> Many:
    game, asked = loops(rules), moments(rules)
    begin_match, random_step = game.begin, game.random_step
    begin, answer, settle = asked.begin, asked.answer, asked.settle
    over, see, see_as_bytes = rules.over, rules.see, rules.observe
    real_time, wait, answers, size = rules.real_time, rules.actions, rules.answers, rules.pieces.size
    Mask = record(open=int8[answers])
    Row = record(bytes=int8[size])

    @rule
    def show(turn, dice, mask, pad):  # type: ignore[no-untyped-def]
        """What is open to the seat that is asked; and one answer of these, drawn now that they lie there as a list."""
        for action in range(answers):
            mask.open[action] = 0
        turn.drawn = 0
        if turn.seat < 0:
            return
        count = np.int64(turn.count)
        for k in range(count):
            mask.open[pad.moves[k]] = 1
        if real_time:
            mask.open[wait] = 1
        k = below(dice, count + real_time)
        move = pad.moves[min(k, count - 1)]
        turn.drawn = move if k < count else wait

    @rule
    def deal(state, turn, dice, mask, seed, number, pad):  # type: ignore[no-untyped-def]
        match_seed = seed_of(seed, number)
        begin_match(state, match_seed)
        dice.rng = scramble(match_seed + PLAYER)
        dice.seat = 0
        begin(state, turn, match_seed, pad)
        show(turn, dice, mask, pad)

    @rule
    def step(state, turn, dice, action, mask, pad):  # type: ignore[no-untyped-def]
        answer(state, turn, action, pad)
        show(turn, dice, mask, pad)

    @rule
    def observe(state, turn, seen, row):  # type: ignore[no-untyped-def]
        for k in range(size):
            row.bytes[k] = 0
        seat = np.int64(turn.seat)
        if seat >= 0:
            see(state, seat, seen)
            see_as_bytes(seen, seat, row.bytes)

    @rule
    def play_out(state, turn, dice, pad):  # type: ignore[no-untyped-def]
        settle(state, turn)
        made = np.int64(0)
        while not over(state):
            done = random_step(state, dice, pad)
            if done == STUCK:
                return np.int64(STUCK)
            made += done
        return made

    return Many(Mask, Row, deal, step, observe, play_out)


# What `work` is told: what to do, how much further on a match that ended is dealt anew (0: not at all), and where the
# rows lie that are to be written.
STEP, OBSERVE = 0, 1


class Spans(NamedTuple):
    """The same for matches `begin` to `end` - 1, one after another: what a thread of the CPU does."""

    deal: Callable[..., Any]  # of the matches named in `which`
    work: Callable[..., Any]  # in rounds with other threads: what `told` says, until nobody calls for another
    play_out: Callable[..., Any]
    score: Callable[..., Any]
    wrong: Callable[..., Any]  # the first match whose answer is not open, or -1


@cache
def spans(rules: Rules) -> Spans:
    one = many(rules)
    deal_one, step_one, observe_one = one.deal, one.step, one.observe
    play_one, score_one, Row = one.play_out, rules.score, one.Row
    answers = rules.answers

    @rule
    def deal(begin, end, which, first, seed, numbers, states, turns, dice, masks, seats, drawn, pads):  # type: ignore[no-untyped-def]
        for k in range(begin, end):
            i = which[k]
            states[i] = first[0]
            deal_one(states[i], turns[i], dice[i], masks[i], seed, numbers[i], pads[0])
            seats[i] = turns[i].seat
            drawn[i] = turns[i].drawn

    @entrance
    def work(  # type: ignore[no-untyped-def]
        baton, patience, told, begin, end, chosen, first, seed, numbers, states, turns, dice, masks, seats, drawn,
        ended, results, pads, seens,
    ):  # fmt: skip
        while True:
            if told[0] == STEP:
                renew = told[1]
                for i in range(begin, end):
                    fetch_record(states[min(i + 1, end - 1)])
                    ended[i] = 0
                    if seats[i] >= 0:
                        step_one(states[i], turns[i], dice[i], np.int64(chosen[i]), masks[i], pads[0])
                        if turns[i].seat < 0:
                            ended[i] = 1
                            score_one(states[i], results[i])
                            if renew:
                                numbers[i] += renew
                                states[i] = first[0]
                                deal_one(states[i], turns[i], dice[i], masks[i], seed, numbers[i], pads[0])
                        seats[i] = turns[i].seat
                        drawn[i] = turns[i].drawn
            else:
                rows = laid(told[2], len(states), Row)
                for i in range(begin, end):
                    fetch_record(states[min(i + 1, end - 1)])
                    observe_one(states[i], turns[i], seens[0], rows[i])
            if not called_again(baton, patience):
                return

    @entrance
    def play_out(begin, end, states, turns, dice, steps, pads):  # type: ignore[no-untyped-def]
        for i in range(begin, end):
            steps[i] = play_one(states[i], turns[i], dice[i], pads[0])

    @rule
    def score(begin, end, states, out):  # type: ignore[no-untyped-def]
        for i in range(begin, end):
            score_one(states[i], out[i])

    @rule
    def wrong(chosen, seats, masks):  # type: ignore[no-untyped-def]
        for i in range(len(seats)):
            if seats[i] >= 0 and not (0 <= chosen[i] < answers and masks[i].open[chosen[i]]):
                return i
        return -1

    return Spans(deal, work, play_out, score, wrong)
