"""Sets and penalties: what a hand is worth when the sand has run out (sections 7 and 8 of the rulebook)."""

from parlour.kit import rule

from .cards import KINDS
from .state import MOST_CARDS, ExtraCard, card_limit

# 7. Sets


@rule
def sets_of_colour(state, seat, colour):
    """CON-52: as many sets as the scarcest of the three sizes allows."""
    small, medium, big = 0, 0, 0
    for i in range(state.cards[seat]):
        card = state.zone[seat, i]
        if state.deck[card, 0] == colour:
            small += 1
        if state.deck[card, 1] == colour:
            medium += 1
        if state.deck[card, 2] == colour:
            big += 1
    return min(small, medium, big)


@rule
def sets_in_zone(state, seat):
    sets = 0
    for colour in range(KINDS):
        sets += sets_of_colour(state, seat, colour)
    return sets


# 8. Penalties

# `cards_needed` counts circles in packed numbers, five bits for each colour: small and medium ones in one number, big
# ones in another. A count starts at 16 minus what is needed, so its highest bit says that there are enough. Counting
# each part of a hand afresh instead would make random matches a third slower.
ENOUGH_SMALL_MEDIUM = sum(16 << 5 * field for field in range(2 * KINDS))
ENOUGH_BIG = sum(16 << 5 * field for field in range(KINDS))


@rule
def enough_circles(small_medium, big):
    """True if there are enough circles of every colour and size."""
    return small_medium & ENOUGH_SMALL_MEDIUM == ENOUGH_SMALL_MEDIUM and big & ENOUGH_BIG == ENOUGH_BIG


@rule
def cards_needed(state, seat):
    """CON-59: the smallest part of the hand that carries all its sets, a bit for each card, and how many cards it has.

    All parts are tried, each made from the one before by adding or dropping one card (a Gray code). A part carries all
    sets exactly if it has, in every colour and size, as many circles as the hand has sets of that colour.
    """
    count = int(state.cards[seat])
    small_medium, big = 0, 0
    for colour in range(KINDS):
        start = 16 - sets_of_colour(state, seat, colour)
        small_medium += (start << 5 * colour) + (start << (30 + 5 * colour))
        big += start << 5 * colour
    part, size = 0, 0
    best, fewest = (1 << count) - 1, count
    for turn in range(1 << count):
        if size < fewest and enough_circles(small_medium, big):
            best, fewest = part, size
        i = 0
        while (turn >> i) & 1:
            i += 1
        if i < count:
            card = state.zone[seat, i]
            sign = -1 if (part >> i) & 1 else 1
            small_medium += sign * ((1 << 5 * int(state.deck[card, 0])) + (1 << (30 + 5 * int(state.deck[card, 1]))))
            big += sign * (1 << 5 * int(state.deck[card, 2]))
            part ^= 1 << i
            size += sign
    return best, fewest


@rule
def round_result(count, sets, needed, limit, extra_card):
    """CON-60, CON-64: sets minus spare cards, minus cards beyond the limit."""
    if extra_card == ExtraCard.TWICE:
        return sets - (count - needed) - max(0, count - limit)
    return sets - max(count - needed, count - limit)


@rule
def score_hand(state, seat):
    """CON-66: the best arrangement is found for everybody and stays visible."""
    count = int(state.cards[seat])
    sets = sets_in_zone(state, seat)
    used, needed = cards_needed(state, seat)
    state.collected[seat] = count
    state.sets[seat] = sets
    state.used[seat] = used
    state.result[seat] = round_result(count, sets, needed, card_limit(state), int(state.extra_card))
    for i in range(MOST_CARDS):
        state.shown[seat, i] = state.zone[seat, i]
