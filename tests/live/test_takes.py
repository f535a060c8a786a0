"""Races for a card: a take is held back, so that an earlier one can overtake it."""

import pytest
from tests.live.play_harness import PlayHarness

from parlour.kit import BadInput

TAKE, HOLD, HOLD_ALL = 0, 84, 168


def confetti(rtts, **options):
    harness = PlayHarness("confetti", seats=len(rtts), rtts=rtts, conflict="first-come", stealing="off", **options).go()
    harness.clock.run(1000)
    harness.play.press(0, TAKE + card_in_the_middle(harness))  # an event that everybody sees
    harness.clock.run(1000)
    harness.told_before = harness.number
    return harness


def card_in_the_middle(harness, place=0):
    return [move for move in harness.match.legal(1) if move < HOLD][place]


def reach(harness, seat, card, at, number):
    """Somebody reaches for a card at a real instant; the press takes half a round trip."""
    harness.arrive(at + harness.rtts[seat] / 2)
    harness.play.press(seat, TAKE + card, number, at - harness.told[number - 1][1].at, harness.refused.append)


def test_a_take_is_held_so_that_an_earlier_one_can_overtake_it():
    harness = confetti({0: 20, 1: 160})
    card, now = card_in_the_middle(harness), harness.clock.now()
    reach(harness, 0, card, now + 60, harness.number)
    assert harness.number == harness.told_before
    reach(harness, 1, card, now + 20, harness.number)
    harness.clock.run(200)
    assert harness.match.state.owner[card] == 1
    taken = harness.told[harness.told_before][1]
    assert (taken.seat, taken.action) == (1, TAKE + card)
    assert taken.ms == round(harness.play.time.game_of(now + 20))
    assert [refused.rule for refused in harness.refused] == ["CON-18"], "who came second is told"


def test_a_take_is_not_held_when_nobody_else_is_connected():
    harness = confetti({0: 20, 1: 160})
    del harness.people[1]
    card = card_in_the_middle(harness)
    reach(harness, 0, card, harness.clock.now() + 20, harness.number)
    harness.clock.run(0)
    assert harness.match.state.owner[card] == 0


def test_later_events_wait_for_a_held_take():
    """Even the end of the round: a take from before it counts."""
    harness = confetti({0: 20, 1: 280}, round_seconds=45)
    card = card_in_the_middle(harness)
    ends = harness.play.time.real_of(45_000)
    harness.arrive(ends - 100)
    reach(harness, 0, card, ends - 15, harness.number)
    harness.clock.run(50)
    assert harness.clock.now() > ends
    assert harness.match.state.phase == 0, "the sand has run, but somebody may have been first"
    harness.clock.run(150)
    assert card in harness.match.state.shown[0], "the hand that was counted has the card"
    assert harness.match.state.phase != 0


def test_stopping_settles_the_cards_reached_for():
    harness = confetti({0: 20, 1: 280})
    card = card_in_the_middle(harness)
    reach(harness, 0, card, harness.clock.now() + 20, harness.number)
    assert harness.match.state.owner[card] == -1
    harness.play.stop()
    assert harness.match.state.owner[card] == 0


def test_a_pause_waits_for_takes_that_may_have_been_earlier():
    harness = confetti({0: 20, 1: 160})
    card, now = card_in_the_middle(harness), harness.clock.now()
    reach(harness, 0, card, now + 60, harness.number)
    paused = []
    harness.play.pause(0, lambda: paused.append(int(harness.match.state.owner[card])))
    reach(harness, 1, card, now + 20, harness.number)
    assert not paused
    harness.clock.run(200)
    assert paused == [1]
    assert not harness.play.running


def test_a_take_after_the_pause_is_refused():
    harness = confetti({0: 20, 1: 160})
    card, now = card_in_the_middle(harness), harness.clock.now()
    harness.play.pause(0, lambda: None)
    with pytest.raises(BadInput, match="paused"):
        reach(harness, 1, card, now + 10, harness.number)


def test_other_moves_wait_behind_a_take_that_was_before_them():
    harness = confetti({0: 20, 1: 280})
    card, own = card_in_the_middle(harness), next(move for move in harness.match.legal(0) if move > HOLD_ALL)
    reach(harness, 0, card, harness.clock.now() + 20, harness.number)
    harness.clock.run(10)
    pressed = harness.play.time.now()
    harness.play.press(0, own, refuse=harness.refused.append)
    assert harness.number == harness.told_before
    harness.clock.run(200)
    assert not harness.refused
    moves = [(told.seat, told.action) for _, told in harness.told[harness.told_before :] if told.seat is not None]
    assert moves == [(0, TAKE + card), (0, own)]
    assert next(told.ms for _, told in harness.told if told.action == own) == pressed


def test_a_made_up_event_number_is_not_logged():
    harness = confetti({0: 20, 1: 20})
    card = card_in_the_middle(harness)
    harness.play.press(0, TAKE + card, 10**60, 1e300)
    harness.clock.run(200)
    note = next(told.note for _, told in reversed(harness.told) if told.seat == 0)
    assert note["reveal"] is None
    assert note["claimed"] is None
