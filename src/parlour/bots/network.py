"""The network of a `learned` player, evaluated in compiled code: the best legal move from what a seat sees. A network
either rates all answers at once, or judges the position after each (judging.py).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.kit.afterstates import Afterstates
from parlour.kit.compile import rule
from parlour.kit.contract import Rules
from parlour.kit.weights import FLOATS, HEAD, HEAD_BYTES, SHARED, VALUES, Head

from .judging import deliberating
from .layers import (
    MOST_ANSWERS,
    ZERO,
    add,
    answer_memory,
    layer,
    normalise,
    numbers_at,
    rectify,
    stack_memory,
    weigh,
)

KIND, SIZE, ANSWERS = Head.KIND.value, Head.SIZE.value, Head.ANSWERS.value
WIDTH, BLOCKS, ITEMS = Head.WIDTH.value, Head.BLOCKS.value, Head.ITEMS.value
ITEM_BYTES, ITEM_PRODUCTS = Head.ITEM_BYTES.value, Head.ITEM_PRODUCTS.value
TABLE_BYTES, SUMS, SUM_TERMS = Head.TABLE_BYTES.value, Head.SUMS.value, Head.SUM_TERMS.value
SUMS_OF_PRODUCTS, PRODUCT_TERMS = Head.SUMS_OF_PRODUCTS.value, Head.PRODUCT_TERMS.value
TABLE_OUTPUTS, ITEM_OUTPUTS = Head.TABLE_OUTPUTS.value, Head.ITEM_OUTPUTS.value
ANSWER_TERMS = Head.ANSWER_TERMS.value


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


@cache
def network_move(rules: Rules, afterstates: Afterstates | None = None) -> Callable[..., Any]:
    """The move of a game's learned player, from what its seat sees and nothing else. Where no move leads to a position
    that could be judged, the move stays the one that `think` has chosen."""
    observe, size, answers = rules.observe, rules.pieces.size, rules.actions
    judge = deliberating(rules, afterstates) if afterstates is not None else None
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
