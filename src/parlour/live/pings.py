"""Pings that wait for their pongs: measures round trips and notices connections that have gone silent."""

SILENT_MS = 12_000.0  # a connection that answers no ping for this long is dead


class Pings:
    """The protocol pings of one connection. All times are in ms."""

    def __init__(self) -> None:
        self.count = 0  # pings made so far
        self._sent: dict[bytes, float] = {}  # those without an answer, oldest first

    def next(self, now: float) -> bytes:
        """The payload of a new ping."""
        self.count += 1
        payload = self.count.to_bytes(4, "big")
        self._sent[payload] = now
        return payload

    def leaves(self, payload: bytes, now: float) -> None:
        """A ping has only now been sent, because it had to wait in a queue."""
        self._sent[payload] = now

    def answered(self, payload: bytes, now: float) -> float | None:
        """The round trip of a ping, or None if this pong answers none. Earlier pings are no longer waited for."""
        sent = self._sent.get(payload)
        if sent is None:
            return None
        for earlier in [known for known in self._sent if known <= payload]:
            del self._sent[earlier]
        return now - sent

    def silent(self, now: float) -> bool:
        """True if the oldest ping has been without an answer for too long."""
        return bool(self._sent) and now - next(iter(self._sent.values())) > SILENT_MS

    def forget(self) -> None:
        """Do not wait for answers to the pings so far."""
        self._sent.clear()
