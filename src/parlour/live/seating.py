"""Who may sit where, and from when on.

A seat's secrets belong to the person who was dealt them. During a match with hidden cards a newcomer therefore waits
for a seat until the next deal, while a bot plays it. Everybody who is seated can agree to let a newcomer in at once,
but not at a rated table, and not where a person was dealt the cards. That person may always return.

Somebody whom the host has removed stays out until the match is over or the host lets them in.
"""

import secrets
from typing import TYPE_CHECKING, NamedTuple

from parlour.kit import BadInput

from . import events
from . import messages as m
from .names import distinct_name, tidy_name
from .seats import COLOURS, hashed

if TYPE_CHECKING:
    from .table import LiveTable


class Place(NamedTuple):
    """A seat that was asked for: its token, and whether it has to be waited for."""

    token: str
    waits: bool


class Seating:
    """The changes of seats at one table."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._presence = table.presence
        self._agreed: dict[int, set[int]] = {}  # seats that would let a newcomer in, by the newcomer's seat
        self._deals = 0  # of the running match

    def match_begins(self) -> None:
        """A match was dealt, or rebuilt from its events."""
        match = self._table.match
        assert match is not None
        self._deals = match.rules.deals(match.state) if match.rules.deals else 0

    # Sitting down

    def sit(self, number: int, name: str, colour: int, person: str | None = None) -> Place:
        """A person takes a seat that nobody owns, perhaps a bot's, or waits for it. `person`: their hashed token."""
        seat = self._presence.seat(number)
        if seat.owned:
            raise BadInput(f"seat {number + 1} is taken")
        others = [each.name for each in self._presence.seats if each.name is not None]
        name, colour = distinct_name(tidy_name(name), others), colour % COLOURS
        token = secrets.token_urlsafe(24)
        removed = self._presence.was_removed(person)
        if not removed and (not self._secret() or (person is not None and person == seat.former)):
            self._take(number, name, colour, hashed(token), person)
            return Place(token, waits=False)
        if seat.next is not None:
            raise BadInput(f"somebody else is waiting for seat {number + 1}")
        if self._presence.waits_for(person) is not None:
            raise BadInput("you are already waiting for a seat")
        self._agreed.pop(number, None)
        self._table.event(events.SeatAsked(number, name, colour, hashed(token), person, removed))
        return Place(token, waits=True)

    def _secret(self) -> bool:
        """True if seats of the running match may hold cards that only their owners know."""
        match = self._table.match
        playing = self._table.status in ("playing", "paused")
        return playing and match is not None and not match.over and not match.rules.open_table

    def _take(self, number: int, name: str, colour: int, token: str, person: str | None = None) -> None:
        play = self._table.play if self._table.status in ("playing", "paused") else None
        newcomer = self._presence.seats[number].next
        if play is not None:
            play.unseat_bot(number)
        self._agreed.pop(number, None)
        self._table.event(events.SeatTaken(number, name, colour, token, person))
        if newcomer is not None and newcomer.token != token:
            for listener in self._table.presence.listeners:
                if listener.person == newcomer.token:
                    says = f"{name} is back, so seat {number + 1} is taken."
                    self._table.broadcast.post(listener, m.Refused(says=says))
                    self._table.welcome(listener, self._table.log.number)

    # Waiting for a seat

    def admitted(self, number: int) -> list[int] | None:
        """The seats that would let a newcomer in at once, or None if nobody waits or it is not possible."""
        seat = self._presence.seats[number]
        if seat.next is None or not (seat.next.removed or self._by_consent(number)):
            return None
        return sorted(self._agreed.get(number, set()))

    def _by_consent(self, number: int) -> bool:
        seat = self._presence.seats[number]
        return not self._table.setup.rated and seat.former is None and not seat.owned

    def admit(self, number: int, by: int) -> None:
        """The player in seat `by` agrees that the newcomer may have a seat now. The host also forgives a removal."""
        newcomer = self._presence.seat(number).next
        if newcomer is None:
            raise BadInput(f"nobody is waiting for seat {number + 1}")
        if newcomer.removed and by == self._presence.host:
            self._table.event(events.LetIn(number))
        elif newcomer.removed:
            raise BadInput("only the host can let somebody in who was removed")
        elif not self._by_consent(number):
            raise BadInput("this seat opens with the next deal")
        self._agreed.setdefault(number, set()).add(by)
        everybody = {seat for seat, each in enumerate(self._presence.seats) if each.owned}
        if not self._secret() or (self._by_consent(number) and everybody <= self._agreed[number]):
            self._open(number)
        else:
            self._table.announce()

    def withdraw(self, number: int, removed: bool = False) -> None:
        """The newcomer no longer wants the seat, or (`removed`) the host does not want the newcomer."""
        newcomer = self._presence.seats[number].next
        assert newcomer is not None
        self._agreed.pop(number, None)
        self._table.event(events.AskedNoMore(number, removed))
        for listener in self._presence.listeners:
            if listener.person == newcomer.token:
                if removed:
                    self._table.broadcast.post(listener, m.Refused(says="The host has removed you; you can watch."))
                self._table.welcome(listener, self._table.log.number)

    def after_event(self) -> None:
        """The match has changed. If cards were dealt, newcomers can sit down; at a rated table only after the match."""
        match = self._table.match
        if match is None or match.rules.deals is None or match.over:
            return
        deals = match.rules.deals(match.state)
        if deals != self._deals:
            self._deals = deals
            if not self._table.setup.rated:
                self.open_seats()

    def open_seats(self) -> None:
        """Newcomers sit down, except those whom the host has removed."""
        for number, seat in enumerate(self._presence.seats):
            if seat.next is not None and not seat.next.removed and not seat.owned:
                self._open(number)

    def _open(self, number: int) -> None:
        newcomer = self._presence.seats[number].next
        assert newcomer is not None
        self._take(number, newcomer.name, newcomer.colour, newcomer.token)
        for listener in self._presence.listeners:
            if listener.person == newcomer.token and listener.seat is None:
                listener.seat = number
                self._table.welcome(listener, self._table.log.number)
        self._table.announce()

    # Leaving

    def leave(self, number: int, bot: bool, removed: bool = False) -> None:
        """A player leaves a seat and becomes a spectator. In a match a bot takes over, or (`bot` false) the game's own
        rule for leaving applies."""
        table = self._table
        play = table.play if table.status in ("playing", "paused") else None
        self._presence.end_grace(number)
        watchers = self._presence.at(number)
        for listener in watchers:
            listener.seat = None
        table.event(events.SeatLeft(number, table.setup.level if play is not None and bot else None, removed))
        if play is not None:
            play.unseat_bot(number)
            if bot:
                table.seat_bot(number, table.setup.level)
            elif table.leave_action is not None:
                play.leave(number, table.leave_action)
        for listener in watchers:
            table.welcome(listener, table.log.number)

    def remove(self, number: int, bot: bool) -> None:
        """The host removes a player, a bot, or the person who waits for a bot's seat."""
        seat = self._presence.seats[number]
        if seat.next is not None:
            self.withdraw(number, removed=True)
            return
        for listener in self._presence.at(number):
            self._table.broadcast.post(listener, m.Refused(says="The host has removed you; you can keep watching."))
        self.leave(number, bot, removed=seat.owned)
