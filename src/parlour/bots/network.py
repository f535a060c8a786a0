"""The network of a `learned` player, evaluated in compiled code: the best legal move from what a seat sees. A network
either rates all answers at once, or judges the position after each.

The weights lie in memory as they lie in their file (kit/weights.py), and a mind holds the address. So nothing is
compiled into the code, the same code evaluates every game's network, and a page needs to load a file only if
somebody chooses this player. Sums are made in a fixed order, in 32 bits, without fused operations: a processor and
WebAssembly give the same result, bit by bit. What is needed on the way lies on the stack, so threads share nothing.
"""

import ctypes
import math
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from parlour.engine.pointer import array_at
from parlour.kit.afterstates import NO_MORE, SKIPPED, Afterstates
from parlour.kit.compile import rule
from parlour.kit.contract import Rules
from parlour.kit.record import INTERPRETED
from parlour.kit.weights import FLOATS, HEAD, HEAD_BYTES, ROW, SHARED, VALUES, Head

KIND, SIZE, ANSWERS = Head.KIND.value, Head.SIZE.value, Head.ANSWERS.value
WIDTH, BLOCKS, ITEMS = Head.WIDTH.value, Head.BLOCKS.value, Head.ITEMS.value
ITEM_BYTES, ITEM_PRODUCTS = Head.ITEM_BYTES.value, Head.ITEM_PRODUCTS.value
TABLE_BYTES, SUMS, SUM_TERMS = Head.TABLE_BYTES.value, Head.SUMS.value, Head.SUM_TERMS.value
SUMS_OF_PRODUCTS, PRODUCT_TERMS = Head.SUMS_OF_PRODUCTS.value, Head.PRODUCT_TERMS.value
TABLE_OUTPUTS, ITEM_OUTPUTS = Head.TABLE_OUTPUTS.value, Head.ITEM_OUTPUTS.value
ANSWER_TERMS = Head.ANSWER_TERMS.value
FEATURES, MIDDLE = Head.FEATURES.value, Head.MIDDLE.value

ZERO, ONE = np.float32(0), np.float32(1)
MOST_ANSWERS = 1024  # of a game whose networks judge positions


def _on_stack(size: int) -> Callable[..., Any]:
    """stack(): the address of `size` bytes that are valid until the calling function returns."""
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


stack_memory = _on_stack(4 * FLOATS + ROW)
index_memory = _on_stack(2 * max(FLOATS, ROW))
answer_memory = _on_stack(4 * MOST_ANSWERS)

if INTERPRETED:

    def numbers_at(address, count, dtype):  # type: ignore[no-untyped-def]
        size = int(count) * np.dtype(dtype).itemsize
        return np.frombuffer((ctypes.c_char * size).from_address(int(address)), dtype)

    def add_whole(to, weights):  # type: ignore[no-untyped-def]
        to += weights

    def add_scaled(to, weights, factor):  # type: ignore[no-untyped-def]
        to += weights.astype(np.float32) * factor

    def add_four_scaled(to, a, b, c, d, p, q, r, s):  # type: ignore[no-untyped-def]
        for weights, factor in ((a, p), (b, q), (c, r), (d, s)):
            add_scaled(to, weights, factor)
else:
    numbers_at = array_at

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


@rule
def plain_outputs(base, head, row, room):  # type: ignore[no-untyped-def]
    """The outputs of one network over all bytes: one for each answer."""
    size, width, answers = np.int64(head[SIZE]), np.int64(head[WIDTH]), np.int64(head[ANSWERS])
    given = room[:size]
    x, known, inner = room[size : size + width], room[size + width : size + 2 * width], room[size + 2 * width :][:width]
    out = room[size + 3 * width :][:answers]
    at = np.int64(HEAD_BYTES)
    scale = numbers_at(base + at, size, np.float32)
    for i in range(size):
        given[i] = np.float32(row[i]) * scale[i]
    at = layer(base, at + 4 * size, given, x)
    for _ in range(np.int64(head[BLOCKS])):
        normalise(x, known)
        at = weigh(base, at, known)
        at = layer(base, at, known, inner)
        rectify(inner)
        at = layer(base, at, inner, known)
        add(x, known)
    normalise(x, known)
    at = weigh(base, at, known)
    rectify(known)
    layer(base, at, known, out)
    return out


