"""Compiling what a run needs, before its threads and timers start.

With an empty cache this takes up to half a minute of one core. What bots think has little in common with the rules that
carry it out, so a second process compiles it beside this one, which then finds it in the cache.
"""

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

from parlour.bots import Player, deciding
from parlour.bots.simulate import Simulation
from parlour.engine.threads import cores
from parlour.games import rules_of
from parlour.kit import compile_for as compile_entrance
from parlour.kit import compile_inner, inner_is_stored

from .run import Arrays, Run, bots_for, measure_of, play_side_by_side, table_for

COMMAND = (sys.executable, "-c", "from parlour.lab import compiling; compiling.think_beside()")


def compile_for(run: Run) -> None:
    """Compile everything that a run calls, or load it from the cache."""
    if run.with_policies:
        play_side_by_side(replace(run, players=tuple(Player("random") for _ in run.players)), 0, 1)
        return
    table, arrays = table_for(run, 0, 1)
    if cores() > 1 and not inner_is_stored(deciding(bots_for(run)).make_up, *_decision(arrays)):
        with _beside(run):
            _compile_rules(run, table, arrays)
    compile_entrance(table.run, *arrays)


def _decision(arrays: Arrays) -> tuple[object, ...]:
    return arrays.work[2], 0, arrays.asks[0], arrays.minds[0]


def _compile_rules(run: Run, table: Simulation, arrays: Arrays) -> None:
    """What does not depend on what bots think."""
    work, minds, tally = arrays.work, arrays.minds, arrays.tallies[0]
    compile_inner(deciding(bots_for(run)).carry_out, work[1], 0, minds[0])
    compile_inner(rules_of(run.game).see, work[1], 0, work[2])
    compile_inner(measure_of(run.game).noted, work[3], work[1], 0, 0, tally)
    schedule, seed = arrays.schedules[0], arrays.seed
    compile_inner(table.begin, work, minds, arrays.templates, arrays.seating, seed, 0, schedule, tally)


@contextlib.contextmanager
def _beside(run: Run) -> Iterator[None]:
    """Meanwhile, another process compiles what the bots think. If it fails, that is compiled here afterwards."""
    silent = subprocess.DEVNULL
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=silent, stderr=silent) as other:
        try:
            assert other.stdin is not None
            with contextlib.suppress(OSError), other.stdin:  # an error: it has ended already
                other.stdin.write(pickle.dumps(run))
            yield
            other.wait()
        finally:
            other.kill()


def think_beside() -> None:
    """Runs in the other process: compile what the bots of a run think, which is sent to its standard input."""
    run: Run = pickle.load(sys.stdin.buffer)
    _, arrays = table_for(run, 0, 1)
    compile_inner(deciding(bots_for(run)).make_up, *_decision(arrays))
