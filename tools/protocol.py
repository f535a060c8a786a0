"""Generates the protocol's documentation and the page's types from the code.

python tools/protocol.py            write docs/protocol.md, its schema, and web/src/net/messages.ts and views.ts
python tools/protocol.py --check    write nothing; exit 1 and name the first stale file, if there is one
"""

import ast
import importlib
import inspect
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
from msgspec import inspect as mi

import docs
from docs import DOCS, our_rules, table
from parlour.live import messages
from rulebooks import ROOT

NET = ROOT / "web" / "src" / "net"
MADE = "Made by tools/protocol.py (make docs); changes belong in what it reads."

Notes = dict[tuple[str, str], str]  # (class, field) -> what the source says about it

CLIENT = list(get_args(messages.Said))
SERVER = list(get_args(messages.Told))
PARTS = [messages.SeatNow, messages.TableNow, messages.Heard, messages.Ring]
HTTP = [messages.NewTable, messages.Made, messages.Here, messages.Listed, messages.OptionNow, messages.GameNow]


def notes_of(module: ModuleType) -> Notes:
    """The comments at the fields of a module's structs: on the field's line, or continued on lines of their own."""
    source = inspect.getsource(module)
    lines = source.splitlines()
    found = {}
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                comment = re.search(r"  # (.+)$", lines[(part.end_lineno or part.lineno) - 1])
                if comment:
                    found[node.name, part.target.id] = comment[1]
    return found


def says(struct: type) -> str:
    """A struct's own sentence; msgspec writes none of its own, but a base class's must not be taken for it."""
    return inspect.cleandoc(struct.__dict__.get("__doc__") or "")


# TypeScript


def in_typescript(kind: mi.Type) -> str:
    """A type as the browser calls it."""
    if isinstance(kind, mi.IntType | mi.FloatType):
        return "number"
    if isinstance(kind, mi.StrType):
        return "string"
    if isinstance(kind, mi.BoolType):
        return "boolean"
    if isinstance(kind, mi.NoneType):
        return "null"
    if isinstance(kind, mi.LiteralType):
        return " | ".join(json.dumps(value) for value in kind.values)
    if isinstance(kind, mi.UnionType):
        return " | ".join(in_typescript(part) for part in kind.types)
    if isinstance(kind, mi.ListType | mi.VarTupleType):
        item = in_typescript(kind.item_type)
        return f"({item})[]" if " " in item else f"{item}[]"
    if isinstance(kind, mi.DictType):
        return f"Record<{in_typescript(kind.key_type)}, {in_typescript(kind.value_type)}>"
    if isinstance(kind, mi.StructType):
        return kind.cls.__name__
    if isinstance(kind, mi.AnyType):
        return "unknown"
    raise TypeError(f"no word for {kind} in TypeScript")


def may_be_absent(info: mi.StructType, field: mi.Field) -> bool:
    """What has a default need not be sent by a client, and is left out by the server where its struct says so."""
    has_default = field.default is not msgspec.NODEFAULT or field.default_factory is not msgspec.NODEFAULT
    config = info.cls.__struct_config__  # type: ignore[attr-defined]
    return has_default and (config.omit_defaults or config.forbid_unknown_fields)


def interface(struct: type, notes: Notes, without: tuple[str, ...] = ()) -> str:
    """A struct as a TypeScript interface, with the same comments."""
    info = mi.type_info(struct)
    assert isinstance(info, mi.StructType)
    said = says(struct)
    text = ("/** " + said.replace("\n", "\n * ") + (" */\n" if "\n" not in said else "\n */\n")) if said else ""
    text += f"export interface {struct.__name__} {{\n"
    if info.tag is not None:
        text += f"  {info.tag_field}: {json.dumps(info.tag)}\n"
    for field in info.fields:
        if field.name in without:
            continue
        mark = "?" if may_be_absent(info, field) else ""
        line = f"  {field.encode_name}{mark}: {in_typescript(field.type)}"
        note = notes.get((struct.__name__, field.name))
        text += f"{line} // {note}\n" if note else f"{line}\n"
    return text + "}\n"


