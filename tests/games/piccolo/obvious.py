"""Piccolo, slow and obvious: where the cards are and what they count, without using the rules' code."""

SCORES_AT = "every step"

EMPTY = -128


def cards_in_row(state, seat):
    """All cards in front of a seat, discard pile and draw pile, in row order; no other spot may hold a card."""
    spots = state.row[seat].tolist()
    start = int(state.first[seat])
    turned = spots[start:] + spots[:start]
    count = int(state.stack_left[seat]) + int(state.bank_left[seat])
    assert all(card != EMPTY for card in turned[:count])
    assert all(card == EMPTY for card in turned[count:])
    return turned[:count]


def all_cards(state):
    return sorted(card for seat in range(5) for card in cards_in_row(state, seat))


def full_deck(state):
    return list(range(int(state.cards)))


def scores(state):
    """PIC-44: the last player has all cards. PIC-47: otherwise players still in count both piles, others nothing."""
    still_in = [seat for seat in range(int(state.seats)) if state.playing[seat]]
    if len(still_in) == 1:
        return [int(state.cards) if seat in still_in else 0 for seat in range(int(state.seats))]
    return [len(cards_in_row(state, seat)) if seat in still_in else 0 for seat in range(int(state.seats))]
