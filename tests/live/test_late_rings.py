"""A ring for a card whose race is already judged comes too late, and costs nothing (PIC-55)."""

import pytest
from tests.live.decks import ALL_FIVES
from tests.live.play_harness import RING, PlayHarness

from parlour.kit import IllegalAction


def shown():
    """A race has been judged, and the end of showing its verdict has been decided ahead, but has not come yet."""
    harness = PlayHarness(rtts={0: 20.0, 1: 250.0}, pace=5, deck=ALL_FIVES, auto_flip_ms=60000).go()
    number, at = harness.flip()
    harness.clock.run(500)
    harness.play.press(0, RING, number, 490.0)
    for race, seats in harness.asked:
        for seat in seats:
            harness.play.answered(seat, race)
    assert harness.clock.until(lambda: any(happening.rings for _, happening in harness.told))
    verdicts = harness.number
    assert harness.clock.until(lambda: harness.number > verdicts)  # in the match, the bell can be rung again
    assert harness.last.at > harness.clock.now()
    assert harness.match.why_not(1, RING) is None
    return harness, number, at


def test_a_ring_that_counts_for_before_the_bell_was_free_is_ignored():
    harness, number, _ = shown()
    events, races = harness.number, len(harness.asked)
    with pytest.raises(IllegalAction) as refused:
        harness.play.press(1, RING, number, 600.0)
    assert refused.value.rule == "PIC-55"
    harness.clock.run(harness.last.at - harness.clock.now())
    assert (harness.number, len(harness.asked)) == (events, races)


def test_a_ring_at_the_next_card_counts():
    harness, _, _ = shown()
    harness.clock.run(harness.last.at - harness.clock.now() + 1)
    number, _ = harness.flip()
    harness.clock.run(700)
    harness.play.press(1, RING, number, 500.0)
    assert harness.clock.until(lambda: harness.last.rings)
    assert [seat for seat, _ in harness.last.rings] == [1]
