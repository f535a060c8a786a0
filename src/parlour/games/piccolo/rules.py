"""Piccolo: flip in turn, and be first on the bell when five of one fruit are in view.

In the rulebook's order. What is the same in Piccolo Twist (the rows of cards, the pace, the gathering of rings) is in
`bell`, where a draw pile is called bank and a discard pile stack.
"""

from enum import IntEnum

from parlour.games.bell.rules import (
    BELL,
    CARDS,
    NO_CARD,
    NO_RING,
    NOBODY,
    SEATS,
    Flipping,
    Verdict,
    cards_on_stacks,
    end_show,
    free_at,
    is_showing,
    last_to_join,
    lay_out,
    leave_table,
    new_class,
    next_in,
    next_ring,
    next_seat,
    next_with_cards,
    nobody_can_flip,
    opponent_takes_all,
    pay_one,
    put_down,
    put_out,
    put_under,
    ring,
    self_flip_at,
    show_verdict,
    take_lowest,
    turn_up,
    win_stacks,
)
from parlour.kit import NEVER, TABLE, below, int8, int64, record, rule

FRUIT_KINDS = 4
STALE_MS = 5_000  # PIC-48
CAP_FLIPS = 1_500  # PIC-49
CAP_MS = 15 * 60_000
CAP_WAIT_MS = 30_000


class Act(IntEnum):
    FLIP = 0
    RING = 1
    VOTE_STOP = 2
    VOTE_ON = 3
    LEAVE = 4


class Elimination(IntEnum):
    NEXT_TURN = 0
    IMMEDIATE = 1
    WHEN_DISCARD_LOST = 2


class Short(IntEnum):
    PAY_AND_OUT = 0
    PAY_AND_STAY = 1
    USE_DISCARD = 2


class Ending(IntEnum):
    NONE = 0
    LAST_PLAYER = 1  # PIC-44
    AGREED = 2  # PIC-45
    NO_DRAW_CARDS = 3  # PIC-48
    CAP = 4  # PIC-49


class Forbids(IntEnum):
    NOT_YOUR_TURN = 10
    FLIPS_BY_ITSELF = 15
    NOTHING_TO_FLIP = 38
    OUT = 42
    OVER = 43
    VOTE = 46
    VERDICT_PENDING = 54
    RESULT_SHOWN = 55
    RANG_ALREADY = 56


State = record(
    **TABLE,
    **BELL,
    fruit=int8[CARDS],
    amount=int8[CARDS],
    elimination=int8,
    short_payment=int8,
    cap_minutes=int8,
    dealer=int8,
    voted=int8[SEATS],
    votes=int8,
    stop_at=int64,  # PIC-49: when the game stops even without a right ring, or NEVER
)


# 2. Set-up


@rule
def deal(state):
    """PIC-05 to PIC-09: a random dealer serves the left neighbour first and makes the first flip."""
    state.dealer = below(state, int(state.seats))
    lay_out(state, next_seat(state, int(state.dealer)))
    state.turn = state.dealer
    state.stop_at = CAP_MS + CAP_WAIT_MS if state.cap_minutes == 0 else NEVER


# 3. Flipping cards


@rule
def flip(state):
    """PIC-10 to PIC-13, and what running out means if that counts at once (PIC-39)."""
    seat, now = int(state.turn), int(state.clock)
    turn_up(state, seat, now)
    state.five = is_five(state)
    if state.flips == CAP_FLIPS:
        state.stop_at = min(int(state.stop_at), now + CAP_WAIT_MS)
    drop_out_empty(state)
    pass_turn(state)


@rule
def pass_turn(state):
    """PIC-10: clockwise. Where an empty draw pile alone puts nobody out, such players are passed over."""
    if state.elimination == Elimination.WHEN_DISCARD_LOST:
        state.turn = next_with_cards(state, int(state.turn))
    else:
        state.turn = next_in(state, int(state.turn))


# 4. What makes a five


@rule
def is_five(state):
    """PIC-17 to PIC-21: some fruit adds up to exactly 5 over all tops, those of players who are out included."""
    in_view = 0  # eight bits for each fruit: how many of it all tops show together
    for seat in range(SEATS):
        card = int(state.tops[seat])
        if card != NO_CARD:
            in_view += int(state.amount[card]) << (8 * int(state.fruit[card]))
    for kind in range(FRUIT_KINDS):
        if in_view >> (8 * kind) & 255 == 5:
            return True
    return False


