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
from parlour.live.parts import NETWORK, SEARCH, Part
from parlour.live.preparing import Preparing
from parlour.live.warm import CompileFailed

ONE, TWO = Part("one"), Part("two")
BOT = Part("one", NETWORK)


@pytest.fixture
def compiler(monkeypatch):
    """A fake compiler: each part takes as long as the test wants, and the order is noted."""

    class Compiler:
        def __init__(self):
            self.begun, self.stopped, self.may_end, self.known = [], [], {}, {}

        def end(self, part, error=None):
            if error:
                self.may_end[part].set_exception(error)
            else:
                self.may_end[part].set_result(None)

    found = Compiler()

    async def make_ready(part, slots):
        found.begun.append(part)
        found.may_end[part] = asyncio.get_running_loop().create_future()
        try:
            await found.may_end[part]
        except asyncio.CancelledError:
            found.stopped.append(part)
            raise

    monkeypatch.setattr(preparing, "make_ready", make_ready)
    monkeypatch.setattr(preparing, "progress_of", lambda part: found.known.get(part, 0.0))
    monkeypatch.setattr(preparing, "POLL_S", 0.01)
    monkeypatch.setattr(preparing.parlour, "game", lambda name: name)
    return found


async def a_moment():
    """Five polls. In many small steps, so that what waits in the same loop has its turn even if the machine stalls."""
    for _ in range(25):
        await asyncio.sleep(0.002)


def test_tables_are_told_how_far_a_game_is(compiler):
    async def main():
        games, told = Preparing(), []
        assert games.progress(ONE) == 0.0
        games.prepare(ONE, lambda part, problem: told.append((games.progress(ONE), problem)))
        for known in (0.25, 0.25, 0.5, 0.1):
            compiler.known[ONE] = known
            await a_moment()
        compiler.end(ONE)
        await a_moment()
        assert told == [(0.25, None), (0.5, None), (None, None)], "it never goes back, and nothing is told twice"
        games.prepare(ONE, lambda *_: pytest.fail("it is ready"))
        await a_moment()
        assert compiler.begun == [ONE]

    asyncio.run(main())


def test_the_game_that_somebody_wants_comes_first(compiler):
    async def main():
        games = Preparing()
        everything = asyncio.create_task(games.everything([ONE, TWO]))
        await a_moment()
        games.prepare(TWO, lambda *_: None)
        await a_moment()
        assert (compiler.begun, compiler.stopped) == ([ONE, TWO], [ONE])
        compiler.end(TWO)
        await a_moment()
        assert compiler.begun == [ONE, TWO, ONE], "afterwards the other one is compiled"
        compiler.end(ONE)
        await asyncio.wait_for(everything, LONG)

    asyncio.run(main())


def test_what_is_wanted_meanwhile_is_not_put_off(compiler):
    async def main():
        games = Preparing()
        everything = asyncio.create_task(games.everything([ONE, TWO]))
        await a_moment()
        games.prepare(ONE, lambda *_: None)
        games.prepare(TWO, lambda *_: None)
        await a_moment()
        assert (compiler.begun, compiler.stopped) == ([ONE, TWO], [])
        for game in (ONE, TWO):
            compiler.end(game)
        await asyncio.wait_for(everything, LONG)
        games.close()

    asyncio.run(main())


def test_a_failure_is_told_and_the_next_table_tries_again(compiler, caplog):
    async def main():
        games, told = Preparing(), []
        games.prepare(ONE, lambda part, problem: told.append(problem))
        await a_moment()
        compiler.end(ONE, RuntimeError("no compiler"))
        await a_moment()
        assert told == [preparing.NOT_COMPILED]
        assert games.progress(ONE) == 0.0
        games.prepare(ONE, lambda part, problem: told.append(problem))
        await a_moment()
        assert compiler.begun == [ONE, ONE]
        games.close()

    asyncio.run(main())
    assert "game of one could not be compiled" in caplog.text


def test_a_bot_is_compiled_on_top_of_its_game_and_once_for_all_tables(compiler):
    async def main():
        games, told = Preparing(), []
        for _ in range(3):
            games.prepare(BOT, lambda part, problem: told.append(part))
            await a_moment()
        assert compiler.begun == [ONE]
        compiler.end(ONE)
        await a_moment()
        assert compiler.begun == [ONE, BOT]
        compiler.end(BOT)
        await a_moment()
        assert games.progress(BOT) is None
        assert told == [BOT] * 3
        await games.ready([BOT, ONE])
        assert compiler.begun == [ONE, BOT]

    asyncio.run(main())


