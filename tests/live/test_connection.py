"""One connection: how it is opened, what abuse is answered with, and when it is given up."""

import asyncio
import json

import pytest
from aiohttp import WSMsgType
from tests.live.client import LONG
from tests.live.fakes import FakeClock
from tests.live.no_tables import NoTables
from tests.live.web_server import HELLO, hello, served, served_at, web_server

from parlour.live import connection, pings
from parlour.live import messages as m
from parlour.live.connection import OTHER_VERSION, QUEUE, Connection

pytestmark = pytest.mark.usefixtures("compiled_in_process")


@served
async def test_a_connection_begins_with_hello(server):
    host = await server.make(game="piccolo")
    for first, says in (
        ('{"t":"ping","c":1}', "The first message must be hello."),
        ("{", "The first message must be hello."),
        ("[" * 2000, "The first message must be hello."),
        (json.dumps({"t": "hello", "version": 99}), OTHER_VERSION),
        (HELLO, "This table is by invitation; ask for its link."),
        (hello(token="x" * 32, invite="wrong"), "This table is by invitation; ask for its link."),
    ):
        heard, code = await server.speak(host.table_id, first)
        assert heard == [{"t": "bye", "says": says}]
        assert code == 1008
    heard, _ = await server.speak("no-such-table", HELLO)
    assert heard[0]["says"].startswith("There is no such table")
    heard, _ = await server.speak(host.table_id, b"\0\1", binary=True)
    assert heard[0]["says"] == "The first message must be hello."
    assert server.tables.metrics.rejected == 5


def test_a_connection_that_says_nothing_is_closed(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "HELLO_S", 0.2)

    async def main():
        async with web_server(tmp_path) as server:
            host = await server.make(game="piccolo")
            heard, _ = await server.speak(host.table_id)
            assert heard == [{"t": "bye", "says": "Nobody said hello."}]

    asyncio.run(main())


@served
async def test_an_invitation_is_not_a_seat(server):
    """With the link, anybody can watch and take a free seat; it does not open a seat that is taken."""
    host = await server.make(game="piccolo", seats=2)
    await host.connect()
    thief = await server.guest(host, token=host.invite)
    assert thief.you is None
    for message in (m.Start(), m.Act(seq=1, action=0), m.Remove(seat=0), m.Sit(seat=0, name="Ada")):
        await thief.say(message)
        assert (await thief.until("refused"))["says"]
    await thief.say(m.Sit(seat=1, name="Eve"))
    await thief.until("welcome")
    assert thief.you == 1
    assert thief.token != host.token
    await host.say(m.Start())
    await host.until("welcome")
    assert host.you == 0


@served
async def test_the_newer_screen_wins(server):
    host = await server.make(game="piccolo")
    await host.connect()
    other = await server.guest(host, token=host.token)
    assert other.you == 0
    bye = await host.until("bye")
    assert bye["says"] == "This seat was opened on another screen."
    assert "again" not in bye, "or two screens would take turns for ever"


@served
async def test_a_message_that_is_not_understood_is_refused_politely(server):
    host = await server.make(game="piccolo", bots=True)
    await host.connect()
    for word, says in (
        ("{", "not understood"),
        ("[" * 2000, "not understood"),
        ('{"t":"options","options":{"a":' + "[" * 1500 + "]" * 1500 + "}}", "not understood"),
        ('{"t":"fly"}', "not understood"),
        ('{"t":"act","seq":"1","action":0}', "not understood"),
        ('{"t":"act","seq":1,"action":0,"seat":2}', "not understood"),
        ('{"t":"emote","kind":"spit"}', "not understood"),
        (hello(token=host.token), "hello was already said"),
        ('{"t":"act","seq":1,"action":99}', "there is no action 99"),
        ('{"t":"act","seq":2,"action":-1}', "there is no action -1"),
        ('{"t":"act","seq":3,"action":' + "9" * 3000 + "}", "there is no action"),
        ('{"t":"sit","seat":1,"name":"Eve"}', "you already have a seat"),
    ):
        await host.ws.send_str(word)
        told = await host.until("refused")
        assert says in told["says"], word[:40]
        assert told.get("seq") == (json.loads(word)["seq"] if '"seq":' in word and "no action" in says else None)
    await host.until("event")
    assert server.tables.metrics.rejected == 7
    assert server.tables.metrics.refused == 5


