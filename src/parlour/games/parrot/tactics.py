"""Parrot: what a Box promises, the best use of a card by exact expectation, and how the game is searched.

A Box is one number here, four bits for each place: 0 to 12, the Parrot, or DOWN. So a move is tried by changing four
bits, and nothing is allocated. Points are costs: lower is better.
"""

import math
from collections import namedtuple

import numpy as np

from parlour.kit import below, rule
from parlour.kit.minds import Plan

from .cards import ALLOWED_WITH_REVEAL, COLUMNS, COPIES, KINDS, PARROT, PLACES, ROUNDS, SET_POINTS
from .rules import CHOOSE, COUNTING, DRAW, FLOAT, NOBODY, PASS, PLACE, REVEAL, TAKE
from .sight import in_pile, unseen

DOWN = KINDS  # a card that is not known
FACES = KINDS + 1
NO_NUMBER = PARROT  # of a column that is no Pair of a number
NEVER_WORTH = 1e9

HORIZON, STRETCH = 2.0, 0.5  # turns one may still count on: so many, and half a one for each down card of the Box that
# has fewest; found by playing variants against each other
LONGEST = 8  # turns to come that the table below looks ahead
TOLL = 1.6  # points: a turn spent on one column is lost to the three others


def _pair_of() -> np.ndarray:
    """By the two faces of a column: the number of which it is a Pair, or NO_NUMBER."""
    pairs = np.full((FACES, FACES), NO_NUMBER, np.int64)
    for number in range(PARROT):
        pairs[number, number] = pairs[number, PARROT] = pairs[PARROT, number] = number
    return pairs


def _prospects() -> np.ndarray:
    """What a column will cost in the end, by turns to come, the number wanted for a set, and its two faces.

    Each turn brings a random card. It may take either place, or be thrown away for a look at a down card, both for a
    toll; or the column stays as it is. A Pair of the wanted number saves what a Quartet does.
    """
    chance = COPIES / COPIES.sum()
    table = np.zeros((LONGEST + 1, KINDS, FACES, FACES))
    number = np.arange(KINDS)
    for wanted in range(KINDS):
        cost = np.add.outer(number, number) * 1.0
        cost[number, number] = cost[PARROT] = cost[:, PARROT] = 0.0
        if wanted != NO_NUMBER:
            cost[wanted, wanted] = cost[wanted, PARROT] = cost[PARROT, wanted] = float(SET_POINTS[2])
        now = table[0, wanted]
        now[:KINDS, :KINDS] = cost
        now[DOWN, :KINDS] = now[:KINDS, DOWN] = chance @ cost
        now[DOWN, DOWN] = chance @ cost @ chance
        for turns in range(1, LONGEST + 1):
            past, now = now, table[turns, wanted]
            looks = np.full((FACES, FACES), np.inf)
            looks[DOWN, :] = looks[:, DOWN] = TOLL + chance @ past[:KINDS]
            for card in range(KINDS):
                placed = np.minimum(past[card][None, :], past[:, card][:, None]) + TOLL
                now += chance[card] * np.minimum(np.minimum(past, looks), placed)
    return table


PAIR_OF = _pair_of()
PROSPECTS = _prospects()


# A Box as a number


@rule
def boxed(seen, seat):
    """What lies in a Box, as everybody sees it."""
    box = 0
    for place in range(PLACES):
        card = int(seen.box[seat, place]) if seen.up[seat, place] else DOWN
        box |= card << (4 * place)
    return box


@rule
def card_at(box, place):
    return (box >> (4 * place)) & 15


@rule
def with_card(box, place, card):
    return (box & ~(15 << (4 * place))) | (card << (4 * place))


@rule
def down_in(box):
    down = 0
    for place in range(PLACES):
        if card_at(box, place) == DOWN:
            down += 1
    return down


@rule
def pairs_in(box):
    """How many Pairs of each number, four bits each."""
    pairs = 0
    for column in range(COLUMNS):
        number = PAIR_OF[card_at(box, column), card_at(box, column + COLUMNS)]
        if number != NO_NUMBER:
            pairs += 1 << (4 * number)
    return pairs


# What a Box promises


@rule
def prospect(a, b, pairs, turns):
    """What a column that is no Pair of a number will cost, beside such Pairs."""
    best = PROSPECTS[turns, NO_NUMBER, a, b]
    if pairs != 0:
        plain, number = best, 0
        while pairs != 0:
            have = pairs & 15
            if have != 0:
                hope = PROSPECTS[turns, number, a, b]
                if have > 1:
                    hope = 0.5 * (plain + hope)  # a Sextet or an Octet adds half of what a Quartet saves
                best = min(best, hope)
            pairs >>= 4
            number += 1
    return best


