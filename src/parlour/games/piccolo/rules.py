"""The rules of Piccolo, in the rulebook's order. Code shared with Piccolo Twist is in `games/bell`.

Flip in turn, and be first on the bell when five of one fruit are in view. A draw pile is called bank here and a discard
pile stack, as in `games/bell`. Numbers such as PIC-38 are statements of `rulebook.md`.
"""

from parlour.games.bell.known_cards import CARDS, hide_in_group, new_group
from parlour.games.bell.rows import put_under, take_stack_bottom
from parlour.games.bell.rules import (
    BELL,
    CAP_MS,
    NO_CARD,
    NO_RING,
    NOBODY,
    OVERTIME_MS,
    SEATS,
    STALEMATE_MS,
    Flipping,
    Verdict,
    deal_all_cards,
    end_show,
    free_at,
    has_time_cap,
    is_showing,
    last_to_join,
    leave_table,
    next_in,
    next_ring,
    next_seat,
    next_with_cards,
    opponent_takes_all,
    pay_from_bank,
    put_out,
    ring,
    self_flip_at,
    show_verdict,
    turn_up,
    win_stacks,
    winner_by_wrong_ring,
)
from parlour.games.bell.sums import add_to_sum, has_five
from parlour.kit import NEVER, TABLE, IntEnum, below, int8, int64, record, rule

FRUIT_KINDS = 4
CAP_FLIPS = 1_500  # PIC-49
DRAWN = 0  # PIC-05, of the option `dealer`


class Act(IntEnum):
    FLIP = 0
    RING = 1
    VOTE_STOP = 2
    VOTE_ON = 3
    LEAVE = 4


class Forbids(IntEnum):
    """Numbers of the statements that forbid something."""

    NOT_YOUR_TURN = 10
    ANYTHING_ELSE = 13
    PACE = 15
    NOTHING_TO_FLIP = 38
    OUT = 42
    GAME_OVER = 43
    VOTE = 46
    VERDICT_PENDING = 54
    RESULT_SHOWN = 55
    RANG_ALREADY = 56


class Elimination(IntEnum):
    NEXT_TURN = 0
    IMMEDIATE = 1
    WHEN_DISCARD_LOST = 2


class ShortPayment(IntEnum):
    PAY_AND_OUT = 0
    PAY_AND_STAY = 1
    USE_DISCARD = 2


class Ending(IntEnum):
    """How a game ended."""

    NONE = 0
    LAST_PLAYER = 1  # PIC-44
    AGREED = 2  # PIC-45
    STALEMATE = 3  # PIC-48
    CAP = 4  # PIC-49


State = record(
    **TABLE,
    **BELL,
    fruit=int8[CARDS],
    amount=int8[CARDS],
    elimination=int8,  # Elimination
    short_payment=int8,  # ShortPayment
    cap_minutes_choice=int8,  # CapMinutes
    dealer=int8,  # DRAWN, or the chosen seat counted from 1
    dealt_by=int8,
    voted=int8[SEATS],
    votes=int8,
    latest_end=int64,  # PIC-49: when the game stops if nobody rings rightly; OVERTIME_MS after the cap; NEVER: no cap
)


# 2. Set-up


@rule
def deal(state):
    """PIC-05 to PIC-09: the dealer, random or chosen, serves the left neighbour first and makes the first flip."""
    state.dealt_by = below(state, int(state.seats)) if state.dealer == DRAWN else int(state.dealer) - 1
    deal_all_cards(state, next_seat(state, int(state.dealt_by)))
    state.turn = state.dealt_by
    state.latest_end = CAP_MS + OVERTIME_MS if has_time_cap(state) else NEVER


# 3. Flipping cards


@rule
def flip_card(state):
    """PIC-10 to PIC-13: the player in turn turns up a card, then it is the next player's turn."""
    seat, now = int(state.turn), int(state.clock)
    turn_up(state, seat, now)
    state.five = is_five(state)
    if state.flips == CAP_FLIPS:
        state.latest_end = min(int(state.latest_end), now + OVERTIME_MS)
    eliminate_without_cards(state)
    pass_turn(state)


@rule
def pass_turn(state):
    """PIC-10: clockwise. Players who stay in with an empty draw pile (PIC-39, when-discard-lost) are skipped."""
    if state.elimination == Elimination.WHEN_DISCARD_LOST:
        state.turn = next_with_cards(state, int(state.turn))
    else:
        state.turn = next_in(state, int(state.turn))


