"""All tables of one process: made, found again after a restart, listed, and cleared away when nobody comes back."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

import msgspec

import parlour
from parlour.bots import bots_of
from parlour.games import names
from parlour.kit import BadInput, Choice, Number, Option, ParlourError, PerSeat
from parlour.kit import Table as TableOption

from . import messages as m
from .seats import Counts, Setup, checked_name, checked_setup
from .store import MatchRow, Row, Store, TableRow
from .table import LiveTable
from .warm import make_ready

logger = logging.getLogger("parlour.live")

LOBBY = 100  # lines
SWEEP_S = 60.0


@dataclass
class Settings:
    pace: float = 1.0
    idle_hours: float = 24.0  # a table that nobody has touched for so long is deleted, names included
    keep_days: float = 30.0  # finished matches
    warm: bool = True  # compile all games at the start, not only when somebody wants to play one


class LoopClock:
    """Real time on the event loop; long work in threads."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.threads = ThreadPoolExecutor(2, thread_name_prefix="parlour-search")

    def now(self) -> float:
        return self.loop.time() * 1000

    def later(self, at: float, call: Callable[[], None]) -> Callable[[], None]:
        return self.loop.call_at(at / 1000, call).cancel

    def elsewhere(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        future = self.loop.run_in_executor(self.threads, work)
        future.add_done_callback(lambda done: None if done.cancelled() else then(done.result()))


class Ledger:
    """The store, as tables use it: what its thread answers is handed to the event loop."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop, counts: Counts) -> None:
        self.store = store
        self.loop = loop
        self.counts = counts
        self._answers: list[tuple[Callable[[ParlourError | None], None], ParlourError | None]] = []
        self._lock = Lock()

    def append(self, table: str, rows: list[Row], done: Callable[[ParlourError | None], None]) -> None:
        self.counts.events += len(rows)
        self.store.append(table, rows, lambda error: self._hand_over(done, error))

    def _hand_over(self, done: Callable[[ParlourError | None], None], error: ParlourError | None) -> None:
        """From the store's thread. The loop is woken once for all that a commit brings, not for each row."""
        with self._lock:
            first = not self._answers
            self._answers.append((done, error))
        if first and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        with self._lock:
            answers, self._answers = self._answers, []
        for done, error in answers:
            self.loop.call_soon(done, error)

    def note_table(self, id: str, status: str, touched: float, summary: bytes) -> None:
        self.store.note_table(id, status=status, touched=touched, summary=summary)

    def keep_match(self, match: MatchRow) -> None:
        self.store.keep_match(match)


class House:
    """The tables this process has."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.counts = Counts()
        self.tables: dict[str, LiveTable] = {}
        self._loop = asyncio.get_running_loop()
        self.clock = LoopClock(self._loop)
        self._ledger = Ledger(store, self._loop, self.counts)
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._tasks = [
            asyncio.create_task(self._sweep_for_ever()),
            asyncio.create_task(self._watch_lag()),
        ]
        if settings.warm:
            self._tasks.append(asyncio.create_task(self._warm_all()))

    def say_goodbye(self) -> None:
        """The server ends: no clock runs on, and everybody is told to come back."""
        for table in list(self.tables.values()):
            if table.play is not None:
                table.play.stop()
            for listener in list(table.listeners):
                listener.close("The server is being restarted; come back in a moment.", again=True)

    async def close(self) -> None:
        for task in (*self._tasks, *self._warming.values()):
            task.cancel()
        await self._loop.run_in_executor(None, self.store.close)

    # Games

    async def _warm_all(self) -> None:
        for name in names():
            await self.ready(name)

    async def ready(self, game: str) -> None:
        """Wait until a game can be played without a pause."""
        parlour.game(game)  # an unknown game is refused here
        if game not in self._warming:
            self._warming[game] = asyncio.create_task(make_ready(game))
        await asyncio.shield(self._warming[game])

    # Tables

    async def make(self, wanted: m.NewTable) -> m.Made:
        seats, options = checked_setup(wanted.game, wanted.seats, wanted.options, wanted.level)
        checked_name(wanted.name)
        await self.ready(wanted.game)
        setup = Setup(wanted.game, seats, options, wanted.public, wanted.rated, wanted.level, secrets.token_urlsafe(12))
        id = secrets.token_urlsafe(9)
        table = self._table(id, setup)
        now = time.time()
        self.store.make_table(
            TableRow(id, setup.game, setup.public, "open", now, now, msgspec.json.encode(table.listed()))
        )
        table.write("made", setup)
        self.tables[id] = table
        token = table.sit(0, wanted.name, wanted.colour)
        if wanted.bots:
            table.start()
        await self._written(id)
        return m.Made(table=id, token=token, invite=setup.invite)

    async def _written(self, id: str) -> None:
        """Wait until all that has happened at a table is in the database."""
        written: asyncio.Future[ParlourError | None] = self._loop.create_future()

        def done(error: ParlourError | None) -> None:
            if not written.cancelled():  # nobody waits any more
                written.set_result(error)

        self._ledger.append(id, [], done)
        error = await written
        if error is not None:
            raise error

    def _table(self, id: str, setup: Setup) -> LiveTable:
        return LiveTable(id, setup, self.clock, self._ledger, time.time, self._dropped, self.counts, self.settings.pace)

    def _dropped(self, table: LiveTable) -> None:
        if self.tables.get(table.id) is table:  # else it is known already, and the table was opened anew
            del self.tables[table.id]

    async def find(self, id: str) -> LiveTable | None:
        """A table, from memory or from its events."""
        table = self.tables.get(id)
        if table is not None and table.listeners:
            return table
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable | None:
        row = await self._loop.run_in_executor(None, self.store.table, id)
        if row is not None:  # touched before it is read on: nobody clears it away from now on
            await self._loop.run_in_executor(None, self.store.touch, [id], time.time())
        table = self.tables.get(id)
        if table is not None:  # nobody is at it here: it may have been played on in another process since
            newer = await self._loop.run_in_executor(None, self.store.rows, id, table.number)
            if table.listeners or (row is not None and not newer and self.tables.get(id) is table):
                return table
            table.let_go()
        if row is None:
            return None
        await self.ready(row.game)
        rows = await self._loop.run_in_executor(None, self.store.claim, id)
        if not rows:
            return None
        load = partial(LiveTable.load, row, rows, self.clock, self._ledger, time.time, self._dropped, self.counts)
        table = await self._loop.run_in_executor(None, load, self.settings.pace)  # a long match takes a while
        self.tables[id] = table
        table.stop_old_match()
        table.end_what_is_over()
        return table

    async def lobby(self) -> list[m.Listed]:
        rows = await self._loop.run_in_executor(None, self.store.lobby, LOBBY)
        return [msgspec.json.decode(row.summary, type=m.Listed) for row in rows]

    async def match(self, id: str) -> MatchRow | None:
        return await self._loop.run_in_executor(None, self.store.match, id)

    # Housekeeping

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._between_sweeps)
            try:
                await self.sweep()
            except ParlourError as error:
                logger.warning("nothing was cleared away: %s", error)

    @property
    def _between_sweeps(self) -> float:
        """Often enough that a table that is in use never looks idle."""
        return min(SWEEP_S, 3600 * self.settings.idle_hours / 4)

    async def sweep(self) -> None:
        """Idle tables go, names and all; old matches too. Tables that somebody is at are no idle ones, and all
        processes are told so, each of which may clear away whatever nobody has touched."""
        now = time.time()
        for id, table in list(self.tables.items()):
            if not table.listeners and now - table.touched > self._between_sweeps and table.settled:
                del self.tables[id]  # it sleeps in the database
        if in_use := [id for id, table in self.tables.items() if table.listeners]:
            await self._loop.run_in_executor(None, self.store.touch, in_use, now)
        idle = now - 3600 * self.settings.idle_hours
        for id in await self._loop.run_in_executor(None, self.store.expired, idle):
            await self._loop.run_in_executor(None, self.store.delete_table, id, idle)
        await self._loop.run_in_executor(None, self.store.forget_matches, now - 86400 * self.settings.keep_days)

    async def _watch_lag(self) -> None:
        """How late the loop is, ten times a second: it should never be."""
        while True:
            before = self._loop.time()
            await asyncio.sleep(0.1)
            lags = self.counts.lag_ms
            lags.append(max(0.0, 1000 * (self._loop.time() - before - 0.1)))
            del lags[:-600]


def games() -> list[m.GameNow]:
    """What can be played here, as data for a page."""
    found = []
    for name in names():
        rules = parlour.game(name).rules
        bots = bots_of(rules)
        found.append(
            m.GameNow(
                name=name,
                title=rules.title,
                least=rules.min_seats,
                most=rules.max_seats,
                usual=bots.usual_seats,
                options=[_option(option) for option in rules.options],
                bots={level: bots.characters.get(level, "plays any legal move") for level in bots.names},
                lowest_wins=rules.lowest_wins,
                real_time=rules.idle > 0,
            )
        )
    return found


def _option(option: Option) -> m.OptionNow:
    shared: dict[str, Any] = {
        "name": option.name,
        "says": option.says,
        "rules": list(option.rules),
        "default": option.default,
    }
    if isinstance(option, Choice):
        return m.OptionNow(kind="choice", values=list(option.values), **shared)
    if isinstance(option, PerSeat):
        return m.OptionNow(kind="perseat", low=option.low, high=option.high, **shared)
    if isinstance(option, Number):
        return m.OptionNow(kind="number", low=option.low, high=option.high, **shared)
    if isinstance(option, TableOption):
        return m.OptionNow(kind="table", values=list(option.named), **shared)
    raise BadInput(f"the option {option.name} is of a kind that no page knows")
