"""The log of a match as JSON lines: a header, then its actions."""

from collections.abc import Sequence
from typing import Any

import msgspec


class Header(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. Options, seed and actions determine the whole match; `clock` is how long it has lasted."""

    game: str
    rules: int  # the rules' version
    seats: int
    options: dict[str, Any]
    seed: int
    clock: int
    commitment: str | None = None  # of a live match: a hash of seed and salt, published before it began ...
    salt: str | None = None  # ... and the salt, which keeps anybody from guessing the seed


def write_log(header: Header, entries: Sequence[tuple[Any, ...]]) -> str:
    """The header and one line `[ms, seat, action]` per action, with its note as a fourth field if it has one."""
    lines = [msgspec.json.encode(header), *(msgspec.json.encode(entry) for entry in entries)]
    return b"\n".join(lines).decode() + "\n"
