"""Parrot's `resample` against every possible world: few hidden cards, all arrangements written out."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from tests.helpers import table

from parlour.engine import loops
from parlour.games.parrot.cards import DECK
from parlour.games.parrot.rules import DRAW, OPEN, PLACE, TAKE, Phase
from parlour.kit import SPECTATOR, blank

SAMPLES = 6000


def late_round(up, down, pile, turn=0):
    """Two players late in a round: their up and down cards and the pile are given, the rest has been discarded."""
    match = table("parrot", 2)
    state = match.state
    state.phase, state.turn = Phase.CHOOSE, turn
    known = []
    for seat in range(2):
        state.opening[seat] = 0
        cards = up[seat] + down[seat]
        state.box[seat] = cards
        state.up[seat] = [1] * len(up[seat]) + [0] * len(down[seat])
        known += cards
    state.pile[:] = -1
    state.pile[: len(pile)] = pile
    state.pile_left = len(pile)
    rest = Counter(DECK.tolist())
    rest.subtract(known + pile)
    discards = sorted(rest.elements(), key=lambda card: (card * 7) % 14)
    state.discards[:] = -1
    state.discards[: len(discards)] = discards
    state.discarded = len(discards)
    match.look_again()
    return match


def hidden(state, seat):
    """The cards a seat cannot see, in a fixed order: down cards, the hand if it is another's, the pile."""
    places = [int(state.box[s, p]) for s in range(2) for p in range(8) if not state.up[s, p]]
    hand = [int(state.hand)] if state.from_pile and seat != state.turn else []
    return tuple(places), tuple(hand + state.pile[: state.pile_left].tolist())


def imagined(match, seat, samples=SAMPLES):
    """How often `resample` produces each arrangement."""
    game = loops(match.rules)
    seen, world = blank(match.rules.State), blank(match.rules.State, 2)
    game.see(match._states, 0, seat, seen, 0)
    again = blank(match.rules.State)
    found = Counter()
    for number in range(samples):
        game.resample(seen, 0, seat, world, 0, np.uint64(number * 977 + 5))
        found[hidden(world.view(np.recarray)[0], seat)] += 1
        if number % 500 == 0:
            game.see(world, 0, seat, again, 0)
            assert again.tobytes() == seen.tobytes()
    return found


def agrees(found, expected):
    """`found` has exactly the worlds of `expected` (with their weights), each about as often as it should."""
    assert set(found) == set(expected)
    total, weight = sum(found.values()), sum(expected.values())
    chi = sum((found[w] - total * n / weight) ** 2 / (total * n / weight) for w, n in expected.items())
    free = len(expected) - 1
    assert chi < free + 4 * (2 * free) ** 0.5 + 4  # far beyond one in a thousand


UP = [[1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6]]


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_before_a_reshuffle_all_unseen_cards_are_one_class(seat):
    match = late_round(UP, [[9], [9, 13]], [0, 11])
    expected = Counter((cards[:3], cards[3:]) for cards in permutations([9, 9, 13, 0, 11]))
    agrees(imagined(match, seat), expected)


def test_a_card_that_another_drew_is_of_that_class():
    match = late_round(UP, [[9], [9, 13]], [0, 11])
    match.play(0, DRAW)
    agrees(imagined(match, 1), Counter((cards[:3], cards[3:]) for cards in permutations([9, 9, 13, 0, 11])))
    agrees(imagined(match, SPECTATOR), Counter((cards[:3], cards[3:]) for cards in permutations([9, 9, 13, 0, 11])))


def test_the_drawer_knows_the_drawn_card():
    match = late_round(UP, [[9], [9, 13]], [0, 11])
    match.play(0, DRAW)
    assert match.state.hand == 11
    agrees(imagined(match, 0), Counter((cards[:3], cards[3:]) for cards in permutations([9, 9, 13, 0])))


def test_a_taken_discard_is_known_to_all():
    match = late_round(UP, [[9], [9, 13]], [0, 11])
    match.play(0, TAKE)
    for seat in (0, 1, SPECTATOR):
        agrees(imagined(match, seat), Counter((cards[:3], cards[3:]) for cards in permutations([9, 9, 13, 0, 11])))


def after_reshuffle():
    """The pile ran out and was rebuilt from three old discards: 8, 8 and 12."""
    match = late_round(UP, [[9], [9, 13]], [])
    state = match.state
    discards = state.discards[: state.discarded].tolist()
    for card in (8, 8, 12):
        discards.remove(card)
    # for this test all but four discards count as if they had never been in the game
    state.discards[:] = -1
    state.discards[:4] = [8, 12, 8, discards[0]]
    state.discarded = 4
    return match, discards[1:]


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_after_a_reshuffle_the_pile_is_the_old_discards(seat):
    match, gone = after_reshuffle()
    match.play(0, DRAW)
    assert match.state.reshuffles == 1
    match.play(0, PLACE)
    # the cards set aside come back as discards that everybody has seen
    state = match.state
    state.discards[state.discarded : state.discarded + len(gone)] = gone
    state.discarded += len(gone)
    pile = state.pile[:2].tolist()
    expected = Counter((down, piled) for down in permutations([9, 9, 13]) for piled in permutations(pile))
    agrees(imagined(match, seat), expected)


def test_after_a_reshuffle_a_drawn_card_is_one_of_the_old_discards():
    match, gone = after_reshuffle()
    match.play(0, DRAW)
    state = match.state
    state.discards[1 : 1 + len(gone)] = gone
    state.discarded += len(gone)
    drawn = int(state.hand)
    downs, old = list(permutations([9, 9, 13])), [8, 8, 12]
    agrees(imagined(match, 1), Counter((down, piled) for down in downs for piled in permutations(old)))
    old.remove(drawn)
    agrees(imagined(match, 0), Counter((down, piled) for down in downs for piled in permutations(old)))


def test_secret_openings_are_any_pair():
    match = table("parrot", 3)
    match.play(1, OPEN + 9)
    game = loops(match.rules)
    seen, world = blank(match.rules.State), blank(match.rules.State)
    game.see(match._states, 0, 0, seen, 0)
    pairs = Counter()
    for number in range(3000):
        game.resample(seen, 0, 0, world, 0, np.uint64(number))
        assert world["opening"][0].tolist()[0] == world["opening"][0].tolist()[2] == -1
        pairs[int(world["opening"][0][1])] += 1
    agrees(pairs, dict.fromkeys(range(28), 1))
