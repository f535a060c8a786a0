"""Compiling what a run needs, before its threads and timers start.

With an empty cache this takes up to half a minute of one core, so a second process compiles a part of it, which this
one then finds in the cache: what bots think, or, if all players are random, about half of the rules.
"""

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from parlour.bots import Player, deciding
from parlour.bots.simulate import Simulation
from parlour.engine import loops
from parlour.engine.threads import cores
from parlour.games import rules_of
from parlour.kit import blank, compile_inner, inlined, inner_is_stored
from parlour.kit import compile_for as compile_entrance

from .run import Arrays, Run, bots_for, measure_of, play_side_by_side, table_for

COMMAND = (sys.executable, "-c", "from parlour.lab import compiling; compiling.compile_what_is_sent()")


def compile_for(run: Run) -> None:
    """Compile everything that a run calls, or load it from the cache."""
    if run.with_policies:
        play_side_by_side(replace(run, players=tuple(Player("random") for _ in run.players)), 0, 1)
        return
    table, arrays = table_for(run, 0, 1)
    if cores() > 1 and not inner_is_stored(deciding(bots_for(run)).make_up, *_decision(arrays)):
        with _beside(_compile_thoughts, run):
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


def _compile_thoughts(run: Run) -> None:
    """What the bots of a run think."""
    _, arrays = table_for(run, 0, 1)
    compile_inner(deciding(bots_for(run)).make_up, *_decision(arrays))


def compile_random_play(game: str) -> None:
    """Compile the rules for `engine.simulate`, or at least most of them, as far as they are not in the cache."""
    if cores() > 1 and not inner_is_stored(rules_of(game).fire, _state(game)):
        with _beside(_compile_other_half, game):
            _compile_half(game)


def _state(game: str) -> Any:
    return blank(rules_of(game).State)[0]


def _compile_half(game: str) -> None:
    rules, state = rules_of(game), _state(game)
    compile_inner(inlined(rules.legal), state, 0, blank(loops(rules).Pad)["moves"][0])
    compile_inner(rules.fire, state)
    compile_inner(loops(rules).begin, state, np.uint64(0))


def _compile_other_half(game: str) -> None:
    """In an order in which little is compiled twice: `fire` needs what is slow, and the deal of the next round."""
    rules, state = rules_of(game), _state(game)
    for slow in rules.slow_to_compile:
        compile_inner(slow, state)
    compile_inner(rules.deal, state)
    compile_inner(rules.step, state, 0, 0, 0)


@contextlib.contextmanager
def _beside(compile_part: Callable[[Any], None], what: Any) -> Iterator[None]:
    """Meanwhile, another process compiles a part. If it fails, that is compiled here afterwards."""
    silent = subprocess.DEVNULL
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=silent, stderr=silent) as other:
        try:
            assert other.stdin is not None
            with contextlib.suppress(OSError), other.stdin:  # an error: it has ended already
                other.stdin.write(pickle.dumps((compile_part, what)))
            yield
            other.wait()
        finally:
            other.kill()


def compile_what_is_sent() -> None:
    """Runs in the other process: what it is to compile is sent to its standard input."""
    compile_part, what = pickle.load(sys.stdin.buffer)
    compile_part(what)
