"""Rate limits: how many tables can be made from one address."""

import asyncio
import json

import pytest
from tests.live.web_server import web_server

from parlour.live import limits
from parlour.live.limits import RateLimiter, TokenBucket
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
