"""How threads call each other out of compiled loops, without the interpreter.

A baton is an array with one number in it: nobody is there, or somebody looks out for the next round, or is at work. To
wake a sleeping thread takes 40 µs, and as much again until it is there; who looks out is there at once.
"""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from parlour.kit.compile import pasted, rule
from parlour.kit.copying import LINE
from parlour.kit.record import INTERPRETED

ABSENT, LOOKING_OUT, AT_WORK = 0, 1, 2


def batons(count: int) -> list[NDArray[np.int64]]:
    """So many, with nobody there; two never share a line of the cache."""
    return list(np.zeros((count, LINE // np.int64().itemsize), np.int64))


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return context.make_array(signature.args[0])(context, builder, arguments[0]).data


@intrinsic  # type: ignore[misc]
def _look(context, baton):  # type: ignore[no-untyped-def]
    def build(*call):  # type: ignore[no-untyped-def]
        return call[1].load_atomic(_place(*call), "acquire", 8)

    return types.int64(baton), build


@intrinsic  # type: ignore[misc]
def _set(context, baton, value):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        builder.store_atomic(arguments[1], _place(context, builder, signature, arguments), "release", 8)
        return context.get_dummy_value()

    return types.void(baton, types.int64), build


@intrinsic  # type: ignore[misc]
def _swap(context, baton, old, new):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        place = _place(context, builder, signature, arguments)
        found = builder.cmpxchg(place, arguments[1], arguments[2], "acq_rel", "acquire")
        return builder.zext(builder.extract_value(found, 1), ir.IntType(64))

    return types.int64(baton, types.int64, types.int64), build


if INTERPRETED:  # one thread alone, whom nobody calls

    def called_again(baton, patience):  # type: ignore[no-untyped-def]
        return False
else:

    @pasted
    def called_again(baton, patience):  # type: ignore[no-untyped-def]
        """The round is done. Whether there is another before patience, so many looks, runs out."""
        _set(baton, LOOKING_OUT)  # type: ignore[call-arg]
        for _ in range(patience):
            if _look(baton) == AT_WORK:  # type: ignore[call-arg]
                return True
        return _swap(baton, LOOKING_OUT, ABSENT) == 0  # type: ignore[call-arg]


@rule
def call(baton: Any) -> Any:
    """Whoever is looking out goes to work; whether there is somebody."""
    return _swap(baton, LOOKING_OUT, AT_WORK) != 0  # type: ignore[call-arg]


@rule
def is_back(baton: Any, patience: Any) -> Any:
    """Whether the round is done before patience runs out."""
    for _ in range(patience):
        if _look(baton) != AT_WORK:  # type: ignore[call-arg]
            return True
    return False
