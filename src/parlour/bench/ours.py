"""Parlour's own contenders in the race."""

import contextlib
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from parlour.browser.build import SPEED_SCRIPT, built_files
from parlour.engine import simulate
from parlour.envs.ids import env_id, openspiel_games, openspiel_name
from parlour.kit import Rules
from parlour.match import Match
from parlour.match import game as game_named

from . import forms
from .race import Absent, Contender, Run, repeated

WHO = "Parlour"
USUAL_SEATS = 4
GPU_MATCHES = 2**20


def usual_seats(rules: Rules) -> int:
    return min(USUAL_SEATS, rules.max_seats)


def contenders(names: list[str]) -> Iterator[Contender]:
    measured: list[tuple[str, Callable[[str], Run]]] = [
        (forms.ONE_THREAD, partial(whole_games, threads=1)),
        (forms.ALL_THREADS, partial(whole_games, threads=forms.THREADS)),
        (forms.MATCH, matches),
        (forms.OPENSPIEL, openspiel),
        (forms.AEC, aec),
        (forms.BATCH, partial(batch, seeing=False)),
        (forms.SEEING, partial(batch, seeing=True)),
        (forms.VECTOR, vector),
    ]
    for form, ready in measured:
        for name in names:
            if form != forms.OPENSPIEL or name in openspiel_games():
                yield Contender(WHO, form, game_named(name).title, partial(ready, name))


def compile_elsewhere(names: list[str], form: str) -> None:
    """Compile in another process, so that this one loads everything from the cache: such code is contiguous in memory,
    while functions that a process compiled itself are scattered and run a tenth slower."""
    code = f"from parlour.bench.ours import prepare; prepare({names!r}, {form!r})"
    subprocess.run([sys.executable, "-c", code], check=True)


def prepare(names: list[str], form: str) -> None:
    for contender in contenders(names):
        if form in contender.form:
            with contextlib.suppress(ImportError):  # an optional package that is not installed
                contender.ready()


def node_contenders(names: list[str]) -> Iterator[Contender]:
    for name in names:
        yield Contender(WHO, forms.NODE, game_named(name).title, partial(in_node, name))


def no_node(names: list[str]) -> Absent | None:
    """Why nothing can be measured in Node, or None if it is installed and the games are built for it."""
    if shutil.which("node") is None:
        return Absent("Node", "it is not installed")
    missing = [name for name in names if built_files(name) is None]
    return Absent("Node", f"not built for it: {', '.join(missing)}") if missing else None


def gpu_contenders(names: list[str]) -> Iterator[Contender]:
    measured: list[tuple[str, Callable[[str], Run]]] = [
        (forms.GPU_GAMES, gpu_games),
        (forms.GPU_BATCH, partial(gpu_batch, seeing=False)),
        (forms.GPU_SEEING, partial(gpu_batch, seeing=True)),
    ]
    for form, ready in measured:
        for name in names:
            yield Contender(WHO, form, game_named(name).title, partial(ready, name))


def no_gpu() -> Absent | None:
    """Why nothing can be measured on a GPU, or None if there is one."""
    from parlour.engine.gpu import NoGpu, toolkit

    try:
        toolkit()
    except NoGpu as error:
        return Absent("GPU", str(error))
    return None


def whole_games(name: str, threads: int) -> Run:
    rules = game_named(name).rules
    seats = usual_seats(rules)

    def played(count: int) -> tuple[int, float]:
        began = time.perf_counter()
        _, steps, _ = simulate(rules, seats, {}, 1, 0, count, threads)
        return int(steps.sum()), time.perf_counter() - began

    played(8 * threads)  # compiles
    trial = 100 * threads
    _, took = played(trial)

    def run(seconds: float) -> float:
        steps, really = played(max(threads, int(trial * seconds / took)))
        return steps / really

    return run


def in_node(name: str) -> Run:
    files = built_files(name)
    assert files is not None
    command = ["node", str(SPEED_SCRIPT), *map(str, files), str(usual_seats(game_named(name).rules))]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(seconds: float) -> float:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
        return float(process.stdout.readline())

    return run


def matches(name: str) -> Run:
    game = game_named(name)
    seats = usual_seats(game.rules)

    def play(seed: int) -> int:
        choose = random.Random(seed)
        match = game.new(seats=seats, seed=seed)
        while not match.over:
            move(match, choose)
        return len(match.entries)

    return repeated(play)


def move(match: Match, choose: random.Random) -> None:
    """A random move of a random seat that can act; if none can, time passes."""
    actors = match.actors
    if actors:
        seat = actors[int(choose.random() * len(actors))]
        legal = match.legal(seat)
        match.play(seat, legal[int(choose.random() * len(legal))])
    else:
        match.wait()


def openspiel(name: str) -> Run:
    import pyspiel

    import parlour.envs.openspiel  # noqa: F401 - registers the games

    from .peers import spiel_run

    return spiel_run(pyspiel.load_game(f"{openspiel_name(name)}(players={usual_seats(game_named(name).rules)})"))


def aec(name: str) -> Run:
    import pettingzoo  # noqa: F401 - raises ImportError if it is missing

    from parlour.envs import aec as make

    from .peers import aec_run

    return aec_run(make(name, seats=usual_seats(game_named(name).rules)))


def batch(name: str, seeing: bool) -> Run:
    game = game_named(name)
    many = game.batch(forms.MATCHES, usual_seats(game.rules), seed=1, threads=forms.THREADS)

    def play(_: int) -> int:
        if seeing:
            many.observe()
        many.step(many.sample(), autoreset=True)
        return forms.MATCHES

    return repeated(play)


def vector(name: str) -> Run:
    import gymnasium

    import parlour.envs  # noqa: F401 - registers the ids

    seats = usual_seats(game_named(name).rules)
    env = gymnasium.make_vec(env_id(name), num_envs=forms.MATCHES, seats=seats, opponents="casual")
    seen, _ = env.reset(seed=1)
    dice = np.random.default_rng(1)

    def play(_: int) -> int:
        nonlocal seen
        seen, *_rest = env.step(random_legal(seen["action_mask"], dice))
        return forms.MATCHES

    return repeated(play)


def random_legal(masks: Any, dice: np.random.Generator) -> Any:
    """One legal action per row, uniformly at random: the n-th of them for a random n."""
    sums = np.cumsum(masks, axis=1, dtype=np.int16)
    nth = (dice.random(len(masks)) * sums[:, -1]).astype(np.int16) + 1
    return np.argmax(sums >= nth[:, None], axis=1)


def gpu_games(name: str) -> Run:
    game = game_named(name)
    many: Any = game.batch(GPU_MATCHES, usual_seats(game.rules), seed=1, device="cuda")

    def play(_: int) -> int:
        many.reset()
        return int(many.play_out().steps.copy_to_host().sum())

    return repeated(play)


def gpu_batch(name: str, seeing: bool) -> Run:
    from parlour.engine.gpu import toolkit

    game = game_named(name)
    many: Any = game.batch(GPU_MATCHES, usual_seats(game.rules), seed=1, device="cuda")
    cuda = toolkit()
    rows = many.observe()
    at_once = 20  # steps after which Python waits for the GPU

    def play(_: int) -> int:
        for _ in range(at_once):
            if seeing:
                many.observe(rows)
            many.step(many.sample(), autoreset=True)
        cuda.synchronize()
        return at_once * GPU_MATCHES

    return repeated(play)
