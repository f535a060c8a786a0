"""How Parrot's players choose a move: by exact expectation, at a glance, and by search.

Points are costs: lower is better.
"""

import math
from collections import namedtuple

import numpy as np

from parlour.kit import below, rule
from parlour.kit.maths import exp
from parlour.kit.minds import Plan

from .cards import ALLOWED_WITH_REVEAL, COLUMNS, KINDS, PARROT, PLACES
from .counts import count_of, minus_one, plus_one, total_of
from .outlook import (
    DOWN,
    LONGEST,
    NO_NUMBER,
    PAIR_OF,
    boxed,
    card_at,
    down_in,
    final,
    outlook,
    outlook_without,
    pairs_in,
    prospect,
    sets,
    with_card,
)
from .rules import CHOOSE, COUNTING, DRAW, FLOAT, NOBODY, OPENING, PASS, PLACE, REVEAL, TAKE, rounds_to_play
from .sight import in_pile, unseen

NEVER_WORTH = 1e9

# The turns a player can still expect: HORIZON, and STRETCH for each down card of the Box with the fewest. Found by
# playing variants against each other.
HORIZON, STRETCH = 2.0, 0.5


# Cards that are not seen


@rule
def kinds_down(seen):
    """The cards a down card can be, counted by kind: after a reshuffle only those never seen."""
    return unseen(seen) - in_pile(seen) if seen.reshuffles > 0 else unseen(seen)


@rule
def kinds_drawn(seen):
    """The cards the next drawn card can be, counted by kind: those of the pile, or of the pile about to be made."""
    if seen.pile_left == 0:
        counts = 0
        for i in range(int(seen.discarded) - 1):
            counts = plus_one(counts, int(seen.discards[i]))
        return counts
    return in_pile(seen) if seen.reshuffles > 0 else unseen(seen)


# The best use of a turn

View = namedtuple(
    "View",
    (
        "turns",  # turns to come after this one; 0: this is the last
        "closing",  # points gained by ending the round
        "downs",  # the cards a down card can be, counted by kind
        "cards",  # how many these are
    ),
)


@rule
def turns_to_come(seen):
    """How many turns a player can expect after this one: fewer if some Box has few down cards."""
    if seen.ender != NOBODY:
        return np.int64(0)
    fewest = PLACES
    for seat in range(np.int64(seen.seats)):
        fewest = min(fewest, down_in(boxed(seen, seat)))
    return np.int64(min(float(LONGEST), HORIZON + STRETCH * fewest))


@rule
def viewed(seen, seat, down):
    """The table from the point of view of this seat, whose Box has `down` down cards."""
    turns = turns_to_come(seen)
    downs = kinds_down(seen)
    closing = gain_by_closing(seen, seat, turns) if down == 1 and turns > 0 else 0.0
    return View(turns, closing, downs, total_of(downs))


@rule
def gain_by_closing(seen, seat, turns):
    """What the others lose on average if they get only one more turn instead of `turns`."""
    points = 0.0
    for other in range(np.int64(seen.seats)):
        if other != seat:
            box = boxed(seen, other)
            points += outlook(box, 1) - outlook(box, turns)
    return points / (int(seen.seats) - 1)


@rule
def after(box, down, view):
    """What a Box with `down` down cards will cost, once the turn is over."""
    if view.turns == 0:
        return final(box, view.downs, view.cards)
    if down == 0:
        return final(box, view.downs, view.cards) - view.closing
    return outlook(box, view.turns)


@rule
def twin(box, place):
    """True if an earlier place is equivalent: all places in columns of two down cards are."""
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
    """What the other three columns of a Box will cost, and their Pairs."""
    pairs = pairs_in(box)
    number = PAIR_OF[card_at(box, column), card_at(box, column + COLUMNS)]
    if number != NO_NUMBER:
        pairs = minus_one(pairs, number)
    return outlook_without(box, column, pairs, view.turns), pairs


@rule
def rests_of(box, view):
    return rest_of(box, 0, view), rest_of(box, 1, view), rest_of(box, 2, view), rest_of(box, 3, view)


