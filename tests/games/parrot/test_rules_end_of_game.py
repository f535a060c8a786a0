"""Parrot, sections 10 to 12 of the rulebook: the end of the game, and what each player knows."""

import numpy as np
import pytest
from tests.games.parrot.tables import boxed, lay, pair
from tests.helpers import table

from parlour.games.parrot.rules import (
    DRAW,
    PASS,
    REVEAL,
)

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
