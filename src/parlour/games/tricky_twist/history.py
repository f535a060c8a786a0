"""What everybody has seen of each other's cards in this round. No rule uses it; only inference does.

A player who wants to guess hidden cards must remember more than what lies on the table. So must `tactics`, and
`worlds`, which draws deals that fit what was seen:

- A card was in its player's hand when it was played: `played_by`, `turn_played`.
- Each reserve card entered the hand before a certain turn: `turn_drawn`. Nobody else knows which card it was.
- A player who does not follow suit has none of that suit, and one for whom the lowest card is played (TRK-108) has no
  lower one. That holds for the hand of that turn only, since a later draw may bring such a card; so the turn is kept,
  for each card: `turn_absent`.
- A card taken back was in the hand before, then on the table, and is in the hand again: `taken_back`,
  `turn_taken_back`.
"""

from parlour.kit import rule

from .card_sets import suit_of, value_of
from .cards import CARDS, VALUES
from .state import NEVER_SHOWN, NOTHING, SEATS, fill


@rule
def forget_history(state):
    """A new round: nothing has been seen yet."""
    state.taken_back = NOTHING
    state.turn_taken_back = NOTHING
    fill(state.turn_played, NOTHING)
    fill(state.played_by, NOTHING)
    for seat in range(SEATS):
        fill(state.turn_drawn[seat], NOTHING)
        fill(state.turn_absent[seat], NEVER_SHOWN)


@rule
def note_play(state, seat, card, led):
    """A card is played; if it is not of the led suit, the hand holds none of that suit in this turn."""
    state.turn_played[card] = state.turn
    state.played_by[card] = seat
    if suit_of(card) != led:
        for other in range(led * VALUES, (led + 1) * VALUES):
            note_absent(state, seat, other)


@rule
def note_absent(state, seat, card):
    if state.played_by[card] == NOTHING:
        state.turn_absent[seat, card] = state.turn


@rule
def note_lowest(state, seat, card, follows):
    """This card will be played as the lowest legal one: of those that were legal, the hand holds no lower one."""
    for other in range(CARDS):
        same_suit = suit_of(other) == suit_of(card)
        lower = value_of(other) < value_of(card) or (value_of(other) == value_of(card) and other < card)
        if lower and (same_suit or not follows):
            note_absent(state, seat, other)


@rule
def note_draw(state, seat, place):
    """The card at this place of the reserve enters the hand before the first card of this turn."""
    state.turn_drawn[seat, place] = state.turn


@rule
def note_take_back(state, card):
    state.taken_back = card
    state.turn_taken_back = state.turn_played[card]
