"""The server through real sockets: what can be asked over HTTP, how a line is opened, and what abuse is told."""

import asyncio
import contextlib
import json
import logging
import os
import sqlite3
from collections import Counter
from contextlib import asynccontextmanager, closing

import aiohttp
import msgspec
import pytest
from aiohttp.test_utils import TestServer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.live.client import Client
from tests.live.fakes import Room
from tests.live.test_live_table import same_table

import parlour
from parlour.kit import BadInput
from parlour.live import line, server
from parlour.live import messages as m
from parlour.live.asks import Asks
from parlour.live.house import House, Settings
from parlour.live.line import QUEUE, Connection
from parlour.live.seats import Counts, commitment
from parlour.live.server import HOUSE, SECURITY, Serving, application
from parlour.live.store import Store
from parlour.live.verify import verify

FULL = bool(os.environ.get("PARLOUR_FULL"))
FUZZED = 20_000 if FULL else 2_000
AT_A_TABLE = 100  # messages


class Hall:
    """A server of this process, and a browser's session."""

    def __init__(self, web, session):
        self.web, self.session = web, session
        self.address = str(web.make_url("/")).rstrip("/")
        self.house = web.app[HOUSE]

    async def get(self, path, **more):
        async with self.session.get(self.address + path, **more) as answer:
            return answer, await answer.read()

    async def post(self, path, data, **more):
        async with self.session.post(self.address + path, data=data, **more) as answer:
            return answer, await answer.read()

    async def make(self, **wanted):
        return await Client.make(self.session, self.address, **wanted)

    async def guest(self, host, token=None, invite=None):
        """Somebody else at the same table."""
        client = Client(self.session, self.address, host.table_id)
        client.token, client.invite = token, host.invite if invite is None else invite
        await client.connect()
        return client

    async def speak(self, table, *words, binary=False):
        """A line of its own; what is said there, and all that is answered until it is closed."""
        ws = await self.session.ws_connect(f"{self.address}/ws/{table}")
        for word in words:
            await (ws.send_bytes(word) if binary else ws.send_str(word))
        heard = []
        async with asyncio.timeout(20):
            async for message in ws:
                heard.append(json.loads(message.data))
        return heard, ws.close_code


@asynccontextmanager
async def hall(tmp_path, **more):
    store = Store.open(str(tmp_path / "parlour.db"))
    serving = Serving(settings=Settings(pace=more.pop("pace", 1.0), warm=False), **more)
    async with TestServer(application(store, serving)) as web, aiohttp.ClientSession() as session:
        yield Hall(web, session)


@pytest.fixture(autouse=True)
def compiled_already(monkeypatch):
    """Games are compiled in this process, when they are first played, not in another one before."""

    async def ready(self, game):
        parlour.game(game)

    monkeypatch.setattr(House, "ready", ready)


def served(test):
    """A test that is given a hall. Nothing may be logged as a fault meanwhile."""

    def run(tmp_path, caplog):
        async def main():
            async with hall(tmp_path, pace=5.0) as open_hall:
                await test(open_hall)

        with caplog.at_level(logging.WARNING):
            asyncio.run(main())
        assert not caplog.records

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


HELLO = json.dumps({"t": "hello", "version": m.VERSION})


def hello(**more):
    return json.dumps({"t": "hello", "version": m.VERSION, **more})


# HTTP


@served
async def test_what_can_be_asked_is_answered(hall):
    for path, has in (
        ("/api/games", b'"piccolo"'),
        ("/api/rules/parrot", b"PAR-"),
        ("/api/here", b'"addresses"'),
        ("/api/tables", b"[]"),
        ("/api/qr?link=http%3A%2F%2Flocalhost%2Ft%2Fany", b"<svg xmlns"),
        ("/healthz", b'"ok":true'),
        ("/metrics", b"parlour_tables 0"),
    ):
        answer, body = await hall.get(path)
        assert answer.status == 200, path
        assert has in body, path
        for name, value in SECURITY.items():
            assert answer.headers[name] == value, path


@served
async def test_games_are_described_for_a_page(hall):
    _, body = await hall.get("/api/games")
    games = msgspec.json.decode(body, type=list[m.GameNow])
    assert {game.name for game in games} == set(parlour.games())
    [piccolo] = [game for game in games if game.name == "piccolo"]
    flip = next(option for option in piccolo.options if option.name == "flip")
    assert flip.values == ["manual", "automatic"]


