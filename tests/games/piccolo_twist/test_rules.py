"""Every statement of Piccolo Twist's rulebook. Tables are laid by hand, then played through the match."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from tests.games.piccolo_twist import obvious
from tests.helpers import refusal, table

import parlour
from parlour import BadInput, IllegalAction, Match
from parlour.engine import loops
from parlour.games.bell.known_cards import FACE_UP
from parlour.games.bell.rows import EMPTY
from parlour.games.bell.rules import LONG_AGO, NO_CARD, Flipping, Verdict
from parlour.games.piccolo_twist import RULES, is_five
from parlour.games.piccolo_twist.cards import BALANCED, name_of, parse_deck
from parlour.games.piccolo_twist.rules import (
    Ending,
    GameEnd,
    LastChanceWrongRing,
    OwnStack,
    ShortPayment,
    TwoPlayerEnd,
    win_round,
)
from parlour.kit import blank, write_options

NOT_TESTABLE: dict[str, str] = {}

FLIP, RING, LEAVE = 0, 1, 2
VERDICT = 151  # ms from a ring to its verdict
SHOW = 1500  # ms for which a verdict is shown

RED_HAT_2, RED_CANDLE_3 = ("hat", "red", 2), ("candle", "red", 3)
FIVE = [RED_HAT_2, RED_CANDLE_3]
CALM = [("hat", "red", 1), ("candle", "yellow", 2), ("potion", "blue", 1), ("chameleon", "green", 1)]


def lay(
    match: Match,
    banks: list[int],
    tops: list[tuple[str, str, int] | None],
    stacks: list[int] | None = None,
    turn: int = 0,
    out: tuple[int, ...] = (),
) -> Match:
    """A table laid by hand: banks and stacks of these sizes, these tops, all 56 cards on it. Without `stacks` each
    stack is one card, and what is left over lies under the last of them."""
    state = match.state
    tops = tops + [None] * (match.seats - len(tops))
    if stacks is None:
        stacks = [0 if top is None else 1 for top in tops]
        shown = [seat for seat, top in enumerate(tops) if top is not None]
        if shown:
            stacks[shown[-1]] += 56 - sum(banks) - sum(stacks)
    assert sum(banks) + sum(stacks) == 56
    free = list(range(56))

    def named(top: tuple[str, str, int]) -> int:
        card = next(card for card in free if obvious.face(state, card) == top)
        free.remove(card)
        return card

    shown_cards = [None if top is None else named(top) for top in tops]
    state.row[:] = EMPTY
    state.group[:] = 0
    state.first[:] = 0
    for seat in range(match.seats):
        under = [free.pop(0) for _ in range(max(0, stacks[seat] - 1))]
        stack = under + [card for card in [shown_cards[seat]] if card is not None]
        assert len(stack) == stacks[seat]
        bank = [free.pop(0) for _ in range(banks[seat])]
        state.row[seat][: len(stack) + len(bank)] = stack + bank
        state.group[stack] = FACE_UP
        state.stack_left[seat], state.bank_left[seat] = len(stack), len(bank)
        state.tops[seat] = stack[-1] if stack else NO_CARD
        state.playing[seat] = seat not in out
    state.group_size[:] = 0
    state.group_size[0] = sum(banks)
    state.players = match.seats - len(out)
    state.turn = turn
    state.five = obvious.is_five(obvious.tableau(state))
    match.look_again()
    assert_whole(match)
    return match


def assert_whole(match: Match) -> None:
    assert obvious.all_cards(match.state) == obvious.full_deck(match.state)
    assert match.scores == obvious.scores(match.state)
    assert bool(match.state.five) == obvious.is_five(obvious.tableau(match.state))


def seats_of(match: Match, what: str) -> list:
    return [seat[what] for seat in match.view(None)["seats"]]


# Read off the state, because interpreted views are slow; `test_the_view_says_what_is_so` holds the two together.


def banks(match: Match) -> list[int]:
    return match.state.bank_left[: match.seats].tolist()


def stacks(match: Match) -> list[int]:
    return match.state.stack_left[: match.seats].tolist()


def status(match: Match) -> list[str]:
    state = match.state
    empty = "last chance" if match.seats > 2 and last_round(match) != "now" else "empty"
    return [
        "out" if not state.playing[seat] else "in" if state.bank_left[seat] else empty for seat in range(match.seats)
    ]


def turn(match: Match) -> int | None:
    state = match.state
    return int(state.turn) if state.bank_left[state.turn] and not match.over else None


def last_round(match: Match) -> str:
    return ["not yet", "next", "now"][match.state.last_round]


def ending(match: Match) -> str | None:
    return match.view(None)["ending"]


def rung(match: Match, seat: int, at: int) -> Match:
    """A ring at this moment, and its verdict."""
    match.play(seat, RING, at=at)
    assert match.due == at + VERDICT
    match.wait()
    assert match.clock == at + VERDICT
    assert_whole(match)
    return match


def top_of_bank(match: Match, seat: int) -> int:
    return obvious.bank(match.state, seat)[0]


def next_is(match: Match, seat: int, face: tuple[str, str, int]) -> None:
    """Put a card with this face, from whatever bank it is in, on top of a seat's bank, in exchange."""
    state = match.state
    card = next(card for card in range(56) if obvious.face(state, card) == face and state.group[card] == 0)
    top = top_of_bank(match, seat)
    there, here = state.row == card, state.row == top
    state.row[there], state.row[here] = top, card
    assert_whole(match)


# 1. Players and components


@pytest.mark.rule("TWI-01")
def test_two_to_five_can_play():
    for seats in range(2, 6):
        assert len(table("piccolo_twist", seats).view(None)["seats"]) == seats
    for seats in (0, 1, 6):
        with pytest.raises(BadInput, match="TWI-01"):
            table("piccolo_twist", seats)
    with pytest.raises(IllegalAction) as refused:
        table("piccolo_twist", 3).play(3, FLIP)
    assert refused.value.rule == "TWI-01"


def custom(**changes: dict) -> dict:
    return {kind: {**colours, **changes.get(kind, {})} for kind, colours in BALANCED.items()}


@pytest.mark.rule("TWI-02")
def test_there_are_56_cards():
    match = table("piccolo_twist", 3)
    assert match.state.cards == 56
    assert obvious.all_cards(match.state) == list(range(56))
    for amounts, count in (([1, 1, 2], 55), ([1, 1, 2, 3, 3], 57)):
        with pytest.raises(BadInput, match=f"has {count} cards.*56 .TWI-02"):
            table("piccolo_twist", 3, deck=custom(hat={"red": amounts}))


@pytest.mark.rule("TWI-03")
def test_each_card_shows_one_type_in_one_colour():
    match = table("piccolo_twist", 2)
    cards = [obvious.face(match.state, card) for card in range(56)]
    assert {kind for kind, _, _ in cards} == {"hat", "potion", "chameleon", "candle"}
    assert {colour for _, colour, _ in cards} == {"red", "yellow", "green", "blue"}
    assert {amount for _, _, amount in cards} == {1, 2, 3, 4, 5}
    for wrong, sentence in (
        (custom() | {"drum": {"red": [1]}}, "no type 'drum'; there are hat, potion"),
        (custom(hat={"pink": [1]}), "hat has no colour 'pink'; there are red, yellow"),
        (custom(hat={"red": [1, 1, 2, 6]}), "red hat has the amount 6; amounts are 1 to 5"),
        (custom(hat={"red": [1, 1, 2, 0]}), "red hat has the amount 0"),
        (custom(hat={"red": [1, 1, 2, True]}), "red hat has the amount True"),
        (custom(hat={"red": "1123"}), "red hat should be a list"),
        (custom(hat={"red": 3}), "red hat should be a list"),
        (custom() | {"hat": [1, 2]}, "hat should be a table of colours"),
    ):
        with pytest.raises(BadInput, match=sentence):
            table("piccolo_twist", 2, deck=wrong)


