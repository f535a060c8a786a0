"""What can be seen of the bell: everything but the order of the banks, which is hidden from all alike."""

from typing import Any

import msgspec

from parlour.kit import NEVER, Pieces, below, copy_record, in_python, rule

from .rules import (
    CARDS,
    CLASSES,
    NO_RING,
    NOBODY,
    SEATS,
    SPOTS,
    UP,
    Verdict,
    class_of_spot,
    free_at,
    self_flip_at,
    spot,
)

PLACED = 64  # beside the bits of a route: this card has found its spot
TICK_MS = 20  # an observation counts time in these, up to 127


# What a seat may know


@rule
def see_bell(state, seen):
    """PIC-59: a hidden card is blanked to minus (1 + the class of its spot), and the mixed heaps it has been through
    with it. Covered stack cards were seen by all."""
    copy_record(state, seen)
    seen.rng = 0
    for card in range(CARDS):
        seen.route[card] = 0
    for seat in range(state.seats):
        for i in range(int(state.stack_left[seat]) + int(state.bank_left[seat])):
            at = spot(state, seat, i)
            card = int(state.row[seat, at])
            if state.kin[card] != UP:
                seen.row[seat, at] = -1 - class_of_spot(state, card)


# A world that fits


@rule
def resample_bell(seen, world, seed):
    """First it is drawn which cards are guests in mixed heaps, oldest heap first; then each class of cards is laid
    out anew on the spots of that class."""
    world.rng = seed
    for mix in range(seen.mixes):
        for number in range(CLASSES):
            for _ in range(seen.guests[mix, number]):
                card = draw_of_class(world, number)
                world.route[card] |= 1 << mix
    for seat in range(SEATS):
        for i in range(SPOTS):
            if is_hidden(seen.row[seat, i]):
                card = draw_of_class(world, -1 - int(seen.row[seat, i]))
                world.row[seat, i] = card
                world.route[card] |= PLACED
    for card in range(CARDS):
        world.route[card] &= PLACED - 1


@rule
def is_hidden(spot):
    """Whether a spot as a seat sees it has a hidden card on it."""
    return -CLASSES <= spot < 0


@rule
def is_free(world, card, number):
    """Whether a card of this class has no spot yet. (What has its spot carries a route above all mixed heaps.)"""
    return world.kin[card] != UP and world.route[card] < PLACED and class_of_spot(world, card) == number


@rule
def draw_of_class(world, number):
    """One of the cards of a class that have no spot yet, each as likely as the others."""
    count = 0
    for card in range(world.cards):
        if is_free(world, card, number):
            count += 1
    left = below(world, count)
    drawn = NOBODY
    for card in range(world.cards):
        if is_free(world, card, number):
            if left == 0:
                drawn = card
            left -= 1
    return drawn


# As a row of bytes: own seat first, then clockwise. A game puts its own pieces after these.

BELL_PIECES = {
    "seated": SEATS,
    "playing": SEATS,
    "turn": SEATS,
    "bank": SEATS,
    "stack": SEATS,
    "locked": SEATS,
    "ringing": SEATS,
    "handicap": SEATS,  # in ticks
    "verdict": 2,  # the one being shown: right, wrong
    "verdict_by": SEATS,
    "since_flip": 1,  # in ticks, as are all that follow
    "until_free": 1,
    "until_self_flip": 1,
    "until_verdict": 1,
    "until_shown": 1,
}
_pieces = Pieces(**BELL_PIECES)  # type: ignore[arg-type]
SEATED, PLAYING, TURN = _pieces["seated"].start, _pieces["playing"].start, _pieces["turn"].start
BANK, STACK, LOCKED = _pieces["bank"].start, _pieces["stack"].start, _pieces["locked"].start
RINGING, HANDICAP = _pieces["ringing"].start, _pieces["handicap"].start
VERDICT, VERDICT_BY = _pieces["verdict"].start, _pieces["verdict_by"].start
SINCE_FLIP, UNTIL_FREE = _pieces["since_flip"].start, _pieces["until_free"].start
UNTIL_SELF_FLIP, UNTIL_VERDICT = _pieces["until_self_flip"].start, _pieces["until_verdict"].start
UNTIL_SHOWN = _pieces["until_shown"].start


@rule
def ticks(ms):
    return min(max(ms, 0) // TICK_MS, 127)


@rule
def seat_from(seen, seat, step):
    """The seat `step` places clockwise of the observer (a spectator sits at seat 0's place)."""
    other = max(seat, 0) + step
    return other if other < seen.seats else other - int(seen.seats)


@rule
def observe_bell(seen, seat, out):
    now = int(seen.clock)
    for step in range(seen.seats):
        other = seat_from(seen, seat, step)
        out[SEATED + step] = 1
        out[PLAYING + step] = seen.playing[other]
        out[TURN + step] = other == seen.turn
        out[BANK + step] = seen.bank_left[other]
        out[STACK + step] = seen.stack_left[other]
        out[LOCKED + step] = seen.locked[other]
        out[RINGING + step] = seen.ring_at[other] != NO_RING
        out[HANDICAP + step] = ticks(int(seen.handicap_ms[other]))
        out[VERDICT_BY + step] = other == seen.verdict_by
    out[VERDICT] = seen.verdict == Verdict.RIGHT
    out[VERDICT + 1] = seen.verdict == Verdict.WRONG
    out[SINCE_FLIP] = ticks(now - int(seen.last_flip))
    out[UNTIL_FREE] = ticks(free_at(seen) - now)
    out[UNTIL_SELF_FLIP] = ticks(self_flip_at(seen) - now)
    if seen.verdict_at != NEVER:
        out[UNTIL_VERDICT] = ticks(int(seen.verdict_at) - now)
    out[UNTIL_SHOWN] = ticks(int(seen.shown_until) - now)


# For people


class Pace(msgspec.Struct):
    """The moments a browser needs, in ms of the match's clock."""

    clock: int
    flips: int
    last_flip: int | None
    may_flip_at: int
    flips_itself_at: int | None
    verdict_at: int | None  # a ring is under way, and this is when it is settled
    shown_until: int
    handicap_ms: list[int]


class Result(msgspec.Struct):
    """The verdict that is being shown."""

    seat: int
    right: bool


# From here on `seen` is as `plain` reads it.


def pace(seen: Any) -> Pace:
    return Pace(
        clock=seen.clock,
        flips=seen.flips,
        last_flip=seen.last_flip if seen.flips > 0 else None,
        may_flip_at=in_python(free_at)(seen),
        flips_itself_at=None if seen.ending else in_python(self_flip_at)(seen),
        verdict_at=None if seen.verdict_at == NEVER else seen.verdict_at,
        shown_until=seen.shown_until,
        handicap_ms=seen.handicap_ms[: seen.seats],
    )


def result(seen: Any) -> Result | None:
    if seen.verdict == Verdict.NONE:
        return None
    return Result(seat=seen.verdict_by, right=seen.verdict == Verdict.RIGHT)


def rang_at(seen: Any, seat: int) -> int | None:
    """For when the ring of this seat that is under way counts."""
    return None if seen.ring_at[seat] == NO_RING else seen.ring_at[seat]
