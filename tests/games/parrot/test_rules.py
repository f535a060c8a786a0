"""Parrot, statement by statement. Places are counted from 0 here, from 1 in the rulebook."""

import numpy as np
import pytest
from tests.helpers import refusal, table

import parlour
from parlour import BadInput, Match
from parlour.games.parrot import box_score, rules
from parlour.games.parrot.cards import DECK, NONE, PAIRS
from parlour.games.parrot.rules import (
    COUNTING_MS,
    DRAW,
    FLOAT,
    LEAVE,
    NOBODY,
    OPEN,
    OPENING_MS,
    PASS,
    PLACE,
    REVEAL,
    TAKE,
    TURN_MS,
    Phase,
)

NOT_TESTABLE = {
    "PAR-04": "the sample score cards are paper; nothing in play depends on them",
}


def card(text: str) -> int:
    return 13 if text == "P" else int(text)


def lay(match: Match, seat: int, box: str) -> None:
    """Lay a Box: top row / bottom row, P a Parrot, a card in brackets face down."""
    for place, text in enumerate(box.replace("/", " ").split()):
        match.state.up[seat, place] = not text.startswith("(")
        match.state.box[seat, place] = card(text.strip("()"))


def boxed(*boxes: str, pile: str = "0 1 2 3 4 5 6 7", discards: str = "12", turn: int = 0, **options: object) -> Match:
    """A match in the middle of a round: seat `turn` is to begin a turn. Piles are written bottom to top."""
    match = table("parrot", len(boxes), **options)
    state = match.state
    state.phase, state.turn = Phase.CHOOSE, turn
    for seat, box in enumerate(boxes):
        state.opening[seat] = 0
        lay(match, seat, box)
    lay_pile(match, pile)
    for i, text in enumerate(discards.split()):
        state.discards[i] = card(text)
    state.discarded = len(discards.split())
    match.look_again()
    return match


def lay_pile(match: Match, pile: str) -> None:
    cards = pile.split()
    match.state.pile[:] = NONE
    match.state.pile[: len(cards)] = [card(text) for text in cards]
    match.state.pile_left = len(cards)


def box(match: Match, seat: int) -> str:
    """The Box as `lay` takes it."""
    cards = match.state.box[seat].tolist()
    up = match.state.up[seat].tolist()
    words = ["P" if c == 13 else str(c) for c in cards]
    words = [word if u else f"({word})" for word, u in zip(words, up)]
    return " ".join(words[:4]) + " / " + " ".join(words[4:])


def top(match: Match) -> int:
    return int(match.state.discards[match.state.discarded - 1])


PLAIN = "1 2 3 4 / (5) (6) (7) (8)"
LAST = "1 2 3 4 / 5 6 7 (8)"


def pair(a: int, b: int) -> int:
    return OPEN + [tuple(p) for p in PAIRS.tolist()].index((a, b))


def float_to(start: int, landing: int) -> int:
    return FLOAT + 8 * start + landing


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
            state.reshuffles, state.pile_out, state.floated, state.recycled[3] = 1, 1, 1, 2
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
def test_who_is_slow_gets_two_random_places_after_20_seconds():
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
    match = table("parrot", 2)
    lay(match, 0, cards)
    match.state.opening[0] = pair(*places)
    assert rules.opening_sum(match.state, 0) == total


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


# A turn


@pytest.mark.rule("PAR-22")
def test_a_turn_begins_with_the_discard_or_the_pile():
    match = boxed(PLAIN, PLAIN, pile="3 4 9", discards="7 8")
    assert match.legal(0) == [DRAW, TAKE]
    for action in (PLACE, REVEAL + 4, PASS, float_to(0, 5)):
        assert refusal(match, 0, action) == "PAR-22"
    match.play(0, DRAW)
    assert (match.state.hand, match.state.pile_left, match.state.discarded) == (9, 2, 2)
    assert match.state.pile[2] == NONE
    match = boxed(PLAIN, PLAIN, pile="3 4 9", discards="7 8")
    match.play(0, TAKE)
    assert (match.state.hand, match.state.pile_left, match.state.discarded) == (8, 3, 1)
    assert match.state.discards[1] == NONE


@pytest.mark.rule("PAR-23")
@pytest.mark.parametrize("choice", [DRAW, TAKE])
def test_the_choice_is_final(choice):
    match = boxed(PLAIN, PLAIN)
    match.play(0, choice)
    assert refusal(match, 0, DRAW) == "PAR-23"
    assert refusal(match, 0, TAKE) == "PAR-23"


@pytest.mark.rule("PAR-24", "PAR-32", "PAR-33")
@pytest.mark.parametrize("new", [2, 9, 0])
def test_the_new_card_replaces_an_up_card(new):
    match = boxed(PLAIN, PLAIN, pile=f"6 {new}")
    match.play(0, DRAW)
    match.play(0, PLACE + 1)
    assert box(match, 0) == f"1 {new} 3 4 / (5) (6) (7) (8)"
    assert top(match) == 2
    assert match.state.hand == NONE
    assert match.view(1)["hand"] is None
    assert not match.view(1)["from_pile"]
    assert match.state.turn == 1