@pytest.mark.rule("TWI-04")
def test_deck_list(tmp_path: Path):
    told = {
        "hat": ["1123", "1234", "124", "135"],
        "potion": ["135", "1123", "1234", "124"],
        "chameleon": ["124", "135", "1123", "1234"],
        "candle": ["1234", "124", "135", "1123"],
    }
    expected = Counter(
        (kind, colour, int(amount))
        for kind, row in told.items()
        for colour, amounts in zip(["red", "yellow", "green", "blue"], row, strict=True)
        for amount in amounts
    )
    match = table("piccolo_twist", 2)
    cards = [obvious.face(match.state, card) for card in range(56)]
    assert Counter(cards) == expected
    for name in ("hat", "potion", "chameleon", "candle", "red", "yellow", "green", "blue"):
        amounts = Counter(amount for kind, colour, amount in cards if name in (kind, colour))
        assert amounts == {1: 5, 2: 3, 3: 3, 4: 2, 5: 1}
    assert table("piccolo_twist", 2, deck="balanced").state.tobytes() == match.state.tobytes()
    own = tmp_path / "own.toml"
    own.write_text("[hat]\nred = [" + "5, " * 56 + "]\n")
    mine = table("piccolo_twist", 2, deck=str(own))
    assert {obvious.face(mine.state, card) for card in range(56)} == {("hat", "red", 5)}
    opener = turn(mine)
    mine.play(opener, FLIP)
    assert mine.view(None)["seats"][opener]["top"] == {"type": "hat", "colour": "red", "amount": 5}
    assert name_of(int(mine.state.faces[0])) == "red hat 5"
    assert parlour.replay(mine.log()).state.tobytes() == mine.state.tobytes()
    with pytest.raises(BadInput, match="balanced"):
        table("piccolo_twist", 2, deck="halli-56")
    assert np.array_equal(parse_deck(BALANCED), match.state.faces)


# 2. Set-up


@pytest.mark.rule("TWI-05", "TWI-06")
def test_everything_is_dealt_from_the_opener_on():
    for seats, sizes in ((2, [28, 28]), (3, [19, 19, 18]), (4, [14] * 4), (5, [12, 11, 11, 11, 11])):
        orders = set()
        for seed in range(3):
            match = table("piccolo_twist", seats, seed=seed)
            opener = turn(match)
            assert [banks(match)[(opener + k) % seats] for k in range(seats)] == sizes
            assert_whole(match)
            orders.add(tuple(card for seat in range(seats) for card in obvious.bank(match.state, seat)))
        assert len(orders) == 3


@pytest.mark.rule("TWI-07")
def test_banks_are_face_down_and_stacks_empty():
    match = table("piccolo_twist", 3)
    assert stacks(match) == [0, 0, 0]
    assert seats_of(match, "top") == [None, None, None]
    for seat in (0, 1, 2, None):
        seen = match.seen(seat)
        assert set(seen.row[:3][match.state.row[:3] != EMPTY].tolist()) == {-1}


@pytest.mark.rule("TWI-08", "TWI-09")
def test_first_opener_is_drawn_at_random():
    openers = Counter(turn(table("piccolo_twist", 4, seed=seed)) for seed in range(40))
    assert all(4 <= openers[seat] <= 18 for seat in range(4))
    match = table("piccolo_twist", 4, seed=3)
    opener = turn(match)
    for seat in range(4):
        if seat != opener:
            assert refusal(match, seat, FLIP) == "TWI-11"
    assert match.play(opener, FLIP) == 0


# 3. Flipping cards


@pytest.mark.rule("TWI-10")
def test_a_flip_covers_the_own_stack():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3], [3, 4, 2], turn=1)
    card = top_of_bank(match, 1)
    match.play(1, FLIP)
    assert banks(match) == [20, 14, 12]
    assert stacks(match) == [3, 5, 2]
    assert obvious.stack(match.state, 1)[-1] == card == match.state.tops[1]
    kind, colour, amount = obvious.face(match.state, card)
    assert seats_of(match, "top")[1] == {"type": kind, "colour": colour, "amount": amount}
    assert [seat for seat in range(3) if seats_of(match, "top")[seat] is None] == []
    assert_whole(match)


@pytest.mark.rule("TWI-11")
def test_turns_go_clockwise_one_card_each():
    match = table("piccolo_twist", 4, seed=2)
    opener = turn(match)
    for k in range(9):
        seat = (opener + k) % 4
        assert turn(match) == seat
        assert refusal(match, (seat + 1) % 4, FLIP, at=800 * k) == "TWI-11"
        assert match.play(seat, FLIP) == 800 * k
        assert match.state.flips == k + 1
    assert sum(stacks(match)) == 9


@pytest.mark.rule("TWI-12")
def test_who_is_in_turn_must_flip():
    match = table("piccolo_twist", 3)
    opener = turn(match)
    assert match.legal(opener) == [FLIP, RING]
    assert match.asides == (LEAVE,)
    assert refusal(match, opener, 3) == "TWI-12"
    assert [match.describe(action) for action in range(3)] == ["flip the next card", "ring the bell", "leave the table"]
    match.wait(4999)
    assert turn(match) == opener
    match.wait(5000)  # waiting does not help
    assert turn(match) == (opener + 1) % 3
    assert stacks(match)[opener] == 1


@pytest.mark.rule("TWI-13")
def test_all_see_a_card_at_the_same_instant():
    match = table("piccolo_twist", 3, seed=5)
    other = table("piccolo_twist", 3, seed=5)
    opener = turn(match)
    row = other.state.row[opener]
    row[0], row[1] = int(row[1]), int(row[0])  # another card on top: nobody can tell before the flip
    for seat in (0, 1, 2, None):
        assert match.view(seat) == other.view(seat)
        assert match.seen(seat).tobytes() == other.seen(seat).tobytes()
        assert np.array_equal(match.observe(seat), other.observe(seat))
    match.play(opener, FLIP, at=1234)
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    assert [view.pop("you") for view in views] == [0, 1, 2, None]
    assert views[0] == views[1] == views[2] == views[3]
    assert views[0]["pace"]["last_flip"] == 1234
    assert views[0]["seats"][opener]["top"] is not None


@pytest.mark.rule("TWI-14")
def test_pace_of_flips():
    match = table("piccolo_twist", 2, seed=4)
    one = turn(match)
    match.play(one, FLIP, at=100)
    assert match.legal(1 - one) == [RING]
    assert refusal(match, 1 - one, FLIP, at=899) == "TWI-14"
    assert match.play(1 - one, FLIP) == 900
    assert match.due == 5900
    match.wait()
    assert (match.clock, match.state.flips, turn(match)) == (5900, 3, 1 - one)
    match.wait(6699)
    assert match.legal(1 - one) == [RING]
    match.wait(6700)
    assert match.legal(1 - one) == [FLIP, RING]


@pytest.mark.rule("TWI-14")
def test_pace_can_be_chosen():
    match = table("piccolo_twist", 2, min_flip_gap_ms=300, auto_flip_ms=2000)
    one = turn(match)
    match.play(one, FLIP)
    assert refusal(match, 1 - one, FLIP, at=299) == "TWI-14"
    assert match.due == 2000
    assert match.play(1 - one, FLIP) == 300
    automatic = table("piccolo_twist", 2, flip="automatic", min_flip_gap_ms=700)
    one = turn(automatic)
    assert (automatic.state.flips, automatic.due) == (0, 700)
    assert refusal(automatic, one, FLIP) == "TWI-14"
    assert automatic.legal(one) == [RING]
    automatic.wait(1399)
    assert automatic.state.flips == 1
    automatic.wait(1400)
    assert (automatic.state.flips, automatic.due) == (2, 2100)


@pytest.mark.rule("TWI-15")
def test_a_five_that_nobody_rings_passes():
    match = lay(table("piccolo_twist", 2), [27, 27], FIVE)
    next_is(match, 0, ("hat", "red", 1))
    match.play(0, FLIP, at=1000)
    assert not match.state.five
    assert banks(match) == [26, 27]
    assert match.legal(1) == [RING]
    match.wait(1800)
    assert match.legal(1) == [FLIP, RING]
    assert match.view(None)["result"] is None


# 4. What makes a five


@pytest.mark.rule("TWI-16")
def test_colour_five():
    assert is_five([("hat", "red", 4), ("potion", "red", 1)])
    assert is_five([("hat", "blue", 1), ("potion", "blue", 1), ("candle", "blue", 3)])
    for colour in ("red", "yellow", "green", "blue"):
        assert is_five([("hat", colour, 2), ("candle", colour, 3)])
        assert not is_five([("hat", colour, 2), ("candle", colour, 2)])


