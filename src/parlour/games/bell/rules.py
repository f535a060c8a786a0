"""What the bell games share: a row of cards per seat, the pace of flipping, and rings gathered for one verdict.

The functions work on any record that has the fields of `BELL`. Rule ids are Piccolo's; the same statements of Twist
are in its own rulebook. In Twist the draw pile is called bank and the discard pile stack; the fields say so too.

A seat's cards lie in one row that closes to a ring:

    row[seat]:  ... empty | stack, bottom to top | bank, top to bottom | empty ...
                            ^ first

so a flip moves no card, only the border between stack and bank, and cards are put under at the far end.
"""

from enum import IntEnum

from parlour.kit import NEVER, below, int8, int16, int32, int64, rule, shuffle

SEATS = 5
CARDS = 56
SPOTS = 64  # of a row: a power of two above CARDS
MIXES = 3  # of five players three can leave the table before the game ends
CLASSES = 60  # 56 cards and three mixed heaps cannot be of more

EMPTY = -128  # a spot of a row without a card
NOBODY = -1
NO_CARD = -1  # in `tops`: nothing in view
NO_RING = NEVER
UP = -1  # in `kin`: everybody saw this card turned up, and it lies there still
LONG_AGO = -100_000

GATHER_MS = 150  # PIC-54
HEAT_MS = 5  # PIC-54: rings closer than this cannot be told apart
SHOW_MS = 1500  # PIC-55: so long a verdict is shown


class Flipping(IntEnum):
    MANUAL = 0
    AUTOMATIC = 1


class Verdict(IntEnum):
    NONE = 0
    RIGHT = 1
    WRONG = 2


BELL = {
    # options
    "flip": int8,
    "min_flip_gap_ms": int32,
    "auto_flip_ms": int32,
    "late_grace_ms": int8,
    "two_player_penalty": int8,
    "handicap_ms": int16[SEATS],
    # who plays
    "turn": int8,  # whose card is flipped next
    "players": int8,  # how many are still in
    "playing": int8[SEATS],  # 1: still in
    "ending": int8,  # 0 while the game goes on, then the game's own word for how it ended
    # time
    "flips": int32,
    "last_flip": int64,
    "five": int8,  # 1: the tableau is a five
    "five_covered": int64,  # when a flip last changed a tableau that was a five
    "verdict_at": int64,  # NEVER while no ring is under way
    "shown_until": int64,
    "ring_at": int64[SEATS],  # the moment for which a ring under way counts, handicap included
    "ring_right": int8[SEATS],
    "locked": int8[SEATS],  # PIC-56
    "verdict": int8,  # the one being shown
    "verdict_by": int8,
    # cards
    "cards": int8,  # how many the deck has
    "first": int8[SEATS],
    "stack_left": int8[SEATS],
    "bank_left": int8[SEATS],
    "tops": int8[SEATS],  # the card in view before each seat, or NO_CARD
    "row": int8[SEATS, SPOTS],
    # what everybody can work out about hidden cards: see "Who could be where" below
    "kin": int8[CARDS],
    "kin_left": int8[CLASSES],  # how many cards are of each class
    "route": int8[CARDS],
    "mixes": int8,
    "mixed": int8[MIXES],
    "guests": int8[MIXES, CLASSES],
}


# Dealing


@rule
def lay_out(state, served_first):
    """PIC-06, PIC-07: the whole deck is shuffled and dealt one card at a time, clockwise."""
    seats, cards = int(state.seats), int(state.cards)
    for seat in range(SEATS):
        state.tops[seat] = NO_CARD
        state.ring_at[seat] = NO_RING
        for i in range(SPOTS):
            state.row[seat, i] = EMPTY
    deck = state.row[0]
    for card in range(cards):
        deck[card] = card
    shuffle(state, deck, cards)
    seat = served_first
    for i in range(cards):
        state.row[seat, state.bank_left[seat]] = deck[i]
        state.bank_left[seat] += 1
        seat = next_seat(state, seat)
    for i in range(int(state.bank_left[0]), cards):
        deck[i] = EMPTY
    for seat in range(seats):
        state.playing[seat] = 1
    state.players = seats
    state.kin_left[0] = cards
    state.last_flip = LONG_AGO
    state.five_covered = LONG_AGO
    state.verdict_at = NEVER
    state.verdict_by = NOBODY


