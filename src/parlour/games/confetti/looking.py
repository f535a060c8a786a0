"""How a Confetti bot finds the next card: its eyes go from card to card until they meet a good one.

This is a serial self-terminating search with 40 to 50 ms for each item (Wolfe, 1998); a card has three items.
"""

import numpy as np

from parlour.kit import below, rule
from parlour.kit.human_timing import fraction, happens, hesitation
from parlour.kit.minds import Level

from .cards import CARDS, KINDS
from .movement import SEARCH_SPREAD, set_out
from .state import NO_CARD, Place, card_limit
from .tactics import (
    HINT_ONE,
    HINT_TWO,
    SIZES,
    begun,
    count_card,
    in_plan,
    in_reach,
    look_at_hand,
    make_plan,
    sets_in_mind,
    sets_of,
    weigh,
    weigh_for,
    worth_of,
)
from .zones import lies_in_zone

REFERENCE = Level.REFERENCE.value
REFERENCE_STOP_MS = 7000  # before the end

WORTH_AN_EXCHANGE = 0.1  # points; swapping a card takes time
TIME_TO_REBUILD = 3  # cards that can still be fetched, for swaps that pay off only later
UNLIMITED = 99  # cards that can still be fetched, for a player who does not watch the sand
RECALLED = 2  # a remembered card is found at the second look
TRIES = 3  # after searching in vain for the colours in mind, other colours are tried

# Strides that visit each of the 84 cards once; a random stride from this list is as good as a random order.
STRIDES = np.array([5, 11, 13, 17, 19, 23, 25, 29, 31, 37, 41, 43, 47, 53, 55, 59, 61, 65, 67, 71, 73, 79])


@rule
def choose_colours(mind, room, again):
    """Choose the colours to look for: those that are begun and can be finished, preferably those already in mind. After
    a search in vain (`again`), others."""
    if mind.breadth >= KINDS or mind.level == REFERENCE:
        mind.colours_in_mind[:] = 1
        return
    for colour in range(KINDS):
        there = begun(mind, colour, sets_of(mind, colour))
        rank = there + fraction(mind)
        if mind.colours_in_mind[colour]:
            rank += -5.0 if again else 2.0 if there > 0 else 0.0
        if SIZES - there > room:
            rank -= 10.0
        mind.rank[colour] = rank
    mind.colours_in_mind[:] = 0
    for _ in range(int(mind.breadth)):
        best = 0
        for colour in range(KINDS):
            if not mind.colours_in_mind[colour] and (mind.colours_in_mind[best] or mind.rank[colour] > mind.rank[best]):
                best = colour
        mind.colours_in_mind[best] = 1


@rule
def look_for_one(seen, seat, mind):
    """Look at cards in random order until one is good enough. Returns the number of cards looked at."""
    for colour in range(KINDS):
        if not mind.colours_in_mind[colour]:
            for size in range(SIZES):
                mind.gain[size, colour] = 0.0
    fixed = mind.level == REFERENCE
    card = 0 if fixed else below(mind, CARDS)
    stride = 1 if fixed else STRIDES[below(mind, len(STRIDES))]
    looked, most = 0, 1e-9
    for _ in range(CARDS):
        card = (card + stride) % CARDS
        if not in_reach(seen, seat, card, mind.steals):
            continue
        looked += 1
        worth = worth_of(seen, mind, card)
        if worth > most:
            most = worth
            mind.goal = card
            mind.worth = worth
        if not fixed and mind.goal >= 0 and (worth >= mind.aspiration or looked >= mind.patience):
            break
    return looked


@rule
def look_for_exchange(seen, seat, mind, to_come):
    """Find the first card that is worth more than one of its own, which will go back for it. For a player who sees all
    colours, begun sets count a little too while there is time. Returns how many cards were looked at."""
    start, stride = below(mind, CARDS), STRIDES[below(mind, len(STRIDES))]
    hints = to_come >= TIME_TO_REBUILD and mind.breadth >= KINDS
    first = CARDS
    for i in range(mind.hand_count):
        own = np.int64(mind.hand[i])
        if not lies_in_zone(seen, seat, own):
            continue
        count_card(seen, mind, own, -1)
        weigh(mind, HINT_ONE if hints else 0.0, HINT_TWO if hints else 0.0)
        enough = worth_of(seen, mind, own) + WORTH_AN_EXCHANGE
        card = start
        for turn in range(first):
            card = (card + stride) % CARDS
            if in_reach(seen, seat, card, mind.steals) and worth_of(seen, mind, card) > enough:
                first = turn
                mind.goal = card
                mind.drop = own
                mind.worth = worth_of(seen, mind, card) - worth_of(seen, mind, own)
                break
        count_card(seen, mind, own, 1)
    looked = 0
    card = start
    for _ in range(min(first + 1, CARDS)):
        card = (card + stride) % CARDS
        if in_reach(seen, seat, card, mind.steals):
            looked += 1
    return looked


