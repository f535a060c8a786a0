"""Starting a match when everything that it needs is compiled."""

from typing import TYPE_CHECKING

import parlour
from parlour.bots import Player, bots_of
from parlour.policies import substitute

from . import messages as m
from .parts import Part, in_order, part_of
from .services import Games

if TYPE_CHECKING:
    from .table import LiveTable


class Starting:
    """What one table needs, how far that is, and whether somebody waits for it."""

    def __init__(self, table: "LiveTable", games: Games) -> None:
        self._table, self._games = table, games
        self.asked = False  # the match begins as soon as everything is compiled
        self.parts: frozenset[Part] = frozenset()
        self._awaited: frozenset[Part] = frozenset()  # those that were not ready when they were first needed

    def check(self) -> None:
        """See what is needed: the game, the bots that have seats, and the one that takes empty seats and those of
        people who leave."""
        table = self._table
        names = {seat.bot for seat in table.presence.seats if seat.bot is not None}
        rules = parlour.game(table.setup.game).rules
        parts = frozenset(table.offered.parts(rules, {table.setup.level, *names}))
        if parts != self.parts:
            self.parts = parts
            self._awaited = frozenset(part for part in parts if not self._ready(part))

    def _ready(self, part: Part) -> bool:
        return self._games.progress(part) is None

    @property
    def progress(self) -> float | None:
        """How much of it is compiled, from 0 to 1; None: the match can begin."""
        known = [self._games.progress(part) for part in self._awaited]
        if all(each is None for each in known):
            return None
        return sum(1.0 if each is None else each for each in known) / len(known)

    def prepare(self) -> None:
        """Compile what is missing, while people sit down and choose options."""
        self.check()
        for part in in_order(self.parts):
            self._games.prepare(part, self._told)

    def _told(self, part: Part, problem: str | None) -> None:
        """More of a part is compiled, or all of it."""
        if self._table.log.closed or part not in self.parts:
            return
        if problem is not None:
            self.asked = False
            self._table.broadcast.post_all(m.Refused(says=problem))
        self._table.crowd.soon()
        self.go_on()

    def when_ready(self) -> None:
        """Start now, or as soon as everything is compiled."""
        self.asked = True
        if self.progress is not None:
            self.prepare()
            self._table.announce()
        self.go_on()

    def go_on(self) -> None:
        """Start if somebody has asked for it and nothing is missing any more."""
        if self.asked and self.progress is None:
            self._table.start()

    def player(self, name: str) -> Player | None:
        """The bot of this name; None if it could not be prepared."""
        rules = parlour.game(self._table.setup.game).rules
        player = self._table.offered.player(rules, name)
        return player if self._ready(part_of(bots_of(rules), player)) else None

    def substitute(self) -> Player:
        """A bot that is ready whenever the game is."""
        return Player(substitute(bots_of(parlour.game(self._table.setup.game).rules)))