@served
async def test_what_cannot_be_asked_is_told_in_a_sentence(hall):
    deep = b'{"game":"piccolo","name":"Ada","options":{"deck":' + b"[" * 9000 + b"]" * 9000 + b"}}"
    for body, says in (
        (b"{", "cannot be read"),
        (b"[]", "cannot be read"),
        (b"\xff", "cannot be read"),
        (deep, "cannot be read"),
        (b'{"game":"piccolo"}', "missing required field `name`"),
        (b'{"game":"piccolo","name":"Ada","colour":"red"}', "cannot be read"),
        (b'{"game":"piccolo","name":"Ada","admin":true}', "unknown field `admin`"),
        (b'{"game":"chess","name":"Ada"}', "chess"),
        (b'{"game":"piccolo","name":""}', "a name has"),
        (b'{"game":"piccolo","name":"Ada","seats":99}', "2 to 5 players"),
        (b'{"game":"piccolo","name":"Ada","level":"god"}', "no bot 'god'"),
        (b'{"game":"piccolo","name":"Ada","options":{"flip":"never"}}', "cannot be 'never'"),
        (b'{"game":"piccolo","name":"Ada","options":{"deck":"own.toml"}}', "cannot be a file"),
        (b'{"game":"piccolo","name":"Ada","options":{"speed":1}}', "no option 'speed'"),
    ):
        answer, told = await hall.post("/api/tables", body)
        assert answer.status == 400, body[:60]
        sentence = json.loads(told)["says"]
        assert says in sentence, sentence
        assert sentence.endswith(".")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert not hall.house.tables
    answer, _ = await hall.post("/api/tables", b" " * 70_000)
    assert answer.status == 413


@served
async def test_what_is_not_there_is_not_found(hall):
    for path in ("/api/matches/none", "/api/matches/none/log", "/api/nothing", "/ws/", "/api/%00", "/%00"):
        answer, body = await hall.get(path)
        assert answer.status == 404, path
        assert "Traceback" not in body.decode()
    for path in ("/api/qr", "/api/qr?link=javascript%3A1", "/api/rules/chess"):
        answer, body = await hall.get(path)
        assert answer.status == 400, path
        assert json.loads(body)["says"]
    answer, _ = await hall.post("/api/games", b"{}")
    assert answer.status == 405
    answer, _ = await hall.get("/ws/any")
    assert answer.status == 400, "no WebSocket"
    for path in ("/../../../../etc/passwd", "//etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd"):
        _, body = await hall.get(path)
        assert b"root:" not in body


def test_only_the_own_page_may_connect(tmp_path):
    async def main():
        async with hall(tmp_path, origins=frozenset({"https://friends.example"})) as open_hall:
            host = await open_hall.make(game="piccolo")
            table = f"{open_hall.address}/ws/{host.table_id}"
            for origin in ("https://evil.example", "null", open_hall.address + ".evil.example"):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await open_hall.session.ws_connect(table, origin=origin)
                assert refused.value.status == 403
                wanted = b'{"game":"piccolo","name":"Eve"}'
                answer, body = await open_hall.post("/api/tables", wanted, headers={"Origin": origin})
                assert answer.status == 403
                assert json.loads(body)["says"] == "This page belongs to another host."
            assert open_hall.house.counts.rejected == 6
            for origin in ("https://friends.example", open_hall.address):
                await (await open_hall.session.ws_connect(table, origin=origin)).close()

    asyncio.run(main())


@served
async def test_public_tables_are_listed_and_others_are_not(hall):
    await hall.make(game="parrot", name="Ada", public=True)
    await hall.make(game="parrot", name="Eve")
    _, body = await hall.get("/api/tables")
    [listed] = json.loads(body)
    assert (listed["host"], listed["title"], listed["taken"]) == ("Ada", "Parrot", 1)


