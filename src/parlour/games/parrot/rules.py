"""The rules of Parrot, in the rulebook's order. Places are numbered from 0 here, from 1 in the rulebook.

Seats are passed on as `np.int64`, because Numba compiles a function again for every integer type it is called with.
"""

import numpy as np

from parlour.kit import NEVER, TABLE, IntEnum, below, int8, int16, int64, record, rule, shuffle

from .cards import (
    ALLOWED_WITH_REVEAL,
    COLUMNS,
    DECK,
    FREE_EXTRA,
    KINDS,
    NONE,
    PAIRS,
    PARROT,
    PLACES,
    ROUNDS,
    SET_POINTS,
    WILD_PAIR,
)
from .counts import count_of, plus_one

SEATS = 6
CARDS = DECK.size

OPENING_MS = 20_000  # PAR-15
TURN_MS = 60_000  # PAR-38
COUNTING_MS = 6_000  # PAR-121
MOST_TURNS = 40  # PAR-58

NOT_CHOSEN = -1  # as an opening: no pair of places chosen yet
NOBODY = -1


class Phase(IntEnum):
    OPENING = 0  # everybody chooses two cards to turn up
    CHOOSE = 1  # a turn begins: discard or pile?
    USE = 2  # a card is in hand
    COUNTING = 3  # the round is over, all Boxes are up
    OVER = 4


class Act(IntEnum):
    OPEN = 0  # + the pair's number in PAIRS
    DRAW = 28
    TAKE = 29
    PLACE = 30  # + place: Use 1 or Use 2
    REVEAL = 38  # + place: Use 3
    PASS = 46
    FLOAT = 47  # + 8 x from + to
    LEAVE = 111


ACTIONS = 112


class Forbids(IntEnum):
    """Numbers of the statements that forbid something."""

    OPENING_FIRST = 14
    OPENING_CHOSEN = 15
    OPENING_PAST = 20
    NOT_YOUR_TURN = 21
    NO_CARD_YET = 22
    CARD_CHOSEN = 23
    ALREADY_UP = 27
    DISCARD_MUST_BE_USED = 28
    ANYTHING_ELSE = 29
    MUST_CHANGE_BOX = 34
    LEFT = 38
    PASS_WITH_DISCARD = 44
    ROUND_OVER = 55
    NOT_A_PARROT = 85
    NUMBER_NOT_GAINED = 86
    LANDING_UP = 87
    ONE_FLOAT = 89
    OWN_COLUMN = 95
    NO_NUMBER_BESIDE = 97
    GAME_OVER = 99


OPEN, DRAW, TAKE, PLACE, REVEAL, PASS, FLOAT, LEAVE = (int(act) for act in Act)
OPENING, CHOOSE, USE, COUNTING, OVER = (int(phase) for phase in Phase)

State = record(
    **TABLE,
    rounds_choice=int8,  # an index into ROUNDS
    two_parrots=int8,  # PAIR_OF_NOTHING or WILD_PAIR
    float=int8,  # AS_THE_TURN or FREE_EXTRA
    decline_discard=int8,  # NOT_ALLOWED or ALLOWED_WITH_REVEAL
    phase=int8,
    round_no=int8,  # from 0
    turn=int8,
    ender=int8,
    began=int64,  # when the current decision began
    opening=int8[SEATS],  # the pair of places each player chose, as an index into PAIRS
    box=int8[SEATS, PLACES],
    up=int8[SEATS, PLACES],
    turns=int8[SEATS],  # turns taken in this round
    left=int8[SEATS],  # 1: has left the table
    hand=int8,  # the card gained this turn
    from_pile=int8,  # whether it came from the draw pile
    floated=int8,  # whether a Parrot has floated this turn
    pile=int8[CARDS],
    pile_left=int8,
    discards=int8[CARDS],
    discarded=int8,
    reshuffles=int8,
    pile_out=int8,  # the pile has run out a second time (PAR-57)
    recycled=int8[KINDS],  # after a reshuffle: the kinds in the pile, a drawn card not yet shown included; for `sight`
    points=int16[5, SEATS],
    totals=int16[SEATS],
)


