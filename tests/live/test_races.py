"""Races for a bell: who is asked, how long the verdict waits, and who wins."""

import pytest
from tests.extent import SOAK
from tests.live.decks import ALL_FIVES, NO_FIVES
from tests.live.play_harness import FLIP, LEAVE, RING, PlayHarness
from tests.live.racing import TRICKS, Races

from parlour.kit import BadInput, IllegalAction
from parlour.live.fair import GATHER, PAINT_DELAY, VERDICT_WAIT


def test_the_first_ring_asks_the_others_and_the_verdict_falls_when_they_have_answered():
    harness = PlayHarness(seats=3, deck=ALL_FIVES).go()
    number, at = harness.flip()
    harness.ring(0, number, at, 500)
    assert harness.asked == [(1, {1, 2})]
    with pytest.raises(IllegalAction, match="wait for the verdict"):
        harness.play.press(int(harness.match.state.turn), FLIP)
    harness.clock.run(20)
    harness.play.answered(1, 1)
    harness.play.answered(2, 1)
    harness.clock.run(GATHER + 1 + 10 + PAINT_DELAY - 30 - 1)
    assert not harness.verdicts(), "a hand that comes down 150 ms later is judged with the first"
    harness.clock.run(1.1)
    [(_, judged)] = harness.verdicts()
    assert [seat for seat, _ in judged.rings] == [0]
    assert judged.answered == number
    assert judged.rings[0][1].reaction == pytest.approx(500)
    assert harness.match.state.verdict_by == 0
    assert harness.rings() == [(round(harness.match.state.last_flip + 500), 0)]


def test_the_verdict_does_not_wait_for_ever():
    harness = PlayHarness(deck=ALL_FIVES).go()
    number, at = harness.flip()
    harness.ring(0, number, at, 500)
    arrival = harness.clock.now()
    harness.clock.run(VERDICT_WAIT - 0.1)
    assert not harness.verdicts()
    harness.clock.run(0.2)
    [(when, judged)] = harness.verdicts()
    assert when == arrival + VERDICT_WAIT
    assert judged.late == 0


def test_a_lost_connection_is_not_waited_for():
    harness = PlayHarness(deck=ALL_FIVES).go()
    number, at = harness.flip()
    harness.ring(0, number, at, 500)
    harness.clock.run(20)
    del harness.people[1]
    harness.play.disconnected(1)
    assert harness.clock.until(lambda: bool(harness.verdicts()), GATHER + 2)
    assert harness.verdicts()[0][0] == pytest.approx(at + 500 + GATHER + 1)


def test_the_answer_to_another_race_counts_for_nothing():
    harness = PlayHarness(deck=ALL_FIVES).go()
    number, at = harness.flip()
    harness.ring(0, number, at, 500)
    for race in (0, 2, 77):
        harness.play.answered(1, race)
    harness.clock.run(GATHER + 30)
    assert not harness.verdicts()


def test_the_first_press_wins_no_matter_whose_message_came_first():
    harness = PlayHarness(rtts={0: 20, 1: 250}, deck=ALL_FIVES).go()
    number, at = harness.flip()
    bank = harness.match.state.bank_left.tolist()
    harness.ring(0, number, at, 500)
    harness.ring(1, number, at, 450)
    harness.clock.run(VERDICT_WAIT)
    [(_, judged)] = harness.verdicts()
    assert [seat for seat, _ in judged.rings] == [1, 0]
    assert [round(stamp.reaction) for _, stamp in judged.rings] == [450, 500]
    state = harness.match.state
    assert (state.verdict_by, state.verdict) == (1, 1)
    assert state.bank_left[0] == bank[0], "a right ring that comes second is never punished"
    assert not state.locked[0]
    first, second = harness.rings()
    assert (first[1], second[1]) == (1, 0)
    assert second[0] - first[0] == 50


