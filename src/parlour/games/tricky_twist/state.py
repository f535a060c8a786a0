"""The state of a Tricky Twist match: phases, actions, refusals, the record itself, and whose decision is next.

Hands, the cards in tricks, and false tricks are sets of cards (see `card_sets`). `cards[seat]` is the row of all cards
dealt to a seat: once the reserve is laid, the first five are the reserve, top card first, the rest the first hand.
Drawing from the reserve only raises a counter, so the row shows for the whole round when each card was drawn.
"""

import numpy as np

from parlour.kit import TABLE, IntEnum, int8, int16, int64, record, rule

from .card_sets import holds
from .cards import BONUS_CARDS, CARDS, LONGEST_TABLE, SCORING_CARDS, VALUES, Kind

SEATS = 4
RESERVE = 5  # TRK-24
ROW = 16  # cards dealt to a seat at a table of three; twelve at a table of four (TRK-22)
NOTHING = -1  # no card, no choice, no turn
NEVER_SHOWN = -2  # earlier than every turn and than the first hand: not shown to be absent so far

RESERVE_MS = 90_000  # TRK-27
DECISION_MS = 60_000  # TRK-108


class Phase(IntEnum):
    RESERVE = 0  # all players lay their reserves
    DRAW = 1  # before a turn: may draw from the reserve
    PLAY = 2
    BONUS = 3  # a player who collected a 7 may take a bonus card
    TAKE_BACK = 4
    DECLARE = 5  # the round has ended: bonus cards are declared
    OVER = 6


class Act(IntEnum):
    """Some numbers begin a range: RESERVE and PLAY + card, TAKE + bonus card, SUIT + suit, VALUE + value - 1;
    TAKE_BACK, FLIP, PLUS and MINUS + target, which is a number card, or 48 + a bonus card."""

    RESERVE = 0
    DRAW = 48
    STAY = 49
    PLAY = 50
    TAKE = 98
    DECLINE = 106
    TAKE_BACK = 107
    KEEP_FALSE = 163
    FLIP = 164
    JOKER_TRICK = 220
    JOKER_FALSE = 221
    SUIT = 222
    VALUE = 226
    PLUS = 238
    MINUS = 294
    UNUSED = 350
    COMMIT = 351
    LEAVE = 352


ACTIONS = 353


ALLOWED = 0  # what `forbids` and its parts return for a legal action; otherwise minus a member of Forbids


class Forbids(IntEnum):
    """Why an action is refused: the number of the statement that forbids it."""

    OTHER_SIDE_UP = 13
    TAKE_BACK_GONE = 20
    NOT_A_RESERVE_CARD = 24
    RESERVES_NOT_LAID = 27
    DRAWS_COME_FIRST = 28
    NO_DRAW_NOW = 29
    NOT_YOUR_DRAW = 30
    NOT_IN_HAND = 32
    NOT_YOUR_TURN = 33
    MUST_FOLLOW_SUIT = 34
    NO_BONUS_CARD = 45
    BONUS_PENDING = 48
    BONUS_DECLINED = 50
    NO_TAKE_BACK_NOW = 55
    TAKE_BACK_PENDING = 56
    NOT_YOUR_FALSE_TRICK = 57
    NOT_YOURS_TO_FLIP = 60
    BONUS_CARD_FLIPPED = 63
    SUIT_NOT_SHOWN = 68
    ODD_ONLY = 69
    EVEN_ONLY = 70
    CANNOT_CHANGE = 73
    HAS_NO_VALUE = 74
    ROUND_ENDED = 76
    NOT_YOUR_DECLARATION = 80
    OUT_OF_ORDER = 81
    OVER = 101
    LEFT = 108


# What the option fields of the state hold; the members are the values of the option, in its order.


class TakeBackCard(IntEnum):
    ONCE_PER_GAME = 0
    RETURNS_EACH_ROUND = 1


class RecollectedSeven(IntEnum):
    GRANTS_AGAIN = 0
    NO_GRANT = 1


class RankTies(IntEnum):
    SKIP = 0
    DENSE = 1


class RankCardsSide(IntEnum):
    SYMBOL = 0
    VALUE = 1


