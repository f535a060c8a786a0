"""The web server: the page, a small HTTP API, and one WebSocket per person and table."""

import asyncio
import gc
import itertools
import json
import logging
import math
import os
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any
from urllib.parse import quote

import msgspec
import segno
from aiohttp import web

import parlour
from parlour.kit import BadInput, ParlourError, statements

from . import messages as m
from .bodies import Body, Busy, PageFiles, Workshop
from .catalogue import actions, games
from .connection import Connection
from .doors import ID, Doors, own_names
from .guard import GuardedSite
from .limits import RateLimiter, Together
from .lobby import Lobby
from .network import Network, check_owner
from .offered import Offered
from .page_export import PAGE, POLICY, build_of
from .proxies import Proxies
from .replays import replay_of
from .reviewing import Order, Reviews
from .stopping import on_stop
from .store import MatchRow, Store
from .tables import Settings, Tables

SWITCH_S = 0.0005  # the longest the loop waits for the writer thread to release the GIL; Python's default is 5 ms
GC_THRESHOLDS = (200, 1_000_000, 100)  # collect young objects often and briefly, older ones only in `_collect_garbage`
GC_MIDDLE_S = 30.0  # interval of collections of the middle generation: asyncio's closed transports refer to themselves
GC_ALL = 120  # every 120th collection covers everything, about once an hour; it pauses all tables
MAX_BODY = 64 * 1024  # bytes of a request
BODY_S = 10.0  # for the body of a request to arrive

# Limits for one address, which may be a school's: a burst, and the number per second in the long run.
TABLES = (60.0, 1 / 6)
REQUESTS = (2000.0, 100.0)
SOCKETS = (600.0, 10.0)
SLOW_BODIES = (60.0, 1.0)  # QR codes and replays that are not in memory
REVIEWS = (10.0, 1 / 60)
CONNECTIONS = 500  # at the same time

SECURITY = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), display-capture=()",
    "Server": "parlour",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}

logger = logging.getLogger("parlour.live")


