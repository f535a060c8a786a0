"""The search, written once for all games: candidate moves are played out side by side in worlds the seat could be in.

In each world drawn by `resample`, every candidate is tried, and the game's quick policy plays on until the plan calls
the outcome settled. All candidates face the same worlds and the same luck, so moves are compared rather than cards.
After each round the worse half of the candidates is dropped and the others get its share of the budget (sequential
halving: Karnin, Koren and Somekh, 2013). The policy's own move stays to the end, and is replaced only by one that is
significantly better: with few playouts, the highest mean is mostly luck. docs/design-notes.md has the measurements.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine import loops
from parlour.kit import NEVER, BadInput, Dice, blank, float64, inlined, int16, next64, record, rule, scramble, seed_of
from parlour.kit.minds import Bots, ask_record

SLICE_S = 0.002  # compiled code cannot read a clock, so it is called in slices of this length
FEWEST_WORLDS = 4  # in which a candidate is tried before it may be dropped


class Searching(NamedTuple):
    Ask: np.dtype[Any]
    Sums: np.dtype[Any]
    candidates: Callable[..., Any]
    compare: Callable[..., Any]


@cache
def searching(bots: Bots) -> Searching:
    """The compiled search of one game."""
    rules, plan = bots.rules, bots.plan
    assert plan is not None
    game = loops(rules)
    happen, act = game.happen, game.act
    due, over, legal, resample = rules.due, rules.over, inlined(rules.legal), rules.resample
    policy, settled, worth = plan.policy, plan.settled, plan.worth
    thin = plan.thin if plan.thin is not None else _leave
    actions = rules.actions
    Ask = ask_record(rules)
    Sums = record(
        count=int16,  # remaining candidates, the policy's own move first
        moves=int16[actions],
        worth=float64[actions],  # summed over the worlds in which the candidate was tried
        better=float64[actions],  # sum of its advantage over the policy's move in the same world
        squares=float64[actions],
        values=float64[rules.max_seats],
    )

    @rule
    def candidates(seens, seat, worlds, asks, sums, dice):  # type: ignore[no-untyped-def]
        """The moves worth trying, the policy's own first."""
        world, ask, candidate = worlds[0], asks[0], sums[0]
        worlds[0] = seens[0]
        resample(seens[0], seat, world, next64(dice[0]))
        ask.count = legal(world, seat, ask.moves[:])
        own = np.int64(policy(world, seat, ask, dice[0]))
        thin(world, seat, ask)
        candidate.moves[0] = own
        candidate.count = 1
        for i in range(ask.count):
            if ask.moves[i] != own:
                candidate.moves[candidate.count] = ask.moves[i]
                candidate.count += 1

    @rule
    def play_out(world, root, seat, ask, dice):  # type: ignore[no-untyped-def]
        """The policy plays for everybody until the outcome is settled. The seat that acted last is asked first."""
        seats = np.int64(world.seats)
        while not over(world) and not settled(world, root):
            count = np.int64(0)
            for _ in range(seats):
                count = np.int64(legal(world, seat, ask.moves[:]))
                if count > 0:
                    break
                seat = seat + 1 if seat + 1 < seats else np.int64(0)
            if count > 0:
                ask.count = count
                act(world, seat, np.int64(policy(world, seat, ask, dice)), np.int64(world.clock))
            else:
                at = due(world)
                if at == NEVER:
                    return
                happen(world, at)

    @rule
    def compare(seens, seat, worlds, asks, sums, dice, number):  # type: ignore[no-untyped-def]
        """Try all candidates in `number` more worlds; worlds[1] keeps the world that all of them start from."""
        root, world, candidate = seens[0], worlds[0], sums[0]
        for _ in range(number):
            seed = next64(dice[0])
            after = next64(dice[0])
            own = 0.0
            worlds[1] = root
            resample(root, seat, worlds[1], seed)
            for i in range(candidate.count):
                worlds[0] = worlds[1]
                act(world, seat, np.int64(candidate.moves[i]), np.int64(world.clock))
                dice[0].rng = seed  # the policy's random choices are the same too
                play_out(world, root, np.int64(seat), asks[0], dice[0])
                worth(world, root, candidate.values[:])
                value = float(candidate.values[seat])
                if i == 0:
                    own = value
                candidate.worth[i] += value
                candidate.better[i] += value - own
                candidate.squares[i] += (value - own) * (value - own)
            dice[0].rng = after

    return Searching(Ask, Sums, candidates, compare)


@rule
def _leave(world, seat, ask):  # type: ignore[no-untyped-def]
    """Keeps every move."""


@dataclass(frozen=True)
class Found:
    """The result of a search: the move, and each candidate with its number of worlds and mean value, best first."""

    action: int
    moves: tuple[tuple[int, int, float], ...]
    playouts: int


