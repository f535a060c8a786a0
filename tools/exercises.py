"""Mines the exercises of the turn-based games from matches between bots (web/exercises), and checks the stored ones.

python tools/exercises.py                          all turn-based games with a search (half an hour each on one core)
python tools/exercises.py parrot --positions 50    one game, fewer positions
python tools/exercises.py parrot --more            add to the stored ones until there are enough
python tools/exercises.py --again                  after a change to a search: measure the stored ones again
python tools/exercises.py --check                  mine nothing; exit 1 and say what is wrong with the stored ones
python tools/exercises.py --check --judge 10       also judge ten random positions of each game again

An exercise is a decision whose best move leads every other legal move by at least three standard errors, measured in
worlds that had no part in choosing it, and by a difference that people notice. Its level is the weakest bot that finds
the move, as all stronger ones do. Matches are stored up to their last exercise, and played without thinking times.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

import parlour
from parlour.bots import Bot, Search, bots_of, seat_bots
from parlour.games import names
from parlour.kit import BadInput, Rules, blank, seed_of, with_attributes
from parlour.kit.minds import LEVELS
from parlour.match import Match
from parlour.match.log import Header
from parlour.match.replay import Entry, dealt, play_entry
from parlour.review.levels import measured_as

FOLDER = Path(__file__).parents[1] / "web" / "exercises"
SEED = 17
POSITIONS = 360  # of each game
CERTAIN = 3.0  # standard errors by which the best move leads
LEAD, POINTS_LEAD = 0.01, 2.0  # ... and the least lead that people notice: in chance to win, or in points
WHOLE = 10_000  # a chance of 100 % in the files
TENTHS = 10  # of points in the files

MOST_SEATS = 4
OF_A_MATCH, OF_A_ROUND = 9, 3  # positions
KIND_SHARE, LEVEL_SHARE = 0.4, 0.36  # of all positions: no kind of move and no level has more
OF_TWO_SHARE = 0.16  # the same for a kind of move that is one of two: a guess is right half of the time
HOPELESS = 0.08  # chance to win, or chance to lose, below which a position teaches little
MOST_MATCHES = 400
# Matches between bots of very different strength are decided early, and their last rounds teach nothing.
TABLES = (
    ("novice", "casual"),
    ("casual", "casual"),
    ("casual", "sharp"),
    ("sharp", "sharp"),
    ("sharp", "champion:100"),
)


class Effort(NamedTuple):
    screening: int = 40  # worlds in which a decision is tried first
    block: int = 150  # worlds after which it is asked which rivals are beaten beyond doubt
    blocks: int = 6
    beaten: float = 5.0  # standard errors
    asked: int = 9  # how often each level is asked for its move
    champion_asked: int = 5


class Position(msgspec.Struct, array_like=True):
    """Stored as a list, in this order."""

    entry: int  # the number of entries before it; the seat is that of the next one
    best: int
    level: int  # 0 to 3: the weakest bot that finds the best move
    chance: int  # to win with it
    others: list[tuple[int, int, int]]  # move, loss of chance, points lost; the best first

    def hopeful(self) -> bool:
        """There is something to win, and something to lose."""
        worst = self.chance - max(loss for _, loss, _ in self.others)
        return self.chance >= HOPELESS * WHOLE and worst <= (1 - HOPELESS) * WHOLE


class StoredMatch(msgspec.Struct):
    seats: int
    seed: int
    log: list[int]  # of each entry: ms since the one before, seat, action
    positions: list[Position]

    def entries(self) -> list[Entry]:
        found, ms = [], 0
        for gap, seat, action in zip(self.log[::3], self.log[1::3], self.log[2::3], strict=True):
            ms += gap
            found.append(Entry(ms, seat, action, None))
        return found


class Exercises(msgspec.Struct):
    game: str
    rules: int  # the version of the rules
    matches: list[StoredMatch]

    def count(self) -> int:
        return sum(len(match.positions) for match in self.matches)


class Moment(NamedTuple):
    """A decision of a seat: what it saw, and what it could do."""

    entry: int
    seat: int
    seens: Any
    legal: list[int]
    round_no: int


def games() -> list[str]:
    """The turn-based games whose bots search."""
    rules = [parlour.game(name).rules for name in names()]
    return [each.name for each in rules if not each.real_time and bots_of(each).plan is not None]


def moments(match: Match, entries: list[Entry]) -> Iterator[Moment]:
    """Plays the entries; yields every moment at which the seat that acts has a choice."""
    for number, entry in enumerate(entries):
        if entry.ms > match.clock:
            match.wait(until=entry.ms)
        legal = match.legal(entry.seat)
        if len(legal) > 1 and entry.action in legal:
            seens = match.seen_alone(entry.seat)
            names = seens.dtype.names or ()
            yield Moment(number, entry.seat, seens, legal, int(seens["round_no"][0]) if "round_no" in names else 0)
        play_entry(match, number + 2, entry)


def played(game: str, number: int, seed: int) -> Match:
    """A match between bots of similar levels, without thinking times."""
    rules = parlour.game(game).rules
    random = np.random.default_rng([seed, number])
    seats = rules.min_seats + number % (min(MOST_SEATS, rules.max_seats) - rules.min_seats + 1)
    table = TABLES[int(random.integers(len(TABLES)))]
    match = parlour.game(game).new(seats=seats, seed=int(random.integers(2**31)))
    bots = seat_bots(match, ",".join(str(random.choice(table)) for _ in range(seats)))
    while not match.over:
        move = bots.next()
        if move is None:
            match.wait()
            bots.changed(None)
        else:
            match.play(move.seat, move.action)
            bots.changed(move.seat)
    return match


def kind_of(rules: Rules, seens: Any, action: int) -> str:
    """What sort of move it is: its description without cards and places."""
    words = rules.describe(with_attributes(seens)[0], action).partition(":")[0]
    return " ".join(word for word in words.split() if re.fullmatch(r"[a-z]+", word))


class Judge:
    """Judges decisions of one game by playing all legal moves out in the same worlds."""

    def __init__(self, rules: Rules, effort: Effort) -> None:
        self.rules, self.effort = rules, effort
        self.bots = bots_of(rules)
        self.search = Search(self.bots)
        assert self.bots.plan is not None
        self._alike = self.bots.plan.alike

    def nothing_to_choose(self, moment: Moment) -> bool:
        return self._alike is not None and bool(self._alike(moment.seens[0], moment.seat))

    def promising(self, moment: Moment, seed: int) -> int | None:
        """The move that seems best, if it seems to lead clearly enough to measure."""
        tried = self.search.compared(moment.seens, moment.seat, moment.legal, seed, self.effort.screening)
        first, second = sorted(tried, key=lambda each: -each.chance)[:2]
        if not first.chance > HOPELESS or min(each.chance for each in tried) > 1 - HOPELESS:
            return None
        clear = first.chance - second.chance > LEAD / 2 or self._lost(first.points, second.points) > POINTS_LEAD
        return first.move if clear else None

    def _lost(self, best: float, other: float) -> float:
        return other - best if self.rules.lowest_wins else best - other

    def measured(self, moment: Moment, best: int, seed: int) -> Position | None:
        """The position, if the best move leads every other one, in worlds that had no part in choosing it."""
        effort = self.effort
        rivals = [move for move in moment.legal if move != best]
        sums = {move: np.zeros(4) for move in moment.legal}  # blocks, loss, squared error, points
        chance, blocks = 0.0, 0
        while rivals and blocks < effort.blocks:
            rows = self.search.compared(
                moment.seens, moment.seat, [best, *rivals], seed_after(seed, blocks), effort.block
            )
            blocks += 1
            chance += rows[0].chance
            for row in rows[1:]:
                lost = self._lost(rows[0].points, row.points)
                sums[row.move] += (1, row.loss, row.error**2, lost)
            for move in list(rivals):
                loss, error, points = _means(sums[move])
                if loss < LEAD / 2 and points < POINTS_LEAD / 2:
                    return None
                if loss > effort.beaten * error and _matters(loss, points):
                    rivals.remove(move)
        others = []
        for move in moment.legal:
            if move != best:
                loss, error, points = _means(sums[move])
                if not (loss > CERTAIN * error and loss > 0 and _matters(loss, points)):
                    return None
                others.append((move, max(1, round(loss * WHOLE)), round(points * TENTHS)))
        others.sort(key=lambda each: each[1])
        return Position(moment.entry, best, 0, round(chance / blocks * WHOLE), others)

    def move(self, level: str, moment: Moment, number: int) -> int | None:
        """What a bot plays here; with another number it has another mind."""
        bot = Bot(self.bots, measured_as(self.bots, level), moment.seat, seed=seed_after(SEED, number))
        return bot.think(moment.seens, moment.legal)[0]

    def finds(self, level: str, moment: Moment, best: int) -> bool:
        """A bot of this level plays the move more often than not."""
        times = self.effort.champion_asked if level == LEVELS[-1] else self.effort.asked
        found = 0
        for number in range(times):
            found += self.move(level, moment, number) == best
            if 2 * found > times or 2 * (found + times - number - 1) <= times:
                break
        return 2 * found > times

    def one_step_of_many(self, moment: Moment, move: int) -> bool:
        """The move is part of a larger choice, such as one of several cards that are laid aside together: afterwards
        the seat has the same other moves. On its own such a move is neither right nor wrong."""
        world = blank(self.rules.State, 1)
        world[0] = moment.seens[0]
        self.rules.resample(moment.seens[0], moment.seat, world[0], np.uint64(SEED))
        self.rules.step(world[0], moment.seat, move, int(world["clock"][0]))
        moves = np.zeros(self.rules.actions, np.int16)
        count = int(self.rules.legal(world[0], moment.seat, moves))
        return 0 < count < len(moment.legal) and set(moves[:count].tolist()) <= set(moment.legal)


def seed_after(seed: int, number: int) -> int:
    return int(seed_of(np.uint64(seed), number)) >> 1


def _means(sums: Any) -> tuple[float, float, float]:
    """Loss, its standard error, and points lost, over all blocks."""
    blocks = sums[0]
    return float(sums[1] / blocks), float(np.sqrt(sums[2]) / blocks), float(sums[3] / blocks)


def _matters(loss: float, points: float) -> bool:
    return loss >= LEAD or points >= POINTS_LEAD


class Miner:
    """Collects the positions of one game, with a share for each kind of move and each level."""

    def __init__(self, game: str, positions: int, effort: Effort, seed: int = SEED) -> None:
        self.rules = parlour.game(game).rules
        self.judge = Judge(self.rules, effort)
        self.wanted, self.seed = positions, seed
        self.kinds: Counter[str] = Counter()
        self.levels: Counter[int] = Counter()
        self.found = Exercises(game, self.rules.version, [])

    def go_on_from(self, stored: Exercises) -> None:
        """Keep what is stored, and count it."""
        self.found = stored
        for moment, position in positions_of(stored):
            self.kinds[kind_of(self.rules, moment.seens, position.best)] += 1
            self.levels[position.level] += 1

    def measure_again(self, stored: Exercises) -> None:
        """Measure stored positions again, and keep those whose best move still leads."""
        every = iter(positions_of(stored))
        for kept in stored.matches:
            good = []
            for _ in kept.positions:
                moment, position = next(every)
                again = self.judge.measured(moment, position.best, seed_after(self.seed, moment.entry))
                if again is not None and again.hopeful() and self.judge.finds(LEVELS[-1], moment, again.best):
                    again.level = position.level
                    good.append(again)
            if good:
                log = kept.log[: 3 * (good[-1].entry + 1)]
                self.found.matches.append(StoredMatch(kept.seats, kept.seed, log, good))

    def mine(self, number: int) -> None:
        """The positions of one match."""
        seed = seed_after(self.seed, number)
        match = played(self.found.game, number, seed)
        if any(kept.seed == match.seed for kept in self.found.matches):
            return  # in an earlier run
        entries = [Entry(ms, seat, action, None) for ms, seat, action in match.entries]
        fresh = dealt(header_of(self.rules, match.seats, match.seed))
        all_moments = list(moments(fresh, entries))
        np.random.default_rng(seed).shuffle(all_moments)
        all_moments.sort(key=self._known_kinds)  # what is rare first; the others stay in random order
        kept: list[Position] = []
        places: Counter[Any] = Counter()
        for moment in all_moments:
            if len(kept) >= OF_A_MATCH or self.found.count() + len(kept) >= self.wanted:
                break
            if places[moment.round_no] >= OF_A_ROUND or self.judge.nothing_to_choose(moment):
                continue
            position = self._position(moment, places, seed_after(seed, moment.entry))
            if position is not None:
                kept.append(position)
        if kept:
            kept.sort(key=lambda position: position.entry)
            self.found.matches.append(stored(match, entries[: kept[-1].entry + 1], kept))

    def _known_kinds(self, moment: Moment) -> int:
        """How many positions there are of the rarest kind of move that is possible here."""
        return min(self.kinds[kind_of(self.rules, moment.seens, move)] for move in moment.legal)

    def _too_easy(self, moment: Moment) -> bool:
        """There are enough positions for beginners, and all bots that do not search agree on their move."""
        if self.levels[0] < LEVEL_SHARE * self.wanted:
            return False
        return len({self.judge.move(level, moment, 0) for level in LEVELS[:-1]}) == 1

    def _position(self, moment: Moment, places: Counter[Any], seed: int) -> Position | None:
        judge = self.judge
        if judge.one_step_of_many(moment, moment.legal[0]) or self._too_easy(moment):
            return None
        best = judge.promising(moment, seed)
        if best is None:
            return None
        kind = kind_of(self.rules, moment.seens, best)
        place = (moment.round_no, moment.seat, kind)
        share = OF_TWO_SHARE if len(moment.legal) == 2 else KIND_SHARE
        if places[place] or self.kinds[kind] >= share * self.wanted:
            return None
        weakest = next((i for i in range(3, 0, -1) if not judge.finds(LEVELS[i - 1], moment, best)), 0)
        if self.levels[weakest] >= LEVEL_SHARE * self.wanted or judge.one_step_of_many(moment, best):
            return None
        position = judge.measured(moment, best, seed_after(seed, 1))
        if position is None or not position.hopeful() or not judge.finds(LEVELS[-1], moment, best):
            return None
        position.level = weakest
        places.update([place, moment.round_no])
        self.kinds[kind] += 1
        self.levels[weakest] += 1
        return position


def header_of(rules: Rules, seats: int, seed: int) -> Header:
    return Header(game=rules.name, rules=rules.version, seats=seats, options={}, seed=seed, clock=0)


def stored(match: Match, entries: list[Entry], positions: list[Position]) -> StoredMatch:
    log, ms = [], 0
    for entry in entries:
        log += [entry.ms - ms, entry.seat, entry.action]
        ms = entry.ms
    return StoredMatch(match.seats, match.seed, log, positions)


# Stored exercises


def file_of(game: str, folder: Path = FOLDER) -> Path:
    return folder / f"{game}.json"


def write(exercises: Exercises, folder: Path = FOLDER) -> None:
    """One line for each match: small, and readable in a diff."""
    folder.mkdir(exist_ok=True)
    matches = ",\n".join(msgspec.json.encode(match).decode() for match in exercises.matches)
    head = msgspec.json.encode({"game": exercises.game, "rules": exercises.rules}).decode()
    file_of(exercises.game, folder).write_text(f'{head[:-1]},"matches":[\n{matches}\n]}}\n')


def read(game: str, folder: Path = FOLDER) -> Exercises:
    path = file_of(game, folder)
    if not path.exists():
        raise BadInput(f"{path.name} is missing; run tools/exercises.py {game}")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Exercises)
    except msgspec.DecodeError as error:
        raise BadInput(f"{path.name} cannot be read ({error}); run tools/exercises.py {game}") from None


def positions_of(exercises: Exercises) -> list[tuple[Moment, Position]]:
    """All positions with their moments. BadInput says what is wrong."""
    rules = parlour.game(exercises.game).rules
    if exercises.rules != rules.version:
        raise BadInput(
            f"the exercises of {rules.title} belong to version {exercises.rules} of its rules, and here is version "
            f"{rules.version}; run tools/exercises.py {rules.name}"
        )
    found = []
    for number, kept in enumerate(exercises.matches):
        wanted = {position.entry: position for position in kept.positions}
        for moment in moments(dealt(header_of(rules, kept.seats, kept.seed)), kept.entries()):
            position = wanted.pop(moment.entry, None)
            if position is None:
                continue
            if sorted([position.best, *(move for move, _, _ in position.others)]) != sorted(moment.legal):
                raise BadInput(f"entry {moment.entry} of match {number} of {rules.title} has other legal moves")
            found.append((moment, position))
        if wanted:
            raise BadInput(f"entry {min(wanted)} of match {number} of {rules.title} is no decision")
    return found


def judged_again(exercises: Exercises, number: int, seed: int, effort: Effort) -> list[str]:
    """What is wrong with a random sample of the positions, judged with other seeds."""
    judge = Judge(parlour.game(exercises.game).rules, effort)
    every = positions_of(exercises)
    sample = np.random.default_rng(seed).permutation(len(every))[:number]
    says = []
    for i in sample:
        moment, position = every[i]
        moves = [position.best, *(move for move, _, _ in position.others)]
        rows = judge.search.compared(
            moment.seens, moment.seat, moves, seed_after(seed, int(i)), effort.block * effort.blocks
        )
        says += [
            f"position {i}: move {row.move} is not worse than {position.best} ({-row.loss:.4f} +- {row.error:.4f})"
            for row in rows[1:]
            if row.loss <= 0
        ]
    return says


def check(names: list[str], sample: int) -> None:
    for name in names:
        exercises = read(name)
        every = positions_of(exercises)
        problems = judged_again(exercises, sample, SEED + 1, Effort()) if sample else []
        if problems:
            raise BadInput("; ".join(problems))
        print(f"{name}: {len(every)} positions, {summary(every, parlour.game(name).rules)}")


def summary(every: list[tuple[Moment, Position]], rules: Rules) -> str:
    levels = Counter(LEVELS[position.level] for _, position in every)
    kinds = Counter(kind_of(rules, moment.seens, position.best) for moment, position in every)
    return f"by level {dict(levels)}, by kind {dict(kinds.most_common())}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Mine or check the exercises of the turn-based games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all turn-based games with a search")
    parser.add_argument("--positions", type=int, default=POSITIONS, help=f"of each game (default: {POSITIONS})")
    parser.add_argument("--more", action="store_true", help="keep the stored positions, and add to them")
    parser.add_argument("--again", action="store_true", help="measure the stored positions again; drop what fails")
    parser.add_argument("--check", action="store_true", help="check the stored exercises")
    parser.add_argument(
        "--judge", type=int, default=0, help="with --check: judge this many positions of each game again"
    )
    given = parser.parse_args()
    chosen = given.games or games()
    try:
        if given.check:
            check(chosen, given.judge)
            return
        for name in chosen:
            miner = Miner(name, given.positions, Effort())
            if given.again:
                miner.measure_again(read(name))
                write(miner.found)
                print(f"{name}: {miner.found.count()} positions are left", file=sys.stderr)
                continue
            if given.more:
                miner.go_on_from(read(name))
            for number in range(MOST_MATCHES):
                miner.mine(number)
                write(miner.found)
                count = miner.found.count()
                print(
                    f"{name}: {count} positions of {number + 1} matches, {dict(miner.levels)}, {dict(miner.kinds)}",
                    file=sys.stderr,
                    flush=True,
                )
                if count >= given.positions:
                    break
    except BadInput as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
