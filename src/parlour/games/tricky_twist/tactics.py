"""The calculations behind good play in Tricky Twist: what a trick is worth now, which cards win, which are useful.

`sensible` combines them into a whole player that reads only what its seat can see. It is the bot `sharp`, and in the
search it plays all seats.
"""

from collections import namedtuple

import numpy as np

from parlour.kit import in_python, rule
from parlour.kit.maths import power

from .best_declaration import declare_best
from .card_sets import SUIT_BITS, holds, lowest_in, set_of, size, suit_of, value_of
from .cards import CARDS, LIGHTNING, VALUES, Bonus, Kind
from .dealing import dealt
from .declaration import forbids_suit, forbids_value
from .reserve import reserve_left
from .scoring import base_score
from .state import (
    ALLOWED,
    NEVER_SHOWN,
    NOTHING,
    Act,
    Phase,
    RecollectedSeven,
    clockwise,
    everyone,
    kind_in_force,
    value_side,
)
from .tricks import playable, turn_winner

# A table of expected stars at the end of a round, by tricks T, false tricks F and turns left.

MOST = 8  # tricks or false tricks; higher counts are treated like this one
LONGEST = 12  # turns
FEW_FLAVOUR, MANY_FLAVOUR = 1, 2  # 0: every other scoring card
KITS = 12  # combinations of bonus cards that help at the end: Flip, Joker, and 0, 1 or 2 more false tricks
# Expected stars of the scoring card by number of false tricks, for the three flavours.
CARD_STARS = (
    (0.0, 1.0, 2.2, 3.6, 5.2, 6.8, 8.0, 9.0, 10.0),
    (0.0, 11.0, 8.5, 5.0, 2.0, 0.5, 0.0, 0.0, 0.0),
    (0.0, 0.5, 2.0, 5.0, 8.0, 10.5, 12.0, 12.0, 12.0),
)
# What a turn offers (n: nothing, t: a trick, f: a false trick) and how often; the player takes the best of the offer.
OFFERS = ((0.26, "n"), (0.32, "nt"), (0.22, "f"), (0.10, "t"), (0.10, "ntf"))


def _ending(tricks: int, false_tricks: int, kit: int, flavour: int) -> float:
    """The most stars that can be made of T and F at the end with these bonus cards."""
    ends = {(tricks, false_tricks)}
    if kit & 1:
        ends |= {(t - 1, f + 1) for t, f in ends if t > 0} | {(t + 1, f - 1) for t, f in ends if f > 0}
    if kit & 2:
        ends |= {(t + 1, f) for t, f in ends} | {(t, f + 1) for t, f in ends}
    for _ in range(kit >> 2):
        ends |= {(t, f + 1) for t, f in ends}
    return max(float(in_python(base_score)(t, f)) + CARD_STARS[flavour][min(f, MOST)] for t, f in ends)