@rule
def index_arrays(head):  # type: ignore[no-untyped-def]
    """How many 16-bit numbers describe the items before the answers' terms, and with them."""
    items = np.int64(head[ITEMS])
    before = items * (np.int64(head[ITEM_BYTES]) + 2 * np.int64(head[ITEM_PRODUCTS])) + np.int64(head[TABLE_BYTES])
    before += np.int64(head[SUMS]) * np.int64(head[SUM_TERMS])
    before += 2 * np.int64(head[SUMS_OF_PRODUCTS]) * np.int64(head[PRODUCT_TERMS])
    return before, before + np.int64(head[ANSWERS]) * np.int64(head[ANSWER_TERMS])


@rule
def item_features(head, indexes, row, item, scale, out):  # type: ignore[no-untyped-def]
    """What describes one item: bytes, and products of two."""
    items, plain, pairs = np.int64(head[ITEMS]), np.int64(head[ITEM_BYTES]), np.int64(head[ITEM_PRODUCTS])
    for k in range(plain):
        out[k] = np.float32(row[indexes[item * plain + k]]) * scale[k]
    first = items * plain + 2 * item * pairs
    for k in range(pairs):
        product = int(row[indexes[first + 2 * k]]) * int(row[indexes[first + 2 * k + 1]])
        out[plain + k] = np.float32(product) * scale[plain + k]


@rule
def table_features(head, indexes, row, scale, out):  # type: ignore[no-untyped-def]
    """What describes everything else: bytes, sums of bytes, sums of products of two."""
    items, plain = np.int64(head[ITEMS]), np.int64(head[TABLE_BYTES])
    at = items * (np.int64(head[ITEM_BYTES]) + 2 * np.int64(head[ITEM_PRODUCTS]))
    for k in range(plain):
        out[k] = np.float32(row[indexes[at + k]]) * scale[k]
    at += plain
    sums, terms = np.int64(head[SUMS]), np.int64(head[SUM_TERMS])
    for k in range(sums):
        total = 0
        for _ in range(terms):
            total += int(row[indexes[at]])
            at += 1
        out[plain + k] = np.float32(total) * scale[plain + k]
    plain += sums
    sums, terms = np.int64(head[SUMS_OF_PRODUCTS]), np.int64(head[PRODUCT_TERMS])
    for k in range(sums):
        total = 0
        for _ in range(terms):
            total += int(row[indexes[at]]) * int(row[indexes[at + 1]])
            at += 2
        out[plain + k] = np.float32(total) * scale[plain + k]


