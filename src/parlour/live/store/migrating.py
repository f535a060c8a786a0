"""Migrations, with Alembic, which takes a quarter of a second to import: a database that is up to date does without."""

from pathlib import Path

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from parlour.kit import ParlourError

from .schema import VERSION_TABLE


def upgrade(connection: sql.Connection, migrations: Path) -> None:
    """Bring the schema up to date."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    if not known.issuperset(context.get_current_heads()):
        raise ParlourError("The database was written by a newer version of Parlour: update this one.")
    config.attributes.update(connection=connection, version_table=VERSION_TABLE)
    command.upgrade(config, "head")
