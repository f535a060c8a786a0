"""`parlour` as users run it: in a process of its own, with its own output, folder and exit code.

Python takes 1.5 seconds to import Parlour. One process per worker does so once, and each command is a fork of it (on
Windows, which cannot fork, each command is an ordinary process). Tests of what happens before or during the imports
start an ordinary process themselves.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PARLOUR = "from parlour.cli import main; main()"
# Not Polars: it starts threads when it is imported, which a fork does not have.
IMPORTED = ["pytest", "parlour.cli", "parlour.lab.report", "parlour.review.page", "altair"]
IMPORTED += ["numba.np.arraymath", "numba.np.linalg", "numba.np.npyimpl"]  # by Numba itself, before the first rule
FORKS = "forkserver" in multiprocessing.get_all_start_methods()
if FORKS:
    _forking = multiprocessing.get_context("forkserver")
    _forking.set_forkserver_preload(IMPORTED)


def run(
    *arguments: Any, code: str = PARLOUR, cwd: Path | None = None, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end; with `code`, in a program that changes something first."""
    words, environment = [str(each) for each in arguments], {**os.environ, **environment}
    with tempfile.TemporaryDirectory() as folder:
        said, complained = Path(folder, "stdout"), Path(folder, "stderr")
        if FORKS:
            process = _forking.Process(target=_become, args=(code, words, environment, cwd, said, complained))
            process.start()
            process.join()
            ended = process.exitcode
        else:
            with said.open("w") as out, complained.open("w") as err:
                ended = subprocess.run(
                    [sys.executable, "-c", code, *words],
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    cwd=cwd,
                    env=environment,
                    check=False,
                ).returncode
        assert ended is not None
        return subprocess.CompletedProcess(words, ended, said.read_text(), complained.read_text())


def _become(
    code: str, words: Sequence[str], environment: dict[str, str], cwd: Path | None, said: Path, complained: Path
) -> None:
    """In the fork: what `python -c` would be."""
    os.environ.clear()
    os.environ.update(environment)
    if cwd is not None:
        os.chdir(cwd)
    new = os.O_WRONLY | os.O_CREAT
    for number, (path, how) in enumerate(((os.devnull, os.O_RDONLY), (said, new), (complained, new))):
        os.dup2(os.open(path, how), number)
    sys.argv = ["-c", *words]
    sys.path.insert(0, "")
    exec(code, {"__name__": "__main__"})
