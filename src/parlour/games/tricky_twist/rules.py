"""The rules of Tricky Twist, in the order of its rulebook.

A hand, the tricks and the false tricks of a seat are sets of cards, kept as 48 bits each. `cards[seat]` is the row of
all cards a seat was dealt: once the reserve is laid, its first five are the reserve in order and the rest the first
hand; what of the reserve has been drawn is only counted. So the row says for the whole round which card came when.
"""

from enum import IntEnum

import numpy as np

from parlour.kit import NEVER, TABLE, below, int8, int16, int64, pasted, record, rule, shuffle

from .cards import (
    ALL_BONUS,
    BONUS_CARDS,
    CARDS,
    LIGHTNING,
    LONGEST_TABLE,
    SCORING_CARDS,
    SYMBOL_SIDES,
    THINGS,
    VALUES,
    Bonus,
    Kind,
)

SEATS = 4
RESERVE = 5  # TRK-24
ROW = 16  # cards dealt to a seat at three; twelve at four (TRK-22)
NOTHING = -1  # no card, no choice
UNSHOWN = -2  # a turn before every other: nothing was shown yet

RESERVE_MS = 90_000  # TRK-27
DECISION_MS = 60_000  # TRK-108


class Phase(IntEnum):
    RESERVE = 0  # everybody lays a reserve
    DRAW = 1  # before a turn: who draws from the reserve
    PLAY = 2
    BONUS = 3  # who collected a 7 chooses
    TAKE_BACK = 4
    DECLARE = 5  # the bonus cards of the end of the round
    OVER = 6


class Act(IntEnum):
    """RESERVE + card, PLAY + card, TAKE + bonus card, SUIT + suit, VALUE + value - 1; TAKE_BACK, FLIP, PLUS and MINUS
    + a thing on the table: a number card, or 48 + a bonus card."""

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
COMMITTING = BONUS_CARDS  # the slot after the last: everything is declared

State = record(
    **TABLE,
    # options
    take_back_card=int8,
    recollected_seven=int8,
    rank_ties=int8,
    rank_cards_side=int8,
    tables=int8[SCORING_CARDS, LONGEST_TABLE],
    scoring_cards=int8[SCORING_CARDS, 3],  # kind and two suits
    # the game
    since=int64,  # when the present decision began
    phase=int8,
    to_act=int8,
    round_no=int8,
    starter=int8,
    pile=int8[SCORING_CARDS],  # scoring cards from the top; pile[round_no] is in force
    take_back_used=int8,
    left=int8[SEATS],
    total=int16[SEATS],
    results=int8[SEATS, SEATS, 5],  # by round and seat: tricks, false tricks; stars of the base, the card, Star
    owners=int8[SEATS, BONUS_CARDS],  # by round: who had a bonus card when it was scored, and what was declared
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
    display=int16,  # bits: bonus cards to be had
    owned=int16[SEATS],
    declined=int8,  # bits: seats that have declined a bonus card
    chosen=int8[BONUS_CARDS],  # what the owner of a bonus card declared
    slot=int8,  # the bonus card that is being declared
    values=int8[SEATS, VALUES],  # false tricks by value and by suit when the round was scored
    suits=int8[SEATS, 4],
    final_tricks=int8[SEATS],
    final_false=int8[SEATS],
    # what everybody has seen in the round
    turn_of=int8[CARDS],  # the turn in which a card was last played
    played_by=int8[CARDS],
    drawn_turn=int8[SEATS, RESERVE],
    absent=int8[SEATS, CARDS],  # the last turn in which a card not yet played was shown not to be in this hand
    back_card=int8,  # the card taken back, and the turn in which it had been played
    back_turn=int8,
)

SUIT_BITS = np.array([0xFFF << (VALUES * suit) for suit in range(4)], np.int64)
APART = np.uint64(67)  # leaves another remainder for every power of two
PLACE_OF_BIT = np.zeros(67, np.int64)
for _place in range(CARDS):
    PLACE_OF_BIT[(1 << _place) % 67] = _place


# Sets of cards and seats


@rule
def holds(cards, card):
    return (int(cards) >> int(card)) & 1 == 1


@rule
def size(cards):
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@rule
def set_of(row, first, last):
    """The cards of row[first:last]."""
    cards = 0
    for i in range(first, last):
        cards |= 1 << np.int64(row[i])
    return cards


