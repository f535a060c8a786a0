"""The nodes of a turn-based game's tree, cheap to copy and to query: chance before the deal, then one seat's decisions.

A decision node is stored as plain bytes, because NumPy copies nested records field by field, a hundred times slower.
"""

import ctypes
from collections.abc import Mapping
from hashlib import sha256
from struct import unpack_from
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.markup import RE_TAGS

from parlour.engine import NOBODY, STUCK, address_of, loops, refusal
from parlour.games import rules_of
from parlour.kit import INTERPRETED, SPECTATOR, BadInput, Rules, blank, readable, with_attributes, write_options

from .refusals import no_such_action
from .tree_loops import DONE, tree_loops

CHANCE, OVER = -1, -4  # OpenSpiel's player numbers: before the deal, and after the match
SEED_BYTES = 8


class ChanceNode:
    """A match before the deal. Chance draws the bytes of its seed, most significant first."""

    player = CHANCE
    legal_actions = list(range(256))  # noqa: RUF012 - never modified

    def __init__(self, rules: Rules, initial: bytes, drawn: bytes = b"") -> None:
        self.rules, self.initial, self.drawn = rules, initial, drawn

    def __deepcopy__(self, _: Any) -> "ChanceNode":
        return self  # immutable

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_chance_node, (self.rules.name, self.initial, self.drawn)

    def __str__(self) -> str:
        return f"{self.rules.title}, not dealt yet; seed {self.drawn.hex()}"

    def apply(self, byte: int) -> "ChanceNode | DecisionNode":
        """The node after one more byte of the seed; after the last byte the cards are dealt, as `Match` deals them."""
        if byte not in range(256):
            raise BadInput(f"chance draws a byte of the seed, 0 to 255, not {byte}")
        drawn = self.drawn + bytes([byte])
        if len(drawn) < SEED_BYTES:
            return ChanceNode(self.rules, self.initial, drawn)
        return first_decision(self.rules, self.initial, int.from_bytes(drawn))

    def describe(self, byte: int) -> str:
        return f"seed byte {len(self.drawn)} is {byte}"

    def information(self, _: int) -> tuple[int, bytes]:
        return 0, b""

    def observe(self, _: int, row: NDArray[np.int8]) -> None:
        row.fill(0)

    def resample(self, _: int, __: int) -> "ChanceNode":
        return self


class DecisionNode:
    """A match at one decision, or over. `player` is the seat on turn, or OVER."""

    __slots__ = ("_bytes", "_here", "_loops", "player", "rules")

    def __init__(self, rules: Rules, contents: bytes) -> None:
        self.rules, self._loops = rules, tree_loops(rules)
        size = self._loops.Node.itemsize
        self._use_memory((ctypes.c_char * size).from_buffer_copy(contents.ljust(size, b"\0")))
        self.player = OVER

    def _use_memory(self, memory: Any) -> None:
        self._bytes = memory
        self._here: Any = ctypes.addressof(memory)
        if INTERPRETED:
            self._here = readable(np.frombuffer(memory, self._loops.Node))

    def __deepcopy__(self, _: Any) -> "DecisionNode":
        copy = DecisionNode.__new__(DecisionNode)
        copy.rules, copy._loops, copy.player = self.rules, self._loops, self.player
        copy._use_memory(type(self._bytes).from_buffer_copy(self._bytes))
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_decision_node, (self.rules.name, self._bytes[: self._loops.moves_offset])

    def updated(self) -> "DecisionNode":
        """This node, with `player` read from its changed bytes."""
        (seat,) = unpack_from("h", self._bytes, self._loops.seat_offset)
        if seat == STUCK:
            raise RuntimeError(f"a match of {self.rules.title} is stuck: no seat can act and no timer is running")
        self.player = OVER if seat == NOBODY else seat
        return self

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions of the seat on turn, ascending."""
        (count,) = unpack_from("h", self._bytes, self._loops.count_offset)
        return list(unpack_from(f"{count}h", self._bytes, self._loops.moves_offset))

    def apply(self, action: int) -> "DecisionNode":
        """Carry out an action of the seat on turn. This changes the node itself; copy it first to keep it."""
        if not 0 <= action < self.rules.actions:
            raise no_such_action(self.rules, action, self.rules.actions)
        code = self._loops.advance(self._here, action)
        if code != DONE:
            raise refusal(self.rules, action, code)
        return self.updated()

    @property
    def state(self) -> Any:
        """The full state, as an array with one record."""
        return self._record(0)

    def _record(self, at: int) -> Any:
        return readable(np.frombuffer(self._bytes, self.rules.State, 1, at))

    @property
    def scores(self) -> NDArray[np.int32]:
        state = self.state
        out = np.zeros(int(state["seats"][0]), np.int32)
        loops(self.rules).score(state, 0, out)
        return out

    def __str__(self) -> str:
        """The table with all cards open, and a digest of the complete node."""
        table = RE_TAGS.sub("", self.rules.show(with_attributes(self.state)[0], SPECTATOR))
        return f"{table}\n{sha256(self._bytes[: self._loops.moves_offset]).hexdigest()[:16]}"

    def describe(self, action: int) -> str:
        """An action in words, as all seats may hear it."""
        self._loops.look(self._here, SPECTATOR)
        return self.rules.describe(with_attributes(self._record(self._loops.seen_offset))[0], action)

    def information(self, seat: int) -> tuple[int, bytes]:
        """A seat's history hash, and the state with everything blanked that the seat cannot know."""
        history, at = self._loops.look(self._here, seat), self._loops.seen_offset
        return int(history), self._bytes[at : at + self.rules.State.itemsize]

    def observe(self, seat: int, row: NDArray[np.int8]) -> None:
        """Write a seat's observation."""
        self._loops.observe(self._here, seat, address_of(row))

    def resample(self, seat: int, seed: int) -> "DecisionNode":
        """A random node that the seat cannot distinguish from this one."""
        world = self.__deepcopy__(None)
        self._loops.resample(self._here, seat, world._here, np.uint64(seed))
        return world.updated()


def root_node(rules: Rules, seats: int, options: Mapping[str, Any]) -> ChanceNode:
    """The root of the tree, for a number of seats and options."""
    initial = blank(rules.State)
    initial[0]["seats"] = seats
    write_options(rules.options, options, initial[0])
    return ChanceNode(rules, initial.tobytes())


def first_decision(rules: Rules, initial: bytes, seed: int) -> DecisionNode:
    """The node after the deal."""
    node = DecisionNode(rules, initial)
    node._loops.deal(node._here, np.uint64(seed))
    return node.updated()


def restore_chance_node(name: str, initial: bytes, drawn: bytes) -> ChanceNode:
    """For pickle."""
    return ChanceNode(rules_of(name), initial, drawn)


def restore_decision_node(name: str, saved: bytes) -> DecisionNode:
    """For pickle; the legal actions are not saved but found again."""
    node = DecisionNode(rules_of(name), saved)
    node._loops.ask(node._here)
    return node.updated()