def test_only_tables_that_nobody_is_at_are_cleared_away(tmp_path):
    """Two processes share a database. Whichever looks for idle tables, those in use at either are none."""

    async def main():
        async with hall(tmp_path) as one, hall(tmp_path) as other:
            here, left, again = [await one.make(game="parrot") for _ in range(3)]
            await here.connect()
            with closing(sqlite3.connect(tmp_path / "parlour.db")) as database, database:
                database.execute("UPDATE tables SET touched = touched - 100 * 3600")
            found = await other.house.find(again.table_id)  # just being opened, and nobody has come in yet
            one.house.tables[here.table_id].touched -= 100 * 3600
            await one.house.sweep()
            await here.say(m.Hidden(hidden=True))  # nothing has happened there for long, but somebody is there
            await here.until("table")
            await one.house._written(here.table_id)
            await other.house.sweep()
            assert found is other.house.tables[again.table_id]
            for client, there in ((here, True), (left, False), (again, True)):
                assert (other.house.store.table(client.table_id) is not None) is there
            await here.say(m.Emote(kind="thanks"))
            await here.until("sign")
            await here.say(m.Start())
            await here.until("welcome")
            await here.close()
            return await other.house.find(left.table_id)

    assert asyncio.run(main()) is None


# Opening a line


@served
async def test_a_line_begins_with_hello(hall):
    host = await hall.make(game="piccolo")
    for first, says in (
        ('{"t":"ping","c":1}', "The first message must be hello."),
        ("{", "The first message must be hello."),
        ("[" * 2000, "The first message must be hello."),
        (json.dumps({"t": "hello", "version": 99}), "This server speaks version 1, not 99; load the page again."),
        (HELLO, "This table is by invitation; ask for its link."),
        (hello(token="x" * 32, invite="wrong"), "This table is by invitation; ask for its link."),
    ):
        heard, code = await hall.speak(host.table_id, first)
        assert heard == [{"t": "bye", "says": says}]
        assert code == 1008
    heard, _ = await hall.speak("no-such-table", HELLO)
    assert heard[0]["says"].startswith("There is no such table")
    heard, _ = await hall.speak(host.table_id, b"\0\1", binary=True)
    assert heard[0]["says"] == "The first message must be hello."
    assert hall.house.counts.rejected == 5


def test_who_says_nothing_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(line, "HELLO_S", 0.2)

    async def main():
        async with hall(tmp_path) as open_hall:
            host = await open_hall.make(game="piccolo")
            heard, _ = await open_hall.speak(host.table_id)
            assert heard == [{"t": "bye", "says": "Nobody said hello."}]

    asyncio.run(main())


@served
async def test_an_invitation_is_not_a_seat(hall):
    """Whoever finds the link can watch and sit down where it is free; it opens nobody's seat."""
    host = await hall.make(game="piccolo", seats=2)
    await host.connect()
    thief = await hall.guest(host, token=host.invite)
    assert thief.you is None
    for message in (m.Start(), m.Act(seq=1, action=0), m.Remove(seat=0), m.Sit(seat=0, name="Ada")):
        await thief.say(message)
        assert (await thief.until("refused"))["says"]
    await thief.say(m.Sit(seat=1, name="Eve"))
    await thief.until("welcome")
    assert thief.you == 1
    assert thief.token != host.token
    await host.say(m.Start())
    await host.until("welcome")
    assert host.you == 0


@served
async def test_the_newer_screen_wins(hall):
    host = await hall.make(game="piccolo")
    await host.connect()
    other = await hall.guest(host, token=host.token)
    assert other.you == 0
    bye = await host.until("bye")
    assert bye["says"] == "This seat was opened on another screen."
    assert "again" not in bye, "or two screens would take turns for ever"


# Abuse


@served
async def test_what_is_not_understood_is_refused_politely(hall):
    host = await hall.make(game="piccolo", bots=True)
    await host.connect()
    for word, says in (
        ("{", "not understood"),
        ("[" * 2000, "not understood"),
        ('{"t":"options","options":{"a":' + "[" * 1500 + "]" * 1500 + "}}", "not understood"),
        ('{"t":"fly"}', "not understood"),
        ('{"t":"act","seq":"1","action":0}', "not understood"),
        ('{"t":"act","seq":1,"action":0,"seat":2}', "not understood"),
        ('{"t":"emote","kind":"spit"}', "not understood"),
        (hello(token=host.token), "hello was said already"),
        ('{"t":"act","seq":1,"action":99}', "there is no action 99"),
        ('{"t":"act","seq":2,"action":-1}', "there is no action -1"),
        ('{"t":"act","seq":3,"action":' + "9" * 3000 + "}", "there is no action"),
        ('{"t":"sit","seat":1,"name":"Eve"}', "you have a seat already"),
    ):
        await host.ws.send_str(word)
        told = await host.until("refused")
        assert says in told["says"], word[:40]
        assert told.get("seq") == (json.loads(word)["seq"] if '"seq":' in word and "no action" in says else None)
    await host.until("event")
    assert hall.house.counts.rejected == 7
    assert hall.house.counts.refused == 5