@pytest.mark.rule("PAR-25", "PAR-26")
def test_the_new_card_replaces_a_down_card_that_is_seen_only_on_the_discard_pile():
    match = boxed(PLAIN, PLAIN, pile="6 9")
    match.play(0, DRAW)
    assert match.view(0)["seats"][0]["box"] == ["1", "2", "3", "4", "?", "?", "?", "?"]
    match.play(0, PLACE + 6)
    assert box(match, 0) == "1 2 3 4 / (5) (6) 9 (8)"
    assert top(match) == 7
    for seat in (0, 1, None):
        assert match.view(seat)["discard"] == "7"


@pytest.mark.rule("PAR-27")
def test_a_drawn_card_may_be_discarded_and_a_down_card_turned_up():
    match = boxed(PLAIN, PLAIN, pile="6 9")
    match.play(0, DRAW)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), *range(REVEAL + 4, REVEAL + 8)]
    assert refusal(match, 0, REVEAL + 3) == "PAR-27"
    match.play(0, REVEAL + 5)
    assert box(match, 0) == "1 2 3 4 / (5) 6 (7) (8)"
    assert top(match) == 9
    assert match.state.turn == 1


@pytest.mark.rule("PAR-28")
def test_a_taken_discard_must_be_used():
    match = boxed(PLAIN, PLAIN)
    match.play(0, TAKE)
    assert match.legal(0) == list(range(PLACE, PLACE + 8))
    assert refusal(match, 0, REVEAL + 5) == "PAR-28"
    match.play(0, PLACE + 5)
    assert box(match, 0) == "1 2 3 4 / (5) 12 (7) (8)"


@pytest.mark.rule("PAR-28")
def test_with_allowed_with_reveal_it_may_be_put_back():
    match = boxed(PLAIN, LAST, decline_discard="allowed-with-reveal", discards="3 12")
    match.play(0, TAKE)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), *range(REVEAL + 4, REVEAL + 8)]
    assert refusal(match, 0, REVEAL + 1) == "PAR-27"
    match.play(0, REVEAL + 5)
    assert top(match) == 12
    assert match.state.discarded == 2
    assert box(match, 0) == "1 2 3 4 / (5) 6 (7) (8)"
    match.play(1, TAKE)
    assert match.legal(1) == [*range(PLACE, PLACE + 8), REVEAL + 7]
    assert refusal(match, 1, PASS) == "PAR-44"
    match.play(1, REVEAL + 7)
    assert match.state.ender == 1


@pytest.mark.rule("PAR-29")
def test_a_turn_does_exactly_one_thing():
    """Each use ends the turn, and there is no other action."""
    parrot = "P 1 2 3 / 5 (6) (7) (8)"
    for after_draw in (PLACE + 1, PLACE + 5, REVEAL + 5, float_to(0, 5)):
        match = boxed(parrot, PLAIN, pile="6 5")
        match.play(0, DRAW)
        match.play(0, after_draw)
        assert match.state.turn == 1
        assert match.state.phase == Phase.CHOOSE
    match = boxed(LAST, PLAIN)
    match.play(0, DRAW)
    match.play(0, PASS)
    assert match.state.turn == 1
    assert refusal(match, 1, 112) == "PAR-29"
    assert refusal(match, 1, -1) == "PAR-29"


@pytest.mark.rule("PAR-30")
def test_a_box_keeps_eight_cards_and_each_turn_discards_one():
    match = table("parrot", 3, seed=11)
    rng = np.random.default_rng(11)
    while not match.over:
        if not match.actors:
            match.wait()
            continue
        seat = match.actors[0]
        before, turns = int(match.state.discarded), match.state.turns.copy()
        piled = match.state.pile_left
        match.play(seat, int(rng.choice(match.legal(seat))))
        assert (match.state.box[:3] != NONE).all()
        if match.state.phase == Phase.CHOOSE and match.state.turns.sum() == turns.sum() + 1:
            assert match.state.discarded == before + 1
            assert match.state.pile_left == piled


@pytest.mark.rule("PAR-31", "PAR-85")
def test_numbers_never_move():
    """Two 5s that would make a Pair stay where they are: only a Parrot that is up may move."""
    match = boxed("5 1 2 3 / 4 5 (P) (8)", PLAIN, pile="6 4")
    match.play(0, DRAW)
    assert all(action < FLOAT for action in match.legal(0))
    assert refusal(match, 0, float_to(0, 6)) == "PAR-85"
    assert refusal(match, 0, float_to(6, 7)) == "PAR-85"


@pytest.mark.rule("PAR-34", "PAR-45")
def test_with_two_down_cards_there_is_no_pass():
    match = boxed("1 2 3 4 / 5 6 (7) (8)", PLAIN, pile="9 9 9 9 9")
    match.play(0, DRAW)
    assert refusal(match, 0, PASS) == "PAR-34"
    assert PASS not in match.legal(0)
    match.play(0, REVEAL + 6)
    match.play(1, DRAW)
    match.play(1, PLACE)
    match.play(0, DRAW)
    assert PASS in match.legal(0)


@pytest.mark.rule("PAR-35", "PAR-36")
def test_discards_are_open_and_only_the_top_one_shows_and_can_be_taken():
    match = boxed(PLAIN, PLAIN, discards="4 7 11")
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view["discard"] == "11"
        assert view["discards"] == 3
        assert "7" not in str(view["discard"])
    match.play(0, TAKE)
    assert match.state.hand == 11
    assert match.view(1)["hand"] == "11"
    assert match.view(1)["discard"] == "7"


