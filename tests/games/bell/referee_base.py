"""What the referees of both bell games share: piles, flips, the bell, payments. Written from the rulebooks alone."""

import copy
import random
from collections.abc import Callable
from typing import Any

NEVER = 2**63 - 1
NOBODY, NO_CARD = -1, -1
FLIP, RING = 0, 1
NO_VERDICT, RIGHT, WRONG = 0, 1, 2

GATHER_MS = 150  # PIC-54
DEAD_HEAT_MS = 5  # PIC-54
SHOW_MS = 1500  # PIC-70, TWI-71
NO_RING_MS = 5000  # PIC-48, TWI-54
CAP_MS, OVERTIME_MS = 15 * 60_000, 30_000  # PIC-49, TWI-55


def bank_of(state: Any, seat: int) -> list[int]:
    """The engine's face-down pile of a seat, top first."""
    return _row(state, seat)[state.stack_left[seat] :]


def stack_of(state: Any, seat: int) -> list[int]:
    """The engine's face-up pile of a seat, bottom first."""
    return _row(state, seat)[: state.stack_left[seat]]


def _row(state: Any, seat: int) -> list[int]:
    spots = state.row[seat]
    turned = spots[state.first[seat] :] + spots[: state.first[seat]]
    return turned[: state.stack_left[seat] + state.bank_left[seat]]


