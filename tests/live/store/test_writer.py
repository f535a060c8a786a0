"""The writer: nothing acknowledged is lost, and nothing is written to a table that another process has."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import psycopg
import pytest
import sqlalchemy as sql
from tests.live.store_helpers import LATER, LONG, DoneCallback, append, held, listening, locked, make, match, row, table

from parlour.kit import ParlourError
from parlour.live.store import Store, Taken, opening, writer


def test_acknowledgements_come_in_order(store):
    make(store, "a")
    heard = []
    for number in range(1, 101):
        store.append("a", [row(number)], lambda error, number=number: heard.append((number, error)))
    assert append(store, "a", row(101)).answer is None
    assert heard == [(number, None) for number in range(1, 101)]


def test_what_was_acknowledged_can_be_read_by_another(store, opened, url):
    other = opened(url)
    make(store, "a")
    for number in range(1, 20):
        assert append(store, "a", row(number)).answer is None
        assert other.rows("a", after=number - 1) == [row(number)]


def test_everything_that_waits_is_one_transaction(store):
    ids = [f"t{number:02}" for number in range(50)]
    make(store, *ids)
    commits = []
    with listening(sql.Engine, "commit", commits.append):
        with held(store):
            heard = [append(store, id, row(1), row(2)) for id in ids]
            held_up = len(commits)
        assert [each.answer for each in heard] == [None] * 50
    assert len(commits) == held_up + 1
    assert all(store.rows(id) == [row(1), row(2)] for id in ids)


def test_threads_may_append_at_the_same_time(store):
    ids = ["a", "b", "c", "d"]
    make(store, *ids)
    last = []

    def play(id):
        for number in range(1, 100):
            store.append(id, [row(number, id)], lambda error: None)
        last.append(append(store, id, row(100, id)))

    threads = [threading.Thread(target=play, args=(id,)) for id in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [heard.answer for heard in last] == [None] * 4
    assert all(store.rows(id) == [row(number, id) for number in range(1, 101)] for id in ids)


def test_a_table_taken_by_another_process_is_let_go_and_the_others_go_on(store, opened, url):
    other = opened(url)
    make(store, "a", "b", "c")
    assert append(store, "b", row(1)).answer is None
    assert other.claim("b") == [row(1)]
    assert append(other, "b", row(2, "other")).answer is None
    with held(store):
        mine = [append(store, id, row(number)) for id, number in (("a", 1), ("b", 2), ("b", 3), ("c", 1), ("a", 2))]
        mine.append(append(store, "a"))
    assert [type(heard.answer) for heard in mine] == [type(None), Taken, Taken, type(None), type(None), type(None)]
    assert store.rows("a") == [row(1), row(2)]
    assert store.rows("b") == [row(1), row(2, "other")]
    assert store.rows("c") == [row(1)]


def test_rows_behind_a_refused_one_are_refused_until_the_table_is_claimed(store, opened, url):
    make(store, "a")
    assert append(opened(url), "a", row(1, "other")).answer is None
    assert isinstance(append(store, "a", row(1)).answer, Taken)
    assert isinstance(append(store, "a", row(2)).answer, Taken)
    assert store.rows("a") == [row(1, "other")]  # looking does not make it ours
    assert isinstance(append(store, "a", row(2)).answer, Taken)
    assert store.claim("a") == [row(1, "other")]
    assert append(store, "a", row(2)).answer is None


def test_a_row_that_waited_while_the_one_before_it_was_refused_stays_refused(store, opened, url):
    make(store, "a")
    assert append(opened(url), "a", row(1, "other")).answer is None
    begun = threading.Event()
    with locked(url):
        with listening(sql.Pool, "checkout", lambda *_: begun.set()):
            first = append(store, "a", row(1))
            assert begun.wait(LONG)
        second = append(store, "a", row(2))  # the writer is busy with the first
    assert isinstance(first.answer, Taken)
    assert isinstance(second.answer, Taken)
    assert store.rows("a") == [row(1, "other")]


def test_two_processes_fight_for_tables_and_each_number_is_written_once(store, opened, url):
    ids = [f"t{number}" for number in range(8)]
    make(store, *ids)
    won = {"left": {}, "right": {}}

    def fight(name, mine, order):
        for number in range(1, 26):
            heard = {id: append(mine, id, row(number, name)) for id in order}
            for id, each in heard.items():
                if each.answer is None:
                    won[name][id, number] = row(number, name)
                else:
                    assert isinstance(each.answer, Taken)
                    mine.claim(id)

    sides = [("left", store, ids), ("right", opened(url), ids[::-1])]
    threads = [threading.Thread(target=fight, args=side) for side in sides]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not won["left"].keys() & won["right"].keys()
    for id in ids:
        written = {(id, each.number): each for each in store.rows(id)}
        assert written == {key: each for side in won.values() for key, each in side.items() if key[0] == id}


def test_a_deleted_table_takes_no_rows(store):
    make(store, "a", "b")
    assert append(store, "a", row(1)).answer is None
    store.delete_table("a", before=LATER)
    assert store.table("a") is None
    assert store.rows("a") == []
    with held(store):
        late, other = append(store, "a", row(2)), append(store, "b", row(1))
    assert isinstance(late.answer, Taken)
    assert other.answer is None
    assert store.rows("a") == []


def test_two_tables_cannot_have_one_id(store):
    make(store, "a")
    again, heard = DoneCallback(), DoneCallback()
    with held(store):
        store.make_table(table("a", game="parrot"), again)
        store.make_table(table("b"), heard)
    assert isinstance(again.answer, Taken)
    assert heard.answer is None
    assert store.table("a") == table("a")


def test_a_lock_that_is_never_released_is_reported_and_play_goes_on_afterwards(opened, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "PATIENCE_S", 0.05)
    url = f"sqlite:///{tmp_path}/parlour.db"
    store = opened(url)
    make(store, "a")
    with locked(url):
        error = append(store, "a", row(1)).answer
    assert str(error) == "The database rejected a write: database is locked."
    assert isinstance(append(store, "a", row(2)).answer, Taken)  # it would leave a gap
    assert store.claim("a") == []
    assert append(store, "a", row(1)).answer is None


def test_a_lost_database_connection_is_reported_and_made_again(opened, postgres):
    store = opened(postgres)
    make(store, "a", "b")
    waiting = "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE NOT granted"
    with locked(postgres), psycopg.connect(postgres, autocommit=True) as other:
        heard = [append(store, "a", row(1)), append(store, "b", row(1))]
        while other.execute(waiting).fetchone() == (0,):
            pass
        assert "The database rejected a write: " in str(heard[0].answer)
    assert not isinstance(heard[0].answer, Taken)
    assert store.claim("a") == []
    assert append(store, "a", row(1)).answer is None


@pytest.mark.parametrize("wrong", [row(2**70), row(1)._replace(body=object())])
def test_a_row_that_cannot_be_stored_harms_no_other(store, wrong):
    make(store, "a", "b")
    with held(store):
        heard = [append(store, "a", wrong), append(store, "b", row(1))]
    assert str(heard[0].answer).startswith("The database rejected a write: ")
    assert not isinstance(heard[0].answer, Taken)
    assert heard[1].answer is None
    assert store.rows("a") == []
    assert store.rows("b") == [row(1)]
    assert append(store, "b", row(2)).answer is None


def test_a_callback_that_fails_does_not_stop_the_writer(store, caplog):
    make(store, "a")

    def done(_error):
        raise RuntimeError("Event loop is closed")

    store.append("a", [row(1)], done)
    assert append(store, "a", row(2)).answer is None
    assert store.rows("a") == [row(1), row(2)]
    assert [record.getMessage() for record in caplog.records] == [
        "The outcome of a commit could not be delivered: Event loop is closed"
    ]


def test_closing_writes_what_waits_and_takes_nothing_more(url, opened):
    store = Store.open(url)
    make(store, "a")
    heard = [append(store, "a", row(number)) for number in range(1, 101)]
    store.close()
    assert all(each.told.is_set() and each.error is None for each in heard)
    assert isinstance(append(store, "a", row(101)).answer, ParlourError)
    assert opened(url).rows("a") == [row(number) for number in range(1, 101)]


CHILD = """
import sys
from parlour.live.store import EventRow, Store, TableRow
store = Store.open(sys.argv[1])
ids = [f"t{number}" for number in range(10)]
for id in ids:
    store.make_table(TableRow(id, "piccolo", True, "open", 1, 1, b"{}"))

