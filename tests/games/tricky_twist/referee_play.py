"""Tricky Twist for its referee: rounds, turns, declarations and scoring, written from `rulebook.md` alone.

Hands, reserves, tricks and false tricks are lists of cards; a trick is a list of its own. The top card of a reserve is
the first.
"""

from collections.abc import Iterable
from typing import Any

from parlour.games.tricky_twist.cards import Bonus
from parlour.games.tricky_twist.state import Act, Phase

SUITS = ["moon", "sun", "square", "circle"]  # TRK-06, in the order of TRK-108
NOTHING = -1

# TRK-A
SYMBOL_SIDES = {
    Bonus.V1: ["moon", "sun"],
    Bonus.V2: ["sun", "square"],
    Bonus.V3: ["square", "circle"],
    Bonus.V4: ["circle", "moon"],
}
VALUE_SIDES = {Bonus.V1: range(1, 13, 2), Bonus.V2: range(2, 13, 2), Bonus.V3: range(1, 13)}

# TRK-B
HOUSE_TABLES = {
    "SEQ": [1, 3, 6, 9, 12],
    "SUIT2-A": [2, 4, 7, 10, 12],
    "SUIT2-B": [2, 4, 7, 10, 12],
    "BEST": [1, 2, 3, 5, 8, 12],
    "SUITS": [1, 3, 7, 12],
    "FEW": [12, 7, 3, 0],
    "MANY": [12, 7, 3, 0],
    "EVEN": [1, 3, 6, 9, 12],
    "ODD": [1, 3, 6, 9, 12],
}
HOUSE_SCORING_CARDS = [
    {"kind": "SEQ"},
    {"kind": "SUIT2-A", "suits": ["moon", "square"]},
    {"kind": "SUIT2-B", "suits": ["sun", "circle"]},
    *({"kind": kind} for kind in ("BEST", "SUITS", "FEW", "MANY", "EVEN", "ODD")),
]

# TRK-81: Star is counted at the end of the round without a decision, Take-back was used at once.
DECLARED = [Bonus.FLIP, Bonus.JOKER, Bonus.V1, Bonus.V2, Bonus.V3, Bonus.V4]


