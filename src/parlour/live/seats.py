"""Seats at a table, and checks of what people enter: names, game options, tokens."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

import parlour
from parlour.bots import bots_of
from parlour.kit import BadInput

from .offered import Offered

COLOURS = 8


@dataclass
class Newcomer:
    """A person who waits for a seat."""

    name: str
    colour: int
    token: str  # hashed
    removed: bool = False  # by the host, who has not let them in again


@dataclass
class Seat:
    """One seat: a person's, a bot's, or empty."""

    name: str | None = None
    colour: int = 0
    token: str | None = None  # hashed
    bot: str | None = None  # the level of the bot that has this seat
    away: bool = False  # its owner is absent and a bot plays on
    last_seq: int = 0  # the last sequence number that its owner used
    former: str | None = None  # hashed token of the person who was dealt these cards and left
    next: Newcomer | None = None
    removed: list[str] = field(default_factory=list)  # hashed tokens of people whom the host removed from here
    pauses: int = 0  # in this match
    quick: list[bool] = field(default_factory=list)  # the last rings: True if faster than people can react
    suspect: bool = False  # several of them were, in this match

    @property
    def owned(self) -> bool:
        return self.token is not None

    @property
    def free(self) -> bool:
        return not self.owned and self.bot is None


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def commitment(seed: int, salt: str) -> str:
    """The hash published before the match: it fixes the seed without revealing it."""
    return hashlib.sha256(f"parlour:{seed}:{salt}".encode()).hexdigest()


def checked_setup(
    game: str, seats: int | None, options: dict[str, Any], level: str, offered: Offered | None = None
) -> tuple[int, dict[str, Any]]:
    """The number of seats and the complete options of a new table; BadInput says what is wrong with them."""
    played = parlour.game(game)
    seats = bots_of(played.rules).usual_seats if seats is None else seats
    names = (offered or Offered()).names(played.rules)
    if level not in names:
        raise BadInput(f"{played.title} has no bot {level!r}; it has {', '.join(names)}")
    for name, value in options.items():
        if isinstance(value, str) and value.endswith(".toml"):
            raise BadInput(f"the option {name} cannot be a file here; send its contents instead")
    return seats, played.checked(seats, options)
