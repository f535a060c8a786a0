"""Broadcasting: turns what happens in a match into messages, and decides who is sent what, and when.

Everybody is sent the same events, but each seat only the part of the view that it may see.
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
from .recorder import Recorder, Step
from .replays import in_words, race_message
from .services import Listener
from .view_diff import ShownViews

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

    def dealt(self, event: events.MatchStarted) -> None:
        """Write the start of a match. It holds the state of the table, so earlier events are no longer needed."""
        self._log.write(event)
        self._log.trim()
        self.recorder.add(Step(self._log.number, 0))

    def view_for_newcomer(self, seat: int | None) -> dict[str, object] | None:
        """The whole view of a device that joins; later changes start from it."""
        return None if self._views is None else self._views.begin(seat)

    def view(self, seat: int | None) -> dict[str, object] | None:
        return None if self._views is None else self._views.view(seat)

    # Events

    def happened(self, event: events.ActionPlayed | events.TimePassed, change: MatchEvent) -> int:
        """Write a change of the match and send it to everybody; returns the event's number."""
        match, views = self._match, self._views
        assert match is not None
        assert views is not None
        changes = {  # encoded once for all viewers who see the same
            key: msgspec.Raw(m.encode(each)) for key, each in views.changes(self._presence.connected()).items()
        }
        words, told = in_words(match, change.action)
        event.race = _rings(change) if change.rings else None
        self._log.write(event)
        number = self._log.number
        self.recorder.add(Step(number, change.ms, change.seat, change.action, event.race))
        races = [m.encode(race_message(number, event.race))] if event.race else []
        self.heard.append(m.Heard(n=number, ms=change.ms, seat=change.seat, action=told, words=words))
        if change.reveal:
            self.shown_at = change.at
        frames: dict[int | None, bytes] = {}  # encoded once for all spectators
        for listener in self._presence.listeners:
            seat, not_before = listener.seat, 0.0
            if change.reveal:
                not_before = change.at if seat is None else send_at(change.at, listener.latency)
            if seat not in frames:
                own = m.Event(
                    n=number,
                    ms=change.ms,
                    at=change.at,
                    change=changes[views.key(seat)],
                    seat=change.seat,
                    action=change.action if seat is not None and change.seat == seat else told,
                    words=words,
                    legal=None if seat is None else match.legal(seat),
                    reveal=change.reveal,
                )
                frames[seat] = m.encode(own)
            self._log.post(listener, frames[seat], not_before)
            for race in races:
                self._log.post(listener, race)
        return number

    def loaded(self, step: Step, recent: bool) -> None:
        """An event was read from the database; if it is recent, devices may have missed it."""
        self.recorder.add(step)
        if not recent:
            return
        assert self._match is not None
        words, told = in_words(self._match, step.action)
        self.heard.append(m.Heard(n=step.n, ms=step.ms, seat=step.seat, action=told, words=words))

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


def _rings(change: MatchEvent) -> events.RaceRings:
    return events.RaceRings(
        change.answered,
        [
            (
                seat,
                None if stamp.reaction is None else round(stamp.reaction, 1),
                None if stamp.claimed is None else round(stamp.claimed, 1),
                stamp.clamped,
            )
            for seat, stamp in change.rings
        ],
    )
