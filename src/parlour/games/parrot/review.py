"""Why another move would have been better in Parrot: told by the features with which the bots choose their moves."""

import numpy as np

from parlour.kit import rule
from parlour.kit.review import TurnReview, tell

from .cards import COLUMNS, KINDS, PARROT, PLACES
from .counts import count_of, total_of
from .outlook import DOWN, NO_NUMBER, PAIR_OF, boxed, card_at, down_in, final, outlook, pairs_in, sets, with_card
from .reasons import EXPLANATIONS, Why, words
from .rules import CHOOSE, DRAW, FLOAT, NOBODY, PASS, PLACE, REVEAL
from .tactics import (
    after,
    best_float,
    best_gain,
    best_idle,
    best_place,
    kinds_drawn,
    rests_of,
    turned_up,
    twin,
    viewed,
)

CLEARLY = 0.5  # points: less than this explains nothing


# What a move does to a Box


@rule
def ends_round(box, action, down):
    """True if the move leaves no down card."""
    if down != 1 or action == PASS or action < PLACE:
        return False
    return action >= REVEAL or card_at(box, action - PLACE) == DOWN


@rule
def box_after(box, action, card):
    """The Box after a move; a card that is turned up is still unknown."""
    if PLACE <= action < REVEAL:
        return with_card(box, action - PLACE, card)
    if action >= FLOAT:
        start, landing = (action - FLOAT) // PLACES, (action - FLOAT) % PLACES
        return with_card(with_card(box, start, card), landing, PARROT)
    return box


@rule
def saved(box, action, card, view):
    """By how many points a move lowers the Box, if all cards were turned up right after it."""
    return final(box, view.downs, view.cards) - final(box_after(box, action, card), view.downs, view.cards)


@rule
def first_alike(box, place):
    """The first of the places that nobody can tell apart from this one."""
    if twin(box, place):
        for column in range(COLUMNS):
            if card_at(box, column) == DOWN and card_at(box, column + COLUMNS) == DOWN:
                return np.int64(column)
    return np.int64(place)


@rule
def in_the_end(box, action, card, down, view):
    """What the Box will cost at the end of the round."""
    if REVEAL <= action < PASS:
        return turned_up(box, first_alike(box, action - REVEAL), down, view)
    new = box_after(box, action, card)
    return after(new, down_in(new), view)


@rule
def whole(points):
    return np.int64(np.floor(points + 0.5))


@rule
def place_of(action):
    """The place, counted from 1, that a move is about."""
    if action >= FLOAT:
        return (action - FLOAT) % PLACES + 1
    return action - REVEAL + 1 if action >= REVEAL else action - PLACE + 1


# Ending the round


@rule
def best_other(seen, seat):
    """What the best of the other Boxes will cost after one more turn."""
    least = 999.0
    for other in range(np.int64(seen.seats)):
        if other != seat:
            least = min(least, outlook(boxed(seen, other), 1))
    return least


@rule
def why_not_end(seen, seat, box, played, best, card, down, view, reason):
    """The move ended the round, and the better one does not."""
    now = final(box_after(box, played, card), view.downs, view.cards)
    rival, later = best_other(seen, seat), in_the_end(box, best, card, down, view)
    if whole(now) > whole(rival):
        tell(reason, Why.ENDED_BEHIND, whole(now), whole(rival), 0, 0)
    elif whole(now) > whole(later):
        tell(reason, Why.ENDED_EARLY, whole(now), whole(later), 0, 0)


@rule
def why_end(seen, seat, box, best, card, view, reason):
    """The better move ends the round."""
    now, rival = final(box_after(box, best, card), view.downs, view.cards), best_other(seen, seat)
    if whole(now) < whole(rival):
        tell(reason, Why.CLOSES_AHEAD, whole(now), whole(rival), place_of(best), 0)
    elif view.closing >= CLEARLY:
        tell(reason, Why.CLOSES, max(1, whole(view.closing)), place_of(best), 0, 0)


# A card and its place


@rule
def pair_at(box, place):
    """The number of the Pair in the column of this place, or NO_NUMBER."""
    return PAIR_OF[card_at(box, place % COLUMNS), card_at(box, place % COLUMNS + COLUMNS)]


