"""A match in real time, with a clock that the test moves: timers, bots, presses, races."""

import pytest
from tests.live.fakes import FakeClock

import parlour
from parlour.bots import Player
from parlour.kit import IllegalAction
from parlour.live.fair import FRAME, GATHER, PAINTED, WAIT, Line
from parlour.live.play import AHEAD_MS, LivePlay

FLIP, RING, VOTE, LEAVE = 0, 1, 2, 4
FRUITS = {"banana": 14, "strawberry": 14, "lime": 14, "plum": 13}
ALL_FIVES = {fruit: [0, 0, 0, 0, count] for fruit, count in FRUITS.items()}
NO_FIVES = {fruit: [count, 0, 0, 0, 0] for fruit, count in FRUITS.items()}
TAKE, HOLD, HOLD_ALL = 0, 84, 168


class Stage:
    """A match being played, with people of given round trips, and notes of all that is told."""

    def __init__(self, game="piccolo", seats=2, rtts=None, pace=1.0, seed=5, **options):
        self.clock = FakeClock()
        self.match = parlour.game(game).new(seats=seats, seed=seed, options=options)
        self.told = []  # (when, happening)
        self.asked = []
        self.refused = []
        self.rtts = dict.fromkeys(range(seats), 20.0) if rtts is None else rtts
        self.people = {seat: line(rtt) for seat, rtt in self.rtts.items()}
        self.play = LivePlay(self.match, self.clock, self.tell, lambda: self.people, self.ask, pace)
        self.start = self.clock.now()

    def tell(self, happening):
        self.told.append((self.clock.now(), happening))
        self.play.shown(len(self.told), happening.at, happening.reveal)

    def ask(self, race, seats):
        self.asked.append((race, seats))

    def go(self):
        self.play.go()
        return self

    @property
    def last(self):
        return self.told[-1][1]

    @property
    def number(self):
        return len(self.told)

    def flip(self, seat=None):
        """Somebody turns a card up; answers the event's number and its instant. Time goes on to that."""
        self.play.press(int(self.match.state.turn) if seat is None else seat, FLIP)
        assert self.last.reveal
        at, number = self.last.at, self.number
        self.clock.run(at - self.clock.now())
        return number, at

    def arrive(self, at):
        assert at >= self.clock.now()
        self.clock.run(at - self.clock.now())

    def ring(self, seat, number, at, reaction, claims=True):
        """A hand comes down so long after the card of that event, and the press takes half a round trip."""
        self.arrive(at + reaction + self.rtts[seat] / 2)
        self.play.press(seat, RING, number, reaction if claims else None)


def line(rtt):
    known = Line()
    for _ in range(8):
        known.pong(rtt)
    return known


def verdict(stage):
    return [(when, told) for when, told in stage.told if told.rings]


def rang(stage):
    return [(told.ms, told.seat) for _, told in stage.told if told.action == RING]


# The clock


@pytest.mark.parametrize("pace", [1.0, 4.0])
def test_the_clock_of_a_match_stands_still_while_it_is_paused(pace):
    stage = Stage(pace=pace).go()
    stage.clock.run(500)
    assert stage.play.game_now() == 500 * pace
    stage.play.stop()
    stage.clock.run(60_000)
    assert stage.play.game_now() == 500 * pace
    stage.play.go()
    stage.clock.run(100)
    assert stage.play.game_now() == 600 * pace


@pytest.mark.parametrize("pace", [1.0, 5.0])
def test_a_timer_of_the_rules_turns_a_card_up_ahead_of_its_instant(pace):
    """The table flips by itself after 5 s; it is decided so much earlier that the slower line has the face in time."""
    stage = Stage(rtts={0: 20, 1: 200}, pace=pace).go()
    stage.clock.run(20_000 / pace)
    when, flip = stage.told[0]
    assert (flip.seat, flip.ms, flip.reveal) == (None, 5000, True)
    assert flip.at == pytest.approx(stage.start + 5000 / pace)
    assert when == pytest.approx(flip.at - (100 + FRAME)), "the milliseconds of the line stay real at any pace"
    assert [told.ms for _, told in stage.told[:3]] == [5000, 10_000, 15_000]


