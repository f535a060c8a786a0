"""Notices a proxy in front of the server although `--behind-proxy` was not given.

The kernel's round trip would then be the proxy's, and a player far away would get no credit for the distance. What
clients send proves nothing, because they could ask in this way to have their own kernel's round trip ignored; so only
peers on this machine or in a private network are taken for proxies.
"""

import ipaddress
import logging
from collections import defaultdict
from weakref import WeakSet

from .fair import Latency
from .metrics import Metrics

FORWARDED = ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP")  # headers that proxies add
CONNECTIONS, SHARE = 3, 0.75  # this many connections from one address, and the share of them that must look proxied

logger = logging.getLogger("parlour.live")


class Proxies:
    """What is known about the proxies in front of one server. `configured`: the operator says that there is one."""

    def __init__(self, configured: bool, metrics: Metrics) -> None:
        self._configured, self._metrics = configured, metrics
        self._latencies: defaultdict[str, WeakSet[Latency]] = defaultdict(WeakSet)  # of open connections, by peer

    def connected(self, peer: str | None, headers: object, latency: Latency) -> None:
        """A connection was opened by the address `peer`. `headers` are those of its request."""
        if self._configured:
            latency.behind_proxy = True
        elif any(name in headers for name in FORWARDED):  # type: ignore[operator]
            self._warn()
            latency.behind_proxy = _is_near(peer)
        elif peer is not None and _is_near(peer):
            self._latencies[peer].add(latency)

    def measured(self, peer: str | None, latency: Latency) -> None:
        """A round trip was measured. Where nearly all connections of one address answer much later than its kernel
        acknowledges, that address is a proxy, even if it adds no headers."""
        if self._configured or latency.behind_proxy or peer is None or latency not in self._latencies.get(peer, ()):
            return
        from_there = self._latencies[peer]
        through = [each for each in from_there if each.through_proxy]
        if len(from_there) >= CONNECTIONS and len(through) >= SHARE * len(from_there):
            self._warn()
            for each in from_there:
                each.behind_proxy = True

    def _warn(self) -> None:
        if not self._metrics.unknown_proxy:
            self._metrics.unknown_proxy = 1
            logger.warning(
                "Clients connect through a proxy, but --behind-proxy was not given: restart the server with it, "
                "else players with slow connections lose races that they should win."
            )


def _is_near(peer: str | None) -> bool:
    """True for this machine and private networks."""
    try:
        address = ipaddress.ip_address((peer or "").partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_private
