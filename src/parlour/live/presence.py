"""Presence at a table: who owns which seat, who is connected, and who has been absent for too long."""

import math
from collections.abc import Callable
from typing import Any

from parlour.kit import BadInput

from . import events
from .fair import Latency
from .match_clock import Clock
from .seats import Newcomer, Seat, hashed
from .services import Listener

GRACE_MS = 15_000.0  # how long an absent player's seat waits before a bot plays it
QUICK_RINGS, RINGS = 3, 5  # three of the last five rings faster than people can react are suspect
OTHER_SCREEN = "This seat was opened on another screen."


class Presence:
    """The seats of a table and the devices connected to it. A device without a seat is a spectator's."""

    def __init__(self, seats: int, clock: Clock) -> None:
        self.seats = [Seat() for _ in range(seats)]
        self.listeners: list[Listener] = []
        self.host: int | None = None
        self.left: dict[int, str] = {}  # the players who left in this match, by seat
        self._clock = clock
        self._least: dict[str, float] = {}  # the smallest round trip of each person, by hashed token
        self._graces: dict[int, Callable[[], None]] = {}  # functions that cancel the timers of absent players

    # Seats

    def seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise BadInput(f"there is no seat {number} here, only 0 to {len(self.seats) - 1}")
        return self.seats[number]

    def seat_of(self, token: str | None) -> int | None:
        if token is None:
            return None
        key = hashed(token)
        return next((number for number, seat in enumerate(self.seats) if seat.token == key), None)

    def apply(self, event: events.Event) -> None:
        """What an event changes about the seats, when it happens and when it is loaded again."""
        match event:
            case events.SeatTaken(seat=seat):
                self.left.pop(seat, None)
                self._sit(event)
                if self.host is None:
                    self.host = seat
            case events.BotSeated(seat=seat):
                old = self.seats[seat]
                self.seats[seat] = Seat(bot=event.level, next=old.next, removed=old.removed, pauses=old.pauses)
                self._pass_on_host()
            case events.SeatLeft(seat=seat):
                self._leave(event)
                self._pass_on_host()
            case events.SeatAsked(seat=seat):
                self._give_up(event.person)
                if event.removed:
                    self.seats[seat].removed.append(event.token)  # the same person's
                self.seats[seat].next = Newcomer(event.name, event.colour, event.token, event.removed)
            case events.AskedNoMore(seat=seat):
                newcomer, self.seats[seat].next = self.seats[seat].next, None
                if newcomer is not None and event.removed:
                    self.seats[seat].removed.append(newcomer.token)
            case events.LetIn(seat=seat):
                self._let_in(seat)
            case events.MatchStarted():
                self.left.clear()
                for each in self.seats:
                    each.former, each.pauses, each.quick, each.suspect = None, 0, [], False
            case events.Paused(seat=int(seat)):
                self.seats[seat].pauses += 1
            case events.MatchOver() | events.MatchStopped():
                for number, each in enumerate(self.seats):
                    each.removed = []
                    self._let_in(number)
            case events.AwayChanged(seat=seat):
                self.seats[seat].away = event.away
            case events.OptionsChanged(seats=seats):
                self.seats = (self.seats + [Seat() for _ in range(seats)])[:seats]

    def _sit(self, event: events.SeatTaken) -> None:
        old = self.seats[event.seat]
        new = Seat(event.name, event.colour, event.token, removed=old.removed, pauses=old.pauses)
        if event.person is not None and event.person == old.former:  # leaving and coming back clears nothing
            new.quick, new.suspect = old.quick, old.suspect
        self._give_up(event.person)
        self.seats[event.seat] = new

    def rang(self, number: int, note: Any) -> None:
        """A player pressed, with this note in the log. Several presses faster than people can react are suspect.

        One such ring means nothing: it may have been meant for the card before.
        """
        if isinstance(note, dict) and note.get("reaction") is not None:
            seat = self.seats[number]
            seat.quick = [*seat.quick, bool(note.get("quick"))][-RINGS:]
            seat.suspect = seat.suspect or sum(seat.quick) >= QUICK_RINGS

    def _leave(self, event: events.SeatLeft) -> None:
        old = self.seats[event.seat]
        if old.name is not None:
            self.left[event.seat] = old.name
        removed = [*old.removed, old.token] if event.removed and old.token is not None else old.removed
        self.seats[event.seat] = Seat(
            bot=event.bot,
            former=old.token or old.former,
            next=old.next,
            removed=removed,
            pauses=old.pauses,
            quick=old.quick,
            suspect=old.suspect,
        )

    def _give_up(self, person: str | None) -> None:
        """A person who takes or waits for a seat cannot return to the one that they left: nobody plays two."""
        for seat in self.seats:
            if person is not None and seat.former == person:
                seat.former = ""  # still not a bot's cards

    def _let_in(self, number: int) -> None:
        newcomer = self.seats[number].next
        if newcomer is not None:
            newcomer.removed = False
            for seat in self.seats:
                seat.removed = [token for token in seat.removed if token != newcomer.token]

    def was_removed(self, token: str | None) -> bool:
        """True if the host has removed the person with this (hashed) token, and not let them in again."""
        return token is not None and any(token in seat.removed for seat in self.seats)

    def waits_for(self, token: str | None) -> int | None:
        """The seat for which the person with this (hashed) token waits."""
        return next(
            (n for n, seat in enumerate(self.seats) if token is not None and seat.next and seat.next.token == token),
            None,
        )

    def _pass_on_host(self) -> None:
        """When the host has left, the next player becomes host."""
        if self.host is not None and self.seats[self.host].owned:
            return
        start = self.host or 0
        order = [(start + step) % len(self.seats) for step in range(len(self.seats))]
        self.host = next((seat for seat in order if self.seats[seat].owned), None)

    # Connections

    @property
    def watching(self) -> int:
        """The number of spectators."""
        return sum(listener.seat is None for listener in self.listeners)

    def connected(self) -> set[int | None]:
        """The seats whose owners are connected, and None if there are spectators."""
        return {listener.seat for listener in self.listeners}

    def at(self, seat: int) -> list[Listener]:
        return [listener for listener in self.listeners if listener.seat == seat]

    def latencies(self) -> dict[int, Latency]:
        """Of the players who can see the table now, by seat."""
        return {
            listener.seat: listener.latency
            for listener in self.listeners
            if listener.seat is not None and not listener.hidden
        }

    def rate(self, listener: Listener, rated: bool) -> None:
        """At a rated table, what was measured of a player before counts on: reconnecting makes nobody slower."""
        listener.latency.rated = rated
        if listener.person is not None:
            listener.latency.earlier = self._least.get(listener.person, math.inf)

    def remember(self, listener: Listener) -> None:
        """A device goes: keep the smallest round trip of its player."""
        if listener.person is not None and listener.latency.known:
            least = self._least.get(listener.person, math.inf)
            self._least[listener.person] = min(least, listener.latency.rtt)

    def displaced_by(self, listener: Listener) -> list[Listener] | None:
        """Disconnects older devices at the listener's seat and returns them.

        None if a newer device is there: then the listener itself is turned away. That happens when the older device
        had to wait for the table to load.
        """
        others = [] if listener.seat is None else self.at(listener.seat)
        if any(other.opened > listener.opened for other in others):
            listener.close(OTHER_SCREEN)
            return None
        for other in others:
            self.remember(other)
            self.listeners.remove(other)
            other.close(OTHER_SCREEN)
        return others

    # Absent players

    def begin_grace(self, number: int, then: Callable[[int], None]) -> None:
        """Unless the owner of this seat returns in time, call `then` with its number."""
        if number not in self._graces:
            self._graces[number] = self._clock.call_at(
                self._clock.now() + GRACE_MS, lambda: self._grace_over(number, then)
            )

    def end_grace(self, number: int) -> None:
        if cancel := self._graces.pop(number, None):
            cancel()

    def _grace_over(self, number: int, then: Callable[[int], None]) -> None:
        del self._graces[number]
        seat = self.seats[number]
        if seat.owned and not seat.away and number not in self.connected():
            then(number)

    def forget_absences(self) -> None:
        """After loading: absences are determined again."""
        for seat in self.seats:
            seat.away = False
