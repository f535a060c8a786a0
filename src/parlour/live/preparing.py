"""Compiles games when tables need them, and tells the tables how far it has got. A game that somebody is waiting for
comes first."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import parlour
from parlour.games import names

from .progress import read_progress
from .warm import make_ready

POLL_S = 0.2

logger = logging.getLogger("parlour.live")

Told = Callable[[str | None], None]
NOT_COMPILED = "This game could not be prepared; the problem has been logged."


class Preparing:
    """The games of one process: compiled, being compiled, or not needed so far."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._known: dict[str, float] = {}  # progress of games that are being compiled
        self._told: dict[str, list[Told]] = {}
        self._ahead: str | None = None  # a game that is being compiled although nobody waits for it

    def progress(self, game: str) -> float | None:
        """How much of a game is compiled, from 0 to 1; None: it can be played."""
        task = self._tasks.get(game)
        return None if task is not None and _succeeded(task) else self._known.get(game, 0.0)

    def prepare(self, game: str, told: Told) -> None:
        """Compile a game if necessary. `told` is called whenever its progress changes, the last time when it is ready;
        if that fails, with a sentence for players."""
        if self.progress(game) is not None:
            self._told.setdefault(game, []).append(told)
            self._want(game)

    async def ready(self, game: str) -> None:
        """Wait until a game is compiled. Raises BadInput for an unknown game."""
        parlour.game(game)
        await asyncio.shield(self._want(game))

    async def everything(self) -> None:
        """Compile all games, one after another, while nobody waits for one."""
        waiting = list(names())
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

    def _want(self, game: str) -> asyncio.Task[None]:
        if self._ahead is not None and self._ahead != game:
            self._tasks[self._ahead].cancel()  # `everything` tries again later
        self._ahead = None
        return self._start(game)

    def _start(self, game: str) -> asyncio.Task[None]:
        if game not in self._tasks:
            self._known[game] = 0.0
            self._tasks[game] = asyncio.create_task(self._compile(game))
            self._tasks[game].add_done_callback(partial(self._ended, game))
        return self._tasks[game]

    async def _compile(self, game: str) -> None:
        watching = asyncio.create_task(self._watch(game))
        try:
            await make_ready(game)
        finally:
            watching.cancel()

    async def _watch(self, game: str) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            now = read_progress(game)
            if now is not None and now > self._known[game]:
                self._known[game] = now
                self._tell(game)

    def _ended(self, game: str, task: asyncio.Task[None]) -> None:
        del self._known[game]
        failed = not _succeeded(task)
        if failed:
            del self._tasks[game]  # whoever needs it next tries again
        if task.cancelled():
            return
        if failed:
            logger.error("%s could not be compiled", game, exc_info=task.exception())
        self._tell(game, NOT_COMPILED if failed else None)
        self._told.pop(game, None)

    def _tell(self, game: str, problem: str | None = None) -> None:
        for told in list(self._told.get(game, ())):
            told(problem)


def _succeeded(task: asyncio.Task[None]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None
