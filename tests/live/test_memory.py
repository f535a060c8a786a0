"""Closed connections leave nothing behind: full collections are rare, because they pause everybody."""

import asyncio
import contextlib
import gc
import weakref

import aiohttp
import pytest
from tests.extent import SOAK
from tests.live.client import Client
from tests.live.serving import Server
from tests.live.web_server import hello, web_server

from parlour.live import server as server_module
from parlour.live.connection import Connection
from parlour.live.server import GC_MIDDLE_S

pytestmark = pytest.mark.usefixtures("compiled_in_process")

CONNECTS = 10_000 if SOAK else 1000
MOST_BYTES = 1024 if SOAK else 3000  # left behind by each; 10,000 connects leave less than 10 MiB
FREED = [[True] * 3] * 8
SETTLE_S = GC_MIDDLE_S + 5 if SOAK else 2.5  # in the short test, what asyncio leaves behind is not collected yet


@contextlib.contextmanager
def no_collector():
    """Nothing but reference counts frees memory."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_a_closed_connection_is_freed_at_once(tmp_path, monkeypatch):
    made = []

    class Watched(Connection):
        def __init__(self, *about):
            super().__init__(*about)
            made.append((weakref.ref(self), weakref.ref(self.ws), weakref.ref(self.request)))

    monkeypatch.setattr(server_module, "Connection", Watched)

    async def main():
        async with web_server(tmp_path) as server:
            host = await server.make(game="piccolo", bots=True)
            await host.connect()
            with no_collector():
                for _ in range(5):
                    guest = await server.guest(host)
                    await guest.close()  # politely
                rude = Client(server.session, server.address, host.table_id)
                rude.invite = host.invite
                await rude.connect()
                rude.ws._response.connection.transport.abort()
                await server.speak(host.table_id, "{")  # sent away
                await server.speak(host.table_id, hello(invite="wrong"))
                for _ in range(100):  # the timer of the next ping holds them for 3 s
                    left = [[ref() is None for ref in refs] for refs in made[1:]]  # apart from the host's
                    if left == FREED:
                        break
                    await asyncio.sleep(0.1)
                assert left == FREED

    asyncio.run(main())


@pytest.mark.deep
def test_many_connects_leave_little_behind(tmp_path):
    with Server(str(tmp_path / "parlour.db"), tmp_path) as server:
        left = asyncio.run(come_and_go(server))
    assert left / CONNECTS < MOST_BYTES


async def come_and_go(server):
    """The growth of the server's memory, in bytes."""
    async with aiohttp.ClientSession() as session, asyncio.timeout(1200):
        host = await Client.make(session, server.address, game="piccolo")

        async def visits(count):
            for _ in range(count):
                guest = Client(session, server.address, host.table_id)
                guest.invite = host.invite
                await guest.connect()
                await guest.close()

        async def all_visits(count):
            await asyncio.gather(*(visits(count // 20) for _ in range(20)))
            await asyncio.sleep(SETTLE_S)
            return server.memory()

        before = await all_visits(CONNECTS)
        return await all_visits(CONNECTS) - before