@rule
def rounds_to_play(state):
    """PAR-06, PAR-101."""
    return int(ROUNDS[state.rounds_choice])


# 2. Setting up a round


@rule
def deal_round(state):
    """PAR-07 to PAR-11: shuffle all cards, deal eight each face down, and turn one up next to the pile."""
    for i in range(CARDS):
        state.pile[i] = DECK[i]
        state.discards[i] = NONE
    shuffle(state, state.pile, np.int64(CARDS))
    state.pile_left = CARDS
    for seat in range(SEATS):
        state.opening[seat] = NOT_CHOSEN
        state.turns[seat] = 0
        for place in range(PLACES):
            state.up[seat, place] = 0
            state.box[seat, place] = take_pile_top(state) if seat < state.seats else NONE
    state.discarded = 0
    discard(state, take_pile_top(state))
    state.reshuffles = 0
    state.pile_out = 0
    for kind in range(KINDS):
        state.recycled[kind] = 0
    state.turn = NOBODY
    state.ender = NOBODY
    state.hand = NONE
    state.from_pile = 0
    state.floated = 0
    state.phase = OPENING
    state.began = state.clock


@rule
def take_pile_top(state):
    state.pile_left -= 1
    card = state.pile[state.pile_left]
    state.pile[state.pile_left] = NONE
    return card


@rule
def discard(state, card):
    """PAR-35: a card goes face up on the discard pile."""
    state.discards[state.discarded] = card
    state.discarded += 1


@rule
def choose_opening(state, seat, pair):
    """PAR-14, PAR-15: each player chooses two places in secret; all are turned up together."""
    state.opening[seat] = pair
    for other in range(state.seats):
        if state.opening[other] == NOT_CHOSEN:
            return
    for other in range(state.seats):
        state.up[other, PAIRS[state.opening[other], 0]] = 1
        state.up[other, PAIRS[state.opening[other], 1]] = 1
    begin_turn(state, first_player(state))


@rule
def first_player(state):
    """PAR-16, PAR-19: the highest sum begins; ties are broken at random."""
    best, tied, first = -1, 0, 0
    for seat in range(state.seats):
        total = opening_sum(state, seat)
        if total > best:
            best, tied, first = total, 1, seat
        elif total == best:
            tied += 1
            if below(state, tied) == 0:
                first = seat
    return first


@rule
def opening_sum(state, seat):
    """PAR-17: a Parrot counts as the other card if that is its mate, otherwise 0."""
    pair = int(state.opening[seat])
    a, b = int(state.box[seat, PAIRS[pair, 0]]), int(state.box[seat, PAIRS[pair, 1]])
    mates = mate(np.int64(PAIRS[pair, 0])) == PAIRS[pair, 1]
    if a == PARROT:
        a = b if mates else 0
    if b == PARROT:
        b = a if mates else 0
    return 0 if a == PARROT else a + b


@rule
def mate(place):
    """The other place of the column."""
    return (place + COLUMNS) % PLACES


# 3. A turn


@rule
def begin_turn(state, seat):
    """PAR-21: a player's turn begins."""
    state.turn = seat
    state.phase = CHOOSE
    state.floated = 0
    state.began = state.clock


@rule
def draw(state):
    """PAR-22: draw the top card of the pile; PAR-56: reshuffle first if it is empty."""
    if state.pile_left == 0:
        reshuffle(state)
    state.hand = take_pile_top(state)
    state.from_pile = 1
    state.phase = USE
    if state.pile_left == 0 and state.reshuffles > 0:
        state.pile_out = 1


@rule
def take_discard(state):
    """PAR-22: take the top card of the discard pile."""
    state.discarded -= 1
    state.hand = state.discards[state.discarded]
    state.discards[state.discarded] = NONE
    state.from_pile = 0
    state.phase = USE


