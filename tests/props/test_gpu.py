"""The very same rule functions, called from a CUDA kernel, give the same bytes. Skipped where there is no GPU."""

import numpy as np
import pytest

import parlour
from every import every_table
from parlour.kit import INTERPRETED, Dice, blank, loops, rule, write_options

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still asks for it, NumPy 2.5 has dropped it
    np.row_stack = np.vstack

try:
    from numba import cuda

    HAS_GPU = not INTERPRETED and cuda.is_available()
except Exception:  # whatever a half-installed toolkit raises, there is no GPU to test on
    HAS_GPU = False

MATCHES = 2000
THREADS = 64


def dealt(rules, seats, count):
    """So many matches, dealt from their numbers, and dice for each."""
    states, dice = blank(rules.State, count), blank(Dice, count)
    states["seats"] = seats
    for number in range(count):
        write_options(rules.options, {}, states[number])
        loops(rules).start(states, number, np.uint64(number))
    dice["rng"] = np.arange(count)
    return states, dice


@pytest.mark.skipif(not HAS_GPU, reason="needs a GPU")
@every_table
def test_gpu_equals_cpu(name, seats):
    rules = parlour.game(name).rules
    game = loops(rules)
    over, random_move = rules.over, game.random_move

    @rule
    def play_out(states, i, dice, pads):
        steps = 0
        while not over(states[i]):
            steps += random_move(states, i, dice, pads)
        return steps

    @cuda.jit
    def kernel(states, dice, pads, steps):
        i = cuda.grid(1)
        if i < states.shape[0]:
            steps[i] = play_out(states, i, dice[i : i + 1], pads[i : i + 1])

    states, dice = dealt(rules, seats, MATCHES)
    there = cuda.to_device(states)
    steps = cuda.to_device(np.zeros(MATCHES, np.int64))
    pads = cuda.device_array(MATCHES, game.Pad)
    kernel[-(-MATCHES // THREADS), THREADS](there, cuda.to_device(dice), pads, steps)
    pad = blank(game.Pad)
    here = [play_out(states, i, dice[i : i + 1], pad) for i in range(MATCHES)]
    assert steps.copy_to_host().tolist() == here
    assert there.copy_to_host().tobytes() == states.tobytes()
