"""Worlds in which the others would have played as they did, for the search.

`worlds` draws any deal that fits what was seen. But a card that was played says something about those that were not: a
good player would have led another suit with a better card of it, and would have laid other cards into the reserve. So
each deal is measured by its oddity: how often the others, had they played as `sensible` does, would have done something
else. From a random deal, cards are swapped step by step, and a swap that makes the deal odder is mostly undone
(Metropolis et al., 1953): a deal comes the less often the odder it is.

Not everybody plays as `sensible` does. If a few such walks find no deal that explains what a player did, nothing is
concluded from it.
"""

import numpy as np

from parlour.kit import below, float64, int8, int16, int32, int64, next64, record, rule, uint64
from parlour.kit.human_timing import exponential
from parlour.kit.minds import Likely

from .card_sets import SUIT_BITS, holds, set_of, size, suit_of
from .cards import BONUS_CARDS, CARDS, Bonus
from .dealing import clear_round, dealt, lay_out_bonus_cards
from .reserve import begin_turn
from .rules import do, move_on
from .state import NOTHING, RESERVE, ROW, SEATS, Act, Phase, everyone
from .tactics import ALL_CARDS, Stake, at_stake, face_up, fits_card, worth_in_reserve, would_play_another
from .worlds import fits, hand_from_row, resample, resample_all_but_rows, turn_entered

# The probability of something that `sensible` would not have done is taken to fall by a factor of e for each of these.
ODD_CARD = 6.0  # another card was played
ODD_RESERVE = 5.0  # another card was laid into the reserve
WALKS = 12  # independent ones; later worlds continue them in turn
FIRST_STEPS, STEPS = 2000, 60  # swaps tried before the first world of a walk, and before each later one
TRIALS = 4  # walks after which it is decided whose play can be explained
UNEXPLAINED = 7.5  # mean oddity left after these, from which on a player is taken to play in another way

PLAYS = 48  # cards played by others in a round, at most
# Among the worlds, after the two of the search: the state before each of these, and the round as it is played again.
FIRST_PLAY = 2
REPLAY = FIRST_PLAY + PLAYS

Notes = record(
    rng=uint64,
    drawn=int32,  # worlds so far
    unexplained=int8,  # bits: seats from whose play nothing is concluded
    # The places of the others' rows, and for each: which cards fit there, and when its card entered the hand.
    places=int16,
    place=int8[SEATS * ROW],
    fitting=int64[SEATS, ROW],
    entered=int16[SEATS, ROW],
    # The cards that the others have played in this round: who, what, which cards that seat had played before, what all
    # could see, and what was at stake.
    plays=int16,
    who=int8[PLAYS],
    what=int16[PLAYS],
    gone=int64[PLAYS],
    face_up=int64[PLAYS],
    more_trick=float64[PLAYS],
    more_false=float64[PLAYS],
    left=float64[PLAYS],
    top=int8[PLAYS],
    seven=int8[PLAYS],
    gone_so_far=int64[SEATS],
    rows=int8[WALKS, SEATS, ROW],  # where each walk is, and how odd each row is
    oddity=float64[WALKS, SEATS],
    fit=float64[CARDS],  # how well each card fits the scoring card when the round begins
    worth=float64[ROW],  # of each card of one row in its reserve
)


# The round so far


@rule
def card_played(seen, seat, turn):
    for card in range(CARDS):
        if seen.played_by[card] == seat:
            first = card == seen.taken_back and seen.turn_taken_back == turn
            if first or seen.turn_played[card] == turn:
                return card
    return NOTHING


@rule
def bonus_taken(seen, past, seat):
    """Which of several bonus cards a seat took first is not known; it is taken to be the one listed first."""
    back = np.int64(seen.taken_back)
    if back != NOTHING and past.taken_back == NOTHING and holds(past.false_tricks[seat], back):
        return Act.TAKE + Bonus.TAKE_BACK
    new = int(seen.owned[seat]) & int(past.display)
    for bonus in range(BONUS_CARDS):
        if holds(new, bonus):
            return Act.TAKE + bonus
    return Act.DECLINE


@rule
def what_was_done(seen, past, seat):
    """The decision of a seat at this point of the round; NOTHING if it has not been made yet."""
    if past.phase == Phase.DRAW:
        place = np.int64(past.drawn[seat])
        drew = place < seen.drawn[seat] and seen.turn_drawn[seat, place] == past.turn
        return np.int64(Act.DRAW) if drew else np.int64(Act.STAY)
    if past.phase == Phase.PLAY:
        card = card_played(seen, seat, np.int64(past.turn))
        return np.int64(NOTHING) if card == NOTHING else np.int64(Act.PLAY + card)
    if past.phase == Phase.BONUS:
        return np.int64(bonus_taken(seen, past, seat))
    if past.phase == Phase.TAKE_BACK:
        return np.int64(Act.TAKE_BACK + seen.taken_back)
    return np.int64(NOTHING)


