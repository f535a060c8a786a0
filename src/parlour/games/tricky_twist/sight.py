"""What a seat of Tricky Twist may see: the record without its secrets, and the same as a tensor.

The view for people is in `views`, worlds that look the same to a seat are in `worlds`.
"""

import numpy as np

from parlour.kit import SPECTATOR, Pieces, copy_record, inlined, numbers, rule

from .card_sets import holds, lowest_in, set_of
from .cards import BONUS_CARDS, CARDS, SCORING_CARDS, SUITS, TARGETS, Kind
from .dealing import dealt
from .reserve import reserve_left
from .state import (
    NOTHING,
    RESERVE,
    ROW,
    SEATS,
    Phase,
    clockwise,
    everyone,
    kind_in_force,
    over,
    value_side,
)
from .tricks import turn_is_over
from .views import PHASES, View

__all__ = ["PHASES", "PIECES", "View", "observe", "see"]

TURNS = 16  # TRK-78

# What a seat knows


@rule
def see(state, seat, seen):
    """TRK-106, TRK-107: everything public, and the seat's own cards without the order of its reserve. Tricks lie face
    down, but everybody saw their cards played."""
    copy_record(state, seen)
    seen.rng = 0
    for i in range(SCORING_CARDS):
        if i > state.round_no:
            seen.pile[i] = NOTHING
    for other in range(SEATS):
        if other == seat:
            hide_order(state, other, seen)
        else:
            hide_cards(state, other, seen)
    if another_declares(state, seat):
        hide_declaration(state, seen)


@inlined
def hide_order(state, seat, seen):
    """TRK-23, TRK-26: drawn cards stay in order; of the rest of the reserve only the set of cards is known."""
    picked, drawn = np.int64(state.picked[seat]), np.int64(state.drawn[seat])
    write_in_order(seen.cards[seat], drawn, set_of(state.cards[seat], drawn, picked))
    write_in_order(seen.cards[seat], picked, set_of(state.cards[seat], picked, dealt(state)))


@inlined
def write_in_order(row, first, cards):
    """Write the cards of a set into a row, ascending, from row[first] on."""
    i = first
    while cards:
        row[i] = lowest_in(cards)
        cards &= cards - 1
        i += 1


@inlined
def hide_cards(state, seat, seen):
    """TRK-27, TRK-106: sizes only, and of a reserve that is being picked only whether it is complete."""
    seen.hand[seat] = 0
    for i in range(ROW):
        seen.cards[seat, i] = NOTHING
    if is_picking(state, seat) and seat < state.seats:
        seen.picked[seat] = 0
        seen.hand_left[seat] = dealt(state)


@inlined
def is_picking(state, seat):
    """TRK-27: nobody else sees how much of the reserve is picked."""
    return state.phase == Phase.RESERVE and state.picked[seat] < RESERVE


@inlined
def another_declares(state, seat):
    """TRK-80: another seat declares, and its declaration is hidden until it is complete."""
    return state.phase == Phase.DECLARE and state.to_act != seat


@rule
def hide_declaration(state, seen):
    seen.slot = 0
    for bonus in range(BONUS_CARDS):
        if holds(state.owned[state.to_act], bonus):
            seen.chosen[bonus] = NOTHING


# The tensor

PIECES = Pieces(
    seats=2,
    phase=len(Phase),
    to_act=SEATS,
    starter=SEATS,
    leader=SEATS,
    round_no=SEATS,
    turn=TURNS + 1,
    scoring_card=SCORING_CARDS,
    scoring_suits=len(SUITS),
    scoring_cards_seen=SCORING_CARDS,
    value_side=1,
    table_is_last_turn=1,
    hand=CARDS,
    reserve=CARDS,
    slot=BONUS_CARDS + 1,
    display=BONUS_CARDS,
    chosen=numbers(BONUS_CARDS, TARGETS),
    hand_left=numbers(SEATS, TURNS),
    reserve_left=numbers(SEATS, RESERVE),
    reserve_laid=SEATS,
    waiting=SEATS,
    left=SEATS,
    tricks=numbers(SEATS, TURNS),
    total=numbers((SEATS, 2), 100),
    owned=(SEATS, BONUS_CARDS),
    table=(SEATS, CARDS),
    won=(SEATS, CARDS),
    false_tricks=(SEATS, CARDS),
    played_by=(SEATS, CARDS),
    played_turn=numbers(CARDS, TURNS + 1),
    absent=numbers((SEATS, CARDS), TURNS + 1),
    drawn_turn=numbers((SEATS, RESERVE), TURNS + 1),
)
AT_SEATS, AT_PHASE, AT_TO_ACT, AT_STARTER, AT_LEADER, AT_ROUND, AT_TURN = [
    PIECES[name].start for name in ("seats", "phase", "to_act", "starter", "leader", "round_no", "turn")
]
AT_SCORING_CARD, AT_SCORING_SUITS, AT_SCORING_SEEN, AT_VALUE_SIDE, AT_LAST_TURN = [
    PIECES[name].start
    for name in ("scoring_card", "scoring_suits", "scoring_cards_seen", "value_side", "table_is_last_turn")
]
AT_HAND, AT_RESERVE, AT_SLOT, AT_DISPLAY, AT_CHOSEN = [
    PIECES[name].start for name in ("hand", "reserve", "slot", "display", "chosen")
]
AT_HAND_LEFT, AT_RESERVE_LEFT, AT_RESERVE_LAID, AT_WAITING, AT_LEFT, AT_TRICKS, AT_TOTAL, AT_OWNED = [
    PIECES[name].start
    for name in ("hand_left", "reserve_left", "reserve_laid", "waiting", "left", "tricks", "total", "owned")
]
AT_TABLE, AT_WON, AT_FALSE, AT_PLAYED_BY, AT_PLAYED_TURN, AT_ABSENT, AT_DRAWN_TURN = [
    PIECES[name].start for name in ("table", "won", "false_tricks", "played_by", "played_turn", "absent", "drawn_turn")
]


