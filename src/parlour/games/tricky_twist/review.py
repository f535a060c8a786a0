"""Why another move would have been better in Tricky Twist: told by the features with which the bots choose theirs.

The worth of a card is a sum of parts (tactics.py). The reason is the part in which the better card leads by most.
"""

from collections import namedtuple

import numpy as np

from parlour.kit import rule
from parlour.kit.review import TurnReview, tell

from .best_declaration import forget_tally, last_slot, next_combination, stars_as_declared
from .card_sets import SUIT_BITS, size, suit_of, value_of
from .cards import LIGHTNING, VALUES, Bonus, Kind
from .declaration import choice_of, next_slot
from .reasons import EXPLANATIONS, Why, words
from .reserve import reserve_left
from .scoring import card_stars, tally
from .state import NOTHING, Act, Phase, RecollectedSeven, everyone, kind_in_force, value_side
from .tactics import (
    CARD,
    HOLD,
    LATER,
    PUT_POWER,
    PUT_SEVEN,
    PUT_SHORT,
    PUT_USEFUL,
    SEVEN,
    SEVEN_GIVEN,
    SEVEN_KEPT,
    VOID,
    at_stake,
    bonus_worth,
    fits_card,
    kit_with,
    others_last,
    outlook,
    run_in,
    share_filling_voids,
    turns_left,
    unbeaten,
    unseen,
    values_in,
)

CLEARLY = 0.05  # stars: less than this explains nothing
ENOUGH = 3  # cards in hand: the round is not about to end
LOW, MIDDLE = 3, 5  # the highest low value, the lowest middle one
SURE = 0.999
EVEN_VALUES = 0b101010101010  # as bits


@rule
def whole(stars):
    return np.int64(np.floor(stars + 0.5))


# A card

# What a card is worth on the table, in stars, by part; the last four: what it would be worth in hand, negative.
Parts = namedtuple("Parts", ("wins", "trick", "seven", "fit", "hold", "void", "later", "kept"))


@rule
def parts_of(state, seat, card, stake):
    """The parts of a card's worth, as `worth_playing` adds them up."""
    others = unseen(state, seat)
    lightning = value_of(card) == LIGHTNING
    wins, trick, seven, fit = 0.0, 0.0, 0.0, 0.0
    if stake.top == NOTHING or suit_of(card) == suit_of(stake.top):
        if card > stake.top:
            wins = unbeaten(state, seat, card, others, np.int64(state.leader))
        trick = wins * stake.more_trick
        if stake.seven or lightning:
            seven += wins * SEVEN
        if lightning:
            seven -= (1.0 - wins) * SEVEN_GIVEN
    else:
        fit = CARD * fits_card(state, seat, card)
        if lightning:
            seven += SEVEN
    if stake.left < 0.5:
        return Parts(wins, trick, seven, fit, 0.0, 0.0, 0.0, 0.0)
    suit = size(np.int64(state.hand[seat]) & SUIT_BITS[suit_of(card)])
    return Parts(
        wins,
        trick,
        seven,
        fit,
        -HOLD * stake.more_trick * unbeaten(state, seat, card, others, seat),
        VOID * stake.more_false / suit,
        -LATER * fits_card(state, seat, card),
        -SEVEN_KEPT if lightning else 0.0,
    )


@rule
def stars_with(state, cards):
    """What the scoring card pays for these false tricks; -1 if that depends on the other players."""
    scoring = state.scoring_cards[state.pile[state.round_no]]
    kind = int(scoring[0])
    count = 0
    if kind == Kind.FEW or kind == Kind.MANY:
        return np.int64(-1)
    if kind == Kind.SEQ:
        count = run_in(values_in(cards))
    elif kind == Kind.EVEN or kind == Kind.ODD:
        for suit in range(4):
            values = (cards >> (VALUES * suit)) & 0xFFF
            count += size(values & EVEN_VALUES if kind == Kind.EVEN else values & ~EVEN_VALUES)
    else:
        for suit in range(4):
            many = size(cards & SUIT_BITS[suit])
            if kind == Kind.SUITS:
                count += 1 if many > 0 else 0
            elif kind == Kind.BEST or suit == scoring[1] or suit == scoring[2]:
                count = max(count, many)
    return np.int64(card_stars(state.tables[kind], count))


