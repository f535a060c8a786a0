"""Reviews of finished matches, for pages that cannot make them by themselves.

A review keeps a core busy for half a minute. So it runs in a process of its own, with low priority, which is ended as
soon as nobody waits for it; the event loop only passes its lines on.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from aiohttp import web

from parlour.engine.threads import cores
from parlour.kit import BadInput
from parlour.review.run import review

from .bodies import Busy
from .limits import Together

MOST = 2  # at the same time
MOST_EACH = 1  # for one address
LONGEST_S = 600.0  # the first review of a game also compiles its search
LOOK_S = 1.0  # how soon a closed connection is noticed
LINE = 16 * 1024 * 1024  # bytes of a report at most
NICE = 10  # on POSIX, how much the process yields to others
CHILD = "from parlour.live.reviewing import review_in_child; review_in_child()"

logger = logging.getLogger("parlour.live")


class Order(msgspec.Struct):
    """What the child process is asked for."""

    log: str
    seat: int


class Reviews:
    """The reviews that are being made."""

    def __init__(self) -> None:
        self._each = Together(MOST_EACH)
        self._running = 0

    @contextmanager
    def _place(self, address: str | None) -> Iterator[None]:
        if self._running >= MOST or not self._each.enter(address):
            raise Busy
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            self._each.leave(address)

    async def answer(self, request: web.Request, address: str | None, order: Order) -> web.StreamResponse:
        """Progress and report as JSON lines: {"done": 3, "of": 87}, and at last {"report": ...} or {"says": ...}."""
        with self._place(address):
            response = web.StreamResponse(headers={"Content-Type": "application/jsonl", "Cache-Control": "no-store"})
            await response.prepare(request)
            child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", CHILD),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                limit=LINE,
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )
            try:
                async with asyncio.timeout(LONGEST_S):
                    await _pass_on(request, response, child, order)
            except (TimeoutError, ConnectionError):
                pass  # nobody waits for it any more, or it has taken too long
            finally:
                if child.returncode is None:
                    child.kill()
                await child.wait()
        return response


async def _pass_on(
    request: web.Request, response: web.StreamResponse, child: asyncio.subprocess.Process, order: Order
) -> None:
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(msgspec.json.encode(order))
    child.stdin.close()
    reading = asyncio.ensure_future(child.stdout.readline())
    try:
        while True:
            await asyncio.wait([reading], timeout=LOOK_S)
            if request.transport is None or request.transport.is_closing():
                return
            if not reading.done():
                continue
            line = reading.result()
            if not line:
                break
            await response.write(line)
            reading = asyncio.ensure_future(child.stdout.readline())
    finally:
        reading.cancel()
    if await child.wait():
        logger.error("The review of a match failed; the process that made it has said why")
        await response.write(msgspec.json.encode({"says": "The review failed; the problem has been logged."}) + b"\n")
    await response.write_eof()


# In the child process


def review_in_child() -> None:
    if lower := getattr(os, "nice", None):  # not on Windows, where the server has done it
        lower(NICE)
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    tell: Callable[[Any], None] = lambda message: print(msgspec.json.encode(message).decode(), flush=True)  # noqa: E731
    tell({"done": 0, "of": 0})
    try:
        threads = max(1, min(2, cores() - 1))  # a core is left to the tables
        told = review(order.log, order.seat, threads=threads, progress=lambda done, of: tell({"done": done, "of": of}))
        tell({"report": told})
    except BadInput as error:
        tell({"says": f"{error}."})
