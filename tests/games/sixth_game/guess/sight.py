"""What a seat may see of Guess: everything but the card, until the game is over."""

import msgspec

from parlour.kit import Pieces, below, copy_record, plain, rule

from .rules import HIGH, SEATS, over

PIECES = Pieces(turn=1, said=SEATS)
UNKNOWN = -1


@rule
def see(state, seat, seen):
    copy_record(state, seen)
    seen.rng = 0
    if not over(state):
        seen.card = UNKNOWN


@rule
def observe(seen, seat, out):
    out[0] = seen.turn
    for other in range(int(seen.turn)):
        out[1 + other] = 1 if seen.said[other] == HIGH else -1


@rule
def resample(seen, seat, world, seed):
    world.rng = seed
    if not over(seen):
        world.card = below(world, 12)


class View(msgspec.Struct):
    turn: int
    said: list[str]


def view(seen: object, seat: int) -> View:
    read = plain(seen)
    words = ["left" if gone else ("low", "high")[said] for said, gone in zip(read.said, read.gone, strict=True)]
    return View(read.turn, words[: read.turn])
