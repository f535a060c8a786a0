"""Turns LLVM's relocatable WebAssembly object of a single module into one that runs.

In such an object all data lies at address 0, and calls and addresses are already right; memory and stack pointer are
imported. Only the exports are missing, and what a linker would need can go: the custom sections.
"""

from collections.abc import Iterator
from typing import NamedTuple

HEADER = 8  # bytes: magic number and version
CUSTOM, IMPORT, EXPORT, CODE, DATA = 0, 2, 7, 10, 11
AFTER_EXPORT = (8, 9, 10, 11, 12)  # start, elements, code, data, data count
SYMBOLS = 8  # the subsection of `linking` with the symbol table
FUNCTION, DATA_SYMBOL, GLOBAL, SECTION, EVENT, TABLE = range(6)
UNDEFINED, NAMED = 0x10, 0x40


class Binary(NamedTuple):
    """A WebAssembly module, the number of bytes of memory its data occupies, and the functions that it imports."""

    code: bytes
    data_end: int
    imports: list[str]


class Reader:
    """Reads numbers and names in WebAssembly's encoding."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def ended(self) -> bool:
        return self.at >= len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value, shift = value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value

    def signed(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value, shift = value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value - (1 << shift) if byte & 64 else value

    def bytes(self, length: int) -> bytes:
        self.at += length
        return self.data[self.at - length : self.at]

    def name(self) -> str:
        return self.bytes(self.number()).decode()


def number(value: int) -> bytes:
    """A number in WebAssembly's encoding (LEB128)."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def sections(data: bytes) -> Iterator[tuple[int, bytes]]:
    reader = Reader(data)
    reader.at = HEADER
    while not reader.ended:
        kind = reader.byte()
        yield kind, reader.bytes(reader.number())


def functions(linking: bytes) -> dict[str, int]:
    """The functions defined in an object and their numbers, from the symbol table in its section `linking`."""
    found = {}
    reader = Reader(linking)
    reader.name()
    reader.number()
    while not reader.ended:
        kind = reader.byte()
        content = Reader(reader.bytes(reader.number()))
        if kind != SYMBOLS:
            continue
        for _ in range(content.number()):
            what, flags = content.byte(), content.number()
            if what == DATA_SYMBOL:
                content.name()
                if not flags & UNDEFINED:
                    for _ in range(3):
                        content.number()
            elif what == SECTION:
                content.number()
            else:
                index = content.number()
                if flags & UNDEFINED and not flags & NAMED:
                    continue
                name = content.name()
                if what == FUNCTION and not flags & UNDEFINED:
                    found[name] = index
    return found


def data_end(body: bytes) -> int:
    """Where the last data segment ends."""
    reader, end = Reader(body), 0
    for _ in range(reader.number()):
        assert reader.number() == 0  # an active segment of memory 0
        assert reader.byte() == 0x41  # i32.const
        start = reader.signed()
        assert reader.byte() == 0x0B  # end
        length = reader.number()
        reader.bytes(length)
        end = max(end, start + length)
    return end


def imported_functions(body: bytes) -> list[str]:
    reader, found = Reader(body), []
    for _ in range(reader.number()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        if kind == 0:
            reader.number()
            found.append(name)
        elif kind == 1:  # a table: its type, then its limits
            reader.byte()
            _limits(reader)
        elif kind == 2:
            _limits(reader)
        else:
            reader.bytes(2)  # a global: its type and whether it is mutable
    return found


def _limits(reader: Reader) -> None:
    bounded = reader.number()
    reader.number()
    if bounded & 1:
        reader.number()


def executable(plain: bytes, public: list[str]) -> Binary:
    """LLVM's object with these functions exported, and without custom sections."""
    parts = list(sections(plain))
    linking = next(body for kind, body in parts if kind == CUSTOM and Reader(body).name() == "linking")
    defined = functions(linking)
    exports = b"".join(number(len(name)) + name.encode() + b"\0" + number(defined[name]) for name in public)
    exports = number(len(public)) + exports
    code, written = plain[:HEADER], False
    for kind, body in parts:
        if kind == CUSTOM:
            continue
        if not written and kind in AFTER_EXPORT:
            code, written = code + bytes([EXPORT]) + number(len(exports)) + exports, True
        code += bytes([kind]) + number(len(body)) + body
    whole = dict(parts)
    return Binary(code, data_end(whole[DATA]) if DATA in whole else 0, imported_functions(whole[IMPORT]))