# Moving cards


@rule
def spot(state, seat, i):
    """Where the i-th card of a row lies, the stack's bottom being number 0."""
    return (int(state.first[seat]) + i) & (SPOTS - 1)


@rule
def put_under(state, seat, card):
    """A card goes face down to the bottom of a bank."""
    end = int(state.stack_left[seat]) + int(state.bank_left[seat])
    state.row[seat, spot(state, seat, end)] = card
    state.bank_left[seat] += 1


@rule
def take_lowest(state, seat):
    """The bottom card of a stack, taken away. The stack must have one."""
    at = spot(state, seat, 0)
    card = int(state.row[seat, at])
    state.row[seat, at] = EMPTY
    state.first[seat] = spot(state, seat, 1)
    state.stack_left[seat] -= 1
    return card


@rule
def take_next(state, seat):
    """The top card of a bank, taken away unseen; the stack closes up to the rest. The bank must have one."""
    stack = int(state.stack_left[seat])
    card = int(state.row[seat, spot(state, seat, stack)])
    for i in range(stack, 0, -1):
        state.row[seat, spot(state, seat, i)] = state.row[seat, spot(state, seat, i - 1)]
    state.row[seat, spot(state, seat, 0)] = EMPTY
    state.first[seat] = spot(state, seat, 1)
    state.bank_left[seat] -= 1
    return card


@rule
def pay_one(state, giver, receiver):
    """PIC-30: the top card of the giver's bank goes unseen under the receiver's."""
    put_under(state, receiver, take_next(state, giver))


@rule
def turn_up(state, seat, ms):
    """PIC-11, PIC-12: the top card of the bank is turned up on the own stack and hides what lay there.

    The game says afterwards whether the new tableau is a five.
    """
    card = int(state.row[seat, spot(state, seat, int(state.stack_left[seat]))])
    state.stack_left[seat] += 1
    state.bank_left[seat] -= 1
    state.tops[seat] = card
    show_to_all(state, card)
    if state.five:
        state.five_covered = ms
    state.last_flip = ms
    state.flips += 1
    for other in range(SEATS):  # PIC-56: a new tableau, so everybody may ring again
        state.locked[other] = 0


@rule
def cards_on_stacks(state):
    """How many cards lie on the stacks of all seats, of players who are out as well."""
    total = 0
    for seat in range(state.seats):
        total += int(state.stack_left[seat])
    return total


@rule
def win_stacks(state, winner, own_too):
    """PIC-23 to PIC-25: the stacks on the table go, shuffled together, under the winner's bank.

    With `own_too` 0 the winner's own stack stays where it is. The game says afterwards whether what is left in view
    is a five.
    """
    heap = new_class(state)
    bottom = spot(state, winner, int(state.stack_left[winner]) + int(state.bank_left[winner]))
    won, guests = 0, 0
    for seat in range(state.seats):
        if seat == winner and not own_too:
            continue
        stack = int(state.stack_left[seat])
        for i in range(stack):
            at = spot(state, seat, i)
            card = int(state.row[seat, at])
            guests += join_heap(state, card, heap)
            state.row[seat, at] = EMPTY
            state.row[winner, bottom] = card
            bottom = (bottom + 1) & (SPOTS - 1)
        state.first[seat] = spot(state, seat, stack)
        state.stack_left[seat] = 0
        state.tops[seat] = NO_CARD
        won += stack
    state.bank_left[winner] += won
    shuffle_lowest(state, winner, won)
    if guests > 0:
        state.mixed[state.mixes] = heap
        state.mixes += 1
    state.five = 0
    state.five_covered = LONG_AGO
    return won


