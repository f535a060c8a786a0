"""Worlds that a seat of Confetti could be in: random orders of the cards that nobody has seen."""

from parlour.kit import below, rule

from .cards import CARDS
from .dealing import draw_unknown_cards
from .state import UNKNOWN, SoloPool


@rule
def resample(seen, seat, world, seed):
    """Hidden cards cannot be told apart: each may take any of the places left in the rounds to come. If the deck was
    drawn at random, each may also be any card that has not been seen."""
    world.rng = seed
    if world.random_deck:
        draw_unknown_cards(world)
    left = 0
    for card in range(CARDS):
        if seen.fresh_in[card] == UNKNOWN:
            left += 1
    for card in range(CARDS):
        if seen.fresh_in[card] == UNKNOWN:
            world.fresh_in[card] = round_of_place(world, below(world, left))
            left -= 1


@rule
def round_of_place(world, place):
    """The round to which the `place`-th free place belongs."""
    if not (world.seats == 1 and world.solo_pool == SoloPool.FIFTHS):
        return 2  # halves: all hidden cards are in the second half
    number = int(world.round_now)
    while place >= 0:
        number += 1
        place -= 17 if number < 5 else 16
        for card in range(CARDS):
            if world.fresh_in[card] == number:
                place += 1
    return number
