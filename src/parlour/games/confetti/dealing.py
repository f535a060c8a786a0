"""The deck, and how the cards of a round come into the middle: section 2 of the rulebook, and sections 10 to 12."""

from parlour.kit import below, rule, shuffle

from .cards import CARDS, JITTER, POSSIBLE
from .state import NO_CELL, NOBODY, UNKNOWN, Layout, Place, Round2Pool, SoloPool

SPREAD = 2 * JITTER + 1  # positions across or down that a card can have in its cell


@rule
def set_up_deck(state):
    if state.random_deck:
        for card in range(CARDS):
            for size in range(3):
                state.deck[card, size] = UNKNOWN
        draw_unknown_cards(state)
    shuffle_deck(state)


@rule
def draw_unknown_cards(state):
    """CON-06, random-84: every card that is not yet known becomes a possible card that is not in the deck."""
    for card in range(CARDS):
        while state.deck[card, 0] == UNKNOWN:
            number = below(state, len(POSSIBLE))
            if not is_in_deck(state, number):
                for size in range(3):
                    state.deck[card, size] = POSSIBLE[number, size]


@rule
def is_in_deck(state, number):
    """True if the deck already contains this one of the possible cards."""
    for card in range(CARDS):
        same = True
        for size in range(3):
            same = same and state.deck[card, size] == POSSIBLE[number, size]
        if same:
            return True
    return False


@rule
def shuffle_deck(state):
    """CON-08, CON-10: exact halves of a shuffled deck. A single player may choose fifths or the whole deck (CON-87)."""
    part = 42
    if state.seats == 1 and state.solo_pool == SoloPool.FIFTHS:
        part = 17
    if state.seats == 1 and state.solo_pool == SoloPool.ALL:
        part = CARDS
    shuffle_cells(state)
    for card in range(CARDS):
        state.fresh_in[card] = 1 + int(state.cell[card]) // part


@rule
def shuffle_cells(state):
    cell = state.cell
    for card in range(CARDS):
        cell[card] = card
    shuffle(state, cell, CARDS)


@rule
def bring_in_cards(state):
    """CON-77 to CON-80, CON-83, CON-87: the fresh cards of the round, and perhaps leftovers of earlier ones."""
    gathers = gathers_leftovers(state)
    for card in range(CARDS):
        if state.place[card] != Place.POINT and state.place[card] != Place.REMOVED:
            fresh_in = state.fresh_in[card]
            comes = fresh_in == state.round_now or (gathers and fresh_in < state.round_now)
            state.place[card] = Place.MIDDLE if comes else Place.ASIDE
            state.owner[card] = NOBODY
            state.since[card] = 0
    lay_out(state)


@rule
def gathers_leftovers(state):
    """CON-79, CON-80, CON-83, CON-87: not in round 2 of the main game, unless that option is chosen."""
    if state.seats == 1 and state.solo_pool != SoloPool.MAIN_PATTERN:
        return state.solo_pool == SoloPool.ALL
    if state.seats > 1 and state.round2_pool == Round2Pool.CUMULATIVE:
        return True
    return state.seats > 4 or state.round_now != 2


@rule
def lay_out(state):
    """CON-12: every card in the middle gets a cell of its own, and lies in it at random or straight."""
    shuffle_cells(state)
    for card in range(CARDS):
        across, down, angle = 0, 0, 0
        if state.place[card] != Place.MIDDLE:
            state.cell[card] = NO_CELL
        elif state.layout == Layout.SCATTER:
            fall = below(state, SPREAD * SPREAD * 256)
            across = fall % SPREAD - JITTER
            down = fall // SPREAD % SPREAD - JITTER
            angle = fall // SPREAD // SPREAD - 128
        state.across[card] = across
        state.down[card] = down
        state.angle[card] = angle
