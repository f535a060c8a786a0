"""A match of turns as something to search: positions that are quick to copy and quick to ask.

A position lies in plain bytes, because NumPy copies nested records field by field, a hundred times slower.
"""

import ctypes
from collections.abc import Mapping
from hashlib import sha256
from struct import unpack_from
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.markup import RE_TAGS

from parlour.engine import NOBODY, STUCK, handle, loops, refusal
from parlour.games import rules_of
from parlour.kit import INTERPRETED, SPECTATOR, BadInput, Rules, blank, readable, write_options

from .refusals import no_such_action
from .tree import DONE, tree

CHANCE, OVER = -1, -4  # who is to act before the cards are dealt and after the match: OpenSpiel's numbers
SEED_BYTES = 8


class Undealt:
    """A match before its first card: some bytes of its seed are drawn, the highest first."""

    player = CHANCE
    moves = list(range(256))  # noqa: RUF012 - nobody changes it

    def __init__(self, rules: Rules, first: bytes, drawn: bytes = b"") -> None:
        self.rules, self.first, self.drawn = rules, first, drawn

    def __deepcopy__(self, _: Any) -> "Undealt":
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return undealt_again, (self.rules.name, self.first, self.drawn)

    def __str__(self) -> str:
        return f"{self.rules.title}, not dealt yet; seed {self.drawn.hex()}"

    def after(self, byte: int) -> "Undealt | Position":
        """One more byte of the seed; after the last the cards are dealt, as `Match` deals them."""
        if byte not in range(256):
            raise BadInput(f"chance draws a byte of the seed, 0 to 255, not {byte}")
        drawn = self.drawn + bytes([byte])
        if len(drawn) < SEED_BYTES:
            return Undealt(self.rules, self.first, drawn)
        return dealt(self.rules, self.first, int.from_bytes(drawn))

    def describe(self, byte: int) -> str:
        return f"seed byte {len(self.drawn)} is {byte}"

    def knows(self, _: int) -> tuple[int, bytes]:
        return 0, b""

    def observe(self, _: int, row: NDArray[np.int8]) -> None:
        row.fill(0)

    def imagine(self, _: int, __: int) -> "Undealt":
        return self


class Position:
    """A match at one decision, or over. `player` is the seat that is asked, or OVER."""

    __slots__ = ("_bytes", "_here", "_tree", "player", "rules")

    def __init__(self, rules: Rules, begins: bytes) -> None:
        self.rules, self._tree = rules, tree(rules)
        size = self._tree.Point.itemsize
        self._lay((ctypes.c_char * size).from_buffer_copy(begins.ljust(size, b"\0")))
        self.player = OVER

    def _lay(self, room: Any) -> None:
        self._bytes = room
        self._here = np.frombuffer(room, self._tree.Point).view(np.recarray) if INTERPRETED else ctypes.addressof(room)

    def __deepcopy__(self, _: Any) -> "Position":
        copy = Position.__new__(Position)
        copy.rules, copy._tree, copy.player = self.rules, self._tree, self.player
        copy._lay(type(self._bytes).from_buffer_copy(self._bytes))
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return position_again, (self.rules.name, self._bytes[: self._tree.at_moves])

    def find(self) -> "Position":
        """Who is asked, once something has happened."""
        (seat,) = unpack_from("h", self._bytes, self._tree.at_seat)
        if seat == STUCK:
            raise RuntimeError(f"a match of {self.rules.title} is stuck: nobody can act and nothing is due")
        self.player = OVER if seat == NOBODY else seat
        return self

    @property
    def moves(self) -> list[int]:
        """What the seat that is asked may do, ascending."""
        (count,) = unpack_from("h", self._bytes, self._tree.at_count)
        return list(unpack_from(f"{count}h", self._bytes, self._tree.at_moves))

    def after(self, action: int) -> "Position":
        """The seat that is asked does this. The position itself changes: copy it first if it is still wanted."""
        if not 0 <= action < self.rules.actions:
            raise no_such_action(self.rules, action, self.rules.actions)
        code = self._tree.advance(self._here, action)
        if code != DONE:
            raise refusal(self.rules, action, code)
        return self.find()

    @property
    def state(self) -> Any:
        """The true state, as an array of this one record."""
        return self._record(0)

    def _record(self, at: int) -> Any:
        found = np.frombuffer(self._bytes, self.rules.State, 1, at)
        return readable(found)

    @property
    def scores(self) -> NDArray[np.int32]:
        state = self.state
        out = np.zeros(int(state["seats"][0]), np.int32)
        loops(self.rules).score(state, 0, out)
        return out

    def __str__(self) -> str:
        """The table with all cards open, and a digest of everything there is."""
        table = RE_TAGS.sub("", self.rules.show(self.state.view(np.recarray)[0], SPECTATOR))
        return f"{table}\n{sha256(self._bytes[: self._tree.at_moves]).hexdigest()[:16]}"

    def describe(self, action: int) -> str:
        """An action in words, as everybody at the table may hear it."""
        self._tree.look(self._here, SPECTATOR)
        return self.rules.describe(self._record(self._tree.at_seen).view(np.recarray)[0], action)

    def knows(self, seat: int) -> tuple[int, bytes]:
        """A seat's trail, and the record of all that it may know now."""
        trail, at = self._tree.look(self._here, seat), self._tree.at_seen
        return int(trail), self._bytes[at : at + self.rules.State.itemsize]

    def observe(self, seat: int, row: NDArray[np.int8]) -> None:
        """What a seat sees, as a row of bytes."""
        self._tree.observe(self._here, seat, handle(row))

    def imagine(self, seat: int, seed: int) -> "Position":
        """Another world, in which everything looks the same to this seat."""
        world = self.__deepcopy__(None)
        self._tree.imagine(self._here, seat, world._here, np.uint64(seed))
        return world.find()


def undealt(rules: Rules, seats: int, options: Mapping[str, Any]) -> Undealt:
    """A match with so many seats and these options, before chance has done anything."""
    first = blank(rules.State)
    first[0]["seats"] = seats
    write_options(rules.options, options, first[0])
    return Undealt(rules, first.tobytes())


def dealt(rules: Rules, first: bytes, seed: int) -> Position:
    """The first decision of a match."""
    position = Position(rules, first)
    position._tree.deal(position._here, np.uint64(seed))
    return position.find()


def undealt_again(name: str, first: bytes, drawn: bytes) -> Undealt:
    """As it was written down."""
    return Undealt(rules_of(name), first, drawn)


def position_again(name: str, kept: bytes) -> Position:
    """As it was written down; its moves follow from the rest."""
    position = Position(rules_of(name), kept)
    position._tree.ask(position._here)
    return position.find()
