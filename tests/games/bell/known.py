"""What everybody knows about face-down cards, counted again from where each of them has been."""

import random
from typing import Any

from tests.games.bell.late_games import varied_options

import parlour
from parlour.games.bell.known_cards import FACE_UP, GROUPS, MIXED_HEAPS, new_group
from parlour.games.bell.rows import spot
from parlour.games.bell.rules import leave_table, turn_up, win_stacks


def assert_counts_are_right(state: Any) -> None:
    """A card that nobody has seen came into each mixed heap from the group of the spot on which it lay before."""
    sizes, unseen = [0] * GROUPS, [[0] * GROUPS for _ in range(MIXED_HEAPS)]
    groups, passed = state.group.tolist(), state.heaps_passed.tolist()
    heaps = state.mixed_heap_group[: state.mixed_heaps].tolist()
    assert len(set(heaps)) == len(heaps)
    for card in range(int(state.cards)):
        group = groups[card]
        if group == FACE_UP:
            assert passed[card] == 0
            continue
        sizes[group] += 1
        for heap, number in enumerate(heaps):
            if passed[card] & 1 << heap:
                unseen[heap][group] += 1
                group = number
    assert state.group_size.tolist() == sizes
    assert state.unseen_in_heap.tolist() == unseen
    fresh = new_group(state)
    assert 0 < fresh < GROUPS
    assert fresh not in heaps
    assert sizes[fresh] == 0


def assert_stacks_are_seen(state: Any) -> None:
    for seat in range(state.seats):
        if state.playing[seat]:
            for i in range(int(state.stack_left[seat]) + int(state.bank_left[seat])):
                card = int(state.row[seat, spot(state, seat, i)])
                assert (state.group[card] == FACE_UP) == (i < state.stack_left[seat])


def play_and_count(name: str, number: int) -> int:
    """Flips, wins and players who leave, in any order. Returns the number of mixed heaps."""
    dice = random.Random(f"known {name} {number}")
    seats, options = varied_options(name, number, dice)
    state = parlour.game(name).new(seats=seats, seed=number, options=options).state
    for step in range(150):
        players = [seat for seat in range(seats) if state.playing[seat]]
        kind = dice.random()
        if kind < 0.03 and len(players) > 2:
            leave_table(state, dice.choice(players))
        elif kind < 0.2 and sum(state.stack_left[:seats]):
            win_stacks(state, dice.choice(players), own_too=True)
        else:
            able = [seat for seat in players if state.bank_left[seat]]
            if able:
                turn_up(state, dice.choice(able), step)
            if step % 10:
                continue
        assert_counts_are_right(state)
        assert_stacks_are_seen(state)
    return int(state.mixed_heaps)
