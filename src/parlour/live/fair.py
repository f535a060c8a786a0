"""The fair bell: decides which player rang first although every connection has a different delay.

This module uses no sockets and no clock: callers pass in when things happened, in ms (floats) of the server's monotonic
clock. `docs/fair-bell.md` shows how fair it is, and `tests/live/networks.py` measures that.

A card is shown to everybody at one instant T. A press arrives with a claim, the reaction time that the device measured,
and is dated by that claim as long as the server's own estimate supports it. The estimate is good because asymmetric
routes cancel out: a client that assumes half the round trip for the way to it shows the card too late by exactly as
much as its way back is shorter than the other half. What remains is jitter and the frames of a display.
"""

import math
import socket
import struct
from collections import deque
from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any, NamedTuple, Protocol

# All in ms.
FRAME = 1000 / 60
PAINT_DELAY = FRAME / 2  # from T to the first frame after it, on average
MAX_MARGIN = 30.0  # a card is scheduled to arrive at most this much before it is needed
MAX_ONE_WAY = 250.0  # a slower connection is credited no more than this, and is called slow
RATED_ONE_WAY = 60.0  # the same at a rated table: a device can always pretend to be far away
DOUBT = 50.0  # measurements of a round trip that differ by more contradict each other
MAX_CORRECTION = 60.0  # no claim moves a press further from the server's estimate
MAX_JITTER_CREDIT = 8.0  # because delayed pongs could fake jitter
GATHER = 150.0  # rings this close to the first are judged with it
VERDICT_WAIT = 300.0  # the verdict is given at the latest this long after the first arrival
TAKE_CAP = 150.0  # cards reached for: no press is dated back further, and nothing waits longer for one

QUICKEST = 100.0  # nobody reacts to a card faster than this: sprinters are disqualified for it

PROXIED = 10.0  # no kernel acknowledges that much earlier than the program behind it answers
ENOUGH_PONGS = 8  # before anything is said about a connection
PONGS = 30  # the jitter is taken from this many of the latest pongs: a minute
REVEALS = 64  # a press may name one of this many of the latest reveals


class Latency:
    """What is known about the delay of one person's connection. A new connection starts from nothing, except at a rated
    table, where the smallest round trip of the same player's earlier connections counts too."""

    def __init__(self) -> None:
        self.jitter = 0.0  # what one way usually takes beyond the minimum
        self.rated = False
        self.behind_proxy = False  # the kernel's round trip is the proxy's
        self.earlier = math.inf  # the smallest round trip of the player's earlier connections
        self._pong = self._kernel = math.inf  # the smallest of this connection, by kind
        self._pongs: deque[float] = deque(maxlen=PONGS)

    @property
    def rtt(self) -> float:
        """The smallest ever measured: a connection can pretend to be slower than it is, not faster."""
        rtt = self._pong if self.behind_proxy else min(self._pong, self._kernel)
        if self.rated:
            rtt = min(rtt, self.earlier)
        return rtt if rtt < math.inf else 0.0

    @property
    def known(self) -> bool:
        return min(self._pong, self._kernel) < math.inf

    @property
    def doubtful(self) -> bool:
        """True if the measurements contradict each other: pongs or acknowledgements are delayed on purpose, or a proxy
        that the server does not know of is in between."""
        measured = [rtt for rtt in (self._pong, math.inf if self.behind_proxy else self._kernel) if rtt < math.inf]
        if self.rated and measured and self.earlier < math.inf:
            measured.append(self.earlier)
        return len(self._pongs) >= ENOUGH_PONGS and max(measured) - min(measured) > DOUBT

    @property
    def through_proxy(self) -> bool:
        """True if pongs take noticeably longer than the kernel's round trip."""
        return len(self._pongs) >= ENOUGH_PONGS and self._pong - self._kernel > PROXIED

    def pong(self, rtt: float) -> None:
        """A WebSocket protocol ping was answered. No script in a page can answer or delay it; other programs can."""
        self._pongs.append(rtt)
        # The sum of two exponential delays has its median at 1.68 times their mean, and a median ignores stalls. The
        # minimum of the same pongs is subtracted, so delaying all of them equally does not fake jitter.
        self.jitter = (median(self._pongs) - min(self._pongs)) / 1.68
        self._pong = min(self._pong, rtt)

    def kernel(self, rtt: float) -> None:
        """The kernel's own round trip (`tcp_rtt`). Not for use behind a proxy: it would be the proxy's."""
        self._kernel = min(self._kernel, rtt)

    @property
    def most(self) -> float:
        """No more than this is credited for one way."""
        return RATED_ONE_WAY if self.rated else MAX_ONE_WAY

    @property
    def one_way(self) -> float:
        return min(self.rtt / 2, self.most)

    @property
    def way_back(self) -> float:
        """The time from the instant that counts for a press until it arrives here, if nothing delays it."""
        return self.one_way + PAINT_DELAY

    @property
    def slow(self) -> bool:
        """True if the connection is slower than the fair bell can make up for."""
        return self.rtt / 2 > self.most

    @property
    def slack(self) -> float:
        """How much later than `one_way` a message may normally arrive: asymmetric route and jitter."""
        return 0.1 * self.rtt + 3 * self.jitter

    @property
    def margin(self) -> float:
        """How much earlier still a card is sent, so that it arrives a frame before it is shown.

        It is no more than the connection needs, because a program that peeks gains this much time.
        """
        return min(3 * self.jitter + FRAME, MAX_MARGIN)

    @property
    def band(self) -> float:
        """How far from the server's estimate a claim is believed."""
        return min(self.slack + 2 * FRAME, MAX_CORRECTION)


