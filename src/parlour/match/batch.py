"""Many matches as arrays: the same rules, stepped a whole batch per call, on as many threads as it is given."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import BadInput, Dice, IllegalAction, Rules, blank, handle, loops, seed_of, write_options


class Batch:
    """`count` matches of one game. In each, `seats[i]` is the seat to act (-1 when over) and `mask[i]` its moves.

    In real-time games several seats may be free to act at once; the lowest is asked first, and time passes when
    nobody can act.
    """

    def __init__(self, rules: Rules, count: int, players: int, seed: int, options: dict[str, Any]) -> None:
        self.rules = rules
        self.count = count
        self.players = players
        self.seed = seed
        self.states = blank(rules.State, count)
        self.seats = np.full(count, -1, np.int8)
        self.mask = np.zeros((count, rules.actions), np.int8)
        self._options = options
        self._loops = loops(rules)
        self._pad = blank(self._loops.Pad)
        self._seen = blank(rules.State, 1)
        self.reset()

    def __len__(self) -> int:
        return self.count

    def reset(self) -> None:
        """Deal every match anew, as at first."""
        first = blank(self.rules.State, 1)
        first[0]["seats"] = self.players
        write_options(self.rules.options, self._options, first[0])
        for i in range(self.count):
            self.states[i] = first[0]
            self._loops.start(self.states, i, np.uint64(seed_of(np.uint64(self.seed), i)))
        self._look()

    def _look(self) -> None:
        self._loops.batch_look(self.states, 0, self.count, self._pad, self.seats, self.mask)

    def step(self, actions: NDArray[Any]) -> None:
        """One action for each match that is not over. If any is illegal, none is taken and the first is named."""
        if np.shape(actions) != (self.count,):
            raise BadInput(f"a step takes one action for each of {self.count} matches, not {np.shape(actions)}")
        chosen = np.asarray(actions, np.int64)
        inside = (chosen >= 0) & (chosen < self.rules.actions)
        allowed = self.mask[np.arange(self.count), np.where(inside, chosen, 0)].astype(bool) & inside
        wrong = np.flatnonzero((self.seats >= 0) & ~allowed)
        if wrong.size:
            raise self._refusal(int(wrong[0]), int(chosen[wrong[0]]))
        self._loops.batch_step(self.states, 0, self.count, self.seats, chosen)
        self._look()

    def _refusal(self, i: int, action: int) -> IllegalAction:
        rules = self.rules
        number = rules.no_such_action
        if 0 <= action < rules.actions:
            one = blank(rules.State, 2)
            one[0] = self.states[i]
            code = self._loops.why(handle(one), int(self.seats[i]), action)
            number = -code if code < 0 else rules.waiting_rule(action)
        return IllegalAction(rules.rule_id(number), f"match {i}: {rules.sentences.get(number, 'no such action')}")

    def observe(self) -> NDArray[np.int8]:
        """What the seat to act sees in each match, as rows of bytes; blank where the match is over."""
        out = np.zeros((self.count, self.rules.pieces.size), np.int8)
        for i in np.flatnonzero(self.seats >= 0):
            self._loops.observe(self.states, i, int(self.seats[i]), self._seen, 0, out[i])
        return out

    @property
    def over(self) -> NDArray[np.bool_]:
        return self.seats < 0

    @property
    def scores(self) -> NDArray[np.int32]:
        out = np.zeros((self.count, self.players), np.int32)
        for i in range(self.count):
            self._loops.score(self.states, i, out[i])
        return out


def simulate(
    rules: Rules,
    seats: int,
    options: dict[str, Any],
    seed: int,
    first: int,
    last: int,
    threads: int = 1,
    tell: Callable[[int], None] | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Matches `first` to `last` - 1 of a run, played out at random: scores, moves made, and ms at the end.

    Match i depends on the seed and i alone, whatever the threads. `tell` hears how many more are done.
    """
    game = loops(rules)
    count = last - first
    scores = np.zeros((count, seats), np.int32)
    steps = np.zeros(count, np.int64)
    ends = np.zeros(count, np.int64)

    def part(begin: int, end: int) -> None:
        work = blank(rules.State, 2)
        work[0]["seats"] = seats
        write_options(rules.options, options, work[0])
        here = slice(begin - first, end - first)
        stuck = game.simulate(
            work, np.uint64(seed), begin, end, blank(Dice), blank(game.Pad), scores[here], steps[here], ends[here]
        )
        if stuck >= 0:
            raise RuntimeError(f"match {stuck} of seed {seed} is stuck: nobody can act and nothing is due")
        if tell:
            tell(end - begin)

    chunk = max(1, min(5_000, -(-count // (4 * threads))))
    spans = [(at, min(at + chunk, last)) for at in range(first, last, chunk)]
    if threads == 1:
        for span in spans:
            part(*span)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda span: part(*span), spans))
    return scores, steps, ends
