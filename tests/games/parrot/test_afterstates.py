"""What a network that judges positions is shown: all that matters, nothing that is hidden, nothing twice."""

import numpy as np
import pytest
from tests.games.parrot.tables import BIRD_BOX, PLAIN, boxed

import parlour
from parlour.bots import seat_bots
from parlour.engine import loops
from parlour.games.parrot import RULES
from parlour.games.parrot.afterstates import AFTERSTATES, EXPECTATION_COUNTS, LEAD_COUNTS, OWN, chance_to_win, gain
from parlour.games.parrot.cards import KINDS
from parlour.games.parrot.rules import COUNTING, DRAW, PASS, PLACE, TAKE
from parlour.kit import INTERPRETED, blank
from parlour.kit.afterstates import ABSENT, AFTER_MORE, AFTER_MOVE, NO_MORE, SKIPPED
from parlour.kit.minds import ask_record

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


def outcomes(match, seat, action):
    """What the move can reveal, as {kind: (how many cards, what the seat sees then)}."""
    seen, world, k, found = match.seen_alone(seat), blank(RULES.State), 0, {}
    while True:
        world[:] = seen
        if (many := int(AFTERSTATES.outcome(seen[0], seat, action, k, world[0]))) == NO_MORE:
            return found
        if many > 0:
            found[k] = many, world.copy()
        k += 1


def assert_foreseen(match, seat, action):
    """One of the outcomes of the move is what happens, and what follows from it is judged alike. Returns that card."""
    foreseen = outcomes(match, seat, action)
    later = parlour.replay(match.log())
    later.play(seat, action)
    card = int(later.state.hand)
    _, world = foreseen[card if action == DRAW else 0]
    assert (row_of(world[0], seat) == row_of(later.state, seat)).all()
    assert world["hand"].item() == card
    moves = np.zeros(RULES.actions, np.int16)
    assert moves[: RULES.legal(world[0], seat, moves)].tolist() == later.legal(seat)
    for move in later.legal(seat):
        assert positions(world[0], seat, move) == positions(later.state, seat, move)
    return card


@pytest.mark.parametrize("seats", [2, 6])
def test_outcomes_are_all_that_the_next_decision_can_be_about(seats):
    """The pile brings any card that is not seen; the discard is known; nothing else leads to another decision."""
    drawn = set()
    for match, seat in decisions(seats):
        for action in match.legal(seat):
            if action not in (DRAW, TAKE):
                assert outcomes(match, seat, action) == {}
                continue
            card = assert_foreseen(match, seat, action)
            cards = sum(many for many, _ in outcomes(match, seat, action).values())
            if action == TAKE:
                assert cards == 1
            else:
                drawn.add(card)
                if match.state.reshuffles == 0 and match.state.pile_left > 0:
                    assert cards == match.state.pile_left + (match.state.up[:seats] == 0).sum()
    assert len(drawn) > KINDS / 2


def test_outcomes_of_drawing_from_an_empty_pile_are_the_discards():
    match = boxed(PLAIN, PLAIN, pile="", discards="3 12 3 P 12 7")
    found = outcomes(match, 0, DRAW)
    assert {kind: many for kind, (many, _) in found.items()} == {3: 2, 12: 2, 13: 1}
    for kind, (_, world) in found.items():
        assert world["hand"].item() == kind
        assert world["pile_left"].item() == 4


def expected(match, seat):
    """What the game's own calculation adds to each move."""
    ask, values = blank(ask_record(RULES)), np.zeros(RULES.actions, np.float32)
    moves = match.legal(seat)
    ask["count"], ask["moves"][0, : len(moves)] = len(moves), moves
    AFTERSTATES.expect(match.state, seat, ask[0], values)
    return dict(zip(moves, values.tolist(), strict=False))


def test_the_second_opinion_is_about_the_points_of_the_players_box():
    """In the last turn they are certain: what a move costs more than another, in the share that is heard."""
    match = boxed("1 2 3 4 / 5 6 7 8", "9 11 9 3 / 10 8 7 3", turn=1)
    match.state.ender = 0
    match.look_again()
    assert set(expected(match, 1).values()) == {0}, "pile or discard: that depends on the card"
    match.play(1, TAKE)  # a 12
    found = expected(match, 1)
    at_nine, at_eleven, at_three = found[PLACE], found[PLACE + 1], found[PLACE + 3]
    assert at_nine - at_eleven == pytest.approx(-EXPECTATION_COUNTS * (3 - 1))
    assert at_three - at_eleven == pytest.approx(-EXPECTATION_COUNTS * (15 - 1))


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
