"""The tests of one game, in about a minute once it is compiled: `make test GAME=parrot`.

Its rules (interpreted, so that nothing has to be compiled first), its referee, bots, study and words, its views in the
page, and the tests of its page module.
"""

import os
import subprocess
import sys
from pathlib import Path

from web_build import npm

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "parlour" / "games"
LEFT_OUT = "lint, the other games, the lab, environments, training, live tables and browsers: make test"


def games() -> list[str]:
    return sorted(rulebook.parent.name for rulebook in GAMES.glob("*/rulebook.md"))


def others_named_alike(game: str) -> list[str]:
    """Games whose names contain this one's: pytest selects by parts of names."""
    return [other for other in games() if game in other and other != game]


def commands(game: str) -> list[tuple[list[str], dict[str, str], Path]]:
    """What is run, with which additional variables, and where."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal"]
    chosen = " and not ".join([game, *others_named_alike(game)])
    own = f"tests/games/{game}"
    of_all = [f"tests/games/test_{name}.py" for name in ("play", "compiled", "referees", "rulebooks", "sight", "words")]
    rules = sorted(f"{own}/{path.name}" for path in (ROOT / own).glob("test_rules*.py"))
    rest = sorted(f"{own}/{path.name}" for path in (ROOT / own).glob("test_*.py") if f"{own}/{path.name}" not in rules)
    return [
        ([*pytest, *rules], {"NUMBA_DISABLE_JIT": "1"}, ROOT),
        ([*pytest, *rest, *of_all, "tests/browser/test_views.py", "-k", chosen], {}, ROOT),
        ([*npm(), "test", "--silent", "--", f"src/games/{game}/"], {}, ROOT / "web"),
    ]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in games():
        print(f"GAME is one of {', '.join(games())}, not {' '.join(arguments) or 'empty'}", file=sys.stderr)
        return 2
    failed = 0
    for command, more, where in commands(arguments[0]):
        failed |= subprocess.run(command, env=os.environ | more, cwd=where, check=False).returncode != 0
    print(f"{'failed' if failed else 'passed'}. Left out: {LEFT_OUT}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
