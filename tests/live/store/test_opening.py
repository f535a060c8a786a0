"""Opening a database: migrations, several processes at once, and one sentence for everything that can go wrong."""

import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from tests.live.store_helpers import append, make, row

from parlour.kit import ParlourError
from parlour.live.store import VERSION_TABLE, Store, opening
from parlour.live.store.schema import METADATA


def engine_of(url):
    return sql.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


def test_the_migrations_lead_to_the_schema(store, url):
    engine = engine_of(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


LATER_VERSION = """
import sqlalchemy as sql
from alembic import op
revision, down_revision = "0003", "0002"

def upgrade():
    op.add_column("tables", sql.Column("colour", sql.Text, nullable=False, server_default="red"))
"""


@pytest.fixture
def tomorrow(tmp_path):
    """The migrations of a later version."""
    later = shutil.copytree(Path(opening.__file__).with_name("migrations"), tmp_path / "later")
    (later / "versions" / "v0003.py").write_text(LATER_VERSION)
    return str(later)


@pytest.fixture
def yesterday(tmp_path):
    """The migrations of the first version."""
    earlier = shutil.copytree(Path(opening.__file__).with_name("migrations"), tmp_path / "earlier")
    for script in (earlier / "versions").glob("v*.py"):
        if not script.name.startswith("v0001"):
            script.unlink()
    return str(earlier)


FIRST_VERSION = {
    "tables": [("a", "piccolo", True, "playing", 1.5, 2.5, b"{}")],
    "events": [
        ("a", 1, 1001.25, "action", b'["x",1]', b'[{"t":"event"}]'),
        ("a", 2, 1002.25, "action", b'["x",2]', None),
    ],
    "matches": [("m", "gone", "piccolo", "1.2", 4, 10.5, 20.5, b'{"winners":[2]}', '{"seed":7}', b"frames")],
}


def test_a_database_of_the_first_version_is_migrated(url, opened, yesterday, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(opening, "MIGRATIONS", yesterday)
        opened(url).close()
    engine = engine_of(url)
    with engine.begin() as connection:
        for name, rows in FIRST_VERSION.items():
            table = sql.Table(name, sql.MetaData(), autoload_with=connection)
            connection.execute(sql.insert(table), [dict(zip(table.c.keys(), each, strict=True)) for each in rows])
    engine.dispose()
    for _ in range(2):
        store = opened(url)
        assert store.rows("a") == [row(1), row(2)]
        kept = store.match("m")
        assert (kept.table, kept.ended, kept.steps, kept.frames) == ("gone", 20.5, None, b"frames")
        store.close()
    store = opened(url)
    assert append(store, "a", row(3)).answer is None
    store.trim("a", 3)
    store.note_table("a", public=False)
    assert append(store, "a", row(4)).answer is None
    assert store.rows("a") == [row(3), row(4)]
    assert store.lobby(10) == []


def test_an_older_schema_is_migrated_and_its_rows_stay(url, opened, tomorrow, monkeypatch):
    store = opened(url)
    make(store, "a")
    assert append(store, "a", row(1)).answer is None
    store.close()
    monkeypatch.setattr(opening, "MIGRATIONS", tomorrow)
    for _ in range(2):
        store = opened(url)
        assert store.rows("a") == [row(1)]
        store.close()
    engine = engine_of(url)
    with engine.connect() as connection:
        assert connection.execute(sql.text("SELECT colour FROM tables")).all() == [("red",)]
    engine.dispose()


def test_a_newer_schema_is_refused_and_left_alone(url, opened, tomorrow, monkeypatch):
    with monkeypatch.context() as later:
        later.setattr(opening, "MIGRATIONS", tomorrow)
        opened(url).close()
    with pytest.raises(
        ParlourError, match="^The database was written by a newer version of Parlour: update this one.$"
    ):
        Store.open(url)
    monkeypatch.setattr(opening, "MIGRATIONS", tomorrow)
    opened(url)


def test_a_migration_that_fails_leaves_nothing_half_done(url, opened, tomorrow, monkeypatch):
    broken = Path(tomorrow, "versions", "v0003.py")
    broken.write_text(LATER_VERSION + '    op.execute("SELECT * FROM nothing")\n')
    with monkeypatch.context() as later:
        later.setattr(opening, "MIGRATIONS", tomorrow)
        with pytest.raises(ParlourError):
            Store.open(url)
    make(opened(url), "a")


OPENERS = """
import os, sys
from parlour.live.store import Store
children = []
for _ in range(4):
    if child := os.fork():
        children.append(child)
    else:
        Store.open(sys.argv[1]).close()
        os._exit(0)
sys.exit(any(os.waitpid(child, 0)[1] for child in children))
"""


def test_several_processes_may_open_a_new_database_at_once(url, opened):
    done = subprocess.run([sys.executable, "-c", OPENERS, url], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    make(opened(url), "a")


@pytest.mark.parametrize("lock", ["BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_process_that_is_creating_the_file_is_waited_for(opened, tmp_path, lock):
    file = tmp_path / "parlour.db"
    maker = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    maker.execute("CREATE TABLE first (n)")
    maker.execute(lock)
    maker.execute("SELECT * FROM first").fetchall()
    letting_go = threading.Timer(0.2, maker.execute, ["COMMIT"])
    letting_go.start()
    make(opened(str(file)), "a")
    letting_go.join()
    maker.close()


def test_the_file_is_its_owners_only(opened, tmp_path):
    make(opened(str(tmp_path / "parlour.db")), "a")
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://root:hunter2@host/name", "The database must be SQLite (a file, or sqlite:///FILE) or PostgreSQL"),
        ("postgresql://root:hunter2@host:port/name", "The database's URL cannot be read"),
        ("sqlite://", "Live tables need a database in a file"),
        (":memory:", "Live tables need a database in a file"),
        ("", "Live tables need a database in a file"),
        ("postgresql://root:hunter2@127.0.0.1:1/name", "cannot be used: nothing answers at this host and port"),
        ("postgresql://root:hunter2@/name?host=/nowhere", "cannot be used: nothing answers at this socket"),
        ("postgresql://root@/name?host=/nowhere&password=hunter2", "cannot be used: nothing answers at this socket"),
        ("postgresql:///name?hunter2=1", "cannot be used: the connection failed"),
    ],
)
def test_a_url_that_leads_nowhere_is_one_sentence(url, says):
    with pytest.raises(ParlourError) as caught:
        Store.open(url)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_a_database_that_does_not_exist_is_one_sentence(cluster):
    with pytest.raises(
        ParlourError, match="^The PostgreSQL database cannot be used: there is no such database or user.$"
    ):
        Store.open(f"postgresql://parlour@/nothing?host={cluster}")


def test_a_file_that_cannot_be_used_is_one_sentence(opened, tmp_path):
    (tmp_path / "text.db").write_text("This is no database." * 100)
    for file, reason in (
        (tmp_path / "none" / "parlour.db", "unable to open database file"),
        (tmp_path, "unable to open database file"),
        (tmp_path / "text.db", "file is not a database"),
    ):
        with pytest.raises(ParlourError) as caught:
            Store.open(str(file))
        assert str(caught.value) == f"The database {file} cannot be used: {reason}."


def test_a_file_that_may_only_be_read_is_one_sentence(opened, tmp_path):
    """Permissions do not bind root, so the header asks for a write version that SQLite does not have."""
    file = tmp_path / "parlour.db"
    opened(str(file)).close()
    with file.open("r+b") as header:
        header.seek(18)
        header.write(b"\x09")
    with pytest.raises(ParlourError) as caught:
        Store.open(str(file))
    assert str(caught.value) == f"The database {file} cannot be used: attempt to write a readonly database."


def test_the_migrations_are_in_the_package():
    here = Path(opening.__file__).with_name("migrations")
    assert {path.name for path in here.rglob("*.py")} == {"env.py", "v0001_tables.py", "v0002_steps.py"}
