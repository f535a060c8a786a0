"""What the engine in Node is compared with: the same matches, played by the code that is compiled for this machine."""

import hashlib
from functools import cache
from typing import Any

import numpy as np

from parlour.bots import How, Search, bots_of
from parlour.bots.bot import fresh_mind, player
from parlour.bots.simulate import DONE, Progress, simulation
from parlour.engine import STUCK, loops
from parlour.games import rules_of
from parlour.kit import NO_MEASURE, Dice, Measure, Rules, blank, inlined, int64, rule, scramble, seed_of, write_options

MASK = np.uint64(0xFFFFFFFF)
FACTOR = np.uint64(0x85EBCA6B)
MOST_MOVES = 20_000  # of a match between bots
LEFT, RIGHT = np.uint64(13), np.uint64(19)


@inlined
def mixed(hashed, word):
    """As `mix` in web/src/engine/testing/node.ts."""
    product = ((hashed ^ np.uint64(word)) * FACTOR) & MASK
    return ((product << LEFT) | (product >> RIGHT)) & MASK


@rule
def mix(words, hashes):
    """Add words to four running hashes of 32 bits, as the `Mixer` there."""
    a, b, c, d = hashes[0], hashes[1], hashes[2], hashes[3]
    whole = len(words) // 4 * 4
    for i in range(0, whole, 4):
        a = mixed(a, words[i])
        b = mixed(b, words[i + 1])
        c = mixed(c, words[i + 2])
        d = mixed(d, words[i + 3])
    for i in range(whole, len(words)):
        a = mixed(a, words[i])
    hashes[0], hashes[1], hashes[2], hashes[3] = a, b, c, d


@cache
def playing(rules: Rules):
    random_step, over = loops(rules).random_step, rules.over

    @rule
    def play(states, dice, pads, words, hashes, hashing):
        """A match to its end, hashed after every step; returns the number of steps."""
        steps = 0
        if hashing:
            mix(words, hashes)
        while not over(states[0]):
            if random_step(states[0], dice[0], pads[0]) == STUCK:
                break
            if hashing:
                mix(words, hashes)
            steps += 1
        return steps

    return play


@rule
def note_move(before, state, seat, action, tally):
    if seat >= 0 and tally.made < MOST_MOVES:
        tally.ms_of[tally.made], tally.seat_of[tally.made], tally.action_of[tally.made] = state.clock, seat, action
        tally.made += 1


MOVES = Measure(
    {"made": int64, "ms_of": int64[MOST_MOVES], "seat_of": int64[MOST_MOVES], "action_of": int64[MOST_MOVES]},
    NO_MEASURE.opened,
    note_move,
    NO_MEASURE.closed,
)


class Random:
    """Random matches of one game with one number of players."""

    def __init__(self, game: str, seats: int, options: dict[str, Any] | None = None) -> None:
        self.rules = rules_of(game)
        self.seats = seats
        self.states = np.frombuffer(bytearray(self.rules.State.itemsize), self.rules.State)
        self.blank = blank(self.rules.State)
        self.blank["seats"] = seats
        write_options(self.rules.options, options or {}, self.blank[0])
        self.words = self.states.view(np.uint32)
        self.dice, self.pads = blank(Dice), blank(loops(self.rules).Pad)

    def begin(self, seed: int, number: int) -> None:
        self.states.view(np.uint8)[:] = self.blank.view(np.uint8)
        match_seed = np.uint64(seed_of(np.uint64(seed), number))
        loops(self.rules).start(self.states, 0, match_seed)
        self.dice["rng"][0] = scramble(np.uint64((int(match_seed) + 1) % 2**64))
        self.dice["seat"][0] = 0

    def step(self) -> int:
        return int(loops(self.rules).random_move(self.states, 0, self.dice, self.pads))

    def play(self, hashing: bool) -> list[int]:
        hashes = np.arange(1, 5, dtype=np.uint64)
        steps = playing(self.rules)(self.states, self.dice, self.pads, self.words, hashes, hashing)
        return [*(int(each) for each in hashes), int(steps)]

    def scores(self) -> Any:
        out = np.zeros(self.seats, np.int32)
        loops(self.rules).score(self.states, 0, out)
        return out


