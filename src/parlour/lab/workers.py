"""Distributes a run in blocks over threads or a Ray cluster. Results come back in order, each block exactly once.

The size of a block depends only on the run, so the sums are identical to the last bit on one thread, on many, and on a
cluster.
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

from parlour.engine.threads import cores
from parlour.kit import BadInput
from parlour.kit.extras import needs

Result = TypeVar("Result")
Span = tuple[int, int]

FAST, SLOW = 500, 10  # most matches in a block; slow runs are those in which a bot searches
TOGETHER, BLOCKS = 250, 20  # with policies: matches played side by side, and the blocks that are made if possible
RETRIES = 5  # of a block whose worker died


def blocks(matches: int, slow: bool = False, policies: bool = False) -> list[Span]:
    """The blocks of a run: at least a hundred if there are enough matches, so that a stop takes effect soon. With
    policies they are larger, because all matches of a block are played side by side."""
    size = max(1, min(SLOW if slow else FAST, matches // 100))
    if policies:
        size = max(1, min(TOGETHER, matches // BLOCKS))
    return [(first, min(first + size, matches)) for first in range(0, matches, size)]


@dataclass
class Stop:
    """A request to stop early: no new block is started, and running ones are finished."""

    requested: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def on_interrupt(self, say: Callable[[], None] = lambda: None) -> Iterator["Stop"]:
        """Ctrl-C requests a stop; a second one aborts at once. Does nothing outside the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return

        def interrupted(number: int, frame: FrameType | None) -> None:
            if self.requested.is_set():
                raise KeyboardInterrupt
            self.requested.set()
            say()

        before = signal.signal(signal.SIGINT, interrupted)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, before)


class Workers(Protocol):
    """Plays blocks."""

    width: int  # blocks played at the same time

    def submit(self, job: Callable[[int, int], Any], span: Span) -> Any: ...

    def result(self, submitted: Any) -> Any: ...

    def cancel(self, submitted: Any) -> bool:
        """Cancel a block that has not been started; False if it has."""

    def close(self) -> None: ...


class Threads:
    """Compiled matches release the GIL, so threads are sufficient on one machine."""

    def __init__(self, number: int | None = None) -> None:
        self.width = number or cores()
        self._pool = ThreadPoolExecutor(self.width)

    def submit(self, job: Callable[[int, int], Result], span: Span) -> "Future[Result]":
        return self._pool.submit(job, *span)

    def result(self, submitted: "Future[Result]") -> Result:
        return submitted.result()

    def cancel(self, submitted: "Future[Any]") -> bool:
        return submitted.cancel()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Cluster:
    """A Ray cluster: `local` starts one, `auto` joins the one on this machine or starts one; otherwise its address."""

    def __init__(self, address: str = "auto", number: int | None = None) -> None:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # silences an irrelevant warning
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        with needs("ray"):
            import ray
        self._ray: Any = ray
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL, "configure_logging": True}
        self._ours = not ray.is_initialized()
        if address not in ("auto", "local"):
            _check_reachable(address)
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

    def submit(self, job: Callable[[int, int], Any], span: Span) -> Any:
        if job is not self._job:  # sent to the cluster once, not with every block
            self._job, self._sent = job, self._ray.put(_Job(job))
        return self._remote.remote(self._sent, *span)

    def result(self, submitted: Any) -> Any:
        try:
            return self._ray.get(submitted)
        except self._ray.exceptions.WorkerCrashedError:
            raise BadInput(f"{RETRIES + 1} Ray workers died while playing the same block") from None

    def cancel(self, submitted: Any) -> bool:
        ready, _ = self._ray.wait([submitted], timeout=0)
        if not ready:
            self._ray.cancel(submitted, force=True)
        return not ready

    def close(self) -> None:
        if self._ours:
            self._ray.shutdown()


@dataclass(frozen=True)
class _Job:
    """Wraps a callable so that Ray stores it as a value."""

    job: Callable[[int, int], Any]


def _played(handed: _Job, first: int, last: int) -> Any:
    return handed.job(first, last)


def _check_reachable(address: str) -> None:
    """Check the address first, because Ray waits for minutes if there is no answer."""
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
    """The results of all spans, in order; after a stop, only those of the spans that were started."""
    waiting: deque[Any] = deque()
    ahead = 2 * workers.width  # keeps all workers busy without holding many results in memory
    following = iter(spans)

    def submit_more() -> None:
        while len(waiting) < ahead and not (stop and stop.requested.is_set()):
            span = next(following, None)
            if span is None:
                return
            waiting.append(workers.submit(job, span))

    submit_more()
    while waiting:
        if stop and stop.requested.is_set():
            while waiting and workers.cancel(waiting[-1]):
                waiting.pop()
            if not waiting:
                return
        result = workers.result(waiting.popleft())
        submit_more()
        yield result
