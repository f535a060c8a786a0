"""A second referee for Piccolo, written from the rulebook alone: slow, plain, and compared with the engine."""

from typing import Any, ClassVar

from tests.games.bell.referee_base import FLIP, RING, BellReferee, bank_of
from tests.games.referees import Known

VOTE_STOP, VOTE_ON, LEAVE = 2, 3, 4
LAST_PLAYER, AGREED, STALEMATE, CAP = 1, 2, 3, 4  # how a game ends

FRUITS = ("banana", "strawberry", "lime", "plum")
HALLI = [5, 3, 3, 2, 1]
DECKS = {  # table PIC-A
    "halli-minus-one": {"banana": HALLI, "strawberry": HALLI, "lime": HALLI, "plum": [4, 3, 3, 2, 1]},
    "halli-56": dict.fromkeys(FRUITS, HALLI),
}
OWN_DECK = {
    "banana": [0, 0, 0, 0, 20],
    "strawberry": [0, 0, 0, 0, 0],
    "lime": [10, 10, 5, 5, 0],
    "plum": [5, 0, 0, 0, 0],
}

KNOWN_DIFFERENCES: tuple[Known, ...] = ()


class Referee(BellReferee):
    CUSTOM: ClassVar = {"deck": [OWN_DECK]}
    CAP_FLIPS = 1500  # PIC-49

    def __init__(self, seats: int, options: dict[str, Any], dealt: Any) -> None:
        super().__init__(seats, options, dealt)
        counts = DECKS[options["deck"]] if isinstance(options["deck"], str) else options["deck"]
        self.faces = []  # PIC-04
        for fruit in FRUITS:
            for amount, count in enumerate(counts[fruit], start=1):
                self.faces += [(fruit, amount)] * count
        self.dealer = dealt.dealt_by if options["dealer"] == "random" else options["dealer"] - 1  # PIC-05
        self.turn = self.dealer  # PIC-09
        self.stop_votes: set[int] = set()
        self.check_deal(dealt)

    def check_deal(self, dealt: Any) -> None:
        """PIC-06, PIC-07: all cards, one at a time from the dealer's left."""
        number = len(self.faces)
        assert sorted(card for bank in self.bank for card in bank) == list(range(number))
        for place, seat in enumerate([*self.after_seat(self.dealer), self.dealer]):
            assert len(bank_of(dealt, seat)) == len(range(place, number, self.seats)), "PIC-07"
        for card, (fruit, amount) in enumerate(self.faces):
            assert (dealt.fruit[card], dealt.amount[card]) == (FRUITS.index(fruit), amount), "PIC-04"

    def adds_up_to_five(self, tops: list[int]) -> bool:
        """PIC-17."""
        sums = dict.fromkeys(FRUITS, 0)
        for card in tops:
            fruit, amount = self.faces[card]
            sums[fruit] += amount
        return 5 in sums.values()

    # What a player may do

    def legal(self, seat: int, time: int) -> set[int]:
        assert time == self.now
        may = set()
        if self.may_flip(seat):
            may.add(FLIP)
        if self.may_ring(seat):
            may.add(RING)
        if self.playing[seat] and not self.over():
            may.add(LEAVE)
            if seat not in self.stop_votes:
                may.add(VOTE_STOP)  # PIC-46
            if self.stop_votes:
                may.add(VOTE_ON)
        return may

    def apply(self, seat: int, action: int, time: int, after: Any) -> None:
        self.now = time
        if action == FLIP:
            self.flip_and_pass_on()
        elif action == RING:
            self.ring(seat)
        elif action == VOTE_STOP:
            self.stop_votes.add(seat)
            self.count_votes()
        elif action == VOTE_ON:
            self.stop_votes.clear()
        elif action == LEAVE:
            self.leave(seat)
            self.out([seat])
            self.count_votes()
        self.passes(time, after)

    def count_votes(self) -> None:
        """PIC-46: every player still in agrees, and no bell is unsettled."""
        if not self.over() and not self.rings and set(self.players()) <= self.stop_votes:
            self.ending = AGREED

    # Time

    def next_by_itself(self) -> int:
        if not any(self.bank[seat] for seat in self.players()):  # PIC-48
            if self.last_flip is not None and self.is_five():
                return max(self.last_flip + 5000, self.shown_until)
            return self.flip_allowed_at()
        if not self.bank[self.turn]:  # PIC-39
            return self.flip_allowed_at()
        return self.table_flips_at()

    def act_by_itself(self) -> None:
        if not any(self.bank[seat] for seat in self.players()):
            self.ending = STALEMATE  # PIC-48
        elif not self.bank[self.turn]:
            self.out([self.turn])  # PIC-39
            self.count_votes()
        else:
            self.flip_and_pass_on()

    def overtime_is_up(self) -> None:
        self.ending = CAP  # PIC-49

    # Flipping

    def flip_and_pass_on(self) -> None:
        seat = self.turn
        self.flip()
        self.pass_turn()
        if not self.bank[seat] and self.options["elimination"] == "immediate":
            self.out([seat])
            self.count_votes()

    def pass_turn(self) -> None:
        """PIC-10, PIC-42: clockwise to the next player in; with `when-discard-lost` to the next who has a card."""
        round_the_table = [*self.after_seat(self.turn), self.turn]
        others = [seat for seat in round_the_table if self.playing[seat]]
        if self.options["elimination"] == "when-discard-lost":
            others = [seat for seat in others if self.bank[seat]] or others
        self.turn = others[0]

    # Rings

    def win(self, seat: int, after: Any) -> None:
        self.take_stacks(seat, after)
        self.turn = seat  # PIC-26
        self.out_if_nothing_left()
        if self.is_capped() and not self.over():
            self.ending = CAP  # PIC-49

    def punish(self, seat: int, after: Any) -> bool:
        if self.loses_the_round():  # PIC-35
            opponent = next(other for other in self.players() if other != seat)
            if not any(self.stack):
                return False  # PIC-37
            self.take_stacks(opponent, after)
            self.turn = opponent
            if not self.bank[seat]:
                self.out([seat])  # PIC-40
            return True
        missing = self.pay(seat)
        if missing and self.options["short_payment"] == "use-discard":  # PIC-32
            missing = self.pay_from_stack(seat, missing)
        if missing and self.options["short_payment"] != "pay-and-stay":
            self.out([seat])
        elif not self.bank[seat] and (not self.stack[seat] or self.options["elimination"] == "immediate"):
            self.out([seat])  # PIC-39, PIC-41
        if self.options["elimination"] == "when-discard-lost" and not self.bank[self.turn] and not self.over():
            self.pass_turn()
        return False

    def pay_from_stack(self, seat: int, missing: int) -> int:
        """PIC-32, use-discard: those who got nothing get cards from the bottom of the discard pile, never its top."""
        others = [other for other in self.after_seat(seat) if self.playing[other]]
        for other in others[len(others) - missing :]:
            if len(self.stack[seat]) > 1:
                self.bank[other].append(self.stack[seat].pop(0))
                missing -= 1
        return missing

    def settled(self) -> None:
        self.count_votes()

    # Running out

    def out_if_nothing_left(self) -> None:
        """PIC-41."""
        self.out([seat for seat in self.players() if not self.bank[seat] and not self.stack[seat]])

    def out(self, seats: list[int]) -> None:
        for seat in seats:
            self.playing[seat] = False
            self.stop_votes.discard(seat)
            self.rings.pop(seat, None)
        if len(self.players()) == 1:
            self.ending = LAST_PLAYER  # PIC-44
        elif not self.playing[self.turn]:
            self.pass_turn()

    def scores(self) -> list[int]:
        """PIC-44, PIC-47."""
        if len(self.players()) == 1:
            return [self.cards if self.playing[seat] else 0 for seat in range(self.seats)]
        return [len(self.bank[seat]) + len(self.stack[seat]) if self.playing[seat] else 0 for seat in range(self.seats)]

    def compare(self, state: Any) -> list[str]:
        found = super().compare(state)
        pairs = [("dealer", state.dealt_by, self.dealer)]
        if not self.over():
            voted = [int(seat in self.stop_votes) for seat in range(self.seats)]
            pairs += [("votes", state.voted[: self.seats], voted), ("number of votes", state.votes, sum(voted))]
        return found + [f"{what}: the engine has {a}, the referee {b}" for what, a, b in pairs if a != b]
