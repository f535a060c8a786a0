"""Seats, connections, and when a bot plays for an absent player."""

import json

import pytest
from tests.every import every_game
from tests.live.decks import ALL_FIVES
from tests.live.fakes import FakeDevice, TableHarness, start

from parlour.kit import BadInput, IllegalAction
from parlour.live import messages as m
from parlour.live.crowd import CROWD_MS
from parlour.live.presence import GRACE_MS, OTHER_SCREEN
from parlour.live.seats import hashed

RING = 1


def test_a_seat_belongs_to_a_token_that_is_kept_hashed_only():
    harness = TableHarness()
    tokens = [harness.person(seat, name=f"Ada {seat}").token for seat in (0, 1)]
    assert len(set(tokens)) == 2
    assert all(len(token) >= 22 for token in tokens), "22 letters of base 64 are 132 bits"
    assert harness.table.presence.seat_of(tokens[1]) == 1
    assert harness.table.presence.seat_of("x" + tokens[1]) is None
    assert harness.table.presence.seat_of(hashed(tokens[1])) is None, "what is in the database opens no seat"
    assert harness.table.presence.seat_of(None) is harness.table.presence.seat_of("") is None
    start(harness, harness.join(tokens[0]))
    rows = b"".join(row.body for row in harness.store.written)
    assert hashed(tokens[0]).encode() in rows
    assert not any(token.encode() in rows for token in tokens)


def test_the_newer_screen_of_a_seat_wins():
    harness = TableHarness()
    old = harness.person(0)
    new = harness.join(old.token)
    assert old.closed == ("This seat was opened on another screen.", False)
    assert new.you == 0
    assert harness.table.presence.listeners == [new]
    harness.table.gone(old)
    assert harness.table.presence.listeners == [new], "that the old one goes changes nothing"
    assert new.table["seats"][0]["here"]


def test_an_older_connection_that_had_to_wait_does_not_displace_a_newer_one():
    """The table was slow to load, so the page connected again; then both connections join, the newer one first."""
    harness = TableHarness()
    token = harness.person(0).token
    older = FakeDevice(harness.clock, 20.0)
    newer = harness.join(token)
    older.seat = 0
    harness.table.join(older, 0)
    assert (older.closed, newer.closed) == ((OTHER_SCREEN, False), None)
    assert newer in harness.table.presence.listeners
    assert older not in harness.table.presence.listeners


def test_the_first_answer_is_welcome():
    harness = TableHarness()
    host = harness.person(0)
    harness.person(1)
    start(harness, host)
    harness.table.gone(host)
    harness.clock.run(GRACE_MS + 1)
    assert harness.table.presence.seats[0].away
    back = harness.join(host.token)
    assert back.heard[0]["t"] == "welcome"
    assert back.heard[0]["table"]["seats"][0].get("bot") is None


def test_reconnecting_does_not_make_a_connection_slower_at_a_rated_table():
    for rated in (True, False):
        harness = TableHarness(rated=rated)
        guest = harness.person(0, rtt=20.0)
        harness.person(1)
        harness.table.gone(guest)
        back = harness.join(guest.token, rtt=100.0)
        assert back.latency.rtt == (20.0 if rated else 100.0)
        assert back.latency.doubtful == rated
        again = harness.join(guest.token, rtt=100.0)  # a second screen displaces the first
        assert again.latency.rtt == (20.0 if rated else 100.0)


def test_the_host_may_make_the_table_rated_when_people_are_there():
    harness = TableHarness()
    host = harness.person(0, rtt=400.0)
    assert not host.table["seats"][0].get("slow")
    host.say(m.Options(rated=True))
    assert host.table["seats"][0]["slow"]


def test_host_passes_on_to_the_next_player():
    harness = TableHarness(seats=4)
    host, second, third = harness.person(0), harness.person(2), harness.person(3)
    host.say(m.Leave())
    assert host.seat is host.you is None
    assert [seat.get("host", False) for seat in third.table["seats"]] == [False, False, True, False]
    second.say(m.Leave())
    assert harness.table.presence.host == 3
    third.say(m.Leave())
    assert harness.table.presence.host is None
    host.say(m.Sit(seat=1, name="Ada"))
    assert harness.table.presence.host == 1


