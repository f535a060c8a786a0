"""How many small faults in the rules do the tests notice?

    python tools/mutants.py [GAME ...] [--sample 150] [--seed 0] [--workers 2]

Each mutant is a game's rules with one small change: `<` for `<=`, 4 for 3, `or` for `and`, a statement left out. The
game's tests run against it, interpreted, in a forked child; a mutant is killed when a test fails or time runs out.
Nothing is written but docs/mutants.md. Tests that pass through the changed line run first, quickest first; only when
all of them pass does the rest run.
"""

import argparse
import ast
import contextlib
import importlib.abc
import importlib.util
import io
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import tokenize
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything imports Numba

import coverage
import numba  # noqa: F401  imported here so that no child has to
import pytest

from parlour.games import names
from rulebooks import GAMES, ROOT, SRC, files_of_tests, rule_files, rulebook_names

PAGE = ROOT / "docs" / "mutants.md"
REASONS = ROOT / "docs" / "mutants-reasons.toml"
NEEDED = 85.0  # per cent of the mutants that must be killed
MEMORY = 4 << 30  # bytes a child may use: a mutant that never stops must not take the machine with it
KILLED, SURVIVED = 1, 0

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPPOSITES = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "//": "*", "%": "+", "+=": "-=", "-=": "+=", "&": "|", "|": "&"}
ARITHMETIC |= {"<<": ">>", ">>": "<<", "^": "&"}
WORDS = {"and": "or", "or": "and", "True": "False", "False": "True", "min": "max", "max": "min"}
WORDS |= {"break": "continue", "continue": "break"}
VALUE_ENDS = {")", "]", "}"}  # an operator after one of these, a name or a number has two sides


@dataclass(frozen=True)
class Edit:
    """One change: these characters of a file, replaced."""

    file: Path
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]

    def compiles(self, source: str) -> bool:
        try:
            ast.parse(self.apply(source))
        except SyntaxError:
            return False
        return True

    def line(self, source: str) -> int:
        return source.count("\n", 0, self.start) + 1

    def shown(self, source: str) -> tuple[str, str]:
        """The lines it touches, before and after, without their indentation."""
        begin = source.rfind("\n", 0, self.start) + 1
        stop = source.find("\n", self.end)
        before = source[begin : stop if stop >= 0 else None]
        after = self.apply(source)[
            begin : (stop if stop >= 0 else len(source)) + len(self.text) + self.start - self.end
        ]
        return " ".join(before.split()), " ".join(after.split())


# Making mutants


def edits_of(file: Path, source: str) -> list[Edit]:
    """Every change that can be made to a file, in the file's order."""
    tree = ast.parse(source)
    places = Places(source)
    found = {*token_edits(source, tree, places), *tree_edits(tree, places)}
    return [Edit(file, *edit) for edit in sorted(found)]


