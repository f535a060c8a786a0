"""The event log of a table: numbers its events, writes them, and holds messages back until they are committed.

Nothing is sent before the events it reports are in the database, so a crash loses nothing that anybody has seen.
"""

from collections import deque
from collections.abc import Callable
from functools import partial

from parlour.kit import ParlourError

from . import events
from .services import Listener, Services
from .store import EventRow


class EventLog:
    """The events of one table. `failed` is called if they can no longer be written from this process."""

    def __init__(self, table: str, services: Services, failed: Callable[[ParlourError], None]) -> None:
        self.table = table
        self.number = 0  # of the last event
        self.committed = 0  # the last event that is in the database
        self.touched = services.wall()  # when anything last happened
        self.closed = False  # another process has the table, or the database is gone
        self._store, self._wall, self._failed = services.store, services.wall, failed
        self._outbox: deque[tuple[int, Listener, bytes, float]] = deque()
        self._afterwards: deque[tuple[int, Callable[[], None]]] = deque()

    @property
    def settled(self) -> bool:
        """True if every event is in the database."""
        return self.committed >= self.number

    def loaded(self, number: int) -> None:
        """Event `number` was read from the database."""
        self.number = self.committed = number

    def write(self, event: events.Event) -> None:
        """Append an event."""
        if self.closed:
            return
        self.number += 1
        self.touched = self._wall()
        row = EventRow(self.number, self.touched, event.kind, events.encode(event))
        self._store.append(self.table, [row], partial(self._written, self.number))

    def _written(self, number: int, error: ParlourError | None) -> None:
        if error is not None:
            self._failed(error)
            return
        self.committed = max(self.committed, number)
        while self._outbox and self._outbox[0][0] <= self.committed:
            _, listener, message, not_before = self._outbox.popleft()
            listener.send(message, not_before)
        while self._afterwards and self._afterwards[0][0] <= self.committed:
            self._afterwards.popleft()[1]()

    def post(self, listener: Listener, message: bytes, not_before: float = 0.0) -> None:
        """Send a message as soon as all events so far are committed; messages keep their order."""
        if self.settled and not self._outbox:
            listener.send(message, not_before)
        else:
            self._outbox.append((self.number, listener, message, not_before))

    def when_committed(self, call: Callable[[], None]) -> None:
        """Call once all events so far are committed and the messages about them have been sent."""
        if self.settled:
            call()
        else:
            self._afterwards.append((self.number, call))

    def trim(self) -> None:
        """The last event holds the whole state of the table: delete those before it once it is committed."""
        self.when_committed(partial(self._store.trim, self.table, self.number))

    def note(self, public: bool, status: str, summary: bytes) -> None:
        """Update the table's entry in the lobby."""
        self.touched = self._wall()
        if not self.closed:
            self._store.note_table(self.table, public, status, self.touched, summary)

    def close(self) -> None:
        """Write and send nothing more."""
        self.closed = True
        self._outbox.clear()