@pytest.mark.rule("TWI-17")
def test_type_five():
    assert is_five([("candle", "green", 2), ("candle", "red", 3)])
    for kind in ("hat", "potion", "chameleon", "candle"):
        assert is_five([(kind, "green", 4), (kind, "blue", 1)])
        assert not is_five([(kind, "green", 4), (kind, "blue", 2)])


@pytest.mark.rule("TWI-18")
def test_one_or_several_fives_are_one_win():
    both = [("hat", "red", 2), ("hat", "red", 3)]
    assert is_five(both)
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], both, [3, 6, 0]), 2, 1000)
    assert banks(match) == [20, 15, 21]
    assert match.view(None)["result"] == {"seat": 2, "right": True}
    with pytest.raises(BadInput, match="at most 5"):
        is_five([RED_HAT_2] * 6)
    for wrong in (("drum", "red", 2), ("hat", "pink", 2), ("hat", "red", 0), ("hat", "red", 6)):
        with pytest.raises(BadInput, match="no card"):
            is_five([wrong])


@pytest.mark.rule("TWI-19")
def test_four_and_six_do_not_count_and_do_not_spoil():
    four, six = [("hat", "red", 4)], [("potion", "blue", 3), ("candle", "blue", 3)]
    assert not is_five(four)
    assert not is_five(six)
    assert not is_five(four + six)
    assert is_five([*six, ("chameleon", "yellow", 2), ("chameleon", "green", 3)])
    assert is_five([("hat", "red", 3), ("hat", "red", 3), ("hat", "blue", 5)])  # hats 11, red 6, blue 5
    every = [(kind, colour, n) for kind in BALANCED for colour in BALANCED[kind] for n in range(1, 6)]
    rng = np.random.default_rng(1)
    for _ in range(300):
        tops = [every[i] for i in rng.integers(0, len(every), rng.integers(0, 6))]
        assert is_five(tops) == obvious.is_five(tops)


@pytest.mark.rule("TWI-20")
def test_a_lone_five():
    alone = ("potion", "red", 5)
    assert is_five([alone])
    assert is_five([alone, ("potion", "blue", 1)])  # red is still five
    assert is_five([alone, ("hat", "red", 1)])  # potions are still five
    assert not is_five([alone, ("hat", "red", 1), ("potion", "blue", 1)])


@pytest.mark.rule("TWI-21")
def test_the_top_of_an_eliminated_player_counts():
    match = lay(table("piccolo_twist", 4), [20, 0, 12, 14], [RED_HAT_2, RED_CANDLE_3], [1, 9, 0, 0], out=(1,))
    rung(match, 2, 1000)
    assert match.view(None)["result"] == {"seat": 2, "right": True}
    assert banks(match) == [20, 0, 22, 14]


# 5. Right ring


@pytest.mark.rule("TWI-22")
def test_the_first_ringer_wins_whoever_is_in_turn():
    for first, second in permutations(range(3), 2):
        match = lay(table("piccolo_twist", 3), [20, 15, 12], FIVE, [5, 4, 0])
        match.play(first, RING, at=1000)
        match.play(second, RING, at=1100)
        match.wait()
        assert banks(match)[first] == [20, 15, 12][first] + 9
        assert match.view(None)["result"] == {"seat": first, "right": True}


@pytest.mark.rule("TWI-23", "TWI-65")
def test_the_winner_takes_all_stacks():
    tops = [*FIVE, ("potion", "blue", 1)]
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], tops, [3, 4, 2]), 1, 1000)
    assert banks(match) == [20, 24, 12]
    assert stacks(match) == [0, 0, 0]
    assert seats_of(match, "top") == [None, None, None]
    assert turn(match) == 1
    stays = rung(lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], tops, [3, 4, 2]), 1, 1000)
    assert banks(stays) == [20, 20, 12]
    assert stacks(stays) == [0, 4, 0]
    assert seats_of(stays, "top")[1] == {"type": "candle", "colour": "red", "amount": 3}
    assert turn(stays) == 1


@pytest.mark.rule("TWI-23")
def test_a_ring_that_would_win_nothing_is_ignored():
    five = ("potion", "red", 5)
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [five, RED_HAT_2, ("candle", "blue", 1)])
    rung(match, 0, 1000)
    assert stacks(match) == [1, 0, 0]
    assert match.state.five
    for seat in range(3):  # the five that stayed lies there alone
        assert refusal(match, seat, RING, at=2651) == "TWI-23"
    match.wait(2651)
    assert match.legal(1) == []
    match.play(0, LEAVE)
    assert refusal(match, 1, RING) == "TWI-23"
    # before anybody has won: the own stack alone is nothing to win, for the others it is
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [five], [9, 0, 0])
    assert refusal(match, 0, RING) == "TWI-23"
    rung(match, 2, 1000)
    assert banks(match) == [20, 15, 21]
    # a wrong ring is a wrong ring
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [RED_HAT_2], [9, 0, 0])
    rung(match, 0, 1000)
    assert banks(match) == [18, 16, 13]
    # and with the own stack going to the bank there is always something to win
    match = lay(table("piccolo_twist", 3), [20, 15, 12], [five], [9, 0, 0])
    assert match.legal(0) == [FLIP, RING]


@pytest.mark.rule("TWI-23")
def test_a_five_that_stayed_can_be_rung_after_the_next_flip():
    five = ("potion", "red", 5)
    match = lay(table("piccolo_twist", 3, own_stack="stays"), [20, 15, 12], [five, RED_HAT_2, ("candle", "blue", 1)])
    rung(match, 0, 1000)
    match.state.turn = 1
    next_is(match, 1, ("hat", "green", 1))
    match.look_again()
    match.play(1, FLIP, at=2651)
    assert match.state.five
    rung(match, 0, 2651)
    assert match.view(None)["result"] == {"seat": 0, "right": True}
    assert stacks(match) == [1, 0, 0]


@pytest.mark.rule("TWI-24")
def test_won_cards_go_under_the_bank():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], FIVE, [3, 6, 0])
    before = obvious.bank(match.state, 1)
    heap = sorted(obvious.stack(match.state, 0) + obvious.stack(match.state, 1))
    rung(match, 1, 1000)
    after = obvious.bank(match.state, 1)
    assert after[:15] == before
    assert sorted(after[15:]) == heap


@pytest.mark.rule("TWI-25")
def test_won_cards_are_shuffled():
    match = lay(table("piccolo_twist", 3), [20, 20, 13], [*FIVE, ("potion", "blue", 1)])
    laid = match.state.copy()
    orders = Counter()
    for seed in range(120):
        world = laid.copy()
        world.rng = seed
        win_round(world, 1, Verdict.RIGHT)
        orders[tuple(obvious.bank(world, 1)[20:])] += 1
    assert len(orders) == 6
    assert all(8 <= count <= 36 for count in orders.values())


@pytest.mark.rule("TWI-26", "TWI-27")
def test_the_winner_opens_a_new_round():
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], FIVE, [3, 6, 0], turn=2), 1, 1000)
    assert (sum(stacks(match)), turn(match), last_round(match), match.over) == (0, 1, "not yet", False)
    assert refusal(match, 2, FLIP) == "TWI-11"
    assert refusal(match, 1, FLIP, at=2650) == "TWI-14"  # the result is still shown
    assert match.due == 2651
    assert match.play(1, FLIP) == 2651
    assert turn(match) == 2


@pytest.mark.rule("TWI-28")
def test_anybody_may_ring_at_any_moment_and_nobody_must():
    match = lay(table("piccolo_twist", 4), [14, 14, 14, 10], FIVE)
    assert match.actors == [0, 1, 2, 3]
    for at in (0, 1, 799, 3000):
        match.wait(at)
        for seat in range(4):
            assert RING in match.legal(seat)
    match.wait(5000)
    assert match.state.flips == 1
    assert banks(match) == [13, 14, 14, 10]


# 6. Wrong ring


@pytest.mark.rule("TWI-29")
def test_a_ring_without_a_five_is_wrong():
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3]), 1, 1000)
    assert match.view(None)["result"] == {"seat": 1, "right": False}
    match = rung(lay(table("piccolo_twist", 3), [20, 15, 12], FIVE), 1, 1000)
    assert match.view(None)["result"] == {"seat": 1, "right": True}


