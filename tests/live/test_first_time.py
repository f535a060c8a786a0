"""A server with nothing compiled: what one table needs is compiled in other processes, while all others play on."""

import asyncio
import signal

import aiohttp
import pytest
from tests.live.client import LONG, Client
from tests.live.serving import Server

from parlour.live import messages as m

COMPILES = 300.0  # seconds, on a busy machine
LATE_S = 5.0  # a very busy machine has delayed a ping by two seconds; compiling in the server takes more than ten
OWN_CPU_S = 6.0  # of the server itself: loading what is compiled, and answering

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("uncompiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_CACHE", str(folder / "cache"))
        with Server(str(folder / "parlour.db"), folder, "--pace", "4") as server:
            yield server
            server.end(signal.SIGTERM)


async def pinged(client, delays, enough):
    """Notes how late each answer is, also the last one."""
    loop = asyncio.get_running_loop()
    while not enough.is_set():
        asked = loop.time()
        await client.say(m.Ping(c=0.0))
        await client.until("pong", COMPILES)
        delays.append(loop.time() - asked)
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("level", ["learned", "champion"])
def test_nobody_else_waits_while_a_bot_is_compiled(uncompiled, level):
    delays, known = [], []

    async def main():
        async with aiohttp.ClientSession() as session:
            other = await Client.make(session, uncompiled.address, game="parrot", name="Bert", public=False)
            await other.connect()
            host = await Client.make(session, uncompiled.address, game="parrot", name="Ada", public=False)
            await host.connect()
            enough = asyncio.Event()
            watching = asyncio.create_task(pinged(other, delays, enough))
            await host.say(m.Options(level=level))
            await host.say(m.Start())
            async with asyncio.timeout(COMPILES):
                while host.table["status"] == "open":
                    told = await host.next(COMPILES)
                    if told["t"] == "table":
                        known.append(told["table"].get("preparing"))
                    assert told["t"] != "refused", told
            acted_at = None
            async with asyncio.timeout(LONG):
                while host.number < 12:  # the bots' first moves
                    if host.legal and host.number != acted_at:  # once until it is heard: a refusal must not be answered
                        acted_at = host.number
                        await host.act(host.legal[0])
                    await host.next()
            enough.set()
            await watching
            for client in (host, other):
                await client.close()

    before = uncompiled.cpu()
    asyncio.run(main())
    shown = [each for each in known if each is not None]
    assert shown[0] == 0.0 and len(set(shown)) > 3, "the table says how far its bots are"
    assert shown == sorted(shown)
    assert max(delays) < LATE_S
    assert uncompiled.cpu() - before < OWN_CPU_S