def test_a_bot_that_cannot_be_compiled_is_not_the_games_fault(compiler, caplog):
    async def main():
        games, told = Preparing(), []
        for part in (ONE, BOT):
            games.prepare(part, lambda part, problem: told.append((part, problem)))
        await a_moment()
        compiler.end(ONE)
        await a_moment()
        compiler.end(BOT, CompileFailed("killed"))
        await a_moment()
        assert told == [(ONE, None), (BOT, preparing.NO_BOT)]
        assert games.progress(ONE) is None
        waits = asyncio.create_task(games.ready([ONE, BOT]))
        await a_moment()
        compiler.end(BOT, CompileFailed("killed again"))
        with pytest.raises(CompileFailed, match="This bot could not be prepared"):
            await asyncio.wait_for(waits, LONG)

    asyncio.run(main())


def test_if_a_game_fails_its_bots_fail_silently_with_it(compiler, caplog):
    async def main():
        games, told = Preparing(), []
        for part in (ONE, BOT):
            games.prepare(part, lambda part, problem: told.append((part, problem)))
        await a_moment()
        compiler.end(ONE, CompileFailed("killed"))
        await a_moment()
        assert told == [(ONE, preparing.NOT_COMPILED), (BOT, None)]
        assert games.progress(BOT) == 0.0

    asyncio.run(main())


def test_a_bot_that_somebody_wants_does_not_interrupt_its_own_game(compiler):
    async def main():
        games = Preparing()
        everything = asyncio.create_task(games.everything([ONE, TWO, BOT]))
        await a_moment()
        games.prepare(BOT, lambda *_: None)
        await a_moment()
        assert (compiler.begun, compiler.stopped) == ([ONE], [])
        for part in (ONE, BOT, TWO):
            compiler.end(part)
            await a_moment()
        await asyncio.wait_for(everything, LONG)
        assert compiler.begun == [ONE, BOT, TWO]

    asyncio.run(main())


def test_progress_is_counted_in_the_compiling_process(tmp_path, monkeypatch):
    numba = pytest.importorskip("numba")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr(progress, "WRITE_S", 0.0)
    assert progress.read_progress("one", "rules") is None
    known = []
    with progress.counted("one", "rules"):
        known.append(progress.read_progress("one", "rules"))
        for constant in range(3):
            numba.njit(lambda number, constant=constant: number + constant)(1)
            known.append(progress.read_progress("one", "rules"))
    assert known[0] == 0.0
    assert known == sorted(known)
    assert 0 < known[-1] < 1
    assert progress.read_progress("one", "rules") is None, "the file is gone when the process has ended"