@pytest.mark.rule("TWI-30", "TWI-66")
def test_a_wrong_ringer_pays_everybody_a_card():
    match = lay(table("piccolo_twist", 3), [6, 5, 4], CALM[:3], [1, 1, 39], turn=2)
    rung(match, 0, 1000)
    assert banks(match) == [4, 6, 5]
    assert stacks(match) == [1, 1, 39]
    assert turn(match) == 2
    assert status(match) == ["in", "in", "in"]
    five = rung(lay(table("piccolo_twist", 5), [10, 9, 8, 7, 6], CALM[:4], [1, 1, 1, 13, 0]), 3, 1000)
    assert banks(five) == [11, 10, 9, 3, 7]


@pytest.mark.rule("TWI-31")
def test_payments_go_from_top_to_bottom_unseen_and_clockwise():
    match = lay(table("piccolo_twist", 4), [10, 9, 8, 7], CALM)
    before = [obvious.bank(match.state, seat) for seat in range(4)]
    views = [match.view(seat) for seat in (0, 1, None)]
    rung(match, 2, 1000)
    assert obvious.bank(match.state, 2) == before[2][3:]
    for receiver, card in zip((3, 0, 1), before[2], strict=False):
        assert obvious.bank(match.state, receiver) == [*before[receiver], card]
    for seat, view in zip((0, 1, None), views, strict=True):
        after = match.view(seat)
        assert [line["top"] for line in after["seats"]] == [line["top"] for line in view["seats"]]
        assert set(match.seen(seat).row[match.state.row >= 0].tolist()) - set(range(56)) == {-1}


@pytest.mark.rule("TWI-32", "TWI-67")
def test_who_cannot_pay_everybody_pays_what_is_there():
    match = lay(table("piccolo_twist", 4), [20, 2, 11, 12], [CALM[0], CALM[1], CALM[2]], [1, 3, 7, 0], turn=3)
    rung(match, 1, 1000)
    assert banks(match) == [20, 0, 12, 13]
    assert stacks(match) == [1, 3, 7, 0]
    assert status(match) == ["in", "last chance", "in", "in"]
    assert (turn(match), last_round(match)) == (3, "not yet")


@pytest.mark.rule("TWI-32")
def test_who_cannot_pay_everybody_and_has_no_stack_is_out():
    for seats_bank, left in (([20, 2, 11, 12], "out"), ([20, 3, 11, 12], "out"), ([20, 4, 11, 12], "in")):
        match = lay(
            table("piccolo_twist", 4), seats_bank, [None, None, CALM[2]], [0, 0, 56 - sum(seats_bank), 0], turn=1
        )
        rung(match, 1, 1000)
        assert status(match)[1] == left
        assert turn(match) == (2 if left == "out" else 1)
        assert last_round(match) == ("next" if left == "out" else "not yet")


@pytest.mark.rule("TWI-32")
def test_short_payment_may_put_out_at_once():
    for bank, after, told in ((2, 0, "out"), (3, 0, "last chance"), (4, 1, "in")):
        match = table("piccolo_twist", 4, short_payment="out")
        lay(match, [20, bank, 11, 12], [CALM[0], CALM[1], CALM[2]], [1, 3, 9 - bank, 0])
        rung(match, 1, 1000)
        assert banks(match)[1] == after
        assert stacks(match)[1] == 3
        assert status(match)[1] == told
        assert last_round(match) == ("next" if told == "out" else "not yet")


@pytest.mark.rule("TWI-33")
def test_after_a_payment_the_round_goes_on():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3], turn=1)
    tops, sizes = seats_of(match, "top"), stacks(match)
    rung(match, 0, 1000)
    assert (seats_of(match, "top"), stacks(match), turn(match)) == (tops, sizes, 1)
    assert match.due == 1151 + 1500  # the result has been shown: nothing happens, but everybody is free again
    match.wait()
    assert (match.clock, match.state.flips, match.due) == (2651, 0, 2651 + 5000)
    assert match.legal(1) == [FLIP, RING]
    match.wait()
    assert match.state.flips == 1
    # unless the turn was the ringer's who has nothing left to flip
    match = rung(lay(table("piccolo_twist", 3), [2, 15, 12], CALM[:3]), 0, 1000)
    assert (status(match)[0], turn(match)) == ("last chance", 1)


@pytest.mark.rule("TWI-34")
def test_players_on_a_last_chance_receive_and_the_eliminated_do_not():
    match = lay(table("piccolo_twist", 4), [20, 0, 11, 0], [CALM[0], CALM[1], CALM[2], CALM[3]], turn=2, out=(3,))
    assert status(match) == ["in", "last chance", "in", "out"]
    rung(match, 0, 1000)
    assert banks(match) == [18, 1, 12, 0]
    assert status(match) == ["in", "in", "in", "out"]
    match.play(2, FLIP)
    match.play(0, FLIP)
    match.play(1, FLIP)
    assert status(match)[1] == "last chance"


@pytest.mark.rule("TWI-35", "TWI-68")
def test_with_two_a_wrong_ring_loses_the_round():
    match = lay(table("piccolo_twist", 2), [20, 25], CALM[:2], [5, 6])
    rung(match, 0, 1000)
    assert banks(match) == [20, 36]
    assert stacks(match) == [0, 0]
    stays = rung(lay(table("piccolo_twist", 2, own_stack="stays"), [20, 25], CALM[:2], [5, 6]), 0, 1000)
    assert (banks(stays), stacks(stays)) == ([20, 36], [0, 0])
    only = rung(
        lay(table("piccolo_twist", 2, two_player_penalty="only-two-player-games"), [20, 25], CALM[:2], [5, 6]), 0, 1000
    )
    assert (banks(only), stacks(only)) == ([20, 36], [0, 0])


@pytest.mark.rule("TWI-36")
def test_with_two_left_of_more_the_opponent_wins_every_stack():
    match = lay(table("piccolo_twist", 3), [20, 15, 0], CALM[:3], [5, 6, 10], out=(2,))
    match.state.last_round = 1
    rung(match, 0, 1000)
    assert banks(match) == [20, 36, 0]
    assert stacks(match) == [0, 0, 0]
    assert (turn(match), last_round(match)) == (1, "now")  # the round is over, so the last one begins
    mild = table("piccolo_twist", 3, two_player_penalty="only-two-player-games")
    rung(lay(mild, [20, 15, 0], CALM[:3], [5, 6, 10], out=(2,)), 0, 1000)
    assert banks(mild) == [19, 16, 0]
    assert stacks(mild) == [5, 6, 10]
    assert turn(mild) == 0


@pytest.mark.rule("TWI-37")
def test_the_opponent_opens_or_nothing_moves():
    match = rung(lay(table("piccolo_twist", 2), [20, 25], CALM[:2], [5, 6]), 0, 1000)
    assert turn(match) == 1
    empty = rung(lay(table("piccolo_twist", 2), [20, 36], []), 0, 1000)
    assert (banks(empty), turn(empty)) == ([20, 36], 0)
    assert empty.view(None)["result"] == {"seat": 0, "right": False}
    # no round has ended either: a last round to come still waits
    match = lay(table("piccolo_twist", 3), [20, 36, 0], [], out=(2,))
    match.state.last_round = 1
    rung(match, 0, 1000)
    assert (banks(match), turn(match), last_round(match)) == ([20, 36, 0], 0, "next")
    # a single card on the table is something to win
    one = rung(lay(table("piccolo_twist", 2), [20, 35], [None, CALM[1]]), 0, 1000)
    assert (banks(one), stacks(one), turn(one)) == ([20, 36], [0, 0], 1)


# 7. Empty bank and last chance


@pytest.mark.rule("TWI-38")
def test_an_empty_bank_with_a_stack_is_a_last_chance():
    match = lay(table("piccolo_twist", 3), [20, 1, 12], CALM[:3], turn=1)
    match.play(1, FLIP)
    assert status(match) == ["in", "last chance", "in"]
    assert (match.over, last_round(match), turn(match)) == (False, "not yet", 2)
    match = lay(table("piccolo_twist", 3), [20, 2, 12], [CALM[0]], [22, 0, 0], turn=1)
    rung(match, 1, 1000)
    assert status(match) == ["in", "out", "in"]


