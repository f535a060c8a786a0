"""Games are compiled when somebody wants a table for them, and tables say how far that is."""

import asyncio
import time

import pytest
from tests.live.fakes import TableHarness, same_table, start
from tests.live.serving import LONG

import parlour
from parlour.kit import BadInput
from parlour.live import messages as m
from parlour.live import preparing, progress
from parlour.live.preparing import Preparing


@pytest.fixture
def compiler(monkeypatch):
    """A fake compiler: each game takes as long as the test wants, and the order is noted."""

    class Compiler:
        def __init__(self):
            self.begun, self.stopped, self.may_end, self.known = [], [], {}, {}

        def end(self, game, error=None):
            if error:
                self.may_end[game].set_exception(error)
            else:
                self.may_end[game].set_result(None)

    found = Compiler()

    async def make_ready(game):
        found.begun.append(game)
        found.may_end[game] = asyncio.get_running_loop().create_future()
        try:
            await found.may_end[game]
        except asyncio.CancelledError:
            found.stopped.append(game)
            raise

    monkeypatch.setattr(preparing, "make_ready", make_ready)
    monkeypatch.setattr(preparing, "read_progress", found.known.get)
    monkeypatch.setattr(preparing, "names", lambda: ["one", "two"])
    monkeypatch.setattr(preparing, "POLL_S", 0.01)
    return found


async def a_moment():
    """Five polls. In many small steps, so that what waits in the same loop has its turn even if the machine stalls."""
    for _ in range(25):
        await asyncio.sleep(0.002)


def test_tables_are_told_how_far_a_game_is(compiler):
    async def main():
        games, told = Preparing(), []
        assert games.progress("one") == 0.0
        games.prepare("one", lambda problem: told.append((games.progress("one"), problem)))
        for known in (0.25, 0.25, 0.5, 0.1):
            compiler.known["one"] = known
            await a_moment()
        compiler.end("one")
        await a_moment()
        assert told == [(0.25, None), (0.5, None), (None, None)], "it never goes back, and nothing is told twice"
        games.prepare("one", lambda _: pytest.fail("it is ready"))
        await a_moment()
        assert compiler.begun == ["one"]

    asyncio.run(main())


def test_the_game_that_somebody_wants_comes_first(compiler):
    async def main():
        games = Preparing()
        everything = asyncio.create_task(games.everything())
        await a_moment()
        games.prepare("two", lambda _: None)
        await a_moment()
        assert (compiler.begun, compiler.stopped) == (["one", "two"], ["one"])
        compiler.end("two")
        await a_moment()
        assert compiler.begun == ["one", "two", "one"], "afterwards the other one is compiled"
        compiler.end("one")
        await asyncio.wait_for(everything, LONG)

    asyncio.run(main())


def test_what_is_wanted_meanwhile_is_not_put_off(compiler):
    async def main():
        games = Preparing()
        everything = asyncio.create_task(games.everything())
        await a_moment()
        games.prepare("one", lambda _: None)
        games.prepare("two", lambda _: None)
        await a_moment()
        assert (compiler.begun, compiler.stopped) == (["one", "two"], [])
        for game in ("one", "two"):
            compiler.end(game)
        await asyncio.wait_for(everything, LONG)
        games.close()

    asyncio.run(main())


def test_a_failure_is_told_and_the_next_table_tries_again(compiler, caplog):
    async def main():
        games, told = Preparing(), []
        games.prepare("one", told.append)
        await a_moment()
        compiler.end("one", RuntimeError("no compiler"))
        await a_moment()
        assert told == [preparing.NOT_COMPILED]
        assert games.progress("one") == 0.0
        games.prepare("one", told.append)
        await a_moment()
        assert compiler.begun == ["one", "one"]
        games.close()

    asyncio.run(main())
    assert "one could not be compiled" in caplog.text


