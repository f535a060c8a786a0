"""Piccolo, sections 1 and 2 of the rulebook: players, components and set-up."""

from collections import Counter

import numpy as np
import pytest
from tests.games.piccolo.tables import discards, draws, piccolo, pile
from tests.helpers import badly_shuffled

import parlour
from parlour import BadInput
from parlour.games.bell.rows import EMPTY
from parlour.games.bell.rules import CapMinutes
from parlour.games.piccolo import RULES
from parlour.games.piccolo.cards import FRUITS
from parlour.games.piccolo.rules import Elimination, ShortPayment

# 1. Players and components


@pytest.mark.rule("PIC-01")
def test_two_to_five_can_play():
    game = parlour.game("piccolo")
    assert list(game.seats) == [2, 3, 4, 5]
    for seats in game.seats:
        assert game.new(seats=seats, seed=1).seats == seats
    for seats in (0, 1, 6):
        with pytest.raises(BadInput, match="PIC-01"):
            game.new(seats=seats, seed=1)


def deck_of(match):
    state = match.state
    return Counter((FRUITS[state.fruit[i]], int(state.amount[i])) for i in range(int(state.cards)))


@pytest.mark.rule("PIC-02", "PIC-03", "PIC-04")
def test_the_deck_list():
    deck = deck_of(piccolo(2))
    assert sum(deck.values()) == 55
    for fruit in ("banana", "strawberry", "lime"):
        assert [deck[fruit, amount] for amount in range(1, 6)] == [5, 3, 3, 2, 1]
    assert [deck["plum", amount] for amount in range(1, 6)] == [4, 3, 3, 2, 1]
    assert len(deck) == 20  # so each card shows one kind of four, one amount of five


@pytest.mark.rule("PIC-04")
def test_the_sibling_deck_has_one_plum_more():
    match = piccolo(4, deck="halli-56")
    deck = deck_of(match)
    assert [deck["plum", amount] for amount in range(1, 6)] == [5, 3, 3, 2, 1]
    assert sum(deck.values()) == 56
    assert draws(match) == [14] * 4


OWN_DECK = {
    "banana": [11, 0, 0, 0, 0],
    "strawberry": [0, 0, 0, 0, 14],
    "lime": [5, 5, 5, 0, 0],
    "plum": [3, 3, 3, 3, 3],
}


@pytest.mark.rule("PIC-04")
def test_an_owner_can_bring_a_deck(tmp_path):
    deck = deck_of(piccolo(3, deck=OWN_DECK))
    assert deck["banana", 1] == 11
    assert deck["strawberry", 5] == 14
    assert deck["plum", 4] == 3
    assert sum(deck.values()) == 55
    file = tmp_path / "deck.toml"
    file.write_text("\n".join(f"{fruit} = {counts}" for fruit, counts in OWN_DECK.items()))
    assert deck_of(piccolo(3, deck=str(file))) == deck


@pytest.mark.rule("PIC-02", "PIC-04")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"plum": [3, 3, 3, 3, 2]}, "add up to 54"),
        ({"plum": [3, 3, 3, 3, 4]}, "add up to 56"),
        ({"plum": [15]}, "five counts for plum"),
        ({"plum": 15}, "five counts for plum"),
        ({"plum": [16, -1, 0, 0, 0]}, "whole numbers of 0 or more, not -1"),
        ({"plum": [15, True, 0, 0, 0]}, "not True"),
        ({"pear": [1, 0, 0, 0, 0]}, "no fruit 'pear'"),
    ],
)
def test_a_wrong_deck_is_refused(change, says):
    with pytest.raises(BadInput, match=says):
        piccolo(3, deck={**OWN_DECK, **change})


# 2. Set-up


@pytest.mark.rule("PIC-05")
def test_the_dealer_is_drawn_at_random():
    for seats in (2, 3, 5):
        dealers = Counter(int(piccolo(seats, seed).state.dealt_by) for seed in range(12 * seats))
        assert sorted(dealers) == list(range(seats))
        assert min(dealers.values()) > 5


@pytest.mark.rule("PIC-05")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_later_games_at_the_same_table_the_deal_passes_clockwise(seats):
    match = piccolo(seats, 7)
    dealers = [match.view(None)["dealer"]]
    for seed in range(seats + 1):
        assert match.rematch_options == {"dealer": (dealers[-1] + 1) % seats + 1}
        match = piccolo(seats, seed, **match.rematch_options)
        dealers.append(match.view(None)["dealer"])
        assert match.state.turn == dealers[-1]
    assert dealers == [(dealers[0] + game) % seats for game in range(seats + 2)]
    assert "dealer" in parlour.match.replay(match.log()).options


@pytest.mark.rule("PIC-05")
def test_a_chosen_dealer_must_sit_at_the_table():
    assert [piccolo(3, dealer=seat).view(None)["dealer"] for seat in (1, 2, 3)] == [0, 1, 2]
    with pytest.raises(BadInput, match="dealer cannot be seat 4: this table has 3 seats"):
        piccolo(3, dealer=4)
    with pytest.raises(BadInput, match="dealer cannot be 0; it takes random or 1 or 2 or 3 or 4 or 5"):
        piccolo(3, dealer=0)


@pytest.mark.rule("PIC-06", "PIC-07")
@pytest.mark.parametrize(
    ("seats", "served"), [(2, [28, 27]), (3, [19, 18, 18]), (4, [14, 14, 14, 13]), (5, [11, 11, 11, 11, 11])]
)
def test_all_cards_are_dealt_from_the_dealers_left(seats, served):
    for seed in range(8):
        match = piccolo(seats, seed)
        left = int(match.state.dealt_by) + 1
        assert [draws(match)[(left + i) % seats] for i in range(seats)] == served
        assert sorted(card for seat in range(seats) for card in pile(match, seat)) == list(range(55))
        assert np.count_nonzero(match.state.row == EMPTY) == 5 * 64 - 55
        assert match.state.verdict_by == -1


@pytest.mark.rule("PIC-06")
def test_the_deck_is_shuffled():
    tops = Counter(pile(piccolo(2, seed), 0)[0] for seed in range(60))
    assert len(tops) > 30
    assert max(tops.values()) < 8


@pytest.mark.rule("PIC-06")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_card_of_the_deck_is_shuffled(seats):
    orders = []
    for seed in range(40):
        match = piccolo(seats, seed)
        left = int(match.state.dealt_by) + 1
        piles = [pile(match, (left + i) % seats) for i in range(seats)]
        orders.append([piles[i % seats][i // seats] for i in range(55)])
    assert badly_shuffled(orders) == []


@pytest.mark.rule("PIC-08")
def test_draw_piles_lie_face_down_and_discard_piles_are_empty():
    match = piccolo(3)
    assert discards(match) == [0, 0, 0]
    assert [seat["top"] for seat in match.view(0)["seats"]] == [None] * 3
    for seat in (0, 1, 2, None):
        assert set(match.seen(seat).row.ravel().tolist()) == {EMPTY, -1}


def test_options_are_what_the_rules_call_them():
    named = {option.name: option for option in RULES.options}
    for name, enum in (("elimination", Elimination), ("short_payment", ShortPayment)):
        assert [value.name.lower().replace("_", "-") for value in enum] == list(named[name].values)
        assert [value.value for value in enum] == [0, 1, 2]
    assert named["cap_minutes"].values.index(15) == CapMinutes.FIFTEEN
