"""A second referee for Parrot, slow and obvious, written from `rulebook.md` alone (see `tests/games/referees.py`).

A card is its number, 13 for a Parrot, or None while only chance knows it: after a shuffle the pile is a list of None,
and the cards are read from the engine wherever they have got to. Places are counted from 0. The last card of a list is
the top of that pile.
"""

import copy
import random
from itertools import product
from typing import Any

from parlour.games.parrot.rules import Act, Phase

PARROT = 13
FULL_DECK = sorted([number for number in range(13) for _ in range(8)] + [PARROT] * 4)  # PAR-02, PAR-03
PAIRS = [(a, b) for a in range(8) for b in range(a + 1, 8)]
NOBODY = NO_CARD = -1

KNOWN_DIFFERENCES: list[Any] = []


def mate(place: int) -> int:
    return (place + 4) % 8


def points_of(box: list[int], two_parrots: str) -> int:
    """PAR-60 to PAR-80. Every way of giving a number to a column of two Parrots is tried; "none" is one of them."""
    numbers: list[list[Any]] = []  # by column: the numbers of which it can be a Pair
    points = 0
    for column in range(4):
        cards = [box[column], box[column + 4]]
        plain = [card for card in cards if card != PARROT]
        if not plain:  # PAR-79
            numbers.append([None, *range(13)] if two_parrots == "wild-pair" else [None])
        elif len(plain) == 1 or plain[0] == plain[1]:  # PAR-61, PAR-74
            numbers.append([plain[0]])
        else:
            numbers.append([None])
            points += sum(plain)
    reductions = []
    for choice in product(*numbers):
        pairs = [choice.count(number) for number in range(13)]
        reductions.append(sum({2: 10, 3: 15, 4: 20}.get(count, 0) for count in pairs))  # PAR-63 to PAR-68
    return points - max(reductions)