def suit(card: int) -> str:
    return SUITS[card // 12]


def value(card: int) -> int:
    return card % 12 + 1


def longest_run(values: set[int]) -> int:
    """TRK-88 to TRK-90."""
    return max(
        (length for length in range(13) for first in values if set(range(first, first + length)) <= values), default=0
    )


def points_of_tricks(tricks: int, false_tricks: int) -> int:
    """TRK-82 to TRK-85."""
    return tricks + min(tricks, false_tricks) * (5 if tricks == false_tricks else 3)


class Play:
    """A game as the rulebook tells it. Chance is read from `after`, the engine's state after the latest event."""

    def __init__(self, seats: int, options: dict[str, Any], dealt: Any) -> None:
        self.seats, self.options, self.after = seats, options, dealt
        self.tables = HOUSE_TABLES if options["tables"] == "house" else options["tables"]
        custom = options["scoring_cards"]
        self.scoring_cards: list[Any] = HOUSE_SCORING_CARDS if custom == "house" else custom["card"]
        self.pile = list(dealt.pile)  # TRK-14
        self.starter = dealt.starter  # TRK-16
        self.clock, self.round = 0, 0
        self.gone = [False] * seats
        self.take_back_used = False
        self.results: list[list[list[int]]] = []
        self.owners: list[list[int]] = []
        self.declarations: list[dict[Bonus, int]] = []
        self.table = [NOTHING] * seats
        self.new_round()

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + i) % self.seats for i in range(self.seats)]

    def kind(self) -> str:
        """TRK-17: the scoring card in force."""
        return str(self.scoring_cards[self.pile[self.round]]["kind"])

    def value_sides_up(self) -> bool:
        """TRK-13."""
        ranked = self.kind() in ("FEW", "MANY") and self.options["rank_cards_side"] == "value"
        return ranked or self.kind() in ("SEQ", "EVEN", "ODD")

    # 4. Preparing a round

    def new_round(self) -> None:
        self.display = set(Bonus)  # TRK-19
        if self.take_back_used and self.options["take_back_card"] == "once-per-game":  # TRK-20
            self.display.remove(Bonus.TAKE_BACK)
        self.owned: list[set[Bonus]] = [set() for _ in range(self.seats)]
        self.declined: set[int] = set()
        self.chosen: dict[Bonus, int] = {}  # what is declared, as an action
        self.hands = [list(self.after.cards[seat][: 48 // self.seats]) for seat in range(self.seats)]  # TRK-21, TRK-22
        self.picked: list[list[int]] = [[] for _ in range(self.seats)]
        self.reserves: list[list[int]] = [[] for _ in range(self.seats)]
        self.turns_drawn: list[list[int]] = [[] for _ in range(self.seats)]
        self.tricks: list[list[list[int]]] = [[] for _ in range(self.seats)]
        self.false_tricks: list[list[int]] = [[] for _ in range(self.seats)]
        self.plays: list[tuple[int, int, int]] = []  # turn, seat, card
        self.taken_back: list[tuple[int, int]] = []  # the card, and the turn in which it had been played
        self.turn, self.leader = 0, self.starter
        self.phase, self.to_act, self.since = Phase.RESERVE, NOTHING, self.clock
        self.queue: list[int] = []  # seats that will be asked in this phase
        self.lay_for(seat for seat in range(self.seats) if self.gone[seat])

    def pick(self, seat: int, card: int) -> None:
        """TRK-24. The order of the reserve is chance."""
        self.hands[seat].remove(card)
        self.picked[seat].append(card)
        if len(self.picked[seat]) == 5:
            self.reserves[seat] = list(self.after.cards[seat][:5])
            self.begin_when_all_are_laid()

    def lay_for(self, seats: Iterable[int]) -> None:
        """TRK-27: five cards at random for slow players, or for those who have left (TRK-108)."""
        if all(self.gone) and self.after.round_no > self.round:
            self.skip_round()
            return
        for seat in seats:
            if len(self.picked[seat]) < 5:
                whole = self.hands[seat] + self.picked[seat]
                self.picked[seat] = list(self.after.cards[seat][:5])
                self.reserves[seat] = list(self.picked[seat])
                self.hands[seat] = [card for card in whole if card not in self.picked[seat]]
        self.begin_when_all_are_laid()

    def skip_round(self) -> None:
        """When everybody has left, the rounds follow one another in one moment. The cards of all but the last are
        unknown, and so are their results. Nobody takes a bonus card."""
        self.results.append([list(row) for row in self.after.results[self.round][: self.seats]])
        self.owners.append([NOTHING] * len(Bonus))
        self.declarations.append({})
        self.next_round()

    def begin_when_all_are_laid(self) -> None:
        if all(len(picked) == 5 for picked in self.picked):
            self.begin_turn()

    # 5. and 6. A turn

    def begin_turn(self) -> None:
        """TRK-28 to TRK-30."""
        self.phase = Phase.DRAW
        self.queue = [seat for seat in self.clockwise_from(self.leader) if self.reserves[seat]]
        self.ask_next()

    def ask(self, seat: int) -> None:
        self.to_act, self.since = seat, self.clock

    def ask_next(self) -> None:
        """The next player who has to decide in this phase; if there is none, the next phase."""
        if self.queue:
            self.ask(self.queue.pop(0))
            if self.phase == Phase.DECLARE:
                self.pending = [bonus for bonus in DECLARED if bonus in self.owned[self.to_act]]
        elif self.phase == Phase.DRAW:
            self.phase = Phase.PLAY
            self.ask(self.leader)
        elif self.phase == Phase.DECLARE:
            self.score_round()
        else:
            self.end_turn()

    def draw(self, seat: int) -> None:
        self.hands[seat].append(self.reserves[seat].pop(0))
        self.turns_drawn[seat].append(self.turn)
        self.ask_next()

    def playable(self, seat: int) -> list[int]:
        """TRK-32 to TRK-37."""
        hand = self.hands[seat]
        if seat == self.leader:
            return hand
        led = suit(self.table[self.leader])
        return [card for card in hand if suit(card) == led] or hand

    def play(self, seat: int, card: int) -> None:
        if seat == self.leader:
            self.table = [NOTHING] * self.seats  # TRK-107: the last turn was visible until now
        self.hands[seat].remove(card)
        self.table[seat] = card
        self.plays.append((self.turn, seat, card))
        following = (seat + 1) % self.seats
        if following == self.leader:
            self.resolve()
        else:
            self.ask(following)

    # 7. and 8. Resolving a turn

    def resolve(self) -> None:
        led = suit(self.table[self.leader])
        followers = [seat for seat in range(self.seats) if suit(self.table[seat]) == led]
        winner = max(followers, key=lambda seat: value(self.table[seat]))  # TRK-38
        collected: list[list[int]] = [[] for _ in range(self.seats)]
        collected[winner] = [self.table[seat] for seat in followers]
        self.tricks[winner].append(collected[winner])  # TRK-40
        for seat in range(self.seats):
            if seat not in followers:
                collected[seat] = [self.table[seat]]
                self.false_tricks[seat].append(self.table[seat])  # TRK-41
        returned = [card for card, _ in self.taken_back]
        granting = [
            card
            for card in self.table
            if value(card) == 7 and not (card in returned and self.options["recollected_seven"] == "no-grant")  # TRK-58
        ]
        self.leader = winner  # TRK-44
        self.phase = Phase.BONUS
        self.queue = [seat for seat in self.clockwise_from(winner) if set(granting) & set(collected[seat])]  # TRK-48
        self.ask_next()

    def take(self, seat: int, bonus: Bonus) -> None:
        self.display.remove(bonus)
        if bonus != Bonus.TAKE_BACK:
            self.owned[seat].add(bonus)  # TRK-53
            self.ask_next()
            return
        self.take_back_used = True  # TRK-55
        if self.false_tricks[seat]:
            self.phase = Phase.TAKE_BACK  # TRK-56
            self.ask(seat)
        else:
            self.ask_next()  # TRK-57

    def decline(self, seat: int) -> None:
        self.declined.add(seat)
        self.ask_next()  # TRK-49

    def take_back(self, seat: int, card: int | None) -> None:
        """TRK-55 to TRK-57."""
        if card is not None:
            self.false_tricks[seat].remove(card)
            self.hands[seat].append(card)
            self.taken_back.append((card, [turn for turn, _, played in self.plays if played == card][-1]))
        self.phase = Phase.BONUS
        self.ask_next()

    def end_turn(self) -> None:
        """TRK-76, TRK-80."""
        self.turn += 1
        if all(self.hands):
            self.begin_turn()
            return
        self.phase = Phase.DECLARE
        self.queue = [
            seat
            for seat in self.clockwise_from(self.leader)
            if set(DECLARED) & self.owned[seat] and not self.gone[seat]
        ]
        self.ask_next()

    # 9. to 11. Declaring bonus cards

    def declarable(self, seat: int, bonus: Bonus) -> set[int]:
        actions = {int(Act.UNUSED)}  # TRK-52
        if bonus == Bonus.FLIP:
            own = [*self.false_tricks[seat], *(card for trick in self.tricks[seat] for card in trick)]
            actions |= {Act.FLIP + card for card in own}  # TRK-60, TRK-61, TRK-63
        elif bonus == Bonus.JOKER:
            actions |= {int(Act.JOKER_TRICK), int(Act.JOKER_FALSE)}  # TRK-64
        elif not self.value_sides_up():
            actions |= {Act.SUIT + SUITS.index(name) for name in SYMBOL_SIDES[bonus]}  # TRK-68
        elif bonus in VALUE_SIDES:
            actions |= {Act.VALUE + number - 1 for number in VALUE_SIDES[bonus]}  # TRK-69 to TRK-72
        else:
            for target, (number, _) in self.false_tricks_of(seat)[1].items():  # TRK-73, TRK-74
                if number is not None and number < 12:
                    actions.add(Act.PLUS + target)
                if number is not None and number > 1:
                    actions.add(Act.MINUS + target)
        return actions

    def false_tricks_of(self, seat: int) -> tuple[int, dict[int, tuple[Any, Any]]]:
        """TRK-81: the number of tricks and, by target number, each false trick's value and suit, after everything
        that the seat has declared."""
        tricks = len(self.tricks[seat])
        false: dict[int, tuple[Any, Any]] = {card: (value(card), suit(card)) for card in self.false_tricks[seat]}
        for bonus in [bonus for bonus in DECLARED if bonus in self.owned[seat]]:
            action = self.chosen.get(bonus, int(Act.UNUSED))
            if action == Act.UNUSED:
                continue
            if bonus == Bonus.FLIP:
                card = action - Act.FLIP
                if card in false:
                    del false[card]  # TRK-62
                    tricks += 1
                else:
                    false[card] = (value(card), suit(card))
                    tricks -= 1
            elif action == Act.JOKER_TRICK:
                tricks += 1
            elif action == Act.JOKER_FALSE:
                false[48 + bonus] = (None, None)  # TRK-65
            elif action < Act.VALUE:
                false[48 + bonus] = (None, SUITS[action - Act.SUIT])
            elif action < Act.PLUS:
                false[48 + bonus] = (action - Act.VALUE + 1, None)
            else:
                change, target = (1, action - Act.PLUS) if action < Act.MINUS else (-1, action - Act.MINUS)
                false[target] = (false[target][0] + change, false[target][1])
        return tricks, false

    def declare(self, action: int) -> None:
        self.chosen[self.pending.pop(0)] = action

    # 12. and 13. Scoring

    def count(self, seat: int, false: list[list[tuple[Any, Any]]]) -> int:
        """What the scoring card counts: cards, suits, or on fewest and most the place (0: none)."""
        values = [number for number, _ in false[seat] if number is not None]
        by_suit = {name: [shown for _, shown in false[seat]].count(name) for name in SUITS}
        kind = self.kind()
        if kind == "SEQ":
            return longest_run(set(values))
        if kind.startswith("SUIT2"):
            return max(by_suit[name] for name in self.scoring_cards[self.pile[self.round]]["suits"])  # TRK-91
        if kind == "BEST":
            return max(by_suit.values())  # TRK-92
        if kind == "SUITS":
            return sum(number > 0 for number in by_suit.values())  # TRK-93
        if kind in ("EVEN", "ODD"):
            return sum(number % 2 == (kind == "ODD") for number in values)  # TRK-98
        own = len(false[seat])
        if own == 0:
            return 0  # TRK-97
        numbers = [len(other) for other in false if other]
        better = [number for number in numbers if (number < own if kind == "FEW" else number > own)]
        return 1 + len(set(better) if self.options["rank_ties"] == "dense" else better)  # TRK-95, TRK-96

    def stars_of_card(self, seat: int, false: list[list[tuple[Any, Any]]]) -> int:
        """TRK-99, TRK-100."""
        count, table = self.count(seat, false), self.tables[self.kind()]
        return int(table[min(count, len(table)) - 1]) if count else 0

    def score_round(self) -> None:
        finals = [self.false_tricks_of(seat) for seat in range(self.seats)]
        self.finals = [(tricks, list(false.values())) for tricks, false in finals]
        rows = []
        for seat, (tricks, false) in enumerate(self.finals):
            base = points_of_tricks(tricks, len(false))
            stars = self.stars_of_card(seat, [others for _, others in self.finals])
            star = tricks if Bonus.STAR in self.owned[seat] else 0  # TRK-66, TRK-67; TRK-108: absent or not
            rows.append([tricks, len(false), base, stars, star])
        self.results.append(rows)
        owners = [[seat for seat in range(self.seats) if bonus in self.owned[seat]] for bonus in Bonus]
        self.owners.append([seats[0] if seats else NOTHING for seats in owners])
        self.declarations.append(dict(self.chosen))
        self.next_round()

    def next_round(self) -> None:
        """TRK-101, TRK-103."""
        if self.round + 1 == self.seats:
            self.phase = Phase.OVER
            return
        self.round += 1
        self.starter = (self.starter + 1) % self.seats
        self.new_round()

    # 15. Players who are too slow or have left

    def leave(self, seat: int) -> None:
        """TRK-108."""
        self.gone[seat] = True
        if self.phase == Phase.RESERVE:
            self.lay_for([seat])

    def play_for(self, seat: int) -> None:
        """TRK-108: what the server does for a player who is too slow or has left."""
        if self.phase == Phase.DRAW:
            self.ask_next()
        elif self.phase == Phase.PLAY:
            self.play(seat, min(self.playable(seat), key=lambda card: (value(card), SUITS.index(suit(card)))))
        elif self.phase == Phase.BONUS:
            self.decline(seat)
        elif self.phase == Phase.TAKE_BACK:
            self.take_back(seat, None)
        else:
            self.chosen = {bonus: action for bonus, action in self.chosen.items() if bonus not in self.owned[seat]}
            self.ask_next()

    def go_on(self) -> None:
        """TRK-108: the decisions of players who have left need no waiting."""
        while self.phase not in (Phase.RESERVE, Phase.OVER) and self.gone[self.to_act]:
            self.play_for(self.to_act)
