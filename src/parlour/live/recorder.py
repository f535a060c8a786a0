"""Records a match for its replay: every message that spectators were sent, compressed as it comes."""

import zlib

WINDOW, MEMORY = 12, 5  # zlib parameters: 32 KiB per match instead of 256; repeated text is close together
BATCH = 8  # compress this many additions together, which is faster


class Recorder:
    """JSON objects in order; together they form a JSON list."""

    def __init__(self) -> None:
        self._compressor = zlib.compressobj(level=1, wbits=WINDOW, memLevel=MEMORY)
        self._parts: list[bytes] = []
        self._waiting: list[bytes] = []
        self._separator = b"["

    def add(self, frames: bytes) -> None:
        """One object, or several separated by commas."""
        self._waiting += (self._separator, frames)
        self._separator = b","
        if len(self._waiting) >= 2 * BATCH:
            self._parts.append(self._compressor.compress(b"".join(self._waiting)))
            self._waiting.clear()

    def whole(self) -> bytes:
        """The list so far, compressed; more can be added afterwards."""
        end = self._compressor.copy()
        rest = end.compress(b"".join((*self._waiting, b"]" if self._separator == b"," else b"[]")))
        return b"".join((*self._parts, rest, end.flush()))
