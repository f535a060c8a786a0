"""Confetti: the state of a match and all that can happen to it, in the order of the rulebook.

Everybody acts at the same time; time is an argument, and a moment is judged by what was true then. What happens at a
moment by itself (a window closes, the sand has run) comes before what is done at that moment.

Numba keeps a small type through int(): where a card or a seat is handed on it is made an int64, so that a rule is
compiled once and not once for each kind of number it is called with.
"""

from enum import IntEnum

import numpy as np

from parlour.kit import NEVER, TABLE, below, int8, int16, int32, int64, record, rule, shuffle

from .cards import CARDS, JITTER, KINDS, POSSIBLE, SEATS

SOFT_EXTRA = 3  # cards beyond the limit that the soft limit allows (CON-44)
MOST = 9 + SOFT_EXTRA  # cards a player can have
NOBODY = -1
UNKNOWN = -1  # in `seen`: what is hidden from the seat

State = record(
    **TABLE,
    # options
    stealing=int8,
    conflict=int8,
    round2_pool=int8,
    limit=int8,
    extra_card=int8,
    side=int8,
    layout=int8,
    round_seconds=int8,
    solo_pool=int8,
    drawn=int8,  # whether the deck is random-84
    deck=int8[CARDS, 3],  # small, medium and big colour of each card, on the side in play
    # the round
    round_now=int8,  # from 1
    phase=int8,
    phase_ends=int64,
    # cards
    place=int8[CARDS],  # CON-23
    owner=int8[CARDS],  # of a loose, held or point card; of a card in a tug, whose loose card it was
    fresh_in=int8[CARDS],  # the round in which the card first comes into the middle
    since=int32[CARDS],  # when it was taken: for a card in a tug, by the first taker
    pulling=int8[CARDS],  # who pulls at it, a bit per seat
    cell=int8[CARDS],  # where it lies in the middle this round, or NOBODY
    across=int8[CARDS],  # so far off its cell's centre
    down=int8[CARDS],
    angle=int8[CARDS],  # in 256ths of a turn
    # cards in a tug, windows of CON-37 included: never more than one per seat that took
    pulls=int8,
    pulled=int8[SEATS],
    pull_ends=int32[SEATS],
    # players
    zone=int8[SEATS, MOST],  # loose and held cards, ascending
    cards=int8[SEATS],  # how many those are
    free_at=int32[SEATS],  # when the right hand may take again
    points=int8[SEATS],  # point cards
    owed=int8[SEATS],  # point cards still to be chosen; below zero: to be given up
    gone=int8[SEATS],
    # the last hand that was scored
    shown=int8[SEATS, MOST],
    collected=int8[SEATS],
    sets=int8[SEATS],
    used=int16[SEATS],  # which of the shown cards are needed for the sets, a bit each
    result=int8[SEATS],
)

PLAY, CHOOSE, BREAK, OVER = range(4)
ASIDE, MIDDLE, TUG, LOOSE, HELD, POINT, REMOVED = range(7)

UNTIL_HELD, AUTO_HELD, OFF = range(3)  # stealing
BY_TUG, FIRST_COME = range(2)  # conflict
SECOND_HALF, CUMULATIVE = range(2)  # round2_pool
HARD, SOFT = range(2)  # limit
ONCE, TWICE = range(2)  # extra_card
SCATTER, GRID = range(2)  # layout
MAIN_PATTERN, FIFTHS, ALL = range(3)  # solo_pool

ROUND_MS = np.array([60_000, 45_000, 90_000])  # CON-16
TAKE_GAP_MS = 400  # CON-20
GRACE_MS = 1000  # CON-27
AUTO_HOLD_MS = 2000  # CON-24
WINDOW_MS = 250  # CON-37
TUG_MS = 2000  # CON-38
CHOICE_MS = 20_000  # CON-71
BREAK_MS = 3000  # between two rounds, to look at the results
SPREAD = 2 * JITTER + 1  # places across or down that a card can fall on in its cell


