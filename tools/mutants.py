"""Mutation testing: how many small faults in the rules do the tests notice?

    python tools/mutants.py [GAME ...] [--kind small|larger|both] [--sample 150] [--seed 0] [--workers 2]
    python tools/mutants.py [GAME ...] [--kind small|larger|both] --survivors

A mutant is a game's rules with one change: a small one (mutations.py) or a larger one (mutation_shapes.py). The game's
tests run against it, interpreted, in a forked process; the mutant is killed when a test fails or times out. Only tests
that execute the changed statement can notice it, so only these run, fastest first; for a change outside functions all
run. The result is docs/mutants.md. With --survivors only the survivors listed there are tried again, after new tests
for example, and those that are killed now leave the page.
"""

import argparse
import ast
import contextlib
import functools
import importlib.abc
import importlib.util
import itertools
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything imports Numba

import coverage
import numba  # noqa: F401  imported before forking, so that no child has to
import pytest

from mutants_page import PAGE, Result, Survivor, listed, renew_page, sections_kept
from mutation_shapes import limits_of, shapes_of
from mutations import Edit, edits_of, statement_at
from parlour.games import names
from rulebooks import GAMES, SRC, files_of_tests, rule_files, rulebook_names

REQUIRED = 85.0  # per cent of the mutants must be killed
MEMORY = 4 << 30  # bytes that a child may use, because a mutant may loop forever
KILLED, SURVIVED = 1, 0


# Running the tests


class ReplacedModule(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """An import hook that loads one module from the given source instead of its file."""

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


class TestOrder:
    """A pytest plugin: runs these tests, or all if none is given; a test that takes far too long ends the process."""

    def __init__(self, chosen: list[str], seconds: dict[str, float]) -> None:
        self.place = {node: place for place, node in enumerate(chosen)}
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.place:
            items[:] = sorted(
                (item for item in items if item.nodeid in self.place), key=lambda item: self.place[item.nodeid]
            )

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.seconds[item.nodeid])  # CPU time


class Recorder:
    """A pytest plugin: records which tests execute which lines, and how long each takes."""

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
    """Run tests without output, stopping at the first failure."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        return int(pytest.main(["-x", "-p", "no:pytest_cov", *map(str, tests)], plugins=plugins))


class TestsFail(Exception):
    """The tests fail even without a mutant."""


@dataclass(frozen=True)
class Baseline:
    """The tests without a mutant."""

    total: float  # seconds, wall-clock time
    seconds: dict[str, float]  # CPU time of each test
    by_line: dict[tuple[str, int], list[str]]  # (file, line) -> tests that execute it, fastest first


def measure(game: str, files: list[Path], answer: Path) -> int:
    """In a child: run the tests without a mutant and write their times and covered lines to `answer`."""
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
    """Run `work` in a forked child, which exits with its result. Returns the child's process id."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = 70
    with contextlib.suppress(BaseException):
        code = work()
    os._exit(code)


