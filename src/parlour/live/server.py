"""The web server: the page, a little HTTP, and one WebSocket per person and table."""

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
from .house import House, Settings, games
from .limits import Doorkeeper
from .line import Connection
from .store import Store

PAGE = Path(__file__).parents[1] / "page"  # the built browser table, where it was built
SWITCH_S = 0.0005  # so long at most the loop waits for the database's thread to let it go on, not Python's usual 5 ms
GARBAGE = (200, 1_000_000, 100)  # Python's collector looks at what is new often and shortly, at the rest only when told
GARBAGE_S = 3600.0  # how often it is told to: that is a pause for everybody
LARGEST = 64 * 1024  # of a request's body
TABLES, TABLES_PER_S = 60.0, 1 / 6  # that may be made from one address: a school class at once, then ten a minute
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

HOUSE = web.AppKey("house", House)
ORIGINS = web.AppKey("origins", frozenset)
BEHIND_PROXY = web.AppKey("behind_proxy", bool)
DOORKEEPER = web.AppKey("doorkeeper", Doorkeeper)

logger = logging.getLogger("parlour.live")


@dataclass
class Serving:
    """How the server is to be run."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str = "parlour.db"
    origins: frozenset[str] = frozenset()  # other than the server's own
    behind_proxy: bool = False
    settings: Settings = field(default_factory=Settings)


def application(store: Store, serving: Serving) -> web.Application:
    app = web.Application(client_max_size=LARGEST, middlewares=[_tidy])
    app[ORIGINS] = serving.origins
    app[BEHIND_PROXY] = serving.behind_proxy
    app[DOORKEEPER] = Doorkeeper(TABLES, TABLES_PER_S, time.monotonic)

    async def open_house(app: web.Application) -> Any:
        app[HOUSE] = House(store, serving.settings)
        yield
        await app[HOUSE].close()

    async def say_goodbye(app: web.Application) -> None:
        app[HOUSE].say_goodbye()

    app.cleanup_ctx.append(open_house)
    app.on_shutdown.append(say_goodbye)
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
    """Security headers on everything, and one sentence for what is wrong; no traceback reaches a user."""
    try:
        response = await handler(request)
    except BadInput as error:
        response = _json({"says": f"{error}."}, status=400)
    except ParlourError as error:
        logger.warning("refused: %s", error)
        response = _json({"says": str(error)}, status=503)
    except web.HTTPException as error:
        response = _json({"says": error.reason}, status=error.status)
    except (asyncio.CancelledError, ConnectionError):
        raise
    except Exception:
        logger.exception("a request failed: %s %s", request.method, request.match_info.route.resource)
        response = _json({"says": "Something went wrong on the server; it has been noted."}, status=500)
    if not response.prepared:
        response.headers.update(SECURITY)
    return response


def _json(data: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(data), status=status, content_type="application/json")


# What can be asked


async def _games(_: web.Request) -> web.Response:
    return _json(games())


async def _rules(request: web.Request) -> web.Response:
    rules = parlour.game(request.match_info["game"]).rules
    return _json([s._asdict() for s in statements(rules.rulebook)])


async def _here(request: web.Request) -> web.Response:
    """Where a friend on the same network finds this server."""
    own = [f"{request.scheme}://{request.host}"]
    if request.host.partition(":")[0] in ("localhost", "127.0.0.1"):
        port = request.host.partition(":")[2]
        own = [f"http://{address}{':' + port if port else ''}" for address in addresses()] + own
    return _json({"addresses": own})


def addresses() -> list[str]:
    """This machine's address in the home network, if it has one."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing; the kernel only chooses a way
        found = probe.getsockname()[0]
        return [] if found.startswith("127.") else [found]
    return []


async def _lobby(request: web.Request) -> web.Response:
    return _json(await request.app[HOUSE].lobby())


async def _make(request: web.Request) -> web.Response:
    _check_origin(request)
    if wait := request.app[DOORKEEPER].ask(_address(request)):
        request.app[HOUSE].counts.limited += 1
        says = f"Many tables have been made from your address; the next can be made in {math.ceil(wait)} seconds."
        response = _json({"says": says}, status=429)
        response.headers["Retry-After"] = str(math.ceil(wait))
        return response
    try:
        wanted = msgspec.json.decode(await request.read(), type=m.NewTable)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"a new table cannot be read from that ({error})") from None
    return _json(await request.app[HOUSE].make(wanted))


async def _qr(request: web.Request) -> web.Response:
    """The invitation as a square to be photographed."""
    link = request.query.get("link", "")
    if not 1 <= len(link) <= 300 or not link.startswith(("http://", "https://")):
        raise BadInput("a QR code is made of a link of at most 300 letters")
    svg = segno.make(link, error="m").svg_inline(scale=1, border=2, omitsize=True)
    return web.Response(
        text=svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), content_type="image/svg+xml"
    )


async def _kept(request: web.Request) -> Any:
    match = await request.app[HOUSE].match(request.match_info["match"])
    if match is None:
        raise web.HTTPNotFound(reason="There is no such match, or it is no longer kept.")
    return match


