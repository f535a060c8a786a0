"""The store: events, the lobby's rows, and finished matches come back as they were written."""

import threading

from tests.live.store_helpers import LATER, LONG, DoneCallback, append, held, make, match, row, table


def test_rows_come_back_as_they_were_in_their_order(store):
    make(store, "a", "b")
    for number in range(1, 200):
        store.append("a" if number % 3 else "b", [row(number)], lambda error: None)
    assert append(store, "a", row(200), row(201)).answer is None
    assert store.rows("a") == [row(number) for number in range(1, 202) if number % 3 or number > 199]
    assert store.rows("b") == [row(number) for number in range(1, 200) if not number % 3]
    assert store.rows("a", after=199) == [row(200), row(201)]
    assert store.rows("c") == []


def test_the_row_of_a_table_can_change(store):
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


def test_a_table_touched_meanwhile_is_not_deleted(store):
    """One process deletes idle tables one after another; another process has loaded one of them meanwhile."""
    make(store, "a", "b")
    assert append(store, "a", row(1)).answer is None
    assert sorted(store.expired(before=5.0)) == ["a", "b"]
    heard = DoneCallback()
    store.touch(["a"], 7.0, heard)
    assert heard.answer is None
    for id in ("a", "b"):
        store.delete_table(id, before=5.0)
    assert store.table("a").touched == 7.0
    assert store.rows("a") == [row(1)]
    assert store.table("b") is None


def test_a_table_touched_and_deleted_at_once_stays(store):
    make(store, "a")
    assert append(store, "a", row(1)).answer is None
    heard = DoneCallback()
    deleting = threading.Thread(target=store.delete_table, args=("a", 5.0))
    with held(store):
        deleting.start()
        store.touch(["a"], 7.0, heard)
    deleting.join(LONG)
    assert heard.answer is None
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


def test_matches_are_kept_and_forgotten(store):
    heard = DoneCallback()
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


def test_a_match_outlives_its_table(store):
    make(store, "gone")
    store.keep_match(match("m"))
    store.delete_table("gone", before=LATER)
    assert store.match("m") == match("m")


def test_events_before_a_number_can_be_deleted(store):
    make(store, "a", "b")
    for id in ("a", "b"):
        assert append(store, id, *(row(number) for number in range(1, 6))).answer is None
    store.trim("a", before=4)
    assert append(store, "a", row(6)).answer is None
    assert store.rows("a") == [row(4), row(5), row(6)]
    assert len(store.rows("b")) == 5


def test_a_table_can_become_public_and_private(store):
    make(store, "a")
    store.note_table("a", public=False)
    assert append(store, "a", row(1)).answer is None
    assert store.lobby(10) == []
    store.note_table("a", public=True)
    assert append(store, "a", row(2)).answer is None
    assert [line.id for line in store.lobby(10)] == ["a"]