@rule
def is_present(seen, past):
    return past.turn == seen.turn and past.phase == seen.phase and past.to_act == seen.to_act


@rule
def begin_again(seen, past):
    """The round as it began, before the first draw; nobody's cards are known."""
    past.take_back_used = 1 if seen.take_back_used and seen.taken_back == NOTHING else 0
    lay_out_bonus_cards(past)
    clear_round(past)
    for seat in everyone(past):
        past.gone[seat] = 0
        past.table[seat] = NOTHING
        past.hand_left[seat] = dealt(past)
    past.turn = 0
    past.leader = seen.starter


@rule
def note_play(note, number, past, who, card):
    stake = at_stake(past, who)
    note.who[number], note.what[number], note.gone[number] = who, card, note.gone_so_far[who]
    note.face_up[number] = face_up(past)
    note.more_trick[number], note.more_false[number], note.left[number] = stake.more_trick, stake.more_false, stake.left
    note.top[number], note.seven[number] = stake.top, 1 if stake.seven else 0


@rule
def stake_of(note, number):
    more_trick, more_false, left = note.more_trick[number], note.more_false[number], note.left[number]
    return Stake(more_trick, more_false, left, np.int64(note.top[number]), note.seven[number] == 1)


@rule
def recall(seens, seat, worlds, note):
    """Play the round again as everybody saw it, and keep the state before each card that another seat played."""
    seen, past = seens[0], worlds[REPLAY]
    worlds[REPLAY] = seens[0]
    begin_again(seen, past)
    for card in range(CARDS):
        note.fit[card] = fits_card(past, seat, card)
    for other in everyone(past):
        past.picked[other] = RESERVE
        past.hand_left[other] -= RESERVE
    begin_turn(past)
    move_on(past)
    while not is_present(seen, past):
        who = np.int64(past.to_act)
        what = what_was_done(seen, past, who)
        if what == NOTHING:
            return
        if past.phase == Phase.PLAY:
            if who != seat and note.plays < PLAYS:
                number = np.int64(note.plays)
                worlds[FIRST_PLAY + number] = worlds[REPLAY]
                note_play(note, number, past, who, what - Act.PLAY)
                note.plays += 1
            note.gone_so_far[who] |= 1 << (what - Act.PLAY)
        elif past.phase == Phase.TAKE_BACK:
            note.gone_so_far[who] &= ~(1 << (what - Act.TAKE_BACK))
        do(past, who, what)


# How odd a deal is


@rule
def sensible_reserve(world, seat, note):
    """The cards of a seat's row that `sensible` would lay into the reserve."""
    row, each = world.cards[seat], dealt(world)
    left = set_of(row, 0, each)
    whole, others = left, ALL_CARDS & ~left
    changed = whole
    for _ in range(RESERVE):
        best, chosen = -1e9, np.int64(CARDS)
        for i in range(each):
            card = np.int64(row[i])
            if holds(changed, card):
                suit = SUIT_BITS[suit_of(card)]
                higher = size(others & suit & ~((2 << card) - 1))
                note.worth[i] = worth_in_reserve(card, size(left & suit), higher, note.fit[card])
            if holds(left, card) and (note.worth[i] > best or (note.worth[i] == best and card < chosen)):
                best, chosen = float(note.worth[i]), card
        left &= ~(1 << chosen)
        changed = left & SUIT_BITS[suit_of(chosen)]
    return whole & ~left


@rule
def oddity(world, seat, worlds, note, limit):
    """How odd it would be for a player with this row to have done what this seat did; counted up to a limit."""
    if holds(note.unexplained, seat):
        return 0.0
    row, each = world.cards[seat], dealt(world)
    own = set_of(row, 0, each)
    odd = 0.0
    if world.picked[seat] == RESERVE:
        odd += ODD_RESERVE * size(set_of(row, 0, RESERVE) & ~sensible_reserve(world, seat, note))
    for number in range(note.plays):
        if odd > limit:
            return odd
        if note.who[number] == seat:
            past = worlds[FIRST_PLAY + number]
            entered = set_of(row, 0, np.int64(past.drawn[seat])) | set_of(row, RESERVE, each)
            past.hand[seat] = entered & ~np.int64(note.gone[number])
            others = ALL_CARDS & ~(own | np.int64(note.face_up[number]))
            if would_play_another(past, seat, np.int64(note.what[number]), others, stake_of(note, number)):
                odd += ODD_CARD
    return odd


# The walks


