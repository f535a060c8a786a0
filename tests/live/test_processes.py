"""Two processes and one PostgreSQL: a table continues in the other, nothing is lost, and it is never owned twice."""

import asyncio

import aiohttp
import psycopg
import pytest
from tests.extent import SOAK
from tests.live.client import Client
from tests.live.people import RandomPlayer, check_kept
from tests.live.serving import Server

pytestmark = pytest.mark.usefixtures("games_ready")

PACE = 40
GAMES = ("parrot", "piccolo", "confetti")
TABLES = 12 if SOAK else 3
SECONDS = 300


def events_of(url, table):
    """The numbers of all events of a table, as they are in the database."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT number FROM events WHERE table_id = %s ORDER BY number", (table,))
        return [number for (number,) in found]


@pytest.mark.deep
def test_when_the_owner_is_killed_tables_go_on_at_the_other(postgres, tmp_path):
    with (
        Server(postgres, tmp_path, "--pace", str(PACE)) as one,
        Server(postgres, tmp_path, "--pace", str(PACE)) as other,
    ):
        people = asyncio.run(kill_the_owner(one, other))
        for person in people:
            assert person.visits > 1
            numbers = events_of(postgres, person.table_id)
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert "Traceback" not in one.said() + other.said()


async def kill_the_owner(one, other):
    """People reconnect to the process that is left, as through a proxy."""

    def where():
        return other.address if one.down else one.address

    async with asyncio.timeout(SECONDS), aiohttp.ClientSession() as session:
        people = [
            await RandomPlayer.sit_down(session, where, number, game=GAMES[number % len(GAMES)])
            for number in range(TABLES)
        ]
        playing = asyncio.gather(*(person.play() for person in people))
        while any(len(person.told) < 10 for person in people):
            await asyncio.sleep(0.05)
        before = [person.number for person in people]
        await asyncio.to_thread(one.kill)
        await playing
        assert all(person.number > number for person, number in zip(people, before, strict=True))
        for person in people:
            await check_kept(person)
        return people


def test_a_table_is_never_owned_twice(postgres, tmp_path):
    """A player connects to the wrong process: one of the two has to drop the table, and says so."""
    with Server(postgres, tmp_path) as one, Server(postgres, tmp_path) as other:
        table, kept = asyncio.run(play_at_both(one, other))
        numbers = events_of(postgres, table)
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert {number: heard for number, heard in kept[0].items() if number in kept[1]} == {
            number: heard for number, heard in kept[1].items() if number in kept[0]
        }
        assert "Traceback" not in one.said() + other.said()


async def play_at_both(one, other):
    async with asyncio.timeout(SECONDS), aiohttp.ClientSession() as session:
        here = await Client.make(session, one.address, game="piccolo", public=True, bots=True)
        await here.connect()
        await here.until("event")
        there = Client(session, other.address, here.table_id)
        await there.connect()  # a spectator at the other process, which therefore continues the table
        told = await first_bye(here, there)
        assert told["again"]
        for client in (here, there):
            client.base = other.address
            await client.ws.close()
            await client.connect()  # now both are at the same process
        number = max(here.number, there.number)
        while min(here.number, there.number) < number + 5:
            await asyncio.gather(here.until("event"), there.until("event"))
        await asyncio.gather(here.close(), there.close())
        return here.table_id, [heard_by(client) for client in (here, there)]


async def first_bye(*clients):
    """The first `bye` that a client receives. The other client plays on."""
    waiting = [asyncio.create_task(client.until("bye")) for client in clients]
    done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    return done.pop().result()


def heard_by(client):
    """What a client was told of each event of the match, apart from what only its own seat may know."""
    return {
        told["n"]: (told["ms"], told.get("seat"), told.get("action"), told["at"])
        for told in client.heard
        if told["t"] == "event"
    }
