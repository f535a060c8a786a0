"""Fakes around a real table: a clock that the test moves, a store that commits on request, devices without sockets."""

import contextlib
import heapq
import itertools
import json
import random
import zlib
from typing import Any

from parlour.kit import ParlourError
from parlour.live import events
from parlour.live import messages as m
from parlour.live.fair import Latency
from parlour.live.handlers import Handlers
from parlour.live.loading import load_table
from parlour.live.metrics import Metrics
from parlour.live.seats import checked_setup, hashed
from parlour.live.services import AllCompiled, Services
from parlour.live.store import EventRow
from parlour.live.table import LiveTable
from parlour.live.view_diff import apply

OPENED = itertools.count()
MAX_CALLS = 200_000  # more calls than this at one moment mean an endless loop


def latency(*pongs: float, kernel: float | None = None) -> Latency:
    """The latency of a connection with these round trips."""
    made = Latency()
    for rtt in pongs:
        made.pong(rtt)
    if kernel is not None:
        made.kernel(kernel)
    return made


class FakeClock:
    """Real time in ms that passes only in `run` and `until`."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.time = now
        self.search_ms = 0.0  # how long work in a thread takes
        self.searches = 0
        self._calls: list[tuple[float, int, Any]] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self.time

    def call_at(self, at, call):
        entry = [call]
        heapq.heappush(self._calls, (at, next(self._numbers), entry))
        return entry.clear

    def in_thread(self, work, then, alone=None):
        self.searches += 1
        answer = work()
        self.call_at(self.time + self.search_ms, lambda: then(answer))

    def run(self, ms: float = 0.0) -> None:
        """Let time pass; every call that falls due is made at its moment."""
        self.until(lambda: False, ms)

    def until(self, done, ms: float = 600_000.0) -> bool:
        """Let time pass until `done()`, at most for `ms`. Returns whether it came true."""
        end, calls = self.time + ms, 0
        while not done():
            if not self._calls or self._calls[0][0] > end:
                self.time = end
                return done()
            at, _, entry = heapq.heappop(self._calls)
            calls = calls + 1 if at <= self.time else 0
            assert calls < MAX_CALLS, "timers are set for the present again and again"
            self.time = max(self.time, at)
            for call in entry:
                call()
        return True


class FakeStore:
    """Events in memory. With `hold` nothing is committed before `commit` is called."""

    def __init__(self, hold: bool = False) -> None:
        self.hold = hold
        self.rows: list[EventRow] = []  # committed
        self.written: list[EventRow] = []  # the same with those that were deleted since
        self.fails: ParlourError | None = None
        self.matches: list[Any] = []
        self.notes: list[dict[str, Any]] = []
        self._waiting: list[tuple[list[EventRow], Any]] = []

    def append(self, table, rows, done):
        self._waiting.append((rows, done))
        if not self.hold:
            self.commit()

    def commit(self, limit: int = 10**9) -> None:
        """Commit all that is waiting, or the first `limit`, and tell those who wait for it."""
        for _ in range(min(limit, len(self._waiting))):
            rows, done = self._waiting.pop(0)
            if self.fails is None:
                self.written += rows
                expected = list(range(self.committed + 1, self.committed + 1 + len(rows)))
                assert [row.number for row in rows] == expected, "the events of a table are numbered 1, 2, 3"
                self.rows += rows
            done(self.fails)

    @property
    def committed(self) -> int:
        return self.rows[-1].number if self.rows else 0

    def trim(self, table, before):
        assert self.rows[0].number <= before <= self.committed
        self.rows = [row for row in self.rows if row.number >= before]

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def kinds(self) -> list[str]:
        return [row.kind for row in self.written]

    def note_table(self, id, public, status, touched, summary):
        self.notes.append({"public": public, "status": status, "summary": json.loads(summary)})

    def keep_match(self, match):
        self.matches.append(match)


class FakeDevice:
    """A player's or a spectator's device: it keeps its view as the page does, and everything it was sent."""

    def __init__(self, clock: FakeClock, rtt: float | None = None) -> None:
        self.clock = clock
        self.seat: int | None = None
        self.person: str | None = None
        self.opened = next(OPENED)
        self.hidden = False
        self.latency = latency(*[rtt] * 8) if rtt is not None else Latency()
        self.handlers: Any = None
        self.heard: list[dict[str, Any]] = []
        self.sent: list[tuple[float, float, bytes]] = []  # when it was handed over, when it may leave, the message
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

    def close(self, reason: str, again: bool = False) -> None:
        self.closed = (reason, again)

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
        self.handlers.handle(message)

    def act(self, action: int, **more: Any) -> None:
        self.seq += 1
        self.say(m.Act(seq=self.seq, action=action, **more))

    # What it has heard

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [told for told in self.heard if told["t"] == kind]

    def last(self, kind: str) -> dict[str, Any]:
        return self.told(kind)[-1]


class TableHarness:
    """A real table with a fake clock and a fake store, and people who come and go."""

    def __init__(
        self,
        game: str = "piccolo",
        seats: int = 2,
        pace: float = 1.0,
        level: str = "casual",
        public: bool = True,
        rated: bool = False,
        hold: bool = False,
        games: Any = None,
        store: FakeStore | None = None,
        **options: Any,
    ) -> None:
        self.clock, self.store, self.metrics = FakeClock(), store or FakeStore(hold), Metrics()
        self.lost: list[LiveTable] = []
        self.pace = pace
        seats, options = checked_setup(game, seats, options, level)
        made = events.TableMade(game, seats, options, public, rated, level, "an-invitation")
        services = Services(self.clock, self.store, self.wall, self.metrics, pace, games or AllCompiled())
        self.table = LiveTable("a-table", made.setup, services, self.lost.append)
        self.table.log.write(made)

    def wall(self) -> float:
        return 1_700_000_000.0 + self.clock.now() / 1000

    def person(self, seat: int | None = None, rtt: float | None = 20.0, name: str = "Ada") -> FakeDevice:
        """Somebody connects, and sits down if a seat is named."""
        token = None if seat is None else self.table.sit(seat, name, 0)
        device = self.join(token, rtt)
        device.token = token
        return device

    def join(self, token: str | None, rtt: float | None = 20.0, last: int = 0) -> FakeDevice:
        """A device connects, with the token of a seat or without."""
        return join_table(self.table, token, rtt, last)

    def reloaded(self, last: int | None = None, games: Any = None) -> "TableHarness":
        """The same table loaded from its rows, or those up to number `last`, in another process."""
        other = object.__new__(TableHarness)
        other.clock, other.store, other.metrics = FakeClock(), FakeStore(), Metrics()
        other.lost, other.pace = [], self.pace
        other.store.rows = [row for row in self.store.rows if last is None or row.number <= last]
        other.store.written = list(other.store.rows)
        services = Services(other.clock, other.store, self.wall, other.metrics, other.pace, games or AllCompiled())
        other.table = load_table(self.table.id, list(other.store.rows), services, other.lost.append)
        other.table.play_on()
        return other

    def spectator_view(self) -> Any:
        """What a spectator sees, computed from the match."""
        view = self.table.match.view(None)
        view.pop("you", None)
        return json.loads(json.dumps(view))


def join_table(table: LiveTable, token: str | None, rtt: float | None = 20.0, last: int = 0) -> FakeDevice:
    """A device connects to a table, with the token of a seat or without."""
    clock = table.clock
    assert isinstance(clock, FakeClock)
    device = FakeDevice(clock, rtt)
    device.seat = table.presence.seat_of(token)
    device.token = token
    device.person = hashed(token) if token is not None else None
    device.handlers = Handlers(table, device)
    table.join(device, last)
    return device


def start(harness: TableHarness, host: FakeDevice) -> Any:
    """The host starts a match, which is returned."""
    host.say(m.Start())
    return harness.table.match


def play_randomly(harness: TableHarness, people: list[FakeDevice], chance: random.Random, most: int = 10**9) -> int:
    """People do anything they may, at any time, until the match is over or `most` actions were tried."""
    done = 0
    match = harness.table.match
    assert match is not None
    while not match.over and done < most:
        able = [person for person in people if person.legal and person.seat is not None]
        if able and chance.random() < 0.7:
            person = chance.choice(able)
            with contextlib.suppress(ParlourError):  # overtaken
                person.act(chance.choice(person.legal))
            done += 1
        harness.clock.run(chance.choice((0.0, 1.0, 30.0, 200.0, 900.0, 2500.0)))
    return done


def same_table(one: LiveTable, other: LiveTable) -> bool:
    """Whether two tables agree in everything that events can tell; absences are found out again after a crash."""
    for table in (one, other):
        assert table.log.settled
    ours, theirs = one.presence.seats, other.presence.seats
    same = (
        one.log.number == other.log.number
        and (one.status, one.stop_reason, one.setup) == (other.status, other.stop_reason, other.setup)
        and one.presence.host == other.presence.host
        and one.matches == other.matches
        and one.started == other.started
        and list(one.broadcast.heard) == list(other.broadcast.heard)
        and recorded(one) == recorded(other)
        and one.scores == other.scores
        and [(seat.name, seat.colour, seat.token, seat.bot) for seat in ours]
        == [(seat.name, seat.colour, seat.token, seat.bot) for seat in theirs]
        and all(was.last_seq >= now.last_seq for was, now in zip(ours, theirs))  # a refusal has no event
    )
    if one.match is None or other.match is None:
        return same and one.match is other.match
    return (
        same
        and one.match.state.tobytes() == other.match.state.tobytes()
        and one.match.entries == other.match.entries
        and [one.match.legal(seat) for seat in range(one.match.seats)]
        == [other.match.legal(seat) for seat in range(one.match.seats)]
    )


def recorded(table: LiveTable) -> Any:
    """The steps of a table's match so far."""
    return json.loads(zlib.decompress(table.broadcast.recorder.whole()))
