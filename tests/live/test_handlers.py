"""Requests that a table grants or refuses: seats, options, starting a match."""

import json

import pytest
from tests.live.decks import ALL_FIVES
from tests.live.fakes import TableHarness, same_table, start

from parlour.kit import BadInput
from parlour.live import messages as m
from parlour.live.crowd import CROWD_MS

RING, LEAVE = 1, 4


def test_a_spectator_can_take_a_free_seat_and_alone_receives_its_token():
    harness = TableHarness()
    host, watcher, other = harness.person(0), harness.person(), harness.person()
    watcher.say(m.Sit(seat=1, name="  Grace \n Hopper ", colour=11))
    assert watcher.you == watcher.seat == 1
    assert harness.table.presence.seat_of(watcher.token) == 1
    for person in (host, other):
        assert person.table["seats"][1] == {"name": "Grace Hopper", "colour": 3, "here": True}
        assert watcher.token not in json.dumps(person.heard)
    assert other.table["watching"] == 1


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (m.Sit(seat=0, name="Eve"), "seat 1 is taken"),
        (m.Sit(seat=2, name="Eve"), "there is no seat 2"),
        (m.Sit(seat=-1, name="Eve"), "there is no seat -1"),
        (m.Sit(seat=1, name="\n \t"), "a name has 1 to 24 letters"),
        (m.Sit(seat=1, name="E" * 25), "a name has 1 to 24 letters"),
        (m.Start(), "only seated players"),
        (m.Act(seq=1, action=0), "only seated players"),
        (m.Emote(kind="wow"), "only seated players"),
        (m.Leave(), "only seated players"),
        (m.Pause(), "only seated players"),
    ],
)
def test_requests_refused_to_a_spectator(message, says):
    harness = TableHarness()
    harness.person(0)
    watcher = harness.person()
    before = harness.table.log.number
    with pytest.raises(BadInput, match=says):
        watcher.say(message)
    assert harness.table.log.number == before


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (m.Sit(seat=2, name="Eve"), "you already have a seat"),
        (m.Start(), "only the host"),
        (m.Bot(seat=2, level="casual"), "only the host"),
        (m.Options(public=False), "only the host"),
        (m.Remove(seat=0), "only the host"),
        (m.Rematch(), "a rematch comes after a match"),
        (m.Act(seq=1, action=0), "no match is being played"),
        (m.Pause(), "nothing to pause"),
        (m.Resume(), "not paused"),
    ],
)
def test_requests_refused_to_a_guest_before_the_match(message, says):
    harness = TableHarness(seats=3)
    harness.person(0)
    guest = harness.person(1)
    with pytest.raises(BadInput, match=says):
        guest.say(message)


def test_the_host_removes_a_player_who_can_keep_watching():
    harness = TableHarness("parrot", seats=3)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    token = guest.token
    host.say(m.Remove(seat=1))
    assert guest.last("refused")["says"] == "The host has removed you; you can keep watching."
    assert guest.last("welcome")["you"] is None
    assert guest.seat is None
    assert harness.table.presence.seat_of(token) is None, "the old key opens nothing"
    assert harness.table.now().seats[1].bot == "casual"
    harness.clock.run(60_000)
    assert guest.view == harness.spectator_view()
    with pytest.raises(BadInput, match="cannot remove yourself"):
        host.say(m.Remove(seat=0))


def test_a_bot_can_be_seated_and_taken_out_before_the_match_only():
    harness = TableHarness(seats=3)
    host = harness.person(0)
    host.say(m.Bot(seat=1, level="sharp"))
    assert harness.table.now().seats[1].bot == "sharp"
    for seat, level, says in (
        (1, "grandmaster", "no bot 'grandmaster'"),
        (0, "sharp", "is taken"),
        (9, None, "no seat"),
    ):
        with pytest.raises(BadInput, match=says):
            host.say(m.Bot(seat=seat, level=level))
    host.say(m.Remove(seat=1))
    assert harness.table.presence.seats[1].free
    start(harness, host)
    with pytest.raises(BadInput, match="during a match"):
        host.say(m.Bot(seat=1, level="sharp"))


