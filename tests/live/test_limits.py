"""Limits: what one address, one connection and one table may do in a given time."""

import asyncio
import json

import pytest
from tests.live.fakes import TableHarness
from tests.live.web_server import web_server

from parlour.kit import BadInput
from parlour.live import bodies, events, limits
from parlour.live import messages as m
from parlour.live import server as server_module
from parlour.live.bodies import Body
from parlour.live.limits import MessageMeter, RateLimiter, TokenBucket
from parlour.live.server import LIMITS, TABLES


def test_a_bucket_is_used_up_and_fills_again():
    allowance = TokenBucket(3, 0.5, now=10.0)
    assert [allowance.take(10.0) for _ in range(5)] == [True, True, True, False, False]
    assert allowance.wait(10.0) == 2.0
    assert not allowance.take(11.9)
    assert allowance.take(14.0)
    assert [allowance.take(1000.0) for _ in range(4)] == [True, True, True, False]


def keeper():
    now = [100.0]
    return RateLimiter(2, 1.0, lambda: now[0]), now


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.5", "203.0.113.6", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),  # one household
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("203.0.113.5", "::ffff:203.0.113.5", True),
        ("203.0.113.5", " 203.0.113.5", True),
    ],
)
def test_each_address_has_its_own_bucket(one, other, same):
    door, _ = keeper()
    assert [door.ask(one) > 0 for _ in range(3)] == [False, False, True]
    assert (door.ask(other) > 0) is same


@pytest.mark.parametrize("address", [None, "", "127.0.0.1", "::1", "no address"])
def test_this_machine_and_the_unknown_have_no_limit(address):
    door, _ = keeper()
    assert not any(door.ask(address) for _ in range(100))


def test_addresses_with_a_full_bucket_are_forgotten(monkeypatch):
    monkeypatch.setattr(limits, "MAX_ADDRESSES", 10)
    door, now = keeper()
    for number in range(10):
        door.ask(f"203.0.113.{number}")
    now[0] += 10
    assert [door.ask("198.51.100.1") > 0 for _ in range(3)] == [False, False, True]
    assert len(door) == 1


@pytest.mark.usefixtures("compiled_in_process")
def test_making_too_many_tables_has_to_wait(tmp_path):
    wanted = json.dumps({"game": "parrot", "name": "Ada"})

    async def main():
        async with web_server(tmp_path, behind_proxy=True) as server:
            server.web.app[LIMITS].tables.clock = lambda: 50.0

            async def make(*headers):
                named = [("X-Forwarded-For", header) for header in headers]
                return await server.post("/api/tables", wanted, headers=named)

            for _ in range(int(TABLES[0])):
                answer, body = await make("203.0.113.5")
                assert answer.status == 200, body
            tables = len(server.tables.open)
            for own in (["198.51.100.1, 203.0.113.5"], ["198.51.100.1", "203.0.113.5"]):
                answer, body = await make(*own)  # what the client itself has put there is ignored
                assert answer.status == 429
                assert 1 <= int(answer.headers["Retry-After"]) <= 6
                assert "seconds" in json.loads(body)["says"]
                assert len(server.tables.open) == tables
            answer, _ = await make("203.0.113.5, 198.51.100.1")
            assert answer.status == 200
            _, metrics = await server.get("/metrics")
            assert b"parlour_limited_total 2\n" in metrics

    asyncio.run(main())


@pytest.mark.usefixtures("compiled_in_process")
def test_too_many_requests_have_to_wait(tmp_path):
    async def main():
        async with web_server(tmp_path, behind_proxy=True) as server:
            server.web.app[LIMITS].requests = RateLimiter(5, 1.0, lambda: 50.0)
            near, far = {"X-Forwarded-For": "203.0.113.5"}, {"X-Forwarded-For": "198.51.100.1"}
            statuses = [(await server.get("/api/games", headers=near))[0].status for _ in range(7)]
            assert statuses == [200] * 5 + [429] * 2
            answer, _ = await server.get("/api/games", headers=far)
            assert answer.status == 200

    asyncio.run(main())


@pytest.mark.usefixtures("compiled_in_process")
def test_slow_bodies_are_remembered_and_limited(tmp_path, monkeypatch):
    """QR codes and replays are made in a thread, which delays the event loop a little: so only now and then."""
    made = []

    def make(link):
        made.append(link)
        return Body(link.encode(), "text/plain")

    monkeypatch.setattr(server_module, "_qr_body", make)
    monkeypatch.setattr(bodies, "WORK", 3.0)
    monkeypatch.setattr(bodies, "WORK_PER_S", 0.001)

    async def main():
        async with web_server(tmp_path) as server:

            async def ask(name):
                answer, _ = await server.get(f"/api/qr?link=http%3A%2F%2Fx%2F{name}")
                return answer.status

            assert await asyncio.gather(*(ask("a") for _ in range(20))) == [200] * 20
            assert made == ["http://x/a"], "twenty people, one code"
            assert [await ask(name) for name in "bcd"] == [200, 200, 429]
            assert await ask("a") == 200, "what is in memory is no work"

    asyncio.run(main())


def test_kinds_of_messages_have_their_own_limits():
    meter = MessageMeter(5, 1.0, {m.Sit: (2.0, 0.5), m.Leave: (2.0, 0.5), m.Emote: (1.0, 1.0)})
    assert [meter.take_kind(kind, 10.0) for kind in (m.Sit, m.Leave, m.Sit)] == [True, True, False]
    assert [meter.take_kind(m.Emote, 10.0) for _ in range(2)] == [True, False]
    assert all(meter.take_kind(m.Act, 10.0) for _ in range(50))
    assert meter.take_kind(m.Sit, 12.0)
    assert [meter.take(10.0) for _ in range(6)] == [True] * 5 + [False]


@pytest.mark.usefixtures("compiled_in_process")
def test_one_connection_cannot_announce_or_start_things_endlessly(tmp_path):
    async def main():
        async with web_server(tmp_path) as server:
            host = await server.make(game="parrot", seats=2)
            await host.connect()
            for _ in range(8):
                await host.say(m.Emote(kind="wow"))
            assert (await host.until("refused"))["says"] == "that was too much at once; wait a moment and try again."
            for number in range(40):
                await host.say(m.Bot(seat=1, level="casual" if number % 2 else None))
            assert (await host.until("refused"))["says"] == "that was too much at once; wait a moment and try again."

    asyncio.run(main())


@pytest.mark.usefixtures("compiled_in_process")
def test_matches_from_one_address_are_limited(tmp_path):
    async def main():
        async with web_server(tmp_path, behind_proxy=True) as server:
            server.tables.starts = RateLimiter(1, 0.1, lambda: 50.0)
            server.session.headers["X-Forwarded-For"] = "203.0.113.5"
            one, other = await server.make(game="parrot"), await server.make(game="parrot")
            for client in (one, other):
                await client.connect()
                await client.say(m.Start())
            await one.until("welcome")
            says = "many matches were started from your address; wait 10 seconds."
            assert (await other.until("refused"))["says"] == says

    asyncio.run(main())


def test_matches_of_one_table_are_limited():
    """Each finished match is kept in the database: one player alone must not fill the disk."""
    harness = TableHarness(seats=2)
    host = harness.person(0)
    host.say(m.Start())
    kept = 0
    for _ in range(100):
        harness.table.event(events.MatchStopped("the players have had enough"))
        kept += 1
        try:
            host.say(m.Rematch())
        except BadInput as refused:
            assert str(refused) == "this table has just had many matches; wait 10 seconds"
            break
    assert kept == 10
    harness.clock.run(10_000)
    host.say(m.Rematch())
