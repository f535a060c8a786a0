"""Records passed from Python to compiled code by their address.

Passing an array of records costs Numba's dispatcher about a microsecond per call, passing a plain number a fraction of
that, and one step of a match from Python does not take much longer. The caller must keep the array alive.
"""

from typing import Any

from numba import carray  # type: ignore[attr-defined]
from numba.core import cgutils, types
from numba.extending import intrinsic

from parlour.kit.compile import inlined
from parlour.kit.record import INTERPRETED


def address_of(array: Any) -> Any:
    """An array's address, to be passed to `array_at` (interpreted rules get the array itself)."""
    return array if INTERPRETED else array.ctypes.data


@intrinsic  # type: ignore[misc]
def _pointer(context, address):  # type: ignore[no-untyped-def]
    def to_pointer(_, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(address), to_pointer


if INTERPRETED:

    def array_at(address, shape, dtype):  # type: ignore[no-untyped-def]
        return address
else:

    @inlined
    def array_at(address, shape, dtype):  # type: ignore[no-untyped-def]
        """The array of the given shape and type at an address."""
        return carray(_pointer(address), shape, dtype)
