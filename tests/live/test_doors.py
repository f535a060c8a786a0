"""Under which names the server answers, which pages may act, and what other requests are answered with."""

import asyncio
import json

import aiohttp
import pytest
from tests.live.web_server import served, web_server

from parlour.kit import BadInput
from parlour.live.doors import Doors, host_name, own_names

OURS = Doors.of(frozenset({"https://cards.example.org"}), frozenset({"attic", "attic.local"}))


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8765",
        "127.0.0.1:8765",
        "[::1]:8765",
        "192.168.1.20:8765",  # no name was looked up, so none can have been pointed at us
        "[fe80::1%eth0]",
        "attic",
        "ATTIC.local:8765",
        "attic.local.",
        "cards.example.org",
    ],
)
def test_our_own_names_are_known(host):
    assert OURS.knows(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "cards.example.org.evil.example", "localhost.evil.example", "", "[", "[::1", "@"],
)
def test_other_names_are_not(host):
    assert not OURS.knows(host)


@pytest.mark.parametrize(
    ("origin", "host", "may"),
    [
        ("http://attic:8765", "attic:8765", True),
        ("http://192.168.1.20:8765", "192.168.1.20:8765", True),
        ("https://cards.example.org", "10.0.0.1:8765", True),  # a proxy that changes the host
        ("http://cards.example.org", "10.0.0.1:8765", False),
        ("http://attic:1234", "attic:8765", False),
        ("https://evil.example", "attic:8765", False),
        ("null", "attic:8765", False),
        ("http://[", "attic:8765", False),
        ("ftp://attic:8765", "attic:8765", False),
        ("", "", False),
    ],
)
def test_a_page_may_act_at_its_own_host_and_ours(origin, host, may):
    assert OURS.admits(origin, host) is may


def test_a_wrong_origin_in_the_settings_is_refused():
    for wrong in (
        "cards.example.org",
        "https://",
        "ftp://cards.example.org",
        "https://cards.example.org/x",
        "https://[",
    ):
        with pytest.raises(BadInput, match=r"an origin looks like https://cards\.example\.org"):
            Doors.of(frozenset({wrong}), frozenset())


def test_this_machine_has_names():
    assert all(host_name(name) == name for name in own_names() if name)
    assert any(name.endswith(".local") for name in own_names())


@served
async def test_a_name_that_was_pointed_at_us_gets_no_answer(server):
    """DNS rebinding: the browser takes us for evil.example, so only the name tells."""
    for path in ("/", "/api/tables", "/healthz", "/ws/any"):
        answer, body = await server.get(path, headers={"Host": "evil.example"})
        assert answer.status == 421
        assert json.loads(body)["says"].startswith("This server does not answer under this name")
    wanted = b'{"game":"parrot","name":"Eve"}'
    answer, _ = await server.post(
        "/api/tables", wanted, headers={"Host": "evil.example", "Origin": "http://evil.example"}
    )
    assert answer.status == 421
    assert server.tables.metrics.rejected == 5
    answer, _ = await server.get("/", headers={"Host": "192.168.1.20:8765"})
    assert answer.status != 421


@served
async def test_nothing_that_a_client_sends_is_our_mistake(server):
    for headers in ({"Origin": "http://["}, {"Origin": "\xff"}, {"Host": "["}):
        answer, _ = await server.post("/api/tables", b"{}", headers=headers)
        assert answer.status in (403, 421), headers
    for path in (
        "/" + "x" * 7000,
        "/" + "x/" * 3000,
        "/%ff%fe",
        "/api/matches/%ff",
        "/api/matches/" + "x" * 5000,
        "/api/matches/%ff/log",
        "/api/matches/a%00b",
        "/api/rules/%ff",
        "/api/rules/" + "x" * 5000,
        "/api/qr?link=http://%ff",
        "/api/qr?link=http://x%00",
    ):
        answer, body = await server.get(aiohttp.client.URL(server.address + path, encoded=True).raw_path_qs)
        assert answer.status < 500, path
        assert b"Traceback" not in body
    for wanted in (
        b'{"game":"\\ud800","name":"Ada"}',
        b'{"game":"parrot","name":"\\ud800"}',
        b'{"game":"parrot","name":"\xff"}',
    ):
        answer, _ = await server.post("/api/tables", wanted)
        assert answer.status == 400


def test_every_answer_carries_the_security_headers(tmp_path):
    async def main():
        async with web_server(tmp_path, origins=frozenset({"https://cards.example.org"})) as server:
            for path in ("/", "/api/games", "/api/nothing", "/healthz"):
                answer, _ = await server.get(path)
                assert answer.headers["Server"] == "parlour"
                assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
                assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
                assert "camera=()" in answer.headers["Permissions-Policy"]
        async with web_server(tmp_path) as server:
            answer, _ = await server.get("/")
            assert "Strict-Transport-Security" not in answer.headers, "a server at home has no https"

    asyncio.run(main())
