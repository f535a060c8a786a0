"""TypeScript as text: literals, names, line breaks, and brackets where precedence needs them."""

import re
import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np

from .kinds import SAFE, Kind

WIDTH = 100  # expressions longer than this are broken up

# Precedence of JavaScript's operators.
ATOM, UNARY, PRODUCT, SUM, RELATION, EQUALITY, AND, OR, CHOICE = 18, 14, 12, 11, 9, 8, 4, 3, 2

RESERVED = """arguments await break case catch class const continue debugger default delete do else enum eval export
extends false finally for function if implements import in instanceof interface let new null package private protected
public return static super switch this throw true try typeof undefined var void while with yield"""
USED = "py Array BigInt Boolean Error Map Math Number Object Set String"  # by the translation itself
TAKEN = frozenset([*RESERVED.split(), *USED.split()])


@dataclass(frozen=True)
class Code:
    """An expression."""

    text: str
    kind: Kind
    level: int = ATOM  # the precedence of its outermost operator

    def at(self, level: int) -> str:
        """The text as an operand of an operator of this precedence."""
        return self.text if self.level >= level else f"({self.text})"


def camel(name: str) -> str:
    """top_of -> topOf; constants keep their capitals, and a leading underscore stays."""
    if not name.isupper():
        name = re.sub(r"(?<=[a-zA-Z0-9])_+([a-zA-Z0-9])", lambda found: found[1].upper(), name)
    return f"{name}_" if name in TAKEN else name


def quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r") + "'"


def in_template(text: str) -> str:
    """A text as part of a template literal."""
    return text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${").replace("\r", "\\r")


def literal(value: Any) -> str:
    """A constant; raises TypeError for values that have no literal."""
    if value is None:
        return "null"
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return f"{int(value)}n" if abs(int(value)) > SAFE else str(int(value))
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, np.ndarray):
        return literal(value.tolist())
    if isinstance(value, tuple | list):
        return filled("[", [literal(each) for each in value], "]")
    if isinstance(value, dict):
        return group("new Map<any, any>([", [f"[{literal(key)}, {literal(each)}]" for key, each in value.items()], "])")
    raise TypeError(f"{value!r} has no literal")


def group(opening: str, parts: list[str], closing: str, spaced: bool = False) -> str:
    """Comma-separated parts in brackets, on one line if they fit, else each on a line of its own."""
    gap = " " if spaced and parts else ""
    line = f"{opening}{gap}{', '.join(parts)}{gap}{closing}"
    if len(line) <= WIDTH and "\n" not in line:
        return line
    return opening + "\n" + indented("".join(f"{part},\n" for part in parts)) + closing


def filled(opening: str, parts: list[str], closing: str) -> str:
    """The same for elements of a table: as many on a line as fit."""
    if len(", ".join(parts)) < WIDTH or any("\n" in part for part in parts) or max(map(len, parts)) > WIDTH // 5:
        return group(opening, parts, closing)
    lines = [""]
    for part in parts:
        if len(lines[-1]) + len(part) > WIDTH:
            lines.append("")
        lines[-1] += f"{part}, "
    return opening + "\n" + indented("".join(f"{line.rstrip()}\n" for line in lines)) + closing


def chained(source: str, calls: list[str]) -> str:
    """Method calls one after another, on one line if they fit."""
    line = source + "".join(calls)
    if len(calls) < 2 or len(line) <= WIDTH:
        return line
    return source + "\n" + indented("\n".join(calls))


def is_used(name: str, text: str) -> bool:
    """True if a variable appears in a piece of TypeScript."""
    return re.search(rf"(?:(?<![\w.])|(?<=\.\.\.)){re.escape(name)}(?!\w)", text) is not None


def indented(text: str) -> str:
    return textwrap.indent(text, "  ")


def comment(text: str) -> str:
    """A docstring above a function."""
    lines = text.strip().replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line.strip()}".rstrip() + "\n" for line in lines) + " */\n"
