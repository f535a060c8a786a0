"""Piccolo Twist, section 9 of the rulebook: timing of rings."""

import pytest
from tests.games.piccolo_twist.tables import CALM, FIVE, FLIP, RING, VERDICT, banks, lay, next_is, rung, seats_of, turn
from tests.helpers import refusal, table

from parlour import Match
from parlour.games.piccolo_twist.rules import LastRound


@pytest.mark.rule("TWI-58")
def test_rings_are_gathered_and_handled_in_order():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3])
    match.play(2, RING, at=1000)
    assert refusal(match, 0, FLIP) == "TWI-58"
    assert refusal(match, 1, FLIP) == "TWI-58"
    match.play(0, RING, at=1150)  # just in time to be heard
    match.wait(1150)
    assert match.view(None)["result"] is None
    match.wait(1151)
    assert banks(match) == [21, 16, 10]  # only the first is punished
    assert seats_of(match, "locked") == [True, False, True]
    assert match.state.locked.tolist() == [1, 0, 1, 0, 0]
    assert match.view(None)["pace"]["shown_until"] == 2651


@pytest.mark.rule("TWI-58")
def test_a_right_ring_is_handled_after_a_wrong_one():
    # 200 ms of grace are left for the slow hand of seat 1 and not for seat 2
    match = lay(table("piccolo_twist", 3, handicap_ms=[0, 200, 0]), [20, 15, 12], CALM[:3], turn=1)
    match.state.last_flip = match.state.five_covered = 1000
    match.play(1, RING, at=1240)
    assert match.due == 1240 + 200 + VERDICT
    match.play(2, RING, at=1300)
    assert match.due == 1300 + VERDICT
    match.wait()
    assert match.view(None)["result"] == {"seat": 1, "right": True}
    assert banks(match) == [21, 15 + 1 + 9, 10]  # seat 2 has paid first
    # with two, stacks move with the wrong ring, and nothing is left to win
    match = lay(table("piccolo_twist", 2, handicap_ms=[200, 0]), [20, 25], CALM[:2])
    match.state.last_flip = match.state.five_covered = 1000
    match.play(0, RING, at=1240)
    match.play(1, RING, at=1300)
    match.wait()
    assert match.view(None)["result"] == {"seat": 1, "right": False}
    assert (banks(match), turn(match)) == ([31, 25], 0)


@pytest.mark.rule("TWI-58")
def test_a_ring_that_ends_the_game_is_the_last_one_handled():
    match = table("piccolo_twist", 3, handicap_ms=[0, 200, 0], two_player_penalty="only-two-player-games")
    lay(match, [0, 15, 0], CALM[:3], [5, 6, 30], turn=1, out=(2,))
    match.state.last_flip = match.state.five_covered = 1000
    match.play(1, RING, at=1240)
    match.play(0, RING, at=1300)
    match.wait()
    assert (match.over, banks(match), match.scores) == (True, [0, 15, 0], [0, 56, 0])
    assert match.view(None)["result"] == {"seat": 0, "right": False}


@pytest.mark.rule("TWI-58")
def test_rings_still_under_way_are_dropped():
    match = lay(table("piccolo_twist", 3, handicap_ms=[0, 0, 400]), [20, 15, 12], CALM[:3])
    assert seats_of(match, "handicap_ms") == [0, 0, 400]
    match.play(2, RING, at=1000)
    assert match.due == 1551
    assert seats_of(match, "rings_at") == [None, None, 1400]
    match.play(0, RING, at=1200)
    match.wait()
    assert match.clock == 1351
    assert banks(match) == [18, 16, 13]
    assert seats_of(match, "locked") == [True, False, False]
    assert match.legal(2) == []
    match.wait(2851)
    assert match.legal(2) == [RING]


@pytest.mark.rule("TWI-58")
def test_dead_heats_are_drawn():
    def first_of(gap: int) -> set[int]:
        firsts = set()
        for seed in range(10):
            match = lay(table("piccolo_twist", 3), [20, 15, 12], FIVE)
            match.state.rng = seed
            match.play(2, RING, at=1000)
            match.play(0, RING, at=1000 + gap)
            match.wait()
            firsts.add(match.view(None)["result"]["seat"])
        return firsts

    assert first_of(0) == {0, 2}
    assert first_of(4) == {0, 2}
    assert first_of(5) == {2}


def flipped_away(match: Match, at: int) -> Match:
    """A five lies there until seat 0 covers it at this moment."""
    lay(match, [20, 15, 12], FIVE, [3, 6, 0])
    next_is(match, 0, ("hat", "yellow", 1))
    match.play(0, FLIP, at=at)
    assert not match.state.five
    return match


