"""The best declaration at the end of a round of Tricky Twist: every way to use the bonus cards, scored by the rules.

Declarations already made by other players are taken into account; players still to declare are assumed to use nothing.
"""

import numpy as np

from parlour.kit import rule

from .card_sets import holds, lowest_in, suit_of, value_of
from .cards import CARDS, TARGETS, VALUES, Bonus, Kind
from .declaration import (
    COMMITTING,
    forbids_change,
    forbids_flip,
    forbids_suit,
    forbids_value,
    next_slot,
    with_value,
)
from .scoring import base_score, stars_of_card, tally
from .state import ALLOWED, NOTHING, Act, everyone, fill, kind_in_force, value_side

FLIP, JOKER, V4 = Bonus.FLIP.value, Bonus.JOKER.value, Bonus.V4.value
EXHAUSTED = 1 << 20  # after the last choice
PARITIES = 2  # trying the values 1 and 2 covers all odd and all even ones, unless runs are counted
RIVAL = 0.001  # weight of another player's star: it only decides between equally good declarations


@rule
def forget_tally(state, seat):
    """Reset the fields that scoring adds to."""
    fill(state.values[seat], 0)
    fill(state.suits[seat], 0)
    state.final_tricks[seat] = 0
    state.final_false[seat] = 0


@rule
def stars_as_declared(state, seat):
    """What the seat would score if the round were scored now, given the other seats' tallies."""
    forget_tally(state, seat)
    tally(state, seat)
    tricks = int(state.final_tricks[seat])
    star = tricks if holds(state.owned[seat], Bonus.STAR.value) else 0
    return base_score(tricks, int(state.final_false[seat])) + stars_of_card(state, seat) + star


@rule
def worth_as_declared(state, seat, ranked):
    worth = float(stars_as_declared(state, seat))
    if ranked:
        for other in everyone(state):
            if other != seat:
                worth -= RIVAL * stars_of_card(state, other)
    return worth


@rule
def is_allowed(state, seat, slot, choice):
    """True if the rules allow this choice for a bonus card."""
    if slot == FLIP:
        return forbids_flip(state, seat, choice) == ALLOWED
    if slot == JOKER:
        return True
    if not value_side(state):
        return forbids_suit(slot, choice) == ALLOWED
    return forbids_value(slot, choice + 1) == ALLOWED


@rule
def choice_count(state, slot):
    """The number of choices worth trying, from 0 upwards; all others score the same as one of these."""
    if slot == FLIP:
        return CARDS
    if slot == JOKER:
        return 2
    if not value_side(state):
        return 4
    return VALUES if kind_in_force(state) == Kind.SEQ else PARITIES


@rule
def flips_alike(state, seat, card):
    """True if flipping a lower card has the same effect: the same sort (trick or not) and the same value or suit."""
    from_false = holds(state.false_tricks[seat], card)
    by_value = value_side(state)
    for lower in range(card):
        if forbids_flip(state, seat, lower) == ALLOWED and holds(state.false_tricks[seat], lower) == from_false:
            if by_value and value_of(lower) == value_of(card):
                return True
            if not by_value and suit_of(lower) == suit_of(card):
                return True
    return False


@rule
def next_change(state, seat, choice):
    """The next allowed use of plus-or-minus; plus comes first."""
    targets, first = with_value(state, seat), choice + 1
    for sign in range(first // TARGETS, 2):
        base = sign * TARGETS
        rest = targets & -(1 << max(first - base, 0))
        while rest:
            change = base + lowest_in(rest)
            rest &= rest - 1
            if forbids_change(state, seat, Act.PLUS + change) == ALLOWED:
                return np.int64(change)
    return np.int64(EXHAUSTED)


@rule
def next_choice(state, seat, slot, choice):
    """The next choice worth trying after this one, or EXHAUSTED. NOTHING comes before all others."""
    if slot == V4 and value_side(state):
        return next_change(state, seat, choice)
    for other in range(choice + 1, choice_count(state, slot)):
        if is_allowed(state, seat, slot, other) and not (slot == FLIP and flips_alike(state, seat, other)):
            return np.int64(other)
    return np.int64(EXHAUSTED)


@rule
def last_slot(state, seat, first):
    """The last bonus card, from this one on, that needs a declaration."""
    last = first
    following = next_slot(state, seat, first)
    while following < COMMITTING:
        last = following
        following = next_slot(state, seat, last)
    return last


@rule
def slot_before(state, seat, slot):
    slot -= 1
    while slot == Bonus.STAR or not holds(state.owned[seat], slot):
        slot -= 1
    return slot


@rule
def next_combination(state, seat, first, last):
    """Move on to the next combination of choices for the slots first to last, the last changing fastest. Returns False
    after the last combination. Later slots depend on earlier ones, so when one changes, all after it start over."""
    slot = last
    while True:
        choice = next_choice(state, seat, slot, int(state.chosen[slot]))
        if choice != EXHAUSTED:
            state.chosen[slot] = choice
            return True
        state.chosen[slot] = NOTHING
        if slot == first:
            return False
        slot = slot_before(state, seat, slot)


@rule
def best_choice(state, seat, first, last):
    """The choice for slot `first` that, with the best choices for the slots up to `last`, scores most.

    The tallies in the state are used for the calculation and reset afterwards.
    """
    kind = kind_in_force(state)
    ranked = kind == Kind.FEW or kind == Kind.MANY
    for other in everyone(state):
        if other != seat and ranked:
            forget_tally(state, other)
            tally(state, other)
    best, choice = worth_as_declared(state, seat, ranked), np.int64(NOTHING)
    while next_combination(state, seat, first, last):
        worth = worth_as_declared(state, seat, ranked)
        if worth > best:
            best, choice = worth, np.int64(state.chosen[first])
    for other in everyone(state):
        forget_tally(state, other)
    return choice


@rule
def action_of(state, slot, choice):
    """The action that declares a choice: the inverse of `choice_of` in `declaration`."""
    if choice == NOTHING:
        return np.int64(Act.UNUSED)
    if slot == FLIP:
        return np.int64(Act.FLIP + choice)
    if slot == JOKER:
        return np.int64(Act.JOKER_TRICK + choice)
    if not value_side(state):
        return np.int64(Act.SUIT + choice)
    return np.int64((Act.PLUS if slot == V4 else Act.VALUE) + choice)


@rule
def declare_best(state, seat):
    """The best declaration, slot by slot (TRK-81)."""
    slot = np.int64(state.slot)
    if slot == COMMITTING:
        return np.int64(Act.COMMIT)
    return action_of(state, slot, best_choice(state, seat, slot, last_slot(state, seat, slot)))


@rule
def declare_greedily(state, seat):
    """One bonus card at a time, each used where it scores most on its own."""
    slot = np.int64(state.slot)
    if slot == COMMITTING:
        return np.int64(Act.COMMIT)
    return action_of(state, slot, best_choice(state, seat, slot, slot))
