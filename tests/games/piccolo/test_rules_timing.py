"""Piccolo, section 9 of the rulebook: timing of rings."""

from collections import Counter

import pytest
from tests.games.piccolo.tables import FLIP, RING, discards, draws, lay, piccolo, ring_out, with_seeds
from tests.helpers import refusal
from tests.live.decks import ALL_FIVES
from tests.live.play_harness import PlayHarness

from parlour.kit import NEVER


@pytest.mark.rule("PIC-52", "PIC-54")
def test_the_settled_times_alone_decide():
    match = lay(piccolo(3, handicap_ms=[100, 0, 0]), [10, 10, 10], [["lime5"], [], []])
    match.play(0, RING, at=1000)  # counts at 1100
    assert match.due == 1251
    assert match.view(1)["seats"][0]["rings_at"] == 1100
    match.play(2, RING, at=1094)
    assert match.due == 1245
    match.wait()
    assert match.view(0)["result"] == {"seat": 2, "right": True}
    assert draws(match) == [10, 10, 11]
    assert match.view(0)["pace"]["handicap_ms"] == [100, 0, 0]


@pytest.mark.rule("PIC-53")
@pytest.mark.parametrize(("late", "right"), [(0, True), (249, True), (250, False)])
def test_a_ring_may_answer_the_cards_before_the_last_flip(late, right):
    match = lay(piccolo(3), [["lime1", 9], 10, 10], [["plum1"], ["lime5"], []])
    match.play(0, FLIP, at=1000)
    assert match.state.five == 0
    match.play(2, RING, at=1000 + late)
    match.wait()
    assert match.view(0)["result"] == {"seat": 2, "right": right}
    assert draws(match) == ([9, 10, 13] if right else [10, 11, 8])


@pytest.mark.rule("PIC-53")
def test_without_grace_the_cards_in_view_decide():
    match = lay(piccolo(3, late_grace_ms=0), [["lime1", 9], 10, 10], [["plum1"], ["lime5"], []])
    match.play(0, FLIP, at=1000)
    match.play(2, RING, at=1000)
    match.wait()
    assert match.view(0)["result"] == {"seat": 2, "right": False}
    match = lay(piccolo(3, late_grace_ms=0), [["lime1", 9], 10, 10], [[], ["lime4"], []])
    match.play(0, FLIP, at=1000)
    match.play(2, RING, at=1000)
    match.wait()
    assert match.view(0)["result"] == {"seat": 2, "right": True}


@pytest.mark.rule("PIC-53")
def test_a_handicap_does_not_spoil_the_judgement():
    match = lay(piccolo(3, handicap_ms=[0, 0, 1500]), [["lime1", 9], 10, 10], [["plum1"], ["lime5"], []])
    match.play(0, FLIP, at=1000)
    match.play(2, RING, at=1249)
    assert match.due == 1249 + 1500 + 151
    match.wait()
    assert match.view(0)["result"] == {"seat": 2, "right": True}


@pytest.mark.rule("PIC-53")
def test_the_grace_ends_with_the_round():
    match = lay(piccolo(3), [["lime1", 9], 10, 10], [["plum1"], ["lime5"], []])
    match.play(0, FLIP, at=1000)
    ring_out(match, 2)
    match.state.last_flip = match.state.clock - 1
    assert match.state.five_covered < match.clock - 250
    match.wait(match.clock + 1500)
    ring_out(match, 0)
    assert match.view(0)["result"] == {"seat": 0, "right": False}


@pytest.mark.rule("PIC-54")
def test_rings_within_150_ms_are_gathered():
    match = lay(piccolo(4, handicap_ms=[0, 150, 0, 0]), [10, 10, 10, 10], [["lime4"], [], [], []])
    match.play(0, RING, at=1000)
    match.play(1, RING, at=1000)  # counts at 1150: just in time
    match.play(2, RING, at=1150)
    match.wait(1150)
    assert match.state.verdict_at == 1151
    match.wait(1151)
    assert match.view(0)["result"] == {"seat": 0, "right": False}
    assert draws(match) == [7, 11, 11, 11]  # of the wrong rings only the first is punished
    assert match.state.locked[:4].tolist() == [1, 1, 1, 0]


