"""Operations on each match of a batch: on the CPU in a loop per thread, on a GPU in a thread per match.

Functions pass records to each other, never arrays: an array argument is reference-counted, atomically, at every call,
and two threads that step one batch would spend their time on that.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.kit.chance import Dice, below, scramble, seed_of
from parlour.kit.compile import inlined, rule
from parlour.kit.contract import Rules
from parlour.kit.copying import prefetch_record
from parlour.kit.record import INTERPRETED, blank, int8, int64, record, uint64

from .loops import STUCK, loops
from .moments import moments
from .pointer import address_of, array_at
from .rewards import RANK, write_rewards
from .spin import called_again

PLAYER = np.uint64(1)  # added to a match's seed: the dice of its random players


class OneMatch(NamedTuple):
    """Functions of one game for one match of a batch. `number` is the match's number in the batch's run. Masks and rows
    are all zeros before they are written."""

    Mask: np.dtype[Any]  # `open`: 1 for each answer that is legal for the seat that is asked
    Row: np.dtype[Any]  # `bytes`: an observation
    deal: Callable[..., Any]  # deal(state, turn, dice, seed, number, pad): from the options in the state
    step: Callable[..., Any]  # step(state, turn, dice, action, pad): the seat that is asked answers
    take: Callable[..., Any]  # take(state, turn, dice, action, pad): the first half; False if the second follows
    conclude: Callable[..., Any]  # conclude(state, turn, dice, pad): the second
    show: Callable[..., Any]  # show(turn, mask, pad): the mask of the seat that is asked then
    observe: Callable[..., Any]  # observe(state, turn, seen, row): what that seat sees
    play_out: Callable[..., Any]  # play_out(state, turn, dice, pad): random play to the end; returns the moves made


@cache
def one_match(rules: Rules) -> OneMatch:
    game, asked = loops(rules), moments(rules)
    begin_match, random_step = game.begin, game.random_step
    begin, answer, settle = asked.begin, asked.answer, asked.settle
    take_answer, conclude_moment = asked.take, asked.conclude
    over, see, see_as_bytes = rules.over, rules.see, rules.observe
    real_time, wait, answers, size = rules.real_time, rules.actions, rules.answers, rules.pieces.size
    observes_state = rules.observes_state
    Mask = record(open=int8[answers])
    Row = record(bytes=int8[size])

    @rule
    def draw(turn, dice, pad):  # type: ignore[no-untyped-def]
        """Draw a random legal answer of the seat that is asked while the list is at hand."""
        turn.drawn = 0
        if turn.seat >= 0:
            count = np.int64(turn.count)
            k = below(dice, count + real_time)
            move = pad.moves[min(k, count - 1)]
            turn.drawn = move if k < count else wait

    @rule
    def show(turn, mask, pad):  # type: ignore[no-untyped-def]
        """Write the mask of the seat that is asked. In a finished match any answer is accepted and none has an effect,
        so that no mask is ever empty."""
        if turn.seat < 0:
            for action in range(answers):
                mask.open[action] = 1
            return
        for k in range(np.int64(turn.count)):
            mask.open[pad.moves[k]] = 1
        if real_time:
            mask.open[wait] = 1

    @rule
    def deal(state, turn, dice, seed, number, pad):  # type: ignore[no-untyped-def]
        match_seed = seed_of(seed, number)
        begin_match(state, match_seed)
        dice.rng = scramble(match_seed + PLAYER)
        dice.seat = 0
        begin(state, turn, match_seed, pad)
        draw(turn, dice, pad)

    @rule
    def step(state, turn, dice, action, pad):  # type: ignore[no-untyped-def]
        answer(state, turn, action, pad)
        draw(turn, dice, pad)

    @rule
    def take(state, turn, dice, action, pad):  # type: ignore[no-untyped-def]
        if not take_answer(state, turn, action, pad):
            return False
        draw(turn, dice, pad)
        return True

    @rule
    def conclude(state, turn, dice, pad):  # type: ignore[no-untyped-def]
        conclude_moment(state, turn, pad)
        draw(turn, dice, pad)

    @rule
    def observe(state, turn, seen, row):  # type: ignore[no-untyped-def]
        seat = np.int64(turn.seat)
        if seat < 0:
            return
        if observes_state:
            see_as_bytes(state, seat, row.bytes)
        else:
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

    return OneMatch(Mask, Row, deal, step, take, conclude, show, observe, play_out)


STEP, OBSERVE = 0, 1  # tasks of a round

Address: Any = object if INTERPRETED else int64  # interpreted loops are handed the array itself

# What one thread works on: its range of the batch's matches, and where the batch's arrays are.
Share = record(
    task=int64,
    renew=int64,  # added to the number of a finished match, which is then dealt again; 0: it stays finished
    begin=int64,
    end=int64,
    count=int64,
    players=int64,
    seed=uint64,
    template=Address,  # one state with the options in it, from which matches are dealt
    states=Address,
    turns=Address,
    dice=Address,
    masks=Address,
    numbers=Address,
    seats=Address,
    drawn=Address,
    chosen=Address,
    terminated=Address,
    final_scores=Address,
    reward=int64,  # which of the schemes in rewards.py
    rewards=Address,
    before=Address,  # scores before the step; of no use where the reward is the rank
    after=Address,  # one row for the thread
    pad=Address,
    seen=Address,
    rows=Address,  # where observations are written
)


def new_share(**fields: Any) -> Any:
    """An array with one Share. Only addresses are kept of the arrays, so the caller must keep them alive."""
    share = blank(Share)
    set_share(share, **fields)
    return share


def set_share(share: Any, **fields: Any) -> None:
    for name, value in fields.items():
        share[name][0] = address_of(value) if isinstance(value, np.ndarray) else value


class BatchLoops(NamedTuple):
    """The same for the matches of a Share, one after another; `shares` is an array with one Share in it."""

    deal: Callable[..., Any]  # deal(shares, begin, end, which): the matches which[begin:end]
    work: Callable[..., Any]  # work(flag, polls, shares): the share's task, in rounds with the other threads
    play_out: Callable[..., Any]  # play_out(shares, begin, end, steps)
    score: Callable[..., Any]  # score(begin, end, states, out)
    first_illegal: Callable[..., Any]  # first_illegal(chosen, seats, masks): a match whose answer is illegal, or -1


@cache
def batch_loops(rules: Rules) -> BatchLoops:
    one = one_match(rules)
    deal_one, step_one, show_one, observe_one = one.deal, one.step, one.show, one.observe
    play_one, score_one = one.play_out, rules.score
    Mask, Row, State, Turn = one.Mask, one.Row, rules.State, moments(rules).Turn
    Pad = loops(rules).Pad
    answers, sign = rules.answers, -1 if rules.lowest_wins else 1

    @inlined
    def clear(numbers):  # type: ignore[no-untyped-def]
        for k in range(len(numbers)):
            numbers[k] = 0

    @rule
    def deal(shares, begin, end, which):  # type: ignore[no-untyped-def]
        share = shares[0]
        count = share.count
        states, turns = array_at(share.states, count, State), array_at(share.turns, count, Turn)
        dice, masks = array_at(share.dice, count, Dice), array_at(share.masks, count, Mask)
        numbers, seats = array_at(share.numbers, count, np.int64), array_at(share.seats, count, np.int16)
        drawn = array_at(share.drawn, count, np.int16)
        template, pad = array_at(share.template, 1, State), array_at(share.pad, 1, Pad)[0]
        rewards = array_at(share.rewards, (count, share.players), np.float32)
        before = array_at(share.before, (count, share.players), np.int32)
        for k in range(begin, end):
            i = which[k]
            states[i] = template[0]
            clear(masks[i].open)
            deal_one(states[i], turns[i], dice[i], share.seed, numbers[i], pad)
            show_one(turns[i], masks[i], pad)
            score_one(states[i], before[i])
            rewards[i, :] = 0
            seats[i] = turns[i].seat
            drawn[i] = turns[i].drawn

    @rule
    def work(flag, polls, shares):  # type: ignore[no-untyped-def]
        share = shares[0]
        count, begin, end, seed = share.count, share.begin, share.end, share.seed
        states, turns = array_at(share.states, count, State), array_at(share.turns, count, Turn)
        dice, masks = array_at(share.dice, count, Dice), array_at(share.masks, count, Mask)
        numbers, seats = array_at(share.numbers, count, np.int64), array_at(share.seats, count, np.int16)
        drawn, chosen = array_at(share.drawn, count, np.int16), array_at(share.chosen, count, np.int16)
        terminated, players = array_at(share.terminated, count, np.int8), share.players
        final_scores = array_at(share.final_scores, (count, players), np.int32)
        rewards, before = (
            array_at(share.rewards, (count, players), np.float32),
            array_at(share.before, (count, players), np.int32),
        )
        after, reward = array_at(share.after, players, np.int32), share.reward
        template, pad = array_at(share.template, 1, State), array_at(share.pad, 1, Pad)[0]
        seen = array_at(share.seen, 1, State)[0]
        while True:
            if share.task == STEP:
                renew = share.renew
                for i in range(begin, end):
                    prefetch_record(states[min(i + 1, end - 1)])
                    if terminated[i]:
                        terminated[i] = 0
                        rewards[i, :] = 0
                    if seats[i] >= 0:
                        clear(masks[i].open)
                        step_one(states[i], turns[i], dice[i], np.int64(chosen[i]), pad)
                        show_one(turns[i], masks[i], pad)
                        finished = turns[i].seat < 0
                        if finished:
                            terminated[i] = 1
                            score_one(states[i], final_scores[i])
                        if reward != RANK:
                            score_one(states[i], after)
                            write_rewards(reward, sign, players, before[i], after, finished, rewards[i])
                            for seat in range(players):
                                before[i, seat] = after[seat]
                        elif finished:
                            write_rewards(RANK, sign, players, final_scores[i], final_scores[i], True, rewards[i])
                        if finished and renew:
                            numbers[i] += renew
                            states[i] = template[0]
                            clear(masks[i].open)
                            deal_one(states[i], turns[i], dice[i], seed, numbers[i], pad)
                            show_one(turns[i], masks[i], pad)
                            score_one(states[i], before[i])
                        seats[i] = turns[i].seat
                        drawn[i] = turns[i].drawn
            else:
                rows = array_at(share.rows, count, Row)
                for i in range(begin, end):
                    prefetch_record(states[min(i + 1, end - 1)])
                    clear(rows[i].bytes)
                    observe_one(states[i], turns[i], seen, rows[i])
            if not called_again(flag, polls):
                return

    @rule
    def play_out(shares, begin, end, steps):  # type: ignore[no-untyped-def]
        share = shares[0]
        count = share.count
        states, turns = array_at(share.states, count, State), array_at(share.turns, count, Turn)
        dice, pad = array_at(share.dice, count, Dice), array_at(share.pad, 1, Pad)[0]
        for i in range(begin, end):
            steps[i] = play_one(states[i], turns[i], dice[i], pad)

    @rule
    def score(begin, end, states, out):  # type: ignore[no-untyped-def]
        for i in range(begin, end):
            score_one(states[i], out[i])

    @rule
    def first_illegal(chosen, seats, masks):  # type: ignore[no-untyped-def]
        for i in range(len(seats)):
            if seats[i] >= 0 and not (0 <= chosen[i] < answers and masks[i].open[chosen[i]]):
                return i
        return -1

    return BatchLoops(deal, work, play_out, score, first_illegal)
