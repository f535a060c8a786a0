"""Parlour's own contenders."""

import contextlib
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from parlour.engine import simulate
from parlour.kit import Rules
from parlour.match import Match
from parlour.match import game as game_named

from . import forms
from .race import Absent, Contender, Run, again_and_again

WHO = "Parlour"
USUAL_SEATS = 4
GPU_MATCHES = 2**20
OPENSPIEL_GAMES = ("parrot", "tricky_twist")


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
            if form != forms.OPENSPIEL or name in OPENSPIEL_GAMES:
                yield Contender(WHO, form, game_named(name).title, partial(ready, name))


def compile_elsewhere(names: list[str], form: str) -> None:
    """So that all that is measured comes from the cache: with it lies whatever it calls, where functions that this
    process compiled itself are spread over its memory and run a tenth slower."""
    code = f"from parlour.bench.ours import get_ready; get_ready({names!r}, {form!r})"
    subprocess.run([sys.executable, "-c", code], check=True)


def get_ready(names: list[str], form: str) -> None:
    for contender in contenders(names):
        if form in contender.form:
            with contextlib.suppress(ImportError):  # a peer that is not installed
                contender.ready()


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
    """Why nothing is measured on a GPU, or None if there is one."""
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


def matches(name: str) -> Run:
    game = game_named(name)
    seats = usual_seats(game.rules)

    def play(seed: int) -> int:
        choose = random.Random(seed)
        match = game.new(seats=seats, seed=seed)
        while not match.over:
            move(match, choose)
        return len(match.entries)

    return again_and_again(play)


def move(match: Match, choose: random.Random) -> None:
    """Some seat that can act makes one of its moves; when nobody can, time passes."""
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

    return spiel_run(pyspiel.load_game(f"parlour_{name}(players={usual_seats(game_named(name).rules)})"))


def aec(name: str) -> Run:
    import pettingzoo  # noqa: F401 - says that it is missing

    from parlour.envs import aec as make

    from .peers import aec_run

    return aec_run(make(name, seats=usual_seats(game_named(name).rules)))


def batch(name: str, seeing: bool) -> Run:
    game = game_named(name)
    many = game.batch(forms.MATCHES, usual_seats(game.rules), seed=1, threads=forms.THREADS)

    def play(_: int) -> int:
        if seeing:
            many.observe()
        many.step(many.choose(), renew=True)
        return forms.MATCHES

    return again_and_again(play)


def vector(name: str) -> Run:
    import gymnasium

    import parlour.envs  # noqa: F401 - registers the ids
    from parlour.envs.ids import env_id

    seats = usual_seats(game_named(name).rules)
    env = gymnasium.make_vec(env_id(name), num_envs=forms.MATCHES, seats=seats, opponents="casual")
    seen, _ = env.reset(seed=1)
    dice = np.random.default_rng(1)

    def play(_: int) -> int:
        nonlocal seen
        seen, *_rest = env.step(any_open(seen["action_mask"], dice))
        return forms.MATCHES

    return again_and_again(play)


def any_open(masks: Any, dice: np.random.Generator) -> Any:
    """One of the open actions of each row, each as likely: as many of them are passed over as a die says."""
    sums = np.cumsum(masks, axis=1, dtype=np.int16)
    nth = (dice.random(len(masks)) * sums[:, -1]).astype(np.int16) + 1
    return np.argmax(sums >= nth[:, None], axis=1)


def gpu_games(name: str) -> Run:
    game = game_named(name)
    many: Any = game.batch(GPU_MATCHES, usual_seats(game.rules), seed=1, device="cuda")

    def play(_: int) -> int:
        many.reset()
        return int(many.play_out().steps.copy_to_host().sum())

    return again_and_again(play)


def gpu_batch(name: str, seeing: bool) -> Run:
    from parlour.engine.gpu import toolkit

    game = game_named(name)
    many: Any = game.batch(GPU_MATCHES, usual_seats(game.rules), seed=1, device="cuda")
    cuda = toolkit()
    rows = many.observe()
    at_once = 20  # steps between two moments at which Python waits for the GPU

    def play(_: int) -> int:
        for _ in range(at_once):
            if seeing:
                many.observe(rows)
            many.step(many.choose(), renew=True)
        cuda.synchronize()
        return at_once * GPU_MATCHES

    return again_and_again(play)