@rule
def shuffle_lowest(state, seat, count):
    """Put the lowest `count` cards of a bank into a random order."""
    start = int(state.stack_left[seat]) + int(state.bank_left[seat]) - count
    for i in range(count - 1, 0, -1):
        one, other = spot(state, seat, start + i), spot(state, seat, start + below(state, i + 1))
        card = state.row[seat, one]
        state.row[seat, one] = state.row[seat, other]
        state.row[seat, other] = card


# Who could be where
#
# Bank cards are hidden from everybody alike, but not everything about them is: a won heap is made of cards that all
# have seen. So each hidden card is of a class that everybody knows, `kin`: 0 from the deal, a fresh number for each
# won heap; and the spots of a class are known too, because cards only ever move face down from known spot to known
# spot. What nobody knows is which card of the class lies on which spot of the class.
#
# One thing is harder. Who leaves the table slips a bank unseen under the own stack (PIC-51), and the next winner
# shuffles those hidden cards into a heap of known ones. They keep their kin, but are now guests on spots of that heap.
# How many guests of each kin a heap has is public (`guests`), which ones they are is not: `route` remembers for each
# card the mixed heaps it has passed through, one bit each, and is cut from what a seat sees.
#
# For guests of guests (a second leaver's bank with spots of a mixed heap in it) a card of one kin may have come into
# the later heap directly or through the earlier one. When it is turned up, the counts show which, a little more than
# a player could tell; worlds stay consistent, and with a single leaver all is exact.


@rule
def class_of_spot(state, card):
    """The class of the spot on which a hidden card lies: its kin, or the last mixed heap it was shuffled into."""
    route = int(state.route[card])
    for mix in range(int(state.mixes) - 1, -1, -1):
        if route >> mix & 1:
            return int(state.mixed[mix])
    return int(state.kin[card])


@rule
def new_class(state):
    """The smallest number that is no class now. A mixed heap's number is never used again."""
    number = 1
    while state.kin_left[number] > 0 or is_mixed(state, number):
        number += 1
    return number


@rule
def is_mixed(state, number):
    for mix in range(state.mixes):
        if state.mixed[mix] == number:
            return True
    return False


@rule
def show_to_all(state, card):
    """A hidden card is seen by everybody: it is nobody's guest any more."""
    source = int(state.kin[card])
    route = int(state.route[card])
    for mix in range(state.mixes):
        if route >> mix & 1:
            state.guests[mix, source] -= 1
            source = int(state.mixed[mix])
    state.kin_left[state.kin[card]] -= 1
    state.kin[card] = UP
    state.route[card] = 0


@rule
def join_heap(state, card, heap):
    """A card joins a heap that is being won: as one that all have seen (0), or unseen as a guest (1)."""
    if state.kin[card] == UP:
        put_down(state, card, heap)
        return 0
    mix = int(state.mixes)
    state.guests[mix, class_of_spot(state, card)] += 1
    state.route[card] |= 1 << mix
    return 1


@rule
def put_down(state, card, number):
    """A card that all have seen lies face down among the cards of a class, or alone in a new one."""
    state.kin[card] = number
    state.kin_left[number] += 1


# The turn


@rule
def next_seat(state, seat):
    """The seat clockwise of this one, whether its player is in or not."""
    return seat + 1 if seat + 1 < state.seats else 0


@rule
def next_in(state, seat):
    """PIC-10, PIC-42: the next player clockwise who is still in."""
    seat = next_seat(state, seat)
    while not state.playing[seat]:
        seat = next_seat(state, seat)
    return seat


@rule
def next_with_cards(state, seat):
    """The next player clockwise who is in and has a bank card (perhaps `seat` again), or just the next one in."""
    other = next_in(state, seat)
    for _ in range(state.players):
        if state.bank_left[other] > 0:
            return other
        other = next_in(state, other)
    return other


@rule
def nobody_can_flip(state):
    """Whether no player still in has a bank card."""
    for seat in range(state.seats):
        if state.playing[seat] and state.bank_left[seat] > 0:
            return False
    return True