@served
async def test_a_frame_that_is_too_long_or_not_text_closes_only_that_connection(server):
    host = await server.make(game="piccolo", bots=True)
    await host.connect()
    invited = hello(invite=host.invite)
    _, code = await server.speak(host.table_id, invited, '{"t":"ping","c":' + "1" * 5000 + "}")
    assert code == 1009
    guest = await server.guest(host)
    await guest.ws.send_bytes(b"\0\1\2")
    assert (await guest.until("bye"))["says"] == "Only text is understood here."
    await host.until("event")
    assert server.tables.metrics.rejected == 2


def test_a_flood_closes_the_connection_politely(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "PER_S", 0.0)  # however slow this machine is, 200 messages are too many

    async def main():
        async with web_server(tmp_path, pace=5.0) as server:
            host = await server.make(game="piccolo", bots=True)
            await host.connect()
            guest = await server.guest(host)
            for _ in range(200):
                await guest.say(m.Ping(c=1.0))
            says = "Too many messages at once; wait a moment and come back."
            assert await guest.until("bye") == {"t": "bye", "says": says, "again": True}
            await host.until("event")
            assert server.tables.metrics.rejected >= 1

    asyncio.run(main())


@served
async def test_pings_are_answered_with_both_clocks(server):
    host = await server.make(game="piccolo")
    await host.connect()
    for c in (1.5, 1e300, -7):
        before = server.tables.clock.now()
        await host.say(m.Ping(c=c))
        pong = await host.until("pong")
        assert pong["c"] == c
        assert before <= pong["s"] <= server.tables.clock.now()


@served_at(pace=1.0)  # slow enough that nobody's time to decide runs out
async def test_actions_count_for_the_own_seat_and_a_repetition_is_ignored(server):
    host = await server.make(game="parrot", seats=2)
    await host.connect()
    guest = await server.guest(host)
    await guest.say(m.Sit(seat=1, name="Eve"))
    await guest.until("welcome")
    await host.say(m.Start())
    await host.until("welcome")
    await guest.until("welcome")
    choice = m.Act(seq=1, action=guest.legal[3])
    await guest.say(choice)
    told = await host.until("event")
    assert told["seat"] == 1, "whoever says it"
    await guest.until("event")
    await guest.say(choice)
    await guest.say(m.Ping(c=5))
    await guest.until("pong")
    assert not [told for told in guest.heard if told["t"] == "refused"]
    assert guest.number == told["n"]
    await guest.say(m.Act(seq=2, action=guest.legal[0] if guest.legal else 0))
    assert (await guest.until("refused"))["seq"] == 2


def test_a_connection_that_is_not_read_is_closed():
    async def main():
        connection = Connection(NoTables(FakeClock()), None)
        for _ in range(QUEUE + 50):
            connection._heard('{"t":"ping","c":1}')
        assert len(connection._queue) == QUEUE
        assert connection._closing == ("Your connection is too slow to keep up; come back when it is better.", True)

    asyncio.run(main())


def test_a_device_that_answers_no_ping_is_disconnected(tmp_path, monkeypatch):
    """A phone that is switched off says no goodbye."""
    monkeypatch.setattr(pings, "SILENT_MS", 300.0)
    monkeypatch.setattr(connection, "PING_S", 0.05)

    async def main():
        async with web_server(tmp_path) as server, asyncio.timeout(LONG):
            host = await server.make(game="parrot", public=True)
            deaf = await server.session.ws_connect(f"{server.address}/ws/{host.table_id}", autoping=False)
            await deaf.send_str(hello(token=host.token))
            pinged = 0
            while (message := await deaf.receive()).type in (WSMsgType.TEXT, WSMsgType.PING):
                pinged += message.type is WSMsgType.PING
            assert pinged > 1
            table = server.tables.open[host.table_id]
            while table.presence.listeners:
                await asyncio.sleep(0.01)

    asyncio.run(main())
