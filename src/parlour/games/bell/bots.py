"""How people play at a bell: eyes that find a five sooner or later, and a hand that cannot be called back in time.

A reaction is drawn once, when a card is flipped, from an ex-Gaussian: a bell curve and an exponential tail. Its centre
moves with how hard the five is to see: how many cards make it up, whether it came about by covering a card, whether
it is one by type, what else lies near five, and how long nothing has happened. Some fives are not noticed at all, and
some tableaux that are none are taken for one. `SOURCES` says where such times have been measured.

What the hand is about to do stays decided: it lands although a new card is flipped or another hand is quicker, unless
there is time enough to stop it.
"""

import math

import numpy as np

from parlour.kit import NEVER, float64, int8, int32, int64, rule
from parlour.kit.human_timing import ex_gaussian, happens, hesitation, normal
from parlour.kit.minds import Level, Trait
from parlour.kit.record import Kind

from .rules import cards_on_stacks, opponent_takes_all

RING = 1  # the number of the action in both games
FIRST_TYPE = 4  # of the sums that are watched: fruits, or colours, come first, and after them types

SOURCES = (
    (
        "Luce, Response Times, 1986",
        "a simple reaction to something seen takes about 200 to 250 ms, a choice between two 300 to 400",
    ),
    (
        "Thorpe, Fize and Marlot, Speed of processing in the human visual system, Nature 381, 1996",
        "go or no-go on a picture never seen before: medians of about 380 to 450 ms, the quickest from 250 on",
    ),
    (
        "Milosavljevic and others, Fast saccades toward numbers, Journal of Vision 11(4), 2011",
        "the larger of two digits is looked at after 306 ms on average, above chance from 230 ms on",
    ),
    (
        "Trick and Pylyshyn, Why are small and large numbers enumerated differently?, Psychological Review 101, 1994",
        "up to about four things are taken in at 40 to 100 ms each, more are counted at 250 to 350 ms each",
    ),
    (
        "Treisman and Gelade, A feature-integration theory of attention, Cognitive Psychology 12, 1980",
        "a lone colour stands out whatever surrounds it; what takes more than one feature is looked for thing by thing",
    ),
    (
        "Ratcliff, Group reaction time distributions, Psychological Bulletin 86, 1979; Balota and Yap, Moving beyond "
        "the mean, Current Directions in Psychological Science 20, 2011",
        "times of choices have a long right tail, and an ex-Gaussian describes them closely",
    ),
    (
        "Mackworth, The breakdown of vigilance during prolonged visual search, 1948",
        "who waits long for a rare signal misses more of them",
    ),
    (
        "Logan and Cowan, On the ability to inhibit thought and action, Psychological Review 91, 1984",
        "an action that has been started can be stopped if the signal comes some 200 to 250 ms before its end",
    ),
)

SOONEST_MS = 150  # nothing is answered sooner than this after it is seen: eye and hand alone take that long
HARD_MS = 200.0  # a five that takes so much longer to see is missed twice as often
SURE_MS = 30.0  # looking so much longer halves false alarms: haste and error are traded for each other
STOP_SPREAD_MS = 30.0  # the time to stop a hand varies little
HAND_MS = 150  # a hand that is so close to the bell flips no card any more
PACE_SPREAD = 0.2  # most cards are flipped within a fifth of the usual time
WEARY_MS = 30_000.0  # after half a minute without a five attention is half-way down
DECOYS_AT_ONCE = 2  # more near-fives than this confuse no further
REFERENCE_MS = 600

REFERENCE = Level.REFERENCE.value
REFERENCE_RULE = (
    "Rings exactly 600 ms after a five appears if it is still in view, rings at no other time, misses nothing, and "
    "flips as soon as that is allowed."
)

TRAITS = (
    Trait(
        "mu",
        "ms to see a lone five and hit the bell, without the tail: go or no-go has medians of 380 to 450 ms with it; "
        "a beginner still asks whether it counts, a champion sits with the hand ready and only waits for the sign.",
        490,
        450,
        410,
        375,
    ),
    Trait("sigma", "ms by which that varies from one five to the next: practice makes steady.", 65, 55, 45, 38),
    Trait(
        "tau",
        "ms of the tail on average, from looking elsewhere or from doubt: the part that practice shortens most.",
        170,
        130,
        100,
        75,
    ),
    Trait(
        "card_ms",
        "ms for each further card that makes up the five: a beginner adds up anew, most take small numbers in at 40 to "
        "100 ms each, a champion keeps the sums in mind and adds only the new card.",
        110,
        90,
        70,
        50,
    ),
    Trait(
        "cover_ms",
        "ms more when the new card is no part of the five, as when seven falls to five: all eyes are on the new card.",
        150,
        110,
        80,
        50,
    ),
    Trait("decoy_ms", "ms lost to another sum of four or six, which has to be dismissed first.", 40, 30, 20, 12),
    Trait("miss", "how often an easy five is simply not noticed.", 0.09, 0.055, 0.03, 0.015),
    Trait(
        "fooled",
        "how often a sum that has just come to four or six is taken for five: a beginner rings at a crowd of one kind, "
        "a champion has learnt what four looks like.",
        0.03,
        0.018,
        0.01,
        0.006,
    ),
    Trait("stray", "how often the hand twitches at a new card without any reason.", 0.003, 0.0015, 0.0007, 0.0003),
    Trait(
        "form",
        "by what part all its times are longer or shorter for a whole match: people have better and worse days, the "
        "practised differ less from day to day.",
        0.1,
        0.09,
        0.08,
        0.07,
    ),
    Trait(
        "drift_ms", "ms that a long quiet stretch adds at most: the mind wanders, a trained one less.", 120, 90, 70, 45
    ),
    Trait(
        "weigh_ms",
        "ms of care or haste by what is at stake: somebody who weighs it looks once more when a wrong ring would cost "
        "more than the open cards are worth, and dares more when much lies open; a beginner does not think of it.",
        0,
        5,
        15,
        30,
    ),
    Trait(
        "stop_ms",
        "ms it takes to hold back a hand that is on its way: 200 to 250 in grown-ups, more for those who are slow to "
        "see that it has become pointless.",
        270,
        245,
        220,
        200,
    ),
    Trait(
        "pace_ms",
        "ms until the next card is flipped, in the middle: practised tables are brisk.",
        1500,
        1250,
        1050,
        950,
    ),
)

