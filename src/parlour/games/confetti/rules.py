"""Confetti from the first deal to the last result: how a round begins and ends, and what a player can do.

The chapters of the rulebook have their own files: `dealing` (section 2), `taking` (4 and 6), `tugs` (5), `scoring` (7
and 8) and `point_cards` (9). This file ties them together.

Everybody acts at the same time. Time is an argument, and an action is judged by what was true at its moment. Whatever
happens by itself at a moment (a window closes, the sand runs out) comes before the actions of that moment.
"""

import numpy as np

from parlour.kit import NEVER, rule

from .cards import CARDS, SEATS
from .dealing import bring_in_cards, set_up_deck
from .point_cards import (
    choose_for,
    everybody_chose,
    give_up,
    keep,
    legal_choices,
    settle_result,
    when_give_up,
    when_keep,
)
from .scoring import score_hand
from .state import (
    BREAK_MS,
    CHOICE_MS,
    MOST_CARDS,
    NO_CARD,
    Act,
    Forbids,
    Phase,
    Place,
    Stealing,
    is_last_round,
    round_ms,
)
from .taking import (
    auto_hold,
    discard,
    first_auto_hold,
    hold,
    hold_all,
    legal_in_play,
    take,
    when_discard,
    when_hold,
    when_hold_all,
    when_take,
)
from .tugs import end_all_pulls, leave_all_pulls, let_go, settle_pulls, when_let_go
from .zones import clear_zone, give_back_zone

# 2. Set-up


@rule
def deal(state):
    """CON-06 to CON-12: all cards are put aside, nobody has points, and the first round begins."""
    set_up_deck(state)
    for card in range(CARDS):
        state.place[card] = Place.ASIDE
        state.pulling[card] = 0
    for seat in range(SEATS):
        state.points[seat] = 0
        state.gone[seat] = 0
        state.pulled[seat] = NO_CARD
        state.pull_ends[seat] = 0
    state.pulls = 0
    state.round_now = 0
    start_round(state)


# 3. A round in real time


@rule
def start_round(state):
    """CON-15: the sand starts to run and all hands are free."""
    state.round_now += 1
    state.phase = Phase.PLAY
    state.phase_ends = int(state.clock) + round_ms(state)
    bring_in_cards(state)
    for seat in range(SEATS):
        clear_zone(state, seat)
        state.free_at[seat] = state.clock
        state.owed[seat] = 0
        state.collected[seat] = 0
        state.sets[seat] = 0
        state.used[seat] = 0
        state.result[seat] = 0
        for i in range(MOST_CARDS):
            state.shown[seat, i] = NO_CARD


# 6. End of time


@rule
def time_is_up(state):
    """CON-45: the last pulls are settled (CON-41, CON-46), and hands are scored."""
    end_all_pulls(state)
    state.phase = Phase.CHOOSE
    state.phase_ends = int(state.clock) + CHOICE_MS
    for seat in range(np.int64(state.seats)):
        score_hand(state, seat)
        settle_result(state, seat)
    if everybody_chose(state):
        end_round(state)


@rule
def end_round(state):
    """CON-108: the results are shown for a while before the next round."""
    state.phase = Phase.OVER if is_last_round(state) else Phase.BREAK
    state.phase_ends = int(state.clock) + BREAK_MS


# 14. End of the game, leaving


@rule
def score(state, out):
    """CON-96."""
    for seat in range(np.int64(state.seats)):
        out[seat] = state.points[seat]


@rule
def leave(state, seat, ms):
    """CON-99: the zone goes back. A result that is already scored stands, with the choice of CON-71."""
    state.gone[seat] = 1
    choose_for(state, seat)
    leave_all_pulls(state, seat, ms)
    give_back_zone(state, seat)


# What a player can do


@rule
def when(state, seat, action):
    if state.phase == Phase.OVER:
        return -Forbids.OVER
    if state.gone[seat]:
        return -Forbids.LEFT
    if action == Act.LEAVE:
        return int(state.clock)
    if action >= Act.KEEP:
        if state.phase != Phase.CHOOSE:
            return -Forbids.NOT_CHOOSING
        if action < Act.GIVE_UP:
            return when_keep(state, seat, action - Act.KEEP)
        return when_give_up(state, seat, action - Act.GIVE_UP)
    if state.phase != Phase.PLAY:
        return -Forbids.TIME_IS_UP
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
    if state.phase == Phase.CHOOSE and everybody_chose(state):
        end_round(state)


@rule
def legal(state, seat, moves):
    if state.gone[seat]:
        return 0
    if state.phase == Phase.PLAY:
        return legal_in_play(state, seat, moves)
    if state.phase == Phase.CHOOSE:
        return legal_choices(state, seat, moves)
    return 0


# What happens by itself


@rule
def due(state):
    if state.phase == Phase.OVER:
        return NEVER
    at = int(state.phase_ends)
    if state.phase != Phase.PLAY:
        return at
    for i in range(state.pulls):
        at = min(at, int(state.pull_ends[i]))
    for seat in range(np.int64(state.seats)):
        if state.free_at[seat] > state.clock:  # the seat may take again from then on, and must be told
            at = min(at, int(state.free_at[seat]))
    if state.stealing == Stealing.AUTO_HELD_AFTER_2S:
        at = min(at, first_auto_hold(state))
    return at


@rule
def fire(state):
    if state.clock < state.phase_ends:
        settle_pulls(state)
        if state.stealing == Stealing.AUTO_HELD_AFTER_2S:
            auto_hold(state)
    elif state.phase == Phase.PLAY:
        time_is_up(state)
    elif state.phase == Phase.CHOOSE:
        for seat in range(np.int64(state.seats)):
            choose_for(state, seat)
        end_round(state)
    else:
        start_round(state)
