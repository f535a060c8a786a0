"""A match from its log: played again, action by action, with every line checked."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from parlour.kit import BadInput, IllegalAction

from .game import game
from .log import Header
from .match import Match


class Entry(NamedTuple):
    """A line of a log."""

    ms: int
    seat: int
    action: int
    note: Any  # None: it has none


class Step(NamedTuple):
    """A match right after something has happened in it."""

    match: Match  # the same object in every step
    seat: int  # who acted; -1: the deal, or something that happened by itself
    action: int  # -1: none
    note: Any


def read_log(log: str) -> tuple[Header, list[Entry]]:
    """The header of a log and its actions, which have not been played yet."""
    lines = log.splitlines()
    if not lines:
        raise BadInput("the log is empty; its first line should name the game, the seats and the seed")
    try:
        header = msgspec.json.decode(lines[0], type=Header)
    except msgspec.DecodeError as error:
        raise BadInput(f"this is not a log of Parlour: its first line cannot be read ({error})") from None
    rules = game(header.game).rules
    if header.rules != rules.version:
        raise BadInput(
            f"this log was played by version {header.rules} of the rules of {rules.title}, "
            f"and here is version {rules.version}"
        )
    return header, [_entry(number, line) for number, line in enumerate(lines[1:], start=2)]


def dealt(header: Header) -> Match:
    """The match of a log, before the first action."""
    return game(header.game).new(seats=header.seats, seed=header.seed, options=header.options)


def play_entry(match: Match, number: int, entry: Entry) -> None:
    """Play the action of a log's line `number`."""
    try:
        match.play(entry.seat, entry.action, at=entry.ms, note=entry.note)
    except (IllegalAction, BadInput) as error:
        raise BadInput(f"line {number} of the log does not follow the rules: {error}") from None


def wait_until_end(match: Match, header: Header) -> None:
    """Let time pass to the moment at which the log was written."""
    if header.clock < match.clock:
        raise BadInput(f"the log says that it ends at {header.clock} ms, but its last action is at {match.clock} ms")
    if header.clock > match.clock:
        match.wait(until=header.clock)


def replay(log: str) -> Match:
    """The match recorded in a log, at the moment at which the log was written."""
    match = None
    for match in follow(log):  # noqa: B007
        pass
    assert match is not None
    return match


def follow(log: str) -> Iterator[Match]:
    """Replay a log, yielding the same match object after the deal, after each action, and at the end."""
    header, entries = read_log(log)
    match = dealt(header)
    yield match
    for number, entry in enumerate(entries, start=2):
        play_entry(match, number, entry)
        yield match
    wait_until_end(match, header)
    yield match


def steps(log: str) -> Iterator[Step]:
    """Replay a log step by step: the deal, each action, and everything that happened by itself."""
    header, entries = read_log(log)
    match = dealt(header)
    yield Step(match, -1, -1, None)
    for number, entry in enumerate(entries, start=2):
        yield from _pass(match, entry.ms)
        play_entry(match, number, entry)
        yield Step(match, entry.seat, entry.action, entry.note)
    yield from _pass(match, header.clock)
    wait_until_end(match, header)


def _pass(match: Match, until: int) -> Iterator[Step]:
    """Whatever is due by then happens."""
    while not match.over and match.due is not None and match.due <= until:
        match.wait()
        yield Step(match, -1, -1, None)


def _entry(number: int, line: str) -> Entry:
    try:
        entry = msgspec.json.decode(line)
    except msgspec.DecodeError:
        raise BadInput(f"line {number} of the log is cut off or broken; it should be [ms, seat, action]") from None
    if not isinstance(entry, list) or len(entry) not in (3, 4) or not all(type(part) is int for part in entry[:3]):
        raise BadInput(f"line {number} of the log should be [ms, seat, action], and is {line[:60]}")
    return Entry(entry[0], entry[1], entry[2], entry[3] if len(entry) == 4 else None)