@rule
def list_places(seen, seat, note):
    for other in everyone(seen):
        if other == seat:
            continue
        for i in range(dealt(seen)):
            note.place[note.places] = other * ROW + i
            note.places += 1
            note.entered[other, i] = turn_entered(seen, other, i)
            for card in range(CARDS):
                if fits(seen, other, i, card):
                    note.fitting[other, i] |= 1 << card


@rule
def may_swap(note, world, one, i, other, j):
    return holds(note.fitting[one, i], world.cards[other, j]) and holds(note.fitting[other, j], world.cards[one, i])


@rule
def swap(world, one, i, other, j):
    card = world.cards[one, i]
    world.cards[one, i] = world.cards[other, j]
    world.cards[other, j] = card


@rule
def lay_sensible_reserve(world, seat, note):
    """Swap cards within a row, as far as what was seen allows it, so that the reserve is the sensible one."""
    row = world.cards[seat]
    wanted = sensible_reserve(world, seat, note)
    for i in range(RESERVE):
        if not holds(wanted, row[i]):
            for j in range(RESERVE, dealt(world)):
                if holds(wanted, row[j]) and may_swap(note, world, seat, i, seat, j):
                    swap(world, seat, i, seat, j)
                    break


@rule
def walk(world, worlds, walk_no, note, steps):
    """Try to swap two cards of the others, again and again. A swap that makes the deal odder by x stays with
    probability e ** -x."""
    places = np.int64(note.places)
    for _ in range(steps):
        first, second = np.int64(note.place[below(note, places)]), np.int64(note.place[below(note, places)])
        one, i, other, j = first // ROW, first % ROW, second // ROW, second % ROW
        if one == other and note.entered[one, i] == note.entered[one, j]:
            continue  # nothing would change
        if not may_swap(note, world, one, i, other, j):
            continue
        swap(world, one, i, other, j)
        limit = note.oddity[walk_no, one] + exponential(note, 1.0)
        if one != other:
            limit += note.oddity[walk_no, other]
        now = oddity(world, one, worlds, note, limit)
        others_now = 0.0
        if one != other and now <= limit:
            others_now = oddity(world, other, worlds, note, limit - now)
        if now + others_now > limit:
            swap(world, one, i, other, j)
        else:
            note.oddity[walk_no, one] = now
            if one != other:
                note.oddity[walk_no, other] = others_now


@rule
def judge_players(seen, seat, note):
    """After the first walks: who plays in a way that no deal explains?"""
    for other in everyone(seen):
        left = 0.0
        for walk_no in range(TRIALS):
            left += note.oddity[walk_no, other]
        if other != seat and left > UNEXPLAINED * TRIALS:
            note.unexplained |= 1 << other
            for walk_no in range(TRIALS):
                note.oddity[walk_no, other] = 0.0


@rule
def begin_walk(seen, seat, worlds, walk_no, note):
    world = worlds[1]
    resample(seen, seat, world, next64(note))
    for other in everyone(seen):
        if other != seat:
            if not holds(note.unexplained, other):
                lay_sensible_reserve(world, other, note)
            note.oddity[walk_no, other] = oddity(world, other, worlds, note, 1e9)


@rule
def go_on_walking(seen, seat, world, walk_no, note):
    resample_all_but_rows(seen, seat, world, next64(note))
    for other in everyone(seen):
        if other != seat:
            for i in range(dealt(seen)):
                world.cards[other, i] = note.rows[walk_no, other, i]


@rule
def draw_likely(seens, seat, worlds, notes, seed):
    """Write a likely world into worlds[1]. The states after it are for what is remembered during one search, as are the
    notes, which are blank when it begins."""
    seen, world, note = seens[0], worlds[1], notes[0]
    note.rng = seed
    if seen.phase == Phase.RESERVE:  # nobody has done anything yet
        worlds[1] = seens[0]
        resample(seen, seat, world, seed)
        return
    if note.drawn == 0:
        list_places(seen, seat, note)
        recall(seens, seat, worlds, note)
    elif note.drawn == TRIALS:
        judge_players(seen, seat, note)
    worlds[1] = seens[0]
    walk_no = np.int64(note.drawn) % WALKS
    if note.drawn < WALKS:
        begin_walk(seen, seat, worlds, walk_no, note)
        walk(world, worlds, walk_no, note, FIRST_STEPS)
    else:
        go_on_walking(seen, seat, world, walk_no, note)
        walk(world, worlds, walk_no, note, STEPS)
    for other in everyone(seen):
        if other != seat:
            world.hand[other] = hand_from_row(seen, other, world.cards[other])
            for i in range(dealt(seen)):
                note.rows[walk_no, other, i] = world.cards[other, i]
    note.drawn += 1


LIKELY = Likely(Notes, PLAYS + 1, draw_likely)
