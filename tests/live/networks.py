"""Whole networks with a fake clock: a server with the real fair bell, and people with unequal connections.

A connection has a delay each way (the route may be asymmetric), exponential jitter and stalls, and delivers in order. A
client has its own clock, with offset and drift, and a display of 60 frames a second. It estimates the server's time as
the browser does, shows a card in the first frame at or after its instant, and measures its person's reaction from the
frame in which the card is seen.

A race is truly won by the fastest reaction: that is what the rules time (PIC-52).
"""

import heapq
import math
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from statistics import median
from typing import Any, Literal

from parlour.live.fair import FRAME, TAKE_CAP, Judge, Latency, Race, Stamp, lead, send_at, under_way

HEAT = 5  # ms: closer races are dead heats, drawn by the rules
Scheme = Literal["broadcast", "arrival", "rated", "claims", "takes"]
# broadcast: the card is sent to all at once and the first message wins; arrival: common reveal, first message wins;
# rated: the server's estimate; claims: the fair bell; takes: a card in Confetti, held back and dated, no question asked


@dataclass(frozen=True)
class Person:
    """One end of the network, and how honest it is."""

    rtt: float
    frames_late: int = 0  # 1 for a page that starts to change the picture only at the instant
    less: float = 0.0  # claims a reaction time this much shorter
    pong_delay: float = 0.0  # answers pings this much later
    every: int = 1  # delays only every n-th pong, which fakes jitter
    kernel: bool = True  # there is no proxy, so the kernel's round trip is known
    box: float = 0.0  # a box on the way delays acknowledgements and pongs by this much, but not rings
    peeks: bool = False  # looks at the card as soon as it arrives


@dataclass(frozen=True)
class SimulatedNetwork:
    people: tuple[Person, ...]
    scheme: Scheme = "claims"
    lopsided: float = 0.2  # how far the two ways may differ from half the round trip, as a share of it
    jitter: float = 0.06  # mean each way, as a share of the round trip
    stalls: float = 0.01  # of messages
    stall: float = 200.0
    reaction: float = 650.0
    spread: float = 130.0
    drift: float = 50e-6  # of a client's clock, at most
    matches: int = 40  # each with new connections, clocks and displays
    races: int = 100  # in a match


@dataclass
class RaceResult:
    """One race: the truth, and how it was judged."""

    reactions: list[float]
    winner: int
    stamps: dict[int, Stamp]  # of the presses that arrived in time
    instant: float
    delay: float  # from the first ring's arrival to the verdict

    def true_winner(self) -> int | None:
        """The fastest seat; None in a dead heat."""
        first, second = sorted(self.reactions)[:2]
        return self.reactions.index(first) if second - first >= HEAT else None


@dataclass
class Tally:
    """Many races."""

    outcomes: list[RaceResult] = field(default_factory=list)

    def truly_first(self) -> float:
        """The share of races, without dead heats, that the fastest seat won."""
        clear = [outcome for outcome in self.outcomes if outcome.true_winner() is not None]
        return sum(outcome.winner == outcome.true_winner() for outcome in clear) / len(clear)

    def share(self, seat: int) -> float:
        return sum(outcome.winner == seat for outcome in self.outcomes) / len(self.outcomes)

    def fair_share(self, seat: int) -> float:
        """How often a seat was truly the fastest, to the microsecond."""
        return sum(min(outcome.reactions) == outcome.reactions[seat] for outcome in self.outcomes) / len(self.outcomes)

    def unfairness(self) -> float:
        """The largest difference of a seat's share from its fair one."""
        seats = range(len(self.outcomes[0].reactions))
        return max(abs(self.share(seat) - self.fair_share(seat)) for seat in seats)

    def errors(self, seat: int) -> list[float]:
        """Settled minus true reaction, for each race in which the seat's press arrived in time: negative is a gain."""
        return [
            outcome.stamps[seat].at - outcome.instant - outcome.reactions[seat]
            for outcome in self.outcomes
            if seat in outcome.stamps
        ]

    def gain(self, seat: int, part: float) -> float:
        """By how much earlier than its true reaction a seat is dated, the quantile `part`."""
        return quantile([-error for error in self.errors(seat)], part)

    def clamps(self) -> float:
        stamps = [stamp for outcome in self.outcomes for stamp in outcome.stamps.values()]
        return sum(stamp.clamped for stamp in stamps) / len(stamps)

    def delay(self, part: float) -> float:
        """From the first ring's arrival to the verdict, the quantile `part`."""
        return quantile([outcome.delay for outcome in self.outcomes], part)


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


