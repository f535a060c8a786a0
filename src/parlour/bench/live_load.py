"""Load test of the live server: how many tables can one process serve? (`parlour bench live`)

The server is a separate process, run as in production: SQLite in a file, every event on disk before it is sent to
anybody. This process simulates one player at each table, who flips on their turn, watches for fives and rings, and asks
for a rematch when a match is over. Bots have the other seats.
"""

import asyncio
import contextlib
import math
import mmap
import os
import platform
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from parlour.kit import ParlourError
from parlour.live import messages as m
from parlour.live.view_diff import apply

GAME, SEATS, LEVEL = "piccolo", 4, "casual"
FLIP, RING = 0, 1
PACE_MS, PACE_SPREAD = 1250.0, 0.2  # time until a player flips, like a casual bot's
REACTION_MS, SPREAD_MS, QUICKEST_MS = 650.0, 130.0, 250.0
DATABASE = "bench.db"
AT_ONCE = 20  # tables being made at the same time
START_S = 300.0  # time for the server to start and to compile the game

VERDICT_MS, LAG_MS, TABLE_KIB = 30.0, 10.0, 200.0  # the limits at 1,000 tables


class ServerMessage(msgspec.Struct):
    """The parts of a server's message that a simulated player uses."""

    t: str
    at: float = 0.0
    now: float = 0.0
    race: int = 0
    change: Any = None
    view: Any = None
    table: Any = None
    you: int | None = None
    reveal: bool | int | None = False  # of an event; in a race, the event it was about


decode = msgspec.json.Decoder(ServerMessage).decode