@rule
def cards_to_come(seen, mind, now):
    """The number of cards the bot thinks it can still fetch before the sand runs out."""
    left = int(seen.phase_ends) - now
    if mind.level == REFERENCE:
        return UNLIMITED if left > REFERENCE_STOP_MS else 0
    return UNLIMITED if mind.card_ms == 0.0 else int(left / mind.card_ms)


@rule
def look_card_by_card(seen, seat, mind, to_come):
    room = min(card_limit(seen) - int(mind.hand_count), to_come)
    looked, again = 0, 0
    while mind.goal < 0 and room > 0 and again < TRIES:
        choose_colours(mind, room, again > 0)
        weigh_for(mind, room)
        looked += look_for_one(seen, seat, mind)
        again = again + 1 if mind.breadth < KINDS and mind.level != REFERENCE else TRIES
    if mind.goal < 0 and to_come > 0 and mind.rework > 0.0:
        looked += look_for_exchange(seen, seat, mind, to_come)
        while mind.goal >= 0 and mind.look_from < seen.phase_ends and not happens(mind, mind.rework):
            mind.look_from += hesitation(mind, mind.glance_ms, SEARCH_SPREAD)
    return looked


@rule
def is_scarce(seen, mind):
    """True if the middle has fewer than `haste` cards for each free place at the players' edges: while one of them
    surveys the table, the others take what the plan would need."""
    free, middle = 0, 0
    for seat in range(np.int64(seen.seats)):
        if not seen.gone[seat]:
            free += max(0, card_limit(seen) - int(seen.cards[seat]))
    for card in range(CARDS):
        middle += int(seen.place[card] == Place.MIDDLE)
    return middle < mind.haste * free


@rule
def look_by_plan(seen, seat, mind, to_come):
    """Fetch the cards of the plan, the most valuable first; if the hand is full, a card outside the plan goes back."""
    surveyed = mind.plan_count > 0
    make_plan(seen, seat, mind, to_come)
    look_at_hand(seen, seat, mind)
    weigh_for(mind, UNLIMITED)
    most, wanted, in_view = -1.0, 0, 0
    for card in range(CARDS):
        if in_reach(seen, seat, card, mind.steals):
            in_view += 1
            if in_plan(mind, card):
                wanted += 1
                worth = worth_of(seen, mind, card)
                if worth > most:
                    most = worth
                    mind.goal = card
                    mind.worth = worth
    if mind.goal >= 0 and mind.hand_count >= card_limit(seen):
        for i in range(mind.hand_count):
            own = np.int64(mind.hand[i])
            if not in_plan(mind, own) and lies_in_zone(seen, seat, own):
                mind.drop = own
        if mind.drop < 0:
            mind.goal = NO_CARD
    if not surveyed:
        return in_view
    return RECALLED if happens(mind, mind.recall) else (in_view + 1) // (wanted + 1)


@rule
def look_round(seen, seat, mind, now):
    """Choose the next card to fetch, if any is worth it."""
    mind.goal = NO_CARD
    mind.drop = NO_CARD
    look_at_hand(seen, seat, mind)
    limit = card_limit(seen)
    looked, thoughts = 0, 0.0
    mind.look_from = max(int(mind.look_from), now)
    if mind.hand_count < limit or sets_in_mind(mind) < mind.hand_count:
        to_come = cards_to_come(seen, mind, now)
        if mind.thoughts == 0 or is_scarce(seen, mind):
            looked = look_card_by_card(seen, seat, mind, to_come)
        if mind.goal < 0 and mind.thoughts > 0:
            looked += look_by_plan(seen, seat, mind, to_come)
            thoughts = mind.thoughts
    if mind.goal >= 0:
        set_out(seen, mind, looked, thoughts)
        if mind.breadth > 0:
            notice_circles(seen, mind)
        if mind.card_ms > 0.0 and mind.goal_at >= seen.phase_ends:
            mind.goal = NO_CARD
    if mind.goal < 0:
        mind.glance_at = now + hesitation(mind, mind.glance_ms, SEARCH_SPREAD)


@rule
def notice_circles(seen, mind):
    """The bot sees the circles for which it takes the card; the others it may or may not notice."""
    goal = np.int64(mind.goal)
    noticed = 0
    for size in range(SIZES):
        if mind.gain[size, seen.deck[goal, size]] > 0.0 or happens(mind, mind.notice):
            noticed |= 1 << size
    mind.noticed[goal] = noticed