@functools.cache
def baseline(game: str) -> Baseline:
    print(f"{game}: the tests without mutants", end="", flush=True)
    with tempfile.TemporaryDirectory() as place:
        answer = Path(place) / "answer"
        _, status = os.waitpid(in_child(lambda: measure(game, rule_files(game), answer)), 0)
        if not answer.exists():
            raise TestsFail(f"the tests of {game} could not be run")
        total, seconds, touched, failed = ast.literal_eval(answer.read_text())
    if status != 0:
        raise TestsFail(f"these tests fail even without a mutant: {', '.join(failed)}")
    print(f" take {total:.1f} s")
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
    """In a child: run the tests against one mutant."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, ReplacedModule(edit.file, edit.apply(edit.file.read_text())))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    code = run_pytest(files_of_tests(game), [TestOrder(tests_through(base, edit), base.seconds)])
    return SURVIVED if code == pytest.ExitCode.OK else KILLED


def attack_all(game: str, edits: list[Edit], base: Baseline, workers: int) -> list[Edit]:
    """Run the tests against all mutants, a few at a time. Returns the survivors, in file order."""
    limit = 60 + 10 * base.total
    waiting = list(reversed(edits))
    running: dict[int, tuple[Edit, float]] = {}
    survivors: list[Edit] = []
    done = 0
    while waiting or running:
        while waiting and len(running) < workers:
            edit = waiting.pop()
            assert ReplacedModule(edit.file, "").name not in sys.modules, "the mutant would have no effect"
            running[in_child(lambda edit=edit: attack(game, edit, base))] = (edit, time.monotonic())  # type: ignore[misc]
        for child, (edit, began) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended:
                if time.monotonic() - began < limit:
                    continue
                os.kill(child, signal.SIGKILL)  # it hangs
                os.waitpid(child, 0)
                status = KILLED
            del running[child]
            done += 1
            if status == SURVIVED:
                survivors.append(edit)
                source = edit.file.read_text()
                before, after = edit.before_and_after(source)
                print(f"\r{edit.file.relative_to(GAMES)}:{edit.line(source)}\n  {before}\n  {after}")
            print(f"\r{game}: {done} of {len(edits)} mutants, {len(survivors)} survive ", end="", flush=True)
        time.sleep(0.01)
    print()
    return sorted(survivors, key=edits.index)


# The mutants of a game


KINDS = ("small", "larger")


def title_of(game: str, kind: str) -> str:
    return f"{game}, {kind} faults"


def limits_for(game: str) -> list[str]:
    """What conditions are limited by. A child finds it: rules imported here could not be replaced by a mutant."""
    with tempfile.TemporaryDirectory() as place:
        answer = Path(place) / "answer"

        def ask() -> int:
            from parlour.games import rules_of

            answer.write_text(repr(limits_of(rules_of(game))))
            return 0

        os.waitpid(in_child(ask), 0)
        found = ast.literal_eval(answer.read_text())
    assert isinstance(found, list)
    return found


def possible_edits(game: str, kind: str) -> list[Edit]:
    limits = limits_for(game)
    return [
        edit
        for file in rule_files(game)
        for edit in (edits_of(file, file.read_text()) if kind == "small" else shapes_of(file, file.read_text(), limits))
    ]


def shown(edit: Edit) -> Survivor:
    source = edit.file.read_text()
    return Survivor(f"{edit.file.relative_to(GAMES)}:{edit.line(source)}", *edit.before_and_after(source))


def trial(game: str, kind: str, sample: int, seed: int, workers: int) -> Result:
    """Try a random sample of all mutants."""
    possible = possible_edits(game, kind)
    shuffled = random.Random(f"{game} {seed}").sample(possible, len(possible))
    tried = islice((edit for edit in shuffled if edit.compiles(edit.file.read_text())), sample)
    edits = sorted(tried, key=possible.index)
    print(f"{title_of(game, kind)}: {len(possible)} possible mutants, trying {len(edits)}")
    survivors = attack_all(game, edits, baseline(game), workers)
    return Result(title_of(game, kind), len(edits), len(possible), seed, [shown(edit) for edit in survivors])


class NotListed(Exception):
    """The page does not fit the rules."""


def second_trial(game: str, kind: str, workers: int) -> Result:
    """Try the survivors that the page lists again."""
    title = title_of(game, kind)
    sections = sections_kept(PAGE.read_text()) if PAGE.exists() else {}
    if title not in sections:
        raise NotListed(f"{PAGE.name} has no section for {title}; run without --survivors first")
    before = listed(title, sections[title])
    edits = []
    possible = {shown(edit): edit for edit in possible_edits(game, kind)}
    for survivor in before.survivors:
        if survivor not in possible:
            raise NotListed(f"{survivor.where} has changed since {PAGE.name} was made; run without --survivors")
        edits.append(possible[survivor])
    print(f"{title}: trying {len(edits)} survivors again")
    survivors = attack_all(game, edits, baseline(game), workers)
    return replace(before, survivors=[shown(edit) for edit in survivors])


def main() -> int:
    ours = [name for name in names() if name in rulebook_names()]
    parser = argparse.ArgumentParser(
        description="Put small faults into the rules and check whether the tests notice them."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"default: all ({', '.join(ours)})")
    parser.add_argument("--kind", choices=[*KINDS, "both"], default="both", help="size of the faults (default: both)")
    parser.add_argument("--sample", type=int, default=150, help="mutants per game and kind (default: 150)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample (default: 0)")
    parser.add_argument("--survivors", action="store_true", help=f"try only those listed in docs/{PAGE.name} again")
    parser.add_argument("--workers", type=int, default=2, help="number of parallel processes (default: 2)")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.games if name not in ours]:
        parser.error(f"there is no game {unknown[0]}; there are {', '.join(ours)}")
    weak, failed = [], False
    kinds = KINDS if chosen.kind == "both" else [chosen.kind]
    for game, kind in itertools.product(chosen.games or ours, kinds):
        began = time.monotonic()
        try:
            if chosen.survivors:
                result = second_trial(game, kind, chosen.workers)
            else:
                result = trial(game, kind, chosen.sample, chosen.seed, chosen.workers)
        except (TestsFail, NotListed) as error:
            print(f"\n{game}: {error}", file=sys.stderr)
            failed = True
            continue
        seconds = time.monotonic() - began
        print(f"{result.title}: {result.killed} of {result.sampled} killed, {result.share:.1f} %, {seconds:.0f} s")
        renew_page(result)
        if result.share < REQUIRED:
            weak.append(result.title)
    if weak:
        print(f"less than {REQUIRED:.0f} % killed: {', '.join(weak)}", file=sys.stderr)
    return 1 if weak or failed else 0


if __name__ == "__main__":
    sys.exit(main())