class Referee:
    def __init__(self, seats: int, options: dict[str, Any], dealt: Any) -> None:
        self.seats, self.options = seats, options
        self.clock, self.round = 0, 0
        self.left = [False] * seats
        self.points: list[list[int]] = []
        self.deal(dealt)
        self.read_chance(dealt)

    # 2. Setting up a round

    def deal(self, after: Any) -> None:
        """PAR-07 to PAR-12. What lies where is chance. Nobody can replace a card before a player acts, so the Boxes
        are still as they were dealt."""
        self.box = [list(after.box[seat]) for seat in range(self.seats)]
        self.up = [[False] * 8 for _ in range(self.seats)]
        self.discards: list[Any] = [None]
        self.pile: list[Any] = [None] * (len(FULL_DECK) - 8 * self.seats - 1)
        self.hand: list[Any] = []
        self.from_pile = self.floated = False
        self.opening: list[Any] = [None] * self.seats
        self.turns = [0] * self.seats
        self.turn, self.ender = NOBODY, NOBODY
        self.reshuffles, self.pile_out = 0, False
        self.phase, self.began = Phase.OPENING, self.clock
        for seat in range(self.seats):
            if self.left[seat]:
                self.open_at_random(seat, after)
        self.show_openings(after)

    def open_at_random(self, seat: int, after: Any) -> None:
        """PAR-15: for a slow player, or one who has left."""
        if self.opening[seat] is None:
            self.opening[seat] = after.opening[seat]

    def show_openings(self, after: Any) -> None:
        """PAR-15 to PAR-19: once everybody has chosen, the cards are shown and the highest sum begins."""
        if None in self.opening:
            return
        sums = []
        for seat in range(self.seats):
            places = PAIRS[self.opening[seat]]
            cards = [self.box[seat][place] for place in places]
            for place in places:
                self.up[seat][place] = True
            total = sum(card for card in cards if card != PARROT)
            if PARROT in cards and mate(places[0]) == places[1]:
                total *= 2  # PAR-17: the Parrot is worth as much as its mate
            sums.append(total)
        tied = [seat for seat in range(self.seats) if sums[seat] == max(sums)]
        for seat in tied:  # PAR-19: drawn at random, so any of them is right
            world = copy.deepcopy(self)
            world.begin_turn(seat)
            world.absent_players_turns()
            world.read_chance(after)
            if seat == tied[-1] or not world.compare(after):
                self.__dict__ = world.__dict__
                return

    # 3. A turn

    def begin_turn(self, seat: int) -> None:
        self.phase, self.turn, self.began = Phase.CHOOSE, seat, self.clock

    def down(self, seat: int) -> list[int]:
        return [place for place in range(8) if not self.up[seat][place]]

    def draw(self) -> None:
        """PAR-22, PAR-56, PAR-57."""
        if not self.pile:
            self.pile = [None] * (len(self.discards) - 1)
            self.discards = self.discards[-1:]
            self.reshuffles += 1
        self.hand = [self.pile.pop()]
        self.from_pile = True
        self.phase = Phase.USE
        if not self.pile and self.reshuffles >= 1:
            self.pile_out = True

    def take(self) -> None:
        """PAR-22."""
        self.hand = [self.discards.pop()]
        self.from_pile = False
        self.phase = Phase.USE

    def place(self, seat: int, place: int) -> None:
        """PAR-24, PAR-25: Use 1 and Use 2."""
        self.discards.append(self.box[seat][place])
        self.box[seat][place] = self.hand.pop()
        self.up[seat][place] = True
        self.end_turn(seat)

    def discard_and_turn_up(self, seat: int, place: int | None) -> None:
        """PAR-27: Use 3; PAR-40 without a place: a pass."""
        self.discards.append(self.hand.pop())
        if place is not None:
            self.up[seat][place] = True
        self.end_turn(seat)

    def can_float(self, seat: int, start: int, landing: int) -> bool:
        """PAR-87, PAR-90, PAR-97; PAR-89: one float per turn."""
        return (
            not self.floated
            and self.up[seat][start]
            and self.box[seat][start] == PARROT
            and self.up[seat][mate(start)]
            and self.box[seat][mate(start)] != PARROT
            and self.box[seat][mate(start)] == self.hand[0]
            and not self.up[seat][landing]
        )

    def float_parrot(self, seat: int, start: int, landing: int) -> None:
        """PAR-87 to PAR-89."""
        self.discards.append(self.box[seat][landing])
        self.box[seat][landing] = PARROT
        self.up[seat][landing] = True
        self.box[seat][start] = self.hand.pop()
        if self.options["float"] == "free-extra" and self.down(seat):
            self.floated, self.from_pile = True, False
            self.phase = Phase.CHOOSE
        else:
            self.end_turn(seat)

    def play_for(self, seat: int) -> None:
        """PAR-38: what happens instead when a player is too slow or has left."""
        if self.phase == Phase.CHOOSE:
            self.draw()
        down, up = self.down(seat), [place for place in range(8) if self.up[seat][place]]
        if self.from_pile:
            self.discard_and_turn_up(seat, down[0] if len(down) > 1 else None)
        else:
            self.place(seat, down[0] if len(down) > 1 else up[0])

    def absent_players_turns(self) -> None:
        """PAR-38: the turns of players who have left are played without waiting."""
        while self.phase in (Phase.CHOOSE, Phase.USE) and self.left[self.turn]:
            self.play_for(self.turn)

    # 5. and 6. End of a round

    def end_turn(self, seat: int) -> None:
        self.turns[seat] += 1
        self.floated = self.from_pile = False
        if self.ender != NOBODY:
            self.up[seat] = [True] * 8  # PAR-50, PAR-51
        elif not self.down(seat):
            self.ender = seat  # PAR-43, PAR-46
        following = (seat + 1) % self.seats  # PAR-21
        if self.ender == NOBODY:
            stops = self.pile_out or min(self.turns) >= 40  # PAR-57, PAR-58
        else:
            stops = following == self.ender  # PAR-47, PAR-48
        if stops:
            self.end_round()
        else:
            self.begin_turn(following)

    def end_round(self) -> None:
        """PAR-55, PAR-72; PAR-57: whatever is still down is turned up."""
        self.up = [[True] * 8 for _ in range(self.seats)]
        self.points.append([points_of(box, self.options["two_parrots"]) for box in self.box])
        self.turn, self.began = NOBODY, self.clock
        last = self.round + 1 == self.options["rounds"]  # PAR-06, PAR-101
        self.phase = Phase.OVER if last else Phase.COUNTING

    # What the runner asks for

    def legal(self, seat: int, time: int) -> set[int]:
        if self.phase == Phase.OVER or self.left[seat]:
            return set()
        actions = {int(Act.LEAVE)}
        if self.phase == Phase.OPENING and self.opening[seat] is None:
            actions |= {Act.OPEN + pair for pair in range(len(PAIRS))}  # PAR-15
        if seat != self.turn:
            return actions
        if self.phase == Phase.CHOOSE:
            actions |= {int(Act.DRAW), int(Act.TAKE)}  # PAR-22, PAR-82
        if self.phase == Phase.USE:
            down = self.down(seat)
            actions |= {Act.PLACE + place for place in range(8)}  # PAR-24, PAR-25
            if self.from_pile or self.options["decline_discard"] == "allowed-with-reveal":
                actions |= {Act.REVEAL + place for place in down}  # PAR-27, PAR-28
            if self.from_pile and len(down) == 1:
                actions.add(int(Act.PASS))  # PAR-40, PAR-44
            actions |= {
                Act.FLOAT + 8 * start + landing
                for start in range(8)
                for landing in range(8)
                if self.can_float(seat, start, landing)
            }
        return actions

    def apply(self, seat: int, action: int, time: int, after: Any) -> None:
        self.clock = time
        if action < Act.DRAW:
            self.opening[seat] = action
            self.show_openings(after)
        elif action == Act.DRAW:
            self.draw()
        elif action == Act.TAKE:
            self.take()
        elif action < Act.REVEAL:
            self.place(seat, action - Act.PLACE)
        elif action < Act.PASS:
            self.discard_and_turn_up(seat, action - Act.REVEAL)
        elif action == Act.PASS:
            self.discard_and_turn_up(seat, None)
        elif action < Act.LEAVE:
            self.float_parrot(seat, *divmod(action - Act.FLOAT, 8))
        else:
            self.left[seat] = True
            if self.phase == Phase.OPENING:
                self.open_at_random(seat, after)
                self.show_openings(after)
        self.absent_players_turns()
        self.read_chance(after)

    def due(self) -> int | None:
        """PAR-15, PAR-38, PAR-121."""
        allowance = {Phase.OPENING: 20_000, Phase.CHOOSE: 60_000, Phase.USE: 60_000, Phase.COUNTING: 6_000}
        return None if self.phase == Phase.OVER else self.began + allowance[self.phase]

    def passes(self, time: int, after: Any) -> None:
        due, self.clock = self.due(), time
        if due is None or due > time:
            return
        if self.phase == Phase.OPENING:
            for seat in range(self.seats):
                self.open_at_random(seat, after)
            self.show_openings(after)
        elif self.phase == Phase.COUNTING:
            self.round += 1
            self.deal(after)
        else:
            self.play_for(self.turn)
        self.absent_players_turns()
        self.read_chance(after)

    def over(self) -> bool:
        return self.phase == Phase.OVER

    def scores(self) -> list[int]:
        """PAR-72, PAR-73."""
        return [sum(points[seat] for points in self.points) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """PAR-99, PAR-100."""
        totals = self.scores()
        return [seat for seat in range(self.seats) if totals[seat] == min(totals)] if self.over() else []

    # Comparing with the engine

    def read_chance(self, after: Any) -> None:
        """Read the cards that a shuffle has put somewhere. `compare` then looks whether all 108 cards are there."""
        for mine, engine in ((self.pile, after.pile), (self.discards, after.discards), (self.hand, [after.hand])):
            for i in range(len(mine)):
                if mine[i] is None:
                    mine[i] = engine[i]

    def compare(self, state: Any) -> list[str]:
        cards = [*self.pile, *self.discards, *self.hand, *(card for box in self.box for card in box)]
        n, in_turn = self.seats, self.phase in (Phase.CHOOSE, Phase.USE)
        hand = self.hand[0] if self.hand else NO_CARD
        openings = [NOBODY if pair is None else pair for pair in self.opening]
        engine_points = [row[:n] for row in state.points[: len(self.points)]]
        pairs = [
            ("all cards", sorted(cards), FULL_DECK),
            ("clock", state.clock, self.clock),
            ("phase", state.phase, int(self.phase)),
            ("round", state.round_no, self.round),
            ("turn", state.turn, self.turn),
            ("ender", state.ender, self.ender),
            ("start of the decision", state.began, self.began),
            ("openings", state.opening[:n], openings),
            ("Boxes", state.box[:n], self.box),
            ("up", [[bool(up) for up in row] for row in state.up[:n]], self.up),
            ("turns taken", state.turns[:n], self.turns),
            ("left", [bool(left) for left in state.left[:n]], self.left),
            ("card in hand", state.hand, hand),
            ("card from the pile", bool(state.from_pile), self.from_pile),
            ("floated", bool(state.floated) and in_turn, self.floated),
            ("pile", state.pile[: state.pile_left], self.pile),
            ("discards", state.discards[: state.discarded], self.discards),
            ("reshuffles", state.reshuffles, self.reshuffles),
            ("second exhaustion", bool(state.pile_out), self.pile_out),
            ("points", engine_points, self.points),
            ("points of later rounds", sum(map(sum, state.points[len(self.points) :])), 0),
            ("totals", state.totals[:n], self.scores()),
        ]
        return [f"{what}: the engine has {a}, the referee {b}" for what, a, b in pairs if a != b]

    # Random players

    def choose(self, seat: int, legal: list[int], dice: random.Random, mood: float) -> int | None:
        """Wild players do anything. Some live on the discard pile, which leads to the 40 turns of PAR-58. Careful ones
        keep their last down card and pass until the pile has run out twice (PAR-57). All like Parrots and floats, which
        chance alone would hardly ever bring together."""
        if dice.random() < 0.02:
            return None
        if self.phase == Phase.OPENING:
            return self.choose_opening(seat, legal, dice)
        if mood > 0.8:
            return dice.choice(legal)
        careful, takes = mood < 0.35, 0.35 < mood < 0.5
        if self.phase == Phase.CHOOSE:
            wanted = self.discards[-1] in (*self.numbers_beside_parrots(seat), PARROT)
            often = 0.8 if wanted else 0.97 if takes else 0.02 if careful else 0.2
            return int(Act.TAKE) if dice.random() < often else int(Act.DRAW)
        down = self.down(seat)
        keeps = careful and len(down) == 1
        floats = [action for action in legal if Act.FLOAT <= action < Act.LEAVE]
        if floats and not keeps and dice.random() < 0.85:
            return dice.choice(floats)
        parrots = [place for place in range(8) if self.up[seat][place] and self.box[seat][place] == PARROT]
        if parrots and self.hand == [PARROT] and dice.random() < 0.5:
            return Act.PLACE + mate(dice.choice(parrots))  # two Parrots in one column (PAR-79)
        pairing = [place for place in range(8) if self.would_pair(seat, place) and not (keeps and place in down)]
        if pairing and dice.random() < 0.8:
            return Act.PLACE + dice.choice(pairing)
        if Act.PASS in legal and mood < 0.6:
            return Act.REVEAL + down[0] if self.pile_out and dice.random() < 0.5 else int(Act.PASS)
        up = [Act.PLACE + place for place in range(8) if self.up[seat][place]]
        if up and (takes or (mood < 0.6 and len(down) == 1)):
            return dice.choice(up)
        return dice.choice(legal)

    def choose_opening(self, seat: int, legal: list[int], dice: random.Random) -> int:
        """Chance hardly ever turns up a Parrot, so the referee's knowledge of the cards helps now and then."""
        parrots = [[self.box[seat][place] for place in PAIRS[pair]].count(PARROT) for pair in legal]
        most = [pair for pair, number in zip(legal, parrots, strict=True) if number == max(parrots)]
        return dice.choice(most if dice.random() < 0.7 else legal)

    def numbers_beside_parrots(self, seat: int) -> list[int]:
        box, up = self.box[seat], self.up[seat]
        return [box[mate(place)] for place in range(8) if box[place] == PARROT and up[place] and up[mate(place)]]

    def would_pair(self, seat: int, place: int) -> bool:
        """Whether the card in hand would make a Pair there. The card that it replaces must not be one of a Pair."""
        box, beside = self.box[seat], mate(place)
        if not self.up[seat][beside]:
            return False
        already = self.up[seat][place] and (box[place] == box[beside] or PARROT in (box[place], box[beside]))
        return not already and (self.hand[0] in (box[beside], PARROT) or box[beside] == PARROT)
