"""Events no longer hold what spectators were sent, nor do finished matches: both are computed from the actions.

Matches that were finished before keep their recording in `frames`.
"""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_column("events", "public")
    with op.batch_alter_table("matches") as matches:  # SQLite cannot alter a column: it copies the table
        matches.add_column(sql.Column("steps", sql.LargeBinary))
        matches.alter_column("frames", existing_type=sql.LargeBinary, nullable=True)
