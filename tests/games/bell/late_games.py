"""The end of many games of Piccolo or Piccolo Twist: a table laid at random, with few cards in the banks, is played on
with the referee beside it. The numbers of seats and all options vary, so that a rule is tried under every option."""

import random
from typing import Any

from tests.games import referees
from tests.games.bell.referee_base import CAP_MS, FLIP, RING, BellReferee

import parlour
from parlour.games.bell.known_cards import FACE_UP
from parlour.games.bell.rows import EMPTY
from parlour.games.bell.rules import NO_CARD
from parlour.kit import Choice

STEPS = 30
RATHER_FIVE = 40  # deals that are tried for a five in view, where there shall be one
SMALL = (0, 0, 0, 1, 1, 2, 3, 4)  # cards in a bank


def varied_options(name: str, number: int, dice: random.Random) -> tuple[int, dict[str, Any]]:
    """As many seats as the number says; choices have their default or another value, equally often, and each choice
    meets each other's values."""
    game = parlour.game(name)
    seats = game.seats[number % len(game.seats)]
    options: dict[str, Any] = {}
    for option in game.options:
        if isinstance(option, Choice):
            options[option.name] = dice.choice(referees.values_of(name, option, seats, dice))
    if dice.random() < 0.3:
        options["handicap_ms"] = [dice.choice((0, 100, 400)) for _ in range(seats)]
    return seats, options


class LateGame:
    def __init__(self, name: str, number: int) -> None:
        self.dice = dice = random.Random(f"late {name} {number}")
        seats, options = varied_options(name, number, dice)
        self.match = parlour.game(name).new(seats=seats, seed=number, options=options)
        self.game = referees.RefereedMatch(self.match)
        self.referee: BellReferee = self.game.referee
        self.lay_out()

    def lay_out(self) -> None:
        """Somebody may be out already; the piles are small, and time or flips are often running out."""
        dice, seats = self.dice, self.match.seats
        out = dice.sample(range(seats), dice.choice([0, 0, 1, 2, 3][:seats]))
        players = [seat for seat in range(seats) if seat not in out]
        banks = {seat: dice.choice(SMALL) for seat in players}
        if dice.random() < 0.15:  # nobody can flip
            banks = dict.fromkeys(players, 0)
        if self.match.options.get("elimination") == "immediate":
            banks = {seat: max(1, bank) for seat, bank in banks.items()}
        if seats == 2 and not any(banks.values()):  # TWI-52: the first empty bank ends a game of two
            banks[dice.choice(players)] = 1
        stacks = {seat: dice.choice((0, 1, 2, 3)) for seat in range(seats)}
        for seat in players:
            stacks[seat] = max(stacks[seat], 0 if banks[seat] else 1)
        total = self.referee.cards
        rest = total - sum(banks.values()) - sum(stacks.values())
        if any(banks.values()) and dice.random() < 0.5:  # the other cards are one player's
            banks[dice.choice(players)] += rest
        else:
            shown = [seat for seat in range(seats) if stacks[seat]] or players
            stacks[dice.choice(shown)] += rest
        self.deal(banks, stacks)
        self.set_turn(players, banks)
        self.set_time()
        self.set_last_round(out)
        self.referee.playing = [seat in players for seat in range(seats)]
        self.write_down()

    def deal(self, banks: dict[int, int], stacks: dict[int, int]) -> None:
        referee, cards = self.referee, list(range(self.referee.cards))
        rather_five = self.dice.random() < 0.5
        for _ in range(RATHER_FIVE):
            self.dice.shuffle(cards)
            left = list(cards)
            referee.stack = [[left.pop() for _ in range(stacks[seat])] for seat in range(referee.seats)]
            referee.bank = [[left.pop() for _ in range(banks.get(seat, 0))] for seat in range(referee.seats)]
            if referee.is_five() or not rather_five:
                break

    def set_turn(self, players: list[int], banks: dict[int, int]) -> None:
        may_be_empty = self.match.options.get("elimination") == "at-turn"
        self.referee.turn = self.dice.choice(
            [seat for seat in players if banks[seat] or may_be_empty] or players,
        )

    def set_time(self) -> None:
        """Early in a game, late, or just before a cap by flips or by time."""
        referee, dice = self.referee, self.dice
        kind = dice.choice(["early", "flips", "time"])
        if kind == "time":
            referee.now = CAP_MS - dice.choice((1, 1000, 6000))
        if kind == "flips":
            referee.flips = referee.CAP_FLIPS - dice.choice((1, 2, 3))
        referee.last_flip = referee.now - dice.choice((0, 100, 800))

    def set_last_round(self, out: list[int]) -> None:
        """Twist: somebody is out, so the last round is near or has begun."""
        referee: Any = self.referee
        if hasattr(referee, "last_round") and out and self.match.options["game_end"] == "one-last-round":
            referee.last_round = self.dice.choice((1, 2, 2))

    def write_down(self) -> None:
        """The referee's table as the engine's."""
        state, referee = self.match.state, self.referee
        state.row[:] = EMPTY
        state.group[:] = 0
        state.first[:] = 0
        for seat in range(referee.seats):
            stack, bank = referee.stack[seat], referee.bank[seat]
            state.row[seat, : len(stack) + len(bank)] = stack + bank
            state.group[stack] = FACE_UP
            state.stack_left[seat], state.bank_left[seat] = len(stack), len(bank)
            state.tops[seat] = stack[-1] if stack else NO_CARD
            state.playing[seat] = referee.playing[seat]
        state.group_size[:] = 0
        state.group_size[0] = sum(len(bank) for bank in referee.bank)
        state.players = sum(referee.playing)
        state.turn, state.flips, state.five = referee.turn, referee.flips, referee.is_five()
        state.clock, state.last_flip = referee.now, referee.last_flip
        if hasattr(referee, "last_round"):
            state.last_round = referee.last_round
        self.match.look_again()
        if self.match.due is not None and self.match.due <= self.match.clock:
            self.game.wait(self.match.clock)
        self.game.compare()

    def play(self) -> None:
        """Hasty players, who ring often, flip at once, and sometimes leave."""
        match, dice = self.match, self.dice
        for _ in range(STEPS):
            if not self.game.goes_on:
                return
            self.game.try_at_random(dice)
            seat = dice.randrange(match.seats)
            may = self.referee.legal(seat, match.clock)
            others = sorted(may - {FLIP, RING})
            if RING in may and dice.random() < (0.6 if self.referee.is_five() else 0.3):
                self.game.play(seat, RING)
            elif FLIP in self.referee.legal(self.referee.turn, match.clock) and dice.random() < 0.7:
                self.game.play(self.referee.turn, FLIP)
            elif others and dice.random() < 0.1:
                self.game.play(seat, dice.choice(others))
            else:
                self.game.wait(referees._later(self.game, dice, 0.5))