def union(name: str, structs: Sequence[type]) -> str:
    lines = [f"export type {name} ="]
    return "\n".join([*lines, *(f"  | {struct.__name__}" for struct in structs)]) + "\n"


def messages_ts() -> str:
    notes = notes_of(messages)
    emotes = ", ".join(json.dumps(kind) for kind in messages.EMOTES)
    parts = [
        f"// {MADE}\n",
        f"export const VERSION = {messages.VERSION}\n"
        f"export const MOST_NAME = {messages.MOST_NAME}\n"
        f"export const EMOTES = [{emotes}] as const\n",
        *(interface(struct, notes) for struct in [*CLIENT, *PARTS, *SERVER, *HTTP]),
        union("Said", CLIENT),
        union("Told", SERVER),
    ]
    return "\n".join(parts)


def structs_in(kind: mi.Type, found: dict[str, type]) -> None:
    """All structs that a type is made of, the inner ones first."""
    if isinstance(kind, mi.StructType):
        for field in kind.fields:
            structs_in(field.type, found)
        found[kind.cls.__name__] = kind.cls
    elif isinstance(kind, mi.UnionType):
        for part in kind.types:
            structs_in(part, found)
    elif isinstance(kind, mi.ListType | mi.VarTupleType):
        structs_in(kind.item_type, found)
    elif isinstance(kind, mi.DictType):
        structs_in(kind.value_type, found)


def views_ts() -> str:
    """What a page is shown of each game, a namespace for each."""
    parts = [f"// {MADE}\n"]
    for rules in our_rules():
        module = importlib.import_module(f"parlour.games.{rules.name}.sight")
        found: dict[str, type] = {}
        structs_in(mi.type_info(module.View), found)
        notes: Notes = {}
        for struct in found.values():
            notes |= notes_of(importlib.import_module(struct.__module__))
        # A client learns its seat once, in `Welcome`.
        body = "\n".join(interface(struct, notes, ("you",)) for struct in found.values())
        inner = "".join(f"  {line}\n" if line else "\n" for line in body.splitlines())
        parts.append(f"export namespace {rules.title.replace(' ', '')} {{\n{inner}}}\n")
    return "\n".join(parts)


# docs/protocol.md


def fields_table(struct: type, notes: Notes) -> str:
    info = mi.type_info(struct)
    assert isinstance(info, mi.StructType)
    rows = []
    for field in info.fields:
        default = "" if field.default is msgspec.NODEFAULT else f"`{json.dumps(field.default)}`"
        if field.default_factory is not msgspec.NODEFAULT:
            default = f"`{json.dumps(field.default_factory())}`"
        note = notes.get((struct.__name__, field.name), "")
        rows.append([f"`{field.encode_name}`", f"`{in_typescript(field.type)}`", default, note])
    return table(["field", "type", "default", ""], rows) if rows else ""


def described(structs: Sequence[type], notes: Notes) -> str:
    parts = []
    for struct in structs:
        info = mi.type_info(struct)
        assert isinstance(info, mi.StructType)
        head = f'### {struct.__name__}: `"t": "{info.tag}"`' if info.tag is not None else f"### {struct.__name__}"
        parts.append("\n\n".join(part for part in (head, says(struct), fields_table(struct, notes)) if part).rstrip())
    return "\n\n".join(parts) + "\n"