def go_on(id, number):
    def done(error):
        assert error is None, error
        print(id, number, flush=True)
        go_on(id, number + 1)
    store.append(id, [EventRow(number, 1.5, "action", b"[]")], done)

for id in ids:
    go_on(id, 1)
sys.stdin.read()
"""


def test_no_acknowledged_row_is_lost_when_the_process_is_killed(url, opened):
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    acknowledged = {}
    try:
        for _ in range(300):
            id, number = child.stdout.readline().split()
            acknowledged[id] = int(number)
    finally:
        os.kill(child.pid, signal.SIGKILL)
        rest, _ = child.communicate()
    for line in rest.splitlines(keepends=True):
        if line.endswith("\n"):
            id, number = line.split()
            acknowledged[id] = int(number)
    assert child.returncode == -signal.SIGKILL
    store = opened(url)
    for id, number in acknowledged.items():
        numbers = [each.number for each in store.claim(id)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= number
        assert append(store, id, row(len(numbers) + 1)).answer is None


def test_a_failed_write_that_nobody_waits_for_is_logged(store, caplog):
    store.keep_match(match("m"))
    store.keep_match(match("m"))
    make(store, "a")
    assert [record.getMessage() for record in caplog.records] == ["The key m already exists."]


def test_what_comes_after_the_last_write_is_no_alarm(store, caplog):
    """A server logs from INFO on, so this is no line in its log."""
    caplog.set_level("DEBUG", "parlour")
    store.close()
    store.keep_match(match("m"))
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("DEBUG", "The database is closed: the server is stopping.")
    ]


def test_the_wal_restarts_while_it_is_being_written(opened, tmp_path, monkeypatch):
    """Checkpoints keep up with a busy writer, so the WAL does not grow forever."""
    monkeypatch.setattr(writer, "CHECKPOINT_S", 0.02)
    monkeypatch.setattr(writer, "GATHER_S", 0.0)
    store, wal = opened(str(tmp_path / "parlour.db")), tmp_path / "parlour.db-wal"
    make(store, "a")
    number, until = 0, time.monotonic() + LONG
    while wal_restarts(wal) < 3:
        assert time.monotonic() < until, "the WAL never restarts"
        number += 1
        assert append(store, "a", row(number, "x" * 10_000)).answer is None
    assert len(store.rows("a")) == number


def wal_restarts(wal):
    """How often the WAL was reused from its beginning: the checkpoint sequence number in its header."""
    return int.from_bytes(wal.read_bytes()[12:16], "big")


def test_the_writer_survives_an_error_outside_its_transactions(store, monkeypatch, caplog):
    make(store, "a")
    real, failed = time.sleep, threading.Event()

    def sleep(seconds):
        if threading.current_thread().name == "parlour-store" and not failed.is_set():
            failed.set()
            raise MemoryError
        real(seconds)

    monkeypatch.setattr(writer.time, "sleep", sleep)
    heard = append(store, "a", row(1))
    assert heard.answer is None, "it tries again"
    assert failed.is_set()
    assert store.rows("a") == [row(1)]
    assert store.problem is None
    assert "The writer thread failed and goes on" in caplog.text


def test_a_database_that_rejects_writes_is_a_problem_until_it_accepts_one(store, monkeypatch):
    make(store, "a")
    real = writer._write_together

    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    for name in ("_write_together", "_write_singly"):
        monkeypatch.setattr(writer, name, full)
    store.probe()
    while store.writing:
        time.sleep(0.001)
    assert store.problem == "The database rejected a write: database or disk is full."
    monkeypatch.setattr(writer, "_write_together", real)
    store.probe()
    while store.writing:
        time.sleep(0.001)
    assert store.problem is None


def test_a_database_that_does_not_answer_is_a_problem(store, url, monkeypatch):
    make(store, "a")
    monkeypatch.setattr(writer, "STUCK_S", 0.05)
    with held(store):
        heard = append(store, "a", row(1))
        time.sleep(0.1)
        assert store.problem.startswith("The database has not accepted a write for")
    assert heard.answer is None
    while store.writing:
        time.sleep(0.001)
    assert store.problem is None
