"""Nothing leaks: worlds that a seat cannot tell apart look the same to it, in every way it can look."""

import numpy as np
from tests.chance import play_by_chance
from tests.every import every_table

import parlour
from parlour.engine import loops
from parlour.kit import INTERPRETED, SPECTATOR, blank

EVERY = 40 if INTERPRETED else 6  # moves between two checks


def everything(match, seat):
    """All that a seat is shown: view, tensor, what it may do and the text of every refusal."""
    texts = []
    if seat is not None:
        for action in range(match.rules.actions):
            no = match.why_not(seat, action)
            texts.append(None if no is None else str(no))
        texts.append(match.legal(seat))
    spoken = [match.describe(action) for action in range(match.rules.actions)] if seat is None else []
    return match.view(seat), match.observe(seat).tobytes(), match.seen(seat).tobytes(), texts, spoken, match.show(seat)


@every_table
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(name, seats):
    match = parlour.game(name).new(seats=seats, seed=31)
    twin = parlour.game(name).new(seats=seats, seed=32)
    game = loops(match.rules)
    seen = blank(match.rules.State)
    differed = looked = 0
    for count, _ in enumerate(play_by_chance(match, 33)):
        if count % EVERY or count > 60 * EVERY:
            continue
        seat = [*range(seats), None][(count // EVERY) % (seats + 1)]
        number = SPECTATOR if seat is None else seat
        game.see(match._states, 0, number, seen, 0)
        game.resample(seen, 0, number, twin._states, 0, np.uint64(count))
        twin.look_again()
        differed += twin.state.tobytes() != match.state.tobytes()
        looked += 1
        assert everything(twin, seat) == everything(match, seat)
    assert looked > 3
    assert differed > looked / 2  # the random numbers always differ, and most of the time cards do


@every_table
def test_stale_bytes_do_not_shine_through(name, seats):
    """`see` fills every byte of its record, whatever lay there before."""
    match = parlour.game(name).new(seats=seats, seed=3)
    game = loops(match.rules)
    clean, dirty = blank(match.rules.State), blank(match.rules.State)
    for count, _ in enumerate(play_by_chance(match, 5)):
        if count % EVERY == 0 and count < 40 * EVERY:
            for seat in (SPECTATOR, *range(seats)):
                game.see(match._states, 0, seat, clean, 0)
                for field in match.rules.State.names:
                    dirty[field] = 77
                game.see(match._states, 0, seat, dirty, 0)
                for field in match.rules.State.names:
                    assert (clean[field] == dirty[field]).all(), field
