"""Tricky Twist from the first deal to the last score: which phase follows which, and what a player can do.

The chapters of the rulebook have their own files: `dealing` (sections 3 and 4), `reserve` (4 and 5), `tricks` (6 and
7), `bonus` (8 and 9), `declaration` (9 to 11) and `scoring` (12 and 13). This file ties them together.
"""

import numpy as np

from parlour.kit import NEVER, inlined, rule

from .bonus import decline_bonus, forbids_bonus, forbids_take_back, take_back, take_bonus
from .card_sets import write_moves
from .dealing import prepare_round, set_up_game
from .declaration import (
    begin_declarations,
    declare,
    declare_nothing,
    forbids_declaration,
    legal_declarations,
    next_slot,
)
from .reserve import begin_turn, draw, forbids_draw, forbids_pick, pick_card, pick_for_absent_players, reserves_laid
from .scoring import score_round
from .state import (
    ALLOWED,
    DECISION_MS,
    RESERVE,
    RESERVE_MS,
    Act,
    Forbids,
    Phase,
    ask_next,
    clockwise,
    everyone,
    hand_over,
    over,
)
from .tricks import forbids_play, play_card, play_lowest, playable

# Rounds and turns


@rule
def deal(state):
    """TRK-14 to TRK-16."""
    set_up_game(state)
    begin_round(state)


@rule
def begin_round(state):
    """TRK-17 to TRK-27: everything is laid out, and all players choose their reserves."""
    prepare_round(state)
    state.phase = Phase.RESERVE
    state.turn = 0
    state.leader = state.starter
    hand_over(state, np.int64(state.starter))


@rule
def end_turn(state):
    """TRK-76: the round ends if a hand is empty; otherwise the winner leads the next turn."""
    state.turn += 1
    for seat in everyone(state):
        if state.hand_left[seat] == 0:
            begin_declarations(state)
            return
    begin_turn(state)


@rule
def end_round(state):
    """TRK-101 to TRK-103: as many rounds as players; the next starter is the player to the left."""
    if state.round_no + 1 == state.seats:
        state.phase = Phase.OVER
        return
    state.round_no += 1
    state.starter = clockwise(state, np.int64(state.starter))
    begin_round(state)


@inlined
def move_on(state):
    """After a decision: everything that follows by itself, until a player has to decide again. `play_card` has already
    passed the turn on, so after most decisions there is nothing to do; that is checked first."""
    if state.phase != Phase.PLAY:
        leave_phase(state)


@rule
def leave_phase(state):
    """The next phase begins once all players have decided in this one."""
    if state.phase == Phase.RESERVE:
        if not reserves_laid(state):
            return
        begin_turn(state)
    elif state.phase == Phase.BONUS:  # TRK-48: clockwise from the winner; then the turn is over
        if ask_next(state):
            return
        end_turn(state)
    if state.phase == Phase.DRAW and not ask_next(state):
        state.phase = Phase.PLAY
        hand_over(state, np.int64(state.leader))
    elif state.phase == Phase.DECLARE:
        if ask_next(state):
            state.slot = next_slot(state, np.int64(state.to_act), 0)
        else:
            score_round(state)
            end_round(state)


# 14. End of the game


@rule
def score(state, out):
    """TRK-104: the stars of all rounds scored so far."""
    for seat in everyone(state):
        out[seat] = state.total[seat]


# 15. Time limits and players who have left


@rule
def due(state):
    """TRK-27, TRK-108: when a decision is made for a player; at once for one who has left."""
    if over(state):
        return NEVER
    if state.phase != Phase.RESERVE:
        return int(state.clock) if state.gone[state.to_act] else int(state.since) + DECISION_MS
    for seat in everyone(state):
        if state.gone[seat] and state.picked[seat] < RESERVE:
            return int(state.clock)
    return int(state.since) + RESERVE_MS


@rule
def fire(state):
    """TRK-27, TRK-108: the lowest card, no bonus card, nothing declared, and no draw (so nothing to do for that)."""
    seat = np.int64(state.to_act)
    if state.phase == Phase.RESERVE:
        pick_for_absent_players(state)
    elif state.phase == Phase.PLAY:
        play_lowest(state, seat)
    elif state.phase == Phase.BONUS:
        decline_bonus(state, seat)
    elif state.phase == Phase.TAKE_BACK:
        state.phase = Phase.BONUS
    elif state.phase == Phase.DECLARE:
        declare_nothing(state, seat)
    move_on(state)


# What a player can do


@rule
def when(state, seat, action):
    """Now, or minus the number of the rule that forbids it: nothing in this game has to wait."""
    refused = forbids(state, np.int64(seat), np.int64(action))
    return int(state.clock) if refused == ALLOWED else refused


@rule
def forbids(state, seat, action):
    """ALLOWED, or minus the number of the rule that forbids the action."""
    if over(state):
        return -Forbids.OVER
    if state.gone[seat]:
        return -Forbids.LEFT
    if action == Act.LEAVE:
        return ALLOWED
    if action < Act.DRAW:
        return forbids_pick(state, seat, action - Act.RESERVE)
    if action < Act.PLAY:
        return forbids_draw(state, seat)
    if action < Act.TAKE:
        return forbids_play(state, seat, action - Act.PLAY)
    if action <= Act.DECLINE:
        return forbids_bonus(state, seat, action)
    if action <= Act.KEEP_FALSE:
        return forbids_take_back(state, seat, action)
    return forbids_declaration(state, seat, action)


@rule
def legal(state, seat, moves):
    seat = np.int64(seat)
    if state.phase == Phase.RESERVE:
        return 0 if state.picked[seat] == RESERVE else write_moves(np.int64(state.hand[seat]), Act.RESERVE.value, moves)
    if seat != state.to_act or over(state):
        return 0
    if state.phase == Phase.DRAW:
        moves[0] = Act.DRAW
        moves[1] = Act.STAY
        return 2
    if state.phase == Phase.PLAY:
        return write_moves(playable(state, seat), Act.PLAY.value, moves)
    if state.phase == Phase.BONUS:
        count = write_moves(np.int64(state.display), Act.TAKE.value, moves)
        moves[count] = Act.DECLINE
        return count + 1
    if state.phase == Phase.TAKE_BACK:
        count = write_moves(np.int64(state.false_tricks[seat]), Act.TAKE_BACK.value, moves)
        moves[count] = Act.KEEP_FALSE
        return count + 1
    return legal_declarations(state, seat, moves)


@rule
def step(state, seat, action, ms):
    do(state, np.int64(seat), np.int64(action))


@rule
def do(state, seat, action):
    if action == Act.LEAVE:
        state.gone[seat] = 1
        return
    if action < Act.DRAW:
        pick_card(state, seat, action - Act.RESERVE)
    elif action == Act.DRAW:
        draw(state, seat)
    elif Act.PLAY <= action < Act.TAKE:
        play_card(state, seat, action - Act.PLAY)
    elif Act.TAKE <= action < Act.DECLINE:
        take_bonus(state, seat, action - Act.TAKE)
    elif action == Act.DECLINE:
        decline_bonus(state, seat)
    elif Act.TAKE_BACK <= action < Act.KEEP_FALSE:
        take_back(state, seat, action - Act.TAKE_BACK)
    elif action == Act.KEEP_FALSE:
        state.phase = Phase.BONUS
    elif Act.FLIP <= action < Act.COMMIT:
        declare(state, seat, action)
        return
    move_on(state)
