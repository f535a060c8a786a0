"""How good is a policy? `parlour.envs.evaluate` plays matches and returns shares of wins with intervals, and a rating.

The policy takes every seat equally often. Whatever is compared (policies, built-in levels) plays the same deals from
the same seats against the same opponents, so differences are not a matter of luck with the cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from math import log, log10, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Player, bots_of
from parlour.games import rules_of
from parlour.kit import BadInput, Bots
from parlour.kit.figures import win_shares
from parlour.lab.compiling import compile_for
from parlour.lab.estimates import Estimate, Moments
from parlour.lab.experiment import PlayRun, slow
from parlour.lab.ratings import ELO, ZERO, Rating
from parlour.lab.run import Run, rotations
from parlour.lab.workers import Threads, blocks, in_order
from parlour.match import game as game_named
from parlour.policies import Policy, notice, player, players
from parlour.policies.loading import Named

LADDER = ("novice", "casual", "sharp")  # the built-in levels that a policy is compared with


@dataclass(frozen=True)
class Evaluation:
    """One policy against fixed opponents. `print` shows it, `to_dict` is for files."""

    game: str
    policy: str
    opponents: tuple[str, ...]  # clockwise from the policy
    seats: int
    matches: int
    seed: int
    wins: Estimate  # the policy's share; several winners share a win
    points: Estimate  # per match
    rating: Rating | None  # None for a game without the levels
    levels: dict[str, Estimate]  # the share of wins of each built-in level in the policy's place, on the same deals
    versions: dict[str, Any]  # to cite: of the package, the rules, and the bots that played
    notice: str = ""  # how often it failed and was replaced

    @property
    def equal_share(self) -> float:
        """The share of wins among equals."""
        return 1 / self.seats

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return {**asdict(self), "equal_share": self.equal_share}

    def _rows(self) -> list[tuple[str, str, str]]:
        rows = [("wins", _share(self.wins), _interval(self.wins, 100, " %"))]
        rows.append(("points", f"{self.points.value:.2f}", _interval(self.points, 1, "", 2)))
        if self.rating is not None:
            rows.append((f"rating ({ZERO} = 0)", f"{self.rating.value:+.0f}", _interval(self.rating, 1, "", 0)))
        for level, won in self.levels.items():
            rows.append((f"wins of {level} there", _share(won), _interval(won, 100, " %")))
        return rows

    @property
    def _title(self) -> str:
        return (
            f"{self.policy} against {', '.join(self.opponents)}: {self.matches:,} matches of "
            f"{rules_of(self.game).title}, an equal share is {100 * self.equal_share:.3g} %"
        )

    def __str__(self) -> str:
        return "\n".join([self._title, *_aligned([("", "", "95 % interval"), *self._rows()]), *_lines(self.notice)])

    def _repr_html_(self) -> str:
        """The same as a table in a notebook."""
        return _html(self._title, ("", "", "95 % interval"), self._rows(), self.notice)


@dataclass(frozen=True)
class CrossPlay:
    """Several policies: each against the given opponents, and each alone at a table of each other one."""

    game: str
    policies: tuple[str, ...]
    seats: int
    matches: int  # for each pair
    seed: int
    evaluations: tuple[Evaluation, ...]  # against the opponents, in the order of `policies`
    wins: tuple[tuple[Estimate | None, ...], ...]  # [row][column]: row's share alone among columns; None: itself

    def __getitem__(self, policy: str) -> Evaluation:
        return self.evaluations[self.policies.index(policy)]

    def matrix(self) -> NDArray[np.float64]:
        """Shares of wins as numbers: row alone at a table of the column. Among itself a policy has an equal share."""
        equal = 1 / self.seats
        return np.array([[equal if won is None else won.value for won in row] for row in self.wins])

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        each = [evaluation.to_dict() for evaluation in self.evaluations]
        return {**asdict(self), "evaluations": each, "matrix": self.matrix().tolist()}

    def _table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        against = f"against {', '.join(dict.fromkeys(self.evaluations[0].opponents))}"
        rated = self.evaluations[0].rating is not None
        head = ("", against, *(["rating"] if rated else []), *(f"among {name}" for name in self.policies))
        rows = []
        for name, evaluation, row in zip(self.policies, self.evaluations, self.wins, strict=True):
            rating = [] if evaluation.rating is None else [_rated(evaluation.rating)]
            cells = ["" if won is None else _both(won) for won in row]
            rows.append((name, _both(evaluation.wins), *rating, *cells))
        return head, rows

    @property
    def _title(self) -> str:
        return (
            f"Shares of wins, with 95 % intervals: {self.matches:,} matches of {rules_of(self.game).title} for each, "
            f"an equal share is {100 / self.seats:.3g} %"
        )

    @property
    def notice(self) -> str:
        """How often policies failed and were replaced."""
        return "\n".join(each.notice for each in self.evaluations if each.notice)

    def __str__(self) -> str:
        head, rows = self._table()
        return "\n".join([self._title, *_aligned([head, *rows]), *_lines(self.notice)])

    def _repr_html_(self) -> str:
        """The same as a table in a notebook."""
        return _html(self._title, *self._table(), self.notice)


Policies = Named | Sequence[Named] | Mapping[str, Named]


def evaluate(
    policy: Policies,
    game: str,
    opponents: Named | Sequence[Named] = "casual",
    matches: int = 1000,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Evaluation | CrossPlay:
    """How good a policy is against bots or other policies.

    print(parlour.envs.evaluate(policy, "parrot", opponents="sharp", matches=1000))

    A policy is a function (observation, mask) -> action or its name, as in "mine.py:policy"; bots can be named, too.
    Several, as a list or as a dict with names, also play each other (`CrossPlay`). `opponents` is one for all other
    seats, or one for each. `seats` is the number of players, by default the game's usual number. The same seed gives
    the same deals.
    """
    rules = rules_of(game)
    bots = bots_of(rules)
    if isinstance(matches, bool) or not isinstance(matches, int) or matches < 2:
        raise BadInput(f"an evaluation needs two matches or more, not {matches!r}")
    if seats is None:
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        several = several or (isinstance(opponents, str) and "," in opponents)
        seats = len(players(bots, opponents)) + 1 if several else max(2, bots.usual_seats)
    if seats < 2:
        raise BadInput("an evaluation needs two seats or more")
    evaluator = Evaluator(game, bots, seats, seed, matches, game_named(game).checked(seats, options or {}))
    others = players(bots, opponents, seats - 1)
    if isinstance(policy, Mapping):
        named, names = [player(bots, each, name) for name, each in policy.items()], list(policy)
    elif isinstance(policy, Sequence) and not isinstance(policy, str):
        named = players(bots, policy)
        names = [str(each) for each in named]
    else:
        one = player(bots, policy)
        return evaluator.evaluate(str(one), one, others)
    if len(set(names)) < len(names) or not names:
        raise BadInput('policies that play each other need different names, as in {"old": one, "new": other}')
    found = tuple(evaluator.evaluate(name, each, others) for name, each in zip(names, named, strict=True))
    wins = tuple(
        tuple(
            None if row is column else evaluator.estimate(evaluator.play(row, [column] * (seats - 1))[0])
            for column in named
        )
        for row in named
    )
    return CrossPlay(game, tuple(names), seats, matches, seed, found, wins)


@dataclass(frozen=True)
class Evaluator:
    """Plays the matches of an evaluation, which have the same seats, options and deals."""

    game: str
    bots: Bots
    seats: int
    seed: int
    matches: int
    options: dict[str, Any]
    played: dict[str, NDArray[np.float64]] = field(default_factory=dict)  # by the built-in levels

    def play(self, one: Player, others: Sequence[Player]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The share of the win and the points of `one` in each match."""
        run = Run(self.game, (one, *others), rotations(self.seats), self.seed, self.options)
        compile_for(run)
        workers = Threads(1 if run.with_policies else None)
        try:
            spans = blocks(self.matches, slow(run), run.with_policies)
            played = np.concatenate(list(in_order(workers, PlayRun(run), spans)))
        finally:
            workers.close()
        mine = played["who"][:, : self.seats] == 0
        won = (win_shares(played, run.facts) * mine).sum(axis=1)
        return won, (played["scores"][:, : self.seats] * mine).sum(axis=1).astype(np.float64)

    def estimate(self, values: NDArray[np.float64], share: bool = True) -> Estimate:
        return Moments.of([(values, np.ones_like(values))]).estimate(len(values), share=share)

    def evaluate(self, name: str, one: Player, others: Sequence[Player]) -> Evaluation:
        """One player against these, and the built-in levels in its place."""
        before = one.policy.replaced if isinstance(one.policy, Policy) else 0
        won, points = self.play(one, others)
        levels = {level: self._level(level, others) for level in LADDER if level in self.bots.names}
        met = (one, *others, *(Player(level) for level in levels))
        failed = isinstance(one.policy, Policy) and one.policy.replaced > before
        return Evaluation(
            game=self.game,
            policy=name,
            opponents=tuple(str(other) for other in others),
            seats=self.seats,
            matches=self.matches,
            seed=self.seed,
            wins=self.estimate(won),
            points=self.estimate(points, share=False),
            rating=_rating(won, levels[ZERO]) if ZERO in levels else None,
            levels={level: self.estimate(values) for level, values in levels.items()},
            versions=Run(self.game, met, rotations(self.seats)).versions,
            notice=notice(one.policy, self.bots) if failed and isinstance(one.policy, Policy) else "",
        )

    def _level(self, level: str, others: Sequence[Player]) -> NDArray[np.float64]:
        """A built-in level in the policy's place; played once, however many policies are compared with it."""
        if level not in self.played:
            self.played[level] = self.play(Player(level), others)[0]
        return self.played[level]


