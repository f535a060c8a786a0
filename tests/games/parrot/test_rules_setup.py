"""Parrot, sections 1 and 2 of the rulebook: players, components and setting up a round."""

import numpy as np
import pytest
from tests.games.parrot.tables import PLAIN, boxed, lay, pair
from tests.helpers import refusal, table

import parlour
from parlour import BadInput, Match
from parlour.games.parrot import rules
from parlour.games.parrot.cards import DECK, NONE
from parlour.games.parrot.rules import (
    DRAW,
    LEAVE,
    NOBODY,
    OPENING_MS,
    PASS,
    PLACE,
    REVEAL,
    TAKE,
    Phase,
)
from parlour.kit import shuffle

NOT_TESTABLE = {
    "PAR-04": "the sample score cards are paper; nothing in play depends on them",
}


# Players and components


@pytest.mark.rule("PAR-01")
def test_two_to_six_can_play():
    game = parlour.game("parrot")
    for seats in range(2, 7):
        assert game.new(seats=seats, seed=1).seats == seats
    for seats in (0, 1, 7):
        with pytest.raises(BadInput, match="2 to 6 players .PAR-01., not"):
            game.new(seats=seats, seed=1)
    assert refusal(table("parrot", 2), 2, DRAW) == "PAR-01"
    assert refusal(table("parrot", 2), -1, DRAW) == "PAR-01"


@pytest.mark.rule("PAR-02", "PAR-03")
def test_the_deck_has_eight_of_each_number_and_four_parrots():
    assert np.bincount(DECK).tolist() == [8] * 13 + [4]
    assert len(DECK) == 108


@pytest.mark.rule("PAR-05", "PAR-99")
def test_the_fewest_points_win():
    match = boxed("0 0 0 0 / 0 0 0 (1)", "5 5 5 5 / 6 6 6 (6)", rounds=1)
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    match.play(1, DRAW)
    match.play(1, PASS)
    assert match.over
    assert match.scores == [-15 + 1, 44]
    assert match.winners == [0]
    assert refusal(match, 0, DRAW) == "PAR-99"
    assert refusal(match, 0, LEAVE) == "PAR-99"
    assert match.due is None
    assert match.actors == []


@pytest.mark.rule("PAR-06", "PAR-101")
@pytest.mark.parametrize(("rounds", "options"), [(5, {}), (5, {"rounds": 5}), (3, {"rounds": 3}), (1, {"rounds": 1})])
def test_rounds(rounds, options):
    match = table("parrot", 2, **options)
    for number in range(rounds):
        assert match.state.round_no == number
        assert not match.over
        assert match.view(0)["round"] == number + 1
        assert match.view(0)["rounds"] == rounds
        end_round(match)
    assert match.over
    assert all(len(player["rounds"]) == rounds for player in match.view(0)["seats"])


def end_round(match: Match) -> None:
    """Open, let the first player turn everything up at once, play the last turns, and let the counting pass."""
    for seat in range(match.seats):
        match.play(seat, pair(0, 1))
    first = int(match.state.turn)
    match.state.up[first, :7] = 1
    match.look_again()
    match.play(first, DRAW)
    match.play(first, REVEAL + 7)
    while match.actors:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    if not match.over:
        match.wait()


# Setting up a round


@pytest.mark.rule("PAR-07", "PAR-08", "PAR-09", "PAR-10", "PAR-11", "PAR-12")
@pytest.mark.parametrize(("seats", "left"), [(2, 91), (3, 83), (4, 75), (5, 67), (6, 59)])
def test_the_deal(seats, left):
    match = table("parrot", seats, seed=5)
    for deal in range(2):
        state = match.state
        assert state.pile_left == left
        assert state.discarded == 1
        assert not state.up.any()
        assert (state.box[seats:] == NONE).all()
        cards = [*state.box[:seats].ravel(), *state.pile[:left], *state.discards[:1]]
        assert sorted(cards) == sorted(DECK)
        assert (state.pile[left:] == NONE).all()
        assert (state.discards[1:] == NONE).all()
        if deal == 0:
            dealt = list(cards)
            state.reshuffles, state.pile_out, state.floated, state.recycled[:] = 1, 1, 1, 2
            end_round(match)
    assert cards != dealt
    assert (state.reshuffles, state.pile_out, state.floated, state.recycled.sum()) == (0, 0, 0, 0)
    assert state.turns.tolist() == [0] * 6
    assert state.ender == NOBODY


