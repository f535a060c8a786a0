"""A server in this process with real sockets, and a browser's session."""

import asyncio
import json
import logging
from contextlib import asynccontextmanager

import aiohttp
from aiohttp.test_utils import TestServer
from tests.live.client import LONG, Client

from parlour.live import messages as m
from parlour.live.parts import Part
from parlour.live.server import TABLES_KEY, Serving, application
from parlour.live.store import Store
from parlour.live.tables import Settings

HELLO = json.dumps({"t": "hello", "version": m.VERSION})


def hello(**more):
    return json.dumps({"t": "hello", "version": m.VERSION, **more})


class WebServer:
    """A server and a session with it."""

    def __init__(self, web, session):
        self.web, self.session = web, session
        self.address = str(web.make_url("/")).rstrip("/")
        self.tables = web.app[TABLES_KEY]

    async def get(self, path, **more):
        async with self.session.get(self.address + path, **more) as answer:
            return answer, await answer.read()

    async def post(self, path, data, **more):
        async with self.session.post(self.address + path, data=data, **more) as answer:
            return answer, await answer.read()

    async def make(self, **wanted):
        await self.tables.games.ready([Part(wanted["game"])])  # no test is about compiling
        return await Client.make(self.session, self.address, **wanted)

    async def guest(self, host, token=None, invite=None):
        """Somebody else at the same table."""
        client = Client(self.session, self.address, host.table_id)
        client.token, client.invite = token, host.invite if invite is None else invite
        await client.connect()
        return client

    async def speak(self, table, *words, binary=False):
        """Connect, send these messages, and return everything received until the server closes, and the close code."""
        ws = await self.session.ws_connect(f"{self.address}/ws/{table}")
        for word in words:
            await (ws.send_bytes(word) if binary else ws.send_str(word))
        heard = []
        async with asyncio.timeout(LONG):
            async for message in ws:
                heard.append(json.loads(message.data))
        return heard, ws.close_code


@asynccontextmanager
async def web_server(tmp_path, **more):
    store = Store.open(str(tmp_path / "parlour.db"))
    serving = Serving(settings=Settings(pace=more.pop("pace", 1.0), warm=False), **more)
    async with TestServer(application(store, serving)) as web, aiohttp.ClientSession() as session:
        yield WebServer(web, session)


def served_at(pace):
    """Decorates a test that is given a server. Nothing may be logged as a problem meanwhile."""

    def decorate(test):
        def run(tmp_path, caplog):
            async def main():
                async with web_server(tmp_path, pace=pace) as server:
                    await test(server)

            with caplog.at_level(logging.WARNING):
                asyncio.run(main())
            assert not caplog.records

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


served = served_at(pace=5.0)
