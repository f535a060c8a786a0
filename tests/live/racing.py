"""Races at a real table with a fake clock: two people with unequal lines, one of whom plays tricks.

Everything between the messages of a page and the rules is the real server; the network and the people are those of
`networks.py`: asymmetric routes, jitter, stalls, displays with 60 frames a second.
"""

import contextlib
import json
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.live.decks import ALL_FIVES
from tests.live.fakes import FakeDevice, TableHarness

from parlour.kit import ParlourError
from parlour.live import messages as m
from parlour.live.fair import FRAME
from parlour.live.handlers import Handlers

FLIP, RING = 0, 1
HEAT = 5.0
LOPSIDED, JITTER, STALLS, STALL_MS = 0.2, 0.06, 0.01, 200.0
REACTION, SPREAD, QUICKEST = 650.0, 130.0, 150.0

Trick = Callable[["Races", "Racer"], None]  # what a cheat does in the moment in which they ring


class Racer(FakeDevice):
    """A device at the end of a line, and its person."""

    def __init__(self, races: "Races", rtt: float, trick: Trick | None = None) -> None:
        super().__init__(races.harness.clock, rtt)
        self.races, self.rtt, self.trick = races, rtt, trick
        chance = races.chance
        lopsided = chance.uniform(-LOPSIDED, LOPSIDED)
        self.down, self.up = rtt / 2 * (1 + lopsided), rtt / 2 * (1 - lopsided)
        self.behind = (self.down - self.up) / 2  # by how much it takes the server's clock to be slower than it is
        self.phase = chance.uniform(0, FRAME)
        self.reaction = REACTION
        self._down_until = self._up_until = 0.0
        for _ in range(30):
            self.latency.pong(rtt + sum(chance.expovariate(1 / (JITTER * rtt)) for _ in range(2)))

    def _took(self, way: float) -> float:
        chance = self.races.chance
        stall = STALL_MS if chance.random() < STALLS else 0.0
        return way + chance.expovariate(1 / (JITTER * self.rtt)) + stall

    # Down the line

    def send(self, message: bytes, not_before: float = 0.0) -> None:
        leaves = max(not_before, self.clock.now())
        self._down_until = max(self._down_until, leaves + self._took(self.down))
        self.clock.call_at(self._down_until, lambda: self._arrived(json.loads(message)))

    def _arrived(self, told: dict[str, Any]) -> None:
        if self.closed is not None or self not in self.races.harness.table.presence.listeners:
            return
        if told["t"] == "event" and told["n"] <= self.number:
            return  # the welcome of a page that was loaded again contains it
        self._take(told)
        if told["t"] == "underway":
            self.say(m.Answer(race=told["race"]))
        elif told["t"] == "event" and told.get("reveal") and self.seat is not None:
            self._shown(told["n"], told["at"])

    # A race

    def _shown(self, number: int, instant: float) -> None:
        due = max(instant + self.behind, self.clock.now() + FRAME)
        painted = self.phase + FRAME * math.ceil((due - self.phase) / FRAME)
        self.clock.call_at(painted + self.reaction, lambda: self._rings(number))

    def _rings(self, number: int) -> None:
        if self.closed is None and number == self.races.reveal:  # the verdict of this card is not on the screen yet
            self.act(RING, reveal=number, reaction=round(self.reaction, 1))
            if self.trick is not None:
                self.trick(self.races, self)

    # Up the line

    def say(self, message: m.FromClient) -> None:
        self._up_until = max(self._up_until, self.clock.now() + self._took(self.up))
        self.clock.call_at(self._up_until, lambda: self._said(message))

    def _said(self, message: m.FromClient) -> None:
        if self.closed is None and self in self.races.harness.table.presence.listeners:
            with contextlib.suppress(ParlourError):
                self.handlers.handle(message)


@dataclass
class RaceOutcome:
    reactions: dict[int, float]
    winner: int

    @property
    def clear(self) -> bool:
        return abs(self.reactions[0] - self.reactions[1]) >= HEAT

    @property
    def right(self) -> bool:
        return self.winner == min(self.reactions, key=lambda seat: self.reactions[seat])