class Act(IntEnum):
    """What a player can do. Those with a card are the number here plus the card's."""

    TAKE = 0
    HOLD = 84
    HOLD_ALL = 168
    DISCARD = 169
    LET_GO = 253
    KEEP = 337
    GIVE_UP = 421
    LEAVE = 505


ACTIONS = 506


# 1, 10, 11, 12. Number of players, rounds


@rule
def rounds(state):
    """CON-80, CON-83, CON-86."""
    if state.seats == 1:
        return 5
    return 3 if state.seats <= 4 else 2


@rule
def is_last_round(state):
    return int(state.round_now) == rounds(state)


# 2. Set-up


@rule
def deal(state):
    if state.drawn:
        for card in range(CARDS):
            for size in range(3):
                state.deck[card, size] = UNKNOWN
        draw_unknown_cards(state)
    shuffle_deck(state)
    for card in range(CARDS):
        state.place[card] = ASIDE
        state.pulling[card] = 0
    for seat in range(SEATS):
        state.points[seat] = 0
        state.gone[seat] = 0
        state.pulled[seat] = NOBODY
        state.pull_ends[seat] = 0
    state.pulls = 0
    state.round_now = 0
    start_round(state)


@rule
def draw_unknown_cards(state):
    """CON-06, random-84: every card not yet known becomes one of the possible cards that no other is."""
    low, high = 0, 0  # which of the 120 are in the deck, 60 bits each
    for card in range(CARDS):
        if state.deck[card, 0] != UNKNOWN:
            number = possible_number(int(state.deck[card, 0]), int(state.deck[card, 1]), int(state.deck[card, 2]))
            if number < 60:
                low |= 1 << number
            else:
                high |= 1 << (number - 60)
    for card in range(CARDS):
        while state.deck[card, 0] == UNKNOWN:
            number = int(below(state, 120))
            bit = 1 << (number % 60)
            if (low if number < 60 else high) & bit:
                continue
            if number < 60:
                low |= bit
            else:
                high |= bit
            for size in range(3):
                state.deck[card, size] = POSSIBLE[number, size]


@rule
def possible_number(small, medium, big):
    """Where a card stands in POSSIBLE: 20 cards for each small colour, 4 for each medium colour left."""
    return 20 * small + 4 * (medium - (medium > small)) + big - (big > small) - (big > medium)


@rule
def shuffle_deck(state):
    """CON-08, CON-10: exact halves of a shuffled deck. One player may choose fifths or the whole deck (CON-87)."""
    part = 42
    if state.seats == 1 and state.solo_pool == FIFTHS:
        part = 17
    if state.seats == 1 and state.solo_pool == ALL:
        part = CARDS
    shuffle_cells(state)
    for card in range(CARDS):
        state.fresh_in[card] = 1 + int(state.cell[card]) // part


@rule
def shuffle_cells(state):
    cell = state.cell
    for card in range(CARDS):
        cell[card] = card
    shuffle(state, cell, CARDS)


@rule
def lay_out(state):
    """CON-12: every card in the middle gets a cell of its own, and lies in it as it fell or straight."""
    shuffle_cells(state)
    for card in range(CARDS):
        across, down, angle = 0, 0, 0
        if state.place[card] != MIDDLE:
            state.cell[card] = NOBODY
        elif state.layout == SCATTER:
            fall = below(state, SPREAD * SPREAD * 256)
            across = fall % SPREAD - JITTER
            down = fall // SPREAD % SPREAD - JITTER
            angle = fall // SPREAD // SPREAD - 128
        state.across[card] = across
        state.down[card] = down
        state.angle[card] = angle


# 3. A round in real time


