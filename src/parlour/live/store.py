"""What outlives the process: what happened at each table, a line per table for the lobby, finished matches.

All writing is done by one thread, which takes whatever is waiting into one transaction: a commit costs the disk some
milliseconds however much is in it, so a thousand tables pay for it together (group commit). Nothing may be told to
anybody before its `done` was called.

SQLite runs with a write-ahead log and `synchronous=FULL`: each commit reaches the disk before it is acknowledged, so
an acknowledged row survives `kill -9` and a power cut alike. `NORMAL` would survive only the former: it leaves the
last commits in the operating system's memory, and players would have heard of moves that are gone.
"""

import contextlib
import logging
import os
import sqlite3
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from parlour.kit import BadInput, ParlourError

MIGRATIONS = "parlour.live:migrations"
VERSION_TABLE = "parlour_version"
PATIENCE = 10  # seconds to wait for a lock that another process holds, or for PostgreSQL to answer
GATHER_S = 0.006  # what comes so soon after the first of a transaction goes into it too: fewer commits, hardly later
HOME_S = 1.0  # how often what is in SQLite's log is brought home into the file
LOG_PAGES = 50_000  # of which, should that lag behind, a commit brings all home itself (200 MiB) and everybody waits
AT_A_TIME = 100  # matches to forget in one transaction, so that play need not wait for many

logger = logging.getLogger(__name__)


class Row(NamedTuple):
    """Something that happened at a table."""

    number: int  # 1, 2, 3, ... at each table
    at: float  # seconds since 1970
    kind: str
    body: bytes  # JSON
    public: bytes | None  # JSON: what spectators were sent


class TableRow(NamedTuple):
    """A table, as the lobby and expiry need it."""

    id: str
    game: str
    public: bool
    status: str
    made: float
    touched: float
    summary: bytes  # JSON


class MatchRow(NamedTuple):
    """A finished match."""

    id: str
    table: str
    game: str
    rules: str  # their version
    seats: int
    started: float
    ended: float
    result: bytes  # JSON
    log: str  # JSON lines, with the seed
    frames: bytes  # the public events as they were sent: JSON, compressed by zlib


class Taken(ParlourError):
    """The key is in the database already, or the table is gone from it: it is not ours to write to."""


Done = Callable[[ParlourError | None], None]


# The newest schema; the migrations lead to it, which a test checks

METADATA = sql.MetaData()

TABLES = sql.Table(
    "tables",
    METADATA,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("public", sql.Boolean, nullable=False),
    sql.Column("status", sql.Text, nullable=False),
    sql.Column("made", sql.Double, nullable=False),
    sql.Column("touched", sql.Double, nullable=False),
    sql.Column("summary", sql.LargeBinary, nullable=False),
    sql.Index("tables_touched", "touched"),
)

