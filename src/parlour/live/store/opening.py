"""Opening a database: its URL, its connections, and migration to the newest schema."""

import contextlib
import os
import sqlite3
import time
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError

from parlour.kit import BadInput
from parlour.kit.extras import needs

from .problems import unusable
from .schema import PROBE, VERSION_TABLE

MIGRATIONS = str(Path(__file__).with_name("migrations"))
PATIENCE_S = 10  # how long to wait for a lock that another process holds, or for PostgreSQL to answer
WAL_PAGES = 50_000  # should checkpoints fall behind, a commit does one itself at this size (200 MiB), and players wait


def parse_url(url: str) -> sql.URL:
    """The URL of a database, given as `sqlite:///FILE`, `postgresql://...` or the name of a file."""
    if "://" not in url:
        place = sql.URL.create("sqlite", database=url)
    else:
        try:
            place = sql.make_url(url)
        except (ArgumentError, ValueError):
            raise BadInput("The database's URL cannot be read; it looks like postgresql://user@host/name.") from None
    kind = place.get_backend_name()
    if kind == "sqlite":
        if not place.database or place.database == ":memory:":
            raise BadInput("Live tables need a database in a file, such as sqlite:///parlour.db.")
        return sql.URL.create("sqlite", database=place.database)
    if kind in ("postgresql", "postgres"):
        return place.set(drivername="postgresql+psycopg")
    raise BadInput("The database must be SQLite (a file, or sqlite:///FILE) or PostgreSQL (postgresql://...).")


def require_file(place: sql.URL) -> None:
    """Raises BadInput if this is a file that does not exist."""
    if place.get_backend_name() == "sqlite" and not Path(str(place.database)).is_file():
        raise BadInput(f"There is no database {place.database}.")


def connect(place: sql.URL) -> sql.Engine:
    """An engine for the database as it is."""
    if place.get_backend_name() == "sqlite":
        engine = sql.create_engine(place, connect_args={"timeout": PATIENCE_S}, paramstyle="named")
        sql.event.listen(engine, "connect", _set_up_sqlite)
        sql.event.listen(engine, "begin", _begin_sqlite)
    else:
        patience = {} if "connect_timeout" in place.query else {"connect_timeout": PATIENCE_S}
        with needs("postgres"):
            engine = sql.create_engine(place, connect_args=patience, pool_pre_ping=True)
    return engine


def open_engine(url: str) -> sql.Engine:
    """An engine for the database, which is created or migrated to the newest schema first."""
    place = parse_url(url)
    engine = connect(place)
    try:
        _migrate(engine)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise unusable(place, error) from None
    finally:
        engine.dispose()
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun explicitly
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # a deleted name must not remain in the file


def _begin_sqlite(connection: sql.Connection) -> None:
    # A writer takes its lock at once: one that reads first and is overtaken cannot wait, it can only fail.
    if connection.get_execution_options().get("writes"):
        connection.connection.cursor().execute("BEGIN IMMEDIATE")  # without SQLAlchemy, as in writer.py


def _migrate(engine: sql.Engine) -> None:
    """Bring the schema up to date. If several processes start at once, one does it and the others wait."""
    sqlite = engine.dialect.name == "sqlite"
    if sqlite:
        _create_file(Path(str(engine.url.database)))
        _use_wal(engine)
    with engine.execution_options(writes=True).begin() as connection:
        if not sqlite:
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(0x7061726C6F7572)))  # "parlour"
        if not _is_current(connection):
            from .migrating import upgrade

            upgrade(connection, Path(MIGRATIONS))
        # A read-only database reports that only when something is written.
        connection.execute(PROBE)


def _is_current(connection: sql.Connection) -> bool:
    """True if the newest migration, by the number in its file's name, has been applied."""
    newest = max(script.stem[1:5] for script in Path(MIGRATIONS, "versions").glob("v*.py"))
    if not sql.inspect(connection).has_table(VERSION_TABLE):
        return False
    version = sql.table(VERSION_TABLE, sql.column("version_num"))
    return list(connection.execute(sql.select(version.c.version_num)).scalars()) == [newest]


def _use_wal(engine: sql.Engine) -> None:
    """Switch to a write-ahead log. SQLite needs exclusive access for that, and fails at once instead of waiting."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except OperationalError as error:
            busy = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _create_file(file: Path) -> None:
    """Readable by its owner only: it holds the seeds of running matches."""
    with contextlib.suppress(OSError):  # if it cannot be created, SQLite gives the better message
        # Never open an existing one: closing it would release all locks that this process holds on it.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))
