"""The state of a Confetti match: phases, card states, actions, refusals, the record itself, and the shape of a game.

Numba keeps a small integer type through int(): a card or a seat that is passed on is made an int64 first, so that each
rule is compiled once and not once for each kind of number it is called with.
"""

import numpy as np

from parlour.kit import TABLE, IntEnum, int8, int16, int32, int64, record, rule

from .cards import CARDS, SEATS

SOFT_EXTRA = 3  # cards beyond the limit that the soft limit allows (CON-44)
MOST_CARDS = 9 + SOFT_EXTRA  # in a zone
NOBODY = -1
NO_CARD = -1
NO_CELL = -1
UNKNOWN = -1  # in `seen`: hidden from the seat

TAKE_GAP_MS = 400  # CON-20
GRACE_MS = 1000  # CON-27
AUTO_HOLD_MS = 2000  # CON-24
WINDOW_MS = 250  # CON-37
TUG_MS = 2000  # CON-38
CHOICE_MS = 20_000  # CON-71
BREAK_MS = 3000  # CON-108


class Phase(IntEnum):
    PLAY = 0
    CHOOSE = 1  # point cards are kept or given up
    BREAK = 2
    OVER = 3


class Place(IntEnum):
    """CON-23: the states of a card."""

    ASIDE = 0
    MIDDLE = 1
    TUG = 2
    LOOSE = 3
    HELD = 4
    POINT = 5
    REMOVED = 6


class Act(IntEnum):
    """What a player can do. Actions on a card are the number here plus the card's number."""

    TAKE = 0
    HOLD = 84
    HOLD_ALL = 168
    DISCARD = 169
    LET_GO = 253
    KEEP = 337
    GIVE_UP = 421
    LEAVE = 505


ACTIONS = 506


class Forbids(IntEnum):
    """Why an action is refused: the number of the statement that forbids it."""

    TIME_IS_UP = 17
    HELD_BY_ANOTHER = 18
    CANNOT_TAKE = 24
    CANNOT_HOLD = 25
    CANNOT_DISCARD = 29
    REMOVED = 35
    RACE = 37
    NOT_IN_A_TUG = 38
    BUSY_WITH_A_TUG = 39
    LIMIT = 42
    LIMIT_LAST_ROUND = 43
    LIMIT_SOFT = 44
    NOT_COLLECTED = 68
    NOT_CHOOSING = 71
    POINT_CARD = 72
    NOTHING_TO_KEEP = 73
    NOTHING_TO_GIVE_UP = 74
    NOT_YOUR_POINT_CARD = 76
    LIMIT_MANY_PLAYERS = 83
    LIMIT_ONE_PLAYER = 86
    OVER = 95
    LEFT = 99


# What the option fields of the state hold; the members are the values of the option, in its order.


class Stealing(IntEnum):
    UNTIL_HELD = 0
    AUTO_HELD_AFTER_2S = 1
    OFF = 2


class Conflict(IntEnum):
    TUG = 0
    FIRST_COME = 1


class Round2Pool(IntEnum):
    SECOND_HALF = 0
    CUMULATIVE = 1


class Limit(IntEnum):
    HARD = 0
    SOFT_WITH_PENALTY = 1


class ExtraCard(IntEnum):
    ONCE = 0
    TWICE = 1


class Side(IntEnum):
    WHITE = 0
    BLACK = 1


class Layout(IntEnum):
    SCATTER = 0
    GRID = 1


class SoloPool(IntEnum):
    MAIN_PATTERN = 0
    FIFTHS = 1
    ALL = 2


ROUND_SECONDS = (60, 45, 90)  # CON-16
ROUND_MS = np.array([1000 * seconds for seconds in ROUND_SECONDS])

State = record(
    **TABLE,
    # options
    stealing=int8,  # Stealing
    conflict=int8,  # Conflict
    round2_pool=int8,  # Round2Pool
    limit=int8,  # Limit
    extra_card=int8,  # ExtraCard
    side=int8,  # Side
    layout=int8,  # Layout
    round_seconds_choice=int8,  # a place in ROUND_SECONDS
    solo_pool=int8,  # SoloPool
    random_deck=int8,  # whether the deck is random-84
    deck=int8[CARDS, 3],  # small, medium and big colour of each card, on the side in play
    # the round
    round_now=int8,  # from 1
    phase=int8,  # Phase
    phase_ends=int64,
    # cards
    place=int8[CARDS],  # Place
    owner=int8[CARDS],  # of a loose, held or point card; of a card in a tug, whose loose card it was
    fresh_in=int8[CARDS],  # the round in which the card first comes into the middle
    since=int32[CARDS],  # when it was taken: for a card in a tug, by the first taker
    pulling=int8[CARDS],  # the seats that pull at it, a bit each
    cell=int8[CARDS],  # where it lies in the middle this round, or NO_CELL
    across=int8[CARDS],  # distance from the centre of its cell
    down=int8[CARDS],
    angle=int8[CARDS],  # in 256ths of a turn
    # cards in a tug, open windows of CON-37 included: never more than one for each seat that took
    pulls=int8,
    pulled=int8[SEATS],
    pull_ends=int32[SEATS],
    # players
    zone=int8[SEATS, MOST_CARDS],  # loose and held cards, ascending
    cards=int8[SEATS],  # how many cards are in the zone
    free_at=int32[SEATS],  # when the right hand may take again
    points=int8[SEATS],  # point cards
    owed=int8[SEATS],  # point cards still to be chosen; below zero: to be given up
    gone=int8[SEATS],
    # the last hand that was scored
    shown=int8[SEATS, MOST_CARDS],
    collected=int8[SEATS],
    sets=int8[SEATS],
    used=int16[SEATS],  # which of the shown cards are needed for the sets, a bit each
    result=int8[SEATS],
)


@rule
def round_ms(state):
    """CON-16: how long the sand runs."""
    return ROUND_MS[state.round_seconds_choice]


# 10, 11, 12. Number of rounds, and 6. Card limit


@rule
def rounds(state):
    """CON-80, CON-83, CON-86."""
    if state.seats == 1:
        return 5
    return 3 if state.seats <= 4 else 2


@rule
def is_last_round(state):
    return int(state.round_now) == rounds(state)


@rule
def card_limit(state):
    """CON-42, CON-43, CON-83, CON-86."""
    return 9 if state.seats > 1 and is_last_round(state) else 6


@rule
def over(state):
    return state.phase == Phase.OVER
