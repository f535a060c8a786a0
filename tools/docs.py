"""Makes the parts of the documentation that repeat what the code says.

python tools/docs.py            write docs/rules/ and options.md, actions.md, observations.md and bots.md in docs/
python tools/docs.py --check    write nothing; exit 1 and name the first stale file, if there is one
"""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import parlour
from parlour.bots import bots_of
from parlour.games import names
from parlour.games.bell.bots import SOURCES
from parlour.kit import LEVELS, Rules
from rulebooks import ROOT, STATEMENT, assertions_of, rulebook_names, rulebook_text, statements

DOCS = ROOT / "docs"
MEASURED = DOCS / "bots.json"  # written by tools/bots.py
MEANINGS = DOCS / "observations.toml"
MADE = "<!-- Made by tools/docs.py (make docs); changes belong in what it reads. -->\n\n"


def our_rules() -> list[Rules]:
    """The games of this repository, in alphabetical order; other packages' games have their own documentation."""
    return [parlour.game(name).rules for name in names() if name in rulebook_names()]


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


# docs/rules/


def rulebook_page(name: str) -> str:
    """The rulebook, each statement with an anchor, and below it which tests assert which statement."""
    anchored = STATEMENT.sub(
        lambda found: found[0].replace(f"**{found['id']}**", f'<a id="{found["id"]}"></a>**{found["id"]}**', 1),
        rulebook_text(name),
    )
    tests = assertions_of(name)
    rows = []
    for statement in statements(rulebook_text(name)):
        names = [f"[{test.name}](../../tests/games/{name}/{test.file})" for test in tests.asserting(statement.id)]
        if statement.id in tests.not_testable:
            names = [f"not testable: {tests.not_testable[statement.id]}"]
        rows.append([f"[{statement.id}](#{statement.id})", ", ".join(names)])
    return (
        f"{MADE}{anchored.rstrip()}\n\n## Statements and the tests that assert them\n\n"
        f"{table(['statement', 'tests'], rows)}"
    )


def rules_index(shelf: list[Rules]) -> str:
    rows = []
    for rules in shelf:
        book, tests = statements(rulebook_text(rules.name)), assertions_of(rules.name)
        marks = [sum(statement.mark == mark for statement in book) for mark in "RDH"]
        rows.append(
            [
                f"[{rules.title}]({rules.name}.md)",
                f"{rules.min_seats} to {rules.max_seats}",
                f"{len(book)} ({rules.prefix}-01 to {book[-1].id})",
                *map(str, marks),
                str(len(tests.tests)),
                str(len(tests.not_testable)),
            ]
        )
    head = ["game", "players", "statements", "rulebook", "derived", "house", "tests", "not testable"]
    return (
        f"{MADE}# The rules\n\n"
        "Each game's rules are numbered statements in our own words. Every statement is asserted by at least one test\n"
        "that carries its id; a table at the end of each page says which. When a move is refused, the refusal names\n"
        "the statement that forbids it.\n\n"
        f"{table(head, rows)}\n"
        "*Rulebook*: the published rulebook says so. *Derived*: it follows from what is said. *House*: the rulebook\n"
        "is silent, unclear or contradicts itself; the readings, the choice and the reason are given.\n\n"
        "[OVERVIEW.md](OVERVIEW.md) puts the games side by side and lists the rulings most likely to be disputed.\n"
        "[options.md](../options.md) lists what a table may choose, [actions.md](../actions.md) what a seat can do.\n"
    )


# docs/options.md


def options_page(shelf: list[Rules]) -> str:
    parts = [
        f"{MADE}# Options\n\n"
        "What a table may choose. In Python: `parlour.game(name).new(seats=4, options={...})`; a choice that is not\n"
        "made takes the default.\n"
    ]
    books = {rules.prefix: rules.name for rules in shelf}
    for rules in shelf:
        rows = [
            [
                f"`{option.name}`",
                option.values_in_words(),
                str(option.default),
                ", ".join(f"[{id}](rules/{books[id.partition('-')[0]]}.md#{id})" for id in option.rules),
                option.says,
            ]
            for option in rules.options
        ]
        parts.append(f"## {rules.title}\n\n{table(['option', 'values', 'default', 'rules', 'what it says'], rows)}")
    return "\n".join(parts)


# docs/actions.md


def actions_page(shelf: list[Rules]) -> str:
    parts = [
        f"{MADE}# Actions\n\n"
        "What a seat can do, by number, as described at the start of a match with the most players. The words of some\n"
        "depend on the match; `match.describe(action)` gives those of the moment. *Aside* marks actions beside the\n"
        "game: they can be played whenever the rules allow, and `match.legal` does not list them.\n"
    ]
    for rules in shelf:
        match = parlour.game(rules.name).new(seats=rules.max_seats, seed=0)
        words = [match.describe(action) for action in range(rules.actions)]
        rows = []
        for first, last in alike(words, rules.asides):
            number = str(first) if first == last else f"{first} to {last}"
            said = words[first] if first == last else f"{words[first]} ... {words[last]}"
            rows.append([number, said, "aside" if first in rules.asides else ""])
        parts.append(f"## {rules.title}: {rules.actions} actions\n\n{table(['action', 'what it does', ''], rows)}")
    return "\n".join(parts)