@dataclass
class Serving:
    """How the server is run."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str = "parlour.db"
    origins: frozenset[str] = frozenset()  # where players reach it, apart from this network
    behind_proxy: bool = False
    settings: Settings = field(default_factory=Settings)
    connections: int = CONNECTIONS  # per address
    may_open: bool = False  # to the local network, when the page on this machine asks for it


def connections_per_address() -> int:
    """As the operator has set it; BadInput if that is no number."""
    text = os.environ.get("PARLOUR_CONNECTIONS", str(CONNECTIONS))
    if not text.isdecimal() or int(text) < 1:
        raise BadInput(f"PARLOUR_CONNECTIONS is a number of connections, such as {CONNECTIONS}, not {text!r}")
    return int(text)


class Limits:
    """What one address may do."""

    def __init__(self, clock: Callable[[], float], connections: int) -> None:
        self.tables = RateLimiter(*TABLES, clock)
        self.requests = RateLimiter(*REQUESTS, clock)
        self.sockets = RateLimiter(*SOCKETS, clock)
        self.slow_bodies = RateLimiter(*SLOW_BODIES, clock)
        self.reviews = RateLimiter(*REVIEWS, clock)
        self.together = Together(connections)  # WebSockets that come through a proxy


TABLES_KEY = web.AppKey("tables", Tables)
DOORS = web.AppKey("doors", Doors)
BEHIND_PROXY = web.AppKey("behind_proxy", bool)
PROXIES = web.AppKey("proxies", Proxies)
LIMITS = web.AppKey("limits", Limits)
PAGE_FILES = web.AppKey("page_files", PageFiles)
WORKSHOP = web.AppKey("workshop", Workshop)
HEADERS = web.AppKey("headers", dict[str, str])
REVIEWS_KEY = web.AppKey("reviews", Reviews)
LOBBY = web.AppKey("lobby", Lobby)
NETWORK = web.AppKey("network", Network)


def application(store: Store, serving: Serving, names: frozenset[str] = frozenset()) -> web.Application:
    """`names` are the host names of this machine."""
    app = web.Application(client_max_size=MAX_BODY, middlewares=[_tidy])
    app[DOORS] = Doors.of(serving.origins, names)
    app[BEHIND_PROXY] = serving.behind_proxy
    app[LIMITS] = Limits(time.monotonic, serving.connections)
    app[PAGE_FILES] = PageFiles(PAGE)
    app[WORKSHOP] = Workshop(time.monotonic)
    app[REVIEWS_KEY] = Reviews()
    app[NETWORK] = Network(serving.may_open)
    app[HEADERS] = {**SECURITY, **(HTTPS_ONLY if app[DOORS].secure else {})}

    async def run_tables(app: web.Application) -> Any:
        app[TABLES_KEY] = tables = Tables(store, serving.settings)
        app[LOBBY] = Lobby(tables)
        app[PROXIES] = Proxies(serving.behind_proxy, tables.metrics)
        yield
        app[WORKSHOP].close()
        await tables.close()

    async def stop_tables(app: web.Application) -> None:
        app[TABLES_KEY].stop_all()

    async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(app[HEADERS])

    app.cleanup_ctx.append(run_tables)
    app.on_shutdown.append(stop_tables)
    app.on_response_prepare.append(add_headers)
    app.add_routes(
        [
            web.get("/api/games", _games),
            web.get("/api/rules/{game}", _rules),
            web.get("/api/actions/{game}", _actions),
            web.get("/api/server", _server),
            web.get("/api/here", _here),
            web.post("/api/here", _open),
            web.get("/api/tables", _lobby),
            web.post("/api/tables", _make),
            web.get("/api/qr", _qr),
            web.get("/api/matches/{match}", _replay),
            web.get("/api/matches/{match}/log", _log),
            web.post("/api/matches/{match}/review/{seat}", _review),
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
    """Check where a request comes from, and answer every error with one sentence, never a traceback."""
    if not request.app[DOORS].knows(request.host):
        request.app[TABLES_KEY].metrics.rejected += 1
        says = "This server does not answer under this name; its operator can allow it with --origin."
        return _json({"says": says}, status=421)
    if wait := request.app[LIMITS].requests.ask(_address(request)):
        return _too_many(request, "You have sent many requests", wait)
    try:
        return await handler(request)
    except BadInput as error:
        return _json({"says": f"{error}."}, status=400)
    except Busy:
        return _too_many(request, "The server is busy", 2.0)
    except ParlourError as error:
        logger.warning("A request was refused: %s", error)
        return _json({"says": str(error)}, status=503)
    except web.HTTPException as error:
        return _json({"says": error.reason}, status=error.status)
    except (asyncio.CancelledError, ConnectionError):
        raise
    except Exception:
        logger.exception("A request failed: %s %s", request.method, request.match_info.route.resource)
        return _json({"says": "Something went wrong on the server; the problem has been logged."}, status=500)


def _json(data: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(data), status=status, content_type="application/json")


def _too_many(request: web.Request, what: str, wait: float) -> web.Response:
    request.app[TABLES_KEY].metrics.limited += 1
    seconds = max(math.ceil(wait), 1)
    response = _json({"says": f"{what}; try again in {seconds} second{'s' * (seconds > 1)}."}, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


# The API


@cache
def _games_body(offered: Offered) -> Body:
    return Body.json(games(offered))


@cache
def _rules_body(game: str) -> Body:
    return Body.json([statement._asdict() for statement in statements(parlour.game(game).rules.rulebook)])


async def _games(request: web.Request) -> web.Response:
    return _games_body(request.app[TABLES_KEY].settings.offered).answer(request)


@cache
def _actions_body(game: str) -> Body:
    return Body.json(actions(parlour.game(game).rules))


async def _rules(request: web.Request) -> web.Response:
    return _rules_body(_game_named(request)).answer(request)


async def _actions(request: web.Request) -> web.Response:
    return _actions_body(_game_named(request)).answer(request)


def _game_named(request: web.Request) -> str:
    name = request.match_info["game"]
    if not ID.fullmatch(name):
        raise BadInput("there is no such game")
    return parlour.game(name).rules.name


async def _server(request: web.Request) -> web.Response:
    """What a page needs to know before it offers tables with friends."""
    return _json({"version": build_of(PAGE) or "none", "protocol": m.VERSION, "id": request.app[NETWORK].id})


async def _here(request: web.Request) -> web.Response:
    """The addresses at which others on the same network can reach this server."""
    return _json(await request.app[NETWORK].here(request))


async def _open(request: web.Request) -> web.Response:
    """The owner of this machine lets its network in."""
    check_owner(request)
    return _json(await request.app[NETWORK].let_in(request))


async def _lobby(request: web.Request) -> web.Response:
    return (await request.app[LOBBY].body()).answer(request)


async def _make(request: web.Request) -> web.Response:
    _check_origin(request)
    if wait := request.app[LIMITS].tables.ask(_address(request)):
        return _too_many(request, "You have made many tables", wait)
    try:
        async with asyncio.timeout(BODY_S):
            body = await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout(reason="The request for a new table did not arrive in time.") from None
    try:
        wanted = msgspec.json.decode(body, type=m.NewTable)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"the request for a new table cannot be read ({error})") from None
    return _json(await request.app[TABLES_KEY].make(wanted))


async def _slow_body(request: web.Request, key: str, work: Callable[[], Body]) -> web.Response:
    """Something that takes a while to make, from memory or from a thread."""
    workshop = request.app[WORKSHOP]
    body = workshop.kept(key)
    if body is None:
        if wait := request.app[LIMITS].slow_bodies.ask(_address(request)):
            return _too_many(request, "You have asked for a lot", wait)
        body = await workshop.make(key, work)
    return body.answer(request)


async def _qr(request: web.Request) -> web.Response:
    """An invitation link as a QR code."""
    link = request.query.get("link", "")
    if not 1 <= len(link) <= 300 or not link.startswith(("http://", "https://")) or not link.isprintable():
        raise BadInput("a QR code needs a web link of at most 300 characters")
    return await _slow_body(request, f"qr {link}", partial(_qr_body, link))


def _qr_body(link: str) -> Body:
    # Comparing all eight masks would take five times as long, and any of them can be read.
    svg = segno.make(link, error="m", mask=0).svg_inline(scale=1, border=2, omitsize=True)
    return Body(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode(), "image/svg+xml")


async def _kept_match(request: web.Request) -> MatchRow:
    match = await request.app[TABLES_KEY].match(request.match_info["match"])
    if match is None:
        raise web.HTTPNotFound(reason="There is no such match, or it has been deleted.")
    return match


async def _replay(request: web.Request) -> web.Response:
    match = await _kept_match(request)
    return await _slow_body(request, f"replay {match.id}", partial(_replay_body, match))


def _replay_body(match: MatchRow) -> Body:
    return Body(replay_of(match), "application/json")


async def _log(request: web.Request) -> web.Response:
    match = await _kept_match(request)
    headers = {"Content-Disposition": f'attachment; filename="parlour-{match.game}-{match.id}.jsonl"'}
    return web.Response(text=match.log, content_type="application/jsonl", headers=headers)


async def _review(request: web.Request) -> web.StreamResponse:
    """How a seat played a finished match, for a page that cannot find out by itself."""
    _check_origin(request)
    match, seat, address = await _kept_match(request), request.match_info["seat"], _address(request)
    if not seat.isascii() or not seat.isdecimal() or int(seat[:3]) >= match.seats:
        raise BadInput(f"this match has the seats 0 to {match.seats - 1}")
    if wait := request.app[LIMITS].reviews.ask(address):
        return _too_many(request, "You have asked for many reviews", wait)
    return await request.app[REVIEWS_KEY].answer(request, address, Order(match.log, int(seat[:3])))


async def _socket(request: web.Request) -> web.StreamResponse:
    _check_origin(request)
    address, limits = _address(request), request.app[LIMITS]
    if wait := limits.sockets.ask(address):
        return _too_many(request, "You have connected many times", wait)
    connection = Connection(request.app[TABLES_KEY], request, request.app[PROXIES], address)
    if not request.app[BEHIND_PROXY]:
        return await connection.serve()
    if not limits.together.enter(address):
        return _too_many(request, "There are too many connections from your address", 60.0)
    try:
        return await connection.serve()
    finally:
        limits.together.leave(address)


def _address(request: web.Request) -> str | None:
    """The client's address. A proxy appends it to a header, whose other parts the client may have made up."""
    if request.app[BEHIND_PROXY]:
        return request.headers.getall("X-Forwarded-For", [""])[-1].rpartition(",")[2]
    return request.remote


