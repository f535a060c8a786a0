"""The event loop as tables use it: real time and worker threads, and a store whose results arrive on the loop."""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from threading import Lock
from typing import Any

from parlour.kit import ParlourError

from .metrics import Metrics
from .store import EventRow, MatchRow, Store

SEARCH_THREADS = 2

logger = logging.getLogger("parlour.live")


class OwnThread:
    """A thread that does one piece of work after another. It does not keep the process from ending."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._work: SimpleQueue[tuple[Callable[[], Any], Callable[[Any], None]]] = SimpleQueue()
        threading.Thread(target=self._run, name="parlour-policy", daemon=True).start()

    def add(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self._work.put((work, then))

    def _run(self) -> None:
        while not self._loop.is_closed():
            work, then = self._work.get()
            try:
                answer = work()
                self._loop.call_soon_threadsafe(then, answer)
            except Exception:  # without an answer, whoever waits for it gives up after a while
                logger.exception("Work in a thread failed")


class LoopClock:
    """Real time in ms on the event loop; slow work runs in threads."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.threads = ThreadPoolExecutor(SEARCH_THREADS, thread_name_prefix="parlour-search")
        self._own: dict[object, OwnThread] = {}

    def now(self) -> float:
        return self.loop.time() * 1000

    def call_at(self, at: float, call: Callable[[], None]) -> Callable[[], None]:
        return self.loop.call_at(at / 1000, call).cancel

    def in_thread(self, work: Callable[[], Any], then: Callable[[Any], None], alone: object = None) -> None:
        if alone is not None:
            if alone not in self._own:
                self._own[alone] = OwnThread(self.loop)
            self._own[alone].add(work, then)
            return
        future = self.loop.run_in_executor(self.threads, work)
        future.add_done_callback(lambda done: None if done.cancelled() else then(done.result()))


class LoopStore:
    """A store whose writer thread hands its results over to the event loop."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop, metrics: Metrics) -> None:
        self.store = store
        self.loop = loop
        self.metrics = metrics
        self._answers: list[tuple[Callable[[ParlourError | None], None], ParlourError | None]] = []
        self._lock = Lock()

    def append(self, table: str, rows: list[EventRow], done: Callable[[ParlourError | None], None]) -> None:
        self.metrics.events += len(rows)
        self.store.append(table, rows, partial(self._hand_over, done))

    def _hand_over(self, done: Callable[[ParlourError | None], None], error: ParlourError | None) -> None:
        """Called in the writer thread. The loop is woken once for a whole commit, not for each row."""
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

    async def written(self, table: str) -> None:
        await self._committed(partial(self.store.append, table, []))

    async def touch(self, ids: list[str], at: float) -> None:
        """Mark tables as in use, and wait for the commit. No thread waits: after a restart everybody comes at once."""
        await self._committed(partial(self.store.touch, ids, at))

    async def _committed(self, write: Callable[[Callable[[ParlourError | None], None]], None]) -> None:
        answer: asyncio.Future[ParlourError | None] = self.loop.create_future()

        def done(error: ParlourError | None) -> None:
            if not answer.cancelled():
                answer.set_result(error)

        write(partial(self._hand_over, done))
        if (error := await answer) is not None:
            raise error

    def trim(self, table: str, before: int) -> None:
        self.store.trim(table, before)

    def note_table(self, id: str, public: bool, status: str, touched: float, summary: bytes) -> None:
        self.store.note_table(id, public, status, touched, summary)

    def keep_match(self, match: MatchRow) -> None:
        self.store.keep_match(match)
