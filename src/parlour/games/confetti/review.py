"""The review of a Confetti match: your points against the best hand that was still within reach.

What a seat could see and do at each moment is found by compiled rules (`facts`), with the search of `reach`. What a
player made of it is summed up in plain Python (`summary`), which tools/page_views.py translates for the page.

A decision is a card taken, or a round ended. A card costs what it takes away from the best hand without an exchange,
which adds only as many cards as there are free places in the hand. The end of a round costs the points by which the
result stays below the best hand that was still within reach ten seconds before.
"""

from typing import Any

import msgspec
import numpy as np

from parlour.kit import in_python, int8, plain, record, rule
from parlour.kit.review import Moment, RealTimeReview

from .cards import SEATS
from .reach import SCRATCH, cards_needed, lay_out_hand, list_cards, most_sets, own_sets, takes_left
from .scoring import round_result
from .state import MOST_CARDS, NO_CARD, Act, Phase, Place, Side, card_limit
from .tugs import one_pulls, pulls_at
from .views import ResultView, SetView, card_name, view_result, view_sets

LAST_CALL_MS = 10_000  # before the end: time for an exchange or two
PAUSE_MS = 4000  # to look round, choose a card and fetch it; the bots mostly take 2 to 3 s
CURVE_MS = 1000  # a curve has at most one point for each of these steps
MOST_TOLD = 3  # cards of a round that a terminal names

# What there was to see and to do

Facts = record(
    points=int8,  # if the round ended now
    own=int8,  # cards, including one just taken that no rival pulls at
    best=int8,  # points of the best hand within reach
    best_takes=int8,  # the fewest takes that lead to it
    fitting=int8,  # points of the best hand without an exchange
    exact=int8,  # 1: no better hand exists; 0: the search was cut short
    tug=int8[SEATS],  # cards that this player and a rival pull at, or NO_CARD
    tugs=int8,
    **SCRATCH,  # with `hand`, the best hand within reach, its cards that still have to be taken last
)


@rule
def find_tugs(seen, seat, facts):
    count = 0
    for i in range(SEATS):
        facts.tug[i] = NO_CARD
    for i in range(seen.pulls):
        card = np.int64(seen.pulled[i])
        if pulls_at(seen, seat, card) and not one_pulls(seen, card):
            facts.tug[count] = card
            count += 1
    facts.tugs = count


@rule
def facts(seen, seat, facts):
    find_tugs(seen, seat, facts)
    facts.own = 0
    facts.points = 0
    facts.best = 0
    facts.best_takes = 0
    facts.fitting = 0
    facts.exact = 1
    facts.hand_count = 0
    for i in range(MOST_CARDS):
        facts.hand[i] = NO_CARD
    if seen.phase != Phase.PLAY or seen.gone[seat]:
        return
    list_cards(seen, seat, facts)
    own, limit = int(facts.search_own), card_limit(seen)
    sets = own_sets(seen, facts)
    points = round_result(own, sets, cards_needed(seen, facts, sets), limit, int(seen.extra_card))
    takes = takes_left(seen, seat)
    fitting, fitting_exact = most_sets(seen, facts, limit, max(0, limit - own))
    best, best_exact = most_sets(seen, facts, limit, takes)
    facts.own = own
    facts.points = points
    facts.fitting = fitting
    if best >= points:
        facts.best = best
        facts.best_takes = lay_out_hand(seen, facts, limit, takes, best)
    else:  # cards beyond a soft limit can be worth their penalty (CON-64)
        facts.best = points
        facts.hand_count = own
        for i in range(own):
            facts.hand[i] = facts.search_card[i]
    facts.exact = fitting_exact & best_exact


# What the player made of it


class CurvePoint(msgspec.Struct):
    ms: int  # since the round began
    points: int  # if the round had ended now
    best: int  # of the best hand within reach


class CostlyCard(msgspec.Struct):
    """A card that took something away from the best hand without an exchange."""

    ms: int
    card: str
    before: int
    after: int


class Stretch(msgspec.Struct):
    """Idle time: no card taken or given back and no tug, although a better hand was within reach."""

    start: int  # ms since the round began
    end: int


class TugReview(msgspec.Struct):
    ms: int  # when it ended
    card: str
    won: bool
    removed: bool  # nobody let go


