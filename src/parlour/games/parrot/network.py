"""Parrot for a network: the eight places of the player's own Box are interchangeable, as long as mates stay mates.

A Box is worth the same with its columns in another order, or with the two cards of a column exchanged. So every place
is described in the same way: its card, its mate's, and which cards would make a Pair here. The Boxes of the other
players are described by their contents, not by place: how many cards of each kind, and how many Pairs of each number.
"""

from parlour.kit.items import Items, index_array

from .cards import COLUMNS, KINDS, PAIRS, PARROT, PLACES
from .rules import ACTIONS, DRAW, FLOAT, PASS, PLACE, REVEAL, SEATS, TAKE
from .sight import PIECES

CARDS = KINDS + 1  # in a Box: also a down card
HAND, DISCARD, UNSEEN = (PIECES[name].start for name in ("hand", "discard", "unseen"))

# Outputs: of the table, then of each place.
FOR_DRAW, FOR_TAKE, FOR_PASS, OPEN_COLUMN, OPEN_APART, TABLE_OUTPUTS = range(6)
PUT_HERE, TURN_UP, FLOAT_FROM, FLOAT_TO, PLACE_OUTPUTS = range(5)


def _card(player: int, place: int, card: int) -> int:
    """Where an observation says that this card lies there; player 0 is oneself."""
    return PIECES["boxes"].start + (player * PLACES + place % PLACES) * CARDS + card


def _bytes(place: int) -> list[int]:
    return [_card(0, each, card) for each in (place, place + COLUMNS) for card in range(CARDS)]


def _products(place: int) -> list[tuple[int, int]]:
    mate = place + COLUMNS
    pairs = [(_card(0, place, card), _card(0, mate, card)) for card in range(CARDS)]
    for kind in range(KINDS):
        pairs += [(other + kind, _card(0, mate, kind)) for other in (HAND, DISCARD, UNSEEN)]
        pairs.append((HAND + kind, _card(0, place, kind)))
    return pairs


def _answers() -> list[tuple[int, int]]:
    terms = [(-1, -1)] * ACTIONS

    def of(place: int, output: int) -> int:
        return TABLE_OUTPUTS + place * PLACE_OUTPUTS + output

    for k, (a, b) in enumerate(PAIRS.tolist()):  # all places look alike then
        terms[k] = (OPEN_COLUMN if b == a + COLUMNS else OPEN_APART, -1)
    terms[DRAW], terms[TAKE], terms[PASS] = (FOR_DRAW, -1), (FOR_TAKE, -1), (FOR_PASS, -1)
    for place in range(PLACES):
        terms[PLACE + place], terms[REVEAL + place] = (of(place, PUT_HERE), -1), (of(place, TURN_UP), -1)
        for to in range(PLACES):
            terms[FLOAT + PLACES * place + to] = (of(place, FLOAT_FROM), of(to, FLOAT_TO))
    return terms


OTHERS = range(1, SEATS)

ITEMS = Items(
    bytes=index_array([_bytes(place) for place in range(PLACES)]),
    products=index_array([_products(place) for place in range(PLACES)]),
    table=index_array(
        [at for piece in PIECES if piece.name != "boxes" for at in range(piece.start, piece.start + piece.size)]
    ),
    sums=index_array([[_card(k, place, card) for place in range(PLACES)] for k in OTHERS for card in range(CARDS)]),
    sums_of_products=index_array(
        [
            [(_card(k, place, number), _card(k, place + COLUMNS, number)) for place in range(COLUMNS)]
            for k in OTHERS
            for number in range(PARROT)
        ]
    ),
    answers=index_array(_answers()),
    table_outputs=TABLE_OUTPUTS,
    item_outputs=PLACE_OUTPUTS,
)
