"""Confetti: `resample` yields exactly the possible worlds. Hidden are only cards that were never in play."""

from collections import Counter
from itertools import combinations, permutations
from math import factorial

import numpy as np
import pytest

import parlour
from parlour.engine import loops
from parlour.games.confetti import RULES
from parlour.games.confetti.cards import POSSIBLE
from parlour.games.confetti.state import Place
from parlour.kit import SPECTATOR, blank

LOOPS = loops(RULES)


def worlds_of(match, seat, count):
    """This many worlds that the seat could be in."""
    seens, worlds = blank(RULES.State, 1), blank(RULES.State, 1)
    states = blank(RULES.State, 1)
    states[0] = np.array(match.state, RULES.State)
    LOOPS.see(states, 0, seat, seens, 0)
    for seed in range(count):
        LOOPS.resample(seens, 0, seat, worlds, 0, np.uint64(seed))
        yield worlds[0]


def about_equal(found, expected, count):
    """Exactly the expected worlds, each about as often as the others (chi-square within 5 standard deviations)."""
    assert set(found) == expected
    mean = count / len(expected)
    freedom = len(expected) - 1
    chi = sum((found[world] - mean) ** 2 / mean for world in expected)
    assert chi < freedom + 5 * (2 * freedom) ** 0.5


def test_when_the_fifths_come_is_open():
    """Rounds 4 and 5 of a single player: of the last 33 cards all but five are put out of the way."""
    match = parlour.game("confetti").new(1, 4, {"solo_pool": "fifths"})
    while match.state.round_now < 3:
        match.wait()
    state = match.state
    fourth = [card for card in range(84) if state.fresh_in[card] == 4]
    fifth = [card for card in range(84) if state.fresh_in[card] == 5]
    for card in fourth[3:] + fifth[2:]:
        state.place[card] = Place.POINT  # seen by all, so that when they came is known
        state.owner[card] = 0
        state.points[0] += 1
    hidden = sorted(fourth[:3] + fifth[:2])
    expected = {frozenset(three) for three in combinations(hidden, 3)}
    count = 2000
    for seat in (0, SPECTATOR):
        found = Counter()
        for world in worlds_of(match, seat, count):
            found[frozenset(card for card in hidden if world["fresh_in"][card] == 4)] += 1
            others = [card for card in range(84) if card not in hidden]
            assert world["fresh_in"][others].tolist() == state.fresh_in[others].tolist()
            assert sorted(world["fresh_in"][hidden].tolist()) == [4, 4, 4, 5, 5]
        about_equal(found, expected, count)


@pytest.mark.parametrize("round_now", [1, 2, 3, 4])
def test_the_fifths_have_their_sizes(round_now):
    match = parlour.game("confetti").new(1, 5, {"solo_pool": "fifths"})
    while match.state.round_now < round_now:
        match.wait()
    for world in worlds_of(match, 0, 20):
        assert np.bincount(world["fresh_in"], minlength=6).tolist() == [0, 17, 17, 17, 17, 16]


@pytest.mark.parametrize("seats", [1, 2, 4, 7])
def test_the_second_half_is_known_by_elimination(seats):
    match = parlour.game("confetti").new(seats, 6)
    for world in worlds_of(match, seats - 1, 5):
        assert world["fresh_in"].tolist() == match.state.fresh_in.tolist()
        assert world["deck"].tolist() == match.state.deck.tolist()


def with_known_faces(match, hidden, unknown):
    """Lay a deck by hand: the cards in `hidden` are aside, and only the faces in `unknown` are in nobody's view.

    With 84 cards of 120 there are always 36 faces out of the deck, so there are many worlds; they are counted by
    which of the hidden cards shows which of the unknown faces.
    """
    state = match.state
    state.place[:] = Place.POINT
    state.owner[:] = 0
    state.place[hidden] = Place.ASIDE
    state.owner[hidden] = -1
    known = [number for number in range(120) if number not in unknown]
    shown = [card for card in range(84) if card not in hidden]
    for card, number in zip(shown, known, strict=False):
        state.deck[card] = POSSIBLE[number]
    for card, number in zip(hidden, unknown, strict=False):
        state.deck[card] = POSSIBLE[number]