def test_a_pause_moves_what_is_due():
    stage = Stage().go()
    stage.clock.run(3000)
    stage.play.stop()
    stage.clock.run(10_000)
    assert not stage.told
    stage.play.go()
    stage.clock.run(2000)
    assert stage.last.at == pytest.approx(stage.start + 15_000)
    assert stage.last.ms == 5000


def test_who_leaves_during_a_pause_does_not_let_the_time_run():
    stage = Stage(seats=3).go()
    stage.clock.run(3000)
    stage.play.stop()
    stage.clock.run(60_000)
    stage.play.leave(0, LEAVE)
    assert [(told.ms, told.action) for _, told in stage.told] == [(3000, LEAVE)]
    assert not stage.match.state.flips


# Presses


def test_a_flip_is_shown_to_all_at_one_instant_a_lead_ahead():
    stage = Stage(rtts={0: 20, 1: 250}).go()
    stage.clock.run(1000)
    now = stage.clock.now()
    stage.play.press(int(stage.match.state.turn), FLIP)
    when, flip = stage.told[0]
    assert when == now
    assert flip.at == pytest.approx(now + 125 + FRAME, abs=0.51), "to a whole ms of the match"
    assert flip.ms == stage.match.clock == round(stage.play.game_of(flip.at))


def test_a_press_a_little_too_soon_waits_for_its_moment():
    stage = Stage(rtts={0: 20, 1: 20}, deck=NO_FIVES).go()
    _, at = stage.flip()
    first = stage.last.ms
    stage.arrive(at + 500)
    stage.play.press(int(stage.match.state.turn), FLIP, refuse=stage.refused.append)
    assert stage.number == 1
    stage.clock.run(250)
    assert stage.number == 1
    stage.clock.run(100)
    assert stage.last.ms == first + 800
    assert stage.last.at == pytest.approx(at + 800, abs=0.01)
    assert stage.told[1][0] == pytest.approx(stage.last.at - 10 - FRAME, abs=0.01)
    assert not stage.refused


def test_a_press_far_too_soon_is_refused_with_the_rule():
    stage = Stage(deck=NO_FIVES).go()
    _, at = stage.flip()
    stage.arrive(at + 799 - AHEAD_MS - 10 - FRAME)
    with pytest.raises(IllegalAction) as refused:
        stage.play.press(int(stage.match.state.turn), FLIP)
    assert refused.value.rule == "PIC-15"
    stage.clock.run(2000)
    assert stage.number == 1


def test_pressed_twice_is_meant_once():
    stage = Stage(deck=NO_FIVES).go()
    _, at = stage.flip()
    seat = int(stage.match.state.turn)
    stage.arrive(at + 500)
    for _ in range(3):
        stage.play.press(seat, FLIP, refuse=stage.refused.append)
    stage.clock.run(2000)
    assert [told.seat for _, told in stage.told[1:]] == [seat]
    assert not stage.refused


def test_what_cannot_be_is_refused_at_once_and_changes_nothing():
    stage = Stage().go()
    other = 1 - int(stage.match.state.turn)
    before = stage.match.state.tobytes()
    for action, rule in ((FLIP, "PIC-10"), (99, "PIC-13")):
        with pytest.raises(IllegalAction) as refused:
            stage.play.press(other, action)
        assert refused.value.rule == rule
    assert stage.match.state.tobytes() == before
    assert not stage.told


def test_a_press_that_waits_is_told_when_the_match_is_stopped():
    stage = Stage(deck=NO_FIVES).go()
    _, at = stage.flip()
    stage.arrive(at + 500)
    stage.play.press(int(stage.match.state.turn), FLIP, refuse=stage.refused.append)
    stage.play.stop()
    assert [refused.rule for refused in stage.refused] == ["PIC-15"]
    stage.play.go()
    stage.clock.run(1000)
    assert stage.number == 1


