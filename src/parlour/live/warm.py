"""Games made ready, so that nobody waits for the compiler in the middle of a match."""

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

LONG = 300  # moves of a match in which everything has been called that a live one calls
LOOK_S = 0.2  # how often it is looked whether another process has compiled a game
PATIENCE_S = 60.0  # so long it is waited for, in case it never ends


async def make_ready(game: str) -> None:
    """Rules and bots are compiled in another process, where it disturbs nobody, and then found in the cache."""
    loop = asyncio.get_running_loop()
    mark = await loop.run_in_executor(None, _mark, game)
    if not mark.exists():
        await _compile_elsewhere(game, mark)
    await loop.run_in_executor(None, play_a_little, game)
    gc.freeze()  # compiled rules stay for good: a million objects that need not be looked through for garbage


async def _compile_elsewhere(game: str, mark: Path) -> None:
    """In a process of its own, and only one at a time for each game: a server that is killed and started again finds
    that process still at work, and waits for it. Each start of its own would make all of them slower."""
    with (cache_directory() / f"ready-{game}.lock").open("w") as lock:
        patience = PATIENCE_S
        while not _locked(lock) and patience > 0:
            await asyncio.sleep(LOOK_S)
            patience -= LOOK_S
        if mark.exists():
            return
        # The child has the lock too, and keeps it should this process be killed.
        child = await asyncio.create_subprocess_exec(*_command(game), pass_fds=[lock.fileno()])
        try:
            await child.wait()
        finally:
            if child.returncode is None:  # the server ends
                child.kill()


def _locked(file: TextIO) -> bool:
    """Whether we have the lock. It is given up when the last process that has the file open closes it, or dies."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _command(game: str) -> list[str]:
    return [sys.executable, "-c", f"from parlour.live.warm import compile_all; compile_all({game!r})"]


def compile_all(game: str) -> None:
    play_a_little(game)
    with contextlib.suppress(OSError):  # a cache that cannot be written is looked at anew each time
        _mark(game).touch()


def play_a_little(name: str) -> None:
    """One short match with bots, looked at as the server does: that compiles what a live match needs."""
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
        if count > LONG:
            break


def _mark(game: str) -> Path:
    """A file beside the compiled rules that says that all of them are there. Any other source is another mark."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')}".encode())
    for folder in sorted({Path(parlour.__file__).parent, parlour.game(game).rules.rulebook.parent}):
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.read_bytes())
    return cache_directory() / f"ready-{game}-{digest.hexdigest()[:16]}"
