"""Players who have nothing more to do until a timer runs out: when all of them say so, time passes quickly.

No rule changes: the timer runs to its end, and bots use all of their time. Whoever acts is not done after all.
"""

from typing import TYPE_CHECKING

from parlour.kit import BadInput

if TYPE_CHECKING:
    from .table import LiveTable


class Done:
    """The players of one table who have nothing more to do in this phase of the match."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._seats: set[int] = set()
        self._phase: int | None = None

    @property
    def seats(self) -> list[int] | None:
        """The seats that are done; None: it makes no difference now."""
        play = self._table.play
        waits = self._table.status == "playing" and play is not None and play.phase is not None
        return sorted(self._seats) if waits else None

    def add(self, seat: int) -> None:
        if self.seats is None:
            raise BadInput("there is no timer to wait for now")
        assert self._table.play is not None
        self._phase = self._table.play.phase
        self._seats.add(seat)
        self.check()
        self._table.announce()

    def acts(self, seat: int) -> None:
        """A player acts, and so is not done."""
        if seat in self._seats:
            self._seats.remove(seat)
            self.check()
            self._table.announce()

    def after_event(self) -> None:
        """The match has changed: in another phase there is something to do again."""
        play = self._table.play
        if self._seats and (play is None or play.phase != self._phase):
            self.reset()
            self._table.announce()

    def reset(self) -> None:
        self._seats.clear()
        self.check()

    def check(self) -> None:
        """Somebody is done, or has come or gone: people who are not here are not waited for."""
        presence, play = self._table.presence, self._table.play
        here = {seat for seat in presence.connected() if seat is not None and presence.seats[seat].owned}
        if play is not None:
            play.hurry(bool(self._seats) and here <= self._seats)
