"""The HTTP API and the page, through real sockets."""

import asyncio
import json

import aiohttp
import msgspec
import pytest
from tests.live.web_server import served, web_server

import parlour
from parlour.live import lobby
from parlour.live import messages as m
from parlour.live import server as server_module
from parlour.live.server import SECURITY

pytestmark = pytest.mark.usefixtures("compiled_in_process")


@served
async def test_every_route_answers(server):
    for path, has in (
        ("/api/games", b'"piccolo"'),
        ("/api/rules/parrot", b"PAR-"),
        ("/api/actions/parrot", b'"draw from the pile"'),
        ("/api/server", b'"protocol":'),
        ("/api/here", b'"state"'),
        ("/api/tables", b"[]"),
        ("/api/qr?link=http%3A%2F%2Flocalhost%2Ft%2Fany", b"<svg xmlns"),
        ("/healthz", b'"ok":true'),
        ("/metrics", b"parlour_tables 0"),
    ):
        answer, body = await server.get(path)
        assert answer.status == 200, path
        assert has in body, path
        for name, value in SECURITY.items():
            assert answer.headers[name] == value, path


@served
async def test_games_are_described_for_a_page(server):
    _, body = await server.get("/api/games")
    games = msgspec.json.decode(body, type=list[m.GameNow])
    assert {game.name for game in games} == set(parlour.games())
    [piccolo] = [game for game in games if game.name == "piccolo"]
    flip = next(option for option in piccolo.options if option.name == "flip")
    assert flip.values == ["manual", "automatic"]


@served
async def test_a_bad_request_is_answered_with_a_sentence(server):
    deep = b'{"game":"piccolo","name":"Ada","options":{"deck":' + b"[" * 9000 + b"]" * 9000 + b"}}"
    for body, says in (
        (b"{", "cannot be read"),
        (b"[]", "cannot be read"),
        (b"\xff", "cannot be read"),
        (deep, "cannot be read"),
        (b'{"game":"piccolo"}', "missing required field `name`"),
        (b'{"game":"piccolo","name":"Ada","colour":"red"}', "cannot be read"),
        (b'{"game":"piccolo","name":"Ada","admin":true}', "unknown field `admin`"),
        (b'{"game":"chess","name":"Ada"}', "chess"),
        (b'{"game":"piccolo","name":""}', "a name has"),
        (b'{"game":"piccolo","name":"Ada","seats":99}', "2 to 5 players"),
        (b'{"game":"piccolo","name":"Ada","level":"god"}', "no bot 'god'"),
        (b'{"game":"piccolo","name":"Ada","options":{"flip":"never"}}', "cannot be 'never'"),
        (b'{"game":"piccolo","name":"Ada","options":{"deck":"own.toml"}}', "cannot be a file"),
        (b'{"game":"piccolo","name":"Ada","options":{"speed":1}}', "no option 'speed'"),
    ):
        answer, told = await server.post("/api/tables", body)
        assert answer.status == 400, body[:60]
        sentence = json.loads(told)["says"]
        assert says in sentence, sentence
        assert sentence.endswith(".")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert not server.tables.open
    answer, _ = await server.post("/api/tables", b" " * 70_000)
    assert answer.status == 413


@served
async def test_unknown_paths_are_not_found(server):
    for path in ("/api/matches/none", "/api/matches/none/log", "/api/nothing", "/ws/", "/api/%00", "/%00"):
        answer, body = await server.get(path)
        assert answer.status == 404, path
        assert "Traceback" not in body.decode()
    for path in ("/api/qr", "/api/qr?link=javascript%3A1", "/api/rules/chess", "/api/actions/chess"):
        answer, body = await server.get(path)
        assert answer.status == 400, path
        assert json.loads(body)["says"]
    answer, _ = await server.post("/api/games", b"{}")
    assert answer.status == 405
    answer, _ = await server.get("/ws/any")
    assert answer.status == 400, "no WebSocket"
    for path in ("/../../../../etc/passwd", "//etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd"):
        _, body = await server.get(path)
        assert b"root:" not in body


def test_only_allowed_origins_may_connect(tmp_path):
    async def main():
        async with web_server(tmp_path, origins=frozenset({"https://friends.example"})) as server:
            host = await server.make(game="piccolo")
            table = f"{server.address}/ws/{host.table_id}"
            for origin in ("https://evil.example", "null", server.address + ".evil.example"):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await server.session.ws_connect(table, origin=origin)
                assert refused.value.status == 403
                wanted = b'{"game":"piccolo","name":"Eve"}'
                answer, body = await server.post("/api/tables", wanted, headers={"Origin": origin})
                assert answer.status == 403
                assert json.loads(body)["says"] == "This page belongs to another site."
            assert server.tables.metrics.rejected == 6
            for origin in ("https://friends.example", server.address):
                await (await server.session.ws_connect(table, origin=origin)).close()

    asyncio.run(main())


