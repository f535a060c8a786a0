"""Rebuilds a table from its events, after a restart or in another process."""

from collections.abc import Callable, Iterable

from . import events
from .broadcast import MISSED
from .recorder import Step
from .replays import advance
from .services import Services
from .store import EventRow
from .table import LiveTable

Steps = events.ActionPlayed | events.TimePassed


def load_table(id: str, rows: Iterable[EventRow], services: Services, lost: Callable[[LiveTable], None]) -> LiveTable:
    """The table with these events: all of them, or those since a match began."""
    loaded = [(row.number, events.decode(row.kind, row.body)) for row in rows]
    table = _begin(id, loaded[0][1], services, lost)
    dealt = max((number for number, event in loaded if isinstance(event, events.MatchStarted)), default=0)
    steps = [number for number, event in loaded if isinstance(event, Steps)]
    recent = steps[-MISSED] if len(steps) > MISSED else 0  # from here on, for devices that reconnect
    for number, event in loaded:
        table.log.loaded(number)
        if isinstance(event, Steps):
            step, note = _step(number, event)
            if step.seat is not None and isinstance(event, events.ActionPlayed):
                table.presence.seats[step.seat].last_seq = event.seq
            if number > dealt and table.match is not None:  # else the match is over, or one of older rules
                advance(table.match, step, note)
                if step.seat is not None:
                    table.presence.rang(step.seat, note)
                table.broadcast.loaded(step, number >= recent)
            table.scores = event.scores or table.scores
        elif not isinstance(event, events.TableMade):
            table.apply(event)
        if isinstance(event, events.MatchStarted):
            table.broadcast.recorder.add(Step(number, 0))
            table.scores = event.scores or table.scores
    table.presence.forget_absences()
    table.starting.check()
    return table


def _begin(id: str, first: events.Event, services: Services, lost: Callable[[LiveTable], None]) -> LiveTable:
    """The table as it was just before or after its first event."""
    if isinstance(first, events.MatchStarted) and first.table is not None:
        state = first.table
        table = LiveTable(id, state.setup, services, lost)
        table.presence.seats, table.presence.host, table.matches = state.seats, state.host, state.matches
        return table
    assert isinstance(first, events.TableMade)
    return LiveTable(id, first.setup, services, lost)


def _step(number: int, event: Steps) -> tuple[Step, object]:
    """An event as a step of its match, and its note for the log."""
    if isinstance(event, events.TimePassed):
        return Step(number, event.until[0], race=event.race), None
    move = event.move
    return Step(number, move.ms, move.seat, move.action, event.race), move.note