@pytest.mark.rule("PAR-37")
def test_a_drawn_card_is_its_drawers_secret():
    match = boxed(PLAIN, PLAIN, pile="6 9")
    match.play(0, DRAW)
    assert match.view(0)["hand"] == "9"
    assert match.view(0)["from_pile"]
    assert match.view(1)["hand"] == match.view(None)["hand"] == "?"
    assert match.seen(1).hand == match.seen(None).hand == -2


@pytest.mark.rule("PAR-38")
def test_a_slow_player_draws_discards_and_turns_up_the_lowest():
    match = boxed("1 (2) 3 (4) / (5) (6) (7) (8)", PLAIN, pile="6 9")
    assert match.due == TURN_MS == 60_000
    match.wait(59_999)
    assert match.state.turn == 0
    match.wait(60_000)
    assert box(match, 0) == "1 2 3 (4) / (5) (6) (7) (8)"
    assert match.state.up[0].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    assert top(match) == 9
    assert (match.state.turn, match.state.began, match.due) == (1, 60_000, 120_000)


@pytest.mark.rule("PAR-38")
def test_the_lowest_place_is_the_first_of_the_top_row():
    match = boxed("(1) (2) 3 4 / 5 6 7 8", PLAIN)
    match.wait()
    assert box(match, 0) == "1 (2) 3 4 / 5 6 7 8"
    match = boxed("(1) (2) 3 4 / 5 6 7 8", PLAIN)
    match.play(0, TAKE)
    match.wait()
    assert box(match, 0) == "12 (2) 3 4 / 5 6 7 8"


@pytest.mark.rule("PAR-38")
def test_a_slow_player_with_one_down_card_passes():
    match = boxed(LAST, PLAIN, pile="6 9")
    match.wait()
    assert box(match, 0) == LAST
    assert top(match) == 9
    assert match.state.turn == 1


@pytest.mark.rule("PAR-38")
def test_a_card_already_drawn_is_discarded_by_the_clock():
    match = boxed(PLAIN, PLAIN, pile="6 9")
    match.play(0, DRAW, at=30_000)
    assert match.due == 60_000  # the turn's time, not the card's
    match.wait()
    assert match.state.pile_left == 1
    assert box(match, 0) == "1 2 3 4 / 5 (6) (7) (8)"
    assert top(match) == 9


@pytest.mark.rule("PAR-38")
@pytest.mark.parametrize(
    ("before", "after", "discarded"),
    [
        ("1 2 3 4 / 5 (6) (7) (8)", "1 2 3 4 / 5 12 (7) (8)", 6),
        ("(1) 2 3 4 / 5 6 7 8", "(1) 12 3 4 / 5 6 7 8", 2),
    ],
)
def test_a_discard_already_taken_is_placed_by_the_clock(before, after, discarded):
    match = boxed(before, PLAIN)
    match.play(0, TAKE)
    match.wait()
    assert box(match, 0) == after
    assert top(match) == discarded


@pytest.mark.rule("PAR-38")
def test_who_has_left_is_played_at_once():
    match = boxed(PLAIN, PLAIN, PLAIN)
    match.play(1, LEAVE)
    assert refusal(match, 1, LEAVE) == "PAR-38"
    assert refusal(match, 1, DRAW) == "PAR-38"
    assert match.legal(1) == []
    match.play(0, DRAW)
    match.play(0, PLACE)
    assert match.state.turn == 2
    assert match.clock == 0
    assert match.state.turns.tolist()[:3] == [1, 1, 0]
    assert match.view(0)["seats"][1]["left"]
    match = table("parrot", 3)
    match.play(2, LEAVE)
    assert match.state.opening[2] >= 0
    assert match.state.opening.tolist()[:2] == [-1, -1]
    assert match.due == OPENING_MS
    match.play(0, LEAVE)
    match.play(1, pair(0, 1))
    assert match.state.phase == Phase.CHOOSE
    assert match.state.turn == 1  # the others' turns are over already, if they came first


# The last down card


@pytest.mark.rule("PAR-39", "PAR-40", "PAR-41", "PAR-44")
def test_the_last_down_card_may_stay_down_turn_after_turn():
    match = boxed(LAST, PLAIN, pile="9 9 9 9 9 9", discards="0")
    assert refusal(match, 0, PASS) == "PAR-22"  # one cannot simply do nothing
    match.play(0, DRAW)
    match.play(0, PASS)
    assert box(match, 0) == LAST
    assert top(match) == 9
    assert match.state.ender == NOBODY
    match.play(1, DRAW)
    match.play(1, PLACE)
    match.play(0, TAKE)
    assert refusal(match, 0, PASS) == "PAR-44"
    match.play(0, PLACE + 3)
    assert box(match, 0) == "1 2 3 1 / 5 6 7 (8)"
    assert match.state.ender == NOBODY


@pytest.mark.rule("PAR-42", "PAR-43", "PAR-46")
def test_turning_up_the_last_card_makes_the_ender():
    match = boxed(LAST, PLAIN)
    match.play(0, DRAW)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), REVEAL + 7, PASS]
    match.play(0, REVEAL + 7)
    assert match.state.ender == 0
    assert match.view(1)["ender"] == 0
    assert match.state.turn == 1


@pytest.mark.rule("PAR-43")
def test_replacing_the_last_down_card_ends_the_round_too():
    match = boxed(LAST, PLAIN)
    match.play(0, TAKE)
    match.play(0, PLACE + 7)
    assert match.state.ender == 0


