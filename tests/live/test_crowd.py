"""Arrivals and departures are announced at once, but several in a row together."""

from tests.live.fakes import TableHarness

from parlour.live import messages as m
from parlour.live.crowd import CROWD_MS


def test_people_who_come_and_go_are_announced_together():
    harness = TableHarness(seats=3)
    host = harness.person(0)
    harness.clock.run(CROWD_MS)
    before = len(host.told("table"))
    first = harness.join(None)
    assert host.table["watching"] == 1, "the first change is announced at once"
    crowd = [harness.join(None) for _ in range(30)]
    for each in crowd[:10]:
        harness.table.gone(each)
    assert len(host.told("table")) == before + 1
    harness.clock.run(CROWD_MS)
    assert len(host.told("table")) == before + 2
    assert host.table["watching"] == 21
    harness.table.gone(first)
    assert len(host.told("table")) == before + 2


def test_an_event_brings_everything_up_to_date():
    harness = TableHarness(seats=3)
    host = harness.person(0)
    harness.join(None)
    harness.join(None)
    host.say(m.Bot(seat=1, level="casual"))
    assert host.table["watching"] == 2
    said = len(host.told("table"))
    harness.clock.run(10 * CROWD_MS)
    assert len(host.told("table")) == said, "nothing is left to announce"


def test_nobody_is_told_whether_a_spectator_looks():
    harness = TableHarness(seats=3)
    host, watcher = harness.person(0), harness.person()
    harness.clock.run(CROWD_MS)
    said, noted = len(host.told("table")), len(harness.store.notes)
    for number in range(50):
        watcher.say(m.Hidden(hidden=number % 2 == 0))
    harness.clock.run(CROWD_MS)
    assert (len(host.told("table")), len(harness.store.notes)) == (said, noted)
