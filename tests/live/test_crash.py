"""kill -9 at random moments: nothing that anybody was told is lost, and every match is played to its end."""

import asyncio
import random
import sqlite3
from contextlib import closing

import aiohttp
import pytest
from tests.extent import ONCE, SOAK
from tests.live.conftest import SERVED
from tests.live.people import RandomPlayer, check_kept
from tests.live.serving import Server

from parlour.games import names

pytestmark = pytest.mark.usefixtures("games_ready")

GAMES = SERVED if ONCE else tuple(names())  # the server would compile any other while they wait
MATCHES = 200 if SOAK else 5
TOGETHER = 12 if SOAK else 5  # matches played at the same time
KILLS = 100 if SOAK else 4
EVENTS = (5, 1600) if SOAK else (40, 160)  # of all matches, between two kills; most matches have 100 to 500
PACE = 40
LEAST = 2.0  # kills that a match must survive on average, else this tests nothing
MINUTES = 60 if SOAK else 5


def test_nothing_that_was_told_is_lost_and_no_match_gets_stuck(tmp_path):
    file = tmp_path / "parlour.db"
    with Server(str(file), tmp_path, "--pace", str(PACE)) as server:
        people = asyncio.run(play_and_kill(server))
    assert len(people) == MATCHES
    assert sum(person.visits - 1 for person in people) >= LEAST * MATCHES
    assert "Traceback" not in server.said()
    with closing(sqlite3.connect(file)) as database:
        tables = database.execute("SELECT table_id, count(*), min(number), max(number) FROM events GROUP BY table_id")
        assert all(last - first + 1 == count for _, count, first, last in tables)
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def play_and_kill(server):
    async with asyncio.timeout(60 * MINUTES), aiohttp.ClientSession() as session:
        people = []
        waiting = iter(range(MATCHES))

        async def play_some():
            for number in waiting:
                person = await sit_down(session, server, number)
                people.append(person)
                await person.play()

        ended = asyncio.Event()
        async with asyncio.TaskGroup() as both:  # fails as well if the server does not start again
            both.create_task(kill_now_and_then(server, people, ended))
            await asyncio.gather(*(play_some() for _ in range(TOGETHER)))
            ended.set()
        for person in people:
            await check_kept(person)
        return people


async def sit_down(session, server, number):
    """Make a table; the games take turns."""
    game = GAMES[number % len(GAMES)]
    while True:
        try:
            return await RandomPlayer.sit_down(session, lambda: server.address, number, game=game, level="casual")
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(0.2)  # the server was killed just then: the table may exist, but nobody has its token


async def kill_now_and_then(server, people, ended):
    """Mostly during play, after some events of all tables together; every fourth time while the server still starts."""
    chance, polling = random.Random(5), random.Random(6)
    for number in range(KILLS):
        if number % 4 == 3:
            await asyncio.sleep(chance.uniform(0.0, 2.0))
        else:
            enough = sum(len(person.told) for person in people) + chance.randrange(*EVENTS)
            while sum(len(person.told) for person in people) < enough and not ended.is_set():
                await asyncio.sleep(polling.uniform(0.001, 0.05))
        if ended.is_set():
            break
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(chance.uniform(0.0, 0.3))
        await asyncio.to_thread(server.start)
