"""One match being played: it keeps the clock and the log, applies the rules, and shows each seat what it may see."""

import operator
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.drawing import Picture
from parlour.engine import CLOCK, DUE, NO_ACTION, OVER, address_of, loops
from parlour.kit import NEVER, SPECTATOR, BadInput, IllegalAction, Rules, blank, with_attributes, write_options
from parlour.pictures import Said, picture_of

from .log import Header, write_log
from .words import refusal_in_words

LATEST = 2**53  # a later moment must be a mistake (and would not survive JSON)


class Trial:
    """A copy of a match in which an action can be tried."""

    def __init__(self, rules: Rules) -> None:
        self._states, self._pads = blank(rules.State, 2), blank(loops(rules).Pad)
        self.where, self.pad = address_of(self._states), address_of(self._pads)
        self.bytes = self._states[:1].view(np.uint8)

    def looked(self, seat: int, see: Any, seen: Any) -> list[int]:
        """Write what a seat sees of it, and return the actions that are legal for it."""
        see(self._states, 0, seat, seen, 0)
        row = self._pads["table"][0][seat]
        legal: list[int] = row[1 : 1 + row[0]].tolist()
        return legal


class Match:
    """A match of any game. `state` is the true state, secrets included: show people `view` instead."""

    def __init__(self, rules: Rules, seats: int, seed: int, options: dict[str, Any]) -> None:
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.options = options
        self._loops = loops(rules)
        self._play, self._all = self._loops.play, rules.actions
        self._states = blank(rules.State, 2)  # the match, and a copy for actions that may be refused
        self._bytes = self._states[:1].view(np.uint8)
        self._trial: Trial | None = None
        self._seen = blank(rules.State, 1)
        self._glance = with_attributes(self._seen)[0]  # the same as a record; made once, because that is slow
        self._pads = blank(self._loops.Pad)
        self._where, self._pad = address_of(self._states), address_of(self._pads)
        self._status = memoryview(self._pads["status"][0])  # quicker to read than an array
        self._actors = memoryview(self._pads["actors"][0])
        self._moves = [memoryview(row) for row in self._pads["table"][0][:seats]]
        self._entries: list[tuple[Any, ...]] = []
        self._states[0]["seats"] = seats
        write_options(rules.options, options, self._states[0])
        self._loops.deal(self._states, 0, np.uint64(seed))
        self._wait(self._where, 0, self._pad)

    def _wait(self, where: int, until: int, pad: int) -> None:
        self._play(where, 0, NO_ACTION, until, pad)

    # Legal actions

    @property
    def actors(self) -> list[int]:
        """The seats that may act now; empty only if the match is over or everybody must wait for time to pass."""
        return self._actors[1 : 1 + self._actors[0]].tolist()

    def legal(self, seat: int) -> list[int]:
        """The actions legal for a seat now, ascending. Leaving and voting are not among them (see `asides`)."""
        row = self._moves[seat if type(seat) is int and 0 <= seat < self.seats else self._seat(seat)]
        return row[1 : 1 + row[0]].tolist()

    @property
    def asides(self) -> tuple[int, ...]:
        """Actions outside the game, such as leaving: `play` accepts them, `legal` does not list them."""
        return self.rules.asides

    def why_not(self, seat: int, action: int, at: int | None = None) -> IllegalAction | None:
        """The error that `play` would raise, or None if the action is legal."""
        seat, action, moment = self._checked(seat, action, at)
        if self._trial is None:
            self._trial = Trial(self.rules)
        self._trial.bytes[:] = self._bytes
        code = self._play(self._trial.where, seat, action, moment, self._trial.pad)
        return None if code >= 0 else self._refusal(seat, action, code)

    def first_moment(self, seat: int, action: int) -> int | None:
        """The first moment at which an action is legal, if nothing else happens; None if a rule forbids it."""
        seat, action, _ = self._checked(seat, action, None)
        moment: int = self._loops.why(self._where, seat, action)
        return moment if moment >= 0 else None

    def describe(self, action: int) -> str:
        """An action in words that everybody at the table may read."""
        if not 0 <= action < self.rules.actions:
            raise self._no_such_action(action)
        self._loops.see(self._states, 0, SPECTATOR, self._seen, 0)
        return self.rules.describe(self._glance, action)

    # Actions and time

    def play(self, seat: int, action: int, at: int | None = None, note: Any = None) -> int:
        """A seat acts: at `at`, or else now or as soon as the rules allow. Returns the moment at which it happened.

        Whatever is due by then happens first. An illegal action raises IllegalAction and changes nothing. `note` is
        written into the log; the rules never see it.
        """
        usual = at is None and type(seat) is type(action) is int and 0 <= seat < self.seats and 0 <= action < self._all
        wanted = -1
        if not usual:  # skipping the checks saves a tenth of the time in the usual case
            seat, action, wanted = self._checked(seat, action, at)
        moment: int = self._play(self._where, seat, action, wanted, self._pad)
        if moment < 0:
            raise self._refusal(seat, action, moment)
        self._entries.append((moment, seat, action) if note is None else (moment, seat, action, note))
        return moment

    def wait(self, until: int | None = None) -> None:
        """Let time pass, by default until something happens by itself. Timers fire on the way."""
        if until is None:
            until = self._status[DUE]
            if until == NEVER:
                raise BadInput("nothing is due in this match, so wait needs a moment: match.wait(until=...)")
        else:
            until = self._moment(until)
        self._wait(self._where, until, self._pad)

    # Current state

    @property
    def clock(self) -> int:
        return self._status[CLOCK]

    @property
    def due(self) -> int | None:
        """When something next happens by itself, or None."""
        due = self._status[DUE]
        return None if due == NEVER else due

    @property
    def over(self) -> bool:
        return bool(self._status[OVER])

    @property
    def scores(self) -> list[int]:
        """Points so far, final when the match is over."""
        out = np.zeros(self.seats, np.int32)
        self._loops.score(self._states, 0, out)
        return out.tolist()  # type: ignore[no-any-return]

    @property
    def winners(self) -> list[int]:
        """The winning seats, several if they tie; none while the match goes on."""
        if not self.over:
            return []
        scores = self.scores
        best = min(scores) if self.rules.lowest_wins else max(scores)
        return [seat for seat, points in enumerate(scores) if points == best]

    @property
    def state(self) -> Any:
        """The true state, secrets included, as a record with attributes; for tests and tools."""
        return with_attributes(self._states)[0]

    def look_again(self) -> None:
        """Call this after editing `state` by hand: it updates what is legal."""
        self._loops.look(self._where, self._pad)

    @property
    def rematch_options(self) -> dict[str, Any]:
        """The options that follow from this match for the next one at the same table, such as whose deal it is."""
        return self.rules.rematch(self.state) if self.rules.rematch is not None else {}

    # What a seat sees

    def seen(self, seat: int | None) -> Any:
        """The state as a seat (None: a spectator) knows it: a copy in which everything unknown is blank."""
        return with_attributes(self.seen_alone(seat))[0]

    def seen_alone(self, seat: int | None, seen: Any = None) -> Any:
        """The same as an array with one record, which is what compiled code takes; written into `seen` if given."""
        if seen is None:
            seen = blank(self.rules.State, 1)
        self._loops.see(self._states, 0, self._watcher(seat), seen, 0)
        return seen

    def seen_later(self, seat: int, at: int) -> tuple[Any, list[int]]:
        """What a seat will see at a later moment, and its legal actions then, if nothing happens before that."""
        if self._trial is None:
            self._trial = Trial(self.rules)
        self._trial.bytes[:] = self._bytes
        self._wait(self._trial.where, self._moment(at), self._trial.pad)
        seen = blank(self.rules.State, 1)
        return seen, self._trial.looked(seat, self._loops.see, seen)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a person in that seat (None: a spectator) sees, as plain data."""
        watcher = self._watcher(seat)
        self._loops.see(self._states, 0, watcher, self._seen, 0)
        view = msgspec.to_builtins(self.rules.view(self._seen[0], watcher))
        assert isinstance(view, dict)
        return view

    def observe(self, seat: int | None) -> NDArray[np.int8]:
        """The observation of a seat as bytes; `rules.pieces` names its parts."""
        out = np.zeros(self.rules.pieces.size, np.int8)
        self._loops.observe(self._states, 0, self._watcher(seat), self._seen, 0, out)
        return out

    def show(self, seat: int | None = None) -> str:
        """The table as text for a terminal."""
        return self.rules.show(self.seen(seat), self._watcher(seat))

    def picture(self, seat: int | None = None, theme: str = "light", said: Said | None = None) -> Picture:
        """The table as a picture, as a seat (None: a spectator) sees it; the theme is light or dark. `said` is the
        action named below the table, by default the last one."""
        if seat is not None:
            seat = self._seat(seat)
        if said is None:
            said = Said(*self._entries[-1][1:3]) if self._entries else Said()
        return picture_of(self.rules, self._states, seat, said, theme)

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    # The log

    @property
    def entries(self) -> list[tuple[Any, ...]]:
        """All actions so far: (ms, seat, action), and the note if there is one."""
        return list(self._entries)

    def log(self, commitment: str | None = None, salt: str | None = None) -> str:
        """The whole match as JSON lines: a header, then [ms, seat, action] for each action."""
        header = Header(
            game=self.rules.name,
            rules=self.rules.version,
            seats=self.seats,
            options=self.options,
            seed=self.seed,
            clock=self.clock,
            commitment=commitment,
            salt=salt,
        )
        return write_log(header, self._entries)

    # Checks of what callers pass

    def _seat(self, seat: int) -> int:
        if type(seat) is int and 0 <= seat < self.seats:  # the usual case, quickly
            return seat
        try:
            number = operator.index(seat)
        except TypeError:
            number = -1
        if not 0 <= number < self.seats:
            raise IllegalAction(self.rules.rule_id(1), f"there is no seat {seat} here, only 0 to {self.seats - 1}")
        return number

    def _watcher(self, seat: int | None) -> int:
        return SPECTATOR if seat is None else self._seat(seat)

    def _moment(self, at: int) -> int:
        try:
            moment = operator.index(at)
        except TypeError:
            raise BadInput(f"a moment is a whole number of milliseconds, not {at!r}") from None
        if moment < self.clock:
            raise BadInput(f"time never runs back: it is {self.clock} ms, so nothing can happen at {moment} ms")
        if moment > LATEST:
            raise BadInput(f"{moment} ms is too far off; a match lasts minutes")
        return moment

    def _checked(self, seat: int, action: int, at: int | None) -> tuple[int, int, int]:
        seat = self._seat(seat)
        try:
            number = action if type(action) is int else operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.rules.actions:
            raise self._no_such_action(action)
        return seat, number, -1 if at is None else self._moment(at)

    def _refusal(self, seat: int, action: int, code: int) -> IllegalAction:
        self._loops.see(self._states, 0, seat, self._seen, 0)
        return refusal_in_words(self.rules, self._seen[0], seat, action, code)

    def _no_such_action(self, action: Any) -> IllegalAction:
        rules = self.rules
        return IllegalAction(
            rules.rule_id(rules.no_such_action), f"there is no action {action}, only 0 to {rules.actions - 1}"
        )