@pytest.mark.rule("PAR-07")
def test_every_deal_is_a_fair_shuffle():
    """Over many deals each kind comes to the Boxes, and to each half of them, as often as the deck has it."""
    match = table("parrot", 2, seed=3)
    seen = np.zeros((2, 14))
    for _ in range(120):
        rules.deal_round(match.state)
        for seat in range(2):
            seen[seat] += np.bincount(match.state.box[seat], minlength=14)
    expected = 120 * 8 * np.bincount(DECK) / 108
    assert (((seen - expected) ** 2 / expected).sum(axis=1) < 34.5).all()  # chi-square, 13 degrees, one in a thousand


@pytest.mark.rule("PAR-13", "PAR-82")
def test_a_parrot_that_starts_the_discard_pile_stays_and_may_be_taken():
    seed = next(s for s in range(500) if table("parrot", 2, seed=s).state.discards[0] == 13)
    match = table("parrot", 2, seed=seed)
    for seat in range(2):
        match.play(seat, pair(0, 1))
    first = int(match.state.turn)
    assert match.view(first)["discard"] == "P"
    match.play(first, TAKE)
    match.play(first, PLACE + 2)
    assert match.state.box[first, 2] == 13


@pytest.mark.rule("PAR-14", "PAR-15")
def test_everybody_turns_up_two_cards_of_their_choice_together():
    match = table("parrot", 3)
    assert match.actors == [0, 1, 2]
    assert match.legal(0) == list(range(28))
    assert refusal(match, 0, DRAW) == "PAR-14"
    assert refusal(match, 0, PLACE) == "PAR-14"
    match.play(2, pair(1, 6))
    assert match.actors == [0, 1]
    assert match.legal(2) == []
    assert refusal(match, 2, pair(0, 1)) == "PAR-15"
    assert not match.state.up.any()
    match.play(0, pair(6, 7))
    match.play(1, pair(0, 4))
    assert np.argwhere(match.state.up).tolist() == [[0, 6], [0, 7], [1, 0], [1, 4], [2, 1], [2, 6]]
    assert match.state.phase == Phase.CHOOSE


@pytest.mark.rule("PAR-15")
def test_a_player_who_is_slow_gets_two_random_places_after_20_seconds():
    match = table("parrot", 3)
    match.play(1, pair(2, 3), at=5_000)
    assert match.due == OPENING_MS == 20_000
    match.wait(19_999)
    assert match.state.phase == Phase.OPENING
    match.wait(20_000)
    assert match.state.phase == Phase.CHOOSE
    assert match.state.up.sum(axis=1).tolist() == [2, 2, 2, 0, 0, 0]
    assert match.state.up[1, [2, 3]].tolist() == [1, 1]
    assert match.state.began == 20_000
    other = table("parrot", 2)
    fresh, places = other.state.copy(), set()
    for seed in range(200):
        other._states[0] = fresh
        other.state.rng = seed
        other.look_again()
        other.wait()
        places.add(int(other.state.opening[0]))
    assert places == set(range(28))


@pytest.mark.rule("PAR-15")
def test_a_choice_is_secret_until_all_have_chosen():
    match = table("parrot", 2)
    match.play(0, pair(2, 5))
    assert match.view(0)["opening"] == [2, 5]
    assert match.view(1)["opening"] is None
    assert match.view(1)["seats"][0]["ready"]
    assert not match.view(1)["seats"][1]["ready"]
    assert match.seen(1).opening[0] == match.seen(None).opening[0] == -2
    match.play(1, pair(0, 1))
    assert match.seen(1).opening[0] == pair(2, 5)


@pytest.mark.rule("PAR-16")
def test_the_highest_sum_begins():
    for best in range(3):
        match = table("parrot", 3)
        for seat in range(3):
            lay(match, seat, "(3) (4) (5) (6) / (7) (8) (9) (10)")
        match.state.box[best, 1] = 5
        for seat in range(3):
            match.play(seat, pair(0, 1))
        assert match.state.turn == best


@pytest.mark.rule("PAR-17")
@pytest.mark.parametrize(
    ("cards", "places", "total"),
    [
        ("(7) (1) (1) (1) / (P) (1) (1) (1)", (0, 4), 14),
        ("(P) (1) (1) (1) / (7) (1) (1) (1)", (0, 4), 14),
        ("(P) (7) (1) (1) / (7) (1) (1) (1)", (0, 1), 7),
        ("(7) (P) (1) (1) / (7) (1) (1) (1)", (0, 1), 7),
        ("(P) (1) (1) (1) / (P) (1) (1) (1)", (0, 4), 0),
        ("(P) (P) (1) (1) / (1) (1) (1) (1)", (0, 1), 0),
        ("(P) (1) (1) (1) / (0) (1) (1) (1)", (0, 4), 0),
        ("(1) (1) (1) (12) / (1) (1) (1) (11)", (3, 7), 23),
    ],
)
def test_a_parrot_in_the_opening_counts_as_its_mate_or_nothing(cards, places, total):
    for seats, options in ((2, {}), (6, {}), (4, {"two_parrots": "wild-pair", "float": "free-extra"})):
        match = table("parrot", seats, **options)
        for seat in (0, seats - 1):
            lay(match, seat, cards)
            match.state.opening[seat] = pair(*places)
            assert rules.opening_sum(match.state, seat) == total


