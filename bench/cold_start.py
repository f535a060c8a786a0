"""The CPU time of the first `parlour sim` of each game with an empty cache, without and with bots.

    python bench/cold_start.py

CPU seconds of user and system together, so that other work on the machine matters less.
"""

import os
import resource
import subprocess
import sys
import tempfile

from parlour.games import names

PROGRAM = "from parlour.cli import main; main()"
BOT = "sharp"


def seconds(*words: str) -> float:
    """What one command costs with nothing in the cache."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = spent()
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run(
            [sys.executable, "-c", PROGRAM, "sim", *words, "--games", "10"],
            env={**os.environ, "PARLOUR_CACHE": cache},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
    return spent() - before


if __name__ == "__main__":
    print(f"| game | `parlour sim` | `--bots {BOT}` |\n|---|---|---|")
    for name in names():
        print(f"| {name} | {seconds(name):.1f} s | {seconds(name, '--bots', BOT):.1f} s |", flush=True)
