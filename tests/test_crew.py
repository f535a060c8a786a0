"""Parts of a short job at the same time."""

import os
import signal
import threading
from functools import partial

import pytest

from parlour.match.crew import together


def test_all_parts_are_done_at_the_same_time_and_answer_in_their_order():
    meeting = threading.Barrier(3, timeout=10)

    def part(number):
        meeting.wait()
        return number, threading.get_ident()

    for _ in range(20):
        answers = together([partial(part, number) for number in range(3)])
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
        together([partial(part, number) for number in range(2)])
    assert done == [1 - wrong]
    assert together([lambda: "one", lambda: "two"]) == ["one", "two"]  # nobody is left in a wrong state


def test_several_callers_do_not_meet():
    answers = {}

    def call(caller):
        answers[caller] = [together([partial(pow, caller, k) for k in range(4)]) for _ in range(200)]

    callers = [threading.Thread(target=call, args=[caller]) for caller in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert answers == {caller: [[caller**k for k in range(4)]] * 200 for caller in range(4)}


def test_a_forked_process_has_threads_of_its_own():
    together([int, int])
    child = os.fork()
    if not child:
        signal.alarm(10)  # else it would wait for ever for threads that only its parent has
        os._exit(together([lambda: 3, lambda: 4]) != [3, 4])
    assert os.waitpid(child, 0)[1] == 0
