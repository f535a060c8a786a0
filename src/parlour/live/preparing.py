"""Compiles what tables need (`parts.py`), and tells the tables how far it has got. What somebody is waiting for comes
first."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial

import parlour

from .parts import GAME, Part, in_order
from .warm import CompileFailed, make_ready, progress_of

POLL_S = 0.2
PROCESSES = 2  # that compile at the same time

logger = logging.getLogger("parlour.live")

Told = Callable[[Part, str | None], None]
NOT_COMPILED = "This game could not be prepared; the problem has been logged."
NO_BOT = "This bot could not be prepared; choose another one. The problem has been logged."


class Preparing:
    """The parts of all games in one process: compiled, being compiled, or not needed so far."""

    def __init__(self) -> None:
        self._tasks: dict[Part, asyncio.Task[None]] = {}
        self._known: dict[Part, float] = {}  # progress of what is being compiled
        self._told: dict[Part, list[Told]] = {}
        self._ahead: Part | None = None  # what is being compiled although nobody waits for it
        self._slots = asyncio.Semaphore(PROCESSES)

    def progress(self, part: Part) -> float | None:
        """How much of a part is compiled, from 0 to 1; None: it is ready."""
        task = self._tasks.get(part)
        return None if task is not None and _succeeded(task) else self._known.get(part, 0.0)

    def prepare(self, part: Part, told: Told) -> None:
        """Compile a part if necessary. `told` is called whenever its progress changes, the last time when it is ready;
        if that fails, with a sentence for players."""
        if self.progress(part) is not None:
            listeners = self._told.setdefault(part, [])
            if told not in listeners:
                listeners.append(told)
            self._want(part)

    async def ready(self, parts: Iterable[Part]) -> None:
        """Wait until all of this is compiled. Raises BadInput for an unknown game, and CompileFailed."""
        for part in in_order(parts):
            parlour.game(part.game)
            try:
                await asyncio.shield(self._want(part))
            except CompileFailed:  # which has been logged
                raise CompileFailed(problem_with(part)) from None

    async def everything(self, parts: Iterable[Part]) -> None:
        """Compile all of this, one part after another, while nobody waits for one."""
        waiting = in_order(parts)
        while waiting:
            if others := [task for task in self._tasks.values() if not task.done()]:
                await asyncio.wait(others)
                continue
            self._ahead = waiting[0]
            task = self._start(waiting[0])
            await asyncio.wait([task])
            self._ahead = None
            if not task.cancelled():
                waiting.pop(0)

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    def _want(self, part: Part) -> asyncio.Task[None]:
        if self._ahead is not None and self._ahead not in (part, Part(part.game)):
            self._tasks[self._ahead].cancel()  # `everything` tries again later
        self._ahead = None
        return self._start(part)

    def _start(self, part: Part) -> asyncio.Task[None]:
        if part not in self._tasks:
            self._known[part] = 0.0
            self._tasks[part] = asyncio.create_task(self._compile(part))
            self._tasks[part].add_done_callback(partial(self._ended, part))
        return self._tasks[part]

    async def _compile(self, part: Part) -> None:
        if part.kind != GAME:  # bots are compiled on top of their game
            try:
                await asyncio.shield(self._start(Part(part.game)))
            except asyncio.CancelledError:
                raise
            except Exception:
                raise GameFailed from None
        watching = asyncio.create_task(self._watch(part))
        try:
            await make_ready(part, self._slots)
        finally:
            watching.cancel()

    async def _watch(self, part: Part) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            now = progress_of(part)
            if now > self._known[part]:
                self._known[part] = now
                self._tell(part)

    def _ended(self, part: Part, task: asyncio.Task[None]) -> None:
        del self._known[part]
        failed = not _succeeded(task)
        if failed:
            del self._tasks[part]  # whoever needs it next tries again
        if task.cancelled():
            return
        problem = None
        if failed and not isinstance(task.exception(), GameFailed):  # else everybody has been told
            logger.error("%s of %s could not be compiled", part.kind, part.game, exc_info=task.exception())
            problem = problem_with(part)
        self._tell(part, problem)
        self._told.pop(part, None)

    def _tell(self, part: Part, problem: str | None = None) -> None:
        for told in list(self._told.get(part, ())):
            told(part, problem)


class GameFailed(CompileFailed):
    """The game that a bot belongs to could not be compiled."""


def problem_with(part: Part) -> str:
    """What players are told when a part could not be compiled."""
    return NOT_COMPILED if part.kind == GAME else NO_BOT


def _succeeded(task: asyncio.Task[None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None
