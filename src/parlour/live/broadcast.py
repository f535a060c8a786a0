"""Broadcasting: turns what happens in a match into messages, and decides who is sent what, and when.

Everybody is sent the same events, but each seat only the part of the view that it may see. Spectators' messages are
also recorded for the replay.
"""

from collections import deque

import msgspec

from parlour.match import Match

from . import events
from . import messages as m
from .event_log import EventLog
from .fair import send_at
from .match_events import MatchEvent
from .presence import Presence
from .recorder import Recorder
from .services import Listener
from .view_diff import EVERYBODY, ShownViews

MISSED = 60  # this many of the latest events are replayed on reconnect


class Broadcast:
    """What the people at one table are sent about its matches."""

    def __init__(self, presence: Presence, log: EventLog) -> None:
        self._presence, self._log = presence, log
        self._match: Match | None = None
        self._views: ShownViews | None = None
        self.recorder = Recorder()
        self.heard: deque[m.Heard] = deque(maxlen=MISSED)
        self.shown_at = 0.0  # the latest instant for which something was scheduled to be seen

    # Matches

    def begin(self, match: Match | None) -> None:
        """A match begins (None: one of older rules, which cannot be shown)."""
        self.heard.clear()
        self.recorder = Recorder()
        self.show(match)

    def show(self, match: Match | None) -> None:
        self._match = match
        self._views = None if match is None else ShownViews(match)

    def dealt(self, event: events.MatchStarted, at: float) -> None:
        """Write the start of a match; a replay begins with the complete view."""
        assert self._views is not None
        change = self._views.changes(set())[EVERYBODY]
        self._write(event, m.encode(m.Event(n=self._log.number + 1, ms=0, at=at, change=change)))

    def view_for_newcomer(self, seat: int | None) -> dict[str, object] | None:
        """The whole view of a device that joins; later changes start from it."""
        return None if self._views is None else self._views.begin(seat)

    def view(self, seat: int | None) -> dict[str, object] | None:
        return None if self._views is None else self._views.view(seat)

    def _write(self, event: events.Event, *frames: bytes) -> None:
        """Write an event of the match and record what spectators are sent about it."""
        joined = b",".join(frames)
        self._log.write(event, b"[" + joined + b"]")
        self.recorder.add(joined)

    def loaded(self, public: bytes) -> None:
        """An event was read from the database, with what spectators were sent about it."""
        self.recorder.add(public[1:-1])

    # Events

    def happened(self, event: events.Event, change: MatchEvent) -> int:
        """Write a change of the match and send it to everybody; returns the event's number."""
        match, views = self._match, self._views
        assert match is not None
        assert views is not None
        changes = {  # encoded once for all viewers who see the same
            key: msgspec.Raw(m.encode(each)) for key, each in views.changes(self._presence.connected()).items()
        }
        words, told = self._in_words(match, change.action)
        number = self._log.number + 1
        public = m.Event(
            n=number,
            ms=change.ms,
            at=change.at,
            change=changes[EVERYBODY],
            seat=change.seat,
            action=told,
            words=words,
            reveal=change.reveal,
        )
        frame = m.encode(public)
        races = [m.encode(_race(number, change))] if change.rings else []
        self._write(event, frame, *races)
        self.heard.append(m.Heard(n=number, ms=change.ms, seat=change.seat, action=told, words=words))
        if change.reveal:
            self.shown_at = change.at
        for listener in self._presence.listeners:
            if listener.seat is None:
                self._log.post(listener, frame, change.at if change.reveal else 0.0)
            else:
                own = m.Event(
                    n=number,
                    ms=change.ms,
                    at=change.at,
                    change=changes[views.key(listener.seat)],
                    seat=change.seat,
                    action=change.action if change.seat == listener.seat else told,
                    words=words,
                    legal=match.legal(listener.seat),
                    reveal=change.reveal,
                )
                not_before = send_at(change.at, listener.latency) if change.reveal else 0.0
                self._log.post(listener, m.encode(own), not_before)
            for race in races:
                self._log.post(listener, race)
        return number

    def remember(self, number: int, ms: int, seat: int | None = None, action: int | None = None) -> None:
        """Keep an event that was read from the database, for devices that missed it."""
        assert self._match is not None
        words, told = self._in_words(self._match, action)
        self.heard.append(m.Heard(n=number, ms=ms, seat=seat, action=told, words=words))

    def _in_words(self, match: Match, action: int | None) -> tuple[str | None, int | None]:
        """An action in the words that everybody may hear, and its number unless it is secret."""
        if action is None:
            return None, None
        hushed = match.rules.heard(action)
        return (hushed, None) if hushed is not None else (match.describe(action), action)

    # Messages

    def post(self, listener: Listener, message: m.FromServer, not_before: float = 0.0) -> None:
        self._log.post(listener, m.encode(message), not_before)

    def post_all(self, message: m.FromServer) -> None:
        data = m.encode(message)
        for listener in self._presence.listeners:
            self._log.post(listener, data)

    def ask_rings(self, race: int, seats: set[int]) -> None:
        """Ask these seats whether a ring is under way. It reports no event, and the verdict waits for the answer."""
        question = m.encode(m.Underway(race=race))
        for listener in self._presence.listeners:
            if listener.seat in seats:
                listener.send_now(question)


def _race(number: int, change: MatchEvent) -> m.Race:
    rings = [
        m.Ring(
            seat=seat,
            ms=None if stamp.reaction is None else round(stamp.reaction, 1),
            claimed=None if stamp.claimed is None else round(stamp.claimed, 1),
            corrected=stamp.clamped,
        )
        for seat, stamp in change.rings
    ]
    return m.Race(n=number, reveal=change.answered, rings=rings)
