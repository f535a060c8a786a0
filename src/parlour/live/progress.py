"""How much of a step (`parts.py`) is compiled, told by one process to others.

The process that compiles (`warm.py`) counts the functions it has compiled in a small file, so that every server that
waits for it can say how much is left. How many there will be is an estimate, because compiling one function asks for
others.
"""

import contextlib
import gc
import time
from pathlib import Path
from typing import Any

from numba.core import event
from numba.core.dispatcher import Dispatcher

from parlour.kit import cache_directory

# Functions compiled for each one that exists before the first is compiled: a little above Parrot and Tricky Twist
PER_FUNCTION = {"rules": 0.33, "bots": 0.26, "network": 0.11, "search": 0.07, "policies": 0.03}
NEARLY = 0.97  # shown at most until everything is ready: loading it takes a moment more
WRITE_S = 0.2
STALE_S = 60.0  # the process that wrote an older file was stopped


def _file(game: str, step: str) -> Path:
    return cache_directory() / f"ready-{game}-{step}.progress"


@contextlib.contextmanager
def counted(game: str, step: str) -> Any:
    """In the process that compiles: meanwhile, write down how much of the step is compiled."""
    file = _file(game, step)
    functions = sum(isinstance(each, Dispatcher) for each in gc.get_objects())
    expected = PER_FUNCTION[step] * max(1, functions)

    class Counter(event.Listener):  # type: ignore[misc]
        count, written = 0, 0.0

        def on_start(self, _: Any) -> None:
            pass

        def on_end(self, _: Any) -> None:
            self.count += 1
            if time.monotonic() - self.written >= WRITE_S:
                self.written = time.monotonic()
                _write(file, min(self.count / expected, NEARLY))

    listen: Any = event.install_listener
    _write(file, 0.0)
    try:
        with listen("numba:compile", Counter()):
            yield
    finally:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


def _write(file: Path, progress: float) -> None:
    with contextlib.suppress(OSError):  # then nobody learns of it
        file.write_text(f"{progress:.3f}", encoding="utf-8")


def read_progress(game: str, step: str) -> float | None:
    """How much of a step is compiled, from 0 to 1; None if no process is compiling it."""
    file = _file(game, step)
    try:
        if time.time() - file.stat().st_mtime < STALE_S:
            return float(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # it has just been deleted, or is being written
        pass
    return None
