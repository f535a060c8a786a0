"""What is sent to which seat, and when: reveals, races, missed events, replays."""

import json

import pytest
from tests.every import every_game
from tests.live.decks import ALL_FIVES, NO_FIVES
from tests.live.fakes import TableHarness, start

from parlour.live.broadcast import MISSED
from parlour.live.fair import send_at
from parlour.live.replays import replay_of
from parlour.live.view_diff import apply

RING = 1


def test_a_card_is_sent_to_each_player_in_time_and_to_spectators_at_the_instant():
    harness = TableHarness(seats=2, deck=NO_FIVES)
    near, far, watcher = harness.person(0, rtt=20.0), harness.person(1, rtt=300.0), harness.person(rtt=80.0)
    start(harness, near)
    assert harness.clock.until(lambda: bool(near.told("event")), 20_000)
    at = near.last("event")["at"]
    assert near.last("event")["reveal"]
    assert near.sent[-1][1] == pytest.approx(send_at(at, near.latency))
    assert far.sent[-1][1] == pytest.approx(send_at(at, far.latency))
    assert watcher.sent[-1][1] == pytest.approx(at)
    assert near.sent[-1][1] > far.sent[-1][1]


def test_a_newcomer_sees_a_card_on_its_way_at_the_same_instant_as_the_others():
    harness = TableHarness(seats=2, deck=NO_FIVES)
    near, far = harness.person(0, rtt=20.0), harness.person(1, rtt=300.0)
    start(harness, near)
    assert harness.clock.until(lambda: bool(near.told("event")), 20_000)
    at = near.last("event")["at"]
    assert at > harness.clock.now()
    for late in (harness.person(), harness.join(far.token, rtt=300.0)):
        assert late.sent[0][1] == at
        assert late.view == near.view


def test_a_race_is_reported_with_the_reaction_time_of_every_ringer():
    harness = TableHarness(seats=2, deck=ALL_FIVES)
    host, guest, watcher = harness.person(0), harness.person(1), harness.person()
    match = start(harness, host)
    assert harness.clock.until(lambda: match.state.flips == 1, 20_000)
    card = host.last("event")
    harness.clock.run(card["at"] + 510 - harness.clock.now())
    host.act(RING, reveal=card["n"], reaction=500.0)
    assert guest.last("underway") == {"t": "underway", "race": 1}
    assert not host.told("underway")
    assert not watcher.told("underway")
    harness.clock.run(30)
    guest.act(RING, reveal=card["n"], reaction=100.0)
    harness.clock.run(400)
    for person in (host, guest, watcher):
        race = person.last("race")
        assert race["reveal"] == card["n"]
        assert race["n"] in [told["n"] for told in person.told("event")]
        rings = {ring["seat"]: ring for ring in race["rings"]}
        assert rings[0] == {"seat": 0, "ms": 500.0, "claimed": 500.0}
        assert rings[1]["corrected"]
        assert rings[1]["claimed"] == 100.0
        assert rings[1]["ms"] > 480
    assert harness.metrics.races == 1
    assert harness.metrics.clamps == 1


@every_game
def test_a_replay_shows_what_spectators_saw_from_the_deal_to_the_end(name):
    harness = TableHarness(name, seats=3, pace=5)
    watcher = harness.person()
    harness.table.start()
    dealt = json.loads(json.dumps(watcher.view))
    assert harness.clock.until(lambda: harness.table.match.over, 7_200_000)
    frames = json.loads(replay_of(harness.store.matches[0]))["events"]
    assert apply(None, frames[0]["change"]) == dealt
    view = None
    for frame in frames:
        view = apply(view, frame.get("change", []))
    assert view == harness.spectator_view()
    sent = [told for told in watcher.heard if told["t"] in ("event", "race")]
    for told in sent:
        if told["t"] == "event":
            told["at"] = told["ms"]  # the instant, which no longer matters
    assert frames[1:] == sent, "as they were sent, with every race"
    assert ("race" in {told["t"] for told in sent}) == (name in ("piccolo", "piccolo_twist"))


def test_missed_events_are_replayed_on_reconnect():
    harness = TableHarness(seats=3, deck=NO_FIVES)
    host, guest = harness.person(0), harness.person(1)
    start(harness, host)
    harness.clock.run(20_000)
    harness.table.gone(guest)
    last = guest.number
    harness.clock.run(12_000)
    back = harness.join(guest.token, last=last)
    missed = back.last("welcome")["missed"]
    events = [told for told in host.told("event") if told["n"] > last]
    assert [heard["n"] for heard in missed] == [told["n"] for told in events]
    assert len(missed) > 1
    assert {"flip the next card", None} >= {heard.get("words") for heard in missed}
    assert back.view == host.view


def test_only_the_latest_missed_events_are_replayed():
    harness = TableHarness("parrot", seats=3)  # five rounds: no match is shorter than MISSED
    host = harness.person(0)
    match = start(harness, host)
    assert harness.clock.until(lambda: len(match.entries) > MISSED, 7_200_000)
    missed = harness.person().last("welcome")["missed"]
    assert len(missed) == MISSED
    assert missed[-1]["n"] == harness.table.log.number
