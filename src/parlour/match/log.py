"""The log of a match as JSON lines: a header, then its actions."""

from collections.abc import Sequence
from typing import Any

import msgspec


class Header(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. Options, seed and actions are the whole match; `clock` is how long it has gone on."""

    game: str
    rules: int  # the rules' version
    seats: int
    options: dict[str, Any]
    seed: int
    clock: int
    commitment: str | None = None  # of a live match: what was published of the seed before it began ...
    salt: str | None = None  # ... and what makes it so that nobody could guess the seed from it


def write_log(header: Header, entries: Sequence[tuple[Any, ...]]) -> str:
    """The header and one line `[ms, seat, action]` per action, with its note as a fourth field if it has one."""
    lines = [msgspec.json.encode(header), *(msgspec.json.encode(entry) for entry in entries)]
    return b"\n".join(lines).decode() + "\n"
