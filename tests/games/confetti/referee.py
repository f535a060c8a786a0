"""A second referee for Confetti, written from the rulebook alone: slow, plain, and compared with the engine."""

import random
from itertools import combinations
from typing import Any, ClassVar

from tests.games.referees import Known

CARDS = 84
TAKE, HOLD, HOLD_ALL, DISCARD, LET_GO, KEEP, GIVE_UP, LEAVE = 0, 84, 168, 169, 253, 337, 421, 505
PLAY, CHOOSE, BREAK, OVER = range(4)
ASIDE, MIDDLE, TUG, LOOSE, HELD, POINT, REMOVED = range(7)  # CON-23
NOBODY = -1

LETTERS = "ROYGBP"
PAIRS = [(1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5), (3, 2), (3, 4), (3, 5), (4, 1), (4, 2), (4, 5), (5, 3)]
OWN_DECK = {"cards": ["ROY", "OYR", "YRO", "GBP", "BPG", "PGB", "RGB"] * 12}  # equal cards are allowed (CON-06)

TAKE_GAP_MS = 400  # CON-20
GRACE_MS = 1000  # CON-27
AUTO_HOLD_MS = 2000  # CON-24
WINDOW_MS = 250  # CON-37
TUG_MS = 2000  # CON-38
CHOICE_MS = 20_000  # CON-71
BREAK_MS = 3000  # CON-108
JITTER = 12  # CON-12: how far a card may lie from the centre of its cell

KNOWN_DIFFERENCES: tuple[Known, ...] = ()


def sets_in(faces: list[tuple[int, ...]]) -> int:
    """CON-52: for each colour the smallest of its numbers of small, medium and big circles."""
    return sum(min(sum(face[size] == colour for face in faces) for size in range(3)) for colour in range(6))


def fewest_cards(faces: list[tuple[int, ...]]) -> int:
    """CON-59: the size of the smallest part of the hand that has as many sets."""
    goal = sets_in(faces)
    return next(
        size for size in range(len(faces) + 1) if any(sets_in(list(part)) == goal for part in combinations(faces, size))
    )


class CardState:
    def __init__(self) -> None:
        self.place = ASIDE
        self.owner = NOBODY  # of a loose, held or point card; of a card in a tug, who had it loose before
        self.since = 0  # when it was taken
        self.pulling: list[int] = []  # the seats that pull at it, the first taker first
        self.ends = 0  # when the window closes or the tug is over