def test_when_the_loop_is_late_things_still_happen_in_their_order():
    """A ring comes in before the timer of a card that should have been turned up was called."""
    stage = Stage(deck=ALL_FIVES).go()
    stage.clock.time += 5300  # and nobody was called
    stage.play.press(0, RING)
    assert (stage.last.ms, stage.last.seat, stage.last.reveal) == (5000, None, True)
    stage.clock.run(WAIT)
    assert [told.seat for _, told in stage.told] == [None, 0, None]
    assert stage.match.state.verdict == 1


# Bots


def test_bots_act_at_their_moments_and_the_match_can_be_replayed():
    stage = Stage(seats=4, rtts={}).go()
    for seat in range(4):
        stage.play.seat_bot(seat, "sharp", 70 + seat)
    assert stage.clock.until(lambda: stage.match.over, 3_600_000)
    ends = [told.ms for _, told in stage.told]
    assert ends == sorted(ends)
    assert len({told.seat for _, told in stage.told}) == 5, "every bot, and time"
    assert any(told.rings for _, told in stage.told)
    for when, told in stage.told:
        if told.reveal and told.seat is not None:
            assert when == pytest.approx(told.at, abs=0.01), "nobody has a line, so nothing is decided ahead"
    assert parlour.match.replay(stage.match.log()).state.tobytes() == stage.match.state.tobytes()


def test_bots_decide_ahead_when_somebody_watches_from_far():
    stage = Stage(seats=2, rtts={0: 300.0}, deck=NO_FIVES)
    stage.play.seat_bot(1, "sharp", 3)
    stage.go()
    assert stage.clock.until(lambda: any(told.seat == 1 for _, told in stage.told), 60_000)
    when, flip = next((when, told) for when, told in stage.told if told.seat == 1)
    assert when == pytest.approx(flip.at - 150 - FRAME, abs=0.01)


def test_a_search_is_done_elsewhere_and_never_twice_at_once():
    stage = Stage("parrot", seats=2, rtts={0: 20.0})
    stage.clock.search_ms = 300_000.0
    stage.play.seat_bot(1, Player("champion", playouts=2), 3)
    stage.go()
    assert stage.clock.searches == 1
    stage.clock.run(200_000)
    assert stage.number > 2, "the time to decide ran out, more than once"
    assert stage.clock.searches == 1
    assert stage.clock.until(lambda: stage.clock.searches == 2, 200_000), (
        "what was found is no longer wanted, so it is asked again"
    )


def test_a_bot_that_has_got_up_is_not_listened_to():
    stage = Stage("parrot", seats=2, rtts={0: 20.0})
    stage.clock.search_ms = 1000.0
    stage.play.seat_bot(1, Player("champion", playouts=2), 3)
    stage.go()
    stage.clock.run(500)
    stage.play.unseat_bot(1)
    stage.clock.run(5000)
    assert not stage.told


# Races


def test_the_first_ring_asks_the_others_and_the_verdict_falls_when_they_have_answered():
    stage = Stage(seats=3, deck=ALL_FIVES).go()
    number, at = stage.flip()
    stage.ring(0, number, at, 500)
    assert stage.asked == [(1, {1, 2})]
    with pytest.raises(IllegalAction, match="wait for the verdict"):
        stage.play.press(int(stage.match.state.turn), FLIP)
    stage.clock.run(20)
    stage.play.answered(1, 1)
    stage.play.answered(2, 1)
    stage.clock.run(GATHER + 1 + 10 + PAINTED - 30 - 1)
    assert not verdict(stage), "a hand that comes down 150 ms later is judged with the first"
    stage.clock.run(1.1)
    [(_, judged)] = verdict(stage)
    assert [seat for seat, _ in judged.rings] == [0]
    assert judged.answered == number
    assert judged.rings[0][1].reaction == pytest.approx(500)
    assert stage.match.state.verdict_by == 0
    assert rang(stage) == [(round(stage.match.state.last_flip + 500), 0)]


