"""A turn: one card from each player, a trick for the highest of the led suit, false tricks for the others.

Sections 6 and 7 of the rulebook, and the lowest card that is played for a player who is slow or has left (TRK-108).
"""

import numpy as np

from parlour.kit import rule

from .bonus import grants_bonus
from .card_sets import SUIT_BITS, holds, suit_of, value_of
from .cards import CARDS, LIGHTNING
from .history import note_lowest, note_play
from .state import ALLOWED, NOTHING, SEATS, Forbids, Phase, clockwise, everyone, hand_over

# 6. Playing a turn


@rule
def playable(state, seat):
    """TRK-32, TRK-34 to TRK-37: the cards of the hand that may be played."""
    hand = int(state.hand[seat])
    if seat == state.leader:
        return hand
    following = hand & SUIT_BITS[suit_of(state.table[state.leader])]
    return following if following else hand


@rule
def forbids_play(state, seat, card):
    if state.phase == Phase.RESERVE:
        return -Forbids.RESERVES_NOT_LAID
    if state.phase == Phase.DRAW:
        return -Forbids.DRAWS_COME_FIRST
    if state.phase == Phase.BONUS:
        return -Forbids.BONUS_PENDING
    if state.phase == Phase.TAKE_BACK:
        return -Forbids.TAKE_BACK_PENDING
    if state.phase == Phase.DECLARE:
        return -Forbids.ROUND_ENDED
    if seat != state.to_act:
        return -Forbids.NOT_YOUR_TURN
    if not holds(state.hand[seat], card):
        return -Forbids.NOT_IN_HAND
    return ALLOWED if holds(playable(state, seat), card) else -Forbids.MUST_FOLLOW_SUIT


@rule
def play_card(state, seat, card):
    """TRK-33: one card each, clockwise."""
    if seat == state.leader:
        for other in range(SEATS):  # TRK-107: the last turn stays visible until this lead
            state.table[other] = NOTHING
    state.table[seat] = card
    state.hand[seat] &= ~(1 << card)
    state.hand_left[seat] -= 1
    note_play(state, seat, card, suit_of(state.table[state.leader]))
    following = clockwise(state, seat)
    if following == state.leader:
        resolve_turn(state)
    else:
        hand_over(state, following)


@rule
def lowest(cards):
    """TRK-108: the lowest value, ties in the order of the suits."""
    best = NOTHING
    for card in range(CARDS):
        if holds(cards, card) and (best == NOTHING or value_of(card) < value_of(best)):
            best = card
    return best


@rule
def play_lowest(state, seat):
    """TRK-108. Everybody then knows that the hand holds no lower legal card."""
    card = lowest(playable(state, seat))
    follows = seat != state.leader and suit_of(card) == suit_of(state.table[state.leader])
    note_lowest(state, seat, card, follows)
    play_card(state, seat, card)


@rule
def turn_is_over(state):
    """TRK-107: True if the cards on the table are those of the last turn, which stay visible."""
    return state.phase != Phase.PLAY or state.to_act == state.leader


# 7. Resolving a turn


@rule
def turn_winner(state):
    """TRK-38, TRK-39: the highest card of the led suit."""
    winner = np.int64(state.leader)
    best = int(state.table[winner])
    for seat in everyone(state):
        card = int(state.table[seat])
        if suit_of(card) == suit_of(best) and card > best:
            winner = seat
            best = card
    return winner


@rule
def resolve_turn(state):
    """TRK-40 to TRK-42, TRK-44, TRK-45: the cards are collected; each player who got a 7 may take a bonus card."""
    state.phase = Phase.BONUS
    winner = turn_winner(state)
    led = suit_of(state.table[winner])
    for seat in everyone(state):
        card = int(state.table[seat])
        if suit_of(card) == led:
            collector = winner
            state.won[winner] |= 1 << card
        else:
            collector = seat
            state.false_tricks[seat] |= 1 << card
        if value_of(card) == LIGHTNING and grants_bonus(state, card):
            state.waiting |= 1 << collector
    state.tricks[winner] += 1
    state.leader = winner
