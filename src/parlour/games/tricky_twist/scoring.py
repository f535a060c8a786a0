"""The score of a round: base score, scoring card and Star (sections 12 and 13 of the rulebook)."""

import numpy as np

from parlour.kit import rule

from .card_sets import holds, lowest_in, size, suit_of, value_of
from .cards import BONUS_CARDS, LONGEST_TABLE, TARGETS, VALUES, Bonus, Kind
from .declaration import changed_value, declared, false_cards, target_value
from .state import NOTHING, Act, RankTies, everyone, value_side

# 12. Base score


@rule
def base_score(tricks, false_tricks):
    """TRK-82 to TRK-85."""
    each = 5 if tricks == false_tricks else 3
    return tricks + each * min(tricks, false_tricks)


# 13. Scoring cards


@rule
def tally(state, seat):
    """TRK-81: T, F, and the false tricks by value and suit, after the seat's declaration is applied."""
    cards = false_cards(state, seat)
    tricks = int(state.tricks[seat])
    flipped = declared(state, seat, Bonus.FLIP.value)
    if flipped != NOTHING:
        tricks += -1 if holds(cards, flipped) else 1
    joker = declared(state, seat, Bonus.JOKER.value)
    if joker == 0:
        tricks += 1
    state.final_tricks[seat] = tricks
    state.final_false[seat] = size(cards) + (1 if joker == 1 else 0)
    while cards:
        card = lowest_in(cards)
        cards &= cards - 1
        state.values[seat, value_of(card) - 1] += 1
        state.suits[seat, suit_of(card)] += 1
    if value_side(state):
        tally_values(state, seat)
    else:
        tally_suits(state, seat)


@rule
def tally_suits(state, seat):
    """TRK-68: a symbol side is one more false trick, with a suit."""
    for bonus in range(Bonus.V1.value, BONUS_CARDS):
        suit = declared(state, seat, bonus)
        if suit != NOTHING:
            state.suits[seat, suit] += 1
            state.final_false[seat] += 1


@rule
def tally_values(state, seat):
    """TRK-69 to TRK-71, TRK-73: a value side is one more false trick, with a value; V4 only changes one."""
    for bonus in range(Bonus.V1.value, Bonus.V4.value):
        value = declared(state, seat, bonus)
        if value != NOTHING:
            state.values[seat, value] += 1
            state.final_false[seat] += 1
    change = declared(state, seat, Bonus.V4.value)
    if change != NOTHING:
        action = Act.PLUS + change
        state.values[seat, target_value(state, change % TARGETS) - 1] -= 1
        state.values[seat, changed_value(state, action) - 1] += 1


@rule
def longest_run(values):
    """TRK-88 to TRK-90."""
    best = 0
    run = 0
    for i in range(VALUES):
        run = run + 1 if values[i] > 0 else 0
        best = max(best, run)
    return best


@rule
def strongest_suit(suits):
    """TRK-92."""
    best = 0
    for suit in range(4):
        best = max(best, int(suits[suit]))
    return best


@rule
def suits_present(suits):
    """TRK-93."""
    present = 0
    for suit in range(4):
        if suits[suit] > 0:
            present += 1
    return present


@rule
def with_parity(values, first):
    """TRK-98: false tricks with the values first, first + 2, ..."""
    count = 0
    for i in range(first - 1, VALUES, 2):
        count += int(values[i])
    return count


@rule
def ahead(counts, seat, other, kind):
    """TRK-94: True if another player has more false tricks (Most), or fewer but at least one (Fewest)."""
    mine, theirs = int(counts[seat]), int(counts[other])
    if kind == Kind.MANY:
        return theirs > mine
    return 0 < theirs < mine


@rule
def place(counts, seats, seat, kind, dense):
    """TRK-94 to TRK-97: the seat's place, shared by tied players; 0 without false tricks."""
    if counts[seat] == 0:
        return 0
    better = 0
    for other in range(seats):
        if ahead(counts, seat, other, kind) and not (dense and tied_with_earlier(counts, other)):
            better += 1
    return better + 1


@rule
def tied_with_earlier(counts, seat):
    for other in range(seat):
        if counts[other] == counts[seat]:
            return True
    return False


@rule
def card_count(kind, first, second, values, suits, counts, seats, seat, dense):
    """TRK-87: what a scoring card counts among the false tricks of a seat; for Fewest and Most, the seat's place."""
    if kind == Kind.SEQ:
        return longest_run(values)
    if kind == Kind.SUIT2_A or kind == Kind.SUIT2_B:  # TRK-91: the better of the two
        return max(int(suits[first]), int(suits[second]))
    if kind == Kind.BEST:
        return strongest_suit(suits)
    if kind == Kind.SUITS:
        return suits_present(suits)
    if kind == Kind.EVEN:
        return with_parity(values, 2)
    if kind == Kind.ODD:
        return with_parity(values, 1)
    return place(counts, seats, seat, kind, dense)


@rule
def card_stars(table, count):
    """TRK-99, TRK-100."""
    return int(table[min(count, LONGEST_TABLE) - 1]) if count > 0 else 0


@rule
def stars_of_card(state, seat):
    """TRK-87, TRK-99: the stars that the scoring card in force pays a seat, once everybody's T and F are fixed."""
    card = state.scoring_cards[state.pile[state.round_no]]
    kind = int(card[0])
    count = card_count(
        kind,
        int(card[1]),
        int(card[2]),
        state.values[seat],
        state.suits[seat],
        state.final_false,
        np.int64(state.seats),
        seat,
        state.rank_ties == RankTies.DENSE,
    )
    return card_stars(state.tables[kind], count)


@rule
def score_round(state):
    """TRK-80 to TRK-86: T and F are fixed for all, then base score, scoring card and Star."""
    for seat in everyone(state):
        tally(state, seat)
    for seat in everyone(state):
        tricks, false_tricks = int(state.final_tricks[seat]), int(state.final_false[seat])
        base = base_score(tricks, false_tricks)
        stars = stars_of_card(state, seat)
        star = tricks if holds(state.owned[seat], Bonus.STAR.value) else 0  # TRK-66, TRK-67
        write_result(state.results[state.round_no, seat], tricks, false_tricks, base, stars, star)
        write_declarations(state, seat)
        state.total[seat] += base + stars + star


@rule
def write_result(result, tricks, false_tricks, base, stars, star):
    result[0] = tricks
    result[1] = false_tricks
    result[2] = base
    result[3] = stars
    result[4] = star


@rule
def write_declarations(state, seat):
    """TRK-80: declarations stay visible when the round is over."""
    for bonus in range(BONUS_CARDS):
        if holds(state.owned[seat], bonus):
            state.owners[state.round_no, bonus] = seat
            state.declarations[state.round_no, bonus] = state.chosen[bonus]
