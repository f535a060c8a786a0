"""Keeping point cards, or giving them up after a bad round: section 9 of the rulebook."""

import numpy as np

from parlour.kit import rule

from .cards import CARDS
from .state import NO_CARD, NOBODY, Act, Forbids, Place
from .zones import give_back_zone, leave_zone, lies_in_zone


@rule
def settle_result(state, seat):
    """CON-68, CON-73 to CON-75. If there is nothing to choose, it is done at once."""
    result = int(state.result[seat])
    if result > 0:
        state.owed[seat] = result
    else:
        give_back_zone(state, seat)
        state.owed[seat] = max(result, -int(state.points[seat]))
    if state.owed[seat] == state.cards[seat] or -int(state.owed[seat]) == state.points[seat]:
        choose_for(state, seat)


@rule
def when_keep(state, seat, card):
    """CON-68, CON-70, CON-73."""
    if state.result[seat] <= 0:
        return -Forbids.NOTHING_TO_KEEP
    if not lies_in_zone(state, seat, card):
        return -Forbids.NOT_COLLECTED
    return int(state.clock)


@rule
def keep(state, seat, card):
    """CON-68: after the last one is kept, the other cards go back."""
    leave_zone(state, seat, card)
    state.place[card] = Place.POINT
    state.points[seat] += 1
    state.owed[seat] -= 1
    if state.owed[seat] == 0:
        give_back_zone(state, seat)


@rule
def when_give_up(state, seat, card):
    """CON-74, CON-76."""
    if state.owed[seat] >= 0:
        return -Forbids.NOTHING_TO_GIVE_UP
    if state.place[card] != Place.POINT or state.owner[card] != seat:
        return -Forbids.NOT_YOUR_POINT_CARD
    return int(state.clock)


@rule
def give_up(state, seat, card):
    """CON-76: back to the unused cards, until a round gathers what is left."""
    state.place[card] = Place.ASIDE
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
        last = np.int64(NO_CARD)
        for card in range(CARDS):
            if state.place[card] == Place.POINT and state.owner[card] == seat:
                if last == NO_CARD or state.since[card] > state.since[last]:
                    last = card
        give_up(state, seat, last)


@rule
def everybody_chose(state):
    for seat in range(np.int64(state.seats)):
        if state.owed[seat] != 0:
            return False
    return True


@rule
def legal_choices(state, seat, moves):
    count = 0
    if state.owed[seat] > 0:
        for i in range(state.cards[seat]):
            moves[count] = Act.KEEP + np.int64(state.zone[seat, i])
            count += 1
    elif state.owed[seat] < 0:
        for card in range(CARDS):
            if state.place[card] == Place.POINT and state.owner[card] == seat:
                moves[count] = Act.GIVE_UP + card
                count += 1
    return count
