"""Two players want the same card: section 5 of the rulebook.

A card just taken is in a tug of one while the window of CON-37 is open. A rival who reaches it in time makes it a tug
of two or more. Both are called a pull here: `pulled` lists the cards, `pull_ends` says when the window closes or the
tug ends, and `pulling` says for each card which seats pull at it.
"""

import numpy as np

from parlour.kit import rule

from .state import NO_CARD, NOBODY, TUG_MS, WINDOW_MS, Forbids, Place
from .zones import arrive, back_to_the_middle


@rule
def pulls_at(state, seat, card):
    return (int(state.pulling[card]) >> seat) & 1 == 1


@rule
def one_pulls(state, card):
    """True if at most one seat pulls: the first taker, or the last one left. (Clearing the lowest bit leaves none.)"""
    pulling = int(state.pulling[card])
    return pulling & (pulling - 1) == 0


@rule
def tug_of(state, seat):
    """The card that this player pulls at against a rival, or NO_CARD."""
    for i in range(state.pulls):
        card = np.int64(state.pulled[i])
        if pulls_at(state, seat, card) and not one_pulls(state, card):
            return card
    return np.int64(NO_CARD)


@rule
def in_tug(state, seat):
    """CON-39: True if a rival keeps this player's right hand busy."""
    return tug_of(state, seat) != NO_CARD


@rule
def window_closes(state, card):
    return int(state.since[card]) + WINDOW_MS


@rule
def open_window(state, seat, card, ms):
    """CON-37: a rival may still join for a moment; the previous owner of a loose card is remembered."""
    state.place[card] = Place.TUG
    state.pulling[card] = 1 << seat
    state.pulled[state.pulls] = card
    state.pull_ends[state.pulls] = ms + WINDOW_MS
    state.pulls += 1


@rule
def join_tug(state, seat, card, ms):
    """CON-37, CON-40: the second player begins the tug, later ones only join it."""
    if one_pulls(state, card):
        state.pull_ends[pull_of(state, card)] = ms + TUG_MS
    state.pulling[card] = int(state.pulling[card]) | (1 << seat)


@rule
def pull_of(state, card):
    """The place of a card in the list of pulls."""
    i = 0
    while state.pulled[i] != card:
        i += 1
    return i


@rule
def end_pull(state, card):
    """Nobody pulls any more; the last entry of the list fills the gap."""
    i = pull_of(state, card)
    state.pulling[card] = 0
    state.pulls -= 1
    last = int(state.pulls)
    state.pulled[i] = state.pulled[last]
    state.pull_ends[i] = state.pull_ends[last]
    state.pulled[last] = NO_CARD
    state.pull_ends[last] = 0


@rule
def give_to_only_puller(state, card):
    seat = 0
    while not pulls_at(state, seat, card):
        seat += 1
    end_pull(state, card)
    arrive(state, seat, card)


@rule
def when_let_go(state, seat, card):
    """CON-38: only in a tug."""
    if pulls_at(state, seat, card) and not one_pulls(state, card):
        return int(state.clock)
    return -Forbids.NOT_IN_A_TUG


@rule
def let_go(state, seat, card, ms):
    """CON-38: the last one left gets the card, as if just taken."""
    state.pulling[card] = int(state.pulling[card]) & ~(1 << seat)
    if one_pulls(state, card):
        state.since[card] = ms
        give_to_only_puller(state, card)


@rule
def settle_pulls(state):
    """A window closes and the take is confirmed (CON-37), or nobody gave way and the card is out (CON-34, CON-35)."""
    for i in range(int(state.pulls) - 1, -1, -1):
        if state.pull_ends[i] <= state.clock:
            card = np.int64(state.pulled[i])
            if one_pulls(state, card):
                give_to_only_puller(state, card)
            else:
                end_pull(state, card)
                state.place[card] = Place.REMOVED
                state.owner[card] = NOBODY
                state.since[card] = 0


@rule
def end_all_pulls(state):
    """The sand has run out: a take without a rival stands (CON-46), a card in a tug goes to the middle (CON-41)."""
    for i in range(int(state.pulls) - 1, -1, -1):
        card = np.int64(state.pulled[i])
        if one_pulls(state, card):
            give_to_only_puller(state, card)
        else:
            end_pull(state, card)
            back_to_the_middle(state, card)


@rule
def leave_all_pulls(state, seat, ms):
    """CON-99: a player who leaves lets go of every tug; a card that nobody else pulls at goes to the middle."""
    for i in range(int(state.pulls) - 1, -1, -1):
        card = np.int64(state.pulled[i])
        if pulls_at(state, seat, card):
            if one_pulls(state, card):
                end_pull(state, card)
                back_to_the_middle(state, card)
            else:
                let_go(state, seat, card, ms)