@served
async def test_public_tables_are_listed_and_others_are_not(server):
    await server.make(game="parrot", name="Ada", public=True)
    await server.make(game="parrot", name="Eve")
    _, body = await server.get("/api/tables")
    [listed] = json.loads(body)
    assert (listed["host"], listed["title"], listed["taken"]) == ("Ada", "Parrot", 1)


def test_the_server_runs_without_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr(server_module, "PAGE", tmp_path / "none")

    async def main():
        async with web_server(tmp_path) as server:
            answer, body = await server.get("/")
            assert answer.status == 404
            assert b"was not built" in body

    asyncio.run(main())


def test_the_built_page_is_served(tmp_path, monkeypatch):
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<title>Parlour</title>")
    (page / "assets" / "app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(server_module, "PAGE", page)

    async def main():
        async with web_server(tmp_path) as server:
            for path in ("/", "/t/some-table", "/replay/x"):  # the last two are links of an older form
                answer, body = await server.get(path)
                assert (answer.status, body) == (200, b"<title>Parlour</title>")
                assert answer.headers["Content-Security-Policy"]
                assert answer.url.query_string == ("" if path == "/" else f"path={path}")
            answer, _ = await server.get("/assets/app.js")
            assert "immutable" in answer.headers["Cache-Control"]
            for path in ("/missing.js", "/../secret.txt", "/..%2fsecret.txt", "/%00", "/api/nothing"):
                answer, body = await server.get(path)
                assert answer.status == 404, path
                assert b"secret" not in body

    asyncio.run(main())


def test_the_public_switch_reaches_the_lobby(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "LOBBY_S", 0.0)

    async def main():
        async with web_server(tmp_path) as server:
            host = await server.make(game="parrot", name="Ada", public=True)
            await host.connect()
            for public in (False, True):
                await host.say(m.Options(public=public))
                while host.table["public"] is not public:
                    await host.until("table")
                await server.tables.written(host.table_id)
                _, body = await server.get("/api/tables")
                assert [listed["host"] for listed in json.loads(body)] == (["Ada"] if public else [])

    asyncio.run(main())


@served
async def test_bodies_are_made_once_and_sent_compressed_or_not_at_all(server):
    for path in ("/api/games", "/api/rules/parrot", "/api/tables", "/api/qr?link=http%3A%2F%2Flocalhost%2Ft%2Fany"):
        answer, plain = await server.get(path, headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in answer.headers
        zipped, body = await server.get(path, headers={"Accept-Encoding": "gzip"})
        assert body == plain
        if len(plain) > 1024:
            assert zipped.headers["Content-Encoding"] == "gzip"
            assert int(zipped.headers["Content-Length"]) < len(plain)
        again, nothing = await server.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status, nothing) == (304, b"")


def test_many_readers_of_the_lobby_ask_the_database_once(tmp_path, monkeypatch):
    asked = []

    async def main():
        async with web_server(tmp_path) as server:
            real = server.tables.store.lobby
            monkeypatch.setattr(server.tables.store, "lobby", lambda most: asked.append(most) or real(most))
            bodies = await asyncio.gather(*(server.get("/api/tables") for _ in range(20)))
            assert {body for _, body in bodies} == {b"[]"}

    asyncio.run(main())
    assert len(asked) == 1


def test_a_proxy_that_was_not_mentioned_is_noticed(tmp_path, caplog, monkeypatch):
    """The kernel's round-trip times are then the proxy's, and nobody must be judged by them."""
    made = []

    class Watched(server_module.Connection):
        def __init__(self, *about):
            super().__init__(*about)
            made.append(self)

    monkeypatch.setattr(server_module, "Connection", Watched)

    async def main():
        async with web_server(tmp_path) as server:
            host = await server.make(game="parrot")
            await (await server.session.ws_connect(f"{server.address}/ws/{host.table_id}")).close()
            headers = {"X-Forwarded-For": "203.0.113.5"}
            for _ in range(2):
                await (await server.session.ws_connect(f"{server.address}/ws/{host.table_id}", headers=headers)).close()

    asyncio.run(main())
    assert [connection.latency.behind_proxy for connection in made] == [False, True, True]
    assert caplog.text.count("--behind-proxy was not given") == 1
