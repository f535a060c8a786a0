"""A table is rebuilt from its events as it was."""

import contextlib
import json
import random

from tests.every import every_game
from tests.live.decks import NO_FIVES
from tests.live.fakes import FakeStore, TableHarness, play_randomly, same_table, start
from tests.live.play_harness import FLIP

from parlour.kit import ParlourError
from parlour.live import messages as m
from parlour.live.store import Store, TableRow


@every_game
def test_a_table_is_rebuilt_from_its_rows_as_it_was_at_any_step(name):
    """Two people, a bot, a spectator who sits down, a player who leaves; all of them act at random."""
    chance = random.Random(name)
    harness = TableHarness(name, seats=4, pace=20)
    people = [harness.person(0), harness.person(1, rtt=90.0)]
    watcher = harness.person()
    start(harness, people[0])
    for step in range(12 if name != "confetti" else 6):
        play_randomly(harness, people, chance, most=chance.randint(1, 12))
        if harness.table.match.over:
            break
        if step == 2:
            watcher.say(m.Sit(seat=2, name="Grace"))
            people.append(watcher)
        if step == 4:
            people.pop(1).say(m.Leave(bot=bool(chance.randrange(2))))
        if step == 5:
            people[0].say(m.Pause())
            assert harness.clock.until(lambda: harness.table.status == "paused", 1000), "rings under way come first"
            assert same_table(harness.table, harness.reloaded().table)
            people[0].say(m.Resume())
        assert same_table(harness.table, harness.reloaded().table)
    before = json.loads(json.dumps(harness.table.broadcast.view(0)))
    again = harness.reloaded().table
    assert json.loads(json.dumps(again.broadcast.view(0))) == before


def test_the_events_before_a_match_are_deleted_when_it_begins():
    """A table that plays for days does not grow, and loading it reads one match."""
    harness = TableHarness(seats=3, pace=10)
    host, guest = harness.person(0), harness.person(1, name="Grace")
    for number in range(3):
        host.say(m.Start() if number == 0 else m.Rematch())
        assert [row.kind for row in harness.store.rows] == ["started"]
        assert same_table(harness.table, harness.reloaded().table)
        assert harness.clock.until(lambda: harness.table.match.over, 3_600_000)
        assert same_table(harness.table, harness.reloaded().table)
        assert len(harness.table.matches) == number + 1
    again = harness.reloaded()
    assert again.join(guest.token).you == 1
    assert again.join(host.token).table["seats"][0]["host"]


def test_stored_events_are_small():
    """About 60 bytes for an action: views are computed, never stored."""
    harness = TableHarness(seats=4, pace=10)
    start(harness, harness.person(0))
    assert harness.clock.until(lambda: harness.table.match.over, 3_600_000)
    rows = [row for row in harness.store.rows if row.kind in ("action", "time")]
    assert sum(len(row.body) for row in rows) < 60 * len(rows)


class StoreOnDisk(FakeStore):
    """Writes everything to a database as well."""

    def __init__(self, file):
        super().__init__()
        self.real = Store.open(str(file))
        self.real.make_table(TableRow("a-table", "piccolo", True, "open", 0.0, 0.0, b"{}"))

    def append(self, table, rows, done):
        self.real.append(table, rows, lambda error: None)
        super().append(table, rows, done)

    def trim(self, table, before):
        self.real.trim(table, before)
        super().trim(table, before)

    def note_table(self, id, public, status, touched, summary):
        self.real.note_table(id, public, status, touched, summary)
        super().note_table(id, public, status, touched, summary)

    def keep_match(self, match):
        self.real.keep_match(match)
        super().keep_match(match)


def test_200_tables_write_less_than_60_mb_in_ten_minutes(tmp_path):
    """One table, at twice the usual pace. The host flips and asks for a rematch; bots have the other seats."""
    file = tmp_path / "parlour.db"
    store = StoreOnDisk(file)
    harness = TableHarness(seats=4, pace=2, store=store)
    host = harness.person(0)
    start(harness, host)
    end = harness.clock.now() + 600_000
    while harness.clock.now() < end:
        if harness.table.match.over:
            host.say(m.Rematch())
        elif FLIP in host.legal:
            with contextlib.suppress(ParlourError):  # too soon, or the bell has been rung
                host.act(FLIP)
        harness.clock.run(300)
    store.real.close()
    assert len(store.written) > 800 and len(store.matches) >= 2, "hardly anything was played"
    assert not file.with_name("parlour.db-wal").exists()
    assert file.stat().st_size < 60e6 / 200


def test_a_rebuilt_table_plays_on():
    harness = TableHarness(seats=3, pace=10)
    host = harness.person(0)
    start(harness, host)
    harness.clock.run(3000)
    other = harness.reloaded()
    match = other.table.match
    clock = match.clock
    other.clock.run(10_000)
    assert match.clock == clock, "nobody is there yet"
    back = other.join(host.token)
    assert back.you == 0
    assert other.clock.until(lambda: match.over, 3_600_000)
    assert back.last("over")["scores"] == match.scores


def test_a_crash_between_leaving_the_seat_and_leaving_the_game_is_repaired():
    harness = TableHarness(seats=3)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    harness.clock.run(1000)
    guest.say(m.Leave(bot=False))
    left = next(row.number for row in harness.store.rows if row.kind == "left")
    other = harness.reloaded(left)
    assert other.table.match.state.playing[1]
    other.join(host.token)
    assert not other.table.match.state.playing[1]
    number = other.table.log.number
    other.clock.run(3_000)
    other.join(None)
    assert "left" not in other.store.kinds()[number:]
    assert len([row for row in other.store.rows if row.kind == "action" and b",1,4,null]" in row.body]) == 1


def test_a_match_under_older_rules_is_stopped_and_counted():
    harness = TableHarness(seats=3, deck=NO_FIVES)
    host = harness.person(0)
    match = start(harness, host)
    harness.clock.run(20_000)
    scores = ", ".join(str(points) for points in match.scores)
    version = match.rules.version
    object.__setattr__(match.rules, "version", version + 1)
    try:
        again = harness.reloaded().table
        assert again.status == "playing"
        again.stop_old_match()
        assert again.status == "stopped"
        assert again.stop_reason.endswith(f"so it was stopped; the scores were {scores}.")
        assert again.now().says == again.stop_reason
        again.start()
        assert again.status == "playing"
        assert again.now().says is None
        assert again.match is not None
    finally:
        object.__setattr__(match.rules, "version", version)