@dataclass
class Races:
    """Match after match of a bell game in which every card is a race; seat 0 cheats, seat 1 is honest."""

    rtts: tuple[float, float] = (20.0, 250.0)
    trick: Trick | None = None
    rated: bool = False
    seed: int = 1
    outcomes: list[RaceOutcome] = field(default_factory=list)

    def play(self, wanted: int) -> "Races":
        while len(self.outcomes) < wanted:
            self._play_match()
            self.seed += 1
        return self

    def truly_first(self) -> float:
        clear = [outcome for outcome in self.outcomes if outcome.clear]
        return sum(outcome.right for outcome in clear) / len(clear)

    def wins(self, seat: int) -> float:
        return sum(outcome.winner == seat for outcome in self.outcomes) / len(self.outcomes)

    def _play_match(self) -> None:
        self.chance = random.Random(self.seed)
        self.harness = TableHarness(
            seats=3, rated=self.rated, deck=ALL_FIVES, flip="automatic", min_flip_gap_ms=2000, cap_minutes="none"
        )
        table = self.harness.table
        self.reveal: int | None = None
        self.tokens = [table.sit(0, "Cheat", 0), table.sit(1, "Ada", 1)]
        self.racers = [Racer(self, self.rtts[0], self.trick), Racer(self, self.rtts[1])]
        for seat, racer in enumerate(self.racers):
            self.enter(racer, seat)
        self._watch()
        table.play = None
        table.start()
        self._seat_idle_bot()
        self.harness.clock.until(lambda: table.match is not None and table.match.over, 180_000)

    def _seat_idle_bot(self) -> None:
        """A third seat keeps the match going when somebody leaves. Its bot never does anything."""
        play = self.harness.table.play
        assert play is not None
        play.unseat_bot(2)
        seat_bot = play.seat_bot

        def others_only(seat: int, player: Any, seed: int) -> None:
            if seat != 2:
                seat_bot(seat, player, seed)

        play.seat_bot = others_only  # type: ignore[method-assign]

    def enter(self, racer: Racer, seat: int | None) -> None:
        racer.seat = seat
        racer.handlers = Handlers(self.harness.table, racer)
        self.harness.table.join(racer, 0)

    def reload(self, racer: Racer) -> Racer:
        """The racer's page is loaded again."""
        seat = racer.seat
        self.harness.table.gone(racer)
        racer.closed = ("reloaded", True)
        again = Racer(self, racer.rtt, racer.trick)
        again.down, again.up, again.behind, again.seq = racer.down, racer.up, racer.behind, racer.seq
        self.racers[self.racers.index(racer)] = again
        self.harness.clock.call_at(self.harness.clock.now() + 300.0, lambda: self.enter(again, seat))
        return again

    def _watch(self) -> None:
        """Keep the score, at the server: each card is one race, decided by its first verdict."""
        table, happened = self.harness.table, self.harness.table._happened

        def watch(change: Any) -> None:
            happened(change)
            match = table.match
            assert match is not None
            if change.reveal:
                self.reveal = table.log.number
                self.planned = {}
                for seat, racer in enumerate(self.racers):
                    racer.reaction = max(self.chance.gauss(REACTION, SPREAD), QUICKEST)
                    if racer.seat == seat:
                        self.planned[seat] = racer.reaction
            elif change.rings and self.reveal is not None:
                self.reveal = None
                if len(self.planned) == 2:
                    self.outcomes.append(RaceOutcome(self.planned, int(match.state.verdict_by)))

        table._happened = watch  # type: ignore[method-assign]


# Tricks


def pause(races: Races, cheat: Racer) -> None:
    cheat.say(m.Pause())
    races.harness.clock.call_at(races.harness.clock.now() + 1000, lambda: cheat.say(m.Resume()))


def leave(races: Races, cheat: Racer) -> None:
    """Leave, and sit down again before the next card."""
    cheat.say(m.Leave())
    races.harness.clock.call_at(races.harness.clock.now() + 900, lambda: cheat.say(m.Sit(seat=0, name="Cheat")))


def sit(races: Races, cheat: Racer) -> None:
    """A second screen of the cheat takes the empty bot's seat and leaves it again."""
    other = Racer(races, cheat.rtt)
    races.enter(other, None)
    other.say(m.Sit(seat=2, name="Cheat 2"))
    other.say(m.Leave())
    races.harness.clock.call_at(races.harness.clock.now() + 700, lambda: races.harness.table.gone(other))


def watch(races: Races, cheat: Racer) -> None:
    """A second screen of the cheat comes to watch and goes."""
    other = Racer(races, cheat.rtt)
    races.enter(other, None)
    other.say(m.Hidden(hidden=True))
    races.harness.clock.call_at(races.harness.clock.now() + 100, lambda: races.harness.table.gone(other))


def reload(races: Races, cheat: Racer) -> None:
    races.harness.clock.call_at(
        races.harness.clock.now() + cheat.up + 10, lambda: cheat.seat == 0 and races.reload(cheat)
    )


def hide(_: Races, cheat: Racer) -> None:
    cheat.say(m.Hidden(hidden=True))
    cheat.say(m.Hidden(hidden=False))


def remove(races: Races, cheat: Racer) -> None:
    """The host removes the rival, who asks for the seat again, and is let in before the next card."""
    cheat.say(m.Remove(seat=1))
    rival, clock = races.racers[1], races.harness.clock
    clock.call_at(clock.now() + 900, lambda: rival.seat is None and rival.say(m.Sit(seat=1, name="Ada")))
    clock.call_at(clock.now() + 1300, lambda: rival.seat is None and cheat.say(m.Admit(seat=1)))


def everything(races: Races, cheat: Racer) -> None:
    races.chance.choice((pause, leave, sit, watch, reload, hide, remove))(races, cheat)


TRICKS: dict[str, Trick] = {
    each.__name__: each for each in (pause, leave, sit, watch, reload, hide, remove, everything)
}