@rule
def best_place(box, rests, card, down, view):
    """The best place for a card, and what the Box will then cost. A true Pair is never broken."""
    best, where = NEVER_WORTH, 0
    nothing_there = False  # True once a column of two down cards has been tried: they are all alike
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
            else:  # the other columns stay as they were, which saves nearly all the work
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
    """What the Box will cost on average if a down card is turned up; NEVER_WORTH if an earlier place is equivalent."""
    if twin(box, place):
        return NEVER_WORTH
    column, beside = place % COLUMNS, card_at(box, (place + COLUMNS) % PLACES)
    ends = view.turns == 0 or down == 1
    rest, pairs = rest_of(box, column, view)
    points = 0.0
    for kind in range(KINDS):
        many = count_of(view.downs, kind)
        if many > 0:
            if ends or PAIR_OF[kind, beside] != NO_NUMBER:
                left = View(view.turns, view.closing, minus_one(view.downs, kind), max(1, view.cards - 1))
                points += many * after(with_card(box, place, kind), down - 1, left)
            else:  # the other columns stay as they were
                points += many * (rest + prospect(kind, beside, pairs, view.turns))
    return points / view.cards


@rule
def best_reveal(box, down, view):
    """The best down card to turn up, and what the Box will then cost on average."""
    best, where = NEVER_WORTH, 0
    for place in range(PLACES):
        if card_at(box, place) == DOWN:
            points = turned_up(box, place, down, view)
            if points < best:
                best, where = points, place
    return best, where


@rule
def best_idle(box, down, view):
    """The best way to discard a drawn card: turn up a down card, or with only one left perhaps pass."""
    best, where = best_reveal(box, down, view)
    action = REVEAL + where
    if down == 1:
        points = after(box, down, view)
        if points < best:
            best, action = points, PASS
    return best, action


@rule
def best_gain(box, rests, card, down, can_float, view):
    """What the Box will cost with this card, placed or used for a float."""
    points, _ = best_place(box, rests, card, down, view)
    if can_float:
        floated, _ = best_float(box, card, down, view)
        points = min(points, floated)
    return points


@rule
def has_parrot(box):
    for place in range(PLACES):
        if card_at(box, place) == PARROT:
            return True
    return False


@rule
def pile_or_discard(seen, box, down, view):
    """TAKE if the top discard helps more than a card from the pile does on average, else DRAW."""
    rests = rests_of(box, view)
    can_float = not seen.floated and has_parrot(box)
    idle, _ = best_idle(box, down, view)
    drawn = view.downs if seen.reshuffles == 0 and seen.pile_left > 0 else kinds_drawn(seen)
    expected = 0.0
    for kind in range(KINDS):
        many = count_of(drawn, kind)
        if many > 0:
            expected += many * min(idle, best_gain(box, rests, np.int64(kind), down, can_float, view))
    top = np.int64(seen.discards[int(seen.discarded) - 1])
    taken = best_gain(box, rests, top, down, can_float, view)
    return TAKE if taken < expected / max(1, total_of(drawn)) else DRAW


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
def best_move(seen, seat):
    """The best move for the seat in turn, by expectation over the cards it has not seen."""
    box = boxed(seen, seat)
    down = down_in(box)
    view = viewed(seen, seat, down)
    return pile_or_discard(seen, box, down, view) if seen.phase == CHOOSE else best_use(seen, box, down, view)


# At a glance


@rule
def points_at_a_glance(box, guess, bird_wise, set_wise):
    """The points of a Box as it is now, with a guess for each down card."""
    points = sets(pairs_in(box)) if set_wise else 0.0
    for column in range(COLUMNS):
        a, b = card_at(box, column), card_at(box, column + COLUMNS)
        if PAIR_OF[a, b] == NO_NUMBER and not (bird_wise and (a == PARROT or b == PARROT)):
            points += seems(a, guess) + seems(b, guess)
    return points