@served
async def test_a_frame_that_is_too_long_or_no_text_closes_the_line_and_no_more(hall):
    host = await hall.make(game="piccolo", bots=True)
    await host.connect()
    invited = hello(invite=host.invite)
    _, code = await hall.speak(host.table_id, invited, '{"t":"ping","c":' + "1" * 5000 + "}")
    assert code == 1009
    guest = await hall.guest(host)
    await guest.ws.send_bytes(b"\0\1\2")
    assert (await guest.until("bye"))["says"] == "Only text is understood here."
    await host.until("event")
    assert hall.house.counts.rejected == 2


@served
async def test_a_flood_closes_the_line_politely(hall):
    host = await hall.make(game="piccolo", bots=True)
    await host.connect()
    guest = await hall.guest(host)
    for _ in range(200):
        await guest.say(m.Ping(c=1.0))
    bye = await guest.until("bye")
    assert bye == {"t": "bye", "says": "Too many messages at once; take a breath and come back.", "again": True}
    await host.until("event")
    assert hall.house.counts.rejected >= 1


@served
async def test_pings_are_answered_with_both_clocks(hall):
    host = await hall.make(game="piccolo")
    await host.connect()
    for c in (1.5, 1e300, -7):
        await host.say(m.Ping(c=c))
        pong = await host.until("pong")
        assert pong["c"] == c
        assert pong["s"] == pytest.approx(hall.house.clock.now(), abs=5000)


@served
async def test_actions_are_the_own_seats_and_a_repeat_is_ignored(hall):
    host = await hall.make(game="parrot", seats=2)
    await host.connect()
    guest = await hall.guest(host)
    await guest.say(m.Sit(seat=1, name="Eve"))
    await guest.until("welcome")
    await host.say(m.Start())
    await host.until("welcome")
    await guest.until("welcome")
    choice = m.Act(seq=1, action=guest.legal[3])
    await guest.say(choice)
    told = await host.until("event")
    assert told["seat"] == 1, "whoever says it"
    await guest.until("event")
    await guest.say(choice)
    await guest.say(m.Ping(c=5))
    await guest.until("pong")
    assert not [told for told in guest.heard if told["t"] == "refused"]
    assert guest.number == told["n"]
    await guest.say(m.Act(seq=2, action=guest.legal[0] if guest.legal else 0))
    assert (await guest.until("refused"))["seq"] == 2


class Far:
    """What a connection needs of the rest of the server, without sockets."""

    def __init__(self, clock):
        self.clock, self.counts = clock, Counts()


def test_a_line_that_is_not_read_is_given_up():
    async def main():
        room = Room()
        connection = Connection(Far(room.clock), None, False)
        for _ in range(QUEUE + 50):
            connection._heard('{"t":"ping","c":1}')
        assert len(connection._queue) == QUEUE
        assert connection._closing == ("This line is too slow to follow; come back when it is better.", True)

    asyncio.run(main())


def test_a_line_that_answers_no_ping_is_lost(tmp_path, monkeypatch):
    """A phone that is switched off says no goodbye."""
    monkeypatch.setattr(line, "SILENT_MS", 300.0)
    monkeypatch.setattr(line, "PING_S", 0.05)

    async def main():
        async with hall(tmp_path) as open_hall:
            host = await open_hall.make(game="parrot", public=True)
            deaf = await open_hall.session.ws_connect(f"{open_hall.address}/ws/{host.table_id}", autoping=False)
            await deaf.send_str(hello(token=host.token))
            watcher = await open_hall.guest(host)
            assert watcher.table["seats"][0]["here"]
            while watcher.table["seats"][0].get("here"):
                await watcher.until("table")
            watching = asyncio.create_task(watcher.until("bye"))  # one that answers is not lost
            await asyncio.sleep(0.6)
            assert not watching.done()
            watching.cancel()

    asyncio.run(main())