class BestHand(msgspec.Struct):
    ms: int  # the moment at which it was the fewest takes away
    points: int
    cards: list[str]
    to_take: list[str]  # the cards of it that were still to be taken
    sets: list[SetView]


class RoundReview(msgspec.Struct):
    number: int
    limit: int
    ms: int  # how long the player was there
    finished: bool  # False: the player, or everybody, left before the end
    hand: ResultView | None  # the final hand
    missed: int  # points by which it stayed below what was within reach ten seconds before the end
    best: BestHand
    curve: list[CurvePoint]
    takes: int
    costly: list[CostlyCard]
    idle: list[Stretch]
    idle_ms: int
    tugs: int
    tugs_lost: list[TugReview]


class Summary(msgspec.Struct):
    losses: list[int]  # points, of each card taken and of each round's end
    rounds: list[RoundReview]
    black: bool  # the cards show shapes


# Below, numbers of records are made plain Python ones where they become part of the summary.


def summary(moments: list[Moment], seat: int, seats: int) -> Summary:
    losses: list[int] = []
    found: list[RoundReview] = []
    for number in range(1, int(moments[-1].seen.round_now) + 1):
        during = [moment for moment in moments if moment.seen.round_now == number]
        playing = [moment for moment in during if moment.seen.phase == Phase.PLAY and moment.seen.gone[seat] == 0]
        if playing:
            last = during[len(playing)] if len(during) > len(playing) else playing[-1]
            found.append(review_round(playing, last, seat, losses))
    return Summary(losses=losses, rounds=found, black=bool(moments[0].seen.side == Side.BLACK))


def review_round(playing: list[Moment], last: Moment, seat: int, losses: list[int]) -> RoundReview:
    """`last` is the moment at which the round was over for this player."""
    began, ended, seen = playing[0].ms, last.ms, plain(last.seen)
    finished = seen.phase != Phase.PLAY and seen.gone[seat] == 0
    costly: list[CostlyCard] = []
    takes, missed = 0, 0
    for before, now in zip(playing, playing[1:], strict=False):  # noqa: RUF007 (has no translation)
        if is_take(now, seat) and now.facts.own > before.facts.own:
            takes += 1
            sure = now.facts.exact == 1  # otherwise a better hand may only have been overlooked
            fell = max(0, int(before.facts.fitting) - int(now.facts.fitting)) if sure else 0
            losses.append(fell)
            if fell > 0:
                name = card_name(seen, now.action - Act.TAKE)
                costly.append(CostlyCard(now.ms - began, name, int(before.facts.fitting), int(now.facts.fitting)))
    in_time = playing
    if finished:
        in_time = [moment for moment in playing if moment.ms <= ended - LAST_CALL_MS]
        missed = max(0, int(in_time[-1].facts.best) - seen.result[seat])
        losses.append(missed)
    tugs = tugs_of(playing, last, seat)
    idle = idle_stretches(playing, ended, seat)
    return RoundReview(
        number=seen.round_now,
        limit=in_python(card_limit)(seen),
        ms=ended - began,
        finished=finished,
        hand=view_result(seen, seat) if finished else None,
        missed=missed,
        best=best_hand(in_time, began),
        curve=curve_of(playing, ended, seen.result[seat] if finished else None),
        takes=takes,
        costly=costly,
        idle=idle,
        idle_ms=sum([stretch.end - stretch.start for stretch in idle]),
        tugs=len(tugs),
        tugs_lost=[tug for tug in tugs if not tug.won],
    )


def is_take(moment: Moment, seat: int) -> bool:
    return moment.seat == seat and Act.TAKE <= moment.action < Act.HOLD


def is_hold(moment: Moment) -> bool:
    return Act.HOLD <= moment.action <= Act.HOLD_ALL


def best_hand(playing: list[Moment], began: int) -> BestHand:
    """The hand with the most points that was ever within reach, at the moment when it was the fewest takes away."""
    best = playing[0]
    for moment in playing:
        nearer = moment.facts.best == best.facts.best and moment.facts.best_takes <= best.facts.best_takes
        if moment.facts.best > best.facts.best or nearer:
            best = moment
    seen = plain(best.seen)
    found = plain(best.facts)
    cards = found.hand[: found.hand_count]
    return BestHand(
        ms=best.ms - began,
        points=found.best,
        cards=[card_name(seen, card) for card in cards],
        to_take=[card_name(seen, card) for card in cards[len(cards) - found.best_takes :]],
        sets=view_sets(seen, cards),
    )


