"""Piccolo, section 4 of the rulebook: what makes a five."""

import itertools

import pytest
from tests.games.piccolo.tables import (
    FLIP,
    draws,
    lay,
    piccolo,
    plain_five,
    ring_out,
)

from parlour import BadInput
from parlour.games.piccolo import is_five
from parlour.games.piccolo.cards import FRUITS


def tops(text):
    return [(word[:-1], int(word[-1])) for word in text.split()]


FIVES = [
    "banana2 banana2 banana1",
    "banana3 banana2",
    "banana4 banana1",
    "banana5",
    "banana5 lime4 plum3 plum3",
    "lime2 plum1 lime2 strawberry4 lime1",
    "banana4 banana2 lime3 lime2",
    "plum5 banana5",
    "strawberry1 strawberry1 strawberry1 strawberry1 strawberry1",
    "plum3 plum2 lime4 lime4",
]


NO_FIVES = [
    "banana4",
    "banana2 banana2",
    "banana3 banana3",
    "banana5 banana1",
    "banana4 banana2",
    "banana1 banana1 banana1 banana1",
    "",
    "banana3 lime2",
    "plum5 plum5",
    "lime5 lime5 lime5 lime5 lime5",
    "banana1 lime1 plum1 strawberry1",
    "banana4 strawberry1 lime4 plum1",
]


@pytest.mark.rule("PIC-17", "PIC-18", "PIC-19", "PIC-62", "PIC-63")
def test_fives_and_no_fives():
    for text in FIVES:
        assert is_five(tops(text)) is True
    for text in NO_FIVES:
        assert is_five(tops(text)) is False
    for fruit in FRUITS:
        assert [is_five([(fruit, a), (fruit, b)]) for a in (1, 4) for b in (1, 4)] == [False, True, True, False]


@pytest.mark.rule("PIC-17")
def test_any_tableau_of_three_is_a_five_when_plain_sums_say_so():
    faces = [f"{fruit}{amount}" for fruit in ("banana", "plum") for amount in range(1, 6)]
    for three in itertools.product(faces, repeat=3):
        assert is_five(tops(" ".join(three))) == plain_five(three)


@pytest.mark.rule("PIC-03")
def test_the_worked_example_refuses_what_no_card_shows():
    with pytest.raises(BadInput, match="no card shows 6 of 'banana'"):
        is_five([("banana", 6)])
    with pytest.raises(BadInput, match="no card shows True of 'banana'"):
        is_five([("banana", True)])
    with pytest.raises(BadInput, match="no card shows 1 of 'pear'"):
        is_five([("pear", 1)])
    with pytest.raises(BadInput, match="at most 5 tops"):
        is_five([("banana", 1)] * 6)


@pytest.mark.rule("PIC-19")
def test_two_fruits_at_five_are_one_win():
    match = lay(piccolo(3), [["plum5", 9], 10, 10], [[], ["lime5"], []])
    match.play(0, FLIP)
    ring_out(match, 2)
    assert draws(match) == [9, 10, 12]
    assert match.state.five == 0


@pytest.mark.rule("PIC-20", "PIC-64")
def test_covering_a_card_can_make_a_five():
    match = lay(piccolo(3), [10, 10, ["lime1", 5]], [["banana3"], ["banana2"], ["banana2"]], turn=2)
    assert match.state.five == 0
    match.play(2, FLIP)
    assert match.state.five == 1
    ring_out(match, 0)
    assert draws(match) == [14, 10, 5]
    assert match.view(0)["result"] == {"seat": 0, "right": True}


@pytest.mark.rule("PIC-21")
def test_the_top_of_a_player_who_is_out_counts():
    match = lay(piccolo(3), [["lime2", 9], 10, 0], [[], [], ["plum1", "lime3"]], out=(2,))
    match.play(0, FLIP)
    ring_out(match, 1)
    assert draws(match) == [9, 13, 0]
