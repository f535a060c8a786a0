"""Games made ready, so that nobody waits for the compiler in the middle of a match."""

import asyncio
import contextlib
import gc
import hashlib
import sys
from importlib.metadata import version
from pathlib import Path

import parlour
from parlour.bots import LEVELS, bots_of
from parlour.kit import cache_directory, check_cache
from parlour.match import company

LONG = 300  # moves of a match in which everything has been called that a live one calls


async def make_ready(game: str) -> None:
    """Rules and bots are compiled in another process, where it disturbs nobody, and then found in the cache."""
    loop = asyncio.get_running_loop()
    mark = await loop.run_in_executor(None, _mark, game)
    if not mark.exists():
        code = f"from parlour.live.warm import play_a_little; play_a_little({game!r})"
        child = await asyncio.create_subprocess_exec(sys.executable, "-c", code)
        try:
            await child.wait()
        finally:
            if child.returncode is None:  # the server ends
                child.kill()
    await loop.run_in_executor(None, play_a_little, game)
    with contextlib.suppress(OSError):  # a cache that cannot be written is looked at anew each time
        mark.touch()
    gc.freeze()  # compiled rules stay for good: a million objects that need not be looked through for garbage


def play_a_little(name: str) -> None:
    """One short match with bots, looked at as the server does: that compiles what a live match needs."""
    check_cache()
    game = parlour.game(name)
    bots = bots_of(game.rules)
    match = game.new(seats=bots.usual_seats, seed=1)
    match.first_moment(0, 0)
    match.why_not(0, 0)
    level = LEVELS[1] if LEVELS[1] in bots.names else "random"
    for count, _ in enumerate(company(match, level).play_out()):
        if count % 50 == 0:
            match.view(0)
            match.legal(0)
        if count > LONG:
            break


def _mark(game: str) -> Path:
    """A file beside the compiled rules that says that all of them are there. Any other source is another mark."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')}".encode())
    for folder in {Path(parlour.__file__).parent, parlour.game(game).rules.rulebook.parent}:
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.read_bytes())
    return cache_directory() / f"ready-{game}-{digest.hexdigest()[:16]}"
