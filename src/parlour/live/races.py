"""Race timing: collects the presses of a race, knows how long to wait for others, and settles who was first.

There are two kinds of race. A bell (`rules.one_verdict`) is rung by several people and judged once: `Bell` collects the
rings, asks the other players whether a ring of theirs is under way, and enters all of them into the match when the
verdict is due. A card that is reached for goes to the earliest hand: its press is held for a moment in `HeldPresses`,
so that an earlier one with a slower connection can still overtake it.

How a single press is dated is decided in `fair.py`.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from parlour.kit import BadInput, IllegalAction
from parlour.match import Match

from .fair import QUICKEST, VERDICT_WAIT, Judge, Latency, Race, Stamp, note_of
from .match_clock import Clock, MatchClock
from .match_events import MatchEvent, Reveals

PAUSED = "the match is paused"
Refuse = Callable[[IllegalAction], None]  # called when a press that had to wait turns out to be illegal
Latencies = Callable[[], Mapping[int, Latency]]  # of the people who are connected now, by seat


@dataclass(eq=False)
class Press:
    """A person's action that waits for its moment."""

    seat: int
    action: int
    settled: float  # the real instant that counts
    note: Any = None
    refuse: Refuse | None = None
    too_soon: bool = False  # it waits for the rules to allow it, not for others to overtake it

    def turn_down(self, refused: IllegalAction) -> None:
        if self.refuse is not None:
            self.refuse(refused)


class HeldPresses:
    """The presses that wait for their moment."""

    def __init__(self) -> None:
        self._presses: list[Press] = []

    def hold(self, press: Press) -> None:
        self._presses.append(press)

    def release(self, press: Press) -> None:
        self._presses.remove(press)

    def any_before(self, now: float, ready: bool = False) -> bool:
        """True if a press that counts for `now` or earlier still waits; with `ready`, for others to overtake it."""
        return any(press.settled <= now and not (ready and press.too_soon) for press in self._presses)

    def any_of(self, seat: int) -> bool:
        """True if a press of this seat still waits."""
        return any(press.seat == seat for press in self._presses)

    def earliest(self) -> Press | None:
        """The press that counts for the earliest instant; of two equal ones, the one that arrived first."""
        return min(self._presses, key=lambda press: press.settled) if self._presses else None

    def repeated(self, seat: int, action: int, refused: IllegalAction) -> bool:
        """True if the same press already waits for the rules to allow it. A different one from that seat is refused:
        the latest press counts."""
        for other in [other for other in self._presses if other.too_soon and other.seat == seat]:
            if other.action == action:
                return True
            self._presses.remove(other)
            other.turn_down(refused)
        return False

    def in_order(self) -> list[Press]:
        """Those that wait only for others to overtake them, earliest first."""
        ready = [press for press in self._presses if not press.too_soon]
        return sorted(ready, key=lambda press: press.settled)

    def turn_down_all(self, refusal: Callable[[Press], IllegalAction]) -> None:
        presses, self._presses = self._presses, []
        for press in presses:
            press.turn_down(refusal(press))


class Before(NamedTuple):
    """Who could not ring until an event, and why. The event may have been decided ahead of its moment."""

    until: int  # on the match's clock
    refusals: dict[int, IllegalAction]


