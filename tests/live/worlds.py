"""Copies of a table that one seat cannot tell apart: same view, other hidden cards."""

import numpy as np
from tests.live.fakes import join_table

from parlour.engine import loops
from parlour.kit import SPECTATOR, ParlourError, blank


class World:
    """A copy of a table, perhaps with other hidden cards, everybody reconnected. `ears` is the device under test."""

    def __init__(self, harness, tokens, seat, seed, rtts=(20.0, 20.0, 20.0)):
        self.table = harness.reloaded().table
        self.match = self.table.match
        if seed is not None:
            game = loops(self.match.rules)
            seen = blank(self.match.rules.State)
            number = SPECTATOR if seat is None else seat
            game.see(self.match._states, 0, number, seen, 0)
            game.resample(seen, 0, number, self.match._states, 0, np.uint64(seed))
            self.match.look_again()
        lines = list(zip(tokens, rtts, strict=True))
        self.people = [join_table(self.table, *line) for other, line in enumerate(lines) if other != seat]
        own = (None, 20.0) if seat is None else lines[seat]
        self.ears = join_table(self.table, *own, last=self.table.log.number - 9)

    def run(self, ms):
        self.table.clock.run(ms)

    def person(self, seat):
        return next(person for person in (*self.people, self.ears) if person.seat == seat)

    def refusal(self, seat, action):
        try:
            self.person(seat).act(action)
        except ParlourError as refused:
            return str(refused)
        return None

    @property
    def heard(self):
        return [(left, message) for _, left, message in self.ears.sent]
