"""The reserve: five cards laid aside before the round, and drawn one at a time before a turn (TRK-24 to TRK-31)."""

import numpy as np

from parlour.kit import below, rule, shuffle

from .card_sets import holds
from .dealing import dealt
from .history import note_draw
from .state import ALLOWED, RESERVE, RESERVE_MS, Forbids, Phase, everyone

# 4. Laying the reserve


@rule
def forbids_pick(state, seat, card):
    if state.phase != Phase.RESERVE or state.picked[seat] == RESERVE or not holds(state.hand[seat], card):
        return -Forbids.NOT_A_RESERVE_CARD
    return ALLOWED


@rule
def pick(state, seat, i):
    """TRK-24: the card at place i of the row is laid into the reserve."""
    front = int(state.picked[seat])
    card = int(state.cards[seat, i])
    state.cards[seat, i] = state.cards[seat, front]
    state.cards[seat, front] = card
    state.picked[seat] += 1
    state.hand[seat] &= ~(1 << card)
    state.hand_left[seat] -= 1


@rule
def pick_card(state, seat, card):
    """TRK-24: the fifth card completes the reserve, which is then shuffled."""
    i = int(state.picked[seat])
    while state.cards[seat, i] != card:
        i += 1
    pick(state, seat, i)
    if state.picked[seat] == RESERVE:
        shuffle(state, state.cards[seat], RESERVE)


@rule
def pick_at_random(state, seat):
    """TRK-27: cards that a slow player has not picked are picked at random."""
    for front in range(np.int64(state.picked[seat]), RESERVE):
        pick(state, seat, front + below(state, dealt(state) - front))
    shuffle(state, state.cards[seat], RESERVE)


@rule
def pick_for_absent_players(state):
    """TRK-27, TRK-108: for everybody once the time is up, before that for players who have left."""
    late = state.clock >= state.since + RESERVE_MS
    for seat in everyone(state):
        if state.picked[seat] < RESERVE and (late or state.gone[seat]):
            pick_at_random(state, seat)


@rule
def reserves_laid(state):
    """TRK-27: True if all players have chosen, so that the turns begin."""
    for seat in everyone(state):
        if state.picked[seat] < RESERVE:
            return False
    return True


# 5. Reserve draw before each turn


@rule
def reserve_left(state, seat):
    return int(state.picked[seat]) - int(state.drawn[seat])


@rule
def begin_turn(state):
    """TRK-28 to TRK-30: every player with a reserve will be asked, clockwise from the leader."""
    state.phase = Phase.DRAW
    for seat in everyone(state):
        if reserve_left(state, seat) > 0:
            state.waiting |= 1 << seat


@rule
def forbids_draw(state, seat):
    if state.phase == Phase.DECLARE:
        return -Forbids.ROUND_ENDED
    if state.phase != Phase.DRAW or reserve_left(state, seat) == 0:
        return -Forbids.NO_DRAW_NOW
    return ALLOWED if seat == state.to_act else -Forbids.NOT_YOUR_DRAW


@rule
def draw(state, seat):
    """TRK-28: the top card of the reserve moves into the hand."""
    top = int(state.drawn[seat])
    state.hand[seat] |= 1 << int(state.cards[seat, top])
    state.hand_left[seat] += 1
    note_draw(state, seat, top)
    state.drawn[seat] += 1
