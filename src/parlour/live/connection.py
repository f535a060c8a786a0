"""One WebSocket: sending in order and on time, receiving within limits, and measuring the latency."""

import asyncio
import contextlib
import hmac
import itertools
import logging
import math
from collections import deque
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from parlour.kit import BadInput, IllegalAction, ParlourError

from . import messages as m
from .fair import Latency, tcp_rtt
from .handlers import Handlers
from .limits import MessageMeter
from .pings import Pings
from .proxies import Proxies
from .seats import hashed
from .table import LiveTable
from .tables import Tables

BURST, BURST_S, PING_S = 8, 0.08, 2.0  # pings on joining, the interval between them, and the interval afterwards
HELLO_S = 10.0  # a new connection must say hello within this time
BYE_S = 2.0  # how long sending the reason for closing may take
MESSAGES, PER_S = 60.0, 30.0  # a burst of messages, and the number per second in the long run
CHANGES, REACTIONS = (30.0, 2.0), (5.0, 0.5)  # the same for messages that everybody at the table is told of
KINDS: dict[type, tuple[float, float]] = {
    **dict.fromkeys(
        (m.Sit, m.Bot, m.Options, m.Start, m.Pause, m.Resume, m.Rematch, m.Leave, m.Remove, m.Done), CHANGES
    ),
    m.Emote: REACTIONS,
}
QUEUE = 512  # messages that may wait for a slow reader
OTHER_VERSION = "Parlour has changed since this page was loaded: update the page, or load it again."
POLICY, AWAY = 1008, 1001  # WebSocket close codes: policy violation, and going away

NUMBERS = itertools.count()  # of connections, in the order in which they were opened

logger = logging.getLogger("parlour.live")