@pytest.mark.rule("TWI-39", "TWI-42", "TWI-44")
def test_a_last_chance_lasts_to_the_end_of_the_round():
    match = lay(table("piccolo_twist", 5), [20, 0, 12, 0, 10], FIVE + CALM[1:2] + CALM[3:])
    assert status(match) == ["in", "last chance", "in", "last chance", "in"]
    match.wait(5000 + 5000)  # flips alone do not end it
    assert status(match) == ["in", "last chance", "in", "last chance", "in"]
    match = lay(table("piccolo_twist", 5), [20, 0, 12, 0, 10], FIVE + CALM[1:2] + CALM[3:])
    rung(match, 4, 1000)
    assert status(match) == ["in", "out", "in", "out", "in"]
    assert (banks(match), turn(match), last_round(match)) == ([20, 0, 12, 0, 24], 4, "now")


@pytest.mark.rule("TWI-40")
def test_a_player_on_a_last_chance_is_skipped_and_counts():
    match = lay(table("piccolo_twist", 3), [20, 0, 12], [None, RED_HAT_2, RED_CANDLE_3], turn=0)
    assert match.state.five
    match.play(0, FLIP, at=0)
    assert turn(match) == 2
    assert refusal(match, 1, FLIP) == "TWI-11"
    match.play(2, FLIP)
    assert turn(match) == 0
    # nobody has a card: the flip that is asked for does not exist
    match = lay(table("piccolo_twist", 3), [0, 0, 0], CALM[:3])
    assert refusal(match, 0, FLIP) == "TWI-40"
    assert turn(match) is None


@pytest.mark.rule("TWI-41")
def test_a_last_chance_can_be_used():
    match = rung(lay(table("piccolo_twist", 3), [20, 0, 12], FIVE), 1, 1000)
    assert banks(match) == [20, 24, 12]
    assert (status(match), turn(match), last_round(match)) == (["in"] * 3, 1, "not yet")
    assert match.play(1, FLIP) == 2651


@pytest.mark.rule("TWI-43")
def test_a_wrong_ring_on_a_last_chance():
    match = rung(lay(table("piccolo_twist", 4), [20, 0, 12, 10], CALM), 1, 1000)
    assert status(match) == ["in", "out", "in", "in"]
    assert stacks(match) == [1, 1, 1, 11]
    assert (banks(match), turn(match), last_round(match)) == ([20, 0, 12, 10], 0, "next")
    kind = rung(lay(table("piccolo_twist", 4, last_chance_wrong_ring="ignored"), [20, 0, 12, 10], CALM), 1, 1000)
    assert status(kind) == ["in", "last chance", "in", "in"]
    assert (banks(kind), last_round(kind)) == ([20, 0, 12, 10], "not yet")
    assert refusal(kind, 1, RING, at=3000) == "TWI-60"


@pytest.mark.rule("TWI-43", "TWI-36")
def test_a_wrong_ring_on_a_last_chance_with_two_left():
    match = lay(table("piccolo_twist", 3), [0, 15, 0], CALM[:3], [5, 6, 30], turn=1, out=(2,))
    match.state.last_round = 1
    rung(match, 0, 1000)
    assert (banks(match), match.scores, ending(match)) == ([0, 56, 0], [0, 56, 0], "one player is left")


@pytest.mark.rule("TWI-45")
def test_who_is_out_does_nothing():
    match = lay(table("piccolo_twist", 4), [20, 0, 12, 14], [CALM[0], CALM[1]], [1, 9, 0, 0], out=(1,))
    for action in (FLIP, RING, LEAVE):
        assert refusal(match, 1, action) == "TWI-45"
    assert match.legal(1) == []
    match.play(0, FLIP)
    assert turn(match) == 2
    match = lay(match, [20, 0, 12, 14], [CALM[0], CALM[1]], [1, 9, 0, 0], out=(1,))
    rung(match, 3, 1000)
    assert banks(match) == [21, 0, 13, 12]


# 8. End of the game


@pytest.mark.rule("TWI-46", "TWI-48", "TWI-69")
def test_one_last_round_after_the_first_elimination():
    for final, winners in (([30, 26], [0]), ([28, 28], [0, 1])):
        match = lay(table("piccolo_twist", 3), [20, 15, 0], [*FIVE, CALM[2]], [3, 4, 14])
        rung(match, 0, 1000)
        assert (status(match), last_round(match), match.over) == (["in", "in", "out"], "now", False)
        lay(match, [final[0] - 10, final[1], 0], FIVE, [4, 6, 0], out=(2,))
        rung(match, 0, 3000)
        assert match.over
        assert match.due is None
        assert banks(match) == [*final, 0]
        assert match.scores == [*final, 0]
        assert match.winners == winners
        assert ending(match) == "the last round has been won"
        for action in (FLIP, RING, LEAVE):
            assert refusal(match, 0, action) == "TWI-46"
        assert match.actors == []
        assert turn(match) is None


@pytest.mark.rule("TWI-47")
def test_the_round_in_which_somebody_drops_out_is_finished_first():
    match = rung(lay(table("piccolo_twist", 4), [20, 0, 12, 10], CALM), 1, 1000)
    assert (last_round(match), match.over) == ("next", False)
    lay(match, [20, 0, 0, 10], [*FIVE, CALM[1]], [3, 3, 20, 0], out=(1,))
    rung(match, 3, 3000)
    assert (status(match), last_round(match), match.over) == (["in", "out", "out", "in"], "now", False)
    lay(match, [20, 0, 0, 10], [RED_HAT_2, None, None, RED_CANDLE_3], [20, 0, 0, 6], out=(1, 2))
    rung(match, 0, 5000)  # and there is only one, although a second player has dropped out
    assert match.over
    assert match.scores == [46, 0, 0, 10]


@pytest.mark.rule("TWI-47")
def test_play_to_one_survivor():
    match = table("piccolo_twist", 4, game_end="play-to-one-survivor")
    rung(lay(match, [20, 0, 12, 10], CALM), 1, 1000)
    assert (status(match)[1], last_round(match)) == ("out", "not yet")
    lay(match, [20, 0, 0, 10], [*FIVE, CALM[1]], [3, 3, 20, 0], out=(1,))
    rung(match, 3, 3000)
    assert (status(match), last_round(match), match.over) == (["in", "out", "out", "in"], "not yet", False)
    lay(match, [20, 0, 0, 0], [RED_HAT_2, None, None, RED_CANDLE_3], [20, 0, 0, 16], out=(1, 2))
    rung(match, 0, 5000)
    assert (match.scores, ending(match)) == ([56, 0, 0, 0], "one player is left")


@pytest.mark.rule("TWI-48")
def test_a_wrong_ring_does_not_end_the_last_round():
    match = lay(table("piccolo_twist", 3), [20, 15, 0], CALM[:2], [15, 6, 0], out=(2,))
    match.state.last_round = 2
    rung(match, 0, 1000)
    assert (banks(match), turn(match), last_round(match), match.over) == ([20, 36, 0], 1, "now", False)
    match = lay(table("piccolo_twist", 4), [20, 15, 0, 10], CALM[:2], [5, 6, 0, 0], out=(2,))
    match.state.last_round = 2
    rung(match, 0, 1000)
    assert (banks(match), turn(match), last_round(match), match.over) == ([18, 16, 0, 11], 0, "now", False)


@pytest.mark.rule("TWI-49")
def test_nobody_drops_out_in_the_last_round():
    match = lay(table("piccolo_twist", 4), [20, 0, 0, 10], [CALM[0], CALM[1]], [15, 11, 0, 0], out=(2,))
    match.state.last_round = 2
    assert status(match)[1] == "empty"
    match.play(0, FLIP)
    assert turn(match) == 3  # skipped
    lay(match, [20, 0, 0, 10], [CALM[0], CALM[1]], [15, 11, 0, 0], out=(2,))
    rung(match, 1, 1000)
    assert status(match)[1] == "empty"  # barred, and no more than that
    assert banks(match) == [20, 0, 0, 10]
    assert refusal(match, 1, RING, at=2651) == "TWI-60"
    match.play(0, FLIP)
    assert refusal(match, 1, RING) == "TWI-49"
    assert match.legal(1) == []
    assert RING in match.legal(0)
    assert not match.over