class Places:
    """Turns lines and columns into positions in the text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = source.splitlines(keepends=True)
        self.offsets = [0]
        for line in self.lines:
            self.offsets.append(self.offsets[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        """`column` counts bytes, as the tree does."""
        return self.offsets[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)


def statement_at(source: str, line: int) -> range:
    """The lines of the smallest statement around a line; of a compound one, only its head."""
    best = range(line, line + 1)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            last = node.end_lineno or node.lineno
            if body := getattr(node, "body", None):
                last = max(node.lineno, body[0].lineno - 1)
            if node.lineno <= line <= last:
                best = range(node.lineno, last + 1)
    return best


def untouched(tree: ast.Module) -> Iterator[ast.expr | ast.stmt]:
    """What is no rule: imports, names of actions and rules, the layout of the state, docstrings, annotations."""
    for top in tree.body:
        if isinstance(top, ast.Import | ast.ImportFrom | ast.ClassDef):
            yield top
        elif isinstance(top, ast.Assign) and isinstance(top.value, ast.Call):
            if isinstance(top.value.func, ast.Name) and top.value.func.id == "record":
                yield top
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node
        if isinstance(node, ast.FunctionDef):
            yield from node.decorator_list
            if node.returns:
                yield node.returns
            yield from (argument.annotation for argument in node.args.args if argument.annotation)
        if isinstance(node, ast.AnnAssign):
            yield node.annotation


def token_edits(source: str, tree: ast.Module, places: Places) -> Iterator[tuple[int, int, str]]:
    """Operators, numbers and small words, one token exchanged."""
    left_alone = [places.span(node) for node in untouched(tree)]
    before = tokenize.TokenInfo(tokenize.NEWLINE, "", (0, 0), (0, 0), "")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        start, end = (places.offsets[row - 1] + column for row, column in (token.start, token.end))
        if token.type in (tokenize.OP, tokenize.NUMBER, tokenize.NAME):
            if not any(first <= start < last for first, last in left_alone):
                for text in exchanges(token, before):
                    yield start, end, text
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            before = token


def exchanges(token: tokenize.TokenInfo, before: tokenize.TokenInfo) -> Iterator[str]:
    word = token.string
    if token.type == tokenize.NUMBER:
        if re.fullmatch(r"[0-9_]+|0x[0-9A-Fa-f_]+", word):
            yield str(int(word, 0) + 1)
            if int(word, 0) > 0:
                yield str(int(word, 0) - 1)
    elif token.type == tokenize.NAME:
        if word in WORDS:
            yield WORDS[word]
        elif word == "not":
            yield ""
    elif word in COMPARISONS:
        yield COMPARISONS[word]
        if word in OPPOSITES:
            yield OPPOSITES[word]
    elif word in ARITHMETIC:
        two_sided = before.type in (tokenize.NAME, tokenize.NUMBER) or before.string in VALUE_ENDS
        if two_sided and before.string not in ("return", "in", "and", "or", "not", "if", "else", "yield"):
            yield ARITHMETIC[word]
        elif word == "-":
            yield ""  # `return -28`: a refusal that refuses nothing


def tree_edits(tree: ast.Module, places: Places) -> Iterator[tuple[int, int, str]]:
    """A condition turned round, a statement left out, a refusal with another rule's name."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    refusals: dict[str, list[str]] = {}
    inside = [node for function in functions for statement in function.body for node in ast.walk(statement)]
    for node in inside:
        if named := refusal_named(node):
            names = refusals.setdefault(named[0], [])
            if named[1] not in names:
                names.append(named[1])
    for node in inside:
        if isinstance(node, ast.If | ast.While | ast.IfExp) and not turned_by_a_token(node.test):
            start, end = places.span(node.test)
            yield start, end, f"not ({places.source[start:end]})"
        elif changes_state(node):
            assert isinstance(node, ast.stmt)
            start, end = places.span(node)
            yield start, end, "pass"
        if named := refusal_named(node):
            assert isinstance(node, ast.Attribute)
            names = refusals[named[0]]
            other = names[(names.index(named[1]) + 1) % len(names)]
            if other != named[1]:
                yield *places.span(node), f"{named[0]}.{other}"


def turned_by_a_token(test: ast.expr) -> bool:
    """One comparison, `not` or a constant: another mutant says the opposite already."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1
    return isinstance(test, ast.Constant) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def changes_state(node: ast.AST) -> bool:
    """A call for its effect, or an assignment to a field or an entry; without a local name nothing would run."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    return isinstance(node, ast.AugAssign)


def refusal_named(node: ast.AST) -> tuple[str, str] | None:
    """`Forbids.OVER` as ("Forbids", "OVER")."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Forbids":
        return node.value.id, node.attr
    return None


# Running the tests against one


class Instead(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a given source instead of its file's."""

    def __init__(self, file: Path, source: str) -> None:
        self.file = file
        self.source = source
        self.name = ".".join(file.relative_to(SRC).with_suffix("").parts)

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name == self.name:
            return importlib.util.spec_from_loader(name, self, origin=str(self.file))
        return None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.file)
        exec(compile(self.source, str(self.file), "exec"), module.__dict__)


class Ordered:
    """A pytest plugin: these tests first, in this order; a test that runs for much too long ends the process."""

    def __init__(self, first: list[str], seconds: dict[str, float]) -> None:
        self.place = {node: place for place, node in enumerate(first)}
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.place.get(item.nodeid, len(self.place)))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.seconds[item.nodeid])  # of the processor's time


class Recorder:
    """A pytest plugin: which tests pass through which lines, and how long each takes."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measured.switch_context(item.nodeid)
        began = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - began


def run_pytest(tests: list[Path], plugins: list[Any]) -> int:
    """These tests, stopping at the first failure, without a word."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        return int(pytest.main(["-x", "-p", "no:pytest_cov", *map(str, tests)], plugins=plugins))


