"""The review of a match at the bell: every five that appeared, how quickly you rang, and why you rang falsely.

Each five is one decision. Its loss is the time from the moment it could be seen to your hand on the bell, beyond
`SOONEST_MS`, which no hand beats; false rings on the way to it are added. A false ring costs cards, so its price is the
same share of a lost five (`LOST_MS`) as the cards it costs are of the cards that an average five of the match was
worth. A five that somebody else took, or that was covered, says only that you would have been slower than that:
it counts as the mean of all slower times of a casual player. So the loss hardly depends on how quick the others are.

Everything here is known to everybody at the table. `summarise` is translated for the page (tools/page_views.py).
"""

from collections.abc import Callable
from typing import Any

import msgspec

from parlour.kit import int8, int16, int32, plain, record, rule
from parlour.kit.review import Moment, RealTimeReview

from .review_words import Names, tells
from .rules import GATHER_MS, SEATS, Verdict, cards_on_stacks, is_showing, opponent_takes_all
from .sums import sum_of
from .tactics import FIRST_TYPE, RING, SOONEST_MS

UNIT = "ms per five"
LOST_MS = 2000  # a five that you leave longer than this is lost
LATE_MS = 1000  # a false ring this soon after a five was covered was meant for it
QUICKEST_MS = 100  # a device that claims a quicker reaction is not believed
NOTE_MS = 300  # a note that differs by more from the clock of the match is about another card
FEW = 3  # fewer fives of a sort say nothing
SLOWER_MS = 200  # a sort of five that costs you this much more than the others is worth practising
MANY_CARDS = 3
LEFT_MS = 1500  # a five that lay there this long without your ring was not seen
LEFT_SHARE = 0.15

KINDS = 8  # four fruits, or four colours and four types
TYPES = KINDS - FIRST_TYPE
NO_KIND = -1

Facts = record(
    may_ring=int8,
    five=int8,  # 1: there is a five that can be rung
    sums=int8[KINDS],
    cards=int8[KINDS],  # of how many cards each sum is made
    mixed=int8[FIRST_TYPE * TYPES],  # 1: the cards with this colour or this type (but not all with both) make five
    right=int8[SEATS],  # of a pending ring: 1 if there was a five
    showing=int8,
    verdict=int8,
    verdict_by=int8,
    flips=int32,
    pot=int16,  # cards to win
    cost=int16,  # cards that a false ring costs
)


# What there is to see


@rule
def note_table(seen, seat, sums, cards, facts):
    """What both games have in common; `sums` and `cards` are kept as in the module `sums`."""
    for kind in range(KINDS):
        facts.sums[kind] = sum_of(sums, kind)
        facts.cards[kind] = sum_of(cards, kind)
    for other in range(SEATS):
        facts.right[other] = seen.ring_right[other]
    facts.five = seen.five
    facts.showing = is_showing(seen)
    facts.verdict = seen.verdict
    facts.verdict_by = seen.verdict_by
    facts.flips = seen.flips
    facts.pot = cards_on_stacks(seen)
    facts.cost = facts.pot if opponent_takes_all(seen) else seen.players - 1


# The summary


class Five(msgspec.Struct):
    """A five that you could have rung."""

    at: int  # ms on the clock of the match
    kind: str  # what there are five of
    cards: int  # of how many cards it is made
    covering: bool  # it came about because a card was covered, so the new card is not part of it
    by_type: bool  # Piccolo Twist: by type, not by colour
    decoys: int  # other sums of four or six
    hard: str  # what makes it hard to see: "covering", "type", "decoy", "many", or "plain" if nothing does
    pot: int  # cards to win
    lay: float | None = None  # ms until it was taken or covered; None: the match ended before
    time: float | None = None  # your time, or None if you did not ring
    winner: int | None = None  # the seat that took it
    winner_time: float | None = None
    network: float = 0  # how much of the gap between the two times was the connection
    outcome: str = "missed"  # "won", "late" (you rang too), "beaten" (you did not), "missed" (nobody took it)


class FalseRing(msgspec.Struct):
    at: int
    cause: str  # "covered", "four", "six", "mixed" (a colour and a type), "none"
    kind: str | None  # what there were four or six of, or the five that was covered
    late: int | None  # ms since the five was covered
    cost: int  # cards


class Times(msgspec.Struct):
    """The times in which a level rings: of ten fives it needs longer than `low` for nine, than `high` for one."""

    level: str
    low: int
    quarter: int
    median: int
    three_quarters: int
    high: int


