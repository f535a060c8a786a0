"""The rules that Piccolo and Piccolo Twist share: dealing, flipping, paying, winning stacks, and judging rings.

The functions work on any record with the fields of `BELL`. Rule ids are those of Piccolo; Twist's rulebook has the same
statements under its own numbers. A draw pile is called bank here and a discard pile stack, as in Twist.
"""

import numpy as np

from parlour.kit import NEVER, IntEnum, below, int8, int16, int32, int64, rule, shuffle

from .cards import LATE_GRACE_MS
from .known_cards import KNOWN_CARDS, add_to_heap, everybody_sees, new_group, note_mixed_heap
from .rows import EMPTY, SPOTS, put_under, shuffle_bank_bottom, spot, take_bank_top

SEATS = 5

NOBODY = -1
NO_CARD = -1  # in `tops`: no card is in view there
NO_RING = NEVER
LONG_AGO = -100_000

GATHER_MS = 150  # PIC-54: rings this close to the first get the same verdict
DEAD_HEAT_MS = 5  # PIC-54: rings closer than this cannot be told apart
SHOW_MS = 1500  # PIC-70: how long a verdict is shown
STALEMATE_MS = 5_000  # PIC-48
CAP_MS = 15 * 60_000  # PIC-49
OVERTIME_MS = 30_000  # PIC-49: how long a right ring is waited for once the cap is reached

GRACE_MS = np.array(LATE_GRACE_MS, np.int16)


class Flipping(IntEnum):
    MANUAL = 0
    AUTOMATIC = 1


class TwoPlayerPenalty(IntEnum):
    WHEN_TWO_REMAIN = 0
    ONLY_TWO_PLAYER_GAMES = 1


class CapMinutes(IntEnum):
    FIFTEEN = 0
    NONE = 1


class Verdict(IntEnum):
    NONE = 0
    RIGHT = 1
    WRONG = 2


BELL = {
    # options; of a choice the state holds the index of the chosen value, as in the enumerations above
    "flip": int8,  # Flipping
    "min_flip_gap_ms": int32,
    "auto_flip_ms": int32,
    "late_grace_ms_choice": int8,  # an index into GRACE_MS
    "two_player_penalty": int8,  # TwoPlayerPenalty
    "handicap_ms": int16[SEATS],
    # players
    "turn": int8,  # whose card is flipped next
    "players": int8,  # how many are still in
    "playing": int8[SEATS],  # 1: still in
    "ending": int8,  # 0 while the game goes on, then the game's own number for how it ended
    # time
    "flips": int32,
    "last_flip": int64,
    "five": int8,  # 1: the tableau is a five
    "five_covered": int64,  # when a flip last changed a tableau that was a five
    "verdict_at": int64,  # when the pending rings are judged; NEVER if there are none
    "shown_until": int64,  # when the last verdict stops being shown
    "ring_at": int64[SEATS],  # the time of a pending ring, handicap included
    "ring_right": int8[SEATS],
    "locked": int8[SEATS],  # PIC-56
    "verdict": int8,  # the last one
    "verdict_by": int8,
    # cards
    "cards": int8,  # how many cards the deck has
    "first": int8[SEATS],  # how cards are stored is explained in `rows`
    "stack_left": int8[SEATS],
    "bank_left": int8[SEATS],
    "tops": int8[SEATS],  # the card in view in front of each seat, or NO_CARD
    "row": int8[SEATS, SPOTS],
    **KNOWN_CARDS,
}


@rule
def late_grace_ms(state):
    """PIC-53: how many ms after a flip a ring may still count for the tableau before it."""
    return int(GRACE_MS[state.late_grace_ms_choice])


@rule
def has_time_cap(state):
    """PIC-49: True if the game is capped after 15 minutes."""
    return state.cap_minutes_choice == CapMinutes.FIFTEEN


# Set-up


@rule
def deal_all_cards(state, served_first):
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
    state.group_size[0] = cards
    state.last_flip = LONG_AGO
    state.five_covered = LONG_AGO
    state.verdict_at = NEVER
    state.verdict_by = NOBODY


# Flipping cards: whose turn it is


@rule
def next_seat(state, seat):
    """The next seat clockwise, whether its player is in or out."""
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
    """The next player clockwise who is in and has a bank card (`seat` comes last); if nobody has one, the next in."""
    other = next_in(state, seat)
    for _ in range(state.players):
        if state.bank_left[other] > 0:
            return other
        other = next_in(state, other)
    return other


# Flipping cards: the flip and its pace


@rule
def turn_up(state, seat, ms):
    """PIC-11, PIC-12: the top card of the bank is turned up on the stack and hides the card below it.

    The caller decides afterwards whether the new tableau is a five.
    """
    card = int(state.row[seat, spot(state, seat, int(state.stack_left[seat]))])
    state.stack_left[seat] += 1
    state.bank_left[seat] -= 1
    state.tops[seat] = card
    everybody_sees(state, card)
    if state.five:
        state.five_covered = ms
    state.last_flip = ms
    state.flips += 1
    for other in range(SEATS):  # PIC-56: with a new tableau everybody may ring again
        state.locked[other] = 0


@rule
def free_at(state):
    """PIC-15, PIC-55: the first moment for the next flip if no ring is pending."""
    return max(int(state.last_flip) + int(state.min_flip_gap_ms), int(state.shown_until))


@rule
def self_flip_at(state):
    """PIC-15: when the next card is flipped automatically."""
    waiting_since = max(int(state.last_flip), int(state.shown_until))
    pause = int(state.min_flip_gap_ms)
    if state.flip == Flipping.MANUAL:
        pause = max(int(state.auto_flip_ms), pause)
    return waiting_since + pause


