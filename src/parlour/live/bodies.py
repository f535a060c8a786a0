"""Answers to plain HTTP requests, made once and kept ready: encoded, compressed and tagged.

Requests share the event loop with the bell, so each must cost next to nothing. What takes longer to make is made in a
thread, one at a time and only so often (`Workshop`).
"""

import asyncio
import gzip
import hashlib
import mimetypes
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from .limits import TokenBucket

WORTH_COMPRESSING = 1024  # bytes
COMPRESSED_ALREADY = (".woff2", ".png", ".jpg", ".ico")
KEPT = 256  # bodies that a workshop remembers ...
KEPT_BYTES = 16 * 1024 * 1024  # ... and their size together
WORK, WORK_PER_S = 60.0, 5.0  # bodies made at once, and per second in the long run, for everybody together
MOST_WAITING = 20


class Body:
    """A body ready to be sent."""

    def __init__(self, data: bytes, content_type: str, cache: str = "no-cache", compress: bool = True) -> None:
        self.data = data
        self.content_type = content_type
        self.zipped: bytes | None = None
        if compress and len(data) >= WORTH_COMPRESSING:
            self.zipped = gzip.compress(data, mtime=0)
        self.tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        self.cache = cache

    @classmethod
    def json(cls, data: Any, cache: str = "no-cache") -> "Body":
        return cls(msgspec.json.encode(data), "application/json", cache)

    @property
    def size(self) -> int:
        return len(self.data) + len(self.zipped or b"")

    def answer(self, request: web.Request) -> web.Response:
        """As this client wants it: compressed, or "not modified" if it has it already."""
        headers = {"ETag": self.tag, "Cache-Control": self.cache}
        if self.zipped is not None:
            headers["Vary"] = "Accept-Encoding"
        if self.tag in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        body = self.data
        if self.zipped is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = self.zipped
        return web.Response(body=body, content_type=self.content_type, headers=headers)


class PageFiles:
    """The files of the built page, in memory. They are read again after a new build."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built: int | None = None
        self._files: dict[str, Body] = {}

    def find(self, path: str) -> Body | None:
        """The file at a path below the page; "" is the page itself."""
        self._read_if_new()
        return self._files.get(path or "index.html")

    @property
    def built(self) -> bool:
        self._read_if_new()
        return bool(self._files)

    def _read_if_new(self) -> None:
        try:
            built = (self._folder / "index.html").stat().st_mtime_ns
        except OSError:
            built = None
        if built != self._built:
            self._built, self._files = built, {}
            if built is not None:
                for file in self._folder.rglob("*"):
                    if file.is_file():
                        self._files[file.relative_to(self._folder).as_posix()] = _read(file, self._folder)


def _read(file: Path, folder: Path) -> Body:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if file.suffix == ".webmanifest":
        kind = "application/manifest+json"
    named_by_content = file.relative_to(folder).parts[0] == "assets"
    cache = "public, max-age=31536000, immutable" if named_by_content else "no-cache"
    return Body(file.read_bytes(), kind, cache, file.suffix not in COMPRESSED_ALREADY)


class Busy(Exception):
    """Too much work is waiting: come back later."""


class Workshop:
    """Makes bodies in a thread, one at a time, and remembers the latest.

    A thread delays the event loop too, because both need the interpreter's lock, so the number per second is limited.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._bucket = TokenBucket(WORK, WORK_PER_S, clock())
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="parlour-bodies")
        self._kept: OrderedDict[str, Body] = OrderedDict()
        self._size = 0
        self._making: dict[str, asyncio.Future[Body]] = {}

    def kept(self, key: str) -> Body | None:
        """What was made before, if it is remembered."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    async def make(self, key: str, work: Callable[[], Body]) -> Body:
        """The body with this key. Raises `Busy`."""
        if (body := self.kept(key)) is not None:
            return body
        if key not in self._making:
            if len(self._making) >= MOST_WAITING or not self._bucket.take(self.clock()):
                raise Busy
            self._making[key] = asyncio.get_running_loop().run_in_executor(self._thread, work)
            self._making[key].add_done_callback(lambda done: self._made(key, done))
        return await asyncio.shield(self._making[key])

    def _made(self, key: str, done: asyncio.Future[Body]) -> None:
        del self._making[key]
        if not done.cancelled() and done.exception() is None:
            self._kept[key] = done.result()
            self._size += done.result().size
            while len(self._kept) > KEPT or self._size > KEPT_BYTES:
                self._size -= self._kept.popitem(last=False)[1].size

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
