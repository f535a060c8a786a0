"""`parlour serve` as a process: what it says when it cannot start, and how it ends."""

import asyncio
import re
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest
from tests.command import run
from tests.live.client import Client
from tests.live.serving import Server

from parlour.live.store import VERSION_TABLE, Store

pytestmark = pytest.mark.usefixtures("games_ready")


def refused(*arguments):
    """What `parlour serve` says when it cannot start: one sentence, with exit code 2."""
    done = run("serve", "--no-warm", *arguments)
    assert done.returncode == 2, done
    assert done.stdout == ""
    sentences = done.stderr.strip().splitlines()
    assert len(sentences) == 1 and sentences[0].startswith("parlour: "), done.stderr
    return sentences[0]


def test_a_port_in_use_is_one_sentence(tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        says = refused("--port", port, "--database", tmp_path / "parlour.db")
    assert f"port {port}" in says and "--port" in says


def test_a_policy_that_cannot_be_loaded_is_one_sentence(tmp_path):
    says = refused("--port", 0, "--database", tmp_path / "parlour.db", "--bot", tmp_path / "none.py:policy")
    assert "there is no file" in says


def test_a_host_that_is_not_ours_is_one_sentence(tmp_path):
    assert "192.0.2.1" in refused("--host", "192.0.2.1", "--port", 0, "--database", tmp_path / "parlour.db")


def test_an_unreachable_database_is_one_sentence_without_its_password():
    says = refused("--port", 0, "--database", "postgresql://ada:secret@127.0.0.1:1/parlour")
    assert "PostgreSQL" in says
    assert "secret" not in says


def test_a_file_that_cannot_be_a_database_is_one_sentence(tmp_path):
    assert str(tmp_path) in refused("--port", 0, "--database", tmp_path)
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ada, this is no database." * 100)
    assert str(other) in refused("--port", 0, "--database", other)


def test_a_database_of_a_newer_version_is_one_sentence(tmp_path):
    file = tmp_path / "parlour.db"
    Store.open(str(file)).close()
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
        database.commit()
    assert "newer version" in refused("--port", 0, "--database", file)


def test_every_option_is_in_the_operators_page():
    told = run("serve", "--help", COLUMNS="200").stdout
    page = (Path(__file__).parents[2] / "docs" / "operate.md").read_text()
    options = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", told)) - {"--help", "--no-warm", "--no-behind-proxy"}
    assert {"--host", "--pace", "--warm"} <= options
    assert [option for option in sorted(options) if f"`{option}`" not in page] == []


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_and_tells_people_to_come_back(tmp_path, sign):
    """Ctrl-C and SIGTERM: everybody is told, everything is written, exit code 0, and the table is there afterwards."""
    with Server(str(tmp_path / "parlour.db"), tmp_path) as server:
        told, number, client = asyncio.run(play_until_it_ends(server, sign))
        assert told["again"]
        assert not re.search("Traceback|Exception|ERROR", server.said()), server.said()
        server.start()
        assert asyncio.run(come_back(server, client))["number"] >= number


async def play_until_it_ends(server, sign):
    async with aiohttp.ClientSession() as session:
        client = await Client.make(session, server.address, game="parrot", bots=True)
        await client.connect()
        await client.until("table")
        ending = asyncio.create_task(asyncio.to_thread(server.end, sign))
        told = await client.until("bye")
        number = client.number
        assert await ending == 0
        return told, number, client


async def come_back(server, before):
    async with aiohttp.ClientSession() as session:
        client = Client(session, server.address, before.table_id)
        client.token = before.token
        return await client.connect()
