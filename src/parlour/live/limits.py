"""How much of something may come from one place: many at once, and then so many a second."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

MOST_KNOWN = 10_000  # places that are remembered before those are forgotten that may have as many as any


class Allowance:
    def __init__(self, most: float, per_s: float, now: float) -> None:
        self.most, self.per_s = most, per_s
        self._left, self._at = most, now

    def left(self, now: float) -> float:
        """How many may come at a moment, in seconds."""
        return min(self.most, self._left + (now - self._at) * self.per_s)

    def take(self, now: float) -> bool:
        """One more has come; whether that is still allowed."""
        left = self.left(now)
        self._left, self._at = max(left - 1, 0.0), now
        return left >= 1

    def wait(self, now: float) -> float:
        """How many seconds until one more is allowed."""
        return max(1 - self.left(now), 0.0) / self.per_s


class Doorkeeper:
    """An allowance for each address: for each network of IPv6, where a household has one. This machine has no limit."""

    def __init__(self, most: float, per_s: float, clock: Callable[[], float]) -> None:
        self.most, self.per_s, self.clock = most, per_s, clock
        self._known: dict[str, Allowance] = {}

    def ask(self, address: str | None) -> float:
        """One more comes from an address (None: nobody knows it). 0 if it may, else how many seconds it must wait."""
        place = _place(address)
        if place is None:
            return 0.0
        now = self.clock()
        if len(self._known) >= MOST_KNOWN:
            self._known = {place: known for place, known in self._known.items() if known.left(now) < known.most}
        allowance = self._known.setdefault(place, Allowance(self.most, self.per_s, now))
        return 0.0 if allowance.take(now) else allowance.wait(now)


def _place(address: str | None) -> str | None:
    try:
        found = ip_address((address or "").strip())
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return None
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)