# A whole match


@pytest.mark.parametrize("game", ["piccolo", "parrot"])
def test_a_finished_match_can_be_replayed_downloaded_and_verified(tmp_path, game):
    async def main():
        async with hall(tmp_path, pace=200.0) as open_hall:
            host = await open_hall.make(game=game, seats=3, public=True)
            await host.connect()
            await host.say(m.Leave())
            await host.until("welcome")
            await host.say(m.Sit(seat=0, name="Ada"))
            await host.until("welcome")
            await host.say(m.Start())
            promised = (await host.until("welcome"))["commitment"]
            await host.say(m.Leave())
            over = await host.until("over", 120)
            _, replay = await open_hall.get(f"/api/matches/{over['match']}")
            answer, log = await open_hall.get(f"/api/matches/{over['match']}/log")
            _, metrics = await open_hall.get("/metrics")
            return promised, over, json.loads(replay), answer, log.decode(), metrics.decode()

    promised, over, replay, answer, log, metrics = asyncio.run(main())
    assert promised == over["commitment"] == commitment(int(over["seed"]), over["salt"])
    assert replay["result"] == {"scores": over["scores"], "winners": over["winners"]}
    assert replay["events"][0]["change"][0][0] == []
    assert (replay["game"], replay["seats"]) == (game, 3)
    assert answer.headers["Content-Disposition"].endswith('.jsonl"')
    found = verify(log)
    assert promised in found[0]
    assert found[-1].startswith("The match is over")
    assert "parlour_events_total" in metrics
    for tampered, says in tamper(log):
        with pytest.raises(BadInput, match=says):
            verify(tampered)


def tamper(log):
    """The same log with one thing changed, and what is said to it."""
    lines = log.splitlines()
    header = json.loads(lines[0])

    def headed(**changes):
        return "\n".join([json.dumps(header | changes), *lines[1:]])

    yield headed(salt="0" * 32), "not the one that was promised"
    yield headed(commitment="0" * 64), "not the one that was promised"
    yield headed(seed=header["seed"] ^ 1), "does not follow the rules|not the one that was promised"
    yield headed(rules=99), "version 99"
    plain = {name: value for name, value in header.items() if name not in ("salt", "commitment")}
    yield "\n".join([json.dumps(plain), *lines[1:]]), "no commitment"
    middle = len(lines) // 2
    ms, seat = json.loads(lines[middle])[:2]
    wrong = json.dumps([ms, seat, 10_000])
    yield "\n".join([*lines[:middle], wrong, *lines[middle + 1 :]]), "does not follow the rules"
    yield "\n".join(lines[:-1])[:-3], "cut off|does not follow|\\[ms, seat, action\\]"


# Fuzz


SMALL = st.integers(-3, 8)
NUMBERS = st.one_of(
    SMALL, st.integers(0, 600), st.integers(), st.sampled_from((2**31, 2**63, 2**64, 10**80, -(10**40)))
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.floats(allow_nan=False), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=8,
)
OPTIONS = st.dictionaries(
    st.sampled_from(("flip", "min_flip_gap_ms", "handicap_ms", "deck", "cap_minutes", "rounds", "x")),
    st.one_of(JSON, st.sampled_from(("automatic", "manual", 200, [0, 100], "none"))),
    max_size=3,
)
FIELDS = {
    "options": OPTIONS,
    "name": st.text(max_size=30),
    "level": st.sampled_from(("novice", "sharp", "random", "god", None)),
    "kind": st.sampled_from((*m.EMOTES, "spit")),
    "reaction": st.floats(allow_nan=False),
    "c": st.floats(allow_nan=False),
    "token": st.text(max_size=40),
    "invite": st.text(max_size=20),
}
FLAGS = ("public", "rated", "bot", "hidden")


def message_of(struct):
    """A message of one kind: mostly well made, sometimes with anything in a field, or with fields missing."""
    fields = {}
    for found in msgspec.structs.fields(struct):
        usual = FIELDS.get(found.name, st.booleans() if found.name in FLAGS else NUMBERS)
        fields[found.name] = st.one_of(usual, usual, usual, st.none(), JSON)
    tag = struct.__struct_config__.tag
    whole = st.fixed_dictionaries(fields)
    part = st.fixed_dictionaries({}, optional=fields)
    return st.one_of(whole, whole, part).map(lambda values: json.dumps({"t": tag, **values}))