def test_the_file_of_a_process_that_was_killed_does_not_count(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    progress._write(progress._file("one", "rules"), 0.5)
    assert progress.read_progress("one", "rules") == 0.5
    later = time.time() + progress.STALE_S + 1
    monkeypatch.setattr(progress.time, "time", lambda: later)
    assert progress.read_progress("one", "rules") is None


# Tables

GAME, LEARNS, SEARCHES = Part("parrot"), Part("parrot", NETWORK), Part("parrot", SEARCH)


class SlowGames:
    """Games and bots that are compiled when the test says so."""

    def __init__(self):
        self.known, self.told = {}, {}

    def progress(self, part):
        return self.known.get(part, 0.0)

    def prepare(self, part, told):
        if self.progress(part) is not None:
            self.told[part] = told

    def reach(self, part, progress, problem=None):
        self.known[part] = progress
        self.told[part](part, problem)


@pytest.fixture
def slow():
    """A table whose game is not compiled yet, its host, and a guest."""
    games = SlowGames()
    harness = TableHarness("parrot", seats=3, games=games)
    host, guest = harness.person(0, name="Ada"), harness.person(1, name="Bert")
    harness.table.starting.prepare()
    harness.clock.run(1000)
    return harness, games, host, guest


def test_a_match_starts_as_soon_as_its_game_is_compiled(slow):
    harness, games, host, guest = slow
    games.reach(GAME, 0.3)
    harness.clock.run(1000)
    assert guest.table["preparing"] == 0.3
    host.say(m.Start())
    assert harness.table.status == "open"
    assert guest.table["starting"] is True
    games.reach(GAME, None)
    assert harness.table.status == "playing"
    assert "starting" not in guest.table and "preparing" not in guest.table


def test_if_a_game_cannot_be_compiled_everybody_is_told(slow):
    harness, games, host, guest = slow
    host.say(m.Start())
    games.reach(GAME, 0.0, "This game could not be prepared.")
    harness.clock.run(1000)
    assert guest.told("refused")[-1]["says"] == "This game could not be prepared."
    assert not harness.table.starting.asked
    host.say(m.Start())
    games.reach(GAME, None)
    assert harness.table.status == "playing"


@pytest.fixture
def ready(slow):
    """The same when the game is compiled."""
    harness, games, host, guest = slow
    games.reach(GAME, None)
    return harness, games, host, guest


@pytest.mark.parametrize(("level", "part"), [("learned", LEARNS), ("champion", SEARCHES)])
def test_a_match_waits_for_its_bots_and_everybody_sees_how_far_they_are(ready, level, part):
    harness, games, host, guest = ready
    host.say(m.Options(level=level))
    assert guest.table["preparing"] == 0.0, "told at once, before anybody wants to start"
    host.say(m.Start())
    games.reach(part, 0.5)
    harness.clock.run(1000)
    assert (guest.table["preparing"], guest.table["starting"]) == (0.5, True)
    assert harness.table.status == "open"
    games.reach(part, None)
    assert harness.table.status == "playing"
    assert guest.table["seats"][2]["bot"] == level


def test_a_bot_in_one_seat_is_prepared_as_soon_as_it_is_chosen(ready):
    harness, games, host, guest = ready
    host.say(m.Bot(seat=2, level="learned"))
    assert LEARNS in games.told
    assert guest.table["preparing"] == 0.0
    host.say(m.Bot(seat=2, level="casual"))
    assert "preparing" not in guest.table
    host.say(m.Start())
    assert harness.table.status == "playing"


def test_of_a_game_and_a_bot_both_count(slow):
    harness, games, host, guest = slow
    host.say(m.Options(level="learned"))
    known = []
    for part, so_far in ((GAME, 0.5), (GAME, None), (LEARNS, 0.5), (LEARNS, None)):
        games.reach(part, so_far)
        harness.clock.run(1000)
        known.append(guest.table.get("preparing"))
    assert known == [0.25, 0.5, 0.75, None]


def test_while_a_bot_is_prepared_the_host_can_choose_one_that_is_ready(ready):
    harness, games, host, guest = ready
    host.say(m.Options(level="learned"))
    host.say(m.Start())
    assert guest.table["starting"] is True
    host.say(m.Options(level="sharp"))
    assert harness.table.status == "playing", "as was asked for"
    games.reach(LEARNS, None)
    assert harness.table.status == "playing"


def test_if_a_bot_cannot_be_prepared_the_table_plays_with_another(ready):
    harness, games, host, guest = ready
    host.say(m.Options(level="learned"))
    host.say(m.Start())
    games.reach(LEARNS, 0.0, preparing.NO_BOT)
    harness.clock.run(1000)
    assert guest.last("refused")["says"].startswith("This bot could not be prepared; choose another one.")
    assert harness.table.status == "open"
    assert "starting" not in guest.table
    host.say(m.Options(level="sharp"))
    host.say(m.Start())
    assert harness.table.status == "playing"


def test_a_bot_that_cannot_be_prepared_after_a_restart_is_replaced_with_a_notice(ready):
    """Whoever left its seat to it is not to wait for the rest of the evening."""
    harness, games, host, _ = ready
    host.say(m.Options(level="learned"))
    games.reach(LEARNS, None)
    host.say(m.Start())
    again = SlowGames()
    again.known[GAME] = None
    other = harness.reloaded(games=again)
    ada = other.join(host.token)
    assert ada.last("refused")["says"] == "learned cannot go on; another bot plays its seat until this match is over."
    bots = other.table.play._bots._bots
    assert [bot.player.name for bot in bots.values()] == ["casual"]


def test_the_host_chooses_another_game_and_everybody_stays():
    harness = TableHarness("parrot", seats=3, level="sharp")
    host, guest = harness.person(0, name="Ada"), harness.person(2, name="Bert")
    start(harness, host)
    with pytest.raises(BadInput, match="cannot be changed during a match"):
        host.say(m.Options(game="piccolo"))
    while not harness.table.match.over:
        harness.clock.run(5000)
        for person in (host, guest):
            if person.legal:
                person.act(person.legal[0])
    with pytest.raises(BadInput, match="only the host"):
        guest.say(m.Options(game="piccolo"))
    host.say(m.Options(game="piccolo"))
    assert (guest.table["game"], guest.table["status"]) == ("piccolo", "open")
    assert [seat.get("name") for seat in guest.table["seats"]] == ["Ada", None, "Bert"]
    assert same_table(harness.table, harness.reloaded().table)
    start(harness, host)
    harness.clock.run(2000)
    assert harness.table.match.rules.name == "piccolo"
    assert guest.view["seats"]
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
