"""A batch on a GPU is the batch on the CPU, byte for byte.

Where there is no GPU, numba-cuda's simulator runs the kernels: one match of each game and then nineteen, which do not
fill their blocks, in a process of its own, because the simulator is chosen when Numba is imported.
"""

import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from tests.every import every_game, every_table

import parlour
from parlour.engine.gpu import NoGpu, Shared, toolkit
from parlour.kit import INTERPRETED

SEED = 5
SIMULATED = "NUMBA_ENABLE_CUDASIM"


def has_gpu():
    try:
        toolkit()
    except NoGpu:
        return False
    return True


def same_states(there, here):
    there = there.states.copy_to_host()
    if SIMULATED in os.environ:  # NumPy, which plays the GPU there, leaves what it finds in the gaps between fields
        assert all(there[field].tobytes() == here.states[field].tobytes() for field in there.dtype.names)
    else:
        assert there.tobytes() == here.states.tobytes()


def odd_rows(batch):
    """Room for observations on the GPU that does not begin at a whole word."""
    size = batch.rules.pieces.size
    room = toolkit().to_device(np.full(batch.count * size + 1, 77, np.int8))
    return Shared(room[1:].reshape(batch.count, size))


def same(there, here):
    """Everything that two batches hold."""
    same_states(there, here)
    assert there.observe().copy_to_host().tobytes() == here.observe().tobytes()
    assert there.observe(odd_rows(here)).copy_to_host().tobytes() == here.observe().tobytes()
    for a, b in (
        (there.legal_action_mask, here.legal_action_mask),
        (there.sample(), here.sample()),
        (there.current_player, here.current_player),
        (there.terminated, here.terminated),
        (there.final_scores, here.final_scores),
        (there.rewards, here.rewards),
        (there.scores, here.scores),
    ):
        assert a.copy_to_host().tobytes() == b.tobytes()
    assert (there.finished == here.finished).all()


def gpu_equals_cpu(name, seats, matches, steps, reward="rank"):
    """Stepped with what is drawn, with arrays of one's own, renewed and reset; then played to the end at random."""
    game = parlour.game(name)
    there, here = (
        game.batch(matches, seats=seats, seed=SEED, device=device, reward=reward) for device in ("cuda", "cpu")
    )
    same(there, here)
    for number in range(steps):
        there.step(there.sample(), autoreset=True)
        here.step(here.sample(), autoreset=True)
        if number % 16 == 0:
            same(there, here)
    last_open = here.rules.answers - 1 - here.legal_action_mask[:, ::-1].argmax(axis=1)
    there.step(last_open)
    here.step(last_open)
    same(there, here)
    for wrong in (np.full(matches, -1), np.full(matches, here.rules.answers), here.legal_action_mask.argmin(axis=1)):
        refusals = []
        for batch in (there, here):
            with pytest.raises(parlour.IllegalAction) as refusal:
                batch.step(wrong)
            refusals.append(str(refusal.value))
        assert refusals[0] == refusals[1]
    for batch in (there, here):
        batch.reset([matches - 1])
    same(there, here)
    assert there.picture(matches - 1, 0).svg() == here.picture(matches - 1, 0).svg()
    saved = here.get_states()
    for batch in (there, here):
        batch.step(batch.sample())
        batch.set_states(saved)
    same(there, here)
    over_there, over_here = there.play_out(), here.play_out()
    for a, b in zip(over_there, over_here):
        assert a.copy_to_host().tobytes() == b.tobytes()
    assert here.finished.all()
    same_states(there, here)
    for batch in (there, here):
        batch.reset()
    same(there, here)


@pytest.mark.skipif(not has_gpu(), reason="needs a GPU")
@every_table
def test_gpu_equals_cpu(name, seats):
    gpu_equals_cpu(name, seats, 2000, 100)
    gpu_equals_cpu(name, seats, 100, 60, "margin")


@pytest.mark.skipif(has_gpu(), reason="the GPU itself is tested")
@pytest.mark.skipif(INTERPRETED, reason="the simulator calls compiled rules")
@every_game
def test_simulated_gpu_equals_cpu(name):
    simulated = {**os.environ, SIMULATED: "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, __file__, name], env=simulated, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [name], done.stdout + done.stderr


@pytest.mark.skipif(has_gpu(), reason="there is a GPU")
def test_without_a_gpu_one_sentence_says_so():
    needs = r"device='cuda' needs an NVIDIA GPU and pip install 'parlour\[gpu\]'"
    with pytest.raises(parlour.ParlourError, match=needs):
        parlour.game("parrot").batch(2, seats=2, device="cuda")


if __name__ == "__main__":
    is_alive = threading.Thread.is_alive  # the simulator asks without a pause, and rules compile half as fast meanwhile
    threading.Thread.is_alive = lambda thread: time.sleep(0.0005) or is_alive(thread)
    rules = parlour.game(sys.argv[1]).rules
    gpu_equals_cpu(rules.name, rules.min_seats, 1, 40)
    import parlour.engine.kernels

    parlour.engine.kernels.MOST_THREADS = 16  # blocks of eight or sixteen threads, the last not full
    gpu_equals_cpu(rules.name, rules.max_seats, 19, 12, "margin")
    print(sys.argv[1])