@rule
def shared_outputs(base, head, row, room):  # type: ignore[no-untyped-def]
    """The outputs of a network with shared weights: those of the table, then of each item (docs/training.md)."""
    items, width = np.int64(head[ITEMS]), np.int64(head[WIDTH])
    of_item = np.int64(head[ITEM_BYTES]) + np.int64(head[ITEM_PRODUCTS])
    of_table = np.int64(head[TABLE_BYTES]) + np.int64(head[SUMS]) + np.int64(head[SUMS_OF_PRODUCTS])
    _, numbers = index_arrays(head)
    features = room[: max(of_item, of_table)]
    room = room[len(features) :]
    x, found, rest = room[: items * width], room[items * width :][: items * width], room[2 * items * width :]
    t, known, told = rest[:width], rest[width:][:width], rest[2 * width :][:width]
    mean, heard, more = rest[3 * width :][:width], rest[4 * width :][:width], rest[5 * width :][:width]
    at_table, at_item = np.int64(head[TABLE_OUTPUTS]), np.int64(head[ITEM_OUTPUTS])
    out = rest[6 * width :][: at_table + items * at_item]

    start = np.int64(HEAD_BYTES)
    item_scale, table_scale = (
        numbers_at(base + start, of_item, np.float32),
        numbers_at(base + start + 4 * of_item, of_table, np.float32),
    )
    start += 4 * (of_item + of_table)
    indexes = numbers_at(base + start, numbers, np.int16)
    start += (2 * numbers + 3) // 4 * 4
    at = start
    for item in range(items):
        item_features(head, indexes, row, item, item_scale, features)
        at = layer(base, start, features[:of_item], x[item * width :][:width])
    table_features(head, indexes, row, table_scale, features)
    at = layer(base, at, features[:of_table], t)
    for _ in range(np.int64(head[BLOCKS])):
        normalise(t, known)
        start = layer(base, at, known, told)
        for j in range(width):
            mean[j] = ZERO
        for item in range(items):
            each, own = x[item * width :][:width], found[item * width :][:width]
            normalise(each, heard)
            at = layer(base, start, heard, own)
            add(own, told)
            rectify(own)
            add(mean, own)
        for j in range(width):
            mean[j] /= np.float32(items)
        at = layer(base, at, mean, more)
        at = layer(base, at, known, heard)
        add(heard, more)
        rectify(heard)
        start = layer(base, at, heard, more)
        add(t, more)
        for item in range(items):
            at = layer(base, start, found[item * width :][:width], more)
            add(x[item * width :][:width], more)
    normalise(t, known)
    rectify(known)
    start = layer(base, at, known, out[:at_table])
    for item in range(items):
        normalise(x[item * width :][:width], known)
        rectify(known)
        layer(base, start, known, out[at_table + item * at_item :][:at_item])
    return out


@rule
def best_answer(base, row, room, ask):  # type: ignore[no-untyped-def]
    """The legal answer with the highest output; the first of several."""
    head = numbers_at(base, HEAD, np.int32)
    best, chosen = np.float32(-np.inf), np.int64(ask.moves[0])
    if head[KIND] == SHARED:
        out = shared_outputs(base, head, row, room)
        before, numbers = index_arrays(head)
        terms = np.int64(head[ANSWER_TERMS])
        of_item = np.int64(head[ITEM_BYTES]) + np.int64(head[ITEM_PRODUCTS])
        of_table = np.int64(head[TABLE_BYTES]) + np.int64(head[SUMS]) + np.int64(head[SUMS_OF_PRODUCTS])
        indexes = numbers_at(base + HEAD_BYTES + 4 * (of_item + of_table), numbers, np.int16)
        for i in range(ask.count):
            value = ZERO
            for k in range(terms):
                output = np.int64(indexes[before + np.int64(ask.moves[i]) * terms + k])
                if output >= 0:
                    value += out[output]
            if value > best:
                best, chosen = value, np.int64(ask.moves[i])
    else:
        out = plain_outputs(base, head, row, room)
        for i in range(ask.count):
            if out[ask.moves[i]] > best:
                best, chosen = out[ask.moves[i]], np.int64(ask.moves[i])
    return chosen


