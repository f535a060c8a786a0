"""What the networks of `learned` players are made of, in compiled code: layers, and memory to work in.

The weights lie in memory as they lie in their file (kit/weights.py), and a mind holds the address. So nothing is
compiled into the code, the same code evaluates every game's network, and a page needs to load a file only if
somebody chooses this player. Sums are made in a fixed order, in 32 bits, without fused operations: a processor and
WebAssembly give the same result, bit by bit. What is needed on the way lies on the stack, so threads share nothing.
"""

import ctypes
import math
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from parlour.engine.pointer import array_at
from parlour.kit.compile import inlined, rule
from parlour.kit.record import INTERPRETED, readable
from parlour.kit.weights import FLOATS, ROW

ZERO, ONE = np.float32(0), np.float32(1)
MOST_ANSWERS = 1024  # of a game whose networks judge positions


def on_stack(size: int) -> Callable[..., Any]:
    """stack(): the address of at least `size` bytes that are valid until the calling function returns."""
    size = -(-size // 8) * 8
    if INTERPRETED:
        own = threading.local()

        def kept():  # type: ignore[no-untyped-def]
            if not hasattr(own, "memory"):
                own.memory = np.zeros(size // 8, np.uint64)
            return own.memory.ctypes.data

        return kept

    def stack(context):  # type: ignore[no-untyped-def]
        def allocate(_, builder, signature, arguments):  # type: ignore[no-untyped-def]
            words = ir.ArrayType(ir.IntType(64), size // 8)
            with builder.goto_entry_block():  # `alloca_once` would also fill it with zeros
                memory = builder.alloca(words)
            return builder.ptrtoint(memory, ir.IntType(64))

        return types.int64(), allocate

    made: Callable[..., Any] = intrinsic(stack)
    return made


stack_memory = on_stack(4 * FLOATS + ROW)
index_memory = on_stack(2 * max(FLOATS, ROW))
answer_memory = on_stack(4 * MOST_ANSWERS)

if INTERPRETED:

    def numbers_at(address, count, dtype):  # type: ignore[no-untyped-def]
        size = int(count) * np.dtype(dtype).itemsize
        return np.frombuffer((ctypes.c_char * size).from_address(int(address)), dtype)

    def record_at(address, dtype):  # type: ignore[no-untyped-def]
        return readable(numbers_at(address, 1, dtype))

    def add_whole(to, weights):  # type: ignore[no-untyped-def]
        to += weights

    def add_scaled(to, weights, factor):  # type: ignore[no-untyped-def]
        to += weights.astype(np.float32) * factor

    def add_four_scaled(to, a, b, c, d, p, q, r, s):  # type: ignore[no-untyped-def]
        for weights, factor in ((a, p), (b, q), (c, r), (d, s)):
            add_scaled(to, weights, factor)
else:
    numbers_at = array_at

    @inlined
    def record_at(address, dtype):  # type: ignore[no-untyped-def]
        """An array of one record."""
        return array_at(address, 1, dtype)

    @rule
    def add_whole(to, weights):  # type: ignore[no-untyped-def]
        for j in range(len(to)):
            to[j] += weights[j]

    @rule
    def add_scaled(to, weights, factor):  # type: ignore[no-untyped-def]
        for j in range(len(to)):
            to[j] += np.float32(weights[j]) * factor

    @rule
    def add_four_scaled(to, a, b, c, d, p, q, r, s):  # type: ignore[no-untyped-def]
        """The same for four, one after another; the sums are loaded and stored once."""
        for j in range(len(to)):
            to[j] = to[j] + np.float32(a[j]) * p + np.float32(b[j]) * q + np.float32(c[j]) * r + np.float32(d[j]) * s


@rule
def weights_of(at, width, i):  # type: ignore[no-untyped-def]
    """The weights of one input. Not a slice, for which Numba would check whether its ends are negative."""
    return numbers_at(at + i * width, width, np.int8)


@rule
def weigh(base, at, values):  # type: ignore[no-untyped-def]
    """Multiply each value by a factor and add a summand; returns where the next array lies."""
    many = len(values)
    factors, summands = numbers_at(base + at, many, np.float32), numbers_at(base + at + 4 * many, many, np.float32)
    for i in range(many):
        values[i] = values[i] * factors[i] + summands[i]
    return at + 8 * many


@rule
def layer(base, at, given, out):  # type: ignore[no-untyped-def]
    """A linear layer; returns where the next array lies. Most inputs of the first layer, and half of those after a
    rectifier, are 0 and cost nothing."""
    many, width, weights = len(given), len(out), base + at
    used, count, done = numbers_at(index_memory(), many, np.int16), np.int64(0), np.int64(0)
    for i in range(many):
        used[count] = i  # whether it counts or not: a branch would be mispredicted half of the time
        count += np.int64(given[i] != ZERO)
    for j in range(width):
        out[j] = ZERO
    while done + 4 <= count:
        a, b, c, d = np.int64(used[done]), np.int64(used[done + 1]), np.int64(used[done + 2]), np.int64(used[done + 3])
        add_four_scaled(
            out,
            weights_of(weights, width, a),
            weights_of(weights, width, b),
            weights_of(weights, width, c),
            weights_of(weights, width, d),
            given[a],
            given[b],
            given[c],
            given[d],
        )
        done += 4
    for k in range(done, count):
        i = np.int64(used[k])
        add_scaled(out, weights_of(weights, width, i), given[i])
    return weigh(base, at + (many * width + 3) // 4 * 4, out)


@rule
def normalise(given, out):  # type: ignore[no-untyped-def]
    """Layer normalisation without weights."""
    many, total, squares = len(given), 0.0, 0.0
    for i in range(many):
        total += float(given[i])
    mean = total / many
    for i in range(many):
        squares += (float(given[i]) - mean) * (float(given[i]) - mean)
    factor = 1.0 / math.sqrt(squares / many + 1e-5)
    for i in range(many):
        out[i] = np.float32((float(given[i]) - mean) * factor)


@rule
def rectify(values):  # type: ignore[no-untyped-def]
    for i in range(len(values)):
        values[i] = values[i] if values[i] > ZERO else ZERO


@rule
def add(to, values):  # type: ignore[no-untyped-def]
    for i in range(len(to)):
        to[i] += values[i]