def test_options_can_be_changed_before_a_match_and_not_during_it():
    harness = TableHarness(seats=2)
    host = harness.person(0)
    host.say(m.Options(seats=4, options={"flip": "automatic"}, rated=True, public=False, level="sharp"))
    table = host.table
    assert (len(table["seats"]), table["options"]) == (4, {"flip": "automatic"})
    assert (table["rated"], table["public"], table["level"]) == (True, False, "sharp")
    host.say(m.Options(seats=3))
    assert (len(host.table["seats"]), host.table["options"]) == (3, {"flip": "automatic"})
    for wrong, says in (
        (m.Options(seats=9), "2 to 5 players"),
        (m.Options(options={"flip": "never"}), "cannot be 'never'"),
        (m.Options(options={"deck": "/etc/passwd.toml"}), "cannot be a file"),
        (m.Options(options={"hidden": 1}), "no option 'hidden'"),
        (m.Options(level="grandmaster"), "no bot 'grandmaster'"),
    ):
        with pytest.raises(BadInput, match=says):
            host.say(wrong)
    start(harness, host)
    with pytest.raises(BadInput, match="during a match"):
        host.say(m.Options(rated=False))


def test_a_game_without_the_chosen_bot_is_played_with_casual_bots():
    harness = TableHarness(game="parrot", seats=2)
    host = harness.person(0)
    host.say(m.Options(level="learned"))
    assert host.table["level"] == "learned"
    host.say(m.Options(game="piccolo"))
    assert harness.table.setup.level == "casual"


def test_a_taken_seat_cannot_be_removed():
    harness = TableHarness(seats=3)
    host, _ = harness.person(0), harness.person(2)
    with pytest.raises(BadInput, match="somebody sits"):
        host.say(m.Options(seats=2))


def test_after_a_match_the_number_of_seats_can_change():
    harness = TableHarness(seats=2, deck=ALL_FIVES)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    guest.say(m.Leave(bot=False))
    harness.clock.run(1000)
    assert harness.table.status == "over"
    host.say(m.Options(seats=4))
    assert (harness.table.status, harness.table.match) == ("open", None)
    guest.say(m.Sit(seat=3, name="Grace"))
    assert guest.you == 3
    assert guest.last("welcome").get("view") is None
    start(harness, host)
    assert harness.table.match.seats == 4
    assert same_table(harness.table, harness.reloaded().table)


def test_leaving_by_an_action_of_the_game_is_refused():
    harness = TableHarness(seats=3)
    host = harness.person(0)
    start(harness, host)
    with pytest.raises(BadInput, match="leave the table"):
        host.act(LEAVE)


def test_a_repeated_action_is_harmless_even_after_a_crash():
    harness = TableHarness("parrot", seats=2)
    host, _ = harness.person(0), harness.person(1)
    start(harness, host)
    action = host.legal[0]
    host.say(m.Act(seq=7, action=action))
    number = harness.table.log.number
    host.say(m.Act(seq=7, action=action))
    host.say(m.Act(seq=3, action=action))
    assert harness.table.log.number == number
    assert harness.table.presence.seats[0].last_seq == 7
    assert harness.reloaded().table.presence.seats[0].last_seq == 7
    assert harness.join(host.token).last("welcome")["seq"] == 7


def test_a_hidden_page_is_not_waited_for():
    harness = TableHarness(seats=2, deck=ALL_FIVES)
    host, guest = harness.person(0), harness.person(1)
    match = start(harness, host)
    guest.say(m.Hidden(hidden=True))
    harness.clock.run(CROWD_MS)
    assert not host.table["seats"][1].get("here")
    assert harness.clock.until(lambda: match.state.flips == 1, 20_000)
    harness.clock.run(400)
    host.act(RING)
    assert not guest.told("underway")
    guest.say(m.Hidden(hidden=False))
    assert host.table["seats"][1]["here"]
