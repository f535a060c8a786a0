"""The newest database schema, and the statements that write to it.

The migrations lead to this schema; a test checks that.
"""

from typing import Any

import sqlalchemy as sql

METADATA = sql.MetaData()
VERSION_TABLE = "parlour_version"

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
    sql.Column("steps", sql.LargeBinary),
    sql.Column("frames", sql.LargeBinary),
    sql.Index("matches_ended", "ended"),
)


def _unless_none(column: sql.Column[Any]) -> sql.ColumnElement[Any]:
    return sql.func.coalesce(sql.bindparam(f"new_{column.name}", type_=column.type), column)


NOTED = (TABLES.c.public, TABLES.c.status, TABLES.c.touched, TABLES.c.summary)

MAKE = sql.insert(TABLES)
APPEND = sql.insert(EVENTS)
TRIM = sql.delete(EVENTS).where(EVENTS.c.table_id == sql.bindparam("key"), EVENTS.c.number < sql.bindparam("before"))
NOTE = (
    sql.update(TABLES)
    .where(TABLES.c.id == sql.bindparam("key"))
    .values({column: _unless_none(column) for column in NOTED})
)
KEEP = sql.insert(MATCHES)
DROP_MATCH = sql.delete(MATCHES).where(MATCHES.c.id == sql.bindparam("key"))
DROP_TABLE = sql.delete(TABLES).where(TABLES.c.id == sql.bindparam("key"), TABLES.c.touched < sql.bindparam("before"))
TOUCH = sql.update(TABLES).where(TABLES.c.id == sql.bindparam("key")).values(touched=sql.bindparam("new_touched"))

# Writes nothing new, but a database that is full, read-only or gone rejects it.
PROBE = sql.text(f"UPDATE {VERSION_TABLE} SET version_num = version_num")

# A transaction runs the statements in this order, each over its tables by id: two processes that write to the same
# tables then take their locks in the same order, and cannot deadlock.
ORDER = (MAKE, APPEND, TRIM, NOTE, TOUCH, KEEP, DROP_MATCH, DROP_TABLE, PROBE)
