"""The rules of Piccolo Twist, in the rulebook's order. Code shared with Piccolo is in `games/bell`.

Five may be reached by colour or by type; a player with an empty bank has a last chance; the first elimination leads to
the last round. Numbers such as TWI-38 are statements of `rulebook.md`.
"""

from parlour.games.bell.known_cards import CARDS
from parlour.games.bell.rules import (
    BELL,
    CAP_MS,
    LONG_AGO,
    NO_CARD,
    NO_RING,
    NOBODY,
    OVERTIME_MS,
    SEATS,
    SHOW_MS,
    STALEMATE_MS,
    Flipping,
    Verdict,
    cards_on_stacks,
    deal_all_cards,
    end_show,
    five_in_view,
    free_at,
    has_time_cap,
    is_showing,
    last_to_join,
    leave_table,
    next_in,
    next_ring,
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

from .cards import amount_of, colour_of, type_of

KINDS = 4  # there are four types and four colours
CAP_FLIPS = 2_000  # TWI-55


class Act(IntEnum):
    FLIP = 0
    RING = 1
    LEAVE = 2


class Forbids(IntEnum):
    """Numbers of the statements that forbid something."""

    NOT_YOUR_TURN = 11
    ANYTHING_ELSE = 12
    PACE = 14
    NOTHING_TO_WIN = 23
    NOTHING_TO_FLIP = 40
    OUT = 45
    GAME_OVER = 46
    BARRED = 49
    VERDICT_PENDING = 58
    RING_IGNORED = 60


class OwnStack(IntEnum):
    TO_BANK = 0
    STAYS = 1


class ShortPayment(IntEnum):
    LAST_CHANCE = 0
    OUT = 1


class LastChanceWrongRing(IntEnum):
    OUT = 0
    IGNORED = 1


class GameEnd(IntEnum):
    ONE_LAST_ROUND = 0
    PLAY_TO_ONE_SURVIVOR = 1


class TwoPlayerEnd(IntEnum):
    AT_NEXT_FLIP = 0
    IMMEDIATE = 1


class LastRound(IntEnum):
    NOT_YET = 0
    NEXT = 1  # a player is out, so the next round is the last
    NOW = 2


class Ending(IntEnum):
    """How a game ended."""

    NONE = 0
    LAST_ROUND_WON = 1  # TWI-48
    LAST_ROUND_LOST = 2  # TWI-49
    STALEMATE = 3  # TWI-54
    CAP = 4  # TWI-55
    LAST_PLAYER = 5  # TWI-51


State = record(
    **TABLE,
    **BELL,
    own_stack=int8,  # OwnStack
    short_payment=int8,  # ShortPayment
    last_chance_wrong_ring=int8,  # LastChanceWrongRing
    game_end=int8,  # GameEnd
    two_player_end=int8,  # TwoPlayerEnd
    cap_minutes_choice=int8,  # CapMinutes
    faces=int8[CARDS],
    dead_five=int8,  # TWI-23 with `stays`: 1 while a five lies there that was left over by the winner of the last round
    last_round=int8,  # LastRound
    barred=int8[SEATS],  # TWI-49: may not ring for the rest of the last round
    overtime_ends=int64,  # TWI-55: when a capped game stops; NEVER before the cap is reached
)


# 2. Set-up


@rule
def deal(state):
    """TWI-05 to TWI-09: a random opener is served first and makes the first flip."""
    state.turn = below(state, int(state.seats))
    deal_all_cards(state, int(state.turn))
    state.overtime_ends = NEVER


# 3. Flipping cards


@rule
def flip_card(state):
    """TWI-10 to TWI-12: the player in turn turns up a card, then it is the next player's turn."""
    seat = int(state.turn)
    turn_up(state, seat, int(state.clock))
    if state.dead_five:  # TWI-23: it could not be rung, so a late hand cannot have meant it
        state.dead_five = 0
        state.five_covered = LONG_AGO
    state.five = is_five(state)
    state.turn = next_with_cards(state, seat)
    if state.flips == CAP_FLIPS:
        reach_cap(state)
    if state.two_player_end == TwoPlayerEnd.IMMEDIATE and two_player_game_lost(state):
        lose_two_player_game(state)


@rule
def keep_turn(state):
    """TWI-33, TWI-40: the turn stays as it was, unless that player has no card left to flip."""
    turn = int(state.turn)
    if state.bank_left[turn] == 0:
        state.turn = next_with_cards(state, turn)


# 4. What makes a five


@rule
def is_five(state):
    """TWI-16 to TWI-18: the tops of some colour, or of some type, add up to exactly five."""
    colours, types = 0, 0
    for seat in range(SEATS):
        card = int(state.tops[seat])
        if card != NO_CARD:
            face = int(state.faces[card])
            colours = add_to_sum(colours, colour_of(face), amount_of(face))
            types = add_to_sum(types, type_of(face), amount_of(face))
    return has_five(colours, KINDS) or has_five(types, KINDS)


# 5. Right ring


@rule
def win_round(state, seat, verdict):
    """TWI-22 to TWI-27: the winner takes the stacks and opens the next round, if there is one.

    A wrong ring's opponent always wins every stack (TWI-35), and then even the last round goes on (TWI-48).
    """
    win_stacks(state, seat, verdict == Verdict.WRONG or state.own_stack == OwnStack.TO_BANK)
    state.five = state.dead_five = is_five(state)
    state.turn = seat
    if state.last_round != LastRound.NOW:
        begin_round(state)
    elif verdict == Verdict.RIGHT:
        state.ending = Ending.LAST_ROUND_WON


@rule
def nothing_to_win(state, seat):
    """TWI-23 with `stays`: the five was left over by the winner of the last round, or only the ringer has a stack."""
    if state.own_stack != OwnStack.STAYS or not five_in_view(state, int(state.clock)):
        return False
    return bool(state.dead_five) or cards_on_stacks(state) == state.stack_left[seat]


# 6. Wrong ring


@rule
def punish_wrong_ring(state, seat):
    """TWI-30, TWI-35, TWI-43: what a wrong ring costs. Returns the player who wins the round by it, or NOBODY."""
    if opponent_takes_all(state):
        if state.last_round == LastRound.NOW and state.bank_left[seat] == 0:
            state.ending = Ending.LAST_ROUND_LOST
        return winner_by_wrong_ring(state, seat)
    if state.bank_left[seat] > 0:
        pay_everybody(state, seat)
    else:
        ring_without_bank(state, seat)
    return NOBODY


@rule
def pay_everybody(state, seat):
    """TWI-30 to TWI-34: one bank card to each other player, clockwise, as long as there are any."""
    short = int(state.bank_left[seat]) < int(state.players) - 1
    receiver = next_in(state, seat)
    while receiver != seat and state.bank_left[seat] > 0:
        pay_from_bank(state, seat, receiver)
        receiver = next_in(state, receiver)
    if short and state.short_payment == ShortPayment.OUT:
        eliminate(state, seat)
    else:
        eliminate_without_cards(state, seat)
    keep_turn(state)


# 7. Empty bank and last chance


@rule
def eliminate_without_cards(state, seat):
    """TWI-38: a player with an empty bank has a last chance while there is a stack, and is out without one."""
    if state.bank_left[seat] == 0 and state.stack_left[seat] == 0:
        eliminate(state, seat)


@rule
def ring_without_bank(state, seat):
    """TWI-43, TWI-49: nothing can be paid, so the player is out, or barred from ringing in the last round."""
    if state.last_round == LastRound.NOW:
        state.barred[seat] = 1
    elif state.last_chance_wrong_ring == LastChanceWrongRing.OUT:
        eliminate(state, seat)
        keep_turn(state)


@rule
def eliminate(state, seat):
    """TWI-46, TWI-49, TWI-51: a player is out, and the next round is the last. In the last round nobody goes out."""
    if state.last_round == LastRound.NOW:
        return
    put_out(state, seat)
    if state.game_end == GameEnd.ONE_LAST_ROUND:
        state.last_round = LastRound.NEXT
    end_with_last_player(state)


@rule
def begin_round(state):
    """TWI-42, TWI-44, TWI-47: the stacks are gone, so players without cards are out; then the last round may begin."""
    if state.seats > 2:
        for seat in range(state.seats):
            if state.playing[seat]:
                eliminate_without_cards(state, seat)
    if state.last_round == LastRound.NEXT:
        state.last_round = LastRound.NOW


# 8. End of the game


@rule
def end_with_last_player(state):
    """TWI-51: the only player left wins at once."""
    if state.players == 1:
        state.ending = Ending.LAST_PLAYER


@rule
def score(state, out):
    """TWI-50, TWI-51: the last player has all cards; otherwise players still in count bank and stack."""
    for seat in range(state.seats):
        if not state.playing[seat]:
            out[seat] = 0
        elif state.ending == Ending.LAST_PLAYER:
            out[seat] = state.cards
        else:
            out[seat] = int(state.bank_left[seat]) + int(state.stack_left[seat])


@rule
def two_player_game_lost(state):
    """TWI-52: True if one of two players has no bank card."""
    return state.seats == 2 and (state.bank_left[0] == 0 or state.bank_left[1] == 0)


@rule
def lose_two_player_game(state):
    """TWI-52: the player without a bank card is out."""
    put_out(state, 0 if state.bank_left[0] == 0 else 1)
    end_with_last_player(state)


@rule
def cap_at(state):
    """TWI-55: when 15 minutes are over, if they are counted and the cap has not been reached yet."""
    return CAP_MS if has_time_cap(state) and state.overtime_ends == NEVER else NEVER


@rule
def reach_cap(state):
    """TWI-55: the current round is the last, and has only the overtime left."""
    if state.overtime_ends == NEVER:
        state.last_round = LastRound.NOW
        state.overtime_ends = int(state.clock) + OVERTIME_MS


@rule
def leave(state, seat):
    """TWI-57: with two left the current round is the last, with one left the game is over."""
    leave_table(state, seat)
    if state.players == 2 and state.game_end == GameEnd.ONE_LAST_ROUND:
        state.last_round = LastRound.NOW
    keep_turn(state)
    end_with_last_player(state)


@rule
def over(state):
    return state.ending != Ending.NONE


# 9. Timing of rings


@rule
def settle_rings(state):
    """TWI-58: rings are handled in order until one is right or stacks have moved; only one is punished."""
    last = last_to_join(state)
    verdict, by, winner = Verdict.WRONG, NOBODY, NOBODY
    while winner == NOBODY and not over(state):
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
        win_round(state, winner, verdict)
    show_verdict(state, int(state.clock), verdict, by)


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
    return int(state.clock)


@rule
def when_flip(state, seat):
    """TWI-11, TWI-14, TWI-58: in turn, not before the gap, and not while a ring is being settled or shown."""
    if state.flip == Flipping.AUTOMATIC:
        return -Forbids.PACE
    if state.verdict_at != NEVER:
        return -Forbids.VERDICT_PENDING
    if seat != state.turn:
        return -Forbids.NOT_YOUR_TURN
    if state.bank_left[seat] == 0:
        return -Forbids.NOTHING_TO_FLIP
    return max(int(state.clock), free_at(state))


@rule
def when_ring(state, seat):
    """TWI-28, TWI-60: at any moment, except while a result is shown or the player's bell is locked."""
    if is_showing(state) or state.locked[seat] or state.ring_at[seat] != NO_RING:
        return -Forbids.RING_IGNORED
    if state.barred[seat]:
        return -Forbids.BARRED
    if nothing_to_win(state, seat):
        return -Forbids.NOTHING_TO_WIN
    return int(state.clock)


@rule
def legal(state, seat, moves):
    """The flip and the ring, if possible now; neither is while a result is shown."""
    if over(state) or not state.playing[seat] or is_showing(state):
        return 0
    may_flip = seat == state.turn and when_flip(state, seat) == state.clock
    may_ring = when_ring(state, seat) >= 0
    count = 0
    if may_flip:
        moves[0] = Act.FLIP
        count = 1
    if may_ring:
        moves[count] = Act.RING
        count += 1
    return count


@rule
def step(state, seat, action, ms):
    if action == Act.FLIP:
        flip_card(state)
    elif action == Act.RING:
        ring(state, seat, ms)
    else:
        leave(state, seat)


# What happens by itself


@rule
def due(state):
    """The next verdict, cap, end or turn. While a ring is pending everything except the cap waits for its verdict."""
    if over(state):
        return NEVER
    if state.verdict_at != NEVER:
        return min(cap_at(state), int(state.verdict_at))
    at = int(state.shown_until) if is_showing(state) else next_turn_at(state)
    return min(cap_at(state), int(state.overtime_ends), at)


@rule
def next_turn_at(state):
    """TWI-14, TWI-53, TWI-54: when the next card is flipped automatically, or its absence is noticed."""
    if two_player_game_lost(state):
        return free_at(state)
    if state.bank_left[state.turn] == 0:
        return max(int(state.last_flip), int(state.shown_until) - SHOW_MS) + STALEMATE_MS
    return self_flip_at(state)


@rule
def fire(state):
    now = int(state.clock)
    if now >= state.verdict_at:
        settle_rings(state)
    elif now >= cap_at(state):
        reach_cap(state)
    elif now >= state.overtime_ends:
        state.ending = Ending.CAP
    elif is_showing(state):
        end_show(state)
    else:
        take_turn(state)


@rule
def take_turn(state):
    """TWI-14, TWI-53, TWI-54: the next card is flipped, or one of two players or everybody has none."""
    if two_player_game_lost(state):
        lose_two_player_game(state)
    elif state.bank_left[state.turn] == 0:
        state.ending = Ending.STALEMATE
    else:
        flip_card(state)
