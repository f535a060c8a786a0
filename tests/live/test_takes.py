"""Races for a card: a take is held back, so that an earlier one can overtake it."""

import pytest
from tests.every import deep_if_compiled
from tests.live.play_harness import PlayHarness

from parlour.kit import BadInput

pytestmark = deep_if_compiled  # `make sample` makes them interpreted: compiling this game and its bots takes 19 s

TAKE, HOLD, HOLD_ALL, LET_GO = 0, 84, 168, 253
LOOSE, HELD = 3, 4


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
    pressed = harness.play.time.now() - 10  # half a round trip ago
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


# CON-31, CON-37, CON-46: every move with a card counts from the press, and what ends by itself waits for presses


def press(harness, seat, action, at):
    """Somebody presses at a real instant; the message takes half a round trip."""
    harness.arrive(at + harness.rtts[seat] / 2)
    number = harness.number
    harness.play.press(seat, action, number, at - harness.told[number - 1][1].at, harness.refused.append)


def with_a_loose_card(rtts, **options):
    """Seat 1 has taken a card, which is still loose and may be stolen."""
    harness = PlayHarness("confetti", seats=len(rtts), rtts=rtts, **{"conflict": "first-come", **options}).go()
    harness.clock.run(1000)
    card = card_in_the_middle(harness)
    harness.play.press(1, TAKE + card)
    harness.clock.run(2000)
    assert harness.match.state.place[card] == LOOSE
    return harness, card


def test_the_earlier_of_hold_and_take_decides_whatever_the_line():
    harness, card = with_a_loose_card({0: 20, 1: 160})
    now = harness.clock.now()
    press(harness, 0, TAKE + card, now + 60)
    press(harness, 1, HOLD + card, now + 20)
    harness.clock.run(200)
    assert (harness.match.state.owner[card], harness.match.state.place[card]) == (1, HELD)
    assert [refused.rule for refused in harness.refused] == ["CON-18"]


def test_a_take_before_the_hold_wins_too():
    harness, card = with_a_loose_card({0: 160, 1: 20})
    now = harness.clock.now()
    press(harness, 1, HOLD + card, now + 60)
    press(harness, 0, TAKE + card, now + 20)
    harness.clock.run(200)
    assert harness.match.state.owner[card] == 0


@pytest.mark.parametrize(("after", "tug"), [(240, True), (260, False)])
def test_the_window_of_a_tug_is_open_for_presses_under_way(after, tug):
    harness, _ = with_a_loose_card({0: 160, 1: 160}, conflict="tug")
    card, now = card_in_the_middle(harness), harness.clock.now()
    press(harness, 0, TAKE + card, now + 20)
    press(harness, 1, TAKE + card, now + 20 + after)
    harness.clock.run(150)
    assert (harness.match.state.pulling[card] == 0b11) == tug
    assert [refused.rule for refused in harness.refused] == ([] if tug else ["CON-24"])


@pytest.mark.parametrize("kind", ["take", "hold", "hold all", "discard", "let go"])
def test_a_press_before_the_end_counts_if_it_arrives_after_it(kind):
    harness, card = with_a_loose_card({0: 20, 1: 160}, round_seconds=45, conflict="tug")
    ends = harness.play.time.real_of(45_000)
    harness.arrive(ends - 1500)
    other = card_in_the_middle(harness)
    if kind == "let go":
        press(harness, 0, TAKE + other, ends - 600)
        press(harness, 1, TAKE + other, ends - 600)
        harness.clock.run(100)
        assert harness.match.state.pulling[other] == 0b11
    action = {"take": TAKE + other, "hold": HOLD + card, "hold all": HOLD_ALL}.get(kind)
    action = {"discard": HOLD_ALL + 1 + card, "let go": LET_GO + other}.get(kind, action)
    press(harness, 1, action, ends - 20)
    assert harness.clock.now() > ends
    harness.clock.run(200)
    assert not harness.refused
    assert (1, action) in [(told.seat, told.action) for _, told in harness.told]
    assert harness.match.state.phase != 0
    played = next(told.ms for _, told in harness.told if told.action == action and told.seat == 1)
    assert played == pytest.approx(44_980, abs=1)


def test_a_press_after_the_end_is_refused():
    harness, card = with_a_loose_card({0: 20, 1: 160}, round_seconds=45)
    ends = harness.play.time.real_of(45_000)
    press(harness, 1, HOLD + card, ends + 20)
    harness.clock.run(200)
    assert [refused.rule for refused in harness.refused] == ["CON-17"]


def test_a_bot_does_not_overtake_an_earlier_press_on_a_slow_line():
    harness = PlayHarness("confetti", seats=2, rtts={0: 160}, conflict="first-come", stealing="off")
    harness.play.seat_bot(1, "sharp", 1)
    harness.go()
    taken = [(told.ms, told.action) for told in first_takes(harness, seat=1)]
    moment, action = taken[0]
    again = PlayHarness("confetti", seats=2, rtts={0: 160}, conflict="first-come", stealing="off")
    again.play.seat_bot(1, "sharp", 1)
    again.go()
    again.arrive(again.play.time.real_of(moment) - 10 + 80)
    again.play.press(0, action, refuse=again.refused.append)
    again.clock.run(100)
    assert again.match.state.owner[action] == 0, "pressed 10 ms before the bot"


def first_takes(harness, seat):
    assert harness.clock.until(lambda: any(told.seat == seat and told.action < HOLD for _, told in harness.told))
    return [told for _, told in harness.told if told.seat == seat and told.action < HOLD]


def test_moves_of_one_player_are_judged_in_their_order():
    """A second press is not refused because of what the first, which still waits, will have changed."""
    harness, card = with_a_loose_card({0: 160, 1: 20})
    now = harness.clock.now()
    press(harness, 1, HOLD + card, now + 20)
    press(harness, 1, HOLD_ALL + 1 + card, now + 40)
    press(harness, 1, TAKE + card, now + 45)
    harness.clock.run(300)
    moves = [told.action for _, told in harness.told if told.seat == 1][1:]
    assert moves == [HOLD + card, HOLD_ALL + 1 + card, TAKE + card]
    assert not harness.refused
