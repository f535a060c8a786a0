"""The rulebook of a game as numbered statements."""

import re
from pathlib import Path
from typing import NamedTuple

from .contract import Rules
from .errors import BadInput

_STATEMENT = re.compile(r"^\d+\. \*\*(?P<id>[A-Z]+-\d+)\*\* \[(?P<source>[RDH])\] (?P<text>.+)$")


class Statement(NamedTuple):
    id: str
    source: str  # R: the box's own rulebook, D: follows from it, H: a house ruling
    section: str
    text: str


def statements(rulebook: Path) -> list[Statement]:
    """All numbered statements, in order."""
    found, section = [], ""
    for line in rulebook.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif said := _STATEMENT.match(line):
            found.append(Statement(said["id"], said["source"], section, said["text"]))
    return found


def statement(rules: Rules, wanted: str) -> Statement:
    """One statement, by its id or its bare number."""
    if wanted.isdigit():
        wanted = rules.rule_id(int(wanted))
    every = {said.id: said for said in statements(rules.rulebook)}
    if wanted.upper() not in every:
        first, last = next(iter(every)), list(every)[-1]
        raise BadInput(f"{rules.title} has no rule {wanted}; its rules are {first} to {last}")
    return every[wanted.upper()]
