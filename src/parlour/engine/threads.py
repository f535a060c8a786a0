"""Parts of one short job at the same time: a batch's step takes less than a millisecond a thread.

An executor from the standard library takes 35 µs to hand a part over and to hear that it is done, two locks take 12 to
140 (a thread that has fallen asleep must be woken), and compiled loops that look out for each other next to nothing.
"""

import os
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from .spin import ABSENT, AT_WORK, batons, call, is_back

PATIENCE = 300_000  # looks, a quarter of a millisecond: parts of a step do not end at the same moment


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Hand(threading.Thread):
    """A thread that waits for its next part. It ends with the process."""

    def __init__(self) -> None:
        super().__init__(name="parlour-hand", daemon=True)
        self._begin, self._done = threading.Lock(), threading.Lock()
        self._begin.acquire()
        self._done.acquire()
        self._part: Callable[[], Any] = lambda: None
        self._reports = True
        self._answer: Any = None
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        while True:
            self._begin.acquire()
            try:
                self._answer = self._part()
            except BaseException as error:  # whoever waits for it raises it
                self._error = error
            if self._reports:
                self._done.release()
            else:
                self._rest()

    def give(self, part: Callable[[], Any], reports: bool = True) -> None:
        """Without a report nobody waits for the answer."""
        self._part, self._reports = part, reports
        self._begin.release()

    def answer(self) -> Any:
        self._done.acquire()
        answer, error = self._answer, self._error
        self._rest()
        if error is not None:
            raise error
        return answer

    def _rest(self) -> None:
        self._part, self._answer, self._error = (lambda: None), None, None
        _idle.append(self)


_idle: list[Hand] = []
_relays: weakref.WeakSet["Relay"] = weakref.WeakSet()


def hire() -> Hand:
    """A thread that has nothing to do."""
    try:
        return _idle.pop()
    except IndexError:
        return Hand()


def shares(count: int, parts: int) -> list[tuple[int, int]]:
    """`count` things cut into so many parts, each from its first to before its last."""
    cuts = [count * part // parts for part in range(parts + 1)]
    return list(pairwise(cuts))


def together(parts: Sequence[Callable[[], Any]]) -> list[Any]:
    """What the parts answer, in their order. The first is done here, each other by a thread of its own."""
    hands = [hire() for _ in parts[1:]]
    for hand, part in zip(hands, parts[1:], strict=True):
        hand.give(part)
    errors: list[BaseException] = []

    def heard(answer: Callable[[], Any]) -> Any:
        try:
            return answer()
        except BaseException as error:  # the others are still at work on the same arrays
            errors.append(error)

    answers = [heard(answer) for answer in (parts[0], *(hand.answer for hand in hands))]
    if errors:
        raise errors[0]
    return answers


class Relay:
    """Threads that go through one compiled loop again and again, each with a baton of its own."""

    def __init__(self, threads: int) -> None:
        self._batons = batons(threads)
        self._error: BaseException | None = None
        _relays.add(self)

    def round(self, loop: Callable[[Any, int, int], Any]) -> None:
        """`loop(baton, patience, thread)` on every thread. Who is still looking out after the last round goes through
        the loop that it was given then: what a round is to do differently is written into its arrays."""
        others = self._batons[1:]
        for thread, baton in enumerate(others, start=1):
            if not call(baton):
                baton[0] = AT_WORK
                hire().give(partial(self._stay, loop, thread), reports=False)
        try:
            loop(self._batons[0], 0, 0)
        finally:
            for baton in others:
                while not is_back(baton, PATIENCE):
                    time.sleep(0)  # it may be waiting for this very core
        if self._error is not None:
            error, self._error = self._error, None
            raise error

    def _stay(self, loop: Callable[[Any, int, int], Any], thread: int) -> None:
        try:
            loop(self._batons[thread], PATIENCE, thread)
        except BaseException as error:  # whoever waits for it raises it
            self._error = error
            self._batons[thread][0] = ABSENT

    def __reduce__(self) -> Any:
        """A copy has threads of its own: nobody is looking out there."""
        return Relay, (len(self._batons),)

    def forget(self) -> None:
        """Nobody is there any more."""
        for baton in self._batons:
            baton[0] = ABSENT


def _after_fork() -> None:
    """A child has none of its parent's threads."""
    _idle.clear()
    for relay in list(_relays):
        relay.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
