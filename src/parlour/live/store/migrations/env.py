"""Alembic's entry point. `opening.py` passes in a connection that is in a transaction and holds the lock."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"], version_table=context.config.attributes["version_table"]
)
context.run_migrations()