# 5. Right ring


@rule
def win_round(state, seat):
    """PIC-22 to PIC-26: all discard piles go under the winner's draw pile, and the winner flips first."""
    win_stacks(state, seat, True)
    state.turn = seat


# 6. Wrong ring


@rule
def fine(state, seat):
    """What a wrong ring costs; answers whether discard piles have moved."""
    if opponent_takes_all(state):
        return lose_round(state, seat)
    pay_everybody(state, seat)
    return False


@rule
def lose_round(state, seat):
    """PIC-35, PIC-37: the one opponent wins all discard piles and opens; without any, nothing moves."""
    if cards_on_stacks(state) == 0:
        return False
    win_round(state, next_in(state, seat))
    return True


@rule
def pay_everybody(state, seat):
    """PIC-29 to PIC-33: one draw-pile card to each other player, clockwise; whoever runs short may be out."""
    receiver = next_in(state, seat)
    while receiver != seat and pay(state, seat, receiver):
        receiver = next_in(state, receiver)
    if receiver != seat and state.short_payment != Short.PAY_AND_STAY:
        put_out(state, seat)


@rule
def pay(state, giver, receiver):
    """PIC-30, PIC-32: the top of the draw pile, or else, where allowed, the bottom of the discard pile, never its
    top. Answers whether there was a card to pay."""
    if state.bank_left[giver] > 0:
        pay_one(state, giver, receiver)
        return True
    if state.short_payment == Short.USE_DISCARD and state.stack_left[giver] > 1:
        card = take_lowest(state, giver)
        put_down(state, card, new_class(state))
        put_under(state, receiver, card)
        return True
    return False


# 7. Running out of cards


@rule
def leave_empty_handed(state):
    """PIC-39: the turn has come to a player whose draw pile is empty."""
    put_out(state, int(state.turn))
    pass_turn(state)
    end_with_last_player(state)


@rule
def drop_out_empty(state):
    """PIC-41: who has neither pile is out at once; PIC-39 may count an empty draw pile alone at once."""
    for seat in range(SEATS):
        if state.playing[seat] and state.bank_left[seat] == 0:
            if state.stack_left[seat] == 0 or state.elimination == Elimination.IMMEDIATE:
                put_out(state, seat)
    end_with_last_player(state)


# 8. End of the game


@rule
def end_with_last_player(state):
    """PIC-43, PIC-44."""
    if state.players == 1:
        state.ending = Ending.LAST_PLAYER


@rule
def agreed_to_stop(state):
    """PIC-45, PIC-46: everybody still in has voted for it."""
    if state.votes == 0:
        return False
    for seat in range(SEATS):
        if state.playing[seat] and not state.voted[seat]:
            return False
    return True


@rule
def stalemate_at(state):
    """PIC-48: the gap after the last flip, or 5 s after it if there is a five to be rung."""
    if state.five:
        return max(int(state.last_flip) + STALE_MS, free_at(state))
    return free_at(state)


@rule
def cap_reached(state):
    """PIC-49: whether the game has gone on for long enough, so that the next right ring ends it."""
    return state.clock >= state.stop_at - CAP_WAIT_MS


@rule
def leave(state, seat):
    """PIC-51: the seat is out, and both its piles wait for the next winner."""
    leave_table(state, seat)
    end_with_last_player(state)
    mend_turn(state)


@rule
def over(state):
    return state.ending != Ending.NONE


@rule
def score(state, out):
    """PIC-44, PIC-47: the last player has all cards; otherwise draw pile and own discard pile count for who is in."""
    for seat in range(state.seats):
        if not state.playing[seat]:
            out[seat] = 0
        elif state.ending == Ending.LAST_PLAYER:
            out[seat] = int(state.cards)
        else:
            out[seat] = int(state.bank_left[seat]) + int(state.stack_left[seat])


# 9. Timing of rings


