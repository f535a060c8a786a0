"""All tables of one process: created, loaded after a restart, listed, and deleted when idle."""

import asyncio
import contextlib
import logging
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import msgspec

import parlour
from parlour.games import names
from parlour.kit import ParlourError

from . import events
from . import messages as m
from .doors import ID
from .event_loop import LoopClock, LoopStore
from .limits import RateLimiter
from .loading import load_table
from .metrics import Metrics
from .names import tidy_name
from .offered import Offered
from .parts import Part
from .preparing import Preparing
from .seats import checked_setup
from .services import Services
from .store import MatchRow, Store, TableRow
from .table import LiveTable
from .warm import CompileFailed

logger = logging.getLogger("parlour.live")

LOBBY = 100  # tables listed at most
STARTS = (60.0, 0.5)  # matches from one address, which may be a school's: a burst, and per second in the long run
SWEEP_S = 60.0
PROBE_S, PROBE_WAIT_S = 2.0, 3.0  # how often writing is tried at most, and how long to wait for the outcome
PREPARE_AFTER_S = 0.3
LOADING = 2  # tables that are loaded at the same time: more would only wait for each other, and for the event loop
LAG_S = 0.1  # how often the lag of the event loop is measured


@dataclass
class Settings:
    pace: float = 1.0
    idle_hours: float = 24.0  # a table that nobody has touched for this long is deleted, names included
    keep_days: float = 30.0  # how long finished matches are kept
    warm: bool = False  # compile everything at the start, not when it is first needed
    offered: Offered = field(default_factory=Offered)  # policies that players can choose as bots