@rule
def start_round(state):
    """CON-15: the sand starts to run and all hands are free."""
    state.round_now += 1
    state.phase = PLAY
    state.phase_ends = int(state.clock) + ROUND_MS[state.round_seconds]
    gathers = gathers_what_is_left(state)
    for card in range(CARDS):
        if state.place[card] != POINT and state.place[card] != REMOVED:
            fresh_in = state.fresh_in[card]
            comes = fresh_in == state.round_now or (gathers and fresh_in < state.round_now)
            state.place[card] = MIDDLE if comes else ASIDE
            state.owner[card] = NOBODY
            state.since[card] = 0
    lay_out(state)
    for seat in range(SEATS):
        clear_zone(state, seat)
        state.free_at[seat] = state.clock
        state.owed[seat] = 0
        state.collected[seat] = 0
        state.sets[seat] = 0
        state.used[seat] = 0
        state.result[seat] = 0
        for i in range(MOST):
            state.shown[seat, i] = NOBODY


@rule
def gathers_what_is_left(state):
    """CON-79, CON-80, CON-83, CON-87: round 2 of the main game does not, unless the table chose so."""
    if state.seats == 1 and state.solo_pool == FIFTHS:
        return False
    if state.seats == 1 and state.solo_pool == ALL:
        return True
    return state.seats > 4 or state.round_now != 2 or state.round2_pool == CUMULATIVE


# 4. Card states and moves


@rule
def when_take(state, seat, card):
    """CON-24: what a take needs."""
    place = state.place[card]
    if place == ASIDE:
        return -24
    if place == POINT:
        return -72
    if place == REMOVED:
        return -35
    if lies_in_zone(state, seat, card):
        return -24
    if place == HELD:
        return -18
    if in_tug(state, seat):
        return -39
    at = max(int(state.clock), int(state.free_at[seat]))  # CON-20
    if place == TUG:
        if pulls_at(state, seat, card):  # alone, so as good as in the zone
            return -24
        if at >= window_closes(state, card):
            return -37
    if not has_room(state, seat):
        return -limit_rule(state)
    if place == LOOSE:
        at = max(at, int(state.since[card]) + GRACE_MS)  # CON-27
        if state.stealing == AUTO_HELD and at >= int(state.since[card]) + AUTO_HOLD_MS:
            return -18
    if at >= state.phase_ends:
        return -17
    return at


@rule
def take(state, seat, card, ms):
    """CON-24: a card from the middle, or one that its owner left loose. CON-37: a race for it opens a tug."""
    state.free_at[seat] = ms + TAKE_GAP_MS
    if state.place[card] == TUG:
        join_tug(state, seat, card, ms)
        return
    if state.place[card] == LOOSE:
        leave_zone(state, np.int64(state.owner[card]), card)
    state.since[card] = ms
    if state.conflict == BY_TUG and state.seats > 1:  # CON-88
        open_window(state, seat, card, ms)
    else:
        arrive(state, seat, card)


@rule
def lies_in_zone(state, seat, card):
    """CON-32, CON-33: loose or held, it is the owner's."""
    return state.owner[card] == seat and (state.place[card] == LOOSE or state.place[card] == HELD)


@rule
def arrive(state, seat, card):
    """The card lies in a zone: loose, or held at once where nothing can be stolen."""
    state.place[card] = HELD if state.stealing == OFF else LOOSE
    state.owner[card] = seat
    put_in_order(state.zone[seat], 0, np.int64(state.cards[seat]), card)
    state.cards[seat] += 1


@rule
def leave_zone(state, seat, card):
    state.cards[seat] -= 1
    count = int(state.cards[seat])
    i = 0
    while state.zone[seat, i] != card:
        i += 1
    while i < count:
        state.zone[seat, i] = state.zone[seat, i + 1]
        i += 1
    state.zone[seat, count] = NOBODY


@rule
def clear_zone(state, seat):
    state.cards[seat] = 0
    for i in range(MOST):
        state.zone[seat, i] = NOBODY


