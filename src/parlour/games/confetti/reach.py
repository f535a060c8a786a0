"""The best hand that a player of Confetti could still form: an exact search, cut short only if it would take too long.

Within reach is what the player could form alone from now on, if nobody else moved:

- The player's own cards are those in the zone (CON-33) and one just taken at which no rival pulls (CON-46).
- Cards that can be added lie in the middle, or loose before another player if they may be taken at the player's next
  take (CON-24, CON-27). Cards that rivals hold or pull at are out of reach, and so is everything that lies aside.
- Takes are 400 ms apart (CON-20) and end with the sand (CON-17). Giving a card back takes no time (CON-29).
- The hand keeps to the limit of the round (CON-42, CON-43, CON-83, CON-86), even if the limit is soft.

A hand of `count` cards with `sets` sets leaves 3 (count - sets) circles unused. The search looks for a hand with a
given number of sets, which says how many circles may stay unused. It picks a circle that is missing for a begun set,
the one that the fewest cards can supply; it tries these cards, and then all hands without any of them. So no hand is
tried twice, and a branch ends as soon as too many circles can no longer be used.
"""

import numpy as np

from parlour.kit import int8, rule

from .cards import CARDS, KINDS
from .state import (
    AUTO_HOLD_MS,
    GRACE_MS,
    MOST_CARDS,
    NO_CARD,
    TAKE_GAP_MS,
    Place,
    Stealing,
)
from .tugs import one_pulls, pulls_at

SIZES = 3
CELLS = SIZES * KINDS  # cell size * KINDS + colour: circles of one size and colour
MOST_BRANCHES = MOST_CARDS + CELLS + 1  # each takes a card, or does without a cell
ANY_CELL = -1

# Looking for one number of sets is given up after this many steps, which happens in about five positions of a
# thousand. A smaller number of sets is then tried, so the hand found is real, but perhaps not the best.
PATIENCE = 3000

AVAILABLE = 0  # in `search_out`; otherwise 1 + the branch that uses the card or does without it

# What the search needs besides the state. Cards are listed with the player's own first.
SCRATCH = {
    "search_card": int8[CARDS],
    "search_own": int8,
    "search_count": int8,
    "search_out": int8[CARDS],
    "search_have": int8[CELLS],  # circles of the hand being tried
    "search_left": int8[CELLS],  # circles on cards that may still be added to it
    "search_cell": int8[MOST_BRANCHES],
    "search_next": int8[MOST_BRANCHES],  # the next card to try, by its place in the list
    "search_taken": int8[MOST_BRANCHES],  # the card being tried, or NO_CARD
    "hand": int8[MOST_CARDS],  # what was found
    "hand_count": int8,
}


@rule
def next_take_at(seen, seat):
    """CON-20. A tug does not delay it: the player may let go at any time (CON-38)."""
    return max(int(seen.clock), int(seen.free_at[seat]))


