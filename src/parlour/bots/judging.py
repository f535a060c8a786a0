"""A network that judges positions, in compiled code: each move is worth what the position after it is worth.

How games describe positions: kit/afterstates.py."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.kit.afterstates import NO_MORE, SKIPPED, Afterstates
from parlour.kit.compile import inlined, rule
from parlour.kit.contract import Rules
from parlour.kit.minds import ask_record
from parlour.kit.weights import FLOATS, HEAD, HEAD_BYTES, Head

from .layers import ZERO, add_whole, index_memory, layer, numbers_at, on_stack, record_at, rectify, stack_memory, weigh

WIDTH, FEATURES, MIDDLE = Head.WIDTH.value, Head.FEATURES.value, Head.MIDDLE.value


@rule
def sum_features(base, head, row, first, last, out):  # type: ignore[no-untyped-def]
    """Add the weights of the features in part of a row to `out`, and return what they add to the value directly. A
    network knows nothing of features that were added to the game's description later. Until they are scaled, sums are
    16-bit integers, of which a processor adds twice as many at once as of 32 bits."""
    width, features = np.int64(head[WIDTH]), np.int64(head[FEATURES])
    direct = numbers_at(base + HEAD_BYTES + (features * width + 3) // 4 * 4 + 8 * width, features, np.float32)
    used, count, value = numbers_at(index_memory(), len(row), np.int16), np.int64(0), ZERO
    for k in range(first, last):
        feature = np.int64(row[k])
        if 0 <= feature < features:
            used[count] = feature
            count += 1
            value += direct[feature]
    add_whole(out, base + HEAD_BYTES, used, count)
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
def deliberating(rules: Rules, afterstates: Afterstates) -> Callable[..., Any]:
    """The same with more thought: the game's own calculation is heard beside the network, and a move that leads to
    another decision of the same player is worth what the best move there is worth, as a mean over all that it can
    reveal. In Parrot that makes a match take six times as long."""
    judge, outcome, expect, legal = judging(afterstates), afterstates.outcome, afterstates.expect, inlined(rules.legal)
    if outcome is None or expect is None:
        assert outcome is expect, "a game has both of them or neither"
        return judge
    State, Ask, actions = rules.State, ask_record(rules), rules.actions
    state_memory, ask_memory, later_memory = (on_stack(size) for size in (State.itemsize, Ask.itemsize, 4 * actions))

    @rule
    def judge_twice(base, seen, seat, ask, values):  # type: ignore[no-untyped-def]
        """Once by the network, once by the game's own calculation."""
        chosen = judge(base, seen, seat, ask, values)
        if chosen >= 0:
            expect(seen, seat, ask, values)
            for i in range(ask.count):
                if values[i] > values[chosen]:
                    chosen = np.int64(i)
        return chosen

    @rule
    def foreseen(base, seen, seat, action, value):  # type: ignore[no-untyped-def]
        """What the best move after this one is worth on average; `value` if the seat does not go on deciding."""
        worlds, asks = record_at(state_memory(), State), record_at(ask_memory(), Ask)
        later = numbers_at(later_memory(), actions, np.float32)
        total, cards, k = 0.0, np.int64(0), np.int64(0)
        while True:
            worlds[0] = seen
            many = np.int64(outcome(seen, seat, action, k, worlds[0]))
            if many == NO_MORE:
                break
            if many > 0:
                asks[0].count = legal(worlds[0], seat, asks[0].moves[:])
                best = judge_twice(base, worlds[0], seat, asks[0], later)
                total += many * float(later[best])
                cards += many
            k += 1
        return np.float32(total / cards) if cards > 0 else value

    @rule
    def deliberate(base, seen, seat, ask, values):  # type: ignore[no-untyped-def]
        if judge_twice(base, seen, seat, ask, values) < 0:
            return np.int64(-1)
        chosen = np.int64(0)
        for i in range(ask.count):
            values[i] = foreseen(base, seen, seat, np.int64(ask.moves[i]), values[i])
            if values[i] > values[chosen]:
                chosen = np.int64(i)
        return chosen

    return deliberate
