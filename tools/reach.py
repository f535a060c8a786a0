"""Lists the branches of the rules that random play never reaches; only scripted tests cover them.

    python tools/reach.py [--matches 6]

Plays random matches of every game with every number of players, interpreted, and writes docs/reach.md: all rule
functions with lines or branches that no random match executed. `make test` checks that the tests of the rules do.
"""

import argparse
import ast
import os
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything imports Numba

import coverage

from rulebooks import GAMES, ROOT, rule_files, rulebook_names

PAGE = ROOT / "docs" / "reach.md"
MOST_MOVES = 4000  # per match, because some random matches are very long

HEAD = """<!-- Made by tools/reach.py. -->

# What random play never reaches

{matches} random matches of every game with every number of players and default options executed only a part of these
rules. Most of the rest needs a certain option, a player who leaves, or a timer that runs out. Scripted matches in the
tests of the rules execute all of it: `make test` fails if a branch is not covered.
"""


def functions(path: Path) -> list[tuple[str, int, int]]:
    """The functions of a file: name, first line, last line."""
    tree = ast.parse(path.read_text())
    return [(node.name, node.lineno, node.end_lineno or 0) for node in tree.body if isinstance(node, ast.FunctionDef)]


def play(matches: int) -> None:
    """Play random matches with the loops of `parlour sim`."""
    import numpy as np

    import parlour
    from parlour.engine import loops
    from parlour.kit import Dice, blank

    for name in parlour.games.names():
        for seats in parlour.game(name).seats:
            for number in range(matches):
                match = parlour.game(name).new(seats=seats, seed=number)
                game = loops(match.rules)
                dice, pads = blank(Dice), blank(game.Pad)
                dice[0]["rng"] = np.uint64(number)
                for _ in range(MOST_MOVES):
                    if match.rules.over(match.state):
                        break
                    game.random_move(match._states, 0, dice, pads)


def main() -> None:
    parser = argparse.ArgumentParser(description="List the branches of the rules that random play never reaches.")
    parser.add_argument("--matches", type=int, default=6, help="matches per game and number of players (default: 6)")
    matches = parser.parse_args().matches
    measured = coverage.Coverage(branch=True, source=[str(GAMES)], data_file=None)
    measured.start()
    play(matches)
    measured.stop()
    lines = [HEAD.format(matches=matches)]
    for path in sorted({path for game in rulebook_names() for path in rule_files(game)}):
        analysis = measured._analyze(str(path))
        missed = set(analysis.missing) | {start for start, _ in analysis.arcs_missing()}
        if not missed:
            continue
        title = path.relative_to(GAMES).with_suffix("")
        columns = "| rule | lines not executed, or left in one way only | all lines |"
        lines += [f"## {title}", "", columns, "|---|---:|---:|"]
        for name, first, last in functions(path):
            inside = range(first + 1, last + 1)
            if here := len(missed.intersection(inside)):
                lines.append(f"| `{name}` | {here} | {len(analysis.statements.intersection(inside))} |")
        lines.append("")
    PAGE.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
