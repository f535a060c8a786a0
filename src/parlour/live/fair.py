"""The fair bell: who was first, when everybody sits at the end of another line.

It knows nothing of sockets and has no clock: it is told when things happened, in ms (floats) of the server's
monotonic clock. `docs/fair-bell.md` says what it achieves, `tests/live/networks.py` measures that.

A card is shown to all at one instant T. A press comes back with a claim, the reaction that the device measured, and
is dated by it as far as the server's own estimate bears it out. Why that estimate is good: a client that takes half
the round trip for the way to it shows the card too late by just what its way back is shorter than the other half, so
a lopsided route cancels out; what is left is jitter and the frames of a display.
"""

import math
import socket
import struct
from collections import deque
from collections.abc import Iterable, Mapping
from statistics import median
from typing import NamedTuple, Protocol

FRAME = 1000 / 60
PAINTED = FRAME / 2  # from T to the first frame after it, on the average
MOST_MARGIN = 30.0  # a face is sent at most so much before it must be there
LONGEST = 250.0  # one way; a slower line is credited no more, and is called slow
MOST = 60.0  # from the server's estimate, no claim moves a press by more
MOST_JITTER = 8.0  # of credit for the usual jitter, because delayed pongs could feign it
GATHER = 150.0  # rings so close to the first are judged with it
WAIT = 300.0  # after the first arrival the verdict falls in any case
TAKE_CAP = 150.0  # Confetti: no take is dated back further, and none is held longer
PONGS = 30  # that the spread is taken from: a minute of them
REVEALS = 64  # that a press may still name


class Line:
    """What is known of one person's connection. A new connection is a new line."""

    def __init__(self) -> None:
        self.rtt = 0.0  # the smallest ever measured: a line can only be feigned to be slower than it is
        self.jitter = 0.0  # what one way usually takes beyond the least
        self.known = False
        self._pongs: deque[float] = deque(maxlen=PONGS)

    def pong(self, rtt: float) -> None:
        """A WebSocket protocol ping was answered. No script in a page can answer or delay it; a program can."""
        self._pongs.append(rtt)
        # The sum of two exponential delays has its median at 1.68 of their mean; a median hears no stalls. The least
        # of the same pongs is taken off, so that delaying all of them alike feigns no jitter.
        self.jitter = (median(self._pongs) - min(self._pongs)) / 1.68
        self._measured(rtt)

    def kernel(self, rtt: float) -> None:
        """The kernel's own round trip (`tcp_rtt`), only where no proxy stands between: it would be the proxy's."""
        self._measured(rtt)

    def _measured(self, rtt: float) -> None:
        self.rtt = min(self.rtt, rtt) if self.known else rtt
        self.known = True

    @property
    def oneway(self) -> float:
        return min(self.rtt / 2, LONGEST)

    @property
    def way_back(self) -> float:
        """How long after the instant for which it counts a press arrives here, if nothing holds it up."""
        return self.oneway + PAINTED

    @property
    def slow(self) -> bool:
        """Slower than the fair bell can make up for."""
        return self.rtt / 2 > LONGEST

    @property
    def slack(self) -> float:
        """How much later than `oneway` something may come and nothing be wrong: a lopsided route, and jitter."""
        return 0.1 * self.rtt + 3 * self.jitter

    @property
    def margin(self) -> float:
        """How much earlier still a face is sent, to be there a frame before it is shown.

        It is no more than the line needs, because who peeks has that.
        """
        return min(3 * self.jitter + FRAME, MOST_MARGIN)

    @property
    def band(self) -> float:
        """How far from the server's estimate a claim is believed."""
        return min(self.slack + 2 * FRAME, MOST)


def lead(lines: Iterable[Line]) -> float:
    """How long before its instant a reveal must be settled, so that its face can be everywhere in time."""
    return max((line.oneway + line.margin for line in lines), default=0.0)


def send_at(instant: float, line: Line | None) -> float:
    """When the face may be sent: not before, or it could be looked at early. Bots and spectators have no line here."""
    return instant if line is None else instant - line.oneway - line.margin


class Stamp(NamedTuple):
    """When a press happened, and how that was found."""

    at: float  # the instant that counts
    arrival: float
    estimate: float  # what the server thinks by itself
    since: float | None = None  # the instant of the reveal that it answers to, if that is known
    claimed: float | None = None  # the reaction that the device says it measured
    low: float | None = None  # the claim is believed from here
    high: float | None = None  # to here; None where no claim counts
    clamped: bool = False

    @property
    def reaction(self) -> float | None:
        return None if self.since is None else self.at - self.since


