"""Limits: token buckets for each network address and each kind of message, and connections at the same time."""

from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address, ip_network

MAX_ADDRESSES = 10_000  # from this number on, addresses with a full bucket are forgotten


class TokenBucket:
    """Allows a burst of `size`, and `per_s` a second in the long run. Times are in seconds."""

    def __init__(self, size: float, per_s: float, now: float) -> None:
        self.size, self.per_s = size, per_s
        self._left, self._at = size, now

    def left(self, now: float) -> float:
        """The number allowed at this moment."""
        return min(self.size, self._left + (now - self._at) * self.per_s)

    def take(self, now: float) -> bool:
        """Count one more; True if it is allowed."""
        left = self.left(now)
        self._left, self._at = max(left - 1, 0.0), now
        return left >= 1

    def wait(self, now: float) -> float:
        """Seconds until one more is allowed."""
        return max(1 - self.left(now), 0.0) / self.per_s


class RateLimiter:
    """One bucket for each IPv4 address and each IPv6 /64, which is one household. Loopback has no limit."""

    def __init__(self, size: float, per_s: float, clock: Callable[[], float]) -> None:
        self.size, self.per_s, self.clock = size, per_s, clock
        self._buckets: dict[str, TokenBucket] = {}

    def __len__(self) -> int:
        """The number of addresses remembered."""
        return len(self._buckets)

    def ask(self, address: str | None) -> float:
        """One more request from an address (None: unknown). 0 if it is allowed, else the seconds to wait."""
        network = network_of(address)
        if network is None:
            return 0.0
        now = self.clock()
        if len(self._buckets) >= MAX_ADDRESSES:
            self._buckets = {known: bucket for known, bucket in self._buckets.items() if bucket.left(now) < bucket.size}
        bucket = self._buckets.setdefault(network, TokenBucket(self.size, self.per_s, now))
        return 0.0 if bucket.take(now) else bucket.wait(now)


class Together:
    """Connections at the same time from each network. Loopback has no limit."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._count: dict[str, int] = {}

    def enter(self, address: str | None) -> bool:
        """One more connection; False if there are too many. Unless it is False, `leave` must follow."""
        network = network_of(address)
        if network is None:
            return True
        count = self._count.get(network, 0)
        if count >= self.most:
            return False
        self._count[network] = count + 1
        return True

    def leave(self, address: str | None) -> None:
        network = network_of(address)
        if network is not None:
            self._count[network] -= 1
            if not self._count[network]:
                del self._count[network]


class MessageMeter:
    """The messages of one connection: a bucket for all of them, and small ones for what everybody is told of.

    `kinds` are the limits of such messages; those with the same limits share a bucket.
    """

    def __init__(self, size: float, per_s: float, kinds: Mapping[type, tuple[float, float]]) -> None:
        self._all = TokenBucket(size, per_s, 0.0)
        self._kinds = kinds
        self._shared: dict[tuple[float, float], TokenBucket] = {}

    def take(self, now: float) -> bool:
        """Count a message of any kind; True if it is allowed."""
        return self._all.take(now)

    def take_kind(self, kind: type, now: float) -> bool:
        """Count a message of this kind; True if it is allowed."""
        limits = self._kinds.get(kind)
        if limits is None:
            return True
        if limits not in self._shared:
            self._shared[limits] = TokenBucket(*limits, now)
        return self._shared[limits].take(now)


def network_of(address: str | None) -> str | None:
    """The network that is limited as one: an IPv4 address or an IPv6 /64. None: loopback, or unknown."""
    try:
        found = ip_address((address or "").strip())
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return None
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)
