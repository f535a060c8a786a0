"""Database errors as sentences. Apart from the name of a file, they repeat nothing from the database's URL."""

import sqlite3

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from parlour.kit import ParlourError

CONNECTION_PROBLEMS = {  # parts of the PostgreSQL library's error messages, and what they mean
    "password authentication failed": "it does not accept this user and password",
    "no password supplied": "it asks for a password",
    "does not exist": "there is no such database or user",
    "Connection refused": "nothing answers at this host and port",
    "No such file or directory": "nothing answers at this socket",
    "timeout": "it does not answer",
    "resolve host": "there is no such host",
}


def unusable(place: sql.URL, error: SQLAlchemyError | sqlite3.Error) -> ParlourError:
    if place.get_backend_name() == "sqlite":
        return ParlourError(f"The database {place.database} cannot be used: {reason(error)}.")
    known = (meaning for sign, meaning in CONNECTION_PROBLEMS.items() if sign in str(error))
    why = _own_words(error) or next(known, "the connection failed")
    return ParlourError(f"The PostgreSQL database cannot be used: {why}.")


def unwritten(error: Exception) -> ParlourError:
    return ParlourError(f"The database rejected a write: {reason(error)}.")


def reason(error: Exception) -> str:
    if isinstance(error, DBAPIError):
        return _own_words(error) or "the connection was lost"
    if isinstance(error, sqlite3.Error):
        return str(error)
    return f"a value does not fit ({type(error).__name__})"


def _own_words(error: SQLAlchemyError | sqlite3.Error) -> str | None:
    """The database's own error message; None if there is none."""
    cause = getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return str(cause)
    return getattr(getattr(cause, "diag", None), "message_primary", None)
