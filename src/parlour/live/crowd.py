"""Announces who comes and goes: at most every 700 ms, however often that happens."""

from collections.abc import Callable

from .match_clock import Clock

CROWD_MS = 700.0


class Crowd:
    """Calls `announce` at once, or, if people came or went less than `CROWD_MS` ago, at the end of that time."""

    def __init__(self, clock: Clock, announce: Callable[[], None]) -> None:
        self._clock, self._announce = clock, announce
        self._last = clock.now() - CROWD_MS
        self._cancel: Callable[[], None] | None = None

    def soon(self) -> None:
        """Something about the people at the table has changed."""
        if self._cancel is None:
            due = self._last + CROWD_MS
            if self._clock.now() >= due:
                self._now()
            else:
                self._cancel = self._clock.call_at(due, self._now)

    def _now(self) -> None:
        self._last = self._clock.now()
        self.at_once()

    def at_once(self) -> None:
        """Announce without waiting. What `soon` was asked for is part of it."""
        self.stop()
        self._announce()

    def stop(self) -> None:
        """Announce nothing more that was asked for so far."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None
