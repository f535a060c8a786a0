"""A match in real time: its clock, its timers, its bots and its races. It knows no names, no sockets, no database.

Real times are float ms on the server's clock, match times whole ms on the match's own. While nobody pauses, the match's
clock runs `pace` times as fast as the server's. Cards that all are to see at the same instant are turned up in the
match a little ahead, so that the slowest line has the face in time (docs/fair-bell.md).
"""

import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol

from parlour.bots import Bot, Player, bots_of
from parlour.kit import IllegalAction
from parlour.match import Match

from .fair import TAKE_CAP, WAIT, Judge, Line, Race, Stamp, hold_until, lead

AHEAD_MS = 400.0  # a press that is too soon by no more than this waits for its moment


class Clock(Protocol):
    """Real time, and somebody who calls when it has come."""

    def now(self) -> float: ...

    def later(self, at: float, call: Callable[[], None]) -> Callable[[], None]:
        """Calls at that moment, unless the answer is called first."""
        ...

    def elsewhere(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Does long work away from the event loop."""
        ...


@dataclass(frozen=True)
class Happening:
    """Something that has changed the match: a seat's action, or time (seat None)."""

    ms: int
    at: float  # the real instant at which it is to be seen
    seat: int | None = None
    action: int | None = None
    note: Any = None
    reveal: bool = False  # a card was turned up for all at once
    rings: tuple[tuple[int, Stamp], ...] = ()  # the race that this decides, the earliest hand first
    answered: int | None = None  # the event that the race answers to
    late: float = 0.0  # how much later than it could the verdict fell


def note_of(stamp: Stamp, reveal: int | None) -> dict[str, Any]:
    """What the log keeps of a press: which event it answers to, what was claimed, thought, and corrected."""
    note: dict[str, Any] = {
        "reveal": None if stamp.since is None else reveal,  # else it may be any number that somebody made up
        "estimate": round(stamp.estimate - (stamp.at if stamp.since is None else stamp.since), 1),
    }
    if stamp.reaction is not None:
        note["reaction"] = round(stamp.reaction, 1)
    if stamp.claimed is not None:
        note["claimed"] = round(stamp.claimed, 1) if abs(stamp.claimed) < 1e9 else None
    if stamp.clamped:
        note["clamped"] = True
    return note


Refuse = Callable[[IllegalAction], None]


@dataclass(eq=False)
class Press:
    """A person's action that waits for its moment."""

    seat: int
    action: int
    settled: float  # the real instant that counts
    due: float  # when it may enter the match
    note: Any = None
    refuse: Refuse | None = None
    too_soon: bool = False  # it waits because the rules do not allow it before, not for others to overtake it

    def turn_down(self, refused: IllegalAction) -> None:
        if self.refuse is not None:
            self.refuse(refused)


class Seen(NamedTuple):
    """A bot's answer that stands."""

    action: int | None
    at: int


class Step(NamedTuple):
    """What is to be done next."""

    at: float  # the real instant to do it
    do: Callable[[], None]


class Before(NamedTuple):
    """What was to be said of the bell until something happened, which may have been decided ahead of its moment."""

    until: int  # on the match's clock
    refusals: dict[int, IllegalAction]  # the seats that could not ring, and why


@dataclass
class LivePlay:
    """One match being played. `tell` hears of everything that happens, in order."""

    match: Match
    clock: Clock
    tell: Callable[[Happening], None]
    lines: Callable[[], Mapping[int, Line]]  # of the people who are here now, by seat
    ask: Callable[[int, set[int]], None]  # ask these seats whether a ring of theirs is under way in race `number`
    pace: float = 1.0
    rated: bool = False
    running: bool = False
    _real: float = 0.0  # at this real instant ...
    _game: float = 0.0  # ... the match's clock said this
    _bots: dict[int, Bot] = field(default_factory=dict)
    _wants: dict[int, Seen] = field(default_factory=dict)
    _searching: dict[Bot, bool] = field(default_factory=dict)  # whether the answer will still be wanted
    _presses: list[Press] = field(default_factory=list)
    _race: Race | None = None
    _races: int = 0
    _rang: dict[int, Refuse | None] = field(default_factory=dict)  # in the race, and who hears if that cannot be
    _leavers: list[tuple[int, int]] = field(default_factory=list)  # who got up during the race, and the action
    _last_reveal: int | None = None  # the number of the event that turned the last card up
    _revealed: int = 0  # how many cards were turned up
    _before: deque[Before] = field(default_factory=deque)  # the earliest first
    _step: Step | None = None
    _cancel: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        self.judge = Judge(self.rated)
        self.rules = self.match.rules
        self._shelf = bots_of(self.rules)
        self._state = self.match.state  # it stays in its place: looked up once, since that takes a while
        self._seen = self.match.seen_alone(None)  # what bots are shown who answer at once
        self._game = float(self.match.clock)
        self._revealed = self._count_reveals()

    # The clock

    def game_now(self) -> float:
        return self.game_of(self.clock.now())

    def real_of(self, game: float) -> float:
        return self._real + (game - self._game) / self.pace

    def game_of(self, real: float) -> float:
        """While the clock stands still it is always the same moment."""
        return self._game + (real - self._real) * self.pace if self.running else self._game

    def _anchor(self, game: float) -> None:
        """From now on the match's clock goes on from `game`."""
        self._game, self._real = game, self.clock.now()

    def go(self) -> None:
        """The clock runs (again)."""
        if not self.running:
            self._anchor(max(self._game, float(self.match.clock)))
            self.running = True
            self._plan()

    def stop(self) -> None:
        """The clock stands still. What is being settled, a race or a card reached for, is decided by what is known."""
        if self.running:
            if self._race is not None:
                self._close_race()
            self._enter_all()
            self._anchor(max(self.game_now(), float(self.match.clock)))
            self.halt()

    def halt(self) -> None:
        """The clock stands still, and nothing more happens here."""
        self.running = False
        self._race = None
        self._unplan()

    # Bots

    def seat_bot(self, seat: int, player: Player | str, seed: int) -> None:
        self._forget_answers(seat)
        self._bots[seat] = Bot(self._shelf, player, seat, seed)
        self._plan()

    def unseat_bot(self, seat: int) -> None:
        if seat in self._bots:
            self._forget_answers(seat)
            del self._bots[seat]
            self._plan()

    def _forget_answers(self, seat: int | None) -> None:
        """What a bot had in mind no longer stands: for one seat, or for all."""
        if seat is None or self.rules.idle:
            self._wants.clear()
            self._searching = dict.fromkeys(self._searching, False)
        else:
            self._wants.pop(seat, None)
            if self._bots.get(seat) in self._searching:
                self._searching[self._bots[seat]] = False

    def _ask_bots(self) -> None:
        looked = False
        for seat, bot in self._bots.items():
            if seat in self._wants or bot in self._searching:
                continue
            moves = self.match.legal(seat)
            if not moves and not self.rules.idle:
                continue
            if bot.searches:
                self._searching[bot] = True
                seen = self.match.seen_alone(seat)  # its own: what it is shown must not change while it thinks
                self.clock.elsewhere(partial(bot.think, seen, moves), partial(self._thought, bot))
                continue
            if not looked or not self.rules.open_table:
                self.match.seen_alone(seat, self._seen)
                looked = True
            self._wants[seat] = Seen(*bot.think(self._seen, moves))

    def _thought(self, bot: Bot, answer: tuple[int | None, int]) -> None:
        """A search has ended. A bot whose answer is no longer wanted is asked again, never twice at once."""
        wanted = self._searching.pop(bot) and self._bots.get(bot.seat) is bot
        if wanted and (self.rules.idle or answer[0] in (None, *self.match.legal(bot.seat))):
            self._wants[bot.seat] = Seen(*answer)
        self._plan()

    # What people do

    def press(
        self,
        seat: int,
        action: int,
        reveal: int | None = None,
        claimed: float | None = None,
        refuse: Refuse | None = None,
    ) -> None:
        """A person acts. Raises IllegalAction if that cannot be; a race or a wait may put the act off, and then
        `refuse` hears if it cannot be after all."""
        try:
            self._press(seat, action, reveal, claimed, refuse)
        finally:
            self._plan()

    def _press(self, seat: int, action: int, reveal: int | None, claimed: float | None, refuse: Refuse | None) -> None:
        now = self.clock.now()
        self._catch_up(now)
        races = self.rules.races is not None and action in self.rules.races
        if races and self.rules.one_verdict:
            stamp = self.judge.settle(self._line(seat), now, reveal, claimed)
            if refused := self._bell_refused(seat, stamp.at):
                raise refused
            self._ring(seat, stamp, refuse)
        elif races:
            if refused := self.match.why_not(seat, action):
                raise refused
            stamp = self.judge.settle(self._line(seat), now, reveal, claimed, TAKE_CAP)
            due = hold_until(stamp, (line for other, line in self.lines().items() if other != seat))
            self._presses.append(Press(seat, action, stamp.at, due, note_of(stamp, reveal), refuse))
        elif self._race is not None:  # nothing but hands on the bell until the verdict
            raise self.match.why_not(seat, action) or self._rung(action)
        elif any(press.settled <= now for press in self._presses):  # what was done before comes before
            self._presses.append(Press(seat, action, now, now, None, refuse))
        else:
            self._act(Press(seat, action, now + self._lead(), now, None, refuse))

    def leave(self, seat: int, action: int) -> None:
        """A player gets up by the game's own rule: at once, or when the race that is open has been judged."""
        self._catch_up(self.clock.now())
        self.lost(seat)
        self._leavers.append((seat, action))
        if self._race is None:
            self._let_leave()
        self._plan()

    def _let_leave(self) -> None:
        leavers, self._leavers = self._leavers, []
        for seat, action in leavers:
            if self.match.why_not(seat, action) is None:
                now = self.clock.now()
                self._act(Press(seat, action, now + self._lead(), now))

    def _line(self, seat: int) -> Line:
        return self.lines().get(seat) or Line()

    def _rung(self, action: int) -> IllegalAction:
        return IllegalAction(
            self.rules.rule_id(self.rules.waiting_rule(action)), "the bell has been rung: wait for the verdict"
        )

    def _act(self, press: Press) -> None:
        """An action enters the match at its instant, or as soon afterwards as the rules allow."""
        seat, action = press.seat, press.action
        at = max(round(self.game_of(press.settled)), self.match.clock)
        refused = self.match.why_not(seat, action, at=at)
        if refused is None:
            refusals = self._bell_refusals()
            ms = self.match.play(seat, action, at=at, note=press.note)
            self._changed(seat)
            self._happened(ms, seat, action, press.note, refusals)
            return
        first = self.match.first_moment(seat, action)
        if first is None or not 0 < (first - at) / self.pace <= AHEAD_MS:
            raise refused
        for other in [other for other in self._presses if other.too_soon and other.seat == seat]:
            if other.action == action:
                return  # pressed twice is meant once
            self._presses.remove(other)  # the newest wish counts
            other.turn_down(refused)
        moment = self.real_of(first)
        self._presses.append(Press(seat, action, moment, moment - self._lead(), press.note, press.refuse, True))

    def _enter(self, press: Press) -> None:
        """The moment of a press that had to wait has come."""
        self._presses.remove(press)
        try:
            self._act(press)
        except IllegalAction as refused:
            press.turn_down(refused)

    def _enter_all(self) -> None:
        """Nobody waits any longer: what was pressed enters the match, what came too soon is turned down."""
        for press in sorted(self._presses, key=lambda press: press.settled):
            if not press.too_soon:
                self._enter(press)
        for press in self._presses:
            rule = self.rules.rule_id(self.rules.waiting_rule(press.action))
            press.turn_down(IllegalAction(rule, "the match was stopped before that could be done"))
        self._presses.clear()

    def _count_reveals(self) -> int:
        return self.rules.reveals(self._state) if self.rules.reveals else 0

    def _turned_up(self) -> bool:
        """Whether a card was turned up since this was last asked."""
        before, self._revealed = self._revealed, self._count_reveals()
        return self._revealed != before

    def _lead(self) -> float:
        """How far ahead things are decided, so that all can see them at the same instant."""
        return lead(self.lines().values()) if self.rules.reveals else 0.0

    def _happened(
        self, ms: int, seat: int | None, action: int | None, note: Any, refusals: dict[int, IllegalAction]
    ) -> None:
        at = self.real_of(ms) if self.rules.reveals and self.running else self.clock.now()
        if self.rules.one_verdict:
            while self._before and self.real_of(self._before[0].until) < self.clock.now() - WAIT:
                self._before.popleft()  # nothing is dated back so far
            self._before.append(Before(ms, refusals))
        self.tell(Happening(ms, at, seat, action, note, reveal=self._turned_up()))

    def shown(self, number: int, at: float, reveal: bool) -> None:
        """Event `number` is on everybody's screen at that instant: hands may answer to it."""
        self.judge.revealed(number, at)
        if reveal:
            self._last_reveal = number

    # Races

    def _ring(self, seat: int, stamp: Stamp, refuse: Refuse | None = None) -> None:
        """A hand on the bell: the first opens a race, and every other line is asked for hands under way."""
        handicap = self.rules.handicap(self._state, seat) if self.rules.handicap else 0  # it is waited for longer
        if self._race is None:
            self._races += 1
            self._race = Race(self._races, seat, stamp, handicap)
            lines = self.lines()
            now = self.clock.now()
            others = {n: lines[n] for n in lines if n != seat and self._bell_refused(n, now) is None}
            self._race.ask(others)
            if others:
                self.ask(self._races, set(others))
        else:
            self._race.ring(seat, stamp, handicap)
        self._rang.setdefault(seat, refuse)

    @property
    def _bell(self) -> int:
        assert self.rules.races is not None
        return self.rules.races[0]

    def _bell_refused(self, seat: int, at: float) -> IllegalAction | None:
        """Why a person cannot ring at an instant, by what was to be seen then: flips, and the end of a verdict, are
        decided ahead, and an answer must not tell of them. Nor may a hand that comes too late be taken for one at the
        cards that follow."""
        moment = self.game_of(at)
        for until, refusals in self._before:
            if moment < until:
                return refusals.get(seat)
        return self.match.why_not(seat, self._bell)

    def _bell_refusals(self) -> dict[int, IllegalAction]:
        """The people who cannot ring now, and why."""
        if not self.rules.one_verdict:
            return {}
        seats = [seat for seat in range(self.match.seats) if seat not in self._bots]
        refusals = {seat: self.match.why_not(seat, self._bell) for seat in seats if not self._may_ring(seat)}
        return {seat: refused for seat, refused in refusals.items() if refused is not None}

    def _may_ring(self, seat: int) -> bool:
        return self._bell in self.match.legal(seat)

    def answered(self, seat: int, race: int) -> None:
        """Nothing more is under way from this seat."""
        if self._race is not None and self._race.number == race:
            self._race.answered(seat)
            self._plan()

    def lost(self, seat: int) -> None:
        """A line is gone; nobody waits for it."""
        if self._race is not None:
            self._race.gone(seat)
            self._plan()

    def _close_race(self) -> None:
        """The hands enter the match in their order and with their distances, then the verdict falls."""
        race, self._race = self._race, None
        assert race is not None
        late = max(0.0, self.clock.now() - race.ready_at())
        rang, self._rang = self._rang, {}
        hands = race.order()
        first = hands[0][1].at
        start = max(self.game_of(first), float(self.match.clock))
        entered = []
        for seat, stamp in hands:
            at = max(round(start + stamp.at - first), self.match.clock)
            note = note_of(stamp, self._last_reveal)
            try:
                ms = self.match.play(seat, self._bell, at=at, note=note)
            except IllegalAction as refused:  # out of the game since, or by a card that was not to be seen yet
                self._refuse_when_shown(rang[seat], refused)
                continue
            entered.append((seat, stamp))
            self.tell(Happening(ms, self.clock.now(), seat, self._bell, note))
        if entered and self.match.due is not None:
            self.match.wait()
            self.tell(
                Happening(
                    self.match.clock,
                    self.clock.now(),
                    reveal=self._turned_up(),
                    rings=tuple(entered),
                    answered=self._last_reveal,
                    late=late,
                )
            )
        for press in self._presses:
            press.turn_down(self._rung(press.action))
        self._presses.clear()
        self._forget_answers(None)
        if entered:
            self._anchor(float(self.match.clock))
            self._before.clear()
        self._let_leave()

    def _refuse_when_shown(self, refuse: Refuse | None, refused: IllegalAction) -> None:
        """What the match says now may come of a card that is shown a moment later only."""
        if refuse is not None:
            self.clock.later(max(self.real_of(self.match.clock), self.clock.now()), partial(refuse, refused))

    # Time

    def _unplan(self) -> None:
        if self._cancel is not None:
            self._cancel()
        self._cancel, self._step = None, None

    def _plan(self) -> None:
        """Be called when something is next to be done."""
        self._unplan()
        if not self.running or self.match.over:
            return
        self._ask_bots()
        self._step = self._next()
        if self._step is not None:
            self._cancel = self.clock.later(max(self._step.at, self.clock.now()), self._wake)

    def _wake(self) -> None:
        self._cancel = None
        self._do_step()
        self._plan()

    def _do_step(self) -> None:
        step, self._step = self._step, None
        if step is not None:
            step.do()

    def _catch_up(self, now: float) -> None:
        """What is to be done by now is done before anything else is."""
        while self.running and self._step is not None and self._step.at <= now:
            self._do_step()
            self._ask_bots()
            self._step = self._next()

    def _next(self) -> Step | None:
        """What comes first in the match: things are done in the order of its clock, however long one must wait."""
        if self.match.over:
            return None
        if self._race is not None:
            return self._next_in_race(self._race)
        ahead, first, step = self._lead(), math.inf, None
        if (due := self.match.due) is not None:
            first, step = due, Step(self.real_of(due) - ahead, self._pass_time)
        for press in self._presses:
            if (moment := self.game_of(press.settled)) < first:
                first, step = moment, Step(press.due, partial(self._enter, press))
        for seat, want in self._wants.items():
            if want.action is not None and want.at < first:
                first = want.at
                if self._is_ring(want.action):
                    step = Step(self.real_of(first), partial(self._bot_rings, seat, want))
                else:
                    step = Step(self.real_of(first) - ahead, partial(self._bot_acts, seat, want))
        return step

    def _next_in_race(self, race: Race) -> Step:
        """Hands on the bell until it is known who was first, and nothing else."""
        step = Step(race.ready_at(), self._close_race)
        for seat, want in self._wants.items():
            if want.action is not None and self._is_ring(want.action) and seat not in self._rang:
                if (at := self.real_of(want.at)) <= step.at:
                    step = Step(at, partial(self._bot_rings, seat, want))
        return step

    def _is_ring(self, action: int) -> bool:
        return self.rules.one_verdict and self.rules.races is not None and action in self.rules.races

    def _pass_time(self) -> None:
        refusals = self._bell_refusals()
        self.match.wait()
        self._forget_answers(None)
        self._happened(self.match.clock, None, None, None, refusals)

    def _bot_rings(self, seat: int, want: Seen) -> None:
        self._ring(seat, self.judge.exact(self.real_of(want.at), self._last_reveal))

    def _bot_acts(self, seat: int, want: Seen) -> None:
        assert want.action is not None
        refusals = self._bell_refusals()
        try:
            ms = self.match.play(seat, want.action, at=max(want.at, self.match.clock))
        except IllegalAction:  # overtaken: it sits still until something changes
            self._wants[seat] = Seen(None, want.at)
            return
        self._changed(seat)
        self._happened(ms, seat, want.action, None, refusals)

    def _changed(self, seat: int) -> None:
        """Somebody has acted: in a real-time game all bots look again, else the next in turn will be asked anyway."""
        self._forget_answers(seat)
        for other, want in list(self._wants.items()):
            if want.action is not None and want.action not in self.match.legal(other):
                self._forget_answers(other)