KINDS = msgspec.inspect.type_info(m.Said).types
ACTS = st.builds(
    lambda seq, action, reveal, reaction: json.dumps(
        {"t": "act", "seq": seq, "action": action, "reveal": reveal, "reaction": reaction}
    ),
    st.integers(1, 10_000),
    st.integers(0, 5),
    st.one_of(st.none(), st.integers(0, 200)),
    st.one_of(st.none(), st.floats(-100, 3000)),
)
WORDS = st.one_of(
    *(message_of(kind.cls) for kind in KINDS),
    ACTS,
    ACTS,
    ACTS,
    JSON.map(json.dumps),
    st.text(max_size=60),
    st.builds(lambda word, cut: word[:cut], message_of(m.Options), st.integers(0, 60)),
)


def test_whatever_is_said_the_table_plays_on():
    """The host, a guest and a spectator say anything at all to a table that plays."""
    understood = Counter()

    @settings(
        max_examples=FUZZED // AT_A_TABLE,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        st.sampled_from(("piccolo", "parrot", "piccolo", "tricky_twist", "confetti")),
        st.lists(
            st.tuples(st.integers(0, 2), WORDS, st.sampled_from((0, 1, 20, 300))),
            min_size=AT_A_TABLE,
            max_size=AT_A_TABLE,
        ),
    )
    def fuzz(game, said):
        asyncio.run(say_all(game, said, understood))

    fuzz()
    assert understood.keys() == {kind.cls for kind in KINDS}, "else the fuzz is worth little"


async def say_all(game, said, understood):
    room = Room(game, seats=3)
    far = Far(room.clock)
    tokens = [room.table.sit(0, "Ada", 0), room.table.sit(1, "Grace", 0), None]
    people = []
    for token in tokens:
        person = Connection(far, None, False)
        person.seat = room.table.seat_of(token)
        person.table, person.asks = room.table, Asks(room.table, person)
        room.table.join(person, 0)
        people.append(person)
    room.table.start()
    for who, word, ms in said:
        with contextlib.suppress(msgspec.DecodeError):
            understood[type(m.decode(word))] += 1
        people[who]._heard(word)
        room.clock.run(ms)
        for person in people:
            told_nothing_secret(room, person, tokens)
    assert far.counts.refused + far.counts.rejected > AT_A_TABLE / 10
    assert same_table(room.table, room.again())
    plays_on(room, people)


def told_nothing_secret(room, person, tokens):
    started = room.table.started
    assert person._closing is None
    while person._queue:
        message, *_ = person._queue.popleft()
        told = msgspec.json.decode(message, type=m.Told)
        assert not any(token.encode() in message for token in tokens if token is not None)
        if not isinstance(told, m.Over):
            assert str(started.seed).encode() not in message
            assert started.salt.encode() not in message


def plays_on(room, people):
    """Whatever state the table is in, a new match can be played there."""
    table = room.table
    if table.status == "paused":
        table.resume()
    if table.status != "playing":
        table.start()
    before = table.number
    room.clock.run(60_000)
    assert table.number > before
    assert all(person in table.listeners for person in people)


def test_the_page_is_not_needed(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "PAGE", tmp_path / "none")

    async def main():
        async with hall(tmp_path) as open_hall:
            answer, body = await open_hall.get("/")
            assert answer.status == 404
            assert b"was not built" in body

    asyncio.run(main())


def test_the_page_is_served_where_it_was_built(tmp_path, monkeypatch):
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<title>Parlour</title>")
    (page / "assets" / "app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(server, "PAGE", page)

    async def main():
        async with hall(tmp_path) as open_hall:
            for path in ("/", "/t/some-table", "/replay/x"):
                answer, body = await open_hall.get(path)
                assert (answer.status, body) == (200, b"<title>Parlour</title>")
                assert answer.headers["Content-Security-Policy"]
            answer, _ = await open_hall.get("/assets/app.js")
            assert "immutable" in answer.headers["Cache-Control"]
            for path in ("/missing.js", "/../secret.txt", "/..%2fsecret.txt", "/%00", "/api/nothing"):
                answer, body = await open_hall.get(path)
                assert answer.status == 404, path
                assert b"secret" not in body

    asyncio.run(main())
