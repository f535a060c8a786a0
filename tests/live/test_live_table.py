"""Tables, with a clock that the test moves and a book that commits when it is told to."""

import json
import random
import zlib

import pytest
from tests.every import every_game
from tests.live.fakes import Person, Room, come, play_somehow

import parlour
from parlour.kit import BadInput, IllegalAction
from parlour.live import messages as m
from parlour.live.eyes import apply
from parlour.live.fair import send_at
from parlour.live.seats import commitment, hashed
from parlour.live.store import Taken
from parlour.live.table import ELSEWHERE, GRACE_MS, MISSED, RESUME_MS

FLIP, RING, LEAVE = 0, 1, 4
FRUITS = {"banana": 14, "strawberry": 14, "lime": 14, "plum": 13}
ALL_FIVES = {fruit: [0, 0, 0, 0, count] for fruit, count in FRUITS.items()}
NO_FIVES = {fruit: [count, 0, 0, 0, 0] for fruit, count in FRUITS.items()}


def started(room, *people):
    people[0].say(m.Start())
    return room.table.match


# Seats


def test_a_seat_belongs_to_a_token_that_is_kept_hashed_only():
    room = Room()
    tokens = [room.person(seat, name=f"Ada {seat}").token for seat in (0, 1)]
    assert len(set(tokens)) == 2
    assert all(len(token) >= 22 for token in tokens), "22 letters of base 64 are 132 bits"
    assert room.table.seat_of(tokens[1]) == 1
    assert room.table.seat_of("x" + tokens[1]) is None
    assert room.table.seat_of(hashed(tokens[1])) is None, "what is in the database opens no seat"
    assert room.table.seat_of(None) is room.table.seat_of("") is None
    started(room, room.join(tokens[0]))
    rows = b"".join(row.body + (row.public or b"") for row in room.book.rows)
    assert hashed(tokens[0]).encode() in rows
    assert not any(token.encode() in rows for token in tokens)


def test_who_watches_can_take_a_free_seat_and_gets_a_key_that_nobody_else_hears():
    room = Room()
    host, watcher, other = room.person(0), room.person(), room.person()
    watcher.say(m.Sit(seat=1, name="  Grace \n Hopper ", colour=11))
    assert watcher.you == watcher.seat == 1
    assert room.table.seat_of(watcher.token) == 1
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
        (m.Start(), "only who has a seat"),
        (m.Act(seq=1, action=0), "only who has a seat"),
        (m.Emote(kind="wow"), "only who has a seat"),
        (m.Leave(), "only who has a seat"),
        (m.Pause(), "only who has a seat"),
    ],
)
def test_what_a_spectator_cannot_do(message, says):
    room = Room()
    room.person(0)
    watcher = room.person()
    before = room.table.number
    with pytest.raises(BadInput, match=says):
        watcher.say(message)
    assert room.table.number == before


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (m.Sit(seat=2, name="Eve"), "you have a seat already"),
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
def test_what_a_guest_cannot_do_before_the_match(message, says):
    room = Room(seats=3)
    room.person(0)
    guest = room.person(1)
    with pytest.raises(BadInput, match=says):
        guest.say(message)


def test_the_newer_screen_of_a_seat_wins():
    room = Room()
    old = room.person(0)
    new = room.join(old.token)
    assert old.closed == ("This seat was opened on another screen.", False)
    assert new.you == 0
    assert room.table.listeners == [new]
    room.table.gone(old)
    assert room.table.listeners == [new], "that the old one goes changes nothing"
    assert new.table["seats"][0]["here"]


def test_the_first_answer_is_welcome():
    room = Room()
    host = room.person(0)
    room.person(1)
    started(room, host)
    room.table.gone(host)
    room.clock.run(GRACE_MS + 1)
    assert room.table.seats[0].away
    back = room.join(host.token)
    assert back.heard[0]["t"] == "welcome"
    assert back.heard[0]["table"]["seats"][0].get("bot") is None