@rule
def lowest_place(cards):
    """The smallest number in a set that is not empty."""
    return PLACE_OF_BIT[np.uint64(cards & -cards) % APART]


@rule
def write_moves(cards, base, moves):
    """Write base + card for each card of a set, ascending; how many."""
    count = 0
    while cards:
        moves[count] = base + lowest_place(cards)
        cards &= cards - 1
        count += 1
    return count


@rule
def fill(row, value):
    for i in range(len(row)):
        row[i] = value


@rule
def suit_of(card):
    return int(card) // VALUES


@rule
def value_of(card):
    return int(card) % VALUES + 1


@rule
def everyone(state):
    """All seats. Seats are wide numbers everywhere: each rule is then compiled for one type only."""
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
    """Clockwise from the leader, the first seat that waits for its decision gets it. Is there one?"""
    seat = np.int64(state.leader)
    for _ in everyone(state):
        if holds(state.waiting, seat):
            state.waiting &= ~(1 << seat)
            hand_over(state, seat)
            return True
        seat = clockwise(state, seat)
    return False


# 2. The scoring cards and the variable sides


@rule
def kind_in_force(state):
    return int(state.scoring_cards[state.pile[state.round_no], 0])


@rule
def value_side(state):
    """TRK-13: whether the variable cards lie on their value sides."""
    return value_side_with(state, kind_in_force(state))


@rule
def value_side_with(state, kind):
    if kind == Kind.FEW or kind == Kind.MANY:
        return state.rank_cards_side == 1
    return kind == Kind.SEQ or kind == Kind.EVEN or kind == Kind.ODD


# 3. Game set-up


@rule
def deal(state):
    """TRK-14 to TRK-16."""
    for i in range(SCORING_CARDS):
        state.pile[i] = i
    shuffle(state, state.pile, SCORING_CARDS)
    state.starter = below(state, state.seats)
    state.round_no = 0
    state.take_back_used = 0
    fill(state.left, 0)
    fill(state.total, 0)
    fill(state.table, NOTHING)
    for i in range(SEATS):
        fill(state.owners[i], NOTHING)
        fill(state.declarations[i], NOTHING)
        for seat in range(SEATS):
            fill(state.results[i, seat], 0)
    begin_round(state)


# 4. Preparing a round


@rule
def begin_round(state):
    """TRK-17 to TRK-22: the next scoring card is in force, the bonus cards are back, all cards are dealt."""
    lay_out_bonus_cards(state)
    clear_round(state)
    deal_cards(state)
    state.phase = Phase.RESERVE
    state.turn = 0
    state.leader = state.starter
    hand_over(state, np.int64(state.starter))


@rule
def lay_out_bonus_cards(state):
    """TRK-19, TRK-20: all that are still in the game."""
    state.display = ALL_BONUS
    if state.take_back_used and state.take_back_card == 0:
        state.display &= ~(1 << Bonus.TAKE_BACK)
    state.declined = 0
    state.slot = 0
    fill(state.chosen, NOTHING)
    fill(state.owned, 0)


@rule
def clear_round(state):
    state.waiting = 0
    state.back_card = NOTHING
    state.back_turn = NOTHING
    fill(state.picked, 0)
    fill(state.drawn, 0)
    fill(state.tricks, 0)
    fill(state.won, 0)
    fill(state.false_tricks, 0)
    fill(state.final_tricks, 0)
    fill(state.final_false, 0)
    fill(state.turn_of, NOTHING)
    fill(state.played_by, NOTHING)
    for seat in range(SEATS):
        fill(state.values[seat], 0)
        fill(state.suits[seat], 0)
        fill(state.drawn_turn[seat], NOTHING)
        fill(state.absent[seat], UNSHOWN)


@rule
def dealt(state):
    """TRK-22: how many cards each seat is dealt."""
    return CARDS // int(state.seats)