# Right ring


@rule
def cards_on_stacks(state):
    """The number of cards on all stacks, including those of players who are out."""
    total = 0
    for seat in range(state.seats):
        total += int(state.stack_left[seat])
    return total


@rule
def win_stacks(state, winner, own_too):
    """PIC-23 to PIC-25: the stacks on the table are shuffled together and go under the winner's bank.

    If `own_too` is false, the winner's own stack stays where it is. The caller decides afterwards whether the cards
    left in view are a five.
    """
    heap = new_group(state)
    bottom = spot(state, winner, int(state.stack_left[winner]) + int(state.bank_left[winner]))
    won, unseen = 0, 0
    for seat in range(state.seats):
        if seat == winner and not own_too:
            continue
        stack = int(state.stack_left[seat])
        for i in range(stack):
            at = spot(state, seat, i)
            card = int(state.row[seat, at])
            unseen += add_to_heap(state, card, heap)
            state.row[seat, at] = EMPTY
            state.row[winner, bottom] = card
            bottom = (bottom + 1) & (SPOTS - 1)
        state.first[seat] = spot(state, seat, stack)
        state.stack_left[seat] = 0
        state.tops[seat] = NO_CARD
        won += stack
    state.bank_left[winner] += won
    shuffle_bank_bottom(state, winner, won)
    if unseen > 0:
        note_mixed_heap(state, heap)
    state.five = 0
    state.five_covered = LONG_AGO
    return won


# Wrong ring


@rule
def opponent_takes_all(state):
    """PIC-36: True if a wrong ring loses the round to the only opponent instead of costing single cards."""
    if state.two_player_penalty == TwoPlayerPenalty.WHEN_TWO_REMAIN:
        return state.players == 2
    return state.seats == 2


@rule
def winner_by_wrong_ring(state, seat):
    """PIC-35, PIC-37: the only opponent of a wrong ringer wins the round, or NOBODY does if no stack is there."""
    return next_in(state, seat) if cards_on_stacks(state) > 0 else NOBODY


@rule
def pay_from_bank(state, giver, receiver):
    """PIC-30: the top card of the giver's bank goes unseen under the receiver's bank."""
    put_under(state, receiver, take_bank_top(state, giver))


# Players who are out


@rule
def put_out(state, seat):
    """A player is out; the stack stays on the table for the winner of the round (PIC-38)."""
    state.playing[seat] = 0
    state.players -= 1


@rule
def leave_table(state, seat):
    """PIC-51: the bank is slipped unseen under the stack, and the seat is out; a pending ring of its player is void.

    In the row the unseen cards stay behind the stack: an abandoned pile is only ever taken as a whole, and `tops` says
    which card is in view.
    """
    state.stack_left[seat] += state.bank_left[seat]
    state.bank_left[seat] = 0
    put_out(state, seat)
    state.ring_at[seat] = NO_RING
    state.verdict_at = NEVER
    for other in range(state.seats):
        if state.ring_at[other] != NO_RING:
            schedule_verdict(state, int(state.ring_at[other]))


# Timing of rings


@rule
def ring(state, seat, ms):
    """PIC-69: a hand lands on the bell. It is judged by the cards in view now; a handicap makes it count later."""
    counts_at = ms + int(state.handicap_ms[seat])
    state.ring_at[seat] = counts_at
    state.ring_right[seat] = five_in_view(state, ms)
    schedule_verdict(state, counts_at)


@rule
def five_in_view(state, ms):
    """PIC-53: the tableau is a five, or a flip changed one less than the grace period ago."""
    return bool(state.five) or ms - int(state.five_covered) < late_grace_ms(state)


@rule
def schedule_verdict(state, counts_at):
    """PIC-54: the earliest ring fixes the verdict, just after the last moment at which another ring can join it."""
    state.verdict_at = min(int(state.verdict_at), counts_at + GATHER_MS + 1)


@rule
def last_to_join(state):
    """PIC-54: rings that count up to this moment belong to the pending verdict."""
    return int(state.verdict_at) - 1


@rule
def next_ring(state, last):
    """PIC-54: takes the next ring that counts up to `last` and returns its seat, or NOBODY. Dead heats are random."""
    earliest = NO_RING
    for seat in range(SEATS):
        earliest = min(earliest, int(state.ring_at[seat]))
    if earliest > last:
        return NOBODY
    too_late = min(earliest + DEAD_HEAT_MS, last + 1)
    level, chosen = 0, NOBODY
    for seat in range(SEATS):
        if state.ring_at[seat] < too_late:
            level += 1
            if level == 1 or below(state, level) == 0:  # the n-th replaces the choice with probability 1/n
                chosen = seat
    state.ring_at[chosen] = NO_RING
    return chosen


@rule
def show_verdict(state, ms, verdict, seat):
    """PIC-55, PIC-70: the result is shown for a while; rings not yet handled are dropped free of charge."""
    for other in range(SEATS):
        state.ring_at[other] = NO_RING
    state.verdict_at = NEVER
    state.shown_until = ms + SHOW_MS
    state.verdict = verdict
    state.verdict_by = seat


@rule
def is_showing(state):
    """PIC-55: True while a result is being shown and rings are ignored."""
    return state.verdict != Verdict.NONE


@rule
def end_show(state):
    """PIC-70: the result has been shown, and the bell may be rung again."""
    state.verdict = Verdict.NONE
    state.verdict_by = NOBODY
