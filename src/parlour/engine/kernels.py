"""CUDA kernels. Imported only where there is a GPU or its simulator (which needs `cuda` as a name of the module).

Rows of masks and observations are written byte by byte, which is slow in global memory: each byte of each thread would
be a transaction of its own. So a block keeps the rows of its matches in shared memory, and in the end all its threads
copy them out together, in words. Observations lie there as they will lie in global memory; of a mask there is one bit
for each answer, so that more threads fit.

Whole random matches are played in the thread's local memory, where the bytes of neighbouring threads are adjacent. In
the batch's own arrays every access would be one memory transaction per thread (Parrot is four times slower that way).
The local copy is indexed by `here`, which is always 0; the compiler cannot know that, and so does not break the state
up into registers.
"""

from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numba import config, cuda
from numba.types import int8, int32, int64, uint8, uint32, uint64

from parlour.kit import Dice, Rules, copy_record, int16, record

from .batch_loops import one_match
from .loops import NOBODY
from .moments import moments
from .rewards import RANK, write_rewards

ALL_REGISTERS = 255  # the most that a thread can have

if vars(config)["ENABLE_CUDASIM"]:

    def bare(array):
        """The array inside the simulator's wrapper, which compiled rules cannot read."""
        return array._item._ary

    def helper(function: Any) -> Any:
        """A function that kernels call: the simulator calls it as it is."""
        return function

    def kernel(function: Any, **options: Any) -> Any:
        """The simulator compiles and links nothing."""
        return cuda.jit(function)

    def uses_all_registers(kernel: Any, *arguments: Any) -> bool:
        """The simulator has no registers."""
        return False
else:
    from .kernel_cache import KernelCache

    @cuda.jit(device=True, inline="always")
    def bare(array):
        return array

    def helper(function: Any) -> Any:
        """A function that kernels call."""
        return cuda.jit(function, device=True)

    def kernel(function: Any, **options: Any) -> Any:
        """A kernel whose compiled versions are kept on disk."""
        compiled: Any = cuda.jit(function, **options)
        compiled._cache = KernelCache(function, repr(options))
        return compiled

    def uses_all_registers(kernel: Any, *arguments: Any) -> bool:
        """True if the kernel uses all registers, so that few threads fit at a time."""
        compiled = kernel.compile(tuple(kernel.typeof_pyval(argument) for argument in arguments))
        return bool(compiled.regs_per_thread == ALL_REGISTERS)


MOST_THREADS = 256  # of a block that keeps rows in shared memory
STEP_REGISTERS = 64  # then a multiprocessor holds four blocks of 256 threads instead of three
ROWS_SHARE = 71  # per cent of a multiprocessor's memory for rows of observations; the rest is the cache for states
WORD = 8  # bytes
BITS = 32
ALL = np.uint32(2**BITS - 1)

# Loops that run often are written with `while` and unsigned numbers. For a `range` Numba counts two 64-bit numbers, and
# an index that could be negative might count from the end: that was most of the 16 to 23 instructions for one word of
# zeros, which now takes five.


