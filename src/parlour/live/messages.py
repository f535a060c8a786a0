"""The messages between clients and the server: JSON over one WebSocket per person and table.

The first message of either side names the protocol version. `docs/protocol.md`, its JSON Schema and the page's types
are generated from this file (tools/protocol.py).
"""

from typing import Any, Literal

import msgspec

VERSION = 1

MOST_BYTES = 4096  # in a frame from a client
MOST_NAME = 24  # letters
Tempo = Literal["calm", "normal", "fast"]
EMOTES = ("well-done", "oops", "hurry", "thanks", "laugh", "wow")


class FromClient(msgspec.Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A message from a client."""


class FromServer(msgspec.Struct, tag_field="t", tag=str.lower, kw_only=True, omit_defaults=True):
    """A message from the server."""


# From a client


class Hello(FromClient):
    """The first message: the protocol version, and which seat this is."""

    version: int
    token: str | None = None  # of a seat; without one, a spectator
    invite: str | None = None  # needed to enter a table that is not public without a token
    last: int = 0  # the number of the last event received


class Ping(FromClient):
    """Ask for the server's clock. `c` is the client's own clock in ms, which the answer repeats."""

    c: float


class Act(FromClient):
    """An action in the match. A repeated `seq` is ignored, so sending one again is harmless."""

    seq: int
    action: int
    reveal: int | None = None  # in a race: the number of the event that was on the screen
    reaction: float | None = None  # ms from that event's first frame to the press


class Answer(FromClient):
    """The answer to `Underway`: everything pressed before this has been sent."""

    race: int


class Sit(FromClient):
    """Take an empty seat, or a bot's. In a match with hidden cards you wait for the next deal (`Welcome.waits`)."""

    seat: int
    name: str
    colour: int = 0


class Admit(FromClient):
    """Let the person who waits for a seat take it now: everybody who is seated must agree, and after a removal the
    host."""

    seat: int


class Bot(FromClient):
    """The host puts a bot into a seat that no person has, or (level null) empties the seat."""

    seat: int
    level: str | None


class Options(FromClient):
    """The host changes the setup of the table between matches; the tempo, also during one. Fields that are null stay as
    they are."""

    game: str | None = None  # another game, with its usual options
    seats: int | None = None
    options: dict[str, Any] | None = None
    public: bool | None = None
    rated: bool | None = None
    level: str | None = None  # of bots in empty seats and of those that replace absent players
    tempo: Tempo | None = None  # how fast bots play, in games without a race


class Start(FromClient):
    """The host starts the match, as soon as the game and its bots are compiled; empty seats are filled with bots."""


class Pause(FromClient):
    """Pause the match, a few times per player and match. Open races are judged first."""


class Resume(FromClient):
    """Continue after three, two, one."""


class Rematch(FromClient):
    """Start another match with the same people."""


class Leave(FromClient):
    """Leave the seat for good. In a match a bot takes over, or (`bot` false) the game's rule for leaving applies.
    Without a seat: stop waiting for one."""

    bot: bool = True


class Remove(FromClient):
    """The host removes a player or a bot from a seat."""

    seat: int
    bot: bool = True


class Done(FromClient):
    """A player has nothing more to do until a timer of the match runs out. When all say so, time passes quickly."""


class Emote(FromClient):
    """Send one of a few reactions to everybody."""

    kind: Literal["well-done", "oops", "hurry", "thanks", "laugh", "wow"]


class Hidden(FromClient):
    """The page was hidden or shown again. A hidden page paints nothing, so races do not wait for it."""

    hidden: bool


Said = (
    Hello
    | Ping
    | Act
    | Answer
    | Sit
    | Admit
    | Bot
    | Options
    | Start
    | Pause
    | Resume
    | Rematch
    | Leave
    | Remove
    | Done
    | Emote
    | Hidden
)


# From the server


class SeatNow(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A seat of a table."""

    name: str | None = None
    colour: int = 0
    bot: str | None = None  # the level of the bot that plays it
    here: bool = False  # its player is connected and the page is visible
    was: str | None = None  # the name of the player who left it during this match
    next: str | None = None  # the name of the person who waits for this seat
    admitted: list[int] | None = None  # the seats that agree to let them in at once; null: that is not possible
    removed: bool = False  # the host has removed this person before, and must let them in
    slow: bool = False  # the connection is slower than the fair bell can make up for
    doubtful: bool = False  # measurements of the connection's round trip contradict each other
    suspect: bool = False  # in this match, its player rang several times faster than people can react
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
    tempo: Tempo = "normal"
    watching: int = 0
    match: str | None = None  # the id of the current or last match
    matches: list[str] = []  # the ids of finished matches, the latest last
    resumes_at: float | None = None  # the server time at which the pause ends
    pace: float = 1  # how many times faster than real time the match's clock runs
    done: list[int] | None = None  # seats with nothing more to do until a timer runs out; null: there is no such timer
    says: str | None = None  # why the last match was stopped
    preparing: float | None = None  # how much of the game and its bots is compiled, from 0 to 1; null: all
    starting: bool = False  # the match starts as soon as all of that is compiled


class Heard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An event of the match, with no more than everybody may know."""

    n: int
    ms: int  # on the match's clock
    seat: int | None = None  # null: time passed
    action: int | None = None  # null: time passed, or the action is secret
    words: str | None = None


class Welcome(FromServer):
    """The complete current state: the answer to `Hello`, sent again when a match starts or your seat changes."""

    version: int
    table: TableNow
    you: int | None  # your seat
    number: int  # the number of the last event
    now: float  # the server's clock, ms
    waits: int | None = None  # the seat that is yours from the next deal on
    seq: int = 0  # of the last action received from you: continue counting from there
    clock: int = 0  # the match's clock at the time `now`
    view: dict[str, Any] | None = None  # null: no match yet
    legal: list[int] | None = None
    title: str | None = None
    commitment: str | None = None  # to the match's seed
    missed: list[Heard] = []  # events after `last`, the latest last


class Token(FromServer):
    """You have a seat, and this token opens it. Keep it secret."""

    seat: int
    token: str


class Pong(FromServer):
    """The answer to `Ping`."""

    c: float
    s: float  # the server's clock, ms


class TableChanged(FromServer, tag="table"):
    """Something about the table has changed, apart from the match."""

    table: TableNow
    n: int


class Event(FromServer):
    """Something happened in the match. `change` turns the previous view into the new one (see docs/protocol.md)."""

    n: int
    ms: int
    at: float  # server time at which to show this; in the future for a card that everybody sees at the same instant
    change: Any = None
    seat: int | None = None
    action: int | None = None
    words: str | None = None
    legal: list[int] | None = None  # your legal actions now; not sent to spectators
    reveal: bool = False  # people may race to react to this event


class Ring(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One press in a race."""

    seat: int
    ms: float | None = None  # the reaction time that counts; null: the press named no known event
    claimed: float | None = None  # what the device reported
    corrected: bool = False


class Race(FromServer):
    """How a race was judged."""

    n: int  # the number of the event that brought the verdict
    reveal: int | None
    rings: list[Ring]


class Underway(FromServer):
    """Somebody rang. Send every press so far, then `Answer`."""

    race: int


class Refused(FromServer):
    """What you asked for is not possible, and why."""

    says: str
    seq: int | None = None
    rule: str | None = None


class Sign(FromServer):
    """Somebody sent a reaction."""

    seat: int
    kind: str


class Over(FromServer):
    """The match is over. Seed and salt are revealed, so the commitment made at the start can be checked."""

    n: int
    match: str
    scores: list[int]
    winners: list[int]
    seed: str  # as text, because it can be too large for JavaScript
    salt: str
    commitment: str


class Bye(FromServer):
    """The server closes the connection, and why. `again`: the client should reconnect."""

    says: str
    again: bool = False


Told = Welcome | Token | Pong | TableChanged | Event | Race | Underway | Refused | Sign | Over | Bye

# Over plain HTTP


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/tables."""

    game: str
    name: str
    seats: int | None = None
    options: dict[str, Any] = {}
    public: bool = False
    rated: bool = False
    level: str = "casual"
    tempo: Tempo = "normal"
    colour: int = 0
    bots: bool = False  # fill the other seats with bots of that level and start at once


class Made(msgspec.Struct, kw_only=True):
    """A table was made; its maker has seat 0."""

    table: str
    token: str
    invite: str


class Here(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where friends can reach this server. POST /api/here opens it to the local network, if its state is "closed"."""

    state: Literal["open", "closed", "local", "offline"]  # local: it was told to listen for this machine only
    addresses: list[str] = []  # that answer, the best first


class Listed(msgspec.Struct, kw_only=True):
    """A table in the lobby."""

    id: str
    game: str
    title: str
    status: str
    seats: int
    taken: int
    host: str | None
    watching: int


class OptionNow(msgspec.Struct, kw_only=True):
    """An option of a game that people can choose."""

    name: str
    asks: str  # a question
    rules: list[str]
    kind: Literal["choice", "number", "perseat", "table"]
    default: Any
    values: list[Any] = []
    answers: list[str] = []  # to the question, one for each value
    unit: str = ""  # of a number
    scale: int = 1  # how many of the option's numbers make one unit
    low: int | None = None
    high: int | None = None


class GameNow(msgspec.Struct, kw_only=True, omit_defaults=True):
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
    policies: list[str] = []  # more bots, by name: policies that the operator of this server offers


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Said).decode
