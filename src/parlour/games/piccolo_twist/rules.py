"""The rules of Piccolo Twist, in the rulebook's order. What it shares with Piccolo is in `games/bell`.

Five may be reached by colour or by type; an emptied player has a last chance; the first who is out brings the last
round about. Numbers such as TWI-38 are statements of `rulebook.md`.
"""

from enum import IntEnum

from parlour.games.bell.rules import (
    BELL,
    CARDS,
    NO_CARD,
    NO_RING,
    NOBODY,
    SEATS,
    SHOW_MS,
    Flipping,
    Verdict,
    cards_on_stacks,
    five_in_view,
    free_at,
    last_to_join,
    lay_out,
    leave_table,
    next_in,
    next_ring,
    next_with_cards,
    opponent_takes_all,
    pay_one,
    put_out,
    ring,
    self_flip_at,
    show_verdict,
    turn_up,
    win_stacks,
)
from parlour.kit import NEVER, TABLE, below, int8, int64, record, rule

from .cards import AMOUNT_BITS, COLOUR_BITS, COLOUR_SHIFT, TYPE_SHIFT

STALEMATE_MS = 5_000  # TWI-54
CAP_MS = 15 * 60_000  # TWI-55
CAP_FLIPS = 2_000
OVERTIME_MS = 30_000


class Act(IntEnum):
    FLIP = 0
    RING = 1
    LEAVE = 2


class Forbids(IntEnum):
    """Numbers of the statements that forbid something."""

    NOT_YOUR_TURN = 11
    PACE = 14
    NOTHING_TO_WIN = 23
    NO_BANK_CARD = 40
    OUT = 45
    GAME_OVER = 46
    BARRED = 49
    BELL_BUSY = 58
    BELL_LOCKED = 60


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
    NEXT = 1  # somebody is out: the round after this one is the last
    NOW = 2


class Ending(IntEnum):
    """How a game came to its end."""

    NONE = 0
    LAST_ROUND_WON = 1
    LAST_ROUND_LOST = 2
    STALEMATE = 3
    TIME_UP = 4
    ONE_LEFT = 5


State = record(
    **TABLE,
    **BELL,
    own_stack=int8,
    short_payment=int8,
    last_chance_wrong_ring=int8,
    game_end=int8,
    two_player_end=int8,
    cap_minutes=int8,  # 0: fifteen, 1: none
    faces=int8[CARDS],
    last_round=int8,
    barred=int8[SEATS],  # TWI-49: may not ring for the rest of the last round
    stop_at=int64,  # TWI-55: when a capped game stops; NEVER before the cap is reached
)


# Set-up


@rule
def deal(state):
    """TWI-05 to TWI-09: a random opener is served first and begins."""
    state.turn = below(state, int(state.seats))
    lay_out(state, int(state.turn))
    state.stop_at = NEVER


# Flipping cards


@rule
def flip_card(state, seat, ms):
    """TWI-10, TWI-11: one card is turned up, then it is the next player's turn."""
    turn_up(state, seat, ms)
    state.five = is_five(state.tops, state.faces)
    state.turn = next_with_cards(state, seat)
    if state.flips == CAP_FLIPS:
        reach_cap(state)
    if state.two_player_end == TwoPlayerEnd.IMMEDIATE and two_player_game_lost(state):
        lose_game(state)


@rule
def keep_turn(state):
    """TWI-33, TWI-40: the turn stays where it was, unless that player has nothing left to flip."""
    turn = int(state.turn)
    if state.bank_left[turn] == 0:
        state.turn = next_with_cards(state, turn)


# What makes a five


@rule
def is_five(tops, faces):
    """TWI-16 to TWI-18: the tops of some colour, or of some type, add up to exactly five.

    The four sums of a kind lie side by side in one number, eight bits each.
    """
    colours, types = 0, 0
    for i in range(len(tops)):
        card = int(tops[i])
        if card != NO_CARD:
            face = int(faces[card])
            amount = face & AMOUNT_BITS
            colours += amount << 8 * (face >> COLOUR_SHIFT & COLOUR_BITS)
            types += amount << 8 * (face >> TYPE_SHIFT)
    for lane in range(0, 32, 8):
        if colours >> lane & 255 == 5 or types >> lane & 255 == 5:
            return True
    return False


# Right ring


