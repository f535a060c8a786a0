"""What happens in a live match, as the match reports it to its table."""

from dataclasses import dataclass
from typing import Any

from parlour.kit import Rules

from .fair import Stamp


@dataclass(frozen=True)
class MatchEvent:
    """A change of the match: a seat's action, or the passing of time (seat None)."""

    ms: int  # on the match's clock
    at: float  # the real instant at which it is to be seen
    seat: int | None = None
    action: int | None = None
    note: Any = None  # for the match log
    reveal: bool = False  # a card was turned up, for everybody to see at the same instant
    rings: tuple[tuple[int, Stamp], ...] = ()  # the race that this event decides, earliest ring first
    answered: int | None = None  # the event that the race was about
    late: float = 0.0  # delay of the verdict beyond the earliest possible moment, in ms


class Reveals:
    """Notices when a card has been turned up, and remembers which event did it."""

    def __init__(self, rules: Rules, state: Any) -> None:
        self._count = rules.reveals
        self._state = state
        self._seen = self._count(state) if self._count else 0
        self.last: int | None = None  # the number of the event that turned up the last card

    def new(self) -> bool:
        """True if a card was turned up since the previous call."""
        before, self._seen = self._seen, self._count(self._state) if self._count else 0
        return self._seen != before
