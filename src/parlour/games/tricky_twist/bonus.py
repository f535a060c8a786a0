"""Sevens and bonus cards: taking one, and Take-back, which is carried out at once (sections 8 and 9 of the rulebook).

Bonus cards that are used at the end of the round are in `declaration`.
"""

from parlour.kit import rule

from .card_sets import holds
from .cards import Bonus
from .history import note_take_back
from .state import ALLOWED, Act, Forbids, Phase, RecollectedSeven, hand_over

# 8. Sevens and taking bonus cards


@rule
def grants_bonus(state, seven):
    """TRK-45, TRK-58: with one option a 7 that was taken back does not grant a second time."""
    return seven != state.taken_back or state.recollected_seven == RecollectedSeven.GRANTS_AGAIN


@rule
def forbids_bonus(state, seat, action):
    if state.phase != Phase.BONUS:
        return -Forbids.BONUS_DECLINED if holds(state.declined, seat) else -Forbids.NO_BONUS_CARD
    if seat != state.to_act:
        return -Forbids.BONUS_PENDING
    if action == Act.DECLINE or holds(state.display, action - Act.TAKE):
        return ALLOWED
    return -Forbids.TAKE_BACK_GONE if action - Act.TAKE == Bonus.TAKE_BACK else -Forbids.NO_BONUS_CARD


@rule
def take_bonus(state, seat, bonus):
    """TRK-45, TRK-55 to TRK-57: Take-back is carried out at once, if it can be, and then leaves the game."""
    state.display &= ~(1 << bonus)
    if bonus != Bonus.TAKE_BACK:
        state.owned[seat] |= 1 << bonus
        return
    state.take_back_used = 1
    if state.false_tricks[seat] != 0:
        state.phase = Phase.TAKE_BACK
        hand_over(state, seat)


@rule
def decline_bonus(state, seat):
    """TRK-49, TRK-50."""
    state.declined |= 1 << seat


# 9. Take-back


@rule
def forbids_take_back(state, seat, action):
    if state.phase != Phase.TAKE_BACK:
        return -Forbids.NO_TAKE_BACK_NOW
    if seat != state.to_act:
        return -Forbids.TAKE_BACK_PENDING
    if action == Act.KEEP_FALSE or holds(state.false_tricks[seat], action - Act.TAKE_BACK):
        return ALLOWED
    return -Forbids.NOT_YOUR_FALSE_TRICK


@rule
def take_back(state, seat, card):
    """TRK-55, TRK-59: the hand is refilled before the end of the round is checked."""
    state.false_tricks[seat] &= ~(1 << card)
    state.hand[seat] |= 1 << card
    state.hand_left[seat] += 1
    note_take_back(state, card)
    state.phase = Phase.BONUS
