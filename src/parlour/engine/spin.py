"""Hand-off between threads that stay in compiled code: a worker spins on a flag instead of sleeping.

A flag is an array with one number in it: ASLEEP, SPINNING or WORKING. Waking a sleeping thread takes 40 µs, and another
40 µs until it runs; a spinning one starts at once.
"""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from parlour.kit.compile import inlined, rule
from parlour.kit.copying import CACHE_LINE
from parlour.kit.record import INTERPRETED

ASLEEP, SPINNING, WORKING = 0, 1, 2


def new_flags(count: int) -> list[NDArray[np.int64]]:
    """`count` flags, all ASLEEP, no two in one cache line."""
    return list(np.zeros((count, CACHE_LINE // np.int64().itemsize), np.int64))


def _pointer_to(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return context.make_array(signature.args[0])(context, builder, arguments[0]).data


@intrinsic  # type: ignore[misc]
def _load(context, flag):  # type: ignore[no-untyped-def]
    def build(*call):  # type: ignore[no-untyped-def]
        return call[1].load_atomic(_pointer_to(*call), "acquire", 8)

    return types.int64(flag), build


@intrinsic  # type: ignore[misc]
def _store(context, flag, value):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        builder.store_atomic(arguments[1], _pointer_to(context, builder, signature, arguments), "release", 8)
        return context.get_dummy_value()

    return types.void(flag, types.int64), build


@intrinsic  # type: ignore[misc]
def _compare_and_swap(context, flag, old, new):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer = _pointer_to(context, builder, signature, arguments)
        found = builder.cmpxchg(pointer, arguments[1], arguments[2], "acq_rel", "acquire")
        return builder.zext(builder.extract_value(found, 1), ir.IntType(64))

    return types.int64(flag, types.int64, types.int64), build


if INTERPRETED:  # there are no other threads, so no further round is ever started

    def called_again(flag, polls):  # type: ignore[no-untyped-def]
        return False
else:

    @inlined
    def called_again(flag, polls):  # type: ignore[no-untyped-def]
        """The worker's round is done: True if the next one is started within `polls` polls."""
        _store(flag, SPINNING)  # type: ignore[call-arg]
        for _ in range(polls):
            if _load(flag) == WORKING:  # type: ignore[call-arg]
                return True
        return _compare_and_swap(flag, SPINNING, ASLEEP) == 0  # type: ignore[call-arg]


@rule
def call_if_spinning(flag: Any) -> Any:
    """Start a spinning worker's next round; False if the worker is asleep."""
    return _compare_and_swap(flag, SPINNING, WORKING) != 0  # type: ignore[call-arg]


@rule
def is_done(flag: Any, polls: Any) -> Any:
    """True if the worker finishes its round within `polls` polls."""
    for _ in range(polls):
        if _load(flag) != WORKING:  # type: ignore[call-arg]
            return True
    return False