class Bell:
    """The races for one bell, one after another. `tell` receives the match events that a verdict brings."""

    def __init__(
        self,
        match: Match,
        clock: Clock,
        time: MatchClock,
        judge: Judge,
        reveals: Reveals,
        latencies: Latencies,
        ask: Callable[[int, set[int]], None],
        tell: Callable[[MatchEvent], None],
    ) -> None:
        assert match.rules.races is not None
        self._match, self._clock, self._time = match, clock, time
        self._judge, self._reveals, self._latencies = judge, reveals, latencies
        self._ask, self._tell = ask, tell
        self._state = match.state  # looked up once, because that is slow; the record stays in place
        self._action = match.rules.races[0]
        self._race: Race | None = None
        self._races = 0
        self._rang: dict[int, Refuse | None] = {}  # seats in the open race, and how to tell them of a refusal
        self._before: deque[Before] = deque()  # earliest first

    @property
    def race(self) -> Race | None:
        """The race that is open."""
        return self._race

    # Ringing

    def press(
        self,
        seat: int,
        arrival: float,
        reveal: int | None,
        claimed: float | None,
        refuse: Refuse | None,
        pause_at: float | None = None,
    ) -> None:
        """A person rings. Raises IllegalAction if they cannot.

        After `pause_at` nobody can open a race, but an open one takes every ring until its verdict.
        """
        latency = self._latencies().get(seat) or Latency()
        stamp = self._judge.settle(latency, arrival, reveal, claimed)
        if pause_at is not None and self._race is None and stamp.at > pause_at:
            raise BadInput(PAUSED)
        if refused := self._refused(seat, stamp.at):
            raise refused
        self._ring(seat, stamp, refuse)

    def press_by_bot(self, seat: int, at: int) -> None:
        """A bot rings, at a moment of the match's clock."""
        self._ring(seat, self._judge.exact(self._time.real_of(at), self._reveals.last))

    def _ring(self, seat: int, stamp: Stamp, refuse: Refuse | None = None) -> None:
        """The first ring opens a race, and every other player is asked for rings under way."""
        handicap = self._match.rules.handicap
        extra = handicap(self._state, seat) if handicap else 0  # rings with a handicap are waited for longer
        if self._race is None:
            self._races += 1
            self._race = Race(self._races, seat, stamp, extra)
            latencies, now = self._latencies(), self._clock.now()
            others = {n: latencies[n] for n in latencies if n != seat and self._refused(n, now) is None}
            self._race.ask(others)
            if others:
                self._ask(self._races, set(others))
        else:
            self._race.ring(seat, stamp, extra)
        self._rang.setdefault(seat, refuse)

    def has_rung(self, seat: int) -> bool:
        """True if this seat's ring is in the open race."""
        return seat in self._rang

    def answered(self, seat: int, race: int) -> bool:
        """Nothing more is under way from this seat; True if that is about the open race."""
        if self._race is None or self._race.number != race:
            return False
        self._race.answered(seat)
        return True

    def disconnected(self, seat: int) -> bool:
        """No race waits for this seat any more; True if a race is open."""
        if self._race is None:
            return False
        self._race.gone(seat)
        return True

    def abandon(self) -> None:
        """Forget the open race without a verdict."""
        self._race = None

    # Who may ring

    def _refused(self, seat: int, at: float) -> IllegalAction | None:
        """Why a person cannot ring at an instant, judged by what could be seen then.

        Flips, and the end of showing a verdict, are decided ahead of time, and a refusal must not give them away. Nor
        may a ring that comes too late count for the cards that follow.
        """
        moment = self._time.game_of(at)
        for until, refusals in self._before:
            if moment < until:
                return refusals.get(seat)
        return self._match.why_not(seat, self._action)

    def refusals(self, people: Iterable[int]) -> dict[int, IllegalAction]:
        """Those of these seats that cannot ring as the match is now, and why."""
        found = {}
        for seat in people:
            if self._action not in self._match.legal(seat):
                refused = self._match.why_not(seat, self._action)
                if refused is not None:
                    found[seat] = refused
        return found

    def changed(self, ms: int, refusals: dict[int, IllegalAction]) -> None:
        """The match changed at `ms`; until then these seats could not ring."""
        while self._before and self._time.real_of(self._before[0].until) < self._clock.now() - VERDICT_WAIT:
            self._before.popleft()  # no press is dated back that far
        self._before.append(Before(ms, refusals))

    # The verdict

    def judge_race(self) -> bool:
        """Enter the rings into the match in order, with the time between them, and then give the verdict.

        True if at least one ring was legal.
        """
        race, self._race = self._race, None
        assert race is not None
        late = max(0.0, self._clock.now() - race.ready_at())
        rang, self._rang = self._rang, {}
        match, rings = self._match, race.order()
        first = rings[0][1].at
        start = max(self._time.game_of(first), float(match.clock))
        entered = []
        for seat, stamp in rings:
            at = max(round(start + stamp.at - first), match.clock)
            note = note_of(stamp, self._reveals.last)
            if stamp.reaction is not None and stamp.reaction < QUICKEST:
                note["quick"] = True
            try:
                ms = match.play(seat, self._action, at=at, note=note)
            except IllegalAction as refused:  # out of the game since, or forbidden by a card not shown yet
                self._refuse_when_shown(rang[seat], refused)
                continue
            entered.append((seat, stamp))
            self._tell(MatchEvent(ms, self._clock.now(), seat, self._action, note))
        if entered and match.due is not None:
            match.wait()
            self._tell(
                MatchEvent(
                    match.clock,
                    self._clock.now(),
                    reveal=self._reveals.new(),
                    rings=tuple(entered),
                    answered=self._reveals.last,
                    late=late,
                )
            )
        return bool(entered)

    def restart(self) -> None:
        """After a verdict the match's clock continues from there: earlier moments no longer matter."""
        self._before.clear()

    def _refuse_when_shown(self, refuse: Refuse | None, refused: IllegalAction) -> None:
        """The reason may be a card that is decided but not shown yet, so the refusal waits until it is."""
        if refuse is not None:
            shown = max(self._time.real_of(self._match.clock), self._clock.now())
            self._clock.call_at(shown, partial(refuse, refused))
