"""Matches at a table: started, paused, finished, played again."""

import secrets

import pytest
from tests.live.decks import ALL_FIVES, NO_FIVES
from tests.live.fakes import TableHarness, start

import parlour
from parlour.kit import BadInput
from parlour.live import messages as m
from parlour.live import table
from parlour.live.crowd import CROWD_MS
from parlour.live.seats import commitment
from parlour.live.table import RESUME_MS

FLIP, RING = 0, 1


def test_starting_fills_the_seats_with_bots_and_deals():
    harness = TableHarness(seats=4, level="sharp")
    host, watcher = harness.person(2), harness.person()
    match = start(harness, host)
    assert [seat.bot for seat in harness.table.presence.seats] == ["sharp", "sharp", None, "sharp"]
    for person in (host, watcher):
        welcome = person.last("welcome")
        assert welcome["table"]["status"] == "playing"
        assert welcome["commitment"] == commitment(match.seed, harness.table.started.salt)
        assert person.view == harness.spectator_view()
    assert "legal" in host.last("welcome")
    assert "legal" not in watcher.last("welcome")
    assert len(bytes.fromhex(harness.table.started.salt)) == 16
    harness.clock.run(8000)
    assert harness.table.log.number > 8, "bots play"


def test_seeds_come_from_the_operating_system_and_differ(monkeypatch):
    monkeypatch.setattr(table, "secrets", secrets)  # instead of the repeatable ones of other tests
    seeds = set()
    for _ in range(5):
        harness = TableHarness()
        seeds.add(start(harness, harness.person(0)).seed)
    assert len(seeds) == 5


def test_a_pause_ends_after_three_two_one():
    harness = TableHarness(deck=NO_FIVES)
    host, guest = harness.person(0), harness.person(1)
    match = start(harness, host)
    harness.clock.run(2000)
    guest.say(m.Pause())
    assert host.table["status"] == "playing", "a ring may be under way"
    harness.clock.run(50)
    assert host.table["status"] == "paused"
    with pytest.raises(BadInput, match="paused"):
        host.act(FLIP)
    harness.clock.run(100_000)
    assert match.clock == 0
    host.say(m.Resume())
    assert guest.table["status"] == "playing"
    assert guest.table["resumes_at"] == harness.clock.now() + RESUME_MS
    with pytest.raises(BadInput, match="paused"):
        host.act(FLIP)
    harness.clock.run(RESUME_MS - 1)
    assert guest.table["resumes_at"]
    assert harness.table.play.time.now() == 2000
    harness.clock.run(1)
    assert "resumes_at" not in guest.table
    harness.clock.run(2999)
    assert match.clock == 5000, "the card that flips by itself, decided a little ahead"


def test_a_pause_during_three_two_one_stays_a_pause():
    harness = TableHarness()
    host = harness.person(0)
    start(harness, host)
    host.say(m.Pause())
    host.say(m.Resume())
    harness.clock.run(1000)
    host.say(m.Pause())
    harness.clock.run(10_000)
    assert harness.table.status == "paused"
    assert not harness.table.play.running


def test_each_player_has_three_pauses_in_a_match_against_others():
    harness = TableHarness(deck=NO_FIVES)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)

    def pause(person):
        person.say(m.Pause())
        harness.clock.run(50)
        assert harness.table.status == "paused"
        host.say(m.Resume())
        harness.clock.run(RESUME_MS + 10)

    for _ in range(3):
        pause(guest)
    with pytest.raises(BadInput, match="used your 3 pauses"):
        guest.say(m.Pause())
    guest.say(m.Leave())
    guest.say(m.Sit(seat=1, name="Grace"))
    assert guest.you == 1
    with pytest.raises(BadInput, match="used your 3 pauses"):
        guest.say(m.Pause())
    assert harness.reloaded().table.presence.seats[1].pauses == 3
    pause(host)


def test_a_player_alone_among_bots_may_pause_as_often_as_they_like():
    harness = TableHarness(deck=NO_FIVES, seats=3)
    host = harness.person(0)
    start(harness, host)
    for _ in range(5):
        host.say(m.Pause())
        assert harness.table.status == "paused"
        host.say(m.Resume())
        harness.clock.run(RESUME_MS + 10)