def _outlook() -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The table, filled backwards from the end of the round, turn by turn."""
    table = np.zeros((3, KITS, LONGEST + 1, MOST + 1, MOST + 1))
    for flavour in range(3):
        for kit in range(KITS):
            for tricks in range(MOST + 1):
                for false_tricks in range(MOST + 1):
                    table[flavour, kit, 0, tricks, false_tricks] = _ending(tricks, false_tricks, kit, flavour)
    up = np.minimum(np.arange(MOST + 1) + 1, MOST)
    for left in range(LONGEST):
        stay = table[:, :, left]
        ways = {"n": stay, "t": stay[:, :, up, :], "f": stay[:, :, :, up]}
        for likely, offer in OFFERS:
            table[:, :, left + 1] += likely * np.max([ways[way] for way in offer], axis=0)
    return table


# In 256ths of a star: precise enough, and a quarter of the size in a compressed file.
OUTLOOK = np.round(_outlook() * 256).astype(np.int16)

ALL_CARDS = (1 << CARDS) - 1
SEVENS = sum(1 << (VALUES * suit + LIGHTNING - 1) for suit in range(4))
FLIP, JOKER, STAR, V1, V4 = (b.value for b in (Bonus.FLIP, Bonus.JOKER, Bonus.STAR, Bonus.V1, Bonus.V4))
TAKE_BACK_CARD = Bonus.TAKE_BACK.value
RESERVE_CANDIDATES = 5  # cards for the reserve that the search considers

# Weights, in stars, found by playing variants against each other.
EAGER, SHY = 1.0, 0.6  # how often a player who can win the turn does: with too few tricks, with enough
HOLD = 0.28  # of a trick's worth, for a card that would win when led later
VOID = 0.2  # of a false trick's worth, for playing the only card of a suit; divided by the cards of that suit
CARD = 1.4  # a card that fits the scoring card, as a false trick
LATER = 0.22  # the same, while it is still in hand
SEVEN = 3.0  # to collect a 7
SEVEN_KEPT = 0.85  # to have one still in hand
SEVEN_GIVEN = 1.1  # lost by letting another player collect it
STRETCH = 0.17  # turns that a card of the reserve adds to a round
STAR_TURN = 0.32  # tricks that a turn brings the owner of Star
FITTING_V = 1.0  # a variable card that fits the scoring card, in addition to making a false trick
CHANGE = 1.8  # plus-or-minus, if there is a false trick to change; otherwise half of it
REGAIN = 1.9  # a false trick taken back to be played again
DRAW_FLEX = 0.28  # one more card to choose from
DRAW_FILLS = 1.4  # of a false trick's worth, lost if the card drawn fills a void
# The same for laying a card into the reserve.
PUT_POWER = 2.7  # a sure winner
PUT_SEVEN = 1.65  # a 7
PUT_SHORT = 3.5  # the only card of a suit
PUT_USEFUL = 0.4  # a card that fits the scoring card


@rule
def flavour_of(state):
    kind = kind_in_force(state)
    if kind == Kind.FEW:
        return FEW_FLAVOUR
    return MANY_FLAVOUR if kind == Kind.MANY else 0


@rule
def kit_with(state, owned):
    """The combination, as a row of the table, of those bonus cards in a set that can change T or F at the end."""
    count = 0
    for bonus in range(V1, V4 if value_side(state) else V4 + 1):
        if holds(owned, bonus):
            count += 1
    return (1 if holds(owned, FLIP) else 0) + (2 if holds(owned, JOKER) else 0) + 4 * min(count, 2)


@rule
def outlook(state, kit, left, tricks, false_tricks):
    """Expected stars at the end of the round, interpolated between whole turns."""
    left = min(max(left, 0.0), LONGEST - 0.001)
    whole = int(left)
    rows = OUTLOOK[flavour_of(state), kit]
    t, f = min(tricks, MOST), min(false_tricks, MOST)
    now, later = int(rows[whole, t, f]), int(rows[whole + 1, t, f])
    return (now + (left - whole) * (later - now)) / 256


@rule
def turn_has_begun(state):
    return state.phase == Phase.PLAY and state.to_act != state.leader


@rule
def turns_left(state):
    """Turns until a hand will be empty, this one included; a hand with a reserve may last a little longer."""
    begun = turn_has_begun(state)
    least = 99.0
    for seat in everyone(state):
        hand = float(state.hand_left[seat])
        if begun and state.table[seat] != NOTHING:
            hand += 1.0
        least = min(least, hand + STRETCH * reserve_left(state, seat))
    return least


@rule
def face_up(state):
    """The cards that everybody sees: in tricks, in false tricks and in this turn."""
    cards = 0
    for seat in everyone(state):
        cards |= int(state.won[seat]) | int(state.false_tricks[seat])
        if turn_has_begun(state) and state.table[seat] != NOTHING:
            cards |= 1 << np.int64(state.table[seat])
    return cards


@rule
def unseen(state, seat):
    """The cards that other players may still hold."""
    return ALL_CARDS & ~(set_of(state.cards[seat], 0, dealt(state)) | face_up(state))


@rule
def may_hold(state, seat, card):
    """False if the hand was shown not to hold the card and nothing was drawn since."""
    shown = int(state.turn_absent[seat, card])
    drawn = int(state.drawn[seat])
    return shown == NEVER_SHOWN or (drawn > 0 and state.turn_drawn[seat, drawn - 1] > shown)


@rule
def unbeaten(state, seat, card, others, last):
    """The probability that none of the players after `seat`, up to `last`, beats this card."""
    higher = others & SUIT_BITS[suit_of(card)] & ~((2 << card) - 1)
    if higher == 0:
        return 1.0
    count, pool = size(higher), float(size(others))
    nearest = lowest_in(higher)
    chance = 1.0
    other = np.int64(clockwise(state, seat))
    while other != last:
        if may_hold(state, other, nearest):
            without = power(max(0.0, 1.0 - state.hand_left[other] / pool), count)
            eager = EAGER if state.tricks[other] <= size(np.int64(state.false_tricks[other])) else SHY
            chance *= 1.0 - (1.0 - without) * eager
        other = np.int64(clockwise(state, other))
    return chance


@rule
def seven_on_table(state):
    """True if this turn's trick contains a 7 so far."""
    led = suit_of(state.table[state.leader])
    for seat in everyone(state):
        if state.table[seat] == led * VALUES + LIGHTNING - 1:
            return True
    return False