def _rating(won: NDArray[np.float64], base: NDArray[np.float64]) -> Rating:
    """The difference of log odds, paired by match. Half a win and half a loss are added to each, so that it is finite
    for a policy that never wins."""
    n = len(won)
    p, q = ((float(each.sum()) + 0.5) / (n + 1) for each in (won, base))
    influence = (won - p) / (p * (1 - p)) - (base - q) / (q * (1 - q))
    variance = float(influence.var(ddof=1))
    variance += sum(1 / (share * (1 - share)) for each, share in ((won, p), (base, q)) if each.min() == each.max())
    value = ELO * (log10(p / (1 - p)) - log10(q / (1 - q)))
    half = 1.96 * ELO / log(10) * sqrt(variance / n)
    return Rating(value, value - half, value + half)


def _share(won: Estimate) -> str:
    return f"{100 * won.value:.1f} %"


def _interval(found: Estimate | Rating, times: float, unit: str, digits: int = 1) -> str:
    return f"{times * found.low:.{digits}f} to {times * found.high:.{digits}f}{unit}"


def _both(won: Estimate) -> str:
    return f"{100 * won.value:.1f} ± {50 * (won.high - won.low):.1f} %"


def _rated(rating: Rating) -> str:
    return f"{rating.value:+.0f} ± {(rating.high - rating.low) / 2:.0f}"


def _lines(notice: str) -> list[str]:
    return [f"Note: {line}." for line in notice.splitlines()]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        ).rstrip()
        for row in rows
    ]


def _html(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], notice: str) -> str:
    def cell(kind: str, text: str) -> str:
        return f"<{kind}>{escape(text)}</{kind}>"

    lines = ["".join(cell("th", text) for text in head)]
    lines += ["".join(cell("th" if n == 0 else "td", text) for n, text in enumerate(row)) for row in rows]
    notes = "".join(f"<p>{escape(line)}</p>" for line in _lines(notice))
    table = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><caption>{escape(title)}</caption>{table}</table>{notes}"
