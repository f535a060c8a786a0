"""The writer thread: commits everything that is waiting in one transaction (group commit).

A commit takes the disk a few milliseconds no matter how much is in it, so a thousand tables share the cost.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from parlour.kit import ParlourError

from .problems import reason, unwritten
from .rows import Done, Stopping, Taken
from .schema import APPEND, ORDER

GATHER_S = 0.006  # after the first job of a transaction, wait this long for more: fewer commits, hardly any later
CHECKPOINT_S = 1.0  # interval of WAL checkpoints
STUCK_S = 15.0  # a job that has waited longer will hardly be written

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Job:
    """Values for one of the statements. `done` is called when they are committed, or with the reason why not."""

    statement: sql.Executable
    key: str
    values: list[dict[str, Any]]
    done: Done
    error: ParlourError | None = None


def _taken(job: Job) -> Taken:
    if job.statement is APPEND:
        return Taken(f"Table {job.key} belongs to another process, or was deleted.")
    return Taken(f"The key {job.key} already exists.")


class Writer:
    """Writes jobs to a database, in the order in which they are queued. Any thread may queue them."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(writes=True)
        self._texts = {statement: str(statement.compile(dialect=engine.dialect)) for statement in ORDER}
        self._waiting: deque[Job] = deque()
        self._lost: set[str] = set()  # tables to which nothing may be appended until `claim`
        self._changed = threading.Condition()
        self._closed = False
        self._ended = False  # nothing is left to write after closing
        self._failed: str | None = None  # why the last transaction failed
        self._waiting_since: float | None = None  # when the oldest job that is not answered was queued
        self._written = False  # since the last checkpoint
        self._checkpoint_again = False  # for what was written during the last checkpoint
        self._ending = threading.Event()
        self._threads = [threading.Thread(target=self._write_all, name="parlour-store", daemon=True)]
        if engine.dialect.name == "sqlite":
            self._threads.append(threading.Thread(target=self._checkpoint_all, name="parlour-checkpoint", daemon=True))
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Write what is waiting, then end the threads."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._ending.set()
        for thread in self._threads:
            thread.join()

    def put(self, job: Job) -> None:
        """Write a job soon; returns at once."""
        with self._changed:
            closed = self._closed
            if not closed:
                if job.statement is APPEND and job.key in self._lost:
                    job.error = _taken(job)
                self._waiting.append(job)
                if self._waiting_since is None:
                    self._waiting_since = time.monotonic()
                self._changed.notify()
        if closed:
            job.done(Stopping("The database is closed: the server is stopping."))

    def put_and_wait(self, statement: sql.Executable, values: list[dict[str, Any]]) -> None:
        """Write a job and wait until it is committed."""
        answer: Future[None] = Future()

        def done(error: ParlourError | None) -> None:
            if error:
                answer.set_exception(error)
            else:
                answer.set_result(None)

        self.put(Job(statement, values[0]["key"], values, done))
        answer.result()

    def claim(self, table: str) -> None:
        """Accept events of a table again."""
        with self._changed:
            self._lost.discard(table)

    @property
    def problem(self) -> str | None:
        """Why nothing is being written now, as a sentence; None if all is well."""
        if not self._threads[0].is_alive():
            return "The thread that writes to the database has ended."
        with self._changed:
            waiting = time.monotonic() - self._waiting_since if self._waiting_since is not None else 0.0
        if waiting > STUCK_S:
            return f"The database has not accepted a write for {round(waiting)} seconds."
        return self._failed

    @property
    def busy(self) -> bool:
        """True if a job has not been answered yet."""
        return self._waiting_since is not None

    def _write_all(self) -> None:
        """The writer thread. It must survive whatever happens, or the process would live on without saving anything."""
        while not self._ended:
            jobs: list[Job] = []
            try:
                self._next(jobs)
                self._write(jobs)
            except Exception as error:
                logger.exception("The writer thread failed and goes on")
                self._failed = "The server could not write to the database."
                for job in jobs:
                    job.error = job.error or unwritten(error)
                self._answer(jobs)
                self._ending.wait(GATHER_S)

    def _write(self, jobs: list[Job]) -> None:
        if jobs:
            self._commit([job for job in jobs if not job.error])
            self._failed = next(
                (str(job.error) for job in jobs if job.error and not isinstance(job.error, Taken)), None
            )
            self._answer(jobs)
            self._written = True
            if self._checkpoint_again:
                self._checkpoint_again = False
                self._checkpoint()

    def _answer(self, jobs: list[Job]) -> None:
        self._lose({job.key for job in jobs if job.error and job.statement is APPEND})
        while jobs:
            job = jobs.pop(0)
            try:
                job.done(job.error)
            except Exception as error:  # such as a closed event loop; the other jobs must still be answered
                logger.error("The outcome of a commit could not be delivered: %s", error)
        with self._changed:
            self._waiting_since = time.monotonic() if self._waiting else None

    def _next(self, jobs: list[Job]) -> None:
        """Take whatever is waiting; nothing once the writer is closed."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
        time.sleep(GATHER_S)
        with self._changed:
            jobs += self._waiting
            self._waiting.clear()
            self._ended = self._closed and not jobs

    def _lose(self, tables: set[str]) -> None:
        """An append failed: later ones would leave a gap, so they fail too."""
        if tables:
            with self._changed:
                self._lost |= tables
                for job in self._waiting:
                    if job.statement is APPEND and job.key in tables:
                        job.error = _taken(job)

    def _commit(self, jobs: list[Job]) -> None:
        """All jobs in one transaction. A job that fails records its error and does not affect the others."""
        jobs = sorted(jobs, key=lambda job: job.key)  # stable: the events of a table stay in order
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
        except Exception as error:  # any error at all: the thread must survive whatever it is given
            for job in jobs:
                job.error = job.error or unwritten(error)

    # SQLite's write-ahead log (WAL)

    def _checkpoint_all(self) -> None:
        """The checkpoint thread: copies the WAL into the database file, so that commits need not do it.

        The WAL resets only when fully checkpointed. Commits go on meanwhile, so the writer thread does a second, short
        checkpoint for what they wrote.
        """
        while not self._ending.wait(CHECKPOINT_S):
            if self._written:
                self._written = False
                self._checkpoint()
                self._checkpoint_again = True

    def _checkpoint(self) -> None:
        """A passive checkpoint: it blocks nobody."""
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        except SQLAlchemyError as error:  # the data stays in the WAL, where it is just as safe
            logger.error("The WAL could not be checkpointed: %s", reason(error))


def _write_together(connection: sql.Connection, jobs: list[Job], texts: Mapping[Any, str]) -> None:
    """Without SQLAlchemy: its work for each statement takes longer than SQLite's and holds the interpreter lock."""
    cursor = connection.connection.cursor()
    for statement in ORDER:
        if values := [value for job in jobs if job.statement is statement for value in job.values]:
            cursor.executemany(texts[statement], values)
    cursor.close()


def _write_singly(connection: sql.Connection, jobs: list[Job]) -> None:
    """The same when something is known to fail: each job gets a savepoint."""
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
                job.error = _taken(job) if isinstance(error, IntegrityError) else unwritten(error)
                lost.add(job.key)
