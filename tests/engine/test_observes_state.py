"""A row of a batch is what the seat sees. Where the game's `observe` is given the state itself (`observes_state`), this
says that it reads nothing hidden."""

import numpy as np
from tests.every import every_game

import parlour
from parlour.engine.loops import loops
from parlour.kit import blank

STEPS = 150


@every_game
def test_a_batch_observes_what_the_seat_sees(name):
    rules = parlour.game(name).rules
    batch = parlour.game(name).batch(8, seats=rules.max_seats, seed=3)
    see_and_observe, seens, row = loops(rules).observe, blank(rules.State, 1), np.zeros(rules.pieces.size, np.int8)
    for _ in range(STEPS):
        rows = batch.observe()
        for i, seat in enumerate(batch.current_player):
            see_and_observe(batch.states, i, int(seat), seens, 0, row)
            assert rows[i].tobytes() == row.tobytes()
        batch.step(batch.sample(), autoreset=True)