class Advice(msgspec.Struct):
    """What to practise. `count` of `of` is what it rests on, `ms` how much slower you were."""

    what: str
    count: int
    of: int
    ms: float


class Summary(msgspec.Struct):
    fives: list[Five]
    false_rings: list[FalseRing]
    reactions: list[float]  # your times, in order
    usual: float | None  # the median, counting fives that others took as slower
    levels: list[Times]
    practise: list[Advice]
    losses: list[float]


class Hand(msgspec.Struct):
    """A right ring that has not been judged yet."""

    seat: int
    five: int  # its number among all fives
    time: float
    delay: float  # ms of it that the connection added


class Course(msgspec.Struct):
    """How far the match has been followed."""

    fives: list[Five]
    mine: list[int]  # numbers of the fives that the reviewed seat could ring
    flipped: list[int]  # when cards were flipped since the latest five appeared
    hands: list[Hand]
    false_rings: list[FalseRing]
    before: list[int]  # for each false ring, how many of `mine` came before it
    sums: list[int]
    rose: list[int]  # kinds that the latest card added to
    changed: list[int]  # kinds whose sums the latest card changed
    kinds: list[int]  # kinds of which there are five now
    flips: int = 0
    covered_at: int = -LATE_MS - 1


def followed(moments: Any, seat: int, names: Any) -> Course:
    course = Course([], [], [], [], [], [], [0] * KINDS, [], [], [])
    for moment in moments:
        facts = plain(moment.facts)
        if facts.flips != course.flips:
            note_flip(course, moment.ms, facts, names)
        if moment.action == RING and moment.seat >= 0:
            note_ring(course, moment, facts, seat, names)
        if facts.showing and course.hands:
            note_verdict(course, facts, seat)
        if course.kinds and not facts.five:
            end_five(course, moment.ms)
        course.sums = facts.sums.copy()
    return course


def note_flip(course: Course, ms: int, facts: Any, names: Any) -> None:
    """A new card. A five that it leaves standing is still the same five."""
    course.flips = facts.flips
    was = course.sums
    course.rose = [kind for kind in range(KINDS) if facts.sums[kind] > was[kind]]
    course.changed = [kind for kind in range(KINDS) if facts.sums[kind] != was[kind]]
    found = [kind for kind in range(KINDS) if facts.sums[kind] == 5] if facts.five else []
    standing = [kind for kind in found if kind in course.kinds]
    if course.kinds and not standing:
        end_five(course, ms)
    if found and not standing:
        kind = easiest(found, facts, was)
        decoys = len([other for other in range(KINDS) if facts.sums[other] in (4, 6)])
        course.flipped = []
        if facts.may_ring:
            course.mine.append(len(course.fives))
        course.fives.append(
            Five(
                at=ms,
                kind=names[kind],
                cards=facts.cards[kind],
                covering=was[kind] > 5,
                by_type=kind >= FIRST_TYPE,
                decoys=decoys,
                hard=what_is_hard(kind, facts.cards[kind], was[kind] > 5, decoys),
                pot=facts.pot,
            )
        )
    course.kinds = found
    course.flipped.append(ms)


def easiest(found: list[int], facts: Any, was: list[int]) -> int:
    """Of several fives at once the one that is seen first: made by the new card, of few cards, by colour."""
    return sorted(found, key=lambda kind: (was[kind] > 5, facts.cards[kind], kind))[0]


def what_is_hard(kind: int, cards: int, covering: bool, decoys: int) -> str:
    if covering:
        return "covering"
    if kind >= FIRST_TYPE:
        return "type"
    if decoys:
        return "decoy"
    return "many" if cards >= MANY_CARDS else "plain"


def end_five(course: Course, ms: int) -> None:
    """It has been covered or taken."""
    five = course.fives[len(course.fives) - 1]
    if five.lay is None:
        five.lay = ms - five.at
        course.covered_at = ms
    course.kinds = []


def note_ring(course: Course, moment: Any, facts: Any, seat: int, names: Any) -> None:
    if facts.right[moment.seat] and course.fives:
        number = len(course.fives) - 1
        time = time_of(course, moment, course.fives[number].at)
        course.hands.append(Hand(moment.seat, number, time, delay_of(moment.note)))
        if moment.seat == seat and number in course.mine:
            course.fives[number].time = time
    elif moment.seat == seat:
        course.false_rings.append(false_ring(course, moment.ms, facts, names))
        course.before.append(len(course.mine))