@pytest.mark.rule("PAR-18", "PAR-19")
def test_a_tie_is_drawn_at_random_among_the_tied():
    match = table("parrot", 4)
    for seat in range(4):
        lay(match, seat, "(9) (9) (1) (1) / (1) (1) (1) (1)" if seat != 2 else "(9) (8) (1) (1) / (1) (1) (1) (1)")
        match.state.opening[seat] = pair(0, 1)
    firsts = np.bincount([rules.first_player(match.state) for _ in range(600)], minlength=4).tolist()
    assert firsts[2] == 0
    assert all(150 <= firsts[seat] <= 250 for seat in (0, 1, 3))
    for seat in range(4):  # sums of nothing tie like any others
        lay(match, seat, "(0) (0) (1) (1) / (1) (1) (1) (1)")
    assert {rules.first_player(match.state) for _ in range(100)} == {0, 1, 2, 3}


@pytest.mark.rule("PAR-18", "PAR-19")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("round_no", [0, 3])
def test_in_every_round_one_of_those_tied_for_the_highest_sum_begins(seats, round_no):
    high, low = "(9) (9) (1) (1) / (1) (1) (1) (1)", "(8) (8) (12) (12) / (1) (1) (1) (1)"
    for tied in ([0, seats - 1], [0], [seats - 1], list(range(seats))):
        begun = set()
        for seed in range(12):
            match = table("parrot", seats, seed)
            match.state.round_no = round_no
            for seat in range(seats):
                lay(match, seat, high if seat in tied else low)
            for seat in reversed(range(seats)):
                match.play(seat, pair(0, 1))
            begun.add(int(match.state.turn))
            assert match.actors == [match.state.turn]
        assert begun <= set(tied)
        assert len(begun) >= min(2, len(set(tied)))


@pytest.mark.rule("PAR-07", "PAR-09", "PAR-10", "PAR-11")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_boxes_are_laid_in_the_order_dealt(seats):
    match = table("parrot", seats, seed=5)
    for _ in range(2):  # a later round is dealt in the same way
        before = match.state.copy()
        pile = DECK.copy()
        shuffle(before, pile, len(pile))
        dealt = pile[::-1].tolist()  # from the top
        rules.deal_round(match.state)
        assert match.state.box[:seats].tolist() == [dealt[8 * seat : 8 * seat + 8] for seat in range(seats)]
        assert match.state.discards[0] == dealt[8 * seats]
        assert match.state.pile[: match.state.pile_left].tolist() == pile[: 107 - 8 * seats].tolist()


@pytest.mark.rule("PAR-07")
def test_every_card_of_the_deck_is_shuffled():
    kinds = []
    for seed in range(60):
        state = table("parrot", 2, seed).state
        kinds.append([*state.box[:2].ravel().tolist(), int(state.discards[0]), *state.pile[:91][::-1].tolist()])
    for place in range(108):
        assert len({order[place] for order in kinds}) >= 8, f"place {place} is hardly shuffled"
    for kind in range(14):
        assert len({order.index(kind) for order in kinds}) >= 8, f"{kind} hardly moves"


@pytest.mark.rule("PAR-20")
def test_every_round_has_its_own_opening():
    match = table("parrot", 2)
    end_round(match)
    assert match.state.round_no == 1
    assert match.state.phase == Phase.OPENING
    assert match.actors == [0, 1]
    assert match.state.turn == NOBODY
    for seat in range(2):
        match.play(seat, pair(0, 1))
    assert refusal(match, 0, pair(2, 3)) == "PAR-20"
    assert refusal(match, 1, pair(2, 3)) == "PAR-20"


@pytest.mark.rule("PAR-21")
def test_turns_go_clockwise():
    match = boxed(PLAIN, PLAIN, PLAIN, turn=1)
    order = []
    for _ in range(5):
        seat = int(match.state.turn)
        order.append(seat)
        assert match.actors == [seat]
        assert refusal(match, (seat + 1) % 3, DRAW) == "PAR-21"
        assert refusal(match, (seat + 2) % 3, PASS) == "PAR-21"
        match.play(seat, DRAW)
        match.play(seat, PLACE)
    assert order == [1, 2, 0, 1, 2]