EVENTS = sql.Table(
    "events",
    METADATA,
    sql.Column("table_id", sql.Text, sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at", sql.Double, nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("public", sql.LargeBinary),
    sqlite_with_rowid=False,
)

MATCHES = sql.Table(
    "matches",
    METADATA,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("table_id", sql.Text, nullable=False),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("rules", sql.Text, nullable=False),
    sql.Column("seats", sql.Integer, nullable=False),
    sql.Column("started", sql.Double, nullable=False),
    sql.Column("ended", sql.Double, nullable=False),
    sql.Column("result", sql.LargeBinary, nullable=False),
    sql.Column("log", sql.Text, nullable=False),
    sql.Column("frames", sql.LargeBinary, nullable=False),
    sql.Index("matches_ended", "ended"),
)


def _unless_none(column: sql.Column[Any]) -> sql.ColumnElement[Any]:
    return sql.func.coalesce(sql.bindparam(f"new_{column.name}", type_=column.type), column)


MAKE = sql.insert(TABLES)
APPEND = sql.insert(EVENTS)
NOTE = (
    sql.update(TABLES)
    .where(TABLES.c.id == sql.bindparam("key"))
    .values({column: _unless_none(column) for column in (TABLES.c.status, TABLES.c.touched, TABLES.c.summary)})
)
KEEP = sql.insert(MATCHES)
DROP_MATCH = sql.delete(MATCHES).where(MATCHES.c.id == sql.bindparam("key"))
DROP_TABLE = sql.delete(TABLES).where(TABLES.c.id == sql.bindparam("key"), TABLES.c.touched < sql.bindparam("before"))
TOUCH = sql.update(TABLES).where(TABLES.c.id == sql.bindparam("key")).values(touched=sql.bindparam("new_touched"))

# In one transaction the statements run in this order, each over its tables by id: two processes that meet at the same
# tables then wait for each other in the same order, and never for each other at once.
ORDER = (MAKE, APPEND, NOTE, TOUCH, KEEP, DROP_MATCH, DROP_TABLE)


@dataclass(slots=True)
class Job:
    """Something to write with one of the statements; `done` hears when it is committed, or why it was not."""

    statement: sql.Executable
    key: str
    values: list[dict[str, Any]]
    done: Done
    error: ParlourError | None = None


class Store:
    """A database of live tables, in SQLite or PostgreSQL. Any thread may call it."""

    @classmethod
    def open(cls, url: str) -> "Store":
        """The database at a URL (`sqlite:///FILE`, `postgresql://...`) or in a file, migrated to the newest schema."""
        place = _place(url)
        engine = _engine(place)
        try:
            _migrate(engine)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise ParlourError(_unusable(place, error)) from None
        finally:
            engine.dispose()
        return cls(engine)

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(writes=True)
        self._texts = {statement: str(statement.compile(dialect=engine.dialect)) for statement in ORDER}
        self._waiting: deque[Job] = deque()
        self._lost: set[str] = set()
        self._changed = threading.Condition()
        self._closed = False
        self._written = self._nearly_home = False  # since the log was last brought home; but for what came meanwhile
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=self._write_all, name="parlour-store", daemon=True)]
        if engine.dialect.name == "sqlite":
            self._threads.append(threading.Thread(target=self._bring_home, name="parlour-home", daemon=True))
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._ending.set()
        for thread in self._threads:
            thread.join()
        self._engine.dispose()

    # What happened at a table

    def append(self, table: str, rows: list[Row], done: Done) -> None:
        """Write rows of a table; returns at once. `done` is called by the writer's thread once they are committed.

        Or with what went wrong, and from then on nothing more is taken for this table until `claim`: whoever appended
        had gone on from rows that are not in the database, and a later row of his must not land behind another's.
        """
        values = [{"table_id": table, **row._asdict()} for row in rows]
        self._put(Job(APPEND, table, values, done))

    def claim(self, table: str) -> list[Row]:
        """All rows of a table, to be played on from there by this process, whatever went wrong before."""
        with self._changed:
            self._lost.discard(table)
        return self.rows(table)

    def rows(self, table: str, after: int = 0) -> list[Row]:
        """The rows of a table in order, those after a number only."""
        of_table = sql.select(*(EVENTS.c[field] for field in Row._fields)).where(EVENTS.c.table_id == table)
        return [Row._make(row) for row in self._read(of_table.where(EVENTS.c.number > after).order_by(EVENTS.c.number))]

    # The line of each table

    def make_table(self, table: TableRow, done: Done | None = None) -> None:
        """A new table: rows can be appended to it from now on. `Taken` if there is one of this id."""
        self._put(Job(MAKE, table.id, [table._asdict()], done or _complain))

    def note_table(
        self, id: str, status: str | None = None, touched: float | None = None, summary: bytes | None = None
    ) -> None:
        """Change what is said about a table; None leaves it as it is."""
        new = {"key": id, "new_status": status, "new_touched": touched, "new_summary": summary}
        self._put(Job(NOTE, id, [new], _complain))

    def table(self, id: str) -> TableRow | None:
        """What is said about a table."""
        found = self._read(sql.select(TABLES).where(TABLES.c.id == id))
        return TableRow._make(found[0]) if found else None

    def lobby(self, limit: int) -> list[TableRow]:
        """Public tables that were not stopped, those still open to players first, then by when they were touched."""
        listed = sql.select(TABLES).where(TABLES.c.public, TABLES.c.status != "stopped")
        listed = listed.order_by(sql.case((TABLES.c.status == "open", 0), else_=1), TABLES.c.touched.desc())
        return [TableRow._make(row) for row in self._read(listed.limit(limit))]

    def expired(self, before: float) -> list[str]:
        """The tables that nobody has touched since a moment, the stalest first."""
        stale = sql.select(TABLES.c.id).where(TABLES.c.touched < before).order_by(TABLES.c.touched)
        return [row.id for row in self._read(stale)]

    def touch(self, ids: list[str], at: float) -> None:
        """These tables are in use. Waits until it is done; from then on nobody deletes them for having been idle."""
        self._put_and_wait(TOUCH, [{"key": id, "new_touched": at} for id in sorted(ids)])

    def delete_table(self, id: str, before: float) -> None:
        """Delete a table and all that happened at it, names included, unless it was touched since a moment: another
        process may have it. Waits until it is done."""
        self._put_and_wait(DROP_TABLE, [{"key": id, "before": before}])
        with self._changed:
            self._lost.discard(id)

    # Finished matches

    def keep_match(self, match: MatchRow, done: Done | None = None) -> None:
        """Keep a finished match. `Taken` if there is one of this id."""
        values = match._asdict()
        values["table_id"] = values.pop("table")
        self._put(Job(KEEP, match.id, [values], done or _complain))

    def match(self, id: str) -> MatchRow | None:
        """A match that was kept."""
        found = self._read(sql.select(MATCHES).where(MATCHES.c.id == id))
        return MatchRow._make(found[0]) if found else None

    def delete_match(self, id: str) -> None:
        """Delete a match. Waits until it is done."""
        self._put_and_wait(DROP_MATCH, [{"key": id}])

    def forget_matches(self, before: float) -> int:
        """Delete the matches that ended before a moment, and say how many. Waits until it is done."""
        old = sql.select(MATCHES.c.id).where(MATCHES.c.ended < before).order_by(MATCHES.c.ended).limit(AT_A_TIME)
        forgotten = 0
        while ids := [row.id for row in self._read(old)]:
            self._put_and_wait(DROP_MATCH, [{"key": id} for id in ids])
            forgotten += len(ids)
        return forgotten

    def backup(self, file: Path) -> None:
        """Copy the database, as it is at one moment, while it goes on being written to."""
        _backup(self._engine, file)

    # Reading and writing

    def _read(self, query: sql.Select[Any]) -> list[sql.Row[Any]]:
        try:
            with self._engine.connect() as connection:
                return list(connection.execute(query))
        except SQLAlchemyError as error:
            raise ParlourError(f"The database cannot be read: {_reason(error)}.") from None

    def _put(self, job: Job) -> None:
        with self._changed:
            closed = self._closed
            if not closed:
                if job.statement is APPEND and job.key in self._lost:
                    job.error = _taken(job)
                self._waiting.append(job)
                self._changed.notify()
        if closed:
            job.done(ParlourError("The database is closed: the server is stopping."))

    def _put_and_wait(self, statement: sql.Executable, values: list[dict[str, Any]]) -> None:
        answer: Future[None] = Future()

        def done(error: ParlourError | None) -> None:
            if error:
                answer.set_exception(error)
            else:
                answer.set_result(None)

        self._put(Job(statement, values[0]["key"], values, done))
        answer.result()

    def _write_all(self) -> None:
        """The writer's thread."""
        while jobs := self._next():
            self._commit([job for job in jobs if not job.error])
            self._lose({job.key for job in jobs if job.error and job.statement is APPEND})
            for job in jobs:
                try:
                    job.done(job.error)
                except Exception as error:  # such as an event loop that has ended; the others are still to hear
                    logger.error("Who was to hear of a commit could not be told: %s", error)
            self._written = True
            if self._nearly_home:
                self._nearly_home = False
                self._copy_home()

    def _bring_home(self) -> None:
        """A thread of its own. SQLite's log is copied into the file beside the commits, which would wait for it
        otherwise; what they write meanwhile is little, and the writer copies it: only a log that is home as a whole
        begins anew."""
        while not self._ending.wait(HOME_S):
            if self._written:
                self._written = False
                self._copy_home()
                self._nearly_home = True

    def _copy_home(self) -> None:
        """As far as nobody is in the way."""
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        except SQLAlchemyError as error:  # it stays in the log, which is as safe
            logger.error("The database's log could not be brought home: %s", _reason(error))

    def _next(self) -> list[Job]:
        """Whatever is waiting; nothing once the store is closed."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
        time.sleep(GATHER_S)
        with self._changed:
            jobs = list(self._waiting)
            self._waiting.clear()
        return jobs

    def _lose(self, tables: set[str]) -> None:
        if tables:
            with self._changed:
                self._lost |= tables
                for job in self._waiting:
                    if job.statement is APPEND and job.key in tables:
                        job.error = _taken(job)

    def _commit(self, jobs: list[Job]) -> None:
        """All jobs in one transaction. What fails is noted in its job and does the others no harm."""
        jobs = sorted(jobs, key=lambda job: job.key)  # stable: the rows of a table stay in order
        try:
            with self._writing.connect() as connection:
                transaction = connection.begin()
                try:
                    _write_together(connection, jobs, self._texts)
                except Exception:
                    if connection.invalidated:
                        raise
                    transaction.rollback()
                    transaction = connection.begin()
                    _write_singly(connection, jobs)
                transaction.commit()
        except Exception as error:  # not the database's own only: the writer must outlive whatever it is given
            for job in jobs:
                job.error = job.error or _unwritten(error)


def _write_together(connection: sql.Connection, jobs: list[Job], texts: Mapping[Any, str]) -> None:
    """By the driver alone: what SQLAlchemy does for each statement takes longer than what SQLite does, and holds the
    interpreter's lock all the while."""
    cursor = connection.connection.cursor()
    for statement in ORDER:
        if values := [value for job in jobs if job.statement is statement for value in job.values]:
            cursor.executemany(texts[statement], values)
    cursor.close()


