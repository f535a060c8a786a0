"""A run spread over threads, or over a Ray cluster, in blocks. The blocks come back in order, each exactly once.

The size of a block depends on the run, never on who plays it, so the sums come out the same to the last bit on one
thread, on two and on a cluster.
"""

import logging
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Protocol, TypeVar

from parlour.kit import BadInput

Result = TypeVar("Result")
Span = tuple[int, int]

FAST, SLOW = 500, 10  # matches of a block at most; slow ones are those in which somebody searches
RETRIES = 5  # a block whose worker died is played again so often


def blocks(matches: int, slow: bool = False) -> list[Span]:
    """The spans of a run: a hundred blocks or more where there are enough matches, so that a stop comes soon."""
    size = max(1, min(SLOW if slow else FAST, matches // 100))
    return [(first, min(first + size, matches)) for first in range(0, matches, size)]


@dataclass
class Stop:
    """Whether the run is to end early: no new block is begun then, and those at hand are finished."""

    asked: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def on_interrupt(self, say: Callable[[], None] = lambda: None) -> Iterator["Stop"]:
        """Ctrl-C asks to stop; a second one gives up at once. Only the main thread can listen for it."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return

        def interrupted(number: int, frame: FrameType | None) -> None:
            if self.asked.is_set():
                raise KeyboardInterrupt
            self.asked.set()
            say()

        before = signal.signal(signal.SIGINT, interrupted)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)


class Workers(Protocol):
    """Somebody who plays blocks."""

    width: int  # how many blocks at a time

    def begin(self, job: Callable[[int, int], Any], span: Span) -> Any: ...

    def finish(self, begun: Any) -> Any: ...

    def drop(self, begun: Any) -> bool:
        """Take a block back that nobody has begun."""

    def close(self) -> None: ...


class Threads:
    """Compiled matches run without the interpreter's lock, so threads are enough on one machine."""

    def __init__(self, number: int | None = None) -> None:
        self.width = number or len(os.sched_getaffinity(0))
        self._pool = ThreadPoolExecutor(self.width)

    def begin(self, job: Callable[[int, int], Result], span: Span) -> "Future[Result]":
        return self._pool.submit(job, *span)

    def finish(self, begun: "Future[Result]") -> Result:
        return begun.result()

    def drop(self, begun: "Future[Any]") -> bool:
        return begun.cancel()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Cluster:
    """A Ray cluster: `auto` joins the one of this machine, or starts one as `local` does; else the address of one."""

    def __init__(self, address: str = "auto", number: int | None = None) -> None:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # a warning that is nobody's affair here
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError:
            raise BadInput(
                "spreading a run with Ray takes the package ray; install it with: pip install parlour[ray]"
            ) from None
        self._ray: Any = ray
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL, "configure_logging": True}
        self._ours = not ray.is_initialized()
        if address not in ("auto", "local"):
            _knock(address)
        if self._ours:
            try:
                if address != "local":
                    ray.init(address=address, **quiet)
            except (ConnectionError, ValueError, RuntimeError) as error:
                if address != "auto":
                    raise BadInput(f"there is no Ray cluster at {address!r} ({_first_line(error)})") from None
                address = "local"
            if address == "local":
                ray.init(address="local", num_cpus=number, include_dashboard=False, **quiet)
        self.width = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._job: Callable[[int, int], Any] | None = None
        self._sent: Any = None
        self._remote = ray.remote(num_cpus=1, max_retries=RETRIES)(_played)

    def begin(self, job: Callable[[int, int], Any], span: Span) -> Any:
        if job is not self._job:  # sent once, not with every block
            self._job, self._sent = job, self._ray.put(_Job(job))
        return self._remote.remote(self._sent, *span)

    def finish(self, begun: Any) -> Any:
        try:
            return self._ray.get(begun)
        except self._ray.exceptions.WorkerCrashedError:
            raise BadInput(f"a block was given to {RETRIES + 1} workers of Ray and all of them died") from None

    def drop(self, begun: Any) -> bool:
        ready, _ = self._ray.wait([begun], timeout=0)
        if not ready:
            self._ray.cancel(begun, force=True)
        return not ready

    def close(self) -> None:
        if self._ours:
            self._ray.shutdown()


@dataclass(frozen=True)
class _Job:
    """A callable that Ray stores as a value."""

    job: Callable[[int, int], Any]


def _played(handed: _Job, first: int, last: int) -> Any:
    return handed.job(first, last)


def _knock(address: str) -> None:
    """Ray waits for minutes where nobody answers; we look first."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise BadInput(f"the address of a Ray cluster is HOST:PORT, or auto, not {address!r}")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except OSError as error:
        raise BadInput(f"there is no Ray cluster at {address!r} ({error.strerror or error})") from None


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else type(error).__name__


def in_order(
    workers: Workers, job: Callable[[int, int], Result], spans: list[Span], stop: Stop | None = None
) -> Iterator[Result]:
    """The results of all spans, in order; after a stop, those of the first so many."""
    waiting: deque[Any] = deque()
    ahead = 2 * workers.width  # enough that nobody waits, few enough that little is held in memory
    following = iter(spans)

    def begin_more() -> None:
        while len(waiting) < ahead and not (stop and stop.asked.is_set()):
            span = next(following, None)
            if span is None:
                return
            waiting.append(workers.begin(job, span))

    begin_more()
    while waiting:
        if stop and stop.asked.is_set():
            while waiting and workers.drop(waiting[-1]):
                waiting.pop()
            if not waiting:
                return
        result = workers.finish(waiting.popleft())
        begin_more()
        yield result
