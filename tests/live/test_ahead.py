"""Events that are decided ahead, for the sake of slow connections, must not leak early: not even in a refusal."""

import pytest
from tests.live.decks import NO_FIVES
from tests.live.fakes import TableHarness
from tests.live.worlds import World

from parlour.live import messages as m

FLIP, RING = 0, 1
NEAR, FAR = 20.0, 500.0  # round trips
WORLDS = 40
FIVE = "TWI-23"  # a five in your own stack alone wins nothing, so ringing is not allowed


class Rung:
    """Somebody flips the first card of a match, and rings at once, before the card is shown."""

    def __init__(self, harness, tokens, opener, seed):
        rtts = [NEAR if seat == opener else FAR for seat in range(2)]
        world = World(harness, tokens, opener, seed, rtts)
        world.ears.act(FLIP)
        (flip,) = world.ears.told("event")
        self.ahead = flip["at"] - world.table.clock.now()
        self.said = world.refusal(opener, RING)
        world.run(self.ahead + 1000)
        seats = flip["change"]
        self.five = any(value["amount"] == 5 for path, value in seats if path[-1] == "top")
        leaves, self.sent = 0.0, []
        for _, left, message in world.ears.sent:
            leaves = max(leaves, left)  # a connection keeps the order
            self.sent.append((leaves, message))
        face = next(place for place, (_, message) in enumerate(self.sent) if b'"reveal":true' in message)
        self.before = self.sent[:face]
        self.refused = [told["rule"] for told in world.ears.told("refused")]
        self.refused_at = [left for left, message in self.sent if b'"t":"refused"' in message]
        self.shown_at = flip["at"]


@pytest.mark.deep
def test_a_ring_before_a_card_is_seen_is_answered_by_what_was_seen():
    harness = TableHarness("piccolo_twist", seats=2, own_stack="stays")
    people = [harness.person(seat) for seat in range(2)]
    people[0].say(m.Start())
    opener = int(harness.table.match.state.turn)
    rung = [Rung(harness, [person.token for person in people], opener, seed) for seed in range(WORLDS)]
    assert all(each.ahead > 250 for each in rung)
    assert {each.five for each in rung} == {True, False}
    assert {each.said for each in rung} == {None}
    assert len({tuple(each.before) for each in rung}) == 1
    for each in rung:
        assert each.refused == ([FIVE] if each.five else [])
        assert all(left >= each.shown_at for left in each.refused_at)


def test_a_locked_bell_stays_locked_until_the_next_card_is_seen():
    """A wrong ring has locked the bell for this player until the next flip, which is decided but not shown yet."""
    harness = TableHarness("piccolo", seats=2, deck=NO_FIVES)
    near, far = harness.person(0, NEAR), harness.person(1, FAR)
    near.say(m.Start())
    match = harness.table.match
    people = (near, far)

    def flip():
        people[match.state.turn].act(FLIP)
        harness.clock.run(near.last("event")["at"] - harness.clock.now() + 900)

    flip()
    flip()
    near.act(RING)  # wrong: at most two ones are in view
    assert harness.clock.until(lambda: near.view["result"] is not None)
    assert not near.view["result"]["right"]
    assert harness.clock.until(
        lambda: near.view["result"] is None or near.last("event")["ms"] >= near.view["pace"]["shown_until"]
    )
    harness.clock.run(500)
    people[match.state.turn].act(FLIP)
    flipped = near.last("event")
    assert flipped["at"] > harness.clock.now() + 200
    refused = _refused(near)
    assert refused == "PIC-56"
    harness.clock.run(flipped["at"] - harness.clock.now() + 50)
    assert _refused(near) is None


def _refused(person):
    try:
        person.act(RING)
    except Exception as refused:
        return refused.rule
    return None
