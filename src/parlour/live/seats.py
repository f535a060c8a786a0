"""Who has a seat, what a table plays, and what tables need of the world: words shared by the files beside this."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import parlour
from parlour.bots import bots_of
from parlour.kit import BadInput, ParlourError

from . import messages as m
from .fair import Line
from .store import MatchRow, Row

COLOURS = 8


class Listener(Protocol):
    """A person's device, or a spectator's."""

    seat: int | None
    line: Line
    hidden: bool
    opened: int  # a higher number than those that were opened before

    def send(self, message: bytes, not_before: float = 0.0) -> None:
        """In order, and none before its moment."""
        ...

    def send_now(self, message: bytes) -> None:
        """Something that tells of no event and need not wait its turn."""
        ...

    def close(self, says: str, again: bool = False) -> None: ...


class Book(Protocol):
    """Where what happens is written. `done` is called on the event loop, once it cannot be lost."""

    def append(self, table: str, rows: list[Row], done: Callable[[ParlourError | None], None]) -> None: ...

    def note_table(self, id: str, status: str, touched: float, summary: bytes) -> None: ...

    def keep_match(self, match: MatchRow) -> None: ...


@dataclass
class Seat:
    name: str | None = None
    colour: int = 0
    token: str | None = None  # hashed
    bot: str | None = None  # the level of the bot that has this seat
    away: bool = False  # its owner is absent and a bot plays on
    last_seq: int = 0
    cancel_grace: Callable[[], None] | None = None

    @property
    def owned(self) -> bool:
        return self.token is not None

    @property
    def free(self) -> bool:
        return not self.owned and self.bot is None


@dataclass
class Setup:
    """What a table plays; the body of the event that made it."""

    game: str
    seats: int
    options: dict[str, Any]
    public: bool
    rated: bool
    level: str
    invite: str


@dataclass
class Started:
    """A match of this table; the body of the event that started it."""

    match: str
    seed: int
    salt: str
    rules: int  # version
    at: float


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def commitment(seed: int, salt: str) -> str:
    """What is published of a seed before the match: it fixes the seed and tells nothing of it."""
    return hashlib.sha256(f"parlour:{seed}:{salt}".encode()).hexdigest()


def checked_name(name: str) -> str:
    tidy = " ".join("".join(letter for letter in name if letter.isprintable()).split())
    if not 1 <= len(tidy) <= m.MOST_NAME:
        raise BadInput(f"a name has 1 to {m.MOST_NAME} letters")
    return tidy


def checked_setup(game: str, seats: int | None, options: dict[str, Any], level: str) -> tuple[int, dict[str, Any]]:
    """The number of seats and the options of a new table, or a sentence on what is wrong with them."""
    played = parlour.game(game)
    bots = bots_of(played.rules)
    seats = bots.usual_seats if seats is None else seats
    if level not in bots.names:
        raise BadInput(f"{played.title} has no bot {level!r}; it has {', '.join(bots.names)}")
    for name, value in options.items():
        if isinstance(value, str) and value.endswith(".toml"):
            raise BadInput(f"the option {name} cannot be a file here; send the table itself")
    return seats, played.checked(seats, options)


@dataclass
class Counts:
    """What `/metrics` shows; all since the start of the process."""

    events: int = 0
    refused: int = 0
    clamps: int = 0
    races: int = 0
    rejected: int = 0  # messages that could not be understood, or came too fast
    limited: int = 0  # tables that were asked for too fast
    verdict_ms: list[float] = field(default_factory=list)  # how much later than it could a verdict fell
    lag_ms: list[float] = field(default_factory=list)  # of the event loop

    def judged(self, hands: int, late: float) -> None:
        """A verdict has left, so many ms later than it could have fallen; so many claims were corrected."""
        self.races += 1
        self.clamps += hands
        self.verdict_ms.append(late)
        del self.verdict_ms[:-2000]
