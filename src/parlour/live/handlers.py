"""Message handlers: people's requests to a table, and checks that they are allowed."""

import math
from collections.abc import Callable
from typing import Any

import msgspec

import parlour
from parlour.bots import bots_of
from parlour.kit import BadInput, IllegalAction
from parlour.policies import substitute

from . import events
from . import messages as m
from .seats import checked_setup, hashed
from .services import Listener
from .table import LiveTable


class Handlers:
    """Handles the messages of one device at a table. A request that is refused raises BadInput or IllegalAction."""

    def __init__(self, table: LiveTable, listener: Listener) -> None:
        self.table = table
        self.listener = listener

    def handle(self, said: Any) -> None:
        """Any message except hello and ping."""
        if not self.table.log.closed:  # else the connection is being closed
            HANDLERS[type(said)](self, said)

    def _seated(self) -> int:
        if self.listener.seat is None:
            raise BadInput("only seated players can do that")
        return self.listener.seat

    def _require_host(self) -> None:
        if self._seated() != self.table.presence.host:
            raise BadInput("only the host can do that")

    def _require_no_match(self) -> None:
        if self.table.status in ("playing", "paused"):
            raise BadInput("that cannot be changed during a match")

    def _bot_names(self, game: str | None = None) -> tuple[str, ...]:
        return self.table.offered.names(parlour.game(game or self.table.setup.game).rules)

    # Playing

    def on_act(self, said: m.Act) -> None:
        number, table, listener = self._seated(), self.table, self.listener
        seat = table.presence.seats[number]
        if said.seq <= seat.last_seq:
            return  # a repetition
        seat.last_seq = said.seq
        if table.play is None or table.match is None or table.match.over:
            raise BadInput("no match is being played")
        if table.status == "paused" or table.resumes_at is not None:
            raise BadInput("the match is paused")
        if said.action == table.leave_action:
            raise BadInput("to leave the game, leave the table")

        def refuse(refused: IllegalAction) -> None:
            table.metrics.refused += 1
            listener.send(m.encode(m.Refused(says=refused.sentence, seq=said.seq, rule=refused.rule)))

        table.done.acts(number)
        table.play.press(number, said.action, said.reveal, said.reaction, refuse)

    def on_done(self, _: m.Done) -> None:
        self.table.done.add(self._seated())

    def on_answer(self, said: m.Answer) -> None:
        if self.table.play is not None:
            self.table.play.answered(self._seated(), said.race)

    def on_start(self, _: m.Start) -> None:
        self._require_host()
        self._require_no_match()
        self._start()

    def on_rematch(self, _: m.Rematch) -> None:
        self._seated()
        if self.table.status not in ("over", "stopped"):
            raise BadInput("a rematch comes after a match")
        self._start()

    def _start(self) -> None:
        """A match, unless this table has had many in a short time: each of them is kept in the database."""
        now = self.table.clock.now() / 1000
        if not self.table.starts.take(now):
            raise BadInput(
                f"this table has just had many matches; wait {math.ceil(self.table.starts.wait(now))} seconds"
            )
        self.table.starting.when_ready()

    def on_pause(self, _: m.Pause) -> None:
        self.table.pause(self._seated())

    def on_resume(self, _: m.Resume) -> None:
        self._seated()
        self.table.resume()

    # Seats and options

    def on_sit(self, said: m.Sit) -> None:
        self._when_judged(lambda: self._sit(said))

    def _sit(self, said: m.Sit) -> None:
        if self.listener.seat is not None:
            raise BadInput("you already have a seat")
        place = self.table.seating.sit(said.seat, said.name, said.colour, self.listener.person)
        self.listener.seat = None if place.waits else said.seat
        self.listener.person = hashed(place.token)
        self.table.broadcast.post(self.listener, m.Token(seat=said.seat, token=place.token))
        self.table.welcome(self.listener, self.table.log.number)
        self.table.announce()

    def on_bot(self, said: m.Bot) -> None:
        self._require_host()
        self._require_no_match()
        if self.table.presence.seat(said.seat).owned:
            raise BadInput(f"seat {said.seat + 1} is taken")
        if said.level is not None and said.level not in self._bot_names():
            raise BadInput(f"there is no bot {said.level!r}; there are {', '.join(self._bot_names())}")
        self.table.event(events.BotSeated(said.seat, said.level))
        self.table.starting.go_on()

    def on_options(self, said: m.Options) -> None:
        self._require_host()
        if msgspec.structs.replace(said, tempo=None) != m.Options():
            self._require_no_match()
        now = self.table.setup
        game = said.game or now.game
        if game != now.game:
            self._change_game(game, said)
            return
        seats = now.seats if said.seats is None else said.seats
        options = now.options if said.options is None else said.options
        self._change(game, seats, options, said)
        self.table.starting.go_on()

    def _change_game(self, game: str, said: m.Options) -> None:
        """Everybody stays; the number of seats changes only as far as the other game requires it."""
        table, rules = self.table, parlour.game(game).rules
        seats = min(max(table.setup.seats, rules.min_seats), rules.max_seats)
        self._change(game, seats if said.seats is None else said.seats, said.options or {}, said)
        for number, seat in enumerate(table.presence.seats):
            if seat.bot is not None and seat.bot not in self._bot_names():
                table.event(events.BotSeated(number, None))
        table.starting.asked = False
        for listener in table.presence.listeners:
            table.welcome(listener, table.log.number)

    def _change(self, game: str, seats: int, options: dict[str, Any], said: m.Options) -> None:
        now = self.table.setup
        known = now.level in self._bot_names(game)
        level = said.level or (now.level if known else substitute(bots_of(parlour.game(game).rules)))
        seats, chosen = checked_setup(game, seats, options, level, self.table.offered)
        if any(seat.owned for seat in self.table.presence.seats[seats:]):
            raise BadInput("somebody sits in a seat that would be removed")
        public = now.public if said.public is None else said.public
        rated = now.rated if said.rated is None else said.rated
        tempo = said.tempo or now.tempo
        self.table.event(events.OptionsChanged(game, seats, chosen, public, rated, level, now.invite, tempo))

    def on_admit(self, said: m.Admit) -> None:
        by = self._seated()
        self._when_judged(lambda: self.table.seating.admit(said.seat, by))

    def on_leave(self, said: m.Leave) -> None:
        waits = self.table.presence.waits_for(self.listener.person)
        if self.listener.seat is None and waits is not None:
            self.table.seating.withdraw(waits)
            return
        number = self._seated()

        def leave() -> None:
            if self.listener.seat == number:
                self.table.seating.leave(number, said.bot)

        self._when_judged(leave)

    def on_remove(self, said: m.Remove) -> None:
        self._require_host()
        seat = self.table.presence.seat(said.seat)
        if said.seat == self.listener.seat:
            raise BadInput("you cannot remove yourself; use Leave instead")
        if seat.free and seat.next is None:
            raise BadInput(f"nobody sits in seat {said.seat + 1}")

        def remove() -> None:
            if self.table.presence.seat(said.seat) is seat:  # nobody else has sat down there since
                self.table.seating.remove(said.seat, said.bot)

        self._when_judged(remove, on_the_way=True)

    def _when_judged(self, do: Callable[[], None], on_the_way: bool = False) -> None:
        """Do what was asked for, after the open race if there is one. A refusal is then a message of its own."""
        asking = True

        def call() -> None:
            try:
                if not self.table.log.closed:
                    do()
            except BadInput as refused:
                if asking:
                    raise
                self.table.metrics.refused += 1
                self.table.broadcast.post(self.listener, m.Refused(says=f"{refused}."))

        self.table.when_judged(call, on_the_way)
        asking = False

    # Other

    def on_emote(self, said: m.Emote) -> None:
        sign = m.encode(m.Sign(seat=self._seated(), kind=said.kind))
        for other in self.table.presence.listeners:
            other.send(sign)

    def on_hidden(self, said: m.Hidden) -> None:
        self.listener.hidden = said.hidden
        if self.listener.seat is None:
            return  # nobody is told whether a spectator looks
        if said.hidden and self.table.play is not None:
            self.table.play.disconnected(self.listener.seat)
        self.table.crowd.soon()


HANDLERS: dict[type, Callable[[Handlers, Any], None]] = {
    m.Act: Handlers.on_act,
    m.Answer: Handlers.on_answer,
    m.Done: Handlers.on_done,
    m.Sit: Handlers.on_sit,
    m.Admit: Handlers.on_admit,
    m.Bot: Handlers.on_bot,
    m.Options: Handlers.on_options,
    m.Start: Handlers.on_start,
    m.Pause: Handlers.on_pause,
    m.Resume: Handlers.on_resume,
    m.Rematch: Handlers.on_rematch,
    m.Leave: Handlers.on_leave,
    m.Remove: Handlers.on_remove,
    m.Emote: Handlers.on_emote,
    m.Hidden: Handlers.on_hidden,
}
