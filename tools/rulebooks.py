"""Reads the statements of the rulebooks, and the tests that assert them, from their sources without running them.

Tests are marked with the statements that they assert: `@pytest.mark.rule("PAR-28")`. `faults` compares both sides and
returns a sentence for each mismatch. This is a library for tests/games/test_rulebooks.py, tools/docs.py and mutants.py.
"""

import ast
import importlib.util
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
GAMES = SRC / "parlour" / "games"
TESTS = ROOT / "tests" / "games"

STATEMENT = re.compile(r"^\d+\. \*\*(?P<id>[A-Z]{3}-\d{2,3})\*\* \[(?P<mark>[RDH])\] (?P<text>.+)$", re.MULTILINE)
ID = re.compile(r"[A-Z]{3}-\d{2,3}")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Statement:
    id: str
    mark: str  # R: the rulebook says so, D: derived, H: house ruling
    text: str


@dataclass(frozen=True)
class RuleTest:
    name: str
    file: str
    line: int
    ids: tuple[str, ...]
    asserts: bool


@dataclass
class Tests:
    """What the test files of a game say about its rulebook."""

    tests: list[RuleTest] = field(default_factory=list)
    refusals: set[str] = field(default_factory=set)  # ids that refusals are compared with
    not_testable: dict[str, str] = field(default_factory=dict)

    def add(self, other: "Tests") -> None:
        self.tests += other.tests
        self.refusals |= other.refusals
        self.not_testable |= other.not_testable

    def asserting(self, statement: str) -> list[RuleTest]:
        return [test for test in self.tests if statement in test.ids and test.asserts]


def rulebook_names() -> list[str]:
    return sorted(path.parent.name for path in GAMES.glob("*/rulebook.md"))


def rulebook_text(game: str) -> str:
    return (GAMES / game / "rulebook.md").read_text()


def rule_files(game: str) -> list[Path]:
    """The files with a game's rules: its rules.py, and every file with rules of the games' folders that it imports,
    directly or not. No file of rules imports what seats see, bots or studies, so those are left out."""
    own = GAMES / game / "rules.py"
    files, waiting = [own], [own]
    while waiting:
        for name in imported(waiting.pop()):
            file = SRC.joinpath(*name.split(".")).with_suffix(".py")
            if file.is_relative_to(GAMES) and file.parent != GAMES and file not in files:
                if file.exists() and "@rule" in file.read_text() and file.name != "sight.py":
                    files.append(file)
                    waiting.append(file)
    return files


def imported(file: Path) -> Iterator[str]:
    """The modules a file imports, each name of a `from` import as a module too."""
    package = ".".join(file.parent.relative_to(SRC).parts)
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def files_of_tests(game: str) -> list[Path]:
    """The test files of a game's rulebook."""
    return sorted((TESTS / game).glob("test_rules*.py"))


def assertions_of(game: str) -> "Tests":
    """What all tests of a game's rulebook assert."""
    found = Tests()
    for file in files_of_tests(game):
        found.add(read_tests(file.read_text(), file.name))
    return found


def statements(text: str) -> list[Statement]:
    """The numbered statements of a rulebook, in order."""
    return [Statement(**found.groupdict()) for found in STATEMENT.finditer(text)]


def read_tests(source: str, file: str = "") -> Tests:
    """The marked tests in a source, and the ids that refusals are compared with."""
    tree = ast.parse(source)
    helpers = {"refusal"} | {node.name for node in tree.body if isinstance(node, Function) and _returns_refusal(node)}
    asserting = {node.name for node in tree.body if isinstance(node, Function) and _asserts(node, set())}
    found = Tests(not_testable=_not_testable(tree))
    for function, outer in _functions(tree):
        marks = [*outer, *function.decorator_list]
        ids = tuple(dict.fromkeys(_marked(marks)))
        if ids:
            found.tests.append(RuleTest(function.name, file, function.lineno, ids, _asserts(function, asserting)))
        found.refusals |= _refusals(function, helpers)
    return found


