"""What the engine in Node is compared with: the same matches, played by the code that is compiled for this machine."""

import hashlib
from functools import cache
from typing import Any

import numpy as np

from parlour.bots import Search, bots_of
from parlour.engine import STUCK, loops
from parlour.games import rules_of
from parlour.kit import Dice, Rules, blank, rule, scramble, seed_of, write_options

MASK = np.uint64(0xFFFFFFFF)
A, B = np.uint64(0x85EBCA6B), np.uint64(0xC2B2AE35)
S13, S16, S19 = np.uint64(13), np.uint64(16), np.uint64(19)


@rule
def mix(words, mixed):
    """Add words to the running hash of web/src/engine/testing/node.ts: two halves of 32 bits."""
    a, b = np.uint64(mixed[0]), np.uint64(mixed[1])
    for i in range(len(words)):
        word = np.uint64(words[i])
        a = ((a ^ word) * A) & MASK
        a = ((a << S13) | (a >> S19)) & MASK
        b = (((b + word) & MASK) * B) & MASK
        b = ((b << S16) | (b >> S16)) & MASK
    mixed[0], mixed[1] = a, b


@cache
def playing(rules: Rules):
    random_step, over = loops(rules).random_step, rules.over

    @rule
    def play(states, dice, pads, words, mixed, hashing):
        """A match to its end, hashed after every step; returns the number of steps."""
        steps = 0
        if hashing:
            mix(words, mixed)
        while not over(states[0]):
            if random_step(states[0], dice[0], pads[0]) == STUCK:
                break
            if hashing:
                mix(words, mixed)
            steps += 1
        return steps

    return play


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
        mixed = np.array([1, 2], np.uint64)
        steps = playing(self.rules)(self.states, self.dice, self.pads, self.words, mixed, hashing)
        return [*(int(half) for half in mixed), int(steps)]

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


def searches(game: str, seats: int, seed: int, first: int, last: int, parts: int, playouts: int) -> list[Any]:
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
            best = search.choose(seen, seat, number, playouts=playouts)
            found.append([seat, best.action, [list(move) for move in best.moves], best.playouts])
    return found
