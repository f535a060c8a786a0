"""What people ask of a table, and whether they may."""

from collections.abc import Callable
from typing import Any

import msgspec

import parlour
from parlour.bots import bots_of
from parlour.kit import BadInput, IllegalAction

from . import messages as m
from .seats import Listener, Setup, checked_setup
from .table import LiveTable


class Asks:
    """One device at a table. Whatever cannot be is a BadInput or an IllegalAction, with a sentence."""

    def __init__(self, table: LiveTable, listener: Listener) -> None:
        self.table = table
        self.listener = listener

    def hear(self, said: Any) -> None:
        """Anything but hello and ping. Raises BadInput or IllegalAction with a sentence."""
        if self.table.lost:
            return  # the line is being closed
        handlers: dict[type, Callable[[Any], None]] = {
            m.Act: self._on_act,
            m.Answer: self._on_answer,
            m.Sit: self._on_sit,
            m.Bot: self._on_bot,
            m.Options: self._on_options,
            m.Start: self._on_start,
            m.Pause: self._on_pause,
            m.Resume: self._on_resume,
            m.Rematch: self._on_rematch,
            m.Leave: self._on_leave,
            m.Remove: self._on_remove,
            m.Emote: self._on_emote,
            m.Hidden: self._on_hidden,
        }
        handlers[type(said)](said)

    def _seated(self) -> int:
        if self.listener.seat is None:
            raise BadInput("only who has a seat can do that")
        return self.listener.seat

    def _as_host(self) -> None:
        if self._seated() != self.table.host:
            raise BadInput("only the host can do that")

    def _idle(self) -> None:
        if self.table.status in ("playing", "paused"):
            raise BadInput("that cannot be changed while a match is played")

    def _bot_names(self) -> tuple[str, ...]:
        return bots_of(parlour.game(self.table.setup.game).rules).names

    def _on_act(self, said: m.Act) -> None:
        number, table, listener = self._seated(), self.table, self.listener
        seat = table.seats[number]
        if said.seq <= seat.last_seq:
            return  # heard before
        seat.last_seq = said.seq
        if table.play is None or table.match is None or table.match.over:
            raise BadInput("no match is being played")
        if table.status == "paused" or table.resumes_at is not None:
            raise BadInput("the match is paused")
        if said.action == table.leaving:
            raise BadInput("to leave the game, leave the table")

        def refuse(refused: IllegalAction) -> None:
            table.counts.refused += 1
            listener.send(m.encode(m.Refused(says=refused.sentence, seq=said.seq, rule=refused.rule)))

        table.play.press(number, said.action, said.reveal, said.reaction, refuse)

    def _on_answer(self, said: m.Answer) -> None:
        if self.table.play is not None:
            self.table.play.answered(self._seated(), said.race)

    def _on_sit(self, said: m.Sit) -> None:
        if self.listener.seat is not None:
            raise BadInput("you have a seat already")
        token = self.table.sit(said.seat, said.name, said.colour)
        self.listener.seat = said.seat
        self.table.post(self.listener, m.Token(seat=said.seat, token=token))
        self.table.welcome(self.listener, self.table.number)
        self.table.announce()

    def _on_bot(self, said: m.Bot) -> None:
        self._as_host()
        self._idle()
        if self.table.seat(said.seat).owned:
            raise BadInput(f"seat {said.seat + 1} is taken")
        if said.level is not None and said.level not in self._bot_names():
            raise BadInput(f"there is no bot {said.level!r}; there are {', '.join(self._bot_names())}")
        self.table.event("bot", {"seat": said.seat, "level": said.level})

    def _on_options(self, said: m.Options) -> None:
        self._as_host()
        self._idle()
        seats = self.table.setup.seats if said.seats is None else said.seats
        level = said.level or self.table.setup.level
        options = self.table.setup.options if said.options is None else said.options
        seats, chosen = checked_setup(self.table.setup.game, seats, options, level)
        if any(seat.owned for seat in self.table.seats[seats:]):
            raise BadInput("somebody sits on a seat that would be taken away")
        public = self.table.setup.public if said.public is None else said.public
        rated = self.table.setup.rated if said.rated is None else said.rated
        setup = Setup(self.table.setup.game, seats, chosen, public, rated, level, self.table.setup.invite)
        self.table.event("options", msgspec.to_builtins(setup))

    def _on_start(self, _: m.Start) -> None:
        self._as_host()
        self._idle()
        self.table.start()

    def _on_rematch(self, _: m.Rematch) -> None:
        self._seated()
        if self.table.status not in ("over", "stopped"):
            raise BadInput("a rematch comes after a match")
        self.table.start()

    def _on_pause(self, _: m.Pause) -> None:
        self._seated()
        self.table.pause()

    def _on_resume(self, _: m.Resume) -> None:
        self._seated()
        self.table.resume()

    def _on_leave(self, said: m.Leave) -> None:
        self.table.get_up(self._seated(), said.bot)

    def _on_remove(self, said: m.Remove) -> None:
        self._as_host()
        seat = self.table.seat(said.seat)
        if said.seat == self.listener.seat:
            raise BadInput("to leave, leave; nobody removes themselves")
        if seat.free:
            raise BadInput(f"nobody sits on seat {said.seat + 1}")
        for other in self.table.listeners:
            if other.seat == said.seat:
                self.table.post(other, m.Refused(says="The host has taken your seat away; you can watch on."))
        self.table.get_up(said.seat, said.bot)

    def _on_emote(self, said: m.Emote) -> None:
        sign = m.encode(m.Sign(seat=self._seated(), kind=said.kind))
        for other in self.table.listeners:
            other.send(sign)

    def _on_hidden(self, said: m.Hidden) -> None:
        self.listener.hidden = said.hidden
        if said.hidden and self.table.play is not None and self.listener.seat is not None:
            self.table.play.lost(self.listener.seat)
        self.table.announce()
