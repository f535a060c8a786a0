"""What a table needs from the rest of the server, as interfaces: a clock, a store, connections, metrics.

A table uses no sockets, no database and no event loop directly. The server passes in the real ones (`event_loop.py`,
`connection.py`), tests pass in fakes with a clock that they move themselves.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from parlour.kit import ParlourError

from .fair import Latency
from .match_clock import Clock
from .metrics import Metrics
from .offered import Offered
from .parts import Part
from .store import EventRow, MatchRow


class Listener(Protocol):
    """A player's or a spectator's device."""

    seat: int | None
    latency: Latency
    hidden: bool
    person: str | None  # hashed token of the seat that this device has, had, or waits for
    opened: int  # a higher number than every device that connected before

    def send(self, message: bytes, not_before: float = 0.0) -> None:
        """Send in order, and no message before its moment."""
        ...

    def send_now(self, message: bytes) -> None:
        """Send ahead of everything that waits: for messages that report no event."""
        ...

    def close(self, reason: str, again: bool = False) -> None:
        """Send the reason and disconnect; `again` asks the device to reconnect."""
        ...


class EventStore(Protocol):
    """Where events are written. `done` is called on the event loop once they are committed, or with an error."""

    def append(self, table: str, rows: list[EventRow], done: Callable[[ParlourError | None], None]) -> None: ...

    def trim(self, table: str, before: int) -> None: ...

    def note_table(self, id: str, public: bool, status: str, touched: float, summary: bytes) -> None: ...

    def keep_match(self, match: MatchRow) -> None: ...


class Games(Protocol):
    """Which games and bots are compiled already; for the others that takes a while."""

    def progress(self, part: Part) -> float | None:
        """How much of a part is compiled, from 0 to 1; None: it is ready."""
        ...

    def prepare(self, part: Part, told: Callable[[Part, str | None], None]) -> None:
        """Compile a part if necessary. `told` is called whenever its progress changes; if it fails, with a sentence."""
        ...


class AllCompiled:
    """Everything is ready, always."""

    def progress(self, part: Part) -> float | None:
        return None

    def prepare(self, part: Part, told: Callable[[Part, str | None], None]) -> None:
        pass


@dataclass(frozen=True)
class Services:
    """Shared by all tables of a process."""

    clock: Clock
    store: EventStore
    wall: Callable[[], float]  # seconds since 1970
    metrics: Metrics
    pace: float = 1.0  # how many times faster than real time matches run
    games: Games = field(default_factory=AllCompiled)
    offered: Offered = field(default_factory=Offered)  # policies that players can choose as bots
