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
from numba.core import cgutils, types
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
else:
    numbers_at = array_at

    @inlined
    def record_at(address, dtype):  # type: ignore[no-untyped-def]
        """An array of one record."""
        return array_at(address, 1, dtype)


def _adding(lanes: int, of: Any, kind: Any) -> Callable[..., Any]:
    """add(to, j, weights, rows, count, given): add to `lanes` numbers from `to[j]` on, one after another, the rows of
    weights that are numbered in `rows`; each times its number in `given`, unless `to` holds whole numbers.

    The sums stay in registers, which LLVM does not manage if it has to find this out by itself."""

    def add_rows(context, to, j, weights, rows, count, given):  # type: ignore[no-untyped-def]
        def add(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            def element(k, index):  # type: ignore[no-untyped-def]
                return builder.gep(context.make_array(signature.args[k])(context, builder, arguments[k]).data, [index])

            _, first, weights, _, count, _ = arguments
            width = builder.extract_value(arguments[0], (5, 0))
            numbers, bytes_ = ir.VectorType(kind, lanes), ir.VectorType(ir.IntType(8), lanes)
            place = builder.bitcast(element(0, first), numbers.as_pointer())
            sums = cgutils.alloca_once(builder, numbers)
            builder.store(builder.load(place, align=1), sums)
            start = builder.add(weights, first)
            with cgutils.for_range(builder, count) as loop:
                i = builder.sext(builder.load(element(3, loop.index)), ir.IntType(64))
                at = builder.inttoptr(builder.add(start, builder.mul(i, width)), bytes_.as_pointer())
                row = builder.load(at, align=1)
                if of is types.int16:
                    total = builder.add(builder.load(sums), builder.sext(row, numbers))
                else:
                    none, spread = (
                        ir.Constant(numbers, ir.Undefined),
                        ir.Constant(ir.VectorType(ir.IntType(32), lanes), None),
                    )
                    factor = builder.insert_element(none, builder.load(element(5, i)), ir.Constant(ir.IntType(32), 0))
                    factor = builder.shuffle_vector(factor, none, spread)
                    total = builder.fadd(builder.load(sums), builder.fmul(builder.sitofp(row, numbers), factor))
                builder.store(total, sums)
            builder.store(builder.load(sums), place, align=1)
            return context.get_dummy_value()

        return types.void(to, types.int64, types.int64, rows, types.int64, given), add

    made: Callable[..., Any] = intrinsic(add_rows)
    return made


@intrinsic  # type: ignore[misc]
def _not_zero(context, given, j):  # type: ignore[no-untyped-def]
    """Which of 32 numbers from given[j] on are not 0, as bits of a whole number."""

    def compare(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        numbers = ir.VectorType(ir.FloatType(), 32)
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        values = builder.load(builder.bitcast(builder.gep(data, [arguments[1]]), numbers.as_pointer()), align=1)
        differ = builder.fcmp_unordered("!=", values, ir.Constant(numbers, None))
        return builder.zext(builder.bitcast(differ, ir.IntType(32)), ir.IntType(64))

    return types.uint64(given, types.int64), compare


@intrinsic  # type: ignore[misc]
def _lowest(context, bits):  # type: ignore[no-untyped-def]
    """The number of the lowest bit that is set."""

    def count(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), count


if INTERPRETED:

    def add_whole(to, weights, rows, count):  # type: ignore[no-untyped-def]
        for i in rows[:count]:
            to += numbers_at(weights + int(i) * len(to), len(to), np.int8)

    def add_scaled(to, weights, rows, count, given):  # type: ignore[no-untyped-def]
        for i in rows[:count]:
            to += numbers_at(weights + int(i) * len(to), len(to), np.int8).astype(np.float32) * given[i]

    def list_used(given, used):  # type: ignore[no-untyped-def]
        found = np.flatnonzero(given)
        used[: len(found)] = found
        return len(found)
else:
    _add_128_whole, _add_whole = (_adding(lanes, types.int16, ir.IntType(16)) for lanes in (128, 1))
    _add_64, _add_32, _add_8, _add_1 = (_adding(lanes, types.float32, ir.FloatType()) for lanes in (64, 32, 8, 1))

    @rule
    def add_whole(to, weights, rows, count):  # type: ignore[no-untyped-def]
        """Add `count` rows of weights."""
        j, many = np.int64(0), np.int64(len(to))
        while j + 128 <= many:
            _add_128_whole(to, j, weights, rows, count, to)
            j += 128
        while j < many:
            _add_whole(to, j, weights, rows, count, to)
            j += 1

    @rule
    def add_scaled(to, weights, rows, count, given):  # type: ignore[no-untyped-def]
        """The same, each row times a factor."""
        j, many = np.int64(0), np.int64(len(to))
        while j + 64 <= many:
            _add_64(to, j, weights, rows, count, given)
            j += 64
        while j + 32 <= many:
            _add_32(to, j, weights, rows, count, given)
            j += 32
        while j + 8 <= many:
            _add_8(to, j, weights, rows, count, given)
            j += 8
        while j < many:
            _add_1(to, j, weights, rows, count, given)
            j += 1

    @rule
    def list_used(given, used):  # type: ignore[no-untyped-def]
        """List the inputs that are not 0, and return how many there are."""
        many, count = np.int64(len(given)), np.int64(0)
        whole = many // 32 * 32
        for j in range(0, whole, 32):
            bits = _not_zero(given, j)
            while bits != 0:
                used[count] = j + _lowest(bits)
                count += 1
                bits &= bits - np.uint64(1)
        for j in range(whole, many):
            if given[j] != ZERO:
                used[count] = j
                count += 1
        return count


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
    many, width = len(given), len(out)
    used = numbers_at(index_memory(), many, np.int16)
    count = list_used(given, used)
    for j in range(width):
        out[j] = ZERO
    add_scaled(out, base + at, used, count, given)
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
