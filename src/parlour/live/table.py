"""A live table: its game, its matches, and what people can do at it.

Every change is an event (`events.py`). An event is written first and sent afterwards (`event_log.py`), so a table can
be rebuilt from its events after a crash or in another process. Seats and connections are kept in `presence.py`, the
running match in `play.py`; `broadcast.py` decides who is sent what.
"""

import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import msgspec

import parlour
from parlour.kit import BadInput, ParlourError
from parlour.match import Match

from . import events
from . import messages as m
from .broadcast import Broadcast
from .crowd import Crowd
from .done import Done
from .event_log import EventLog
from .limits import TokenBucket
from .match_events import MatchEvent
from .play import LivePlay
from .presence import Presence
from .seating import Seating
from .seats import commitment
from .services import Listener, Services
from .starting import Starting
from .store import MatchRow, Taken
from .table_now import listed, table_now

logger = logging.getLogger("parlour.live")

RESUME_MS = 3_000.0  # three, two, one
MOVED = "This table has moved; come back to it."
REPLACED = "{} cannot go on; another bot plays its seat until this match is over."
NOT_SAVED = "The server cannot save the game just now; it goes on as soon as it can."
STARTS, STARTS_PER_S = 10.0, 0.1  # matches of a table at once, and per second in the long run
MATCHES = 20  # finished matches that a table names, the latest last
PAUSES = 3  # of one player in a match against others

Status = Literal["open", "playing", "paused", "over", "stopped"]


