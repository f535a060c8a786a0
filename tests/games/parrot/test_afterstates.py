"""What a network that judges positions is shown: all that matters, nothing that is hidden, nothing twice."""

import numpy as np
import pytest
from tests.games.parrot.tables import BIRD_BOX, PLAIN, boxed

import parlour
from parlour.bots import seat_bots
from parlour.engine import loops
from parlour.games.parrot import RULES
from parlour.games.parrot.afterstates import AFTERSTATES, LEAD_COUNTS, OWN, chance_to_win, gain
from parlour.games.parrot.rules import COUNTING, DRAW, PASS, TAKE
from parlour.kit import INTERPRETED, blank
from parlour.kit.afterstates import ABSENT, AFTER_MORE, AFTER_MOVE, NO_MORE, SKIPPED

MATCHES = 1 if INTERPRETED else 3


def row_of(state, seat):
    """The common features."""
    row = np.full(AFTERSTATES.length, -2, np.int16)
    AFTERSTATES.describe(state, seat, row)
    return row


def positions(state, seat, action):
    """What the move leads to, as (AFTER_MOVE or AFTER_MORE, the position's own features)."""
    row, k, reached = row_of(state, seat), 0, []
    while (found := AFTERSTATES.lead_to(state, seat, action, k, row)) != NO_MORE:
        if found != SKIPPED:
            reached.append((found, row[:OWN].tolist()))
        k += 1
    return reached


def decisions(seats):
    """Choices in matches between bots that play very differently."""
    for seed in range(MATCHES):
        match = parlour.game("parrot").new(seats=seats, seed=seed, options={"rounds": 1})
        names = ("sharp", "random")
        for _ in seat_bots(match, ",".join(names[seat % 2] for seat in range(seats))).play_out():
            for seat in match.actors:
                yield match, seat


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_nothing_hidden_is_shown(seats):
    """The same features from the table, from what the seat sees, and from another table that looks the same to it."""
    judged, worlds = 0, blank(RULES.State)
    for match, seat in decisions(seats):
        seen = match.seen_alone(seat)
        loops(RULES).resample(seen, 0, seat, worlds, 0, np.uint64(judged))
        common = row_of(seen[0], seat)[OWN:]
        assert -2 not in common
        for state in (match.state, worlds[0]):
            assert (row_of(state, seat)[OWN:] == common).all()
        for action in match.legal(seat):
            found = positions(seen[0], seat, action)
            assert positions(match.state, seat, action) == found
            assert positions(worlds[0], seat, action) == found
            judged += len(found)
            assert all(0 <= feature < AFTERSTATES.features for _, own in found for feature in own)
    assert judged > 100


def test_absent_players_have_no_features():
    two, six = (row_of(boxed(*[PLAIN] * seats).state, 0) for seats in (2, 6))
    assert (two == ABSENT).sum() == 4 * 5
    assert ABSENT not in six[OWN:]


def test_columns_and_rows_do_not_matter():
    """Boxes that are worth the same have the same features, in whatever order."""
    one, other = (boxed(box, PLAIN).state for box in ("1 2 3 P / (5) 6 (7) 8", "8 3 6 (5) / P (7) 2 1"))
    assert (row_of(one, 1)[OWN:] != row_of(boxed(PLAIN, PLAIN).state, 1)[OWN:]).any()
    assert sorted(row_of(one, 1)[OWN:]) == sorted(row_of(other, 1)[OWN:])
    assert sorted(positions(one, 0, DRAW)[0][1]) == sorted(positions(other, 0, DRAW)[0][1])


@pytest.mark.parametrize("seats", [2, 4])
def test_positions_after_the_discard_are_those_of_its_uses(seats):
    """Judging TAKE by what can follow is the same as judging the moves that follow."""
    taken = 0
    for match, seat in decisions(seats):
        if TAKE not in match.legal(seat):
            continue
        foreseen = sorted(own for _, own in positions(match.state, seat, TAKE))
        later = parlour.replay(match.log())
        later.play(seat, TAKE)
        uses = [found for action in later.legal(seat) for found in positions(later.state, seat, action)]
        assert foreseen == sorted(own for _, own in uses)
        assert all(kind == AFTER_MOVE for kind, _ in uses)
        taken += 1
    assert taken > 5


def test_kinds_of_positions():
    match = boxed(BIRD_BOX, PLAIN, discards="11 5")
    drawn, taken = positions(match.state, 0, DRAW), positions(match.state, 0, TAKE)
    assert [kind for kind, _ in drawn] == [AFTER_MOVE]
    # Eight places, and the Parrot can float to three of them; no column has two down cards, so no place has a twin.
    assert [kind for kind, _ in taken] == [AFTER_MORE] * 11
    unique = {tuple(own) for _, own in [*drawn, *taken]}
    assert len(unique) > 8
    match.play(0, DRAW)
    passes = boxed("1 2 3 4 / 5 6 7 (8)", PLAIN)
    passes.play(0, DRAW)
    assert [kind for kind, _ in positions(passes.state, 0, PASS)] == [AFTER_MOVE]
    opening = parlour.game("parrot").new(seats=2, seed=1)
    assert positions(opening.state, 0, opening.legal(0)[0]) == []


def test_equivalent_places_are_tried_once():
    """Of two columns of down cards only one place is tried."""
    match = boxed("1 2 (3) (4) / 5 6 (7) (8)", PLAIN)
    assert len(positions(match.state, 0, TAKE)) == 4 + 1


def counted(*boxes, totals=None, round_no=0):
    """A round that has just been counted."""
    match = boxed(*boxes)
    state = match.state
    state.phase, state.round_no = COUNTING, round_no
    for seat, points in enumerate(totals or ()):
        state.points[round_no, seat] = points
        state.totals[seat] = points
    return state


def test_fewer_points_are_a_gain_and_all_chances_add_up():
    state = counted(PLAIN, PLAIN, PLAIN, PLAIN, totals=(3, 8, 8, 13))
    gains = [float(gain(state, seat)) for seat in range(4)]
    assert gains[0] > gains[1] == gains[2] > gains[3]
    assert gains[0] > 0 > gains[3]
    for rounds in (0, 1, 4):
        for with_round in (True, False):
            chances = [float(chance_to_win(state, seat, rounds, with_round)) for seat in range(4)]
            assert sum(chances) == pytest.approx(1)
    assert chance_to_win(state, 0, 4, False) == pytest.approx(0.25)
    assert chance_to_win(state, 0, 0, True) > 0.99


def test_early_in_an_even_match_a_gain_is_about_the_lead():
    """It is measured in points: one point less brings about one, and what the lead counts in addition."""
    before, after = (counted(PLAIN, PLAIN, PLAIN, PLAIN, totals=(own, 6, 6, 6)) for own in (6, 5))
    assert float(gain(before, 0)) == pytest.approx(0, abs=0.05)
    assert float(gain(after, 0)) == pytest.approx(1 + LEAD_COUNTS, abs=0.15)