def lead(latencies: Iterable[Latency]) -> float:
    """How long before its instant a reveal must be decided, so that the card can be everywhere in time."""
    return max((latency.one_way + latency.margin for latency in latencies), default=0.0)


def send_at(instant: float, latency: Latency | None) -> float:
    """When a card may be sent; any earlier, and a client could peek. Spectators (None) are sent it at the instant."""
    return instant if latency is None else instant - latency.one_way - latency.margin


class Stamp(NamedTuple):
    """When a press happened, and how that was determined."""

    at: float  # the instant that counts
    arrival: float
    estimate: float  # the server's own
    since: float | None = None  # the instant of the reveal that it answers, if known
    claimed: float | None = None  # the reaction time that the device reports
    low: float | None = None  # the claim is believed from here
    high: float | None = None  # to here; None where no claim counts
    clamped: bool = False

    @property
    def reaction(self) -> float | None:
        return None if self.since is None else self.at - self.since


def note_of(stamp: Stamp, reveal: int | None) -> dict[str, Any]:
    """What the match log keeps of a press: the event it answers, the claim, the estimate, and any correction."""
    note: dict[str, Any] = {
        "reveal": None if stamp.since is None else reveal,  # an unknown reveal may be any number a client made up
        "estimate": round(stamp.estimate - (stamp.at if stamp.since is None else stamp.since), 1),
    }
    if stamp.reaction is not None:
        note["reaction"] = round(stamp.reaction, 1)
    if stamp.claimed is not None:
        note["claimed"] = round(stamp.claimed, 1) if abs(stamp.claimed) < 1e9 else None
    if stamp.clamped:
        note["clamped"] = True
    return note


class Judge:
    """Dates the presses at one table. At a rated table the server's estimate alone decides."""

    def __init__(self, rated: bool = False) -> None:
        self.rated = rated
        self._instants: dict[int, float] = {}

    def revealed(self, number: int, instant: float) -> None:
        """Event `number` is shown to everybody at `instant`, which may lie in the future."""
        self._instants[number] = instant
        if len(self._instants) > REVEALS:
            del self._instants[next(iter(self._instants))]

    def exact(self, at: float, reveal: int | None = None) -> Stamp:
        """A bot's press: it has no connection, so its time needs no estimate."""
        return Stamp(at, at, at, self._since(reveal, at))

    def settle(
        self,
        latency: Latency,
        arrival: float,
        reveal: int | None,
        claimed: float | None,
        cap: float = VERDICT_WAIT,
    ) -> Stamp:
        """When a person pressed. No press is dated back by more than `cap`, or to before the reveal that it names."""
        since = self._since(reveal, arrival)
        first = max(arrival - cap, -math.inf if since is None else since)
        latest = arrival - latency.one_way  # when it was pressed if nothing delayed it
        usual = min(latency.jitter, MAX_JITTER_CREDIT) + (0.0 if since is None else PAINT_DELAY)
        estimate = max(latest - usual, first)
        # The last condition also rejects NaN.
        if since is None or claimed is None or self.rated or not 0 <= claimed <= arrival - since + MAX_CORRECTION:
            return Stamp(estimate, arrival, estimate, since, claimed)
        low = max(latest - latency.band, first)
        high = max(min(latest + latency.band, arrival), first)
        at = min(max(since + claimed, low), high)
        return Stamp(at, arrival, estimate, since, claimed, low, high, clamped=at != since + claimed)

    def _since(self, reveal: int | None, now: float) -> float | None:
        """The instant of a reveal, if it can have been seen by now."""
        instant = None if reveal is None else self._instants.get(reveal)
        return instant if instant is not None and instant <= now else None


