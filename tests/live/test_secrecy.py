"""Nothing leaks: worlds that a seat cannot tell apart send it the same bytes, whatever happens there."""

import json
import random
from collections import Counter

from tests.every import every_game
from tests.live.fakes import TableHarness, play_randomly
from tests.live.worlds import World

from parlour.live import messages as m

SEATS = 3
STOPS = 24  # moments of a match at which worlds are compared


def seen(world, seat):
    return world.match.seen(seat).tobytes()


@every_game
def test_worlds_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(name):
    chance = random.Random(f"secrets of {name}")
    harness = TableHarness(name, seats=SEATS)
    people = [harness.person(seat) for seat in range(SEATS)]
    tokens = [person.token for person in people]
    people[0].say(m.Start())
    kinds, differed = Counter(), 0
    for stop in range(STOPS):
        play_randomly(harness, people, chance, most=chance.randint(1, 9))
        if harness.table.match.over:
            people[0].say(m.Rematch())
        seat = [*range(SEATS), None][stop % (SEATS + 1)]
        real = World(harness, tokens, seat, None)
        twin = World(harness, tokens, seat, chance.getrandbits(60))
        differed += real.match.state.tobytes() != twin.match.state.tobytes()
        assert real.heard == twin.heard, "on joining, on coming back, and in what was missed"
        kinds.update(told["t"] for told in real.ears.heard)
        for _ in range(6):
            if not same_step(real, twin, seat, chance, kinds):
                break  # something was revealed: from here on the seat can tell them apart
    assert differed > STOPS / 2
    assert {"welcome", "table", "event", "refused"} <= set(kinds)
    assert not real.match.rules.one_verdict or kinds["race"]


def same_step(real, twin, seat, chance, kinds):
    """Do the same in both worlds. True if the seat still cannot tell them apart."""
    count = len(real.ears.heard)
    rules = real.match.rules
    if seat is not None:
        for action in chance.sample(range(rules.actions), min(5, rules.actions)):
            if real.match.first_moment(seat, action) is None:
                said = real.refusal(seat, action)
                assert said == twin.refusal(seat, action)
                kinds["refused"] += said is not None
    other = chance.choice([number for number in range(SEATS) if number != seat])
    moves, theirs = real.match.legal(other), twin.match.legal(other)
    secret = [move for move in moves if rules.heard(move) is not None]
    also = [move for move in theirs if rules.heard(move) is not None]
    both = [move for move in moves if move in theirs]
    if secret and also:
        real.refusal(other, chance.choice(secret))
        twin.refusal(other, chance.choice(also))  # a different one: nobody may learn which
    elif both:
        move = chance.choice(both)
        assert real.refusal(other, move) == twin.refusal(other, move)
    ms = chance.choice((1.0, 400.0, 400.0, 31_000.0))
    real.run(ms)
    twin.run(ms)
    if seen(real, seat) != seen(twin, seat):
        return False
    assert real.heard == twin.heard
    kinds.update(told["t"] for told in real.ears.heard[count:])
    return True


@every_game
def test_an_action_done_in_secret_is_not_heard_by_others(name):
    chance = random.Random(f"hush in {name}")
    harness = TableHarness(name, seats=SEATS)
    people = [harness.person(seat) for seat in range(SEATS)]
    watcher = harness.person()
    people[0].say(m.Start())
    for person in people:  # both games with secrets begin with some
        person.act(person.legal[-1])
    play_randomly(harness, people, chance, most=40)
    rules = harness.table.match.rules
    late = harness.person(rtt=20.0)
    missed = {heard["n"]: heard for heard in late.heard[0]["missed"]}
    hushed = 0
    for row in harness.store.rows:
        if row.kind != "action":
            continue
        _, seat, action, _ = json.loads(row.body)["e"]
        words = rules.heard(action)
        if words is None:
            continue
        hushed += 1
        for person in (*people, watcher):
            told = next(told for told in person.told("event") if told["n"] == row.number)
            assert told["seat"] == seat
            assert told["words"] == words
            assert told.get("action") == (action if person.seat == seat else None)
        assert "action" not in missed.get(row.number, {})
        assert missed.get(row.number, {}).get("words", words) == words
    assert (hushed > 2) == bool(rules.hushed)


@every_game
def test_the_seed_is_in_nothing_that_is_sent_before_the_end(name):
    harness = TableHarness(name, seats=SEATS)
    people = [harness.person(0), harness.person(1)]
    watcher = harness.person()
    people[0].say(m.Start())
    play_randomly(harness, people, random.Random(f"seed of {name}"), most=60)
    harness.table.gone(people[1])
    back = harness.join(people[1].token, last=5)
    late = harness.person()
    started = harness.table.started
    sent = b"".join(message for person in (*people, watcher, back, late) for _, _, message in person.sent)
    said = sent + json.dumps(harness.store.notes).encode()
    if not harness.table.match.over:
        assert not harness.store.matches, "nor can a log be had before the end"
        for secret in (str(started.seed), f"{started.seed:x}", started.salt):
            assert secret.encode() not in said
        assert b'"seed"' not in said
    assert all(hidden.encode() not in said for hidden in ("an-invitation", people[0].token, people[1].token))


def test_the_seed_is_revealed_at_the_end():
    harness = TableHarness("piccolo", seats=2)
    watcher = harness.person()
    harness.table.start()
    assert harness.clock.until(lambda: harness.table.match.over, 3_600_000)
    kinds = [told["t"] for told in watcher.heard]
    before = b"".join(message for _, _, message in watcher.sent[: kinds.index("over")])
    assert watcher.last("over")["seed"].encode() not in before
    assert watcher.last("over")["seed"] == str(harness.table.match.seed)