def test_host_passes_on_to_the_next_player():
    room = Room(seats=4)
    host, second, third = room.person(0), room.person(2), room.person(3)
    host.say(m.Leave())
    assert host.seat is host.you is None
    assert [seat.get("host", False) for seat in third.table["seats"]] == [False, False, True, False]
    second.say(m.Leave())
    assert room.table.host == 3
    third.say(m.Leave())
    assert room.table.host is None
    host.say(m.Sit(seat=1, name="Ada"))
    assert room.table.host == 1


def test_the_host_removes_a_player_who_can_watch_on():
    room = Room("parrot", seats=3)
    host, guest = room.person(0), room.person(1)
    started(room, host)
    token = guest.token
    host.say(m.Remove(seat=1))
    assert guest.last("refused")["says"] == "The host has taken your seat away; you can watch on."
    assert guest.last("welcome")["you"] is None
    assert guest.seat is None
    assert room.table.seat_of(token) is None, "the old key opens nothing"
    assert room.table.now().seats[1].bot == "casual"
    room.clock.run(60_000)
    assert guest.view == watched(room)
    with pytest.raises(BadInput, match="nobody removes themselves"):
        host.say(m.Remove(seat=0))


def watched(room):
    """What a spectator sees, made anew."""
    view = room.table.match.view(None)
    view.pop("you", None)
    return json.loads(json.dumps(view))


def test_a_bot_can_be_seated_and_taken_out_before_the_match_only():
    room = Room(seats=3)
    host = room.person(0)
    host.say(m.Bot(seat=1, level="sharp"))
    assert room.table.now().seats[1].bot == "sharp"
    for seat, level, says in (
        (1, "grandmaster", "no bot 'grandmaster'"),
        (0, "sharp", "is taken"),
        (9, None, "no seat"),
    ):
        with pytest.raises(BadInput, match=says):
            host.say(m.Bot(seat=seat, level=level))
    host.say(m.Remove(seat=1))
    assert room.table.seats[1].free
    started(room, host)
    with pytest.raises(BadInput, match="while a match is played"):
        host.say(m.Bot(seat=1, level="sharp"))


# What is played


def test_options_can_be_changed_before_a_match_and_not_during_it():
    room = Room(seats=2)
    host = room.person(0)
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
    started(room, host)
    with pytest.raises(BadInput, match="while a match is played"):
        host.say(m.Options(rated=False))


def test_no_seat_is_taken_away_under_somebody():
    room = Room(seats=3)
    host, _ = room.person(0), room.person(2)
    with pytest.raises(BadInput, match="somebody sits"):
        host.say(m.Options(seats=2))


def test_after_a_match_the_number_of_seats_can_change():
    room = Room(seats=2, deck=ALL_FIVES)
    host, guest = room.person(0), room.person(1)
    started(room, host)
    guest.say(m.Leave(bot=False))
    room.clock.run(1000)
    assert room.table.status == "over"
    host.say(m.Options(seats=4))
    assert (room.table.status, room.table.match) == ("open", None)
    guest.say(m.Sit(seat=3, name="Grace"))
    assert guest.you == 3
    assert guest.last("welcome").get("view") is None
    started(room, host)
    assert room.table.match.seats == 4
    assert same_table(room.table, room.again())


def test_to_start_fills_the_seats_with_bots_and_deals():
    room = Room(seats=4, level="sharp")
    host, watcher = room.person(2), room.person()
    match = started(room, host)
    assert [seat.bot for seat in room.table.seats] == ["sharp", "sharp", None, "sharp"]
    for person in (host, watcher):
        welcome = person.last("welcome")
        assert welcome["table"]["status"] == "playing"
        assert welcome["commitment"] == commitment(match.seed, room.table.started.salt)
        assert person.view == watched(room)
    assert "legal" in host.last("welcome")
    assert "legal" not in watcher.last("welcome")
    assert len(bytes.fromhex(room.table.started.salt)) == 16
    room.clock.run(8000)
    assert room.table.number > 8, "bots play"


def test_seeds_differ():
    seeds = set()
    for _ in range(5):
        room = Room()
        seeds.add(started(room, room.person(0)).seed)
    assert len(seeds) == 5


