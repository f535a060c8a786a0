"""Compiles games before they are played, so that nobody waits for the compiler in the middle of a match."""

import asyncio
import contextlib
import gc
import hashlib
import sys
from importlib.metadata import version
from pathlib import Path

from filelock import FileLock, Timeout

import parlour
from parlour.bots import bots_of, seat_bots
from parlour.kit import LEVELS, cache_directory, check_cache

from .progress import counted

MOVES = 300  # after this many moves of a match, everything that a live match calls has been called
PATIENCE_S = 60.0  # how long to wait for another process that compiles the same game, in case it never ends


async def make_ready(game: str) -> None:
    """Compile rules and bots in another process, so that nobody is delayed; then load them from the cache."""
    loop = asyncio.get_running_loop()
    mark = await loop.run_in_executor(None, mark_of, game)
    if not mark.exists():
        await compile_in_child(game)
    await loop.run_in_executor(None, play_a_little, game)
    gc.freeze()  # compiled rules are never freed: the collector need not visit their million objects


async def compile_in_child(game: str) -> None:
    """Compile in a child process. It survives if the server is killed."""
    child = await asyncio.create_subprocess_exec(*_command(game))
    try:
        await child.wait()
    finally:
        if child.returncode is None:  # the server is stopping
            child.kill()


def _command(game: str) -> list[str]:
    return [sys.executable, "-c", f"from parlour.live.warm import compile_all; compile_all({game!r})"]


def compile_all(game: str) -> None:
    """Runs in the child process.

    Only one process compiles a game at a time, because two would slow each other down: after a restart of the server
    its new child waits for the old one. The operating system releases the lock of a process that dies.
    """
    mark = mark_of(game)
    with contextlib.ExitStack() as held:
        with contextlib.suppress(Timeout, OSError):  # impatient, or the cache is read-only
            held.enter_context(FileLock(cache_directory() / f"ready-{game}.lock", timeout=PATIENCE_S))
        if not mark.exists():
            bots_of(parlour.game(game).rules)  # now all functions exist, so that they can be counted
            with counted(game):
                play_a_little(game)
            with contextlib.suppress(OSError):  # if the cache is read-only, every start checks it again
                mark.touch()


def play_a_little(name: str) -> None:
    """Play part of a match between bots and look at it as the server does: that compiles all a live match needs."""
    check_cache()
    game = parlour.game(name)
    bots = bots_of(game.rules)
    match = game.new(seats=bots.usual_seats, seed=1)
    match.first_moment(0, 0)
    match.why_not(0, 0)
    level = LEVELS[1] if LEVELS[1] in bots.names else "random"
    for count, _ in enumerate(seat_bots(match, level).play_out()):
        if count % 50 == 0:
            match.view(0)
            match.legal(0)
        if count > MOVES:
            break


def mark_of(game: str) -> Path:
    """A file whose existence says that the game is compiled. Its name changes with the source code."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')}".encode())
    for folder in sorted({Path(parlour.__file__).parent, parlour.game(game).rules.rulebook.parent}):
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.read_bytes())
    return cache_directory() / f"ready-{game}-{digest.hexdigest()[:16]}"
