"""The calculations behind Confetti's bots: what a card is worth to a hand, and the best hand within reach.

A mind counts the circles of a hand in `have` and keeps in `gain` what one more circle of each size and colour would
add. A card's three circles have three colours, so the worth of a card is the sum of its circles' gains.
"""

import numpy as np

from parlour.kit import below, float64, int8, int16, rule
from parlour.kit.human_timing import happens

from .cards import CARDS, KINDS
from .state import NO_CARD, Place, Stealing, card_limit
from .tugs import one_pulls, pulls_at

SIZES = 3
ALL_SIZES = 7  # a bit for each size
MOST_MINE = 13  # twelve cards, and one on its way

# The part of a mind that counts and plans.
HEAD = {
    "have": int8[SIZES, KINDS],  # circles of the hand under consideration
    "gain": float64[SIZES, KINDS],  # what one more circle would add
    "noticed": int8[CARDS],  # which circles of its cards it has noticed, a bit for each size
    "colours_in_mind": int8[KINDS],  # the colours it is looking for
    "hand": int16[MOST_MINE],  # its cards, the one on its way included
    "hand_count": int8,
    "pool": int16[CARDS + MOST_MINE],  # its own cards, then those in reach
    "pool_count": int16,
    "chosen": int8[CARDS],  # which cards are in the hand being tried
    "tried": int16[MOST_MINE],  # the same as a list
    "tried_count": int8,
    "plan": int16[MOST_MINE],  # the best hand it found
    "plan_count": int8,
}

# The worth of a set begun with one circle, or with two, in points: about how often it gets finished.
ONE_OF_THREE, TWO_OF_THREE = 0.12, 0.42

# In a plan all cards are available, so a begun set is only a hint where to search.
HINT_ONE, HINT_TWO = 0.04, 0.25
EFFORT = 0.08  # points: fetching a card costs time, and another player may be faster
STEAL_EFFORT = 0.2  # its owner may hold it at any moment
ROUNDS_OF_SWAPS = 10  # a plan is improved until no swap helps, which rarely takes more than four
KEEP_OF_HAND = 0.7  # the share of its own hand with which a second attempt starts


@rule
def count_card(seen, mind, card, sign):
    noticed = int(mind.noticed[card])
    for size in range(SIZES):
        mind.have[size, seen.deck[card, size]] += sign * ((noticed >> size) & 1)


@rule
def look_at_hand(seen, seat, mind):
    """Note its cards, including one just reached unless a rival pulls at it."""
    mind.have[:, :] = 0
    count = 0
    for i in range(seen.cards[seat]):
        mind.hand[count] = seen.zone[seat, i]
        count += 1
    for i in range(seen.pulls):
        card = np.int64(seen.pulled[i])
        if pulls_at(seen, seat, card) and one_pulls(seen, card):
            mind.hand[count] = card
            count += 1
    mind.hand_count = count
    for i in range(count):
        count_card(seen, mind, np.int64(mind.hand[i]), 1)


@rule
def sets_of(mind, colour):
    return min(int(mind.have[0, colour]), int(mind.have[1, colour]), int(mind.have[2, colour]))


@rule
def sets_in_mind(mind):
    sets = 0
    for colour in range(KINDS):
        sets += sets_of(mind, colour)
    return sets


@rule
def begun(mind, colour, sets):
    """How many of the three circles of the next set it has, beyond this many sets."""
    count = 0
    for size in range(SIZES):
        if mind.have[size, colour] > sets:
            count += 1
    return count


@rule
def weigh(mind, one, two):
    """Compute what each circle would add, if a set begun with one or two circles is worth `one` or `two`."""
    for colour in range(KINDS):
        sets = sets_of(mind, colour)
        there = begun(mind, colour, sets)
        for size in range(SIZES):
            if mind.have[size, colour] > sets:
                worth = 0.0
            elif there == 0:
                worth = one
            elif there == 1:
                worth = two - one
            else:
                again = begun(mind, colour, sets + 1)
                worth = 1.0 - two + (one if again == 1 else two if again == 2 else 0.0)
            mind.gain[size, colour] = worth


@rule
def weigh_for(mind, room):
    """The same for a player who can fetch `room` more cards: a set that cannot be finished is worth nothing."""
    weigh(mind, ONE_OF_THREE if room >= 3 else 0.0, TWO_OF_THREE if room >= 2 else 0.0)


@rule
def worth_of(seen, mind, card):
    """What a card adds to the hand under consideration."""
    return mind.gain[0, seen.deck[card, 0]] + mind.gain[1, seen.deck[card, 1]] + mind.gain[2, seen.deck[card, 2]]


@rule
def in_reach(seen, seat, card, steals):
    """True if the card could be fetched: from the middle, or a loose one from another player."""
    if seen.place[card] == Place.MIDDLE:
        return True
    return (
        bool(steals) and seen.place[card] == Place.LOOSE and seen.owner[card] != seat and seen.stealing != Stealing.OFF
    )


# Planning a whole hand instead of the next card