@pytest.mark.rule("TWI-59")
def test_a_late_hand_is_not_fined():
    for at, right in ((1000, True), (1249, True), (1250, False)):
        match = rung(flipped_away(table("piccolo_twist", 3), 1000), 2, at)
        assert match.view(None)["result"] == {"seat": 2, "right": right}
    for at in (1000, 1100):
        match = rung(flipped_away(table("piccolo_twist", 3, late_grace_ms=0), 1000), 2, at)
        assert match.view(None)["result"] == {"seat": 2, "right": False}
    # the handicap does not make a hand later than it was
    match = flipped_away(table("piccolo_twist", 3, handicap_ms=[0, 0, 1500]), 1000)
    match.play(2, RING, at=1249)
    match.wait()
    assert (match.clock, match.view(None)["result"]) == (1249 + 1500 + VERDICT, {"seat": 2, "right": True})


@pytest.mark.rule("TWI-60")
def test_rings_while_one_is_settled_or_shown_are_ignored():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3])
    match.play(1, RING, at=1000)
    assert refusal(match, 1, RING, at=1100) == "TWI-60"  # a double tap
    match.wait(1151)
    assert refusal(match, 0, RING, at=1151) == "TWI-60"
    assert refusal(match, 0, RING, at=2650) == "TWI-60"
    assert match.why_not(0, RING, at=2651) is None
    assert refusal(match, 1, RING, at=2651) == "TWI-60"  # locked until the next flip
    match.play(0, FLIP, at=2651)
    assert match.why_not(1, RING, at=2651) is None


@pytest.mark.rule("TWI-60")
def test_a_ring_with_no_card_in_view_is_wrong():
    match = rung(lay(table("piccolo_twist", 3), [20, 20, 16], []), 1, 1000)
    assert banks(match) == [21, 18, 17]
    assert match.view(None)["result"] == {"seat": 1, "right": False}


@pytest.mark.rule("TWI-70")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_handicap_delays_only_the_rings_of_its_seat(seats):
    handicaps = [0] * (seats - 1) + [300]
    match = lay(table("piccolo_twist", seats, handicap_ms=handicaps), [15, 10, 5, 4, 3][:seats], FIVE)
    assert seats_of(match, "handicap_ms") == handicaps
    match.play(seats - 1, RING, at=1000)  # counts at 1300
    assert match.due == 1300 + VERDICT
    match.play(0, RING, at=1290)
    match.wait()
    assert match.view(None)["result"] == {"seat": 0, "right": True}


@pytest.mark.rule("TWI-70")
def test_a_handicap_does_not_change_what_a_ring_is_judged_by():
    match = lay(table("piccolo_twist", 3, handicap_ms=[0, 0, 1000]), [20, 15, 12], FIVE, [3, 6, 0])
    match.play(2, RING, at=1000)
    assert refusal(match, 0, FLIP, at=1100) == "TWI-58"  # the flip waits, however late the ring counts
    match.wait()
    assert (match.clock, match.view(None)["result"]) == (2000 + VERDICT, {"seat": 2, "right": True})


@pytest.mark.rule("TWI-71")
@pytest.mark.parametrize("tops", [FIVE, CALM[:2]])
def test_a_verdict_is_shown_for_a_second_and_a_half(tops):
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], tops), 1, 1000)
    right = tops == FIVE
    assert match.due == 2651
    match.wait(2650)
    assert match.view(None)["result"] == {"seat": 1, "right": right}
    assert observed(match) == ([right, not right], [0, 1, 0, 0, 0])
    assert "Player 2 rang" in match.show(0)
    assert match.actors == []
    match.wait(2651)
    assert match.view(None)["result"] is None
    assert observed(match) == ([0, 0], [0] * 5)
    assert "rang" not in match.show(0)
    assert match.legal(turn(match)) == [FLIP, RING]


def observed(match: Match) -> tuple[list[int], list[int]]:
    """The verdict in an observation, and who rang."""
    pieces = match.rules.pieces.split(match.observe(0))
    return pieces["verdict"].tolist(), pieces["verdict_by"].tolist()


@pytest.mark.rule("TWI-71")
def test_the_verdict_that_ends_a_game_stays():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], FIVE)
    match.state.last_round = LastRound.NOW
    rung(match, 1, 1000)
    assert match.over
    match.wait(9000)
    assert match.view(None)["result"] == {"seat": 1, "right": True}
