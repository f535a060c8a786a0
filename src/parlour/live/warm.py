"""Compiles games before they are played, so that nobody waits for the compiler in the middle of a match."""

import asyncio
import contextlib
import fcntl
import gc
import hashlib
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

import parlour
from parlour.bots import bots_of, seat_bots
from parlour.kit import LEVELS, cache_directory, check_cache

from .progress import counted

MOVES = 300  # after this many moves of a match, everything that a live match calls has been called
POLL_S = 0.2  # how often to check whether another process has compiled a game
PATIENCE_S = 60.0  # how long to wait for that process, in case it never ends


async def make_ready(game: str) -> None:
    """Compile rules and bots in another process, so that nobody is delayed; then load them from the cache."""
    loop = asyncio.get_running_loop()
    mark = await loop.run_in_executor(None, mark_of, game)
    if not mark.exists():
        await compile_in_child(game, mark)
    await loop.run_in_executor(None, play_a_little, game)
    gc.freeze()  # compiled rules are never freed: the collector need not visit their million objects


async def compile_in_child(game: str, mark: Path) -> None:
    """Compile in a child process, only one at a time for each game.

    The child survives if the server is killed. A restarted server waits for it instead of starting another, which would
    slow both down.
    """
    with (cache_directory() / f"ready-{game}.lock").open("w") as lock:
        patience = PATIENCE_S
        while not _locked(lock) and patience > 0:
            await asyncio.sleep(POLL_S)
            patience -= POLL_S
        if mark.exists():
            return
        # The child inherits the lock, and keeps it if this process is killed.
        child = await asyncio.create_subprocess_exec(*_command(game), pass_fds=[lock.fileno()])
        try:
            await child.wait()
        finally:
            if child.returncode is None:  # the server is stopping
                child.kill()


def _locked(file: TextIO) -> bool:
    """True if we got the lock. It is released when the last process that has the file open closes it or dies."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _command(game: str) -> list[str]:
    return [sys.executable, "-c", f"from parlour.live.warm import compile_all; compile_all({game!r})"]


def compile_all(game: str) -> None:
    """Runs in the child process."""
    bots_of(parlour.game(game).rules)  # now all functions exist, so that they can be counted
    with counted(game):
        play_a_little(game)
    with contextlib.suppress(OSError):  # if the cache is read-only, every start checks it again
        mark_of(game).touch()


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
