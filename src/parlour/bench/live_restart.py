"""How long people wait after a restart of the live server, when all of them come back at once (`parlour bench live`).

A server is stopped in the middle of its matches and started again. Every table has two people and two bots; the games
take turns. The people play random moves, faster than in real time, so that there is something to load.
"""

import asyncio
import contextlib
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import msgspec

from parlour.games import names
from parlour.kit import ParlourError
from parlour.live import messages as m

from .live_load import AT_ONCE, DATABASE, START_S, ServerProcess, make, server

PEOPLE = 2  # at each table
PACE = 10  # how many times faster than real time they play before the restart
EVERY_S = (0.1, 0.5)  # between two attempts to act
RINGS = 0.15  # how often a player who could do only one thing, such as ring, does it
RETRY_S = 0.2
LOST = (ParlourError, aiohttp.ClientError, OSError)  # a connection, because this machine is too busy
LIMIT_S = 5.0  # from the start of the process to the last welcome, with 200 tables


class Told(msgspec.Struct):
    """The parts of a server's message that a random player uses."""

    t: str
    seq: int = 0
    race: int = 0
    legal: list[int] | None = None
    token: str | None = None


decode = msgspec.json.Decoder(Told).decode


class SimulatedPerson:
    """Someone with a seat at a table, who makes random legal moves."""

    def __init__(self, session: aiohttp.ClientSession, made: m.Made, token: str | None, seed: str) -> None:
        self.session, self.made, self.token = session, made, token
        self.chance = random.Random(seed)
        self._ws: aiohttp.ClientWebSocketResponse | None = None
        self._legal: list[int] = []
        self._seq = 0

    async def connect(self, address: str) -> None:
        """Come to the table, and wait to be welcomed."""
        self._ws = await self.session.ws_connect(f"{address}/ws/{self.made.table}", max_msg_size=0)
        await self.say(m.Hello(version=m.VERSION, token=self.token, invite=self.made.invite))
        await self._until("welcome")

    async def sit(self, seat: int) -> None:
        await self.say(m.Sit(seat=seat, name=f"Guest {seat}"))
        self.token = (await self._until("token")).token

    async def say(self, message: m.FromClient) -> None:
        assert self._ws is not None
        await self._ws.send_str(m.encode(message).decode())

    async def _until(self, kind: str) -> Told:
        while (told := await self._next()).t != kind:
            pass
        return told

    async def _next(self) -> Told:
        assert self._ws is not None
        message = await self._ws.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ParlourError("The server closed a connection.")
        told = decode(message.data)
        if told.t in ("welcome", "event"):
            self._legal, self._seq = told.legal or [], max(self._seq, told.seq)
        return told

    async def play(self) -> None:
        """Play until cancelled, or disconnected; when a match is over, ask for another."""
        acting = asyncio.create_task(self._act_now_and_then())
        try:
            while True:
                told = await self._next()
                if told.t == "underway":
                    await self.say(m.Answer(race=told.race))
                elif told.t == "over":
                    await self.say(m.Rematch())
        except LOST:
            pass
        finally:
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    async def _act_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(*EVERY_S))
            if len(self._legal) > 1 or (self._legal and self.chance.random() < RINGS):
                self._seq += 1
                await self.say(m.Act(seq=self._seq, action=self.chance.choice(self._legal)))

    async def leave(self) -> None:
        if self._ws is not None:
            await self._ws.close()


@dataclass
class Restart:
    """What was measured. Times are in seconds, from the start of the process."""

    tables: int
    people: int
    events: int  # in the database, to be loaded
    open_s: float  # until the server listens
    first_s: float  # until the first welcome
    last_s: float  # until the last one
    cpu_s: float  # of the server until then, all threads
    load: float  # of the machine before, in cores


