"""A hand that was on its way to a card whose race is judged: it comes too late, and it costs nothing (PIC-55)."""

import pytest
from tests.live.test_live_play import ALL_FIVES, RING, Stage

from parlour.kit import IllegalAction


def shown():
    """A race at a five has been judged, and the end of its showing has been decided ahead, but has not come."""
    stage = Stage(rtts={0: 20.0, 1: 250.0}, pace=5, deck=ALL_FIVES, auto_flip_ms=60000).go()
    number, at = stage.flip()
    stage.clock.run(500)
    stage.play.press(0, RING, number, 490.0)
    for race, seats in stage.asked:
        for seat in seats:
            stage.play.answered(seat, race)
    assert stage.clock.until(lambda: any(happening.rings for _, happening in stage.told))
    verdicts = stage.number
    assert stage.clock.until(lambda: stage.number > verdicts)  # the bell is free again, in the match
    assert stage.last.at > stage.clock.now()
    assert stage.match.why_not(1, RING) is None
    return stage, number, at


def test_a_ring_that_counts_for_before_the_bell_was_free_is_ignored():
    stage, number, _ = shown()
    events, races = stage.number, len(stage.asked)
    with pytest.raises(IllegalAction) as refused:
        stage.play.press(1, RING, number, 600.0)
    assert refused.value.rule == "PIC-55"
    stage.clock.run(stage.last.at - stage.clock.now())
    assert (stage.number, len(stage.asked)) == (events, races)


def test_a_ring_at_the_next_card_counts():
    stage, _, _ = shown()
    stage.clock.run(stage.last.at - stage.clock.now() + 1)
    number, _ = stage.flip()
    stage.clock.run(700)
    stage.play.press(1, RING, number, 500.0)
    assert stage.clock.until(lambda: stage.last.rings)
    assert [seat for seat, _ in stage.last.rings] == [1]
