"""Parrot in slow, obvious Python, written from the rulebook without using the rules' code."""

from collections import Counter

SCORES_AT = "every step"


def all_cards(state):
    seats = int(state.seats)
    cards = [int(c) for c in state.box[:seats].ravel()]
    cards += [int(c) for c in state.pile[: state.pile_left]]
    cards += [int(c) for c in state.discards[: state.discarded]]
    if state.hand != -1:
        cards.append(int(state.hand))
    return sorted(cards)


def full_deck(state):
    return sorted([number for number in range(13) for _ in range(8)] + [13] * 4)


def box_points(box, wild):
    """PAR-60 to PAR-79. With `wild`, every way to name a column of two Parrots is tried."""
    columns = [(box[k], box[k + 4]) for k in range(4)]
    doubles = sum(column == (13, 13) for column in columns)
    total = sum(sum(column) for column in columns if 13 not in column and column[0] != column[1])
    pairs = [min(column) for column in columns if column != (13, 13) and (13 in column or column[0] == column[1])]
    ways = [[]]
    if wild:
        for _ in range(doubles):
            ways = [[*way, number] for way in ways for number in range(13)]
    worth = {1: 0, 2: -10, 3: -15, 4: -20}
    return total + min(sum(worth[n] for n in Counter(pairs + way).values()) for way in ways)


def scores(state):
    """The points written down so far; a round that has just been counted is counted again by hand."""
    seats = range(int(state.seats))
    counted = state.phase >= 3  # the Boxes of the last round are still there
    rounds = int(state.round_no) + (1 if counted else 0)
    if counted:
        for seat in seats:
            box = [int(card) for card in state.box[seat]]
            assert state.up[seat].all()
            assert state.points[rounds - 1, seat] == box_points(box, state.two_parrots == 1)
    return [sum(int(state.points[number, seat]) for number in range(rounds)) for seat in seats]
