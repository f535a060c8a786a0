"""Nothing is sent before it is committed, and nothing at all once another process has the table."""

from tests.live.decks import ALL_FIVES
from tests.live.fakes import TableHarness, start

from parlour.kit import ParlourError
from parlour.live import messages as m
from parlour.live.store import Taken

RING = 1


def test_nothing_is_sent_before_it_is_committed():
    harness = TableHarness(seats=2, deck=ALL_FIVES, hold=True)
    host = harness.person(0)
    assert not host.heard
    harness.store.commit()
    assert [told["t"] for told in host.heard] == ["welcome", "table"]
    host.say(m.Start())
    harness.clock.run(7000)
    assert {told["t"] for told in host.heard[2:]} <= {"underway"}, "which tells of no event"
    for _ in range(200):
        if not harness.store.waiting:
            harness.clock.run(500)
        before, done = len(host.heard), harness.store.committed
        harness.store.commit(1)
        for told in host.heard[before:]:
            assert told["t"] == "underway" or told.get("n", told.get("number")) <= done + 1
    assert len(host.told("event")) > 20


def test_a_table_that_another_process_has_taken_is_dropped():
    harness = TableHarness(seats=2, hold=True)
    host, guest, watcher = harness.person(0), harness.person(1), harness.person()
    harness.store.commit()
    host.say(m.Start())
    harness.table.gone(guest)  # if this were still our table, a bot would take over after a while
    heard = len(host.heard), len(watcher.heard)
    harness.store.fails = Taken("Table a-table is in the hands of another process, or was deleted.")
    harness.store.commit(1)
    assert harness.lost == [harness.table]
    for person in (host, watcher):
        assert person.closed == ("This table has moved; come back to it.", True)
    assert (len(host.heard), len(watcher.heard)) == heard, "nothing more is said"
    waiting = harness.store.waiting
    harness.clock.run(60_000)
    host.say(m.Leave())
    harness.table.gone(host)
    assert harness.store.waiting == waiting, "and nothing more is written"
    harness.store.commit()
    assert harness.lost == [harness.table]


def test_players_are_told_when_the_game_cannot_be_saved():
    harness = TableHarness(seats=2, hold=True)
    host = harness.person(0)
    harness.store.commit()
    host.say(m.Start())
    harness.store.fails = ParlourError("The database rejected a write: database or disk is full.")
    harness.store.commit(1)
    says = "The server cannot save the game just now; it goes on as soon as it can."
    assert host.closed == (says, True)
    assert harness.lost == [harness.table]


def test_a_lost_table_decides_no_race():
    harness = TableHarness(seats=2, deck=ALL_FIVES)
    host, _ = harness.person(0), harness.person(1)
    match = start(harness, host)
    assert harness.clock.until(lambda: match.state.flips == 1, 20_000)
    harness.clock.run(400)
    host.act(RING)
    number = harness.table.log.number
    harness.table.let_go()
    harness.clock.run(10_000)
    assert harness.table.log.number == number
    assert not match.state.verdict