@pytest.mark.rule("PAR-43", "PAR-98")
def test_floating_onto_the_last_down_card_ends_the_round_too():
    match = boxed("P 1 2 3 / 12 6 7 (8)", PLAIN, float="as-the-turn")
    match.play(0, TAKE)
    match.play(0, float_to(0, 7))
    assert box(match, 0) == "12 1 2 3 / 12 6 7 P"
    assert match.state.ender == 0


# End of a round


@pytest.mark.rule("PAR-47", "PAR-48", "PAR-50", "PAR-51", "PAR-119")
def test_every_other_player_has_one_more_turn_clockwise():
    match = boxed(PLAIN, LAST, PLAIN, turn=1, pile="9 9 9 9 9 9")
    match.play(1, DRAW)
    match.play(1, REVEAL + 7)
    assert match.state.turn == 2
    match.play(2, DRAW)
    match.play(2, REVEAL + 4)
    assert box(match, 2) == "1 2 3 4 / 5 6 7 8"  # turned up at once, for the next to see
    assert match.view(0)["seats"][2]["down"] == 0
    assert match.state.turn == 0
    assert match.state.phase == Phase.CHOOSE
    match.play(0, DRAW)
    match.play(0, PLACE)
    assert box(match, 0) == "9 2 3 4 / 5 6 7 8"
    assert match.state.phase == Phase.COUNTING
    assert match.state.turns.tolist()[:3] == [1, 1, 1]
    assert match.state.points[0].tolist()[:3] == [44, 36, 36]


@pytest.mark.rule("PAR-49")
def test_a_last_turn_has_all_moves():
    match = boxed("P 1 2 3 / 12 6 7 (8)", LAST, LAST, turn=2, pile="9 9 9 12")
    match.play(2, DRAW)
    match.play(2, REVEAL + 7)
    match.play(0, TAKE)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), float_to(0, 7)]
    match.play(0, float_to(0, 7))
    match.play(1, DRAW)
    assert match.legal(1) == [*range(PLACE, PLACE + 8), REVEAL + 7, PASS]
    match.play(1, PASS)
    assert match.state.up[1].all()
    assert match.state.phase == Phase.COUNTING


@pytest.mark.rule("PAR-52", "PAR-54")
def test_the_ender_never_acts_again_and_nobody_begins_without_a_down_card():
    match = table("parrot", 4, seed=21)
    rng = np.random.default_rng(21)
    enders = 0
    while not match.over:
        if not match.actors:
            match.wait()
            continue
        seat = match.actors[0]
        state = match.state
        if state.phase == Phase.CHOOSE:
            assert rules.down_cards(state, seat) > 0
            assert seat != state.ender
            enders += state.ender != NOBODY
        match.play(seat, int(rng.choice(match.legal(seat))))
    assert enders > 5


@pytest.mark.rule("PAR-52")
def test_the_ender_has_neither_bonus_nor_fine():
    match = boxed("1 1 1 1 / 2 2 2 (2)", "1 1 1 1 / 2 2 2 (2)", pile="9 9 9")
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    assert refusal(match, 0, DRAW) == "PAR-21"
    match.play(1, DRAW)
    match.play(1, PASS)
    assert match.state.points[0].tolist()[:2] == [12, 12]


@pytest.mark.rule("PAR-53")
def test_a_parrot_turned_up_at_the_end_does_not_float():
    match = boxed(LAST, "3 (P) 4 5 / 1 3 (3) 6", pile="9 9 9")
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    match.play(1, DRAW)
    match.play(1, PLACE)
    assert box(match, 1) == "9 P 4 5 / 1 3 3 6"
    assert match.state.phase == Phase.COUNTING


@pytest.mark.rule("PAR-55")
def test_points_are_counted_when_all_boxes_are_up():
    match = boxed("1 2 3 4 / 5 6 7 (8)", "1 2 3 4 / 1 2 3 (3)", pile="9 9 9")
    match.play(0, DRAW, at=1_000)
    match.play(0, REVEAL + 7)
    assert match.scores == [0, 0]
    match.play(1, DRAW)
    match.play(1, PASS, at=1_600)
    assert match.scores == [36, 7]
    assert match.actors == []
    assert refusal(match, 0, DRAW) == "PAR-55"
    assert refusal(match, 1, OPEN) == "PAR-55"
    assert match.view(0)["seats"][1]["box"] == ["1", "2", "3", "4", "1", "2", "3", "3"]  # there to be read
    assert match.due == 1_600 + COUNTING_MS == 7_600
    match.wait()
    assert match.state.phase == Phase.OPENING
    assert match.state.began == 7_600
    assert match.due == 27_600


# The draw pile runs out


@pytest.mark.rule("PAR-56", "PAR-59")
def test_an_empty_pile_is_made_anew_from_the_discards_below_the_top():
    match = boxed(PLAIN, PLAIN, pile="9", discards="10 11 11 12")
    match.play(0, DRAW)
    assert match.state.pile_left == 0
    assert not match.state.pile_out  # only the second time (PAR-57)
    match.play(0, PLACE)
    assert match.state.turn == 1
    assert match.state.phase == Phase.CHOOSE
    match.play(1, DRAW)
    assert match.state.reshuffles == 1
    assert (match.state.pile_left, match.state.discarded) == (3, 1)
    assert match.state.discards.tolist()[:5] == [1, NONE, NONE, NONE, NONE]
    drawn = [int(match.state.hand), *match.state.pile[:3].tolist()]
    assert sorted(drawn) == [10, 11, 11, 12]
    assert match.state.recycled.tolist() == [0] * 10 + [1, 2, 1, 0]
    match.play(1, PLACE)
    assert match.state.recycled.sum() == 3  # a card that was shown is no longer unknown
    assert match.state.recycled[drawn[0]] == [1, 2, 1][drawn[0] - 10] - 1
    match.play(0, TAKE)
    match.play(0, PLACE)
    assert match.state.recycled.sum() == 3


