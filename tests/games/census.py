"""Is every card there, once? The question of each game's `obvious.py`, asked again as rules, so that it can be asked at
every step of thousands of compiled matches. (A test compares both versions.)"""

from parlour.games.bell.rules import spot
from parlour.games.confetti.state import Place
from parlour.games.parrot.cards import COPIES
from parlour.games.tricky_twist.state import Phase
from parlour.kit import rule

PLAY = Phase.PLAY.value
ALL_48 = (1 << 48) - 1
ALL_42 = (1 << 42) - 1


@rule
def parrot(state):
    """Cards of a kind are alike: count each kind, four bits apiece."""
    counts = 0
    for seat in range(state.seats):
        for place in range(8):
            counts += 1 << (4 * int(state.box[seat, place]))
    for i in range(state.pile_left):
        counts += 1 << (4 * int(state.pile[i]))
    for i in range(state.discarded):
        counts += 1 << (4 * int(state.discards[i]))
    if state.hand >= 0:
        counts += 1 << (4 * int(state.hand))
    for kind in range(14):
        counts -= int(COPIES[kind]) << (4 * kind)
    return counts == 0


@rule
def bell(state):
    """One bit for each card; a card met twice, or a spot without one, is a fault."""
    met, count = 0, 0
    for seat in range(state.seats):
        for i in range(int(state.stack_left[seat]) + int(state.bank_left[seat])):
            card = int(state.row[seat, spot(state, seat, i)])
            if card < 0 or card >= state.cards or (met >> card) & 1:
                return False
            met |= 1 << card
            count += 1
    return count == state.cards


@rule
def tricky_twist(state):
    met = 0
    for seat in range(state.seats):
        for cards in (int(state.hand[seat]), int(state.won[seat]), int(state.false_tricks[seat])):
            if met & cards:
                return False
            met |= cards
        for i in range(state.drawn[seat], state.picked[seat]):
            if (met >> int(state.cards[seat, i])) & 1:
                return False
            met |= 1 << int(state.cards[seat, i])
        if state.phase == PLAY and state.to_act != state.leader and state.table[seat] >= 0:
            if (met >> int(state.table[seat])) & 1:
                return False
            met |= 1 << int(state.table[seat])
    return met == ALL_48


@rule
def confetti(state):
    """Every card in its place, in one zone or in one tug: all cards, and none twice."""
    low, high, count = 0, 0, 0  # which cards have been met, 42 bits each
    for i in range(84 + 84 + 7):
        if i < 84:
            aside = state.place[i] == Place.ASIDE or state.place[i] == Place.MIDDLE
            card = i if aside or state.place[i] == Place.POINT or state.place[i] == Place.REMOVED else -1
        elif i < 168:
            card = int(state.zone[(i - 84) // 12, (i - 84) % 12])
        else:
            card = int(state.pulled[i - 168])
        if card >= 0:
            count += 1
            low |= (1 << card) if card < 42 else 0
            high |= (1 << (card - 42)) if card >= 42 else 0
    return count == 84 and low == ALL_42 and high == ALL_42


CENSUS = {"parrot": parrot, "piccolo": bell, "piccolo_twist": bell, "tricky_twist": tricky_twist, "confetti": confetti}