def test_the_verdict_does_not_wait_for_ever():
    stage = Stage(deck=ALL_FIVES).go()
    number, at = stage.flip()
    stage.ring(0, number, at, 500)
    arrival = stage.clock.now()
    stage.clock.run(WAIT - 0.1)
    assert not verdict(stage)
    stage.clock.run(0.2)
    [(when, judged)] = verdict(stage)
    assert when == arrival + WAIT
    assert judged.late == 0


def test_a_lost_line_is_not_waited_for():
    stage = Stage(deck=ALL_FIVES).go()
    number, at = stage.flip()
    stage.ring(0, number, at, 500)
    stage.clock.run(20)
    del stage.people[1]
    stage.play.lost(1)
    assert stage.clock.until(lambda: bool(verdict(stage)), GATHER + 2)
    assert verdict(stage)[0][0] == pytest.approx(at + 500 + GATHER + 1)


def test_the_answer_to_another_race_counts_for_nothing():
    stage = Stage(deck=ALL_FIVES).go()
    number, at = stage.flip()
    stage.ring(0, number, at, 500)
    for race in (0, 2, 77):
        stage.play.answered(1, race)
    stage.clock.run(GATHER + 30)
    assert not verdict(stage)


def test_who_pressed_first_wins_whose_ever_message_came_first():
    stage = Stage(rtts={0: 20, 1: 250}, deck=ALL_FIVES).go()
    number, at = stage.flip()
    bank = stage.match.state.bank_left.tolist()
    stage.ring(0, number, at, 500)
    stage.ring(1, number, at, 450)
    stage.clock.run(WAIT)
    [(_, judged)] = verdict(stage)
    assert [seat for seat, _ in judged.rings] == [1, 0]
    assert [round(stamp.reaction) for _, stamp in judged.rings] == [450, 500]
    state = stage.match.state
    assert (state.verdict_by, state.verdict) == (1, 1)
    assert state.bank_left[0] == bank[0], "a right ring that comes second is never punished"
    assert not state.locked[0]
    first, second = rang(stage)
    assert (first[1], second[1]) == (1, 0)
    assert second[0] - first[0] == 50


def test_a_hand_that_comes_too_late_is_not_judged_at_all():
    stage = Stage(deck=NO_FIVES, seats=3).go()
    number, at = stage.flip()
    bank = stage.match.state.bank_left.tolist()
    stage.ring(0, number, at, 300)
    stage.ring(1, number, at, 300 + GATHER + 5)
    stage.clock.run(WAIT)
    [(_, judged)] = verdict(stage)
    assert [seat for seat, _ in judged.rings] == [0]
    assert stage.match.state.bank_left[1] == bank[1] + 1, "seat 0 was wrong and pays; seat 1 is paid and not fined"


def test_a_ring_from_before_a_flip_enters_at_the_flip_and_distances_stay():
    """The card was decided ahead, so the match's clock is already there; grace finds the tableau before it."""
    stage = Stage(rtts={0: 20, 1: 400}, deck=ALL_FIVES, min_flip_gap_ms=800).go()
    number, at = stage.flip()
    stage.arrive(at + 900)
    stage.play.press(int(stage.match.state.turn), FLIP)
    flipped, instant = stage.last.ms, stage.last.at
    stage.ring(0, number, at, instant - at - 50)
    stage.ring(1, number, at, instant - at - 20)
    assert stage.clock.until(lambda: bool(verdict(stage)), WAIT)
    assert rang(stage) == [(flipped, 0), (flipped + 30, 1)]
    assert stage.match.state.verdict == 1
    assert stage.match.state.verdict_by == 0


def test_a_race_goes_to_the_hand_that_a_handicap_makes_first():
    stage = Stage(deck=ALL_FIVES, handicap_ms=[300, 0]).go()
    number, at = stage.flip()
    stage.ring(0, number, at, 500)
    stage.ring(1, number, at, 700)
    stage.clock.run(2 * WAIT)
    [(_, judged)] = verdict(stage)
    assert [seat for seat, _ in judged.rings] == [0, 1]
    assert stage.match.state.verdict_by == 1