async def _replay(request: web.Request) -> web.Response:
    match = await _kept(request)
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
    match = await _kept(request)
    headers = {"Content-Disposition": f'attachment; filename="parlour-{match.game}-{match.id}.jsonl"'}
    return web.Response(text=match.log, content_type="application/jsonl", headers=headers)


async def _socket(request: web.Request) -> web.StreamResponse:
    _check_origin(request)
    direct = not request.app[BEHIND_PROXY]
    return await Connection(request.app[HOUSE], request, direct).serve()


def _address(request: web.Request) -> str | None:
    """Where a request comes from. A proxy says so, in the last part: what is before it anybody may have written."""
    if request.app[BEHIND_PROXY]:
        return request.headers.getall("X-Forwarded-For", [""])[-1].rpartition(",")[2]
    return request.remote


def _check_origin(request: web.Request) -> None:
    """A page of another host must not play in somebody's name. Programs that are no browser send no origin."""
    origin = request.headers.get("Origin")
    if origin is None or origin in request.app[ORIGINS]:
        return
    if urlsplit(origin).netloc != request.host:
        request.app[HOUSE].counts.rejected += 1
        raise web.HTTPForbidden(reason="This page belongs to another host.")


# Watching it


async def _health(request: web.Request) -> web.Response:
    house = request.app[HOUSE]
    return _json({"ok": True, "tables": len(house.tables), "time": time.time()})


async def _metrics(request: web.Request) -> web.Response:
    house = request.app[HOUSE]
    counts = house.counts
    lines = [len(table.listeners) for table in house.tables.values()]
    playing = sum(table.status == "playing" for table in house.tables.values())
    values: list[tuple[str, str, float]] = [
        ("parlour_tables", "gauge", len(house.tables)),
        ("parlour_tables_playing", "gauge", playing),
        ("parlour_sockets", "gauge", sum(lines)),
        ("parlour_events_total", "counter", counts.events),
        ("parlour_refused_total", "counter", counts.refused),
        ("parlour_rejected_total", "counter", counts.rejected),
        ("parlour_limited_total", "counter", counts.limited),
        ("parlour_races_total", "counter", counts.races),
        ("parlour_clamps_total", "counter", counts.clamps),
    ]
    text = [f"# TYPE {name} {kind}\n{name} {value}\n" for name, kind, value in values]
    text += [
        _quantiles("parlour_verdict_delay_ms", counts.verdict_ms),
        _quantiles("parlour_loop_lag_ms", counts.lag_ms),
    ]
    return web.Response(text="".join(text), content_type="text/plain")


def _quantiles(name: str, values: list[float]) -> str:
    ordered = sorted(values)
    text = f"# TYPE {name} summary\n"
    for share in (0.5, 0.95, 0.99):
        value = ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
        text += f'{name}{{quantile="{share}"}} {value:.3f}\n'
    return text + f"{name}_count {len(ordered)}\n"


# The page


async def _page(request: web.Request) -> web.StreamResponse:
    """A file of the built page; every other path is the page itself, which reads the rest of the address."""
    path = request.match_info["path"]
    if "\0" in path or path.startswith(("api/", "ws/")):
        raise web.HTTPNotFound(reason="There is nothing at this address.")
    if not PAGE.is_dir():
        return web.Response(text="The browser table was not built; see CONTRIBUTING.md.", status=404)
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


# Running it


class LogLine(logging.Formatter):
    """A line of the log is one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": self.formatTime(record), "level": record.levelname, "says": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def write_log() -> None:
    """The log goes to the error channel."""
    to_errors = logging.StreamHandler()
    to_errors.setFormatter(LogLine())
    logging.basicConfig(level=logging.INFO, handlers=[to_errors])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of every step of opening a database


async def serve(serving: Serving, ready: Callable[[str], None]) -> None:
    """Serve until the process is told to stop (Ctrl-C, or SIGTERM from whoever runs it). `ready` hears the address."""
    sys.setswitchinterval(SWITCH_S)
    gc.set_threshold(*GARBAGE)
    clearing = asyncio.create_task(_clear_garbage())
    told_to_stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, told_to_stop.set)
    store = await asyncio.get_running_loop().run_in_executor(None, Store.open, serving.database)
    runner = web.AppRunner(application(store, serving), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, serving.host, serving.port)
        try:
            await site.start()
        except OSError as error:
            number = error.errno or 0
            reason = os.strerror(number) if number > 0 else error.strerror  # asyncio's own words are long
            raise ParlourError(
                f"cannot listen at {serving.host} port {serving.port} ({reason}); choose another with --host or --port"
            ) from None
        port = runner.addresses[0][1]
        ready(f"http://{'localhost' if serving.host in ('127.0.0.1', '0.0.0.0', '::') else serving.host}:{port}")
        await told_to_stop.wait()
    finally:
        clearing.cancel()
        await runner.cleanup()


async def _clear_garbage() -> None:
    while True:
        await asyncio.sleep(GARBAGE_S)
        gc.collect()
