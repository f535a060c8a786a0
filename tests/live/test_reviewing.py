"""The server reviews matches for pages that cannot: few at a time, with progress, and only while somebody waits."""

import asyncio
import json

import pytest
from tests.live.web_server import web_server

import parlour
from parlour.bots import seat_bots
from parlour.live import reviewing
from parlour.live.server import REVIEWS_KEY
from parlour.live.store import MatchRow

SLEEPS = 'import time; print(\'{"done": 0, "of": 9}\', flush=True); time.sleep(100)'
ANSWERS = "print('{\"report\": {}}')"
FAILS = "raise SystemExit(1)"


def finished(name="parrot", seats=2, **options):
    """A match that the server has saved."""
    match = parlour.game(name).new(seats=seats, seed=4, options=options)
    for _ in seat_bots(match, "novice").play_out():
        pass
    result = json.dumps({"scores": match.scores, "winners": match.winners}).encode()
    return MatchRow("finished", "table", name, str(match.rules.version), seats, 0.0, 1.0, result, match.log(), b"")


@pytest.fixture(scope="module")
def saved():
    return finished(rounds=1)


def keeps(server, row):
    """The server has this match and no other."""

    async def match(id):
        return row if id == row.id else None

    server.tables.match = match


def path(seat=0):
    return f"/api/matches/finished/review/{seat}"


async def lines_of(server, **more):
    answer, body = await server.post(path(), b"", **more)
    return answer, [json.loads(line) for line in body.decode().splitlines()]


def at(tmp_path, test, **more):
    """Run a test with a server of its own."""

    async def main():
        async with web_server(tmp_path, **more) as server, asyncio.timeout(300):
            await test(server)

    asyncio.run(main())


def test_a_saved_match_is_reviewed(tmp_path, saved):
    async def test(server):
        keeps(server, saved)
        answer, lines = await lines_of(server)
        assert (answer.status, answer.content_type) == (200, "application/jsonl")
        *progress, last = lines
        assert progress[0] == {"done": 0, "of": 0}
        assert [each["done"] for each in progress[1:]] == list(range(1, progress[-1]["of"] + 1))
        report = last["report"]
        changes = sum(decision["luck"] - decision["loss"] for decision in report["decisions"])
        assert report["over"] and report["start"] + changes + report["luck"] == report["result"]

    at(tmp_path, test)


def test_what_cannot_be_reviewed_is_refused_in_one_sentence(tmp_path, saved):
    async def test(server):
        keeps(server, saved)
        host = await server.make(game="parrot", bots=True)
        running = await host.connect()
        assert running["table"]["status"] == "playing"
        for asked, status in (
            (path(2), 400),
            (path("x"), 400),
            (path("%ff"), 400),
            (path("9" * 5000), 400),
            (f"/api/matches/{running['table']['match']}/review/0", 404),
            ("/api/matches/none/review/0", 404),
        ):
            answer, body = await server.post(asked, b"")
            assert answer.status == status, asked
            assert json.loads(body)["says"].endswith(".")
        answer, _ = await server.post(path(), b"", headers={"Origin": "https://evil.example"})
        assert answer.status == 403
        keeps(server, saved._replace(log=saved.log.replace('"rules":', '"rules":9', 1)))
        _, lines = await lines_of(server)
        assert "of the rules of Parrot, and here is version" in lines[-1]["says"]

    at(tmp_path, test)


def test_two_at_a_time_and_a_closed_connection_ends_its_process(tmp_path, saved, monkeypatch):
    monkeypatch.setattr(reviewing, "CHILD", SLEEPS)
    children = []
    start = asyncio.create_subprocess_exec

    async def started(*words, **more):
        children.append(await start(*words, **more))
        return children[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)

    async def test(server):
        keeps(server, saved)
        open_ = [await server.session.post(server.address + path()) for _ in range(reviewing.MOST)]
        for answer in open_:
            assert json.loads(await answer.content.readline()) == {"done": 0, "of": 9}
        answer, _ = await server.post(path(), b"")
        assert answer.status == 429 and "Retry-After" in answer.headers
        assert len(children) == reviewing.MOST
        for answer in open_:
            answer.close()
        while server.web.app[REVIEWS_KEY]._running:
            await asyncio.sleep(0.05)
        assert all(child.returncode not in (None, 0) for child in children)
        monkeypatch.setattr(reviewing, "CHILD", ANSWERS)
        answer, _ = await server.post(path(), b"")
        assert answer.status == 200

    at(tmp_path, test)


def test_one_at_a_time_for_an_address_and_only_so_many(tmp_path, saved, monkeypatch):
    monkeypatch.setattr(reviewing, "CHILD", SLEEPS)

    def by(address):
        return {"headers": {"X-Forwarded-For": address}}

    async def test(server):
        keeps(server, saved)
        first = await server.session.post(server.address + path(), **by("192.0.2.1"))
        answer, _ = await server.post(path(), b"", **by("192.0.2.1"))
        assert answer.status == 429
        second = await server.session.post(server.address + path(), **by("192.0.2.2"))
        assert (first.status, second.status) == (200, 200)
        first.close()
        second.close()
        while server.web.app[REVIEWS_KEY]._running:
            await asyncio.sleep(0.05)
        monkeypatch.setattr(reviewing, "CHILD", ANSWERS)
        answers = [(await lines_of(server, **by("192.0.2.3")))[0].status for _ in range(11)]
        assert answers == [200] * 10 + [429]

    at(tmp_path, test, behind_proxy=True)


def test_a_failure_is_logged_and_told_in_one_sentence(tmp_path, saved, monkeypatch, caplog):
    monkeypatch.setattr(reviewing, "CHILD", FAILS)

    async def test(server):
        keeps(server, saved)
        _, lines = await lines_of(server)
        assert lines == [{"says": "The review failed; the problem has been logged."}]

    at(tmp_path, test)
    assert "review" in caplog.text
