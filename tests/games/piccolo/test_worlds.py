"""Piccolo's `resample` against every possible world.

`Knowledge` is an onlooker with perfect memory who writes out all arrangements of the hidden cards, each with its
weight, and carries them through everything that happens in the open: a card turned up, a card paid, a heap won and
shuffled, a player leaving. It knows nothing of groups and mixed heaps.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from tests.chance import play_by_chance
from tests.games.piccolo import obvious
from tests.helpers import table

import parlour
from parlour.engine import loops
from parlour.games.bell.known_cards import FACE_UP
from parlour.games.bell.rows import EMPTY
from parlour.games.bell.rules import NO_CARD, leave_table, pay_from_bank, turn_up, win_stacks
from parlour.games.piccolo.rules import Act, pay_one
from parlour.kit import INTERPRETED, SPECTATOR, blank

PER_WORLD = 50  # samples for each world


def small_table(banks, stacks, **options):
    """A table with a small deck: by seat, the number of hidden cards and of cards turned up."""
    match = table("piccolo", len(banks), **options)
    state = match.state
    state.cards = sum(banks) + sum(stacks)
    state.row[:] = EMPTY
    state.tops[:] = NO_CARD
    state.first[:] = 60  # so that rows wrap around
    card = 0
    for seat, (bank, stack) in enumerate(zip(banks, stacks, strict=True)):
        for i in range(stack + bank):
            state.row[seat, (60 + i) % 64] = card
            state.group[card] = FACE_UP if i < stack else 0
            if i < stack:
                state.tops[seat] = card
            card += 1
        state.stack_left[seat], state.bank_left[seat] = stack, bank
    state.group_size[0] = sum(banks)
    match.look_again()
    return match


def banks_and_stacks(state):
    """A world: for each seat the bank from the top down, and the stack from the bottom up."""
    world = []
    for seat in range(int(state.seats)):
        row = obvious.cards_in_row(state, seat)
        stack = int(state.stack_left[seat])
        world.append((tuple(row[stack:]), tuple(row[:stack])))
    return tuple(world)


class Knowledge:
    """All possible worlds with their weights, and the match whose true world is one of them."""

    def __init__(self, match):
        self.match = match
        truth = banks_and_stacks(match.state)
        hidden = [card for bank, _ in truth for card in bank]
        self.worlds = Counter()
        for order in permutations(hidden):
            cards = iter(order)
            self.worlds[tuple((tuple(next(cards) for _ in bank), stack) for bank, stack in truth)] = Fraction(1)

    def change(self, do):
        """Each world becomes the worlds that `do` makes of it, in equal shares."""
        after = Counter()
        for world, weight in self.worlds.items():
            made = do([(list(bank), list(stack)) for bank, stack in world])
            for one in made:
                after[tuple((tuple(bank), tuple(stack)) for bank, stack in one)] += weight / len(made)
        self.worlds = after
        assert banks_and_stacks(self.match.state) in after

    def flip(self, seat):
        turn_up(self.match.state, seat, 0)
        shown = int(self.match.state.tops[seat])

        def do(world):
            bank, stack = world[seat]
            if bank[0] != shown:
                return []
            stack.append(bank.pop(0))
            return [world]

        self.change(do)

    def pay(self, giver, receiver):
        pay_from_bank(self.match.state, giver, receiver)

        def do(world):
            world[receiver][0].append(world[giver][0].pop(0))
            return [world]

        self.change(do)

    def pay_from_discards(self, giver, receiver):
        assert self.match.state.bank_left[giver] == 0
        pay_one(self.match.state, giver, receiver)

        def do(world):
            world[receiver][0].append(world[giver][1].pop(0))
            return [world]

        self.change(do)

    def leave(self, seat):
        leave_table(self.match.state, seat)

        def do(world):
            bank, stack = world[seat]
            world[seat] = ([], stack + bank)  # the order in an abandoned pile does not matter
            return [world]

        self.change(do)

    def win(self, winner):
        win_stacks(self.match.state, winner, True)

        def do(world):
            heap = [card for _, stack in world for card in stack]
            made = []
            for order in permutations(heap):
                one = [(list(bank), []) for bank, _ in world]
                one[winner][0].extend(order)
                made.append(one)
            return made

        self.change(do)

    def imagined(self):
        """How often `resample` produces each world, and the number of samples."""
        game, rules = loops(self.match.rules), self.match.rules
        seen, again, world = blank(rules.State), blank(rules.State), blank(rules.State)
        game.see(self.match._states, 0, 1, seen, 0)
        samples = 30 if INTERPRETED else PER_WORLD * len(self.worlds)
        rows, laid_out = Counter(), {}
        for number in range(samples):
            game.resample(seen, 0, 1, world, 0, np.uint64(number * 977 + 5))
            row = world["row"].tobytes()
            rows[row] += 1
            if row not in laid_out:
                laid_out[row] = banks_and_stacks(world.view(np.recarray)[0])
                game.see(world, 0, 1, again, 0)
                assert again.tobytes() == seen.tobytes()
        return Counter({laid_out[row]: count for row, count in rows.items()}), samples

    def check(self):
        """Only possible worlds; compiled, all of them, each about as often as it should be (chi-square)."""
        found, samples = self.imagined()
        assert set(found) <= set(self.worlds)
        if not INTERPRETED:
            assert set(found) == set(self.worlds)
            total = sum(self.worlds.values())
            expected = {world: float(samples * weight / total) for world, weight in self.worlds.items()}
            off = sum((found[world] - often) ** 2 / often for world, often in expected.items())
            free = len(expected) - 1
            assert off < free + 5 * (2 * free) ** 0.5 + 1
        return len(self.worlds)


def test_cards_never_seen_are_one_class():
    known = Knowledge(small_table([2, 1, 2], [1, 0, 0]))
    assert known.check() == 120
    known.pay(0, 2)
    known.flip(1)
    assert known.check() == 24
    known.flip(2)
    assert known.check() == 6


def test_a_won_heap_is_a_class_of_its_own():
    known = Knowledge(small_table([2, 2, 0], [1, 0, 2]))
    known.win(1)
    assert known.check() == 24 * 6
    known.flip(1)
    known.pay(1, 0)
    known.flip(1)  # the first of the heap
    assert known.check() == 6 * 2
    known.flip(0)
    known.win(2)
    known.check()


def test_two_heaps_stay_apart():
    known = Knowledge(small_table([1, 1, 1], [2, 0, 0]))
    known.win(0)
    known.flip(0)
    known.flip(1)
    known.win(2)
    assert known.check() == 2 * 2
    known.pay(2, 0)
    known.pay(0, 1)
    assert known.check() == 4


def test_a_known_card_can_be_paid_face_down():
    known = Knowledge(small_table([0, 2, 2], [3, 0, 0], short_payment="use-discard"))
    known.pay_from_discards(0, 1)
    assert known.check() == 24
    known.pay_from_discards(0, 2)
    known.flip(1)
    assert known.check() == 6
    known.win(2)
    assert known.check() == 12


@pytest.mark.parametrize("seed", range(3))
def test_a_leavers_bank_is_mixed_into_the_next_heap(seed):
    match = small_table([2, 2, 0, 0], [1, 0, 0, 0])
    match.state.rng = seed
    known = Knowledge(match)
    known.leave(1)
    assert known.check() == 24
    known.win(2)
    known.pay(2, 0)
    assert known.check() == 12 * 6  # which two came in unseen, and the order of the heap and of the rest
    known.flip(2)  # a card of the mixed heap, seen before or not
    known.check()
    known.flip(0)
    known.flip(2)
    known.check()


def test_a_leavers_bank_of_two_classes():
    known = Knowledge(small_table([1, 1, 1, 0], [0, 0, 2, 0]))
    known.win(1)
    known.leave(1)
    known.flip(2)
    known.win(0)
    known.check()
    known.flip(0)
    known.flip(0)
    known.check()


def test_two_leavers_in_one_round():
    known = Knowledge(small_table([1, 1, 1, 1], [1, 0, 0, 0]))
    known.leave(1)
    known.leave(2)
    known.win(3)
    known.check()
    known.flip(3)
    known.flip(3)
    known.check()


@pytest.mark.parametrize("seed", range(3))
def test_a_chain_of_leavers_stays_sound(seed):
    """A second leaver with a mixed heap: only possible worlds, and the true one among them."""
    match = small_table([1, 1, 1, 0, 0], [1, 0, 0, 0, 0])
    match.state.rng = seed
    known = Knowledge(match)
    known.leave(1)
    known.win(2)
    known.leave(2)
    known.win(3)
    known.check()  # exact, as long as the two ways into the heap are not told apart
    for _ in range(3):
        known.flip(3)
        found, _ = known.imagined()
        assert set(found) <= set(known.worlds)
        assert banks_and_stacks(match.state) in found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"short_payment": "use-discard", "elimination": "when-discard-lost"}])
def test_worlds_look_the_same_all_through_random_matches(seats, options):
    match = parlour.game("piccolo").new(seats=seats, seed=seats, options={"handicap_ms": 40, **options})
    twin = parlour.game("piccolo").new(seats=seats, seed=99, options={"handicap_ms": 40, **options})
    game = loops(match.rules)
    seen = blank(match.rules.State)
    leavers = 0
    for count, _ in enumerate(play_by_chance(match, 7)):
        if count > (24 if INTERPRETED else 900):
            break
        if count % 150 == 149 and match.state.players > 2:
            leaver = next(seat for seat in range(seats) if match.state.playing[seat])
            match.play(leaver, Act.LEAVE)
            leavers += 1
        if count % 6:
            continue
        for seat in (SPECTATOR, *range(seats)):
            who = None if seat == SPECTATOR else seat
            game.see(match._states, 0, seat, seen, 0)
            game.resample(seen, 0, seat, twin._states, 0, np.uint64(count))
            twin.look_again()
            assert twin.seen(who).tobytes() == match.seen(who).tobytes()
            assert twin.observe(who).tobytes() == match.observe(who).tobytes()
            assert twin.view(who) == match.view(who)
            assert obvious.all_cards(twin.state) == obvious.full_deck(match.state)
    assert INTERPRETED or leavers > 0 or seats == 2
