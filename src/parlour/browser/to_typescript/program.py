"""What is being translated: the functions reached so far, the constants they use, and the kinds of all variables."""

import re
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import msgspec

from .kinds import NOTHING_YET, Kind, join
from .python_source import Untranslatable, syntax_of
from .writing import TAKEN, camel, literal


@dataclass
class Signature:
    """The kinds of a function's variables, its parameters among them, and of what it returns."""

    parameters: tuple[str, ...]
    variables: dict[str, Kind]
    returns: Kind = NOTHING_YET


@dataclass
class Field:
    """A field of a struct."""

    key: str  # its name in JSON
    default: Any  # msgspec.NODEFAULT if there is none
    kind: Kind = NOTHING_YET


@dataclass
class Program:
    """Grows until a whole reading of all functions changes nothing."""

    changes_records: bool = False  # True if the functions may write into records
    changed: bool = False
    signatures: dict[FunctionType, Signature] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)  # those of the current reading: name -> literal
    _structs: dict[type, dict[str, Field]] = field(default_factory=dict)
    _names: dict[str, Any] = field(
        default_factory=dict
    )  # TypeScript name -> function, or name and literal of a constant

    def signature(self, function: FunctionType) -> Signature:
        if function not in self.signatures:
            self.changed = True
            parameters = tuple(arg.arg for arg in syntax_of(function).args.args)
            self.signatures[function] = Signature(parameters, dict.fromkeys(parameters, NOTHING_YET))
        return self.signatures[function]

    def grow(self, kinds: dict[str, Kind], name: str, kind: Kind) -> None:
        """A variable may hold a value of this kind, too."""
        old = kinds.get(name)
        new = join(old or NOTHING_YET, kind)
        if new != old:
            kinds[name] = new
            self.changed = True

    def returns(self, signature: Signature, kind: Kind) -> None:
        new = join(signature.returns, kind)
        if new != signature.returns:
            signature.returns = new
            self.changed = True

    # Structs

    def struct(self, struct: type) -> dict[str, Field]:
        if struct not in self._structs:
            config = struct.__struct_config__  # type: ignore[attr-defined]
            if config.tag is not None or config.array_like or config.omit_defaults or hasattr(struct, "__post_init__"):
                raise Untranslatable(
                    f"{struct.__qualname__} has a tag, is sent as a list, omits defaults or has a"
                    " __post_init__; only plain structs can be translated to TypeScript"
                )
            fields = msgspec.structs.fields(struct)
            if any(each.default_factory is not msgspec.NODEFAULT for each in fields):
                raise Untranslatable(f"{struct.__qualname__} makes a default value; only constants can be translated")
            self._structs[struct] = {each.name: Field(each.encode_name, each.default) for each in fields}
        return self._structs[struct]

    def grow_field(self, place: Field, kind: Kind) -> None:
        new = join(place.kind, kind)
        if new != place.kind:
            place.kind = new
            self.changed = True

    # Names at the top of the module

    def name(self, function: FunctionType, wanted: str = "") -> str:
        """The name of a function; different functions of the same name get numbers."""
        return self._unique(camel(wanted or function.__name__), function)

    def constant(self, name: str, value: Any) -> str:
        """The name of a constant. Raises TypeError if the value has no literal."""
        text = literal(value)
        if name.islower():
            name = name.upper()
        name = self._unique(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper(), (name, text))
        self.constants[name] = text
        return name

    def _unique(self, wanted: str, meant: Any) -> str:
        name, number = wanted, 1
        while name in TAKEN or self._names.setdefault(name, meant) != meant:
            number += 1
            name = f"{wanted}{number}"
        return name
