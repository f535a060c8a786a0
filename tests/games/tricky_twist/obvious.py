"""Tricky Twist again, slow and obvious: where every card lies, and what a round is worth. Calls no rule."""

from typing import Any

SCORES_AT = (
    "every step"  # rounds before the last are checked from their tricks and false tricks, the last from its cards
)

OVER, PLAY = 6, 2
TABLES = ["SEQ", "SUIT2", "SUIT2", "BEST", "SUITS", "FEW", "MANY", "EVEN", "ODD"]
FLIP, JOKER, STAR, V1, V2, V3, V4 = 1, 2, 3, 4, 5, 6, 7


def bits(number: Any) -> list[int]:
    return [i for i, digit in enumerate(reversed(bin(int(number))[2:])) if digit == "1"]


def all_cards(state: Any) -> list[int]:
    """Every number card: in hands, reserves, tricks, false tricks, and on the table while a turn goes on."""
    cards: list[int] = []
    for seat in range(state.seats):
        cards += bits(state.hand[seat]) + bits(state.won[seat]) + bits(state.false_tricks[seat])
        cards += [int(card) for card in state.cards[seat][state.drawn[seat] : state.picked[seat]]]
        if state.phase == PLAY and state.to_act != state.leader and state.table[seat] >= 0:
            cards.append(int(state.table[seat]))
    return sorted(cards)


def full_deck(state: Any) -> list[int]:
    return list(range(48))


def scores(state: Any) -> list[int]:
    """The stars of all finished rounds."""
    finished = int(state.round_no) + (1 if state.phase == OVER else 0)
    total = [0] * int(state.seats)
    for number in range(finished):
        last = state.phase == OVER and number == finished - 1
        for seat, stars in enumerate(last_round(state) if last else earlier_round(state, number)):
            total[seat] += stars
    return total


def base(tricks: int, false_tricks: int) -> int:
    pairs = min(tricks, false_tricks)
    return tricks + pairs * 3 + (pairs * 2 if tricks == false_tricks else 0)


def earlier_round(state: Any, number: int) -> list[int]:
    """Its cards are gone: T and F are taken from the record, and the scoring card where it is not decided by them."""
    seats = range(int(state.seats))
    kind = TABLES[state.scoring_cards[state.pile[number]][0]]
    table = [int(stars) for stars in state.tables[state.scoring_cards[state.pile[number]][0]]]
    counts = [int(state.results[number][seat][1]) for seat in seats]
    stars = []
    for seat in seats:
        tricks, false_tricks = (int(part) for part in state.results[number][seat][:2])
        card = int(state.results[number][seat][3])
        if kind in ("FEW", "MANY"):
            card = ranked(state, kind, table, counts)[seat]
        star = tricks if int(state.owners[number][STAR]) == seat else 0
        stars.append(base(tricks, false_tricks) + card + star)
    return stars


def last_round(state: Any) -> list[int]:
    seats = range(int(state.seats))
    card = [int(part) for part in state.scoring_cards[state.pile[state.round_no]]]
    kind, table = TABLES[card[0]], [int(stars) for stars in state.tables[card[0]]]
    value_side = kind in ("SEQ", "EVEN", "ODD") or (kind in ("FEW", "MANY") and state.rank_cards_side == 1)
    units = [declared(state, seat, value_side) for seat in seats]
    counts = [len(false_tricks) for _, false_tricks in units]
    stars = []
    for seat in seats:
        tricks, false_tricks = units[seat]
        if kind in ("FEW", "MANY"):
            extra = ranked(state, kind, table, counts)[seat]
        else:
            extra = paid(table, looked_at(kind, false_tricks, card[1:]))
        star = tricks if STAR in bits(state.owned[seat]) else 0
        stars.append(base(tricks, len(false_tricks)) + extra + star)
    return stars


def declared(state: Any, seat: int, value_side: bool) -> tuple[int, list[list[Any]]]:
    """The number of tricks, and the false tricks as [value, suit], after the seat's declaration."""
    false_tricks: dict[int, list[Any]] = {}  # by what it is: a number card, or 48 + a bonus card
    for number in bits(state.false_tricks[seat]):
        false_tricks[number] = [number % 12 + 1, number // 12]
    tricks = len({int(state.turn_played[number]) for number in bits(state.won[seat])})
    for bonus in bits(state.owned[seat]):
        choice = int(state.chosen[bonus])
        if choice < 0:
            continue
        if bonus == FLIP and choice in false_tricks:
            del false_tricks[choice]
            tricks += 1
        elif bonus == FLIP:
            false_tricks[choice] = [choice % 12 + 1, choice // 12]
            tricks -= 1
        elif bonus == JOKER and choice == 0:
            tricks += 1
        elif bonus == JOKER:
            false_tricks[48 + JOKER] = [None, None]
        elif not value_side:
            false_tricks[48 + bonus] = [None, choice]
        elif bonus < V4:
            false_tricks[48 + bonus] = [choice + 1, None]
        elif choice < 56:
            false_tricks[choice][0] += 1
        else:
            false_tricks[choice - 56][0] -= 1
    return tricks, list(false_tricks.values())


def looked_at(kind: str, false_tricks: list[list[Any]], pair: list[int]) -> int:
    values = [value for value, _ in false_tricks if value is not None]
    suits = [suit for _, suit in false_tricks if suit is not None]
    if kind == "SEQ":
        runs = [n for n in range(1, 13) for low in range(1, 14 - n) if set(range(low, low + n)) <= set(values)]
        return max(runs, default=0)
    if kind == "SUIT2":
        return max(suits.count(suit) for suit in pair)
    if kind == "BEST":
        return max(suits.count(suit) for suit in range(4))
    if kind == "SUITS":
        return len(set(suits))
    return len([value for value in values if value % 2 == (0 if kind == "EVEN" else 1)])


def paid(table: list[int], count: int) -> int:
    return 0 if count == 0 else table[min(count, 12) - 1]


def ranked(state: Any, kind: str, table: list[int], counts: list[int]) -> list[int]:
    """Stars for the places on FEW and MANY."""
    in_order = sorted((count for count in counts if count > 0), reverse=kind == "MANY")
    if state.rank_ties == 1:
        in_order = sorted(set(in_order), reverse=kind == "MANY")
    return [paid(table, in_order.index(count) + 1) if count else 0 for count in counts]
