"""How a seat's cards are stored: stack and bank are adjacent in one row, a ring buffer.

    row[seat]:  ... empty | stack, bottom to top | bank, top to bottom | empty ...
                            ^ first

A flip therefore moves no card: only the border between stack and bank moves. Cards go under the bank at the far end.
"""

from parlour.kit import below, rule

SPOTS = 64  # in a row: a power of two, and more than there are cards
EMPTY = -128  # a spot without a card


@rule
def spot(state, seat, i):
    """The index of the i-th card of a row; number 0 is the bottom of the stack."""
    return (int(state.first[seat]) + i) & (SPOTS - 1)


@rule
def put_under(state, seat, card):
    """Put a card face down at the bottom of a bank."""
    end = int(state.stack_left[seat]) + int(state.bank_left[seat])
    state.row[seat, spot(state, seat, end)] = card
    state.bank_left[seat] += 1


@rule
def take_stack_bottom(state, seat):
    """Take the bottom card of a stack. The stack must have one."""
    at = spot(state, seat, 0)
    card = int(state.row[seat, at])
    state.row[seat, at] = EMPTY
    state.first[seat] = spot(state, seat, 1)
    state.stack_left[seat] -= 1
    return card


@rule
def take_bank_top(state, seat):
    """Take the top card of a bank unseen; the stack moves up to close the gap. The bank must have a card."""
    stack = int(state.stack_left[seat])
    card = int(state.row[seat, spot(state, seat, stack)])
    for i in range(stack, 0, -1):
        state.row[seat, spot(state, seat, i)] = state.row[seat, spot(state, seat, i - 1)]
    state.row[seat, spot(state, seat, 0)] = EMPTY
    state.first[seat] = spot(state, seat, 1)
    state.bank_left[seat] -= 1
    return card


@rule
def shuffle_bank_bottom(state, seat, count):
    """Put the lowest `count` cards of a bank into a random order."""
    start = int(state.stack_left[seat]) + int(state.bank_left[seat]) - count
    for i in range(count - 1, 0, -1):
        one, other = spot(state, seat, start + i), spot(state, seat, start + below(state, i + 1))
        card = state.row[seat, one]
        state.row[seat, one] = state.row[seat, other]
        state.row[seat, other] = card
