"""Nobody sees another player's cards by changing seats: when newcomers may sit down, and when they must wait."""

import json

import pytest
from tests.every import every_game
from tests.live.fakes import TableHarness, same_table, start

import parlour
from parlour.games import names
from parlour.kit import BadInput
from parlour.live import messages as m

HIDDEN = [name for name in names() if not parlour.game(name).rules.open_table]
hidden_cards = pytest.mark.parametrize("name", HIDDEN)


def secrets_of(harness, seat):
    """What only that seat may see, as text."""
    mine, everybodys = harness.table.broadcast.view(seat), harness.table.broadcast.view(None)
    return [json.dumps(mine[key]) for key in mine if mine[key] != everybodys[key]]


def shown_to(person):
    return json.dumps(person.view)


@every_game
def test_a_bots_seat_is_taken_at_once_only_where_no_cards_are_hidden(name):
    harness = TableHarness(name, seats=3)
    host, watcher = harness.person(0), harness.person()
    start(harness, host)
    watcher.say(m.Sit(seat=1, name="Eve"))
    seated = name not in HIDDEN
    assert watcher.you == (1 if seated else None)
    assert harness.table.play.has_bot(1) != seated
    welcome = watcher.last("welcome")
    assert welcome.get("waits") == (None if seated else 1)
    if not seated:
        assert welcome["view"] == harness.spectator_view()
        assert welcome.get("legal") is None
        assert host.table["seats"][1]["next"] == "Eve"
        assert host.table["seats"][1]["bot"] == "casual"


@hidden_cards
def test_a_newcomer_plays_from_the_next_deal(name):
    harness = TableHarness(name, seats=3)
    host, watcher = harness.person(0), harness.person()
    match = start(harness, host)
    watcher.say(m.Sit(seat=1, name="Eve"))
    token, deals = watcher.token, match.rules.deals(match.state)
    harness.table.gone(watcher)
    watcher = harness.join(token)  # loaded again in the meantime
    assert watcher.you is None
    assert watcher.last("welcome")["waits"] == 1
    play_for(harness, host, lambda: match.rules.deals(match.state) > deals)
    assert watcher.you == 1
    assert not harness.table.play.has_bot(1)
    assert harness.table.presence.seat_of(token) == 1
    assert same_table(harness.table, harness.reloaded().table)


def play_for(harness, person, done):
    """A bot plays for a person until then."""
    play = harness.table.play
    play.seat_bot(person.seat, "casual", 1)
    assert harness.clock.until(done, 3_600_000)
    play.unseat_bot(person.seat)


@hidden_cards
def test_after_loading_nobody_sits_down_before_the_next_deal(name):
    harness = TableHarness(name, seats=3)
    host, watcher = harness.person(0), harness.person()
    match = start(harness, host)
    play_for(harness, host, lambda: match.rules.deals(match.state) == 1)
    watcher.say(m.Sit(seat=1, name="Eve"))
    assert watcher.you is None
    other = harness.reloaded()
    other.join(host.token)
    back = other.join(watcher.token)
    other.clock.run(3000)
    assert back.you is None
    assert back.last("welcome")["waits"] == 1


@hidden_cards
def test_at_a_rated_table_a_newcomer_waits_for_the_next_match(name):
    harness = TableHarness(name, seats=3, rated=True)
    host, watcher = harness.person(0), harness.person()
    match = start(harness, host)
    watcher.say(m.Sit(seat=1, name="Eve"))
    assert "admitted" not in host.table["seats"][1]
    with pytest.raises(BadInput, match="opens with the next"):
        host.say(m.Admit(seat=1))
    play_for(harness, host, lambda: match.rules.deals(match.state) > 0)
    assert watcher.you is None
    harness.table.play.seat_bot(0, "casual", 1)
    assert harness.clock.until(lambda: match.over, 36_000_000)
    assert watcher.you == 1
    assert harness.table.presence.seats[1].name == "Eve"


def test_everybody_seated_can_let_a_newcomer_in_at_once():
    harness = TableHarness("parrot", seats=4)
    host, guest, watcher = harness.person(0), harness.person(1), harness.person()
    start(harness, host)
    watcher.say(m.Sit(seat=2, name="Eve"))
    guest.say(m.Admit(seat=2))
    assert host.table["seats"][2]["admitted"] == [1]
    assert watcher.you is None
    for person, says in ((watcher, "only seated"), (host, "nobody is waiting")):
        with pytest.raises(BadInput, match=says):
            person.say(m.Admit(seat=3))
    host.say(m.Admit(seat=2))
    assert watcher.you == 2
    assert watcher.view == json.loads(json.dumps(harness.table.broadcast.view(2)))


@hidden_cards
@pytest.mark.parametrize("removed", [False, True])
def test_cards_dealt_to_a_person_are_shown_to_nobody_else(name, removed):
    """Neither to a stranger nor to a second screen of the host's, who agrees with himself."""
    harness = TableHarness(name, seats=3)
    host, guest, second = harness.person(0), harness.person(1), harness.person()
    start(harness, host)
    if removed:
        host.say(m.Remove(seat=1))
    else:
        guest.say(m.Leave())
    second.say(m.Sit(seat=1, name="Eve"))
    with pytest.raises(BadInput, match="next deal"):
        host.say(m.Admit(seat=1))
    assert second.you is None
    assert second.view == harness.spectator_view()


