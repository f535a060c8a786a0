"""Tables, their events, and finished matches.

A migration is never edited after it was released: the schema in `parlour.live.store` may change, this may not.
"""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("game", sql.Text, nullable=False),
        sql.Column("public", sql.Boolean, nullable=False),
        sql.Column("status", sql.Text, nullable=False),
        sql.Column("made", sql.Double, nullable=False),
        sql.Column("touched", sql.Double, nullable=False),
        sql.Column("summary", sql.LargeBinary, nullable=False),
    )
    op.create_index("tables_touched", "tables", ["touched"])
    op.create_table(
        "events",
        sql.Column("table_id", sql.Text, sql.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("at", sql.Double, nullable=False),
        sql.Column("kind", sql.Text, nullable=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
        sql.Column("public", sql.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "matches",
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
    )
    op.create_index("matches_ended", "matches", ["ended"])
