"""Copying a database and deleting a match, while a server may be running."""

import contextlib
import sqlite3
import stat
import threading

import pytest
from tests.live.store_helpers import LONG, DoneCallback, make, match, row

from parlour.kit import BadInput, ParlourError
from parlour.live.store import backup, forget


def test_a_match_can_be_deleted_while_a_server_runs(store, url):
    heard = DoneCallback()
    store.keep_match(match("m"))
    store.keep_match(match("other"), heard)
    assert heard.answer is None
    forget(url, "m")
    assert (store.match("m"), store.match("other")) == (None, match("other"))
    with pytest.raises(BadInput, match="no match m "):
        forget(url, "m")


def test_forgetting_a_match_creates_no_database(tmp_path):
    with pytest.raises(BadInput, match="no database"):
        forget(str(tmp_path / "none.db"), "m")
    assert list(tmp_path.iterdir()) == []


def test_a_running_database_is_copied_as_it_was_at_one_moment(opened, tmp_path):
    store = opened(str(tmp_path / "parlour.db"))
    make(store, "a", "b")
    numbers, stop, stopped = {"a": 0, "b": 0}, threading.Event(), threading.Event()

    def both(error=None):
        """Append each number to a, then to b, in one transaction or in two: b is never ahead."""
        assert error is None
        if stop.is_set():
            stopped.set()
            return
        for id in "ab":
            numbers[id] += 1
            store.append(id, [row(numbers[id])], both if id == "b" else lambda error: None)

    both()
    for _ in range(5):
        acknowledged = store.rows("b")
        copy = tmp_path / "copy.db"
        backup(str(tmp_path / "parlour.db"), copy)
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        copied = opened(str(copy))
        a, b = copied.rows("a"), copied.rows("b")
        copied.close()
        assert b[: len(acknowledged)] == acknowledged
        assert a[: len(b)] == b == [row(number) for number in range(1, len(b) + 1)]
        assert len(a) - len(b) in (0, 1)
    stop.set()
    assert stopped.wait(LONG)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.glob("*copy*")) == ["copy.db"]


def test_a_copy_that_cannot_be_made_is_one_sentence_and_leaves_nothing(opened, tmp_path):
    file = tmp_path / "parlour.db"
    store = opened(str(file))
    (tmp_path / "folder").mkdir()
    for target, says in (
        (tmp_path / "none" / "copy.db", f"{tmp_path}/none/copy.db cannot be written: No such file or directory."),
        (tmp_path / "folder", f"{tmp_path}/folder cannot be written: Is a directory."),
        (file, f"{file} is the database itself."),
    ):
        with pytest.raises(ParlourError) as caught:
            backup(str(file), target)
        assert str(caught.value) == says
    with pytest.raises(BadInput, match="There is no database"):
        backup(str(tmp_path / "other.db"), tmp_path / "copy.db")
    store.close()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "parlour.db"]


def test_postgresql_is_copied_by_its_own_tool(opened, postgres, tmp_path):
    opened(postgres)
    with pytest.raises(BadInput, match="pg_dump"):
        backup(postgres, tmp_path / "copy.db")
