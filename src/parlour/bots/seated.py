"""Bots in some or all seats of a match that is played move by move: which one acts next, and when."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from parlour.match import Match

from .bot import Player, seat_bot
from .bot import players as read_players
from .deciding import Schedule
from .registry import bots_of


class Move(NamedTuple):
    at: int
    seat: int
    action: int


class SeatedBots:
    """The bots at one match. Each is shown what its seat may see and nothing else.

    The caller that plays the match calls `next` for the next move, and `changed` after everything that happens.
    """

    def __init__(self, match: Match, players: Mapping[int, Player | str], seed: int, threads: int = 1) -> None:
        self.match = match
        bots = bots_of(match.rules)
        self.bots = {seat: seat_bot(bots, who, seat, seed, threads) for seat, who in players.items()}
        self._decisions: dict[int, Move | None] = {}  # of the bots that need not decide again
        self._schedule = Schedule(match.rules, seed)

    def next(self) -> Move | None:
        """The earliest move that a bot has decided on; something due earlier may happen first."""
        match = self.match
        if match.over:
            return None
        for seat, bot in self.bots.items():
            if seat not in self._decisions:
                moves = match.legal(seat)
                if moves or match.rules.real_time:  # in a turn-based game only seats that can act are asked
                    action, at = bot.think(match.seen_alone(seat), moves)
                    self._decisions[seat] = None if action is None else Move(at, seat, action)
        moves_of = {seat: move for seat, move in self._decisions.items() if move is not None}
        chosen = self._schedule.earliest({seat: move.at for seat, move in moves_of.items()})
        return None if chosen is None else moves_of[chosen]._replace(at=max(moves_of[chosen].at, match.clock))

    def changed(self, seat: int | None) -> None:
        """A seat has acted, or (None) a timer has fired."""
        if seat is None or self.match.rules.real_time:
            self._decisions.clear()
        else:
            self._decisions.pop(seat, None)

    def _too_late(self, move: Move) -> bool:
        """True if a random player or a policy in a real-time game has missed its moment, because it knows of no
        deadlines, or if a policy waits."""
        match, who = self.match, self.bots[move.seat].player
        if not match.rules.real_time or (who.policy is None and who.name != "random"):
            return False
        return move.action == match.rules.actions or match.why_not(move.seat, move.action, at=move.at) is not None

    def play_out(self) -> Iterator[tuple[int, int] | None]:
        """Play to the end with bots in all seats. Yields (seat, action) after a move, None when time has passed."""
        match = self.match
        while not match.over:
            move, due = self.next(), match.due
            if move is not None and (due is None or move.at < due):
                if self._too_late(move):
                    match.wait(until=move.at)
                    self._decisions.pop(move.seat)
                    continue
                match.play(move.seat, move.action, at=move.at)
                self.changed(move.seat)
                yield move.seat, move.action
            else:
                match.wait()
                self.changed(None)
                yield None


def seat_bots(match: Match, players: str | Sequence[Player], seed: int | None = None, threads: int = 1) -> SeatedBots:
    """Bots for all seats, as a user writes them: `sharp`, or one for each seat: `sharp,casual,novice`."""
    named = read_players(bots_of(match.rules), players, match.seats) if isinstance(players, str) else players
    return SeatedBots(match, dict(enumerate(named)), match.seed if seed is None else seed, threads)