def _check_origin(request: web.Request) -> None:
    """Pages of other hosts must not act in a user's name. Programs other than browsers send no origin."""
    origin = request.headers.get("Origin")
    if origin is not None and not request.app[DOORS].admits(origin, request.host):
        request.app[TABLES_KEY].metrics.rejected += 1
        raise web.HTTPForbidden(reason="This page belongs to another site.")


# Monitoring


async def _health(request: web.Request) -> web.Response:
    """Status 503 if the database cannot be written."""
    tables = request.app[TABLES_KEY]
    found: dict[str, Any] = {"ok": True, "tables": len(tables.open), "time": time.time()}
    if problem := await tables.problem():
        return _json({**found, "ok": False, "says": problem}, status=503)
    return _json(found)


async def _metrics(request: web.Request) -> web.Response:
    return web.Response(text=request.app[TABLES_KEY].metrics_text(), content_type="text/plain")


# The page


async def _page(request: web.Request) -> web.StreamResponse:
    """A file of the built page, or the page itself. Links used to be paths (`/t/TABLE#INVITE`); the page reads such a
    path from the query, because a browser keeps the part after the "#" only if the redirect has none of its own."""
    path, files = request.match_info["path"], request.app[PAGE_FILES]
    if "\0" in path or path.startswith(("api/", "ws/")):
        raise web.HTTPNotFound(reason="There is nothing at this address.")
    if not files.built:
        return web.Response(text="The page was not built; see CONTRIBUTING.md.", status=404)
    body = files.find(path)
    if body is None and "." in path.rpartition("/")[2]:
        raise web.HTTPNotFound(reason="There is no such file.")
    if body is None:
        return web.Response(status=302, headers={"Location": "/?path=" + quote("/" + path)})
    return body.answer(request)


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
    on_stop(stopping.set)
    store = await asyncio.get_running_loop().run_in_executor(None, Store.open, serving.database)
    names = await asyncio.get_running_loop().run_in_executor(None, own_names)
    runner = web.AppRunner(application(store, serving, names), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        try:
            await open_ports(runner, serving)
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


async def open_ports(runner: web.AppRunner, serving: Serving) -> None:
    """Listen. Behind a proxy all connections come from one address, and the proxy has its own time limits."""
    together = Together(sys.maxsize if serving.behind_proxy else serving.connections)

    async def listen(host: str, port: int) -> None:
        await GuardedSite(runner, host, port, together, runner.app[HEADERS]).start()

    await listen(serving.host, serving.port)
    runner.app[NETWORK].started(listen)


async def _collect_garbage() -> None:
    for number in itertools.count(1):
        await asyncio.sleep(GC_MIDDLE_S)
        gc.collect(2 if number % GC_ALL == 0 else 1)
