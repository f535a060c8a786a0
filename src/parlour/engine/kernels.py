"""CUDA kernels. Imported only where there is a GPU or its simulator (which needs `cuda` as a name of the module).

Whole random matches are played in the thread's local memory, where the bytes of neighbouring threads are adjacent. In
the batch's own arrays every access would be one memory transaction per thread (Parrot is four times slower that way).
The local copy is indexed by `here`, which is always 0; the compiler cannot know that, and so does not break the state
up into registers.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import config, cuda

from parlour.kit import Dice, Rules, int16, record

from .batch_loops import one_match
from .moments import NOBODY, moments
from .rewards import RANK, write_rewards

ALL_REGISTERS = 255  # the most that a thread can have

if vars(config)["ENABLE_CUDASIM"]:

    def bare(array):
        """The array inside the simulator's wrapper, which compiled rules cannot read."""
        return array._item._ary

    def uses_all_registers(kernel: Any) -> bool:
        """The simulator has no registers."""
        return False

    def without_lto(kernel: Any) -> Any:
        """The simulator links nothing."""
        return kernel
else:

    @cuda.jit(device=True, inline="always")
    def bare(array):
        return array

    def uses_all_registers(kernel: Any) -> bool:
        """True if the kernel uses all registers, so that few threads fit at a time."""
        return bool(kernel.get_regs_per_thread() == ALL_REGISTERS)

    def without_lto(kernel: Any) -> Any:
        """The same kernel without link-time optimisation."""
        return cuda.jit(kernel.py_func, lto=False)  # type: ignore[call-arg]


class Kernels(NamedTuple):
    """The kernels of one game: each applies the function of the same name in `one_match` to match i."""

    deal: Any
    step: Any
    observe: Any
    play_out: Any
    play_out_without_lto: Any
    close: Any
    score: Any
    wrong: Any


@cache
def kernels(rules: Rules) -> Kernels:
    one, Turn = one_match(rules), moments(rules).Turn
    Pad = record(moves=int16[rules.actions])
    State = rules.State
    deal_one, step_one, observe_one, play_one = one.deal, one.step, one.observe, one.play_out
    score_one, answers, most = rules.score, rules.answers, rules.max_seats
    sign = -1 if rules.lowest_wins else 1

    @cuda.jit
    def deal(which, further, first, seed, numbers, states, turns, dice, masks, seats, drawn, rewards, before):  # type: ignore[no-untyped-def]
        first, states, turns, dice, masks = bare(first), bare(states), bare(turns), bare(dice), bare(masks)
        before = bare(before)
        k = cuda.grid(1)
        if k < which.shape[0]:
            state, pad = cuda.local.array(1, State), cuda.local.array(1, Pad)
            i = which[k]
            here = min(i, 0)
            numbers[i] += further
            state[here] = first[0]
            deal_one(state[here], turns[i], dice[i], masks[i, 0], seed, numbers[i], pad[here])
            states[i] = state[here]
            score_one(states[i], before[i])
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
            seats[i] = turns[i]["seat"]
            drawn[i] = turns[i]["drawn"]

    @cuda.jit
    def step(  # type: ignore[no-untyped-def]
        renew, chosen, first, seed, numbers, states, turns, dice, masks, seats, drawn, terminated, final_scores, reward,
        rewards, before,
    ):  # fmt: skip
        first, states, turns, dice = bare(first), bare(states), bare(turns), bare(dice)
        masks, final_scores, rewards, before = bare(masks), bare(final_scores), bare(rewards), bare(before)
        i = cuda.grid(1)
        if i < states.shape[0]:
            pad, after = cuda.local.array(1, Pad), cuda.local.array(most, np.int32)
            players = rewards.shape[1]
            if terminated[i]:
                terminated[i] = 0
                for seat in range(players):
                    rewards[i, seat] = 0
            if seats[i] >= 0:
                step_one(states[i], turns[i], dice[i], np.int64(chosen[i]), masks[i, 0], pad[0])
                finished = turns[i]["seat"] < 0
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
                    states[i] = first[0]
                    deal_one(states[i], turns[i], dice[i], masks[i, 0], seed, numbers[i], pad[0])
                    score_one(states[i], before[i])
                seats[i] = turns[i]["seat"]
                drawn[i] = turns[i]["drawn"]

    @cuda.jit
    def observe(states, turns, rows):  # type: ignore[no-untyped-def]
        states, turns, rows = bare(states), bare(turns), bare(rows)
        i = cuda.grid(1)
        if i < states.shape[0]:
            seen = cuda.local.array(1, State)
            observe_one(states[i], turns[i], seen[0], rows[i, 0])

    @cuda.jit
    def play_out(taken, states, turns, dice, steps, ends):  # type: ignore[no-untyped-def]
        """Threads take matches until none is left, so that a long match holds up few others."""
        states, turns, dice = bare(states), bare(turns), bare(dice)
        state, turn, die = cuda.local.array(1, State), cuda.local.array(1, Turn), cuda.local.array(1, Dice)
        pad = cuda.local.array(1, Pad)
        i = cuda.atomic.add(taken, 0, 1)
        here = min(i, 0)
        while i < states.shape[0]:
            state[here] = states[i]
            turn[here] = turns[i]
            die[here] = dice[i]
            steps[i] = play_one(state[here], turn[here], die[here], pad[here])
            ends[i] = state[here]["clock"]
            turn[here]["seat"] = NOBODY
            turn[here]["count"] = 0
            states[i] = state[here]
            turns[i] = turn[here]
            dice[i] = die[here]
            i = cuda.atomic.add(taken, 0, 1)

    @cuda.jit
    def close(mask, seats):  # type: ignore[no-untyped-def]
        """All matches are finished: no seat is asked, and any answer is accepted."""
        k = cuda.grid(1)
        if k < seats.shape[0]:
            seats[k] = NOBODY
        if k < mask.shape[0] * answers:
            mask[k // answers, k % answers] = 1

    @cuda.jit
    def score(states, out):  # type: ignore[no-untyped-def]
        states, out = bare(states), bare(out)
        i = cuda.grid(1)
        if i < states.shape[0]:
            score_one(states[i], out[i])

    @cuda.jit
    def wrong(given, chosen, seats, masks, first_wrong):  # type: ignore[no-untyped-def]
        """Copies the given answers, whatever their integer type, and finds the first illegal one."""
        masks = bare(masks)
        i = cuda.grid(1)
        if i < seats.shape[0]:
            action = np.int64(given[i])
            inside = 0 <= action < answers
            chosen[i] = action if inside else -1
            if seats[i] >= 0 and not (inside and masks[i, 0]["open"][action]):
                cuda.atomic.min(first_wrong, 0, i)

    return Kernels(deal, step, observe, play_out, without_lto(play_out), close, score, wrong)
