"""Piccolo, section 10 of the rulebook: what each player knows."""

from collections import Counter

import numpy as np
import pytest
from tests.games.bell.known import play_and_count
from tests.games.piccolo.tables import (
    LEAVE,
    RING,
    VOTE_STOP,
    heap,
    lay,
    piccolo,
    ring_out,
)

from parlour.games.bell.rows import EMPTY
from parlour.games.piccolo import RULES


@pytest.mark.rule("PIC-58", "PIC-60", "PIC-61")
def test_tops_and_sizes_are_shown_and_covered_cards_are_not():
    match = lay(piccolo(3), [7, 8, 9], [["lime4", "plum2"], ["banana3"], []])
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    for you, view in zip((0, 1, 2, None), views):
        assert view["you"] == you
        assert [seat["top"] for seat in view["seats"]] == [
            {"fruit": "plum", "amount": 2},
            {"fruit": "banana", "amount": 3},
            None,
        ]
        assert [seat["draw_pile"] for seat in view["seats"]] == [7, 8, 9]
        assert [seat["discard_pile"] for seat in view["seats"]] == [2, 1, 0]
        assert "lime" not in str(view)
    text = match.show(0)
    assert "plum" in text
    assert "lime" not in text
    split = RULES.pieces.split(match.observe(1))
    assert split["bank"].tolist() == [8, 9, 7, 0, 0]  # own seat first
    assert split["top_fruit"][2].tolist() == [0, 0, 0, 1]
    assert split["top_amount"][2].tolist() == [0, 1, 0, 0, 0]
    assert split["top_fruit"][1].tolist() == [0, 0, 0, 0]
    assert RULES.pieces.split(match.observe(None))["bank"].tolist() == [7, 8, 9, 0, 0]


@pytest.mark.rule("PIC-59")
def test_nobody_sees_into_draw_piles():
    match = lay(piccolo(3), [7, 8, 9], [["lime4"], [], ["plum1"]])
    match.play(0, RING)
    match.wait()  # penalty cards change hands unseen
    for seat in (0, 1, 2, None):
        seen = match.seen(seat)
        assert seen.rng == 0
        hidden = [int(card) for row in seen.row for card in row if card != EMPTY]
        assert sorted(hidden) == [-1] * 24 + sorted(heap(match, 0) + heap(match, 2))
        assert not seen.heaps_passed.any()


@pytest.mark.rule("PIC-24", "PIC-59")
def test_a_won_heap_is_a_known_set_in_unknown_order():
    match = lay(piccolo(2), [5, 5], [["lime5"], ["plum1"]])
    won = heap(match, 0) + heap(match, 1)
    ring_out(match, 0)
    seen = match.seen(1)
    assert np.flatnonzero(seen.group[:55] == 1).tolist() == sorted(won)
    assert Counter(seen.row[0].tolist()) == {EMPTY: 57, -1: 5, -2: 2}
    assert seen.group_size[:3].tolist() == [53, 2, 0]


@pytest.mark.rule("PIC-58")
def test_the_table_as_text():
    match = lay(piccolo(3), [7, 8, 0], [["plum2"], ["banana3"], ["lime1"]], out=(2,))
    assert "Player 1 flips." in match.show(None)
    assert "out" in match.show(None)
    match.play(1, VOTE_STOP)
    match.play(1, RING)
    assert "rings!" in match.show(1)
    assert "The bell rings." in match.show(1)
    assert "votes to stop" in match.show(1)
    match.wait()
    assert "Player 2 rang wrongly. Player 1 flips." in match.show(0)
    assert "bell locked" in match.show(0)
    match.play(1, LEAVE)
    assert "Over: one player has gathered all cards. Won by player 1." in match.show(0)


def test_what_is_known_about_hidden_cards_is_counted_right():
    heaps = [play_and_count("piccolo", number) for number in range(24)]
    assert max(heaps) == 3
