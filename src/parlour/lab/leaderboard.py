"""The leaderboard: every player of a game alone at tables of every other one, for each number of seats.

All pairs play the same seeds, and match i of a seed depends only on the pair and i. So results can be kept in a file
and extended later: more matches, more players, further games. A player is kept under its name and version, so results
stay valid until the rules change. Policies have no versions; they are played again each time and are not kept.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from parlour.bots import Player, bots_of, cited, fresh_mind, how_to_search, player, searches
from parlour.games import names, rules_of
from parlour.kit import LEARNED, LEVELS, BadInput
from parlour.kit.files import write_whole
from parlour.kit.minds import PLAYOUTS
from parlour.match import game as game_named

from .compiling import compile_for
from .cost import cost_ms
from .ratings import NONE, ZERO, Contest, Rating, Sums, rate
from .strength import alone, shares
from .workers import Stop

SEEDS = (2026, 2027, 2028, 2029, 2030)
FORMAT = 1


class Pair(NamedTuple):
    """A piece of work: matches `first` to `last` - 1 of one seed, with `one` alone at tables of `rest`."""

    game: str
    seats: int
    seed: int
    one: Player
    rest: Player
    first: int
    last: int


@dataclass(frozen=True)
class Best:
    """A policy that was trained to beat one player, and the share of wins that it reached (docs/training.md)."""

    share: float
    low: float
    high: float
    matches: int
    decisions: int  # against that player that it learned from
    decisions_before: int  # of other training, such as self-play, from which it started
    seconds: float  # of training
    device: str


@dataclass(frozen=True)
class Standing:
    """One player at one number of seats."""

    name: str  # with its version
    rating: Rating | None
    cost_ms: tuple[float, float] | None  # CPU time of a decision: mean and 95th percentile
    best_response: Best | None


@dataclass(frozen=True)
class Board:
    """The results of one game with one number of seats; the best player first."""

    game: str
    seats: int
    standings: tuple[Standing, ...]
    contests: Mapping[tuple[str, str], Mapping[int, Sums]]  # (one, rest) -> by seed

    def total(self, one: str, rest: str) -> Sums:
        return sum(self.contests.get((one, rest), {}).values(), NONE)


@dataclass
class Results:
    """Everything measured so far, as it is kept in a JSON file."""

    path: Path | None = None
    games: dict[str, Any] = field(default_factory=dict)
    passing: set[str] = field(default_factory=set)  # policies, which are not kept

    @classmethod
    def read(cls, path: Path) -> "Results":
        """The results in a file, or none if it does not exist. Those of other rules are dropped."""
        if not path.exists():
            return cls(path)
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            games = dict(data["games"])
            if data["format"] != FORMAT:
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError):
            raise BadInput(f"{path} does not hold the results of a leaderboard: choose another --out") from None
        current = {name for name in games if name in names() and games[name]["rules"] == rules_of(name).version}
        return cls(path, {name: kept for name, kept in games.items() if name in current})

    def save(self) -> None:
        if self.path is None:
            return
        data = {"format": FORMAT, "games": {name: self._kept(self.games[name]) for name in sorted(self.games)}}
        text = json.dumps(data, indent=1)
        text = re.sub(r"\{[^{}]*\}", lambda found: json.dumps(json.loads(found[0])), text)  # a pair in a line
        write_whole(self.path, text + "\n")

    def _kept(self, game: dict[str, Any]) -> dict[str, Any]:
        def without(entries: Mapping[str, Any]) -> dict[str, Any]:
            return {name: entries[name] for name in sorted(entries) if name not in self.passing}

        seats = {}
        for number, kept in sorted(game["seats"].items(), key=lambda entry: int(entry[0])):
            contests = {one: without(rests) for one, rests in without(kept["contests"]).items()}
            seats[number] = {**{key: without(kept[key]) for key in ("cost_ms", "best_responses")}, "contests": contests}
        return {"rules": game["rules"], "seats": seats}

    def at(self, game: str, seats: int) -> dict[str, Any]:
        kept = self.games.setdefault(game, {"rules": rules_of(game).version, "seats": {}})["seats"]
        found: dict[str, Any] = kept.setdefault(str(seats), {"cost_ms": {}, "best_responses": {}, "contests": {}})
        return found

    def sums(self, game: str, seats: int, one: str, rest: str) -> dict[int, Sums]:
        found = self.at(game, seats)["contests"].get(one, {}).get(rest, {})
        return {int(seed): Sums(*numbers) for seed, numbers in found.items()}

    def add(self, pair: Pair, one: str, rest: str, more: Sums) -> None:
        by_seed = self.at(pair.game, pair.seats)["contests"].setdefault(one, {}).setdefault(rest, {})
        total = Sums(*by_seed.get(str(pair.seed), (0, 0.0, 0.0))) + more
        by_seed[str(pair.seed)] = [total.matches, round(total.won, 6), round(total.squares, 6)]

    def add_best_response(self, path: Path) -> None:
        """The result of training a policy against one player. Of several, the one that wins most is kept."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            game, seats, against = found["game"], found["seats"], found["against"]
            best = Best(**{name: found[name] for name in Best.__dataclass_fields__})
            rules = found["rules"]
        except (OSError, ValueError, KeyError, TypeError):
            raise BadInput(f"{path} is not a best_response.json, as `parlour train` writes it") from None
        if game not in names() or rules != rules_of(game).version:
            raise BadInput(f"{path} belongs to {game} at rules version {rules}, which is not installed")
        kept = self.at(game, seats)["best_responses"]
        if against not in kept or best.share > kept[against]["share"]:
            kept[against] = vars(best)