State = record(
    **TABLE,
    # options
    take_back_card=int8,  # TakeBackCard
    recollected_seven=int8,  # RecollectedSeven
    rank_ties=int8,  # RankTies
    rank_cards_side=int8,  # RankCardsSide
    tables=int8[SCORING_CARDS, LONGEST_TABLE],  # stars, by kind and count
    scoring_cards=int8[SCORING_CARDS, 3],  # kind and two suits
    # the game
    since=int64,  # when the current decision began
    phase=int8,
    to_act=int8,
    round_no=int8,
    starter=int8,
    pile=int8[SCORING_CARDS],  # scoring cards from the top; pile[round_no] is in force
    take_back_used=int8,
    gone=int8[SEATS],  # players who have left
    total=int16[SEATS],
    results=int8[SEATS, SEATS, 5],  # by round and seat: tricks, false tricks; stars of the base, the card, Star
    owners=int8[SEATS, BONUS_CARDS],  # by round: each bonus card's owner when it was scored, and the declaration
    declarations=int8[SEATS, BONUS_CARDS],
    # the round
    turn=int8,
    leader=int8,  # of this turn; once it is resolved, of the next
    waiting=int8,  # bits: seats that are still to decide in this phase
    cards=int8[SEATS, ROW],
    picked=int8[SEATS],  # cards laid into the reserve
    drawn=int8[SEATS],  # cards drawn from it
    hand=int64[SEATS],
    hand_left=int8[SEATS],
    table=int8[SEATS],  # the cards of this turn; of the last one until the next lead
    tricks=int8[SEATS],
    won=int64[SEATS],  # all cards in a seat's tricks
    false_tricks=int64[SEATS],
    display=int16,  # bits: bonus cards that can be taken
    owned=int16[SEATS],
    declined=int8,  # bits: seats that have declined a bonus card
    chosen=int8[BONUS_CARDS],  # what the owner of a bonus card declared
    slot=int8,  # the bonus card that is being declared
    values=int8[SEATS, VALUES],  # false tricks by value and by suit when the round was scored
    suits=int8[SEATS, 4],
    final_tricks=int8[SEATS],
    final_false=int8[SEATS],
    # what everybody has seen in the round: for inference only (see `history`)
    turn_played=int8[CARDS],  # the turn in which a card was last played
    played_by=int8[CARDS],
    turn_drawn=int8[SEATS, RESERVE],
    turn_absent=int8[SEATS, CARDS],  # the last turn in which this hand was shown not to hold the card, still unplayed
    taken_back=int8,  # the card taken back, and the turn in which it had been played
    turn_taken_back=int8,
)


@rule
def fill(row, value):
    for i in range(len(row)):
        row[i] = value


# Seats and decisions


@rule
def everyone(state):
    """All seats. Seats are 64-bit numbers everywhere, so that each rule is compiled for one type only."""
    return range(np.int64(state.seats))


@rule
def clockwise(state, seat):
    return seat + 1 if seat + 1 < state.seats else 0


@rule
def hand_over(state, seat):
    """The next decision is this seat's, and its time begins."""
    state.to_act = seat
    state.since = state.clock


@rule
def ask_next(state):
    """Hand the decision to the first waiting seat, clockwise from the leader. Returns False if none is waiting."""
    seat = np.int64(state.leader)
    for _ in everyone(state):
        if holds(state.waiting, seat):
            state.waiting &= ~(1 << seat)
            hand_over(state, seat)
            return True
        seat = clockwise(state, seat)
    return False


@rule
def over(state):
    return state.phase == Phase.OVER


# 2. The scoring card in force and the sides of the variable bonus cards


@rule
def kind_in_force(state):
    return int(state.scoring_cards[state.pile[state.round_no], 0])


@rule
def value_side(state):
    """TRK-13: True if the variable cards show their value sides."""
    return value_side_with(state, kind_in_force(state))


@rule
def value_side_with(state, kind):
    if kind == Kind.FEW or kind == Kind.MANY:
        return state.rank_cards_side == RankCardsSide.VALUE
    return kind == Kind.SEQ or kind == Kind.EVEN or kind == Kind.ODD
