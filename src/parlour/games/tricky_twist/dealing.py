"""Setting up the game and preparing a round: sections 3 and 4 of the rulebook, without the reserve."""

from parlour.kit import below, rule, shuffle

from .card_sets import set_of
from .cards import ALL_BONUS, CARDS, SCORING_CARDS, Bonus
from .history import forget_history
from .state import NOTHING, SEATS, TakeBackCard, everyone, fill

# 3. Game set-up


@rule
def set_up_game(state):
    """TRK-14 and TRK-16: a shuffled pile of scoring cards and a random starter; nobody has any stars."""
    for i in range(SCORING_CARDS):
        state.pile[i] = i
    shuffle(state, state.pile, SCORING_CARDS)
    state.starter = below(state, state.seats)
    state.round_no = 0
    state.take_back_used = 0
    fill(state.gone, 0)
    fill(state.total, 0)
    fill(state.table, NOTHING)
    for i in range(SEATS):
        fill(state.owners[i], NOTHING)
        fill(state.declarations[i], NOTHING)
        for seat in range(SEATS):
            fill(state.results[i, seat], 0)


# 4. Preparing a round


@rule
def prepare_round(state):
    """TRK-17 to TRK-22: all bonus cards still in the game are on display, and all number cards are dealt."""
    lay_out_bonus_cards(state)
    clear_round(state)
    deal_cards(state)


@rule
def lay_out_bonus_cards(state):
    """TRK-15, TRK-19, TRK-20."""
    state.display = ALL_BONUS
    if state.take_back_used and state.take_back_card == TakeBackCard.ONCE_PER_GAME:
        state.display &= ~(1 << Bonus.TAKE_BACK)
    state.declined = 0
    state.slot = 0
    fill(state.chosen, NOTHING)
    fill(state.owned, 0)


@rule
def clear_round(state):
    state.waiting = 0
    fill(state.picked, 0)
    fill(state.drawn, 0)
    fill(state.tricks, 0)
    fill(state.won, 0)
    fill(state.false_tricks, 0)
    fill(state.final_tricks, 0)
    fill(state.final_false, 0)
    for seat in range(SEATS):
        fill(state.values[seat], 0)
        fill(state.suits[seat], 0)
    forget_history(state)


@rule
def dealt(state):
    """TRK-22: how many cards each seat is dealt."""
    return CARDS // int(state.seats)


@rule
def deal_cards(state):
    """TRK-21, TRK-22: each card in turn swaps places with a random one dealt before it, or stays where it is."""
    each = dealt(state)
    rows = state.cards
    for seat in range(SEATS):
        fill(rows[seat], NOTHING)
    for card in range(CARDS):
        other = below(state, card + 1)
        rows[card // each, card % each] = rows[other // each, other % each]
        rows[other // each, other % each] = card
    fill(state.hand, 0)
    fill(state.hand_left, 0)
    for seat in everyone(state):
        state.hand[seat] = set_of(rows[seat], 0, each)
        state.hand_left[seat] = each