# Pause


def test_a_pause_ends_after_three_two_one():
    room = Room(deck=NO_FIVES)
    host, guest = room.person(0), room.person(1)
    match = started(room, host)
    room.clock.run(2000)
    guest.say(m.Pause())
    assert host.table["status"] == "paused"
    with pytest.raises(BadInput, match="paused"):
        host.act(FLIP)
    room.clock.run(100_000)
    assert match.clock == 0
    host.say(m.Resume())
    assert guest.table["status"] == "playing"
    assert guest.table["resumes_at"] == room.clock.now() + RESUME_MS
    with pytest.raises(BadInput, match="paused"):
        host.act(FLIP)
    room.clock.run(RESUME_MS - 1)
    assert guest.table["resumes_at"]
    assert room.table.play.game_now() == 2000
    room.clock.run(1)
    assert "resumes_at" not in guest.table
    room.clock.run(2999)
    assert match.clock == 5000, "the card that flips by itself, decided a little ahead"


def test_a_pause_during_three_two_one_stays_a_pause():
    room = Room()
    host = room.person(0)
    started(room, host)
    host.say(m.Pause())
    host.say(m.Resume())
    room.clock.run(1000)
    host.say(m.Pause())
    room.clock.run(10_000)
    assert room.table.status == "paused"
    assert not room.table.play.running


# Coming and going


def test_a_table_that_nobody_looks_at_stands_still():
    room = Room(seats=3)
    host = room.person(0)
    match = started(room, host)
    room.clock.run(3000)
    room.table.gone(host)
    before = match.state.tobytes()
    room.clock.run(3_600_000)
    assert match.state.tobytes() == before
    watcher = room.person()
    room.clock.run(10_000)
    assert match.state.tobytes() != before
    assert watcher.view == watched(room)


def test_nothing_is_played_before_somebody_has_come():
    room = Room(seats=3)
    room.table.sit(0, "Ada", 0)
    room.table.start()
    room.clock.run(60_000)
    assert room.table.match.clock == 0


def test_after_a_grace_a_bot_plays_on_until_the_owner_comes_back():
    room = Room("parrot", seats=2)
    host, guest = room.person(0), room.person(1)
    started(room, host)
    guest.act(guest.legal[0])
    room.table.gone(host)
    assert guest.table["seats"][0]["name"] == "Ada"
    assert not guest.table["seats"][0].get("here")
    room.clock.run(GRACE_MS - 1)
    assert "bot" not in guest.table["seats"][0]
    room.clock.run(2)
    assert guest.table["seats"][0]["bot"] == "casual"
    assert guest.table["seats"][0]["name"] == "Ada", "it is still hers"
    with pytest.raises(BadInput, match="is taken"):
        room.person().say(m.Sit(seat=0, name="Eve"))
    assert room.clock.until(lambda: any(told.get("seat") == 0 for told in guest.told("event")), 30_000)
    host = room.join(host.token)
    assert host.you == 0
    assert "bot" not in guest.table["seats"][0]
    assert 0 not in room.table.play._bots
    assert host.view == json.loads(json.dumps(room.table.eyes.view(0)))


def test_who_comes_back_within_the_grace_finds_no_bot():
    room = Room("parrot", seats=2)
    host, guest = room.person(0), room.person(1)
    started(room, host)
    room.table.gone(guest)
    room.clock.run(GRACE_MS - 100)
    room.join(guest.token)
    room.clock.run(GRACE_MS)
    assert not any(row.kind == "away" for row in room.book.rows)
    assert host.table["seats"][1]["here"]


def test_who_was_never_there_is_not_waited_for_for_ever():
    room = Room("parrot", seats=2)
    host = room.person(0)
    room.table.sit(1, "Grace", 0)
    started(room, host)
    room.clock.run(GRACE_MS + 1)
    assert host.table["seats"][1]["bot"] == "casual"