@rule
def win_round(state, seat, verdict):
    """TWI-22 to TWI-27: the winner takes the stacks and opens the next round, if there is one.

    The opponent of a wrong ringer takes the own stack too (TWI-35); the last round then goes on, unless the ringer has
    nothing left (TWI-48, TWI-49).
    """
    win_stacks(state, seat, verdict == Verdict.WRONG or state.own_stack == OwnStack.TO_BANK)
    state.five = is_five(state.tops, state.faces)
    state.turn = seat
    if state.last_round != LastRound.NOW:
        begin_round(state)
    elif verdict == Verdict.RIGHT:
        end_game(state, Ending.LAST_ROUND_WON)


@rule
def nothing_to_win(state, seat):
    """TWI-23 with `stays`: a five left over by the winner of the last round, or one in the own stack alone."""
    if state.own_stack != OwnStack.STAYS or not five_in_view(state, int(state.clock)):
        return False
    left_over = state.verdict == Verdict.RIGHT and state.last_flip < state.shown_until
    return left_over or cards_on_stacks(state) == state.stack_left[seat]


# Wrong ring


@rule
def punish(state, seat):
    """TWI-30, TWI-35, TWI-43: what a wrong ring costs. Answers who wins the round by it, if anybody does."""
    if opponent_takes_all(state):
        if state.last_round == LastRound.NOW and state.bank_left[seat] == 0:
            end_game(state, Ending.LAST_ROUND_LOST)
        return next_in(state, seat) if cards_on_stacks(state) > 0 else NOBODY  # TWI-37
    if state.bank_left[seat] > 0:
        pay_everybody(state, seat)
    else:
        ring_without_bank(state, seat)
    return NOBODY


@rule
def pay_everybody(state, seat):
    """TWI-30 to TWI-34: one bank card to every other player, clockwise, as far as they go."""
    short = int(state.bank_left[seat]) < int(state.players) - 1
    receiver = next_in(state, seat)
    while receiver != seat and state.bank_left[seat] > 0:
        pay_one(state, seat, receiver)
        receiver = next_in(state, receiver)
    if short and state.short_payment == ShortPayment.OUT:
        eliminate(state, seat)
    else:
        check_last_chance(state, seat)
    keep_turn(state)


# Empty bank and last chance


@rule
def check_last_chance(state, seat):
    """TWI-38: an empty bank leaves a last chance to a player with an own stack, and none without."""
    if state.bank_left[seat] == 0 and state.stack_left[seat] == 0:
        eliminate(state, seat)


@rule
def ring_without_bank(state, seat):
    """TWI-43, TWI-49: nothing can be paid, so the player is out, or barred if this is the last round."""
    if state.last_round == LastRound.NOW:
        state.barred[seat] = 1
    elif state.last_chance_wrong_ring == LastChanceWrongRing.OUT:
        eliminate(state, seat)
        keep_turn(state)


@rule
def eliminate(state, seat):
    """TWI-46, TWI-49, TWI-51: a player is out, which brings the last round about. In the last round nobody is."""
    if state.last_round == LastRound.NOW:
        return
    put_out(state, seat)
    if state.game_end == GameEnd.ONE_LAST_ROUND:
        state.last_round = LastRound.NEXT
    end_if_one_is_left(state)


@rule
def begin_round(state):
    """TWI-42, TWI-44, TWI-47: the stacks are gone. Who has nothing is out, and after that begins the last round."""
    if state.seats > 2:
        for seat in range(state.seats):
            if state.playing[seat]:
                check_last_chance(state, seat)
    if state.last_round == LastRound.NEXT:
        state.last_round = LastRound.NOW


# End of the game


@rule
def end_game(state, ending):
    state.ending = ending


@rule
def end_if_one_is_left(state):
    """TWI-51: a single player left wins at once."""
    if state.players == 1:
        end_game(state, Ending.ONE_LEFT)


@rule
def score(state, out):
    """TWI-50: bank plus own stack. Who is left alone is taken to have won every card."""
    for seat in range(state.seats):
        if not state.playing[seat]:
            out[seat] = 0
        elif state.ending == Ending.ONE_LEFT:
            out[seat] = state.cards
        else:
            out[seat] = int(state.bank_left[seat]) + int(state.stack_left[seat])


@rule
def two_player_game_lost(state):
    """TWI-52: of two players one has no bank card."""
    return state.seats == 2 and (state.bank_left[0] == 0 or state.bank_left[1] == 0)