@pytest.mark.rule("PAR-56")
def test_the_new_pile_is_shuffled():
    first = set()
    for seed in range(40):
        match = boxed(PLAIN, PLAIN, pile="", discards="8 9 10 11 12")
        match.state.rng = seed
        match.play(0, DRAW)
        first.add(int(match.state.hand))
    assert first == {8, 9, 10, 11}


@pytest.mark.rule("PAR-57")
def test_a_second_empty_pile_ends_the_round_after_the_turn():
    match = boxed(PLAIN, PLAIN, PLAIN, pile="", discards="10 12")
    match.play(0, DRAW)
    assert match.state.pile_out
    assert match.state.phase == Phase.USE
    match.play(0, PLACE)
    assert match.state.phase == Phase.COUNTING
    assert match.state.up[:3].all()
    assert match.state.ender == NOBODY
    assert match.state.points[0].tolist()[:3] == [45, 36, 36]


@pytest.mark.rule("PAR-57")
@pytest.mark.parametrize("discards", ["10 12", "10 12 12"])
def test_with_an_ender_the_last_turns_are_played_even_then(discards):
    """The ender may be the very player who drew the last card, or one before."""
    match = boxed(LAST, PLAIN, PLAIN, pile="", discards=discards)
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    assert match.state.turn == 1
    for seat in (1, 2):
        match.play(seat, DRAW)
        match.play(seat, PLACE)
    assert match.state.phase == Phase.COUNTING
    assert match.state.reshuffles == (3 if discards == "10 12" else 2)
    assert match.state.turns.tolist()[:3] == [1, 1, 1]


@pytest.mark.rule("PAR-58")
def test_forty_turns_each_end_the_round():
    match = boxed(LAST, LAST, pile="5 6", discards="7")
    for number in range(40):
        for seat in range(2):
            assert match.state.phase == Phase.CHOOSE, number
            match.play(seat, TAKE)
            match.play(seat, PLACE)
    assert match.state.phase == Phase.COUNTING
    assert match.state.turns.tolist()[:2] == [40, 40]
    assert match.state.up[:2].all()


@pytest.mark.rule("PAR-58")
def test_the_cap_never_shortens_the_last_turns():
    match = boxed(LAST, LAST, LAST, turn=2)
    match.state.turns[:3] = 40, 40, 39
    match.play(2, DRAW)
    match.play(2, REVEAL + 7)
    assert match.state.turn == 0
    match.play(0, DRAW)
    match.play(0, PASS)
    assert match.state.turn == 1
    match = boxed(LAST, LAST, LAST, turn=2)
    match.state.turns[:3] = 40, 40, 39
    match.play(2, DRAW)
    match.play(2, PASS)
    assert match.state.phase == Phase.COUNTING


# Counting a Box


@pytest.mark.rule("PAR-60", "PAR-104")
def test_the_basic_score_is_the_sum():
    assert box_score([3, 5, 7, 9, 1, 2, 4, 6]) == 37


@pytest.mark.rule("PAR-61", "PAR-62", "PAR-105", "PAR-106")
def test_only_equal_cards_in_one_column_are_a_pair():
    assert box_score([5, 5, 1, 2, 5, 3, 4, 0]) == 15
    assert box_score([5, 5, 2, 3, 1, 4, 5, 6]) == 31


@pytest.mark.rule("PAR-63", "PAR-103", "PAR-107", "PAR-108")
def test_quartets():
    assert box_score([5, 5, 1, 2, 5, 5, 3, 4]) == 0
    assert box_score([5, 9, 5, 2, 5, 9, 5, 4]) == -4


@pytest.mark.rule("PAR-64", "PAR-66", "PAR-67", "PAR-103", "PAR-109")
def test_a_sextet():
    assert box_score([5, 5, 5, 1, 5, 5, 5, 2]) == -12


@pytest.mark.rule("PAR-65", "PAR-66", "PAR-67", "PAR-103", "PAR-110")
def test_an_octet():
    assert box_score([5] * 8) == -20
    assert box_score([12] * 8) == -20


@pytest.mark.rule("PAR-68", "PAR-111")
def test_two_quartets_count_separately():
    assert box_score([5, 8, 8, 5, 5, 8, 8, 5]) == -20


@pytest.mark.rule("PAR-69", "PAR-70", "PAR-71", "PAR-117")
def test_the_formula_and_its_bounds():
    rng = np.random.default_rng(4)
    scores = []
    for _ in range(3000):
        cards = rng.choice(DECK, 8, replace=False).tolist()
        scores.append(box_score(cards))
        assert scores[-1] == slow_score(cards)
    assert box_score([12, 12, 12, 12, 11, 11, 11, 11]) == 92
    assert box_score([0] * 8) == -20
    assert box_score([0, 0, 1, 2, 0, 0, 1, 2]) == -10
    assert -20 <= min(scores) < 0
    assert max(scores) <= 92