@rule
def observe(seen, seat, out):
    """Seats count clockwise from the observer's own (a spectator: from seat 0). Turns count from 1; 0 is never.

    `seen` may also be the state itself: what `see` hides is left out here as well, so that batches need not copy a
    state before they observe it.
    """
    own = max(np.int64(seat), 0)
    out[AT_SEATS + int(seen.seats) - 3] = 1
    out[AT_PHASE + int(seen.phase)] = 1
    if not (over(seen) or seen.phase == Phase.RESERVE):
        out[AT_TO_ACT + place_from(seen, own, int(seen.to_act))] = 1
    out[AT_STARTER + place_from(seen, own, int(seen.starter))] = 1
    out[AT_LEADER + place_from(seen, own, int(seen.leader))] = 1
    out[AT_ROUND + int(seen.round_no)] = 1
    out[AT_TURN + int(seen.turn)] = 1
    observe_cards_in_force(seen, seat, out)
    observe_history(seen, seat, out)
    other = own
    for place in everyone(seen):
        observe_seat(seen, seat, other, place, out)
        other = clockwise(seen, other)
    if seat != SPECTATOR:
        observe_set(np.int64(seen.hand[seat]), out, AT_HAND)
        for i in range(seen.drawn[seat], seen.picked[seat]):
            out[AT_RESERVE + int(seen.cards[seat, i])] = 1
    for card in range(CARDS):
        out[AT_PLAYED_TURN + card] = seen.turn_played[card] + 1


@rule
def observe_history(seen, seat, out):
    """Who played each card, and which cards each hand was shown not to hold.

    The compiler handles sixteen cards at a time if bytes are compared with bytes, if no index can be negative, and if
    it does not unroll the loop, which it would if the length were known. Hence `cards`, which always equals CARDS.
    """
    other = max(np.int64(seat), 0)
    cards = dealt(seen) * int(seen.seats)
    for place in everyone(seen):
        player = np.int8(other)
        for card in range(cards):
            out[AT_PLAYED_BY + place * CARDS + card] = seen.played_by[card] == player
        for card in range(cards):
            shown = seen.turn_absent[other, card]
            out[AT_ABSENT + place * CARDS + card] = shown + 1 if shown >= 0 else 0
        other = clockwise(seen, other)


@inlined
def place_from(seen, own, seat):
    """How far a seat is from the observer, clockwise."""
    return seat - own if seat >= own else seat - own + int(seen.seats)


@inlined
def observe_cards_in_force(seen, seat, out):
    kind = kind_in_force(seen)
    out[AT_SCORING_CARD + kind] = 1
    if kind == Kind.SUIT2_A or kind == Kind.SUIT2_B:
        card = seen.scoring_cards[seen.pile[seen.round_no]]
        out[AT_SCORING_SUITS + int(card[1])] = 1
        out[AT_SCORING_SUITS + int(card[2])] = 1
    for i in range(seen.round_no + 1):
        out[AT_SCORING_SEEN + int(seen.pile[i])] = 1
    out[AT_VALUE_SIDE] = 1 if value_side(seen) else 0
    out[AT_LAST_TURN] = 1 if turn_is_over(seen) else 0
    observe_bonus_cards(np.int64(seen.display), out, AT_DISPLAY)
    secret = another_declares(seen, seat)
    out[AT_SLOT + (0 if secret else int(seen.slot))] = 1
    declared = np.int64(seen.owned[seen.to_act]) if secret else 0
    for bonus in range(BONUS_CARDS):
        out[AT_CHOSEN + bonus] = 0 if holds(declared, bonus) else seen.chosen[bonus] + 1


@inlined
def observe_seat(seen, observer, seat, place, out):
    hidden = is_picking(seen, seat) and seat != observer
    out[AT_HAND_LEFT + place] = dealt(seen) if hidden else seen.hand_left[seat]
    out[AT_RESERVE_LEFT + place] = 0 if hidden else reserve_left(seen, seat)
    out[AT_RESERVE_LAID + place] = 1 if seen.picked[seat] == RESERVE else 0
    out[AT_WAITING + place] = 1 if holds(seen.waiting, seat) else 0
    out[AT_LEFT + place] = seen.gone[seat]
    out[AT_TRICKS + place] = seen.tricks[seat]
    out[AT_TOTAL + 2 * place] = int(seen.total[seat]) // 100
    out[AT_TOTAL + 2 * place + 1] = int(seen.total[seat]) % 100
    observe_bonus_cards(np.int64(seen.owned[seat]), out, AT_OWNED + place * BONUS_CARDS)
    if seen.table[seat] != NOTHING:
        out[AT_TABLE + place * CARDS + int(seen.table[seat])] = 1
    observe_set(np.int64(seen.won[seat]), out, AT_WON + place * CARDS)
    observe_set(np.int64(seen.false_tricks[seat]), out, AT_FALSE + place * CARDS)
    for i in range(RESERVE):
        out[AT_DRAWN_TURN + place * RESERVE + i] = seen.turn_drawn[seat, i] + 1


@inlined
def observe_set(cards, out, at):
    """Card by card, because most sets are small; the row is all zeros before."""
    while cards:
        out[at + lowest_in(cards)] = 1
        cards &= cards - 1


@inlined
def observe_bonus_cards(bonus_cards, out, at):
    for bonus in range(BONUS_CARDS):
        out[at + bonus] = bonus_cards >> bonus & 1
