"""Parts of a short job at the same time."""

import copy
import os
import signal
import threading
import time
from functools import partial

import numpy as np
import pytest

from parlour.engine import threads as workers
from parlour.engine.spin import called_again
from parlour.engine.threads import WorkerLoop, run_together
from parlour.kit import rule


def test_all_parts_are_done_at_the_same_time_and_answer_in_their_order():
    meeting = threading.Barrier(3, timeout=10)

    def part(number):
        meeting.wait()
        return number, threading.get_ident()

    for _ in range(20):
        answers = run_together([partial(part, number) for number in range(3)])
        assert [number for number, _ in answers] == [0, 1, 2]
        assert len({thread for _, thread in answers}) == 3
        assert answers[0][1] == threading.get_ident()


@pytest.mark.parametrize("wrong", [0, 1])
def test_an_error_is_raised_once_every_part_is_done(wrong):
    let_go, done = threading.Event(), []

    def part(number):
        if number == wrong:
            let_go.set()
            raise ValueError(f"part {number}")
        assert let_go.wait(10)
        done.append(number)

    with pytest.raises(ValueError, match=f"^part {wrong}$"):
        run_together([partial(part, number) for number in range(2)])
    assert done == [1 - wrong]
    assert run_together([lambda: "one", lambda: "two"]) == ["one", "two"]  # nobody is left in a wrong state


def test_several_callers_do_not_meet():
    answers = {}

    def call(caller):
        answers[caller] = [run_together([partial(pow, caller, k) for k in range(4)]) for _ in range(200)]

    callers = [threading.Thread(target=call, args=[caller]) for caller in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert answers == {caller: [[caller**k for k in range(4)]] * 200 for caller in range(4)}


def test_a_forked_process_has_threads_of_its_own():
    run_together([int, int])
    child = os.fork()
    if not child:
        signal.alarm(10)  # else it would wait for ever for threads that only its parent has
        os._exit(run_together([lambda: 3, lambda: 4]) != [3, 4])
    assert os.waitpid(child, 0)[1] == 0


@rule
def add(flag, polls, told, sums):
    while True:
        sums[0] += told[0]
        if not called_again(flag, polls):
            return


@pytest.fixture
def soon():
    """A round that never ends would hold up everything: this kills the process instead."""
    signal.alarm(30)
    yield
    signal.alarm(0)


class Adding:
    """Threads that add the same number, each to a sum of its own."""

    def __init__(self, threads=3):
        self.told, self.sums, self.loop = np.zeros(1, np.int64), np.zeros((threads, 1), np.int64), WorkerLoop(threads)

    def add(self, number):
        self.told[0] = number
        self.loop.round(lambda flag, polls, thread: add(flag, polls, self.told, self.sums[thread]))
        return self.sums[:, 0].tolist()


@pytest.mark.usefixtures("soon")
def test_every_thread_goes_through_every_round_whether_it_slept_or_not():
    adding, total = Adding(), 0
    for number in range(2000):
        total += number
        assert adding.add(number) == [total] * 3
        if number % 100 == 0:
            time.sleep(0.005)  # longer than anybody looks out


def test_workers_are_used_again():
    Adding().add(1)
    time.sleep(0.05)
    before = threading.active_count()
    for _ in range(20):
        assert Adding().add(1) == [1] * 3
        time.sleep(0.01)
    assert threading.active_count() <= before + 2


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("wrong", [0, 1])
def test_an_error_in_a_round_is_raised_once_every_thread_is_done(wrong):
    adding = Adding(2)

    def fail(flag, polls, thread):
        if thread == wrong:
            raise ValueError(f"thread {thread}")
        time.sleep(0.05)
        add(flag, polls, adding.told, adding.sums[thread])

    adding.told[0] = 5
    with pytest.raises(ValueError, match=f"^thread {wrong}$"):
        adding.loop.round(fail)
    assert adding.sums[1 - wrong, 0] == 5
    time.sleep(0.05)
    assert adding.add(1)[1 - wrong] == 6  # nobody is left in a wrong state


@pytest.mark.usefixtures("soon")
def test_a_copy_has_threads_of_its_own(monkeypatch):
    monkeypatch.setattr(workers, "POLLS", 10**8)
    adding = Adding(2)
    adding.add(1)
    copied = copy.deepcopy(adding)  # while the other thread looks out
    assert copied.add(2) == [3, 3]
    assert adding.add(4) == [5, 5]


def test_a_round_goes_on_in_a_forked_process(monkeypatch):
    monkeypatch.setattr(workers, "POLLS", 10**8)
    adding = Adding(2)
    adding.add(1)
    child = os.fork()  # while the other thread looks out
    if not child:
        signal.alarm(10)
        os._exit(adding.add(2) != [3, 3])
    assert os.waitpid(child, 0)[1] == 0