def test_leaving_a_match_a_bot_takes_the_seat():
    room = Room(seats=3)
    host, guest = room.person(0), room.person(1)
    match = started(room, host)
    guest.say(m.Leave())
    assert match.state.playing[1]
    assert host.table["seats"][1] == {"bot": "casual"}
    guest.say(m.Sit(seat=1, name="Grace"))
    assert guest.you == 1
    assert 1 not in room.table.play._bots, "whoever sits down on a bot's seat plays it"


@every_game
def test_leaving_a_match_by_the_games_own_rule(name):
    room = Room(name, seats=3)
    host, guest = room.person(0), room.person(1)
    match = started(room, host)
    guest.say(m.Leave(bot=False))
    room.clock.run(300)
    action = next(row for row in room.book.rows if row.kind == "action")
    assert json.loads(action.body)["e"][1:3] == [1, match.asides[-1]]
    assert isinstance(match.why_not(1, match.asides[-1]), IllegalAction), "once is enough"
    assert guest.view == watched(room)


def test_leaving_by_an_action_of_the_game_is_not_how_it_is_done():
    room = Room(seats=3)
    host = room.person(0)
    started(room, host)
    with pytest.raises(BadInput, match="leave the table"):
        host.act(LEAVE)


def test_to_leave_during_a_race_is_possible():
    room = Room(seats=3, deck=ALL_FIVES)
    host, guest = room.person(0), room.person(1)
    match = started(room, host)
    assert room.clock.until(lambda: match.state.flips == 1, 20_000)
    room.clock.run(400)
    guest.act(RING)
    guest.say(m.Leave(bot=False))
    assert guest.seat is None
    room.clock.run(1000)
    assert not match.state.playing[1]
    assert room.table.seats[1].free


def test_a_rematch_keeps_people_and_spectators():
    room = Room(seats=3)
    host, guest, watcher = room.person(0), room.person(1), room.person()
    first = started(room, host)
    guest.say(m.Pause())
    assert room.table.status == "paused"
    room.table.resume()
    room.clock.run(RESUME_MS)
    assert room.clock.until(lambda: first.over, 3_600_000)
    assert room.table.status == "over"
    with pytest.raises(BadInput, match="no match"):
        guest.act(FLIP)
    guest.say(m.Rematch())
    second = room.table.match
    assert second is not first
    assert second.seed != first.seed
    for person, seat in ((host, 0), (guest, 1), (watcher, None)):
        welcome = person.last("welcome")
        assert (welcome["you"], welcome["table"]["status"]) == (seat, "playing")
        assert person.view == watched(room)
    assert len(watcher.table["matches"]) == 1
    assert watcher.table["match"] != watcher.table["matches"][0]


# The end


def test_at_the_end_everybody_can_check_what_was_promised():
    room = Room(seats=2, level="champion")
    watcher = room.person()
    room.table.start()
    promised = watcher.last("welcome")["commitment"]
    assert room.clock.until(lambda: room.table.match.over, 3_600_000)
    over = watcher.last("over")
    assert commitment(int(over["seed"]), over["salt"]) == promised == over["commitment"]
    assert over["scores"] == room.table.match.scores
    assert over["winners"] == room.table.match.winners
    [kept] = room.book.matches
    assert kept.id == over["match"]
    assert parlour.match.replay(kept.log).scores == over["scores"]


@pytest.mark.parametrize("name", ["piccolo", "tricky_twist"])
def test_a_replay_shows_what_spectators_saw_from_the_deal_to_the_end(name):
    room = Room(name, seats=3, pace=5)
    watcher = room.person()
    room.table.start()
    dealt = json.loads(json.dumps(watcher.view))
    assert room.clock.until(lambda: room.table.match.over, 7_200_000)
    frames = json.loads(zlib.decompress(room.book.matches[0].frames))
    assert apply(None, frames[0]["change"]) == dealt
    view = None
    for frame in frames:
        view = apply(view, frame.get("change", []))
    assert view == watched(room)
    sent = [told for told in watcher.heard if told["t"] in ("event", "race")]
    assert frames[1:] == sent, "as they were sent, with every race"


# Events and the book