class LiveTable:
    """One table. `lost` is called when this process can no longer write to it."""

    def __init__(self, id: str, setup: events.Setup, services: Services, lost: Callable[["LiveTable"], None]) -> None:
        self.id = id
        self.setup = setup  # may change between matches
        self.clock, self.wall = services.clock, services.wall
        self.metrics, self.pace = services.metrics, services.pace
        self._store, self._lost = services.store, lost
        self.offered = services.offered
        self.presence = Presence(setup.seats, services.clock)
        self.log = EventLog(id, services, self._not_written)
        self.broadcast = Broadcast(self.presence, self.log)
        self.crowd = Crowd(services.clock, self._announce)
        self.starts = TokenBucket(STARTS, STARTS_PER_S * self.pace, self.clock.now() / 1000)
        self.seating = Seating(self)
        self.done = Done(self)
        self.status: Status = "open"
        self.stop_reason: str | None = None  # of the last match, shown to players
        self.started: events.MatchStarted | None = None
        self.match: Match | None = None
        self.play: LivePlay | None = None
        self.matches: list[str] = []  # finished, the latest last
        self.rematch_options: dict[str, Any] = {}  # what follows from the last match for the next, such as the dealer
        self.scores: list[int] = []
        self.starting = Starting(self, services.games)
        self.replaced: set[str] = set()  # bots of this match that could not be prepared, so that others play
        self.resumes_at: float | None = None
        self._cancel_resume: Callable[[], None] | None = None
        self.starting.check()

    # Events

    def event(self, event: events.Event) -> None:
        """Something about the table, apart from its match."""
        self.apply(event)
        self.log.write(event)
        if isinstance(event, events.OptionsChanged | events.BotSeated):
            self.starting.prepare()
        self.announce()

    def announce(self) -> None:
        """Send the table's current state to everybody and to the lobby, now."""
        self.crowd.at_once()

    def _announce(self) -> None:
        self.broadcast.post_all(m.TableChanged(table=self.now(), n=self.log.number))
        self.log.note(self.setup.public, self.status, msgspec.json.encode(self.listed()))

    def _not_written(self, error: ParlourError) -> None:
        self.let_go(MOVED if isinstance(error, Taken) else NOT_SAVED)

    def let_go(self, reason: str = MOVED) -> None:
        """Another process has this table, or the database is gone: nothing more may be sent from here."""
        if self.log.closed:
            return
        self.log.close()
        self.crowd.stop()
        if self.play is not None:
            self.play.halt()
        self.disconnect_all(reason)
        self.presence.listeners.clear()
        self._lost(self)

    def disconnect_all(self, reason: str) -> None:
        for listener in list(self.presence.listeners):
            listener.close(reason, again=True)

    def apply(self, event: events.Event) -> None:
        """Apply an event's changes, both when it happens and when it is loaded again."""
        match event:
            case events.OptionsChanged():
                old = self.setup
                if (event.game, event.seats) != (old.game, old.seats):  # the last match cannot be shown any more
                    self.status, self.play = "open", None
                    self.rematch_options = {}
                    self._show(None)
                self.setup = event.setup
                if self.play is not None:
                    self.play.tempo = event.tempo
                for listener in self.presence.listeners:
                    self.presence.rate(listener, event.rated)
                self.presence.apply(event)
            case events.MatchStarted():
                self.presence.apply(event)
                self._start(event)
            case events.Paused():
                self.status = "paused"
                self.presence.apply(event)
            case events.Resumed():
                self.status = "playing"
            case events.MatchOver():
                self.status = "over"
                self.presence.apply(event)
                if self.started is not None:
                    self.matches = [*self.matches, self.started.match][-MATCHES:]
            case events.MatchStopped():
                self.status, self.stop_reason = "stopped", event.says
                self.presence.apply(event)
            case _:
                self.presence.apply(event)

    def _start(self, started: events.MatchStarted) -> None:
        self.started = msgspec.structs.replace(started, table=None)  # loaded by now
        self.status, self.stop_reason = "playing", None
        game = parlour.game(self.setup.game)
        match = None
        if started.rules == game.rules.version:
            options = self.setup.options if started.options is None else started.options
            match = game.new(seats=self.setup.seats, seed=started.seed, options=options)
            self.rematch_options = match.rematch_options
        else:
            self.play = None  # a match of older rules cannot be played on
        self.match = match
        self.broadcast.begin(match)

    def _show(self, match: Match | None) -> None:
        self.match = match
        self.broadcast.show(match)

    # Current state

    def now(self) -> m.TableNow:
        return table_now(self)

    def listed(self) -> m.Listed:
        return listed(self)

    def welcome(self, listener: Listener, last: int) -> None:
        """Send a device the complete state; `last` is the last event that it received."""
        seat = listener.seat
        message = m.Welcome(
            version=m.VERSION,
            table=self.now(),
            you=seat,
            waits=self.presence.waits_for(listener.person) if seat is None else None,
            number=self.log.number,
            seq=self.presence.seats[seat].last_seq if seat is not None else 0,
            now=self.clock.now(),
            clock=int(self.play.time.now()) if self.play else (self.match.clock if self.match else 0),
            view=self.broadcast.view_for_newcomer(seat),
            legal=self.match.legal(seat) if self.match and seat is not None else None,
            title=parlour.game(self.setup.game).title,
            commitment=commitment(self.started.seed, self.started.salt) if self.started else None,
            missed=[heard for heard in self.broadcast.heard if heard.n > last],
        )
        self.broadcast.post(listener, message, self.broadcast.shown_at)

    # People come and go

    def join(self, listener: Listener, last: int) -> None:
        """A device has said hello, and its seat is known. Of two devices at one seat the newer one stays."""
        displaced = self.presence.displaced_by(listener)
        if displaced is None:
            return
        self.presence.rate(listener, self.setup.rated)
        if displaced and listener.seat is not None and self.play is not None:
            self.play.disconnected(listener.seat)
        if listener.seat is not None:
            self._returned(listener.seat)
        self.presence.listeners.append(listener)
        self.done.check()
        self.welcome(listener, last)
        for name in self.replaced:
            self.broadcast.post(listener, m.Refused(says=REPLACED.format(name)))
        self.crowd.soon()
        self._wake_up()

    def _returned(self, number: int) -> None:
        self.presence.end_grace(number)
        if self.presence.seats[number].away:
            if self.play is not None:
                self.play.unseat_bot(number)
            self.event(events.AwayChanged(number, away=False))

    def gone(self, listener: Listener) -> None:
        """A device has disconnected."""
        if listener not in self.presence.listeners:
            return
        self.presence.listeners.remove(listener)
        self.presence.remember(listener)
        if listener.seat is not None:
            if self.play is not None:
                self.play.disconnected(listener.seat)
            if self.presence.seats[listener.seat].owned and self.status in ("playing", "paused"):
                self.presence.begin_grace(listener.seat, self._replace_absent)
        if not self.presence.listeners and self.play is not None:
            self.play.stop()  # the match pauses while nobody is watching
        self.done.check()
        self.crowd.soon()

    def _replace_absent(self, number: int) -> None:
        """The owner has not come back: until they do, a bot plays, seeing only what the seat may see."""
        self.event(events.AwayChanged(number, away=True))
        if self.play is not None:
            self.seat_bot(number, self.setup.level)

    def _wake_up(self) -> None:
        """Somebody is watching: let the clock run. Absent players are waited for, but not forever."""
        if self.play is None or self.status != "playing" or self.resumes_at is not None or not self.presence.listeners:
            return
        if not self.play.running:
            connected = self.presence.connected()
            for number, seat in enumerate(self.presence.seats):
                if seat.owned and number not in connected and not seat.away:
                    self.presence.begin_grace(number, self._replace_absent)
                elif seat.free and self.leave_action is not None:
                    self.play.leave(number, self.leave_action)  # a crash came between leaving the seat and the game
            self.play.go()

    @property
    def leave_action(self) -> int | None:
        """The action by which a player leaves the game: in every game, the last of the asides."""
        return self.match.asides[-1] if self.match is not None and self.match.asides else None

    def sit(self, number: int, name: str, colour: int) -> str:
        """A new person takes a seat, or waits for it. Returns the seat's token."""
        return self.seating.sit(number, name, colour).token

    # Matches

    def start(self) -> None:
        """Deal; bots take the empty seats. The seed comes from the operating system."""
        self.starting.asked = False
        self.seating.open_seats()
        for number, seat in enumerate(self.presence.seats):
            if seat.free:
                self.event(events.BotSeated(number, self.setup.level))
        started = events.MatchStarted(
            match=secrets.token_urlsafe(9),
            seed=secrets.randbits(63),
            salt=secrets.token_hex(16),
            rules=parlour.game(self.setup.game).rules.version,
            at=self.wall(),
            options={**self.setup.options, **self.rematch_options} if self.rematch_options else None,
        )
        state = events.TableState(self.setup, self.presence.seats, self.presence.host, self.matches)
        self.apply(started)
        assert self.match is not None
        assert self.started is not None
        self.started.scores = self.scores = self.match.scores
        self.broadcast.dealt(msgspec.structs.replace(self.started, table=state))
        self._cancel_resuming()
        self.prepare_play()
        for listener in self.presence.listeners:
            self.welcome(listener, self.log.number)
        self.announce()
        self._wake_up()

    def prepare_play(self) -> None:
        """Seat the bots at the match that was dealt or rebuilt. The clock does not run yet."""
        assert self.match is not None
        self.seating.match_begins()
        self.done.reset()
        self.replaced.clear()
        if self.play is not None:
            self.play.stop()
        latencies, ask = self.presence.latencies, self.broadcast.ask_rings
        self.play = LivePlay(self.match, self.clock, self._happened, latencies, ask, self.pace, self.setup.rated)
        self.play.tempo = self.setup.tempo
        self.play.when_policies_fail(self._policy_failed)
        for number, seat in enumerate(self.presence.seats):
            level = seat.bot or (self.setup.level if seat.away else None)
            if level is not None:
                self.seat_bot(number, level)

    def seat_bot(self, number: int, name: str) -> None:
        """A bot of this name plays this seat of the running match."""
        assert self.play is not None
        player = self.starting.player(name)
        if player is None:  # it could not be prepared after a restart
            self.replaced.add(name)
            player = self.starting.substitute()
        self.play.seat_bot(number, player, secrets.randbits(63))

    def _policy_failed(self, seat: int, why: str) -> None:
        """Everybody is told that another bot plays; the reason is for the operator."""
        logger.warning("A policy in seat %s of table %s %s; a built-in bot plays on.", seat + 1, self.id, why)
        name = self.presence.seats[seat].bot or self.setup.level
        self.broadcast.post_all(m.Refused(says=REPLACED.format(name)))

    def pause(self, seat: int) -> None:
        """A player pauses the match. Races that are open, or that somebody may have won already, are judged first."""
        if self.status != "playing" or self.play is None:
            raise BadInput("there is nothing to pause")
        others = any(each.owned for number, each in enumerate(self.presence.seats) if number != seat)
        if others and self.presence.seats[seat].pauses >= PAUSES:
            raise BadInput(f"you have used your {PAUSES} pauses of this match")
        self.play.pause(seat, partial(self._paused, seat))

    def _paused(self, seat: int) -> None:
        if self.status == "playing" and self.match is not None and not self.match.over:
            self._cancel_resuming()
            self.done.reset()
            self.event(events.Paused(seat))

    def when_judged(self, do: Callable[[], None], on_the_way: bool = False) -> None:
        """Change seats at once or, if a race is open, after its verdict: nobody may use that to decide it.

        `on_the_way`: wait for presses that have not arrived yet as well.
        """
        if self.play is not None and self.status in ("playing", "paused"):
            self.play.afterwards(do, arrived=not on_the_way)
        else:
            do()

    def resume(self) -> None:
        """Continue after three, two, one."""
        if self.status != "paused":
            raise BadInput("the match is not paused")
        self.resumes_at = self.clock.now() + RESUME_MS / self.pace
        self._cancel_resume = self.clock.call_at(self.resumes_at, self._resumed)
        self.event(events.Resumed())

    def _cancel_resuming(self) -> None:
        if self._cancel_resume is not None:
            self._cancel_resume()
        self._cancel_resume, self.resumes_at = None, None

    def _resumed(self) -> None:
        self._cancel_resuming()
        self.announce()
        self._wake_up()

    def _happened(self, change: MatchEvent) -> None:
        """The match has changed: write the event and send everybody what they may know of it."""
        assert self.match is not None
        assert self.play is not None
        ready = self.clock.now() - change.late
        number = self.broadcast.happened(self._event_of(self.match, change), change)
        if change.rings:
            clamps = sum(stamp.clamped for _, stamp in change.rings)
            self.log.when_committed(partial(self._verdict_sent, clamps, ready))
        self.play.shown(number, change.at, change.reveal)
        if change.seat is not None:
            self._check_reaction(change.seat, change.note)
        if self.match.over:
            self._finish()
        self.seating.after_event()
        self.done.after_event()

    def _event_of(self, match: Match, change: MatchEvent) -> events.ActionPlayed | events.TimePassed:
        scores, new = match.scores, None
        if scores != self.scores:
            self.scores = new = scores
        if change.seat is None:
            return events.TimePassed((change.ms,), new)
        assert change.action is not None
        move = events.Move(change.ms, change.seat, change.action, change.note)
        return events.ActionPlayed(move, self.presence.seats[change.seat].last_seq, new)

    def _check_reaction(self, number: int, note: object) -> None:
        """Everybody sees who is too fast to be human; the match log has every such ring."""
        seat = self.presence.seats[number]
        was_suspect = seat.suspect
        self.presence.rang(number, note)
        if seat.suspect and not was_suspect:
            self.metrics.suspects += 1
            self.announce()

    def _verdict_sent(self, clamps: int, ready: float) -> None:
        self.metrics.judged(clamps, self.clock.now() - ready)

    def _finish(self) -> None:
        """The match is over: keep it, and reveal the seed that was committed to."""
        match, started = self.match, self.started
        assert match is not None
        assert started is not None
        if self.status == "over":
            return
        proof = commitment(started.seed, started.salt)
        self._store.keep_match(
            MatchRow(
                id=started.match,
                table=self.id,
                game=self.setup.game,
                rules=str(started.rules),
                seats=self.setup.seats,
                started=started.at,
                ended=self.wall(),
                result=msgspec.json.encode({"scores": match.scores, "winners": match.winners}),
                log=match.log(commitment=proof, salt=started.salt),
                steps=self.broadcast.recorder.whole(),
            )
        )
        over = events.MatchOver(match.scores)
        self.apply(over)
        self.log.write(over)  # after the match was stored: anybody told of the end can open the replay
        self.broadcast.post_all(
            m.Over(
                n=self.log.number,
                match=started.match,
                scores=match.scores,
                winners=match.winners,
                seed=str(started.seed),
                salt=started.salt,
                commitment=proof,
            )
        )
        self.announce()
        self.seating.open_seats()

    def play_on(self) -> None:
        """After loading: the match goes on as soon as somebody is there."""
        if self.status in ("playing", "paused") and self.match is not None:
            self.prepare_play()

    def finish_if_over(self) -> None:
        """After loading: the process may have ended between the last action and the end of the match."""
        if self.match is not None and self.match.over:
            self._finish()

    def stop_old_match(self) -> None:
        """After loading: a match under rules of another version cannot go on, so it ends with the present scores."""
        if self.status in ("playing", "paused") and self.match is None:
            self._cancel_resuming()
            scores = ", ".join(str(points) for points in self.scores)
            says = f"The rules have changed since this match began, so it was stopped; the scores were {scores}."
            self.event(events.MatchStopped(says))
            self.seating.open_seats()
