"""Where the local variables of a Python function are declared in JavaScript, whose variables live in blocks."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

Path = tuple[int, ...]  # the blocks around a statement, from the outside
Targets = list[tuple[ast.stmt, list[str]]]  # assignments and the variables they assign

LOOPS = ast.For | ast.While
COMPREHENSIONS = ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp | ast.Lambda


@dataclass
class Use:
    """One appearance of a variable."""

    path: Path
    stored_by: ast.stmt | None  # the statement that assigns it, None if it is read


@dataclass
class Scopes:
    """`first[name]` is the statement that declares a variable; `hoisted` are declared at the top instead."""

    first: dict[str, ast.stmt] = field(default_factory=dict)
    hoisted: list[str] = field(default_factory=list)
    constant: set[str] = field(default_factory=set)  # assigned once

    def declares(self, statement: ast.stmt, name: str) -> bool:
        if name in self.hoisted:
            return False
        return isinstance(statement, ast.For) or self.first.get(name) is statement


def scopes_of(body: list[ast.stmt], parameters: tuple[str, ...]) -> Scopes:
    uses: dict[str, list[Use]] = {}
    targets: Targets = []
    _read_block(body, (0,), uses, targets)
    scopes = Scopes()
    for name, found in uses.items():
        stores = [use for use in found if use.stored_by is not None]
        if not stores or name in parameters:
            continue
        if len(stores) == 1:
            scopes.constant.add(name)
        if _bound_by_loops(found):
            if all(isinstance(use.stored_by, ast.For) for use in stores):
                scopes.constant.add(name)
            continue
        first = found[0]
        at_home = first.stored_by is not None and not isinstance(first.stored_by, ast.For | ast.AugAssign)
        if at_home and all(use.path[: len(first.path)] == first.path for use in found):
            assert first.stored_by is not None
            scopes.first[name] = first.stored_by
        else:
            scopes.hoisted.append(name)
    _hoist_together(scopes, targets, parameters)
    return scopes


def _hoist_together(scopes: Scopes, targets: Targets, parameters: tuple[str, ...]) -> None:
    """Of the variables of one assignment either all are declared by it or none."""
    settled = False
    while not settled:
        settled = True
        for statement, names in targets:
            declared = [name for name in names if name not in parameters and scopes.declares(statement, name)]
            if declared and len(declared) < len(names):
                scopes.hoisted += declared
                settled = False


def _bound_by_loops(found: list[Use]) -> bool:
    """True if every use lies in the body of a `for` that binds the variable."""
    loops = [use.path for use in found if isinstance(use.stored_by, ast.For)]
    return all(any(use.path[: len(loop)] == loop for loop in loops) for use in found)


def _read_block(body: list[ast.stmt], path: Path, uses: dict[str, list[Use]], targets: Targets) -> None:
    def use(name: str, inside: Path, statement: ast.stmt | None = None) -> None:
        uses.setdefault(name, []).append(Use(inside, statement))

    for number, statement in enumerate(body):
        for part in _own_expressions(statement):
            for name in names_in(part, ast.Load):
                use(name, path)
        inside = (*path, number, 0) if isinstance(statement, ast.For) else path
        stored = _stored_names(statement)
        if isinstance(statement, ast.AugAssign):
            for name in stored:
                use(name, path)
        for name in stored:
            use(name, inside, statement)
        if stored and not isinstance(statement, ast.AugAssign):
            targets.append((statement, stored))
        for branch, block in enumerate(_blocks(statement)):
            _read_block(block, (*path, number, branch), uses, targets)


def _stored_names(statement: ast.stmt) -> list[str]:
    found: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        found = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign | ast.For):
        found = [statement.target]
    return [name for target in found for name in names_in(target, ast.Store)]


def _blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    if isinstance(statement, ast.Match):
        return [case.body for case in statement.cases]
    return [block for block in (getattr(statement, "body", None), getattr(statement, "orelse", None)) if block]


def _own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The parts of a statement that are not statements."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.match_case):
            yield child.pattern
            if child.guard:
                yield child.guard
        elif not isinstance(child, ast.stmt):
            yield child


def names_in(node: ast.AST, context: type[ast.expr_context]) -> Iterator[str]:
    """Names of the function itself: those bound by comprehensions and lambdas are left out."""
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, context):
            yield node.id
        return
    if isinstance(node, COMPREHENSIONS):
        bound = _bound_in(node)
        for child in ast.iter_child_nodes(node):
            yield from (name for name in names_in(child, ast.Load) if name not in bound and context is ast.Load)
        return
    for child in ast.iter_child_nodes(node):
        yield from names_in(child, context)


def _bound_in(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Lambda):
        return {arg.arg for arg in node.args.args}
    return {
        name
        for generator in getattr(node, "generators", [])
        for part in ast.walk(generator.target)
        if isinstance(part, ast.Name)
        for name in [part.id]
    }