def test_a_deck_drawn_at_random_may_hold_any_face_not_seen():
    """Two cards aside, 38 faces never seen: 38 x 37 worlds."""
    match = parlour.game("confetti").new(2, 7, {"deck": "random-84"})
    hidden = [card for card in range(84) if match.state.fresh_in[card] == 2][:2]
    with_known_faces(match, hidden, list(range(50, 88)))
    seen_faces = {tuple(face) for card, face in enumerate(match.state.deck.tolist()) if card not in hidden}
    unseen = [tuple(face) for face in POSSIBLE.tolist() if tuple(face) not in seen_faces]
    assert len(unseen) == 38
    expected = set(permutations(unseen, 2))
    assert len(expected) == factorial(38) // factorial(36)
    count = 30_000
    found = Counter(
        (tuple(world["deck"][hidden[0]].tolist()), tuple(world["deck"][hidden[1]].tolist()))
        for world in worlds_of(match, 1, count)
    )
    about_equal(found, expected, count)


def test_faces_and_fifths_are_open_independently():
    """Two cards aside, one for each of the last two rounds, and which face each shows: all pairings are as likely."""
    match = parlour.game("confetti").new(1, 8, {"deck": "random-84", "solo_pool": "fifths"})
    while match.state.round_now < 3:
        match.wait()
    state = match.state
    hidden = [int(np.flatnonzero(state.fresh_in == number)[0]) for number in (4, 5)]
    with_known_faces(match, hidden, list(range(38)))
    count = 6000
    first_low, swapped, both = 0, 0, 0
    for world in worlds_of(match, 0, count):
        low = world["deck"][hidden[0]][0] == 0  # 20 of the 38 faces have a small red circle
        swap = world["fresh_in"][hidden[0]] == 5
        first_low += low
        swapped += swap
        both += low and swap
    assert abs(first_low - count * 20 / 38) < 5 * (count * 20 / 38 * 18 / 38) ** 0.5
    assert abs(swapped - count / 2) < 5 * (count / 4) ** 0.5
    assert abs(both - count * 10 / 38) < 5 * (count * 10 / 38) ** 0.5


OPTIONS = (
    {},
    {"deck": "random-84"},
    {"deck": "random-84", "side": "black", "solo_pool": "fifths", "stealing": "auto-held-after-2s"},
    {"solo_pool": "fifths", "limit": "soft-with-penalty", "round2_pool": "cumulative", "conflict": "first-come"},
)


@pytest.mark.parametrize("seats", range(1, 8))
def test_a_resampled_world_looks_the_same(seats):
    """At moments of random matches, for every seat and a spectator: record, observation and view are equal."""
    states, seens, worlds = blank(RULES.State, 1), blank(RULES.State, 2), blank(RULES.State, 1)
    out = np.zeros((2, RULES.pieces.size), np.int8)
    for number, options in enumerate(OPTIONS):
        match = parlour.game("confetti").new(seats, 10 * seats + number, options)
        dice = np.random.default_rng(number)
        checked = 0
        for turn in range(3000):
            if match.over:
                break
            actors = match.actors
            if actors and dice.random() < 0.7:
                seat = actors[dice.integers(len(actors))]
                moves = match.legal(seat)
                match.play(seat, moves[dice.integers(len(moves))])
            else:
                match.wait(match.clock + int(dice.integers(1, 3000)))
            if turn % 41:
                continue
            states[0] = np.array(match.state, RULES.State)
            for seat in (*range(seats), SPECTATOR):
                LOOPS.see(states, 0, seat, seens, 0)
                LOOPS.resample(seens, 0, seat, worlds, 0, np.uint64(turn))
                LOOPS.observe(states, 0, seat, seens, 0, out[0])
                LOOPS.observe(worlds, 0, seat, seens, 1, out[1])
                assert seens[0].tobytes() == seens[1].tobytes()
                assert out[0].tobytes() == out[1].tobytes()
                assert seens[0]["rng"] == 0
                checked += 1
            rec = seens.view(np.recarray)
            assert RULES.view(rec[0], SPECTATOR) == RULES.view(rec[1], SPECTATOR)
            assert RULES.show(rec[0], 0) == RULES.show(rec[1], 0)
        assert match.over
        assert checked > seats