@pytest.mark.rule("PIC-54")
def test_a_ring_still_on_its_way_is_dropped():
    match = lay(piccolo(4, handicap_ms=[0, 151, 0, 0]), [10, 10, 10, 10], [["lime4"], [], [], []])
    match.play(0, RING, at=1000)
    match.play(1, RING, at=1000)  # counts at 1151: too late
    match.wait()
    assert match.state.locked[:4].tolist() == [1, 0, 0, 0]
    assert match.state.verdict_at == NEVER
    assert refusal(match, 1, RING) == "PIC-55"
    match.wait(2651)
    match.play(1, RING)  # and free to ring again


@pytest.mark.rule("PIC-54")
def test_handling_stops_at_the_first_right_ring():
    match = lay(piccolo(3), [["lime1", 9], 10, 10], [["plum1"], ["lime5"], []])
    match.play(0, FLIP, at=1000)
    match.play(2, RING, at=1240)  # right by grace
    match.play(0, RING, at=1260)  # wrong, but second
    match.wait()
    assert draws(match) == [9, 10, 13]
    assert match.state.locked[:3].tolist() == [0, 0, 0]


@pytest.mark.rule("PIC-54")
def test_a_wrong_ring_before_a_right_one_pays_first():
    match = lay(piccolo(4, handicap_ms=[0, 0, 100, 0]), [["lime1", 9], 10, 10, 10], [["plum1"], ["lime5"], [], []])
    match.play(0, FLIP, at=1000)
    match.play(2, RING, at=1240)  # right by grace, counts at 1340
    match.play(3, RING, at=1260)  # wrong
    match.play(0, RING, at=1270)  # wrong too, and goes unpunished
    match.wait()
    assert match.clock == 1411
    assert match.view(0)["result"] == {"seat": 2, "right": True}
    assert draws(match) == [10, 11, 14, 7]
    assert match.state.locked[:4].tolist() == [1, 0, 0, 1]
    assert match.state.turn == 2


@pytest.mark.rule("PIC-54")
def test_handling_stops_when_piles_have_moved():
    match = lay(piccolo(2), [10, 10], [["lime4"], ["plum1"]])
    match.play(0, RING, at=1000)
    match.play(1, RING, at=1010)
    match.wait()
    assert draws(match) == [10, 12]
    assert match.state.locked[:2].tolist() == [1, 0]
    assert match.view(0)["result"] == {"seat": 0, "right": False}


@pytest.mark.rule("PIC-54")
def test_with_two_and_nothing_to_win_only_the_first_is_at_fault():
    match = lay(piccolo(2), [10, 10], [[], []])
    match.play(0, RING, at=1000)
    match.play(1, RING, at=1010)
    match.wait()
    assert draws(match) == [10, 10]
    assert match.state.locked[:2].tolist() == [1, 1]


def winners_of(offsets, seeds=80):
    """The winners over many seeds when seats 0, 1, 2, ... ring rightly, each at its offset in ms."""
    won = Counter()
    start = lay(piccolo(len(offsets)), [9] * len(offsets), [["lime5"], *[[]] * (len(offsets) - 1)])
    for match in with_seeds(start, seeds):
        for offset, seat in sorted((offset, seat) for seat, offset in enumerate(offsets)):
            match.play(seat, RING, at=1000 + offset)
        match.wait()
        won[int(match.state.verdict_by)] += 1
    return won


@pytest.mark.rule("PIC-54")
def test_dead_heats_are_drawn():
    assert winners_of([5, 0], 12) == {1: 12}
    heat = winners_of([4, 0])
    assert 22 < heat[0] < 58
    three = winners_of([0, 4, 2], 150)
    assert min(three[seat] for seat in range(3)) > 30
    two_of_three = winners_of([0, 4, 8])  # the third is within 5 ms of the second only
    assert sorted(two_of_three) == [0, 1]


