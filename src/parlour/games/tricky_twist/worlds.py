"""Worlds that a seat of Tricky Twist could be in: random deals that fit everything the seat has seen."""

import numpy as np

from parlour.kit import SPECTATOR, below, rule, shuffle

from .card_sets import holds, set_of
from .cards import CARDS, SCORING_CARDS
from .dealing import dealt
from .declaration import next_slot
from .reserve import reserve_left
from .state import NOTHING, Phase, everyone

FIRST_HAND = -1  # a turn before the first: when the cards of the first hand entered it
NOT_YET_DRAWN = 99  # a turn after every other: when a card that still lies in a reserve will enter the hand


@rule
def resample(seen, seat, world, seed):
    """Uniform over all deals, reserves and reserve orders that fit what was seen.

    Each card has a place in a seat's row, and the place tells when it entered the hand. A card that was played must
    have entered its player's hand by then; a card that was shown to be absent must have entered later. First every card
    is put into a place that fits. Then each card is lifted and put into another place, pushing the card there on to yet
    another, until one lands in the gap. Such a chain of pushes and its reverse are equally likely, because a card goes
    to each place that fits it with a probability that depends on the card alone; and every world can be reached from
    every other. So this converges to all worlds being equally likely, and one sweep is enough in practice.
    """
    resample_all_but_rows(seen, seat, world, seed)
    for card in range(CARDS):
        if not in_own_row(seen, seat, card):
            settle(seen, seat, world, card)
    for other in everyone(seen):
        if other != seat:
            for i in range(dealt(seen)):
                card = np.int64(world.cards[other, i])
                world.cards[other, i] = NOTHING
                settle(seen, seat, world, card)
    for other in everyone(seen):
        if other != seat:
            world.hand[other] = hand_from_row(seen, other, world.cards[other])


@rule
def resample_all_but_rows(seen, seat, world, seed):
    """Everything but the cards of the others."""
    world.rng = seed
    shuffle_pile(seen, world)
    if seat != SPECTATOR:
        shuffle(world, world.cards[seat][seen.drawn[seat] : seen.picked[seat]], reserve_left(seen, seat))
    if seen.phase == Phase.DECLARE and seen.to_act != seat:  # this seat has seen none of it
        world.slot = next_slot(seen, np.int64(seen.to_act), 0)


@rule
def shuffle_pile(seen, world):
    """The scoring cards that are still face down, in random order."""
    count = int(seen.round_no) + 1
    for card in range(SCORING_CARDS):
        known = False
        for i in range(seen.round_no + 1):
            known = known or seen.pile[i] == card
        if not known:
            world.pile[count] = card
            count += 1
    shuffle(world, world.pile[seen.round_no + 1 :], SCORING_CARDS - 1 - int(seen.round_no))


@rule
def in_own_row(seen, seat, card):
    if seat != SPECTATOR:
        for i in range(dealt(seen)):
            if seen.cards[seat, i] == card:
                return True
    return False


@rule
def settle(seen, seat, world, card):
    """Put a card into a random place that fits; the card that lay there is moved in the same way."""
    each = dealt(seen)
    while card != NOTHING:
        other = np.int64(seen.played_by[card])
        if other == NOTHING:
            other = another_seat(seen, seat, world)
        i = below(world, each)
        if fits(seen, other, i, card):
            pushed = np.int64(world.cards[other, i])
            world.cards[other, i] = card
            card = pushed


@rule
def another_seat(seen, seat, world):
    if seat == SPECTATOR:
        return below(world, np.int64(seen.seats))
    other = below(world, np.int64(seen.seats) - 1)
    return other + 1 if other >= seat else other


@rule
def fits(seen, seat, i, card):
    """True if a card can be at place i of a row, given what was played and shown."""
    entered = turn_entered(seen, seat, i)
    if seen.played_by[card] != NOTHING:
        first_played = seen.turn_taken_back if card == seen.taken_back else seen.turn_played[card]
        if seen.played_by[card] != seat or entered > first_played:
            return False
    return entered > seen.turn_absent[seat, card]


@rule
def turn_entered(seen, seat, i):
    """The turn before which the card at place i of a row entered the hand."""
    if i < seen.drawn[seat]:
        return int(seen.turn_drawn[seat, i])
    return NOT_YET_DRAWN if i < seen.picked[seat] else FIRST_HAND


@rule
def hand_from_row(seen, seat, row):
    """The cards that have entered the hand and have not been played, or were taken back."""
    drawn, picked = np.int64(seen.drawn[seat]), np.int64(seen.picked[seat])
    entered = set_of(row, 0, drawn) | set_of(row, picked, dealt(seen))
    hand = 0
    for card in range(CARDS):
        if holds(entered, card) and (seen.played_by[card] == NOTHING or held_again(seen, card)):
            hand |= 1 << card
    return hand


@rule
def held_again(seen, card):
    """True if this card was taken back and has not been played since."""
    return card == seen.taken_back and seen.turn_played[card] == seen.turn_taken_back
