"""A second referee for Piccolo Twist, written from the rulebook alone: slow, plain, and compared with the engine."""

from typing import Any, ClassVar

from tests.games.bell.referee_base import (
    CAP_MS,
    FLIP,
    NEVER,
    NO_RING_MS,
    OVERTIME_MS,
    RING,
    SHOW_MS,
    BellReferee,
    bank_of,
)
from tests.games.referees import Known

LEAVE = 2
LAST_ROUND_WON, LAST_ROUND_LOST, STALEMATE, CAP, LAST_PLAYER = 1, 2, 3, 4, 5  # how a game ends
NOT_YET, NEXT, NOW = 0, 1, 2  # the last round

TYPES = ("hat", "potion", "chameleon", "candle")
COLOURS = ("red", "yellow", "green", "blue")
CLASSES = ([1, 1, 2, 3], [1, 2, 3, 4], [1, 2, 4], [1, 3, 5])  # TWI-04
OWN_DECK = {
    "hat": {"red": [5] * 10, "blue": [1] * 6},
    "candle": {"green": [2] * 10, "blue": [3] * 10},
    "potion": {"yellow": [1] * 20},
}

KNOWN_DIFFERENCES: tuple[Known, ...] = ()


def faces_of(deck: Any) -> list[tuple[str, str, int]]:
    """TWI-04: the cards as type, colour and amount, sorted as the engine numbers them."""
    faces = []
    for t, kind in enumerate(TYPES):
        for c, colour in enumerate(COLOURS):
            amounts = CLASSES[(c - t) % 4] if deck == "balanced" else deck.get(kind, {}).get(colour, [])
            faces += [(kind, colour, amount) for amount in sorted(amounts)]
    return faces


