"""`/healthz` says whether anything can be saved."""

import asyncio
import json
import sqlite3

import pytest
from tests.live.web_server import web_server

from parlour.live import tables
from parlour.live.store import writer

pytestmark = pytest.mark.usefixtures("compiled_in_process")


def test_health_is_bad_while_the_database_cannot_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "PROBE_S", 0.0)

    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    async def main():
        async with web_server(tmp_path) as server:
            answer, body = await server.get("/healthz")
            assert (answer.status, json.loads(body)["ok"]) == (200, True)
            host = await server.make(game="parrot")
            await host.connect()
            with monkeypatch.context() as broken:
                broken.setattr(writer, "_write_together", full)
                broken.setattr(writer, "_write_singly", full)
                answer, body = await server.get("/healthz")
                assert answer.status == 503
                assert json.loads(body)["says"] == "The database rejected a write: database or disk is full."
                answer, body = await server.post("/api/tables", b'{"game":"parrot","name":"Ada"}')
                assert answer.status == 503
            answer, _ = await server.get("/healthz")
            assert answer.status == 200

    asyncio.run(main())
