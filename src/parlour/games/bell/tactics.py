"""When a hand comes down on the bell: eyes that find a five sooner or later, and a hand that cannot always be stopped.

A reaction time is drawn once, when a card is flipped, from an ex-Gaussian: a normal distribution with an exponential
tail. Its centre depends on how hard the five is to see: how many cards make it up, whether it came about by covering a
card, whether it is a five by type, how many other sums are close to five, and how long nothing has happened. Some fives
are not noticed at all, and some tableaux are mistaken for a five.

Once decided, a ring is carried out even if a new card is flipped or another hand is quicker, unless there is enough
time to stop the hand.
"""

import math

import numpy as np

from parlour.kit import NEVER, rule
from parlour.kit.human_timing import ex_gaussian, happens, hesitation, normal
from parlour.kit.maths import exp, exp2
from parlour.kit.minds import Level

from .rules import cards_on_stacks, opponent_takes_all
from .sums import sum_of

RING = 1  # the number of the action in both games
FIRST_TYPE = 4  # kinds of sums: fruits or colours are 0 to 3, types come after them

SOONEST_MS = 150  # no reaction is quicker than this: eye and hand alone take that long
HARD_MS = 200.0  # a five that takes this much longer to see is missed twice as often
SURE_MS = 30.0  # looking this much longer halves the false alarms
STOP_SPREAD_MS = 30.0  # the time needed to stop a hand varies little
HAND_MS = 150  # a hand that will be on the bell this soon flips no more cards
PACE_SPREAD = 0.2  # most cards are flipped within a fifth of the usual time
WEARY_MS = 30_000.0  # after half a minute without a five, attention has dropped half-way
DECOYS_AT_ONCE = 2  # more sums close to five than this confuse no further
REFERENCE_MS = 600

REFERENCE = Level.REFERENCE.value


# Seeing


@rule
def has_news(seen, mind):
    """True if cards have been flipped or won since the last look."""
    return seen.flips + 1 != mind.looked or seen.shown_until != mind.shown


@rule
def take_in(seen, seat, mind, sums, cards, kinds, type_ms):
    """Cards were flipped or won. `sums` and `cards` hold the sum and the number of the tops of each kind watched."""
    if seen.shown_until != mind.shown:  # a ring was settled: start afresh
        mind.shown = seen.shown_until
        mind.quiet_since = seen.shown_until
        mind.ring_at = 0
    before = int(mind.sums)
    mind.sums = sums
    mind.flip_at = 0
    if seen.flips + 1 != mind.looked:
        mind.looked = seen.flips + 1
        if mind.level == REFERENCE:
            look_as_reference(seen, mind)
        else:
            look(seen, seat, mind, before, cards, kinds, type_ms)


@rule
def look_as_reference(seen, mind):
    if not seen.five:
        mind.ring_at = 0
    elif mind.ring_at == 0:
        mind.ring_for = seen.last_flip
        mind.ring_at = int(seen.last_flip) + REFERENCE_MS


@rule
def look(seen, seat, mind, before, cards, kinds, type_ms):
    """A new card: what the player makes of the tableau, and when the hand will react."""
    flipped, sums = int(seen.last_flip), int(mind.sums)
    if mind.ring_at > 0:
        kind = int(mind.ring_kind)
        if kind >= 0 and sum_of(sums, kind) == 5:
            return  # the five that the hand is after is still there
        hold_back(mind, flipped)
        if mind.ring_at > 0:
            return  # too late to stop, and nothing else is seen meanwhile
    found, trap, decoys, fresh, effort = -1, -1, 0, 0, 0.0
    for kind in range(kinds):
        total, was = sum_of(sums, kind), sum_of(before, kind)
        if total == 5:
            toil = (sum_of(cards, kind) - 1) * mind.card_ms
            if was >= 5:
                toil += mind.cover_ms
            if kind >= FIRST_TYPE:
                toil += type_ms
            if found < 0 or toil < effort:
                found, effort = kind, toil
        elif total == 4 or total == 6:
            decoys += 1
            if total != was:
                fresh += 1
                trap = kind
    care = mind.weigh_ms * risk(seen, seat)
    quiet = float(max(flipped - int(mind.quiet_since), 0))
    weary = quiet / (quiet + WEARY_MS)
    if found >= 0:
        effort += mind.decoy_ms * min(decoys, DECOYS_AT_ONCE)
        if happens(mind, mind.miss * (1.0 + effort / HARD_MS) * (1.0 + weary)):
            return
        mind.quiet_since = flipped
    else:
        if not happens(mind, (mind.stray + mind.fooled * fresh) * exp2(-care / SURE_MS)):
            return
        found = trap
    if mind.today == 0.0:
        mind.today = exp(mind.form * normal(mind))
    answer = mind.today * ex_gaussian(mind, mind.mu + effort + care + weary * mind.drift_ms, mind.sigma, mind.tau)
    mind.ring_kind = found
    mind.ring_for = flipped
    mind.ring_at = flipped + max(np.int64(answer), SOONEST_MS)


@rule
def risk(seen, seat):
    """The cost of a wrong ring against the gain of a right one: from 1 (everything at stake for little) down to -1."""
    pot, bank, others = cards_on_stacks(seen), int(seen.bank_left[seat]), int(seen.players) - 1
    cost = others
    if opponent_takes_all(seen):
        cost = pot
    elif bank < others:  # it cannot be paid: the end, or close to it, and no share in this heap either
        cost = pot + bank
    return (cost - pot) / (cost + pot) if cost + pot > 0 else 0.0


# The hand


@rule
def hold_back(mind, now):
    """Something says stop. A hand that will land before the signal has reached it cannot be stopped any more."""
    if mind.level == REFERENCE:
        return
    if mind.ring_at > now + max(math.floor(mind.stop_ms + STOP_SPREAD_MS * normal(mind)), SOONEST_MS):
        mind.ring_at = 0


@rule
def can_ring(ask):
    for i in range(ask.count):
        if ask.moves[i] == RING:
            return True
    return False


@rule
def decide(seen, ask, mind, may_flip, flip):
    """Which comes first, the player's ring or flip. `may_flip` is the result of the game's `when_flip`."""
    now = int(seen.clock)
    if mind.ring_at > 0:
        if not can_ring(ask):
            mind.ring_at = 0
        elif seen.verdict_at != NEVER and seen.verdict_at != mind.heard:  # another hand was quicker
            mind.heard = seen.verdict_at
            hold_back(mind, now)
    flip_at = NEVER
    if may_flip >= 0:
        if mind.flip_at == 0:
            mind.flip_at = max(now, int(seen.shown_until)) + hesitation(mind, mind.pace_ms, PACE_SPREAD)
        flip_at = max(int(mind.flip_at), may_flip)
    if mind.ring_at > 0 and mind.ring_at - HAND_MS <= flip_at:
        mind.action = RING
        mind.at = max(int(mind.ring_at), now)
    elif flip_at != NEVER:
        mind.action = flip
        mind.at = max(flip_at, now)