@rule
def why_card(state, seat, played, best, reason):
    """Another card is better on the table."""
    tricks, mine = np.int64(state.tricks[seat]), np.int64(state.false_tricks[seat])
    false_tricks = size(mine)
    stake = at_stake(state, seat)
    good, poor = parts_of(state, seat, best, stake), parts_of(state, seat, played, stake)
    trick, seven, fit = good.trick - poor.trick, good.seven - poor.seven, good.fit - poor.fit
    hold, void, later = good.hold - poor.hold, good.void - poor.void, good.later - poor.later
    kept = good.kept - poor.kept
    most = max(trick, seven, fit, hold, void, later, kept)
    if most < CLEARLY:
        return
    if trick == most and good.wins > poor.wins:
        number = Why.WINS if good.wins > SURE else Why.LIKELY_WINS
        tell(reason, number, best, tricks, false_tricks, 0)
    elif trick == most:
        tell(reason, Why.UNWANTED, best, tricks, false_tricks, 0)
    elif seven == most:
        why_seven(state, seat, played, best, good.wins, reason)
    elif fit == most:
        more, less = stars_with(state, mine | 1 << best), stars_with(state, mine | 1 << played)
        if more > less:
            tell(reason, Why.FITS, best, more, played, less)
        else:
            tell(reason, Why.FITS_BETTER, best, played, kind_in_force(state), 0)
    elif kept == most:
        tell(reason, Why.KEEP_SEVEN, played, 0, 0, 0)
    elif hold == most:
        if stake.more_trick > 0.0:
            tell(reason, Why.KEEP_HIGH, played, tricks, false_tricks, 0)
        else:
            tell(reason, Why.SHED_HIGH, best, tricks, false_tricks, 0)
    elif void == most:
        if stake.more_false > 0.0:
            many = size(np.int64(state.hand[seat]) & SUIT_BITS[suit_of(best)])
            tell(reason, Why.TO_VOID, best, suit_of(best), many, 0)
    else:
        tell(reason, Why.KEEP_FITTING, played, best, kind_in_force(state), 0)


@rule
def why_seven(state, seat, played, best, wins, reason):
    """The better card brings a bonus card, or does not lose one."""
    leads = seat == state.leader
    off = not leads and suit_of(best) != suit_of(state.table[state.leader])
    if off:
        tell(reason, Why.SEVEN_FALSE, best, 0, 0, 0)
    elif value_of(played) == LIGHTNING:
        tell(reason, Why.SEVEN_LOST, played, 0, 0, 0)
    elif value_of(best) == LIGHTNING:
        tell(reason, Why.SEVEN_WINS, best, 0, 0, 0)
    else:
        tell(reason, Why.SEVEN_IN_TRICK, best, 0, 0, 0)


# The reserve


@rule
def power_of(state, seat, card):
    """1 for a card that nobody can beat, less for others."""
    higher = unseen(state, seat) & SUIT_BITS[suit_of(card)] & ~((2 << card) - 1)
    return 1.0 / (1.0 + size(higher))