@rule
def put_in_order(row, start, count, value):
    """Put a value where it belongs among `count` ascending ones that begin at `start`."""
    i = start + count
    while i > start and row[i - 1] > value:
        row[i] = row[i - 1]
        i -= 1
    row[i] = value


@rule
def when_hold(state, seat, card):
    """CON-25, and CON-37 for the owner of a loose card that a rival has just reached."""
    if pulls_at(state, seat, card):
        return -37
    if state.owner[card] != seat:
        return -25
    if state.place[card] == LOOSE:
        return int(state.clock)
    if state.place[card] != TUG:
        return -25
    if state.clock >= window_closes(state, card):
        return -37
    if not has_room(state, seat):
        return -limit_rule(state)
    return int(state.clock)


@rule
def when_hold_all(state, seat):
    """CON-25: there must be something to hold."""
    for i in range(state.cards[seat]):
        if state.place[state.zone[seat, i]] == LOOSE:
            return int(state.clock)
    for i in range(state.pulls):
        if when_hold(state, seat, np.int64(state.pulled[i])) >= 0:
            return int(state.clock)
    return -25


@rule
def hold(state, seat, card, ms):
    if state.place[card] == LOOSE:
        state.place[card] = HELD
    else:
        join_tug(state, seat, card, ms)


@rule
def hold_all(state, seat, ms):
    for card in range(CARDS):
        if when_hold(state, seat, card) >= 0:
            hold(state, seat, card, ms)


@rule
def when_discard(state, seat, card):
    """CON-28, CON-29; not while it is being pulled (CON-37)."""
    if lies_in_zone(state, seat, card):
        return int(state.clock)
    return -37 if pulls_at(state, seat, card) else -29


@rule
def discard(state, seat, card):
    leave_zone(state, seat, card)
    back_to_the_middle(state, card)


@rule
def back_to_the_middle(state, card):
    state.place[card] = MIDDLE
    state.owner[card] = NOBODY
    state.since[card] = 0


@rule
def first_auto_hold(state):
    """CON-24, auto-held-after-2s: when the next loose card becomes a held one."""
    at = NEVER
    for seat in range(np.int64(state.seats)):
        for i in range(state.cards[seat]):
            card = state.zone[seat, i]
            if state.place[card] == LOOSE:
                at = min(at, int(state.since[card]) + AUTO_HOLD_MS)
    return at


@rule
def hold_by_itself(state):
    for seat in range(np.int64(state.seats)):
        for i in range(state.cards[seat]):
            card = state.zone[seat, i]
            if state.place[card] == LOOSE and int(state.since[card]) + AUTO_HOLD_MS <= state.clock:
                state.place[card] = HELD


# 5. Two players want the same card


@rule
def pulls_at(state, seat, card):
    return (int(state.pulling[card]) >> seat) & 1 == 1


@rule
def one_pulls(state, card):
    """Only the first taker, or the last one left."""
    pulling = int(state.pulling[card])
    return pulling & (pulling - 1) == 0


@rule
def tug_of(state, seat):
    """The card that this player pulls at against a rival, or NOBODY."""
    for i in range(state.pulls):
        card = np.int64(state.pulled[i])
        if pulls_at(state, seat, card) and not one_pulls(state, card):
            return card
    return np.int64(NOBODY)


@rule
def in_tug(state, seat):
    """CON-39: whether a rival keeps this player's right hand busy."""
    return tug_of(state, seat) != NOBODY


@rule
def window_closes(state, card):
    return int(state.since[card]) + WINDOW_MS


@rule
def open_window(state, seat, card, ms):
    """CON-37: for a moment a rival may still join; the old owner of a loose card is remembered."""
    state.place[card] = TUG
    state.pulling[card] = 1 << seat
    state.pulled[state.pulls] = card
    state.pull_ends[state.pulls] = ms + WINDOW_MS
    state.pulls += 1