@rule
def settle_rings(state):
    """PIC-54: rings are handled in order until one is right or discard piles have moved; one fine at most."""
    last = last_to_join(state)
    verdict, by = Verdict.NONE, NOBODY
    while True:
        seat = next_ring(state, last)
        if seat == NOBODY:
            break
        if state.ring_right[seat]:
            win_round(state, seat)
            verdict, by = Verdict.RIGHT, seat
            break
        state.locked[seat] = 1
        if by == NOBODY:
            verdict, by = Verdict.WRONG, seat
            if fine(state, seat):
                break
    show_verdict(state, int(state.clock), verdict, by)
    drop_out_empty(state)
    mend_turn(state)
    if verdict == Verdict.RIGHT and state.ending == Ending.NONE and cap_reached(state):
        state.ending = Ending.CAP


@rule
def mend_turn(state):
    """PIC-34, PIC-42: the turn stays as it was, unless that player has left the game or is now passed over."""
    seat = int(state.turn)
    passed_over = state.elimination == Elimination.WHEN_DISCARD_LOST and state.bank_left[seat] == 0
    if not state.playing[seat] or passed_over:
        pass_turn(state)


# What a player can do, and what happens by itself


@rule
def when(state, seat, action):
    if over(state):
        return -Forbids.OVER
    if not state.playing[seat]:
        return -Forbids.OUT
    if action == Act.FLIP:
        return when_flip(state, seat)
    if action == Act.RING:
        return when_ring(state, seat)
    if action == Act.VOTE_STOP and state.voted[seat]:
        return -Forbids.VOTE
    if action == Act.VOTE_ON and state.votes == 0:
        return -Forbids.VOTE
    return int(state.clock)


@rule
def when_flip(state, seat):
    if state.flip == Flipping.AUTOMATIC:
        return -Forbids.FLIPS_BY_ITSELF
    if seat != state.turn:
        return -Forbids.NOT_YOUR_TURN
    if state.verdict_at != NEVER:
        return -Forbids.VERDICT_PENDING
    if state.bank_left[seat] == 0:
        return -Forbids.NOTHING_TO_FLIP
    return max(free_at(state), int(state.clock))


@rule
def when_ring(state, seat):
    """PIC-27: any player in, at any time; but see PIC-55 and PIC-56."""
    if is_showing(state):
        return -Forbids.RESULT_SHOWN
    if state.locked[seat] or state.ring_at[seat] != NO_RING:
        return -Forbids.RANG_ALREADY
    return int(state.clock)


@rule
def legal(state, seat, moves):
    """Flips and rings that are possible now. (Straight through, without branches around `moves`: twice as fast.)"""
    here = not over(state) and bool(state.playing[seat])
    moves[0] = Act.FLIP
    count = int(here and 0 <= when_flip(state, seat) <= state.clock)
    moves[count] = Act.RING
    return count + int(here and when_ring(state, seat) >= 0)


@rule
def step(state, seat, action, ms):
    if action == Act.FLIP:
        flip(state)
    elif action == Act.RING:
        ring(state, seat, ms)
    elif action == Act.VOTE_STOP:
        state.voted[seat] = 1
        state.votes += 1
    elif action == Act.VOTE_ON:  # PIC-46: without everybody's consent there is nothing left to vote on
        for other in range(SEATS):
            state.voted[other] = 0
        state.votes = 0
    else:
        leave(state, seat)


@rule
def due(state):
    """PIC-54: while a ring is under way everything waits for its verdict, even the end of the game."""
    if over(state):
        return NEVER
    if state.verdict_at != NEVER:
        return int(state.verdict_at)
    if agreed_to_stop(state):
        return int(state.clock)
    at = int(state.shown_until) if is_showing(state) else turn_moves_at(state)
    return min(at, int(state.stop_at))


@rule
def turn_moves_at(state):
    """When the turn goes on without anybody's doing: a flip (PIC-15), a leaving (PIC-39), a stalemate (PIC-48)."""
    if state.bank_left[state.turn] > 0:
        return self_flip_at(state)
    if nobody_can_flip(state):
        return stalemate_at(state)
    return free_at(state)


@rule
def fire(state):
    if state.verdict_at != NEVER:
        settle_rings(state)
    elif agreed_to_stop(state):
        state.ending = Ending.AGREED
    elif state.clock >= state.stop_at:
        state.ending = Ending.CAP
    elif is_showing(state):
        end_show(state)
    elif state.bank_left[state.turn] > 0:
        flip(state)
    elif nobody_can_flip(state):
        state.ending = Ending.NO_DRAW_CARDS
    else:
        leave_empty_handed(state)
