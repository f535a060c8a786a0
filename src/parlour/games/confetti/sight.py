"""What a seat of Confetti may see, and the same as a tensor.

The table is open (CON-98): only cards put aside that have never been in play are hidden. The view for people is
in `views`, worlds that look the same are in `worlds`.
"""

import numpy as np

from parlour.kit import Pieces, bits, copy_record, inlined, kinds, numbers, rule

from .cards import CARDS, KINDS, SEATS
from .state import GRACE_MS, UNKNOWN, Phase, Place, card_limit, rounds
from .tugs import pulls_at
from .views import PHASES, STATES, View

__all__ = ["PHASES", "PIECES", "STATES", "View", "observe", "see"]


@rule
def is_hidden(state, card):
    """CON-98: put aside and not seen yet. A card that was in the middle once stays known.
    What `see` returns can be asked, too: there, nobody knows in which round such a card comes into play."""
    later = (state.fresh_in[card] > state.round_now) | (state.fresh_in[card] == UNKNOWN)
    return (state.place[card] == Place.ASIDE) & later


@rule
def see(state, seat, seen):
    """All seats and spectators see the same. They do not know when a hidden card will come into play or, if the deck
    was drawn at random, what it shows."""
    copy_record(state, seen)
    seen.rng = 0
    if state.random_deck:
        for card in range(CARDS):
            if is_hidden(state, card):
                for size in range(3):
                    seen.deck[card, size] = UNKNOWN
    for card in range(CARDS):  # from `seen` to `seen`, without a branch: compiled to sixteen cards at a time
        seen.fresh_in[card] = UNKNOWN if is_hidden(seen, card) else seen.fresh_in[card]


# The observation: the observer's own seat first, then clockwise. Times are in steps of 20 ms, positions are cells.
# Cards are described by small numbers; one-hot bytes would make the observation three times as long.

NOT_SEEN = 7  # aside and not seen yet, after the places of CON-23
TICK_MS = 20
MOST_CARDS = 12  # the highest limit is nine; an option allows three more

PIECES = Pieces(
    phase=4,
    round_now=5,
    rounds_left=numbers(1, 4),
    seats=SEATS,
    stealing=3,
    conflict=2,
    round2_pool=2,
    limit=2,
    extra_card=2,
    solo_pool=3,
    seconds_left=numbers(1, 127),
    card_limit=numbers(1, MOST_CARDS),
    card_place=kinds(CARDS, NOT_SEEN + 1),
    card_owner=kinds(CARDS, SEATS + 1),  # how far clockwise from the observer, who is 1; 0: nobody's
    card_pulling=bits(CARDS, SEATS),  # a bit for each seat, the observer's is the lowest
    card_face=kinds((CARDS, 3), KINDS + 1),  # colours or shapes, from 1; 0: not seen yet
    card_wait=numbers(CARDS, 127),  # how long until a loose card can be stolen
    card_cell=numbers(CARDS, CARDS),  # from 1, row by row; 0: not in the middle
    pull_left=numbers(CARDS, 127),  # how long until a window closes or a tug ends
    take_wait=numbers(SEATS, 127),  # how long until the right hand is free
    cards=numbers(SEATS, MOST_CARDS),
    points=numbers(SEATS, 20),
    owed=numbers(SEATS, 5),
    result=numbers(SEATS, 20),
    gone=SEATS,
)

PHASE = PIECES["phase"].start
ROUND_NOW = PIECES["round_now"].start
ROUNDS_LEFT = PIECES["rounds_left"].start
SEATS_AT = PIECES["seats"].start
STEALING = PIECES["stealing"].start
CONFLICT = PIECES["conflict"].start
ROUND2_POOL = PIECES["round2_pool"].start
LIMIT = PIECES["limit"].start
EXTRA_CARD = PIECES["extra_card"].start
SOLO_POOL = PIECES["solo_pool"].start
SECONDS_LEFT = PIECES["seconds_left"].start
CARD_LIMIT = PIECES["card_limit"].start
CARD_PLACE = PIECES["card_place"].start
CARD_OWNER = PIECES["card_owner"].start
CARD_PULLING = PIECES["card_pulling"].start
CARD_FACE = PIECES["card_face"].start
CARD_WAIT = PIECES["card_wait"].start
CARD_CELL = PIECES["card_cell"].start
PULL_LEFT = PIECES["pull_left"].start
TAKE_WAIT = PIECES["take_wait"].start
CARDS_AT = PIECES["cards"].start
POINTS = PIECES["points"].start
OWED = PIECES["owed"].start
RESULT = PIECES["result"].start
GONE = PIECES["gone"].start


