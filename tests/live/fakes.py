"""Time that a test moves, a book that commits when it is told to, devices that only listen."""

import contextlib
import heapq
import itertools
import json
import random
from typing import Any

from parlour.kit import ParlourError
from parlour.live import messages as m
from parlour.live.asks import Asks
from parlour.live.eyes import apply
from parlour.live.fair import Line
from parlour.live.seats import Counts, Setup, checked_setup
from parlour.live.store import Row, TableRow
from parlour.live.table import LiveTable

OPENED = itertools.count()
MOST_CALLS = 200_000  # at one moment there can only be so many: else somebody calls for ever


class FakeClock:
    """Real time, in ms, that passes only when `run` says so."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.time = now
        self.search_ms = 0.0  # so long does work elsewhere take
        self.searches = 0
        self._calls: list[tuple[float, int, Any]] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self.time

    def later(self, at, call):
        entry = [call]
        heapq.heappush(self._calls, (at, next(self._numbers), entry))
        return entry.clear

    def elsewhere(self, work, then):
        self.searches += 1
        answer = work()
        self.later(self.time + self.search_ms, lambda: then(answer))

    def run(self, ms: float = 0.0) -> None:
        """Let so much time pass; whoever wanted to be called in it is called at that moment."""
        self.until(lambda: False, ms)

    def until(self, done, ms: float = 600_000.0) -> bool:
        """Let time pass until something is so, at most for so long. Answers whether it came to be so."""
        end, calls = self.time + ms, 0
        while not done():
            if not self._calls or self._calls[0][0] > end:
                self.time = end
                return done()
            at, _, entry = heapq.heappop(self._calls)
            calls = calls + 1 if at <= self.time else 0
            assert calls < MOST_CALLS, "somebody wants to be called for ever, at once"
            self.time = max(self.time, at)
            for call in entry:
                call()
        return True


class FakeBook:
    """What happens, in memory. With `hold` nothing is committed before `commit` is called."""

    def __init__(self, hold: bool = False) -> None:
        self.hold = hold
        self.rows: list[Row] = []  # as they were appended
        self.committed = 0
        self.fails: ParlourError | None = None
        self.matches: list[Any] = []
        self.notes: list[dict[str, Any]] = []
        self._waiting: list[tuple[list[Row], Any]] = []

    def append(self, table, rows, done):
        self._waiting.append((rows, done))
        if not self.hold:
            self.commit()

    def commit(self, most: int = 10**9) -> None:
        """All that is waiting, or the first few, cannot be lost from now on; whoever waits for that is told."""
        for _ in range(min(most, len(self._waiting))):
            rows, done = self._waiting.pop(0)
            if self.fails is None:
                assert [row.number for row in rows] == list(
                    range(self.committed + 1, self.committed + 1 + len(rows))
                ), "the numbers of a table go 1, 2, 3"
                self.rows += rows
                self.committed += len(rows)
            done(self.fails)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def note_table(self, id, status, touched, summary):
        self.notes.append({"status": status, "summary": json.loads(summary)})

    def keep_match(self, match):
        self.matches.append(match)


class Person:
    """A device, or a spectator's: it keeps its view as the page does, and all that it was sent."""

    def __init__(self, clock: FakeClock, rtt: float | None = None) -> None:
        self.clock = clock
        self.seat: int | None = None
        self.opened = next(OPENED)
        self.hidden = False
        self.line = Line()
        if rtt is not None:
            for _ in range(8):
                self.line.pong(rtt)
        self.asks: Any = None
        self.heard: list[dict[str, Any]] = []
        self.sent: list[tuple[float, float, bytes]] = []  # when it was handed over, when it may leave, what
        self.view: Any = None
        self.legal: list[int] = []
        self.table: dict[str, Any] = {}
        self.token: str | None = None
        self.you: int | None = None
        self.number = self.seq = 0
        self.closed: tuple[str, bool] | None = None

    def send(self, message: bytes, not_before: float = 0.0) -> None:
        assert self.closed is None
        self.sent.append((self.clock.now(), max(not_before, self.clock.now()), message))
        self._take(json.loads(message))

    def send_now(self, message: bytes) -> None:
        self.send(message)

    def close(self, says: str, again: bool = False) -> None:
        self.closed = (says, again)

    def _take(self, told: dict[str, Any]) -> None:
        self.heard.append(told)
        kind = told["t"]
        if kind == "welcome":
            self.view, self.table, self.you = told.get("view"), told["table"], told["you"]
            self.legal, self.number, self.seq = told.get("legal") or [], told["number"], told.get("seq", 0)
        elif kind == "event":
            assert told["n"] > self.number, "events come in order, each once"
            self.number, self.legal = told["n"], told.get("legal") or []
            self.view = apply(self.view, told.get("change") or [])
        elif kind == "table":
            self.table = told["table"]
        elif kind == "token":
            self.token = told["token"]

    # What it says

    def say(self, message: m.FromClient) -> None:
        self.asks.hear(message)

    def act(self, action: int, **more: Any) -> None:
        self.seq += 1
        self.say(m.Act(seq=self.seq, action=action, **more))

    # What it has heard

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [told for told in self.heard if told["t"] == kind]

    def last(self, kind: str) -> dict[str, Any]:
        return self.told(kind)[-1]