@pytest.mark.rule("TWI-49", "TWI-32")
def test_a_short_payment_in_the_last_round_puts_nobody_out():
    for value in ("last-chance", "out"):
        match = table("piccolo_twist", 4, short_payment=value, last_chance_wrong_ring="ignored")
        lay(match, [1, 10, 20, 10], [None, CALM[1]], [0, 15, 0, 0])
        match.state.last_round = 2
        rung(match, 0, 1000)
        assert (banks(match), status(match)[0], turn(match)) == ([0, 11, 20, 10], "empty", 1)
        match.play(1, FLIP)
        rung(match, 0, match.clock + 300)
        assert seats_of(match, "barred") == [True, False, False, False]
        assert match.state.barred.tolist() == [1, 0, 0, 0, 0]


@pytest.mark.rule("TWI-49")
def test_with_two_left_a_wrong_ring_without_a_bank_ends_the_last_round():
    match = lay(table("piccolo_twist", 3), [0, 15, 0], CALM[:3], [5, 6, 30], turn=1, out=(2,))
    match.state.last_round = 2
    rung(match, 0, 1000)
    assert (banks(match), match.scores) == ([0, 56, 0], [0, 56, 0])
    assert ending(match) == "the last round has been lost by a wrong ring"
    mild = table("piccolo_twist", 3, two_player_penalty="only-two-player-games")
    lay(mild, [0, 15, 0], CALM[:3], [5, 6, 30], turn=1, out=(2,))
    mild.state.last_round = 2
    rung(mild, 0, 1000)
    assert (banks(mild), mild.over, seats_of(mild, "barred")) == ([0, 15, 0], False, [True, False, False])


@pytest.mark.rule("TWI-50")
def test_bank_and_own_stack_are_counted():
    match = lay(table("piccolo_twist", 4), [20, 0, 12, 10], CALM, [1, 8, 3, 2], out=(1,))
    assert match.scores == [21, 0, 15, 12]
    assert seats_of(match, "score") == [21, 0, 15, 12]


@pytest.mark.rule("TWI-51")
def test_a_single_player_left_wins_at_once():
    match = lay(table("piccolo_twist", 3), [20, 0, 0], [*FIVE, CALM[2]], [3, 3, 30])
    rung(match, 0, 1000)
    assert (match.over, match.scores, match.winners) == (True, [56, 0, 0], [0])
    assert (status(match), ending(match)) == (["in", "out", "out"], "one player is left")
    # by a payment too
    match = table("piccolo_twist", 3, two_player_penalty="only-two-player-games")
    lay(match, [1, 35, 0], [None, CALM[1], CALM[2]], [0, 10, 10], out=(2,))
    rung(match, 0, 1000)
    assert (match.scores, ending(match)) == ([0, 56, 0], "one player is left")


@pytest.mark.rule("TWI-52", "TWI-53")
def test_with_two_an_empty_bank_loses_at_the_next_flip():
    match = lay(table("piccolo_twist", 2), [1, 25], CALM[:2], [14, 16])
    match.play(0, FLIP, at=100)
    assert (match.over, match.due, status(match)) == (False, 900, ["empty", "in"])
    assert refusal(match, 1, FLIP) == "TWI-46"  # when it could first be flipped the game is over
    match.wait(899)
    assert not match.over
    match.wait(900)
    assert (match.over, match.scores, match.winners) == (True, [0, 56], [1])
    assert (status(match), ending(match)) == (["out", "in"], "one player is left")
    other = lay(table("piccolo_twist", 2), [25, 1], CALM[:2], [14, 16], turn=1)
    other.play(1, FLIP)
    other.wait()
    assert (other.clock, other.scores) == (800, [56, 0])


def last_card(match: Match, face: tuple[str, str, int]) -> Match:
    """Seat 0 has this card as its whole bank; seat 1 shows a red candle 3."""
    lay(match, [0, 25], [face, RED_CANDLE_3], [15, 16])
    state = match.state
    state.stack_left[0], state.bank_left[0] = 14, 1
    card, below = (int(state.row[0][i]) for i in (14, 13))
    state.tops[0] = below
    state.group[card] = 0
    state.group_size[0] += 1
    state.five = obvious.is_five(obvious.tableau(state))
    match.look_again()
    return match


@pytest.mark.rule("TWI-53")
def test_the_last_bank_card_may_still_be_rung():
    match = last_card(table("piccolo_twist", 2), RED_HAT_2)
    match.play(0, FLIP, at=100)
    match.play(0, RING, at=899)
    match.wait(1050)
    assert (banks(match), turn(match)) == ([31, 25], 0)
    match.wait(1050 + 1500)
    assert (match.over, match.due) == (False, 2550 + 5000)
    # the opponent rings wrongly
    match = last_card(table("piccolo_twist", 2), ("hat", "red", 1))
    match.play(0, FLIP, at=100)
    rung(match, 1, 600)
    assert (banks(match), turn(match)) == ([31, 25], 0)
    match.wait(751 + 1500)
    assert (match.over, match.due) == (False, 751 + 1500 + 5000)
    # the opponent rings rightly, and the emptied player wrongly: no bank is refilled
    for face, ringer in ((RED_HAT_2, 1), (("hat", "red", 1), 0)):
        match = last_card(table("piccolo_twist", 2), face)
        match.play(0, FLIP, at=100)
        rung(match, ringer, 600)
        assert (banks(match), match.over, match.due) == ([0, 56], False, 751 + 1500)
        match.wait()
        assert (match.scores, ending(match)) == ([0, 56], "one player is left")


@pytest.mark.rule("TWI-53")
def test_the_last_bank_card_may_lose_at_once():
    match = last_card(table("piccolo_twist", 2, two_player_end="immediate"), RED_HAT_2)
    match.play(0, FLIP, at=100)
    assert (match.over, match.scores, ending(match)) == (True, [0, 56], "one player is left")
    more = lay(table("piccolo_twist", 2, two_player_end="immediate"), [2, 25], CALM[:2], [13, 16])
    more.play(0, FLIP)
    assert not more.over
    three = lay(table("piccolo_twist", 3, two_player_end="immediate"), [1, 25, 0], CALM[:2], [14, 16, 0], out=(2,))
    three.play(0, FLIP)
    assert (three.over, status(three)) == (False, ["last chance", "in", "out"])
    three.wait(800)  # nor does the check of two-player games concern them
    assert not three.over


@pytest.mark.rule("TWI-54")
def test_stalemate_is_counted():
    match = lay(table("piccolo_twist", 3), [0, 0, 0], CALM[:3], [20, 20, 16])
    match.state.last_flip = 1000
    match.look_again()
    assert match.due == 6000
    match.wait(5999)
    assert not match.over
    match.wait()
    assert (match.over, match.scores, match.winners) == (True, [20, 20, 16], [0, 1])
    assert ending(match) == "nobody has a card left to flip"
    match = lay(table("piccolo_twist", 4, last_chance_wrong_ring="ignored"), [0, 0, 0, 0], CALM, [20, 10, 10, 16])
    match.state.last_flip = 1000
    rung(match, 1, 3000)
    match.wait()
    assert (match.clock, match.due) == (4651, 3151 + 5000)  # after the last verdict
    assert turn(match) is None
    # a right ring within the time goes on
    match = lay(table("piccolo_twist", 3), [0, 0, 0], [*FIVE, CALM[2]], [20, 20, 16])
    match.state.last_flip = 1000
    match.look_again()
    rung(match, 2, 5999)
    assert (match.scores, ending(match)) == ([0, 0, 56], "one player is left")


@pytest.mark.rule("TWI-54")
def test_the_turn_leaves_who_is_out_in_a_stalemate():
    match = lay(table("piccolo_twist", 4), [0, 0, 0, 0], CALM, [20, 10, 10, 16])
    rung(match, 0, 1000)
    assert (status(match)[0], int(match.state.turn)) == ("out", 1)


