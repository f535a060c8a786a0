"""Reads and writes docs/mutants.md, the page of tools/mutants.py."""

import re
import tomllib
from dataclasses import dataclass
from typing import NamedTuple

from rulebooks import ROOT

PAGE = ROOT / "docs" / "mutants.md"
REASONS = ROOT / "docs" / "mutants-reasons.toml"
TRIED = re.compile(r"^(\d+) mutants of (\d+) possible \(seed (\d+)\): (\d+) killed, ([0-9.]+) %", re.M)
LISTED = re.compile(r"^\| (?P<where>\S+:\d+) \| `(?P<original>.*?)` \| `(?P<mutant>.*?)` \| .*\|$", re.M)


class Survivor(NamedTuple):
    where: str  # file:line
    original: str
    mutant: str

    @property
    def file(self) -> str:
        return self.where.rpartition(":")[0]


@dataclass(frozen=True)
class Result:
    title: str
    sampled: int
    possible: int
    seed: int
    survivors: list[Survivor]

    @property
    def killed(self) -> int:
        return self.sampled - len(self.survivors)

    @property
    def share(self) -> float:
        return 100 * self.killed / self.sampled


def reasons() -> dict[tuple[str, str, str], str]:
    """Why a survivor does not matter, by file, original line and mutant line."""
    if not REASONS.exists():
        return {}
    listed = tomllib.loads(REASONS.read_text()).get("survivor", [])
    return {(entry["file"], entry["original"], entry["mutant"]): entry["reason"] for entry in listed}


def section(result: Result) -> str:
    lines = [
        f"## {result.title}\n",
        f"{result.sampled} mutants of {result.possible} possible (seed {result.seed}): {result.killed} killed,"
        f" {result.share:.1f} %.\n",
    ]
    if result.survivors:
        known = reasons()
        lines += ["| where | original | mutant | reason |", "|---|---|---|---|"]
        for survivor in result.survivors:
            reason = known.get((survivor.file, survivor.original, survivor.mutant), "")
            lines.append(f"| {survivor.where} | {code(survivor.original)} | {code(survivor.mutant)} | {reason} |")
        lines.append("")
    return "\n".join(lines)


def code(text: str) -> str:
    escaped = text.replace("|", "\\|")
    return f"`{escaped}`"


def listed(title: str, text: str) -> Result:
    """The result that a section of the page shows."""
    numbers = TRIED.search(text)
    assert numbers
    rows = (found.groupdict() for found in LISTED.finditer(text))
    survivors = [Survivor(*(row[name].replace("\\|", "|") for name in Survivor._fields)) for row in rows]
    return Result(title, int(numbers[1]), int(numbers[2]), int(numbers[3]), survivors)


def page(sections: dict[str, str]) -> str:
    rows = []
    for game in sorted(sections):
        numbers = TRIED.search(sections[game])
        assert numbers
        rows.append(f"| {game} | {numbers[2]} | {numbers[1]} | {numbers[4]} | {numbers[5]} % |")
    return (
        "<!-- Made by tools/mutants.py (make mutants); reasons come from docs/mutants-reasons.toml. -->\n\n"
        "# Mutants\n\n"
        "A mutant is a copy of a game's rules with one fault. It is killed when a test of the rulebook fails,\n"
        "interpreted. Rules shared by several games are mutated for each of them.\n\n"
        "Small faults: a changed operator, number or refusal, a missing assignment. Larger faults: a missing block, a\n"
        "loop one short, a condition limited to one seat, phase, round, number of players or value of an option, a\n"
        "shortened shuffle.\n\n"
        "| game | possible | tried | killed | share |\n|---|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n\nThe survivors:\n\n"
        + "\n".join(sections[game].rstrip() + "\n" for game in sorted(sections))
    )


def sections_kept(text: str) -> dict[str, str]:
    """The sections of the existing page, so that one game can be tested alone."""
    parts = re.split(r"^## ([\w, ]+)\n", text, flags=re.M)
    return {name: f"## {name}\n{body}" for name, body in zip(parts[1::2], parts[2::2])}


def renew_page(result: Result) -> None:
    """Renew one section of the page."""
    kept = sections_kept(PAGE.read_text()) if PAGE.exists() else {}
    PAGE.write_text(page(kept | {result.title: section(result)}))
