"""The end-of-round declaration of Tricky Twist, exactly: every way to use the own bonus cards, scored by the rules.

What others have declared counts; who has not declared yet is taken to leave the bonus cards unused.
"""

import numpy as np

from parlour.kit import rule

from .cards import CARDS, THINGS, VALUES, Bonus, Kind
from .rules import (
    COMMITTING,
    NOTHING,
    Act,
    base_score,
    everyone,
    fill,
    forbids_change,
    forbids_flip,
    forbids_suit,
    forbids_value,
    holds,
    kind_in_force,
    next_slot,
    stars_of_card,
    suit_of,
    tally,
    value_of,
    value_side,
)

FLIP, JOKER, V4 = Bonus.FLIP.value, Bonus.JOKER.value, Bonus.V4.value
EXHAUSTED = 1 << 20  # a choice after every other
PARITIES = 2  # values 1 and 2 stand for all odd and all even ones, unless runs are counted
RIVAL = 0.001  # a star of somebody else: it only decides between equally good declarations


@rule
def forget_tally(state, seat):
    """Before a round is scored these are 0."""
    fill(state.values[seat], 0)
    fill(state.suits[seat], 0)
    state.final_tricks[seat] = 0
    state.final_false[seat] = 0


@rule
def stars_as_declared(state, seat):
    """What the seat would score if the round were scored now; the others' tallies are made."""
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
def open_choice(state, seat, slot, choice):
    """Whether the rules let a bonus card be declared so."""
    if slot == FLIP:
        return forbids_flip(state, seat, choice) == 0
    if slot == JOKER:
        return True
    if not value_side(state):
        return forbids_suit(slot, choice) == 0
    if slot == V4:
        return forbids_change(state, seat, Act.PLUS + choice) == 0
    return forbids_value(slot, choice + 1) == 0


@rule
def choices(state, slot):
    """Choices are numbered from 0 to here; those above change nothing that counts."""
    if slot == FLIP:
        return CARDS
    if slot == JOKER:
        return 2
    if not value_side(state):
        return 4
    if slot == V4:
        return 2 * THINGS
    return VALUES if kind_in_force(state) == Kind.SEQ else PARITIES


@rule
def flips_alike(state, seat, card):
    """Whether a lower card, flipped, comes to the same: trick or false trick, and what counts of it, being equal."""
    from_false = holds(state.false_tricks[seat], card)
    by_value = value_side(state)
    for lower in range(card):
        if forbids_flip(state, seat, lower) == 0 and holds(state.false_tricks[seat], lower) == from_false:
            if by_value and value_of(lower) == value_of(card):
                return True
            if not by_value and suit_of(lower) == suit_of(card):
                return True
    return False


@rule
def next_choice(state, seat, slot, choice):
    """The next choice worth a look after this one (NOTHING is the first of all), or EXHAUSTED."""
    for other in range(choice + 1, choices(state, slot)):
        if open_choice(state, seat, slot, other) and not (slot == FLIP and flips_alike(state, seat, other)):
            return np.int64(other)
    return np.int64(EXHAUSTED)


@rule
def last_slot(state, seat, first):
    """The last bonus card, from this one on, about which there is something to declare."""
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
def turn_to_next(state, seat, first, last):
    """The next combination of choices for the slots first to last, the last changing fastest. Is there one?

    A choice for a later slot depends on the earlier ones, so whenever one changes, all after it begin anew.
    """
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

    The state serves as the slate for this sum and is wiped clean again.
    """
    kind = kind_in_force(state)
    ranked = kind == Kind.FEW or kind == Kind.MANY
    for other in everyone(state):
        if other != seat and ranked:
            forget_tally(state, other)
            tally(state, other)
    best, choice = worth_as_declared(state, seat, ranked), np.int64(NOTHING)
    while turn_to_next(state, seat, first, last):
        worth = worth_as_declared(state, seat, ranked)
        if worth > best:
            best, choice = worth, np.int64(state.chosen[first])
    for other in everyone(state):
        forget_tally(state, other)
    return choice


@rule
def action_of(state, slot, choice):
    """The action that declares this (the rules' `choice_of`, backwards)."""
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
    """One bonus card at a time, each as it scores most by itself."""
    slot = np.int64(state.slot)
    if slot == COMMITTING:
        return np.int64(Act.COMMIT)
    return action_of(state, slot, best_choice(state, seat, slot, slot))