@rule
def run_in(values):
    """The length of the longest run in a set of values, given as bits."""
    length = 0
    while values:
        values &= values << 1
        length += 1
    return length


@rule
def values_in(cards):
    """The values in a set of cards, as bits."""
    return (cards | cards >> VALUES | cards >> 2 * VALUES | cards >> 3 * VALUES) & 0xFFF


@rule
def fits_card(state, seat, card):
    """How well a card fits the scoring card as one more false trick of this seat, from about 1 (well) to -1."""
    scoring = state.scoring_cards[state.pile[state.round_no]]
    kind = int(scoring[0])
    mine = np.int64(state.false_tricks[seat])
    suit = suit_of(card)
    if kind == Kind.EVEN:
        return 1.0 if value_of(card) % 2 == 0 else -1.0
    if kind == Kind.ODD:
        return 1.0 if value_of(card) % 2 == 1 else -1.0
    if kind == Kind.SUITS:
        return 1.2 if mine & SUIT_BITS[suit] == 0 else -0.8
    if kind == Kind.SEQ:
        values = values_in(mine)
        more = values | 1 << (value_of(card) - 1)
        if more == values:
            return -1.0
        if run_in(more) > run_in(values):
            return 1.0
        bridged = run_in(more | more << 1) > run_in(values | values << 1) + 1  # a run with one value missing
        return 0.2 if bridged else -0.4
    if kind == Kind.FEW or kind == Kind.MANY:
        return 0.0
    count = size(mine & SUIT_BITS[suit])
    if kind == Kind.BEST:
        most = 0
        for other in range(4):
            most = max(most, size(mine & SUIT_BITS[other]))
        return 0.8 if count == most else -0.6
    first, second = int(scoring[1]), int(scoring[2])
    if suit != first and suit != second:
        return -1.0
    rival = size(mine & SUIT_BITS[first + second - suit])
    return 1.0 if count >= rival else 0.0


@rule
def keeping(state, seat, card, others, more_trick, more_false):
    """What it is worth to keep a card in hand instead of playing it."""
    hand = np.int64(state.hand[seat])
    worth = HOLD * more_trick * unbeaten(state, seat, card, others, seat)
    worth -= VOID * more_false / size(hand & SUIT_BITS[suit_of(card)])
    worth += LATER * fits_card(state, seat, card)
    return worth + SEVEN_KEPT if value_of(card) == LIGHTNING else worth


# A turn as everybody sees it: what one more trick and one more false trick would add for a seat, the turns left after
# it, the card to beat (NOTHING for the leader), and whether a 7 lies on the table.
Stake = namedtuple("Stake", ("more_trick", "more_false", "left", "top", "seven"))


@rule
def at_stake(state, seat):
    tricks, false_tricks = np.int64(state.tricks[seat]), size(np.int64(state.false_tricks[seat]))
    kit, left = kit_with(state, int(state.owned[seat])), turns_left(state) - 1.0
    now = outlook(state, kit, left, tricks, false_tricks)
    more_trick = outlook(state, kit, left, tricks + 1, false_tricks) - now
    more_false = outlook(state, kit, left, tricks, false_tricks + 1) - now
    if seat == state.leader:
        return Stake(more_trick, more_false, left, np.int64(NOTHING), False)
    return Stake(more_trick, more_false, left, np.int64(state.table[turn_winner(state)]), seven_on_table(state))


