"""What spectators were told of a match, kept for its replay: compressed as it comes, so that it takes little room."""

import zlib

WINDOW, MEMORY = 12, 5  # zlib's parameters: 32 KiB for each match instead of 256, and frames repeat what is near
AT_ONCE = 8  # so many additions are compressed together, which takes less time


class Tape:
    """JSON objects, one after the other; the whole is a list of them."""

    def __init__(self) -> None:
        self._press = zlib.compressobj(level=1, wbits=WINDOW, memLevel=MEMORY)
        self._parts: list[bytes] = []
        self._waiting: list[bytes] = []
        self._next = b"["

    def add(self, frames: bytes) -> None:
        """One object, or several with commas between."""
        self._waiting += (self._next, frames)
        self._next = b","
        if len(self._waiting) >= 2 * AT_ONCE:
            self._parts.append(self._press.compress(b"".join(self._waiting)))
            self._waiting.clear()

    def whole(self) -> bytes:
        """The list so far, compressed; more can be added afterwards."""
        end = self._press.copy()
        rest = end.compress(b"".join((*self._waiting, b"]" if self._next == b"," else b"[]")))
        return b"".join((*self._parts, rest, end.flush()))