def slow_score(cards):
    total, pairs = 0, []
    for a, b in zip(cards[:4], cards[4:]):
        if a == b == 13:
            continue
        if a == b or 13 in (a, b):
            pairs.append(min(a, b))
        else:
            total += a + b
    return total + sum({1: 0, 2: -10, 3: -15, 4: -20}[pairs.count(v)] for v in set(pairs))


@pytest.mark.rule("PAR-72", "PAR-73")
def test_round_scores_are_added_and_may_be_negative():
    match = table("parrot", 2, rounds=3)
    for number in range(3):
        for seat in range(2):
            match.play(seat, pair(0, 1))
        first = int(match.state.turn)
        lay(match, 0, "5 5 5 5 / 5 5 5 5")
        lay(match, 1, "5 5 1 2 / 5 5 3 5")
        match.state.up[first, 7] = 0
        match.state.up[1 - first, 7] = 0
        match.look_again()
        match.play(first, DRAW)
        match.play(first, REVEAL + 7)
        match.play(1 - first, DRAW)
        match.play(1 - first, PASS)
        assert match.scores == [-20 * (number + 1), number + 1]
        assert match.state.points[number].tolist()[:2] == [-20, 1]
        if number < 2:
            match.wait()
    assert match.over
    assert match.winners == [0]
    assert [player["rounds"] for player in match.view(1)["seats"]] == [[-20, -20, -20], [1, 1, 1]]


# The Parrot


@pytest.mark.rule("PAR-74", "PAR-75", "PAR-77", "PAR-113")
def test_a_parrot_makes_a_pair_with_any_number():
    assert box_score(["P", 5, 1, 2, 9, 5, 3, 4]) == 10
    for number in range(13):
        assert box_score(["P", 1, 1, 1, number, 2, 2, 2]) == 9
        assert box_score([number, 1, 1, 1, "P", 2, 2, 2]) == 9
    # its value follows the mate: with 9 beside it no set, with 5 a Quartet
    assert box_score(["P", 5, 1, 2, 5, 5, 3, 4]) == 0


@pytest.mark.rule("PAR-76", "PAR-112", "PAR-114", "PAR-115")
def test_pairs_with_a_parrot_count_for_sets():
    assert box_score(["P", 5, 1, 2, 5, 5, 3, 4]) == 0
    assert box_score([0, 0, 0, 12, 0, "P", 0, 12]) == -15
    assert box_score(["P", "P", "P", "P", 7, 7, 7, 7]) == -20


@pytest.mark.rule("PAR-78")
def test_beside_a_down_card_a_parrot_has_no_value_yet():
    """No action can depend on it; it gets one when the mate is turned up."""
    match = boxed("P 1 2 3 / (5) (6) 7 8", PLAIN, pile="6 6 6 5")
    match.play(0, DRAW)
    assert refusal(match, 0, float_to(0, 5)) == "PAR-97"
    match.play(0, REVEAL + 4)
    match.play(1, DRAW)
    match.play(1, PLACE)
    match.state.hand, match.state.from_pile, match.state.phase = 5, 1, Phase.USE
    match.look_again()
    assert float_to(0, 5) in match.legal(0)


@pytest.mark.rule("PAR-79", "PAR-116")
def test_two_parrots_in_one_column():
    box_ = ["P", 5, 5, 1, "P", 5, 5, 2]
    assert box_score(box_) == -7
    assert box_score(box_, two_parrots="wild-pair") == -12
    assert box_score(["P", "P", 1, 1, "P", "P", 2, 2], two_parrots="wild-pair") == 6 - 10
    assert box_score(["P", "P", 1, 1, "P", "P", 2, 2]) == 6
    assert box_score(["P", 8, 5, 5, "P", 8, 5, 5], two_parrots="wild-pair") == -20  # a second Quartet beats a Sextet
    assert box_score(["P", "P", 8, 5, "P", "P", 8, 5], two_parrots="wild-pair") == -20
    assert box_score(["P", "P", 8, 5, "P", "P", 8, 4], two_parrots="wild-pair") == 9 - 15
    assert box_score(["P", 8, 8, 8, "P", 8, 8, 8], two_parrots="wild-pair") == -20
    assert box_score(["P", 12, 1, 1, "P", 12, 2, 2], two_parrots="wild-pair") == 6 - 10
    assert box_score(["P", 0, 1, 1, "P", 0, 2, 2], two_parrots="wild-pair") == 6 - 10
    with pytest.raises(BadInput, match="two_parrots cannot be 'both'"):
        box_score(box_, two_parrots="both")
    for wrong in ([1] * 7, [1] * 7 + [14], [1] * 7 + ["Q"], [1] * 7 + [-1]):
        with pytest.raises(BadInput, match="eight cards"):
            box_score(wrong)


@pytest.mark.rule("PAR-79")
@pytest.mark.parametrize(("option", "points"), [("pair-of-nothing", -7), ("wild-pair", -12)])
def test_the_table_chooses_what_two_parrots_are(option, points):
    match = boxed("P 5 5 1 / P 5 5 (2)", PLAIN, two_parrots=option)
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    match.play(1, DRAW)
    match.play(1, PLACE)
    assert match.scores[0] == points


@pytest.mark.rule("PAR-80")
def test_a_column_with_a_parrot_counts_nothing_by_itself():
    rng = np.random.default_rng(8)
    for _ in range(300):
        cards = rng.choice(13, 6, replace=False).tolist()
        for other in ("P", int(rng.integers(13))):
            without = box_score(["P", *cards[:3], other, *cards[3:]])
            assert without == sum(cards)


