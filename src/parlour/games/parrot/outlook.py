"""What a Parrot Box is likely to cost in the end: with turns still to come, or if its down cards are turned up now.

A Box is one whole number here, four bits for each place: 0 to 12, the Parrot, or DOWN. Trying a move changes four bits
and allocates nothing. Points are costs: lower is better.
"""

import numpy as np

from parlour.kit import rule

from .cards import COLUMNS, COPIES, KINDS, PARROT, PLACES, SET_POINTS
from .counts import count_of, plus_one

DOWN = KINDS  # a card that is not known
FACES = KINDS + 1
NO_NUMBER = PARROT  # of a column that is not a Pair of a number

LONGEST = 8  # the most turns to come that the table of prospects looks ahead
TOLL = 1.6  # points: a turn spent on one column is lost to the three others


def _pair_of() -> np.ndarray:
    """By the two faces of a column: the number it is a Pair of, or NO_NUMBER."""
    pairs = np.full((FACES, FACES), NO_NUMBER, np.int64)
    for number in range(PARROT):
        pairs[number, number] = pairs[number, PARROT] = pairs[PARROT, number] = number
    return pairs


def _prospects() -> np.ndarray:
    """What a column will cost in the end, by turns to come, the number wanted for a set, and its two faces.

    Each turn brings a random card. For a toll it may take either place or be discarded to turn up a down card;
    otherwise the column stays as it is. A Pair of the wanted number saves as much as a Quartet.
    """
    chance = COPIES / COPIES.sum()
    table = np.zeros((LONGEST + 1, KINDS, FACES, FACES))
    number = np.arange(KINDS)
    for wanted in range(KINDS):
        cost = np.add.outer(number, number) * 1.0
        cost[number, number] = cost[PARROT] = cost[:, PARROT] = 0.0
        if wanted != NO_NUMBER:
            cost[wanted, wanted] = cost[wanted, PARROT] = cost[PARROT, wanted] = float(SET_POINTS[2])
        now = table[0, wanted]
        now[:KINDS, :KINDS] = cost
        now[DOWN, :KINDS] = now[:KINDS, DOWN] = chance @ cost
        now[DOWN, DOWN] = chance @ cost @ chance
        for turns in range(1, LONGEST + 1):
            past, now = now, table[turns, wanted]
            looks = np.full((FACES, FACES), np.inf)
            looks[DOWN, :] = looks[:, DOWN] = TOLL + chance @ past[:KINDS]
            for card in range(KINDS):
                placed = np.minimum(past[card][None, :], past[:, card][:, None]) + TOLL
                now += chance[card] * np.minimum(np.minimum(past, looks), placed)
    return table


PAIR_OF = _pair_of()
# Rounded, because sums of products may differ in the last bit between processors; it also halves a compressed file.
PROSPECTS = np.round(_prospects() * 1024) / 1024


# A Box as one number


@rule
def boxed(seen, seat):
    """A Box as everybody sees it."""
    box = 0
    for place in range(PLACES):
        card = int(seen.box[seat, place]) if seen.up[seat, place] else DOWN
        box |= card << (4 * place)
    return box


@rule
def card_at(box, place):
    return (box >> (4 * place)) & 15


@rule
def with_card(box, place, card):
    return (box & ~(15 << (4 * place))) | (card << (4 * place))


@rule
def down_in(box):
    """The number of down cards."""
    down = 0
    for place in range(PLACES):
        if card_at(box, place) == DOWN:
            down += 1
    return down


@rule
def pairs_in(box):
    """How many Pairs there are of each number."""
    pairs = 0
    for column in range(COLUMNS):
        number = PAIR_OF[card_at(box, column), card_at(box, column + COLUMNS)]
        if number != NO_NUMBER:
            pairs = plus_one(pairs, number)
    return pairs


# What a Box is likely to cost


@rule
def prospect(a, b, pairs, turns):
    """What a column that is not a Pair of a number will cost, given the Pairs in the other columns."""
    best = PROSPECTS[turns, NO_NUMBER, a, b]
    if pairs != 0:
        plain, number = best, 0
        while pairs != 0:  # count by count, up to the last number that has a Pair
            have = pairs & 15
            if have != 0:
                hope = PROSPECTS[turns, number, a, b]
                if have > 1:
                    hope = 0.5 * (plain + hope)  # a Sextet or an Octet adds half of what a Quartet saves
                best = min(best, hope)
            pairs >>= 4
            number += 1
    return best


@rule
def outlook(box, turns):
    """The points of a Box in the end if its owner has `turns` more turns."""
    return outlook_without(box, -1, pairs_in(box), turns)


@rule
def outlook_without(box, left_out, pairs, turns):
    """The same for all columns but one; `pairs` are those in the columns counted."""
    points = sets(pairs)
    for column in range(COLUMNS):
        a, b = card_at(box, column), card_at(box, column + COLUMNS)
        if column != left_out and PAIR_OF[a, b] == NO_NUMBER:
            points += prospect(a, b, pairs, turns)
    return points


@rule
def sets(pairs):
    """What all sets take off together."""
    points = 0.0
    while pairs != 0:  # count by count
        points += SET_POINTS[pairs & 15]
        pairs >>= 4
    return points


@rule
def final(box, downs, cards):
    """The expected points if the down cards are turned up now. `downs` counts by kind the cards they can be, `cards` in
    all."""
    pairs = pairs_in(box)
    points = sets(pairs)
    for column in range(COLUMNS):
        a, b = card_at(box, column), card_at(box, column + COLUMNS)
        if a == DOWN and b == DOWN:
            points += two_unknown(downs, cards)
        elif a == DOWN or b == DOWN:
            points += one_unknown(a + b - DOWN, pairs, downs, cards)
        elif PAIR_OF[a, b] == NO_NUMBER and a != PARROT:  # two Parrots cost nothing
            points += a + b
    return points


@rule
def one_unknown(up, pairs, downs, cards):
    """A column with one down card: the average over its kinds, a Pair with what it adds to its set."""
    points = 0.0
    for kind in range(KINDS):
        many = count_of(downs, kind)
        if many == 0:
            continue
        number = PAIR_OF[up, kind]
        if number != NO_NUMBER:
            have = count_of(pairs, number)
            points += many * (int(SET_POINTS[have + 1]) - int(SET_POINTS[have]))
        elif up != PARROT:
            points += many * (up + kind)
    return points / cards


@rule
def two_unknown(downs, cards):
    """A column of two down cards: both numbers count, unless they are equal or one is a Parrot."""
    if cards < 2:
        return 0.0
    numbers = cards - count_of(downs, PARROT)
    points = 0.0
    for kind in range(PARROT):
        many = count_of(downs, kind)
        points += 2.0 * many * kind * (numbers - many)
    return points / (cards * (cards - 1.0))
