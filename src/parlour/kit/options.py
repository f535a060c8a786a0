"""Game options. An option is data: its values, the rules it concerns, a sentence; the chosen value lives in the state.

The value of a number stands in a state field of the option's name. A choice has a field for the index of its value: it
also has the option's name, or, where the values are numbers themselves, that name followed by `_choice`.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import BadInput


def is_whole(given: Any, low: int, high: int) -> bool:
    """True for a whole number within bounds. Python counts True and False as numbers; people do not."""
    return isinstance(given, int) and not isinstance(given, bool) and low <= given <= high


@dataclass(frozen=True)
class Option:
    """What all options have in common; `read` checks a value from outside, `write` puts it into a state."""

    name: str
    rules: tuple[str, ...]
    says: str

    @property
    def default(self) -> Any:
        raise NotImplementedError

    def values_in_words(self) -> str:
        raise NotImplementedError

    def read(self, given: Any, seats: int) -> Any:
        raise NotImplementedError

    def write(self, state: Any, value: Any) -> None:
        raise NotImplementedError

    def refuse(self, given: Any) -> BadInput:
        return BadInput(f"the option {self.name} cannot be {given!r}; it takes {self.values_in_words()}")


@dataclass(frozen=True)
class Choice(Option):
    """One of a few values, the default first."""

    values: tuple[str | int, ...]

    @property
    def default(self) -> Any:
        return self.values[0]

    @property
    def field(self) -> str:
        """The state field. Where an index could be taken for the value, as 0 for 0 ms, its name says that it is one."""
        is_clear = all(isinstance(value, str) or value == index for index, value in enumerate(self.values))
        return self.name if is_clear else f"{self.name}_choice"

    def values_in_words(self) -> str:
        return " or ".join(str(value) for value in self.values)

    def read(self, given: Any, seats: int) -> Any:
        for value in self.values:
            if not isinstance(given, bool) and str(given) == str(value):
                return value
        raise self.refuse(given)

    def write(self, state: Any, value: Any) -> None:
        state[self.field] = self.values.index(value)


@dataclass(frozen=True)
class SeatChoice(Choice):
    """A choice among words and seats; seats are counted from 1, as players count them, and must exist at the table."""

    def read(self, given: Any, seats: int) -> Any:
        value = super().read(given, seats)
        if isinstance(value, int) and value > seats:
            raise BadInput(f"the option {self.name} cannot be seat {value}: this table has {seats} seats")
        return value


@dataclass(frozen=True)
class Number(Option):
    """A whole number within bounds."""

    normal: int
    low: int
    high: int

    @property
    def default(self) -> Any:
        return self.normal

    def values_in_words(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, given: Any, seats: int) -> Any:
        try:
            number = int(given) if isinstance(given, int | str) and not isinstance(given, bool) else None
        except ValueError:
            number = None
        if number is None or not self.low <= number <= self.high:
            raise self.refuse(given)
        return number

    def write(self, state: Any, value: Any) -> None:
        state[self.name] = value


@dataclass(frozen=True)
class PerSeat(Number):
    """A whole number for each seat; a single number applies to all."""

    def values_in_words(self) -> str:
        return f"one whole number from {self.low} to {self.high} per seat, such as 0,300,0"

    def read(self, given: Any, seats: int) -> Any:
        if isinstance(given, str):
            given = given.split(",") if "," in given else [given] * seats
        elif isinstance(given, int):
            given = [given] * seats
        if not isinstance(given, Sequence) or len(given) != seats:
            raise self.refuse(given)
        try:
            return [super(PerSeat, self).read(number, seats) for number in given]
        except BadInput:
            raise self.refuse(given) from None

    def write(self, state: Any, value: Any) -> None:
        state[self.name] = 0
        if value != self.default:
            state[self.name][: len(value)] = value


@dataclass(frozen=True)
class NamedOrCustom(Option):
    """A deck or a scoring table: a named one, or the owner's own as a mapping or a TOML file.

    `parse(mapping)` returns what `put(state, content)` writes, or raises BadInput with a sentence. A named table
    is content too, so that both go the same way into the state.
    """

    named: Mapping[str, Any]
    parse: Callable[[Mapping[str, Any]], Any]
    put: Callable[[Any, Any], None]

    @property
    def default(self) -> Any:
        return next(iter(self.named))

    def values_in_words(self) -> str:
        return " or ".join(self.named) + ", or the name of a TOML file with your own (custom)"

    def read(self, given: Any, seats: int) -> Any:
        if isinstance(given, str):
            if given in self.named:
                return given
            if not given.endswith(".toml"):
                raise self.refuse(given)
            given = read_toml(Path(given))
        if not isinstance(given, Mapping):
            raise self.refuse(given)
        self.parse(given)
        return dict(given)

    def write(self, state: Any, value: Any) -> None:
        self.put(state, self.named[value] if isinstance(value, str) else self.parse(value))


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the file {path} cannot be read ({getattr(error, 'strerror', 'it is not text')})") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"the file {path} is not TOML: {error}") from None


def read_options(options: Sequence[Option], given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The chosen options, checked and normalised; options that were not chosen are left out."""
    by_name = {option.name: option for option in options}
    for name in given:
        if name not in by_name:
            raise BadInput(f"there is no option {name!r}; there are {', '.join(by_name)}")
    return {name: by_name[name].read(value, seats) for name, value in given.items()}


def write_options(options: Sequence[Option], chosen: Mapping[str, Any], state: Any) -> None:
    """Put every option into the state: the chosen value, or the default."""
    for option in options:
        option.write(state, chosen.get(option.name, option.default))
