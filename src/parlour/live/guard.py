"""The outermost layer of the server: connections per address, time limits, frames that no browser would send."""

import asyncio
from typing import Any

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from .limits import Together

IDLE_S = 15.0  # a request must have arrived within this time, counted from the connection or the previous answer
NO_SUCH_FRAME = b"\xf0\x80"  # reserved bits are set: aiohttp closes the connection with 1002, as for any protocol error


class GuardedHandler(RequestHandler):
    """One connection. One beyond the limit of its address is dropped before anything is read."""

    def __init__(self, server: web.Server, together: Together, headers: dict[str, str], **more: Any) -> None:
        super().__init__(server, **more)
        self._together, self._headers = together, headers
        self._address: str | None = None
        self._admitted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        self._address = peer[0] if isinstance(peer, tuple) else None
        self._admitted = self._together.enter(self._address)
        if self._admitted:
            super().connection_made(transport)
        else:
            assert isinstance(transport, asyncio.Transport)
            transport.abort()

    def connection_lost(self, exc: BaseException | None) -> None:
        if self._admitted:
            self._together.leave(self._address)
            super().connection_lost(exc)

    def set_parser(self, parser: Any, *about: Any, **more: Any) -> None:
        """From now on the connection is a WebSocket."""
        checked: Any = MaskCheck(parser)
        super().set_parser(checked, *about, **more)

    def handle_error(self, *about: Any, **more: Any) -> web.StreamResponse:
        """A request that is not HTTP. The answer has the same headers as any other."""
        response = super().handle_error(*about, **more)
        response.headers.update(self._headers)
        return response


class MaskCheck:
    """Stands before the parser of WebSocket frames: clients must mask them (RFC 6455, 5.1), and aiohttp does not check.

    Masks keep a page from sending bytes of its choice through proxies that do not know WebSockets.
    """

    def __init__(self, parser: Any) -> None:
        self._parser = parser
        self._payload = 0  # bytes of the current frame that are still to come
        self._held = b""  # the incomplete head of a frame

    def feed_eof(self) -> None:
        self._parser.feed_eof()

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        data = self._held + data
        at = self._payload
        while at + 2 <= len(data):
            if not data[at + 1] & 0x80:
                self._parser.feed_data(data[:at])
                return self._parser.feed_data(NO_SUCH_FRAME)  # type: ignore[no-any-return]
            length = data[at + 1] & 0x7F
            more = {126: 2, 127: 8}.get(length, 0)
            if at + 2 + more > len(data):
                break
            if more:
                length = int.from_bytes(data[at + 2 : at + 2 + more], "big")
            at += 2 + more + 4 + length
        self._held = data[at:]
        self._payload = max(at - len(data), 0)
        return self._parser.feed_data(data[:at])  # type: ignore[no-any-return]


class GuardedSite(web.BaseSite):
    """A TCP port. `together` limits the connections per address."""

    def __init__(
        self, runner: web.AppRunner, host: str, port: int, together: Together, headers: dict[str, str]
    ) -> None:
        super().__init__(runner)
        self._host, self._port = host, port
        self._together, self._headers = together, headers

    @property
    def name(self) -> str:
        return f"http://{self._host}:{self._port}"

    async def start(self) -> None:
        await super().start()
        loop = asyncio.get_running_loop()
        server = self._runner.server
        assert server is not None

        def connected() -> GuardedHandler:
            return GuardedHandler(
                server, self._together, self._headers, loop=loop, access_log=None, keepalive_timeout=IDLE_S
            )

        self._server = await loop.create_server(connected, self._host, self._port, backlog=1024)
