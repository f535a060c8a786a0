"""Piccolo Twist, section 10 of the rulebook: what each player knows."""

import numpy as np
import pytest
from tests.games.bell.known import play_and_count
from tests.games.piccolo_twist.tables import (
    CALM,
    RING,
    banks,
    last_round,
    lay,
    stacks,
    status,
    turn,
)
from tests.helpers import table

from parlour.games.piccolo_twist import RULES


@pytest.mark.rule("TWI-61")
def test_tops_are_public_and_banks_and_covered_cards_are_not():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3], [3, 4, 2])
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        shown = [(line["top"]["type"], line["top"]["colour"], line["top"]["amount"]) for line in view["seats"]]
        assert shown == CALM[:3]
        assert str(view).count("'amount'") == 3
    pieces = RULES.pieces.split(match.observe(1))
    assert pieces["top_amount"].tolist()[:3] == [[0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]]
    assert pieces["top_type"].tolist()[:3] == [[0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0]]
    assert pieces["top_colour"].tolist()[:3] == [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]]
    assert pieces["colour_sums"].tolist() == [1, 2, 0, 1]
    assert pieces["type_sums"].tolist() == [1, 1, 0, 2]
    assert np.array_equal(match.observe(None), match.observe(0))


@pytest.mark.rule("TWI-62")
def test_sizes_are_public():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3], [3, 4, 2])
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert [line["bank"] for line in view["seats"]] == [20, 15, 12]
        assert [line["stack"] for line in view["seats"]] == [3, 4, 2]
    pieces = RULES.pieces.split(match.observe(2))
    assert pieces["bank"].tolist() == [12, 20, 15, 0, 0]
    assert pieces["stack"].tolist() == [2, 3, 4, 0, 0]


def test_the_view_agrees_with_the_state():
    match = lay(table("piccolo_twist", 4), [20, 0, 12, 0], CALM, [1, 10, 2, 11], turn=2, out=(3,))
    for number, words in enumerate(["not yet", "next", "now"]):
        match.state.last_round = number
        view = match.view(1)
        assert view["you"] == 1
        assert view["turn"] == turn(match) == 2
        assert [line["bank"] for line in view["seats"]] == banks(match)
        assert [line["stack"] for line in view["seats"]] == stacks(match)
        assert [line["status"] for line in view["seats"]] == status(match)
        assert view["last_round"] == last_round(match) == words
    assert status(match) == ["in", "empty", "in", "out"]
    lay(match, [0, 0, 0, 0], CALM)
    assert match.view(None)["turn"] is None
    assert turn(match) is None


def test_the_table_as_text():
    match = lay(table("piccolo_twist", 4, handicap_ms=[0, 0, 300, 0]), [20, 0, 12, 0], CALM, [1, 10, 2, 11], out=(3,))
    match.play(2, RING, at=1000)
    text = match.show(0)
    for words in ("you ", "last chance", "rings!", "rings 300 ms late", "out", "1 potion", "The bell rings."):
        assert words in text
    match.wait()
    match.state.last_round = 1
    assert "Player 3 rang wrongly. Player 1 flips." in match.show()
    assert "the next round is the last" in match.show()
    assert "bell locked" in match.show()
    match.state.last_round = 2
    match.state.barred[1] = 1
    assert "last round" in match.show(1)
    assert "may not ring" in match.show(1)
    match = lay(table("piccolo_twist", 3), [0, 0, 0], CALM[:3])
    assert "Nobody has a card left to flip." in match.show()
    match.wait()
    assert "Over: nobody has a card left to flip." in match.show()


def test_what_is_known_about_hidden_cards_is_counted_right():
    heaps = [play_and_count("piccolo_twist", number) for number in range(24)]
    assert max(heaps) == 3