@rule
def worth_playing(state, seat, card, others, stake):
    """What a card is worth on the table, minus what it would be worth in hand."""
    lightning = value_of(card) == LIGHTNING
    if stake.top == NOTHING or suit_of(card) == suit_of(stake.top):
        wins = unbeaten(state, seat, card, others, np.int64(state.leader)) if card > stake.top else 0.0
        worth = wins * stake.more_trick
        if stake.seven or lightning:
            worth += wins * SEVEN
        if lightning:
            worth -= (1.0 - wins) * SEVEN_GIVEN
    else:
        worth = stake.more_false + CARD * fits_card(state, seat, card)
        if lightning:
            worth += SEVEN
    if stake.left >= 0.5:
        worth -= keeping(state, seat, card, others, stake.more_trick, stake.more_false)
    return worth


@rule
def play_well(state, seat, ask):
    """The card that is worth most on the table; of equals, the first."""
    stake, others = at_stake(state, seat), unseen(state, seat)
    best, chosen = -1e9, np.int64(ask.moves[0])
    for i in range(ask.count):
        action = np.int64(ask.moves[i])
        worth = worth_playing(state, seat, action - Act.PLAY, others, stake)
        if worth > best:
            best, chosen = worth, action
    return chosen


@rule
def would_play_another(state, seat, card, others, stake):
    """True if `play_well` would not play this card."""
    worth = worth_playing(state, seat, card, others, stake)
    rest = playable(state, seat) & ~(1 << card)
    while rest:
        another = lowest_in(rest)
        rest &= rest - 1
        its_worth = worth_playing(state, seat, another, others, stake)
        if its_worth > worth or (its_worth == worth and another < card):
            return True
    return False


@rule
def worth_in_reserve(card, held, higher, fit):
    """What it is worth to lay a card into the reserve: `held` cards of its suit are in hand, others hold `higher` ones,
    and it fits the scoring card so well."""
    worth = PUT_SHORT / held
    worth -= PUT_POWER / (1.0 + higher)
    worth -= PUT_USEFUL * fit
    return worth - PUT_SEVEN if value_of(card) == LIGHTNING else worth


@rule
def best_for_reserve(state, seat, ask, first):
    """The index, in the list of moves from `first` on, of the best card for the reserve.

    Weak cards of short suits go first, so that the hand is left with a void and with winners.
    """
    hand = np.int64(state.hand[seat])
    others = unseen(state, seat)
    best, place = -1e9, first
    for i in range(first, np.int64(ask.count)):
        card = np.int64(ask.moves[i]) - Act.RESERVE
        higher = others & SUIT_BITS[suit_of(card)] & ~((2 << card) - 1)
        held = size(hand & SUIT_BITS[suit_of(card)])
        worth = worth_in_reserve(card, held, size(higher), fits_card(state, seat, card))
        if worth > best:
            best, place = worth, i
    return place


@rule
def share_filling_voids(state, seat):
    """The share of the seat's reserve that is of suits missing from its hand."""
    hand = np.int64(state.hand[seat])
    first, last = np.int64(state.drawn[seat]), np.int64(state.picked[seat])
    count = 0
    for i in range(first, last):
        if hand & SUIT_BITS[suit_of(state.cards[seat, i])] == 0:
            count += 1
    return count / (last - first)


@rule
def others_last(state, seat):
    """Turns until another player's hand will be empty."""
    least = 99.0
    for other in everyone(state):
        if other != seat:
            least = min(least, float(state.hand_left[other]) + STRETCH * reserve_left(state, other))
    return least


@rule
def draw_pays(state, seat):
    """A card drawn may prolong the round and is one more to choose from, but may fill a void."""
    tricks, false_tricks = np.int64(state.tricks[seat]), size(np.int64(state.false_tricks[seat]))
    kit, hand = kit_with(state, int(state.owned[seat])), float(state.hand_left[seat])
    left = others_last(state, seat)
    short, long = min(left, hand), min(left, hand + 1.0)
    stay = outlook(state, kit, short, tricks, false_tricks)
    more_false = outlook(state, kit, short, tricks, false_tricks + 1) - stay
    gain = outlook(state, kit, long, tricks, false_tricks) - stay
    return gain + DRAW_FLEX - DRAW_FILLS * max(more_false, 0.0) * share_filling_voids(state, seat) > 0.0


