"""Opening a server to the local network: who may ask for it, and which addresses are shown."""

import asyncio
import json
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from tests.live.serving import LONG

from parlour.kit import BadInput
from parlour.live import network
from parlour.live.server import Serving, application, open_ports
from parlour.live.store import Store

OTHER = "127.0.0.2"  # stands for this machine's address on a network


@asynccontextmanager
async def running(tmp_path, **how):
    """A server as `parlour` starts it: its port, and a session of somebody on this machine."""
    serving = Serving(port=0, **{"may_open": True, **how})
    runner = web.AppRunner(application(Store.open(str(tmp_path / "parlour.db")), serving), access_log=None)
    await runner.setup()
    await open_ports(runner, serving)
    try:
        async with aiohttp.ClientSession() as session:
            yield runner.addresses[0][1], session
    finally:
        await runner.cleanup()


def lan(test, tmp_path, monkeypatch, found=(OTHER,), **how):
    monkeypatch.setattr(network, "addresses", lambda: list(found))

    async def main():
        async with running(tmp_path, **how) as (port, session), asyncio.timeout(LONG):
            await test(port, session)

    asyncio.run(main())


async def ask(session, port, host="localhost", **more):
    async with session.get(f"http://{host}:{port}/api/here", **more) as answer:
        return await answer.json()


async def agree(session, port, host="localhost", **headers):
    origin = {"Origin": f"http://{host}:{port}", **headers}
    wanted = {name: value for name, value in origin.items() if value is not None}
    async with session.post(f"http://{host}:{port}/api/here", headers=wanted) as answer:
        return answer.status, json.loads(await answer.read())


def test_the_page_on_this_machine_opens_the_server_to_the_network(tmp_path, monkeypatch):
    async def test(port, session):
        assert await ask(session, port) == {"state": "closed"}
        with pytest.raises(aiohttp.ClientConnectionError):
            await ask(session, port, OTHER)
        opened = {"state": "open", "addresses": [f"http://{OTHER}:{port}"]}
        assert await agree(session, port) == (200, opened)
        assert await agree(session, port) == (200, opened), "asking again changes nothing"
        assert await ask(session, port) == opened
        assert await ask(session, port, OTHER) == opened, "it answers there, and says what address that is"

    lan(test, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": None},
        {"Origin": "null"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost"},  # another port is another site
        {"Host": "attic.local", "Origin": "http://attic.local"},
        {"Host": f"{OTHER}:80", "Origin": f"http://{OTHER}:80"},
        {"X-Forwarded-For": "192.168.1.7"},
        {"Forwarded": "for=192.168.1.7"},
        {"Via": "1.1 proxy"},
    ],
)
def test_nobody_else_opens_it(tmp_path, monkeypatch, headers):
    """Neither another site in the owner's browser, nor a device of the network, nor anybody through a proxy."""

    async def test(port, session):
        status, said = await agree(session, port, **headers)
        assert status in (403, 421), said
        assert await ask(session, port) == {"state": "closed"}

    lan(test, tmp_path, monkeypatch)


def test_a_device_of_the_network_is_nobody_on_this_machine(tmp_path, monkeypatch):
    """The peer's address decides: names and headers can be made up."""
    monkeypatch.setattr(network, "_is_loopback", lambda address: False)

    async def test(port, session):
        assert (await agree(session, port))[0] == 403
        assert await ask(session, port) == {"state": "local"}, "the page is not offered what it may not do"

    lan(test, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:10.0.0.1", False),
        ("192.168.1.7", False),
        ("fe80::1", False),
        ("", False),
        ("localhost", False),
    ],
)
def test_which_peers_are_this_machine(address, loopback):
    assert network._is_loopback(address) is loopback


def test_an_operator_who_chose_the_address_is_not_overruled(tmp_path, monkeypatch):
    async def test(port, session):
        assert await ask(session, port) == {"state": "local"}
        status, said = await agree(session, port)
        assert status == 400
        assert "--host 0.0.0.0" in said["says"]

    lan(test, tmp_path, monkeypatch, may_open=False)


def test_an_address_that_does_not_answer_is_not_shown(tmp_path, monkeypatch):
    """A machine may have an address at which nothing can listen; then the page says that, and shows no link."""

    async def test(port, session):
        status, said = await agree(session, port)
        assert status == 503
        assert said["says"].startswith("Parlour cannot listen at 192.0.2.99 port")
        assert "addresses" not in said

    lan(test, tmp_path, monkeypatch, found=("192.0.2.99",))


def test_another_server_at_that_address_is_not_taken_for_this_one(tmp_path, monkeypatch):
    async def test(port, session):
        async def other(reader, writer):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"id": "none"}')
            writer.close()

        async with await asyncio.start_server(other, OTHER, port):
            assert await ask(session, port) == {"state": "closed"}

    lan(test, tmp_path, monkeypatch)


def test_without_a_network_the_page_can_say_so(tmp_path, monkeypatch):
    async def test(port, session):
        assert await ask(session, port) == {"state": "offline"}
        assert await agree(session, port) == (200, {"state": "offline"})
        network.addresses = lambda: [OTHER]  # the network is there now, and the owner has agreed already
        assert await ask(session, port) == {"state": "open", "addresses": [f"http://{OTHER}:{port}"]}

    lan(test, tmp_path, monkeypatch, found=())


def test_an_operator_can_name_the_address(monkeypatch):
    monkeypatch.setenv("PARLOUR_ADDRESS", "192.168.1.20")
    assert network.addresses() == ["192.168.1.20"]
    monkeypatch.setenv("PARLOUR_ADDRESS", "attic")
    with pytest.raises(BadInput, match=r"such as 192\.168\.1\.20"):
        network.addresses()
    monkeypatch.delenv("PARLOUR_ADDRESS")
    assert not any(address.startswith("127.") for address in network.addresses())