@pytest.mark.rule("PAR-81", "PAR-83", "PAR-84")
def test_a_parrot_is_drawn_replaced_and_lost_like_any_card():
    match = boxed("1 2 3 4 / (P) (6) P (8)", PLAIN, pile="6 6 6 6 P")
    match.play(0, DRAW)
    assert match.legal(0) == [*range(PLACE, PLACE + 8), REVEAL + 4, REVEAL + 5, REVEAL + 7]
    match.play(0, PLACE)
    assert box(match, 0) == "P 2 3 4 / (P) (6) P (8)"
    match = boxed("1 2 3 4 / (P) (6) P (8)", PLAIN, pile="6 6 6 6 9")
    match.play(0, DRAW)
    match.play(0, PLACE + 6)  # an up Parrot
    assert top(match) == 13
    match = boxed("1 2 3 4 / (P) (6) P (8)", PLAIN, pile="6 6 6 6 9")
    match.play(0, DRAW)
    assert match.view(0)["seats"][0]["box"][4] == "?"
    match.play(0, PLACE + 4)  # a down one, lost unseen
    assert top(match) == 13
    match = boxed(LAST, PLAIN, pile="6 6 6 6 P")
    match.play(0, DRAW)
    match.play(0, PASS)
    assert top(match) == 13


@pytest.mark.rule("PAR-82")
def test_a_parrot_on_the_discard_pile_may_be_taken():
    match = boxed(PLAIN, PLAIN, discards="4 P")
    match.play(0, TAKE)
    match.play(0, PLACE + 1)
    assert box(match, 0) == "1 P 3 4 / (5) (6) (7) (8)"


# Floating Parrot

BIRD = "5 (1) 8 (2) / P 3 (4) 1"


@pytest.mark.rule("PAR-86", "PAR-87", "PAR-88", "PAR-89", "PAR-118")
def test_a_parrot_floats():
    match = boxed(BIRD, PLAIN, discards="11 5")
    match.play(0, TAKE)
    match.play(0, float_to(4, 1))
    assert box(match, 0) == "5 P 8 (2) / 5 3 (4) 1"
    assert top(match) == 1
    assert match.state.discarded == 2
    assert rules.down_cards(match.state, 0) == 2
    assert match.state.turn == 1
    assert match.state.hand == NONE


@pytest.mark.rule("PAR-86", "PAR-90")
def test_it_floats_only_for_the_number_it_copies():
    match = boxed(BIRD, PLAIN, discards="11 6")
    match.play(0, TAKE)
    assert all(action < FLOAT for action in match.legal(0))
    assert refusal(match, 0, float_to(4, 1)) == "PAR-86"


@pytest.mark.rule("PAR-87", "PAR-90", "PAR-95")
def test_it_lands_only_on_a_down_card_of_another_column():
    match = boxed(BIRD, PLAIN, discards="11 5")
    match.play(0, TAKE)
    assert [action for action in match.legal(0) if action >= FLOAT] == [
        float_to(4, 1),
        float_to(4, 3),
        float_to(4, 6),
    ]
    assert refusal(match, 0, float_to(4, 2)) == "PAR-87"
    assert refusal(match, 0, float_to(4, 5)) == "PAR-87"
    assert refusal(match, 0, float_to(4, 0)) == "PAR-95"
    assert refusal(match, 0, float_to(4, 4)) == "PAR-95"


@pytest.mark.rule("PAR-95")
@pytest.mark.parametrize("landing", [1, 3, 6])
def test_it_may_land_beside_anything(landing):
    """Beside an up number (place 1), another Parrot (3) or a down card (6)."""
    match = boxed("5 (1) (8) (2) / P 3 (4) P", PLAIN, discards="5")
    match.play(0, TAKE)
    match.play(0, float_to(4, landing))
    assert match.state.box[0, landing] == 13
    assert match.state.up[0, landing] == 1


@pytest.mark.rule("PAR-88", "PAR-89")
def test_with_free_extra_a_whole_turn_follows():
    match = boxed(BIRD, PLAIN, discards="11 5", pile="6 6 3", float="free-extra")
    match.play(0, TAKE, at=10_000)
    match.play(0, float_to(4, 1))
    assert (match.state.turn, match.state.phase, match.state.floated) == (0, Phase.CHOOSE, 1)
    assert match.due == 60_000  # still the same turn's time
    match.play(0, DRAW)
    assert refusal(match, 0, float_to(1, 3)) == "PAR-89"  # the Parrot copies a 3 now, but one float is all
    assert float_to(1, 3) not in match.legal(0)
    match.play(0, REVEAL + 3)
    assert match.state.turn == 1
    assert match.state.floated == 0
    assert match.state.turns.tolist()[:2] == [1, 0]
    assert box(match, 0) == "5 P 8 2 / 5 3 (4) 1"


@pytest.mark.rule("PAR-89")
def test_with_free_extra_one_down_card_left_is_enough_for_a_turn():
    match = boxed("5 (1) 8 (2) / P 3 4 1", PLAIN, discards="11 5", float="free-extra")
    match.play(0, TAKE)
    match.play(0, float_to(4, 1))
    assert (match.state.turn, match.state.phase, match.state.ender) == (0, Phase.CHOOSE, NOBODY)


