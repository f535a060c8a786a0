"""Worlds of Piccolo Twist: `resample` gives exactly those that fit what was seen, each as often as it should.

The worlds are counted a second time here, by brute force: all orders of the hidden cards, each carried through what
happened, each won heap in all its orders; those in which another card would have been turned up fall away.
"""

from collections import defaultdict
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from tests.games.piccolo_twist import obvious
from tests.helpers import table

from parlour import Match
from parlour.engine import loops
from parlour.games.bell.known_cards import FACE_UP
from parlour.games.bell.rows import EMPTY
from parlour.games.bell.rules import NO_CARD
from parlour.games.piccolo_twist import RULES
from parlour.kit import INTERPRETED, SPECTATOR, blank

FLIP, RING, LEAVE = 0, 1, 2
LOOPS = loops(RULES)

# A world of the brute force: for each seat the stack, bottom first, and the bank, top first.
World = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


class FollowedMatch:
    """A match whose possible worlds are all followed. `own_stack` is `stays`, so that a big open stack can hold the
    other cards and heaps are small."""

    def __init__(self, seats: int, stacks: list[list[int]], hidden: list[int]) -> None:
        """`stacks` are face up; the cards `hidden[seat]`, none of them in a stack, are the bank."""
        self.match = table("piccolo_twist", seats, own_stack="stays", min_flip_gap_ms=200)
        up = [card for stack in stacks for card in stack]
        down = [card for card in range(56) if card not in up]
        assert len(down) == sum(hidden)
        lay(self.match, stacks, deal_out(down, hidden))
        self.worlds: dict[World, float] = defaultdict(float)
        for order in permutations(down):
            banks = deal_out(list(order), hidden)
            self.worlds[tuple((tuple(s), tuple(b)) for s, b in zip(stacks, banks, strict=True))] += 1.0
        self.check_truth()

    def flip(self, seat: int) -> None:
        self.match.state.turn = seat
        self.match.look_again()
        card = obvious.bank(self.match.state, seat)[0]
        self.match.play(seat, FLIP)
        left = defaultdict(float)
        for world, weight in self.worlds.items():
            stack, bank = world[seat]
            if bank[0] == card:
                left[changed(world, {seat: ((*stack, card), bank[1:])})] += weight
        self.worlds = left
        self.check_truth()

    def pay(self, seat: int) -> None:
        """A wrong ring, for which everybody is paid."""
        self.ring(seat, right=False)
        for step in range(1, self.match.seats):
            receiver = (seat + step) % self.match.seats
            if self.match.state.playing[receiver]:
                self.follow(lambda world, to=receiver: [paid(world, seat, to)])
        self.check_truth()

    def win(self, seat: int) -> None:
        """A right ring: the stacks of the others go under the bank, in any order."""
        self.ring(seat, right=True)
        self.follow(lambda world: won(world, seat))
        self.check_truth()

    def leave(self, seat: int) -> None:
        self.match.play(seat, LEAVE)
        self.follow(lambda world: [changed(world, {seat: (world[seat][0] + world[seat][1], ())})])
        self.check_truth()

    def ring(self, seat: int, right: bool) -> None:
        match = self.match
        match.state.five = right  # the faces do not matter here
        match.state.locked[:] = 0
        match.wait(max(match.clock, int(match.state.shown_until)) + 300)
        match.play(seat, RING)
        match.wait()
        match.state.five = 0

    def follow(self, after: Any) -> None:
        followed = defaultdict(float)
        for world, weight in self.worlds.items():
            results = after(world)
            for result in results:
                followed[result] += weight / len(results)
        self.worlds = followed

    def check_truth(self) -> None:
        assert world_of(self.match.state) in self.worlds

    def check_resampling(self, seat: int) -> None:
        expected = self.worlds
        total = sum(expected.values())
        count = 40 if INTERPRETED else max(2000, 25 * len(expected))
        seen, made = known_to(self.match, seat), blank(RULES.State, count)
        for seed in range(count):
            LOOPS.resample(seen, 0, seat, made, seed, np.uint64(seed * 7919 + 1))
        _, which, times = np.unique(made["row"].reshape(count, -1), axis=0, return_index=True, return_counts=True)
        counted = {world_of(made.view(np.recarray)[i]): n for i, n in zip(which.tolist(), times.tolist(), strict=True)}
        assert set(counted) <= set(expected)
        if INTERPRETED:
            return
        assert set(counted) == set(expected)
        surprise = sum(
            (counted[world] - count * weight / total) ** 2 / (count * weight / total)
            for world, weight in expected.items()
        )
        freedom = len(expected) - 1
        assert surprise < freedom + 4.5 * (2 * freedom) ** 0.5 + 8


