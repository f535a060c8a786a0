"""When all people at a table are done before a timer runs out, time passes quickly. No rule changes."""

import pytest
from tests.every import deep_if_compiled
from tests.live.fakes import TableHarness, start

from parlour.kit import BadInput
from parlour.live import messages as m
from parlour.live.play import HURRY

pytestmark = deep_if_compiled  # `make sample` makes them interpreted: compiling this game takes 18 s

GAME = "confetti"  # the game in which everybody acts at once until the sand has run


def seated(seats):
    """A match under way, its host, and a guest; a bot has the third seat, if there is one."""
    harness = TableHarness(GAME, seats=seats)
    host, guest = harness.person(0), harness.person(1, name="Bert")
    start(harness, host)
    harness.clock.run(3000)
    return harness, host, guest


@pytest.fixture
def table():
    """Without a bot, because compiling one takes as long as compiling the rules."""
    return seated(2)


def test_when_everybody_is_done_the_round_ends_soon(table):
    harness, host, guest = table
    match, phase = harness.table.match, harness.table.play.phase
    assert host.table["done"] == []
    host.say(m.Done())
    assert guest.table["done"] == [0]
    assert harness.table.play.time.pace == 1.0
    guest.say(m.Done())
    assert guest.table["pace"] == HURRY
    before = harness.clock.now()
    assert harness.clock.until(lambda: harness.table.play.phase != phase, 10_000)
    assert harness.clock.now() - before < 60_000 / HURRY + 500
    assert match.clock >= 60_000, "the sand has run to its end"
    assert harness.table.play.time.pace == 1.0, "afterwards time passes as usual"
    assert guest.table["done"] == []


@pytest.mark.deep
def test_bots_use_the_time_that_people_do_not_need():
    harness, host, guest = seated(3)
    match, phase = harness.table.match, harness.table.play.phase
    for person in (host, guest):
        person.say(m.Done())
    entries = len(match.entries)
    assert harness.clock.until(lambda: harness.table.play.phase != phase, 10_000)
    assert any(seat == 2 for _, seat, *_ in match.entries[entries:])


def test_whoever_acts_is_not_done(table):
    harness, host, guest = table
    for person in (host, guest):
        person.say(m.Done())
    host.act(host.legal[0])
    assert guest.table["done"] == [1]
    assert harness.table.play.time.pace == 1.0


def test_who_is_away_is_not_waited_for(table):
    harness, host, guest = table
    host.say(m.Done())
    harness.table.gone(guest)
    assert harness.table.play.time.pace == HURRY
    harness.join(guest.token)
    assert harness.table.play.time.pace == 1.0, "they are back, and not done"


def test_a_pause_ends_it(table):
    harness, host, guest = table
    for person in (host, guest):
        person.say(m.Done())
    host.say(m.Pause())
    harness.clock.run(1000)
    assert harness.table.status == "paused"
    assert "done" not in host.table
    host.say(m.Resume())
    harness.clock.run(5000)
    assert host.table["done"] == []
    assert harness.table.play.time.pace == 1.0


def test_spectators_and_games_without_such_a_timer(table):
    harness, _, _ = table
    with pytest.raises(BadInput, match="only seated players"):
        harness.person().say(m.Done())
    for game in ("piccolo", "parrot"):
        other = TableHarness(game, seats=2)
        host = other.person(0)
        start(other, host)
        with pytest.raises(BadInput, match="no timer to wait for"):
            host.say(m.Done())
        assert "done" not in host.table