@rule
def seems(card, guess):
    """The points of one card, with a guess for a down card."""
    if card == DOWN:
        return guess
    return 0.0 if card == PARROT else float(card)


@rule
def best_place_at_a_glance(box, card, guess, bird_wise, set_wise):
    """The place where a card seems to lower the points most, and the points of the Box then."""
    best, where = NEVER_WORTH, 0
    for place in range(PLACES):
        points = points_at_a_glance(with_card(box, place, card), guess, bird_wise, set_wise)
        if points < best:
            best, where = points, place
    return best, where


@rule
def simple_move(seen, seat, mind, guess, swap, tempted, bird_wise, set_wise, content):
    """The move of a player who looks only at their own Box, and at one card at a time."""
    box = boxed(seen, seat)
    now = points_at_a_glance(box, guess, bird_wise, set_wise)
    if seen.phase == CHOOSE:
        top = np.int64(seen.discards[int(seen.discarded) - 1])
        points, _ = best_place_at_a_glance(box, top, guess, bird_wise, set_wise)
        return TAKE if now - points >= tempted else DRAW
    points, where = best_place_at_a_glance(box, np.int64(seen.hand), guess, bird_wise, set_wise)
    if now - points >= swap or not seen.from_pile:
        return PLACE + where
    if down_in(box) == 1 and now - guess > content:
        return PASS
    return REVEAL + any_down(box, mind)


@rule
def any_down(box, mind):
    """A random place with a down card."""
    chosen, down = 0, 0
    for place in range(PLACES):
        if card_at(box, place) == DOWN:
            down += 1
            if below(mind, down) == 0:
                chosen = place
    return chosen


# The search

MARGIN = 2.5  # points: moves that seem worse than the best by more than this are not searched
ROUND_SPREAD = 55.0  # with n rounds to play, the chance to win falls by a factor of e for every (55 n) ** 0.5 points
# behind, as measured in 3,000 matches of `sharp`
EXACT = 0.1  # when no round is left to play, the fewest points win


@rule
def policy(world, seat, ask, dice):
    """The best move by expectation; a random opening."""
    if ask.moves[0] < DRAW:
        return np.int64(ask.moves[below(dice, ask.count)])
    return np.int64(best_move(world, seat))


@rule
def expected_points(box, action, card, down, view):
    """What the Box will cost after this use of a card; NEVER_WORTH if an earlier move is equivalent."""
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
    """Keep only uses of a card that seem nearly as good as the best, and one of several equivalent ones."""
    if world.phase == CHOOSE or ask.moves[0] < DRAW:
        return
    box = boxed(world, seat)
    down = down_in(box)
    view = viewed(world, seat, down)
    card = np.int64(world.hand)
    best = NEVER_WORTH
    for i in range(ask.count):
        best = min(best, expected_points(box, np.int64(ask.moves[i]), card, down, view))
    kept = 0
    for i in range(ask.count):
        if expected_points(box, np.int64(ask.moves[i]), card, down, view) <= best + MARGIN:
            ask.moves[kept] = ask.moves[i]
            kept += 1
    ask.count = kept


@rule
def settled(world, root):
    """A playout stops when the round is over and the Boxes have been counted."""
    return world.phase == COUNTING


@rule
def worth(world, root, out):
    """The chance to win the match, given the totals after this round and the number of rounds left."""
    seats = np.int64(world.seats)
    spread = math.sqrt(EXACT + ROUND_SPREAD * (rounds_to_play(world) - int(world.round_no) - 1))
    least, total = NEVER_WORTH, 0.0
    for seat in range(seats):
        least = min(least, float(world.totals[seat]))
    for seat in range(seats):
        out[seat] = exp((least - float(world.totals[seat])) / spread)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


@rule
def nothing_known(seen, seat):
    """In the opening no card is known, so a search finds nothing: only whether the two places share a column matters,
    which `opening` in bots.py decides."""
    return seen.phase == OPENING


PLAN = Plan(policy, settled, worth, thin, alike=nothing_known, margin=MARGIN)