@rule
def join_tug(state, seat, card, ms):
    """CON-37, CON-40: the second one begins the tug, others only join it."""
    if one_pulls(state, card):
        state.pull_ends[pull_of(state, card)] = ms + TUG_MS
    state.pulling[card] = int(state.pulling[card]) | (1 << seat)


@rule
def pull_of(state, card):
    i = 0
    while state.pulled[i] != card:
        i += 1
    return i


@rule
def end_pull(state, card):
    """Nobody pulls any more; the last entry of the list fills the gap."""
    i = pull_of(state, card)
    state.pulling[card] = 0
    state.pulls -= 1
    last = int(state.pulls)
    state.pulled[i] = state.pulled[last]
    state.pull_ends[i] = state.pull_ends[last]
    state.pulled[last] = NOBODY
    state.pull_ends[last] = 0


@rule
def give_to_the_one_who_pulls(state, card):
    seat = 0
    while not pulls_at(state, seat, card):
        seat += 1
    end_pull(state, card)
    arrive(state, seat, card)


@rule
def when_let_go(state, seat, card):
    """CON-38: only in a tug."""
    if pulls_at(state, seat, card) and not one_pulls(state, card):
        return int(state.clock)
    return -38


@rule
def let_go(state, seat, card, ms):
    """CON-38: the last one left gets the card, as if just taken."""
    state.pulling[card] = int(state.pulling[card]) & ~(1 << seat)
    if one_pulls(state, card):
        state.since[card] = ms
        give_to_the_one_who_pulls(state, card)


@rule
def settle_pulls(state):
    """A window closes and the take is confirmed (CON-37), or nobody gave way and the card is out (CON-34, CON-35)."""
    for i in range(int(state.pulls) - 1, -1, -1):
        if state.pull_ends[i] <= state.clock:
            card = np.int64(state.pulled[i])
            if one_pulls(state, card):
                give_to_the_one_who_pulls(state, card)
            else:
                end_pull(state, card)
                state.place[card] = REMOVED
                state.owner[card] = NOBODY
                state.since[card] = 0


# 6. Card limit and end of time


@rule
def card_limit(state):
    """CON-42, CON-43, CON-83, CON-86."""
    return 9 if state.seats > 1 and is_last_round(state) else 6


@rule
def limit_rule(state):
    """The statement that sets the limit of this round."""
    if state.limit == SOFT:
        return 44
    if state.seats == 1:
        return 86
    if is_last_round(state):
        return 43
    return 42 if state.seats <= 4 else 83


@rule
def has_room(state, seat):
    """CON-44. A card that is being pulled counts for everybody who pulls, so nobody can win one too many."""
    most = card_limit(state)
    if state.limit == SOFT:
        most += SOFT_EXTRA
    count = int(state.cards[seat])
    for i in range(state.pulls):
        if pulls_at(state, seat, np.int64(state.pulled[i])):
            count += 1
    return count < most


@rule
def time_is_up(state):
    """CON-45: a take without a rival stands (CON-46), a tug ends in the middle (CON-41), and hands are scored."""
    for i in range(int(state.pulls) - 1, -1, -1):
        card = np.int64(state.pulled[i])
        if one_pulls(state, card):
            give_to_the_one_who_pulls(state, card)
        else:
            end_pull(state, card)
            back_to_the_middle(state, card)
    state.phase = CHOOSE
    state.phase_ends = int(state.clock) + CHOICE_MS
    for seat in range(np.int64(state.seats)):
        score_hand(state, seat)
        settle_result(state, seat)
    if everybody_chose(state):
        end_round(state)


# 7. Sets

# A hand's circles as packed counts, five bits for each colour: small and medium in one number, big in another. A count
# begins at 16 less what is needed, so that its highest bit says that there are enough.
ENOUGH_SMALL_MEDIUM = sum(16 << 5 * field for field in range(2 * KINDS))
ENOUGH_BIG = sum(16 << 5 * field for field in range(KINDS))