class SimulatedClock:
    """The fake clock: calls that are due, in order."""

    def __init__(self) -> None:
        self.now = 0.0
        self._queue: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._numbers = count()

    def at(self, when: float, do: Callable[..., None], *what: Any) -> None:
        heapq.heappush(self._queue, (max(when, self.now), next(self._numbers), do, what))

    def run(self, until: float) -> None:
        while self._queue and self._queue[0][0] <= until:
            self.now, _, do, what = heapq.heappop(self._queue)
            do(*what)
        self.now = until


class Way:
    """One direction of a connection: what is sent first arrives first."""

    def __init__(
        self, clock: SimulatedClock, chance: random.Random, network: SimulatedNetwork, delay: float, jitter: float
    ) -> None:
        self.clock, self.chance, self.network = clock, chance, network
        self.delay, self.jitter = delay, jitter
        self._last = 0.0

    def send(self, deliver: Callable[..., None], *what: Any) -> None:
        took = self.delay + self.chance.expovariate(1 / self.jitter)
        if self.chance.random() < self.network.stalls:
            took += self.network.stall
        self._last = max(self._last, self.clock.now + took)
        self.clock.at(self._last, deliver, *what)


class SimulatedClient:
    """A device and its person."""

    def __init__(self, server: "SimulatedServer", seat: int, person: Person) -> None:
        clock, chance, network = server.clock, server.chance, server.network
        self.server, self.seat, self.person, self.clock = server, seat, person, clock
        lopsided = chance.uniform(-network.lopsided, network.lopsided)
        half, jitter = person.rtt / 2, network.jitter * person.rtt
        self.down = Way(clock, chance, network, half * (1 + lopsided), jitter)
        self.up = Way(clock, chance, network, half * (1 - lopsided), jitter)
        self.offset = chance.uniform(-1e6, 1e6)
        self.drift = 1 + chance.uniform(-network.drift, network.drift)
        self.phase = chance.uniform(0, FRAME)
        self.samples: deque[tuple[float, float]] = deque(maxlen=30)
        self.pongs = 0
        self.reaction = 0.0

    # Its clock

    def own_time(self) -> float:
        return self.offset + self.drift * self.clock.now

    def ask_time(self) -> None:
        self.up.send(self.server.tell_time, self, self.own_time())

    def told_time(self, sent: float, server_time: float) -> None:
        now = self.own_time()
        self.samples.append((now - sent, server_time - (now + sent) / 2))

    def ahead(self) -> float:
        """The offset from the client's clock to the server's."""
        typical = median(rtt for rtt, _ in self.samples)
        return median(offset for rtt, offset in self.samples if rtt <= 2 * typical)

    # A race

    def face(self, number: int, instant: float) -> None:
        """A card has arrived, to be shown at `instant` of the server's clock; if it is late, at once."""
        # The true time at which the client believes it is `instant`.
        due = (instant - self.ahead() - self.offset) / self.drift
        # A picture changed in one frame's callback is seen in the next, so a card must be there a frame before.
        earliest = max(due + FRAME * self.person.frames_late, self.clock.now + FRAME)
        seen = self.phase + FRAME * math.ceil((earliest - self.phase) / FRAME)
        looked = self.clock.now if self.person.peeks else seen
        self.clock.at(looked + self.reaction, self.press, number, seen)

    def press(self, number: int, seen: float) -> None:
        measured = round((self.clock.now - seen) * self.drift, 1)  # browsers report tenths
        self.up.send(self.server.ring, self, number, max(measured - self.person.less, 0.0))

    def underway(self, number: int) -> None:
        self.up.send(self.server.answer, self.seat, number)

    # The trusted pings

    def ping(self, sent: float) -> None:
        box = self.person.box
        if self.person.kernel:  # the acknowledgement is the kernel's, whatever the program does
            self.clock.at(self.clock.now + box, self.up.send, self.server.acknowledged, self.seat, sent)
        self.pongs += 1
        delay = box + (0.0 if self.pongs % self.person.every else self.person.pong_delay)
        self.clock.at(self.clock.now + delay, self.up.send, self.server.pong, self.seat, sent)