class Referee:
    CUSTOM: ClassVar = {"deck": [OWN_DECK]}

    def __init__(self, seats: int, options: dict[str, Any], dealt: Any) -> None:
        self.seats, self.options = seats, options
        self.now = 0
        self.faces = self.deck(dealt)
        self.fresh_in = list(dealt.fresh_in)
        self.check_halves()
        self.card = [CardState() for _ in range(CARDS)]
        self.points = [0] * seats
        self.owed = [0] * seats
        self.gone = [False] * seats
        self.free_at = [0] * seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]  # the last that were scored
        self.sets, self.fewest, self.results = [0] * seats, [0] * seats, [0] * seats
        self.round = 0
        self.phase, self.phase_ends = BREAK, 0
        self.next_round()

    # Components and set-up

    def deck(self, dealt: Any) -> list[tuple[int, ...]]:
        """CON-06, CON-93."""
        drawn = [tuple(face) for face in dealt.deck]
        given = self.options["deck"]
        if given == "random-84":  # chance; but all cards are different, with three different colours
            assert len(set(drawn)) == CARDS and all(len(set(face)) == 3 for face in drawn), "CON-04, CON-06"
            return drawn
        white = [(s, (s + d) % 6, (s + e) % 6) for d, e in PAIRS for s in range(6)]
        if given != "balanced":
            white = [tuple(LETTERS.index(letter) for letter in name) for name in given["cards"]]
        shown = white if self.options["side"] == "white" else [white[(37 * i + 11) % CARDS] for i in range(CARDS)]
        assert drawn == shown, "CON-06, CON-93"
        return shown

    def check_halves(self) -> None:
        """CON-08, CON-87: how many cards come into the middle in each round for the first time."""
        expected = [42, 42]
        if self.seats == 1 and self.options["solo_pool"] == "fifths":
            expected = [17, 17, 17, 17, 16]
        elif self.seats == 1 and self.options["solo_pool"] == "all":
            expected = [84]
        assert [self.fresh_in.count(number + 1) for number in range(len(expected))] == expected, "CON-08, CON-87"

    # Rounds

    def rounds(self) -> int:
        """CON-80, CON-83, CON-86."""
        return 5 if self.seats == 1 else 3 if self.seats <= 4 else 2

    def limit(self) -> int:
        """CON-42, CON-43, CON-83, CON-86."""
        return 9 if self.seats > 1 and self.round == self.rounds() else 6

    def in_the_middle(self, fresh_in: int) -> bool:
        """Whether a card that nobody has lies in the middle in this round."""
        if self.seats == 1 and self.options["solo_pool"] == "all":
            return True
        if self.seats == 1 and self.options["solo_pool"] == "fifths":
            return fresh_in == self.round
        if self.round == 2:  # CON-79, CON-83, CON-87
            added = self.seats >= 5 or (self.seats >= 2 and self.options["round2_pool"] == "cumulative")
            return fresh_in == 2 or (added and fresh_in < 2)
        return fresh_in <= self.round

    def next_round(self) -> None:
        self.round += 1
        for number, card in enumerate(self.card):
            if card.place in (ASIDE, MIDDLE):
                card.place = MIDDLE if self.in_the_middle(self.fresh_in[number]) else ASIDE
        self.phase, self.phase_ends = PLAY, self.now + 1000 * self.options["round_seconds"]  # CON-16
        self.free_at = [self.now] * self.seats

    # Cards

    def zone(self, seat: int) -> list[int]:
        """CON-33: loose and held cards."""
        return [i for i, card in enumerate(self.card) if card.place in (LOOSE, HELD) and card.owner == seat]

    def room(self, seat: int) -> bool:
        """CON-24, CON-44. A card in a tug counts as the first taker's (CON-37), and as everybody's who pulls at it:
        otherwise somebody could win one too many."""
        count = len(self.zone(seat)) + len(self.tugs_of(seat))
        return count < self.limit() + (3 if self.options["limit"] == "soft-with-penalty" else 0)

    def tugs_of(self, seat: int) -> list[int]:
        """Cards at which the seat pulls, open windows included."""
        return [i for i, card in enumerate(self.card) if card.place == TUG and seat in card.pulling]

    def put_back(self, number: int) -> None:
        card = self.card[number]
        card.place, card.owner, card.pulling = MIDDLE, NOBODY, []

    def give(self, number: int, seat: int, since: int) -> None:
        """The card arrives in a zone."""
        card = self.card[number]
        card.place = HELD if self.options["stealing"] == "off" else LOOSE  # CON-24
        card.owner, card.since, card.pulling = seat, since, []

    # What a player may do

    def window_is_open(self, card: CardState) -> bool:
        return card.place == TUG and self.now < card.since + WINDOW_MS

    def takeable(self, seat: int) -> list[int]:
        if self.now < self.free_at[seat] or self.tugs_of(seat) or not self.room(seat):  # CON-20, CON-39, CON-44
            return []
        found = []
        for number, card in enumerate(self.card):
            if card.place == MIDDLE:
                found.append(number)
            elif card.place == LOOSE:
                if card.owner != seat and self.now >= card.since + GRACE_MS:  # CON-27
                    found.append(number)
            elif self.window_is_open(card):  # CON-37; the previous owner may take the card back
                found.append(number)
        return found

    def holdable(self, seat: int) -> list[int]:
        """CON-25, CON-37: loose cards, and those that another player is just taking if there is room for them."""
        own = [i for i, card in enumerate(self.card) if card.owner == seat]
        loose = [i for i in own if self.card[i].place == LOOSE]
        going = [i for i in own if self.window_is_open(self.card[i]) and seat not in self.card[i].pulling]
        return loose + (going if self.room(seat) else [])

    def legal(self, seat: int, time: int) -> set[int]:
        assert time == self.now
        if self.gone[seat] or self.phase == OVER:
            return set()
        may = {LEAVE}
        if self.phase == PLAY:
            hold = self.holdable(seat)
            may |= {TAKE + i for i in self.takeable(seat)}
            may |= {HOLD + i for i in hold}
            may |= {DISCARD + i for i in self.zone(seat)}  # CON-29
            may |= {LET_GO + i for i in self.tugs_of(seat) if len(self.card[i].pulling) > 1}  # CON-38
            if hold:
                may.add(HOLD_ALL)
        if self.phase == CHOOSE and self.owed[seat] > 0:
            may |= {KEEP + i for i in self.zone(seat)}  # CON-70
        if self.phase == CHOOSE and self.owed[seat] < 0:
            may |= {GIVE_UP + i for i in self.point_cards(seat)}  # CON-76
        return may

    def point_cards(self, seat: int) -> list[int]:
        return [i for i, card in enumerate(self.card) if card.place == POINT and card.owner == seat]

    def apply(self, seat: int, action: int, time: int, after: Any) -> None:
        self.now = time
        if action == LEAVE:
            self.leave(seat, after)
        elif action >= GIVE_UP:
            self.give_up(seat, action - GIVE_UP)
        elif action >= KEEP:
            self.keep(seat, action - KEEP)
        elif action >= LET_GO:
            self.let_go(seat, action - LET_GO)
        elif action >= DISCARD:
            self.put_back(action - DISCARD)
        elif action == HOLD_ALL:
            for number in sorted(self.holdable(seat)):
                if number in self.holdable(seat):  # the one before may have used up the room
                    self.hold(seat, number)
        elif action >= HOLD:
            self.hold(seat, action - HOLD)
        else:
            self.take(seat, action - TAKE)
        self.passes(time, after)

    def take(self, seat: int, number: int) -> None:
        card = self.card[number]
        self.free_at[seat] = self.now + TAKE_GAP_MS
        if card.place == TUG:
            self.join(seat, card)
        elif self.options["conflict"] == "first-come" or self.seats == 1:  # CON-37, CON-88
            self.give(number, seat, self.now)
        else:
            card.place, card.since, card.pulling, card.ends = TUG, self.now, [seat], self.now + WINDOW_MS

    def join(self, seat: int, card: CardState) -> None:
        if len(card.pulling) == 1:
            card.ends = self.now + TUG_MS  # CON-38
        card.pulling.append(seat)

    def hold(self, seat: int, number: int) -> None:
        card = self.card[number]
        if card.place == TUG:
            self.join(seat, card)  # CON-37
        else:
            card.place = HELD

    def let_go(self, seat: int, number: int) -> None:
        """CON-38: the last one gets the card as a loose one."""
        card = self.card[number]
        card.pulling.remove(seat)
        if len(card.pulling) == 1:
            self.give(number, card.pulling[0], self.now)
        elif not card.pulling:
            self.put_back(number)

    # Time

    def due(self) -> int | None:
        if self.phase == OVER:
            return None
        ends = [self.phase_ends]
        if self.phase == PLAY:
            ends += [card.ends for card in self.card if card.place == TUG]
            ends += [free for free in self.free_at if free > self.now]
            if self.options["stealing"] == "auto-held-after-2s":
                ends += [card.since + AUTO_HOLD_MS for card in self.card if card.place == LOOSE]
        return min(ends)

    def passes(self, time: int, after: Any) -> None:
        while self.phase != OVER:
            due = self.due()
            if due is None or due > time:
                break
            self.now = max(self.now, due)
            self.happen(after)
        self.now = time

    def happen(self, after: Any) -> None:
        if self.now >= self.phase_ends:
            if self.phase == PLAY:
                self.time_is_up()
            elif self.phase == CHOOSE:
                for seat in range(self.seats):
                    self.choose_for(seat, after)
            else:
                self.next_round()
            return
        for number, card in enumerate(self.card):
            if card.place == TUG and card.ends <= self.now:
                if len(card.pulling) == 1:
                    self.give(number, card.pulling[0], card.since)  # CON-37
                else:
                    card.place, card.owner, card.pulling = REMOVED, NOBODY, []  # CON-35, CON-38
            auto = self.options["stealing"] == "auto-held-after-2s"
            if auto and card.place == LOOSE and card.since + AUTO_HOLD_MS <= self.now:
                card.place = HELD  # CON-24

    # Scoring

    def time_is_up(self) -> None:
        for number, card in enumerate(self.card):
            if card.place == TUG and len(card.pulling) == 1:
                self.give(number, card.pulling[0], card.since)  # CON-46
            elif card.place == TUG:
                self.put_back(number)  # CON-41
        for seat in range(self.seats):
            self.hands[seat] = self.zone(seat)
            self.score(seat)
            if self.results[seat] > 0:
                self.owed[seat] = self.results[seat]  # CON-68
            else:
                self.owed[seat] = -min(-self.results[seat], self.points[seat])  # CON-74, CON-75
                for number in self.hands[seat]:
                    self.put_back(number)  # CON-73
        self.phase, self.phase_ends = CHOOSE, self.now + CHOICE_MS
        for seat in range(self.seats):  # where all cards are kept or given up, there is no choice
            if self.owed[seat] == len(self.hands[seat]):
                for number in self.hands[seat]:
                    self.keep(seat, number)
            elif -self.owed[seat] == self.points[seat]:
                for number in self.point_cards(seat):
                    self.give_up(seat, number)
        self.choices_made()

    def score(self, seat: int) -> None:
        """CON-60, CON-64."""
        hand = self.hands[seat]
        faces = [self.faces[i] for i in hand]
        self.sets[seat], self.fewest[seat] = sets_in(faces), fewest_cards(faces)
        spare, beyond = len(hand) - self.fewest[seat], max(0, len(hand) - self.limit())
        penalty = spare + beyond if self.options["extra_card"] == "twice" else max(spare, beyond)
        self.results[seat] = self.sets[seat] - penalty

    def keep(self, seat: int, number: int) -> None:
        """CON-68."""
        self.card[number].place = POINT
        self.points[seat] += 1
        self.owed[seat] -= 1
        if self.owed[seat] == 0:
            for other in self.zone(seat):
                self.put_back(other)
        self.choices_made()

    def give_up(self, seat: int, number: int) -> None:
        """CON-76: back to the pool of unused cards."""
        self.put_back(number)
        self.card[number].place = ASIDE
        self.points[seat] -= 1
        self.owed[seat] += 1
        self.choices_made()

    def choices_made(self) -> None:
        if self.phase == CHOOSE and not any(self.owed):
            if self.round == self.rounds():
                self.phase = OVER  # CON-95
            else:
                self.phase, self.phase_ends = BREAK, self.now + BREAK_MS  # CON-108

    def choose_for(self, seat: int, after: Any) -> None:
        """CON-71: the server keeps the cards taken first. Which point cards it takes away the rulebook leaves open."""
        while self.owed[seat] > 0:
            self.keep(seat, min(self.zone(seat), key=lambda i: (self.card[i].since, i)))
        while self.owed[seat] < 0:
            taken = [i for i in self.point_cards(seat) if after.place[i] != POINT]
            self.give_up(seat, (taken or self.point_cards(seat))[0])

    # Leaving

    def leave(self, seat: int, after: Any) -> None:
        """CON-99. A result that is already scored stands (CON-68, CON-74)."""
        self.gone[seat] = True
        self.choose_for(seat, after)
        for number in self.tugs_of(seat):
            self.let_go(seat, number)
        for number in self.zone(seat):
            self.put_back(number)
        self.choices_made()

    # Results

    def over(self) -> bool:
        return self.phase == OVER

    def scores(self) -> list[int]:
        return list(self.points)  # CON-96

    def winners(self) -> list[int]:
        if not self.over():
            return []
        return [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]  # CON-97

    # Comparing

    def compare(self, state: Any) -> list[str]:
        seats = range(self.seats)
        pairs: list[tuple[str, Any, Any]] = [
            ("clock", state.clock, self.now),
            ("round", state.round_now, self.round),
            ("phase", state.phase, self.phase),
            ("cards", [tuple(face) for face in state.deck], self.faces),
            ("first round of each card", state.fresh_in, self.fresh_in),
            ("points", state.points[: self.seats], self.points),
            ("gone", state.gone[: self.seats], [int(gone) for gone in self.gone]),
        ]
        if self.phase != OVER:
            pairs.append(("end of the phase", state.phase_ends, self.phase_ends))
            pairs.append(("point cards to choose", state.owed[: self.seats], self.owed))
        if self.phase == PLAY:
            pairs.append(("right hands", state.free_at[: self.seats], self.free_at))
        taken, had = (LOOSE, HELD, TUG), (LOOSE, HELD, TUG, POINT)
        owners = {i: card.owner for i, card in enumerate(self.card) if card.place in had}
        times = {i: card.since for i, card in enumerate(self.card) if card.place in taken}
        pairs += [
            ("places", dict(enumerate(state.place)), {i: card.place for i, card in enumerate(self.card)}),
            ("owners", {i: state.owner[i] for i in owners}, owners),
            ("taken at", {i: state.since[i] for i in times}, times),
            ("who pulls", state.pulling, [sum(1 << seat for seat in card.pulling) for card in self.card]),
        ]
        pulled = sorted(zip(state.pulled[: state.pulls], state.pull_ends[: state.pulls], strict=True))
        pairs.append(("tugs", pulled, [(i, card.ends) for i, card in enumerate(self.card) if card.place == TUG]))
        for seat in seats:
            zone = self.zone(seat)
            pairs.append((f"zone of {seat}", [i for i in state.zone[seat] if i != -1], zone))
            pairs.append((f"number of cards of {seat}", state.cards[seat], len(zone)))
        if self.phase in (CHOOSE, BREAK, OVER):
            pairs += [pair for seat in seats for pair in self.shown_hand(state, seat)]
        pairs += self.lying(state)
        found = []
        for what, a, b in pairs:
            if a != b and isinstance(a, dict):
                a, b = ({i: part[i] for i in part if a.get(i) != b.get(i)} for part in (a, b))
            if a != b:
                found.append(f"{what}: the engine has {a}, the referee {b}")
        return found

    def shown_hand(self, state: Any, seat: int) -> list[tuple[str, Any, Any]]:
        """The hand that was scored last, and a smallest part of it that has as many sets (CON-66)."""
        hand = self.hands[seat]
        faces = [self.faces[i] for i in hand]
        used = [face for at, face in enumerate(faces) if state.used[seat] >> at & 1]
        return [
            (f"scored hand of {seat}", [i for i in state.shown[seat] if i != -1], hand),
            (f"number of scored cards of {seat}", state.collected[seat], len(hand)),
            (f"sets of {seat}", state.sets[seat], self.sets[seat]),
            (f"result of {seat}", state.result[seat], self.results[seat]),
            (f"used cards of {seat}", (len(used), sets_in(used)), (self.fewest[seat], self.sets[seat])),
        ]

    def lying(self, state: Any) -> list[tuple[str, Any, Any]]:
        """CON-12: every card in the middle lies on a cell of its own, near its centre, or exactly there in a grid."""
        middle = [i for i, card in enumerate(self.card) if card.place == MIDDLE and self.phase == PLAY]
        cells = [state.cell[i] for i in middle]
        far = 0 if self.options["layout"] == "grid" else JITTER
        off = [i for i in middle if max(abs(state.across[i]), abs(state.down[i])) > far]
        return [
            ("number of occupied cells", len({cell for cell in cells if 0 <= cell < CARDS}), len(middle)),
            ("cards off their cells", off, []),
        ]

    # Random players

    def moments(self) -> list[int]:
        """Around these it matters to the millisecond when something happens."""
        graces = [card.since + GRACE_MS for card in self.card if card.place == LOOSE]
        windows = [card.since + WINDOW_MS for card in self.card if card.place == TUG]
        return graces + windows

    def choose(self, seat: int, legal: list[int], dice: random.Random, mood: float) -> int | None:
        """Rare things first: join a window, let go, steal. Cards from the middle are mostly those that make sets."""
        kinds: dict[str, list[int]] = {}
        for action in legal:
            kinds.setdefault(self.kind(action), []).append(action)
        likely = {
            "join": 0.8, "steal": 0.3, "let go": 0.3 * mood, "hold": 0.3 - 0.25 * mood, "hold all": 0.15,
            "discard": 0.05 * mood, "take": 1.0, "keep": 0.3, "give up": 0.3,
        }  # fmt: skip
        for kind, chance in likely.items():
            if kind in kinds and dice.random() < chance:
                if kind == "take" and dice.random() > 0.3 * mood:
                    held = [self.faces[i] for i in self.zone(seat)]
                    few = dice.sample(kinds["take"], min(12, len(kinds["take"])))
                    return max(few, key=lambda i: (sets_in([*held, self.faces[i]]), self.fits(held, self.faces[i])))
                return dice.choice(kinds[kind])
        return None

    def fits(self, held: list[tuple[int, ...]], face: tuple[int, ...]) -> int:
        """How many circles of a card are of colours that the player collects, in another size."""
        return sum(any(colour in other and other[size] != colour for other in held) for size, colour in enumerate(face))

    def kind(self, action: int) -> str:
        if action < HOLD:
            place = self.card[action].place
            return "join" if place == TUG else "steal" if place == LOOSE else "take"
        starts = [
            (GIVE_UP, "give up"),
            (KEEP, "keep"),
            (LET_GO, "let go"),
            (DISCARD, "discard"),
            (HOLD_ALL, "hold all"),
        ]
        return next((kind for start, kind in starts if action >= start), "hold")