@pytest.mark.parametrize(("reaction", "suspect"), [(30.0, True), (99.0, True), (140.0, False)])
def test_who_rings_faster_than_people_can_react_is_suspect(reaction, suspect):
    harness = TableHarness(seats=2, deck=ALL_FIVES, flip="automatic", min_flip_gap_ms=2000, cap_minutes="none")
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    for ring in range(3):
        assert not host.table["seats"][1].get("suspect"), f"after {ring} rings"
        reveals = len(guest.told("event"))
        assert harness.clock.until(lambda: any(told.get("reveal") for told in guest.told("event")[reveals:]), 20_000)
        event = next(told for told in guest.told("event")[reveals:] if told.get("reveal"))
        harness.clock.run(event["at"] + reaction + 10 - harness.clock.now())
        guest.act(RING, reveal=event["n"], reaction=reaction)
        harness.clock.run(1000)
    assert host.table["seats"][1].get("suspect", False) == suspect
    assert harness.metrics.suspects == suspect
    assert harness.reloaded().table.presence.seats[1].suspect == suspect
    notes = [entry[3] for entry in harness.table.match.entries if len(entry) > 3]
    assert [note.get("quick", False) for note in notes] == [suspect] * 3


def test_a_rematch_keeps_people_and_spectators():
    harness = TableHarness(seats=3)
    host, guest, watcher = harness.person(0), harness.person(1), harness.person()
    first = start(harness, host)
    guest.say(m.Pause())
    harness.clock.run(50)
    assert harness.table.status == "paused"
    harness.table.resume()
    harness.clock.run(RESUME_MS)
    assert harness.clock.until(lambda: first.over, 3_600_000)
    assert harness.table.status == "over"
    with pytest.raises(BadInput, match="no match"):
        guest.act(FLIP)
    guest.say(m.Rematch())
    second = harness.table.match
    assert second is not first
    assert second.seed != first.seed
    for person, seat in ((host, 0), (guest, 1), (watcher, None)):
        welcome = person.last("welcome")
        assert (welcome["you"], welcome["table"]["status"]) == (seat, "playing")
        assert person.view == harness.spectator_view()
    assert len(watcher.table["matches"]) == 1
    assert watcher.table["match"] != watcher.table["matches"][0]


def test_in_a_rematch_the_deal_passes_clockwise_and_the_log_says_so():
    harness = TableHarness(seats=3, level="champion")
    host = harness.person(0)
    dealers = []
    for game in range(4):
        host.say(m.Start() if game == 0 else m.Rematch())
        dealers.append(harness.spectator_view()["dealer"])
        assert harness.clock.until(lambda: harness.table.match.over, 3_600_000)
        assert parlour.match.replay(harness.store.matches[-1].log).view(None)["dealer"] == dealers[-1]
        harness = harness.reloaded()  # another process knows whose deal it is
        host = harness.join(host.token)
    assert dealers == [(dealers[0] + game) % 3 for game in range(4)]


def test_with_another_number_of_seats_the_dealer_is_drawn_again():
    harness = TableHarness(seats=3, level="champion", dealer=2)
    host = harness.person(0)
    assert start(harness, host).view(None)["dealer"] == 1
    assert harness.clock.until(lambda: harness.table.match.over, 3_600_000)
    host.say(m.Options(seats=2, options={}))
    assert "dealer" not in start(harness, host).options


def test_at_the_end_everybody_can_check_what_was_promised():
    harness = TableHarness(seats=2, level="champion")
    watcher = harness.person()
    harness.table.start()
    promised = watcher.last("welcome")["commitment"]
    assert harness.clock.until(lambda: harness.table.match.over, 3_600_000)
    over = watcher.last("over")
    assert commitment(int(over["seed"]), over["salt"]) == promised == over["commitment"]
    assert over["scores"] == harness.table.match.scores
    assert over["winners"] == harness.table.match.winners
    [kept] = harness.store.matches
    assert kept.id == over["match"]
    assert parlour.match.replay(kept.log).scores == over["scores"]


def test_the_lobby_hears_of_every_change():
    harness = TableHarness(seats=3)
    host = harness.person(0, name="Ada")
    assert harness.store.notes[-1]["summary"]["taken"] == 1
    assert harness.store.notes[-1]["summary"]["host"] == "Ada"
    harness.person()
    harness.clock.run(CROWD_MS)
    assert harness.store.notes[-1]["summary"]["watching"] == 1
    start(harness, host)
    assert harness.store.notes[-1]["status"] == "playing"


def test_the_host_can_change_the_tempo_of_bots_during_a_match():
    harness = TableHarness("parrot", seats=3)
    host, guest = harness.person(0), harness.person(1, name="Bert")
    start(harness, host)
    assert harness.table.play.tempo == "normal"
    with pytest.raises(BadInput, match="only the host"):
        guest.say(m.Options(tempo="fast"))
    host.say(m.Options(tempo="fast"))
    assert (harness.table.play.tempo, guest.table["tempo"]) == ("fast", "fast")
    assert harness.reloaded().table.play.tempo == "fast"
    with pytest.raises(BadInput, match="during a match"):
        host.say(m.Options(tempo="calm", public=False))
    harness.table.start()
    assert harness.table.play.tempo == "fast", "the next match has it too"