@rule
def gain_by(box, action, card, view, reason):
    """What is good about using a card like this, by itself. Leaves the reason alone if nothing stands out."""
    new, place = box_after(box, action, card), place_of(action) - 1
    number, points = pair_at(new, place), whole(saved(box, action, card, view))
    off = whole(sets(pairs_in(box)) - sets(pairs_in(new)))
    if off > 0 and number != NO_NUMBER and points > 0:
        tell(reason, Why.MAKES_SET, card, place + 1, number, count_of(pairs_in(new), number))
    elif action >= FLOAT:
        if points > 0:
            tell(reason, Why.FLIES, card, place + 1, points, 0)
    elif number != NO_NUMBER and pair_at(box, place) != number and points > 0:
        beside = card_at(new, (place + COLUMNS) % PLACES)
        tell(reason, Why.COPIES if card == PARROT else Why.MAKES_PAIR, card, place + 1, beside, points)
    elif points > 0 and card_at(box, place) == DOWN:
        tell(reason, Why.REPLACES_DOWN, card, place + 1, points, 0)
    elif points > 0:
        tell(reason, Why.SAVES, card, place + 1, points, card_at(box, place))
    elif card != PARROT and card_at(box, (place + COLUMNS) % PLACES) == PARROT and card_at(box, place) == DOWN:
        tell(reason, Why.BESIDE_PARROT, card, place + 1, 0, 0)
    elif card != PARROT and count_of(pairs_in(box), card) > 0 and pair_at(box, place) == NO_NUMBER:
        tell(reason, Why.HOPES_FOR_SET, card, place + 1, 0, 0)


@rule
def breaks_pair(box, action, card):
    """The number of a Pair that this move breaks up, or NO_NUMBER."""
    if not PLACE <= action < REVEAL:
        return np.int64(NO_NUMBER)
    place = action - PLACE
    old = pair_at(box, place)
    return np.int64(NO_NUMBER if pair_at(with_card(box, place, card), place) == old else old)


@rule
def why_use(box, played, best, card, down, view, reason):
    """Another use of the card in hand is better, and the end of the round is not the reason."""
    broken = breaks_pair(box, played, card)
    gain, mine = saved(box, best, card, view), saved(box, played, card, view)
    more = whole(gain) > whole(mine)
    placed = PLACE <= played < REVEAL
    if broken != NO_NUMBER and breaks_pair(box, best, card) == NO_NUMBER and more:
        tell(reason, Why.BROKE_PAIR, broken, whole(gain) - whole(mine), 0, 0)
        return
    if more and (best < REVEAL or best >= FLOAT):
        gain_by(box, best, card, view, reason)
        if reason.number == Why.SAVES or reason.number == Why.REPLACES_DOWN:
            if placed and whole(mine) >= 0:
                tell(reason, Why.SAVES_MORE, card, place_of(best), whole(gain), whole(mine))
            elif placed:
                tell(reason, Why.SAVES_INSTEAD, card, place_of(best), whole(gain), -whole(mine))
    elif more and placed and whole(mine) < 0:
        if card_at(box, played - PLACE) == DOWN:
            tell(reason, Why.RAISED, card, place_of(played), -whole(mine), 0)
        else:
            tell(reason, Why.RAISED_PLACE, card, place_of(played), -whole(mine), 0)
    if reason.number == Why.PLAYED_OUT:
        why_later(box, played, best, card, down, view, reason)


@rule
def why_later(box, played, best, card, down, view, reason):
    """Right away the better move saves nothing more, but it does by the end of the round."""
    theirs, mine = in_the_end(box, best, card, down, view), in_the_end(box, played, card, down, view)
    if theirs > mine:
        return
    if best < REVEAL:
        gain_by(box, best, card, view, reason)
        if reason.number != Why.HOPES_FOR_SET and reason.number != Why.BESIDE_PARROT:
            tell(reason, Why.PLAYED_OUT, 0, 0, 0, 0)
    if reason.number == Why.PLAYED_OUT:
        why_elsewhere(box, played, best, card, view, reason)
    if reason.number == Why.PLAYED_OUT and whole(mine) > whole(theirs):
        tell(reason, Why.FLEW if played >= FLOAT else Why.IN_THE_END, whole(theirs), whole(mine), 0, 0)


@rule
def mate_of(box, action):
    """The other card of the column that a move is about."""
    return card_at(box, (place_of(action) - 1 + COLUMNS) % PLACES)