@rule
def lose_game(state):
    """TWI-52: the one without a bank card is out."""
    put_out(state, 0 if state.bank_left[0] == 0 else 1)
    end_if_one_is_left(state)


@rule
def time_cap(state):
    """TWI-55: when the minutes are up, if they are counted and the cap has not been reached yet."""
    return CAP_MS if state.cap_minutes == 0 and state.stop_at == NEVER else NEVER


@rule
def reach_cap(state):
    """TWI-55: the current round is the last, and has so many seconds left."""
    if state.stop_at == NEVER:
        state.last_round = LastRound.NOW
        state.stop_at = int(state.clock) + OVERTIME_MS


@rule
def leave(state, seat):
    """TWI-57: with two left the current round is the last, with one left the game is over."""
    leave_table(state, seat)
    if state.players == 2 and state.game_end == GameEnd.ONE_LAST_ROUND:
        state.last_round = LastRound.NOW
    keep_turn(state)
    end_if_one_is_left(state)


# Timing of rings


@rule
def settle(state):
    """TWI-58: rings in the order of their times, until one is right or stacks have moved; one wrong one is punished."""
    last = last_to_join(state)
    verdict, by, winner = Verdict.WRONG, NOBODY, NOBODY
    while winner == NOBODY and not state.ending:
        seat = next_ring(state, last)
        if seat == NOBODY:
            break
        if state.ring_right[seat]:
            verdict, by, winner = Verdict.RIGHT, seat, seat
            break
        state.locked[seat] = 1
        if by == NOBODY:
            by, winner = seat, punish(state, seat)
    if winner != NOBODY:
        win_round(state, winner, verdict)
    show_verdict(state, int(state.clock), verdict, by)


# What can be done when


@rule
def when(state, seat, action):
    if state.ending:
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
        return -Forbids.BELL_BUSY
    if seat != state.turn:
        return -Forbids.NOT_YOUR_TURN
    if state.bank_left[seat] == 0:
        return -Forbids.NO_BANK_CARD
    return max(int(state.clock), free_at(state))


@rule
def when_ring(state, seat):
    """TWI-28, TWI-60: at any moment, except while a result is shown or the own bell is locked."""
    if state.clock < state.shown_until or state.locked[seat] or state.ring_at[seat] != NO_RING:
        return -Forbids.BELL_LOCKED
    if state.barred[seat]:
        return -Forbids.BARRED
    if nothing_to_win(state, seat):
        return -Forbids.NOTHING_TO_WIN
    return int(state.clock)


@rule
def legal(state, seat, moves):
    """The same in short: nothing while a result is shown, else a flip in turn, and a ring."""
    if state.ending or not state.playing[seat] or state.clock < state.shown_until:
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
        flip_card(state, seat, ms)
    elif action == Act.RING:
        ring(state, seat, ms)
    else:
        leave(state, seat)


# What happens by itself


@rule
def due(state):
    """The next verdict, cap, stop or turn. While a ring is under way all but the cap wait for the verdict.

    The end of a shown result is such a moment too: then bells and flips are free again.
    """
    if state.ending:
        return NEVER
    if state.verdict_at != NEVER:
        return min(time_cap(state), int(state.verdict_at))
    at = min(time_cap(state), int(state.stop_at), next_turn_at(state))
    return min(at, int(state.shown_until)) if state.clock < state.shown_until else at


@rule
def next_turn_at(state):
    """TWI-14, TWI-53, TWI-54: when the card is flipped by itself, or it is seen that there is none."""
    if two_player_game_lost(state):
        return free_at(state)
    if state.bank_left[state.turn] == 0:
        return max(int(state.last_flip), int(state.shown_until) - SHOW_MS) + STALEMATE_MS
    return self_flip_at(state)


@rule
def fire(state):
    now = int(state.clock)
    if now >= state.verdict_at:
        settle(state)
    elif now >= time_cap(state):
        reach_cap(state)
    elif now >= state.stop_at:
        end_game(state, Ending.TIME_UP)
    elif now >= next_turn_at(state):
        take_turn(state)


@rule
def take_turn(state):
    """TWI-14, TWI-53, TWI-54: the next card is flipped, or else it is missing."""
    if two_player_game_lost(state):
        lose_game(state)
    elif state.bank_left[state.turn] == 0:
        end_game(state, Ending.STALEMATE)
    else:
        flip_card(state, int(state.turn), int(state.clock))


@rule
def over(state):
    return state.ending != Ending.NONE
