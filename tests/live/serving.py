"""`parlour serve` in a separate process, as an operator runs it."""

import contextlib
import itertools
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PARLOUR = [sys.executable, "-c", "from parlour.cli import main; main()"]
LONG = 120.0  # seconds, for something that comes soon unless it never comes
# Below those that the system gives to whoever connects: such a port could be taken while a server is being restarted.
# Each of pytest's processes has its own.
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_PORTS = itertools.cycle(range(20_000 + 1000 * _WORKER, 21_000 + 1000 * _WORKER))


def free_port() -> int:
    for port in itertools.islice(_PORTS, 1000):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("there is no free port")


class Server:
    """One server. It keeps its port when it is restarted, as a service does."""

    def __init__(self, database: str, folder: Path, *arguments: str) -> None:
        self.database, self.arguments, self.port = database, arguments, free_port()
        self._errors = folder / f"server-{id(self)}.log"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if not self.down:
            self.kill()

    def start(self) -> None:
        """Start it, and wait until it is open."""
        words = ["serve", "--database", self.database, "--port", str(self.port), "--no-warm", *self.arguments]
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                [*PARLOUR, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self._process.stdout is not None
        found = re.fullmatch(r"Parlour is open at http://localhost:(\d+)\n", self._first_line())
        assert found and int(found[1]) == self.port, self.said()

    def _first_line(self) -> str:
        assert self._process is not None and self._process.stdout is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._process.stdout, selectors.EVENT_READ)
            assert waiting.select(LONG), "the server does not start"
            return self._process.stdout.readline()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def memory(self) -> int:
        """Resident memory in bytes."""
        assert self._process is not None
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self, children: bool = False) -> float:
        """Seconds of CPU time so far, of all threads, and of the processes it started if they have ended."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(int(field) for field in fields[11 : 15 if children else 13]) / os.sysconf("SC_CLK_TCK")

    def compilers(self) -> dict[int, float]:
        """Seconds of CPU time so far of each process that it has started and that runs now."""
        assert self._process is not None
        found = {}
        for tasks in Path(f"/proc/{self._process.pid}/task").glob("*/children"):
            for child in tasks.read_text().split():
                with contextlib.suppress(OSError):  # it has just ended
                    fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                    found[int(child)] = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
        return found

    @property
    def down(self) -> bool:
        return self._process is None

    def kill(self) -> None:
        """kill -9: it has no chance to clean up."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> int:
        """Send a signal; returns the exit code."""
        assert self._process is not None
        process, self._process = self._process, None
        os.kill(process.pid, how)
        began = time.monotonic()
        with process:
            code = process.wait(LONG)
        self.took = time.monotonic() - began
        return code

    def said(self) -> str:
        """Everything in its log."""
        return self._errors.read_text()