def begun(game: str, seats: int, seed: int, number: int, options: dict[str, Any]) -> str:
    matches = Random(game, seats, options)
    matches.begin(seed, number)
    return hashlib.sha256(matches.states.tobytes()).hexdigest()


def steps(game: str, seats: int, seed: int, first: int, last: int) -> list[list[int]]:
    matches, found = Random(game, seats), []
    for number in range(first, last):
        matches.begin(seed, number)
        found.append(matches.play(True))
    return found


def ends(game: str, seats: int, seed: int, first: int, last: int) -> str:
    matches, digest = Random(game, seats), hashlib.sha256()
    for number in range(first, last):
        matches.begin(seed, number)
        matches.play(False)
        digest.update(matches.states.tobytes())
        digest.update(matches.scores().tobytes())
    return digest.hexdigest()


def sights(game: str, seats: int, seed: int, first: int, last: int) -> str:
    matches, digest = Random(game, seats), hashlib.sha256()
    rules = matches.rules
    loop = loops(rules)
    size = rules.State.itemsize
    seen, world = (np.frombuffer(bytearray(size), rules.State) for _ in range(2))
    observed = np.zeros(rules.pieces.size, np.int8)
    for number in range(first, last):
        matches.begin(seed, number)
        while not rules.over(matches.states[0]):
            for seat in range(-1, seats):
                loop.observe(matches.states, 0, seat, seen, 0, observed)
                digest.update(seen.tobytes() + observed.tobytes())
                if seat >= 0:
                    loop.resample(seen, 0, seat, world, 0, np.uint64(number))
                    digest.update(world.tobytes())
            if matches.step() == STUCK:
                break
    return digest.hexdigest()


def bot_matches(game: str, level: str, seats: int, seed: int, first: int, last: int) -> list[Any]:
    """All moves as [ms, seat, action], and the final scores, of matches between bots that do not search."""
    bots, found = bots_of(rules_of(game)), []
    table = simulation(bots, MOVES)
    work, minds, templates = blank(bots.rules.State, 4), blank(bots.Mind, seats), blank(bots.Mind)
    work[0] = Random(game, seats).blank[0]
    templates[0] = fresh_mind(bots, player(bots, level))
    everywhere = np.zeros((1, seats), np.int64)
    asks, schedules, progress = blank(table.Ask), blank(table.Schedule), blank(Progress)
    for number in range(first, last):
        progress["number"][0], tally = number, blank(table.Tally)
        run = (np.uint64(seed), number, number + 1)
        assert table.run(work, minds, templates, everywhere, *run, asks, schedules, progress, tally) == DONE
        made = int(tally["made"][0])
        assert made < MOST_MOVES
        moves = np.stack([tally[name][0, :made] for name in ("ms_of", "seat_of", "action_of")], axis=1)
        found.append([moves.tolist(), tally["scores"][0, :seats].tolist()])
    return found


def searches(
    game: str, seats: int, seed: int, first: int, last: int, parts: int, playouts: int, sure: float
) -> list[Any]:
    matches, found = Random(game, seats), []
    rules = matches.rules
    search = Search(bots_of(rules), parts)
    loop, seen = loops(rules), blank(rules.State)
    moves = np.zeros(rules.actions, np.int16)
    for number in range(first, last):
        matches.begin(seed, number)
        for _ in range(20):
            matches.step()
        seat = next((seat for seat in range(seats) if rules.legal(matches.states[0], seat, moves) > 0), None)
        if seat is not None:
            loop.see(matches.states, 0, seat, seen, 0)
            best = search.choose(seen, seat, number, playouts, how=How(sure=sure))
            found.append([seat, best.action, [list(move) for move in best.moves], best.playouts])
    return found
