"""The web server: the page, a small HTTP API, and one WebSocket per person and table."""

import asyncio
import contextlib
import gc
import json
import logging
import math
import os
import signal
import socket
import sys
import time
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import segno
from aiohttp import web

import parlour
from parlour.kit import BadInput, ParlourError, statements

from . import messages as m
from .catalogue import games
from .connection import Connection
from .limits import RateLimiter
from .proxies import Proxies
from .store import MatchRow, Store
from .tables import Settings, Tables

PAGE = Path(__file__).parents[1] / "page"  # the built page, if it was built
SWITCH_S = 0.0005  # the longest the loop waits for the writer thread to release the GIL; Python's default is 5 ms
GC_THRESHOLDS = (200, 1_000_000, 100)  # collect young objects often and briefly, older ones only in `_collect_garbage`
GC_S = 3600.0  # interval of full collections, which pause everybody
MAX_BODY = 64 * 1024  # bytes of a request
TABLES, TABLES_PER_S = 60.0, 1 / 6  # tables from one address: a school class at once, then ten a minute
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

TABLES_KEY = web.AppKey("tables", Tables)
ORIGINS = web.AppKey("origins", frozenset)
BEHIND_PROXY = web.AppKey("behind_proxy", bool)
PROXIES = web.AppKey("proxies", Proxies)
RATE_LIMITER = web.AppKey("rate_limiter", RateLimiter)

logger = logging.getLogger("parlour.live")


@dataclass
class Serving:
    """How the server is run."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str = "parlour.db"
    origins: frozenset[str] = frozenset()  # allowed in addition to the server's own
    behind_proxy: bool = False
    settings: Settings = field(default_factory=Settings)


def application(store: Store, serving: Serving) -> web.Application:
    app = web.Application(client_max_size=MAX_BODY, middlewares=[_tidy])
    app[ORIGINS] = serving.origins
    app[BEHIND_PROXY] = serving.behind_proxy
    app[RATE_LIMITER] = RateLimiter(TABLES, TABLES_PER_S, time.monotonic)

    async def run_tables(app: web.Application) -> Any:
        app[TABLES_KEY] = Tables(store, serving.settings)
        app[PROXIES] = Proxies(serving.behind_proxy, app[TABLES_KEY].metrics)
        yield
        await app[TABLES_KEY].close()

    async def stop_tables(app: web.Application) -> None:
        app[TABLES_KEY].stop_all()

    app.cleanup_ctx.append(run_tables)
    app.on_shutdown.append(stop_tables)
    app.add_routes(
        [
            web.get("/api/games", _games),
            web.get("/api/rules/{game}", _rules),
            web.get("/api/here", _here),
            web.get("/api/tables", _lobby),
            web.post("/api/tables", _make),
            web.get("/api/qr", _qr),
            web.get("/api/matches/{match}", _replay),
            web.get("/api/matches/{match}/log", _log),
            web.get("/ws/{table}", _socket),
            web.get("/healthz", _health),
            web.get("/metrics", _metrics),
        ]
    )
    app.router.add_get("/{path:.*}", _page)
    return app


@web.middleware
async def _tidy(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Add security headers to everything, and answer every error with one sentence, never a traceback."""
    try:
        response = await handler(request)
    except BadInput as error:
        response = _json({"says": f"{error}."}, status=400)
    except ParlourError as error:
        logger.warning("A request was refused: %s", error)
        response = _json({"says": str(error)}, status=503)
    except web.HTTPException as error:
        response = _json({"says": error.reason}, status=error.status)
    except (asyncio.CancelledError, ConnectionError):
        raise
    except Exception:
        logger.exception("A request failed: %s %s", request.method, request.match_info.route.resource)
        response = _json({"says": "Something went wrong on the server; the problem has been logged."}, status=500)
    if not response.prepared:
        response.headers.update(SECURITY)
    return response


def _json(data: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(data), status=status, content_type="application/json")


# The API


async def _games(_: web.Request) -> web.Response:
    return _json(games())


async def _rules(request: web.Request) -> web.Response:
    rules = parlour.game(request.match_info["game"]).rules
    return _json([s._asdict() for s in statements(rules.rulebook)])


async def _here(request: web.Request) -> web.Response:
    """The addresses at which others on the same network can reach this server."""
    own = [f"{request.scheme}://{request.host}"]
    if request.host.partition(":")[0] in ("localhost", "127.0.0.1"):
        port = request.host.partition(":")[2]
        own = [f"http://{address}{':' + port if port else ''}" for address in addresses()] + own
    return _json({"addresses": own})