@rule
def sets_of_colour(state, seat, colour):
    """CON-52: as many sets as the scarcest of the three sizes allows."""
    small, medium, big = 0, 0, 0
    for i in range(state.cards[seat]):
        card = state.zone[seat, i]
        if state.deck[card, 0] == colour:
            small += 1
        if state.deck[card, 1] == colour:
            medium += 1
        if state.deck[card, 2] == colour:
            big += 1
    return min(small, medium, big)


@rule
def sets_in_zone(state, seat):
    sets = 0
    for colour in range(KINDS):
        sets += sets_of_colour(state, seat, colour)
    return sets


# 8. Penalties


@rule
def cards_needed(state, seat):
    """CON-59: the smallest part of the hand that carries all its sets, a bit for each card, and how many they are.

    All parts are tried, each by adding or dropping one card (a Gray code). A part carries all sets exactly if it has,
    in every colour and size, as many circles as the hand has sets of that colour.
    """
    count = int(state.cards[seat])
    small_medium, big = 0, 0
    for colour in range(KINDS):
        start = 16 - sets_of_colour(state, seat, colour)
        small_medium += (start << 5 * colour) + (start << (30 + 5 * colour))
        big += start << 5 * colour
    part, size = 0, 0
    best, fewest = (1 << count) - 1, count
    for turn in range(1 << count):
        if size < fewest and small_medium & ENOUGH_SMALL_MEDIUM == ENOUGH_SMALL_MEDIUM:
            if big & ENOUGH_BIG == ENOUGH_BIG:
                best, fewest = part, size
        i = 0
        while (turn >> i) & 1:
            i += 1
        if i < count:
            card = state.zone[seat, i]
            sign = -1 if (part >> i) & 1 else 1
            small_medium += sign * ((1 << 5 * int(state.deck[card, 0])) + (1 << (30 + 5 * int(state.deck[card, 1]))))
            big += sign * (1 << 5 * int(state.deck[card, 2]))
            part ^= 1 << i
            size += sign
    return best, fewest


@rule
def round_result(count, sets, needed, limit, extra_card):
    """CON-60, CON-64: sets less spare cards, less cards beyond the limit."""
    if extra_card == TWICE:
        return sets - (count - needed) - max(0, count - limit)
    return sets - max(count - needed, count - limit)


@rule
def score_hand(state, seat):
    """CON-66: the best arrangement is found for everybody, and stays in view."""
    count = int(state.cards[seat])
    sets = sets_in_zone(state, seat)
    used, needed = cards_needed(state, seat)
    state.collected[seat] = count
    state.sets[seat] = sets
    state.used[seat] = used
    state.result[seat] = round_result(count, sets, needed, card_limit(state), int(state.extra_card))
    for i in range(MOST):
        state.shown[seat, i] = state.zone[seat, i]


# 9. Keeping point cards


@rule
def settle_result(state, seat):
    """CON-68, CON-73 to CON-75. Where there is nothing to choose, it is done at once."""
    result = int(state.result[seat])
    if result > 0:
        state.owed[seat] = result
    else:
        give_back_zone(state, seat)
        state.owed[seat] = max(result, -int(state.points[seat]))
    if state.owed[seat] == state.cards[seat] or -int(state.owed[seat]) == state.points[seat]:
        choose_for(state, seat)


@rule
def give_back_zone(state, seat):
    for i in range(state.cards[seat]):
        back_to_the_middle(state, np.int64(state.zone[seat, i]))
    clear_zone(state, seat)


@rule
def when_keep(state, seat, card):
    """CON-68, CON-70, CON-73."""
    if state.result[seat] <= 0:
        return -73
    if not lies_in_zone(state, seat, card):
        return -68
    return int(state.clock)


@rule
def keep(state, seat, card):
    """CON-68: once the last one is kept, the other cards go back."""
    leave_zone(state, seat, card)
    state.place[card] = POINT
    state.points[seat] += 1
    state.owed[seat] -= 1
    if state.owed[seat] == 0:
        give_back_zone(state, seat)


