"""Rows for stores, and ways to wait for, hold up and lock out their writers."""

import contextlib
import sqlite3
import threading

import psycopg
import sqlalchemy as sql

from parlour.live.store import EventRow, MatchRow, TableRow

LONG = 60  # seconds, for something that comes soon unless it never comes
LATER = 1e12  # a time long after everything was last touched


def row(number, words="x"):
    return EventRow(number, 1000.25 + number, "action", f'["{words}",{number}]'.encode())


def table(id, **other):
    return TableRow(id, "piccolo", True, "open", 1.5, 2.5, b'{"seats":4}')._replace(**other)


def match(id, ended=20.5):
    return MatchRow(
        id, "gone", "piccolo", "1.2", 4, 10.5, ended, b'{"winners":[2]}', '{"seed":7}\n[1,2]\n', b"\x00\xff"
    )


class DoneCallback:
    """A `done` callback that remembers what it was told."""

    def __init__(self):
        self.told = threading.Event()
        self.error = None

    def __call__(self, error):
        assert not self.told.is_set()
        self.error = error
        self.told.set()

    @property
    def answer(self):
        assert self.told.wait(LONG), "no answer came"
        return self.error


def append(store, id, *rows):
    heard = DoneCallback()
    store.append(id, list(rows), heard)
    return heard


def make(store, *ids):
    heard = [DoneCallback() for _ in ids]
    for id, each in zip(ids, heard):
        store.make_table(table(id), each)
    assert [each.answer for each in heard] == [None] * len(ids)


@contextlib.contextmanager
def held(store):
    """Stop the writer between two transactions: everything put meanwhile goes into the next one."""
    here, go_on = threading.Event(), threading.Event()

    def hold(_error):
        here.set()
        assert go_on.wait(LONG)

    store.append("nowhere", [], hold)
    assert here.wait(LONG)
    try:
        yield
    finally:
        go_on.set()


@contextlib.contextmanager
def listening(to, name, listener):
    sql.event.listen(to, name, listener)
    try:
        yield
    finally:
        sql.event.remove(to, name, listener)


@contextlib.contextmanager
def locked(url):
    """Keep every writer out of the database. Yields the process number of the PostgreSQL backend with the lock."""
    if url.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield None
    else:
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE events IN EXCLUSIVE MODE")
            yield other.info.backend_pid
            other.rollback()