def test_nothing_is_said_before_it_is_in_the_database():
    room = Room(seats=2, deck=ALL_FIVES, hold=True)
    host = room.person(0)
    assert not host.heard
    room.book.commit()
    assert [told["t"] for told in host.heard] == ["welcome", "table"]
    host.say(m.Start())
    room.clock.run(7000)
    assert {told["t"] for told in host.heard[2:]} <= {"underway"}, "which tells of no event"
    for _ in range(200):
        if not room.book.waiting:
            room.clock.run(500)
        before, done = len(host.heard), room.book.committed
        room.book.commit(1)
        for told in host.heard[before:]:
            assert told["t"] == "underway" or told.get("n", told.get("number")) <= done + 1
    assert len(host.told("event")) > 20


def test_a_table_that_another_process_has_taken_is_let_go():
    room = Room(seats=2, hold=True)
    host, guest, watcher = room.person(0), room.person(1), room.person()
    room.book.commit()
    host.say(m.Start())
    room.table.gone(guest)  # a bot would take her seat after a while, if this were still our table
    heard = len(host.heard), len(watcher.heard)
    room.book.fails = Taken("Table a-table is in the hands of another process, or was deleted.")
    room.book.commit(1)
    assert room.dropped == [room.table]
    for person in (host, watcher):
        assert person.closed == ("This table has moved; come back to it.", True)
    assert (len(host.heard), len(watcher.heard)) == heard, "nothing more is said"
    waiting = room.book.waiting
    room.clock.run(60_000)
    host.say(m.Leave())
    room.table.gone(host)
    assert room.book.waiting == waiting, "and nothing more is written"
    room.book.commit()
    assert room.dropped == [room.table]


def test_a_lost_table_decides_no_race():
    room = Room(seats=2, deck=ALL_FIVES)
    host, _ = room.person(0), room.person(1)
    match = started(room, host)
    assert room.clock.until(lambda: match.state.flips == 1, 20_000)
    room.clock.run(400)
    host.act(RING)
    number = room.table.number
    room.table.let_go()
    room.clock.run(10_000)
    assert room.table.number == number
    assert not match.state.verdict


def test_who_comes_back_hears_what_was_missed():
    room = Room(seats=3, deck=NO_FIVES)
    host, guest = room.person(0), room.person(1)
    started(room, host)
    room.clock.run(20_000)
    room.table.gone(guest)
    last = guest.number
    room.clock.run(12_000)
    back = room.join(guest.token, last=last)
    missed = back.last("welcome")["missed"]
    events = [told for told in host.told("event") if told["n"] > last]
    assert [heard["n"] for heard in missed] == [told["n"] for told in events]
    assert len(missed) > 1
    assert {"flip the next card", None} >= {heard.get("words") for heard in missed}
    assert back.view == host.view


def test_who_missed_very_much_hears_of_the_latest_only():
    room = Room("parrot", seats=3)  # five rounds: no match of it is so short
    host = room.person(0)
    match = started(room, host)
    assert room.clock.until(lambda: len(match.entries) > MISSED, 7_200_000)
    missed = room.person().last("welcome")["missed"]
    assert len(missed) == MISSED
    assert missed[-1]["n"] == room.table.number


def test_a_repeated_action_is_harmless_even_after_a_crash():
    room = Room("parrot", seats=2)
    host, _ = room.person(0), room.person(1)
    started(room, host)
    action = host.legal[0]
    host.say(m.Act(seq=7, action=action))
    number = room.table.number
    host.say(m.Act(seq=7, action=action))
    host.say(m.Act(seq=3, action=action))
    assert room.table.number == number
    assert room.table.seats[0].last_seq == 7
    assert room.again().seats[0].last_seq == 7
    assert room.join(host.token).last("welcome")["seq"] == 7


# Reveals