def addresses() -> list[str]:
    """This machine's address on the local network, if it has one."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing; the kernel only chooses a route
        found = probe.getsockname()[0]
        return [] if found.startswith("127.") else [found]
    return []


async def _lobby(request: web.Request) -> web.Response:
    return _json(await request.app[TABLES_KEY].lobby())


async def _make(request: web.Request) -> web.Response:
    _check_origin(request)
    if wait := request.app[RATE_LIMITER].ask(_address(request)):
        request.app[TABLES_KEY].metrics.limited += 1
        says = f"You have made many tables; you can make the next one in {math.ceil(wait)} seconds."
        response = _json({"says": says}, status=429)
        response.headers["Retry-After"] = str(math.ceil(wait))
        return response
    try:
        wanted = msgspec.json.decode(await request.read(), type=m.NewTable)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"the request for a new table cannot be read ({error})") from None
    return _json(await request.app[TABLES_KEY].make(wanted))


async def _qr(request: web.Request) -> web.Response:
    """An invitation link as a QR code."""
    link = request.query.get("link", "")
    if not 1 <= len(link) <= 300 or not link.startswith(("http://", "https://")):
        raise BadInput("a QR code needs a web link of at most 300 characters")
    svg = segno.make(link, error="m").svg_inline(scale=1, border=2, omitsize=True)
    return web.Response(
        text=svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), content_type="image/svg+xml"
    )


async def _kept_match(request: web.Request) -> MatchRow:
    match = await request.app[TABLES_KEY].match(request.match_info["match"])
    if match is None:
        raise web.HTTPNotFound(reason="There is no such match, or it has been deleted.")
    return match


async def _replay(request: web.Request) -> web.Response:
    match = await _kept_match(request)
    head = {
        "match": match.id,
        "game": match.game,
        "title": parlour.game(match.game).title,
        "rules": match.rules,
        "seats": match.seats,
        "started": match.started,
        "ended": match.ended,
    }
    body = (
        json.dumps(head)[:-1].encode()
        + b',"result":'
        + match.result
        + b',"events":'
        + zlib.decompress(match.frames)
        + b"}"
    )
    return web.Response(body=body, content_type="application/json")


async def _log(request: web.Request) -> web.Response:
    match = await _kept_match(request)
    headers = {"Content-Disposition": f'attachment; filename="parlour-{match.game}-{match.id}.jsonl"'}
    return web.Response(text=match.log, content_type="application/jsonl", headers=headers)


async def _socket(request: web.Request) -> web.StreamResponse:
    _check_origin(request)
    return await Connection(request.app[TABLES_KEY], request, request.app[PROXIES]).serve()


def _address(request: web.Request) -> str | None:
    """The client's address. A proxy appends it to a header, whose other parts the client may have made up."""
    if request.app[BEHIND_PROXY]:
        return request.headers.getall("X-Forwarded-For", [""])[-1].rpartition(",")[2]
    return request.remote


def _check_origin(request: web.Request) -> None:
    """Pages of other hosts must not act in a user's name. Programs other than browsers send no origin."""
    origin = request.headers.get("Origin")
    if origin is None or origin in request.app[ORIGINS]:
        return
    if urlsplit(origin).netloc != request.host:
        request.app[TABLES_KEY].metrics.rejected += 1
        raise web.HTTPForbidden(reason="This page belongs to another site.")


# Monitoring


async def _health(request: web.Request) -> web.Response:
    return _json({"ok": True, "tables": len(request.app[TABLES_KEY].open), "time": time.time()})


async def _metrics(request: web.Request) -> web.Response:
    return web.Response(text=request.app[TABLES_KEY].metrics_text(), content_type="text/plain")


# The page


async def _page(request: web.Request) -> web.StreamResponse:
    """A file of the built page. Every other path is the page itself, which reads the path in the browser."""
    path = request.match_info["path"]
    if "\0" in path or path.startswith(("api/", "ws/")):
        raise web.HTTPNotFound(reason="There is nothing at this address.")
    if not PAGE.is_dir():
        return web.Response(text="The page was not built; see CONTRIBUTING.md.", status=404)
    file = (PAGE / path).resolve()
    if path and file.is_file() and file.is_relative_to(PAGE.resolve()):
        response = web.FileResponse(file)
        if path.startswith("assets/"):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
    if "." in path.rpartition("/")[2]:
        raise web.HTTPNotFound(reason="There is no such file.")
    response = web.FileResponse(PAGE / "index.html")
    response.headers["Cache-Control"] = "no-cache"
    return response


# Running


class LogLine(logging.Formatter):
    """Formats each log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": self.formatTime(record), "level": record.levelname, "says": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def write_log() -> None:
    """Log to standard error."""
    to_errors = logging.StreamHandler()
    to_errors.setFormatter(LogLine())
    logging.basicConfig(level=logging.INFO, handlers=[to_errors])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs every step of opening a database


async def serve(serving: Serving, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. `ready` is called with the address."""
    sys.setswitchinterval(SWITCH_S)
    gc.set_threshold(*GC_THRESHOLDS)
    collecting = asyncio.create_task(_collect_garbage())
    stopping = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
    store = await asyncio.get_running_loop().run_in_executor(None, Store.open, serving.database)
    runner = web.AppRunner(application(store, serving), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, serving.host, serving.port)
        try:
            await site.start()
        except OSError as error:
            number = error.errno or 0
            reason = os.strerror(number) if number > 0 else error.strerror  # asyncio's own message is long
            raise ParlourError(
                f"cannot listen at {serving.host} port {serving.port} ({reason}); choose another with --host or --port"
            ) from None
        port = runner.addresses[0][1]
        ready(f"http://{'localhost' if serving.host in ('127.0.0.1', '0.0.0.0', '::') else serving.host}:{port}")
        await stopping.wait()
    finally:
        collecting.cancel()
        await runner.cleanup()


async def _collect_garbage() -> None:
    while True:
        await asyncio.sleep(GC_S)
        gc.collect()