@rule
def takes_left(seen, seat):
    """The number of cards that can still be taken before the sand runs out."""
    return max(0, (int(seen.phase_ends) - next_take_at(seen, seat) + TAKE_GAP_MS - 1) // TAKE_GAP_MS)


@rule
def can_be_added(seen, seat, card, at):
    """CON-24, CON-27: the card could be taken at this moment."""
    if seen.place[card] == Place.MIDDLE:
        return True
    if seen.place[card] != Place.LOOSE or seen.owner[card] == seat or seen.stealing == Stealing.OFF:
        return False
    if at < int(seen.since[card]) + GRACE_MS:
        return False
    return seen.stealing != Stealing.AUTO_HELD_AFTER_2S or at < int(seen.since[card]) + AUTO_HOLD_MS


@rule
def list_cards(seen, seat, work):
    """List the player's own cards, then those that could be added."""
    count = 0
    for i in range(seen.cards[seat]):
        work.search_card[count] = seen.zone[seat, i]
        count += 1
    for i in range(seen.pulls):
        card = np.int64(seen.pulled[i])
        if pulls_at(seen, seat, card) and one_pulls(seen, card):
            work.search_card[count] = card
            count += 1
    work.search_own = count
    at = next_take_at(seen, seat)
    for card in range(CARDS):
        if can_be_added(seen, seat, card, at):
            work.search_card[count] = card
            count += 1
    work.search_count = count


@rule
def count_circles(seen, circles, card, by):
    for size in range(SIZES):
        circles[size * KINDS + int(seen.deck[card, size])] += by


@rule
def sets_in(circles):
    """CON-52."""
    sets = 0
    for colour in range(KINDS):
        sets += min(int(circles[colour]), int(circles[KINDS + colour]), int(circles[2 * KINDS + colour]))
    return sets


@rule
def has_cell(seen, card, cell):
    return cell == ANY_CELL or int(seen.deck[card, cell // KINDS]) == cell % KINDS


@rule
def weigh_branch(work, room):
    """The cell to fill next, or ANY_CELL, and how many circles of the hand being tried must stay unused if `room` more
    cards are added."""
    unused, missing = 0, 0
    best, fewest = ANY_CELL, CARDS + 1
    have, left = work.search_have, work.search_left
    for colour in range(KINDS):
        most, top = CARDS, 0
        for size in range(SIZES):
            cell = size * KINDS + colour
            most = min(most, int(have[cell]) + int(left[cell]))
            top = max(top, int(have[cell]))
        top = min(top, most)
        for size in range(SIZES):
            cell = size * KINDS + colour
            there = int(have[cell])
            if there > most:
                unused += there - most
            elif there < top:
                missing += top - there
                if left[cell] < fewest:
                    best, fewest = cell, int(left[cell])
    if missing > 3 * room:  # each further unused circle makes at most two others unnecessary
        unused += (missing - 3 * room + 1) // 2
    return best, unused


@rule
def find_hand(seen, work, limit, new, sets):
    """Look for a hand of at most `limit` cards, `new` of them not the player's own, with at least this many sets. 1: it
    is in `search_taken`; 0: there is none; -1: given up."""
    own, count = int(work.search_own), int(work.search_count)
    have, left, out = work.search_have, work.search_left, work.search_out
    for cell in range(CELLS):
        have[cell] = 0
        left[cell] = 0
    for i in range(count):
        out[i] = AVAILABLE
        count_circles(seen, left, np.int64(work.search_card[i]), 1)
    branch, held, added, own_left, steps = 0, 0, 0, own, 0
    entering = True
    while True:
        if entering:
            if sets_in(have) >= sets:
                for i in range(branch, MOST_BRANCHES):
                    work.search_taken[i] = NO_CARD
                return 1
            steps += 1
            if steps > PATIENCE:
                return -1
            room = min(limit - held, own_left + new - added)
            cell, unused = weigh_branch(work, room)
            entering = False
            if room > 0 and 3 * (held + room) - unused >= 3 * sets:
                work.search_cell[branch] = cell
                work.search_next[branch] = 0
                work.search_taken[branch] = NO_CARD
                branch += 1
        if branch == 0:
            return 0
        # go on with the last branch: give back its card, and try the next one
        now = branch - 1
        cell = int(work.search_cell[now])
        if work.search_taken[now] != NO_CARD:
            card = np.int64(work.search_card[work.search_taken[now]])
            count_circles(seen, have, card, -1)
            held -= 1
            added -= int(work.search_taken[now] >= own)
            work.search_taken[now] = NO_CARD
        i = int(work.search_next[now])
        done = i > count
        while i < count:
            card = np.int64(work.search_card[i])
            if out[i] == AVAILABLE and has_cell(seen, card, cell):
                out[i] = branch
                count_circles(seen, left, card, -1)
                own_left -= int(i < own)
                if i < own or added < new:
                    break
            i += 1
        work.search_next[now] = i + 1
        if i < count:
            count_circles(seen, have, np.int64(work.search_card[i]), 1)
            held += 1
            added += int(i >= own)
            work.search_taken[now] = i
            entering = True
        elif not done and cell != ANY_CELL:  # now all hands without another circle of this cell
            entering = True
        else:
            for k in range(count):
                if out[k] == branch:
                    out[k] = AVAILABLE
                    count_circles(seen, left, np.int64(work.search_card[k]), 1)
                    own_left += int(k < own)
            branch -= 1


@rule
def own_sets(seen, work):
    """The number of sets that the player's own cards carry."""
    have = work.search_have
    for cell in range(CELLS):
        have[cell] = 0
    for i in range(work.search_own):
        count_circles(seen, have, np.int64(work.search_card[i]), 1)
    return sets_in(have)


@rule
def cards_needed(seen, work, sets):
    """CON-59: the least number of the player's own cards that carry all their sets."""
    count, own = int(work.search_count), int(work.search_own)
    work.search_count = own
    needed = sets
    while needed < own and find_hand(seen, work, needed, 0, sets) <= 0:
        needed += 1
    work.search_count = count
    return needed


@rule
def most_sets(seen, work, limit, new):
    """The most sets that a hand with at most `new` added cards can have, and 1 if that is certain, 0 if the search was
    cut short. They are also its points, because nobody has to keep a card that serves no set."""
    own, exact = int(work.search_own), 1
    least = own_sets(seen, work) if own <= limit else 0
    sets = min(limit, own + new)
    while sets > least:
        found = find_hand(seen, work, limit, new, sets)
        if found > 0:
            return sets, exact
        if found < 0:
            exact = 0
        sets -= 1
    return least, exact


@rule
def lay_out_hand(seen, work, limit, new, sets):
    """There is a hand with this many sets: put one with as few added cards as possible into `hand`, added cards last.
    Returns the number of added cards."""
    most, own = 0, int(work.search_own)
    while most < new and find_hand(seen, work, limit, most, sets) <= 0:
        most += 1
    if most == new:
        find_hand(seen, work, limit, new, sets)
    count, added = 0, 0
    for theirs in range(2):
        for branch in range(MOST_BRANCHES):
            taken = int(work.search_taken[branch])
            if taken != NO_CARD and int(taken >= own) == theirs and is_needed(seen, work, taken, sets):
                work.hand[count] = work.search_card[taken]
                count += 1
                added += theirs
    work.hand_count = count
    for i in range(count, MOST_CARDS):
        work.hand[i] = NO_CARD
    return added


@rule
def is_needed(seen, work, taken, sets):
    """False if the hand being tried has enough sets without this card, which is then taken out of it."""
    card = np.int64(work.search_card[taken])
    count_circles(seen, work.search_have, card, -1)
    if sets_in(work.search_have) >= sets:
        return False
    count_circles(seen, work.search_have, card, 1)
    return True