def time_of(course: Course, moment: Any, since: int) -> float:
    """The reaction that was measured, from the card it answers; without one, the clock of the match tells."""
    by_clock: float = moment.ms - since
    reaction = None if moment.note is None else moment.note.get("reaction")
    if reaction is None:
        return by_clock
    best: float = NOTE_MS
    found = by_clock
    for flipped in course.flipped:
        measured: float = flipped - since + reaction
        if abs(measured - by_clock) < best:
            best, found = abs(measured - by_clock), measured
    return found


def delay_of(note: Any) -> float:
    """How much later a ring counted than the player's own device measured it."""
    reaction = None if note is None else note.get("reaction")
    claimed = None if note is None else note.get("claimed")
    if reaction is None or claimed is None or claimed < QUICKEST_MS:
        return 0.0
    delay: float = reaction - claimed
    return max(delay, 0.0)


def note_verdict(course: Course, facts: Any, seat: int) -> None:
    """The winner is known, and how much of the gap to your ring was the connection."""
    hands = course.hands
    course.hands = []
    if facts.verdict != Verdict.RIGHT:
        return
    first = [hand for hand in hands if hand.seat == facts.verdict_by]
    if not first:
        return
    won = first[0]
    five = course.fives[won.five]
    five.winner = won.seat
    five.winner_time = won.time
    if five.lay is None or five.lay > won.time:
        five.lay = won.time
    course.kinds = []
    for hand in hands:
        if hand.seat == seat and seat != won.seat and hand.five == won.five:
            five.network = max(0.0, min(hand.time - won.time, hand.delay - won.delay))


def false_ring(course: Course, ms: int, facts: Any, names: Any) -> FalseRing:
    """Why there seemed to be a five. The latest card is what everybody looks at, so its sums are looked at first."""
    late = ms - course.covered_at
    if late <= LATE_MS and course.fives:
        return FalseRing(ms, "covered", course.fives[len(course.fives) - 1].kind, late, facts.cost)
    every = range(KINDS)
    near = [kind for kind in course.changed if facts.sums[kind] in (4, 6)]
    if not near and is_mixed(course, facts):
        return FalseRing(ms, "mixed", None, None, facts.cost)
    if not near:
        near = [kind for kind in every if facts.sums[kind] in (4, 6)]
    if not near:
        return FalseRing(ms, "none", None, None, facts.cost)
    added = [kind for kind in near if kind in course.rose]
    kind = added[0] if added else near[0]
    return FalseRing(ms, "four" if facts.sums[kind] == 4 else "six", names[kind], None, facts.cost)


def is_mixed(course: Course, facts: Any) -> bool:
    """True if the latest card is one of five that share its colour or a type, or its type or a colour."""
    for colour in range(FIRST_TYPE):
        for kind in range(TYPES):
            if facts.mixed[colour * TYPES + kind] and (colour in course.rose or FIRST_TYPE + kind in course.rose):
                return True
    return False


def outcome_of(five: Five, seat: int) -> str:
    if five.winner == seat:
        return "won"
    if five.winner is None:
        return "missed" if five.time is None else "late"
    return "beaten" if five.time is None else "late"


def summarise(moments: Any, seat: int, names: Any, levels: Any, reference: Any) -> Summary:
    """`names` are the kinds, `levels` the times of the four levels, `reference` a hundred times of a casual player."""
    course = followed(moments, seat, names)
    end = moments[len(moments) - 1].ms
    fives = [course.fives[number] for number in course.mine]
    for five in fives:
        five.outcome = outcome_of(five, seat)
    costs = [cost_of(five, end, reference) for five in fives]
    return Summary(
        fives=fives,
        false_rings=course.false_rings,
        reactions=[five.time for five in fives if five.time is not None and five.time >= SOONEST_MS],
        usual=usual_time(fives, end),
        levels=[Times(*each) for each in levels],
        practise=what_to_practise(fives, course.false_rings, costs, usual_time(fives, end), levels, end),
        losses=losses_of(course, fives, costs),
    )


# Losses


def unseen_for(five: Five, end: int) -> float:
    """For a five that you did not ring: how long you had for it."""
    if five.winner_time is not None:
        return five.winner_time + GATHER_MS  # a ring this close to the winner's is still noted
    return end - five.at if five.lay is None else five.lay


def cost_of(five: Five, end: int, reference: Any) -> float:
    """ms lost on a five."""
    if five.time is not None:
        return max(0, min(five.time, LOST_MS) - SOONEST_MS)
    had = unseen_for(five, end)
    total, count = 0, 0
    for time in reference:
        if time > had:
            total += min(time, LOST_MS)
            count += 1
    return (total / count if count else LOST_MS) - SOONEST_MS