def _write_singly(connection: sql.Connection, jobs: list[Job]) -> None:
    """The same where something is known to fail, so each job has a savepoint to come back to."""
    lost: set[str] = set()
    for statement in ORDER:
        for job in jobs:
            if job.statement is not statement:
                continue
            if statement is APPEND and job.key in lost:
                job.error = _taken(job)
                continue
            try:
                with connection.begin_nested():
                    if job.values:
                        connection.execute(statement, job.values)
            except Exception as error:
                if connection.invalidated:
                    raise
                job.error = _taken(job) if isinstance(error, IntegrityError) else _unwritten(error)
                lost.add(job.key)


# Opening a database


def _place(url: str) -> sql.URL:
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
    raise BadInput("The database is SQLite (a file, or sqlite:///FILE) or PostgreSQL (postgresql://...).")


def _engine(place: sql.URL) -> sql.Engine:
    if place.get_backend_name() == "sqlite":
        engine = sql.create_engine(place, connect_args={"timeout": PATIENCE}, paramstyle="named")
        sql.event.listen(engine, "connect", _set_up_sqlite)
        sql.event.listen(engine, "begin", _begin_sqlite)
    else:
        patience = {} if "connect_timeout" in place.query else {"connect_timeout": PATIENCE}
        engine = sql.create_engine(place, connect_args=patience, pool_pre_ping=True)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # we say ourselves when a transaction begins
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # a deleted name is to be gone from the file


