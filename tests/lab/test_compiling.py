"""What a run compiles before its first match, and where."""

import subprocess
import sys

import pytest

from parlour.bots import bots_of, players
from parlour.games import rules_of
from parlour.kit import INTERPRETED
from parlour.lab import compiling
from parlour.lab.run import Run, play, rotations

# With an empty cache, prints which functions this process compiles itself.
COMPILED_HERE = """
from numba.core import event
from parlour.bots import bots_of, players
from parlour.engine import simulate
from parlour.games import rules_of
from parlour.lab import compiling
from parlour.lab.run import Run, play, rotations
from parlour.match import game

class Compiled(event.Listener):
    def on_start(self, happening):
        print(happening.data["dispatcher"].py_func.__code__.co_name)
    def on_end(self, happening):
        pass

event.register("numba:compile", Compiled())
compiling.cores = lambda: 2
"""
BETWEEN_BOTS = """
run = Run("piccolo", tuple(players(bots_of(rules_of("piccolo")), "sharp,casual")), rotations(2), seed=1)
compiling.compile_for(run)
print("compiled")
play(run, 0, 2)
"""
AT_RANDOM = """
compiling.compile_random_play("parrot")
print("compiled")
played = game("parrot")
simulate(played.rules, 2, played.checked(2, {}), 1, 0, 2)
"""


def a_run():
    return Run("parrot", tuple(players(bots_of(rules_of("parrot")), "sharp,casual")), rotations(2), seed=1)


def compiled_here(program, cache, monkeypatch):
    """What a new process compiles itself, before and after it prints "compiled"."""
    monkeypatch.setenv("PARLOUR_CACHE", str(cache))
    done = subprocess.run([sys.executable, "-c", COMPILED_HERE + program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = done.stdout.split()
    return names[: names.index("compiled")], names[names.index("compiled") + 1 :]


@pytest.mark.deep
@pytest.mark.skipif(INTERPRETED, reason="interpreted rules are not compiled")
def test_half_of_the_rules_are_compiled_by_another_process(tmp_path, monkeypatch):
    before, after = compiled_here(AT_RANDOM, tmp_path, monkeypatch)
    assert {"legal", "fire", "begin"} <= set(before)
    assert {"simulate", "random_step"} <= set(after)
    assert not {"legal", "fire", "begin"} & set(after), "compiled for other types than needed"
    assert not {"step", "take_discard"} & {*before, *after}, "the other process was to compile it, for the same types"


@pytest.mark.deep
@pytest.mark.skipif(INTERPRETED, reason="interpreted rules are not compiled")
def test_what_bots_think_is_compiled_by_another_process(tmp_path, monkeypatch):
    before, after = compiled_here(BETWEEN_BOTS, tmp_path, monkeypatch)
    assert {"carry_out", "begin", "next_bot", "run"} <= set(before)
    assert not {"make_up", "think"} & set(before), "the other process was to compile it, for the same types"
    assert after == [], "a run was begun before everything was compiled"


@pytest.fixture
def steps(monkeypatch):
    """What is compiled, in order, without compiling it. Nothing is in the cache, and there are two cores."""
    done = []
    monkeypatch.setattr(compiling, "cores", lambda: 2)
    monkeypatch.setattr(compiling, "inner_is_stored", lambda function, *_: False)
    monkeypatch.setattr(compiling, "compile_inner", lambda function, *_: done.append(function.__name__))
    monkeypatch.setattr(compiling, "compile_entrance", lambda function, *_: done.append(function.__name__))
    return done


INNER = ["carry_out", "see", "noted", "begin"]


def test_a_process_that_fails_is_no_loss(steps, monkeypatch):
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", "raise SystemExit(1)"))
    compiling.compile_for(a_run())
    assert steps == [*INNER, "run"]


def test_the_other_process_is_sent_the_run(steps, monkeypatch, tmp_path):
    sent = tmp_path / "sent"
    program = f"import sys; open({str(sent)!r}, 'wb').write(sys.stdin.buffer.read())"
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", program))
    compiling.compile_for(a_run())
    assert compiling.pickle.loads(sent.read_bytes()) == (compiling._compile_thoughts, a_run())


@pytest.mark.parametrize(("known", "cores"), [(True, 2), (False, 1)])
def test_no_process_is_started_in_vain(steps, monkeypatch, known, cores):
    """If it is in the cache, or if both would share one core."""
    monkeypatch.setattr(compiling, "cores", lambda: cores)
    monkeypatch.setattr(compiling, "inner_is_stored", lambda function, *_: known)
    monkeypatch.delattr(subprocess, "Popen")
    compiling.compile_for(a_run())
    assert steps == ["run"]
    compiling.compile_random_play("parrot")
    assert steps == ["run"], "simulate itself compiles what is missing"


def test_an_interrupted_run_leaves_no_process_behind(steps, monkeypatch):
    started = []

    class Noted(subprocess.Popen):
        def __init__(self, *given, **more):
            super().__init__(*given, **more)
            started.append(self)

    def interrupted(function, *_):
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr(compiling, "compile_inner", interrupted)
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", "import time; time.sleep(600)"))
    with pytest.raises(KeyboardInterrupt):
        compiling.compile_for(a_run())
    assert [each.returncode is not None for each in started] == [True]


@pytest.mark.skipif(INTERPRETED, reason="interpreted rules are not compiled")
def test_what_was_compiled_is_known_to_be_stored():
    run = a_run()
    play(run, 0, 1)
    _, arrays = compiling.table_for(run, 0, 1)
    decide = compiling.deciding(compiling.bots_for(run)).make_up
    state, seat, ask, mind = compiling._decision(arrays)
    assert compiling.inner_is_stored(decide, state, seat, ask, mind)
    assert not compiling.inner_is_stored(decide, mind, seat, ask, state)