class TestsFail(Exception):
    """The tests do not pass on the rules as they are."""


@dataclass(frozen=True)
class Baseline:
    total: float  # seconds by the clock
    seconds: dict[str, float]  # of the processor's time, test by test
    by_line: dict[tuple[str, int], list[str]]  # (file, line) -> tests through it, quickest first


def measure(game: str, files: list[Path], answer: Path) -> int:
    """In a child: the tests as they are. They must pass; what they take and touch goes into `answer`."""
    measured = coverage.Coverage(data_file=None, include=[str(file) for file in files], config_file=False)
    recorder = Recorder(measured)
    began = time.perf_counter()
    measured.start()
    code = run_pytest(files_of_tests(game), [recorder])
    measured.stop()
    data = measured.get_data()
    touched = {str(file): data.contexts_by_lineno(str(file)) for file in files}
    answer.write_text(repr((time.perf_counter() - began, recorder.seconds, touched, recorder.failed)))
    return code


def in_child(work: Callable[[], int]) -> int:
    """Fork, do the work there and end with its answer; here, the child's process id."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = 70
    with contextlib.suppress(BaseException):
        code = work()
    os._exit(code)


def baseline(game: str, files: list[Path]) -> Baseline:
    with tempfile.TemporaryDirectory() as place:
        answer = Path(place) / "answer"
        _, status = os.waitpid(in_child(lambda: measure(game, files, answer)), 0)
        if not answer.exists():
            raise TestsFail(f"the tests of {game} could not be run")
        total, seconds, touched, failed = ast.literal_eval(answer.read_text())
    if status != 0:
        raise TestsFail(f"mutants say nothing while a test fails without them: {', '.join(failed)}")
    by_line = {
        (file, line): sorted((name for name in names if name), key=lambda name: seconds[name])
        for file, lines in touched.items()
        for line, names in lines.items()
    }
    return Baseline(total, seconds, by_line)


def tests_through(base: Baseline, edit: Edit) -> list[str]:
    found: dict[str, None] = {}
    source = edit.file.read_text()
    for line in statement_at(source, edit.line(source)):
        found |= dict.fromkeys(base.by_line.get((str(edit.file), line), []))
    return list(found)


def attack(game: str, edit: Edit, base: Baseline) -> int:
    """In a child: the tests against one mutant."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, Instead(edit.file, edit.apply(edit.file.read_text())))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    code = run_pytest(files_of_tests(game), [Ordered(tests_through(base, edit), base.seconds)])
    return SURVIVED if code == pytest.ExitCode.OK else KILLED


def attack_all(game: str, edits: list[Edit], base: Baseline, workers: int) -> list[Edit]:
    """Every mutant, a few at a time; those that survive, in the file's order."""
    limit = 60 + 10 * base.total
    waiting = list(reversed(edits))
    running: dict[int, tuple[Edit, float]] = {}
    survivors: list[Edit] = []
    done = 0
    while waiting or running:
        while waiting and len(running) < workers:
            edit = waiting.pop()
            running[in_child(lambda edit=edit: attack(game, edit, base))] = (edit, time.monotonic())  # type: ignore[misc]
        for child, (edit, began) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended:
                if time.monotonic() - began < limit:
                    continue
                os.kill(child, signal.SIGKILL)  # it hangs: a test would never have ended
                os.waitpid(child, 0)
                status = KILLED
            del running[child]
            done += 1
            if status == SURVIVED:
                survivors.append(edit)
            print(f"\r{game}: {done} of {len(edits)} mutants, {len(survivors)} survive ", end="", flush=True)
        time.sleep(0.01)
    print()
    return sorted(survivors, key=edits.index)


# The page


@dataclass(frozen=True)
class Result:
    game: str
    sampled: int
    possible: int
    seed: int
    survivors: list[tuple[str, str, str]]  # where, original, mutant

    @property
    def killed(self) -> int:
        return self.sampled - len(self.survivors)

    @property
    def share(self) -> float:
        return 100 * self.killed / self.sampled