def protocol_md() -> str:
    notes = notes_of(messages)
    return f"""<!-- {MADE} -->

# Messages between clients and the server

JSON, one message per frame, over one WebSocket per person and table: `/ws/TABLE`. This is version {messages.VERSION};
the first message of either side names it. The same as JSON Schema: [protocol.schema.json](protocol.schema.json).

- A client first sends `hello`. The server answers with `welcome`, the complete current state: the table, the view of
  the match, the legal actions. Afterwards it sends `event` for everything that happens in the match, and `table` when
  something about the table changes.
- `change` in an event is a list of `[path, value]`: put `value` at `path` (keys and indices from the top of the view;
  an empty path replaces the whole view). Applied in order, they turn the previous view into the new one.
- Event numbers increase and have gaps, because events that concern only the table have numbers too. To reconnect, send
  `hello` with the number of the last event received (`last`): a new `welcome` brings the current state and the events
  that were `missed`, in words.
- All times are in ms. `at` and `now` are on the server's clock, which a client learns from `ping` and `pong`; `ms` and
  `clock` are on the match's own clock, which runs `pace` times as fast and stops in a pause.
- An event whose `at` lies in the future is shown in the first frame at or after it, never earlier, and so are all
  later events.
- `act` carries a sequence number that must increase; a repeated or smaller one is ignored. In a race it also names the
  event that was on the screen and the ms from that event's first frame to the press (docs/fair-bell.md).
- A frame from a client has at most {messages.MOST_BYTES} bytes. A request that is not possible is answered with
  `refused`: a sentence and, if a rule forbids it, the rule. The server omits fields that have their default value.

## From a client

{described(CLIENT, notes)}
## From the server

{described(SERVER, notes)}
## Parts of messages

{described(PARTS, notes)}
## HTTP

| request | answer |
| --- | --- |
| `GET /api/server` | the `version` of the page that the server holds, and that of this `protocol` |
| `GET /api/games` | list of `GameNow` |
| `GET /api/rules/GAME` | the rulebook: list of `id`, `source`, `section`, `text` |
| `GET /api/actions/GAME` | every action in words, by number; empty if they can be described only during a match |
| `GET /api/tables` | the lobby: list of `Listed` |
| `POST /api/tables` with `NewTable` | `Made`; status 429 with `Retry-After` if too many were made from one address |
| `GET /api/qr?link=...` | the link as a QR code (SVG) |
| `GET /api/here` | `addresses` at which a friend on the same network finds this server |
| `GET /api/matches/MATCH` | a finished match: its header, `result`, and `events` as spectators received them |
| `GET /api/matches/MATCH/log` | its log, which `parlour` can verify and replay |
| `POST /api/matches/MATCH/review/SEAT` | how that seat played: JSON lines, see below |

Errors have a status of 400 or more and the body `{{"says": "..."}}`.

A review is sent line by line while it is being made: `{{"done": 3, "of": 87}}` for each decision, and at last
`{{"report": ...}}` or `{{"says": "..."}}`. It ends when the connection is closed. Status 429 means that the server is
making other reviews, or that this address has asked for too many.

{described(HTTP, notes)}"""


def schema() -> str:
    everything: list[Any] = [*CLIENT, *SERVER, *HTTP]
    _, parts = msgspec.json.schema_components(everything, ref_template="#/$defs/{name}")
    said = [{"$ref": f"#/$defs/{struct.__name__}"} for struct in CLIENT]
    told = [{"$ref": f"#/$defs/{struct.__name__}"} for struct in SERVER]
    parts |= {"Said": {"anyOf": said}, "Told": {"anyOf": told}}
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Parlour's protocol, version {messages.VERSION}",
        "$comment": MADE,
        "anyOf": [{"$ref": "#/$defs/Said"}, {"$ref": "#/$defs/Told"}],
        "$defs": parts,
    }
    return json.dumps(whole, indent=2) + "\n"


def pages() -> dict[Path, str]:
    return {
        DOCS / "protocol.md": protocol_md(),
        DOCS / "protocol.schema.json": schema(),
        NET / "messages.ts": messages_ts(),
        NET / "views.ts": views_ts(),
    }


if __name__ == "__main__":
    sys.exit(docs.main(None, pages, "Make the protocol's documents and the browser's types."))
