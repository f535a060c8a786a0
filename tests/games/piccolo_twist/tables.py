"""Piccolo Twist tables laid by hand, and what is read off them."""

from tests.games.piccolo_twist import obvious

from parlour import Match
from parlour.games.bell.known_cards import FACE_UP
from parlour.games.bell.rows import EMPTY
from parlour.games.bell.rules import NO_CARD

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


# Read off the state, because interpreted views are slow; `test_the_view_agrees_with_the_state` compares the two.


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