@rule
def side_fits(state, seat, bonus):
    """How well a variable card can be made to fit the scoring card, on the scale of `fits_card`."""
    best = -1.0
    if value_side(state):
        for value in range(1, VALUES + 1):
            if forbids_value(bonus, value) == ALLOWED:
                best = max(best, fits_card(state, seat, np.int64(value - 1)))
        return best
    for suit in range(4):
        if forbids_suit(bonus, suit) == ALLOWED:
            best = max(best, fits_card(state, seat, np.int64(suit * VALUES)))
    return best


@rule
def bonus_worth(state, seat, bonus):
    """What owning one more bonus card adds."""
    tricks, mine = np.int64(state.tricks[seat]), np.int64(state.false_tricks[seat])
    false_tricks, owned = size(mine), int(state.owned[seat])
    left = turns_left(state)
    if bonus == STAR:
        return tricks + STAR_TURN * left
    kit = kit_with(state, owned)
    now = outlook(state, kit, left, tricks, false_tricks)
    if bonus == TAKE_BACK_CARD:
        if mine == 0:
            return 0.0
        again = SEVEN if mine & SEVENS != 0 and state.recollected_seven == RecollectedSeven.GRANTS_AGAIN else 0.0
        return outlook(state, kit, left, tricks, false_tricks - 1) - now + REGAIN + again
    if bonus == V4 and value_side(state):
        return CHANGE if mine != 0 else 0.5 * CHANGE
    worth = outlook(state, kit_with(state, owned | 1 << bonus), left, tricks, false_tricks) - now
    return worth if bonus < V1 else worth + FITTING_V * side_fits(state, seat, bonus)


@rule
def take_best(state, seat, ask):
    """The bonus card that adds most; declining is the last move of the list and adds nothing."""
    best, chosen = 0.0, np.int64(ask.moves[ask.count - 1])
    for i in range(ask.count - 1):
        worth = bonus_worth(state, seat, np.int64(ask.moves[i]) - Act.TAKE)
        if worth > best:
            best, chosen = worth, np.int64(ask.moves[i])
    return chosen


@rule
def best_to_take_back(state, seat, ask):
    """The false trick to take back: a 7 that will grant again, or the one that fits the scoring card least."""
    best, chosen = -1e9, np.int64(ask.moves[0])
    for i in range(ask.count - 1):
        card = np.int64(ask.moves[i]) - Act.TAKE_BACK
        worth = -fits_card(state, seat, card)
        if value_of(card) == LIGHTNING and state.recollected_seven == RecollectedSeven.GRANTS_AGAIN:
            worth += SEVEN
        if worth > best:
            best, chosen = worth, np.int64(ask.moves[i])
    return chosen


@rule
def sensible(state, seat, ask):
    """A good move, from what the seat can see."""
    if ask.count == 1:
        return np.int64(ask.moves[0])
    if state.phase == Phase.RESERVE:
        return np.int64(ask.moves[best_for_reserve(state, seat, ask, 0)])
    if state.phase == Phase.DRAW:
        return np.int64(Act.DRAW) if draw_pays(state, seat) else np.int64(Act.STAY)
    if state.phase == Phase.PLAY:
        return play_well(state, seat, ask)
    if state.phase == Phase.BONUS:
        return take_best(state, seat, ask)
    if state.phase == Phase.TAKE_BACK:
        return best_to_take_back(state, seat, ask)
    return declare_best(state, seat)


@rule
def keep_likely(state, seat, ask):
    """For the search: only the best declaration, and only the most promising cards for the reserve, are tried."""
    if state.phase == Phase.DECLARE:
        ask.moves[0] = declare_best(state, seat)
        ask.count = 1
    elif state.phase == Phase.RESERVE:
        for place in range(min(RESERVE_CANDIDATES, ask.count)):
            best = best_for_reserve(state, seat, ask, place)
            move = ask.moves[place]
            ask.moves[place] = ask.moves[best]
            ask.moves[best] = move
        ask.count = min(RESERVE_CANDIDATES, ask.count)