@rule
def when_give_up(state, seat, card):
    """CON-74, CON-76."""
    if state.owed[seat] >= 0:
        return -74
    if state.place[card] != POINT or state.owner[card] != seat:
        return -76
    return int(state.clock)


@rule
def give_up(state, seat, card):
    """CON-76: back to the unused cards, until a round gathers what is left."""
    state.place[card] = ASIDE
    state.owner[card] = NOBODY
    state.since[card] = 0
    state.points[seat] -= 1
    state.owed[seat] += 1


@rule
def choose_for(state, seat):
    """CON-71: the cards taken first are kept; the point cards taken last are given up."""
    while state.owed[seat] > 0:
        first = np.int64(state.zone[seat, 0])
        for i in range(1, state.cards[seat]):
            if state.since[state.zone[seat, i]] < state.since[first]:
                first = np.int64(state.zone[seat, i])
        keep(state, seat, first)
    while state.owed[seat] < 0:
        last = np.int64(NOBODY)
        for card in range(CARDS):
            if state.place[card] == POINT and state.owner[card] == seat:
                if last == NOBODY or state.since[card] > state.since[last]:
                    last = card
        give_up(state, seat, last)


@rule
def everybody_chose(state):
    for seat in range(np.int64(state.seats)):
        if state.owed[seat] != 0:
            return False
    return True


@rule
def end_round(state):
    state.phase = OVER if is_last_round(state) else BREAK
    state.phase_ends = int(state.clock) + BREAK_MS


# 14. End of the game, leaving


@rule
def over(state):
    return state.phase == OVER


@rule
def score(state, out):
    """CON-96."""
    for seat in range(np.int64(state.seats)):
        out[seat] = state.points[seat]


@rule
def leave(state, seat, ms):
    """CON-99: every tug is let go and the zone goes back. A result already scored stands, as CON-71 would choose."""
    state.gone[seat] = 1
    choose_for(state, seat)
    for i in range(int(state.pulls) - 1, -1, -1):
        card = np.int64(state.pulled[i])
        if pulls_at(state, seat, card):
            if one_pulls(state, card):
                end_pull(state, card)
                back_to_the_middle(state, card)
            else:
                let_go(state, seat, card, ms)
    give_back_zone(state, seat)


# The contract with the kit


@rule
def when(state, seat, action):
    if state.phase == OVER:
        return -95
    if state.gone[seat]:
        return -99
    if action == Act.LEAVE:
        return int(state.clock)
    if action >= Act.KEEP:
        if state.phase != CHOOSE:
            return -71
        if action < Act.GIVE_UP:
            return when_keep(state, seat, action - Act.KEEP)
        return when_give_up(state, seat, action - Act.GIVE_UP)
    if state.phase != PLAY:
        return -17
    if action < Act.HOLD:
        return when_take(state, seat, action - Act.TAKE)
    if action < Act.HOLD_ALL:
        return when_hold(state, seat, action - Act.HOLD)
    if action == Act.HOLD_ALL:
        return when_hold_all(state, seat)
    if action < Act.LET_GO:
        return when_discard(state, seat, action - Act.DISCARD)
    return when_let_go(state, seat, action - Act.LET_GO)


@rule
def step(state, seat, action, ms):
    if action < Act.HOLD:
        take(state, seat, action - Act.TAKE, ms)
    elif action < Act.HOLD_ALL:
        hold(state, seat, action - Act.HOLD, ms)
    elif action == Act.HOLD_ALL:
        hold_all(state, seat, ms)
    elif action < Act.LET_GO:
        discard(state, seat, action - Act.DISCARD)
    elif action < Act.KEEP:
        let_go(state, seat, action - Act.LET_GO, ms)
    elif action < Act.GIVE_UP:
        keep(state, seat, action - Act.KEEP)
    elif action < Act.LEAVE:
        give_up(state, seat, action - Act.GIVE_UP)
    else:
        leave(state, seat, ms)
    if state.phase == CHOOSE and everybody_chose(state):
        end_round(state)


