"""A whole record at once. Field by field is byte by byte: the compiler cannot know that two records lie apart."""

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from .record import INTERPRETED
from .rule import pasted


@intrinsic  # type: ignore[misc]
def _copy(context, source, target):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        whole = ir.ArrayType(ir.IntType(8), source.size).as_pointer()
        here, there = (builder.bitcast(record, whole) for record in arguments)
        builder.store(builder.load(here, align=1), there, align=1)
        return context.get_dummy_value()

    return types.void(source, target), build


if INTERPRETED:

    def copy_record(source, target):  # type: ignore[no-untyped-def]
        for field in source.dtype.names:
            target[field] = source[field]
else:

    @pasted
    def copy_record(source, target):  # type: ignore[no-untyped-def]
        """`target`, a record of the same type, becomes the same as `source`."""
        _copy(source, target)  # type: ignore[call-arg]