def test_a_ring_that_comes_too_late_is_not_judged_at_all():
    harness = PlayHarness(deck=NO_FIVES, seats=3).go()
    number, at = harness.flip()
    bank = harness.match.state.bank_left.tolist()
    harness.ring(0, number, at, 300)
    harness.ring(1, number, at, 300 + GATHER + 5)
    harness.clock.run(VERDICT_WAIT)
    [(_, judged)] = harness.verdicts()
    assert [seat for seat, _ in judged.rings] == [0]
    assert harness.match.state.bank_left[1] == bank[1] + 1, "seat 0 was wrong and pays; seat 1 is paid and not fined"


def test_a_ring_from_before_a_flip_enters_at_the_flip_and_distances_stay():
    """The card was decided ahead, so the match's clock is already there; the grace rule finds the cards before it."""
    harness = PlayHarness(rtts={0: 20, 1: 400}, deck=ALL_FIVES, min_flip_gap_ms=800).go()
    number, at = harness.flip()
    harness.arrive(at + 900)
    harness.play.press(int(harness.match.state.turn), FLIP)
    flipped, instant = harness.last.ms, harness.last.at
    harness.ring(0, number, at, instant - at - 50)
    harness.ring(1, number, at, instant - at - 20)
    assert harness.clock.until(lambda: bool(harness.verdicts()), VERDICT_WAIT)
    assert harness.rings() == [(flipped, 0), (flipped + 30, 1)]
    assert harness.match.state.verdict == 1
    assert harness.match.state.verdict_by == 0


def test_a_race_goes_to_the_ring_that_a_handicap_makes_first():
    harness = PlayHarness(deck=ALL_FIVES, handicap_ms=[300, 0]).go()
    number, at = harness.flip()
    harness.ring(0, number, at, 500)
    harness.ring(1, number, at, 700)
    harness.clock.run(2 * VERDICT_WAIT)
    [(_, judged)] = harness.verdicts()
    assert [seat for seat, _ in judged.rings] == [0, 1]
    assert harness.match.state.verdict_by == 1


@pytest.mark.parametrize("reaction", [520, 680])
def test_bots_race_too_and_have_no_latency(reaction):
    """The reference player rings 600 ms after a five."""
    harness = PlayHarness(seats=2, rtts={0: 100.0}, deck=ALL_FIVES)
    harness.play.seat_bot(1, "reference", 1)
    harness.go()
    assert harness.clock.until(lambda: harness.number == 1)
    number, at = 1, harness.last.at
    harness.ring(0, number, at, reaction)
    harness.play.answered(0, 1)
    harness.clock.run(VERDICT_WAIT)
    [(_, judged)] = harness.verdicts()
    assert [seat for seat, _ in judged.rings] == ([0, 1] if reaction < 600 else [1, 0])
    assert dict(judged.rings)[1].reaction == pytest.approx(600)
    assert harness.match.state.verdict_by == (0 if reaction < 600 else 1)


def test_a_bot_that_will_ring_first_comes_before_a_card_that_is_decided_ahead():
    """The next card is due 100 ms after the bot's ring, and would be decided long before it."""
    harness = PlayHarness(seats=2, rtts={0: 500.0}, deck=ALL_FIVES, flip="automatic", min_flip_gap_ms=700)
    harness.play.seat_bot(1, "reference", 1)
    harness.go()
    assert harness.clock.until(lambda: harness.number == 1)
    at = harness.last.at
    assert harness.clock.until(lambda: bool(harness.asked))
    assert harness.clock.now() == pytest.approx(at + 600)
    assert harness.clock.until(lambda: bool(harness.verdicts()))
    assert [told.reveal for _, told in harness.told[:3]] == [True, False, False]


def test_stopping_judges_the_open_race_by_what_is_known():
    harness = PlayHarness(deck=ALL_FIVES).go()
    number, at = harness.flip()
    harness.ring(0, number, at, 500)
    harness.play.stop()
    [(when, _)] = harness.verdicts()
    assert when == harness.clock.now()
    assert harness.match.state.verdict_by == 0


