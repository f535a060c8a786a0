"""A whole record at once: copied, or brought near before it is needed.

Field by field is byte by byte: the compiler cannot know that two records lie apart.
"""

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import intrinsic

from .compile import pasted
from .record import INTERPRETED

LINE = 64  # bytes that come at a time


@intrinsic  # type: ignore[misc]
def _copy(context, source, target):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        whole = ir.ArrayType(ir.IntType(8), source.size).as_pointer()
        here, there = (builder.bitcast(record, whole) for record in arguments)
        builder.store(builder.load(here, align=1), there, align=1)
        return context.get_dummy_value()

    return types.void(source, target), build


@intrinsic  # type: ignore[misc]
def _fetch(context, record):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        byte, number = ir.IntType(8), ir.IntType(32)
        start = builder.bitcast(arguments[0], byte.as_pointer())
        signature = ir.FunctionType(ir.VoidType(), [start.type, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, signature, "llvm.prefetch.p0")
        for line in range(0, record.size, LINE):
            place = builder.gep(start, [ir.Constant(number, line)], source_etype=byte)
            builder.call(prefetch, [place, number(1), number(3), number(1)])  # to be written, and to stay near
        return context.get_dummy_value()

    return types.void(record), build


if INTERPRETED:

    def fetch_record(record):  # type: ignore[no-untyped-def]
        pass

    def copy_record(source, target):  # type: ignore[no-untyped-def]
        for field in source.dtype.names:
            target[field] = source[field]
else:

    @pasted
    def fetch_record(record):  # type: ignore[no-untyped-def]
        """A record will soon be needed: nobody waits while it comes."""
        _fetch(record)  # type: ignore[call-arg]

    @pasted
    def copy_record(source, target):  # type: ignore[no-untyped-def]
        """`target`, a record of the same type, becomes the same as `source`."""
        _copy(source, target)  # type: ignore[call-arg]