class Tables:
    """The tables that this process has open."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.open: dict[str, LiveTable] = {}
        self.starts = RateLimiter(*STARTS, time.monotonic)  # matches that one address starts
        self._loop = asyncio.get_running_loop()
        self.clock = LoopClock(self._loop)
        self._loop_store = LoopStore(store, self._loop, self.metrics)
        self.games = Preparing()
        self._services = Services(
            self.clock, self._loop_store, time.time, self.metrics, settings.pace, self.games, settings.offered
        )
        self._threads = ThreadPoolExecutor(LOADING, thread_name_prefix="parlour-tables")
        self._probed = -PROBE_S  # when writing was last tried
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._tasks = [
            asyncio.create_task(self._sweep_forever()),
            asyncio.create_task(self._watch_lag()),
        ]
        if settings.warm:
            self._tasks.append(asyncio.create_task(self.games.everything(self._all_parts())))

    def _all_parts(self) -> set[Part]:
        """Everything that people can choose."""
        offered = self.settings.offered
        games = [parlour.game(name).rules for name in names()]
        return {part for rules in games for part in offered.parts(rules, offered.names(rules))}

    def stop_all(self) -> None:
        """The server is shutting down: stop every clock and ask everybody to reconnect."""
        for table in list(self.open.values()):
            if table.play is not None:
                table.play.stop()
            table.disconnect_all("The server is restarting; come back in a moment.")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.games.close()
        await self._loop.run_in_executor(None, self.store.close)

    # Tables

    async def make(self, wanted: m.NewTable) -> m.Made:
        seats, options = checked_setup(wanted.game, wanted.seats, wanted.options, wanted.level, self.settings.offered)
        tidy_name(wanted.name)
        if wanted.bots:
            rules = parlour.game(wanted.game).rules
            await self.games.ready(self.settings.offered.parts(rules, [wanted.level]))
        invite = secrets.token_urlsafe(12)
        made = events.TableMade(
            wanted.game, seats, options, wanted.public, wanted.rated, wanted.level, invite, wanted.tempo
        )
        id = secrets.token_urlsafe(9)
        table = LiveTable(id, made.setup, self._services, self._lost)
        now = time.time()
        self.store.make_table(
            TableRow(id, made.game, made.public, "open", now, now, msgspec.json.encode(table.listed()))
        )
        table.log.write(made)
        self.open[id] = table
        # The page is drawn first: a compiler started at the same moment would make it wait.
        self._loop.call_later(PREPARE_AFTER_S, table.starting.prepare)
        token = table.sit(0, wanted.name, wanted.colour)
        if wanted.bots:
            table.start()
        await self.written(id)
        return m.Made(table=id, token=token, invite=invite)

    async def written(self, id: str) -> None:
        """Wait until all events of a table are in the database."""
        await self._loop_store.written(id)

    def _lost(self, table: LiveTable) -> None:
        if self.open.get(table.id) is table:  # else the table has been loaded again since
            del self.open[table.id]

    async def find(self, id: str) -> LiveTable | None:
        """A table, from memory or from its events."""
        if not ID.fullmatch(id):
            return None
        table = self.open.get(id)
        if table is not None and table.presence.listeners:
            return table
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable | None:
        row = await self._loop.run_in_executor(self._threads, self.store.table, id)
        if row is not None:  # touch it before reading on, so that no process deletes it meanwhile
            await self._loop_store.touch([id], time.time())
        table = self.open.get(id)
        if table is not None:  # nobody is connected here: another process may have continued it since
            newer = await self._loop.run_in_executor(self._threads, self.store.rows, id, table.log.number)
            if table.presence.listeners or (row is not None and not newer and self.open.get(id) is table):
                return table
            table.let_go()
        if row is None:
            return None
        game = msgspec.json.decode(row.summary, type=m.Listed).game  # the row has the first game of the table
        await self.games.ready([Part(game)])
        table = await self._loop.run_in_executor(self._threads, self._rebuild, id)  # because a long match takes a while
        if table is None:
            return None
        if table.status in ("playing", "paused"):
            with contextlib.suppress(CompileFailed):  # it has been logged; another bot plays
                await self.games.ready(table.starting.parts)
        await self._loop.run_in_executor(self._threads, table.play_on)
        self.open[id] = table
        table.starting.prepare()
        table.stop_old_match()
        table.finish_if_over()
        return table

    def _rebuild(self, id: str) -> LiveTable | None:
        """A table from its events; None if it was deleted."""
        rows = self.store.claim(id)
        return load_table(id, rows, self._services, self._lost) if rows else None

    async def problem(self) -> str | None:
        """Why nothing can be saved now; None if all is well. Writing is tried now and then, however many ask."""
        now = self._loop.time()
        if now - self._probed >= PROBE_S:
            self._probed = now
            self.store.probe()
            while self.store.writing and self._loop.time() < now + PROBE_WAIT_S:
                await asyncio.sleep(0.01)
        return self.store.problem

    async def lobby(self) -> list[m.Listed]:
        rows = await self._loop.run_in_executor(None, self.store.lobby, LOBBY)
        return [msgspec.json.decode(row.summary, type=m.Listed) for row in rows]

    async def match(self, id: str) -> MatchRow | None:
        if not ID.fullmatch(id):
            return None
        return await self._loop.run_in_executor(None, self.store.match, id)

    def metrics_text(self) -> str:
        tables = list(self.open.values())
        playing = sum(table.status == "playing" for table in tables)
        sockets = sum(len(table.presence.listeners) for table in tables)
        return self.metrics.text(len(tables), playing, sockets)

    # Housekeeping

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(self._between_sweeps)
            try:
                await self.sweep()
            except ParlourError as error:
                logger.warning("Idle tables and old matches could not be deleted: %s", error)

    @property
    def _between_sweeps(self) -> float:
        """Seconds between sweeps: short enough that a table in use never looks idle."""
        return min(SWEEP_S, 3600 * self.settings.idle_hours / 4)

    async def sweep(self) -> None:
        """Delete idle tables, names included, and old matches.

        Every process does this for all tables, so those in use here are marked in the database first.
        """
        now = time.time()
        for id, table in list(self.open.items()):
            unused = not table.presence.listeners and now - table.log.touched > self._between_sweeps
            if unused and table.log.settled:
                del self.open[id]  # it stays in the database
        if in_use := [id for id, table in self.open.items() if table.presence.listeners]:
            await self._loop_store.touch(in_use, now)
        idle = now - 3600 * self.settings.idle_hours
        for id in await self._loop.run_in_executor(None, self.store.expired, idle):
            await self._loop.run_in_executor(None, self.store.delete_table, id, idle)
        await self._loop.run_in_executor(None, self.store.forget_matches, now - 86400 * self.settings.keep_days)

    async def _watch_lag(self) -> None:
        """Measure how late the event loop is."""
        while True:
            before = self._loop.time()
            await asyncio.sleep(LAG_S)
            self.metrics.lagged(max(0.0, 1000 * (self._loop.time() - before - LAG_S)))