@rule
def why_reserve(state, seat, played, best, reason):
    """Another card is better in the reserve."""
    hand = np.int64(state.hand[seat])
    few, many = size(hand & SUIT_BITS[suit_of(best)]), size(hand & SUIT_BITS[suit_of(played)])
    short = PUT_SHORT / few - PUT_SHORT / many
    power = PUT_POWER * (power_of(state, seat, played) - power_of(state, seat, best))
    useful = PUT_USEFUL * (fits_card(state, seat, played) - fits_card(state, seat, best))
    seven = PUT_SEVEN * ((value_of(played) == LIGHTNING) - (value_of(best) == LIGHTNING))
    most = max(short, power, useful, seven)
    if most < CLEARLY or (value_of(played) <= LOW and value_of(best) >= MIDDLE and short <= 0.0):
        if value_of(played) <= LOW and value_of(best) >= MIDDLE:
            tell(reason, Why.LAY_MIDDLE, best, played, 0, 0)
    elif short == most:
        tell(reason, Why.LAY_SHORT, best, suit_of(best), few, 0)
    elif power == most:
        tell(reason, Why.LAY_WEAK, played, best, 0, 0)
    elif seven == most:
        tell(reason, Why.LAY_NO_SEVEN, played, 0, 0, 0)
    else:
        tell(reason, Why.LAY_UNFITTING, played, best, kind_in_force(state), 0)


@rule
def shortest(state, seat):
    """The fewest cards in another player's hand."""
    least = np.int64(99)
    for other in everyone(state):
        if other != seat:
            least = min(least, np.int64(state.hand_left[other]))
    return least


@rule
def why_draw(state, seat, best, reason):
    """Drawing from the reserve is better than not drawing, or the other way round."""
    tricks, false_tricks = np.int64(state.tricks[seat]), size(np.int64(state.false_tricks[seat]))
    kit, hand = kit_with(state, int(state.owned[seat])), float(state.hand_left[seat])
    left = others_last(state, seat)
    short, long = min(left, hand), min(left, hand + 1.0)
    stay = outlook(state, kit, short, tricks, false_tricks)
    gain = outlook(state, kit, long, tricks, false_tricks) - stay
    more_false = outlook(state, kit, short, tricks, false_tricks + 1) - stay
    share = share_filling_voids(state, seat)
    if best == Act.DRAW:
        if gain > CLEARLY:
            tell(reason, Why.LONGER, tricks, false_tricks, np.int64(state.hand_left[seat]), 0)
        elif share == 0.0 or more_false <= 0.0:
            tell(reason, Why.CHOICE, 0, 0, 0, 0)
    elif share > 0.0 and more_false > 0.0:
        tell(reason, Why.FILLS_VOID, whole(share * reserve_left(state, seat)), 0, 0, 0)
    elif gain < 0.0:
        tell(reason, Why.LONG_ENOUGH, tricks, false_tricks, 0, 0)
    elif state.hand_left[seat] == 1:
        tell(reason, Why.ENDS_NOW, tricks, false_tricks, 0, 0)
    elif hand > shortest(state, seat):
        tell(reason, Why.NOT_THE_SHORTEST, np.int64(state.hand_left[seat]), shortest(state, seat), 0, 0)
    elif hand >= ENOUGH:
        tell(reason, Why.CAN_WAIT, np.int64(state.hand_left[seat]), 0, 0, 0)


# Bonus cards


@rule
def why_bonus(state, seat, played, best, reason):
    """Another bonus card is better, or any is better than none."""
    if best == Act.DECLINE:
        return
    side = 1 if value_side(state) else 0
    worth = whole(bonus_worth(state, seat, best - Act.TAKE))
    if played == Act.DECLINE:
        if worth > 0:
            tell(reason, Why.BONUS_FREE, best - Act.TAKE, side, worth, 0)
        return
    less = whole(bonus_worth(state, seat, played - Act.TAKE))
    if worth > less:
        tell(reason, Why.BONUS_WORTH, best - Act.TAKE, side, worth, played - Act.TAKE)
        reason.about[4] = max(0, less)
    else:
        why_this_bonus(state, seat, best - Act.TAKE, side, reason)