def faults(book: list[Statement], tests: Tests, forbidding: Iterable[str] = ()) -> list[str]:
    """Mismatches between a rulebook and its tests; `forbidding` are the ids that the rules can refuse with."""
    known = {statement.id for statement in book}
    sentences: list[str] = []
    for test in tests.tests:
        sentences += [f"{test.name} names {id}, which is in no rulebook" for id in test.ids if id not in known]
        if not test.asserts:
            sentences.append(f"{test.name} is marked with {', '.join(test.ids)} but asserts nothing")
    for id, reason in tests.not_testable.items():
        if id not in known:
            sentences.append(f"NOT_TESTABLE names {id}, which is in no rulebook")
        if len(reason.split()) < 3:
            sentences.append(f"NOT_TESTABLE gives no reason for {id}")
        if any(id in test.ids for test in tests.tests):
            sentences.append(f"{id} is listed as not testable but has a test")
    for id in sorted(known - tests.not_testable.keys()):
        if not tests.asserting(id):
            sentences.append(f"{id} has no test that asserts it")
    for id in forbidding:
        if id not in known:
            sentences.append(f"the rules refuse with {id}, which is in no rulebook")
        elif id not in tests.refusals:
            sentences.append(f"no test asserts a refusal by {id}")
    return sentences


def _functions(tree: ast.Module) -> Iterator[tuple[Function, list[ast.expr]]]:
    """The test functions, each with the decorators of the class around it."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, Function) and inner.name.startswith("test"):
                    yield inner, node.decorator_list
        elif isinstance(node, Function) and node.name.startswith("test"):
            yield node, []


def _marked(decorators: list[ast.expr]) -> Iterator[str]:
    """The ids in `pytest.mark.rule(...)`, including marks on single cases of a parametrised test."""
    for decorator in decorators:
        for call in ast.walk(decorator):
            if isinstance(call, ast.Call) and _is_rule_mark(call.func):
                for argument in call.args:
                    if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                        raise ValueError(f"line {call.lineno}: the ids of a rule mark must be string literals")
                    yield argument.value


def _is_rule_mark(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "rule"
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "mark"
    )


def _name(node: ast.expr) -> str:
    """The last name of what is called: `refusal` for `refusal(...)` and `helpers.refusal(...)`."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _asserts(function: Function, helpers: set[str]) -> bool:
    """Whether a function contains an assertion, expects an error, or calls a helper in its file that does."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant):
            return True
        if isinstance(node, ast.withitem) and _name(node.context_expr) == "raises":
            return True
        if isinstance(node, ast.Call) and _name(node) in helpers:
            return True
    return False


def _returns_refusal(function: Function) -> bool:
    return any(
        isinstance(node, ast.Return) and isinstance(node.value, ast.Call) and _name(node.value) == "refusal"
        for node in ast.walk(function)
    )


def _refusals(function: Function, helpers: set[str]) -> set[str]:
    """The ids that this test compares a refusal with, or expects in the text of an error."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if all(isinstance(op, ast.Eq) for op in node.ops) and any(_is_refusal(side, helpers) for side in sides):
                for side in sides:
                    if isinstance(side, ast.Constant):
                        found |= _ids(side)
                    elif isinstance(
                        side, ast.Name
                    ):  # a parameter or loop variable, whose values are in the same function
                        found |= _ids_given_to(function)
        elif isinstance(node, ast.Call) and _name(node) == "raises":
            for keyword in node.keywords:
                if keyword.arg == "match":
                    found |= _ids(keyword.value)
    return found


def _is_refusal(node: ast.expr, helpers: set[str]) -> bool:
    if isinstance(node, ast.Call):
        return _name(node) in helpers
    return isinstance(node, ast.Attribute) and node.attr == "rule"


def _ids(node: ast.AST) -> set[str]:
    return {
        id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str)
        for id in ID.findall(inner.value)
    }


def _ids_given_to(function: Function) -> set[str]:
    """The ids in a test's cases: in its body and its parametrisation, not in its rule marks."""
    found: set[str] = set()
    for statement in function.body:
        found |= _ids(statement)
    for decorator in function.decorator_list:
        if _name(decorator) == "parametrize":
            found |= _ids(decorator)
    return found


def _not_testable(tree: ast.Module) -> dict[str, str]:
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name) and node.value:
            if target.id == "NOT_TESTABLE":
                listed = ast.literal_eval(node.value)
                return {str(id): str(reason) for id, reason in listed.items()}
    return {}


if __name__ == "__main__":  # for `make rules`, which demands that tests pass every branch of these files
    print(",".join(sorted({str(file.relative_to(ROOT)) for game in rulebook_names() for file in rule_files(game)})))