class Room:
    """A table with a clock and a book of its own, and people who come and go."""

    def __init__(
        self,
        game: str = "piccolo",
        seats: int = 2,
        pace: float = 1.0,
        level: str = "casual",
        public: bool = True,
        rated: bool = False,
        hold: bool = False,
        **options: Any,
    ) -> None:
        self.clock, self.book, self.counts = FakeClock(), FakeBook(hold), Counts()
        self.dropped: list[LiveTable] = []
        self.pace = pace
        seats, options = checked_setup(game, seats, options, level)
        setup = Setup(game, seats, options, public, rated, level, "an-invitation")
        self.table = LiveTable(
            "a-table", setup, self.clock, self.book, self.wall, self.dropped.append, self.counts, pace
        )
        self.table.write("made", setup)

    def wall(self) -> float:
        return 1_700_000_000.0 + self.clock.now() / 1000

    def person(self, seat: int | None = None, rtt: float | None = 20.0, name: str = "Ada") -> Person:
        """Somebody comes in, and sits down if a seat is named."""
        token = None if seat is None else self.table.sit(seat, name, 0)
        person = self.join(token, rtt)
        person.token = token
        return person

    def join(self, token: str | None, rtt: float | None = 20.0, last: int = 0) -> Person:
        """A line is opened, with the key to a seat or without."""
        return come(self.table, token, rtt, last)

    def again(self, rows: int | None = None) -> LiveTable:
        """The same table from its rows (the first few), in another process."""
        row = TableRow(self.table.id, self.table.setup.game, True, self.table.status, 0.0, 0.0, b"{}")
        book = FakeBook()
        book.rows = self.book.rows[:rows]
        book.committed = len(book.rows)
        return LiveTable.load(
            row,
            list(book.rows),
            FakeClock(),
            book,
            self.wall,
            self.dropped.append,
            Counts(),
            self.pace,
        )


def come(table: LiveTable, token: str | None, rtt: float | None = 20.0, last: int = 0) -> Person:
    """Somebody opens a line to a table, with the key to a seat or without."""
    clock = table.clock
    assert isinstance(clock, FakeClock)
    person = Person(clock, rtt)
    person.seat = table.seat_of(token)
    person.token = token
    person.asks = Asks(table, person)
    table.join(person, last)
    return person


def play_somehow(room: Room, people: list[Person], chance: random.Random, most: int = 10**9) -> int:
    """People do anything they may, at any time, until the match is over, or so many things were done."""
    done = 0
    match = room.table.match
    assert match is not None
    while not match.over and done < most:
        able = [person for person in people if person.legal and person.seat is not None]
        if able and chance.random() < 0.7:
            person = chance.choice(able)
            with contextlib.suppress(ParlourError):  # overtaken
                person.act(chance.choice(person.legal))
            done += 1
        room.clock.run(chance.choice((0.0, 1.0, 30.0, 200.0, 900.0, 2500.0)))
    return done
