"""Work on a database from outside, while a server may be running: copy it, or delete one match."""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from parlour.kit import BadInput, ParlourError

from .opening import connect, parse_url, require_file
from .problems import reason
from .store import Store


def forget(url: str, match: str) -> None:
    """Delete a finished match."""
    require_file(parse_url(url))
    store = Store.open(url)
    try:
        if store.match(match) is None:
            raise BadInput(f"There is no match {match} in this database; use the last part of its replay link.")
        store.delete_match(match)
    finally:
        store.close()


def backup(url: str, file: Path) -> None:
    """Copy a database, which may be in use, into a file."""
    place = parse_url(url)
    require_file(place)
    engine = connect(place)
    try:
        _copy(engine, file)
    finally:
        engine.dispose()


def _copy(engine: sql.Engine, file: Path) -> None:
    if engine.dialect.name != "sqlite":
        raise BadInput("To copy a running PostgreSQL database, use its own tool: pg_dump --file=FILE DATABASE.")
    with _temporary(file, Path(str(engine.url.database))) as copy:
        try:
            with engine.connect() as connection, contextlib.closing(sqlite3.connect(copy)) as target:
                source = connection.connection.driver_connection
                assert isinstance(source, sqlite3.Connection)
                source.backup(target)  # in one step: with several it would restart whenever something is written
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise ParlourError(f"The database cannot be copied to {file}: {reason(error)}.") from None


@contextlib.contextmanager
def _temporary(file: Path, database: Path) -> Iterator[Path]:
    """A temporary file that replaces `file` at the end, so that `file` is never an incomplete copy."""
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