@pytest.mark.rule("PIC-54")
def test_after_one_of_a_dead_heat_the_next_is_measured_again():
    """Wrong rings at 0, 4 and 8 ms: whoever is handled first, the rest follows in order."""
    fined = Counter()
    for match in with_seeds(lay(piccolo(4), [9, 9, 9, 9], [["lime4"], [], [], []]), 60):
        for seat in range(3):
            match.play(seat, RING, at=1000 + 4 * seat)
        match.wait()
        fined[int(match.state.verdict_by)] += 1
        assert match.state.locked[:4].tolist() == [1, 1, 1, 0]
    assert sorted(fined) == [0, 1]
    assert min(fined.values()) > 15


@pytest.mark.rule("PIC-54")
def test_a_gathering_is_not_widened_by_a_dead_heat():
    match = lay(piccolo(3, handicap_ms=[0, 149, 151]), [9, 9, 9], [["lime4"], [], []])
    for seat in range(3):
        match.play(seat, RING, at=1000)
    match.wait()
    assert match.state.locked[:3].tolist() == [1, 1, 0]


@pytest.mark.rule("PIC-54")
def test_nothing_is_flipped_while_a_verdict_is_pending():
    match = lay(piccolo(3), [10, 10, 10], [[], [], []])
    match.play(1, RING, at=4900)
    assert refusal(match, 0, FLIP) == "PIC-54"
    assert refusal(match, 1, FLIP) == "PIC-10"
    assert match.legal(0) == [RING]
    match.wait(5050)
    assert discards(match) == [0, 0, 0]
    assert match.due == 5051


@pytest.mark.rule("PIC-55")
def test_while_a_result_is_shown_rings_are_ignored_and_flips_wait():
    match = lay(piccolo(3), [10, 10, 10], [["lime4"], [], []])
    match.play(1, RING, at=1000)
    match.wait()
    assert match.clock == 1151
    assert match.due == 2651
    before = draws(match)
    assert refusal(match, 0, RING) == "PIC-55"
    assert refusal(match, 0, RING, at=2650) == "PIC-55"
    assert refusal(match, 0, FLIP, at=2650) == "PIC-15"
    assert draws(match) == before
    assert match.actors == []
    assert match.view(0)["pace"]["shown_until"] == 2651
    assert match.view(0)["pace"]["may_flip_at"] == 2651
    match.wait(2651)
    assert match.view(0)["result"] is None
    assert match.legal(0) == [FLIP, RING]
    assert match.due == 2651 + 5000
    match.play(0, RING)
    assert match.clock == 2651


@pytest.mark.rule("PIC-55")
def test_a_slow_table_still_keeps_its_gap_after_a_result():
    match = lay(piccolo(3, min_flip_gap_ms=5000), [["lime1", 9], 10, 10], [[], [], []])
    match.play(0, FLIP, at=1000)
    match.play(1, RING, at=1100)
    match.wait()
    assert refusal(match, 1, FLIP, at=5999) == "PIC-15"
    assert match.play(1, FLIP) == 6000


@pytest.mark.rule("PIC-56")
def test_one_ring_per_tableau():
    match = lay(piccolo(3), [["plum1", 9], 10, 10], [["lime4"], [], []])
    match.play(1, RING, at=1000)
    assert refusal(match, 1, RING, at=1100) == "PIC-56"
    assert match.legal(1) == []
    match.wait()
    match.wait(2651)
    assert match.view(0)["seats"][1]["locked"] is True
    assert refusal(match, 1, RING) == "PIC-56"
    match.play(0, FLIP)
    assert match.view(0)["seats"][1]["locked"] is False
    match.play(1, RING)


@pytest.mark.rule("PIC-57")
def test_a_ring_before_the_first_flip_is_wrong():
    match = lay(piccolo(3), [10, 10, 10], [[], [], []])
    ring_out(match, 1)
    assert draws(match) == [11, 8, 11]
    assert match.state.turn == 0


@pytest.mark.rule("PIC-69")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_handicap_delays_only_the_rings_of_its_seat(seats):
    handicaps = [0] * (seats - 1) + [300]
    match = lay(piccolo(seats, handicap_ms=handicaps), [5] * seats, [["lime5"], *[[]] * (seats - 1)])
    assert match.view(None)["pace"]["handicap_ms"] == handicaps
    match.play(seats - 1, RING, at=1000)  # counts at 1300
    assert match.due == 1451
    match.play(0, RING, at=1290)
    match.wait()
    assert match.view(0)["result"] == {"seat": 0, "right": True}


