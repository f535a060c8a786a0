"""Runs the stages of `make test` one after the other and says at the end how long each took and which failed.

    python tools/stages.py setup,page core-tests,browser-tests lint,web

Each word is a target of the Makefile, or several that run side by side. A stage that fails does not keep the others
from running, so one run shows everything that is broken. Only after a failed set-up nothing else is tried.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SET_UPS = {"setup", "setup-all"}


@dataclass(frozen=True)
class Stage:
    name: str
    seconds: float
    passed: bool


def make(targets: Sequence[str]) -> bool:
    """Run targets of the Makefile, side by side if there are several."""
    command = [os.environ.get("MAKE", "make"), "--no-print-directory", "-k"]
    if len(targets) > 1:
        command += ["-j", *(["-O"] if "output-sync" in os.environ.get("MAKE_FEATURES", "") else [])]
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    return subprocess.run([*command, *targets], cwd=ROOT, env=environment, check=False).returncode == 0


def run(words: Sequence[str], make: Callable[[Sequence[str]], bool] = make) -> list[Stage]:
    found = []
    for word in words:
        began = time.monotonic()
        targets = word.split(",")
        passed = make(targets)
        found.append(Stage(word.replace(",", ", "), time.monotonic() - began, passed))
        set_up = [target for target in targets if target in SET_UPS]
        if not passed and set_up and not make(set_up):  # once set up, this does nothing
            break
    return found


def report(stages: Sequence[Stage]) -> str:
    """A line for each stage, and the total."""
    rows = [(stage.name, stage.seconds, "" if stage.passed else "  FAILED") for stage in stages]
    rows.append(("total", sum(stage.seconds for stage in stages), ""))
    width = max(len(name) for name, _, _ in rows)
    lines = [f"{name:{width}}  {int(took) // 60:3d} min {int(took) % 60:2d} s{note}" for name, took, note in rows]
    failed = [stage.name for stage in stages if not stage.passed]
    lines.append(f"failed: {'; '.join(failed)}" if failed else "everything passed")
    return "\n".join(lines)


def main(words: Sequence[str]) -> int:
    stages = run(words)
    print(f"\n{report(stages)}", flush=True)
    return 0 if all(stage.passed for stage in stages) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
