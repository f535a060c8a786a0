"""A match in real time: its clock, its timers and people's actions."""

import pytest
from tests.live.decks import ALL_FIVES, NO_FIVES
from tests.live.play_harness import FLIP, LEAVE, RING, PlayHarness

from parlour.kit import IllegalAction
from parlour.live.fair import FRAME, VERDICT_WAIT
from parlour.live.play import TOO_SOON_MS


@pytest.mark.parametrize("pace", [1.0, 4.0])
def test_the_clock_of_a_match_stands_still_while_it_is_paused(pace):
    harness = PlayHarness(pace=pace).go()
    harness.clock.run(500)
    assert harness.play.time.now() == 500 * pace
    harness.play.stop()
    harness.clock.run(60_000)
    assert harness.play.time.now() == 500 * pace
    harness.play.go()
    harness.clock.run(100)
    assert harness.play.time.now() == 600 * pace


@pytest.mark.parametrize("pace", [1.0, 5.0])
def test_a_timer_of_the_rules_turns_a_card_up_ahead_of_its_instant(pace):
    """The table flips by itself after 5 s; this is decided early enough for the slower connection."""
    harness = PlayHarness(rtts={0: 20, 1: 200}, pace=pace).go()
    harness.clock.run(20_000 / pace)
    when, flip = harness.told[0]
    assert (flip.seat, flip.ms, flip.reveal) == (None, 5000, True)
    assert flip.at == pytest.approx(harness.start + 5000 / pace)
    assert when == pytest.approx(flip.at - (100 + FRAME)), "the milliseconds of the line stay real at any pace"
    assert [told.ms for _, told in harness.told[:3]] == [5000, 10_000, 15_000]


def test_a_pause_moves_what_is_due():
    harness = PlayHarness().go()
    harness.clock.run(3000)
    harness.play.stop()
    harness.clock.run(10_000)
    assert not harness.told
    harness.play.go()
    harness.clock.run(2000)
    assert harness.last.at == pytest.approx(harness.start + 15_000)
    assert harness.last.ms == 5000


def test_leaving_during_a_pause_does_not_start_the_clock():
    harness = PlayHarness(seats=3).go()
    harness.clock.run(3000)
    harness.play.stop()
    harness.clock.run(60_000)
    harness.play.leave(0, LEAVE)
    assert [(told.ms, told.action) for _, told in harness.told] == [(3000, LEAVE)]
    assert not harness.match.state.flips


def test_a_flip_is_shown_to_all_at_one_instant_a_lead_ahead():
    harness = PlayHarness(rtts={0: 20, 1: 250}).go()
    harness.clock.run(1000)
    now = harness.clock.now()
    harness.play.press(int(harness.match.state.turn), FLIP)
    when, flip = harness.told[0]
    assert when == now
    assert flip.at == pytest.approx(now + 125 + FRAME, abs=0.51), "to a whole ms of the match"
    assert flip.ms == harness.match.clock == round(harness.play.time.game_of(flip.at))


def test_a_press_a_little_too_soon_waits_for_its_moment():
    harness = PlayHarness(rtts={0: 20, 1: 20}, deck=NO_FIVES).go()
    _, at = harness.flip()
    first = harness.last.ms
    harness.arrive(at + 500)
    harness.play.press(int(harness.match.state.turn), FLIP, refuse=harness.refused.append)
    assert harness.number == 1
    harness.clock.run(250)
    assert harness.number == 1
    harness.clock.run(100)
    assert harness.last.ms == first + 800
    assert harness.last.at == pytest.approx(at + 800, abs=0.01)
    assert harness.told[1][0] == pytest.approx(harness.last.at - 10 - FRAME, abs=0.01)
    assert not harness.refused


def test_a_press_far_too_soon_is_refused_with_the_rule():
    harness = PlayHarness(deck=NO_FIVES).go()
    _, at = harness.flip()
    harness.arrive(at + 799 - TOO_SOON_MS - 10 - FRAME)
    with pytest.raises(IllegalAction) as refused:
        harness.play.press(int(harness.match.state.turn), FLIP)
    assert refused.value.rule == "PIC-15"
    harness.clock.run(2000)
    assert harness.number == 1


def test_a_repeated_press_counts_once():
    harness = PlayHarness(deck=NO_FIVES).go()
    _, at = harness.flip()
    seat = int(harness.match.state.turn)
    harness.arrive(at + 500)
    for _ in range(3):
        harness.play.press(seat, FLIP, refuse=harness.refused.append)
    harness.clock.run(2000)
    assert [told.seat for _, told in harness.told[1:]] == [seat]
    assert not harness.refused


def test_an_illegal_action_is_refused_at_once_and_changes_nothing():
    harness = PlayHarness().go()
    other = 1 - int(harness.match.state.turn)
    before = harness.match.state.tobytes()
    for action, rule in ((FLIP, "PIC-10"), (99, "PIC-13")):
        with pytest.raises(IllegalAction) as refused:
            harness.play.press(other, action)
        assert refused.value.rule == rule
    assert harness.match.state.tobytes() == before
    assert not harness.told


def test_a_waiting_press_is_turned_down_when_the_match_is_stopped():
    harness = PlayHarness(deck=NO_FIVES).go()
    _, at = harness.flip()
    harness.arrive(at + 500)
    harness.play.press(int(harness.match.state.turn), FLIP, refuse=harness.refused.append)
    harness.play.stop()
    assert [refused.rule for refused in harness.refused] == ["PIC-15"]
    harness.play.go()
    harness.clock.run(1000)
    assert harness.number == 1


def test_a_late_event_loop_keeps_the_order_of_events():
    """A ring arrives although the timer of an earlier flip has not been called yet."""
    harness = PlayHarness(deck=ALL_FIVES).go()
    harness.clock.time += 5300  # without calling any timer
    harness.play.press(0, RING)
    assert (harness.last.ms, harness.last.seat, harness.last.reveal) == (5000, None, True)
    harness.clock.run(VERDICT_WAIT)
    assert [told.seat for _, told in harness.told] == [None, 0, None]
    assert harness.match.state.verdict == 1