class SimulatedServer:
    """One table, judged by the real module; dead heats are drawn as the rules draw them."""

    def __init__(self, network: SimulatedNetwork, chance: random.Random) -> None:
        self.network, self.chance, self.clock = network, chance, SimulatedClock()
        self.judge = Judge(rated=network.scheme == "rated")
        self.latencies = {seat: Latency() for seat in range(len(network.people))}
        for latency in self.latencies.values():
            latency.rated = network.scheme == "rated"
        for seat, person in enumerate(network.people):
            self.latencies[seat].behind_proxy = not person.kernel
        self.clients = [SimulatedClient(self, seat, person) for seat, person in enumerate(network.people)]
        self.outcomes: list[RaceResult] = []
        self.number = 0
        self.instant = 0.0
        self.reactions: list[float] = []
        self.race: Race | None = None
        self.stamps: dict[int, Stamp] = {}
        self.judged = True
        for client in self.clients:
            for i in range(8):
                self.clock.at(50.0 * i, client.ask_time)
                self.clock.at(50.0 * i + 25, self.ping, client)
            self.clock.at(2000.0, self.every_two_seconds, client)
        self.clock.run(3000.0)

    # Latencies

    def every_two_seconds(self, client: SimulatedClient) -> None:
        client.ask_time()
        self.ping(client)
        self.clock.at(self.clock.now + 2000, self.every_two_seconds, client)

    def tell_time(self, client: SimulatedClient, sent: float) -> None:
        client.down.send(client.told_time, sent, self.clock.now)

    def ping(self, client: SimulatedClient) -> None:
        client.down.send(client.ping, self.clock.now)

    def pong(self, seat: int, sent: float) -> None:
        self.latencies[seat].pong(self.clock.now - sent)

    def acknowledged(self, seat: int, sent: float) -> None:
        self.latencies[seat].kernel(self.clock.now - sent)

    # Races

    def play(self, reactions: list[float]) -> None:
        """One race, and a pause afterwards in which everything under way arrives."""
        self.number += 1
        self.race, self.stamps, self.judged, self.reactions = None, {}, False, reactions
        self.instant = self.clock.now + lead(self.latencies.values())
        self.judge.revealed(self.number, self.instant)
        for client, reaction in zip(self.clients, reactions, strict=True):
            client.reaction = reaction
            if self.network.scheme == "broadcast":
                self.clock.at(self.instant, client.down.send, client.face, self.number, -math.inf)
            else:
                when = send_at(self.instant, self.latencies[client.seat])
                self.clock.at(when, client.down.send, client.face, self.number, self.instant)
        self.clock.run(self.clock.now + 3500 + self.chance.uniform(0, 2000))
        assert self.judged

    def ring(self, client: SimulatedClient, number: int, claimed: float) -> None:
        if self.judged:
            return
        seat, latency, scheme = client.seat, self.latencies[client.seat], self.network.scheme
        if scheme == "takes":
            stamp = self.judge.settle(latency, self.clock.now, number, claimed, cap=TAKE_CAP)
        else:
            stamp = self.judge.settle(latency, self.clock.now, number, claimed)
        self.stamps[seat] = stamp
        if self.race is not None:
            self.race.ring(seat, stamp)
            self.look()
            return
        self.race = Race(number, seat, stamp)
        others = [other for other in self.clients if other is not client]
        if scheme == "broadcast" or scheme == "arrival":
            self.verdict()
        elif scheme == "takes":
            wait = under_way([self.latencies[other.seat] for other in others], TAKE_CAP)
            self.clock.at(stamp.at + wait, self.verdict)
        else:
            self.race.ask({other.seat: self.latencies[other.seat] for other in others})
            for other in others:
                other.down.send(other.underway, number)
            self.look()

    def answer(self, seat: int, number: int) -> None:
        if self.race is not None and self.race.number == number:
            self.race.answered(seat)
            self.look()

    def look(self) -> None:
        """The verdict falls as soon as possible; messages that arrive until then may change that moment."""
        if self.race is not None and not self.judged and self.network.scheme != "takes":
            ready = self.race.ready_at()
            if ready <= self.clock.now:
                self.verdict()
            else:
                self.clock.at(ready, self.look)

    def verdict(self) -> None:
        assert self.race is not None
        order = self.race.order()
        first = round(order[0][1].at)
        winner = self.chance.choice([seat for seat, stamp in order if round(stamp.at) - first < HEAT])
        delay = self.clock.now - self.race.opened
        self.outcomes.append(RaceResult(self.reactions, winner, self.stamps, self.instant, delay))
        self.judged = True


def simulate(network: SimulatedNetwork, seed: int = 1) -> Tally:
    """All races of a network. The same reactions rotate through the seats, so that luck favours nobody."""
    chance = random.Random(seed)
    people = random.Random(seed + 1)  # separate, so that two networks that differ only in honesty have the same people
    tally = Tally()
    seats = len(network.people)
    for _ in range(network.matches):
        server = SimulatedServer(network, chance)
        for number in range(network.races):
            if number % seats == 0:
                reactions = [max(people.gauss(network.reaction, network.spread), 150.0) for _ in range(seats)]
            server.play(reactions[number % seats :] + reactions[: number % seats])
        tally.outcomes += server.outcomes
    return tally