@pytest.mark.parametrize("reaction", [520, 680])
def test_bots_race_too_and_have_no_line(reaction):
    """The reference player rings 600 ms after a five."""
    stage = Stage(seats=2, rtts={0: 100.0}, deck=ALL_FIVES)
    stage.play.seat_bot(1, "reference", 1)
    stage.go()
    assert stage.clock.until(lambda: stage.number == 1)
    number, at = 1, stage.last.at
    stage.ring(0, number, at, reaction)
    stage.play.answered(0, 1)
    stage.clock.run(WAIT)
    [(_, judged)] = verdict(stage)
    assert [seat for seat, _ in judged.rings] == ([0, 1] if reaction < 600 else [1, 0])
    assert dict(judged.rings)[1].reaction == pytest.approx(600)
    assert stage.match.state.verdict_by == (0 if reaction < 600 else 1)


def test_a_bot_that_will_ring_first_comes_before_a_card_that_is_decided_ahead():
    """The next card falls due 100 ms after the bot's ring, and would be decided long before it."""
    stage = Stage(seats=2, rtts={0: 500.0}, deck=ALL_FIVES, flip="automatic", min_flip_gap_ms=700)
    stage.play.seat_bot(1, "reference", 1)
    stage.go()
    assert stage.clock.until(lambda: stage.number == 1)
    at = stage.last.at
    assert stage.clock.until(lambda: bool(stage.asked))
    assert stage.clock.now() == pytest.approx(at + 600)
    assert stage.clock.until(lambda: bool(verdict(stage)))
    assert [told.reveal for _, told in stage.told[:3]] == [True, False, False]


def test_to_stop_is_to_judge_the_open_race_by_what_is_known():
    stage = Stage(deck=ALL_FIVES).go()
    number, at = stage.flip()
    stage.ring(0, number, at, 500)
    stage.play.stop()
    [(when, _)] = verdict(stage)
    assert when == stage.clock.now()
    assert stage.match.state.verdict_by == 0


def test_who_leaves_during_a_race_leaves_after_the_verdict():
    stage = Stage(seats=3, deck=ALL_FIVES).go()
    number, at = stage.flip()
    stage.ring(0, number, at, 500)
    stage.play.leave(0, LEAVE)
    assert stage.match.state.playing[0]
    stage.clock.run(WAIT)
    assert [told.action for _, told in stage.told[-3:]] == [RING, None, LEAVE]
    assert stage.match.state.verdict_by == 0
    assert not stage.match.state.playing[0]


def test_a_flip_that_waits_is_turned_down_when_the_bell_is_rung():
    stage = Stage(deck=ALL_FIVES).go()
    number, at = stage.flip()
    turn = int(stage.match.state.turn)
    stage.arrive(at + 500)
    stage.play.press(turn, FLIP, refuse=stage.refused.append)
    stage.ring(1 - turn, number, at, 520)
    stage.clock.run(1000)
    assert stage.match.state.verdict_by == 1 - turn
    assert [str(refused) for refused in stage.refused] == ["PIC-15: the bell has been rung: wait for the verdict"]
    assert stage.match.state.flips == 1


def test_between_two_races_the_clock_goes_on_from_the_verdict():
    stage = Stage(deck=ALL_FIVES).go()
    number, at = stage.flip()
    stage.ring(0, number, at, 500)
    assert stage.clock.until(lambda: bool(verdict(stage)))
    when, judged = verdict(stage)[0]
    assert judged.ms == rang(stage)[0][0] + GATHER + 1
    assert stage.play.game_now() == judged.ms, "the wait for the lines is not in the match's time"
    stage.clock.run(1500)
    assert stage.last.ms == judged.ms + 1500, "the result has been shown"
    assert stage.last.at == pytest.approx(when + 1500)


# Cards that are reached for


