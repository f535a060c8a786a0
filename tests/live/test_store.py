"""The store: nothing acknowledged is lost, nothing is written behind another process's back."""

import contextlib
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from parlour.kit import BadInput, ParlourError
from parlour.live import store as module
from parlour.live.store import METADATA, VERSION_TABLE, MatchRow, Row, Store, TableRow, Taken, backup, forget

LONG = 60  # seconds, for what comes soon unless it never comes
LATER = 1e12  # a moment at which nobody has touched anything for long


def row(number, words="x"):
    return Row(number, 1000.25 + number, "action", f'["{words}",{number}]'.encode(), None if number % 2 else b'{"n":1}')


def table(id, **other):
    return TableRow(id, "piccolo", True, "open", 1.5, 2.5, b'{"seats":4}')._replace(**other)


def match(id, ended=20.5):
    return MatchRow(
        id, "gone", "piccolo", "1.2", 4, 10.5, ended, b'{"winners":[2]}', '{"seed":7}\n[1,2]\n', b"\x00\xff"
    )


class Heard:
    """A `done` that remembers what it was told."""

    def __init__(self):
        self.told = threading.Event()
        self.error = None

    def __call__(self, error):
        assert not self.told.is_set()
        self.error = error
        self.told.set()

    @property
    def answer(self):
        assert self.told.wait(LONG), "nothing was heard"
        return self.error


def append(store, id, *rows):
    heard = Heard()
    store.append(id, list(rows), heard)
    return heard


def make(store, *ids):
    heard = [Heard() for _ in ids]
    for id, each in zip(ids, heard):
        store.make_table(table(id), each)
    assert [each.answer for each in heard] == [None] * len(ids)


@contextlib.contextmanager
def held(store):
    """Holds up the writer between two transactions: what is put in the meantime goes into the next one."""
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
def listening(to, name, heard):
    sql.event.listen(to, name, heard)
    try:
        yield
    finally:
        sql.event.remove(to, name, heard)


@contextlib.contextmanager
def locked(url):
    """Keeps every writer out of the database; PostgreSQL's process number of the one that has the lock."""
    if url.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield None
    else:
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE events IN EXCLUSIVE MODE")
            yield other.info.backend_pid
            other.rollback()


# Rows


def test_rows_come_back_as_they_were_in_their_order(store):
    make(store, "a", "b")
    for number in range(1, 200):
        store.append("a" if number % 3 else "b", [row(number)], lambda error: None)
    assert append(store, "a", row(200), row(201)).answer is None
    assert store.rows("a") == [row(number) for number in range(1, 202) if number % 3 or number > 199]
    assert store.rows("b") == [row(number) for number in range(1, 200) if not number % 3]
    assert store.rows("a", after=199) == [row(200), row(201)]
    assert store.rows("c") == []


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


def test_all_that_waits_is_one_transaction(store):
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


# Whose table it is


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
    again, heard = Heard(), Heard()
    with held(store):
        store.make_table(table("a", game="parrot"), again)
        store.make_table(table("b"), heard)
    assert isinstance(again.answer, Taken)
    assert heard.answer is None
    assert store.table("a") == table("a")


# When the database fails


