"""A run on threads or on a real local Ray cluster: in order, every block once, identical to the last bit."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from parlour.bots import Player
from parlour.lab.experiment import Experiment, Results
from parlour.lab.run import Run, rotations
from parlour.lab.workers import Cluster, Stop, Threads, blocks, in_order

RUN = Run("parrot", (Player("random"), Player("random"), Player("random")), rotations(3), 5, {"rounds": 1})
SURVEY = Experiment((RUN,))


@pytest.mark.parametrize("matches", [1, 7, 99, 100, 101, 12_345, 100_000])
def test_blocks_cover_every_match_once(matches):
    spans = blocks(matches)
    assert [match for span in spans for match in range(*span)] == list(range(matches))
    assert max(last - first for first, last in spans) <= 500
    assert max(last - first for first, last in blocks(matches, slow=True)) <= 10


@pytest.mark.parametrize("threads", [1, 3])
def test_blocks_come_in_order_though_they_end_out_of_order(threads):
    def job(first, last):
        time.sleep(0.02 if first % 3 == 0 else 0.0)
        return first, last

    spans = blocks(40)
    workers = Threads(threads)
    assert list(in_order(workers, job, spans)) == spans
    workers.close()


def test_a_stop_keeps_the_first_blocks_complete():
    stop, started = Stop(), []

    def job(first, last):
        started.append(first)
        return first, last

    workers, got = Threads(2), []
    for result in in_order(workers, job, blocks(100), stop):
        got.append(result)
        if len(got) == 5:
            stop.requested.set()
    workers.close()
    assert got == blocks(100)[: len(got)]
    assert 5 <= len(got) <= 10  # running blocks are finished, no new ones started
    assert len(started) == len(got)


def test_ctrl_c_requests_a_stop_and_a_second_one_aborts():
    before = signal.getsignal(signal.SIGINT)
    said = []
    with Stop().on_interrupt(lambda: said.append(1)) as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.requested.is_set()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert said == [1]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_run_in_another_thread_does_not_touch_signals():
    def run():
        with Stop().on_interrupt() as stop:
            asked.append(stop.requested.is_set())

    asked = []
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert asked == [False]


def surveyed(workers, matches=300):
    results, tallies = Results(SURVEY), []
    for part in in_order(workers, SURVEY, blocks(matches)):
        tallies.append(part.tallies[0])
        results.add(part)
    return results, np.concatenate(tallies)


def same(one, other):
    """Whether two results are identical, bit by bit."""
    (results, tallies), (others, other_tallies) = one, other
    for name in tallies.dtype.names:
        assert tallies[name].tobytes() == other_tallies[name].tobytes(), name
    assert list(results.moments) == list(others.moments)
    for place, moments in results.moments.items():
        assert moments.total.tobytes() == others.moments[place].total.tobytes()
        assert moments.products.tobytes() == others.moments[place].products.tobytes()
    assert results.counts == others.counts
    return True


def test_one_thread_and_two_give_the_same_to_the_last_bit():
    one, two = Threads(1), Threads(2)
    assert same(surveyed(one), surveyed(two))
    one.close()
    two.close()


@pytest.fixture(scope="module")
def cluster():
    pytest.importorskip("ray", reason="the package ray is not installed (make setup-all)")
    workers = Cluster("local", 2)
    yield workers
    workers.close()


@pytest.mark.deep
def test_ray_gives_the_same_to_the_last_bit(cluster):
    one = Threads(1)
    assert same(surveyed(one), surveyed(cluster))
    one.close()


@pytest.mark.deep
def test_a_worker_that_dies_is_replaced_and_nothing_is_counted_twice(cluster, tmp_path):
    def job(first, last):
        if first == 4 and not mark.exists():
            mark.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return first, last

    mark = tmp_path / "killed"
    assert list(in_order(cluster, job, blocks(12))) == blocks(12)
    assert int(mark.read_text()) != os.getpid()


@pytest.mark.deep
def test_an_error_in_a_block_is_raised_without_a_retry(cluster, tmp_path):
    def job(first, last):
        with log.open("a") as file:
            file.write(f"{first}\n")
        if first == 1:
            raise RuntimeError("match 1 is broken")
        return first

    log = tmp_path / "log"
    with pytest.raises(RuntimeError, match="match 1 is broken"):
        list(in_order(cluster, job, blocks(3)))
    assert log.read_text().splitlines().count("1") == 1