def _begin_sqlite(connection: sql.Connection) -> None:
    # A writer takes its lock at once: one that reads first and is overtaken cannot wait, it can only fail.
    if connection.get_execution_options().get("writes"):
        connection.connection.cursor().execute("BEGIN IMMEDIATE")  # by the driver, as in `_write_together`


def _migrate(engine: sql.Engine) -> None:
    """Bring the schema up to date; of several processes that come at once, one does it and the others wait."""
    sqlite = engine.dialect.name == "sqlite"
    if sqlite:
        _make_file(Path(str(engine.url.database)))
        _keep_a_log(engine)
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.set_main_option("path_separator", "os")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    with engine.execution_options(writes=True).begin() as connection:
        if not sqlite:
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(0x7061726C6F7572)))  # "parlour"
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        if not known.issuperset(context.get_current_heads()):
            raise ParlourError("The database was written by a newer version of Parlour: update this one.")
        config.attributes.update(connection=connection, version_table=VERSION_TABLE)
        command.upgrade(config, "head")
        # What may only be read says so at the first write, not before.
        connection.execute(sql.text(f"UPDATE {VERSION_TABLE} SET version_num = version_num"))


def _keep_a_log(engine: sql.Engine) -> None:
    """SQLite changes a file to this form only while nobody else has it, and fails at once instead of waiting."""
    until = time.monotonic() + PATIENCE
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


