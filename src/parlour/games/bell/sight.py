"""What players may see of a bell game: everything except the order of the banks, which is hidden from everyone."""

from typing import Any

import msgspec

from parlour.kit import NEVER, Pieces, below, copy_record, in_python, numbers, rule

from .known_cards import CARDS, FACE_UP, GROUPS, group_of_spot
from .rows import SPOTS, spot
from .rules import NO_RING, NOBODY, SEATS, Verdict, free_at, self_flip_at

PLACED = 64  # a bit of `heaps_passed` above those of all mixed heaps: this card has been given its spot
TICK_MS = 20  # observations measure time in ticks, up to 127


# What a seat may know


@rule
def see_bell(state, seen):
    """PIC-59: instead of a hidden card its spot shows minus (1 + the spot's group), and its past is blanked. Covered
    stack cards stay: everybody has seen them."""
    copy_record(state, seen)
    seen.rng = 0
    for card in range(CARDS):
        seen.heaps_passed[card] = 0
    for seat in range(state.seats):
        for i in range(int(state.stack_left[seat]) + int(state.bank_left[seat])):
            at = spot(state, seat, i)
            card = int(state.row[seat, at])
            if state.group[card] != FACE_UP:
                seen.row[seat, at] = -1 - group_of_spot(state, card)


# A world that fits


@rule
def resample_bell(seen, world, seed):
    """Draws which cards came into mixed heaps unseen, oldest heap first, then deals each group onto its spots."""
    world.rng = seed
    for heap in range(seen.mixed_heaps):
        for group in range(GROUPS):
            for _ in range(seen.unseen_in_heap[heap, group]):
                card = draw_from_group(world, group)
                world.heaps_passed[card] |= 1 << heap
    for seat in range(SEATS):
        for i in range(SPOTS):
            if is_hidden(seen.row[seat, i]):
                card = draw_from_group(world, -1 - int(seen.row[seat, i]))
                world.row[seat, i] = card
                world.heaps_passed[card] |= PLACED
    for card in range(CARDS):
        world.heaps_passed[card] &= PLACED - 1


@rule
def is_hidden(spot):
    """True if a spot, as a seat sees it, holds a hidden card."""
    return -GROUPS <= spot < 0


@rule
def is_free(world, card, group):
    """True if a card of this group has no spot yet."""
    placed = world.heaps_passed[card] >= PLACED
    return world.group[card] != FACE_UP and not placed and group_of_spot(world, card) == group


@rule
def draw_from_group(world, group):
    """A random card of the group among those without a spot."""
    count = 0
    for card in range(world.cards):
        if is_free(world, card, group):
            count += 1
    left = below(world, count)
    drawn = NOBODY
    for card in range(world.cards):
        if is_free(world, card, group):
            if left == 0:
                drawn = card
            left -= 1
    return drawn


# The observation: bytes, own seat first, then clockwise. Each game adds its own pieces after these.

DECK = 56  # about as many cards as there are
LONG = 127  # ticks: the longest time that is shown

BELL_PIECES = {
    "seated": SEATS,
    "playing": SEATS,
    "turn": SEATS,
    "bank": numbers(SEATS, DECK),
    "stack": numbers(SEATS, DECK),
    "locked": SEATS,
    "ringing": SEATS,
    "handicap": numbers(SEATS, LONG),  # in ticks
    "verdict": 2,  # the one being shown: right, wrong
    "verdict_by": SEATS,
    "since_flip": numbers(1, LONG),  # in ticks, like all that follow
    "until_free": numbers(1, LONG),
    "until_self_flip": numbers(1, LONG),
    "until_verdict": numbers(1, LONG),
    "until_shown": numbers(1, LONG),
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
    return min(max(ms, 0) // TICK_MS, LONG)


@rule
def seat_from(seen, seat, step):
    """The seat `step` places clockwise of the observer (a spectator looks from seat 0)."""
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
    """The moments a browser needs, in ms on the match's clock."""

    clock: int
    flips: int
    last_flip: int | None
    may_flip_at: int
    flips_itself_at: int | None
    verdict_at: int | None  # when the pending rings are judged, if there are any
    shown_until: int
    handicap_ms: list[int]


class Result(msgspec.Struct):
    """The verdict being shown."""

    seat: int
    right: bool


# From here on `seen` is a record read by `plain`.


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
    """The moment for which the pending ring of this seat counts."""
    return None if seen.ring_at[seat] == NO_RING else seen.ring_at[seat]
