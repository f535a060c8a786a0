"""What a network that judges positions of Parrot is shown: everything but who sits where and how the cards lie.

A Box is described by its columns: which two faces each has, whichever is above. So Boxes that are worth the same look
the same. A network learns what a position is worth at the end of the round, in points.
"""

import numpy as np

from parlour.kit import rule
from parlour.kit.afterstates import ABSENT, AFTER_MORE, AFTER_MOVE, NO_MORE, SKIPPED, Afterstates
from parlour.kit.maths import exp

from .cards import ALLOWED_WITH_REVEAL, COLUMNS, KINDS, PARROT, PLACES
from .counts import count_of
from .outlook import DOWN, boxed, card_at, down_in, with_card
from .rules import (
    DRAW,
    FLOAT,
    LEAVE,
    NOBODY,
    PASS,
    PLACE,
    REVEAL,
    SEATS,
    TAKE,
    USE,
    draw,
    reshuffle,
    rounds_to_play,
    take_discard,
)
from .tactics import EXACT, ROUND_SPREAD, expected_points, kinds_drawn, twin, viewed

TURNED_UP = DOWN + 1  # a face: a card that this move turns up, so nobody knows it yet
FACES = TURNED_UP + 1
UNKNOWN_TOP = KINDS  # a discard: the down card that this move replaces

MOST_COUNTED = 8  # cards of a kind that may still be drawn
LATEST_TURN, LATEST_PILE, PILE_STEP = 15, 13, 7
LEAD_LIMIT = 200
AFTER_TURN, DRAWING = 0, 1  # the turn is over, or a card is about to be drawn
NO_ENDER, OWN_ENDER, OTHERS_ENDER = 0, 1, 2


def _columns() -> np.ndarray:
    """A number for each pair of faces, in whatever order."""
    numbers, found = np.zeros((FACES, FACES), np.int64), 0
    for a in range(FACES):
        for b in range(a, FACES):
            numbers[a, b] = numbers[b, a] = found
            found += 1
    return numbers


def _lead_steps() -> np.ndarray:
    """Leads from -LEAD_LIMIT to LEAD_LIMIT in steps that grow: 1, 2 and 4 points, and everything beyond 48 as one."""
    steps = []
    for lead in range(-LEAD_LIMIT, LEAD_LIMIT + 1):
        far = abs(lead)
        step = far if far <= 12 else 12 + (far - 11) // 2 if far <= 24 else 18 + (far - 21) // 4 if far <= 48 else 25
        steps.append(25 + (step if lead > 0 else -step))
    return np.array(steps)


COLUMN = _columns()
COLUMN_TYPES = int(COLUMN.max()) + 1
LEAD_STEP = _lead_steps()
LEAD_STEPS = int(LEAD_STEP.max()) + 1
OTHERS, MOST_ROUNDS = SEATS - 1, 5

# Where the features of each kind begin.
OWN_COLUMNS = 0
OTHERS_COLUMNS = OWN_COLUMNS + COLUMN_TYPES  # by distance: the next player's first
DISCARD = OTHERS_COLUMNS + OTHERS * COLUMN_TYPES
STILL_TO_COME = DISCARD + 16  # by kind and number of cards
STAGE = STILL_TO_COME + KINDS * (MOST_COUNTED + 1)  # by DRAWING or not, and who ends the round
FEWEST_DOWN = STAGE + 16
LEAD = FEWEST_DOWN + PLACES + 1  # by distance, rounds left, and points
ROUNDS_LEFT = LEAD + OTHERS * MOST_ROUNDS * LEAD_STEPS  # by number of players
TURNS = ROUNDS_LEFT + MOST_ROUNDS * (SEATS + 1)
PILE = TURNS + LATEST_TURN + 1
FEATURES = PILE + LATEST_PILE + 1

# Their places in a row: a position's own first.
AT_COLUMNS, AT_DISCARD, AT_STAGE, OWN = 0, COLUMNS, COLUMNS + 1, COLUMNS + 2
AT_OTHERS = OWN
AT_LEADS = AT_OTHERS + OTHERS * COLUMNS
AT_STILL = AT_LEADS + OTHERS
AT_FEWEST = AT_STILL + KINDS
AT_ROUNDS, AT_TURNS, AT_PILE, LENGTH = range(AT_FEWEST + 1, AT_FEWEST + 5)

