"""Makes larger mutants of a game's rules than a changed token: faults of the shape that people make.

A block left out, a loop one short, a condition limited to one seat, phase, round, number of players or value of an
option, a shuffle that leaves cards where they were.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from mutations import Edit, Positions
from parlour.kit import Choice, Rules

ROUNDS = ("round_no", "round_now", "last_round")  # what games call the field that counts rounds; the first is 0 or 1


def limits_of(rules: Rules) -> list[str]:
    """Conditions that hold in part of all matches: the default of an option, one phase or round, few players."""
    fields = rules.State.names or ()
    choices = [option.name for option in rules.options if isinstance(option, Choice)]
    limits = [f"state.{name if name in fields else f'{name}_choice'} == 0" for name in choices]
    limits += [f"state.{name} <= 1" for name in ROUNDS if name in fields]
    if "phase" in fields:
        limits.append("state.phase == 0")
    middle = (rules.min_seats + rules.max_seats) // 2
    return [*limits, f"state.seats <= {middle}", f"state.seats > {middle}"]


def shapes_of(file: Path, source: str, limits: list[str]) -> list[Edit]:
    """All larger changes of a file, in order."""
    tree = ast.parse(source)
    positions = Positions(source)
    found: set[tuple[int, int, str]] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            names = {argument.arg for argument in function.args.args}
            for statement in function.body:
                for node in ast.walk(statement):
                    found |= set(loop_one_short(node, positions))
                    found |= set(block_left_out(node, positions))
                    found |= set(shuffle_shortened(node, positions))
                    if "state" in names:
                        found |= set(condition_limited(node, positions, names, limits))
    return [Edit(file, *edit) for edit in sorted(found)]


def loop_one_short(node: ast.AST, positions: Positions) -> Iterator[tuple[int, int, str]]:
    """Without its first or its last pass."""
    if isinstance(node, ast.For):
        start, end = positions.span(node.iter)
        loop = positions.source[start:end]
        yield start, end, f"list({loop})[1:]"
        yield start, end, f"list({loop})[:-1]"


def block_left_out(node: ast.AST, positions: Positions) -> Iterator[tuple[int, int, str]]:
    """An `if` without `else`, a loop that changes something, or a return in the middle of a function."""
    if isinstance(node, ast.For | ast.While) or (isinstance(node, ast.If) and not node.orelse):
        start, end = positions.span(node)
        if positions.source[start : start + 4] != "elif":
            yield start, end, "pass"


def shuffle_shortened(node: ast.AST, positions: Positions) -> Iterator[tuple[int, int, str]]:
    """The last card, or the second half, is never moved."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("shuffle"):
        if len(node.args) == 3:
            start, end = positions.span(node.args[2])
            count = positions.source[start:end]
            yield start, end, f"({count}) - 1"
            yield start, end, f"({count}) // 2"


def condition_limited(
    node: ast.AST, positions: Positions, names: set[str], limits: list[str]
) -> Iterator[tuple[int, int, str]]:
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        start, end = positions.span(node.test)
        test = positions.source[start:end]
        for limit in limits:
            if limit.partition(" ")[0] not in test:
                yield start, end, f"({test}) and {limit}"
        if "seat" in names:
            yield start, end, f"({test}) and seat == 0"
            yield start, end, f"({test}) and seat != 0"
