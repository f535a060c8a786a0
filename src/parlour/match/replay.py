"""A match from its log: played again, action by action, with every line checked."""

from collections.abc import Iterator
from typing import Any

import msgspec

from parlour.kit import BadInput, IllegalAction

from .game import game
from .log import Header
from .match import Match


def replay(log: str) -> Match:
    """The match recorded in a log, at the moment at which the log was written."""
    match = None
    for match in follow(log):  # noqa: B007
        pass
    assert match is not None
    return match


def follow(log: str) -> Iterator[Match]:
    """Replay a log, yielding the same match object after the deal, after each action, and at the end."""
    lines = log.splitlines()
    if not lines:
        raise BadInput("the log is empty; its first line should name the game, the seats and the seed")
    try:
        header = msgspec.json.decode(lines[0], type=Header)
    except msgspec.DecodeError as error:
        raise BadInput(f"this is not a log of Parlour: its first line cannot be read ({error})") from None
    played = game(header.game)
    if header.rules != played.rules.version:
        raise BadInput(
            f"this log was played by version {header.rules} of the rules of {played.title}, "
            f"and here is version {played.rules.version}"
        )
    match = played.new(seats=header.seats, seed=header.seed, options=header.options)
    yield match
    for number, line in enumerate(lines[1:], start=2):
        ms, seat, action, note = _entry(number, line)
        try:
            match.play(seat, action, at=ms, note=note)
        except (IllegalAction, BadInput) as error:
            raise BadInput(f"line {number} of the log does not follow the rules: {error}") from None
        yield match
    if header.clock < match.clock:
        raise BadInput(f"the log says that it ends at {header.clock} ms, but its last action is at {match.clock} ms")
    if header.clock > match.clock:
        match.wait(until=header.clock)
    yield match


def _entry(number: int, line: str) -> tuple[int, int, int, Any]:
    try:
        entry = msgspec.json.decode(line)
    except msgspec.DecodeError:
        raise BadInput(f"line {number} of the log is cut off or broken; it should be [ms, seat, action]") from None
    if not isinstance(entry, list) or len(entry) not in (3, 4) or not all(type(part) is int for part in entry[:3]):
        raise BadInput(f"line {number} of the log should be [ms, seat, action], and is {line[:60]}")
    return entry[0], entry[1], entry[2], entry[3] if len(entry) == 4 else None