LEAD_COUNTS = (
    0.15  # how much a point more than the others counts beside the chance to win: a lost match is played well too
)
EXPECTATION_COUNTS = 0.25  # how much a point that `sharp` expects counts beside one that the network expects


@rule
def rounds_after(state):
    """How many rounds follow this one."""
    return rounds_to_play(state) - int(state.round_no) - 1


@rule
def describe(seen, seat, row):
    """The other Boxes, the cards still to come, the totals."""
    seats, rounds, fewest = int(seen.seats), rounds_after(seen), PLACES
    for k in range(OTHERS):
        at = AT_OTHERS + k * COLUMNS
        if k + 1 < seats:
            other = seat + k + 1 if seat + k + 1 < seats else seat + k + 1 - seats
            box = boxed(seen, other)
            for column in range(COLUMNS):
                faces = COLUMN[card_at(box, column), card_at(box, column + COLUMNS)]
                row[at + column] = OTHERS_COLUMNS + k * COLUMN_TYPES + faces
            fewest = min(fewest, down_in(box))
            lead = max(-LEAD_LIMIT, min(LEAD_LIMIT, int(seen.totals[other]) - int(seen.totals[seat])))
            row[AT_LEADS + k] = LEAD + (k * MOST_ROUNDS + rounds) * LEAD_STEPS + LEAD_STEP[lead + LEAD_LIMIT]
        else:
            for column in range(COLUMNS):
                row[at + column] = ABSENT
            row[AT_LEADS + k] = ABSENT
    counts = kinds_drawn(seen)
    for kind in range(KINDS):
        row[AT_STILL + kind] = STILL_TO_COME + kind * (MOST_COUNTED + 1) + min(MOST_COUNTED, count_of(counts, kind))
    row[AT_FEWEST] = FEWEST_DOWN + fewest
    row[AT_ROUNDS] = ROUNDS_LEFT + rounds * (SEATS + 1) + seats
    row[AT_TURNS] = TURNS + min(LATEST_TURN, int(seen.turns[seat]))
    row[AT_PILE] = PILE + min(LATEST_PILE, int(seen.pile_left) // PILE_STEP)


@rule
def write(seen, seat, box, top, drawing, row):
    """What the move changes: the player's Box, the top discard, and whether the round ends."""
    for column in range(COLUMNS):
        row[AT_COLUMNS + column] = OWN_COLUMNS + COLUMN[card_at(box, column), card_at(box, column + COLUMNS)]
    if seen.ender != NOBODY:
        ender = OTHERS_ENDER + (int(seen.ender) - seat) % int(seen.seats)
    else:
        ender = OWN_ENDER if down_in(box) == 0 else NO_ENDER
    row[AT_DISCARD] = DISCARD + top
    row[AT_STAGE] = STAGE + drawing * 8 + ender


@rule
def use(seen, seat, box, card, action, row):
    """The position after this use of a card."""
    top = card
    if action == PASS:
        after = box
    elif action >= FLOAT:
        start, landing = (action - FLOAT) // PLACES, (action - FLOAT) % PLACES
        if twin(box, landing):
            return SKIPPED
        top = UNKNOWN_TOP
        after = with_card(with_card(box, start, card), landing, PARROT)
    else:
        place = action - PLACE if action < REVEAL else action - REVEAL
        if twin(box, place):
            return SKIPPED
        if action < REVEAL:
            old = card_at(box, place)
            top = UNKNOWN_TOP if old == DOWN else old
            after = with_card(box, place, card)
        else:
            after = with_card(box, place, TURNED_UP)
    write(seen, seat, after, top, AFTER_TURN, row)
    return AFTER_MOVE


@rule
def use_of_discard(seen, seat, box, card, k, row):
    """The position after the k-th use of the top discard, possible or not."""
    if k < PLACES:
        action = PLACE + k
    elif k < PLACES + PLACES * PLACES:
        action = FLOAT + k - PLACES
        start, landing = (k - PLACES) // PLACES, (k - PLACES) % PLACES
        beside = card_at(box, (start + COLUMNS) % PLACES)
        if seen.floated or card == PARROT or card_at(box, start) != PARROT or beside != card:
            return SKIPPED
        if card_at(box, landing) != DOWN:
            return SKIPPED
    else:
        place = k - PLACES - PLACES * PLACES
        if seen.decline_discard != ALLOWED_WITH_REVEAL or place >= PLACES:
            return NO_MORE
        if card_at(box, place) != DOWN:
            return SKIPPED
        action = REVEAL + place
    return AFTER_MORE if use(seen, seat, box, card, np.int64(action), row) else SKIPPED


@rule
def lead_to(seen, seat, action, k, row):
    """The opening leads to nothing that could be judged: no card is known then."""
    if action < DRAW or action >= LEAVE or (action != TAKE and k > 0):
        return NO_MORE
    if action == TAKE and PLACES <= k < PLACES + PLACES * PLACES and seen.box[seat, (k - PLACES) // PLACES] != PARROT:
        return SKIPPED  # a float from a place without a Parrot: nearly all are, so the Box is not looked at
    box = boxed(seen, seat)
    if action == TAKE:
        return use_of_discard(seen, seat, box, np.int64(seen.discards[int(seen.discarded) - 1]), k, row)
    if action == DRAW:
        write(seen, seat, box, np.int64(seen.discards[int(seen.discarded) - 1]), DRAWING, row)
        return AFTER_MOVE
    return use(seen, seat, box, np.int64(seen.hand), action, row)


@rule
def outcome(seen, seat, action, k, world):
    """Drawing can bring a card of any kind that is still to come, and the top discard is known."""
    if action == TAKE and k == 0:
        take_discard(world)
        return 1
    if action != DRAW or k == KINDS:
        return NO_MORE
    many = count_of(kinds_drawn(seen), k)
    if many > 0:
        if world.pile_left == 0:
            reshuffle(world)  # in whatever order: the card is known
        world.pile[int(world.pile_left) - 1] = k
        draw(world)
    return many


@rule
def expect(seen, seat, ask, values):
    """What `sharp` expects the player's Box to cost counts a little, as a second opinion."""
    if seen.phase != USE:
        return
    box = boxed(seen, seat)
    down = down_in(box)
    view, card = viewed(seen, seat, down), np.int64(seen.hand)
    for i in range(ask.count):
        points = expected_points(box, np.int64(ask.moves[i]), card, down, view)
        values[i] = np.float32(float(values[i]) - EXPECTATION_COUNTS * points)


@rule
def chance_to_win(state, seat, rounds, with_round):
    """The chance to win with `rounds` rounds left, with the points of the round just counted or without them."""
    seats, spread = np.int64(state.seats), (EXACT + ROUND_SPREAD * rounds) ** 0.5
    others = 0.0
    mine = total_of_seat(state, seat, with_round)
    for other in range(seats):
        if other != seat:
            others += exp((mine - total_of_seat(state, other, with_round)) / spread)
    return 1.0 / (1.0 + others)


@rule
def total_of_seat(state, seat, with_round):
    total = float(state.totals[seat])
    return total if with_round else total - float(state.points[state.round_no, seat])


@rule
def gain(state, seat):
    """What the round just counted has brought: the change in the chance to win, in points of an even match, and a
    little for the lead over the others."""
    seats, rounds = np.int64(state.seats), rounds_after(state)
    change = chance_to_win(state, seat, rounds, True) - chance_to_win(state, seat, rounds + 1, False)
    others = 0.0
    for other in range(seats):
        if other != seat:
            others += float(state.points[state.round_no, other])
    lead = others / (seats - 1) - float(state.points[state.round_no, seat])
    even = (seats - 1.0) / (seats * seats)  # by how much a point changes the chance to win there, times the spread
    return change * (EXACT + ROUND_SPREAD * (rounds + 1)) ** 0.5 / even + LEAD_COUNTS * lead


AFTERSTATES = Afterstates(FEATURES, OWN, LENGTH - OWN, describe, lead_to, gain, outcome, expect)