@rule
def deal_cards(state):
    """TRK-21, TRK-22: each card changes places with a random one dealt before it or with itself."""
    each = dealt(state)
    rows = state.cards
    for seat in range(SEATS):
        fill(rows[seat], NOTHING)
    for card in range(CARDS):
        other = below(state, card + 1)
        rows[card // each, card % each] = rows[other // each, other % each]
        rows[other // each, other % each] = card
    fill(state.hand, 0)
    fill(state.hand_left, 0)
    for seat in everyone(state):
        state.hand[seat] = set_of(rows[seat], 0, each)
        state.hand_left[seat] = each


@rule
def pick(state, seat, i):
    """TRK-24: the card at place i of the row is laid into the reserve."""
    front = int(state.picked[seat])
    card = int(state.cards[seat, i])
    state.cards[seat, i] = state.cards[seat, front]
    state.cards[seat, front] = card
    state.picked[seat] += 1
    state.hand[seat] &= ~(1 << card)
    state.hand_left[seat] -= 1


@rule
def pick_card(state, seat, card):
    i = int(state.picked[seat])
    while state.cards[seat, i] != card:
        i += 1
    pick(state, seat, i)
    if state.picked[seat] == RESERVE:
        shuffle(state, state.cards[seat], RESERVE)


@rule
def pick_at_random(state, seat):
    """TRK-27: what a slow player has not picked is picked at random."""
    for front in range(np.int64(state.picked[seat]), RESERVE):
        pick(state, seat, front + below(state, dealt(state) - front))
    shuffle(state, state.cards[seat], RESERVE)


@rule
def reserves_laid(state):
    """TRK-27: whether all have chosen, so that the turns begin."""
    for seat in everyone(state):
        if state.picked[seat] < RESERVE:
            return False
    return True


# 5. Reserve draw before each turn


@rule
def reserve_left(state, seat):
    return int(state.picked[seat]) - int(state.drawn[seat])


@rule
def begin_turn(state):
    """TRK-28 to TRK-30: from the leader clockwise, whoever has a reserve is asked."""
    state.phase = Phase.DRAW
    for seat in everyone(state):
        if reserve_left(state, seat) > 0:
            state.waiting |= 1 << seat


@rule
def draw(state, seat):
    top = int(state.drawn[seat])
    state.hand[seat] |= 1 << int(state.cards[seat, top])
    state.hand_left[seat] += 1
    state.drawn_turn[seat, top] = state.turn
    state.drawn[seat] += 1


# 6. Playing a turn


@rule
def playable(state, seat):
    """TRK-32, TRK-34 to TRK-37: the cards of the hand that may be played."""
    hand = int(state.hand[seat])
    if seat == state.leader:
        return hand
    following = hand & SUIT_BITS[suit_of(state.table[state.leader])]
    return following if following else hand


@rule
def play_card(state, seat, card):
    """TRK-33: one card each, clockwise."""
    if seat == state.leader:
        for other in range(SEATS):  # TRK-107: the last turn stays visible until this lead
            state.table[other] = NOTHING
    state.table[seat] = card
    state.hand[seat] &= ~(1 << card)
    state.hand_left[seat] -= 1
    state.turn_of[card] = state.turn
    state.played_by[card] = seat
    led = suit_of(state.table[state.leader])
    if suit_of(card) != led:
        show_void(state, seat, led)
    following = clockwise(state, seat)
    if following == state.leader:
        resolve_turn(state)
    else:
        hand_over(state, following)


@rule
def show_void(state, seat, suit):
    """Everybody has seen that the hand holds none of this suit in this turn."""
    for card in range(suit * VALUES, (suit + 1) * VALUES):
        show_absent(state, seat, card)


@rule
def show_absent(state, seat, card):
    if state.played_by[card] == NOTHING:
        state.absent[seat, card] = state.turn


# 7. Resolving a turn


@rule
def turn_winner(state):
    """TRK-38, TRK-39: the highest card of the led suit."""
    winner = np.int64(state.leader)
    best = int(state.table[winner])
    for seat in everyone(state):
        card = int(state.table[seat])
        if suit_of(card) == suit_of(best) and card > best:
            winner = seat
            best = card
    return winner


@rule
def resolve_turn(state):
    """TRK-40 to TRK-42, TRK-44, TRK-45: the cards are collected; who got a 7 may choose a bonus card."""
    state.phase = Phase.BONUS
    winner = turn_winner(state)
    led = suit_of(state.table[winner])
    for seat in everyone(state):
        card = int(state.table[seat])
        if suit_of(card) == led:
            collector = winner
            state.won[winner] |= 1 << card
        else:
            collector = seat
            state.false_tricks[seat] |= 1 << card
        if value_of(card) == LIGHTNING and grants(state, card):
            state.waiting |= 1 << collector
    state.tricks[winner] += 1
    state.leader = winner


# 8. Sevens and taking bonus cards


@rule
def grants(state, seven):
    """TRK-45, TRK-58: a 7 that was taken back may not grant again."""
    return seven != state.back_card or state.recollected_seven == 0


@rule
def take_bonus(state, seat, bonus):
    """TRK-45, TRK-55 to TRK-57: Take-back is carried out at once, if it can be, and is gone."""
    state.display &= ~(1 << bonus)
    if bonus != Bonus.TAKE_BACK:
        state.owned[seat] |= 1 << bonus
        return
    state.take_back_used = 1
    if state.false_tricks[seat] != 0:
        state.phase = Phase.TAKE_BACK
        hand_over(state, seat)


@rule
def decline_bonus(state, seat):
    """TRK-49, TRK-50."""
    state.declined |= 1 << seat


# 9. and 10. Bonus cards


@rule
def take_back(state, seat, card):
    """TRK-55, TRK-59: the hand is refilled before it is asked whether one is empty."""
    state.false_tricks[seat] &= ~(1 << card)
    state.hand[seat] |= 1 << card
    state.hand_left[seat] += 1
    state.back_card = card
    state.back_turn = state.turn_of[card]
    state.phase = Phase.BONUS


@rule
def declared(state, seat, bonus):
    """What the seat does with a bonus card of its own, or NOTHING."""
    return int(state.chosen[bonus]) if holds(state.owned[seat], bonus) else NOTHING


@rule
def false_cards(state, seat):
    """TRK-60 to TRK-62: the number cards that lie as false tricks once Flip is done; of a flipped trick its top."""
    cards = int(state.false_tricks[seat])
    flipped = declared(state, seat, Bonus.FLIP.value)
    return cards if flipped == NOTHING else cards ^ (1 << flipped)


@rule
def has_value(state, seat, thing):
    """TRK-74, TRK-75: whether a thing is an own false trick with a value."""
    if thing < CARDS:
        return holds(false_cards(state, seat), thing)
    bonus = thing - CARDS
    return Bonus.V1 <= bonus < Bonus.V4 and declared(state, seat, bonus) != NOTHING


@rule
def thing_value(state, thing):
    return value_of(thing) if thing < CARDS else int(state.chosen[thing - CARDS]) + 1


@rule
def changed_value(state, action):
    """TRK-73: the value that a thing has once plus-or-minus is attached to it."""
    if action < Act.MINUS:
        return thing_value(state, action - Act.PLUS) + 1
    return thing_value(state, action - Act.MINUS) - 1


# 11. End of a round


@rule
def end_turn(state):
    """TRK-76: the round ends if a hand is empty; else the winner leads the next turn."""
    state.turn += 1
    for seat in everyone(state):
        if state.hand_left[seat] == 0:
            begin_declarations(state)
            return
    begin_turn(state)


@rule
def next_slot(state, seat, slot):
    """TRK-81: the next bonus card of the seat about which there is something to declare, or COMMITTING."""
    slot += 1
    while slot < BONUS_CARDS and (slot == Bonus.STAR or not holds(state.owned[seat], slot)):
        slot += 1
    return slot


@rule
def begin_declarations(state):
    """TRK-80: clockwise from the winner of the last turn; who has nothing to declare is not asked."""
    state.phase = Phase.DECLARE
    for seat in everyone(state):
        if next_slot(state, seat, 0) < COMMITTING:
            state.waiting |= 1 << seat


@rule
def declare(state, seat, choice):
    state.chosen[state.slot] = choice
    state.slot = next_slot(state, seat, np.int64(state.slot))


# 12. Base score


@rule
def base_score(tricks, false_tricks):
    """TRK-82 to TRK-85."""
    each = 5 if tricks == false_tricks else 3
    return tricks + each * min(tricks, false_tricks)


# 13. Scoring cards


@rule
def tally(state, seat):
    """TRK-81: what the seat has once its declaration is applied: T, F, and its false tricks by value and suit."""
    cards = false_cards(state, seat)
    tricks = int(state.tricks[seat])
    flipped = declared(state, seat, Bonus.FLIP.value)
    if flipped != NOTHING:
        tricks += -1 if holds(cards, flipped) else 1
    joker = declared(state, seat, Bonus.JOKER.value)
    if joker == 0:
        tricks += 1
    state.final_tricks[seat] = tricks
    state.final_false[seat] = size(cards) + (1 if joker == 1 else 0)
    for card in range(CARDS):
        if holds(cards, card):
            state.values[seat, value_of(card) - 1] += 1
            state.suits[seat, suit_of(card)] += 1
    if value_side(state):
        tally_values(state, seat)
    else:
        tally_suits(state, seat)


@rule
def tally_suits(state, seat):
    """TRK-68: a symbol side is one more false trick, with a suit."""
    for bonus in range(Bonus.V1.value, BONUS_CARDS):
        suit = declared(state, seat, bonus)
        if suit != NOTHING:
            state.suits[seat, suit] += 1
            state.final_false[seat] += 1


@rule
def tally_values(state, seat):
    """TRK-69 to TRK-71, TRK-73: a value side is one more false trick, with a value; V4 only changes one."""
    for bonus in range(Bonus.V1.value, Bonus.V4.value):
        value = declared(state, seat, bonus)
        if value != NOTHING:
            state.values[seat, value] += 1
            state.final_false[seat] += 1
    change = declared(state, seat, Bonus.V4.value)
    if change != NOTHING:
        action = Act.PLUS + change
        state.values[seat, thing_value(state, change % THINGS) - 1] -= 1
        state.values[seat, changed_value(state, action) - 1] += 1


@rule
def longest_run(values):
    """TRK-88 to TRK-90."""
    best = 0
    run = 0
    for i in range(VALUES):
        run = run + 1 if values[i] > 0 else 0
        best = max(best, run)
    return best


@rule
def strongest_suit(suits):
    """TRK-92."""
    best = 0
    for suit in range(4):
        best = max(best, int(suits[suit]))
    return best


@rule
def suits_present(suits):
    """TRK-93."""
    present = 0
    for suit in range(4):
        if suits[suit] > 0:
            present += 1
    return present


@rule
def with_parity(values, first):
    """TRK-98: false tricks with the values first, first + 2, ..."""
    count = 0
    for i in range(first - 1, VALUES, 2):
        count += int(values[i])
    return count


@rule
def ahead(counts, seat, other, kind):
    """TRK-94: whether another player, who has false tricks at all, has more (Most) or fewer (Fewest) of them."""
    mine, theirs = int(counts[seat]), int(counts[other])
    if kind == Kind.MANY:
        return theirs > mine
    return 0 < theirs < mine


@rule
def place(counts, seats, seat, kind, dense):
    """TRK-94 to TRK-97: the seat's place, tied players sharing it; 0 without false tricks."""
    if counts[seat] == 0:
        return 0
    better = 0
    for other in range(seats):
        if ahead(counts, seat, other, kind) and not (dense and tied_with_earlier(counts, other)):
            better += 1
    return better + 1


@rule
def tied_with_earlier(counts, seat):
    for other in range(seat):
        if counts[other] == counts[seat]:
            return True
    return False


@rule
def card_count(kind, first, second, values, suits, counts, seats, seat, dense):
    """TRK-87: what a scoring card counts among the false tricks of a seat; on Fewest and Most its place."""
    if kind == Kind.SEQ:
        return longest_run(values)
    if kind == Kind.SUIT2_A or kind == Kind.SUIT2_B:  # TRK-91: the better of the two
        return max(int(suits[first]), int(suits[second]))
    if kind == Kind.BEST:
        return strongest_suit(suits)
    if kind == Kind.SUITS:
        return suits_present(suits)
    if kind == Kind.EVEN:
        return with_parity(values, 2)
    if kind == Kind.ODD:
        return with_parity(values, 1)
    return place(counts, seats, seat, kind, dense)


@rule
def card_stars(table, count):
    """TRK-99, TRK-100."""
    return int(table[min(count, LONGEST_TABLE) - 1]) if count > 0 else 0


@rule
def stars_of_card(state, seat):
    """TRK-87, TRK-99: what the scoring card in force pays a seat, once everybody's T and F are fixed."""
    card = state.scoring_cards[state.pile[state.round_no]]
    kind = int(card[0])
    count = card_count(
        kind,
        int(card[1]),
        int(card[2]),
        state.values[seat],
        state.suits[seat],
        state.final_false,
        np.int64(state.seats),
        seat,
        state.rank_ties == 1,
    )
    return card_stars(state.tables[kind], count)


@rule
def score_round(state):
    """TRK-80 to TRK-86: T and F are fixed for all, then base score, scoring card and Star."""
    for seat in everyone(state):
        tally(state, seat)
    for seat in everyone(state):
        tricks, false_tricks = int(state.final_tricks[seat]), int(state.final_false[seat])
        base = base_score(tricks, false_tricks)
        stars = stars_of_card(state, seat)
        star = tricks if holds(state.owned[seat], Bonus.STAR.value) else 0  # TRK-66, TRK-67
        write_result(state.results[state.round_no, seat], tricks, false_tricks, base, stars, star)
        write_declarations(state, seat)
        state.total[seat] += base + stars + star


@rule
def write_result(result, tricks, false_tricks, base, stars, star):
    result[0] = tricks
    result[1] = false_tricks
    result[2] = base
    result[3] = stars
    result[4] = star


@rule
def write_declarations(state, seat):
    """TRK-80: what was declared stays open when the round is over."""
    for bonus in range(BONUS_CARDS):
        if holds(state.owned[seat], bonus):
            state.owners[state.round_no, bonus] = seat
            state.declarations[state.round_no, bonus] = state.chosen[bonus]


# 14. End of the game


@rule
def end_round(state):
    """TRK-101 to TRK-103: as many rounds as players, the next starter sitting to the left."""
    if state.round_no + 1 == state.seats:
        state.phase = Phase.OVER
        return
    state.round_no += 1
    state.starter = clockwise(state, np.int64(state.starter))
    begin_round(state)


@rule
def over(state):
    return state.phase == Phase.OVER


@rule
def score(state, out):
    """TRK-104: the stars of all rounds scored so far."""
    for seat in everyone(state):
        out[seat] = state.total[seat]


@pasted
def move_on(state):
    """After a decision: what follows from it, until somebody has to decide again. From a card played nothing does that
    `play_card` has not seen to; that is asked first because it is so most of the time."""
    if state.phase != Phase.PLAY:
        leave_phase(state)


@rule
def leave_phase(state):
    """The next phase begins once everybody has decided in this one."""
    if state.phase == Phase.RESERVE:
        if not reserves_laid(state):
            return
        begin_turn(state)
    elif state.phase == Phase.BONUS:  # TRK-48: clockwise from the winner; then the turn is over
        if ask_next(state):
            return
        end_turn(state)
    if state.phase == Phase.DRAW and not ask_next(state):
        state.phase = Phase.PLAY
        hand_over(state, np.int64(state.leader))
    elif state.phase == Phase.DECLARE:
        if ask_next(state):
            state.slot = next_slot(state, np.int64(state.to_act), 0)
        else:
            score_round(state)
            end_round(state)


# 15. Information and digital matters


@rule
def due(state):
    """TRK-27, TRK-108: when a decision is made for a player; at once for one who has left."""
    if over(state):
        return NEVER
    if state.phase != Phase.RESERVE:
        return int(state.clock) if state.left[state.to_act] else int(state.since) + DECISION_MS
    for seat in everyone(state):
        if state.left[seat] and state.picked[seat] < RESERVE:
            return int(state.clock)
    return int(state.since) + RESERVE_MS


@rule
def fire(state):
    """TRK-27, TRK-108: no reserve draw (so nothing to do), the lowest card, no bonus card, nothing declared."""
    seat = np.int64(state.to_act)
    if state.phase == Phase.RESERVE:
        reserves_for_the_slow(state)
    elif state.phase == Phase.PLAY:
        play_lowest(state, seat)
    elif state.phase == Phase.BONUS:
        decline_bonus(state, seat)
    elif state.phase == Phase.TAKE_BACK:
        state.phase = Phase.BONUS
    elif state.phase == Phase.DECLARE:
        declare_nothing(state, seat)
    move_on(state)


@rule
def declare_nothing(state, seat):
    for bonus in range(BONUS_CARDS):
        if holds(state.owned[seat], bonus):
            state.chosen[bonus] = NOTHING


@rule
def reserves_for_the_slow(state):
    """TRK-27, TRK-108: for everybody once the time is over, before that for those who have left."""
    late = state.clock >= state.since + RESERVE_MS
    for seat in everyone(state):
        if state.picked[seat] < RESERVE and (late or state.left[seat]):
            pick_at_random(state, seat)


@rule
def lowest(cards):
    """TRK-108: the lowest value, ties in the order of the suits."""
    best = NOTHING
    for card in range(CARDS):
        if holds(cards, card) and (best == NOTHING or value_of(card) < value_of(best)):
            best = card
    return best


@rule
def play_lowest(state, seat):
    """TRK-108. All know that no lower card could have been played: that tells as much as a void."""
    cards = playable(state, seat)
    card = lowest(cards)
    follows = seat != state.leader and suit_of(card) == suit_of(state.table[state.leader])
    for other in range(CARDS):
        same_suit = suit_of(other) == suit_of(card)
        lower = value_of(other) < value_of(card) or (value_of(other) == value_of(card) and other < card)
        if lower and (same_suit or not follows):
            show_absent(state, seat, other)
    play_card(state, seat, card)


# What a player can do


@rule
def when(state, seat, action):
    """Now, or minus the number of the rule that forbids it: nothing in this game has to wait."""
    number = forbids(state, np.int64(seat), np.int64(action))
    return int(state.clock) if number == 0 else -number


@rule
def forbids(state, seat, action):
    """The number of the rule that forbids an action, or 0."""
    if over(state):
        return 101
    if state.left[seat]:
        return 108
    if action == Act.LEAVE:
        return 0
    if action < Act.DRAW:
        return forbids_pick(state, seat, action - Act.RESERVE)
    if action < Act.PLAY:
        return forbids_draw(state, seat)
    if action < Act.TAKE:
        return forbids_play(state, seat, action - Act.PLAY)
    if action <= Act.DECLINE:
        return forbids_bonus(state, seat, action)
    if action <= Act.KEEP_FALSE:
        return forbids_take_back(state, seat, action)
    return forbids_declaration(state, seat, action)


@rule
def forbids_pick(state, seat, card):
    if state.phase != Phase.RESERVE or state.picked[seat] == RESERVE or not holds(state.hand[seat], card):
        return 24
    return 0


@rule
def forbids_draw(state, seat):
    if state.phase == Phase.DECLARE:
        return 76
    if state.phase != Phase.DRAW or reserve_left(state, seat) == 0:
        return 29
    return 0 if seat == state.to_act else 30


@rule
def forbids_play(state, seat, card):
    if state.phase == Phase.RESERVE:
        return 27
    if state.phase == Phase.DRAW:
        return 28
    if state.phase == Phase.BONUS:
        return 48
    if state.phase == Phase.TAKE_BACK:
        return 56
    if state.phase == Phase.DECLARE:
        return 76
    if seat != state.to_act:
        return 33
    if not holds(state.hand[seat], card):
        return 32
    return 0 if holds(playable(state, seat), card) else 34


@rule
def forbids_bonus(state, seat, action):
    if state.phase != Phase.BONUS:
        return 50 if holds(state.declined, seat) else 45
    if seat != state.to_act:
        return 48
    if action == Act.DECLINE or holds(state.display, action - Act.TAKE):
        return 0
    return 20 if action - Act.TAKE == Bonus.TAKE_BACK else 45


@rule
def forbids_take_back(state, seat, action):
    if state.phase != Phase.TAKE_BACK:
        return 55
    if seat != state.to_act:
        return 56
    if action == Act.KEEP_FALSE or holds(state.false_tricks[seat], action - Act.TAKE_BACK):
        return 0
    return 57


@rule
def forbids_declaration(state, seat, action):
    if state.phase != Phase.DECLARE or seat != state.to_act:
        return 80
    slot = int(state.slot)
    if action == Act.COMMIT:
        return 0 if slot == COMMITTING else 81
    if action == Act.UNUSED:
        return 0 if slot != COMMITTING else 81
    if action < Act.JOKER_TRICK:
        return forbids_flip(state, seat, action - Act.FLIP) if slot == Bonus.FLIP else 81
    if action <= Act.JOKER_FALSE:
        return 0 if slot == Bonus.JOKER else 81
    if slot < Bonus.V1 or slot == COMMITTING:
        return 81
    if (action >= Act.VALUE) != value_side(state):
        return 13
    if action < Act.VALUE:
        return forbids_suit(slot, action - Act.SUIT)
    if action < Act.PLUS:
        return forbids_value(slot, action - Act.VALUE + 1)
    return forbids_change(state, seat, action) if slot == Bonus.V4 else 81


@rule
def forbids_flip(state, seat, thing):
    if thing >= CARDS:
        return 63
    return 0 if holds(state.won[seat] | state.false_tricks[seat], thing) else 60


@rule
def forbids_suit(slot, suit):
    sides = SYMBOL_SIDES[slot - Bonus.V1]
    return 0 if suit == sides[0] or suit == sides[1] else 68


@rule
def forbids_value(slot, value):
    """TRK-72: the lists are full."""
    if slot == Bonus.V1 and value % 2 == 0:
        return 69
    if slot == Bonus.V2 and value % 2 == 1:
        return 70
    return 81 if slot == Bonus.V4 else 0


@rule
def forbids_change(state, seat, action):
    thing = (action - Act.PLUS) % THINGS
    if not has_value(state, seat, thing):
        return 73 if thing < CARDS else 74
    return 0 if 1 <= changed_value(state, action) <= VALUES else 73


@rule
def legal(state, seat, moves):
    seat = np.int64(seat)
    if state.phase == Phase.RESERVE:
        return 0 if state.picked[seat] == RESERVE else write_moves(np.int64(state.hand[seat]), Act.RESERVE.value, moves)
    if seat != state.to_act or over(state):
        return 0
    if state.phase == Phase.DRAW:
        moves[0] = Act.DRAW
        moves[1] = Act.STAY
        return 2
    if state.phase == Phase.PLAY:
        return write_moves(playable(state, seat), Act.PLAY.value, moves)
    if state.phase == Phase.BONUS:
        count = write_moves(np.int64(state.display), Act.TAKE.value, moves)
        moves[count] = Act.DECLINE
        return count + 1
    if state.phase == Phase.TAKE_BACK:
        count = write_moves(np.int64(state.false_tricks[seat]), Act.TAKE_BACK.value, moves)
        moves[count] = Act.KEEP_FALSE
        return count + 1
    if state.slot == COMMITTING:
        moves[0] = Act.COMMIT
        return 1
    count = legal_choices(state, seat, moves)
    moves[count] = Act.UNUSED
    return count + 1


@rule
def legal_choices(state, seat, moves):
    """What can be declared about the bonus card at hand, apart from leaving it unused."""
    slot = int(state.slot)
    if slot == Bonus.FLIP:
        return write_moves(np.int64(state.won[seat] | state.false_tricks[seat]), Act.FLIP.value, moves)
    if slot == Bonus.JOKER:
        moves[0] = Act.JOKER_TRICK
        moves[1] = Act.JOKER_FALSE
        return 2
    if not value_side(state):
        sides = SYMBOL_SIDES[slot - Bonus.V1]
        moves[0] = Act.SUIT + int(min(sides[0], sides[1]))
        moves[1] = Act.SUIT + int(max(sides[0], sides[1]))
        return 2
    count = 0
    if slot == Bonus.V4:
        for action in range(Act.PLUS.value, Act.UNUSED.value):
            if forbids_change(state, seat, action) == 0:
                moves[count] = action
                count += 1
        return count
    for value in range(1, VALUES + 1):
        if forbids_value(slot, value) == 0:
            moves[count] = Act.VALUE + value - 1
            count += 1
    return count


@rule
def step(state, seat, action, ms):
    do(state, np.int64(seat), np.int64(action))


@rule
def do(state, seat, action):
    if action == Act.LEAVE:
        state.left[seat] = 1
        return
    if action < Act.DRAW:
        pick_card(state, seat, action - Act.RESERVE)
    elif action == Act.DRAW:
        draw(state, seat)
    elif Act.PLAY <= action < Act.TAKE:
        play_card(state, seat, action - Act.PLAY)
    elif Act.TAKE <= action < Act.DECLINE:
        take_bonus(state, seat, action - Act.TAKE)
    elif action == Act.DECLINE:
        decline_bonus(state, seat)
    elif Act.TAKE_BACK <= action < Act.KEEP_FALSE:
        take_back(state, seat, action - Act.TAKE_BACK)
    elif action == Act.KEEP_FALSE:
        state.phase = Phase.BONUS
    elif Act.FLIP <= action < Act.COMMIT:
        declare(state, seat, choice_of(action))
        return
    move_on(state)


@rule
def choice_of(action):
    """What is written down for a bonus card: a card, 0 or 1 for the Joker, a suit, a value - 1, a change."""
    if action == Act.UNUSED:
        return NOTHING
    if action >= Act.PLUS:
        return action - Act.PLUS
    if action >= Act.VALUE:
        return action - Act.VALUE
    if action >= Act.SUIT:
        return action - Act.SUIT
    if action >= Act.JOKER_TRICK:
        return action - Act.JOKER_TRICK
    return action - Act.FLIP
