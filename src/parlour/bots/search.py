"""The search, written once for all games: candidate moves are played out side by side in worlds the seat could be in.

Worlds are drawn by `resample`, or by the plan's `likely` for a bot that concludes something from how the others have
played. In each, every candidate is tried, and the game's quick policy plays on until the plan calls the outcome
settled. A bot whose network judges positions tries the moves that the network finds good, and plays on only for a few
of its own turns, with the network's moves; there the network says what the position is worth.

All candidates face the same worlds and the same luck, so moves are compared rather than cards.
After each round the worse half of the candidates is dropped and the others get its share of the budget (sequential
halving: Karnin, Koren and Somekh, 2013). A bot that knows when it is sure tries them in a few worlds at a time instead,
drops what is clearly worse than the best, and stops when one is left, so that most decisions take few playouts and
close ones many (a race: Maron and Moore, 1994). The bot's first choice stays to the end, and is replaced only by a move
that is significantly better: with few playouts, the highest mean is mostly luck. docs/design-notes.md has the
measurements.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.kit import (
    BadInput,
    Dice,
    blank,
    compile_for,
    scramble,
    seed_of,
)
from parlour.kit.minds import Bots

from .playouts import searching

SLICE_S = 0.002  # compiled code cannot read a clock, so it is called in slices of this length
FEWEST_WORLDS = 4  # in which a candidate is tried before it may be dropped
AT_ONCE = 32  # worlds in which moves are tried before what is clearly worse is dropped, and again each time
LAPS = 10  # how often that happens where the time is limited


@dataclass(frozen=True)
class Found:
    """The result of a search: the move, and each candidate with its number of worlds and mean value, best first."""

    action: int
    moves: tuple[tuple[int, int, float], ...]
    playouts: int


class How(NamedTuple):
    """How a bot searches."""

    infer: bool = False  # in worlds that are likely, because the others would have played in them as they did
    network: int = 0  # the address of a network that judges positions, for a search with its help
    turns: int = 0  # further turns of the bot, after which the network is asked
    sure: float = 0.0  # standard errors by which a move must seem better than all others to end the search; 0: never


PLAIN = How()


class Effort(NamedTuple):
    """How thoroughly a move is judged."""

    playouts: int  # to find the best of the other moves
    worlds: int  # in which that one and the move played are compared


class Judgement(NamedTuple):
    """A move that was played, and the best other one. If none seems better, `best` is the move itself."""

    played: int
    best: int
    chance: float  # to win the match after the move played
    gain: float  # in that chance, had the best move been played
    error: float  # standard error of the gain
    points: float  # the gain in points
    lead: float  # the gain in points ahead of the mean of the others


class Compared(NamedTuple):
    """A move beside the first of those it was compared with."""

    move: int
    chance: float  # to win the match after it
    loss: float  # in that chance, instead of the first move
    error: float  # standard error of the loss
    points: float  # mean points after it


class Search:
    """Searches of one game on a number of threads. Each user needs its own."""

    def __init__(self, bots: Bots, threads: int = 1) -> None:
        if bots.plan is None:
            raise BadInput(f"no bot of {bots.rules.title} searches")
        self.plan, self._State = bots.plan, bots.rules.State
        self._compiled = searching(bots)
        self._parts = [
            {
                "worlds": blank(bots.rules.State, self._compiled.states),
                "asks": blank(self._compiled.Ask),
                "sums": blank(self._compiled.Sums),
                "dice": blank(Dice),
                "notes": blank(self._compiled.Notes),
            }
            for _ in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._how = PLAIN

    def compile(self) -> None:
        """Compile or load everything that a search calls."""
        self._reseed(1)
        first, seens = self._parts[0], blank(self._State)
        given = seens, 0, first["worlds"], first["asks"], first["sums"], first["dice"]
        compile_for(self._compiled.candidates, *given, 0)
        compile_for(self._compiled.compare, *given, first["notes"], 1, 0, 1)

    def choose(
        self,
        seens: Any,
        seat: int,
        seed: int,
        playouts: int,
        seconds: float | None = None,
        how: How = PLAIN,
    ) -> Found:
        """The best move for a seat that sees seens[0], within a number of playouts, or of seconds if they are given.

        With a number of playouts the result depends only on the seed and the number of threads.
        """
        began = perf_counter()
        self._reseed(seed, how)
        moves = self._candidates(seens, seat)
        find = self._raced if how.sure else self._halved
        return find(seens, seat, moves, playouts, seconds, began).found(self.plan.doubt)

    def judge(self, seens: Any, seat: int, played: int, seed: int, effort: Effort) -> Judgement | None:
        """How good a move was for a seat that saw seens[0]: the best of the others is found first, and then compared
        with the one played in worlds that had no part in choosing it, so that the difference is not overestimated. One
        that seems hardly better is not considered: it would mostly turn out worse, as if the player had gained by it.

        None if all moves are equally good as far as the seat can know."""
        self._reseed(seed)
        others = [move for move in self._candidates(seens, seat).tolist() if move != played]
        if self._parts[0]["sums"]["alike"][0]:
            return None
        candidates = self._halved(seens, seat, np.array([played, *others]), effort.playouts)
        if not others:
            self._round(seens, seat, candidates, worlds=effort.worlds)
        best = candidates.best(self.plan.doubt)
        chance, worlds = candidates.chance[0], candidates.worlds[0]
        if best == 0:
            return Judgement(played, played, chance / worlds, 0.0, 0.0, 0.0, 0.0)
        final = _Candidates(candidates.moves[[0, best]])
        self._round(seens, seat, final, worlds=max(FEWEST_WORLDS, effort.worlds // len(self._parts)))
        gain, points = final.chance_better[1] / final.worlds[1], (final.points[1] - final.points[0]) / final.worlds[1]
        variance = max(0.0, final.chance_squares[1] / final.worlds[1] - gain**2)
        return Judgement(
            played,
            int(candidates.moves[best]),
            float((chance + final.chance[0]) / (worlds + final.worlds[0])),
            float(gain),
            float(np.sqrt(variance / final.worlds[1])),
            float(points),
            float((final.lead[1] - final.lead[0]) / final.worlds[1]),
        )

    def compared(self, seens: Any, seat: int, moves: list[int], seed: int, worlds: int) -> list[Compared]:
        """All given moves, tried in the same worlds and compared with the first."""
        self._reseed(seed)
        candidates = _Candidates(np.array(moves))
        self._round(seens, seat, candidates, worlds=max(1, worlds // len(self._parts)))
        tried = candidates.worlds[0]
        loss = -candidates.chance_better / tried
        error = np.sqrt(np.maximum(0.0, candidates.chance_squares / tried - loss**2) / tried)
        columns = (moves, candidates.chance / tried, loss, error, candidates.points / tried)
        return [Compared(int(row[0]), *map(float, row[1:])) for row in zip(*columns, strict=True)]

    def _reseed(self, seed: int, how: How = PLAIN) -> None:
        """A new search begins."""
        self._how = how._replace(infer=how.infer and self.plan.likely is not None)
        for number, parts in enumerate(self._parts):
            parts["dice"]["rng"][0] = scramble(np.uint64(seed_of(np.uint64(seed), number)))
            parts["notes"][:1] = np.zeros(1, self._compiled.Notes)

    def _candidates(self, seens: Any, seat: int) -> NDArray[np.int64]:
        """The moves worth trying, the bot's first choice first."""
        first = self._parts[0]
        given = first["worlds"], first["asks"], first["sums"], first["dice"]
        self._compiled.candidates(seens, seat, *given, self._how.network)
        moves: NDArray[np.int64] = first["sums"]["moves"][0, : first["sums"]["count"][0]].astype(np.int64)
        return moves

    def _halved(
        self,
        seens: Any,
        seat: int,
        moves: NDArray[np.int64],
        playouts: int,
        seconds: float | None = None,
        began: float = 0.0,
    ) -> "_Candidates":
        """The moves, tried in rounds, after each of which the worse half is dropped. The first always stays."""
        candidates = _Candidates(moves)
        rounds = max(1, (len(moves) - 1).bit_length())
        for number in range(rounds if len(moves) > 1 else 0):
            alive = candidates.alive
            if seconds is None:
                share = playouts // rounds // len(alive) // len(self._parts)
                self._round(seens, seat, candidates, worlds=max(FEWEST_WORLDS, share))
            else:
                self._round(seens, seat, candidates, until=began + seconds * (number + 1) / rounds)
            candidates.drop_worse_half()
        return candidates

    def _raced(
        self,
        seens: Any,
        seat: int,
        moves: NDArray[np.int64],
        playouts: int,
        seconds: float | None = None,
        began: float = 0.0,
    ) -> "_Candidates":
        """The moves, tried in a few worlds at a time, after which those that seem clearly worse than the best are
        dropped. The first stays as long as others have to be compared."""
        candidates = _Candidates(moves)
        while len(candidates.alive) > 1:
            if seconds is None:
                self._round(seens, seat, candidates, worlds=-(-AT_ONCE // len(self._parts)))
                done = candidates.playouts >= playouts
            else:
                end = began + seconds
                self._round(seens, seat, candidates, until=min(end, perf_counter() + seconds / LAPS))
                done = perf_counter() >= end
            if candidates.worlds[0] >= AT_ONCE:
                candidates.drop_clearly_worse(self._how.sure)
            if done:
                break
        return candidates

    def _round(self, seens: Any, seat: int, candidates: "_Candidates", worlds: int = 0, until: float = 0.0) -> None:
        """The remaining candidates are tried in more worlds, on all threads."""
        alive = candidates.alive
        for parts in self._parts:
            parts["sums"][:1] = np.zeros(1, self._compiled.Sums)
            parts["sums"]["count"][0] = len(alive)
            parts["sums"]["turns"][0] = self._how.turns
            parts["sums"]["moves"][0, : len(alive)] = candidates.moves[alive]

        def work(parts: dict[str, Any]) -> int:
            def compare(number: int) -> None:
                given = parts["worlds"], parts["asks"], parts["sums"], parts["dice"], parts["notes"]
                self._compiled.compare(seens, seat, *given, int(self._how.infer), self._how.network, number)

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


SUMS = ("worth", "better", "squares", "chance", "chance_better", "chance_squares", "points", "lead")


class _Candidates:
    """Candidate moves and their statistics. Number 0 is never dropped: the others are compared with it."""

    def __init__(self, moves: NDArray[np.int64]) -> None:
        self.moves = moves
        self.alive = np.arange(len(moves))
        self.worlds = np.zeros(len(moves))
        self.worth, self.better, self.squares = (np.zeros(len(moves)) for _ in range(3))
        self.chance, self.chance_better, self.chance_squares = (np.zeros(len(moves)) for _ in range(3))
        self.points, self.lead = (np.zeros(len(moves)) for _ in range(2))
        self.playouts = 0

    def add(self, alive: NDArray[np.int64], worlds: int, sums: Any) -> None:
        self.worlds[alive] += worlds
        for name in SUMS:
            getattr(self, name)[alive] += sums[name][0, : len(alive)]
        self.playouts += worlds * len(alive)

    def _gain(self) -> NDArray[np.float64]:
        gain: NDArray[np.float64] = self.better / np.maximum(1, self.worlds)
        return gain

    def _spread(self) -> NDArray[np.float64]:
        """The standard errors of the gains."""
        worlds = np.maximum(1, self.worlds)
        spread: NDArray[np.float64] = np.sqrt(np.maximum(0.0, self.squares / worlds - self._gain() ** 2) / worlds)
        return spread

    def drop_worse_half(self) -> None:
        rest = self.alive[1:]
        best = rest[np.argsort(-self._gain()[rest], kind="stable")]
        self.alive = np.concatenate([[0], np.sort(best[: (len(best) + 1) // 2])])

    def drop_clearly_worse(self, sure: float) -> None:
        """Drop the moves that seem worse than the best by so many standard errors, of whose gains over number 0 the
        larger counts. Number 0 goes last, or stays alone."""
        gain, spread = self._gain()[self.alive], self._spread()[self.alive]
        best = int(np.argmax(gain))
        close = gain[best] - gain < sure * np.maximum(spread, spread[best])
        close[best] = True
        if np.count_nonzero(close) > 1:
            close[0] = True
        self.alive = self.alive[close]

    def best(self, doubt: float) -> int:
        """The number of the best remaining move, if it beats number 0 by `doubt` standard errors; otherwise 0."""
        gain = self._gain()
        best = int(self.alive[np.argmax(gain[self.alive])])
        return best if gain[best] > doubt * self._spread()[best] else 0

    def found(self, doubt: float) -> Found:
        gain, worlds = self._gain(), np.maximum(1, self.worlds)
        order = sorted(range(len(self.moves)), key=lambda i: (-gain[i], i))
        rows = tuple((int(self.moves[i]), int(self.worlds[i]), float(self.worth[i] / worlds[i])) for i in order)
        return Found(int(self.moves[self.best(doubt)]), rows, self.playouts)
