"""Taking, holding and giving back cards while the sand runs: section 4 of the rulebook, and the limit of section 6."""

import numpy as np

from parlour.kit import NEVER, rule

from .cards import CARDS
from .state import (
    AUTO_HOLD_MS,
    GRACE_MS,
    SOFT_EXTRA,
    TAKE_GAP_MS,
    Act,
    Conflict,
    Forbids,
    Limit,
    Place,
    Stealing,
    card_limit,
    is_last_round,
)
from .tugs import in_tug, join_tug, open_window, pulls_at, when_let_go, window_closes
from .zones import arrive, back_to_the_middle, leave_zone, lies_in_zone, put_in_order

# 6. Card limit


@rule
def has_room(state, seat):
    """CON-44. A card that is being pulled counts for everybody who pulls, so that nobody can win one too many."""
    most = card_limit(state)
    if state.limit == Limit.SOFT_WITH_PENALTY:
        most += SOFT_EXTRA
    count = int(state.cards[seat])
    for i in range(state.pulls):
        if pulls_at(state, seat, np.int64(state.pulled[i])):
            count += 1
    return count < most


@rule
def over_the_limit(state):
    """Minus the number of the rule that sets the limit of this round."""
    if state.limit == Limit.SOFT_WITH_PENALTY:
        return -Forbids.LIMIT_SOFT
    if state.seats == 1:
        return -Forbids.LIMIT_ONE_PLAYER
    if is_last_round(state):
        return -Forbids.LIMIT_LAST_ROUND
    return -Forbids.LIMIT if state.seats <= 4 else -Forbids.LIMIT_MANY_PLAYERS


# 4. Taking


@rule
def when_take(state, seat, card):
    """CON-24: the preconditions of a take."""
    place = state.place[card]
    if place == Place.ASIDE:
        return -Forbids.CANNOT_TAKE
    if place == Place.POINT:
        return -Forbids.POINT_CARD
    if place == Place.REMOVED:
        return -Forbids.REMOVED
    if lies_in_zone(state, seat, card):
        return -Forbids.CANNOT_TAKE
    if place == Place.HELD:
        return -Forbids.HELD_BY_ANOTHER
    if in_tug(state, seat):
        return -Forbids.BUSY_WITH_A_TUG
    at = max(int(state.clock), int(state.free_at[seat]))  # CON-20
    if place == Place.TUG:
        if pulls_at(state, seat, card):  # nobody else does, so it is as good as in the zone
            return -Forbids.CANNOT_TAKE
        if at >= window_closes(state, card):
            return -Forbids.RACE
    if not has_room(state, seat):
        return over_the_limit(state)
    if place == Place.LOOSE:
        at = max(at, int(state.since[card]) + GRACE_MS)  # CON-27
        if state.stealing == Stealing.AUTO_HELD_AFTER_2S and at >= int(state.since[card]) + AUTO_HOLD_MS:
            return -Forbids.HELD_BY_ANOTHER
    if at >= state.phase_ends:
        return -Forbids.TIME_IS_UP
    return at


@rule
def take(state, seat, card, ms):
    """CON-24: a card from the middle, or one that its owner left loose. CON-37: a rival may still race for it."""
    state.free_at[seat] = ms + TAKE_GAP_MS
    if state.place[card] == Place.TUG:
        join_tug(state, seat, card, ms)
        return
    if state.place[card] == Place.LOOSE:
        leave_zone(state, np.int64(state.owner[card]), card)
    state.since[card] = ms
    if state.conflict == Conflict.TUG and state.seats > 1:  # CON-88
        open_window(state, seat, card, ms)
    else:
        arrive(state, seat, card)


# 4. Holding


@rule
def when_hold(state, seat, card):
    """CON-25, and CON-37 for the owner of a loose card that a rival has just reached."""
    if pulls_at(state, seat, card):
        return -Forbids.RACE
    if state.owner[card] != seat:
        return -Forbids.CANNOT_HOLD
    if state.place[card] == Place.LOOSE:
        return int(state.clock)
    if state.place[card] != Place.TUG:
        return -Forbids.CANNOT_HOLD
    if state.clock >= window_closes(state, card):
        return -Forbids.RACE
    if not has_room(state, seat):
        return over_the_limit(state)
    return int(state.clock)


@rule
def when_hold_all(state, seat):
    """CON-25: there must be a card to hold."""
    for i in range(state.cards[seat]):
        if state.place[state.zone[seat, i]] == Place.LOOSE:
            return int(state.clock)
    for i in range(state.pulls):
        if when_hold(state, seat, np.int64(state.pulled[i])) >= 0:
            return int(state.clock)
    return -Forbids.CANNOT_HOLD


@rule
def hold(state, seat, card, ms):
    if state.place[card] == Place.LOOSE:
        state.place[card] = Place.HELD
    else:
        join_tug(state, seat, card, ms)


@rule
def hold_all(state, seat, ms):
    for card in range(CARDS):
        if when_hold(state, seat, card) >= 0:
            hold(state, seat, card, ms)


@rule
def first_auto_hold(state):
    """CON-24, auto-held-after-2s: when the next loose card becomes a held one."""
    at = NEVER
    for seat in range(np.int64(state.seats)):
        for i in range(state.cards[seat]):
            card = state.zone[seat, i]
            if state.place[card] == Place.LOOSE:
                at = min(at, int(state.since[card]) + AUTO_HOLD_MS)
    return at


@rule
def auto_hold(state):
    for seat in range(np.int64(state.seats)):
        for i in range(state.cards[seat]):
            card = state.zone[seat, i]
            if state.place[card] == Place.LOOSE and int(state.since[card]) + AUTO_HOLD_MS <= state.clock:
                state.place[card] = Place.HELD


# 4. Giving back


@rule
def when_discard(state, seat, card):
    """CON-28, CON-29; not while the card is being pulled (CON-37)."""
    if lies_in_zone(state, seat, card):
        return int(state.clock)
    return -Forbids.RACE if pulls_at(state, seat, card) else -Forbids.CANNOT_DISCARD


@rule
def discard(state, seat, card):
    leave_zone(state, seat, card)
    back_to_the_middle(state, card)


# All legal moves at once


@rule
def legal_in_play(state, seat, moves):
    """The same as asking `when` about each of 505 actions, but faster."""
    count = 0
    if state.free_at[seat] <= state.clock and has_room(state, seat) and not in_tug(state, seat):
        count = legal_takes(state, seat, moves)
    holds = count
    for i in range(state.cards[seat]):
        card = np.int64(state.zone[seat, i])
        if state.place[card] == Place.LOOSE:
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
    """For a seat whose right hand is free and that has room. The loop has no branches, because a processor cannot
    predict where a card lies, and a wrong guess would cost more than the whole test."""
    count = 0
    grace_over = int(state.clock) - GRACE_MS
    place, owner, since = state.place, state.owner, state.since
    for card in range(CARDS):
        stealable = (place[card] == Place.LOOSE) & (owner[card] != seat) & (since[card] <= grace_over)
        moves[count] = Act.TAKE + card
        count += int((place[card] == Place.MIDDLE) | stealable)
    for i in range(state.pulls):
        card = np.int64(state.pulled[i])
        if not pulls_at(state, seat, card) and state.clock < window_closes(state, card):
            put_in_order(moves, 0, count, Act.TAKE + card)
            count += 1
    return count