@rule
def keep_turn(state):
    """PIC-34, PIC-42: the turn stays as it was, unless that player is out or would now be skipped."""
    seat = int(state.turn)
    skipped = state.elimination == Elimination.WHEN_DISCARD_LOST and state.bank_left[seat] == 0
    if not state.playing[seat] or skipped:
        pass_turn(state)


# 4. What makes a five


@rule
def is_five(state):
    """PIC-17 to PIC-21: some fruit adds up to exactly 5 over all tops, those of players who are out included."""
    in_view = 0
    for seat in range(SEATS):
        card = int(state.tops[seat])
        if card != NO_CARD:
            in_view = add_to_sum(in_view, int(state.fruit[card]), int(state.amount[card]))
    return has_five(in_view, FRUIT_KINDS)


# 5. Right ring


@rule
def win_round(state, seat):
    """PIC-22 to PIC-26: all discard piles go under the winner's draw pile, and the winner flips first."""
    win_stacks(state, seat, True)
    state.turn = seat


# 6. Wrong ring


@rule
def punish_wrong_ring(state, seat):
    """PIC-29, PIC-35: what a wrong ring costs. Returns the player who wins the round by it, or NOBODY."""
    if opponent_takes_all(state):
        return winner_by_wrong_ring(state, seat)
    pay_everybody(state, seat)
    return NOBODY


@rule
def pay_everybody(state, seat):
    """PIC-29 to PIC-33: one card to each other player, clockwise; a ringer who runs short may be out."""
    receiver = next_in(state, seat)
    while receiver != seat and pay_one(state, seat, receiver):
        receiver = next_in(state, receiver)
    if receiver != seat and state.short_payment != ShortPayment.PAY_AND_STAY:
        eliminate(state, seat)


@rule
def pay_one(state, giver, receiver):
    """PIC-30, PIC-32: pays the top of the draw pile or else, if allowed, the bottom of the discard pile, but never
    its top. Returns True if there was a card to pay."""
    if state.bank_left[giver] > 0:
        pay_from_bank(state, giver, receiver)
        return True
    if state.short_payment == ShortPayment.USE_DISCARD and state.stack_left[giver] > 1:
        pay_from_stack(state, giver, receiver)
        return True
    return False


@rule
def pay_from_stack(state, giver, receiver):
    """PIC-32: the bottom card of the giver's discard pile, which everyone has seen, is paid."""
    card = take_stack_bottom(state, giver)
    hide_in_group(state, card, new_group(state))
    put_under(state, receiver, card)


# 7. Running out of cards


@rule
def eliminate(state, seat):
    """PIC-38, PIC-46: a player is out, and so is that player's vote."""
    put_out(state, seat)
    withdraw_vote(state, seat)


@rule
def eliminate_in_turn(state):
    """PIC-39: it is the turn of a player whose draw pile is empty, and that player is out."""
    eliminate(state, int(state.turn))
    pass_turn(state)
    end_with_last_player(state)


@rule
def eliminate_without_cards(state):
    """PIC-41: players with neither pile are out at once, and with `immediate` (PIC-39) those without a draw pile."""
    for seat in range(SEATS):
        if state.playing[seat] and state.bank_left[seat] == 0:
            if state.stack_left[seat] == 0 or state.elimination == Elimination.IMMEDIATE:
                eliminate(state, seat)
    end_with_last_player(state)


# 8. End of the game


@rule
def end_with_last_player(state):
    """PIC-43, PIC-44: the only player left wins at once."""
    if state.players == 1:
        state.ending = Ending.LAST_PLAYER


@rule
def withdraw_vote(state, seat):
    """PIC-46: only votes of players still in count."""
    state.votes -= state.voted[seat]
    state.voted[seat] = 0


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
def score(state, out):
    """PIC-44, PIC-47: the last player has all cards; otherwise players still in count draw pile and discard pile."""
    for seat in range(state.seats):
        if not state.playing[seat]:
            out[seat] = 0
        elif state.ending == Ending.LAST_PLAYER:
            out[seat] = int(state.cards)
        else:
            out[seat] = int(state.bank_left[seat]) + int(state.stack_left[seat])