async def restart(tables: int, seconds: float, say: Callable[[str], None]) -> Restart:
    """Let people play for some seconds, restart the server, and measure how long they wait."""
    limits = aiohttp.ClientTimeout(total=None, sock_connect=START_S)
    connector = aiohttp.TCPConnector(limit=0)
    with tempfile.TemporaryDirectory(prefix="parlour-bench-") as place:
        folder, environment = Path(place), _with_bytecode(Path(place))
        async with aiohttp.ClientSession(connector=connector, timeout=limits) as session:
            async with server(folder, "--pace", str(PACE), environment=environment) as serving:
                say(f"{tables} tables: playing, before a restart")
                people = await _play(session, serving.address, tables, seconds)
            load = os.getloadavg()[0]  # noqa: TID251 - only where there is /proc
            began = time.perf_counter()
            async with server(folder, environment=environment) as serving:
                open_s = time.perf_counter() - began
                came = await asyncio.gather(*(_come_back(person, serving) for person in people))
                cpu_s = serving.cpu()
                for person in people:
                    await person.leave()
            waits = [at - began for at in came]
        return Restart(
            tables,
            len(people),
            _events_in(folder / DATABASE),
            round(open_s, 2),
            round(min(waits), 2),
            round(max(waits), 2),
            round(cpu_s, 2),
            round(load, 1),
        )


def _with_bytecode(folder: Path) -> dict[str, str]:
    """An installed server finds the bytecode that an earlier start has written, even if we were told to write none."""
    environment = dict(os.environ)
    if environment.pop("PYTHONDONTWRITEBYTECODE", None):
        environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    return environment


async def _play(session: aiohttp.ClientSession, address: str, tables: int, seconds: float) -> list[SimulatedPerson]:
    people: list[SimulatedPerson] = []
    playing: list[asyncio.Task[None]] = []
    numbers = iter(range(tables))
    games = list(names())

    async def some() -> None:
        for number in numbers:
            together: list[SimulatedPerson] = []
            while not together:
                with contextlib.suppress(*LOST):
                    together = await _sit_down(session, address, games[number % len(games)], number)
            people.extend(together)
            playing.extend(asyncio.create_task(person.play()) for person in together)

    try:
        await asyncio.gather(*(some() for _ in range(AT_ONCE)))
        await asyncio.sleep(seconds)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    for person in people:
        await person.leave()
    return people


async def _sit_down(session: aiohttp.ClientSession, address: str, game: str, number: int) -> list[SimulatedPerson]:
    """People at a new table, where a match begins."""
    made = await make(session, address, "Host", game, bots=False)
    people = [
        SimulatedPerson(session, made, made.token if seat == 0 else None, f"{number} {seat}") for seat in range(PEOPLE)
    ]
    for seat, person in enumerate(people):
        await person.connect(address)
        if seat > 0:
            await person.sit(seat)
    await people[0].say(m.Start())
    return people


async def _come_back(person: SimulatedPerson, serving: ServerProcess) -> float:
    while True:
        try:
            await person.connect(serving.address)
        except LOST:
            await asyncio.sleep(RETRY_S)
        else:
            return time.perf_counter()


def _events_in(file: Path) -> int:
    with contextlib.closing(sqlite3.connect(file)) as database:
        count: int = database.execute("SELECT count(*) FROM events").fetchone()[0]
        return count


def section(found: Restart) -> str:
    """The part of docs/speed-live.md about restarts."""
    return f"""
## After a restart

{found.tables} tables of all games, each with two people and two bots in the middle of a match; {found.events:,} events.
The server is stopped and started again, and all {found.people} people reconnect as soon as it listens. Load of the
machine before: {found.load:.1f}.

| | seconds |
| --- | ---: |
| until the server listens | {found.open_s:.1f} |
| until the first welcome | {found.first_s:.1f} |
| until the last welcome | {found.last_s:.1f} |
| CPU time of the server until then | {found.cpu_s:.1f} |

The limit is {LIMIT_S:.0f} s on two quiet cores. Nearly all of it is CPU time, of one thread after another, so on a busy
machine the CPU time says more: Python's imports, then the compiled games, then the tables.
"""