class Judge:
    """Dates the presses at one table. At a rated one the server's estimate alone decides."""

    def __init__(self, rated: bool = False) -> None:
        self.rated = rated
        self._instants: dict[int, float] = {}

    def revealed(self, number: int, instant: float) -> None:
        """Event `number` is shown to all at `instant`, which may be still to come."""
        self._instants[number] = instant
        if len(self._instants) > REVEALS:
            del self._instants[next(iter(self._instants))]

    def exact(self, at: float, reveal: int | None = None) -> Stamp:
        """A bot's press: no line, no excuse."""
        return Stamp(at, at, at, self._since(reveal, at))

    def settle(self, line: Line, arrival: float, reveal: int | None, claimed: float | None, cap: float = WAIT) -> Stamp:
        """When a person pressed. Nothing is dated back by more than `cap`, nor before the reveal that it names."""
        since = self._since(reveal, arrival)
        first = max(arrival - cap, -math.inf if since is None else since)
        latest = arrival - line.oneway  # when it was pressed, had nothing held it up
        usual = min(line.jitter, MOST_JITTER) + (0.0 if since is None else PAINTED)
        estimate = max(latest - usual, first)
        if since is None or claimed is None or self.rated or not 0 <= claimed <= arrival - since + MOST:  # nor NaN
            return Stamp(estimate, arrival, estimate, since, claimed)
        low = max(latest - line.band, first)
        high = max(min(latest + line.band, arrival), first)
        at = min(max(since + claimed, low), high)
        return Stamp(at, arrival, estimate, since, claimed, low, high, clamped=at != since + claimed)

    def _since(self, reveal: int | None, now: float) -> float | None:
        """The instant of a reveal that can have been seen by now."""
        instant = None if reveal is None else self._instants.get(reveal)
        return instant if instant is not None and instant <= now else None


class Race:
    """From the first ring until it is known who rang. `number` is what `Underway` and `Answer` call it.

    A handicap (PIC-54) is added by the rules; here it only says which rings are judged together.
    """

    def __init__(self, number: int, seat: int, stamp: Stamp, handicap: float = 0.0) -> None:
        self.number = number
        self.opened = stamp.arrival
        self._rings = {seat: stamp}
        self._counts = {seat: stamp.at + handicap}
        self._asked: dict[int, Line] = {}
        self._silent: set[int] = set()  # asked, and not heard from

    def ask(self, lines: Mapping[int, Line]) -> None:
        """These seats, still able to ring, were asked whether theirs is under way."""
        self._asked.update(lines)
        self._silent.update(lines.keys() - self._rings.keys())

    def ring(self, seat: int, stamp: Stamp, handicap: float = 0.0) -> None:
        """A seat's first ring counts. It is an answer too: nothing earlier can follow on the same line."""
        self._rings.setdefault(seat, stamp)
        self._counts.setdefault(seat, stamp.at + handicap)
        self._silent.discard(seat)

    def answered(self, seat: int) -> None:
        self._silent.discard(seat)

    def gone(self, seat: int) -> None:
        """The line is lost, so nothing more comes from there."""
        self._silent.discard(seat)
        self._asked.pop(seat, None)

    def ready_at(self) -> float:
        """When the verdict may fall, as far as is known now; to be asked again after each ring, answer and loss.

        An answer proves that nobody rang before the first. Rings that are judged with the first may have left after
        the answer, so there is a wait for the last of those too: the 150 ms and the way back.
        """
        latest = WAIT + min(ring.arrival + (self._counts[seat] - ring.at) for seat, ring in self._rings.items())
        if self._silent:
            return latest
        ways = [line.way_back for seat, line in self._asked.items() if seat not in self._rings]
        return min(min(self._counts.values()) + GATHER + 1 + max(ways, default=0.0), latest)

    def order(self) -> list[tuple[int, Stamp]]:
        """Who rang at most 150 ms after the first, in the order in which they enter the match.

        Dead heats are for the rules to draw.
        """
        last = min(self._counts.values()) + GATHER
        rings = [(seat, stamp) for seat, stamp in self._rings.items() if self._counts[seat] <= last]
        return sorted(rings, key=lambda ring: (ring[1].at, ring[0]))


def hold_until(stamp: Stamp, others: Iterable[Line]) -> float:
    """Confetti: until when a take is held back, so that an earlier one by somebody else can still overtake it."""
    ways = max((line.way_back + line.slack for line in others), default=0.0)
    return max(min(stamp.at + ways, stamp.arrival + TAKE_CAP), stamp.arrival)


class HasOptions(Protocol):
    """A socket, or what asyncio shows of one."""

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes: ...


def tcp_rtt(sock: HasOptions) -> float | None:
    """The round trip as the kernel measures it, in ms, or None where it does not say (no TCP, no Linux).

    It is `tcpi_min_rtt` of `struct tcp_info`: acknowledgements that the other kernel delays by up to 40 ms are in the
    smoothed figure, but not in the least. Kernels before 4.6 have the smoothed one only.
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