@rule
def nobody_can_flip(state):
    """PIC-48: True if no player still in has a card to flip."""
    for seat in range(state.seats):
        if state.playing[seat] and state.bank_left[seat] > 0:
            return False
    return True


@rule
def stalemate_at(state):
    """PIC-48: the gap after the last flip, or 5 s after it if there is a five to be rung."""
    if state.five:
        return max(int(state.last_flip) + STALEMATE_MS, free_at(state))
    return free_at(state)


@rule
def cap_reached(state):
    """PIC-49: True once the game has lasted long enough that the next right ring ends it."""
    return state.clock >= state.latest_end - OVERTIME_MS


@rule
def leave(state, seat):
    """PIC-51: the seat is out, and both its piles go to the next winner."""
    leave_table(state, seat)
    withdraw_vote(state, seat)
    end_with_last_player(state)
    keep_turn(state)


@rule
def over(state):
    return state.ending != Ending.NONE


# 9. Timing of rings


@rule
def settle_rings(state):
    """PIC-54: rings are handled in order until one is right or discard piles have moved; only one is punished."""
    last = last_to_join(state)
    verdict, by, winner = Verdict.WRONG, NOBODY, NOBODY
    while winner == NOBODY:
        seat = next_ring(state, last)
        if seat == NOBODY:
            break
        if state.ring_right[seat]:
            verdict, by, winner = Verdict.RIGHT, seat, seat
            break
        state.locked[seat] = 1
        if by == NOBODY:
            by, winner = seat, punish_wrong_ring(state, seat)
    if winner != NOBODY:
        win_round(state, winner)
    show_verdict(state, int(state.clock), verdict, by)
    eliminate_without_cards(state)
    keep_turn(state)
    if verdict == Verdict.RIGHT and state.ending == Ending.NONE and cap_reached(state):
        state.ending = Ending.CAP


# What a player can do


@rule
def when(state, seat, action):
    if over(state):
        return -Forbids.GAME_OVER
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
    """PIC-10, PIC-15, PIC-54: in turn, not before the gap, and not while a ring is being settled or shown."""
    if state.flip == Flipping.AUTOMATIC:
        return -Forbids.PACE
    if seat != state.turn:
        return -Forbids.NOT_YOUR_TURN
    if state.verdict_at != NEVER:
        return -Forbids.VERDICT_PENDING
    if state.bank_left[seat] == 0:
        return -Forbids.NOTHING_TO_FLIP
    return max(free_at(state), int(state.clock))


@rule
def when_ring(state, seat):
    """PIC-27, PIC-55, PIC-56: at any moment, except while a result is shown or the player's bell is locked."""
    if is_showing(state):
        return -Forbids.RESULT_SHOWN
    if state.locked[seat] or state.ring_at[seat] != NO_RING:
        return -Forbids.RANG_ALREADY
    return int(state.clock)


@rule
def legal(state, seat, moves):
    """The flip and the ring, if possible now. (Written without branches around `moves`: twice as fast.)"""
    here = not over(state) and bool(state.playing[seat])
    moves[0] = Act.FLIP
    count = int(here and 0 <= when_flip(state, seat) <= state.clock)
    moves[count] = Act.RING
    return count + int(here and when_ring(state, seat) >= 0)


@rule
def step(state, seat, action, ms):
    if action == Act.FLIP:
        flip_card(state)
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


# What happens by itself


@rule
def due(state):
    """PIC-54: while a ring is pending everything waits for its verdict, even the end of the game."""
    if over(state):
        return NEVER
    if state.verdict_at != NEVER:
        return int(state.verdict_at)
    if agreed_to_stop(state):
        return int(state.clock)
    at = int(state.shown_until) if is_showing(state) else next_turn_at(state)
    return min(at, int(state.latest_end))


@rule
def next_turn_at(state):
    """PIC-15, PIC-39, PIC-48: when the next card is flipped automatically, or its absence is noticed."""
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
    elif state.clock >= state.latest_end:
        state.ending = Ending.CAP
    elif is_showing(state):
        end_show(state)
    else:
        take_turn(state)


@rule
def take_turn(state):
    """PIC-15, PIC-39, PIC-48: the next card is flipped, or nobody has one, or the player in turn has none."""
    if state.bank_left[state.turn] > 0:
        flip_card(state)
    elif nobody_can_flip(state):
        state.ending = Ending.STALEMATE
    else:
        eliminate_in_turn(state)