def trial(game: str, sample: int, seed: int, workers: int) -> Result:
    files = rule_files(game)
    sources = {file: file.read_text() for file in files}
    possible = [edit for file in files for edit in edits_of(file, sources[file])]
    shuffled = random.Random(f"{game} {seed}").sample(possible, len(possible))
    tried = islice((edit for edit in shuffled if edit.compiles(sources[edit.file])), sample)
    edits = sorted(tried, key=possible.index)
    print(f"{game}: the tests as they are", end="", flush=True)
    base = baseline(game, files)
    print(f" take {base.total:.1f} s; {len(possible)} mutants are possible, {len(edits)} are tried")
    survivors = attack_all(game, edits, base, workers)
    shown = [
        (f"{edit.file.relative_to(GAMES)}:{edit.line(sources[edit.file])}", *edit.shown(sources[edit.file]))
        for edit in survivors
    ]
    return Result(game, len(edits), len(possible), seed, shown)


def reasons() -> dict[tuple[str, str, str], str]:
    """Why a survivor is no fault of the tests, by file, original line and mutant line."""
    if not REASONS.exists():
        return {}
    listed = tomllib.loads(REASONS.read_text()).get("survivor", [])
    return {(entry["file"], entry["original"], entry["mutant"]): entry["reason"] for entry in listed}


def section(result: Result) -> str:
    lines = [
        f"## {result.game}\n",
        f"{result.sampled} mutants of {result.possible} possible (seed {result.seed}): {result.killed} killed,"
        f" {result.share:.1f} %.\n",
    ]
    if result.survivors:
        known = reasons()
        lines += ["| where | original | mutant | reason |", "|---|---|---|---|"]
        for where, original, mutant in result.survivors:
            reason = known.get((where.rpartition(":")[0], original, mutant), "")
            lines.append(f"| {where} | {code(original)} | {code(mutant)} | {reason} |")
        lines.append("")
    return "\n".join(lines)


def code(text: str) -> str:
    escaped = text.replace("|", "\\|")
    return f"`{escaped}`"


def page(sections: dict[str, str]) -> str:
    rows = []
    for game in sorted(sections):
        numbers = re.search(r"^(\d+) mutants of (\d+) possible .*: (\d+) killed, ([0-9.]+) %", sections[game], re.M)
        assert numbers
        rows.append(f"| {game} | {numbers[2]} | {numbers[1]} | {numbers[3]} | {numbers[4]} % |")
    return (
        "<!-- Made by tools/mutants.py (make mutants); reasons come from docs/mutants-reasons.toml. -->\n\n"
        "# Mutants\n\n"
        "A mutant is a game's rules with one small fault put in. It is killed when a test of its rulebook fails on\n"
        "it, interpreted. The two bell games share rules, and each answers for its own share of their mutants.\n\n"
        "| game | possible | tried | killed | share |\n|---|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n\nThose that survive:\n\n"
        + "\n".join(sections[game].rstrip() + "\n" for game in sorted(sections))
    )


def sections_kept(text: str) -> dict[str, str]:
    """The sections of the page as it is, so that one game can be tried again alone."""
    parts = re.split(r"^## (\w+)\n", text, flags=re.M)
    return {name: f"## {name}\n{body}" for name, body in zip(parts[1::2], parts[2::2])}


def main() -> int:
    ours = [name for name in names() if name in rulebook_names()]
    parser = argparse.ArgumentParser(description="Put small faults into the rules and see whether the tests notice.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"all of them if none is named: {', '.join(ours)}")
    parser.add_argument("--sample", type=int, default=150, help="how many mutants per game (150)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (0)")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time (2)")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.games if name not in ours]:
        parser.error(f"there is no game {unknown[0]}; there are {', '.join(ours)}")
    weak = []
    for game in chosen.games or ours:
        began = time.monotonic()
        try:
            result = trial(game, chosen.sample, chosen.seed, chosen.workers)
        except TestsFail as error:
            print(f"\n{game}: {error}", file=sys.stderr)
            weak.append(game)
            continue
        seconds = time.monotonic() - began
        print(f"{game}: {result.killed} of {result.sampled} killed, {result.share:.1f} %, {seconds:.0f} s")
        kept = sections_kept(PAGE.read_text()) if PAGE.exists() else {}
        PAGE.write_text(page(kept | {game: section(result)}))
        if result.share < NEEDED:
            weak.append(game)
    if weak:
        print(f"not {NEEDED:.0f} % are killed in {', '.join(weak)}", file=sys.stderr)
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
