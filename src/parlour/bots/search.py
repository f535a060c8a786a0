"""The search, written once for all games: rival moves are played out side by side in worlds the seat could be in.

For each world that is drawn (`resample`) every rival move is made, and the rest is played by the game's quick policy
until the plan says it is settled. Rivals meet the same worlds and the same luck, so what is compared is the moves and
not the cards. In rounds, the worse half of the rivals is dropped and the rest get the time (sequential halving: Karnin,
Koren and Somekh, 2013). The policy's own move stays to the end, and is overruled only by one that is better beyond
doubt: with few playouts a mere maximum is mostly luck. docs/architecture.md says what it was measured against.
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
from parlour.kit import NEVER, BadInput, Dice, blank, float64, int16, next64, pasted, record, rule, scramble, seed_of
from parlour.kit.minds import Bots, ask_record

SLICE_S = 0.002  # there is no clock in compiled code: it is called for so long at a time
FEWEST_WORLDS = 4  # that a rival is tried in before it may be dropped


class Searching(NamedTuple):
    Ask: np.dtype[Any]
    Sums: np.dtype[Any]
    rivals: Callable[..., Any]
    compare: Callable[..., Any]


@cache
def searching(bots: Bots) -> Searching:
    """The compiled search of one game."""
    rules, plan = bots.rules, bots.plan
    assert plan is not None
    game = loops(rules)
    happen, act = game.happen, game.act
    due, over, legal, resample = rules.due, rules.over, pasted(rules.legal), rules.resample
    policy, settled, worth = plan.policy, plan.settled, plan.worth
    thin = plan.thin if plan.thin is not None else _leave
    actions = rules.actions
    Ask = ask_record(rules)
    Sums = record(
        count=int16,  # rivals still in, the policy's own move first
        moves=int16[actions],
        worth=float64[actions],  # summed over the worlds in which a rival was played out
        better=float64[actions],  # by how much it was worth more than the policy's move there, summed
        squares=float64[actions],
        values=float64[rules.max_seats],
    )

    @rule
    def rivals(seens, seat, worlds, asks, sums, dice):  # type: ignore[no-untyped-def]
        """The moves worth a look, the policy's own first."""
        world, ask, rival = worlds[0], asks[0], sums[0]
        worlds[0] = seens[0]
        resample(seens[0], seat, world, next64(dice[0]))
        ask.count = legal(world, seat, ask.moves[:])
        own = np.int64(policy(world, seat, ask, dice[0]))
        thin(world, seat, ask)
        rival.moves[0] = own
        rival.count = 1
        for i in range(ask.count):
            if ask.moves[i] != own:
                rival.moves[rival.count] = ask.moves[i]
                rival.count += 1

    @rule
    def play_out(world, root, seat, ask, dice):  # type: ignore[no-untyped-def]
        """The policy plays for everybody until it is settled; who acted last is the first to be asked who goes on."""
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
        """All rivals in so many more worlds; worlds[1] keeps the one that all of them meet."""
        root, world, rival = seens[0], worlds[0], sums[0]
        for _ in range(number):
            seed = next64(dice[0])
            after = next64(dice[0])
            own = 0.0
            worlds[1] = root
            resample(root, seat, worlds[1], seed)
            for i in range(rival.count):
                worlds[0] = worlds[1]
                act(world, seat, np.int64(rival.moves[i]), np.int64(world.clock))
                dice[0].rng = seed  # the policy's luck is the same too
                play_out(world, root, np.int64(seat), asks[0], dice[0])
                worth(world, root, rival.values[:])
                value = float(rival.values[seat])
                if i == 0:
                    own = value
                rival.worth[i] += value
                rival.better[i] += value - own
                rival.squares[i] += (value - own) * (value - own)
            dice[0].rng = after

    return Searching(Ask, Sums, rivals, compare)


@rule
def _leave(world, seat, ask):  # type: ignore[no-untyped-def]
    """No move is struck out."""


@dataclass(frozen=True)
class Found:
    """What a search came to: the move, and each rival with its worlds and what it seemed worth, the best first."""

    action: int
    moves: tuple[tuple[int, int, float], ...]
    playouts: int


class Search:
    """Searches of one game, on so many threads. Give each user its own."""

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
        """The best move for a seat that sees seens[0]: after so many playouts, or after so much time.

        With a number of playouts the answer depends on the seed alone (and on the number of threads).
        """
        began = perf_counter()
        first = self._parts[0]
        for number, parts in enumerate(self._parts):
            parts["dice"]["rng"][0] = scramble(np.uint64(seed_of(np.uint64(seed), number)))
        self._compiled.rivals(seens, seat, first["worlds"], first["asks"], first["sums"], first["dice"])
        moves = first["sums"]["moves"][0, : first["sums"]["count"][0]].astype(np.int64)
        rivals = _Rivals(moves)
        rounds = max(1, (len(moves) - 1).bit_length())
        total = self.plan.playouts if playouts is None else playouts
        for number in range(rounds if len(moves) > 1 else 0):
            alive = rivals.alive
            if seconds is None:
                share = total // rounds // len(alive) // len(self._parts)
                self._round(seens, seat, rivals, worlds=max(FEWEST_WORLDS, share))
            else:
                self._round(seens, seat, rivals, until=began + seconds * (number + 1) / rounds)
            rivals.drop_worse_half()
        return rivals.found(self.plan.doubt)

    def _round(self, seens: Any, seat: int, rivals: "_Rivals", worlds: int = 0, until: float = 0.0) -> None:
        """The rivals still in meet more worlds, on all threads."""
        alive = rivals.alive
        for parts in self._parts:
            parts["sums"][:1] = np.zeros(1, self._compiled.Sums)
            parts["sums"]["count"][0] = len(alive)
            parts["sums"]["moves"][0, : len(alive)] = rivals.moves[alive]

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
            rivals.add(alive, number, parts["sums"])


def _until(end: float, compare: Callable[[int], None]) -> int:
    """Slices of about two milliseconds, by the pace of the slice before; answers how many worlds it was."""
    number, done, now = 1, 0, perf_counter()
    while True:
        compare(number)
        done += number
        before, now = now, perf_counter()
        if now >= end:
            return done
        pace = (now - before) / number
        number = max(1, min(4 * number, int(min(SLICE_S, end - now) / max(pace, 1e-9))))


class _Rivals:
    """Moves and what is known of them. Number 0 is the policy's own, which is never dropped."""

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
        """The best of those that came to the end, if it is better than the policy's by so many standard errors."""
        gain, worlds = self._gain(), np.maximum(1, self.worlds)
        spread = np.sqrt(np.maximum(0.0, self.squares / worlds - gain**2) / worlds)
        best = int(self.alive[np.argmax(gain[self.alive])])
        chosen = best if gain[best] > doubt * spread[best] else 0
        order = sorted(range(len(self.moves)), key=lambda i: (-gain[i], i))
        rows = tuple((int(self.moves[i]), int(self.worlds[i]), float(self.worth[i] / worlds[i])) for i in order)
        return Found(int(self.moves[chosen]), rows, self.playouts)