@rule
def lay_down_hand(state):
    """The card in hand is laid down, so everybody sees it."""
    card = int(state.hand)
    if state.from_pile and state.reshuffles > 0:
        state.recycled[card] -= 1
    state.hand = NONE
    state.from_pile = 0
    return card


@rule
def place_card(state, seat, place):
    """PAR-24, PAR-25 (Use 1, Use 2): the card in hand takes the place of another, which is discarded."""
    discard(state, state.box[seat, place])
    state.box[seat, place] = lay_down_hand(state)
    state.up[seat, place] = 1


@rule
def discard_and_reveal(state, seat, place):
    """PAR-27 (Use 3): the drawn card is discarded and a down card turned up."""
    discard(state, lay_down_hand(state))
    state.up[seat, place] = 1


@rule
def discard_and_pass(state):
    """PAR-40: the drawn card is discarded, and nothing is turned up."""
    discard(state, lay_down_hand(state))


@rule
def down_cards(state, seat):
    """The number of down cards in a Box."""
    down = 0
    for place in range(PLACES):
        down += 1 - int(state.up[seat, place])
    return down


@rule
def lowest_place(state, seat, up):
    """The lowest-numbered place of a Box that is up (`up` 1) or down (0)."""
    place = 0
    while state.up[seat, place] != up:
        place += 1
    return place


@rule
def play_for(state, seat):
    """PAR-38: the turn of a player who is too slow or has left."""
    if state.phase == CHOOSE:
        draw(state)
    last = down_cards(state, seat) == 1
    if not state.from_pile:
        place_card(state, seat, lowest_place(state, seat, last))
    elif last:
        discard_and_pass(state)
    else:
        discard_and_reveal(state, seat, lowest_place(state, seat, 0))
    end_turn(state, seat)


# 5. End of a round


@rule
def end_turn(state, seat):
    """PAR-46 to PAR-52: the next player's turn follows, or the round is over."""
    state.turns[seat] += 1
    if state.ender != NOBODY:
        turn_all_up(state, seat)  # PAR-50, PAR-51
    elif down_cards(state, seat) == 0:
        state.ender = seat  # PAR-43, PAR-46
    following = (seat + 1) % int(state.seats)
    if state.ender != NOBODY:
        if following == state.ender:
            count_round(state)
        else:
            begin_turn(state, following)
    elif state.pile_out or state.turns[following] == MOST_TURNS:  # PAR-57, PAR-58
        for other in range(np.int64(state.seats)):
            turn_all_up(state, other)
        count_round(state)
    else:
        begin_turn(state, following)


@rule
def turn_all_up(state, seat):
    """PAR-50: all cards of a Box are turned up."""
    for place in range(PLACES):
        state.up[seat, place] = 1


@rule
def count_round(state):
    """PAR-55, PAR-72: the points of every Box are added to the totals."""
    for seat in range(state.seats):
        points = count_box(state.box[seat], int(state.two_parrots))
        state.points[state.round_no, seat] = points
        state.totals[seat] += points
    state.turn = NOBODY
    state.began = state.clock
    state.phase = OVER if state.round_no + 1 == rounds_to_play(state) else COUNTING


# 6. The draw pile runs out


@rule
def reshuffle(state):
    """PAR-56: all discards except the top one become the pile. From now on everybody knows which cards it holds."""
    last = int(state.discarded) - 1
    for kind in range(KINDS):
        state.recycled[kind] = 0
    for i in range(last):
        state.pile[i] = state.discards[i]
        state.recycled[state.discards[i]] += 1
    state.discards[0] = state.discards[last]
    for i in range(1, last + 1):
        state.discards[i] = NONE
    state.discarded = 1
    state.pile_left = last
    shuffle(state, state.pile, last)
    state.reshuffles += 1


# 7. Counting a Box


