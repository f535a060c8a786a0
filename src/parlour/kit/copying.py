"""Whole records: copied in one go, or prefetched into the cache.

Copied field by field, a record is copied byte by byte, because the compiler cannot know that the two do not overlap.
"""

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import intrinsic

from .compile import inlined
from .record import INTERPRETED

CACHE_LINE = 64  # bytes


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
        for line in range(0, record.size, CACHE_LINE):
            place = builder.gep(start, [ir.Constant(number, line)], source_etype=byte)
            builder.call(
                prefetch, [place, number(1), number(3), number(1)]
            )  # for writing, and to stay in all cache levels
        return context.get_dummy_value()

    return types.void(record), build


if INTERPRETED:

    def prefetch_record(record):  # type: ignore[no-untyped-def]
        pass

    def copy_record(source, target):  # type: ignore[no-untyped-def]
        for field in source.dtype.names:
            target[field] = source[field]
else:

    @inlined
    def prefetch_record(record):  # type: ignore[no-untyped-def]
        """Start loading a record into the cache that will be needed soon."""
        _fetch(record)  # type: ignore[call-arg]

    @inlined
    def copy_record(source, target):  # type: ignore[no-untyped-def]
        """Copy `source` into `target`, a record of the same type."""
        _copy(source, target)  # type: ignore[call-arg]
