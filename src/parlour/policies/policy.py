"""A policy in a seat: a function (observation, mask) -> action, from anywhere, that plays wherever a bot does.

Two shapes were considered. A policy could drive an environment, with bots added around it; then every command would
need a second way to play, and two policies could not share a table with bots. Here a policy is a kind of player
instead: compiled loops stop where its move is needed, as they do for a champion's search, and tables of bots alone run
as before.

A policy is asked about one observation at a time or about many at once; which of the two it is shows when it is loaded.
It must never spoil a match: if it fails, a built-in bot plays on in its seat until the match is over.
"""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Bot, Player
from parlour.engine import checked_tick
from parlour.kit import BadInput, Bots, Rules
from parlour.kit.minds import LEVELS
from parlour.match import game as game_named

SUBSTITUTE = LEVELS[1]  # plays on when a policy has failed
ROWS = 3  # in the first question, which finds out whether a policy takes many observations at once

Question = tuple[NDArray[np.int8], NDArray[np.int8]]


class Nonsense(Exception):
    """A policy returned something that is not an action."""


class Policy:
    """A policy with its name, and how often it failed. Tables and threads may share it; it is asked by one at a time.

    `batched` is True if it takes rows of observations and masks. `reaction_ms` is 0 for a machine, which acts at the
    very tick at which it is asked (`with_reaction_time`). `tick_ms` is the time between two questions in a real-time
    game; None: as in the environment, or the usual 20 ms.
    """

    def __init__(self, name: str, function: Callable[..., Any], source: str | None = None) -> None:
        self.name = name
        self.source = source  # as a user wrote it; None if it was passed as an object
        self.batched: bool | None = getattr(function, "batched", None)
        self.reaction_ms = float(getattr(function, "reaction_ms", 0.0))
        tick_ms = getattr(function, "tick_ms", None)
        self.tick_ms = None if tick_ms is None else checked_tick(tick_ms)
        self.replaced = 0  # the number of times that a bot had to play on
        self.reason = ""  # of the first time
        self._object = function
        self._call: Callable[[Any, Any], Any] = getattr(function, "act", function)
        self._checked: set[str] = set()
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"Policy({self.name!r})"

    def __deepcopy__(self, memo: Any) -> "Policy":
        return self  # a copied environment plays against the same opponent

    def __reduce__(self) -> Any:
        if self.source is not None:
            from .loading import from_text

            return from_text, (self.source, self.name)
        return _again, (self.name, self._object, self.batched)

    def check(self, rules: Rules, question: "Question | None" = None) -> None:
        """Ask for a move at the beginning of a match; BadInput says what is wrong with the answer."""
        if rules.name in self._checked:
            return
        observation, mask = question or first_question(rules)
        known = self.batched
        if known is None:
            rows = np.repeat(observation[None], ROWS, 0), np.repeat(mask[None], ROWS, 0)
            try:
                _numbers(self._call(*rows), ROWS)
                self.batched = True
            except Exception:  # then it takes one observation at a time, or the same happens again below
                self.batched = False
        try:
            self._answers(observation[None], mask[None])
        except Exception as error:
            self.batched = known
            raise BadInput(
                f"the policy {self.name} cannot play {rules.title}: given an observation of {observation.size} numbers "
                f"and a mask of {mask.size}, it {_what(error)}"
            ) from None
        self._checked.add(rules.name)

    def ask(self, observations: NDArray[np.int8], masks: NDArray[np.int8]) -> tuple[NDArray[np.int64], dict[int, str]]:
        """One action for each row, and for the rows without a legal one what it did instead, as in "crashed"."""
        with self._lock:
            return self._ask(observations, masks)

    def _ask(self, observations: NDArray[np.int8], masks: NDArray[np.int8]) -> tuple[NDArray[np.int64], dict[int, str]]:
        count = len(observations)
        failed: dict[int, str] = {}
        actions = np.zeros(count, np.int64)
        try:
            if self.batched or count == 1:
                actions = self._answers(observations, masks)
            else:
                raise Nonsense
        except (Exception, SystemExit) as error:
            if count == 1:
                return actions, {0: _what(error)}
            for one in range(count):  # only the tables at which it fails get another player
                answer, wrong = self._ask(observations[one : one + 1], masks[one : one + 1])
                actions[one] = answer[0]
                if wrong:
                    failed[one] = wrong[0]
            return actions, failed
        known = (actions >= 0) & (actions < masks.shape[1])
        legal = known & (np.take_along_axis(masks, np.where(known, actions, 0)[:, None], 1)[:, 0] != 0)
        for row in np.flatnonzero(~legal):
            failed[int(row)] = f"chose the illegal action {actions[row]}"
        return actions, failed

    def _answers(self, observations: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        if self.batched:
            return _numbers(self._call(observations, masks), len(observations))
        return _numbers(np.asarray(_plain(self._call(observations[0], masks[0])))[None], 1)

    def bot(self, bots: Bots, who: Player, seat: int, seed: int) -> Bot:
        """The policy in one seat of a match that is played move by move."""
        from .bot import PolicyBot

        return PolicyBot(bots, who, seat, seed)

    def note_failure(self, reason: str) -> None:
        """A bot plays on in its seat."""
        with self._lock:
            self.replaced += 1
            self.reason = self.reason or reason


def _again(name: str, function: Callable[..., Any], batched: bool | None) -> Policy:
    policy = Policy(name, function)
    policy.batched = batched
    return policy


def _plain(answer: Any) -> Any:
    """An array of any library as NumPy takes it."""
    return answer.detach().cpu() if hasattr(answer, "detach") else answer


def _numbers(answer: Any, count: int) -> NDArray[np.int64]:
    numbers = np.asarray(_plain(answer))
    if numbers.shape != (count,) or numbers.dtype.kind not in "iu":
        if numbers.dtype == object or numbers.ndim == 0:
            raise Nonsense(f"returned {_short(repr(numbers[0] if numbers.shape == (1,) else answer))}")
        shape = f" of shape {numbers.shape[1:] if numbers.shape[:1] == (1,) and count == 1 else numbers.shape}"
        raise Nonsense(f"returned {numbers.dtype} numbers{shape if numbers.shape != (count,) else ''}")
    return numbers.astype(np.int64)


def _what(error: BaseException) -> str:
    if isinstance(error, Nonsense):
        return f"{error} instead of an action"
    return f"crashed ({_short(f'{type(error).__name__}: {error}'.rstrip(': '))})"


def _short(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= 120 else f"{line[:117]}..."


def substitute(bots: Bots) -> str:
    """The bot that plays on when a policy has failed."""
    return SUBSTITUTE if SUBSTITUTE in bots.names else "random"


def notice(policy: Policy, bots: Bots) -> str:
    """What the user is told of a policy that failed."""
    times = "once" if policy.replaced == 1 else f"{policy.replaced:,} times"
    return (
        f"the policy {policy.name} was replaced by a {substitute(bots)} bot for the rest of the match {times}, "
        f"first because it {policy.reason}"
    )


def first_question(rules: Rules) -> Question:
    """The first observation of a match, and its mask."""
    played = game_named(rules.name)
    match = played.new(seats=max(2, rules.min_seats), seed=0)
    while not match.actors:
        match.wait()
    seat = match.actors[0]
    mask = np.zeros(rules.answers, np.int8)
    mask[match.legal(seat)] = 1
    if rules.real_time:
        mask[rules.actions] = 1
    return np.array(match.observe(seat), np.int8), mask


class _Reacting:
    """A policy with another reaction time."""

    def __init__(self, policy: Any, ms: float) -> None:
        self.reaction_ms = ms
        self._call = getattr(policy, "act", policy)
        self.__name__ = getattr(policy, "__name__", type(policy).__name__)
        for name in ("batched", "tick_ms"):
            if hasattr(policy, name):
                setattr(self, name, getattr(policy, name))

    def __call__(self, observation: Any, mask: Any) -> Any:
        return self._call(observation, mask)


def with_reaction_time(policy: Callable[..., Any], ms: float = 300.0) -> Callable[..., Any]:
    """The same policy, but in real-time games it acts about `ms` after it has decided, with a human spread.

    Without this a policy has the reaction time of a machine: it acts at the very tick at which it is asked.
    """
    if not 0 < ms <= 10_000:
        raise BadInput(f"a reaction time is a number of ms from 1 to 10000, not {ms!r}")
    return _Reacting(policy, ms)
