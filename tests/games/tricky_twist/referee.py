"""A second referee for Tricky Twist, slow and obvious, written from `rulebook.md` alone. See `tests/games/referees.py`.

The rules are in `referee_play.py`; here are the actions, the clock, and the comparison with the engine.
"""

import random
from typing import Any

from parlour.games.tricky_twist.cards import Bonus
from parlour.games.tricky_twist.state import Act, Phase

from .referee_play import HOUSE_TABLES, NOTHING, SUITS, Play, value

ALL_DECLARED = len(Bonus)
RESERVE_MS, DECISION_MS = 90_000, 60_000  # TRK-27, TRK-108

KNOWN_DIFFERENCES: list[Any] = []

# Options that are not named (TRK-09, TRK-99): every kind pays differently, and some cards are in the pile twice.
CUSTOM: dict[str, list[Any]] = {
    "tables": [{name: [*range(40 + 3 * i, 29 + 3 * i, -1)] for i, name in enumerate(HOUSE_TABLES)}],
    "scoring_cards": [
        {
            "card": [
                *({"kind": kind} for kind in ("FEW", "MANY", "FEW", "MANY", "SEQ", "SEQ", "EVEN", "ODD")),
                {"kind": "SUIT2-B", "suits": ["circle", "moon"]},
            ]
        }
    ],
}


def in_bits(bits: int) -> list[int]:
    return [number for number in range(64) if bits >> number & 1]


