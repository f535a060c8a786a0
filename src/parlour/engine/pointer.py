"""A quick way to hand records from Python to a rule: their address.

An array of records costs Numba's dispatcher about a microsecond a call, a plain number a fraction of that, and one
step of a match from Python is not much more. Whoever holds a handle keeps the array.
"""

from typing import Any

from numba import carray  # type: ignore[attr-defined]
from numba.core import cgutils, types
from numba.extending import intrinsic

from parlour.kit.compile import pasted
from parlour.kit.record import INTERPRETED


def handle(records: Any) -> Any:
    """What `laid` takes: the address of an array of records (interpreted rules get the array itself)."""
    return records if INTERPRETED else records.ctypes.data


@intrinsic  # type: ignore[misc]
def _pointer(context, address):  # type: ignore[no-untyped-def]
    def to_pointer(_, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(address), to_pointer


if INTERPRETED:

    def laid(where, count, dtype):  # type: ignore[no-untyped-def]
        return where
else:

    @pasted
    def laid(where, count, dtype):  # type: ignore[no-untyped-def]
        """The array of `count` records that lies there."""
        return carray(_pointer(where), (count,), dtype)