@rule
def effort(seen, mind, card):
    """What it costs to have this card in hand; the bot's own cards are free."""
    for i in range(mind.hand_count):
        if mind.hand[i] == card:
            return 0.0
    return EFFORT if seen.place[card] == Place.MIDDLE else STEAL_EFFORT


@rule
def try_card(seen, mind, card):
    mind.tried[mind.tried_count] = card
    mind.tried_count += 1
    mind.chosen[card] = 1
    count_card(seen, mind, card, 1)


@rule
def set_aside(seen, mind, i):
    """Remove the i-th card from the hand being tried."""
    card = np.int64(mind.tried[i])
    mind.tried_count -= 1
    mind.tried[i] = mind.tried[mind.tried_count]
    mind.chosen[card] = 0
    count_card(seen, mind, card, -1)


@rule
def put_back(seen, mind, card, i):
    """Put a card at place i of the hand being tried; the card there moves to the end."""
    try_card(seen, mind, card)
    last = np.int64(mind.tried_count) - 1
    mind.tried[last] = mind.tried[i]
    mind.tried[i] = card


@rule
def best_addition(seen, mind, with_new):
    """The card that would add most to the hand being tried, or NO_CARD, and what it adds minus its effort."""
    weigh(mind, HINT_ONE, HINT_TWO)
    best, most = NO_CARD, 0.0
    for i in range(np.int64(mind.pool_count) if with_new else np.int64(mind.hand_count)):
        card = np.int64(mind.pool[i])
        if mind.chosen[card]:
            continue
        worth = worth_of(seen, mind, card)
        if i >= mind.hand_count:
            worth -= EFFORT if seen.place[card] == Place.MIDDLE else STEAL_EFFORT
        if worth > most:
            best, most = card, worth
    return best, most


@rule
def new_cards(mind):
    """The number of cards in the hand being tried that are still to be fetched."""
    count = np.int64(mind.tried_count)
    for i in range(mind.hand_count):
        count -= np.int64(mind.chosen[mind.hand[i]])
    return count


@rule
def improve(seen, mind, limit, fetches):
    """Fill the hand, then swap single cards for better ones as long as that helps."""
    improved, turns = True, 0
    while improved and turns < ROUNDS_OF_SWAPS:
        improved = False
        turns += 1
        while mind.tried_count < limit:
            card, _ = best_addition(seen, mind, new_cards(mind) < fetches)
            if card < 0:
                break
            try_card(seen, mind, np.int64(card))
        i = 0
        while i < mind.tried_count:
            card = np.int64(mind.tried[i])
            set_aside(seen, mind, i)
            other, most = best_addition(seen, mind, new_cards(mind) < fetches)
            back = worth_of(seen, mind, card) - effort(seen, mind, card)
            if other >= 0 and other != card and most > back + 1e-9:
                card = np.int64(other)
                improved = True
            put_back(seen, mind, card, i)
            i += 1


@rule
def drop_useless_cards(seen, mind):
    i = np.int64(mind.tried_count) - 1
    sets = sets_in_mind(mind)
    while i >= 0:
        card = np.int64(mind.tried[i])
        set_aside(seen, mind, i)
        if sets_in_mind(mind) < sets:
            put_back(seen, mind, card, i)
        i -= 1


@rule
def make_plan(seen, seat, mind, fetches):
    """Find the best hand with at most `fetches` new cards: starting from its own hand, then a few times from a part of
    it and a random card."""
    limit = card_limit(seen)
    look_at_hand(seen, seat, mind)
    count = np.int64(mind.hand_count)
    for i in range(count):
        mind.pool[i] = mind.hand[i]
    for card in range(CARDS):
        mind.chosen[card] = 0
        if in_reach(seen, seat, card, mind.steals):
            mind.pool[count] = card
            count += 1
    mind.pool_count = count
    best = -1.0
    mind.plan_count = 0
    for thought in range(int(mind.thoughts)):
        for i in range(mind.tried_count):
            mind.chosen[mind.tried[i]] = 0
        mind.tried_count = 0
        mind.have[:, :] = 0
        for i in range(mind.hand_count):
            if mind.tried_count < limit and (thought == 0 or happens(mind, KEEP_OF_HAND)):
                try_card(seen, mind, np.int64(mind.hand[i]))
        if count > 0 and (thought > 0 or mind.hand_count == 0) and mind.tried_count < limit and fetches > 0:
            card = np.int64(mind.pool[below(mind, count)])
            if not mind.chosen[card]:
                try_card(seen, mind, card)
        improve(seen, mind, limit, fetches)
        drop_useless_cards(seen, mind)
        points = float(sets_in_mind(mind))
        for i in range(mind.tried_count):
            points -= effort(seen, mind, np.int64(mind.tried[i]))
        if points > best:
            best = points
            mind.plan_count = mind.tried_count
            for i in range(mind.tried_count):
                mind.plan[i] = mind.tried[i]
    mind.tried_count = 0


@rule
def in_plan(mind, card):
    for i in range(mind.plan_count):
        if mind.plan[i] == card:
            return True
    return False
