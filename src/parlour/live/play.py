"""A match played in real time: its clock and timers, people's actions, and bots. It uses no sockets and no database.

Cards that everybody is to see at the same instant are turned up in the match slightly ahead of it, so that the slowest
connection receives them in time (docs/fair-bell.md). Races are timed in `races.py`, bots are asked in `live_bots.py`.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from parlour.bots import Player
from parlour.kit import BadInput, IllegalAction
from parlour.match import Match

from .fair import TAKE_CAP, VERDICT_WAIT, Judge, Latency, lead, note_of, under_way
from .live_bots import LiveBots, Pending
from .match_clock import Clock, MatchClock
from .match_events import MatchEvent, Reveals
from .messages import Tempo
from .races import PAUSED, Bell, HeldPresses, Latencies, Press, Refuse

HURRY = 20.0  # how many times faster time passes when nobody has anything more to do
TOO_SOON_MS = 400.0  # a press that is early by no more than this waits for its moment


class Step(NamedTuple):
    """The next thing to do."""

    at: float  # the real instant to do it
    do: Callable[[], None]


class Afterwards(NamedTuple):
    """Something that must not decide a race: it is done when everything pressed until `pressed` has been judged."""

    pressed: float
    known: float  # from this instant on, every such press has arrived
    do: Callable[[], None]


class LivePlay:
    """One match being played. `tell` receives everything that happens, in order.

    `latencies` returns those of the people who are connected now, by seat. `ask(race, seats)` must ask these seats
    whether a ring of theirs is under way in race number `race`.
    """

    def __init__(
        self,
        match: Match,
        clock: Clock,
        tell: Callable[[MatchEvent], None],
        latencies: Latencies,
        ask: Callable[[int, set[int]], None],
        pace: float = 1.0,
        rated: bool = False,
    ) -> None:
        self.match, self.rules = match, match.rules
        self.time = MatchClock(clock, float(match.clock), pace)
        self._clock, self._tell, self._latencies, self._pace = clock, tell, latencies, pace
        self._judge = Judge(rated)
        self._reveals = Reveals(self.rules, match.state)
        self._bots = LiveBots(match, clock, self._plan, self.time.now)
        self._held = HeldPresses()
        self._bell: Bell | None = None
        if self.rules.one_verdict and self.rules.races is not None:
            self._bell = Bell(match, clock, self.time, self._judge, self._reveals, latencies, ask, tell)
        self._leavers: list[tuple[int, int]] = []  # seats that got up during a race, and the action to play for them
        self._pressed: dict[int, float] = {}  # the latest instant for which a press of a seat counts
        self._afterwards: list[Afterwards] = []  # earliest first
        self._pause_at: float | None = None  # the match is about to pause: nothing later than this instant counts
        self._step: Step | None = None
        self._cancel: Callable[[], None] | None = None

    # Starting and stopping

    @property
    def running(self) -> bool:
        return self.time.running

    def go(self) -> None:
        """Let the clock run (again)."""
        if not self.running:
            self.time.start(float(self.match.clock))
            self._plan()

    def stop(self) -> None:
        """Stop the clock at once. Open races and cards reached for are decided by what is known now.

        Nobody may bring this about at will; a player's pause is `pause`.
        """
        if self.running:
            self._catch_up(self._clock.now())
            if self._bell is not None and self._bell.race is not None:
                self._close_race(self._bell)
            self._enter_all()
            self.time.stop(float(self.match.clock), self._pause_at)
            waiting, self._afterwards = self._afterwards, []
            self.halt()
            for each in waiting:
                each.do()

    def pause(self, seat: int, then: Callable[[], None]) -> None:
        """A player wants a pause: the clock stops when every press of before has been judged, then `then` is called."""
        if not self.running:
            then()
        elif self._pause_at is None:
            self._pause_at = self._clock.now()

            def stop() -> None:
                self.stop()
                then()

            self.afterwards(stop, seat)

    def afterwards(self, do: Callable[[], None], seat: int | None = None, arrived: bool = False) -> None:
        """Do something that must not decide a race: at once, or when every press of before has been judged.

        Presses on their way here are waited for: not those of `seat`, who asks for it and whose presses came earlier on
        the same connection, and with `arrived` only those that are here already.
        """
        now = self._clock.now()
        self._catch_up(now)
        known = now
        if self.running and self.rules.races is not None and not arrived:
            cap = TAKE_CAP if self._bell is None else VERDICT_WAIT
            known += under_way((each for number, each in self._latencies().items() if number != seat), cap)
        each = Afterwards(now, known, do)
        if self.running and (known > now or not self._judged(now)):
            self._afterwards.append(each)
            self._plan()
        else:
            do()

    def _judged(self, pressed: float) -> bool:
        """True if no press up to this instant waits for its verdict."""
        race_open = self._bell is not None and self._bell.race is not None
        return not race_open and not self._held.any_before(pressed, ready=True)

    def halt(self) -> None:
        """Stop the clock at once and decide nothing more."""
        self.time.running = False
        self._pause_at = None
        self._afterwards.clear()
        if self._bell is not None:
            self._bell.abandon()
        self._unplan()

    # Skipping time

    @property
    def phase(self) -> int | None:
        """The phase of the match, if time alone ends it: everybody acts at once, until a timer runs out."""
        timed = self.rules.races is not None and self._bell is None and self.match.due is not None
        return int(self.match.state["phase"]) if timed and "phase" in (self.match.state.dtype.names or ()) else None

    def hurry(self, hurry: bool) -> None:
        """Let time pass quickly, or as usual again. It is the same time for bots: they do all that they would do."""
        pace = self._pace * HURRY if hurry else self._pace
        if pace != self.time.pace:
            self._catch_up(self._clock.now())
            self.time.run_at(pace)
            self._plan()

    # Bots

    @property
    def tempo(self) -> Tempo:
        return self._bots.tempo

    @tempo.setter
    def tempo(self, tempo: Tempo) -> None:
        """How fast bots play from their next decision on."""
        self._bots.tempo = tempo

    def when_policies_fail(self, tell: Callable[[int, str], None]) -> None:
        """Call `tell(seat, why)` when a policy has been replaced by a built-in bot."""
        self._bots.failed = tell

    def seat_bot(self, seat: int, player: Player | str, seed: int) -> None:
        self._bots.seat(seat, player, seed)
        self._plan()

    def unseat_bot(self, seat: int) -> None:
        if seat in self._bots.seats:
            self._bots.unseat(seat)
            self._plan()

    def has_bot(self, seat: int) -> bool:
        return seat in self._bots.seats

    # People's actions

    def press(
        self,
        seat: int,
        action: int,
        reveal: int | None = None,
        claimed: float | None = None,
        refuse: Refuse | None = None,
    ) -> None:
        """A person acts. Raises IllegalAction if that is not allowed.

        The action may have to wait, for a race to be settled or for its moment to come; if it turns out to be illegal
        then, `refuse` is called.
        """
        try:
            self._press(seat, action, reveal, claimed, refuse)
        finally:
            self._plan()

    def _press(self, seat: int, action: int, reveal: int | None, claimed: float | None, refuse: Refuse | None) -> None:
        now = self._clock.now()
        self._catch_up(now)
        if self.rules.races is not None and action in self.rules.races:
            if self._bell is not None:
                self._bell.press(seat, now, reveal, claimed, refuse, self._pause_at)
            else:
                self._reach(Press(seat, action, now, None, refuse), reveal, claimed)
        elif self._pause_at is not None:
            raise BadInput(PAUSED)
        elif self._bell is not None and self._bell.race is not None:  # until the verdict, only rings are accepted
            raise self.match.why_not(seat, action) or self._wait_for_verdict(action)
        elif self._held.any_before(now) or self._entry(now) > now:  # earlier presses come first
            self._hold(Press(seat, action, now, None, refuse))
        else:
            self._act(Press(seat, action, now + self._lead(), None, refuse))

    def _reach(self, press: Press, reveal: int | None, claimed: float | None) -> None:
        """A person does something that counts from the moment of the press, such as reaching for a card."""
        latency = self._latencies().get(press.seat) or Latency()
        stamp = self._judge.settle(latency, press.settled, reveal, claimed, TAKE_CAP)
        if self._pause_at is not None and stamp.at > self._pause_at:
            raise BadInput(PAUSED)
        press.settled, press.note = stamp.at, note_of(stamp, reveal)
        self._hold(press)

    def _hold(self, press: Press) -> None:
        """Hold a press until nobody can have been earlier.

        It is refused at once if the rules forbid it, unless an earlier press of the same player may change that.
        """
        if not self._held.any_of(press.seat) and (refused := self.match.why_not(press.seat, press.action)):
            raise refused
        self._pressed[press.seat] = max(press.settled, self._pressed.get(press.seat, -math.inf))
        self._held.hold(press)

    def leave(self, seat: int, action: int) -> None:
        """A player leaves by the game's own rule: at once, or when the open race has been judged."""
        self._catch_up(self._clock.now())
        self.disconnected(seat)
        self._leavers.append((seat, action))
        if self._bell is None or self._bell.race is None:
            self._let_leave()
        self._plan()

    def _let_leave(self) -> None:
        leavers, self._leavers = self._leavers, []
        for seat, action in leavers:
            if self.match.why_not(seat, action) is None:
                now = self._clock.now()
                if self._entry(now) > now:
                    self._held.hold(Press(seat, action, now))
                else:
                    self._act(Press(seat, action, now + self._lead()))

    def _wait_for_verdict(self, action: int) -> IllegalAction:
        rule = self.rules.rule_id(self.rules.waiting_rule(action))
        return IllegalAction(rule, "the bell has been rung: wait for the verdict")

    def _act(self, press: Press) -> None:
        """Play an action at its instant, or as soon afterwards as the rules allow."""
        seat, action = press.seat, press.action
        at = max(round(self.time.game_of(press.settled)), self.match.clock)
        refused = self.match.why_not(seat, action, at=at)
        if refused is None:
            refusals = self._bell_refusals()
            ms = self.match.play(seat, action, at=at, note=press.note)
            self._bots.acted(seat)
            self._report(ms, seat, action, press.note, refusals)
            return
        first = self.match.first_moment(seat, action)
        if first is None or not 0 < (first - at) / self.time.pace <= TOO_SOON_MS:
            raise refused
        if self._held.repeated(seat, action, refused):
            return
        moment = self.time.real_of(first)
        self._held.hold(Press(seat, action, moment, press.note, press.refuse, True))

    def _enter(self, press: Press) -> None:
        """The moment of a press that had to wait has come."""
        self._held.release(press)
        try:
            self._act(press)
        except IllegalAction as refused:
            press.turn_down(refused)

    def _enter_all(self) -> None:
        """Stop waiting: presses that others could overtake are played, those that came too soon are refused."""
        for press in self._held.in_order():
            self._enter(press)

        def stopped(press: Press) -> IllegalAction:
            rule = self.rules.rule_id(self.rules.waiting_rule(press.action))
            return IllegalAction(rule, "the match was stopped before that could be done")

        self._held.turn_down_all(stopped)

    # Reports

    def _lead(self) -> float:
        """How far ahead things are decided, so that everybody can see them at the same instant."""
        return lead(self._latencies().values()) if self.rules.reveals else 0.0

    def _entry(self, moment: float) -> float:
        """When something that counts for a real instant enters the match.

        What everybody is to see at one instant enters ahead of it. Where presses are dated back, everything else waits
        until those from before it have arrived: a card, the end of a round, a bot. Nobody is waited for who could not
        have pressed, or who has pressed later, because a connection delivers in order.
        """
        races, legal = self.rules.races, self.match.legal
        if self._bell is not None or races is None or not self.running:
            return moment - self._lead()
        never = -math.inf
        return moment + under_way(
            (
                latency
                for seat, latency in self._latencies().items()
                if self._pressed.get(seat, never) < moment and (moves := legal(seat)) and moves[0] in races
            ),
            TAKE_CAP,
        )

    def _bell_refusals(self) -> dict[int, IllegalAction]:
        """The people who cannot ring now, and why."""
        if self._bell is None:
            return {}
        bots = self._bots.seats
        return self._bell.refusals([seat for seat in range(self.match.seats) if seat not in bots])

    def _report(
        self, ms: int, seat: int | None, action: int | None, note: Any, refusals: dict[int, IllegalAction]
    ) -> None:
        """The match has changed; `refusals` are the people who could not ring before that."""
        at = now = self._clock.now()
        if self.running:
            at = self.time.real_of(ms) if self.rules.reveals else min(self.time.real_of(ms), now)
        if self._bell is not None:
            self._bell.changed(ms, refusals)
        self._tell(MatchEvent(ms, at, seat, action, note, reveal=self._reveals.new()))

    def shown(self, number: int, at: float, reveal: bool) -> None:
        """Event `number` is on everybody's screen at that instant: from then on people may react to it."""
        self._judge.revealed(number, at)
        if reveal:
            self._reveals.last = number

    # Races

    def answered(self, seat: int, race: int) -> None:
        """Nothing more is under way from this seat."""
        if self._bell is not None and self._bell.answered(seat, race):
            self._plan()

    def disconnected(self, seat: int) -> None:
        """A connection is gone; no race waits for it."""
        if self._bell is not None and self._bell.disconnected(seat):
            self._plan()

    def _close_race(self, bell: Bell) -> None:
        legal = bell.judge_race()
        self._held.turn_down_all(lambda press: self._wait_for_verdict(press.action))
        self._bots.forget(None)
        if legal:
            self.time.set(float(self.match.clock))
            bell.restart()
        self._let_leave()
        now = self._clock.now()  # the verdict has waited for every ring under way
        self._afterwards = [each._replace(known=min(each.known, now)) for each in self._afterwards]

    # Planning

    def _unplan(self) -> None:
        if self._cancel is not None:
            self._cancel()
        self._cancel, self._step = None, None

    def _plan(self) -> None:
        """Set a timer for the next step."""
        self._unplan()
        if not self.running or self.match.over:
            return
        self._bots.ask()
        self._step = self._next()
        if self._step is not None:
            self._cancel = self._clock.call_at(max(self._step.at, self._clock.now()), self._wake)

    def _wake(self) -> None:
        self._cancel = None
        self._do_step()
        self._plan()

    def _do_step(self) -> None:
        step, self._step = self._step, None
        if step is not None:
            step.do()

    def _catch_up(self, now: float) -> None:
        """If the event loop is late, do first what should have been done by now."""
        while self.running and self._step is not None and self._step.at <= now:
            self._do_step()
            self._bots.ask()
            self._step = self._next()

    def _next(self) -> Step | None:
        """The next step on the match's clock, however far off it is in real time."""
        if self.match.over:
            return None
        if self._bell is not None and self._bell.race is not None:
            return self._next_in_race(self._bell, self._bell.race.ready_at())
        step = self._next_in_match()
        if self._afterwards:
            each = self._afterwards[0]
            if (step is None or each.known < step.at) and self._judged(each.pressed):
                return Step(each.known, self._do_afterwards)
        return step

    def _do_afterwards(self) -> None:
        self._afterwards.pop(0).do()

    def _next_in_match(self) -> Step | None:
        first, step = math.inf, None
        if (due := self.match.due) is not None:
            first, step = due, Step(self._entry(self.time.real_of(due)), self._pass_time)
        press = self._held.earliest()
        if press is not None and (moment := self.time.game_of(press.settled)) < first:
            first, step = moment, Step(self._entry(press.settled), partial(self._enter, press))
        bot = self._bots.earliest()
        if bot is not None and bot[1].at < first:
            first, step = bot[1].at, self._bot_step(*bot)
        if self._pause_at is not None and first > self.time.game_of(self._pause_at):
            return None
        return step

    def _bot_step(self, seat: int, pending: Pending) -> Step:
        at = self.time.real_of(pending.at)
        if self._is_ring(pending.action):
            return Step(at, partial(self._bot_rings, seat, pending))
        return Step(self._entry(at), partial(self._bot_acts, seat, pending))

    def _next_in_race(self, bell: Bell, ready_at: float) -> Step:
        """The next step during a race: until the verdict, only bots that ring can act."""
        bot = self._bots.earliest_of(lambda seat, action: self._is_ring(action) and not bell.has_rung(seat))
        if bot is not None and (at := self.time.real_of(bot[1].at)) <= ready_at:
            return Step(at, partial(self._bot_rings, *bot))
        return Step(ready_at, partial(self._close_race, bell))

    def _is_ring(self, action: int | None) -> bool:
        return self._bell is not None and self.rules.races is not None and action in self.rules.races

    def _pass_time(self) -> None:
        refusals = self._bell_refusals()
        self.match.wait()
        self._bots.forget(None)
        self._report(self.match.clock, None, None, None, refusals)

    def _bot_rings(self, seat: int, pending: Pending) -> None:
        assert self._bell is not None
        self._bell.press_by_bot(seat, pending.at)

    def _bot_acts(self, seat: int, pending: Pending) -> None:
        assert pending.action is not None
        if pending.action == self.rules.actions:  # a policy has waited
            self._bots.again(seat, pending.at)
            return
        refusals = self._bell_refusals()
        try:
            ms = self.match.play(seat, pending.action, at=max(pending.at, self.match.clock))
        except IllegalAction:
            self._bots.overtaken(seat, pending.at)
            return
        self._bots.acted(seat)
        self._report(ms, seat, pending.action, None, refusals)
