"""Pings and pongs: round trips, and connections that have gone silent."""

from parlour.live.pings import SILENT_MS, Pings


def test_a_pong_gives_the_round_trip_once():
    pings = Pings()
    first = pings.next(100.0)
    assert pings.answered(first, 130.0) == 30.0
    assert pings.answered(first, 140.0) is None
    assert pings.answered(b"made up", 140.0) is None


def test_the_time_in_the_queue_is_not_part_of_the_round_trip():
    pings = Pings()
    first = pings.next(100.0)
    pings.leaves(first, 150.0)
    assert pings.answered(first, 170.0) == 20.0


def test_a_later_pong_answers_for_the_earlier_pings():
    pings = Pings()
    first, second = pings.next(0.0), pings.next(10.0)
    assert pings.answered(second, 20.0) == 10.0
    assert pings.answered(first, 25.0) is None
    assert not pings.silent(10 * SILENT_MS)


def test_a_connection_that_answers_is_never_silent():
    pings, now = Pings(), 0.0
    for _ in range(50):
        payload = pings.next(now)
        now += SILENT_MS
        assert not pings.silent(now)
        pings.answered(payload, now)


def test_a_connection_that_does_not_answer_is_silent_after_a_while():
    pings = Pings()
    pings.next(0.0)
    pings.next(SILENT_MS / 2)
    assert not pings.silent(SILENT_MS)
    assert pings.silent(SILENT_MS + 1)
    pings.forget()
    assert not pings.silent(SILENT_MS + 1)