def test_a_face_is_sent_to_each_line_at_its_own_time_and_to_spectators_at_the_instant():
    room = Room(seats=2, deck=NO_FIVES)
    near, far, watcher = room.person(0, rtt=20.0), room.person(1, rtt=300.0), room.person(rtt=80.0)
    started(room, near)
    assert room.clock.until(lambda: bool(near.told("event")), 20_000)
    at = near.last("event")["at"]
    assert near.last("event")["reveal"]
    assert near.sent[-1][1] == pytest.approx(send_at(at, near.line))
    assert far.sent[-1][1] == pytest.approx(send_at(at, far.line))
    assert watcher.sent[-1][1] == pytest.approx(at)
    assert near.sent[-1][1] > far.sent[-1][1]


def test_who_comes_while_a_card_is_on_its_way_sees_it_with_the_others():
    room = Room(seats=2, deck=NO_FIVES)
    near, far = room.person(0, rtt=20.0), room.person(1, rtt=300.0)
    started(room, near)
    assert room.clock.until(lambda: bool(near.told("event")), 20_000)
    at = near.last("event")["at"]
    assert at > room.clock.now()
    for late in (room.person(), room.join(far.token, rtt=300.0)):
        assert late.sent[0][1] == at
        assert late.view == near.view


def test_a_race_is_told_with_every_ringers_milliseconds():
    room = Room(seats=2, deck=ALL_FIVES)
    host, guest, watcher = room.person(0), room.person(1), room.person()
    match = started(room, host)
    assert room.clock.until(lambda: match.state.flips == 1, 20_000)
    card = host.last("event")
    room.clock.run(card["at"] + 510 - room.clock.now())
    host.act(RING, reveal=card["n"], reaction=500.0)
    assert guest.last("underway") == {"t": "underway", "race": 1}
    assert not host.told("underway")
    assert not watcher.told("underway")
    room.clock.run(30)
    guest.act(RING, reveal=card["n"], reaction=100.0)
    room.clock.run(400)
    for person in (host, guest, watcher):
        race = person.last("race")
        assert race["reveal"] == card["n"]
        assert race["n"] in [told["n"] for told in person.told("event")]
        rings = {ring["seat"]: ring for ring in race["rings"]}
        assert rings[0] == {"seat": 0, "ms": 500.0, "claimed": 500.0}
        assert rings[1]["corrected"]
        assert rings[1]["claimed"] == 100.0
        assert rings[1]["ms"] > 480
    assert room.counts.races == 1
    assert room.counts.clamps == 1


def test_a_hidden_page_is_not_waited_for():
    room = Room(seats=2, deck=ALL_FIVES)
    host, guest = room.person(0), room.person(1)
    match = started(room, host)
    guest.say(m.Hidden(hidden=True))
    assert not host.table["seats"][1].get("here")
    assert room.clock.until(lambda: match.state.flips == 1, 20_000)
    room.clock.run(400)
    host.act(RING)
    assert not guest.told("underway")
    guest.say(m.Hidden(hidden=False))
    assert host.table["seats"][1]["here"]


# Rebuilding


def same_table(one, other):
    """Whether two tables are the same as far as rows can tell; who is away is found out anew after a crash."""
    for table in (one, other):
        assert table.number == table._committed
    same = (
        one.number == other.number
        and (one.status, one.says, one.host, one.setup) == (other.status, other.says, other.host, other.setup)
        and one.matches == other.matches
        and one.started == other.started
        and list(one._heard) == list(other._heard)
        and zlib.decompress(one._tape.whole()) == zlib.decompress(other._tape.whole())
        and one._scores == other._scores
        and [(seat.name, seat.colour, seat.token, seat.bot) for seat in one.seats]
        == [(seat.name, seat.colour, seat.token, seat.bot) for seat in other.seats]
        and all(was.last_seq >= now.last_seq for was, now in zip(one.seats, other.seats))  # a refusal has no row
    )
    if one.match is None or other.match is None:
        return same and one.match is other.match
    return (
        same
        and one.match.state.tobytes() == other.match.state.tobytes()
        and one.match.entries == other.match.entries
        and [one.match.legal(seat) for seat in range(one.match.seats)]
        == [other.match.legal(seat) for seat in range(one.match.seats)]
    )