@pytest.mark.rule("PAR-89")
def test_with_free_extra_a_float_onto_the_last_down_card_ends_the_turn():
    match = boxed("5 (1) 8 2 / P 3 4 1", PLAIN, discards="11 5", float="free-extra")
    match.play(0, TAKE)
    match.play(0, float_to(4, 1))
    assert match.state.ender == 0
    assert match.state.turn == 1


@pytest.mark.rule("PAR-91")
@pytest.mark.parametrize("source", [DRAW, TAKE])
def test_the_matching_card_may_come_from_either_pile(source):
    match = boxed(BIRD, PLAIN, discards="11 5", pile="6 5")
    match.play(0, source)
    match.play(0, float_to(4, 6))
    assert box(match, 0) == "5 (1) 8 (2) / 5 3 P 1"


@pytest.mark.rule("PAR-92")
def test_turning_up_a_matching_card_allows_no_float():
    match = boxed("5 (5) 8 (2) / P 3 (4) 1", PLAIN, pile="6 9")
    match.play(0, DRAW)
    assert all(action < FLOAT for action in match.legal(0))
    match.play(0, REVEAL + 1)
    assert match.state.turn == 1
    assert refusal(match, 0, float_to(4, 3)) == "PAR-21"


@pytest.mark.rule("PAR-93")
def test_floating_is_voluntary():
    match = boxed(BIRD, PLAIN, discards="11 5")
    match.play(0, TAKE)
    assert set(range(PLACE, PLACE + 8)) <= set(match.legal(0))
    match.play(0, PLACE + 4)
    assert box(match, 0) == "5 (1) 8 (2) / 5 3 (4) 1"
    assert top(match) == 13


@pytest.mark.rule("PAR-94")
def test_of_two_parrots_the_player_chooses_one():
    match = boxed("5 P 8 (2) / P 5 (4) 1", PLAIN, discards="11 5")
    match.play(0, TAKE)
    floats = [action for action in match.legal(0) if action >= FLOAT]
    assert floats == [float_to(1, 3), float_to(1, 6), float_to(4, 3), float_to(4, 6)]
    match.play(0, float_to(1, 6))
    assert box(match, 0) == "5 5 8 (2) / P 5 P 1"
    assert match.state.turn == 1


@pytest.mark.rule("PAR-96")
def test_a_parrot_may_float_again():
    match = boxed(BIRD, PLAIN, discards="11 5", pile="9 3 9")
    match.play(0, TAKE)
    match.play(0, float_to(4, 1))
    match.play(1, DRAW)
    match.play(1, PLACE)
    match.play(0, DRAW)
    match.play(0, float_to(1, 3))
    assert box(match, 0) == "5 3 8 P / 5 3 (4) 1"


@pytest.mark.rule("PAR-97")
def test_a_parrot_beside_a_parrot_or_a_down_card_cannot_float():
    match = boxed("P (1) P (2) / P 3 (4) 1", PLAIN, discards="11 P")
    match.play(0, TAKE)
    assert all(action < FLOAT for action in match.legal(0))
    assert refusal(match, 0, float_to(0, 1)) == "PAR-97"
    match = boxed("P (1) P (2) / P 3 (4) 1", PLAIN, discards="11 4")
    match.play(0, TAKE)
    assert refusal(match, 0, float_to(2, 1)) == "PAR-97"
    assert all(action < FLOAT for action in match.legal(0))


# End of the game


@pytest.mark.rule("PAR-100")
def test_equal_totals_share_the_win():
    match = boxed("1 1 1 1 / 2 2 2 (2)", "1 1 1 1 / 2 2 2 (2)", "9 1 1 1 / 2 2 2 (2)", rounds=1, pile="9 9 9 9")
    match.play(0, DRAW)
    match.play(0, REVEAL + 7)
    for seat in (1, 2):
        match.play(seat, DRAW)
        match.play(seat, PASS)
    assert match.scores == [12, 12, 20]
    assert match.winners == [0, 1]


# What each player knows


@pytest.mark.rule("PAR-102")
def test_down_cards_are_unknown_to_all_and_a_drawn_card_to_the_others():
    match = table("parrot", 3, seed=9, rounds=1)
    rng = np.random.default_rng(9)
    for number in range(50):
        state = match.state
        for seat in (0, 1, 2, None) if number % 9 == 4 else ():
            seen = match.seen(seat)
            view = match.view(seat)
            for other in range(3):
                for place in range(8):
                    known = state.up[other, place]
                    assert seen.box[other, place] == (state.box[other, place] if known else -2)
                    assert (view["seats"][other]["box"][place] == "?") == (not known)
            assert (seen.pile[: state.pile_left] == -2).all()
            assert seen.rng == 0
            assert view["pile"] == state.pile_left
            assert view["discards"] == state.discarded
            assert [player["total"] for player in view["seats"]] == match.scores
            if state.from_pile:
                assert (seen.hand == state.hand) == (seat == state.turn)
        match.play(match.actors[0], int(rng.choice(match.legal(match.actors[0]))))


@pytest.mark.rule("PAR-120")
def test_the_first_cards_of_the_rulebooks_example():
    match = table("parrot", 3)
    lay(match, 0, "(9) (4) (1) (1) / (1) (1) (1) (1)")
    lay(match, 1, "(7) (1) (1) (1) / (P) (1) (1) (1)")
    lay(match, 2, "(12) (P) (1) (1) / (1) (1) (1) (1)")
    match.play(0, pair(0, 1))
    match.play(1, pair(0, 4))
    match.play(2, pair(0, 1))
    assert match.state.turn == 1