class Race:
    """From the first ring until the ringers are known. `Underway` and `Answer` refer to it by `number`.

    The rules themselves add a handicap to a ring; here it only decides which rings are judged together.
    """

    def __init__(self, number: int, seat: int, stamp: Stamp, handicap: float = 0.0) -> None:
        self.number = number
        self.opened = stamp.arrival
        self._rings = {seat: stamp}
        self._counts = {seat: stamp.at + handicap}
        self._asked: dict[int, Latency] = {}
        self._silent: set[int] = set()  # asked, but no answer yet

    def ask(self, latencies: Mapping[int, Latency]) -> None:
        """These seats, still able to ring, were asked whether a ring of theirs is under way."""
        self._asked.update(latencies)
        self._silent.update(latencies.keys() - self._rings.keys())

    def ring(self, seat: int, stamp: Stamp, handicap: float = 0.0) -> None:
        """A seat's first ring counts. It is also an answer: nothing earlier can follow on the same connection."""
        self._rings.setdefault(seat, stamp)
        self._counts.setdefault(seat, stamp.at + handicap)
        self._silent.discard(seat)

    def answered(self, seat: int) -> None:
        self._silent.discard(seat)

    def gone(self, seat: int) -> None:
        """The connection is lost, so nothing more will come from there."""
        self._silent.discard(seat)
        self._asked.pop(seat, None)

    def ready_at(self) -> float:
        """When the verdict may be given, as far as is known now; changes with every ring, answer and lost connection.

        An answer proves that nobody rang before the first ring. Rings that are judged together with the first may have
        been sent after the answer, so the verdict also waits for the last of those: `GATHER` and the way back.
        """
        latest = VERDICT_WAIT + min(ring.arrival + (self._counts[seat] - ring.at) for seat, ring in self._rings.items())
        if self._silent:
            return latest
        ways = [latency.way_back for seat, latency in self._asked.items() if seat not in self._rings]
        return min(min(self._counts.values()) + GATHER + 1 + max(ways, default=0.0), latest)

    def order(self) -> list[tuple[int, Stamp]]:
        """The rings within `GATHER` of the first, in the order in which they enter the match.

        The rules decide dead heats at random.
        """
        last = min(self._counts.values()) + GATHER
        rings = [(seat, stamp) for seat, stamp in self._rings.items() if self._counts[seat] <= last]
        return sorted(rings, key=lambda ring: (ring[1].at, ring[0]))


def under_way(latencies: Iterable[Latency], cap: float) -> float:
    """How long a press can be on its way here, at most `cap`: no press is dated back further."""
    return max((min(each.way_back + each.slack, cap) for each in latencies), default=0.0)


class HasOptions(Protocol):
    """A socket, or the part of one that asyncio exposes."""

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes: ...


def tcp_rtt(sock: HasOptions) -> float | None:
    """The round trip measured by the kernel, in ms, or None where it is not available (not TCP, not Linux).

    It is `tcpi_min_rtt` of `struct tcp_info`: the smoothed figure includes acknowledgements that the other kernel
    delays by up to 40 ms, the minimum does not. Kernels before 4.6 have only the smoothed one.
    """
    option = getattr(socket, "TCP_INFO", None)
    if option is None:
        return None
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, option, 152)
    except OSError:
        return None
    if len(info) < 72:
        return None
    (smoothed,) = struct.unpack_from("=I", info, 68)
    (least,) = struct.unpack_from("=I", info, 148) if len(info) >= 152 else (0,)
    us: int = least if 0 < least < 2**32 - 1 else smoothed
    return us / 1000 if us else None