class BellReferee:
    """One table. A bank is a seat's face-down draw pile, a stack its face-up pile; seats are numbered clockwise."""

    CAP_FLIPS: int

    def __init__(self, seats: int, options: dict[str, Any], dealt: Any) -> None:
        self.seats, self.options = seats, options
        handicap = options["handicap_ms"]
        self.handicap = handicap if isinstance(handicap, list) else [handicap] * seats
        self.gap, self.auto = options["min_flip_gap_ms"], options["auto_flip_ms"]
        self.now = 0
        self.cards = sum(len(bank_of(dealt, seat)) for seat in range(seats))
        self.bank = [bank_of(dealt, seat) for seat in range(seats)]  # top first
        self.stack: list[list[int]] = [[] for _ in range(seats)]  # bottom first
        self.face_down = [False] * seats  # a leaver's pile without a face-up card (PIC-51, TWI-57)
        self.playing = [True] * seats
        self.left = [False] * seats
        self.turn = dealt.turn
        self.flips = 0
        self.last_flip: int | None = None
        self.before: list[tuple[int, bool]] = []  # of each flip of this round: when, and whether it changed a five
        self.shown_until = 0
        self.rings: dict[int, tuple[int, bool]] = {}  # pending: time, and whether it was right then
        self.locked: set[int] = set()
        self.verdict, self.verdict_by = NO_VERDICT, NOBODY
        self.ending = 0
        self.overtime_ends: int | None = None if options["cap_minutes"] == "none" else CAP_MS + OVERTIME_MS

    # Who is in, and what is in view

    def players(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.playing[seat]]

    def after_seat(self, seat: int) -> list[int]:
        """All other seats, clockwise from the left neighbour."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def tops(self) -> list[int]:
        return [
            self.stack[seat][-1] if self.stack[seat] and not self.face_down[seat] else NO_CARD
            for seat in range(self.seats)
        ]

    def adds_up_to_five(self, tops: list[int]) -> bool:
        raise NotImplementedError

    def is_five(self) -> bool:
        return self.adds_up_to_five([card for card in self.tops() if card != NO_CARD])

    # Time

    def over(self) -> bool:
        return self.ending != 0

    def flip_allowed_at(self) -> int:
        """PIC-15, PIC-55: a minimum gap after the last flip, and not while a result is shown."""
        return self.shown_until if self.last_flip is None else max(self.last_flip + self.gap, self.shown_until)

    def last_event(self) -> int:
        """The last flip, or the end of the last result's display."""
        return self.shown_until if self.last_flip is None else max(self.last_flip, self.shown_until)

    def table_flips_at(self) -> int:
        """PIC-15: the card is flipped automatically, never sooner than the gap allows."""
        if self.options["flip"] == "automatic":
            return self.last_event() + self.gap
        return self.last_event() + max(self.auto, self.gap)

    def verdict_at(self) -> int:
        """PIC-54: rings up to 150 ms after the first are gathered, so the verdict comes a millisecond later."""
        return min(time for time, _ in self.rings.values()) + GATHER_MS + 1

    def next_by_itself(self) -> int:
        """When the table acts if nobody rings and no result is being shown."""
        raise NotImplementedError

    def act_by_itself(self) -> None:
        raise NotImplementedError

    def due(self) -> int | None:
        if self.over():
            return None
        if self.rings:
            return min(self.verdict_at(), self.cap_is_due())
        ends = NEVER if self.overtime_ends is None else self.overtime_ends
        following = self.shown_until if self.now < self.shown_until else self.next_by_itself()
        return max(self.now, min(following, ends, self.cap_is_due()))

    def cap_is_due(self) -> int:
        """When the game notices that it has lasted too long, if that changes anything at once."""
        return NEVER

    def cap_reached(self) -> None:
        raise NotImplementedError

    def passes(self, time: int, after: Any) -> None:
        while not self.over():
            due = self.due()
            if due is None or due > time:
                break
            showing = self.now < self.shown_until
            self.now = due
            if due >= self.cap_is_due():
                self.cap_reached()
            elif self.rings:
                self.judge(after)
            elif self.overtime_ends is not None and due >= self.overtime_ends:
                self.overtime_is_up()
            elif showing:
                self.verdict, self.verdict_by = NO_VERDICT, NOBODY
            else:
                self.act_by_itself()
        self.now = time

    def overtime_is_up(self) -> None:
        raise NotImplementedError

    # Flipping

    def may_flip(self, seat: int) -> bool:
        return (
            not self.over()
            and self.options["flip"] == "manual"  # PIC-15
            and seat == self.turn  # PIC-10
            and self.playing[seat]
            and bool(self.bank[seat])
            and not self.rings  # PIC-54
            and self.now >= self.flip_allowed_at()
        )

    def flip(self) -> None:
        """PIC-11, TWI-10."""
        seat = self.turn
        self.before.append((self.now, self.is_ringable_five()))
        self.stack[seat].append(self.bank[seat].pop(0))
        self.locked.clear()  # PIC-56
        self.flips += 1
        self.last_flip = self.now
        if self.flips == self.CAP_FLIPS:  # PIC-49, TWI-55
            ends = self.now + OVERTIME_MS
            self.overtime_ends = ends if self.overtime_ends is None else min(ends, self.overtime_ends)

    def is_capped(self) -> bool:
        """PIC-49, TWI-55: the game has reached 15 minutes or the greatest number of flips."""
        return self.flips >= self.CAP_FLIPS or (self.options["cap_minutes"] != "none" and self.now >= CAP_MS)

    # The bell

    def is_ringable_five(self) -> bool:
        return self.is_five()

    def may_ring(self, seat: int) -> bool:
        return (
            not self.over()
            and self.playing[seat]  # PIC-42
            and self.now >= self.shown_until  # PIC-55
            and seat not in self.rings
            and seat not in self.locked  # PIC-56
        )

    def ring(self, seat: int) -> None:
        """PIC-53: a ring is judged by the tableau at its time, or by the one before a flip less than 250 ms ago.
        PIC-69: a handicap makes the ring count later, but it is still judged by the cards in view."""
        self.rings[seat] = (self.now + self.handicap[seat], self.would_be_right())

    def would_be_right(self) -> bool:
        late = self.options["late_grace_ms"]
        return self.is_ringable_five() or any(five and self.now - at < late for at, five in self.before)

    def orders(self) -> list[list[int]]:
        """PIC-54: the orders in which the gathered rings may be handled; dead heats are drawn at random."""
        last = self.verdict_at() - 1
        found: list[list[int]] = []

        def handle(handled: list[int], waiting: list[int]) -> None:
            if not waiting:
                found.append(handled)
                return
            first = min(self.rings[seat][0] for seat in waiting)
            for seat in waiting:
                if self.rings[seat][0] - first < DEAD_HEAT_MS:
                    handle([*handled, seat], [other for other in waiting if other != seat])

        handle([], [seat for seat in self.rings if self.rings[seat][0] <= last])
        return found

    def judge(self, after: Any) -> None:
        """The verdict. Where chance decides the order, the one that the engine has drawn is found by trying them."""
        orders = self.orders()
        trials = [copy.deepcopy(self) for _ in orders]
        for trial, order in zip(trials, orders, strict=True):
            trial.handle_rings(order, after)
        chosen = next((trial for trial in trials if not trial.compare(after)), trials[0])
        self.__dict__.update(chosen.__dict__)

    def handle_rings(self, order: list[int], after: Any) -> None:
        """PIC-54: until one is right or stacks have moved; of the wrong rings only the first is punished."""
        rings, self.rings = self.rings, {}
        self.shown_until = self.now + SHOW_MS
        punished = False
        for seat in order:
            if rings[seat][1]:
                self.verdict, self.verdict_by = RIGHT, seat
                self.win(seat, after)
                break
            self.locked.add(seat)
            if punished:
                continue
            punished = True
            self.verdict, self.verdict_by = WRONG, seat
            if self.punish(seat, after):
                break
        self.settled()

    def win(self, seat: int, after: Any) -> None:
        raise NotImplementedError

    def punish(self, seat: int, after: Any) -> bool:
        """A wrong ring; True if stacks have moved."""
        raise NotImplementedError

    def settled(self) -> None:
        """Called after each verdict."""

    def take_stacks(self, seat: int, after: Any, but: tuple[int, ...] = ()) -> None:
        """PIC-23 to PIC-25, TWI-23 to TWI-25: stacks go, shuffled, to the bottom of the seat's bank."""
        won: list[int] = []
        for other in range(self.seats):
            if other not in but:
                won += self.stack[other]
                self.stack[other] = []
                self.face_down[other] = False
        order = bank_of(after, seat)[-len(won) :] if won else []
        self.bank[seat] += order if sorted(order) == sorted(won) else won
        self.before = []

    def loses_the_round(self) -> bool:
        """PIC-35, PIC-36, TWI-35, TWI-36: a wrong ring gives all stacks to the only opponent."""
        if self.options["two_player_penalty"] == "only-two-player-games":
            return self.seats == 2
        return len(self.players()) == 2

    def pay(self, seat: int) -> int:
        """PIC-29 to PIC-31: top card of the bank to the bottom of each other player's, clockwise while cards last.
        Returns how many players got nothing."""
        missing = 0
        for other in self.after_seat(seat):
            if self.playing[other]:
                if self.bank[seat]:
                    self.bank[other].append(self.bank[seat].pop(0))
                else:
                    missing += 1
        return missing

    def leave(self, seat: int) -> None:
        """PIC-51, TWI-57: the bank is slipped under the stack."""
        self.face_down[seat] = not self.stack[seat]
        self.stack[seat] = self.bank[seat] + self.stack[seat]
        self.bank[seat] = []
        self.left[seat] = True
        self.playing[seat] = False

    # Results

    def winners(self) -> list[int]:
        if not self.over():
            return []
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]

    def scores(self) -> list[int]:
        raise NotImplementedError

    # Comparing

    def compare(self, state: Any) -> list[str]:
        pairs: list[tuple[str, Any, Any]] = [
            ("clock", state.clock, self.now),
            ("playing", state.playing[: self.seats], [int(in_) for in_ in self.playing]),
            ("players", state.players, len(self.players())),
            ("ending", state.ending, self.ending),
            ("flips", state.flips, self.flips),
            ("shown until", state.shown_until, self.shown_until),
            ("verdict", (state.verdict, state.verdict_by), (self.verdict, self.verdict_by)),
            ("verdict at", state.verdict_at, self.verdict_at() if self.rings else NEVER),
            ("tops", state.tops[: self.seats], self.tops()),
            ("cards", state.cards, self.cards),
            ("rings", state.ring_at[: self.seats], [self.rings.get(s, (NEVER, 0))[0] for s in range(self.seats)]),
        ]
        if not self.over():
            if any(self.bank[seat] for seat in self.players()):  # otherwise nobody has a turn
                pairs.append(("turn", state.turn, self.turn))
            pairs += [
                ("five", state.five, int(self.is_five())),
                ("locked", state.locked[: self.seats], [int(seat in self.locked) for seat in range(self.seats)]),
            ]
        if self.last_flip is not None:
            pairs.append(("last flip", state.last_flip, self.last_flip))
        for seat in range(self.seats):
            order: Callable[[list[int]], list[int]] = sorted if self.left[seat] else list
            pairs.append((f"bank of {seat}", bank_of(state, seat), self.bank[seat]))
            # how a leaver's cards lie cannot be seen and does not matter
            pairs.append((f"stack of {seat}", order(stack_of(state, seat)), order(self.stack[seat])))
        for seat, (_, right) in self.rings.items():
            pairs.append((f"ring of {seat} is right", state.ring_right[seat], int(right)))
        return [f"{what}: the engine has {a}, the referee {b}" for what, a, b in pairs if a != b]

    # Random players

    def moments(self) -> list[int]:
        """Around these it matters to the millisecond when something happens."""
        last = [] if self.last_flip is None else [self.last_flip + 250, self.last_flip + self.gap]
        heat = [time + DEAD_HEAT_MS for time, _ in self.rings.values()]
        return [*last, *heat, self.shown_until, CAP_MS]

    def choose(self, seat: int, legal: list[int], dice: random.Random, mood: float) -> int | None:
        """Most players see a five, or follow others to the bell; wild ones ring at anything, and in some matches so
        do those who have little to lose."""
        if RING in legal:
            if self.is_five():
                likely = 0.6
            elif self.rings or (self.before and self.before[-1][1] and self.now - self.before[-1][0] < 300):
                likely = 0.1
            else:
                likely = 0.001 if mood < 0.6 else 0.01 * mood
                if len(self.bank[seat]) < self.seats and mood * 10 % 1 < 0.5:
                    likely = 0.15
            if dice.random() < likely:
                return RING
        return FLIP if FLIP in legal and dice.random() < 0.6 else None
