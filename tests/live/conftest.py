"""Fixtures: databases (a file, and a temporary PostgreSQL), compiled games, and seeds that every run repeats."""

import asyncio
import base64
import itertools
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest
from tests.extent import ONCE

import parlour
from parlour.games import names
from parlour.live import seating, table, warm
from parlour.live.parts import GAME, STEPS
from parlour.live.preparing import Preparing
from parlour.live.store import Store

SERVED = ("piccolo", "parrot")  # a server compiles another game when a table asks for it


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL that listens on a socket only; yields the socket's directory. It refuses to run as root."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not programs:
        pytest.skip("PostgreSQL is not installed (tools/system.sh)")
    where = Path(tempfile.mkdtemp(prefix="parlour-pg-", dir="/tmp"))  # the path of a socket must be short
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        shutil.chown(where, user)

    def run(program, *words):
        done = subprocess.run(
            [programs[-1].with_name(program), "--pgdata", where / "data", *words],
            user=user,
            group=user,
            cwd=where,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout

    settings = f"-k {where} -c listen_addresses='' -c fsync=off -c max_connections=50"
    try:
        run("initdb", "--username=parlour", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        run("pg_ctl", "--wait", "--log", str(where / "log"), "--options", settings, "start")
        yield where
    finally:
        if (where / "data" / "postmaster.pid").exists():
            run("pg_ctl", "--mode=immediate", "stop")
        shutil.rmtree(where)


@pytest.fixture(scope="session")
def games_ready():
    """The games that tests with a server play, compiled as a server does it before any test measures time."""

    async def compile_all():
        for game in SERVED if ONCE else names():
            for step in STEPS[GAME]:
                if not warm.mark_of(game, step).exists():
                    await warm.compile_in_child(game, step)

    asyncio.run(compile_all())


class SeededSecrets:
    """Replaces the module `secrets` with a seeded generator."""

    def __init__(self, seed):
        self._chance = random.Random(seed)

    def randbits(self, count):
        return self._chance.getrandbits(count)

    def token_urlsafe(self, count):
        return base64.urlsafe_b64encode(self._chance.randbytes(count)).rstrip(b"=").decode()

    def token_hex(self, count):
        return self._chance.randbytes(count).hex()


@pytest.fixture(autouse=True)
def repeatable(request, monkeypatch):
    """Tables in this process get the same seeds in every run of a test, so the test passes always or never."""
    seeded = SeededSecrets(request.node.nodeid)
    for module in (table, seating):
        monkeypatch.setattr(module, "secrets", seeded)


@pytest.fixture
def compiled_in_process(games_ready, monkeypatch):
    """No table waits for `make_ready`: `games_ready` has compiled everything."""

    async def ready(self, parts):
        for part in parts:
            parlour.game(part.game)

    monkeypatch.setattr(Preparing, "ready", ready)
    monkeypatch.setattr(Preparing, "progress", lambda self, part: None)


@pytest.fixture(scope="session")
def counted():
    return itertools.count(1)


@pytest.fixture
def postgres(cluster, counted):
    """The URL of an empty PostgreSQL schema; a whole database for each test would be 300 files and 7 MiB."""
    name = f"test{next(counted)}"
    with psycopg.connect(f"host={cluster} user=parlour dbname=postgres") as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"postgresql://parlour@/postgres?host={cluster}&options=-csearch_path%3D{name}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/parlour.db"
    return request.getfixturevalue("postgres")


@pytest.fixture
def opened():
    """A function that opens stores, which are closed after the test."""
    stores = []

    def open_(url):
        stores.append(Store.open(url))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


@pytest.fixture
def store(opened, url):
    return opened(url)