def confetti(rtts, **options):
    stage = Stage("confetti", seats=len(rtts), rtts=rtts, conflict="first-come", stealing="off", **options).go()
    stage.clock.run(1000)
    stage.play.press(0, TAKE + card_in_the_middle(stage))  # an event that all see
    stage.clock.run(1000)
    stage.told_before = stage.number
    return stage


def card_in_the_middle(stage, place=0):
    return [move for move in stage.match.legal(1) if move < HOLD][place]


def reach(stage, seat, card, at, number):
    """A hand reaches for a card at a real instant; the press takes half a round trip."""
    stage.arrive(at + stage.rtts[seat] / 2)
    stage.play.press(seat, TAKE + card, number, at - stage.told[number - 1][1].at, stage.refused.append)


def test_a_take_is_held_so_that_an_earlier_one_can_overtake_it():
    stage = confetti({0: 20, 1: 160})
    card, now = card_in_the_middle(stage), stage.clock.now()
    reach(stage, 0, card, now + 60, stage.number)
    assert stage.number == stage.told_before
    reach(stage, 1, card, now + 20, stage.number)
    stage.clock.run(200)
    assert stage.match.state.owner[card] == 1
    taken = stage.told[stage.told_before][1]
    assert (taken.seat, taken.action) == (1, TAKE + card)
    assert taken.ms == round(stage.play.game_of(now + 20))
    assert [refused.rule for refused in stage.refused] == ["CON-18"], "who came second is told"


def test_a_take_is_not_held_when_nobody_else_has_a_line():
    stage = confetti({0: 20, 1: 160})
    del stage.people[1]
    card = card_in_the_middle(stage)
    reach(stage, 0, card, stage.clock.now() + 20, stage.number)
    stage.clock.run(0)
    assert stage.match.state.owner[card] == 0


def test_what_comes_after_a_held_take_waits_for_it():
    """The end of the round, too: a take from before it counts."""
    stage = confetti({0: 20, 1: 280}, round_seconds=45)
    card = card_in_the_middle(stage)
    ends = stage.play.real_of(45_000)
    stage.arrive(ends - 100)
    reach(stage, 0, card, ends - 15, stage.number)
    stage.clock.run(50)
    assert stage.clock.now() > ends
    assert stage.match.state.phase == 0, "the sand has run, but somebody may have been first"
    stage.clock.run(150)
    assert card in stage.match.state.shown[0], "the hand that was counted has the card"
    assert stage.match.state.phase != 0


def test_a_stop_settles_what_is_reached_for():
    stage = confetti({0: 20, 1: 280})
    card = card_in_the_middle(stage)
    reach(stage, 0, card, stage.clock.now() + 20, stage.number)
    assert stage.match.state.owner[card] == -1
    stage.play.stop()
    assert stage.match.state.owner[card] == 0


def test_other_moves_wait_behind_a_take_that_was_before_them():
    stage = confetti({0: 20, 1: 280})
    card, own = card_in_the_middle(stage), next(move for move in stage.match.legal(0) if move > HOLD_ALL)
    reach(stage, 0, card, stage.clock.now() + 20, stage.number)
    stage.clock.run(10)
    pressed = stage.play.game_now()
    stage.play.press(0, own, refuse=stage.refused.append)
    assert stage.number == stage.told_before
    stage.clock.run(200)
    assert not stage.refused
    moves = [(told.seat, told.action) for _, told in stage.told[stage.told_before :] if told.seat is not None]
    assert moves == [(0, TAKE + card), (0, own)]
    assert next(told.ms for _, told in stage.told if told.action == own) == pressed


def test_a_number_that_somebody_made_up_is_not_kept():
    stage = confetti({0: 20, 1: 20})
    card = card_in_the_middle(stage)
    stage.play.press(0, TAKE + card, 10**60, 1e300)
    stage.clock.run(200)
    note = next(told.note for _, told in reversed(stage.told) if told.seat == 0)
    assert note["reveal"] is None
    assert note["claimed"] is None
