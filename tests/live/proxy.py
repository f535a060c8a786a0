"""A slow network: a proxy between a client and the server that delays everything, and keeps the order."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import NamedTuple


class Delay(NamedTuple):
    """The delay of one way: a minimum in ms, and exponential jitter with this mean."""

    ms: float
    jitter: float


def delays(rtt: float, lopsided: float, jitter: float = 0.06) -> tuple[Delay, Delay]:
    """The two ways of a connection; `lopsided` is the share by which the way there exceeds half the round trip."""
    half, each = rtt / 2, jitter * rtt
    return Delay(half * (1 + lopsided), each), Delay(half * (1 - lopsided), each)


class Proxy:
    """Forwards connections to a port of this machine, with its own delay for each way."""

    def __init__(self, port: int, there: Delay, back: Delay, chance: random.Random) -> None:
        self.port, self.there, self.back, self.chance = port, there, back, chance
        self._open: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> str:
        """Start listening; returns the address."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.port)
        for task in (
            asyncio.create_task(self._pass_on(reader, up_writer, self.there)),
            asyncio.create_task(self._pass_on(up_reader, writer, self.back)),
        ):
            self._open.add(task)
            task.add_done_callback(self._open.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: Delay) -> None:
        """Forward everything in order, each part after its delay."""
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        writing = asyncio.create_task(self._deliver(under_way, writer))
        try:
            async for at, data in self._arriving(reader, delay):
                under_way.put_nowait((at, data))
            under_way.put_nowait((loop.time() + delay.ms / 1000, b""))
            await writing
        finally:
            writing.cancel()

    async def _arriving(self, reader: asyncio.StreamReader, delay: Delay) -> AsyncIterator[tuple[float, bytes]]:
        loop, last = asyncio.get_running_loop(), 0.0
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                jitter = self.chance.expovariate(1 / delay.jitter) if delay.jitter else 0.0
                last = max(last, loop.time() + (delay.ms + jitter) / 1000)
                yield last, data

    async def _deliver(self, under_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(ConnectionError):
            while True:
                at, data = await under_way.get()
                await asyncio.sleep(max(at - loop.time(), 0))
                if not data:
                    break
                writer.write(data)
        writer.close()