@rule
def why_this_bonus(state, seat, bonus, side, reason):
    """What speaks for a bonus card, if its worth alone does not."""
    tricks, false_tricks = np.int64(state.tricks[seat]), size(np.int64(state.false_tricks[seat]))
    if bonus == Bonus.STAR:
        if tricks > 0:
            tell(reason, Why.STAR_PAYS, tricks, 0, 0, 0)
    elif bonus == Bonus.FLIP or bonus == Bonus.JOKER:
        tell(reason, Why.EVENS_OUT, bonus, side, 0, 0)
    elif bonus >= Bonus.V1 and not (bonus == Bonus.V4 and side) and false_tricks < tricks:
        tell(reason, Why.MORE_FALSE, bonus, side, tricks, false_tricks)


@rule
def why_take_back(state, seat, played, best, reason):
    """Another false trick, or none, is better to take back."""
    tricks, false_tricks = np.int64(state.tricks[seat]), size(np.int64(state.false_tricks[seat]))
    kit, left = kit_with(state, int(state.owned[seat])), turns_left(state)
    fewer = outlook(state, kit, left, tricks, false_tricks - 1) - outlook(state, kit, left, tricks, false_tricks)
    if best == Act.KEEP_FALSE:
        if fewer < 0.0:
            tell(reason, Why.KEEP_BALANCE, tricks, false_tricks, 0, 0)
        return
    card = best - Act.TAKE_BACK
    again = state.recollected_seven == RecollectedSeven.GRANTS_AGAIN
    if value_of(card) == LIGHTNING and again:
        tell(reason, Why.BACK_SEVEN, card, 0, 0, 0)
    elif played == Act.KEEP_FALSE:
        if fewer > 0.0:
            tell(reason, Why.BACK_BALANCE, tricks, false_tricks, 0, 0)
    elif fits_card(state, seat, card) < fits_card(state, seat, played - Act.TAKE_BACK):
        tell(reason, Why.BACK_UNFITTING, card, played - Act.TAKE_BACK, kind_in_force(state), 0)


@rule
def most_stars(state, seat, slot, action):
    """The stars of the round if this is declared for a bonus card and the best for all after it."""
    state.chosen[slot] = choice_of(action)
    first = next_slot(state, seat, slot)
    most = stars_as_declared(state, seat)
    if first < len(state.chosen):
        last = last_slot(state, seat, first)
        while next_combination(state, seat, first, last):
            most = max(most, stars_as_declared(state, seat))
    state.chosen[slot] = NOTHING
    return np.int64(most)


@rule
def why_declare(state, seat, played, best, reason):
    """Another use of a bonus card scores more."""
    slot = np.int64(state.slot)
    before = state.chosen[slot]
    for other in everyone(state):
        if other != seat:
            forget_tally(state, other)
            tally(state, other)
    more, less = most_stars(state, seat, slot, best), most_stars(state, seat, slot, played)
    for other in everyone(state):
        forget_tally(state, other)
    state.chosen[slot] = before
    if more > less:
        tell(reason, Why.DECLARES, more, less, 0, 0)


@rule
def reason(seen, seat, played, best, reason):
    seat, played, best = np.int64(seat), np.int64(played), np.int64(best)
    tell(reason, Why.PLAYED_OUT, 0, 0, 0, 0)
    reason.about[4] = 0
    if seen.phase == Phase.RESERVE:
        why_reserve(seen, seat, played - Act.RESERVE, best - Act.RESERVE, reason)
    elif seen.phase == Phase.DRAW:
        why_draw(seen, seat, best, reason)
    elif seen.phase == Phase.PLAY:
        why_card(seen, seat, played - Act.PLAY, best - Act.PLAY, reason)
    elif seen.phase == Phase.BONUS:
        why_bonus(seen, seat, played, best, reason)
    elif seen.phase == Phase.TAKE_BACK:
        why_take_back(seen, seat, played, best, reason)
    elif seen.phase == Phase.DECLARE:
        why_declare(seen, seat, played, best, reason)


REVIEW = TurnReview(
    reason=reason, explanations={int(number): said for number, said in EXPLANATIONS.items()}, words=words
)