class LoadPlayer:
    """A simulated player at one table."""

    def __init__(self, session: aiohttp.ClientSession, base: str, made: m.Made, chance: random.Random) -> None:
        self.session, self.base, self.made, self.chance = session, base, made, chance
        self.events = self.rings = self.matches = 0
        self._view: Any = None
        self._you: int | None = None
        self._ahead = 0.0  # of the server's clock, compared with ours
        self._seq = 0
        self._next: asyncio.TimerHandle | None = None
        self._ws: aiohttp.ClientWebSocketResponse | None = None
        self._saying: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Play until cancelled."""
        url = f"{self.base}/ws/{self.made.table}"
        async with self.session.ws_connect(url, max_msg_size=0, compress=15) as ws:
            self._ws = ws
            await ws.send_str(m.encode(m.Hello(version=m.VERSION, token=self.made.token)).decode())
            try:
                async for message in ws:
                    if message.type is aiohttp.WSMsgType.TEXT:
                        self._heard(decode(message.data))
            finally:
                self._plan_nothing()
        raise ParlourError("The server closed a connection during play.")

    def _say(self, message: m.FromClient) -> None:
        task = asyncio.create_task(self._send(m.encode(message).decode()))
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def _send(self, text: str) -> None:
        assert self._ws is not None
        with contextlib.suppress(ConnectionError):  # `play` will notice
            await self._ws.send_str(text)

    def _heard(self, told: ServerMessage) -> None:
        if told.t == "event":
            self.events += 1
            self._view = apply(self._view, told.change or [])
            self._think(told.at if told.reveal else 0.0)
        elif told.t == "welcome":
            self._you, self._view = told.you, told.view
            self._ahead = told.now - _now()
            self._think(0.0)
        elif told.t == "underway":
            self._say(m.Answer(race=told.race))
        elif told.t == "over":
            self.matches += 1
            self._say(m.Rematch())
        elif told.t == "bye":
            raise ParlourError("The server disconnected a player during play.")

    def _think(self, at: float) -> None:
        """Something has changed: ring at a five, or flip on our turn. `at` is when the new card is shown."""
        self._plan_nothing()
        view = self._view
        if view is None or view["ending"] is not None or not view["seats"][self._you]["playing"]:
            return
        seen = max(at - self._ahead, _now())
        if view["result"] is None and is_five(view):
            self._later(seen + max(self.chance.gauss(REACTION_MS, SPREAD_MS), QUICKEST_MS), RING)
        elif view["turn"] == self._you:
            shown = max(view["pace"]["may_flip_at"] - view["pace"]["clock"], 0)
            self._later(seen + max(shown, PACE_MS * math.exp(self.chance.gauss(0, PACE_SPREAD))), FLIP)

    def _plan_nothing(self) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _later(self, at: float, action: int) -> None:
        self._next = asyncio.get_running_loop().call_at(at / 1000, self._act, action)

    def _act(self, action: int) -> None:
        self._next = None
        self._seq += 1
        self.rings += action == RING
        self._say(m.Act(seq=self._seq, action=action))


def _now() -> float:
    return asyncio.get_running_loop().time() * 1000


def is_five(view: dict[str, Any]) -> bool:
    """True if exactly five of a fruit are in view."""
    sums: dict[str, int] = {}
    for seat in view["seats"]:
        if seat["top"] is not None:
            sums[seat["top"]["fruit"]] = sums.get(seat["top"]["fruit"], 0) + seat["top"]["amount"]
    return 5 in sums.values()


@dataclass
class Measurement:
    """The figures for one number of tables."""

    tables: int
    seconds: float
    events: float  # per second
    races: float  # per second
    verdict_ms: float  # p99 of the delay beyond what the fair bell needs
    lag_ms: float  # p99 of the event loop's lag
    cpu: float  # share of one core, all threads of the server
    kib: float  # memory per table
    clients_cpu: float  # share of one core used by the simulated players
    load: float  # of the machine before the server started, in cores

    @property
    def enough(self) -> bool:
        return self.verdict_ms <= VERDICT_MS and self.lag_ms < LAG_MS and self.kib < TABLE_KIB


class ServerProcess:
    """A running `parlour serve`."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process, self.address = process, address

    def cpu(self) -> float:
        """Seconds of CPU time so far."""
        return _cpu(self.process.pid)

    def memory(self) -> int:
        """Resident memory in bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8").split()[1]) * mmap.PAGESIZE


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _ticks_per_second()


def _ticks_per_second() -> int:
    return os.sysconf("SC_CLK_TCK")  # noqa: TID251 - only where there is /proc


@contextlib.asynccontextmanager
async def server(
    folder: Path, *options: str, environment: dict[str, str] | None = None
) -> AsyncIterator[ServerProcess]:
    """Runs until the end of the block, with the database in this folder."""
    words = ["serve", "--no-warm", "--port", "0", "--database", str(folder / DATABASE), *options]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from parlour.cli import main; main()",
        *words,
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None
    try:
        first = await asyncio.wait_for(process.stdout.readline(), START_S)
        found = re.search(rb"http://localhost:(\d+)", first)
        if found is None:
            raise ParlourError("The server did not start.")
        yield ServerProcess(process, f"http://127.0.0.1:{int(found[1])}")
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def measure(tables: int, seconds: float, settle: float, say: Callable[[str], None]) -> Measurement:
    """Measure for the given time, beginning `settle` seconds after play has started at all tables."""
    load = os.getloadavg()[0]  # noqa: TID251 - only where there is /proc
    connector, limits = aiohttp.TCPConnector(limit=0), aiohttp.ClientTimeout(total=START_S)
    with tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder:
        async with (
            server(Path(folder)) as serving,
            aiohttp.ClientSession(connector=connector, timeout=limits) as session,
        ):
            await make(session, serving.address, "first")  # compiles the game: its memory is the empty server's
            await asyncio.sleep(1)
            empty = serving.memory()
            say(f"{tables} tables: starting")
            people: list[LoadPlayer] = []
            playing: list[asyncio.Task[None]] = []
            try:
                await _sit_down(session, serving.address, tables, people, playing)
                say(f"{tables} tables: playing")
                await asyncio.sleep(settle)
                found = await _watch(session, serving, people, playing, seconds, empty)
                return replace(found, load=round(load, 1))
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)


async def make(session: aiohttp.ClientSession, base: str, name: str, game: str = GAME, bots: bool = True) -> m.Made:
    wanted = m.NewTable(game=game, name=name, seats=SEATS, level=LEVEL, bots=bots)
    async with session.post(f"{base}/api/tables", data=msgspec.json.encode(wanted)) as answer:
        if answer.status != 200:
            raise ParlourError(f"The server did not make a table (status {answer.status}).")
        return msgspec.json.decode(await answer.read(), type=m.Made)


async def _sit_down(
    session: aiohttp.ClientSession, base: str, tables: int, people: list[LoadPlayer], playing: list[asyncio.Task[None]]
) -> None:
    """Start the tables one after another, as fast as the server makes them."""
    numbers = iter(range(tables))

    async def some() -> None:
        for number in numbers:
            person = LoadPlayer(session, base, await make(session, base, f"P{number}"), random.Random(number))
            people.append(person)
            playing.append(asyncio.create_task(person.play()))

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def _watch(
    session: aiohttp.ClientSession,
    serving: ServerProcess,
    people: Sequence[LoadPlayer],
    playing: Sequence[asyncio.Task[None]],
    seconds: float,
    empty: int,
) -> Measurement:
    before = await _metrics(session, serving.address)
    began, cpu, own = time.perf_counter(), serving.cpu(), time.process_time()
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
    took = time.perf_counter() - began
    cpu, own = serving.cpu() - cpu, time.process_time() - own
    after = await _metrics(session, serving.address)
    if not all(person.events for person in people):
        raise ParlourError("Nothing happened at some tables: the server cannot keep up, or the time is too short.")

    def rate(name: str) -> float:
        return (after[name] - before[name]) / took

    return Measurement(
        tables=len(people),
        seconds=round(took, 1),
        events=round(rate("parlour_events_total"), 1),
        races=round(rate("parlour_races_total"), 1),
        verdict_ms=round(after['parlour_verdict_delay_ms{quantile="0.99"}'], 1),
        lag_ms=round(after['parlour_loop_lag_ms{quantile="0.99"}'], 1),
        cpu=round(cpu / took, 3),
        kib=round((serving.memory() - empty) / 1024 / len(people), 1),
        clients_cpu=round(own / took, 3),
        load=0.0,
    )


async def _metrics(session: aiohttp.ClientSession, base: str) -> dict[str, float]:
    async with session.get(f"{base}/metrics") as answer:
        lines = (await answer.text()).splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def bench(sizes: Sequence[int], seconds: float, settle: float, say: Callable[[str], None]) -> list[Measurement]:
    """Measure several numbers of tables, each with a new server."""
    if not Path("/proc/self/statm").exists():
        raise ParlourError("The server's CPU time and memory are read from /proc, which this system does not have.")
    return [asyncio.run(measure(tables, seconds, settle, say)) for tables in sizes]


# Reports

HEAD = (
    "tables and players",
    "events per second",
    "races per second",
    "verdict p99, ms",
    "loop lag p99, ms",
    "CPU, of one core",
    "KiB per table",
)


def rows(found: Sequence[Measurement]) -> list[tuple[str, ...]]:
    return [
        (
            f"{each.tables:,}",
            f"{each.events:,.0f}",
            f"{each.races:,.0f}",
            f"{each.verdict_ms:.1f}",
            f"{each.lag_ms:.1f}",
            f"{100 * each.cpu:.0f} %",
            f"{each.kib:.0f}",
        )
        for each in found
    ]


def page(found: Sequence[Measurement], restarted: str = "") -> str:
    """docs/speed-live.md; `restarted` is the section about restarts."""
    table = [HEAD, tuple("---:" for _ in HEAD), *rows(found)]
    lines = "\n".join("| " + " | ".join(cells) + " |" for cells in table)
    clients = ", ".join(f"{100 * each.clients_cpu:.0f} %" for each in found)
    return PAGE_TEXT.format(
        machine=f"{platform.machine()}, {os.cpu_count()} cores; Python {platform.python_version()}",
        seconds=f"{found[0].seconds:.0f}",
        load=f"{found[0].load:.1f}",
        table=lines,
        clients=clients,
        verdict=f"{VERDICT_MS:.0f}",
        lag=f"{LAG_MS:.0f}",
        kib=f"{TABLE_KIB:.0f}",
        restarted=restarted,
    )


PAGE_TEXT = """<!-- Made by `parlour bench live --out docs/speed-live.md`. -->

# How many tables one process carries

{machine}; load of the machine before it began: {load}.

One `parlour serve` with SQLite on disk, every event committed before anybody hears of it; four-seat Piccolo at the
default pace, casual bots in three seats, and one simulated player at each table, run by another process: they flip on
their turn, ring at fives with human reaction times and ask for a rematch. Measured for {seconds} s each, after play had
started at all tables.

{table}

- *Verdict*: from the moment at which the fair bell knows enough to judge until the verdict is in the database and on
  its way. The limit at 1,000 tables is {verdict} ms.
- *Loop lag*: how late the event loop is, measured ten times a second. The limit is {lag} ms.
- *CPU*: all threads of the server, including the database writer. The simulated players took {clients} of a core.
- *KiB per table*: growth of the server's resident memory, for each table with its match, its bots and its socket. The
  limit is {kib}.

`parlour_verdict_delay_ms` and `parlour_loop_lag_ms` in `/metrics` are the same figures for your own server.
{restarted}"""