class Search:
    """Searches of one game on a number of threads. Each user needs its own."""

    def __init__(self, bots: Bots, threads: int = 1) -> None:
        if bots.plan is None:
            raise BadInput(f"no bot of {bots.rules.title} searches")
        self.plan = bots.plan
        self._compiled = searching(bots)
        self._parts = [
            {
                "worlds": blank(bots.rules.State, 2),
                "asks": blank(self._compiled.Ask),
                "sums": blank(self._compiled.Sums),
                "dice": blank(Dice),
            }
            for _ in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def choose(
        self, seens: Any, seat: int, seed: int, playouts: int | None = None, seconds: float | None = None
    ) -> Found:
        """The best move for a seat that sees seens[0], within a number of playouts or of seconds.

        With a number of playouts the result depends only on the seed and the number of threads.
        """
        began = perf_counter()
        first = self._parts[0]
        for number, parts in enumerate(self._parts):
            parts["dice"]["rng"][0] = scramble(np.uint64(seed_of(np.uint64(seed), number)))
        self._compiled.candidates(seens, seat, first["worlds"], first["asks"], first["sums"], first["dice"])
        moves = first["sums"]["moves"][0, : first["sums"]["count"][0]].astype(np.int64)
        candidates = _Candidates(moves)
        rounds = max(1, (len(moves) - 1).bit_length())
        total = self.plan.playouts if playouts is None else playouts
        for number in range(rounds if len(moves) > 1 else 0):
            alive = candidates.alive
            if seconds is None:
                share = total // rounds // len(alive) // len(self._parts)
                self._round(seens, seat, candidates, worlds=max(FEWEST_WORLDS, share))
            else:
                self._round(seens, seat, candidates, until=began + seconds * (number + 1) / rounds)
            candidates.drop_worse_half()
        return candidates.found(self.plan.doubt)

    def _round(self, seens: Any, seat: int, candidates: "_Candidates", worlds: int = 0, until: float = 0.0) -> None:
        """The remaining candidates are tried in more worlds, on all threads."""
        alive = candidates.alive
        for parts in self._parts:
            parts["sums"][:1] = np.zeros(1, self._compiled.Sums)
            parts["sums"]["count"][0] = len(alive)
            parts["sums"]["moves"][0, : len(alive)] = candidates.moves[alive]

        def work(parts: dict[str, Any]) -> int:
            def compare(number: int) -> None:
                self._compiled.compare(
                    seens, seat, parts["worlds"], parts["asks"], parts["sums"], parts["dice"], number
                )

            if worlds:
                compare(worlds)
                return worlds
            return _until(until, compare)

        if self._pool is None:
            done = [work(self._parts[0])]
        else:
            others = [self._pool.submit(work, parts) for parts in self._parts[1:]]
            done = [work(self._parts[0]), *(other.result() for other in others)]
        for parts, number in zip(self._parts, done, strict=True):
            candidates.add(alive, number, parts["sums"])


def _until(end: float, compare: Callable[[int], None]) -> int:
    """Run slices of about two milliseconds, sized by the speed of the one before; returns the number of worlds."""
    number, done, now = 1, 0, perf_counter()
    while True:
        compare(number)
        done += number
        before, now = now, perf_counter()
        if now >= end:
            return done
        pace = (now - before) / number
        number = max(1, min(4 * number, int(min(SLICE_S, end - now) / max(pace, 1e-9))))


class _Candidates:
    """Candidate moves and their statistics. Number 0 is the policy's own, which is never dropped."""

    def __init__(self, moves: NDArray[np.int64]) -> None:
        self.moves = moves
        self.alive = np.arange(len(moves))
        self.worlds = np.zeros(len(moves))
        self.worth = np.zeros(len(moves))
        self.better = np.zeros(len(moves))
        self.squares = np.zeros(len(moves))
        self.playouts = 0

    def add(self, alive: NDArray[np.int64], worlds: int, sums: Any) -> None:
        self.worlds[alive] += worlds
        for name in ("worth", "better", "squares"):
            getattr(self, name)[alive] += sums[name][0, : len(alive)]
        self.playouts += worlds * len(alive)

    def _gain(self) -> NDArray[np.float64]:
        gain: NDArray[np.float64] = self.better / np.maximum(1, self.worlds)
        return gain

    def drop_worse_half(self) -> None:
        rest = self.alive[1:]
        best = rest[np.argsort(-self._gain()[rest], kind="stable")]
        self.alive = np.concatenate([[0], np.sort(best[: (len(best) + 1) // 2])])

    def found(self, doubt: float) -> Found:
        """The best remaining move, if it beats the policy's by `doubt` standard errors; otherwise the policy's."""
        gain, worlds = self._gain(), np.maximum(1, self.worlds)
        spread = np.sqrt(np.maximum(0.0, self.squares / worlds - gain**2) / worlds)
        best = int(self.alive[np.argmax(gain[self.alive])])
        chosen = best if gain[best] > doubt * spread[best] else 0
        order = sorted(range(len(self.moves)), key=lambda i: (-gain[i], i))
        rows = tuple((int(self.moves[i]), int(self.worlds[i]), float(self.worth[i] / worlds[i])) for i in order)
        return Found(int(self.moves[chosen]), rows, self.playouts)