def test_a_player_who_leaves_during_a_race_leaves_after_the_verdict():
    harness = PlayHarness(seats=3, deck=ALL_FIVES).go()
    number, at = harness.flip()
    harness.ring(0, number, at, 500)
    harness.play.leave(0, LEAVE)
    assert harness.match.state.playing[0]
    harness.clock.run(VERDICT_WAIT)
    assert [told.action for _, told in harness.told[-3:]] == [RING, None, LEAVE]
    assert harness.match.state.verdict_by == 0
    assert not harness.match.state.playing[0]


def test_a_flip_that_waits_is_turned_down_when_the_bell_is_rung():
    harness = PlayHarness(deck=ALL_FIVES).go()
    number, at = harness.flip()
    turn = int(harness.match.state.turn)
    harness.arrive(at + 500)
    harness.play.press(turn, FLIP, refuse=harness.refused.append)
    harness.ring(1 - turn, number, at, 520)
    harness.clock.run(1000)
    assert harness.match.state.verdict_by == 1 - turn
    assert [str(refused) for refused in harness.refused] == ["PIC-15: the bell has been rung: wait for the verdict"]
    assert harness.match.state.flips == 1


def test_between_two_races_the_clock_goes_on_from_the_verdict():
    harness = PlayHarness(deck=ALL_FIVES).go()
    number, at = harness.flip()
    harness.ring(0, number, at, 500)
    assert harness.clock.until(lambda: bool(harness.verdicts()))
    when, judged = harness.verdicts()[0]
    assert judged.ms == harness.rings()[0][0] + GATHER + 1
    assert harness.play.time.now() == judged.ms, "the wait for the lines is not in the match's time"
    harness.clock.run(1500)
    assert harness.last.ms == judged.ms + 1500, "the result has been shown"
    assert harness.last.at == pytest.approx(when + 1500)


def test_a_pause_waits_for_the_verdict_of_an_open_race():
    harness = PlayHarness(rtts={0: 20, 1: 250}, deck=ALL_FIVES).go()
    number, at = harness.flip()
    paused = []
    harness.ring(0, number, at, 500)
    harness.play.pause(0, lambda: paused.append(harness.clock.now()))
    harness.ring(1, number, at, 450)
    assert not paused
    harness.clock.run(VERDICT_WAIT)
    [(when, judged)] = harness.verdicts()
    assert [seat for seat, _ in judged.rings] == [1, 0]
    assert paused == [when]
    assert not harness.play.running


def test_a_pause_waits_for_rings_under_way_but_not_for_later_ones():
    harness = PlayHarness(rtts={0: 20, 1: 250}, deck=ALL_FIVES).go()
    number, at = harness.flip()
    paused = []
    harness.arrive(at + 460)
    harness.play.pause(0, lambda: paused.append(harness.clock.now()))
    harness.play.pause(0, lambda: paused.append(harness.clock.now()))
    harness.clock.run(40)
    with pytest.raises(BadInput, match="paused"):
        harness.play.press(0, RING, number, 490.0)
    harness.ring(1, number, at, 450)
    harness.clock.run(2 * VERDICT_WAIT)
    assert [seat for seat, _ in harness.verdicts()[0][1].rings] == [1]
    assert len(paused) == 1


def test_nothing_new_happens_before_a_pause_that_is_waited_for():
    harness = PlayHarness(rtts={0: 20, 1: 250}, deck=NO_FIVES, flip="automatic", min_flip_gap_ms=400).go()
    assert harness.clock.until(lambda: harness.number == 1)
    at = harness.last.at
    harness.arrive(at + 390)
    cards = harness.number
    paused = []
    harness.play.pause(0, lambda: paused.append(harness.number))
    with pytest.raises(BadInput, match="paused"):
        harness.play.press(int(harness.match.state.turn), FLIP)
    harness.clock.run(VERDICT_WAIT)
    assert paused == [cards]


@pytest.mark.parametrize("trick", TRICKS)
def test_at_20_and_250_ms_no_message_makes_the_nearer_ring_win(trick):
    races = Races(trick=TRICKS[trick]).play(2000 if SOAK else 700)
    assert races.truly_first() >= 0.97
    assert races.wins(0) <= 0.55