@rule
def outlook(box, turns):
    """The points a Box will come to, with so many turns to come for its owner."""
    return outlook_without(box, -1, pairs_in(box), turns)


@rule
def outlook_without(box, left_out, pairs, turns):
    """The same for its columns but one, with the Pairs that lie in these."""
    points = sets(pairs)
    for column in range(COLUMNS):
        a, b = card_at(box, column), card_at(box, column + COLUMNS)
        if column != left_out and PAIR_OF[a, b] == NO_NUMBER:
            points += prospect(a, b, pairs, turns)
    return points


@rule
def sets(pairs):
    """What the Pairs take off together."""
    points = 0.0
    while pairs != 0:
        points += SET_POINTS[pairs & 15]
        pairs >>= 4
    return points


@rule
def final(box, downs, cards):
    """The expected points if nothing more is done and the down cards are turned up. `downs` counts the kinds of
    which they are, `cards` in all."""
    pairs = pairs_in(box)
    points = sets(pairs)
    for column in range(COLUMNS):
        a, b = card_at(box, column), card_at(box, column + COLUMNS)
        if a == DOWN and b == DOWN:
            points += two_unknown(downs, cards)
        elif a == DOWN or b == DOWN:
            points += one_unknown(a + b - DOWN, pairs, downs, cards)
        elif PAIR_OF[a, b] == NO_NUMBER and a != PARROT:  # two Parrots cost nothing
            points += a + b
    return points


@rule
def one_unknown(up, pairs, downs, cards):
    """A column with one down card: each kind by its chance, a Pair with what it adds to its set."""
    points = 0.0
    for kind in range(KINDS):
        many = (downs >> (4 * kind)) & 15
        if many == 0:
            continue
        number = PAIR_OF[up, kind]
        if number != NO_NUMBER:
            have = (pairs >> (4 * number)) & 15
            points += many * (int(SET_POINTS[have + 1]) - int(SET_POINTS[have]))
        elif up != PARROT:
            points += many * (up + kind)
    return points / cards


@rule
def two_unknown(downs, cards):
    """A column of two down cards: both numbers, unless they are equal or one is a Parrot."""
    if cards < 2:
        return 0.0
    numbers = cards - ((downs >> (4 * PARROT)) & 15)
    points = 0.0
    for kind in range(PARROT):
        many = (downs >> (4 * kind)) & 15
        points += 2.0 * many * kind * (numbers - many)
    return points / (cards * (cards - 1.0))


# What is not seen


@rule
def kinds_down(seen):
    """The kinds a down card can be of, counted: after a reshuffle only those that were never seen."""
    return unseen(seen) - in_pile(seen) if seen.reshuffles > 0 else unseen(seen)


@rule
def kinds_drawn(seen):
    """The kinds the next drawn card can be of, counted: those in the pile, or in the pile that is about to be made."""
    if seen.pile_left == 0:
        counts = 0
        for i in range(int(seen.discarded) - 1):
            counts += 1 << (4 * int(seen.discards[i]))
        return counts
    return in_pile(seen) if seen.reshuffles > 0 else unseen(seen)


@rule
def how_many(counts):
    cards = 0
    while counts != 0:
        cards += counts & 15
        counts >>= 4
    return cards


# The best use of a turn

View = namedtuple(
    "View",
    (
        "turns",  # to come after this one; 0: this is the last
        "closing",  # what it gains to end the round
        "downs",  # the kinds a down card can be of, counted
        "cards",  # how many these are
    ),
)


@rule
def turns_to_come(seen):
    """How many more turns one may count on after this one: the fewer down cards somebody has, the fewer."""
    if seen.ender != NOBODY:
        return np.int64(0)
    fewest = PLACES
    for seat in range(np.int64(seen.seats)):
        fewest = min(fewest, down_in(boxed(seen, seat)))
    return np.int64(min(float(LONGEST), HORIZON + STRETCH * fewest))


@rule
def viewed(seen, seat, down):
    """What the seat's player, with so many down cards, makes of the table."""
    turns = turns_to_come(seen)
    downs = kinds_down(seen)
    closing = gain_by_closing(seen, seat, turns) if down == 1 and turns > 0 else 0.0
    return View(turns, closing, downs, how_many(downs))


