"""Matches of Tricky Twist with cards laid by hand."""

from tests.helpers import table

from parlour.games.tricky_twist.cards import (
    CARDS,
    KIND_NAMES,
    SUITS,
    Bonus,
    card_name,
)
from parlour.games.tricky_twist.state import Act, Phase

SEQ, SUIT2_A, SUIT2_B, BEST, NUMBER_OF_SUITS, FEW, MANY, EVEN, ODD = range(9)

TAKE_BACK, FLIP, JOKER, STAR, V1, V2, V3, V4 = Bonus

BONUS_TARGET = 48  # BONUS_TARGET + bonus card is what TAKE_BACK, FLIP, PLUS and MINUS point at


def card(name):
    """ "7 moon" as a number."""
    value, suit = name.split()
    return SUITS.index(suit) * 12 + int(value) - 1


def cards(names):
    """ "7 moon, 2 sun" as a list of numbers."""
    return [card(name.strip()) for name in names.split(",")] if names else []


def bits(numbers):
    return sum(1 << number for number in numbers)


def names(mask):
    return [card_name(number).lower() for number in range(CARDS) if int(mask) >> number & 1]


def new(seats=4, seed=1, **options):
    return table("tricky_twist", seats, seed, **options)


def laid(seats=4, seed=1, **options):
    """A match whose reserves are laid: the first turn is about to begin."""
    match = new(seats, seed, **options)
    for seat in range(seats):
        for action in match.legal(seat)[:5]:
            match.play(seat, action)
    return match


def rig(match, *hands, leader=0, reserves=(), kind=None):
    """Give each seat a hand (and a reserve, top first): the leader is to play, or the first with a reserve to draw."""
    state = match.state
    state.phase, state.leader, state.to_act, state.since, state.waiting = Phase.PLAY, leader, leader, match.clock, 0
    state.picked[: match.seats] = state.drawn[: match.seats] = 5
    state.table[:] = -1
    for seat, hand in enumerate(hands):
        state.hand[seat], state.hand_left[seat] = bits(cards(hand)), len(cards(hand))
    waiting = []
    for seat, reserve in enumerate(reserves):
        row = cards(reserve)
        state.drawn[seat] = 5 - len(row)
        state.cards[seat][5 - len(row) : 5] = row
        waiting += [seat] if row else []
    if waiting:
        waiting.sort(key=lambda seat: (seat - leader) % match.seats)
        state.phase, state.to_act = Phase.DRAW, waiting[0]
        state.waiting = bits(waiting[1:])
    if kind is not None:
        in_force(match, kind)
    match.look_again()
    return match


def in_force(match, kind):
    """Turn up this scoring card."""
    pile = match.state.pile
    at = pile.tolist().index(kind)
    pile[at], pile[match.state.round_no] = pile[match.state.round_no], kind
    match.look_again()


def play(match, *names):
    """Cards one after another, beginning with the seat to act."""
    for name in names:
        match.play(match.state.to_act, Act.PLAY + card(name))


def own(match, seat, *bonus):
    match.state.owned[seat] = bits(bonus)
    match.state.display &= ~bits(bonus)


LAST = ("12 moon", "1 moon", "2 moon", "3 moon")


def last_turn(kind, tricks=(0, 0, 0, 0), false_tricks=("", "", "", ""), owned=None, seats=4, **options):
    """The last turn of a round: seat 0 will win it with the 12 Moon. T is given as it will be after that."""
    match = rig(new(seats, **options), *LAST[:seats], kind=kind)
    state = match.state
    for seat in range(seats):
        state.tricks[seat] = tricks[seat] - (seat == 0)
        state.false_tricks[seat] = bits(cards(false_tricks[seat]))
    for seat, bonus in (owned or {}).items():
        own(match, seat, *bonus)
    return match


def ended(*args, **kwargs):
    """The same after its cards have been played: players with bonus cards declare."""
    match = last_turn(*args, **kwargs)
    play(match, *LAST[: match.seats])
    return match


def result(match, seat, number=0):
    """T, F, and the stars of the base, the scoring card and Star."""
    return tuple(match.state.results[number, seat].tolist())


def turned(match):
    return KIND_NAMES[match.state.scoring_cards[match.state.pile[match.state.round_no], 0]]


def drawing(leader=1):
    hands = ["1 moon, 1 sun", "2 moon, 2 sun", "3 moon, 3 sun", "4 moon, 4 sun"]
    return rig(new(), *hands, leader=leader, reserves=["5 sun, 6 sun", "8 sun", "", "9 sun, 10 sun, 11 sun"])


def seven(seats=4, **options):
    """Seat 1 has just captured the 7 Moon of seat 0 in a trick; seat 3 has the 7 Sun as a false trick."""
    hands = ["7 moon, 1 sun", "9 moon, 2 sun", "2 moon, 3 sun", "7 sun, 4 circle"]
    match = rig(new(seats, **options), *hands[:seats], kind=SEQ)
    play(match, "7 moon", "9 moon", "2 moon", *["7 sun"][: seats - 3])
    return match


def taking_back(**options):
    """Seat 3 has the 7 Sun and the 5 Circle as false tricks and takes the take-back card after seat 1 declined."""
    match = seven(**options)
    match.state.false_tricks[3] |= 1 << card("5 circle")
    match.state.turn_played[card("5 circle")] = 4
    match.state.won[3] = bits(cards("5 moon"))
    match.play(1, Act.DECLINE)
    match.play(3, Act.TAKE + TAKE_BACK)
    return match


def flipping(kind=BEST, **options):
    """Seat 0 has Flip, four tricks besides that of the last turn, and three false tricks."""
    match = last_turn(kind, (5, 0, 0, 0), ("5 sun, 6 sun, 7 square", "1 circle", "", ""), {0: [FLIP]}, **options)
    match.state.won[0] = bits(cards("8 sun, 9 sun, 10 circle"))
    match.state.won[1] = bits(cards("11 sun"))
    play(match, *LAST)
    return match
