"""Zones, the players' edges of the table: cards that arrive, lie there and leave (CON-23, CON-32, CON-33)."""

import numpy as np

from parlour.kit import rule

from .state import MOST_CARDS, NO_CARD, NOBODY, Place, Stealing


@rule
def lies_in_zone(state, seat, card):
    """CON-32, CON-33: loose or held, it belongs to the owner of the zone."""
    return state.owner[card] == seat and (state.place[card] == Place.LOOSE or state.place[card] == Place.HELD)


@rule
def arrive(state, seat, card):
    """The card lies in a zone: loose, or held at once if there is no stealing."""
    state.place[card] = Place.HELD if state.stealing == Stealing.OFF else Place.LOOSE
    state.owner[card] = seat
    put_in_order(state.zone[seat], 0, np.int64(state.cards[seat]), card)
    state.cards[seat] += 1


@rule
def leave_zone(state, seat, card):
    state.cards[seat] -= 1
    count = int(state.cards[seat])
    i = 0
    while state.zone[seat, i] != card:
        i += 1
    while i < count:
        state.zone[seat, i] = state.zone[seat, i + 1]
        i += 1
    state.zone[seat, count] = NO_CARD


@rule
def clear_zone(state, seat):
    state.cards[seat] = 0
    for i in range(MOST_CARDS):
        state.zone[seat, i] = NO_CARD


@rule
def give_back_zone(state, seat):
    for i in range(state.cards[seat]):
        back_to_the_middle(state, np.int64(state.zone[seat, i]))
    clear_zone(state, seat)


@rule
def back_to_the_middle(state, card):
    state.place[card] = Place.MIDDLE
    state.owner[card] = NOBODY
    state.since[card] = 0


@rule
def put_in_order(row, start, count, value):
    """Insert a value into the `count` ascending ones that begin at `start`."""
    i = start + count
    while i > start and row[i - 1] > value:
        row[i] = row[i - 1]
        i -= 1
    row[i] = value
