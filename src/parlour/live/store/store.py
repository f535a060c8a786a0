"""The store: what tables read from and write to the database."""

import logging
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from parlour.kit import ParlourError

from .opening import open_engine
from .problems import reason
from .rows import Done, EventRow, MatchRow, Stopping, TableRow
from .schema import APPEND, DROP_MATCH, DROP_TABLE, EVENTS, KEEP, MAKE, MATCHES, NOTE, PROBE, TABLES, TOUCH, TRIM
from .writer import Job, Writer

FORGET_BATCH = 100  # matches deleted in one transaction, so that play need not wait long

logger = logging.getLogger(__name__)


class Store:
    """A database of live tables, in SQLite or PostgreSQL. Any thread may call it."""

    @classmethod
    def open(cls, url: str) -> "Store":
        """The database at a URL (`sqlite:///FILE`, `postgresql://...`) or in a file, migrated to the newest schema."""
        return cls(open_engine(url))

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._writer = Writer(engine)

    def close(self) -> None:
        """Write what is waiting, then disconnect."""
        self._writer.close()
        self._engine.dispose()

    @property
    def problem(self) -> str | None:
        """Why nothing is being written now, as a sentence; None if all is well."""
        return self._writer.problem

    @property
    def writing(self) -> bool:
        """True if something is waiting to be written."""
        return self._writer.busy

    def probe(self) -> None:
        """Try to write, so that `problem` is up to date even if nothing happens at any table; returns at once."""
        self._writer.put(Job(PROBE, "", [{}], _log_error))

    # Events

    def append(self, table: str, rows: list[EventRow], done: Done) -> None:
        """Write events of a table; returns at once. `done` is called in the writer thread once they are committed.

        If they cannot be written, `done` gets the reason, and no more events of this table are accepted until `claim`:
        the caller had continued from events that are not in the database, and a later event must not follow another
        process's.
        """
        values = [{"table_id": table, **row._asdict()} for row in rows]
        self._writer.put(Job(APPEND, table, values, done))

    def claim(self, table: str) -> list[EventRow]:
        """All events of a table. From now on this process may continue it, whatever failed before."""
        self._writer.claim(table)
        return self.rows(table)

    def rows(self, table: str, after: int = 0) -> list[EventRow]:
        """The events of a table after the given number, in order."""
        of_table = sql.select(*(EVENTS.c[field] for field in EventRow._fields)).where(EVENTS.c.table_id == table)
        newer = of_table.where(EVENTS.c.number > after).order_by(EVENTS.c.number)
        return [EventRow._make(row) for row in self._read(newer)]

    def trim(self, table: str, before: int) -> None:
        """Delete the events of a table before the given number, which must hold the table's state; returns at once."""
        self._writer.put(Job(TRIM, table, [{"key": table, "before": before}], _log_error))

    # Tables

    def make_table(self, table: TableRow, done: Done | None = None) -> None:
        """A new table, to which events can be appended from now on. `Taken` if the id exists."""
        self._writer.put(Job(MAKE, table.id, [table._asdict()], done or _log_error))

    def note_table(
        self,
        id: str,
        public: bool | None = None,
        status: str | None = None,
        touched: float | None = None,
        summary: bytes | None = None,
    ) -> None:
        """Change a table's row; None leaves a column as it is."""
        new = {"key": id, "new_public": public, "new_status": status, "new_touched": touched, "new_summary": summary}
        self._writer.put(Job(NOTE, id, [new], _log_error))

    def table(self, id: str) -> TableRow | None:
        found = self._read(sql.select(TABLES).where(TABLES.c.id == id))
        return TableRow._make(found[0]) if found else None

    def lobby(self, limit: int) -> list[TableRow]:
        """Public tables that were not stopped: open ones first, then the most recently touched."""
        listed = sql.select(TABLES).where(TABLES.c.public, TABLES.c.status != "stopped")
        listed = listed.order_by(sql.case((TABLES.c.status == "open", 0), else_=1), TABLES.c.touched.desc())
        return [TableRow._make(row) for row in self._read(listed.limit(limit))]

    def expired(self, before: float) -> list[str]:
        """The tables that nobody has touched since the given time, the least recently touched first."""
        stale = sql.select(TABLES.c.id).where(TABLES.c.touched < before).order_by(TABLES.c.touched)
        return [row.id for row in self._read(stale)]

    def touch(self, ids: list[str], at: float, done: Done) -> None:
        """Mark tables as in use; returns at once. From the commit on no process deletes them as idle."""
        values = [{"key": id, "new_touched": at} for id in sorted(ids)]
        self._writer.put(Job(TOUCH, ids[0], values, done))

    def delete_table(self, id: str, before: float) -> None:
        """Delete a table and its events, names included, unless it was touched since the given time: another process
        may have it. Waits for the commit."""
        self._writer.put_and_wait(DROP_TABLE, [{"key": id, "before": before}])
        self._writer.claim(id)

    # Finished matches

    def keep_match(self, match: MatchRow, done: Done | None = None) -> None:
        """Keep a finished match. `Taken` if the id exists."""
        values = {_column(field): value for field, value in match._asdict().items()}
        self._writer.put(Job(KEEP, match.id, [values], done or _log_error))

    def match(self, id: str) -> MatchRow | None:
        found = self._read(sql.select(MATCHES).where(MATCHES.c.id == id))
        return MatchRow(*(getattr(found[0], _column(field)) for field in MatchRow._fields)) if found else None

    def delete_match(self, id: str) -> None:
        """Delete a match. Waits for the commit."""
        self._writer.put_and_wait(DROP_MATCH, [{"key": id}])

    def forget_matches(self, before: float) -> int:
        """Delete the matches that ended before the given time; returns how many. Waits for the commits."""
        old = sql.select(MATCHES.c.id).where(MATCHES.c.ended < before).order_by(MATCHES.c.ended).limit(FORGET_BATCH)
        forgotten = 0
        while ids := [row.id for row in self._read(old)]:
            self._writer.put_and_wait(DROP_MATCH, [{"key": id} for id in ids])
            forgotten += len(ids)
        return forgotten

    def _read(self, query: sql.Select[Any]) -> list[sql.Row[Any]]:
        try:
            with self._engine.connect() as connection:
                return list(connection.execute(query).all())  # iterating would fetch one row at a time
        except SQLAlchemyError as error:
            raise ParlourError(f"The database cannot be read: {reason(error)}.") from None


def _column(field: str) -> str:
    """The column of the matches that holds a field."""
    return "table_id" if field == "table" else field


def _log_error(error: ParlourError | None) -> None:
    """A server that is stopping sends everybody away, and what they do on their way out is not worth a line."""
    if error:
        logger.log(logging.DEBUG if isinstance(error, Stopping) else logging.ERROR, "%s", error)
