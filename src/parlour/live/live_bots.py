"""The bots at a live match: what each of them is about to do, and when.

A policy (parlour.policies) has a limited time for each answer. If it takes longer, or fails in any other way, a
built-in bot plays on in its seat, and `failed` is called.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from parlour.bots import Bot, Player, Schedule, bots_of, seat_bot
from parlour.match import Match
from parlour.policies import substitute
from parlour.policies.bot import PolicyBot

from .match_clock import Clock
from .messages import Tempo

# How many times faster than a person of their level bots play. Only in turn-based games, where nothing depends on it
# but the time that people wait: in a race, bots with faster or slower hands would be other opponents.
TEMPOS: dict[Tempo, float] = {"calm": 1.0, "normal": 2.0, "fast": 4.0}
QUICKEST_MS = 400  # a pause is not shortened beyond this, so that everybody can follow
POLICY_LIMIT_MS = 2000.0  # of real time, for one answer of a policy
POLICY_PAUSE_MS = 2000  # how long a policy seems to think in a turn-based game


def hurried(pause: int, tempo: Tempo) -> int:
    """A bot's pause in ms at this tempo."""
    return round(max(pause / TEMPOS[tempo], min(pause, QUICKEST_MS)))


class Pending(NamedTuple):
    """What a bot is about to do; action None: nothing, until something changes."""

    action: int | None
    at: int  # on the match's clock