def alike(words: list[str], asides: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Runs of three or more neighbours that say the same thing of different cards or places; others stand alone."""
    first = 0
    for action in range(1, len(words) + 1):
        in_run = action < len(words) and same_kind(words[action - 1], words[action])
        if in_run and (action in asides) == (first in asides):
            continue
        if action - first > 2:
            yield first, action - 1
        else:
            yield from ((alone, alone) for alone in range(first, action))
        first = action


def same_kind(one: str, other: str) -> bool:
    """Two descriptions that differ in their numbers, or in one word."""
    if re.sub(r"\d+", "0", one) == re.sub(r"\d+", "0", other):
        return True
    left, right = one.split(), other.split()
    return len(left) == len(right) > 1 and sum(a != b for a, b in zip(left, right)) <= 1


# docs/observations.md


def observations_page(shelf: list[Rules]) -> str:
    """The pieces of each game's observation, beside what docs/observations.toml says they mean."""
    meanings = tomllib.loads(MEANINGS.read_text())
    parts = [
        f"{MADE}# Observations\n\n"
        "What a seat sees, as a row of bytes (`int8`): pieces one after another, each of a shape of its own.\n"
        "`parlour.game(name).rules.pieces.split(row)` takes a row, or a batch of rows, apart by name. Seats are\n"
        "counted clockwise from one's own, which is seat 0. Where a piece has a number for each of several values, it\n"
        "is 1 for the value that holds and 0 for the others. [environments.md](environments.md) says who is given\n"
        "observations.\n"
    ]
    for rules in shelf:
        own = meanings[rules.name]
        shared = {name: says for part in meanings.keys() - set(names()) for name, says in meanings[part].items()}
        unknown = own.keys() - {piece.name for piece in rules.pieces}
        if unknown:
            raise KeyError(f"{MEANINGS.name} has a meaning for {', '.join(unknown)}, no piece of {rules.title}")
        rows = [
            [
                f"`{piece.name}`",
                str(piece.start),
                " × ".join(map(str, piece.shape)),
                own.get(piece.name) or shared[piece.name],
            ]
            for piece in rules.pieces
        ]
        head = ["piece", "from", "shape", "what it says"]
        parts.append(f"## {rules.title}: {rules.pieces.size} bytes\n\n{table(head, rows)}")
    return "\n".join(parts)


# docs/bots.md


def bots_page(shelf: list[Rules]) -> str:
    """Who can sit in a seat, what makes the levels differ, and what tools/bots.py measured last."""
    measured = json.loads(MEASURED.read_text())
    parts = [
        f"{MADE}# Bots\n\n"
        "Every game has four levels, and a reference player that never changes. A bot is shown what its seat may see,\n"
        "and answers with an action and the moment for it; the same bot sits at a live table, in a simulation and in\n"
        "an environment. `parlour watch GAME --bots sharp,casual` shows them at play. Where a champion searches,\n"
        "`champion:50ms` gives it so much real time for a decision and `champion:2000` so many playouts, which is\n"
        "reproducible.\n\n"
        "*Strength* is the share of wins of one such player against a table of the other, as a multiple of an equal\n"
        "share, with its 95 % interval (1: no better). The figures were made by `make bots`.\n"
    ]
    for rules in shelf:
        bots = bots_of(rules)
        figures = measured.get(rules.name, {"pairs": []})
        who = [[f"`{name}`", bots.characters[name]] for name in LEVELS]
        who.append(["`reference`", f"The yardstick: {bots.reference}"])
        strengths = [
            [f"`{one}` over `{rest}`", f"**{times:.2f}** ({low:.2f} to {high:.2f})", f"{matches:,}"]
            for one, rest, times, low, high, matches in figures["pairs"]
        ]
        traits = [[f"`{t.name}`", *(f"{t.at(level):g}" for level in LEVELS), t.why] for t in bots.traits]
        parts.append(
            f"## {rules.title}\n\n{table(['player', 'how it plays'], who)}\n"
            f"{table([f'strength, {bots.usual_seats} seats', 'times an equal share', 'matches'], strengths)}"
        )
        if "decision_ms" in figures:
            mean, late = figures["decision_ms"]
            parts.append(
                f"The champion searches with {figures['playouts']:,} playouts a decision: {mean} ms on the average, "
                f"{late} ms at the\n95th percentile, on one core of the machine that measured.\n"
            )
        parts.append(f"{table(['trait', *LEVELS, 'why'], traits)}")
    parts.append(
        "## Reaction times at the bell\n\n"
        "![Reaction times of the four levels, beside published ranges](reaction-times.svg)\n\n"
        + "".join(f"- {source}: {fact}\n" for source, fact in SOURCES)
    )
    return "\n".join(parts)


# Writing and checking


def pages() -> dict[Path, str]:
    shelf = our_rules()
    made = {DOCS / "rules" / f"{rules.name}.md": rulebook_page(rules.name) for rules in shelf}
    made[DOCS / "rules" / "README.md"] = rules_index(shelf)
    made[DOCS / "options.md"] = options_page(shelf)
    made[DOCS / "actions.md"] = actions_page(shelf)
    made[DOCS / "observations.md"] = observations_page(shelf)
    made[DOCS / "bots.md"] = bots_page(shelf)
    return made


def stale(made: dict[Path, str]) -> list[Path]:
    return [path for path, text in made.items() if not path.exists() or path.read_text() != text]


def main(
    arguments: list[str] | None = None,
    pages: Callable[[], dict[Path, str]] = pages,
    says: str = "Make the generated pages of docs/.",
) -> int:
    """Write what is stale, or with --check say that something is."""
    parser = argparse.ArgumentParser(description=says)
    parser.add_argument("--check", action="store_true", help="only say whether a page is stale")
    check = parser.parse_args(arguments).check
    made = pages()
    old = stale(made)
    if check and old:
        print(f"{old[0].relative_to(ROOT)} does not say what the code says; run `make docs`.", file=sys.stderr)
        return 1
    if not check:
        for path in old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made[path])
            print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
