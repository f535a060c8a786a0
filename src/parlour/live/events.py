"""The events of a table: one struct for each kind, and the only code that encodes and decodes them.

A table is rebuilt from its stored events, so their JSON is a file format: databases in use hold it. A kind may gain
fields with defaults; nothing that is here may be renamed in the JSON or removed. The name of the kind is a column of
its own in the database, and therefore not part of the JSON.
"""

from typing import Any, ClassVar

import msgspec

from parlour.kit import ParlourError

from .messages import Tempo
from .seats import Seat


class Event(msgspec.Struct):
    """Something that changed a table. `kind` is what the database calls it."""

    kind: ClassVar[str]


class Setup(msgspec.Struct, omit_defaults=True):
    """The game a table plays, its options, and who may enter."""

    game: str
    seats: int
    options: dict[str, Any]
    public: bool
    rated: bool
    level: str  # of the bots that fill empty seats and replace absent players
    invite: str
    tempo: Tempo = "normal"  # of bots


class SetupEvent(Event, omit_defaults=True):
    """A setup as an event: its fields are those of `Setup`."""

    game: str
    seats: int
    options: dict[str, Any]
    public: bool
    rated: bool
    level: str
    invite: str
    tempo: Tempo = "normal"

    @property
    def setup(self) -> Setup:
        return Setup(*msgspec.structs.astuple(self))


class TableMade(SetupEvent, omit_defaults=True):
    """The first event of every table."""

    kind = "made"


class OptionsChanged(SetupEvent, omit_defaults=True):
    """The host changed the setup between matches."""

    kind = "options"


class SeatTaken(Event, omit_defaults=True):
    """A person sat down."""

    kind = "sat"
    seat: int
    name: str
    colour: int
    token: str  # hashed
    person: str | None = None  # hashed token of the seat that they left in this match


class BotSeated(Event):
    """A bot was given a seat, or (level None) taken out of it."""

    kind = "bot"
    seat: int
    level: str | None


class SeatLeft(Event, omit_defaults=True):
    """A player left; `bot` is the level of the bot that took over, if one did."""

    kind = "left"
    seat: int
    bot: str | None
    removed: bool = False  # by the host


class SeatAsked(Event, omit_defaults=True):
    """A person waits for a seat, which is theirs from the next deal on."""

    kind = "asked"
    seat: int
    name: str
    colour: int
    token: str  # hashed
    person: str | None = None  # as in SeatTaken
    removed: bool = False  # the host has removed this person: it needs the host's consent as well


class AskedNoMore(Event, omit_defaults=True):
    """Nobody waits for the seat any more; `removed`: because the host wants it so."""

    kind = "asked-no-more"
    seat: int
    removed: bool = False


class LetIn(Event):
    """The host lets the person who waits for a seat in again."""

    kind = "let-in"
    seat: int


class AwayChanged(Event):
    """A bot started to play for an absent player, or the player came back."""

    kind = "away"
    seat: int
    away: bool


class TableState(msgspec.Struct):
    """Everything that the events of a table amount to between two matches, so that they can be deleted."""

    setup: Setup
    seats: list[Seat]
    host: int | None
    matches: list[str]


class MatchStarted(Event, omit_defaults=True):
    """A match was dealt. Its seed stays secret until it is over."""

    kind = "started"
    match: str
    seed: int
    salt: str
    rules: int  # version
    at: float  # seconds since 1970
    scores: list[int] = msgspec.field(default_factory=list, name="s")
    options: dict[str, Any] | None = None  # where they differ from the table's, as in a rematch with another dealer
    table: TableState | None = msgspec.field(default=None, name="t")  # just before: a table can be loaded from here


class Paused(Event, omit_defaults=True):
    kind = "paused"
    seat: int | None = None  # the player who asked for it


class Resumed(Event):
    kind = "resumed"


class Move(msgspec.Struct, array_like=True):
    """An action as match logs write it: [ms, seat, action, note]."""

    ms: int
    seat: int
    action: int
    note: Any


class RaceRings(msgspec.Struct, array_like=True):
    """A race that an event decided, with what everybody was told of it."""

    answered: int | None  # the event that people reacted to
    rings: list[tuple[int, float | None, float | None, bool]]  # seat, reaction, claimed reaction, corrected


class ActionPlayed(Event, omit_defaults=True):
    """A seat acted in the match."""

    kind = "action"
    move: Move = msgspec.field(name="e")
    seq: int = msgspec.field(name="q")  # the last of the player's sequence numbers that was heard
    scores: list[int] | None = msgspec.field(default=None, name="s")  # where they changed
    race: RaceRings | None = msgspec.field(default=None, name="r")


class TimePassed(Event, omit_defaults=True):
    """Time alone changed the match; `until` is a list of one number, in ms."""

    kind = "time"
    until: tuple[int] = msgspec.field(name="e")
    scores: list[int] | None = msgspec.field(default=None, name="s")  # where they changed
    race: RaceRings | None = msgspec.field(default=None, name="r")


class MatchOver(Event):
    """A match was played to its end."""

    kind = "over"
    scores: list[int]


class MatchStopped(Event):
    """A match was ended early; `says` is the reason given to players."""

    kind = "stopped"
    says: str


KINDS: tuple[type[Event], ...] = (
    TableMade,
    OptionsChanged,
    SeatTaken,
    BotSeated,
    SeatLeft,
    SeatAsked,
    AskedNoMore,
    LetIn,
    AwayChanged,
    MatchStarted,
    Paused,
    Resumed,
    ActionPlayed,
    TimePassed,
    MatchOver,
    MatchStopped,
)

_DECODERS: dict[str, msgspec.json.Decoder[Event]] = {each.kind: msgspec.json.Decoder(each) for each in KINDS}

encode = msgspec.json.Encoder().encode


def decode(kind: str, body: bytes) -> Event:
    """The event of a stored row."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        raise ParlourError(f"This version of Parlour does not know events of the kind {kind!r}: install a newer one.")
    return decoder.decode(body)
