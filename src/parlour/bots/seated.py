"""Bots in some or all seats of a match: whose turn it is to move next, and when."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from parlour.kit import below
from parlour.match import Match

from .bot import Bot, Player
from .bot import players as read_players
from .registry import bots_of
from .simulate import ties


class Move(NamedTuple):
    at: int
    seat: int
    action: int


class Company:
    """The bots at one match. Each is shown what its seat may see and nothing else.

    Whoever plays the match asks for `next`, and says `changed` after everything that happened.
    """

    def __init__(self, match: Match, players: Mapping[int, Player | str], seed: int, threads: int = 1) -> None:
        self.match = match
        bots = bots_of(match.rules)
        self.bots = {seat: Bot(bots, who, seat, seed, threads) for seat, who in players.items()}
        self._wants: dict[int, tuple[int | None, int]] = {}  # answers that stand
        self._dice = ties(seed)

    def next(self) -> Move | None:
        """The earliest move that a bot has in mind, as things are; it may be overtaken by something due before."""
        match = self.match
        for seat, bot in self.bots.items():
            if seat not in self._wants and not match.over:
                moves = match.legal(seat)
                if moves or match.rules.real_time:  # in a game of turns only those who can act are asked
                    self._wants[seat] = bot.think(match.seen_alone(seat), moves)
        best, tied = None, 1
        for seat in sorted(self._wants):
            action, at = self._wants[seat]
            if action is None or match.over or (best is not None and at > best.at):
                continue
            tied = tied + 1 if best is not None and at == best.at else 1
            if tied == 1 or below(self._dice[0], tied) == 0:
                best = Move(at, seat, action)
        return best and best._replace(at=max(best.at, match.clock))

    def changed(self, seat: int | None) -> None:
        """A seat has acted, or (None) time has brought something about."""
        if seat is None or self.match.rules.real_time:
            self._wants.clear()
        else:
            self._wants.pop(seat, None)

    def play_out(self) -> Iterator[tuple[int, int] | None]:
        """Play to the end, all seats being bots'. Yields (seat, action) after a move, None when time has passed."""
        match = self.match
        while not match.over:
            move, due = self.next(), match.due
            if move is not None and (due is None or move.at < due):
                match.play(move.seat, move.action, at=move.at)
                self.changed(move.seat)
                yield move.seat, move.action
            else:
                match.wait()
                self.changed(None)
                yield None


def company(match: Match, players: str, seed: int | None = None, threads: int = 1) -> Company:
    """Bots for all seats, as a user writes them: `sharp`, or one for each seat: `sharp,casual,novice`."""
    named = read_players(bots_of(match.rules), players, match.seats)
    return Company(match, dict(enumerate(named)), match.seed if seed is None else seed, threads)