@rule
def gain_by_closing(seen, seat, turns):
    """What the others lose, on average, if they have one more turn instead of so many."""
    points = 0.0
    for other in range(np.int64(seen.seats)):
        if other != seat:
            box = boxed(seen, other)
            points += outlook(box, 1) - outlook(box, turns)
    return points / (int(seen.seats) - 1)


@rule
def after(box, down, view):
    """What a Box, with so many down cards, will come to once the turn is over."""
    if view.turns == 0:
        return final(box, view.downs, view.cards)
    if down == 0:
        return final(box, view.downs, view.cards) - view.closing
    return outlook(box, view.turns)


@rule
def twin(box, place):
    """Whether an earlier place is just like this one: all columns of two down cards are, and both their places."""
    column = place % COLUMNS
    if card_at(box, column) != DOWN or card_at(box, column + COLUMNS) != DOWN:
        return False
    if place >= COLUMNS:
        return True
    for earlier in range(column):
        if card_at(box, earlier) == DOWN and card_at(box, earlier + COLUMNS) == DOWN:
            return True
    return False


@rule
def rest_of(box, column, view):
    """The other three columns of a Box: what they will come to, and their Pairs."""
    pairs = pairs_in(box)
    number = PAIR_OF[card_at(box, column), card_at(box, column + COLUMNS)]
    if number != NO_NUMBER:
        pairs -= 1 << (4 * number)
    return outlook_without(box, column, pairs, view.turns), pairs


@rule
def rests_of(box, view):
    return rest_of(box, 0, view), rest_of(box, 1, view), rest_of(box, 2, view), rest_of(box, 3, view)


@rule
def best_place(box, rests, card, down, view):
    """Where a card does best, and what the Box then comes to. A true Pair is never broken."""
    best, where = NEVER_WORTH, 0
    nothing_there = False  # a column of two down cards has been tried: all of them are alike
    for column in range(COLUMNS):
        top, bottom = card_at(box, column), card_at(box, column + COLUMNS)
        if top == bottom and top != PARROT:
            if top != DOWN or nothing_there:
                continue
            nothing_there = True
        rest, pairs = rests[column]
        for side in range(1 if top == bottom else 2):
            old, beside = (top, bottom) if side == 0 else (bottom, top)
            place = column + side * COLUMNS
            ends = old == DOWN and down == 1
            if view.turns == 0 or ends or PAIR_OF[card, beside] != NO_NUMBER:
                left = down - 1 if old == DOWN else down
                points = after(with_card(box, place, card), left, view)
            else:  # the other columns stay what they were, which saves nearly all the work
                points = rest + prospect(card, beside, pairs, view.turns)
            if points < best:
                best, where = points, place
    return best, where


@rule
def best_float(box, card, down, view):
    """The best float with a card, as 8 x from + to."""
    best, where = NEVER_WORTH, 0
    for start in range(PLACES):
        if card_at(box, start) != PARROT or card_at(box, (start + COLUMNS) % PLACES) != card or card == PARROT:
            continue
        for landing in range(PLACES):
            if card_at(box, landing) == DOWN and not twin(box, landing):
                floated = with_card(with_card(box, start, card), landing, PARROT)
                points = after(floated, down - 1, view)
                if points < best:
                    best, where = points, start * PLACES + landing
    return best, where


@rule
def turned_up(box, place, down, view):
    """What the Box comes to on average when a down card is turned up; NEVER_WORTH if another is just like it."""
    if twin(box, place):
        return NEVER_WORTH
    points = 0.0
    for kind in range(KINDS):
        many = (view.downs >> (4 * kind)) & 15
        if many > 0:
            rest = View(view.turns, view.closing, view.downs - (1 << (4 * kind)), max(1, view.cards - 1))
            points += many * after(with_card(box, place, kind), down - 1, rest)
    return points / view.cards


@rule
def best_reveal(box, down, view):
    """Which down card to turn up, and what the Box then comes to on average."""
    best, where = NEVER_WORTH, 0
    for place in range(PLACES):
        if card_at(box, place) == DOWN:
            points = turned_up(box, place, down, view)
            if points < best:
                best, where = points, place
    return best, where


@rule
def best_idle(box, down, view):
    """What comes of throwing a drawn card away: a card turned up, or with one down card perhaps a pass."""
    best, where = best_reveal(box, down, view)
    action = REVEAL + where
    if down == 1:
        points = after(box, down, view)
        if points < best:
            best, action = points, PASS
    return best, action


@rule
def best_gain(box, rests, card, down, can_float, view):
    """What the Box comes to with this card, placed or floated."""
    points, _ = best_place(box, rests, card, down, view)
    if can_float:
        floated, _ = best_float(box, card, down, view)
        points = min(points, floated)
    return points


