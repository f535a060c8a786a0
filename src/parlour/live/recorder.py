"""Records the steps of a match for its replay: numbers and actions only. Views are computed when somebody watches."""

import zlib

import msgspec

from .events import RaceRings


class Step(msgspec.Struct, array_like=True, omit_defaults=True):
    """An event of a match, as everybody was told of it."""

    n: int  # the event's number
    ms: int  # on the match's clock
    seat: int | None = None  # None: time passed, or the match was dealt
    action: int | None = None
    race: RaceRings | None = None  # that this event decided


class Recorder:
    """The steps of a match, as JSON while it is played: a few bytes each."""

    def __init__(self) -> None:
        self._steps = bytearray()

    def add(self, step: Step) -> None:
        self._steps += b"," if self._steps else b"["
        self._steps += msgspec.json.encode(step)

    def whole(self) -> bytes:
        """All steps so far, compressed."""
        return zlib.compress(self._steps + b"]" if self._steps else b"[]")


def recorded(whole: bytes) -> list[Step]:
    """The steps that a recorder wrote."""
    return msgspec.json.decode(zlib.decompress(whole), type=list[Step])