def test_a_lock_that_is_never_given_back_is_told_and_play_goes_on_afterwards(opened, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    url = f"sqlite:///{tmp_path}/parlour.db"
    store = opened(url)
    make(store, "a")
    with locked(url):
        error = append(store, "a", row(1)).answer
    assert str(error) == "The database did not take what was written: database is locked."
    assert isinstance(append(store, "a", row(2)).answer, Taken)  # it would leave a gap
    assert store.claim("a") == []
    assert append(store, "a", row(1)).answer is None


def test_a_lost_connection_is_told_and_made_again(opened, postgres):
    store = opened(postgres)
    make(store, "a", "b")
    waiting = "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE NOT granted"
    with locked(postgres), psycopg.connect(postgres, autocommit=True) as other:
        heard = [append(store, "a", row(1)), append(store, "b", row(1))]
        while other.execute(waiting).fetchone() == (0,):
            pass
        assert "The database did not take what was written: " in str(heard[0].answer)
    assert not isinstance(heard[0].answer, Taken)
    assert store.claim("a") == []
    assert append(store, "a", row(1)).answer is None


@pytest.mark.parametrize("wrong", [row(2**70), row(1)._replace(body=object())])
def test_a_row_that_cannot_be_stored_harms_no_other(store, wrong):
    make(store, "a", "b")
    with held(store):
        heard = [append(store, "a", wrong), append(store, "b", row(1))]
    assert str(heard[0].answer).startswith("The database did not take what was written: ")
    assert not isinstance(heard[0].answer, Taken)
    assert heard[1].answer is None
    assert store.rows("a") == []
    assert store.rows("b") == [row(1)]
    assert append(store, "b", row(2)).answer is None


def test_one_who_cannot_be_told_does_not_stop_the_writer(store, caplog):
    make(store, "a")

    def done(_error):
        raise RuntimeError("Event loop is closed")

    store.append("a", [row(1)], done)
    assert append(store, "a", row(2)).answer is None
    assert store.rows("a") == [row(1), row(2)]
    assert [record.getMessage() for record in caplog.records] == [
        "Who was to hear of a commit could not be told: Event loop is closed"
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
from parlour.live.store import Row, Store, TableRow
store = Store.open(sys.argv[1])
ids = [f"t{number}" for number in range(10)]
for id in ids:
    store.make_table(TableRow(id, "piccolo", True, "open", 1, 1, b"{}"))

def go_on(id, number):
    def done(error):
        assert error is None, error
        print(id, number, flush=True)
        go_on(id, number + 1)
    store.append(id, [Row(number, 1.5, "action", b"[]", None)], done)

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


# The line of each table


def test_what_is_said_about_a_table_can_change(store):
    make(store, "a", "b")
    assert store.table("a") == table("a")
    assert store.table("c") is None
    store.note_table("a", status="playing")
    store.note_table("a", touched=7.25)
    store.note_table("a", summary=b'{"seats":3}')
    store.note_table("c", status="playing")
    assert append(store, "a", row(1)).answer is None
    assert store.table("a") == table("a", status="playing", touched=7.25, summary=b'{"seats":3}')
    assert store.table("b") == table("b")


def test_the_lobby_lists_public_tables_open_ones_first(store):
    lines = [
        table("a", touched=1.0),
        table("b", touched=2.0),
        table("c", touched=9.0, status="playing"),
        table("d", public=False),
        table("e", status="stopped"),
        table("f", touched=8.0, status="over"),
    ]
    for line in lines:
        store.make_table(line)
    make(store, "g")
    assert [line.id for line in store.lobby(10)] == ["g", "b", "a", "c", "f"]
    assert store.lobby(2) == [table("g"), lines[1]]


def test_tables_expire_when_nobody_touches_them(store):
    make(store, "a", "b", "c")
    store.note_table("b", touched=1.0)
    store.note_table("c", touched=10.0)
    assert append(store, "a", row(1)).answer is None
    assert store.expired(before=2.5) == ["b"]
    assert store.expired(before=5.0) == ["b", "a"]
    store.note_table("a", touched=11.0)
    assert append(store, "a", row(2)).answer is None
    assert store.expired(before=5.0) == ["b"]


def test_what_was_touched_meanwhile_is_not_deleted(store):
    """One process looks for idle tables and deletes them one after the other; another has taken one up since."""
    make(store, "a", "b")
    assert append(store, "a", row(1)).answer is None
    assert sorted(store.expired(before=5.0)) == ["a", "b"]
    store.touch(["a"], 7.0)
    for id in ("a", "b"):
        store.delete_table(id, before=5.0)
    assert store.table("a").touched == 7.0
    assert store.rows("a") == [row(1)]
    assert store.table("b") is None


def test_what_is_touched_and_deleted_at_once_stays(store):
    make(store, "a")
    assert append(store, "a", row(1)).answer is None
    with held(store):
        workers = [
            threading.Thread(target=store.delete_table, args=("a", 5.0)),
            threading.Thread(target=store.touch, args=(["a"], 7.0)),
        ]
        for worker in workers:
            worker.start()
    for worker in workers:
        worker.join(LONG)
    assert store.rows("a") == [row(1)]


def test_a_deleted_name_is_gone_from_the_file(opened, tmp_path):
    store = opened(str(tmp_path / "parlour.db"))
    make(store, "a", "b")
    name = "Ann-of-a-rare-name"
    assert append(store, "a", *(row(number, name) for number in range(1, 200))).answer is None
    store.delete_table("a", before=LATER)
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == ["parlour.db"]
    assert name.encode() not in (tmp_path / "parlour.db").read_bytes()


# Matches


def test_matches_are_kept_and_forgotten(store):
    heard = Heard()
    for number in range(250):
        store.keep_match(match(f"m{number:03}", ended=float(number)))
    store.keep_match(match("last", ended=1000.0), heard)
    assert heard.answer is None
    assert store.match("m007") == match("m007", ended=7.0)
    assert store.match("none") is None
    store.delete_match("m007")
    assert store.match("m007") is None
    assert store.forget_matches(before=240.0) == 239
    assert store.forget_matches(before=240.0) == 0
    assert store.match("m239") is None
    assert store.match("m240") == match("m240", ended=240.0)


def test_a_match_can_be_deleted_while_a_server_runs(store, url):
    heard = Heard()
    store.keep_match(match("m"))
    store.keep_match(match("other"), heard)
    assert heard.answer is None
    forget(url, "m")
    assert (store.match("m"), store.match("other")) == (None, match("other"))
    with pytest.raises(BadInput, match="no match m "):
        forget(url, "m")


def test_nothing_is_made_where_a_match_was_to_be_deleted(tmp_path):
    with pytest.raises(BadInput, match="no database"):
        forget(str(tmp_path / "none.db"), "m")
    assert list(tmp_path.iterdir()) == []


def test_a_match_outlives_its_table(store):
    make(store, "gone")
    store.keep_match(match("m"))
    store.delete_table("gone", before=LATER)
    assert store.match("m") == match("m")


def test_what_nobody_waits_for_is_written_to_the_log_when_it_fails(store, caplog):
    store.keep_match(match("m"))
    store.keep_match(match("m"))
    make(store, "a")
    assert [record.getMessage() for record in caplog.records] == ["There is something called m already."]


# Opening


def engine_of(url):
    return sql.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


def test_the_migrations_lead_to_the_schema(store, url):
    engine = engine_of(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


SECOND = """
import sqlalchemy as sql
from alembic import op
revision, down_revision = "0002", "0001"

def upgrade():
    op.add_column("tables", sql.Column("colour", sql.Text, nullable=False, server_default="red"))
"""


@pytest.fixture
def tomorrow(tmp_path):
    """The migrations of a later version."""
    later = shutil.copytree(Path(module.__file__).with_name("migrations"), tmp_path / "later")
    (later / "versions" / "v0002.py").write_text(SECOND)
    return str(later)


def test_an_older_schema_is_migrated_and_its_rows_stay(url, opened, tomorrow, monkeypatch):
    store = opened(url)
    make(store, "a")
    assert append(store, "a", row(1)).answer is None
    store.close()
    monkeypatch.setattr(module, "MIGRATIONS", tomorrow)
    for _ in range(2):
        store = opened(url)
        assert store.rows("a") == [row(1)]
        store.close()
    engine = engine_of(url)
    with engine.connect() as connection:
        assert connection.execute(sql.text("SELECT colour FROM tables")).all() == [("red",)]
    engine.dispose()


def test_a_newer_schema_is_refused_and_left_alone(url, opened, tomorrow, monkeypatch):
    with monkeypatch.context() as later:
        later.setattr(module, "MIGRATIONS", tomorrow)
        opened(url).close()
    with pytest.raises(
        ParlourError, match="^The database was written by a newer version of Parlour: update this one.$"
    ):
        Store.open(url)
    monkeypatch.setattr(module, "MIGRATIONS", tomorrow)
    opened(url)


def test_a_migration_that_fails_leaves_nothing_half_done(url, opened, tomorrow, monkeypatch):
    broken = Path(tomorrow, "versions", "v0002.py")
    broken.write_text(SECOND + '    op.execute("SELECT * FROM nothing")\n')
    with monkeypatch.context() as later:
        later.setattr(module, "MIGRATIONS", tomorrow)
        with pytest.raises(ParlourError):
            Store.open(url)
    make(opened(url), "a")


OPENERS = """
import os, sys
from parlour.live.store import Store
children = []
for _ in range(4):
    if child := os.fork():
        children.append(child)
    else:
        Store.open(sys.argv[1]).close()
        os._exit(0)
sys.exit(any(os.waitpid(child, 0)[1] for child in children))
"""


def test_several_processes_may_open_a_new_database_at_once(url, opened):
    done = subprocess.run([sys.executable, "-c", OPENERS, url], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    make(opened(url), "a")


def test_the_log_begins_anew_while_it_is_being_written(opened, tmp_path, monkeypatch):
    """Without anybody's waiting for all of it to be brought home, and without growing for ever."""
    monkeypatch.setattr(module, "HOME_S", 0.02)
    monkeypatch.setattr(module, "GATHER_S", 0.0)
    file, store = tmp_path / "parlour.db", opened(str(tmp_path / "parlour.db"))
    make(store, "a")
    words = "x" * 100_000
    for number in range(1, 201):
        heard = Heard()
        store.append("a", [row(number, words)], heard)
        assert heard.answer is None
    assert file.stat().st_size > 15_000_000
    assert Path(f"{file}-wal").stat().st_size < 10_000_000
    assert len(store.rows("a")) == 200


@pytest.mark.parametrize("lock", ["BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_whoever_is_making_the_file_is_waited_for(opened, tmp_path, lock):
    file = tmp_path / "parlour.db"
    maker = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    maker.execute("CREATE TABLE first (n)")
    maker.execute(lock)
    maker.execute("SELECT * FROM first").fetchall()
    letting_go = threading.Timer(0.2, maker.execute, ["COMMIT"])
    letting_go.start()
    make(opened(str(file)), "a")
    letting_go.join()
    maker.close()


def test_the_file_is_its_owners_only(opened, tmp_path):
    make(opened(str(tmp_path / "parlour.db")), "a")
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://root:hunter2@host/name", "The database is SQLite (a file, or sqlite:///FILE) or PostgreSQL"),
        ("postgresql://root:hunter2@host:port/name", "The database's URL cannot be read"),
        ("sqlite://", "Live tables need a database in a file"),
        (":memory:", "Live tables need a database in a file"),
        ("", "Live tables need a database in a file"),
        ("postgresql://root:hunter2@127.0.0.1:1/name", "cannot be used: nothing answers at this host and port"),
        ("postgresql://root:hunter2@/name?host=/nowhere", "cannot be used: nothing answers at this socket"),
        ("postgresql://root@/name?host=/nowhere&password=hunter2", "cannot be used: nothing answers at this socket"),
        ("postgresql:///name?hunter2=1", "cannot be used: it cannot be connected to"),
    ],
)
def test_a_url_that_leads_nowhere_is_one_sentence(url, says):
    with pytest.raises(ParlourError) as caught:
        Store.open(url)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_a_database_that_does_not_exist_is_one_sentence(cluster):
    with pytest.raises(
        ParlourError, match="^The PostgreSQL database cannot be used: there is no such database or user.$"
    ):
        Store.open(f"postgresql://parlour@/nothing?host={cluster}")


def test_a_file_that_cannot_be_used_is_one_sentence(opened, tmp_path):
    (tmp_path / "text.db").write_text("This is no database." * 100)
    for file, reason in (
        (tmp_path / "none" / "parlour.db", "unable to open database file"),
        (tmp_path, "unable to open database file"),
        (tmp_path / "text.db", "file is not a database"),
    ):
        with pytest.raises(ParlourError) as caught:
            Store.open(str(file))
        assert str(caught.value) == f"The database {file} cannot be used: {reason}."


def test_a_file_that_may_only_be_read_is_one_sentence(opened, tmp_path):
    """The permissions of a file do not bind root, but the version that its header asks of a writer does."""
    file = tmp_path / "parlour.db"
    opened(str(file)).close()
    with file.open("r+b") as header:
        header.seek(18)
        header.write(b"\x09")
    with pytest.raises(ParlourError) as caught:
        Store.open(str(file))
    assert str(caught.value) == f"The database {file} cannot be used: attempt to write a readonly database."


# Copies


def test_a_running_database_is_copied_as_it_was_at_one_moment(opened, tmp_path):
    store = opened(str(tmp_path / "parlour.db"))
    make(store, "a", "b")
    numbers, stop, stopped = {"a": 0, "b": 0}, threading.Event(), threading.Event()

    def both(error=None):
        """Each number for a, then for b, in one transaction each time or in two: b is never ahead."""
        assert error is None
        if stop.is_set():
            stopped.set()
            return
        for id in "ab":
            numbers[id] += 1
            store.append(id, [row(numbers[id])], both if id == "b" else lambda error: None)

    both()
    for turn in range(5):
        acknowledged = store.rows("b")
        copy = tmp_path / "copy.db"
        (store.backup if turn % 2 else lambda file: backup(str(tmp_path / "parlour.db"), file))(copy)
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
            store.backup(target)
        assert str(caught.value) == says
    with pytest.raises(BadInput, match="There is no database"):
        backup(str(tmp_path / "other.db"), tmp_path / "copy.db")
    store.close()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "parlour.db"]


def test_postgresql_is_copied_by_its_own_tool(opened, postgres, tmp_path):
    with pytest.raises(BadInput, match="pg_dump"):
        opened(postgres).backup(tmp_path / "copy.db")
    with pytest.raises(BadInput, match="pg_dump"):
        backup(postgres, tmp_path / "copy.db")


def test_the_migrations_are_in_the_package():
    here = Path(module.__file__).with_name("migrations")
    assert {path.name for path in here.rglob("*.py")} == {"env.py", "v0001_tables.py"}