@pytest.mark.rule("TWI-55")
def test_fifteen_minutes():
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], FIVE)
    assert match.view(None)["cap_at"] == 900_000
    match.state.last_flip = 899_999
    match.look_again()
    assert match.due == 900_000
    match.wait(899_999)
    assert last_round(match) == "not yet"
    match.wait()
    assert (match.clock, last_round(match), match.due) == (900_000, "now", 930_000)
    assert (match.view(None)["cap_at"], match.view(None)["stops_at"]) == (None, 930_000)
    match.wait(929_999)
    assert not match.over
    match.wait()
    assert (match.clock, match.scores, ending(match)) == (930_000, [21, 23, 12], "the time is up")


@pytest.mark.rule("TWI-55")
def test_a_capped_game_ends_with_a_right_ring():
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], FIVE)
    match.state.last_flip = 899_000
    match.wait(900_000)
    rung(match, 1, 929_999)  # settled after the half minute, but rung within it
    assert (match.clock, match.scores, ending(match)) == (930_150, [20, 24, 12], "the last round has been won")
    # a wrong one makes it stop as soon as it is settled
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], CALM[:3])
    match.state.last_flip = 899_000
    match.wait(900_000)
    match.play(1, RING, at=929_990)
    assert match.due == 930_141
    match.wait()
    assert (match.clock, match.scores, ending(match)) == (930_141, [22, 14, 20], "the time is up")


@pytest.mark.rule("TWI-55")
def test_a_ring_under_way_belongs_to_the_capped_round():
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], FIVE)
    match.state.last_flip = 899_000
    match.play(1, RING, at=899_900)
    assert match.due == 900_000
    match.wait()
    assert (last_round(match), match.due) == ("now", 900_051)
    match.wait()
    assert (match.scores, ending(match)) == ([20, 24, 12], "the last round has been won")
    # a verdict at the very moment comes before the cap
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], FIVE)
    match.state.last_flip = 899_000
    match.play(1, RING, at=899_849)
    match.wait(900_000)
    assert (banks(match), match.over, last_round(match)) == ([20, 24, 12], False, "now")


@pytest.mark.rule("TWI-55")
def test_two_thousand_flips():
    for cap in (15, "none"):
        match = lay(table("piccolo_twist", 3, cap_minutes=cap), [20, 15, 12], CALM[:3])
        match.state.flips = 1998
        match.play(0, FLIP, at=0)
        assert (match.state.flips, last_round(match)) == (1999, "not yet")
        assert match.view(None)["cap_at"] == (900_000 if cap == 15 else None)
        match.play(1, FLIP, at=800)
        assert (last_round(match), match.view(None)["stops_at"]) == ("now", 30_800)
        while not match.over:
            match.wait()
        assert (match.clock, ending(match)) == (30_800, "the time is up")


@pytest.mark.rule("TWI-55")
def test_without_a_cap_minutes_do_not_count():
    match = lay(table("piccolo_twist", 3, cap_minutes="none"), [20, 15, 12], CALM[:3])
    match.state.last_flip = 899_999
    match.wait(900_000)
    assert (last_round(match), match.due) == ("not yet", 904_999)
    # and a cap that was reached by flips is not called again by the clock
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], CALM[:3])
    match.state.flips = 1999
    match.state.last_flip = 879_000
    match.play(0, FLIP, at=880_000)
    assert match.due == 910_000
    match.wait()
    assert (match.clock, ending(match)) == (910_000, "the time is up")
    # nor by flips once the clock has called it
    match = lay(table("piccolo_twist", 3, auto_flip_ms=60000), [20, 15, 12], CALM[:3])
    match.state.flips = 1999
    match.state.last_flip = 899_000
    match.wait(900_000)
    match.play(0, FLIP, at=901_000)
    assert match.view(None)["stops_at"] == 930_000


@pytest.mark.rule("TWI-56")
def test_equal_counts_share_the_win():
    match = lay(table("piccolo_twist", 3), [0, 0, 0], CALM[:3], [20, 20, 16])
    match.wait()
    assert (match.scores, match.winners) == ([20, 20, 16], [0, 1])
    assert "Won by player 1 and player 2 with 20 cards" in match.show()


@pytest.mark.rule("TWI-57")
def test_leaving():
    match = lay(table("piccolo_twist", 4), [20, 8, 12, 10], CALM, turn=1)
    match.play(1, LEAVE)
    assert (status(match), banks(match), stacks(match)) == (["in", "out", "in", "in"], [20, 0, 12, 10], [1, 9, 1, 3])
    assert seats_of(match, "top")[1] == {"type": "candle", "colour": "yellow", "amount": 2}
    assert (last_round(match), turn(match)) == ("not yet", 2)
    match.play(2, LEAVE)
    assert (status(match), last_round(match), turn(match)) == (["in", "out", "out", "in"], "now", 3)
    assert not match.over
    match.play(3, LEAVE)
    assert (match.over, match.scores, ending(match)) == (True, [56, 0, 0, 0], "one player is left")
    assert_whole(match)


@pytest.mark.rule("TWI-57")
def test_the_next_winner_takes_what_a_leaver_left():
    match = lay(table("piccolo_twist", 4), [20, 8, 12, 10], [*FIVE, None, CALM[2]], [1, 1, 0, 4])
    match.play(2, LEAVE, at=500)  # no up card: the pile shows no top
    assert seats_of(match, "top")[2] is None
    assert stacks(match)[2] == 12
    rung(match, 0, 1000)
    assert (banks(match), stacks(match)) == ([38, 8, 0, 10], [0, 0, 0, 0])
    assert last_round(match) == "not yet"


@pytest.mark.rule("TWI-57")
def test_leaving_when_there_is_no_last_round():
    match = table("piccolo_twist", 3, game_end="play-to-one-survivor")
    lay(match, [20, 12, 10], CALM[:3])
    match.play(2, LEAVE)
    assert (last_round(match), match.over) == ("not yet", False)
    two = lay(table("piccolo_twist", 2), [20, 25], CALM[:2])
    two.play(1, LEAVE)
    assert (two.scores, two.winners) == ([56, 0], [0])
    assert two.due is None
    five = table("piccolo_twist", 5)
    five.play(1, LEAVE)
    assert last_round(five) == "not yet"


@pytest.mark.rule("TWI-57", "TWI-58")
def test_who_leaves_takes_the_own_ring_along():
    match = lay(table("piccolo_twist", 4), [20, 8, 12, 10], CALM)
    match.play(1, RING, at=1000)
    match.play(1, LEAVE, at=1050)
    assert match.due == 5000
    assert match.legal(0) == [FLIP, RING]
    match = lay(table("piccolo_twist", 4), [20, 8, 12, 10], CALM)
    match.play(1, RING, at=1000)
    match.play(2, RING, at=1040)
    match.play(1, LEAVE, at=1050)
    assert match.due == 1191
    match.wait()
    assert match.view(None)["result"] == {"seat": 2, "right": False}


# 9. Timing of rings


@pytest.mark.rule("TWI-58")
def test_rings_are_gathered_and_handled_in_order():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3])
    match.play(2, RING, at=1000)
    assert refusal(match, 0, FLIP) == "TWI-58"
    assert refusal(match, 1, FLIP) == "TWI-58"
    match.play(0, RING, at=1150)  # just in time to be heard
    match.wait(1150)
    assert match.view(None)["result"] is None
    match.wait(1151)
    assert banks(match) == [21, 16, 10]  # only the first is punished
    assert seats_of(match, "locked") == [True, False, True]
    assert match.state.locked.tolist() == [1, 0, 1, 0, 0]
    assert match.view(None)["pace"]["shown_until"] == 2651


@pytest.mark.rule("TWI-58")
def test_a_right_ring_is_handled_after_a_wrong_one():
    # 200 ms of grace are left for the slow hand of seat 1 and not for seat 2
    match = lay(table("piccolo_twist", 3, handicap_ms=[0, 200, 0]), [20, 15, 12], CALM[:3], turn=1)
    match.state.last_flip = match.state.five_covered = 1000
    match.play(1, RING, at=1240)
    assert match.due == 1240 + 200 + VERDICT
    match.play(2, RING, at=1300)
    assert match.due == 1300 + VERDICT
    match.wait()
    assert match.view(None)["result"] == {"seat": 1, "right": True}
    assert banks(match) == [21, 15 + 1 + 9, 10]  # seat 2 has paid first
    # with two, stacks move with the wrong ring, and nothing is left to win
    match = lay(table("piccolo_twist", 2, handicap_ms=[200, 0]), [20, 25], CALM[:2])
    match.state.last_flip = match.state.five_covered = 1000
    match.play(0, RING, at=1240)
    match.play(1, RING, at=1300)
    match.wait()
    assert match.view(None)["result"] == {"seat": 1, "right": False}
    assert (banks(match), turn(match)) == ([31, 25], 0)