@rule
def why_elsewhere(box, played, best, card, view, reason):
    """What the column that was chosen lacks, and the other has."""
    if played >= PASS or best >= PASS:
        return
    mate, theirs = mate_of(box, played), mate_of(box, best)
    if played >= REVEAL:
        if mate == PARROT:
            tell(reason, Why.UNDER_PARROT, place_of(played), 0, 0, 0)
        elif best >= REVEAL and mate < PARROT and theirs < PARROT and theirs > mate:
            tell(reason, Why.TURN_UP_BESIDE, place_of(best), theirs, mate, 0)
        elif best >= REVEAL and mate < PARROT and theirs == DOWN:
            tell(reason, Why.TURN_UP_FRESH, place_of(best), 0, 0, 0)
        return
    old = card_at(box, played - PLACE)
    if view.turns > 0 and old != DOWN and card_at(box, place_of(best) - 1) == DOWN:
        number = Why.STILL_DOWN if best < REVEAL else Why.TURN_UP_INSTEAD
        tell(reason, number, card, old, place_of(best), 0)
    elif view.turns > 0 and best < REVEAL and mate < PARROT and mate != card and card < PARROT and theirs == DOWN:
        tell(reason, Why.FILLED_COLUMN, card, mate, card + mate, place_of(best))


# Pile or discard


@rule
def why_take(seen, seat, box, card, down, view, reason):
    """The discard would have been better than a card from the pile."""
    points, where = best_place(box, rests_of(box, view), card, down, view)
    action = PLACE + where
    if not seen.floated:
        flown, where = best_float(box, card, down, view)
        if flown < points:
            action = FLOAT + where
    if ends_round(box, action, down) and view.turns > 0:
        why_end(seen, seat, box, action, card, view, reason)
        if reason.number == Why.CLOSES_AHEAD:
            tell(reason, Why.CLOSES_AHEAD, reason.about[0], reason.about[1], card, 0)
        elif reason.number == Why.CLOSES:
            tell(reason, Why.CLOSES, reason.about[0], card, 0, 0)
    if reason.number == Why.PLAYED_OUT:
        gain_by(box, action, card, view, reason)
    if reason.number != Why.PLAYED_OUT:
        reason.number += Why.FROM_DISCARDS


@rule
def with_pile(seen, box, down, view):
    """What the Box will cost on average with a card from the pile."""
    rests, drawn = rests_of(box, view), kinds_drawn(seen)
    idle, _ = best_idle(box, down, view)
    points = 0.0
    for kind in range(KINDS):
        many = count_of(drawn, kind)
        if many > 0:
            points += many * min(idle, best_gain(box, rests, np.int64(kind), down, not seen.floated, view))
    return points / max(1, total_of(drawn))


@rule
def reason(seen, seat, played, best, reason):
    seat, played, best = np.int64(seat), np.int64(played), np.int64(best)
    tell(reason, Why.PLAYED_OUT, 0, 0, 0, 0)
    box = boxed(seen, seat)
    down = down_in(box)
    view = viewed(seen, seat, down)
    if seen.phase == CHOOSE:
        card = np.int64(seen.discards[int(seen.discarded) - 1])
        taken = best_gain(box, rests_of(box, view), card, down, not seen.floated, view)
        drawn = with_pile(seen, box, down, view)
        if best != DRAW:
            why_take(seen, seat, box, card, down, view, reason)
            if reason.number == Why.PLAYED_OUT and whole(taken) < whole(drawn):
                tell(reason, Why.IN_THE_END + Why.FROM_DISCARDS, card, whole(taken), whole(drawn), 0)
        elif whole(taken) > whole(drawn):
            tell(reason, Why.PILE_BETTER, card, whole(drawn), whole(taken), 0)
        elif taken > drawn:
            tell(reason, Why.MUST_BE_USED, card, 0, 0, 0)
        return
    if best < PLACE or played < PLACE:
        return
    card = np.int64(seen.hand)
    ends, ended = ends_round(box, best, down), ends_round(box, played, down)
    if seen.ender == NOBODY and ended and not ends:
        why_not_end(seen, seat, box, played, best, card, down, view, reason)
    elif seen.ender == NOBODY and ends and not ended:
        why_end(seen, seat, box, best, card, view, reason)
    if reason.number == Why.PLAYED_OUT:
        why_use(box, played, best, card, down, view, reason)


REVIEW = TurnReview(
    reason=reason, explanations={int(number): said for number, said in EXPLANATIONS.items()}, words=words
)