@helper
def fill_with_zeros(words, length, t, threads):
    """Write zeros over the first `length` bytes of shared memory, all threads of the block together."""
    k, end = uint32(t), uint32(-(-length // WORD))
    while k < end:
        words[k] = 0
        k = uint32(k + threads)


def mask_length(answers: int) -> int:
    """How many 32-bit numbers hold a mask. An odd number, so that the masks of neighbouring threads begin in different
    banks of shared memory."""
    return -(-answers // BITS) | 1


@helper
def mark(bits, row, answer):
    """Set the answer's bit in the mask that begins at `row`."""
    answer = uint32(answer)
    bits[uint32(row + answer // BITS)] |= uint32(1) << uint32(answer % BITS)


@helper
def up_to_eight(bits, row, answer, rest):
    """The next eight bits of the mask that begins at `row`, from an answer on, or what is left: `rest` bits."""
    place, shift = uint32(row + answer // BITS), uint32(answer % BITS)
    found = bits[place] >> shift
    if rest > uint32(BITS - shift):
        found |= bits[uint32(place + 1)] << uint32(BITS - shift)
    if rest < WORD:
        found &= uint32((uint32(1) << rest) - 1)
    return found


@helper
def bytes_of(bits):
    """The lowest eight bits as a word of eight bytes, each 0 or 1. Every byte gets all eight bits and keeps its own;
    the sum carries that one into the byte's highest bit, from where it is moved to the lowest."""
    copies = (uint64(bits) & uint64(255)) * uint64(0x0101010101010101)
    own = copies & uint64(0x8040201008040201)
    return ((own + uint64(0x7F7F7F7F7F7F7F7F)) >> uint64(7)) & uint64(0x0101010101010101)


@helper
def copy_masks_out(bits, length, answers, start, held, to_words, to_flat, t, threads):
    """Write `held` masks to `start` in global memory, a byte for each answer: as words, as far as there are words."""
    total = held * answers
    whole = uint32(max(0, min(total // WORD, to_words.shape[0] - start // WORD)))
    first = uint64(start // WORD)
    k = uint32(t)
    while k < whole:
        row, answer = uint32(uint32(WORD * k) // uint32(answers)), uint32(uint32(WORD * k) % uint32(answers))
        found, count = uint32(0), uint32(0)
        while count < WORD:
            rest = uint32(answers - answer)
            found |= up_to_eight(bits, uint32(row * length), answer, rest) << count
            count = uint32(count + rest)
            row, answer = uint32(row + 1), uint32(0)
        to_words[first + k] = int64(bytes_of(found))
        k = uint32(k + threads)
    k = uint32(WORD * whole + t)
    while k < total:
        row, answer = uint32(k // uint32(answers)), uint32(k % uint32(answers))
        to_flat[uint64(start + k)] = up_to_eight(bits, uint32(row * length), answer, uint32(1))
        k = uint32(k + threads)


@helper
def copy_out(words, flat, start, length, to_words, to_flat, t, threads):
    """Copy `length` bytes from shared memory to `start` in global memory: as words, as far as there are words."""
    whole = uint32(max(0, min(length // WORD, to_words.shape[0] - start // WORD)))
    first = uint64(start // WORD)
    k = uint32(t)
    while k < whole:
        to_words[first + k] = words[k]
        k = uint32(k + threads)
    k = uint32(WORD * whole + t)
    while k < length:
        to_flat[uint64(start + k)] = flat[k]
        k = uint32(k + threads)


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
    State, Row = rules.State, one.Row
    size, real_time = rules.pieces.size, rules.real_time
    deal_one, take, conclude, show_one = one.deal, one.take, one.conclude, one.show
    observe_one, play_one = one.observe, one.play_out
    score_one, answers, most = rules.score, rules.answers, rules.max_seats
    sign = -1 if rules.lowest_wins else 1
    length, wait = mask_length(answers), rules.actions
    reads_most = 3 * size > State.itemsize  # of a state: then it is quicker to copy it to local memory first

    @helper
    def show_all(bits, row):
        for k in range(length):
            bits[uint32(row + k)] = ALL

    @helper
    def show(turn, pad, bits, row):
        """What `show` in `one_match` does, in bits."""
        if turn["seat"] < 0:
            show_all(bits, row)
            return
        k = uint32(0)
        while k < turn["count"]:
            mark(bits, row, pad["moves"][k])
            k = uint32(k + 1)
        if real_time:
            mark(bits, row, wait)

    @kernel
    def deal(  # type: ignore[no-untyped-def]
        which, listed, further, first, seed, numbers, states, turns, dice, masks, seats, drawn, keep_rewards, rewards,
        before,
    ):  # fmt: skip
        """Deal the first listed[0] of the matches `which`."""
        first, states, turns, dice, masks = bare(first), bare(states), bare(turns), bare(dice), bare(masks)
        before = bare(before)
        state, pad = cuda.local.array(1, State), cuda.local.array(1, Pad)
        for k in range(cuda.grid(1), listed[0], cuda.gridsize(1)):
            i = which[k]
            here = min(i, 0)
            numbers[i] += further
            copy_record(first[0], state[here])
            for answer in range(answers):
                masks[i, 0]["open"][answer] = 0
            deal_one(state[here], turns[i], dice[i], seed, numbers[i], pad[here])
            show_one(turns[i], masks[i, 0], pad[here])
            copy_record(state[here], states[i])
            score_one(state[here], before[i])
            if not keep_rewards:
                for seat in range(rewards.shape[1]):
                    rewards[i, seat] = 0
            seats[i] = turns[i]["seat"]
            drawn[i] = turns[i]["drawn"]

    @partial(kernel, max_registers=STEP_REGISTERS)
    def step(  # type: ignore[no-untyped-def]
        renew, chosen, states, turns, dice, mask_bytes, mask_words, seats, drawn, terminated, final_scores, reward,
        rewards, before, which, listed,
    ):  # fmt: skip
        """In a real-time game most answers only lead to the next seat; where one ends its moment, much more happens.
        So that few warps wait for that, the matches whose moment ends are listed, and the block's first threads
        continue with them."""
        states, turns, dice = bare(states), bare(turns), bare(dice)
        final_scores, rewards, before = bare(final_scores), bare(rewards), bare(before)
        t, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * threads
        i, held = first + t, min(threads, states.shape[0] - first)
        bits = cuda.shared.array(0, uint32)
        ending = cuda.shared.array(MOST_THREADS, uint8)
        endings = cuda.shared.array(1, int32)
        pad, after = cuda.local.array(1, Pad), cuda.local.array(most, np.int32)
        for k in range(length):
            bits[uint32(t * length + k)] = 0
        if t == 0:
            endings[0] = 0
        cuda.syncthreads()
        asked = i < states.shape[0] and seats[i] >= 0
        if asked:
            if take(states[i], turns[i], dice[i], np.int64(chosen[i]), pad[0]):
                show(turns[i], pad[0], bits, t * length)
            else:
                ending[cuda.atomic.add(endings, 0, 1)] = t
        if real_time:
            cuda.syncthreads()
            if t < endings[0]:
                k = np.int64(ending[t])
                j = first + k
                conclude(states[j], turns[j], dice[j], pad[0])
                show(turns[j], pad[0], bits, k * length)
            cuda.syncthreads()
        if i < states.shape[0]:
            players = rewards.shape[1]
            if terminated[i]:
                terminated[i] = 0
                for seat in range(players):
                    rewards[i, seat] = 0
            if not asked:
                show_all(bits, t * length)
            else:
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
                    which[cuda.atomic.add(listed, 0, 1)] = i
                seats[i] = turns[i]["seat"]
                drawn[i] = turns[i]["drawn"]
        cuda.syncthreads()
        copy_masks_out(bits, length, answers, first * answers, held, mask_words, mask_bytes, t, threads)

    @partial(kernel, shared_memory_carveout=ROWS_SHARE)
    def observe(states, turns, row_bytes, row_words):  # type: ignore[no-untyped-def]
        states, turns = bare(states), bare(turns)
        t, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * threads
        i, held = first + t, min(threads, states.shape[0] - first)
        rows, words, flat = cuda.shared.array(0, Row), cuda.shared.array(0, int64), cuda.shared.array(0, int8)
        fill_with_zeros(words, held * size, t, threads)
        cuda.syncthreads()
        if i < states.shape[0]:
            state, seen = cuda.local.array(1, State), cuda.local.array(1, State)
            here = min(i, 0)
            if reads_most:
                copy_record(states[i], state[here])
                observe_one(state[here], turns[i], seen[here], rows[t])
            else:
                observe_one(states[i], turns[i], seen[here], rows[t])
        cuda.syncthreads()
        copy_out(words, flat, first * size, held * size, row_words, row_bytes, t, threads)

    @kernel
    def play_out(taken, states, turns, dice, steps, ends):  # type: ignore[no-untyped-def]
        """Threads take matches until none is left, so that a long match holds up few others."""
        states, turns, dice = bare(states), bare(turns), bare(dice)
        state, turn, die = cuda.local.array(1, State), cuda.local.array(1, Turn), cuda.local.array(1, Dice)
        pad = cuda.local.array(1, Pad)
        i = cuda.atomic.add(taken, 0, 1)
        here = min(i, 0)
        while i < states.shape[0]:
            copy_record(states[i], state[here])
            turn[here] = turns[i]
            die[here] = dice[i]
            steps[i] = play_one(state[here], turn[here], die[here], pad[here])
            ends[i] = state[here]["clock"]
            turn[here]["seat"] = NOBODY
            turn[here]["count"] = 0
            copy_record(state[here], states[i])
            turns[i] = turn[here]
            dice[i] = die[here]
            i = cuda.atomic.add(taken, 0, 1)

    @kernel
    def close(mask, seats):  # type: ignore[no-untyped-def]
        """All matches are finished: no seat is asked, and any answer is accepted."""
        k = cuda.grid(1)
        if k < seats.shape[0]:
            seats[k] = NOBODY
        if k < mask.shape[0] * answers:
            mask[k // answers, k % answers] = 1

    @kernel
    def score(states, out):  # type: ignore[no-untyped-def]
        states, out = bare(states), bare(out)
        i = cuda.grid(1)
        if i < states.shape[0]:
            score_one(states[i], out[i])

    @kernel
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

    play_out_without_lto = kernel(play_out.py_func, lto=False)
    return Kernels(deal, step, observe, play_out, play_out_without_lto, close, score, wrong)