def known_to(match: Match, seat: int) -> Any:
    """What the seat sees, in the form that the loops take."""
    seen = blank(RULES.State, 1)
    seen[0] = match.seen(None if seat == SPECTATOR else seat)
    return seen


def deal_out(cards: list[int], sizes: list[int]) -> list[list[int]]:
    starts = np.cumsum([0, *sizes])
    return [cards[start : start + size] for start, size in zip(starts, sizes, strict=False)]


def changed(world: World, new: dict[int, Any]) -> World:
    return tuple(new.get(seat, held) for seat, held in enumerate(world))


def paid(world: World, giver: int, receiver: int) -> World:
    given, taken = world[giver], world[receiver]
    return changed(world, {giver: (given[0], given[1][1:]), receiver: (taken[0], (*taken[1], given[1][0]))})


def won(world: World, winner: int) -> list[World]:
    heap = [card for seat, (stack, _) in enumerate(world) if seat != winner for card in stack]
    cleared = tuple((stack if seat == winner else (), bank) for seat, (stack, bank) in enumerate(world))
    stack, bank = cleared[winner]
    return [changed(cleared, {winner: (stack, (*bank, *order))}) for order in permutations(heap)]


def world_of(state: Any) -> World:
    return tuple(
        (tuple(obvious.stack(state, seat)), tuple(obvious.bank(state, seat))) for seat in range(int(state.seats))
    )


def lay(match: Match, stacks: list[list[int]], banks: list[list[int]]) -> None:
    state = match.state
    state.row[:] = EMPTY
    state.group[:] = 0
    state.first[:] = 0
    for seat, (stack, bank) in enumerate(zip(stacks, banks, strict=True)):
        state.row[seat][: len(stack) + len(bank)] = stack + bank
        state.group[stack] = FACE_UP
        state.stack_left[seat], state.bank_left[seat] = len(stack), len(bank)
        state.tops[seat] = stack[-1] if stack else NO_CARD
    state.group_size[:] = 0
    state.group_size[0] = sum(map(len, banks))
    match.look_again()


ALL = list(range(56))


def test_the_deal_is_one_class():
    here = FollowedMatch(3, [ALL[6:], ALL[5:6], ALL[4:5]], [2, 1, 1])
    assert len(here.worlds) == 24
    for seat in (0, 1, 2, SPECTATOR):
        here.check_resampling(seat)
    here.flip(0)
    assert len(here.worlds) == 6
    here.check_resampling(1)


def test_a_won_heap_is_a_class_of_its_own():
    here = FollowedMatch(3, [ALL[7:], ALL[5:7], ALL[4:5]], [1, 2, 1])
    here.win(0)
    assert len(here.worlds) == 24 * 6
    here.check_resampling(2)
    here.pay(0)  # one card of the deal and one of the heap change hands unseen
    assert len(here.worlds) == 24 * 6
    here.check_resampling(0)
    here.flip(2)
    here.flip(0)
    assert len(here.worlds) == 6 * 2
    here.check_resampling(1)