@every_game
def test_a_table_is_rebuilt_from_its_rows_as_it_was_at_any_step(name):
    """Two people, a bot, a spectator who sits down, one who leaves; everybody does anything."""
    chance = random.Random(name)
    room = Room(name, seats=4, pace=20)
    people = [room.person(0), room.person(1, rtt=90.0)]
    watcher = room.person()
    started(room, *people)
    for step in range(12 if name != "confetti" else 6):
        play_somehow(room, people, chance, most=chance.randint(1, 12))
        if room.table.match.over:
            break
        if step == 2:
            watcher.say(m.Sit(seat=2, name="Grace"))
            people.append(watcher)
        if step == 4:
            people.pop(1).say(m.Leave(bot=bool(chance.randrange(2))))
        if step == 5:
            people[0].say(m.Pause())
            assert same_table(room.table, room.again())
            people[0].say(m.Resume())
        assert same_table(room.table, room.again())
    before = json.loads(json.dumps(room.table.eyes.view(0)))
    again = room.again()
    assert json.loads(json.dumps(again.eyes.view(0))) == before


def test_a_rebuilt_table_plays_on():
    room = Room(seats=3, pace=10)
    host = room.person(0)
    started(room, host)
    room.clock.run(3000)
    again = room.again()
    other = Room(seats=3, pace=10)
    other.table, other.clock, other.book = again, again.clock, again.store
    clock = again.match.clock
    other.clock.run(10_000)
    assert again.match.clock == clock, "nobody is there yet"
    back = other.join(host.token)
    assert back.you == 0
    assert other.clock.until(lambda: again.match.over, 3_600_000)
    assert back.last("over")["scores"] == again.match.scores


def test_a_crash_between_getting_up_and_leaving_the_game_is_mended():
    room = Room(seats=3)
    host, guest = room.person(0), room.person(1)
    started(room, host)
    room.clock.run(1000)
    guest.say(m.Leave(bot=False))
    left = next(row.number for row in room.book.rows if row.kind == "left")
    again = room.again(left)
    assert again.match.state.playing[1]
    come(again, host.token)
    assert not again.match.state.playing[1]
    number = again.number
    again.clock.run(3_000)
    come(again, None)
    assert [row.kind for row in again.store.rows[number:]].count("left") == 0
    assert len([row for row in again.store.rows if row.kind == "action" and b",1,4,null]" in row.body]) == 1


def test_a_match_under_older_rules_is_stopped_and_counted():
    room = Room(seats=3, deck=NO_FIVES)
    host = room.person(0)
    match = started(room, host)
    room.clock.run(20_000)
    scores = ", ".join(str(points) for points in match.scores)
    version = match.rules.version
    object.__setattr__(match.rules, "version", version + 1)
    try:
        again = room.again()
        assert again.status == "playing"
        again.stop_old_match()
        assert again.status == "stopped"
        assert again.says.endswith(f"so it was stopped; the count was {scores}.")
        assert again.now().says == again.says
        again.start()
        assert again.status == "playing"
        assert again.now().says is None
        assert again.match is not None
    finally:
        object.__setattr__(match.rules, "version", version)


def test_the_lobby_hears_of_every_change():
    room = Room(seats=3)
    host = room.person(0, name="Ada")
    assert room.book.notes[-1]["summary"]["taken"] == 1
    assert room.book.notes[-1]["summary"]["host"] == "Ada"
    room.person()
    assert room.book.notes[-1]["summary"]["watching"] == 1
    started(room, host)
    assert room.book.notes[-1]["status"] == "playing"


def test_a_line_that_was_let_wait_does_not_push_out_a_newer_one():
    """The server was slow to open the table, so the page has tried again; then both come in, the newer one first."""
    room = Room()
    token = room.person(0).token
    older = Person(room.clock, 20.0)
    newer = room.join(token)
    older.seat = 0
    room.table.join(older, 0)
    assert (older.closed, newer.closed) == ((ELSEWHERE, False), None)
    assert newer in room.table.listeners
    assert older not in room.table.listeners
