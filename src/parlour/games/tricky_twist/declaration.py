"""What a player declares about bonus cards when the round has ended: sections 9 to 11 of the rulebook.

A declaration goes through the bonus cards of a player in the order of TRK-81, one slot after another, and then commits.
`chosen` holds a small number for each: for Flip a card, for the Joker 0 (trick) or 1 (false trick), for a variable
card a suit or a value - 1, for plus-or-minus a target, or TARGETS + a target for minus.
"""

import numpy as np

from parlour.kit import rule

from .card_sets import holds, value_of, write_moves
from .cards import BONUS_CARDS, CARDS, SYMBOL_SIDES, TARGETS, VALUES, Bonus
from .state import ALLOWED, NOTHING, Act, Forbids, Phase, everyone, value_side

COMMITTING = BONUS_CARDS  # the slot after the last: everything is declared


# 9. and 10. What a declared bonus card does


@rule
def declared(state, seat, bonus):
    """What the seat has declared for a bonus card it owns, or NOTHING."""
    return int(state.chosen[bonus]) if holds(state.owned[seat], bonus) else NOTHING


@rule
def false_cards(state, seat):
    """TRK-60 to TRK-62: the number cards that lie as false tricks after Flip; of a flipped trick the top card."""
    cards = int(state.false_tricks[seat])
    flipped = declared(state, seat, Bonus.FLIP.value)
    return cards if flipped == NOTHING else cards ^ (1 << flipped)


@rule
def with_value(state, seat):
    """TRK-74, TRK-75: the false tricks of this seat that have a value, number cards and bonus cards, as targets."""
    targets = false_cards(state, seat)
    for bonus in range(Bonus.V1.value, Bonus.V4.value):
        if declared(state, seat, bonus) != NOTHING:
            targets |= 1 << (CARDS + bonus)
    return targets


@rule
def target_value(state, target):
    return value_of(target) if target < CARDS else int(state.chosen[target - CARDS]) + 1


@rule
def changed_value(state, action):
    """TRK-73: the value that a target has once plus-or-minus is attached to it."""
    if action < Act.MINUS:
        return target_value(state, action - Act.PLUS) + 1
    return target_value(state, action - Act.MINUS) - 1


# 11. Declaring slot by slot


@rule
def next_slot(state, seat, slot):
    """TRK-81: the seat's next bonus card that needs a declaration, or COMMITTING."""
    slot += 1
    while slot < BONUS_CARDS and (slot == Bonus.STAR or not holds(state.owned[seat], slot)):
        slot += 1
    return slot


@rule
def begin_declarations(state):
    """TRK-80: clockwise from the winner of the last turn; players with nothing to declare are not asked."""
    state.phase = Phase.DECLARE
    for seat in everyone(state):
        if next_slot(state, seat, 0) < COMMITTING:
            state.waiting |= 1 << seat


@rule
def declare(state, seat, action):
    state.chosen[state.slot] = choice_of(action)
    state.slot = next_slot(state, seat, np.int64(state.slot))


@rule
def choice_of(action):
    """The number stored as the declaration of a bonus card."""
    if action == Act.UNUSED:
        return NOTHING
    if action >= Act.PLUS:
        return action - Act.PLUS
    if action >= Act.VALUE:
        return action - Act.VALUE
    if action >= Act.SUIT:
        return action - Act.SUIT
    if action >= Act.JOKER_TRICK:
        return action - Act.JOKER_TRICK
    return action - Act.FLIP


@rule
def declare_nothing(state, seat):
    for bonus in range(BONUS_CARDS):
        if holds(state.owned[seat], bonus):
            state.chosen[bonus] = NOTHING


# What can be declared


@rule
def forbids_declaration(state, seat, action):
    if state.phase != Phase.DECLARE or seat != state.to_act:
        return -Forbids.NOT_YOUR_DECLARATION
    slot = int(state.slot)
    if action == Act.COMMIT:
        return ALLOWED if slot == COMMITTING else -Forbids.OUT_OF_ORDER
    if action == Act.UNUSED:
        return ALLOWED if slot != COMMITTING else -Forbids.OUT_OF_ORDER
    if action < Act.JOKER_TRICK:
        return forbids_flip(state, seat, action - Act.FLIP) if slot == Bonus.FLIP else -Forbids.OUT_OF_ORDER
    if action <= Act.JOKER_FALSE:
        return ALLOWED if slot == Bonus.JOKER else -Forbids.OUT_OF_ORDER
    if slot < Bonus.V1 or slot == COMMITTING:
        return -Forbids.OUT_OF_ORDER
    if (action >= Act.VALUE) != value_side(state):
        return -Forbids.OTHER_SIDE_UP
    if action < Act.VALUE:
        return forbids_suit(slot, action - Act.SUIT)
    if action < Act.PLUS:
        return forbids_value(slot, action - Act.VALUE + 1)
    return forbids_change(state, seat, action) if slot == Bonus.V4 else -Forbids.OUT_OF_ORDER


@rule
def forbids_flip(state, seat, target):
    if target >= CARDS:
        return -Forbids.BONUS_CARD_FLIPPED
    own = holds(state.won[seat] | state.false_tricks[seat], target)
    return ALLOWED if own else -Forbids.NOT_YOURS_TO_FLIP


@rule
def forbids_suit(slot, suit):
    sides = SYMBOL_SIDES[slot - Bonus.V1]
    return ALLOWED if suit == sides[0] or suit == sides[1] else -Forbids.SUIT_NOT_SHOWN


@rule
def forbids_value(slot, value):
    """TRK-72: V1 shows every odd value, V2 every even one."""
    if slot == Bonus.V1 and value % 2 == 0:
        return -Forbids.ODD_ONLY
    if slot == Bonus.V2 and value % 2 == 1:
        return -Forbids.EVEN_ONLY
    return -Forbids.OUT_OF_ORDER if slot == Bonus.V4 else ALLOWED


@rule
def forbids_change(state, seat, action):
    target = (action - Act.PLUS) % TARGETS
    if not holds(with_value(state, seat), target):
        return -Forbids.CANNOT_CHANGE if target < CARDS else -Forbids.HAS_NO_VALUE
    return ALLOWED if 1 <= changed_value(state, action) <= VALUES else -Forbids.CANNOT_CHANGE


@rule
def legal_declarations(state, seat, moves):
    if state.slot == COMMITTING:
        moves[0] = Act.COMMIT
        return 1
    count = legal_uses(state, seat, moves)
    moves[count] = Act.UNUSED
    return count + 1


@rule
def legal_uses(state, seat, moves):
    """The ways to use the bonus card whose turn it is."""
    slot = int(state.slot)
    if slot == Bonus.FLIP:
        return write_moves(np.int64(state.won[seat] | state.false_tricks[seat]), Act.FLIP.value, moves)
    if slot == Bonus.JOKER:
        moves[0] = Act.JOKER_TRICK
        moves[1] = Act.JOKER_FALSE
        return 2
    if not value_side(state):
        sides = SYMBOL_SIDES[slot - Bonus.V1]
        moves[0] = Act.SUIT + int(min(sides[0], sides[1]))
        moves[1] = Act.SUIT + int(max(sides[0], sides[1]))
        return 2
    count = 0
    if slot == Bonus.V4:
        for action in range(Act.PLUS.value, Act.UNUSED.value):
            if forbids_change(state, seat, action) == ALLOWED:
                moves[count] = action
                count += 1
        return count
    for value in range(1, VALUES + 1):
        if forbids_value(slot, value) == ALLOWED:
            moves[count] = Act.VALUE + value - 1
            count += 1
    return count
