"""Which compiled functions survive when a source file is touched."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.kit import INTERPRETED
from parlour.kit.compile import OverloadFiles, _import_statements

ROOT = Path(__file__).parents[2]
GUESS = ROOT / "tests" / "games" / "sixth_game" / "guess"

# Plays a match of a tiny game, and prints each function that was compiled rather than found in the cache.
PROGRAM = """
from numba.core import event

class Compiled(event.Listener):
    def on_start(self, happening):
        function = happening.data["dispatcher"].py_func
        if not function.__module__.startswith("numba"):  # what Numba compiles of its own is in no cache
            print(function.__module__, function.__code__.co_name)
    def on_end(self, happening):
        pass

event.register("numba:compile", Compiled())
from guess import RULES
from parlour.match import Game
match = Game(RULES).new(seats=2, seed=1)
match.play(0, 1)
match.play(1, 0)
assert match.over
"""


@pytest.fixture
def sources(tmp_path):
    """A copy of the package and of the tiny game, to be edited."""
    shutil.copytree(
        ROOT / "src" / "parlour", tmp_path / "parlour", ignore=shutil.ignore_patterns("page", "__pycache__")
    )
    shutil.copytree(GUESS, tmp_path / "guess", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def compiled(sources):
    """The modules whose functions a fresh process had to compile, each with their names."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(sources),
        "PARLOUR_CACHE": str(sources / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=sources, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = {}
    for line in done.stdout.splitlines():
        module, name = line.split()
        found.setdefault(module, set()).add(name)
    return found


def touch(file):
    file.write_text(file.read_text() + "\n# touched\n")


@pytest.mark.deep
@pytest.mark.skipif(INTERPRETED, reason="interpreted rules are not cached")
def test_what_survives_a_touched_file(sources):
    everything = compiled(sources)
    assert {"deal", "step", "when"} <= everything["guess.rules"]
    assert {"attempt", "look_at"} <= everything["parlour.engine.loops"]
    assert "next64" in {name.lstrip("_") for name in everything["parlour.kit.chance"]}
    assert compiled(sources) == {}

    touch(sources / "parlour" / "match" / "match.py")
    touch(sources / "parlour" / "bots" / "simulate.py")
    touch(sources / "parlour" / "engine" / "threads.py")
    assert compiled(sources) == {}, "no compiled function depends on these"

    touch(sources / "parlour" / "engine" / "loops.py")
    again = compiled(sources)
    assert set(again) == {"parlour.engine.loops"}, "a game's rules survive a change of the engine"

    touch(sources / "guess" / "rules.py")
    again = compiled(sources)
    assert {"guess.rules", "parlour.engine.loops"} <= set(again)
    assert "parlour.kit.chance" not in again

    touch(sources / "parlour" / "kit" / "chance.py")
    assert set(compiled(sources)) == {"guess.rules", "parlour.engine.loops", "parlour.kit.chance"}


@pytest.mark.skipif(INTERPRETED, reason="interpreted rules are not cached")
def test_a_process_that_only_loads_does_not_get_ready_to_compile():
    """That takes Numba longer than to load every game, and a server that is restarted would make everybody wait."""
    program = (
        "import sys, parlour; parlour.game('parrot').new(seats=2, seed=1); print('numba.np.linalg' in sys.modules)"
    )
    for _ in range(2):  # the first may have to compile
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


SCRIPT = """
from numbers_beside import NUMBER
from parlour.kit import rule

@rule
def answer():
    return {what}

print(answer())
"""


@pytest.mark.skipif(INTERPRETED, reason="interpreted rules are not cached")
@pytest.mark.parametrize("how", ["script", "notebook"])
def test_a_rule_in_a_script_is_compiled_again_after_a_change(tmp_path, how):
    """A notebook's rules have no file, so they are not cached at all."""
    script, beside = tmp_path / "script.py", tmp_path / "numbers_beside.py"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PARLOUR_CACHE": str(tmp_path / "cache")}

    def said(what, number):
        script.write_text(SCRIPT.format(what=what))
        beside.write_text(f"NUMBER = {number}\n")
        started = [sys.executable, str(script)] if how == "script" else [sys.executable, "-c", script.read_text()]
        return int(subprocess.check_output(started, env=environment, text=True))

    assert said("NUMBER", 1) == said("NUMBER", 1) == 1
    assert bool(list(tmp_path.rglob("*.nbc"))) == (how == "script")
    assert said("NUMBER + 5", 1) == 6
    assert said("NUMBER + 5", 20) == 25, "what lies beside the script has changed"


@pytest.mark.parametrize(
    "source",
    [
        "import one, parlour.two as two; import three\n",
        "from one import (  # a reason\n    first,\n    second,\n)\n",
        "def later():\n\tfrom . import near\n    \nfrom ..far import it as that  # (why)\n",
        "if True: import hidden\nimport plain\n",
        "try: from one import two\nexcept ImportError: pass\n",
        "from one \\\n    import two\n",
        "import one, \\\n    two\n",
        "import one; print(2); import two\n",
        "from . .one import two\n",
        "from .import one\n",
        "import one\rimport two\r",
        'x = """\nimport what was quoted (this)\n"""\nimport one\n',
        "\x0cimport one\n",
    ],
)
def test_no_import_is_overlooked(source):
    """A changed file that a rule depends on would leave its old machine code in use."""
    assert _statements(ast.walk(ast.parse(source))) <= _statements(_import_statements(source.encode()))


def test_no_import_of_ours_is_overlooked():
    for file in sorted((ROOT / "src").rglob("*.py")):
        source = file.read_bytes()
        assert _statements(ast.walk(ast.parse(source))) <= _statements(_import_statements(source)), file


def _statements(nodes):
    return {ast.dump(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)}


def test_two_processes_that_store_versions_of_one_function_do_not_mix_them_up(tmp_path, monkeypatch):
    one, other = (OverloadFiles(str(tmp_path), "below-7") for _ in range(2))
    written = one._open_for_write

    def meanwhile(path):
        monkeypatch.setattr(one, "_open_for_write", written)
        other.save("for Parrot", "the version for Parrot")
        return written(path)

    monkeypatch.setattr(one, "_open_for_write", meanwhile)
    one.save("for Confetti", "the version for Confetti")
    for files in (one, other):
        assert files.load("for Confetti") == "the version for Confetti"
        assert files.load("for Parrot") == "the version for Parrot"
        assert files.load("for Piccolo") is None
