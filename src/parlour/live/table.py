"""A table: who sits there, what is played, and everything that happens at it, as numbered events.

Whatever changes a table is an event, and an event is in the database before anybody hears of it. A table is rebuilt
from its events after a crash, or in another process. It knows no sockets: people are listeners.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

import parlour
from parlour.kit import BadInput, ParlourError
from parlour.match import Match

from . import messages as m
from .eyes import EVERYBODY, Eyes
from .fair import Line, send_at
from .play import Clock, Happening, LivePlay
from .seats import COLOURS, Book, Counts, Listener, Seat, Setup, Started, checked_name, commitment, hashed
from .store import MatchRow, Row, TableRow
from .tape import Tape

GRACE_MS = 15_000.0  # so long an absent player's seat waits before a bot plays it
RESUME_MS = 3_000.0  # three, two, one
MISSED = 60  # so many events are told to who comes back
ELSEWHERE = "This seat was opened on another screen."


Status = Literal["open", "playing", "paused", "over", "stopped"]


@dataclass
class LiveTable:
    """One table. `setup` may change until the match starts; `number` is that of the last event."""

    id: str
    setup: Setup
    clock: Clock
    store: Book
    wall: Callable[[], float]  # seconds since 1970
    dropped: Callable[["LiveTable"], None]  # this process has lost the table
    counts: Counts
    pace: float = 1.0
    seats: list[Seat] = field(default_factory=list)
    host: int | None = None
    status: Status = "open"
    says: str | None = None
    number: int = 0
    started: Started | None = None
    match: Match | None = None
    play: LivePlay | None = None
    eyes: Eyes | None = None
    resumes_at: float | None = None
    listeners: list[Listener] = field(default_factory=list)
    matches: list[str] = field(default_factory=list)
    touched: float = 0.0
    _heard: deque[m.Heard] = field(default_factory=lambda: deque(maxlen=MISSED))
    _tape: Tape = field(default_factory=Tape)
    _scores: list[int] = field(default_factory=list)
    _outbox: deque[tuple[int, Listener, bytes, float]] = field(default_factory=deque)
    _verdicts: deque[tuple[int, int, float]] = field(default_factory=deque)  # event, claims corrected, when it could be
    _committed: int = 0
    _shown_at: float = 0.0  # the latest instant for which something was scheduled to be seen
    lost: bool = False  # this process no longer has the table
    _cancel_resume: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        self.seats = [Seat() for _ in range(self.setup.seats)]
        self.touched = self.wall()

    # Events

    def write(self, kind: str, body: Any, public: bytes | None = None) -> None:
        """A new event goes to the database, unless this process has lost the table: it is another's to write to."""
        if self.lost:
            return
        self.number += 1
        self.touched = self.wall()
        row = Row(self.number, self.touched, kind, msgspec.json.encode(body), public)
        self.store.append(self.id, [row], lambda error, number=self.number: self._written(number, error))  # type: ignore[misc]

    def _write_frames(self, kind: str, body: Any, *told: bytes) -> None:
        """An event of the match, with what spectators are told of it: that is kept for replays."""
        frames = b",".join(told)
        self.write(kind, body, b"[" + frames + b"]")
        self._tape.add(frames)

    def _written(self, number: int, error: ParlourError | None) -> None:
        if error is not None:
            self.let_go()
            return
        self._committed = max(self._committed, number)
        while self._outbox and self._outbox[0][0] <= self._committed:
            _, listener, message, not_before = self._outbox.popleft()
            listener.send(message, not_before)
        while self._verdicts and self._verdicts[0][0] <= self._committed:
            _, clamps, ready = self._verdicts.popleft()
            self.counts.judged(clamps, self.clock.now() - ready)

    def let_go(self) -> None:
        """Another process has this table, or the database is gone: nothing more may be said from here."""
        if self.lost:
            return
        self.lost = True
        if self.play is not None:
            self.play.halt()
        self._outbox.clear()
        for listener in list(self.listeners):
            listener.close("This table has moved; come back to it.", again=True)
        self.listeners.clear()
        self.dropped(self)

    def post(self, listener: Listener, message: m.FromServer, not_before: float = 0.0) -> None:
        """A message that tells of events: it leaves when they are in the database, in their order."""
        self._post(listener, m.encode(message), not_before)

    def _post(self, listener: Listener, data: bytes, not_before: float) -> None:
        if self.settled and not self._outbox:
            listener.send(data, not_before)
        else:
            self._outbox.append((self.number, listener, data, not_before))

    def event(self, kind: str, body: Any) -> None:
        """Something about the table, apart from its match."""
        self._apply(kind, body)
        self.write(kind, body)
        self.announce()

    def announce(self) -> None:
        now = self.now()
        for listener in self.listeners:
            self.post(listener, m.Table(table=now, n=self.number))
        self._note()

    def _note(self) -> None:
        self.touched = self.wall()
        if not self.lost:
            self.store.note_table(
                self.id, status=self.status, touched=self.touched, summary=msgspec.json.encode(self.listed())
            )

    # Rebuilding

    @classmethod
    def load(
        cls,
        row: TableRow,
        rows: Iterable[Row],
        clock: Clock,
        store: Book,
        wall: Callable[[], float],
        dropped: Callable[["LiveTable"], None],
        counts: Counts,
        pace: float,
    ) -> "LiveTable":
        """A table from its events: as it was."""
        steps = iter(rows)
        first = next(steps)
        table = cls(row.id, msgspec.json.decode(first.body, type=Setup), clock, store, wall, dropped, counts, pace)
        table.number = first.number
        for step in steps:
            table.number = step.number
            table._replay(step)
        table._committed = table.number
        for seat in table.seats:
            seat.away = False
        if table.status in ("playing", "paused") and table.match is not None:
            table._prepare_play()
        return table

    def _replay(self, row: Row) -> None:
        body = msgspec.json.decode(row.body)
        if row.kind not in ("action", "time"):
            self._apply(row.kind, body)
        elif self.match is None:
            pass  # of a match under older rules
        elif row.kind == "action":
            ms, seat, action, note = body["e"]
            self.match.play(seat, action, at=ms, note=note)
            self.seats[seat].last_seq = body["q"]
            self._remember(row.number, ms, seat, *self._in_words(action))
        else:
            self.match.wait(until=body["e"][0])
            self._remember(row.number, body["e"][0], None)
        self._scores = body.get("s", self._scores)
        if row.public is not None:
            self._tape.add(row.public[1:-1])

    def _apply(self, kind: str, body: Any) -> None:
        """What an event does to the table, when it happens and when it is read again."""
        if kind == "sat":
            self.seats[body["seat"]] = Seat(body["name"], body["colour"], body["token"])
            if self.host is None:
                self.host = body["seat"]
        elif kind == "bot":
            self.seats[body["seat"]] = Seat(bot=body["level"])
            self._mend_host()
        elif kind == "left":
            self.seats[body["seat"]] = Seat(bot=body["bot"])
            self._mend_host()
        elif kind == "away":
            self.seats[body["seat"]].away = body["away"]
        elif kind == "options":
            if body["seats"] != self.setup.seats:  # the last match has other seats, so nobody can go on looking at it
                self.status, self.match, self.eyes, self.play = "open", None, None, None
            self.setup = msgspec.convert(body, Setup)
            self.seats = (self.seats + [Seat() for _ in range(self.setup.seats)])[: self.setup.seats]
        elif kind == "started":
            self._start(msgspec.convert(body, Started))
        elif kind == "paused":
            self.status = "paused"
        elif kind == "resumed":
            self.status = "playing"
        elif kind == "over":
            self.status = "over"
            if self.started is not None:
                self.matches.append(self.started.match)
        elif kind == "stopped":
            self.status, self.says = "stopped", body["says"]

    def _start(self, started: Started) -> None:
        self.started = started
        self._heard.clear()
        self._tape = Tape()
        self.status, self.says = "playing", None
        game = parlour.game(self.setup.game)
        if started.rules != game.rules.version:
            self.match = self.eyes = self.play = None
            return
        self.match = game.new(seats=self.setup.seats, seed=started.seed, options=self.setup.options)
        self.eyes = Eyes(self.match)

    def _mend_host(self) -> None:
        """When the host has gone, the next player is host."""
        if self.host is not None and self.seats[self.host].owned:
            return
        start = self.host or 0
        order = [(start + step) % len(self.seats) for step in range(len(self.seats))]
        self.host = next((seat for seat in order if self.seats[seat].owned), None)

    # What can be seen

    def now(self) -> m.TableNow:
        lines = self._lines()
        return m.TableNow(
            id=self.id,
            game=self.setup.game,
            status=self.status,
            seats=[
                m.SeatNow(
                    name=seat.name,
                    colour=seat.colour,
                    bot=seat.bot or (self.setup.level if seat.away else None),
                    here=number in lines,
                    slow=number in lines and lines[number].slow,
                    host=number == self.host,
                )
                for number, seat in enumerate(self.seats)
            ],
            options=self.setup.options,
            public=self.setup.public,
            rated=self.setup.rated,
            level=self.setup.level,
            watching=sum(listener.seat is None for listener in self.listeners),
            match=self.started.match if self.started else None,
            matches=self.matches,
            resumes_at=self.resumes_at,
            pace=self.pace,
            says=self.says,
        )

    def listed(self) -> m.Listed:
        return m.Listed(
            id=self.id,
            game=self.setup.game,
            title=parlour.game(self.setup.game).title,
            status=self.status,
            seats=self.setup.seats,
            taken=sum(not seat.free for seat in self.seats),
            host=self.seats[self.host].name if self.host is not None else None,
            watching=sum(listener.seat is None for listener in self.listeners),
        )

    def _lines(self) -> dict[int, Line]:
        return {
            listener.seat: listener.line
            for listener in self.listeners
            if listener.seat is not None and not listener.hidden
        }

    def _remember(
        self, number: int, ms: int, seat: int | None, words: str | None = None, action: int | None = None
    ) -> None:
        self._heard.append(m.Heard(n=number, ms=ms, seat=seat, action=action, words=words))

    def _in_words(self, action: int | None) -> tuple[str | None, int | None]:
        """An action as everybody may hear it, and its number unless it is secret."""
        if action is None or self.match is None:
            return None, None
        hushed = self.match.rules.heard(action)
        return (hushed, None) if hushed is not None else (self.match.describe(action), action)

    @property
    def settled(self) -> bool:
        """Whether all that happened is in the database."""
        return self._committed >= self.number

    # People come and go

    def seat_of(self, token: str | None) -> int | None:
        if token is None:
            return None
        key = hashed(token)
        return next((number for number, seat in enumerate(self.seats) if seat.token == key), None)

    def join(self, listener: Listener, last: int) -> None:
        """A device has said hello; its seat is known. Of two at one seat the newer stays, also where the older comes in
        later because it was let wait."""
        if listener.seat is not None:
            for other in [other for other in self.listeners if other.seat == listener.seat]:
                if other.opened > listener.opened:
                    listener.close(ELSEWHERE)
                    return
                self.listeners.remove(other)
                other.close(ELSEWHERE)
                if self.play is not None:
                    self.play.lost(listener.seat)
        self._returned(listener)
        self.listeners.append(listener)
        self.welcome(listener, last)
        self.announce()
        self._wake_up()

    def _returned(self, listener: Listener) -> None:
        if listener.seat is None:
            return
        seat = self.seats[listener.seat]
        if seat.cancel_grace is not None:
            seat.cancel_grace()
            seat.cancel_grace = None
        if seat.away:
            if self.play is not None:
                self.play.unseat_bot(listener.seat)
            self.event("away", {"seat": listener.seat, "away": False})

    def welcome(self, listener: Listener, last: int) -> None:
        message = m.Welcome(
            version=m.VERSION,
            table=self.now(),
            you=listener.seat,
            number=self.number,
            seq=self.seats[listener.seat].last_seq if listener.seat is not None else 0,
            now=self.clock.now(),
            clock=int(self.play.game_now()) if self.play else (self.match.clock if self.match else 0),
            view=self.eyes.begin(listener.seat) if self.eyes else None,
            legal=self.match.legal(listener.seat) if self.match and listener.seat is not None else None,
            title=parlour.game(self.setup.game).title,
            commitment=commitment(self.started.seed, self.started.salt) if self.started else None,
            missed=[heard for heard in self._heard if heard.n > last],
        )
        self.post(listener, message, self._shown_at)

    def gone(self, listener: Listener) -> None:
        """A line is lost."""
        if listener not in self.listeners:
            return
        self.listeners.remove(listener)
        if listener.seat is not None:
            if self.play is not None:
                self.play.lost(listener.seat)
            if self.seats[listener.seat].owned and self.status in ("playing", "paused"):
                self._begin_grace(listener.seat)
        if not self.listeners and self.play is not None:
            self.play.stop()  # a table that nobody sees stands still
        self.announce()

    def _begin_grace(self, number: int) -> None:
        seat = self.seats[number]
        if seat.cancel_grace is None:
            seat.cancel_grace = self.clock.later(self.clock.now() + GRACE_MS, lambda: self._stand_in(number))

    def _stand_in(self, number: int) -> None:
        """The owner has not come back: a bot plays on, with what the seat can see, until the owner does."""
        seat = self.seats[number]
        seat.cancel_grace = None
        if not seat.owned or seat.away or number in {listener.seat for listener in self.listeners}:
            return
        self.event("away", {"seat": number, "away": True})
        if self.play is not None:
            self.play.seat_bot(number, self.setup.level, secrets.randbits(63))

    def _wake_up(self) -> None:
        """Somebody looks: the clock runs again, and seats whose owners are absent wait for them, but not for ever."""
        if self.play is None or self.status != "playing" or self.resumes_at is not None or not self.listeners:
            return
        if not self.play.running:
            here = {listener.seat for listener in self.listeners}
            for number, seat in enumerate(self.seats):
                if seat.owned and number not in here and not seat.away:
                    self._begin_grace(number)
                elif seat.free and self.leaving is not None:
                    self.play.leave(number, self.leaving)  # if a crash came between getting up and leaving the game
            self.play.go()

    # What people can have done

    @property
    def leaving(self) -> int | None:
        """The action by which a player leaves the game: the last of the asides, in every game."""
        return self.match.asides[-1] if self.match is not None and self.match.asides else None

    def seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise BadInput(f"there is no seat {number} here, only 0 to {len(self.seats) - 1}")
        return self.seats[number]

    def sit(self, number: int, name: str, colour: int) -> str:
        """A person takes a seat that nobody has (a bot may play it): the key to it."""
        if self.seat(number).owned:
            raise BadInput(f"seat {number + 1} is taken")
        name = checked_name(name)
        token = secrets.token_urlsafe(24)
        if self.play is not None and self.status in ("playing", "paused"):
            self.play.unseat_bot(number)
        self.event("sat", {"seat": number, "name": name, "colour": colour % COLOURS, "token": hashed(token)})
        return token

    def start(self) -> None:
        """Deal; empty seats are played by bots. The seed is the operating system's."""
        for number, seat in enumerate(self.seats):
            if seat.free:
                self.event("bot", {"seat": number, "level": self.setup.level})
        started = Started(
            match=secrets.token_urlsafe(9),
            seed=secrets.randbits(63),
            salt=secrets.token_hex(16),
            rules=parlour.game(self.setup.game).rules.version,
            at=self.wall(),
        )
        body = msgspec.to_builtins(started)
        self._apply("started", body)
        assert self.match is not None
        assert self.eyes is not None
        body["s"] = self._scores = self.match.scores
        dealt = m.Event(n=self.number + 1, ms=0, at=self.clock.now(), change=self.eyes.changes(set())[EVERYBODY])
        self._write_frames("started", body, m.encode(dealt))  # a replay begins with the whole table
        self._cancel_resuming()
        self._prepare_play()
        for listener in self.listeners:
            self.welcome(listener, self.number)
        self.announce()
        self._wake_up()

    def _prepare_play(self) -> None:
        """Bots take their seats at the match that was dealt or rebuilt; the clock does not run yet."""
        assert self.match is not None
        if self.play is not None:
            self.play.stop()
        self.play = LivePlay(
            self.match, self.clock, self._happened, self._lines, self._ask_lines, self.pace, self.setup.rated
        )
        for number, seat in enumerate(self.seats):
            level = seat.bot or (self.setup.level if seat.away else None)
            if level is not None:
                self.play.seat_bot(number, level, secrets.randbits(63))

    def _ask_lines(self, race: int, seats: set[int]) -> None:
        question = m.encode(m.Underway(race=race))
        for listener in self.listeners:
            if listener.seat in seats:
                listener.send_now(question)  # it tells of no event, and a race waits for the answer

    def pause(self) -> None:
        """The match's clock stands still."""
        if self.status != "playing" or self.play is None:
            raise BadInput("there is nothing to pause")
        self.play.stop()
        if self.match is not None and self.match.over:
            return  # an open race was judged first, and ended the match
        self._cancel_resuming()
        self.event("paused", {})

    def resume(self) -> None:
        """Three, two, one."""
        if self.status != "paused":
            raise BadInput("the match is not paused")
        self.resumes_at = self.clock.now() + RESUME_MS / self.pace
        self._cancel_resume = self.clock.later(self.resumes_at, self._resumed)
        self.event("resumed", {})

    def _cancel_resuming(self) -> None:
        if self._cancel_resume is not None:
            self._cancel_resume()
        self._cancel_resume, self.resumes_at = None, None

    def _resumed(self) -> None:
        self._cancel_resuming()
        self.announce()
        self._wake_up()

    def get_up(self, number: int, bot: bool) -> None:
        """A seat is given up. In a match a bot takes it, or the game's own rule for leavers applies. Whoever sat there
        can watch on."""
        play = self.play if self.status in ("playing", "paused") else None
        seat = self.seats[number]
        if seat.cancel_grace is not None:
            seat.cancel_grace()
        watchers = [listener for listener in self.listeners if listener.seat == number]
        for listener in watchers:
            listener.seat = None
        self.event("left", {"seat": number, "bot": self.setup.level if play is not None and bot else None})
        if play is not None:
            play.unseat_bot(number)
            if bot:
                play.seat_bot(number, self.setup.level, secrets.randbits(63))
            elif self.leaving is not None:
                play.leave(number, self.leaving)
        for listener in watchers:
            self.welcome(listener, self.number)

    # What happens in the match

    def _happened(self, happening: Happening) -> None:
        """Something has changed the match: it is written down and told to each as far as each may know."""
        match, eyes, h = self.match, self.eyes, happening
        assert match is not None
        assert eyes is not None
        assert self.play is not None
        changes = {
            key: msgspec.Raw(m.encode(change))  # once for all who see the same
            for key, change in eyes.changes({listener.seat for listener in self.listeners}).items()
        }
        words, told = self._in_words(h.action)
        number = self.number + 1
        public = m.Event(
            n=number,
            ms=h.ms,
            at=h.at,
            change=changes[EVERYBODY],
            seat=h.seat,
            action=told,
            words=words,
            reveal=h.reveal,
        )
        body: dict[str, Any] = {"e": [h.ms]}
        if h.seat is not None:
            body = {"e": [h.ms, h.seat, h.action, h.note], "q": self.seats[h.seat].last_seq}
        scores = match.scores
        if scores != self._scores:
            body["s"] = self._scores = scores
        if h.rings:
            clamps = sum(stamp.clamped for _, stamp in h.rings)
            self._verdicts.append((number, clamps, self.clock.now() - h.late))
        frame = m.encode(public)
        races = [m.encode(m.Race(n=number, reveal=h.answered, rings=_rings(h)))] if h.rings else []
        self._write_frames("time" if h.seat is None else "action", body, frame, *races)
        self._remember(number, h.ms, h.seat, words, told)
        self.play.shown(number, h.at, h.reveal)
        self._shown_at = h.at if h.reveal else self._shown_at
        for listener in self.listeners:
            if listener.seat is None:
                self._post(listener, frame, h.at if h.reveal else 0.0)
            else:
                own = h.action if h.seat == listener.seat else told
                event = m.Event(
                    n=number,
                    ms=h.ms,
                    at=h.at,
                    change=changes[eyes.key(listener.seat)],
                    seat=h.seat,
                    action=own,
                    words=words,
                    legal=match.legal(listener.seat),
                    reveal=h.reveal,
                )
                self.post(listener, event, send_at(h.at, listener.line) if h.reveal else 0.0)
            for race in races:
                self._post(listener, race, 0.0)
        if match.over:
            self._finish()

    def _finish(self) -> None:
        """The match is over: it is kept as it was told, and what was promised is shown."""
        match, started = self.match, self.started
        assert match is not None
        assert started is not None
        if self.status == "over":
            return
        ended = self.wall()
        proof = commitment(started.seed, started.salt)
        self.store.keep_match(
            MatchRow(
                id=started.match,
                table=self.id,
                game=self.setup.game,
                rules=str(started.rules),
                seats=self.setup.seats,
                started=started.at,
                ended=ended,
                result=msgspec.json.encode({"scores": match.scores, "winners": match.winners}),
                log=match.log(commitment=proof, salt=started.salt),
                frames=self._tape.whole(),
            )
        )
        self._apply("over", {})
        self.write("over", {"scores": match.scores})  # after what is kept: whoever hears of the end can look at it
        for listener in self.listeners:
            self.post(
                listener,
                m.Over(
                    n=self.number,
                    match=started.match,
                    scores=match.scores,
                    winners=match.winners,
                    seed=str(started.seed),
                    salt=started.salt,
                    commitment=proof,
                ),
            )
        self.announce()

    def end_what_is_over(self) -> None:
        """The process ended between the last event of a match and the word that it is over: that is said now."""
        if self.match is not None and self.match.over:
            self._finish()

    def stop_old_match(self) -> None:
        """A match that runs under rules of another version cannot be gone on with: it is counted as it stands."""
        if self.status in ("playing", "paused") and self.match is None:
            self._cancel_resuming()
            scores = ", ".join(str(points) for points in self._scores)
            says = f"The rules have been renewed since this match began, so it was stopped; the count was {scores}."
            self.event("stopped", {"says": says})


def _rings(happening: Happening) -> list[m.Ring]:
    return [
        m.Ring(
            seat=seat,
            ms=None if stamp.reaction is None else round(stamp.reaction, 1),
            claimed=None if stamp.claimed is None else round(stamp.claimed, 1),
            corrected=stamp.clamped,
        )
        for seat, stamp in happening.rings
    ]