def losses_of(course: Course, fives: list[Five], costs: list[float]) -> list[float]:
    """One for each five, with the false rings on the way to it; those after the last five are added to the last."""
    losses: list[float] = list(costs)
    pots = [five.pot for five in fives]
    worth = sum(pots) / len(pots) if pots else 1
    for number in range(len(course.false_rings)):
        price = min(LOST_MS * course.false_rings[number].cost / worth, LOST_MS)
        if not losses:
            losses.append(0.0)
        at = min(course.before[number], len(losses) - 1)
        losses[at] = losses[at] + price
    return losses


# What to practise


def usual_time(fives: list[Five], end: int) -> float | None:
    """The median time to ring. A five that somebody else took first counts as slower than that (Kaplan-Meier)."""
    rows = sorted(
        [(unseen_for(five, end) if five.time is None else five.time, five.time is None) for five in fives],
        key=lambda row: (row[0], row[1]),
    )
    if len([row for row in rows if not row[1]]) < FEW:
        return None
    left, share = len(rows), 1.0
    for time, unseen in rows:
        if not unseen:
            share = share * (left - 1) / left
            if share <= 0.5:
                return time
        left -= 1
    return None


def what_to_practise(fives: Any, wrong: Any, costs: Any, usual: float | None, levels: Any, end: int) -> list[Advice]:
    """At most two pieces of advice, by these rules, in this order:

    1. two or more false rings, at least half of them for one cause: that cause;
    2. a sort of five (by covering, by type, of three cards or more) that costs you at least 200 ms more than others do,
       with three or more of each: the sort with the largest difference;
    3. two fives or more, and at least 15 % of all, that lay there for 1.5 s without your ring: keep watching;
    4. a usual time slower than that of a casual player: speed;
    5. more than half of three fives or more left to somebody else: look for them sooner;
    6. nothing of all that: a harder drill."""
    found: list[Advice] = []
    causes = [ring.cause for ring in wrong]
    for cause in ("four", "six", "covered", "mixed", "none"):
        if not found and len(causes) >= 2 and causes.count(cause) * 2 >= len(causes):
            found.append(Advice(cause, causes.count(cause), len(causes), 0))
    hard = hard_sort(fives, costs)
    if hard is not None:
        found.append(hard)
    left = len([five for five in fives if five.time is None and unseen_for(five, end) >= LEFT_MS])
    if left >= 2 and left >= LEFT_SHARE * len(fives):
        found.append(Advice("watch", left, len(fives), 0))
    slower = 0.0 if usual is None else usual - levels[1][3]
    if slower > 0:
        found.append(Advice("speed", len([five for five in fives if five.time is not None]), len(fives), slower))
    beaten = len([five for five in fives if five.time is None and five.winner is not None])
    if len(fives) >= FEW and beaten * 2 > len(fives):
        found.append(Advice("quicker", beaten, len(fives), 0))
    if not found:
        found.append(Advice("harder", len(fives), len(fives), 0))
    return found[:2]


def hard_sort(fives: Any, costs: Any) -> Advice | None:
    best: Advice | None = None
    for what in ("covering", "type", "many"):
        such = [cost for five, cost in zip(fives, costs, strict=True) if is_of_sort(five, what)]
        others = [cost for five, cost in zip(fives, costs, strict=True) if not is_of_sort(five, what)]
        if len(such) < FEW or len(others) < FEW:
            continue
        slower = mean(such) - mean(others)
        if slower >= SLOWER_MS and (best is None or slower > best.ms):
            best = Advice(what, len(such), len(fives), slower)
    return best


def mean(numbers: Any) -> float:
    total = 0.0
    for number in numbers:
        total += number
    return total / len(numbers)


def is_of_sort(five: Five, what: str) -> bool:
    if what == "covering":
        return five.covering
    return five.by_type if what == "type" else five.cards >= MANY_CARDS


def bell_review(facts: Callable[..., Any], summary: Callable[..., Summary], names: Names) -> RealTimeReview:
    """The review of a bell game."""

    def as_data(moments: list[Moment], seat: int, seats: int) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(summary(moments, seat, seats))
        return data

    def told(data: dict[str, Any]) -> list[str]:
        return tells(data, names)

    return RealTimeReview(Facts, facts, as_data, UNIT, told)
