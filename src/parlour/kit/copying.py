"""Whole records: copied in one go, or prefetched into the cache.

Copied field by field, a record is copied byte by byte, because the compiler cannot know that the two do not overlap.
Numba's own assignment of a record to an array's item loads it as one value of many bytes, which LLVM takes apart into
an instruction for each: hundreds for one assignment, and most of the compile time of a loop that has several.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.core.cpu import CPUContext
from numba.extending import intrinsic

from .compile import inlined
from .record import INTERPRETED

CACHE_LINE = 64  # bytes
WORD = 8  # bytes
AT_ONCE = 8  # words


def _move(builder: Any, source: Any, target: Any, size: int) -> None:
    pointer, length, flag = ir.IntType(8).as_pointer(), ir.IntType(64), ir.IntType(1)
    signature = ir.FunctionType(ir.VoidType(), [pointer, pointer, length, flag])
    move = cgutils.get_or_insert_function(builder.module, signature, "llvm.memmove.p0.p0.i64")
    here, there = (builder.bitcast(record, pointer) for record in (source, target))
    builder.call(move, [there, here, length(size), flag(0)])


def _move_words(builder: Any, source: Any, target: Any, size: int) -> None:
    """The same for a GPU, whose compiler would move byte by byte. Several words are read before the first is written,
    because each read takes long and the compiler cannot know that the two records do not overlap."""
    word, number = ir.IntType(64), ir.IntType(32)
    here, there = (builder.bitcast(record, word.as_pointer()) for record in (source, target))
    for first in range(0, size // WORD, AT_ONCE):
        places = [[number(k)] for k in range(first, min(first + AT_ONCE, size // WORD))]
        values = [builder.load(builder.gep(here, place, source_etype=word), typ=word) for place in places]
        for value, place in zip(values, places, strict=True):
            builder.store(value, builder.gep(there, place, source_etype=word))


_pack = CPUContext.pack_value


def _pack_value(context: Any, builder: Any, kind: Any, value: Any, place: Any, align: Any = None) -> None:
    """Numba's assignment to an item of an array, with records moved in one go."""
    if isinstance(kind, types.Record):
        _move(builder, value, place, kind.size)
    else:
        _pack(context, builder, kind, value, place, align)


CPUContext.pack_value = _pack_value  # type: ignore[method-assign]


@intrinsic  # type: ignore[misc]
def _copy(context, source, target):  # type: ignore[no-untyped-def]
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        in_words = not isinstance(context, CPUContext) and source.aligned and source.size % WORD == 0
        (_move_words if in_words else _move)(builder, *arguments, source.size)
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