@rule
def sum_features(base, head, row, first, last, out):  # type: ignore[no-untyped-def]
    """Add the weights of the features in part of a row to `out`, and return what they add to the value directly. A
    network knows nothing of features that were added to the game's description later. Until they are scaled, sums are
    16-bit integers, of which a processor adds twice as many at once as of 32 bits."""
    width, features = np.int64(head[WIDTH]), np.int64(head[FEATURES])
    direct = numbers_at(base + HEAD_BYTES + (features * width + 3) // 4 * 4 + 8 * width, features, np.float32)
    value = ZERO
    for k in range(first, last):
        feature = np.int64(row[k])
        if 0 <= feature < features:
            add_whole(out, weights_of(base + HEAD_BYTES, width, feature))
            value += direct[feature]
    return value


@rule
def value_of(base, head, row, own, common, value, sums, room):  # type: ignore[no-untyped-def]
    """The value of the position in `row`, which has `own` features of its own; `common` and `value` are the sums of
    those that it shares."""
    width, features, middle = np.int64(head[WIDTH]), np.int64(head[FEATURES]), np.int64(head[MIDDLE])
    x, y, z = room[:width], room[width:][:middle], room[width + middle :][:middle]
    for j in range(width):
        sums[j] = common[j]
    value += sum_features(base, head, row, np.int64(0), own, sums)
    for j in range(width):
        x[j] = np.float32(sums[j])
    at = HEAD_BYTES + (features * width + 3) // 4 * 4
    at = weigh(base, at, x)
    rectify(x)
    at = layer(base, at + 4 * features, x, y)
    rectify(y)
    at = layer(base, at, y, z)
    rectify(z)
    out = y[:1]
    layer(base, at, z, out)
    return value + out[0]


@cache
def judging(afterstates: Afterstates) -> Callable[..., Any]:
    """judge(base, seen, seat, ask, values): write into `values` what each answer is worth, that is the value of the
    best position it leads to. Returns the number of the best answer, the first of several, or -1 if none leads to
    a position that can be judged."""
    describe, lead_to = afterstates.describe, afterstates.lead_to
    own, length = np.int64(afterstates.own), np.int64(afterstates.length)
    assert 127 * length < 2**15, "a sum of weights could exceed 16 bits"

    @rule
    def judge(base, seen, seat, ask, values):  # type: ignore[no-untyped-def]
        memory, head = stack_memory(), numbers_at(base, HEAD, np.int32)
        width, row = np.int64(head[WIDTH]), numbers_at(memory + 4 * FLOATS, length, np.int16)
        common, sums = numbers_at(memory, width, np.int16), numbers_at(memory + 2 * width, width, np.int16)
        room = numbers_at(memory + 4 * width, FLOATS - width, np.float32)
        describe(seen, seat, row)
        for j in range(width):
            common[j] = 0
        direct = sum_features(base, head, row, own, length, common)
        chosen = np.int64(-1)
        for i in range(ask.count):
            action, k = np.int64(ask.moves[i]), np.int64(0)
            values[i] = np.float32(-np.inf)
            while True:
                found = np.int64(lead_to(seen, seat, action, k, row))
                if found == NO_MORE:
                    break
                if found != SKIPPED:
                    values[i] = max(values[i], value_of(base, head, row, own, common, direct, sums, room))
                    if chosen < 0 or values[i] > values[chosen]:
                        chosen = np.int64(i)
                k += 1
        return chosen

    return judge


@cache
def network_move(rules: Rules, afterstates: Afterstates | None = None) -> Callable[..., Any]:
    """The move of a game's learned player, from what its seat sees and nothing else. Where no move leads to a position
    that could be judged, the move stays the one that `think` has chosen."""
    observe, size, answers = rules.observe, rules.pieces.size, rules.actions
    judge = judging(afterstates) if afterstates is not None else None
    assert judge is None or answers <= MOST_ANSWERS

    @rule
    def rated(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
        memory = stack_memory()
        room, row = numbers_at(memory, FLOATS, np.float32), numbers_at(memory + 4 * FLOATS, size, np.int8)
        for k in range(size):
            row[k] = 0
        observe(seen, seat, row)
        return best_answer(np.int64(mind.network), row, room, ask)

    if judge is None:

        @rule
        def choose(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
            mind.action = ask.moves[0]
            if ask.count > 1:
                mind.action = rated(seen, seat, ask, mind)

        return choose

    @rule
    def choose_by_kind(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
        if ask.count == 1:
            mind.action = ask.moves[0]
        elif numbers_at(np.int64(mind.network), HEAD, np.int32)[KIND] == VALUES:
            values = numbers_at(answer_memory(), answers, np.float32)
            best = judge(np.int64(mind.network), seen, seat, ask, values)
            if best >= 0:
                mind.action = ask.moves[best]
        else:
            mind.action = rated(seen, seat, ask, mind)

    return choose_by_kind


@rule
def no_move(seen, seat, ask, mind):  # type: ignore[no-untyped-def]
    """For games without a learned player."""
