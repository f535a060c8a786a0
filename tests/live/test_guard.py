"""The outermost layer: idle and half-open connections, connections per address, and frames without a mask."""

import asyncio
import struct
from contextlib import asynccontextmanager, suppress

import pytest
from aiohttp import web
from tests.live.client import LONG

from parlour.live import guard, limits
from parlour.live.guard import GuardedSite, MaskCheck
from parlour.live.limits import Together


@asynccontextmanager
async def site(together):
    """A server with one WebSocket that repeats what it hears."""

    async def echo(request):
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        async for message in ws:
            await ws.send_str(message.data)
        return ws

    app = web.Application()
    app.router.add_get("/ws", echo)
    runner = web.AppRunner(app)
    await runner.setup()
    await GuardedSite(runner, "127.0.0.1", 0, together, {"Server": "parlour"}).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def run(test, together=None):
    async def main():
        async with site(together or Together(3)) as port, asyncio.timeout(LONG):
            await test(port)

    asyncio.run(main())


def test_a_request_that_does_not_arrive_is_given_up(monkeypatch):
    monkeypatch.setattr(guard, "IDLE_S", 0.3)

    async def test(port):
        for sent in (b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            while not reader.at_eof():
                writer.write(b"x" if sent.endswith(b" ") else b"")  # a byte now and then does not prolong it
                try:
                    await asyncio.wait_for(reader.read(1), 0.05)
                except TimeoutError:
                    continue
                except ConnectionError:
                    break
            writer.close()

    run(test)


def test_what_is_not_http_is_answered_without_our_version():
    async def test(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"\x16\x03\x01\r\n\r\n")
        answer = await reader.read()
        assert b" 400 " in answer.splitlines()[0]
        assert b"Server: parlour\r\n" in answer
        assert b"aiohttp" not in answer
        writer.close()

    run(test)


def test_one_address_has_a_limit_of_connections(monkeypatch):
    monkeypatch.setattr(limits, "network_of", lambda address: address)  # this machine too
    together = Together(3)

    async def test(port):
        connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(ConnectionError):
            assert not await reader.read(), "dropped at once"
        writer.close()
        connections[0][1].close()
        while not together.enter("127.0.0.1"):
            await asyncio.sleep(0.01)
        together.leave("127.0.0.1")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"404" in await reader.readline()
        for _, each in (*connections, (reader, writer)):
            each.close()

    run(test, together)


def test_addresses_are_counted_apart_and_loopback_is_not():
    together = Together(2)
    assert [together.enter("203.0.113.5") for _ in range(3)] == [True, True, False]
    assert together.enter("203.0.113.6")
    together.leave("203.0.113.5")
    assert together.enter("203.0.113.5")
    assert all(together.enter("127.0.0.1") for _ in range(100))


def frame(data, mask=b"\1\2\3\4"):
    """A text frame, masked unless the mask is empty."""
    if len(data) < 126:
        head = struct.pack("!BB", 0x81, bool(mask) << 7 | len(data))
    elif len(data) < 65536:
        head = struct.pack("!BBH", 0x81, bool(mask) << 7 | 126, len(data))
    else:
        head = struct.pack("!BBQ", 0x81, bool(mask) << 7 | 127, len(data))
    return head + mask + (bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)) if mask else data)


UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_a_frame_without_a_mask_closes_the_connection():
    async def test(port):
        for sent in ([frame(b"one"), frame(b"two", b"")], [frame(b"one") + frame(b"two", b"")]):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            for part in sent:
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0.05)
            heard = await reader.read()
            assert heard.startswith(frame(b"one", b"")), "what came before is heard"
            at = len(frame(b"one", b""))
            assert heard[at] == 0x88, "a close frame"
            assert struct.unpack("!H", heard[at + 2 : at + 4]) == (1002,)
            assert b"two" not in heard
            writer.close()

    run(test)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_frames_may_arrive_in_pieces(size):
    """However the bytes are cut, the parser gets all of them, and no frame without a mask passes."""

    class Parser:
        def __init__(self):
            self.fed = b""

        def feed_data(self, data):
            self.fed += data
            return False, b""

    good = b"".join(frame(b"x" * length) for length in (0, 1, 125, 126, 500, 70_000, 3))
    for end, kept in ((b"", good), (frame(b"bad", b""), good + guard.NO_SUCH_FRAME)):
        parser = Parser()
        check = MaskCheck(parser)
        for at in range(0, len(good + end), size):
            check.feed_data((good + end)[at : at + size])
            if parser.fed.endswith(guard.NO_SUCH_FRAME):
                break
        assert parser.fed == kept
