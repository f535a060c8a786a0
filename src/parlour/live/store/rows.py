"""The rows that a store reads and writes, in plain Python."""

from collections.abc import Callable
from typing import NamedTuple

from parlour.kit import ParlourError


class EventRow(NamedTuple):
    """An event of a table."""

    number: int  # 1, 2, 3, ... at each table
    at: float  # seconds since 1970
    kind: str
    body: bytes  # JSON


class TableRow(NamedTuple):
    """A table, as the lobby and the deletion of idle tables need it."""

    id: str
    game: str
    public: bool
    status: str
    made: float
    touched: float
    summary: bytes  # JSON


class MatchRow(NamedTuple):
    """A finished match."""

    id: str
    table: str
    game: str
    rules: str  # their version
    seats: int
    started: float
    ended: float
    result: bytes  # JSON
    log: str  # JSON lines, with the seed
    steps: bytes | None  # its events as `recorder.py` writes them, from which a replay is made
    frames: bytes | None = None  # of matches from before there were steps: what spectators were sent


class Taken(ParlourError):
    """The key already exists, or the table was deleted: this process may not write to it."""


class Stopping(ParlourError):
    """The store was closed before this was to be written."""


Done = Callable[[ParlourError | None], None]  # called when something is committed, or with the reason why it was not