def entrants(game: str, further: Sequence[Player] = ()) -> list[Player]:
    """The players of a game: all its bots, and others."""
    bots = bots_of(rules_of(game))
    own = [player(bots, name) for name in bots.names]
    return [*own, *(each for each in further if each not in own)]


def count_for(counts: Mapping[str, int], matches: int, searching: int, game: str, who: Player) -> int:
    """How many matches the pairs with a player are to have."""
    bots = bots_of(rules_of(game))
    usual = min(matches, searching) if searches(bots, who) else matches
    return next((counts[name] for name in (str(who), cited(bots, who), who.name) if name in counts), usual)


def missing(
    results: Results, game: str, seats: int, players: Sequence[Player], count: Callable[[Player], int]
) -> list[Pair]:
    """The pairs that still have to be played. Every seed has the same number of matches, and in them the lone player
    takes every seat equally often. Tables of several players that search are left out, because they take too long."""
    bots = bots_of(rules_of(game))
    found = []
    for seed in SEEDS:
        for one in players:
            for rest in players:
                if one == rest or (seats > 2 and searches(bots, rest)):
                    continue
                done = results.sums(game, seats, cited(bots, one), cited(bots, rest)).get(seed, NONE).matches
                per_seed = -(-min(count(one), count(rest)) // (len(SEEDS) * seats)) * seats
                if done < per_seed:
                    found.append(Pair(game, seats, seed, one, rest, done, per_seed))
    return found


def play_missing(
    results: Results,
    work: Sequence[Pair],
    threads: int | None = None,
    stop: Stop | None = None,
    advance: Callable[[int], None] = lambda more: None,
) -> Iterator[Pair]:
    """Play pairs, seed by seed, and keep what was played; yields each pair when it is done."""
    for pair in sorted(work, key=lambda pair: pair.seed):
        if stop is not None and stop.requested.is_set():
            return
        bots = bots_of(rules_of(pair.game))
        options = game_named(pair.game).checked(pair.seats, {})
        run = alone(pair.game, pair.one, pair.rest, pair.seats, pair.seed, options)
        compile_for(run)
        won = shares(run, pair.first, pair.last, threads, stop, advance)
        results.add(
            pair,
            cited(bots, pair.one),
            cited(bots, pair.rest),
            Sums(len(won), float(won.sum()), float((won * won).sum())),
        )
        results.save()
        yield pair


def measure_costs(results: Results, game: str, seats: int, players: Sequence[Player]) -> None:
    """Time the decisions of players that have not been timed yet."""
    bots = bots_of(rules_of(game))
    kept = results.at(game, seats)["cost_ms"]
    for who in players:
        if cited(bots, who) not in kept:
            kept[cited(bots, who)] = [float(f"{ms:.3g}") for ms in cost_ms(game, who, seats)]
    results.save()


def board(results: Results, game: str, seats: int) -> Board:
    """The results of one game with one number of seats."""
    bots = bots_of(rules_of(game))
    kept = results.at(game, seats)
    contests = {
        (one, rest): results.sums(game, seats, one, rest)
        for one in sorted(kept["contests"])
        for rest in sorted(kept["contests"][one])
    }
    found = sorted({*kept["cost_ms"], *(name for pair in contests for name in pair)})
    order = [cited(bots, Player(name)) for name in bots.names]
    found.sort(key=lambda name: order.index(name) if name in order else len(order))
    zero = cited(bots, Player(ZERO)) if ZERO in bots.names else found[0]
    rows = [
        Contest(found.index(one), found.index(rest), sum(by_seed.values(), NONE))
        for (one, rest), by_seed in contests.items()
    ]
    ratings = rate(rows, len(found), seats, found.index(zero)) if zero in found else [None] * len(found)
    standings = [
        Standing(
            name,
            rating,
            tuple(kept["cost_ms"][name]) if name in kept["cost_ms"] else None,
            Best(**kept["best_responses"][name]) if name in kept["best_responses"] else None,
        )
        for name, rating in zip(found, ratings, strict=True)
    ]
    standings.sort(key=lambda each: float("inf") if each.rating is None else -each.rating.value)
    return Board(game, seats, tuple(standings), contests)


def boards(results: Results) -> list[Board]:
    """All results, by game and number of seats."""
    return [
        board(results, game, seats)
        for game in names()
        if game in results.games
        for seats in sorted(map(int, results.games[game]["seats"]))
    ]


def how_made(game: str, name: str) -> str:
    """How a player was made, in a few words."""
    bots = bots_of(rules_of(game))
    base = name.partition(":")[0].partition("@")[0]
    if base not in bots.names:
        return "a policy"
    who = player(bots, name)
    if searches(bots, who):
        mind = fresh_mind(bots, who)
        most = "at most " if how_to_search(mind).sure else ""
        budget = f"{who.ms} ms" if who.ms else f"{most}{who.playouts or int(mind[PLAYOUTS]):,} playouts"
        guided = " with the network of learned" if bots.using_network(mind) else ""
        return f"search{guided}, {budget} a decision"
    if base in LEVELS:
        return f"hand-written, {len(bots.traits)} traits"
    earlier = int(bots.earlier.get(str(who), {}).get("weights_version", 0))
    if base == LEARNED and earlier:
        return f"an earlier network, from {bots.network(earlier).about['decisions'] / 1e9:.1f} billion decisions"
    fixed = {"reference": "one fixed, simple rule", "random": "any legal move"}
    return fixed.get(base) or bots.characters.get(base, "")
