"""Parrot: four ways to fill a Box. What the better players reckon with is in `parrot_plan.py`."""

import numpy as np

from parlour.kit import below, float64, record, rule
from parlour.kit.human_timing import hesitation
from parlour.kit.minds import MIND, Bots, Level, Trait

from . import RULES
from .cards import COLUMNS, PARROT, PLACES
from .rules import CHOOSE, DRAW, OPENING, PASS, PLACE, REVEAL, TAKE
from .tactics import (
    DOWN,
    NEVER_WORTH,
    NO_NUMBER,
    PAIR_OF,
    PLAN,
    boxed,
    card_at,
    down_in,
    pairs_in,
    sets,
    thin,
    well_played,
    with_card,
)

SHARP, CHAMPION, REFERENCE = Level.SHARP.value, Level.CHAMPION.value, Level.REFERENCE.value

TRAITS = (
    Trait(
        "guess",
        "What a down card seems to cost, in points. The mean is 5.8; a novice hopes for better and leaves it lying.",
        novice=4.0,
        casual=6.0,
        sharp=5.8,
        champion=5.8,
    ),
    Trait(
        "swap",
        "Points a drawn card must save to be given a place; a novice does not bother about small gains.",
        novice=3.0,
        casual=1.0,
        sharp=0.0,
        champion=0.0,
    ),
    Trait(
        "tempted",
        "Points the top discard must save to be taken; a novice sees only the obvious and would rather draw.",
        novice=7.0,
        casual=4.0,
        sharp=0.0,
        champion=0.0,
    ),
    Trait(
        "bird_wise",
        "1: knows that a Parrot's column will cost nothing; 0: takes a Parrot for a card of no points.",
        novice=0.0,
        casual=1.0,
        sharp=1.0,
        champion=1.0,
    ),
    Trait(
        "set_wise",
        "1: counts what a Quartet takes off; 0: a Pair is a Pair, whatever else lies there.",
        novice=0.0,
        casual=1.0,
        sharp=1.0,
        champion=1.0,
    ),
    Trait(
        "content",
        "With one down card left, the points of the others at which it is turned up; a novice just turns it up, and "
        "from sharp on the Boxes of the others decide.",
        novice=99.0,
        casual=12.0,
        sharp=0.0,
        champion=0.0,
    ),
    Trait(
        "pause_ms",
        "Half of the decisions are quicker than this; practice makes quicker, and a champion looks at all the Boxes.",
        novice=3500.0,
        casual=2600.0,
        sharp=2000.0,
        champion=2400.0,
    ),
)

# The reference player's traits: never a level's, so that it stays what it is when they change.
GUESS, SWAP, TEMPTED, CONTENT, PAUSE_MS = 6.0, 1.0, 4.0, 99.0, 2000.0

SPREAD = 0.5  # of thinking times: one decision in twenty takes more than twice the median

Mind = record(**MIND, **{trait.name: float64 for trait in TRAITS})


@rule
def looks_like(box, guess, bird_wise, set_wise):
    """The points of a Box as it lies there, each down card at a guess."""
    points = sets(pairs_in(box)) if set_wise else 0.0
    for column in range(COLUMNS):
        a, b = card_at(box, column), card_at(box, column + COLUMNS)
        if PAIR_OF[a, b] == NO_NUMBER and not (bird_wise and (a == PARROT or b == PARROT)):
            points += looks(a, guess) + looks(b, guess)
    return points


@rule
def looks(card, guess):
    if card == DOWN:
        return guess
    return 0.0 if card == PARROT else float(card)


@rule
def by_eye(box, card, guess, bird_wise, set_wise):
    """Where a card lowers the points most, at a glance."""
    best, where = NEVER_WORTH, 0
    for place in range(PLACES):
        points = looks_like(with_card(box, place, card), guess, bird_wise, set_wise)
        if points < best:
            best, where = points, place
    return best, where


@rule
def plainly_played(seen, seat, mind, guess, swap, tempted, bird_wise, set_wise, content):
    """What a player does who looks at the own Box alone, and at one card at a time."""
    box = boxed(seen, seat)
    now = looks_like(box, guess, bird_wise, set_wise)
    if seen.phase == CHOOSE:
        top = np.int64(seen.discards[int(seen.discarded) - 1])
        points, _ = by_eye(box, top, guess, bird_wise, set_wise)
        return TAKE if now - points >= tempted else DRAW
    points, where = by_eye(box, np.int64(seen.hand), guess, bird_wise, set_wise)
    if now - points >= swap or not seen.from_pile:
        return PLACE + where
    if down_in(box) == 1 and now - guess > content:
        return PASS
    return REVEAL + any_down(box, mind)


@rule
def any_down(box, mind):
    chosen, down = 0, 0
    for place in range(PLACES):
        if card_at(box, place) == DOWN:
            down += 1
            if below(mind, down) == 0:
                chosen = place
    return chosen


@rule
def think(seen, seat, ask, mind):
    reference = mind.level == REFERENCE
    mind.at = int(seen.clock) + hesitation(mind, PAUSE_MS if reference else float(mind.pause_ms), SPREAD)
    if seen.phase == OPENING:  # nothing is known, so no choice is better than another
        mind.action = ask.moves[below(mind, ask.count)]
    elif mind.level == CHAMPION and seen.phase != CHOOSE:
        thin(seen, seat, ask)
        if ask.count == 1:
            mind.action = ask.moves[0]
        else:
            mind.outside = 1
    elif mind.level == CHAMPION or mind.level == SHARP:  # pile or discard: looking ahead finds nothing better
        mind.action = well_played(seen, seat)
    elif reference:
        mind.action = plainly_played(seen, seat, mind, GUESS, SWAP, TEMPTED, True, True, CONTENT)
    else:
        mind.action = plainly_played(
            seen,
            seat,
            mind,
            float(mind.guess),
            float(mind.swap),
            float(mind.tempted),
            mind.bird_wise > 0,
            mind.set_wise > 0,
            float(mind.content),
        )


BOTS = Bots(
    RULES,
    Mind,
    think,
    TRAITS,
    characters={
        "novice": "Mostly draws, swaps high cards for clearly lower ones, makes a Pair when it is obvious, and turns "
        "up the last card at once.",
        "casual": "Completes Pairs and Quartets, takes a discard that saves something, likes Parrots, and keeps the "
        "last card down until the Box is good.",
        "sharp": "Reckons every placement, float and look over the cards not yet seen, knows what a column is still "
        "likely to become, floats, and ends the round when that hurts the others more.",
        "champion": "Reckons as sharp does, plans Quartets early, tries the close calls out in imagined rounds with "
        "the others at the table, and plays for the match, not for the round.",
    },
    reference="Counts each down card as 6 and a Parrot's column as 0, takes the discard if that lowers the Box by 4 or "
    "more and else draws, puts a card where it lowers the Box most, and turns up a down card if none is lowered.",
    usual_seats=4,
    plan=PLAN,
)