@rule
def put_out(state, seat):
    """A player is out; what lies on the own stack stays there for the winner of the round (PIC-38)."""
    state.playing[seat] = 0
    state.players -= 1


@rule
def leave_table(state, seat):
    """PIC-51: the bank is slipped unseen under the own stack, and the seat is out; a ring under way is void.

    In the row the hidden cards stay behind the stack: an abandoned pile is only ever taken whole, and `tops` says
    what is in view.
    """
    state.stack_left[seat] += state.bank_left[seat]
    state.bank_left[seat] = 0
    put_out(state, seat)
    state.ring_at[seat] = NO_RING
    state.verdict_at = NEVER
    for other in range(state.seats):
        if state.ring_at[other] != NO_RING:
            hear(state, int(state.ring_at[other]))


# The pace


@rule
def free_at(state):
    """PIC-15, PIC-55: the first moment for the next flip, rings under way aside."""
    return max(int(state.last_flip) + int(state.min_flip_gap_ms), int(state.shown_until))


@rule
def self_flip_at(state):
    """PIC-15: when the next card is flipped by itself."""
    waiting_since = max(int(state.last_flip), int(state.shown_until))
    pause = int(state.min_flip_gap_ms)
    if state.flip == Flipping.MANUAL:
        pause = max(int(state.auto_flip_ms), pause)
    return waiting_since + pause


# Rings


@rule
def hear(state, counts_at):
    """PIC-54: the earliest ring fixes the verdict, just after the last moment at which another can still join it."""
    state.verdict_at = min(int(state.verdict_at), counts_at + GATHER_MS + 1)


@rule
def ring(state, seat, ms):
    """A hand comes down on the bell. It is judged by what is in view now; the handicap only makes it count later."""
    counts_at = ms + int(state.handicap_ms[seat])
    state.ring_at[seat] = counts_at
    state.ring_right[seat] = five_in_view(state, ms)
    hear(state, counts_at)


@rule
def five_in_view(state, ms):
    """PIC-53: the tableau is a five, or one that was has been changed by a flip less than the grace ago."""
    grace = 250 if state.late_grace_ms == 0 else 0
    return bool(state.five) or ms - int(state.five_covered) < grace


@rule
def last_to_join(state):
    """PIC-54: rings that count up to this moment belong to the verdict that is due."""
    return int(state.verdict_at) - 1


@rule
def next_ring(state, last):
    """PIC-54: whose ring, counting up to `last`, is handled next; dead heats are drawn. It is taken off the bell."""
    earliest = NO_RING
    for seat in range(SEATS):
        earliest = min(earliest, int(state.ring_at[seat]))
    if earliest > last:
        return NOBODY
    too_late = min(earliest + HEAT_MS, last + 1)
    level, chosen = 0, NOBODY
    for seat in range(SEATS):
        if state.ring_at[seat] < too_late:
            level += 1
            if level == 1 or below(state, level) == 0:  # the n-th of n replaces the choice with chance 1 in n
                chosen = seat
    state.ring_at[chosen] = NO_RING
    return chosen


@rule
def show_verdict(state, ms, verdict, seat):
    """PIC-55: the result is shown for a while; rings that had not been reached are dropped free of charge."""
    for other in range(SEATS):
        state.ring_at[other] = NO_RING
    state.verdict_at = NEVER
    state.shown_until = ms + SHOW_MS
    state.verdict = verdict
    state.verdict_by = seat


@rule
def is_showing(state):
    """PIC-55: whether a result is being shown, so that the bell is dead."""
    return state.verdict != Verdict.NONE


@rule
def end_show(state):
    """PIC-55: the result has been shown, and the bell is free again."""
    state.verdict = Verdict.NONE
    state.verdict_by = NOBODY


@rule
def opponent_takes_all(state):
    """PIC-36: whether a wrong ring loses the round to the one opponent instead of costing single cards."""
    if state.two_player_penalty == 0:
        return state.players == 2
    return state.seats == 2
