"""The layout of the sources: no general module knows a game by name, files and parameter lists stay short, tests mirror
the packages and do not borrow their names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "parlour"
GENERAL = (
    "bench", "bots", "browser", "cli", "drawing", "engine", "envs", "kit", "lab", "live", "match", "pictures",
    "policies", "review", "train",
)  # fmt: skip

MOST_LINES, MOST_LINES_OF_RULES = 500, 700
MOST_PARAMETERS = 10
COMPILED = {"rule", "inlined", "jit", "kernel"}  # decorators of compiled loops, which take their arrays one by one

WITHOUT_A_PACKAGE = {"examples", "tools", "web"}  # tests of what lies outside src/parlour
A_GAME_OF_ITS_OWN = ROOT / "tests" / "games" / "sixth_game"

NAMES_A_GAME = {"bench/live_load.py": "the load test plays one fixed game"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_files(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def game_words() -> re.Pattern[str]:
    """Matches the name or title of a game of this repository in any spelling, and the ids of its rules."""
    rules = [parlour.game(name).rules for name in parlour.games() if (PACKAGE / "games" / name).is_dir()]
    names = "|".join(rule.name.replace("_", "[-_ ]?") for rule in rules)
    prefixes = "|".join(rule.prefix for rule in rules)
    return re.compile(rf"(?i:{names})|\b(?:{prefixes})-\d")


def words_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Names, imports and strings of a module, with their lines. Docstrings are left out: code cannot depend on the
    examples in them."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | Function)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield line, node.value
        for field in ("id", "attr", "arg", "name", "module", "asname"):
            if isinstance(word := getattr(node, field, None), str):
                yield line, word


def names_of_games(source: str) -> list[str]:
    pattern = game_words()
    return [f"line {line}: {word!r}" for line, word in words_of(ast.parse(source)) if pattern.search(word)]


def parameters(function: Function) -> int:
    """The number of parameters, without `self` and `cls`."""
    args = function.args
    named = [arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    return len(named) - (named[:1] in (["self"], ["cls"])) + bool(args.vararg) + bool(args.kwarg)


def is_compiled(function: Function) -> bool:
    inside = (node for decorator in function.decorator_list for node in ast.walk(decorator))
    return any(
        (node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")) in COMPILED for node in inside
    )


def long_signatures(source: str) -> list[str]:
    return [
        f"{node.name} takes {parameters(node)} parameters"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, Function) and parameters(node) > MOST_PARAMETERS and not is_compiled(node)
    ]


def is_too_long(path: Path) -> bool:
    limit = MOST_LINES_OF_RULES if path.name == "rules.py" and path.parent.parent == PACKAGE / "games" else MOST_LINES
    return len(path.read_text().splitlines()) > limit


def classes(*folders: Path) -> dict[str, Path]:
    return {
        node.name: path
        for path in python_files(*folders)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    }


def is_package(folder: Path) -> bool:
    return any(folder.glob("*.py"))


@pytest.mark.parametrize("folder", GENERAL)
def test_no_general_module_names_a_game(folder):
    found = {
        str(path.relative_to(PACKAGE)): names
        for path in python_files(PACKAGE / folder)
        if (names := names_of_games(path.read_text()))
    }
    expected = {name for name in NAMES_A_GAME if name.startswith(f"{folder}/")}
    assert found.keys() == expected, found


def test_no_function_takes_many_parameters():
    found = {str(path): names for path in python_files(PACKAGE) if (names := long_signatures(path.read_text()))}
    assert found == {}


def test_files_are_short():
    files = python_files(PACKAGE, ROOT / "tests", ROOT / "tools", ROOT / "examples", ROOT / "bench")
    assert {str(path.relative_to(ROOT)) for path in files if is_too_long(path)} == set()


def test_the_list_of_general_packages_is_complete():
    assert {folder.name for folder in PACKAGE.iterdir() if is_package(folder)} == {*GENERAL, "games"}


def test_tests_mirror_the_packages():
    tested = {folder.name for folder in (ROOT / "tests").iterdir() if is_package(folder)} - WITHOUT_A_PACKAGE
    assert tested == {*GENERAL, "games"}


def test_helpers_of_tests_are_not_named_after_classes_of_the_package():
    taken = classes(PACKAGE)
    shared = {name: path for name, path in classes(ROOT / "tests").items() if name in taken}
    assert {name: str(path) for name, path in shared.items() if A_GAME_OF_ITS_OWN not in path.parents} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('"""Plays Parrot."""\n', 0),
        ("def f():\n    'as in PAR-28'\n    return 1\n", 0),
        ("GAME = 'tricky_twist'\n", 1),
        ("TITLE = 'Tricky Twist'\n", 1),
        ("class TrickyTwist: ...\n", 1),
        ("HELP = 'such as PAR-28'\n", 1),
        ("from parlour.games.piccolo import RULES\n", 1),
        ("from parlour.games import confetti\n", 1),
        ("def parrot_limits(): ...\n", 1),
        ("x = rules.confetti\n", 1),
        ("PARTS = 'PARTS-1'\n", 0),
    ],
)
def test_the_check_finds_names_of_games(source, found):
    assert len(names_of_games(source)) == found


def test_the_check_counts_parameters():
    letters = ", ".join("abcdefghijk")
    assert long_signatures(f"def f({letters}): ...") == ["f takes 11 parameters"]
    assert long_signatures(f"@rule\ndef f({letters}): ...\n@cuda.jit\ndef g({letters}): ...") == []
    assert long_signatures("class C:\n    def f(self, a, b, c, d, e, f, g, h, i, j): ...") == []
    assert long_signatures("def f(a, b, c, d, e, f, g, h, i, *j, **k): ...") == ["f takes 11 parameters"]
