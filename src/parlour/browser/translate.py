"""Translates the plain Python that shows a game to people into TypeScript, so that a page can do it without a server.

`view`, `describe`, `handicap` and `reveals` of a game are small pure functions that read a record. They are translated
together with everything they call, rules included, from the live functions: a name is whatever the function's module
means by it. Python's numbers, indices, truth and texts keep their meaning (web/src/engine/python.ts has what JavaScript
lacks). Anything that has no translation is refused with its file and line.

A whole number is a JavaScript number up to 2^53 and a bigint beyond, which only 64-bit fields and shifted bits can
reach: sums, differences and products of smaller fields are taken to stay below it.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from parlour.kit import Rules
from parlour.kit.words import Words
from parlour.match.words import words_of

from .to_typescript.kinds import BOOL, SMALL, Kind, RecordOf
from .to_typescript.program import Program
from .to_typescript.python_source import plain_function
from .to_typescript.statements import FunctionWriter


@dataclass(frozen=True)
class Export:
    """A function that the module exports: the kinds of its parameters, and TypeScript types where they are known."""

    name: str
    function: Callable[..., Any]
    kinds: tuple[Kind, ...]
    types: dict[str, str] = field(default_factory=dict)
    returns: str = "any"


def translate(exports: Iterable[Export], head: str, python: str, changes_records: bool = False) -> str:
    """A TypeScript module; `head` comes first, `python` is the path to the helpers. Only with `changes_records` may the
    functions write into records; small fields do not wrap around then."""
    program = Program(changes_records)
    exported = {plain_function(export.function): export for export in exports}
    for function, export in exported.items():
        program.name(function, export.name)
        signature = program.signature(function)
        for name, kind in zip(signature.parameters, export.kinds, strict=True):
            program.grow(signature.variables, name, kind)
    written: dict[Any, str] = {}
    program.changed = True
    while program.changed:
        program.changed = False
        program.constants.clear()
        for function in [*program.signatures]:
            known = exported.get(function)
            name = program.name(function, known.name if known else "")
            types, returns = (known.types, known.returns) if known else ({}, "any")
            written[function] = FunctionWriter(program, function).write(name, types, returns, known is not None)
    body = "\n".join(written[function] for function in program.signatures)
    constants = "".join(f"const {name}{_loose(text)} = {text}\n" for name, text in program.constants.items())
    helpers = f"import * as py from '{python}'\n" if "py." in body else ""
    return "\n".join(part for part in (head + helpers, constants, body) if part)


def _loose(text: str) -> str:
    """Tables are `any`: their elements are known to be there."""
    return ": any" if text[0] == "[" else ""


def views_of(rules: Rules, head: str, python: str, view_type: str = "any") -> str:
    """`view`, `describe`, `handicap` and `reveals` of a game, and its refusals in players' words."""
    record = RecordOf(dtype=rules.State)
    exports = [
        Export("view", rules.view, (record, SMALL), {"seat": "number"}, view_type),
        Export("describe", rules.describe, (record, SMALL), {"action": "number"}, "string"),
    ]
    if rules.handicap is not None:
        exports.append(Export("handicap", rules.handicap, (record, SMALL), {"seat": "number"}, "number"))
    if rules.reveals is not None:
        exports.append(Export("reveals", rules.reveals, (record,), {}, "number"))
    words = words_of(rules)
    if words.moment is not None:
        kinds = (record, SMALL, SMALL, SMALL, BOOL)
        types = dict.fromkeys(("seat", "action", "number"), "number") | {"soon": "boolean"}
        exports.append(Export("moment", words.moment, kinds, types, "string"))
    return translate(exports, head, python) + _refusals(words)


def _refusals(words: Words) -> str:
    said = ((number, json.dumps(words.refusals[number], ensure_ascii=False)) for number in sorted(words.refusals))
    lines = "".join(f"  {number}: {text},\n" for number, text in said)
    comment = "/** Why a move is refused, by the number of the rule. */"
    return f"\n{comment}\nexport const refusals: Record<number, string> = {{\n{lines}}}\n"