@pytest.mark.rule("TWI-58")
def test_a_ring_that_ends_the_game_is_the_last_one_handled():
    match = table("piccolo_twist", 3, handicap_ms=[0, 200, 0], two_player_penalty="only-two-player-games")
    lay(match, [0, 15, 0], CALM[:3], [5, 6, 30], turn=1, out=(2,))
    match.state.last_flip = match.state.five_covered = 1000
    match.play(1, RING, at=1240)
    match.play(0, RING, at=1300)
    match.wait()
    assert (match.over, banks(match), match.scores) == (True, [0, 15, 0], [0, 56, 0])
    assert match.view(None)["result"] == {"seat": 0, "right": False}


@pytest.mark.rule("TWI-58")
def test_rings_still_under_way_are_dropped():
    match = lay(table("piccolo_twist", 3, handicap_ms=[0, 0, 400]), [20, 15, 12], CALM[:3])
    assert seats_of(match, "handicap_ms") == [0, 0, 400]
    match.play(2, RING, at=1000)
    assert match.due == 1551
    assert seats_of(match, "rings_at") == [None, None, 1400]
    match.play(0, RING, at=1200)
    match.wait()
    assert match.clock == 1351
    assert banks(match) == [18, 16, 13]
    assert seats_of(match, "locked") == [True, False, False]
    assert match.legal(2) == []
    match.wait(2851)
    assert match.legal(2) == [RING]


@pytest.mark.rule("TWI-58")
def test_dead_heats_are_drawn():
    def first_of(gap: int) -> set[int]:
        firsts = set()
        for seed in range(10):
            match = lay(table("piccolo_twist", 3), [20, 15, 12], FIVE)
            match.state.rng = seed
            match.play(2, RING, at=1000)
            match.play(0, RING, at=1000 + gap)
            match.wait()
            firsts.add(match.view(None)["result"]["seat"])
        return firsts

    assert first_of(0) == {0, 2}
    assert first_of(4) == {0, 2}
    assert first_of(5) == {2}


def flipped_away(match: Match, at: int) -> Match:
    """A five lies there until seat 0 covers it at this moment."""
    lay(match, [20, 15, 12], FIVE, [3, 6, 0])
    next_is(match, 0, ("hat", "yellow", 1))
    match.play(0, FLIP, at=at)
    assert not match.state.five
    return match


@pytest.mark.rule("TWI-59")
def test_a_late_hand_is_not_fined():
    for at, right in ((1000, True), (1249, True), (1250, False)):
        match = rung(flipped_away(table("piccolo_twist", 3), 1000), 2, at)
        assert match.view(None)["result"] == {"seat": 2, "right": right}
    for at in (1000, 1100):
        match = rung(flipped_away(table("piccolo_twist", 3, late_grace_ms=0), 1000), 2, at)
        assert match.view(None)["result"] == {"seat": 2, "right": False}
    # the handicap does not make a hand later than it was
    match = flipped_away(table("piccolo_twist", 3, handicap_ms=[0, 0, 1500]), 1000)
    match.play(2, RING, at=1249)
    match.wait()
    assert (match.clock, match.view(None)["result"]) == (1249 + 1500 + VERDICT, {"seat": 2, "right": True})


@pytest.mark.rule("TWI-60")
def test_rings_while_one_is_settled_or_shown_are_ignored():
    match = lay(table("piccolo_twist", 3), [20, 15, 12], CALM[:3])
    match.play(1, RING, at=1000)
    assert refusal(match, 1, RING, at=1100) == "TWI-60"  # a double tap
    match.wait(1151)
    assert refusal(match, 0, RING, at=1151) == "TWI-60"
    assert refusal(match, 0, RING, at=2650) == "TWI-60"
    assert match.why_not(0, RING, at=2651) is None
    assert refusal(match, 1, RING, at=2651) == "TWI-60"  # locked until the next flip
    match.play(0, FLIP, at=2651)
    assert match.why_not(1, RING, at=2651) is None


@pytest.mark.rule("TWI-60")
def test_a_ring_with_no_card_in_view_is_wrong():
    match = rung(lay(table("piccolo_twist", 3), [20, 20, 16], []), 1, 1000)
    assert banks(match) == [21, 18, 17]
    assert match.view(None)["result"] == {"seat": 1, "right": False}


# 10. What each player knows


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


def test_the_view_says_what_is_so():
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


# 11. Test vectors


@pytest.mark.rule("TWI-63")
def test_vectors_of_fives():
    for tops in (
        [("hat", "red", 2), ("candle", "red", 3)],
        [("hat", "red", 2), ("hat", "blue", 3)],
        [("hat", "blue", 5)],
        [("hat", "blue", 5), ("candle", "blue", 1)],
        [("hat", "red", 2), ("chameleon", "red", 2), ("candle", "red", 1)],
        [("hat", "red", 1), ("hat", "blue", 1), ("hat", "yellow", 3)],
    ):
        assert is_five(tops) is True
        match = rung(lay(table("piccolo_twist", 5), [10] * 5, tops), 4, 1000)
        assert match.view(None)["result"] == {"seat": 4, "right": True}


@pytest.mark.rule("TWI-64")
def test_vectors_of_no_five():
    for tops in (
        [("hat", "blue", 5), ("candle", "blue", 1), ("hat", "red", 1)],
        [("hat", "red", 3), ("candle", "blue", 2)],
        [("hat", "red", 3), ("candle", "red", 3)],
        [],
    ):
        assert is_five(tops) is False
        match = rung(lay(table("piccolo_twist", 4), [14] * 4 if not tops else [10] * 4, tops), 3, 1000)
        assert match.view(None)["result"] == {"seat": 3, "right": False}


# All of it together


def test_random_matches_agree_with_the_slow_version():
    """Whole matches, leaving included: cards, scores, fives and `legal` are right at every step."""
    rng = np.random.default_rng(5)
    for seats, options in (
        (2, {"min_flip_gap_ms": 200, "auto_flip_ms": 1000}),
        (3, {"own_stack": "stays", "short_payment": "out"}),
        (4, {"flip": "automatic"}),
        (5, {"game_end": "play-to-one-survivor", "last_chance_wrong_ring": "ignored"}),
    ):
        match = table("piccolo_twist", seats, seed=seats, **options)
        for _ in range(60):
            if match.over:
                break
            assert_whole(match)
            for seat in range(seats):
                now = [action for action in (FLIP, RING) if match.why_not(seat, action, at=match.clock) is None]
                assert match.legal(seat) == now
            if match.actors and rng.random() < 0.5:
                seat = int(rng.choice(match.actors))
                match.play(seat, int(rng.choice(match.legal(seat))))
            else:
                match.wait(match.clock + int(rng.integers(1, 1500)))
        assert_whole(match)


def test_options_are_what_the_rules_call_them():
    named = {option.name: option for option in RULES.options}
    for name, enum in (
        ("flip", Flipping),
        ("own_stack", OwnStack),
        ("short_payment", ShortPayment),
        ("last_chance_wrong_ring", LastChanceWrongRing),
        ("game_end", GameEnd),
        ("two_player_end", TwoPlayerEnd),
    ):
        assert [value.name.lower().replace("_", "-") for value in enum] == list(named[name].values)
        assert [value.value for value in enum] == [0, 1]
    assert [ending.value for ending in Ending] == [0, 1, 2, 3, 4, 5]


def test_deal_resets_nothing_by_accident():
    states = blank(RULES.State)
    states[0]["seats"] = 3
    write_options(RULES.options, {}, states[0])
    loops(RULES).start(states, 0, np.uint64(1))
    assert states[0]["last_flip"] == LONG_AGO
    assert states[0].tobytes() == table("piccolo_twist", 3, seed=1).state.tobytes()
    assert RULES.State.itemsize <= 1024