@rule
def legal(state, seat, moves):
    if state.gone[seat]:
        return 0
    if state.phase == PLAY:
        return legal_in_play(state, seat, moves)
    if state.phase == CHOOSE:
        return legal_choices(state, seat, moves)
    return 0


@rule
def legal_in_play(state, seat, moves):
    """As `when` says, but without asking about each of 505 actions."""
    count = 0
    if state.free_at[seat] <= state.clock and has_room(state, seat) and not in_tug(state, seat):
        count = legal_takes(state, seat, moves)
    holds = count
    for i in range(state.cards[seat]):
        card = np.int64(state.zone[seat, i])
        if state.place[card] == LOOSE:
            moves[count] = Act.HOLD + card
            count += 1
    for i in range(state.pulls):
        card = np.int64(state.pulled[i])
        if state.owner[card] == seat and when_hold(state, seat, card) >= 0:
            put_in_order(moves, holds, count - holds, Act.HOLD + card)
            count += 1
    if count > holds:
        moves[count] = Act.HOLD_ALL
        count += 1
    for i in range(state.cards[seat]):
        moves[count] = Act.DISCARD + np.int64(state.zone[seat, i])
        count += 1
    tugs = count
    for i in range(state.pulls):
        card = np.int64(state.pulled[i])
        if when_let_go(state, seat, card) >= 0:
            put_in_order(moves, tugs, count - tugs, Act.LET_GO + card)
            count += 1
    return count


@rule
def legal_takes(state, seat, moves):
    """For a seat whose right hand is free and that has room. Without branches: where a card lies is a coin's toss to
    a processor, and a wrong guess costs it more than the whole question."""
    count = 0
    grace_over = int(state.clock) - GRACE_MS
    place, owner, since = state.place, state.owner, state.since
    for card in range(CARDS):
        stealable = (place[card] == LOOSE) & (owner[card] != seat) & (since[card] <= grace_over)
        moves[count] = Act.TAKE + card
        count += int((place[card] == MIDDLE) | stealable)
    for i in range(state.pulls):
        card = np.int64(state.pulled[i])
        if not pulls_at(state, seat, card) and state.clock < window_closes(state, card):
            put_in_order(moves, 0, count, Act.TAKE + card)
            count += 1
    return count


@rule
def legal_choices(state, seat, moves):
    count = 0
    if state.owed[seat] > 0:
        for i in range(state.cards[seat]):
            moves[count] = Act.KEEP + np.int64(state.zone[seat, i])
            count += 1
    elif state.owed[seat] < 0:
        for card in range(CARDS):
            if state.place[card] == POINT and state.owner[card] == seat:
                moves[count] = Act.GIVE_UP + card
                count += 1
    return count


@rule
def due(state):
    if state.phase == OVER:
        return NEVER
    at = int(state.phase_ends)
    if state.phase != PLAY:
        return at
    for i in range(state.pulls):
        at = min(at, int(state.pull_ends[i]))
    for seat in range(np.int64(state.seats)):
        if state.free_at[seat] > state.clock:  # nothing changes but what a seat may do: who waits must hear of it
            at = min(at, int(state.free_at[seat]))
    if state.stealing == AUTO_HELD:
        at = min(at, first_auto_hold(state))
    return at


@rule
def fire(state):
    if state.clock < state.phase_ends:
        settle_pulls(state)
        if state.stealing == AUTO_HELD:
            hold_by_itself(state)
    elif state.phase == PLAY:
        time_is_up(state)
    elif state.phase == CHOOSE:
        for seat in range(np.int64(state.seats)):
            choose_for(state, seat)
        end_round(state)
    else:
        start_round(state)
