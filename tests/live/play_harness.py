"""A match played in real time, with a fake clock, people with given round trips, and a record of all that is told."""

from tests.live.fakes import FakeClock, latency

import parlour
from parlour.live.play import LivePlay

FLIP, RING, LEAVE = 0, 1, 4  # actions of the bell game


class PlayHarness:
    def __init__(self, game="piccolo", seats=2, rtts=None, pace=1.0, seed=5, **options):
        self.clock = FakeClock()
        self.match = parlour.game(game).new(seats=seats, seed=seed, options=options)
        self.told = []  # (when it was told, match event)
        self.told_before = 0  # how many of them belong to the preparation of the test
        self.asked = []
        self.refused = []
        self.rtts = dict.fromkeys(range(seats), 20.0) if rtts is None else rtts
        self.people = {seat: latency(*[rtt] * 8) for seat, rtt in self.rtts.items()}
        self.play = LivePlay(self.match, self.clock, self.tell, lambda: self.people, self.ask, pace)
        self.start = self.clock.now()

    def tell(self, event):
        self.told.append((self.clock.now(), event))
        self.play.shown(len(self.told), event.at, event.reveal)

    def ask(self, race, seats):
        self.asked.append((race, seats))

    def go(self):
        self.play.go()
        return self

    @property
    def last(self):
        return self.told[-1][1]

    @property
    def number(self):
        return len(self.told)

    def verdicts(self):
        return [(when, told) for when, told in self.told if told.rings]

    def rings(self):
        return [(told.ms, told.seat) for _, told in self.told if told.action == RING]

    def flip(self, seat=None):
        """Somebody turns a card up, and time passes until it is shown. Returns the event's number and that instant."""
        self.play.press(int(self.match.state.turn) if seat is None else seat, FLIP)
        assert self.last.reveal
        at, number = self.last.at, self.number
        self.clock.run(at - self.clock.now())
        return number, at

    def arrive(self, at):
        """Let time pass until `at`."""
        assert at >= self.clock.now()
        self.clock.run(at - self.clock.now())

    def ring(self, seat, number, at, reaction, claims=True):
        """A person rings `reaction` ms after event `number` was shown at `at`; the press takes half a round trip."""
        self.arrive(at + reaction + self.rtts[seat] / 2)
        self.play.press(seat, RING, number, reaction if claims else None)