class Referee(Play):
    CUSTOM = CUSTOM

    def legal(self, seat: int, time: int) -> set[int]:
        if self.phase == Phase.OVER or self.gone[seat]:
            return set()
        actions = {int(Act.LEAVE)}
        if self.phase == Phase.RESERVE:
            if len(self.picked[seat]) < 5:
                actions |= {Act.RESERVE + card for card in self.hands[seat]}
        elif seat != self.to_act:
            pass
        elif self.phase == Phase.DRAW:
            actions |= {int(Act.DRAW), int(Act.STAY)}
        elif self.phase == Phase.PLAY:
            actions |= {Act.PLAY + card for card in self.playable(seat)}
        elif self.phase == Phase.BONUS:
            actions |= {int(Act.DECLINE), *(Act.TAKE + bonus for bonus in self.display)}
        elif self.phase == Phase.TAKE_BACK:
            actions |= {int(Act.KEEP_FALSE), *(Act.TAKE_BACK + card for card in self.false_tricks[seat])}
        elif self.pending:
            actions |= self.declarable(seat, self.pending[0])
        else:
            actions.add(int(Act.COMMIT))
        return actions

    def apply(self, seat: int, action: int, time: int, after: Any) -> None:
        self.clock, self.after = time, after
        if action < Act.DRAW:
            self.pick(seat, action - Act.RESERVE)
        elif action == Act.DRAW:
            self.draw(seat)
        elif action == Act.STAY:
            self.ask_next()
        elif action < Act.TAKE:
            self.play(seat, action - Act.PLAY)
        elif action < Act.DECLINE:
            self.take(seat, Bonus(action - Act.TAKE))
        elif action == Act.DECLINE:
            self.decline(seat)
        elif action < Act.KEEP_FALSE:
            self.take_back(seat, action - Act.TAKE_BACK)
        elif action == Act.KEEP_FALSE:
            self.take_back(seat, None)
        elif action < Act.COMMIT:
            self.declare(action)
        elif action == Act.COMMIT:
            self.ask_next()
        else:
            self.leave(seat)
        self.go_on()

    def due(self) -> int | None:
        if self.phase == Phase.OVER:
            return None
        return self.since + (RESERVE_MS if self.phase == Phase.RESERVE else DECISION_MS)

    def passes(self, time: int, after: Any) -> None:
        due, self.clock, self.after = self.due(), time, after
        if due is None or due > time:
            return
        if self.phase == Phase.RESERVE:
            self.lay_for(range(self.seats))
        else:
            self.play_for(self.to_act)
        self.go_on()

    def over(self) -> bool:
        return self.phase == Phase.OVER

    def scores(self) -> list[int]:
        return [sum(sum(rows[seat][2:]) for rows in self.results) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """TRK-104, TRK-105."""
        totals = self.scores()
        return [seat for seat in range(self.seats) if totals[seat] == max(totals)] if self.over() else []

    # Comparing with the engine

    def declared(self, chosen: dict[Bonus, int]) -> list[int]:
        """As the engine writes it: a target, a suit or a value from 0; 0 or 1 for the Joker; a minus is 56 more."""
        written = []
        for bonus in Bonus:
            action = chosen.get(bonus, int(Act.UNUSED))
            starts = [Act.FLIP, Act.JOKER_TRICK, Act.SUIT, Act.VALUE, Act.PLUS]
            written.append(NOTHING if action == Act.UNUSED else action - max(s for s in starts if s <= action))
        return written

    def compare(self, state: Any) -> list[str]:
        n, bonus_phase = self.seats, self.phase not in (Phase.RESERVE, Phase.OVER)
        played = {card: (turn, seat) for turn, seat, card in self.plays}
        on_table = [card for card in self.table if card != NOTHING] if self.phase == Phase.PLAY else []
        if self.phase == Phase.PLAY and self.to_act == self.leader:
            on_table = []  # the cards of the last turn, which lie in front of the players
        won = [sorted(card for trick in tricks for card in trick) for tricks in self.tricks]
        cards = [card for pile in (*self.hands, *self.reserves, *self.false_tricks) for card in pile]
        cards += [card for row in won for card in row] + on_table
        cards += [card for picked in self.picked if len(picked) < 5 for card in picked]
        pairs: list[tuple[str, Any, Any]] = [
            ("all cards", sorted(cards), list(range(48))),
            ("pile of scoring cards", state.pile, self.pile),
            ("all scoring cards", sorted(self.pile), list(range(9))),
            ("clock", state.clock, self.clock),
            ("phase", state.phase, int(self.phase)),
            ("round", state.round_no, self.round),
            ("starter", state.starter, self.starter),
            ("turn", state.turn, self.turn),
            ("leader", state.leader, self.leader),
            ("seats that have left", [bool(gone) for gone in state.gone[:n]], self.gone),
            ("hands", [in_bits(hand) for hand in state.hand[:n]], [sorted(hand) for hand in self.hands]),
            ("hand sizes", state.hand_left[:n], [len(hand) for hand in self.hands]),
            ("picked", state.picked[:n], [len(picked) for picked in self.picked]),
            ("drawn", state.drawn[:n], [len(drawn) for drawn in self.turns_drawn]),
            ("table", state.table[:n], self.table),
            ("tricks", state.tricks[:n], [len(tricks) for tricks in self.tricks]),
            ("won", [in_bits(cards) for cards in state.won[:n]], won),
            ("false tricks", [in_bits(f) for f in state.false_tricks[:n]], [sorted(f) for f in self.false_tricks]),
            ("display", in_bits(state.display), sorted(map(int, self.display))),
            ("owned", [in_bits(owned) for owned in state.owned[:n]], [sorted(map(int, owned)) for owned in self.owned]),
            ("declined", in_bits(state.declined), sorted(self.declined)),
            ("chosen", state.chosen, self.declared(self.chosen)),
            ("Take-back", bool(state.take_back_used), self.take_back_used),
            ("taken back", (state.taken_back, state.turn_taken_back), (*self.taken_back, (NOTHING, NOTHING))[0]),
            ("totals", state.total[:n], self.scores()),
            ("results", [rows[:n] for rows in state.results[: len(self.results)]], self.results),
            ("results to come", any(sum(row) for rows in state.results[len(self.results) :] for row in rows), False),
            ("owners", state.owners[: len(self.owners)], self.owners),
            ("declarations", state.declarations[: len(self.results)], [self.declared(d) for d in self.declarations]),
            ("turns of plays", state.turn_played, [played.get(card, (NOTHING, 0))[0] for card in range(48)]),
        ]
        for seat in range(n):
            picked, drawn = len(self.picked[seat]), len(self.turns_drawn[seat])
            row = state.cards[seat][: 48 // n]
            pairs += [
                (f"picks of seat {seat}", sorted(row[:picked]), sorted(self.picked[seat])),
                (f"reserve of seat {seat}", row[drawn:5] if picked == 5 else [], self.reserves[seat]),
                (f"draws of seat {seat}", state.turn_drawn[seat][:drawn], self.turns_drawn[seat]),
            ]
        for card, (_, seat) in played.items():
            pairs.append((f"player of card {card}", state.played_by[card], seat))
        if bonus_phase:
            waiting = [seat for seat in in_bits(state.waiting) if not self.gone[seat]]
            pairs += [
                ("seat to act", state.to_act, self.to_act),
                ("start of the decision", state.since, self.since),
                ("waiting", waiting, sorted(seat for seat in self.queue if not self.gone[seat])),
            ]
        if self.phase == Phase.DECLARE:
            pairs.append(("declaring", state.slot, self.pending[0] if self.pending else ALL_DECLARED))
        if self.phase == Phase.OVER:
            false = [false for _, false in self.finals]
            values = [[[number for number, _ in row].count(number) for number in range(1, 13)] for row in false]
            suits = [[[name for _, name in row].count(name) for name in SUITS] for row in false]
            pairs += [
                ("final tricks", state.final_tricks[:n], [tricks for tricks, _ in self.finals]),
                ("final false tricks", state.final_false[:n], [len(row) for row in false]),
                ("final values", state.values[:n], values),
                ("final suits", state.suits[:n], suits),
            ]
        return [f"{what}: the engine has {a}, the referee {b}" for what, a, b in pairs if a != b]

    # Random players

    def choose(self, seat: int, legal: list[int], dice: random.Random, mood: float) -> int | None:
        """Anything, but some hardly draw and others always do; Take-back brings sevens back; few cards stay unused."""
        if dice.random() < 0.02:
            return None
        if self.phase == Phase.DRAW:
            return int(Act.DRAW) if dice.random() < mood else int(Act.STAY)
        sevens = [card for card in self.false_tricks[seat] if value(card) == 7]
        if self.phase == Phase.BONUS and sevens and Act.TAKE + Bonus.TAKE_BACK in legal and dice.random() < 0.7:
            return Act.TAKE + Bonus.TAKE_BACK
        if self.phase == Phase.TAKE_BACK and sevens and dice.random() < 0.7:
            return Act.TAKE_BACK + sevens[0]
        used = [action for action in legal if action not in (Act.UNUSED, Act.DECLINE)]
        return dice.choice(used if used and dice.random() < 0.7 else legal)