MEMORY: dict[str, Kind] = {
    "looked": int32,  # 1 + the number of flips when it last looked
    "shown": int64,  # the last verdict it knows of, by the end of its showing
    "heard": int64,  # the last ring it has heard, by the moment of its verdict
    "sums": int64,  # what each lane (a fruit, a colour, a type) adds up to, eight bits each
    "ring_at": int64,  # when the hand will be on the bell, or 0
    "ring_for": int64,  # the moment of the flip that this answers to
    "lane": int8,  # what it will be rung for, or -1
    "flip_at": int64,  # when it means to flip, or 0 before it has thought of it
    "quiet_since": int64,
    "today": float64,  # its form in this match, or 0 before the first card
}


def mind_fields(traits: tuple[Trait, ...]) -> dict[str, Kind]:
    return {trait.name: float64 for trait in traits} | MEMORY


# Seeing


@rule
def has_news(seen, mind):
    """Whether cards were flipped or won since the last look."""
    return seen.flips + 1 != mind.looked or seen.shown_until != mind.shown


@rule
def take_in(seen, seat, mind, sums, cards, lanes, type_ms):
    """Cards were flipped or won. `sums` and `cards` have eight bits for each lane, that is fruit, colour or type: what
    its tops add up to, and how many they are."""
    if seen.shown_until != mind.shown:  # a bell was settled: a new start
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
            look(seen, seat, mind, before, cards, lanes, type_ms)


@rule
def look_as_reference(seen, mind):
    if not seen.five:
        mind.ring_at = 0
    elif mind.ring_at == 0:
        mind.ring_for = seen.last_flip
        mind.ring_at = int(seen.last_flip) + REFERENCE_MS


@rule
def look(seen, seat, mind, before, cards, lanes, type_ms):
    """A new card: what the eyes make of the tableau now, and when the hand will answer."""
    flipped, sums = int(seen.last_flip), int(mind.sums)
    if mind.ring_at > 0:
        lane = int(mind.lane)
        if lane >= 0 and sums >> 8 * lane & 255 == 5:
            return  # what the hand is after is still there
        hold_back(mind, flipped)
        if mind.ring_at > 0:
            return  # too late to stop, and nothing else is seen meanwhile
    lane, trap, decoys, fresh, effort = -1, -1, 0, 0, 0.0
    for i in range(lanes):
        total, was = sums >> 8 * i & 255, before >> 8 * i & 255
        if total == 5:
            toil = ((cards >> 8 * i & 255) - 1) * mind.card_ms
            if was >= 5:
                toil += mind.cover_ms
            if i >= FIRST_TYPE:
                toil += type_ms
            if lane < 0 or toil < effort:
                lane, effort = i, toil
        elif total == 4 or total == 6:
            decoys += 1
            if total != was:
                fresh += 1
                trap = i
    care = mind.weigh_ms * risk(seen, seat)
    quiet = float(max(flipped - int(mind.quiet_since), 0))
    weary = quiet / (quiet + WEARY_MS)
    if lane >= 0:
        effort += mind.decoy_ms * min(decoys, DECOYS_AT_ONCE)
        if happens(mind, mind.miss * (1.0 + effort / HARD_MS) * (1.0 + weary)):
            return
        mind.quiet_since = flipped
    else:
        if not happens(mind, (mind.stray + mind.fooled * fresh) * 2.0 ** (-care / SURE_MS)):
            return
        lane = trap
    if mind.today == 0.0:
        mind.today = math.exp(mind.form * normal(mind))
    answer = mind.today * ex_gaussian(mind, mind.mu + effort + care + weary * mind.drift_ms, mind.sigma, mind.tau)
    mind.lane = lane
    mind.ring_for = flipped
    mind.ring_at = flipped + max(np.int64(answer), SOONEST_MS)


@rule
def risk(seen, seat):
    """What a wrong ring costs against what a right one wins: from 1, when all is at stake for little, down to -1."""
    pot, bank, others = cards_on_stacks(seen), int(seen.bank_left[seat]), int(seen.players) - 1
    cost = others
    if opponent_takes_all(seen):
        cost = pot
    elif bank < others:  # it cannot be paid: that is the end, or close to it, and no share in this heap either
        cost = pot + bank
    return (cost - pot) / (cost + pot) if cost + pot > 0 else 0.0


# The hand


@rule
def hold_back(mind, now):
    """Something says stop. A hand that will be down before that has reached it cannot be stopped any more."""
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
    """What comes first, the own ring or the own flip. `may_flip` is what the rules say to a flip, as `when` does."""
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
