"""Whatever people send, the table plays on and gives nothing away."""

import asyncio
import contextlib
import json
from collections import Counter

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.extent import ONCE, SOAK
from tests.live.fakes import TableHarness, same_table
from tests.live.no_tables import NoTables

from parlour.live import messages as m
from parlour.live.connection import Connection
from parlour.live.handlers import Handlers
from parlour.live.table import RESUME_MS

FUZZED = 20_000 if SOAK else 2_000
GAMES = ("piccolo", "parrot") if ONCE else ("piccolo", "parrot", "piccolo", "tricky_twist", "confetti")
AT_A_TABLE = 100  # messages


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
    """A message of one kind: mostly well-formed, sometimes with anything in a field, or with fields missing."""
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


def test_the_table_plays_on_whatever_is_sent():
    """The host, a guest and a spectator send anything at all to a table during a match."""
    understood = Counter()

    @settings(
        max_examples=FUZZED // AT_A_TABLE,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        st.sampled_from(GAMES),
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
    harness = TableHarness(game, seats=3)
    far = NoTables(harness.clock)
    tokens = [harness.table.sit(0, "Ada", 0), harness.table.sit(1, "Grace", 0), None]
    people = []
    for token in tokens:
        person = Connection(far, None)
        person.seat = harness.table.presence.seat_of(token)
        person.table, person.handlers = harness.table, Handlers(harness.table, person)
        harness.table.join(person, 0)
        people.append(person)
    harness.table.start()
    for who, word, ms in said:
        with contextlib.suppress(msgspec.DecodeError):
            understood[type(m.decode(word))] += 1
        people[who]._heard(word)
        harness.clock.run(ms)
        for person in people:
            told_nothing_secret(harness, person, tokens)
    assert far.metrics.refused + far.metrics.rejected > AT_A_TABLE / 10
    assert same_table(harness.table, harness.reloaded().table)
    plays_on(harness, people)


def told_nothing_secret(harness, person, tokens):
    started = harness.table.started
    assert person._closing is None
    while person._queue:
        message, *_ = person._queue.popleft()
        told = msgspec.json.decode(message, type=m.Told)
        assert not any(token.encode() in message for token in tokens if token is not None)
        if not isinstance(told, m.Over):
            assert str(started.seed).encode() not in message
            assert started.salt.encode() not in message


def plays_on(harness, people):
    """Whatever state the table is in, a new match can be played there."""
    table = harness.table
    if table.status == "paused":
        table.resume()
    if table.status != "playing":
        table.start()
    before = table.log.number
    harness.clock.run(RESUME_MS + 90_000)  # a pause may be ending, and a player has up to 90 s to decide
    assert table.log.number > before
    assert all(person in table.presence.listeners for person in people)
