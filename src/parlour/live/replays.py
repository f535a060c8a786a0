"""Replays of finished matches: what spectators were sent, computed again from the seed and the steps."""

import zlib
from collections.abc import Iterator

import msgspec

import parlour
from parlour.kit import BadInput
from parlour.match import Header, Match

from . import events
from . import messages as m
from .match_events import Reveals
from .recorder import Step, recorded
from .store import MatchRow
from .view_diff import EVERYBODY, ShownViews


def replay_of(row: MatchRow) -> bytes:
    """The answer to a request for a replay: JSON. BadInput says why a match can no longer be shown."""
    head = {
        "match": row.id,
        "game": row.game,
        "title": parlour.game(row.game).title,
        "rules": row.rules,
        "seats": row.seats,
        "started": row.started,
        "ended": row.ended,
        "result": msgspec.Raw(row.result),
        "events": msgspec.Raw(_frames_of(row)),
    }
    return msgspec.json.encode(head)


def _frames_of(row: MatchRow) -> bytes:
    if row.steps is None:
        assert row.frames is not None
        return zlib.decompress(row.frames)  # recorded by an earlier version
    header = msgspec.json.decode(row.log.partition("\n")[0], type=Header)
    game = parlour.game(header.game)
    if header.rules != game.rules.version:
        raise BadInput("this match was played under older rules and can no longer be shown; its log still exists")
    match = game.new(seats=header.seats, seed=header.seed, options=header.options)
    return b"[" + b",".join(_frames(match, recorded(row.steps))) + b"]"


def _frames(match: Match, steps: list[Step]) -> Iterator[bytes]:
    views, reveals = ShownViews(match), Reveals(match.rules, match.state)
    for number, step in enumerate(steps):
        if number > 0:  # the first is the deal
            advance(match, step)
        words, told = in_words(match, step.action)
        event = m.Event(
            n=step.n,
            ms=step.ms,
            at=step.ms,
            change=views.changes({None})[EVERYBODY],
            seat=step.seat,
            action=told,
            words=words,
            reveal=reveals.new(),
        )
        yield m.encode(event)
        if step.race is not None:
            yield m.encode(race_message(step.n, step.race))


def advance(match: Match, step: Step, note: object = None) -> None:
    """Play one step again."""
    if step.seat is None:
        match.wait(until=step.ms)
    else:
        assert step.action is not None
        match.play(step.seat, step.action, at=step.ms, note=note)


def in_words(match: Match, action: int | None) -> tuple[str | None, int | None]:
    """An action in the words that everybody may hear, and its number unless it is secret."""
    if action is None:
        return None, None
    hushed = match.rules.heard(action)
    return (hushed, None) if hushed is not None else (match.describe(action), action)


def race_message(number: int, race: events.RaceRings) -> m.Race:
    rings = [m.Ring(seat=seat, ms=ms, claimed=claimed, corrected=fixed) for seat, ms, claimed, fixed in race.rings]
    return m.Race(n=number, reveal=race.answered, rings=rings)