def _make_file(file: Path) -> None:
    """The file is its owner's only: the seeds of running matches are in it."""
    with contextlib.suppress(OSError):  # that it cannot be made is better said by SQLite
        # Never one that is there: to close a file is to give up all locks that this process has on it.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


# From outside, while a server may be running


def forget(url: str, match: str) -> None:
    """Delete a finished match."""
    _check_there(_place(url))
    store = Store.open(url)
    try:
        if store.match(match) is None:
            raise BadInput(f"There is no match {match} in this database; the last part of its replay link names it.")
        store.delete_match(match)
    finally:
        store.close()


def backup(url: str, file: Path) -> None:
    """Copy the database at a URL, which may be in use, into a file; the database itself is left as it is."""
    place = _place(url)
    _check_there(place)
    engine = _engine(place)
    try:
        _backup(engine, file)
    finally:
        engine.dispose()


def _check_there(place: sql.URL) -> None:
    if place.get_backend_name() == "sqlite" and not Path(str(place.database)).is_file():
        raise BadInput(f"There is no database {place.database}.")


def _backup(engine: sql.Engine, file: Path) -> None:
    if engine.dialect.name != "sqlite":
        raise BadInput("PostgreSQL has its own tool for a copy of a running database: pg_dump --file=FILE DATABASE.")
    with _temporary(file, Path(str(engine.url.database))) as copy:
        try:
            with engine.connect() as connection, contextlib.closing(sqlite3.connect(copy)) as target:
                source = connection.connection.driver_connection
                assert isinstance(source, sqlite3.Connection)
                source.backup(target)  # in one step: in several it would start again whenever something is written
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise ParlourError(f"The database cannot be copied to {file}: {_reason(error)}.") from None


@contextlib.contextmanager
def _temporary(file: Path, database: Path) -> Iterator[Path]:
    """A name beside `file` that becomes it in the end, so that `file` is never half a copy."""
    try:
        if file.exists() and file.samefile(database):
            raise BadInput(f"{file} is the database itself.")
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    except OSError as error:
        raise ParlourError(f"{file} cannot be written: {error.strerror}.") from None
    copy = Path(name)
    try:
        yield copy
        os.fsync(handle)
        copy.replace(file)
    except OSError as error:
        raise ParlourError(f"{file} cannot be written: {error.strerror}.") from None
    finally:
        os.close(handle)
        copy.unlink(missing_ok=True)


# What went wrong, in words that hold nothing of the URL but the name of a file


PROBLEMS = {  # what PostgreSQL's library says when it cannot connect, among much else
    "password authentication failed": "it does not accept this user and password",
    "no password supplied": "it asks for a password",
    "does not exist": "there is no such database or user",
    "Connection refused": "nothing answers at this host and port",
    "No such file or directory": "nothing answers at this socket",
    "timeout": "it does not answer",
    "resolve host": "there is no such host",
}


def _unusable(place: sql.URL, error: SQLAlchemyError | sqlite3.Error) -> str:
    if place.get_backend_name() == "sqlite":
        return f"The database {place.database} cannot be used: {_reason(error)}."
    known = (reason for sign, reason in PROBLEMS.items() if sign in str(error))
    return f"The PostgreSQL database cannot be used: {_answer(error) or next(known, 'it cannot be connected to')}."


def _unwritten(error: Exception) -> ParlourError:
    return ParlourError(f"The database did not take what was written: {_reason(error)}.")


def _reason(error: Exception) -> str:
    if isinstance(error, DBAPIError):
        return _answer(error) or "the connection was lost"
    if isinstance(error, sqlite3.Error):
        return str(error)
    return f"a value does not fit ({type(error).__name__})"


def _answer(error: SQLAlchemyError | sqlite3.Error) -> str | None:
    """What the database itself says; None if it said nothing."""
    cause = getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return str(cause)
    return getattr(getattr(cause, "diag", None), "message_primary", None)


def _taken(job: Job) -> Taken:
    if job.statement is APPEND:
        return Taken(f"Table {job.key} is in the hands of another process, or was deleted.")
    return Taken(f"There is something called {job.key} already.")


def _complain(error: ParlourError | None) -> None:
    if error:
        logger.error("%s", error)