@rule
def ticks(ms):
    """A time to come, in steps of 20 ms; 0 if it has passed."""
    return (max(0, ms) + TICK_MS - 1) // TICK_MS


@rule
def observe(seen, seat, out):
    """`seen` may also be the state itself: what `see` hides is left out here as well, so that batches need not copy a
    state before they observe it."""
    now = int(seen.clock)
    seats = int(seen.seats)
    out[PHASE + int(seen.phase)] = 1
    out[ROUND_NOW + int(seen.round_now) - 1] = 1
    out[ROUNDS_LEFT] = rounds(seen) - int(seen.round_now)
    out[SEATS_AT + seats - 1] = 1
    out[STEALING + int(seen.stealing)] = 1
    out[CONFLICT + int(seen.conflict)] = 1
    out[ROUND2_POOL + int(seen.round2_pool)] = 1
    out[LIMIT + int(seen.limit)] = 1
    out[EXTRA_CARD + int(seen.extra_card)] = 1
    out[SOLO_POOL + int(seen.solo_pool)] = 1
    if seen.phase != Phase.OVER:
        out[SECONDS_LEFT] = (int(seen.phase_ends) - now + 999) // 1000
    out[CARD_LIMIT] = card_limit(seen)
    first = max(0, seat)
    observe_cards(seen, first, out)
    for i in range(seen.pulls):
        observe_pull(seen, first, np.int64(seen.pulled[i]), out)
        out[PULL_LEFT + int(seen.pulled[i])] = ticks(int(seen.pull_ends[i]) - now)
    for k in range(seats):
        other = seat_clockwise_of(seen, first, k)
        if seen.phase == Phase.PLAY:
            out[TAKE_WAIT + k] = ticks(int(seen.free_at[other]) - now)
        out[CARDS_AT + k] = seen.cards[other]
        out[POINTS + k] = seen.points[other]
        out[OWED + k] = seen.owed[other]
        out[RESULT + k] = seen.result[other]
        out[GONE + k] = seen.gone[other]


@rule
def observe_cards(seen, first, out):
    """Without branches that depend on a card, which a processor cannot predict: compiled to 16 cards at a time."""
    seats = int(seen.seats)
    for card in range(CARDS):
        out[CARD_PLACE + card] = seen.place[card] + NOT_SEEN * is_hidden(seen, card)  # Place.ASIDE is 0
    for k in range(seats):
        other = np.int8(seat_clockwise_of(seen, first, k))
        for card in range(CARDS):
            out[CARD_OWNER + card] += (k + 1) * (seen.owner[card] == other)
    for card in range(CARDS):
        for size in range(3):
            out[CARD_FACE + 3 * card + size] = seen.deck[card, size] + np.int8(1)
    if seen.random_deck:
        for card in range(CARDS):
            for size in range(3):
                out[CARD_FACE + 3 * card + size] *= out[CARD_PLACE + card] != NOT_SEEN
    for card in range(CARDS):
        out[CARD_CELL + card] = (seen.cell[card] + 1) * (seen.place[card] == Place.MIDDLE)
    if seen.phase == Phase.PLAY:
        for seat in range(seats):
            for i in range(seen.cards[seat]):
                card = int(seen.zone[seat, i])
                wait = ticks(int(seen.since[card]) + GRACE_MS - int(seen.clock))
                out[CARD_WAIT + card] = wait if seen.place[card] == Place.LOOSE else 0  # compiled without a branch


@inlined
def observe_pull(seen, first, card, out):
    """The seats that pull at a card. Cards that nobody pulls at keep their 0."""
    for other in range(seen.seats):
        if pulls_at(seen, other, card):
            out[CARD_PULLING + card] |= 1 << clockwise_of(seen, first, other)


@inlined
def seat_clockwise_of(seen, first, k):
    """The seat k places clockwise from the observer's."""
    return first + k if first + k < seen.seats else first + k - int(seen.seats)


@inlined
def clockwise_of(seen, first, seat):
    """How far a seat is from the observer's, clockwise."""
    return seat - first if seat >= first else seat - first + int(seen.seats)
