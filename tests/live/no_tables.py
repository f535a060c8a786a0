"""What a connection needs from the rest of the server, without sockets."""

from parlour.live.limits import RateLimiter
from parlour.live.metrics import Metrics


class NoTables:
    """The part of `Tables` that a connection uses, without sockets."""

    def __init__(self, clock):
        self.clock, self.metrics = clock, Metrics()
        self.starts = RateLimiter(60, 0.5, lambda: clock.now() / 1000)