class Referee(BellReferee):
    CUSTOM: ClassVar = {"deck": [OWN_DECK]}
    CAP_FLIPS = 2000  # TWI-55

    def __init__(self, seats: int, options: dict[str, Any], dealt: Any) -> None:
        super().__init__(seats, options, dealt)
        self.faces = faces_of(options["deck"])
        self.overtime_ends = None
        self.last_round = NOT_YET
        self.barred: set[int] = set()
        self.stayed = False  # the winner's own stack has stayed and no card was flipped since
        number = len(self.faces)
        assert number == 56
        assert sorted(card for bank in self.bank for card in bank) == list(range(number))  # TWI-05
        for place, seat in enumerate([self.turn, *self.after_seat(self.turn)]):
            assert len(bank_of(dealt, seat)) == len(range(place, number, seats)), "TWI-06"
        for card, (kind, colour, amount) in enumerate(self.faces):
            face = dealt.faces[card]
            assert (face // 32, face // 8 % 4, face % 8) == (TYPES.index(kind), COLOURS.index(colour), amount)

    def adds_up_to_five(self, tops: list[int]) -> bool:
        """TWI-16 to TWI-18."""
        sums: dict[str, int] = {}
        for card in tops:
            kind, colour, amount = self.faces[card]
            sums[kind] = sums.get(kind, 0) + amount
            sums[colour] = sums.get(colour, 0) + amount
        return 5 in sums.values()

    def is_ringable_five(self) -> bool:
        """TWI-23: a five shown by the winner's remaining top alone cannot be rung before the next flip."""
        return self.is_five() and not self.stayed

    # What a player may do

    def is_ignored(self, seat: int) -> bool:
        """TWI-23, `stays`: a five that stayed cannot be rung, and a ring that would win no card is ignored."""
        if self.options["own_stack"] != "stays":
            return False
        others = any(self.stack[other] for other in self.after_seat(seat))
        return (self.stayed and self.is_five()) or (self.would_be_right() and not others)

    def legal(self, seat: int, time: int) -> set[int]:
        assert time == self.now
        may = set()
        if self.may_flip(seat):
            may.add(FLIP)
        if self.may_ring(seat) and seat not in self.barred and not self.is_ignored(seat):
            may.add(RING)
        if self.playing[seat] and not self.over():
            may.add(LEAVE)
        return may

    def apply(self, seat: int, action: int, time: int, after: Any) -> None:
        self.now = time
        if action == FLIP:
            self.flip_and_pass_on()
        elif action == RING:
            self.ring(seat)
        elif action == LEAVE:
            self.walk_away(seat)
        self.passes(time, after)

    # Time

    def cap_is_due(self) -> int:
        """TWI-55."""
        return CAP_MS if self.overtime_ends is None and self.options["cap_minutes"] != "none" else NEVER

    def next_by_itself(self) -> int:
        banks = [self.bank[seat] for seat in self.players()]
        if self.seats == 2 and not all(banks):  # TWI-53
            return self.flip_allowed_at()
        if not any(banks):  # TWI-54
            return max(self.last_flip or 0, self.shown_until - SHOW_MS) + NO_RING_MS
        return self.table_flips_at()

    def act_by_itself(self) -> None:
        banks = [self.bank[seat] for seat in self.players()]
        if self.seats == 2 and not all(banks):  # TWI-52
            self.out([seat for seat in self.players() if not self.bank[seat]])
        elif not any(banks):
            self.ending = STALEMATE
        else:
            self.flip_and_pass_on()

    def cap_reached(self) -> None:
        """TWI-55: the current round is the last."""
        self.last_round = NOW
        self.overtime_ends = self.now + OVERTIME_MS

    def overtime_is_up(self) -> None:
        self.ending = CAP

    # Flipping

    def flip_and_pass_on(self) -> None:
        seat = self.turn
        capped = self.overtime_ends is not None
        self.flip()
        self.stayed = False
        if self.overtime_ends is not None and not capped:
            self.cap_reached()
        self.pass_turn()
        if self.seats == 2 and not self.bank[seat] and self.options["two_player_end"] == "immediate":  # TWI-53
            self.out([seat])

    def pass_turn(self) -> None:
        """TWI-11, TWI-40: clockwise to the next player in who has a card to flip."""
        round_the_table = [*self.after_seat(self.turn), self.turn]
        self.turn = next((seat for seat in round_the_table if self.playing[seat] and self.bank[seat]), self.turn)

    # Rings

    def win(self, seat: int, after: Any) -> None:
        stays = self.options["own_stack"] == "stays"
        self.take_stacks(seat, after, but=(seat,) if stays else ())
        self.stayed = stays
        self.turn = seat  # TWI-27
        if self.last_round == NOW:
            self.ending = LAST_ROUND_WON  # TWI-48
            return
        if self.seats > 2:  # with two, TWI-53 looks at the banks when the next flip is allowed
            self.out([other for other in self.players() if not self.bank[other]])  # TWI-42
        self.new_round()

    def new_round(self) -> None:
        if self.last_round == NEXT:
            self.last_round = NOW  # TWI-47

    def punish(self, seat: int, after: Any) -> bool:
        penniless = not self.bank[seat]
        if self.loses_the_round():  # TWI-35
            opponent = next(other for other in self.players() if other != seat)
            moved = any(self.stack)
            if moved:  # TWI-37
                self.take_stacks(opponent, after)
                self.turn = opponent
            if penniless and self.last_round == NOW:
                self.ending = LAST_ROUND_LOST  # TWI-49
            elif penniless and self.seats > 2:
                self.out([seat])
            if moved and not self.over():
                self.new_round()
            return moved
        if penniless:
            if self.last_round == NOW:
                self.barred.add(seat)  # TWI-49
            elif self.options["last_chance_wrong_ring"] == "out":  # TWI-43
                self.out([seat])
            return False
        missing = self.pay(seat)
        if not self.bank[seat]:
            if self.last_round != NOW and (
                not self.stack[seat] or (missing and self.options["short_payment"] == "out")  # TWI-32
            ):
                self.out([seat])
            if self.turn == seat:
                self.pass_turn()
        return False

    # Running out, leaving

    def out(self, seats: list[int]) -> None:
        for seat in seats:
            self.playing[seat] = False
        if not seats:
            return
        if len(self.players()) == 1:
            self.ending = LAST_PLAYER  # TWI-51
            return
        if self.last_round == NOT_YET and self.seats > 2 and self.options["game_end"] == "one-last-round":
            self.last_round = NEXT  # TWI-46, TWI-47
        if not self.playing[self.turn]:
            self.pass_turn()

    def walk_away(self, seat: int) -> None:
        """TWI-57. Where the game is played to one survivor, there is no last round that leaving could start."""
        self.leave(seat)
        self.rings.pop(seat, None)
        staying = len(self.players())
        if staying == 1:
            self.ending = LAST_PLAYER
            return
        if staying == 2 and self.options["game_end"] == "one-last-round":
            self.last_round = NOW
        if self.turn == seat:
            self.pass_turn()

    def scores(self) -> list[int]:
        """TWI-50, TWI-51."""
        if len(self.players()) == 1:
            return [self.cards if self.playing[seat] else 0 for seat in range(self.seats)]
        return [len(self.bank[seat]) + len(self.stack[seat]) if self.playing[seat] else 0 for seat in range(self.seats)]

    def compare(self, state: Any) -> list[str]:
        found = super().compare(state)
        pairs = []
        if not self.over():
            ends = NEVER if self.overtime_ends is None else self.overtime_ends
            barred = [int(seat in self.barred) for seat in range(self.seats)]
            pairs = [
                ("last round", state.last_round, self.last_round),
                ("barred", state.barred[: self.seats], barred),
                ("end of overtime", state.overtime_ends, ends),
            ]
        return found + [f"{what}: the engine has {a}, the referee {b}" for what, a, b in pairs if a != b]
