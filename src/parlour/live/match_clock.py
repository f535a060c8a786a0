"""A match's own clock: whole ms that stand still in a pause and otherwise run `pace` times as fast as real time.

Real times are float ms on the server's monotonic clock.
"""

from collections.abc import Callable
from typing import Any, Protocol


class Clock(Protocol):
    """Real time, timers and worker threads."""

    def now(self) -> float: ...

    def call_at(self, at: float, call: Callable[[], None]) -> Callable[[], None]:
        """Call at that moment. Returns a function that cancels the call."""
        ...

    def in_thread(self, work: Callable[[], Any], then: Callable[[Any], None], alone: object = None) -> None:
        """Do slow work outside the event loop, then pass its result on. Work with the same `alone` has a thread of its
        own, in which one piece follows another; if one never ends, nothing else waits for it."""
        ...


class MatchClock:
    """Converts between real time and the time of one match."""

    def __init__(self, clock: Clock, game: float, pace: float) -> None:
        self._clock = clock
        self.pace = pace
        self.running = False
        self._real = 0.0  # at this real instant ...
        self._game = game  # ... the match's clock showed this

    def now(self) -> float:
        """The match's clock now."""
        return self.game_of(self._clock.now())

    def real_of(self, game: float) -> float:
        return self._real + (game - self._game) / self.pace

    def game_of(self, real: float) -> float:
        """The match's time at a real instant; always the same while the clock is stopped."""
        return self._game + (real - self._real) * self.pace if self.running else self._game

    def set(self, game: float) -> None:
        """From now on the clock continues from `game`."""
        self._game, self._real = game, self._clock.now()

    def run_at(self, pace: float) -> None:
        """From now on it runs this many times as fast as real time."""
        if self.running:
            self.set(self.now())
        self.pace = pace

    def start(self, earliest: float) -> None:
        """Let it run, from where it stopped or from `earliest` if that is later."""
        self.set(max(self._game, earliest))
        self.running = True

    def stop(self, earliest: float, at: float | None = None) -> None:
        """Stop it at the real instant `at` (None: now), or at `earliest` of its own time if that is later."""
        self.set(max(self.now() if at is None else self.game_of(at), earliest))
        self.running = False