class Connection:
    """A player's or a spectator's device at a table."""

    def __init__(
        self, tables: Tables, request: web.Request, proxies: Proxies | None = None, address: str | None = None
    ) -> None:
        self.tables = tables
        self.request = request
        self.proxies = proxies
        self.address = address
        self.opened = next(NUMBERS)
        self.seat: int | None = None
        self.person: str | None = None
        self.latency = Latency()
        self.hidden = False
        # Not compressed: that would cost some 300 KiB of memory per connection, for messages of a few hundred bytes.
        self.ws = web.WebSocketResponse(autoping=False, max_msg_size=m.MOST_BYTES, heartbeat=None, compress=False)
        self.table: LiveTable | None = None
        self.handlers: Handlers | None = None
        self._queue: deque[tuple[bytes, float, WSMsgType]] = deque()
        self._filled = asyncio.Event()
        self._closing: tuple[str, bool] | None = None
        self._said_bye = False
        self._pings = Pings()
        self._burst_until = 0  # the number of the last ping of the burst
        self._meter = MessageMeter(MESSAGES, PER_S, KINDS)

    # The interface that tables use

    def send(self, message: bytes, not_before: float = 0.0) -> None:
        if self._has_room():
            self._queue.append((message, not_before, WSMsgType.TEXT))
            self._filled.set()

    def send_now(self, message: bytes) -> None:
        if self._has_room():
            self._queue.appendleft((message, 0.0, WSMsgType.TEXT))
            self._filled.set()

    def _has_room(self) -> bool:
        if len(self._queue) >= QUEUE:
            self.close("Your connection is too slow to keep up; come back when it is better.", again=True)
        return self._closing is None

    def close(self, reason: str, again: bool = False) -> None:
        if self._closing is None:
            self._closing = (reason, again)
            self._filled.set()

    # Serving it

    async def serve(self) -> web.WebSocketResponse:
        await self.ws.prepare(self.request)
        if self.proxies is not None:
            self.proxies.connected(self.request.remote, self.request.headers, self.latency)
        writing = asyncio.create_task(self._write())
        self._ping_later()
        try:
            await self._listen()
        finally:
            if self.table is not None:
                self.table.gone(self)
            self._cancel_ping()
            writing.cancel()
            self._let_go()
            await asyncio.gather(writing, return_exceptions=True)
            with contextlib.suppress(ConnectionError):  # nobody is there to hear it
                await self.ws.close()
            if (failed := self.ws.exception()) is not None:
                failed.__traceback__ = failed.__context__ = None  # their frames refer to this connection
        return self.ws

    def _let_go(self) -> None:
        """Break the cycles with what refers to this connection: full collections are too rare to wait for one."""
        self.table = self.handlers = None
        self._cancel_ping = _nothing
        self._queue.clear()

    async def _listen(self) -> None:
        try:
            async with asyncio.timeout(HELLO_S):
                hello = await self._hello()
        except TimeoutError:
            hello = None
            self.close("Nobody said hello.")
        if hello is not None:
            await self._enter(hello)
        async for message in self.ws:
            if self._closing is not None:
                break
            if message.type is WSMsgType.PONG:
                self._ponged(bytes(message.data))
            elif not self._meter.take(self.tables.clock.now() / 1000):
                self.tables.metrics.rejected += 1
                self.close("Too many messages at once; wait a moment and come back.", again=True)
                break
            elif message.type is WSMsgType.PING:
                await self.ws.pong(message.data)
            elif message.type is WSMsgType.TEXT:
                self._heard(message.data)
            else:
                self.tables.metrics.rejected += 1
                self.close("Only text is understood here.")
                break
        if self._closing is not None:
            await self._say_bye()

    async def _hello(self) -> m.Hello | None:
        """Wait for the first message, which names the protocol version and the seat."""
        async for message in self.ws:
            if message.type is WSMsgType.PONG:
                self._ponged(bytes(message.data))
                continue
            try:
                hello = m.decode(message.data) if message.type is WSMsgType.TEXT else None
            except (msgspec.DecodeError, RecursionError):
                hello = None
            if isinstance(hello, m.Hello) and hello.version == m.VERSION:
                return hello
            self.tables.metrics.rejected += 1
            if isinstance(hello, m.Hello):
                self.close(OTHER_VERSION)
            else:
                self.close("The first message must be hello.")
            break
        return None

    async def _enter(self, hello: m.Hello) -> None:
        try:
            table = await self.tables.find(self.request.match_info["table"])
        except ParlourError as error:
            logger.warning("A table could not be opened: %s", error)
            self.close("This table cannot be opened just now; come back in a moment.", again=True)
            return
        if table is None:
            self.close("There is no such table; it may have been deleted.")
            return
        seat = table.presence.seat_of(hello.token)
        if seat is None and not table.setup.public and not _same(hello.invite, table.setup.invite):
            self.close("This table is by invitation; ask for its link.")
            return
        self.seat, self.person = seat, hashed(hello.token) if hello.token is not None else None
        self.table, self.handlers = table, Handlers(table, self)
        self._pings.forget()  # answers were not read while the table was being opened
        self._burst_until = self._pings.count + BURST
        self._cancel_ping()
        self._ping_later()
        table.join(self, hello.last)

    def _heard(self, data: str) -> None:
        """Handle one message. Anything wrong with it is answered with one sentence, and the table plays on."""
        seq = None
        try:
            said = m.decode(data)
            seq = getattr(said, "seq", None)
            if isinstance(said, m.Ping):
                self._send_now(m.Pong(c=said.c, s=self.tables.clock.now()))
            elif isinstance(said, m.Hello):
                raise BadInput("hello was already said")
            elif self.handlers is not None:
                self._check_pace(said)
                self.handlers.handle(said)
        except (msgspec.DecodeError, RecursionError) as error:
            self.tables.metrics.rejected += 1
            self._send_now(m.Refused(says=f"That was not understood: {error}."))
        except IllegalAction as refused:
            self.tables.metrics.refused += 1
            self._send_now(m.Refused(says=refused.sentence, seq=seq, rule=refused.rule))
        except BadInput as refused:
            self.tables.metrics.refused += 1
            self._send_now(m.Refused(says=f"{refused}.", seq=seq))

    def _check_pace(self, said: m.FromClient) -> None:
        if not self._meter.take_kind(type(said), self.tables.clock.now() / 1000):
            raise BadInput("that was too much at once; wait a moment and try again")
        if isinstance(said, m.Start | m.Rematch) and (wait := self.tables.starts.ask(self.address)):
            raise BadInput(f"many matches were started from your address; wait {math.ceil(wait)} seconds")

    def _send_now(self, message: m.FromServer) -> None:
        self.send_now(m.encode(message))

    # Sending

    async def _write(self) -> None:
        try:
            while self._closing is None:
                if not self._queue:
                    self._filled.clear()
                    await self._filled.wait()
                    continue
                message, not_before, kind = self._queue[0]
                now = self.tables.clock.now()
                if not_before - now > 1.0:
                    self._filled.clear()
                    in_time = self.tables.clock.call_at(not_before, self._filled.set)
                    await self._filled.wait()
                    in_time()
                    continue
                self._queue.popleft()
                if kind is WSMsgType.PING:
                    self._pings.leaves(message, now)
                await self.ws.send_frame(message, kind)
            await self._say_bye()
        except (ConnectionError, RuntimeError):
            pass  # the other end is gone; `serve` will notice

    async def _say_bye(self) -> None:
        if self._closing is not None and not self._said_bye:
            self._said_bye = True
            reason, again = self._closing
            try:
                async with asyncio.timeout(BYE_S):
                    await self.ws.send_str(m.encode(m.Bye(says=reason, again=again)).decode())
                    await self.ws.close(code=POLICY if not again else AWAY, message=reason.encode()[:120])
            except (ConnectionError, RuntimeError):
                pass
            except TimeoutError:
                self._cut()

    def _cut(self) -> None:
        """Drop the connection: nobody is reading at the other end."""
        if self.request.transport is not None:
            self.request.transport.abort()

    # Measuring the latency

    def _ping_later(self) -> None:
        seconds = BURST_S if self._pings.count < self._burst_until else PING_S
        self._cancel_ping = self.tables.clock.call_at(self.tables.clock.now() + 1000 * seconds, self._ping)

    def _ping(self) -> None:
        now = self.tables.clock.now()
        if self.table is not None and self._pings.silent(now):
            self._cut()
            return
        self._queue.appendleft((self._pings.next(now), 0.0, WSMsgType.PING))
        self._filled.set()
        self._ping_later()

    def _ponged(self, payload: bytes) -> None:
        round_trip = self._pings.answered(payload, self.tables.clock.now())
        if round_trip is None:
            return
        before = (self.latency.slow, self.latency.doubtful)
        self.latency.pong(round_trip)
        socket: Any = self.request.get_extra_info("socket")
        rtt = tcp_rtt(socket) if socket is not None else None
        if rtt is not None:
            self.latency.kernel(rtt)
        if self.proxies is not None:
            self.proxies.measured(self.request.remote, self.latency)
        if (self.latency.slow, self.latency.doubtful) != before and self.table is not None:
            self.table.crowd.soon()


def _nothing() -> None:
    pass


def _same(given: str | None, key: str) -> bool:
    """Compare in constant time, so that the duration reveals nothing."""
    return given is not None and hmac.compare_digest(given.encode(), key.encode())
