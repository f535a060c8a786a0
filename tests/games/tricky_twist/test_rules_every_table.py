"""Tricky Twist: statements that hold at every table, with all numbers of players, all options, in every round."""

from itertools import product

import pytest
from tests.games.tricky_twist.helpers import BEST, FLIP, JOKER, STAR, TAKE_BACK, V1, bits, card, cards, ended, new

from parlour.games.tricky_twist import OPTIONS
from parlour.games.tricky_twist.bonus import forbids_bonus, forbids_take_back
from parlour.games.tricky_twist.declaration import declare_nothing
from parlour.games.tricky_twist.state import ALLOWED, NOTHING, Act, Phase
from parlour.kit import Choice

VALUES = [[(option.name, value) for value in option.values] for option in OPTIONS if isinstance(option, Choice)]
TABLES = [(3 + number % 2, dict(options)) for number, options in enumerate(product(*VALUES))]


def at_every_table():
    """The state of a match at each table, in each round."""
    for seats, options in TABLES:
        state = new(seats, **options).state
        for round_no in range(4):
            state.round_no = round_no
            yield state


@pytest.mark.rule("TRK-20", "TRK-45")
def test_only_a_card_of_the_display_can_be_taken():
    for state in at_every_table():
        state.phase = Phase.BONUS
        for seat in range(state.seats):
            state.to_act = seat
            state.display = bits([JOKER, STAR])
            assert forbids_bonus(state, seat, Act.TAKE + JOKER) == forbids_bonus(state, seat, Act.DECLINE) == ALLOWED
            assert forbids_bonus(state, seat, Act.TAKE + TAKE_BACK) == -20
            for bonus in (FLIP, V1):
                assert forbids_bonus(state, seat, Act.TAKE + bonus) == -45


@pytest.mark.rule("TRK-55", "TRK-57")
def test_only_an_own_false_trick_can_be_taken_back():
    for state in at_every_table():
        state.phase = Phase.TAKE_BACK
        state.false_tricks[:] = 0
        for seat in range(state.seats):
            state.to_act = seat
            state.false_tricks[seat] = bits(cards("5 circle, 7 sun"))
            state.false_tricks[(seat + 1) % state.seats] = bits(cards("9 moon"))
            for name in ("5 circle", "7 sun"):
                assert forbids_take_back(state, seat, Act.TAKE_BACK + card(name)) == ALLOWED
            assert forbids_take_back(state, seat, Act.KEEP_FALSE) == ALLOWED
            assert forbids_take_back(state, seat, Act.TAKE_BACK + card("9 moon")) == -57


@pytest.mark.rule("TRK-27")
def test_a_player_who_is_too_slow_declares_nothing():
    for state in at_every_table():
        state.owned[:] = 0
        for seat in range(state.seats):
            state.owned[seat] = bits([FLIP, V1])
            state.chosen[:] = 3
            declare_nothing(state, seat)
            assert state.chosen.tolist() == [NOTHING if bonus in (FLIP, V1) else 3 for bonus in range(8)]


@pytest.mark.rule("TRK-27", "TRK-108")
def test_the_declarations_of_slow_players_are_skipped_one_by_one():
    for seats, options in TABLES:
        match = ended(BEST, (1, 0, 0, 0), owned={0: [JOKER, V1], 1: [FLIP]}, seats=seats, **options)
        state = match.state
        match.play(0, Act.JOKER_FALSE)  # begun, but not committed
        assert state.chosen[JOKER] != NOTHING
        for seat in (0, 1):
            assert seat == 0 or state.chosen[JOKER] == NOTHING
            assert (state.phase, state.to_act, state.round_no) == (Phase.DECLARE, seat, 0)
            match.wait()
        assert (state.round_no, state.phase) == (1, Phase.RESERVE)