@pytest.mark.rule("PIC-69")
def test_a_handicap_does_not_change_what_a_ring_is_judged_by():
    match = lay(piccolo(3, handicap_ms=[0, 0, 1500]), [["plum1", 9], 10, 10], [["lime5"], [], []])
    match.play(0, FLIP, at=1000)
    match.play(2, RING, at=1249)  # counts at 2749, long after the grace period
    match.wait()
    assert (match.clock, match.view(0)["result"]) == (2749 + 151, {"seat": 2, "right": True})


@pytest.mark.rule("PIC-70")
@pytest.mark.parametrize("top", ["lime5", "lime4"])
def test_a_verdict_is_shown_for_a_second_and_a_half(top):
    match = lay(piccolo(3), [10, 10, 10], [[top], [], []])
    right = top == "lime5"
    match.play(1, RING, at=1000)
    match.wait(2650)
    assert match.view(None)["result"] == {"seat": 1, "right": right}
    assert observed(match) == ([right, not right], [0, 1, 0, 0, 0])
    match.wait(2651)
    assert match.view(None)["result"] is None
    assert observed(match) == ([0, 0], [0] * 5)


def observed(match):
    """The verdict in an observation, and who rang."""
    pieces = match.rules.pieces.split(match.observe(0))
    return pieces["verdict"].tolist(), pieces["verdict_by"].tolist()


@pytest.mark.rule("PIC-70")
def test_the_verdict_that_ends_a_game_stays():
    match = lay(piccolo(2), [10, 0], [["lime4"], ["plum1"]])
    match.play(1, RING, at=1000)
    match.wait()
    assert match.over
    match.wait(9000)
    assert match.view(None)["result"] == {"seat": 1, "right": False}


@pytest.mark.rule("PIC-52")
@pytest.mark.parametrize(("slow", "fast"), [(500, 560), (560, 500)])
def test_a_ring_is_timed_by_the_reveal_it_names_and_the_reaction_to_it(slow, fast):
    live = PlayHarness(seats=2, rtts={0: 240.0, 1: 20.0}, deck=ALL_FIVES).go()
    number, at = live.flip()
    presses = sorted([(slow + 120, 0, slow), (fast + 10, 1, fast)])  # by their arrival at the server
    for arrival, seat, reaction in presses:
        live.arrive(at + arrival)
        live.play.press(seat, RING, number, float(reaction))
    assert live.clock.until(lambda: bool(live.verdicts()), 2000)
    flipped = int(live.match.state.last_flip)
    assert {seat: ms for ms, seat in live.rings()} == {0: flipped + slow, 1: flipped + fast}
    assert live.match.state.verdict_by == (0 if slow < fast else 1)


@pytest.mark.rule("PIC-52")
def test_before_the_first_reveal_of_a_round_a_ring_is_timed_by_the_end_of_the_result():
    live = PlayHarness(seats=2, rtts={0: 240.0, 1: 20.0}, deck=ALL_FIVES, auto_flip_ms=5000).go()
    number, at = live.flip()
    live.ring(1, number, at, 500)
    assert live.clock.until(lambda: bool(live.match.state.flips == 1 and live.match.state.verdict), 2000)
    ends = int(live.match.state.shown_until)
    assert live.clock.until(lambda: live.match.view(None)["result"] is None, 3000)
    event, shown = live.number, live.last.at
    live.ring(0, event, shown, 400)
    assert live.clock.until(lambda: len(live.verdicts()) == 2, 2000)
    assert live.rings()[-1] == (ends + 400, 0)


@pytest.mark.rule("PIC-52")
def test_the_rules_judge_by_the_settled_times_whatever_the_order_of_arrival():
    for first, second, winner in (((2, 1100), (0, 1150), 2), ((0, 1100), (2, 1150), 0)):
        match = lay(piccolo(3), [10, 10, 10], [["lime5"], [], []])
        for seat, at in (first, second):
            match.play(seat, RING, at=at)
        match.wait()
        assert match.view(0)["result"] == {"seat": winner, "right": True}
