"""What all seats see at once is what each of them sees; on the CPU, and on a GPU or its simulator."""

import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from tests.engine.test_gpu import SIMULATED, has_gpu

import parlour
from parlour.engine import loops
from parlour.kit import INTERPRETED, blank
from parlour.train.full_view import FullView

MATCHES, SEATS, STEPS = 6, 4, 60


def looked(batch, views, face_up=False):
    rows = np.full((batch.count, views, batch.rules.pieces.size), 99, np.int8)
    points = np.full((batch.count, batch.players), 99, np.int32)
    FullView(batch, views, face_up).look(rows, points)
    return rows, points


@pytest.mark.parametrize("name", ["parrot", "tricky_twist"])
def test_every_seat_is_shown_what_it_would_observe(name):
    rules = parlour.game(name).rules
    batch = parlour.game(name).batch(MATCHES, SEATS, seed=3)
    for step in range(STEPS):
        if step % 20 == 0:
            rows, points = looked(batch, SEATS)
            assert (rows[:, 0] == batch.observe()).all()
            assert (looked(batch, 1)[0][:, 0] == batch.observe()).all()
            assert (points == batch.scores).all()
            for i in range(MATCHES):
                for k in range(SEATS):
                    seat = (int(batch.current_player[i]) + k) % SEATS
                    seen, row = blank(rules.State), np.zeros(rules.pieces.size, np.int8)
                    loops(rules).see(batch.states, i, seat, seen, 0)
                    rules.observe(seen[0], seat, row)
                    assert (rows[i, k] == row).all()
        batch.step(batch.sample(), autoreset=True)


@pytest.mark.parametrize("name", ["parrot", "tricky_twist"])
def test_the_second_view_may_show_all_cards_face_up(name):
    rules = parlour.game(name).rules
    batch = parlour.game(name).batch(MATCHES, SEATS, seed=3)
    for _ in range(STEPS):
        batch.step(batch.sample(), autoreset=True)
    rows, _ = looked(batch, 2, True)
    assert (rows[:, 0] == batch.observe()).all()
    for i in range(MATCHES):
        row = np.zeros(rules.pieces.size, np.int8)
        rules.observe(batch.states[i], int(batch.current_player[i]), row)
        assert (rows[i, 1] == row).all()
    if name == "parrot":
        boxes = rules.pieces.split(rows)["boxes"][:, :, :SEATS]
        assert boxes[:, 0, ..., -1].any()
        assert not boxes[:, 1, ..., -1].any()
        assert (boxes.sum(-1) == 1).all()


def test_a_match_that_is_over_shows_nothing():
    batch = parlour.game("parrot").batch(2, SEATS, seed=3)
    batch.play_out()
    rows, points = looked(batch, SEATS)
    assert not rows.any()
    assert (points == batch.scores).all()


def gpu_equals_cpu(name):
    from numba import cuda

    there, here = (parlour.game(name).batch(2, 3, seed=5, device=device) for device in ("cuda", "cpu"))
    for _ in range(7):
        there.step(there.sample(), autoreset=True)
        here.step(here.sample(), autoreset=True)
    size = here.rules.pieces.size
    rows, points = cuda.to_device(np.zeros((2, 3, size), np.int8)), cuda.to_device(np.zeros((2, 3), np.int32))
    FullView(there, 3).look(rows, points)
    expected_rows, expected_points = looked(here, 3)
    assert (rows.copy_to_host() == expected_rows).all()
    assert (points.copy_to_host() == expected_points).all()
    rows = cuda.to_device(np.zeros((2, 2, size), np.int8))
    FullView(there, 2, True).look(rows, points)
    assert (rows.copy_to_host() == looked(here, 2, True)[0]).all()


@pytest.mark.deep
@pytest.mark.skipif(INTERPRETED, reason="interpreted rules do not run on a GPU")
@pytest.mark.parametrize("name", ["parrot", "tricky_twist"])
def test_a_gpu_shows_the_same(name):
    if has_gpu():
        gpu_equals_cpu(name)
        return
    simulated = {**os.environ, SIMULATED: "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, __file__, name], env=simulated, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [name], done.stdout + done.stderr


if __name__ == "__main__":
    is_alive = threading.Thread.is_alive  # the simulator polls without a pause, which slows down compiling
    threading.Thread.is_alive = lambda thread: time.sleep(0.0005) or is_alive(thread)
    gpu_equals_cpu(sys.argv[1])
    print(sys.argv[1])