@rule
def count_box(box, two_parrots):
    """PAR-69: columns without a Pair count both values; the Pairs of one number form one set."""
    points, pairs, double_parrots = 0, 0, 0
    for column in range(COLUMNS):
        a, b = int(box[column]), int(box[column + COLUMNS])
        if a == PARROT and b == PARROT:
            double_parrots += 1
        elif a == b or b == PARROT:
            pairs = plus_one(pairs, a)
        elif a == PARROT:
            pairs = plus_one(pairs, b)
        else:
            points += a + b
    if two_parrots == WILD_PAIR:
        for _ in range(double_parrots):
            pairs = plus_one(pairs, best_number(pairs))
    for number in range(PARROT):
        points += int(SET_POINTS[count_of(pairs, number)])
    return points


@rule
def best_number(pairs):
    """PAR-79, wild-pair: the number of which one more Pair lowers the score most."""
    best, gain = 0, 1
    for number in range(PARROT):
        have = count_of(pairs, number)
        change = int(SET_POINTS[have + 1]) - int(SET_POINTS[have])
        if change < gain:
            best, gain = number, change
    return best


# 9. Floating Parrot


@rule
def float_parrot(state, seat, start, landing):
    """PAR-86 to PAR-89: the Parrot lands on a down card, and the matching card takes its old place."""
    discard(state, state.box[seat, landing])
    state.box[seat, landing] = PARROT
    state.up[seat, landing] = 1
    state.box[seat, start] = lay_down_hand(state)
    if state.float == FREE_EXTRA and down_cards(state, seat) > 0:  # PAR-89
        state.floated = 1
        state.phase = CHOOSE
    else:
        end_turn(state, seat)


@rule
def is_parrot(state, seat, place):
    """True if a Parrot lies face up on this place."""
    return state.up[seat, place] and state.box[seat, place] == PARROT


@rule
def float_forbidden(state, seat, start, landing):
    """PAR-90: it takes a Parrot that is up, beside the number that was gained, and a down card to land on. Returns the
    rule that forbids the float, or 0."""
    if state.floated:
        return Forbids.ONE_FLOAT
    if not is_parrot(state, seat, start):
        return Forbids.NOT_A_PARROT
    beside = mate(start)
    if not state.up[seat, beside] or state.box[seat, beside] == PARROT:
        return Forbids.NO_NUMBER_BESIDE
    if state.box[seat, beside] != state.hand:
        return Forbids.NUMBER_NOT_GAINED
    if landing in (start, beside):
        return Forbids.OWN_COLUMN
    return Forbids.LANDING_UP if state.up[seat, landing] else 0


# 10. End of the game


@rule
def over(state):
    return state.phase == OVER


@rule
def score(state, out):
    """PAR-72, PAR-99: the totals so far."""
    for seat in range(state.seats):
        out[seat] = state.totals[seat]


# What a player can do


@rule
def when(state, seat, action):
    if state.phase == OVER:
        return -Forbids.GAME_OVER
    if state.left[seat]:
        return -Forbids.LEFT
    if action == LEAVE:
        return int(state.clock)
    if state.phase == COUNTING:
        return -Forbids.ROUND_OVER
    if state.phase == OPENING:
        if action >= DRAW:
            return -Forbids.OPENING_FIRST
        return int(state.clock) if state.opening[seat] == NOT_CHOSEN else -Forbids.OPENING_CHOSEN
    if action < DRAW:
        return -Forbids.OPENING_PAST
    if seat != state.turn:
        return -Forbids.NOT_YOUR_TURN
    if state.phase == CHOOSE:
        return int(state.clock) if action in (DRAW, TAKE) else -Forbids.NO_CARD_YET
    forbidden = use_forbidden(state, seat, action)
    return -forbidden if forbidden else int(state.clock)


