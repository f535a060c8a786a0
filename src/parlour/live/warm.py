"""Compiles what a table needs in other processes, so that nobody waits for the compiler in the middle of a match."""

import asyncio
import contextlib
import gc
import hashlib
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

import parlour
from parlour.bots import bots_of
from parlour.kit import ParlourError, cache_directory

from .parts import STEPS, Part, compile_step, load
from .progress import NEARLY, counted, read_progress

PATIENCE_S = 60.0  # how long to wait for another process that compiles the same, in case it never ends


class CompileFailed(ParlourError):
    """A process that compiles has ended without success, or was killed."""


async def make_ready(part: Part, slots: asyncio.Semaphore) -> None:
    """Compile a part in other processes, so that nobody is delayed; then load it from the cache.

    Each process takes one of the slots."""
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, _digest, part.game)  # reads all sources, once

    async def compiled(step: str) -> None:
        if not mark_of(part.game, step).exists():
            async with slots:
                await compile_in_child(part.game, step)

    steps = [asyncio.create_task(compiled(step)) for step in STEPS[part.kind]]
    try:
        await asyncio.gather(*steps)
    finally:
        for step in steps:
            step.cancel()
    await loop.run_in_executor(None, load, part)
    gc.freeze()  # compiled rules are never freed: the collector need not visit their million objects


async def compile_in_child(game: str, step: str) -> None:
    """Compile in a child process. It survives if the server is killed."""
    child = await asyncio.create_subprocess_exec(*_command(game, step))
    try:
        ended = await child.wait()
    finally:
        if child.returncode is None:  # the server is stopping
            child.kill()
    if ended != 0:  # what is missing would otherwise be compiled in this process, at the expense of all its tables
        raise CompileFailed(f"the process that compiles {step} of {game} ended with {ended}")


def _command(game: str, step: str) -> list[str]:
    return [sys.executable, "-c", f"from parlour.live import warm; warm.compile_if_missing({game!r}, {step!r})"]


def compile_if_missing(game: str, step: str) -> None:
    """Runs in the child process.

    Only one process compiles the same at a time, because two would slow each other down: after a restart of the server
    its new child waits for the old one. The operating system releases the lock of a process that dies.
    """
    from filelock import FileLock, Timeout  # the server itself does not need it

    mark = mark_of(game, step)
    with contextlib.ExitStack() as held:
        with contextlib.suppress(Timeout, OSError):  # impatient, or the cache is read-only
            held.enter_context(FileLock(cache_directory() / f"ready-{game}-{step}.lock", timeout=PATIENCE_S))
        if not mark.exists():
            bots_of(parlour.game(game).rules)  # now all functions exist, so that they can be counted
            with counted(game, step):
                compile_step(game, step)
            with contextlib.suppress(OSError):  # if the cache is read-only, every start checks it again
                mark.touch()


def progress_of(part: Part) -> float:
    """How much of a part is compiled, from 0 to nearly 1: loading it takes a moment more."""
    steps = STEPS[part.kind]
    known = (1.0 if mark_of(part.game, step).exists() else read_progress(part.game, step) or 0.0 for step in steps)
    return min(sum(known) / len(steps), NEARLY)


def is_ready(part: Part) -> bool:
    """True if everything of a part is in the cache."""
    return all(mark_of(part.game, step).exists() for step in STEPS[part.kind])


def mark_of(game: str, step: str) -> Path:
    """A file whose existence says that this is compiled. Its name changes with the source code."""
    return cache_directory() / f"ready-{game}-{step}-{_digest(game)}"


@cache
def _digest(game: str) -> str:
    folders = (Path(parlour.__file__).parent, parlour.game(game).rules.rulebook.parent)
    contents = "".join(_contents(folder) for folder in folders)
    return hashlib.sha256(f"{sys.version} {version('numba')} {contents}".encode()).hexdigest()[:16]


@cache
def _contents(folder: Path) -> str:
    """A digest of all sources in a folder; those of Parlour itself are part of every game's."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
