"""What people's devices and the server say to each other: JSON over one WebSocket per person and table.

The version is in the first message of either side. `docs/protocol.md`, its JSON Schema and the browser's types are
made from this file (tools/protocol.py).
"""

from typing import Any, Literal

import msgspec

VERSION = 1

MOST_BYTES = 4096  # of a frame from a client
MOST_NAME = 24  # letters
EMOTES = ("well-done", "oops", "hurry", "thanks", "laugh", "wow")


class FromClient(msgspec.Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """What a client may say."""


class FromServer(msgspec.Struct, tag_field="t", tag=str.lower, kw_only=True, omit_defaults=True):
    """What the server says."""


# From a client


class Hello(FromClient):
    """The first message: which protocol, and who is there."""

    version: int
    token: str | None = None  # a seat's; without one, a spectator
    invite: str | None = None  # needed for a table that is not public, by who has no token
    last: int = 0  # the number of the last event that was heard


class Ping(FromClient):
    """Asks for the server's clock; `c` is the client's own, in ms, and comes back."""

    c: float


class Act(FromClient):
    """A move in the match. A repeated `seq` is harmless: the second is ignored."""

    seq: int
    action: int
    reveal: int | None = None  # for a race: the number of the event that was on the screen
    reaction: float | None = None  # ms from that event's first frame to the press


class Answer(FromClient):
    """To `Underway`: all that was pressed before this has been sent."""

    race: int


class Sit(FromClient):
    """Take an empty seat, or a bot's."""

    seat: int
    name: str
    colour: int = 0


class Bot(FromClient):
    """The host puts a bot into a seat that nobody has, or (level None) empties it."""

    seat: int
    level: str | None


class Options(FromClient):
    """The host changes what the table plays, before the match."""

    seats: int | None = None
    options: dict[str, Any] | None = None
    public: bool | None = None
    rated: bool | None = None
    level: str | None = None  # of bots that stand in


class Start(FromClient):
    """The host starts the match; empty seats are filled with bots."""


class Pause(FromClient):
    """Stop the clock."""


class Resume(FromClient):
    """Go on after three, two, one."""


class Rematch(FromClient):
    """The same people, once more."""


class Leave(FromClient):
    """Get up for good. In a match a bot takes the seat, or (`bot` false) the game's own rule for leavers applies."""

    bot: bool = True


class Remove(FromClient):
    """The host removes a player, or takes a bot out of its seat."""

    seat: int
    bot: bool = True


class Emote(FromClient):
    """One of a few signs."""

    kind: Literal["well-done", "oops", "hurry", "thanks", "laugh", "wow"]


class Hidden(FromClient):
    """The page went out of sight, or came back: a hidden page paints nothing, so it cannot race."""

    hidden: bool


Said = (
    Hello
    | Ping
    | Act
    | Answer
    | Sit
    | Bot
    | Options
    | Start
    | Pause
    | Resume
    | Rematch
    | Leave
    | Remove
    | Emote
    | Hidden
)


# From the server


class SeatNow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who has a seat."""

    name: str | None = None
    colour: int = 0
    bot: str | None = None  # the level of the bot that plays it
    here: bool = False  # a person's line is up
    slow: bool = False  # a line slower than the fair bell can make up for
    host: bool = False


class TableNow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table, apart from its match."""

    id: str
    game: str
    status: Literal["open", "playing", "paused", "over", "stopped"]
    seats: list[SeatNow]
    options: dict[str, Any]
    public: bool
    rated: bool = False
    level: str = "casual"
    watching: int = 0
    match: str | None = None  # the id of the present or last match
    matches: list[str] = []  # finished ones, the latest last
    resumes_at: float | None = None  # server time at which a pause ends
    pace: float = 1
    says: str | None = None  # why it was stopped


class Heard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something that happened, as everybody may hear it."""

    n: int
    ms: int  # on the match's clock
    seat: int | None = None  # None: time did it
    action: int | None = None  # None: time did it, or it is secret
    words: str | None = None


class Welcome(FromServer):
    """The answer to `Hello`, and again after a break: all there is to know now."""

    version: int
    table: TableNow
    you: int | None  # your seat
    number: int  # of the last event
    now: float  # the server's clock, ms
    seq: int = 0  # the last of your actions that was heard: go on counting from there
    clock: int = 0  # the match's clock at that moment
    view: dict[str, Any] | None = None  # None: no match yet
    legal: list[int] | None = None
    title: str | None = None
    commitment: str | None = None  # of the match's seed
    missed: list[Heard] = []  # since `last`, the latest last


class Token(FromServer):
    """You have a seat, and this is the key to it. Keep it, tell nobody."""

    seat: int
    token: str


class Pong(FromServer):
    c: float
    s: float  # the server's clock, ms


class Table(FromServer):
    """The table has changed."""

    table: TableNow
    n: int


class Event(FromServer):
    """Something happened in the match. `change` turns the view before into the view after (see the docs)."""

    n: int
    ms: int
    at: float  # server time; in the future for a card that all are to see at once: show it then, not before
    change: Any = None
    seat: int | None = None
    action: int | None = None
    words: str | None = None
    legal: list[int] | None = None  # what you may do now; not sent to spectators
    reveal: bool = False  # a race may answer to this event


class Ring(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One hand in a race."""

    seat: int
    ms: float | None = None  # the reaction that counts; None: it answered to no card that is known
    claimed: float | None = None  # what the device said
    corrected: bool = False


class Race(FromServer):
    """How a race was judged."""

    n: int  # the event that brought the verdict
    reveal: int | None
    rings: list[Ring]


class Underway(FromServer):
    """Somebody rang. Send what you have pressed, then `Answer`."""

    race: int


class Refused(FromServer):
    """What you asked for cannot be, and why."""

    says: str
    seq: int | None = None
    rule: str | None = None


class Sign(FromServer):
    """Somebody made a sign."""

    seat: int
    kind: str


class Over(FromServer):
    """The match is over; what was promised at its start can now be checked."""

    n: int
    match: str
    scores: list[int]
    winners: list[int]
    seed: str  # a 64-bit number, as text
    salt: str
    commitment: str


class Bye(FromServer):
    """The server closes this line, and why. `again`: come back, all is well."""

    says: str
    again: bool = False


Told = Welcome | Token | Pong | Table | Event | Race | Underway | Refused | Sign | Over | Bye

# Over plain HTTP


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """POST /api/tables"""

    game: str
    name: str
    seats: int | None = None
    options: dict[str, Any] = {}
    public: bool = False
    rated: bool = False
    level: str = "casual"
    colour: int = 0
    bots: bool = False  # fill the other seats with bots of that level and start at once


class Made(msgspec.Struct, kw_only=True):
    """A table was made; the maker has seat 0."""

    table: str
    token: str
    invite: str


class Listed(msgspec.Struct, kw_only=True):
    """A line of the lobby."""

    id: str
    game: str
    title: str
    status: str
    seats: int
    taken: int
    host: str | None
    watching: int


class OptionNow(msgspec.Struct, kw_only=True):
    """An option of a game, for people to choose."""

    name: str
    says: str
    rules: list[str]
    kind: Literal["choice", "number", "perseat", "table"]
    default: Any
    values: list[Any] = []
    low: int | None = None
    high: int | None = None


class GameNow(msgspec.Struct, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    least: int
    most: int
    usual: int
    options: list[OptionNow]
    bots: dict[str, str]  # level -> how it plays
    lowest_wins: bool
    real_time: bool


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Said).decode
