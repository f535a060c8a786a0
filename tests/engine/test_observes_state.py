"""A row of a batch is what the seat sees. Where the game's `observe` is given the state itself (`observes_state`), this
says that it shows nothing hidden."""

import numpy as np
import pytest
from tests.every import GAMES, every_game

import parlour
from parlour.kit import SPECTATOR, blank

STEPS = 150
MATCH = 400  # steps: more than a round of any game
OBSERVED = [name for name in GAMES if parlour.game(name).rules.observes_state]
RANDOM_DECK = ("confetti", {"deck": "random-84"})  # what hidden cards show is hidden too


def observed(rules, record, seat):
    row = np.zeros(rules.pieces.size, np.int8)
    rules.observe(record, seat, row)
    return row.tobytes()


def seen_by(rules, state, seat):
    seens = blank(rules.State, 1)
    rules.see(state, seat, seens[0])
    return seens[0]


@every_game
def test_a_batch_observes_what_the_seat_sees(name):
    rules = parlour.game(name).rules
    batch = parlour.game(name).batch(8, seats=rules.max_seats, seed=3)
    for _ in range(STEPS):
        rows = batch.observe()
        for row, state, seat in zip(rows, batch.states, batch.current_player):
            assert row.tobytes() == observed(rules, seen_by(rules, state, int(seat)), int(seat))
        batch.step(batch.sample(), autoreset=True)


@pytest.mark.deep  # compiles games that no other test of `make test` does
@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in OBSERVED), RANDOM_DECK], ids=str)
def test_nobody_observes_what_is_hidden(name, options):
    """At any moment the state shows every seat and a spectator no more than what `see` leaves of it."""
    rules = parlour.game(name).rules
    for seats in (rules.min_seats, rules.max_seats):
        batch = parlour.game(name).batch(4, seats=seats, seed=3, options=options)
        for _ in range(MATCH):
            for state in batch.states:
                for seat in (SPECTATOR, *range(seats)):
                    assert observed(rules, state, seat) == observed(rules, seen_by(rules, state, seat), seat)
            batch.step(batch.sample(), autoreset=True)