@rule
def use_forbidden(state, seat, action):
    """The rule that forbids using the card in hand like this, or 0."""
    if action <= TAKE:
        return Forbids.CARD_CHOSEN
    if action < REVEAL:
        return 0  # any place will do (PAR-32, PAR-33)
    if action < PASS:
        if not state.from_pile and state.decline_discard != ALLOWED_WITH_REVEAL:
            return Forbids.DISCARD_MUST_BE_USED
        return Forbids.ALREADY_UP if state.up[seat, action - REVEAL] else 0
    if action == PASS:
        if not state.from_pile:
            return Forbids.PASS_WITH_DISCARD
        return 0 if down_cards(state, seat) == 1 else Forbids.MUST_CHANGE_BOX
    return float_forbidden(state, seat, (action - FLOAT) // PLACES, (action - FLOAT) % PLACES)


@rule
def legal(state, seat, moves):
    """The actions for which `when` returns now, listed without calling it 112 times."""
    if state.left[seat]:
        return 0
    if state.phase == OPENING:
        if state.opening[seat] != NOT_CHOSEN:
            return 0
        for pair in range(DRAW):
            moves[pair] = pair
        return DRAW
    if seat != state.turn:  # while counting or after the game it is nobody's turn
        return 0
    if state.phase == CHOOSE:
        moves[0] = DRAW
        moves[1] = TAKE
        return 2
    for place in range(PLACES):
        moves[place] = PLACE + place
    count = PLACES
    down = 0
    for place in range(PLACES):
        if not state.up[seat, place]:
            down += 1
            if state.from_pile or state.decline_discard == ALLOWED_WITH_REVEAL:
                moves[count] = REVEAL + place
                count += 1
    if down == 1 and state.from_pile:
        moves[count] = PASS
        count += 1
    if not state.floated and state.hand != PARROT:
        for start in range(PLACES):
            if is_parrot(state, seat, start):
                count = list_floats(state, seat, start, moves, count)
    return count


@rule
def list_floats(state, seat, start, moves, count):
    beside = mate(start)
    if state.up[seat, beside] and state.box[seat, beside] == state.hand:
        for landing in range(PLACES):
            if not state.up[seat, landing]:
                moves[count] = FLOAT + start * PLACES + landing
                count += 1
    return count


@rule
def step(state, seat, action, ms):
    if action == LEAVE:
        state.left[seat] = 1
    elif action < DRAW:
        choose_opening(state, seat, action)
    elif action == DRAW:
        draw(state)
    elif action == TAKE:
        take_discard(state)
    elif action < REVEAL:
        place_card(state, seat, action - PLACE)
        end_turn(state, seat)
    elif action < PASS:
        discard_and_reveal(state, seat, action - REVEAL)
        end_turn(state, seat)
    elif action == PASS:
        discard_and_pass(state)
        end_turn(state, seat)
    else:
        float_parrot(state, seat, (action - FLOAT) // PLACES, (action - FLOAT) % PLACES)


# What happens by itself


@rule
def due(state):
    """PAR-15, PAR-38: the end of the time for the current decision; players who have left need none."""
    began = int(state.began)
    if state.phase == OVER:
        return NEVER
    if state.phase == COUNTING:
        return began + COUNTING_MS
    if state.phase == OPENING:
        return int(state.clock) if waiting_for_leaver(state) else began + OPENING_MS
    return int(state.clock) if state.left[state.turn] else began + TURN_MS


@rule
def waiting_for_leaver(state):
    """True if a player has left without choosing an opening."""
    for seat in range(state.seats):
        if state.left[seat] and state.opening[seat] == NOT_CHOSEN:
            return True
    return False


@rule
def fire(state):
    if state.phase == COUNTING:
        state.round_no += 1
        deal_round(state)
    elif state.phase == OPENING:  # PAR-15: two random places for players who are too slow or have left
        everybody = state.clock >= int(state.began) + OPENING_MS
        for seat in range(np.int64(state.seats)):
            if state.phase == OPENING and state.opening[seat] == NOT_CHOSEN and (everybody or state.left[seat]):
                choose_opening(state, seat, below(state, len(PAIRS)))
    else:
        play_for(state, np.int64(state.turn))