class LiveBots:
    """Asks each bot for its next action and keeps the answer until it acts or something changes.

    Bots that search run in a worker thread; `answered` is called when the search has finished. `now` is the time on the
    match's clock.
    """

    def __init__(self, match: Match, clock: Clock, answered: Callable[[], None], now: Callable[[], float]) -> None:
        self._match, self._clock, self._answered, self._now = match, clock, answered, now
        self._registry = bots_of(match.rules)
        self._seen = match.seen_alone(None)  # reused to show the match to bots that answer at once
        self._bots: dict[int, Bot] = {}
        self.seats = self._bots.keys()  # those that bots play
        self._pending: dict[int, Pending] = {}
        self._schedule = Schedule(match.rules, match.seed)
        self._searching: dict[Bot, bool] = {}  # True if the result is still wanted
        self._waited: dict[int, int] = {}  # until when on the match's clock a policy has waited
        self._limits: dict[Bot, Callable[[], None]] = {}  # cancel the time limits of policies that are asked now
        self.tempo: Tempo = "calm"
        self.failed: Callable[[int, str], None] = lambda seat, why: None  # a policy was replaced, and why

    def seat(self, seat: int, player: Player | str, seed: int) -> None:
        self.forget(seat)
        self._bots[seat] = seat_bot(self._registry, player, seat, seed)

    def unseat(self, seat: int) -> None:
        self.forget(seat)
        del self._bots[seat]

    def ask(self) -> None:
        """Ask every bot that has no pending action and could do something."""
        rules, looked, clock = self._match.rules, False, self._match.clock
        for seat, bot in self._bots.items():
            if seat in self._pending or bot in self._searching:
                continue
            moves = self._match.legal(seat)
            if not moves and not rules.real_time:
                continue
            if isinstance(bot, PolicyBot) and bot.failure is None:
                self._ask_policy(bot)
                continue
            if bot.searches:
                self._searching[bot] = True
                seen = self._match.seen_alone(seat)  # a copy, because it must not change during the search
                self._clock.in_thread(partial(bot.think, seen, moves), partial(self._searched, bot, clock))
                continue
            if not looked or not rules.open_table:
                self._match.seen_alone(seat, self._seen)
                looked = True
            self._pending[seat] = self._in_tempo(clock, *bot.think(self._seen, moves))

    def _ask_policy(self, bot: PolicyBot) -> None:
        """Ask a policy about the table as it is now, or when it has waited long enough, if nothing happens before."""
        match, seat = self._match, bot.seat
        at = max(match.clock, self._waited.get(seat, 0))
        if match.due is not None:
            at = max(match.clock, min(at, match.due - 1))
        seen, moves = match.seen_later(seat, at)
        self._searching[bot] = True
        self._limits[bot] = self._clock.call_at(self._clock.now() + POLICY_LIMIT_MS, partial(self._too_slow, bot))
        policy = bot.player.policy
        self._clock.in_thread(partial(bot.think, seen, moves), partial(self._searched, bot, match.clock), policy)

    def _too_slow(self, bot: PolicyBot) -> None:
        """Time is up: another bot takes the seat, and what the policy answers later is ignored."""
        del self._limits[bot]
        wanted = self._searching.pop(bot, None) is not None and self._bots.get(bot.seat) is bot
        if wanted:
            why = f"took longer than {POLICY_LIMIT_MS / 1000:.0f} seconds"
            bot.policy.note_failure(why)
            self._bots[bot.seat] = seat_bot(self._registry, Player(substitute(self._registry)), bot.seat, bot.seed)
            self.failed(bot.seat, why)
        self._answered()

    def again(self, seat: int, at: int) -> None:
        """A policy has waited, or came too late: it is asked again."""
        self._waited[seat] = at
        self._pending.pop(seat, None)

    def _in_tempo(self, clock: int, action: int | None, at: int) -> Pending:
        """What a bot has decided to do when the match's clock showed `clock`."""
        return Pending(action, at if self._match.rules.real_time else clock + hurried(at - clock, self.tempo))

    def _searched(self, bot: Bot, clock: int, answer: tuple[int | None, int]) -> None:
        """A search has ended. If its result is no longer wanted, the bot is asked again, but never twice at once."""
        if bot not in self._searching:
            return  # a policy that was too slow
        wanted = self._searching.pop(bot) and self._bots.get(bot.seat) is bot
        if isinstance(bot, PolicyBot):
            self._limits.pop(bot)()
            if bot.failure is not None and not bot.reported:
                bot.reported = True
                self.failed(bot.seat, bot.failure)
            answer = self._policy_answer(bot, clock, answer)
        if wanted and (self._match.rules.real_time or answer[0] in (None, *self._match.legal(bot.seat))):
            self._pending[bot.seat] = self._in_tempo(clock, *answer)
        self._answered()

    def _policy_answer(self, bot: PolicyBot, clock: int, answer: tuple[int | None, int]) -> tuple[int | None, int]:
        """An answer is not dated back to the question, and in a turn-based game people can follow it."""
        action, at = answer
        if bot.failure is not None:
            return answer
        if self._match.rules.real_time:
            return action, max(at, round(self._now()))
        return action, clock + POLICY_PAUSE_MS

    def earliest(self) -> tuple[int, Pending] | None:
        """The seat whose bot acts first, and its action; ties are broken at random."""
        return self._earliest({seat: each for seat, each in self._pending.items() if each.action is not None})

    def earliest_of(self, wanted: Callable[[int, int], bool]) -> tuple[int, Pending] | None:
        """The same among the pending actions for which `wanted(seat, action)` is true."""
        return self._earliest(
            {
                seat: each
                for seat, each in self._pending.items()
                if each.action is not None and wanted(seat, each.action)
            }
        )

    def _earliest(self, acting: Mapping[int, Pending]) -> tuple[int, Pending] | None:
        seat = self._schedule.earliest({seat: each.at for seat, each in acting.items()})
        return None if seat is None else (seat, acting[seat])

    def overtaken(self, seat: int, at: int) -> None:
        """The pending action is no longer legal: the bot does nothing until something changes. A policy is asked
        again."""
        bot = self._bots.get(seat)
        if isinstance(bot, PolicyBot) and bot.failure is None:
            self.again(seat, at)
        else:
            self._pending[seat] = Pending(None, at)

    def forget(self, seat: int | None) -> None:
        """Pending actions no longer hold: that of one seat, or (None, and in real-time games) all."""
        if seat is None or self._match.rules.real_time:
            self._pending.clear()
            self._searching = dict.fromkeys(self._searching, False)
        else:
            self._pending.pop(seat, None)
            if self._bots.get(seat) in self._searching:
                self._searching[self._bots[seat]] = False

    def acted(self, seat: int) -> None:
        """A seat has acted: in a real-time game all bots look again, else those whose action became illegal."""
        self.forget(seat)
        for other, each in list(self._pending.items()):
            if each.action is not None and each.action not in self._match.legal(other):
                self.forget(other)