def test_a_table_that_nobody_watches_stands_still():
    harness = TableHarness(seats=3)
    host = harness.person(0)
    match = start(harness, host)
    harness.clock.run(3000)
    harness.table.gone(host)
    before = match.state.tobytes()
    harness.clock.run(3_600_000)
    assert match.state.tobytes() == before
    watcher = harness.person()
    harness.clock.run(10_000)
    assert match.state.tobytes() != before
    assert watcher.view == harness.spectator_view()


def test_nothing_is_played_before_somebody_has_connected():
    harness = TableHarness(seats=3)
    harness.table.sit(0, "Ada", 0)
    harness.table.start()
    harness.clock.run(60_000)
    assert harness.table.match.clock == 0


def test_after_a_grace_period_a_bot_plays_until_the_owner_comes_back():
    harness = TableHarness("parrot", seats=2)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    guest.act(guest.legal[0])
    harness.table.gone(host)
    harness.clock.run(CROWD_MS)
    assert guest.table["seats"][0]["name"] == "Ada"
    assert not guest.table["seats"][0].get("here")
    harness.clock.run(GRACE_MS - CROWD_MS - 1)
    assert "bot" not in guest.table["seats"][0]
    harness.clock.run(2)
    assert guest.table["seats"][0]["bot"] == "casual"
    assert guest.table["seats"][0]["name"] == "Ada", "it is still hers"
    with pytest.raises(BadInput, match="is taken"):
        harness.person().say(m.Sit(seat=0, name="Eve"))
    assert harness.clock.until(lambda: any(told.get("seat") == 0 for told in guest.told("event")), 30_000)
    host = harness.join(host.token)
    assert host.you == 0
    assert "bot" not in guest.table["seats"][0]
    assert not harness.table.play.has_bot(0)
    assert host.view == json.loads(json.dumps(harness.table.broadcast.view(0)))


def test_a_player_who_comes_back_within_the_grace_finds_no_bot():
    harness = TableHarness("parrot", seats=2)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    harness.table.gone(guest)
    harness.clock.run(GRACE_MS - 100)
    harness.join(guest.token)
    harness.clock.run(GRACE_MS)
    assert "away" not in harness.store.kinds()
    assert host.table["seats"][1]["here"]


def test_a_player_who_never_came_is_not_waited_for_forever():
    harness = TableHarness("parrot", seats=2)
    host = harness.person(0)
    harness.table.sit(1, "Grace", 0)
    start(harness, host)
    harness.clock.run(GRACE_MS + 1)
    assert host.table["seats"][1]["bot"] == "casual"


def test_leaving_a_match_a_bot_takes_the_seat():
    harness = TableHarness(seats=3)
    host, guest = harness.person(0), harness.person(1)
    match = start(harness, host)
    guest.say(m.Leave())
    assert match.state.playing[1]
    assert host.table["seats"][1] == {"bot": "casual", "was": "Ada 2"}
    guest.say(m.Sit(seat=1, name="Grace"))
    assert guest.you == 1
    assert not harness.table.play.has_bot(1), "whoever sits down on a bot's seat plays it"


@every_game
def test_leaving_a_match_by_the_games_own_rule(name):
    harness = TableHarness(name, seats=3)
    host, guest = harness.person(0), harness.person(1)
    match = start(harness, host)
    guest.say(m.Leave(bot=False))
    harness.clock.run(300)
    action = next(row for row in harness.store.rows if row.kind == "action")
    assert json.loads(action.body)["e"][1:3] == [1, match.asides[-1]]
    assert isinstance(match.why_not(1, match.asides[-1]), IllegalAction), "once is enough"
    assert guest.view == harness.spectator_view()


def test_a_player_can_leave_during_a_race():
    harness = TableHarness(seats=3, deck=ALL_FIVES)
    host, guest = harness.person(0), harness.person(1)
    match = start(harness, host)
    assert harness.clock.until(lambda: match.state.flips == 1, 20_000)
    harness.clock.run(400)
    guest.act(RING)
    guest.say(m.Leave(bot=False))
    assert guest.seat == 1, "the verdict comes first"
    harness.clock.run(1000)
    assert guest.seat is None
    assert not match.state.playing[1]
    assert harness.table.presence.seats[1].free