def test_several_heaps_stay_apart():
    here = FollowedMatch(3, [ALL[7:], ALL[5:7], ALL[4:5]], [2, 1, 1])
    here.win(0)
    here.pay(0)  # both cards of the deal go
    here.flip(1)
    here.flip(2)
    here.win(0)  # a heap of two, under what is left of the heap of three
    assert len(here.worlds) == 2 * 6 * 2
    here.check_resampling(1)
    here.pay(0)
    here.flip(0)
    assert len(here.worlds) == 2 * 2 * 2
    here.check_resampling(SPECTATOR)
    here.flip(1)
    here.check_resampling(2)


def test_a_leavers_bank_becomes_guests_of_a_heap():
    here = FollowedMatch(4, [ALL[8:], ALL[7:8], ALL[6:7], ALL[5:6]], [1, 1, 2, 1])
    here.leave(2)
    assert len(here.worlds) == 120
    here.check_resampling(0)
    here.win(0)  # five cards: three that everybody has seen and two that nobody has
    assert len(here.worlds) == 120 * 120 // 2
    here.pay(0)
    for seat in (0, 1, 3):  # cards of the heap among them
        here.flip(seat)
        assert here.match.state.mixed_heaps == 1
        if len(here.worlds) <= 600:
            here.check_resampling(seat)
    here.flip(0)
    here.check_resampling(3)
    here.flip(3)
    here.check_resampling(1)


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_world_looks_the_same_from_every_seat(seats):
    """In random matches, some with leavers: record, view and observation of a resampled world equal the seat's own."""
    rng = np.random.default_rng(seats)
    made, again = blank(RULES.State, 1), blank(RULES.State, 1)
    out = np.zeros(RULES.pieces.size, np.int8)
    checks = 0
    for seed in range(1 if INTERPRETED else 6):
        options = {"own_stack": "stays"} if seed % 2 else {"handicap_ms": [250] * seats}
        match = table("piccolo_twist", seats, seed=seed, **options)
        for step in range(30 if INTERPRETED else 400):
            if match.over:
                break
            if rng.random() < 0.004 and seats > 2:
                leaver = int(rng.integers(seats))
                if match.state.playing[leaver]:
                    match.play(leaver, LEAVE)
            elif match.actors and rng.random() < 0.5:
                seat = int(rng.choice(match.actors))
                match.play(seat, int(rng.choice(match.legal(seat))))
            else:
                match.wait(match.clock + int(rng.integers(1, 1500)))
            if step % 9:
                continue
            for seat in (*range(seats), SPECTATOR):
                seen = known_to(match, seat)
                LOOPS.resample(seen, 0, seat, made, 0, np.uint64(rng.integers(2**63)))
                world = made.view(np.recarray)[0]
                assert obvious.all_cards(world) == obvious.full_deck(world)
                assert world.rng != 0
                LOOPS.see(made, 0, seat, again, 0)
                assert again.tobytes() == seen.tobytes()
                LOOPS.observe(made, 0, seat, again, 0, out)
                assert np.array_equal(out, match.observe(None if seat == SPECTATOR else seat))
                assert RULES.view(again.view(np.recarray)[0], seat) == RULES.view(seen.view(np.recarray)[0], seat)
                checks += 1
    assert checks > (5 if INTERPRETED else 300)


def test_a_made_world_can_be_played_on():
    """What is known about groups fits the new cards: no card is lost when play goes on from a resampled world."""
    rng = np.random.default_rng(9)
    match = table("piccolo_twist", 4, seed=3)

    def play_on(moves: int) -> None:
        for _ in range(moves):
            if match.over:
                return
            match.wait(match.clock + 2000)
            ready = [seat for seat in match.actors if RING in match.legal(seat)]
            if ready and rng.random() < 0.5:
                match.play(int(rng.choice(ready)), RING)
            assert obvious.all_cards(match.state) == obvious.full_deck(match.state)

    play_on(40)
    match.play(int(match.state.turn), LEAVE)
    seen, made = known_to(match, 0), blank(RULES.State, 1)
    for seed in range(2 if INTERPRETED else 20):
        LOOPS.resample(seen, 0, 0, made, 0, np.uint64(seed))
        for name in RULES.State.names:
            match.state[name] = made[0][name]
        match.look_again()
        play_on(60)