def curve_of(playing: list[Moment], ended: int, result: int | None) -> list[CurvePoint]:
    """What changed, and at most one point for each second: the last one."""
    began = playing[0].ms
    curve: list[CurvePoint] = []
    for moment in playing:
        point = CurvePoint(moment.ms - began, int(moment.facts.points), int(moment.facts.best))
        if curve and point.points == curve[-1].points and point.best == curve[-1].best:
            continue
        if curve and curve[-1].ms // CURVE_MS == point.ms // CURVE_MS and len(curve) > 1:
            curve.pop()
        curve.append(point)
    if result is not None:
        curve.append(CurvePoint(ended - began, result, result))
    return curve


def idle_stretches(playing: list[Moment], ended: int, seat: int) -> list[Stretch]:
    """Time from four seconds after the player's hand was last busy, while a better hand was within reach."""
    began = playing[0].ms
    busy = began
    found: list[Stretch] = []
    ends = [moment.ms for moment in playing[1:]] + [ended]
    for moment, until in zip(playing, ends, strict=True):
        if moment.seat == seat and not is_hold(moment):
            busy = moment.ms
        if moment.facts.tugs > 0:
            busy = until
        start = max(moment.ms, busy + PAUSE_MS)
        if start >= until or moment.facts.best <= moment.facts.points:
            continue
        if found and found[-1].end == start - began:
            start = began + found.pop().start
        found.append(Stretch(start - began, until - began))
    return found


def tugs_of(playing: list[Moment], last: Moment, seat: int) -> list[TugReview]:
    began = playing[0].ms
    found: list[TugReview] = []
    pulled: list[int] = []
    for moment in [*playing, last]:
        now = [int(card) for card in moment.facts.tug if card != NO_CARD]
        for card in pulled:
            if card not in now:
                place = int(moment.seen.place[card])
                won = place in (Place.LOOSE, Place.HELD) and bool(moment.seen.owner[card] == seat)
                name = card_name(moment.seen, card)
                found.append(TugReview(moment.ms - began, name, won, place == Place.REMOVED))
        pulled = now
    return found


def as_data(moments: list[Moment], seat: int, seats: int) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(summary(moments, seat, seats))
    return data


# The summary in sentences


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def at(ms: int) -> str:
    """A moment of a round: 0:07."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"


def tells_round(found: dict[str, Any]) -> list[str]:
    best, hand = found["best"], found["hand"]
    name, within = f"Round {found['number']}", counted(best["points"], "point", "points")
    if not found["finished"]:
        lines = [f"{name} was left at {at(found['ms'])}; {within} were still within reach."]
    elif hand["points"] >= best["points"]:
        lines = [f"{name}: {counted(hand['points'], 'point', 'points')}, the best that was within reach."]
    else:
        lines = [f"{name}: {counted(hand['points'], 'point', 'points')}; {within} were within reach."]
    if best["cards"] and (hand is None or hand["points"] < best["points"]):
        takes = counted(len(best["to_take"]), "card", "cards")
        lines.append(f"  The best hand was {takes} away at {at(best['ms'])}: {' '.join(best['cards'])}.")
    for cost in sorted(found["costly"], key=lambda each: each["after"] - each["before"])[:MOST_TOLD]:
        fell = f"from {cost['before']} to {counted(cost['after'], 'point', 'points')}"
        lines.append(f"  {cost['card']}, taken at {at(cost['ms'])}: the best hand without an exchange fell {fell}.")
    if hand is not None and hand["spare"]:
        lines.append(f"  Cards in no set: {' '.join(hand['spare'])}.")
    if found["idle_ms"] >= 1000:
        idle = counted(found["idle_ms"] // 1000, "second", "seconds")
        lines.append(f"  Idle for {idle} while a better hand was within reach.")
    if found["tugs"]:
        lost = f"{len(found['tugs_lost'])} of {found['tugs']}"
        lines.append(f"  Tugs of war lost: {lost}.")
    return lines


def tells(found: dict[str, Any]) -> list[str]:
    return [line for each in found["rounds"] for line in tells_round(each)]


REVIEW = RealTimeReview(Facts=Facts, facts=facts, summary=as_data, unit="points", tells=tells)