@hidden_cards
def test_a_player_who_left_gets_the_seat_back_at_once(name):
    harness = TableHarness(name, seats=3, rated=True)
    host, guest, other = harness.person(0), harness.person(1), harness.person()
    start(harness, host)
    guest.say(m.Leave())
    other.say(m.Sit(seat=1, name="Eve"))
    assert guest.you is None
    guest.say(m.Sit(seat=1, name="Grace"))
    assert guest.you == 1
    assert guest.view == json.loads(json.dumps(harness.table.broadcast.view(1)))
    assert other.last("refused")["says"] == "Grace is back, so seat 2 is taken."
    assert "waits" not in other.last("welcome")


@hidden_cards
def test_who_takes_another_seat_cannot_return_to_the_first(name):
    harness = TableHarness(name, seats=4)
    host, guest = harness.person(0), harness.person(1)
    match = start(harness, host)
    token = guest.token
    guest.say(m.Leave())
    guest.say(m.Sit(seat=2, name="Grace"))
    second = harness.join(token)
    second.say(m.Sit(seat=1, name="Grace again"))
    assert second.you is None
    assert match.rules.deals(match.state) == 0


def test_a_newcomer_can_stop_waiting():
    harness = TableHarness("parrot", seats=3)
    host, watcher = harness.person(0), harness.person()
    start(harness, host)
    watcher.say(m.Sit(seat=1, name="Eve"))
    with pytest.raises(BadInput, match="already waiting"):
        watcher.say(m.Sit(seat=2, name="Eve"))
    with pytest.raises(BadInput, match="somebody else is waiting"):
        harness.person().say(m.Sit(seat=1, name="Mallory"))
    watcher.say(m.Leave())
    assert "next" not in host.table["seats"][1]
    assert "waits" not in watcher.last("welcome")


# Removed by the host


def test_a_removed_player_stays_out_until_the_host_lets_them_in():
    harness = TableHarness(seats=3)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    token = guest.token
    host.say(m.Remove(seat=1))
    harness.clock.run(500)
    guest.say(m.Sit(seat=2, name="Grace"))
    assert guest.you is None
    assert host.table["seats"][2]["removed"]
    again = harness.join(token)
    again.say(m.Sit(seat=1, name="Grace"))
    assert again.you is None, "not on another screen either"
    again.say(m.Leave())
    host.say(m.Admit(seat=2))
    assert guest.you == 2
    assert same_table(harness.table, harness.reloaded().table)


def test_a_removed_player_stays_out_in_another_process_too():
    harness = TableHarness(seats=3)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    host.say(m.Remove(seat=1))
    harness.clock.run(500)
    guest.say(m.Sit(seat=2, name="Grace"))
    other = harness.reloaded()
    back = other.join(guest.token)
    assert back.you is None
    assert back.last("welcome")["waits"] == 2
    other.join(host.token).say(m.Admit(seat=2))
    assert back.you == 2


def test_only_the_host_lets_a_removed_player_in():
    harness = TableHarness(seats=4)
    host, guest, third = harness.person(0), harness.person(1), harness.person(2)
    start(harness, host)
    host.say(m.Remove(seat=1))
    harness.clock.run(500)
    guest.say(m.Sit(seat=1, name="Grace"))
    with pytest.raises(BadInput, match="only the host"):
        third.say(m.Admit(seat=1))
    host.say(m.Remove(seat=1))
    harness.clock.run(500)
    assert "next" not in host.table["seats"][1], "the host can also say no"
    assert guest.last("refused")["says"].startswith("The host has removed you")


def test_after_the_match_a_removed_player_can_sit_down_again():
    harness = TableHarness(seats=3)
    host, guest = harness.person(0), harness.person(1)
    match = start(harness, host)
    host.say(m.Remove(seat=1))
    harness.clock.run(500)
    play_for(harness, host, lambda: match.over)
    guest.say(m.Sit(seat=1, name="Grace"))
    assert guest.you == 1


def test_everybody_sees_whose_seat_a_bot_has_taken_over():
    harness = TableHarness("parrot", seats=3)
    host, leaver = harness.person(0, name="Ada"), harness.person(1, name="Bert")
    start(harness, host)
    assert all("was" not in seat for seat in host.table["seats"])
    leaver.say(m.Leave())
    assert [seat.get("was") for seat in host.table["seats"]] == [None, "Bert", None]
    assert harness.reloaded().table.now().seats[1].was == "Bert"
    leaver.say(m.Sit(seat=1, name="Bert"))
    assert all("was" not in seat for seat in host.table["seats"])
    leaver.say(m.Leave())
    harness.table.start()
    assert all("was" not in seat for seat in host.table["seats"]), "in another match it is the bot's"