def test_progress_is_counted_in_the_compiling_process(tmp_path, monkeypatch):
    numba = pytest.importorskip("numba")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr(progress, "WRITE_S", 0.0)
    assert progress.read_progress("one") is None
    known = []
    with progress.counted("one"):
        known.append(progress.read_progress("one"))
        for constant in range(3):
            numba.njit(lambda number, constant=constant: number + constant)(1)
            known.append(progress.read_progress("one"))
    assert known[0] == 0.0
    assert known == sorted(known)
    assert 0 < known[-1] < 1
    assert progress.read_progress("one") is None, "the file is gone when the process has ended"


def test_the_file_of_a_process_that_was_killed_does_not_count(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    progress._write(progress._file("one"), 0.5)
    assert progress.read_progress("one") == 0.5
    later = time.time() + progress.STALE_S + 1
    monkeypatch.setattr(progress.time, "time", lambda: later)
    assert progress.read_progress("one") is None


# Tables


class SlowGames:
    """Games that are compiled when the test says so."""

    def __init__(self):
        self.known, self.told = {}, {}

    def progress(self, game):
        return self.known.get(game, 0.0)

    def prepare(self, game, told):
        self.told[game] = told

    def reach(self, game, progress, problem=None):
        self.known[game] = progress
        self.told[game](problem)


@pytest.fixture
def slow():
    """A table whose game is not compiled yet, its host, and a guest."""
    harness = TableHarness("parrot", seats=3)
    harness.table._games = games = SlowGames()
    host, guest = harness.person(0, name="Ada"), harness.person(1, name="Bert")
    harness.table.prepare()
    harness.clock.run(1000)
    return harness, games, host, guest


def test_a_match_starts_as_soon_as_its_game_is_compiled(slow):
    harness, games, host, guest = slow
    games.reach("parrot", 0.3)
    harness.clock.run(1000)
    assert guest.table["preparing"] == 0.3
    host.say(m.Start())
    assert harness.table.status == "open"
    assert guest.table["starting"] is True
    games.reach("parrot", None)
    assert harness.table.status == "playing"
    assert "starting" not in guest.table and "preparing" not in guest.table


def test_if_a_game_cannot_be_compiled_everybody_is_told(slow):
    harness, games, host, guest = slow
    host.say(m.Start())
    games.reach("parrot", 0.0, "This game could not be prepared.")
    harness.clock.run(1000)
    assert guest.told("refused")[-1]["says"] == "This game could not be prepared."
    assert not harness.table.starting
    host.say(m.Start())
    games.reach("parrot", None)
    assert harness.table.status == "playing"


def test_the_host_chooses_another_game_and_everybody_stays():
    harness = TableHarness("parrot", seats=3, level="sharp")
    host, guest = harness.person(0, name="Ada"), harness.person(2, name="Bert")
    start(harness, host)
    with pytest.raises(BadInput, match="cannot be changed during a match"):
        host.say(m.Options(game="confetti"))
    while not harness.table.match.over:
        harness.clock.run(5000)
        for person in (host, guest):
            if person.legal:
                person.act(person.legal[0])
    with pytest.raises(BadInput, match="only the host"):
        guest.say(m.Options(game="confetti"))
    host.say(m.Options(game="confetti"))
    assert (guest.table["game"], guest.table["status"]) == ("confetti", "open")
    assert [seat.get("name") for seat in guest.table["seats"]] == ["Ada", None, "Bert"]
    assert same_table(harness.table, harness.reloaded().table)
    start(harness, host)
    harness.clock.run(2000)
    assert harness.table.match.rules.name == "confetti"
    assert guest.view["players"]
    assert same_table(harness.table, harness.reloaded().table)


def test_another_game_has_as_many_seats_as_it_allows():
    harness = TableHarness("confetti", seats=7)
    host = harness.person(0)
    host.say(m.Options(game="parrot"))
    most = parlour.game("parrot").rules.max_seats
    assert len(host.table["seats"]) == most
    host.say(m.Options(game="confetti", seats=7))
    harness.person(6, name="Bert")
    with pytest.raises(BadInput, match="somebody sits in a seat"):
        host.say(m.Options(game="parrot"))
    assert host.table["game"] == "confetti"