@rule
def pile_or_discard(seen, box, down, view):
    """The top discard if it does more than a card of the pile does on average."""
    rests = rests_of(box, view)
    can_float = not seen.floated
    idle, _ = best_idle(box, down, view)
    drawn = kinds_drawn(seen)
    expected = 0.0
    for kind in range(KINDS):
        many = (drawn >> (4 * kind)) & 15
        if many > 0:
            expected += many * min(idle, best_gain(box, rests, np.int64(kind), down, can_float, view))
    top = np.int64(seen.discards[int(seen.discarded) - 1])
    taken = best_gain(box, rests, top, down, can_float, view)
    return TAKE if taken < expected / max(1, how_many(drawn)) else DRAW


@rule
def best_use(seen, box, down, view):
    """The best use of the card in hand."""
    card = np.int64(seen.hand)
    best, where = best_place(box, rests_of(box, view), card, down, view)
    action = PLACE + where
    if not seen.floated:
        points, where = best_float(box, card, down, view)
        if points < best:
            best, action = points, FLOAT + where
    if seen.from_pile:
        points, idle = best_idle(box, down, view)
        if points < best:
            best, action = points, idle
    elif seen.decline_discard == ALLOWED_WITH_REVEAL:
        points, where = best_reveal(box, down, view)
        if points < best:
            best, action = points, REVEAL + where
    return action


@rule
def well_played(seen, seat):
    """The best move of the seat whose turn it is, by expectation over the cards it has not seen."""
    box = boxed(seen, seat)
    down = down_in(box)
    view = viewed(seen, seat, down)
    return pile_or_discard(seen, box, down, view) if seen.phase == CHOOSE else best_use(seen, box, down, view)


# The search

MARGIN = 2.5  # points: a move that seems so much worse than the best is not looked at
ROUND_SPREAD = 55.0  # by 3,000 matches of `sharp`: with n rounds to play, a player's chance falls by the factor e for
# each (55 n) ** 0.5 points behind
EXACT = 0.1  # when nothing is left to play, the fewest points win


@rule
def policy(world, seat, ask, dice):
    """The best move by expectation; the opening, where nothing is known, at random."""
    if ask.moves[0] < DRAW:
        return np.int64(ask.moves[below(dice, ask.count)])
    return np.int64(well_played(world, seat))


@rule
def reckoned(box, action, card, down, view):
    """What the Box will come to after this use of a card; NEVER_WORTH if another move is just like it."""
    if action == PASS:
        return after(box, down, view)
    if action < REVEAL:
        place = action - PLACE
        if twin(box, place):
            return NEVER_WORTH
        left = down - 1 if card_at(box, place) == DOWN else down
        return after(with_card(box, place, card), left, view)
    if action < PASS:
        return turned_up(box, action - REVEAL, down, view)
    start, landing = (action - FLOAT) // PLACES, (action - FLOAT) % PLACES
    if twin(box, landing):
        return NEVER_WORTH
    return after(with_card(with_card(box, start, card), landing, PARROT), down - 1, view)


@rule
def thin(world, seat, ask):
    """Only uses of a card that seem nearly as good as the best, and of those that are alike only one."""
    if world.phase == CHOOSE or ask.moves[0] < DRAW:
        return
    box = boxed(world, seat)
    down = down_in(box)
    view = viewed(world, seat, down)
    card = np.int64(world.hand)
    best = NEVER_WORTH
    for i in range(ask.count):
        best = min(best, reckoned(box, np.int64(ask.moves[i]), card, down, view))
    kept = 0
    for i in range(ask.count):
        if reckoned(box, np.int64(ask.moves[i]), card, down, view) <= best + MARGIN:
            ask.moves[kept] = ask.moves[i]
            kept += 1
    ask.count = kept


@rule
def settled(world, root):
    """The round is over: what a move is worth shows when the Boxes are counted."""
    return world.phase == COUNTING


@rule
def worth(world, root, out):
    """The chance to win the match, from the totals after this round and the rounds still to be played."""
    seats = np.int64(world.seats)
    spread = math.sqrt(EXACT + ROUND_SPREAD * (int(ROUNDS[world.rounds]) - int(world.round_no) - 1))
    least, total = NEVER_WORTH, 0.0
    for seat in range(seats):
        least = min(least, float(world.totals[seat]))
    for seat in range(seats):
        out[seat] = math.exp((least - float(world.totals[seat])) / spread)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


PLAN = Plan(policy, settled, worth, thin, playouts=550)
