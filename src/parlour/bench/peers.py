"""Other libraries, each measured the way its own examples use it: OpenSpiel, Pgx, RLCard, PettingZoo."""

import importlib
import os
import random
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from parlour.kit.extras import how_to_install

from . import forms
from .race import Absent, Contender, Run, repeated

AT_ONCE = 100  # steps of Pgx in one compiled call

HEARTS, SHORT_HEARTS = "hearts", "hearts, dealt by a shortcut"
LEDUC, LEDUC_STEPS = "Leduc, 100 steps a call", "Leduc, a call for each step"

MODULES = {"OpenSpiel": "pyspiel", "Pgx": "pgx", "RLCard": "rlcard", "PettingZoo": "pettingzoo"}
CLASSIC = {"Leduc": "leduc_holdem_v4", "Texas hold'em": "texas_holdem_v4", "gin rummy": "gin_rummy_v4"}


def contenders() -> tuple[list[Contender], list[Absent]]:
    """The contenders that are installed, and those that are not."""
    absent = [
        Absent(who, f"not installed: {how_to_install('bench')}")
        for who, module in MODULES.items()
        if find_spec(module) is None
    ]
    missing = {each.who for each in absent}
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # PettingZoo imports pygame, which prints a greeting
    for game, module in CLASSIC.items():
        if "PettingZoo" not in missing and find_spec(f"pettingzoo.classic.{module}") is None:
            absent.append(Absent(f"PettingZoo, {game}", "no longer part of the installed PettingZoo"))
    return [each for each in all_contenders() if each.who not in missing], absent


def all_contenders() -> Iterator[Contender]:
    yield Contender("OpenSpiel", forms.OPENSPIEL, HEARTS, partial(openspiel, "hearts"))
    yield Contender("OpenSpiel", forms.OPENSPIEL, SHORT_HEARTS, partial(openspiel, "hearts", shortcut=True))
    yield Contender("OpenSpiel", forms.OPENSPIEL, "spades", partial(openspiel, "spades"))
    yield Contender("OpenSpiel", forms.OPENSPIEL, "gin rummy", partial(openspiel, "gin_rummy"))
    for title, name in (("UNO", "uno"), ("gin rummy", "gin-rummy"), ("Leduc", "leduc-holdem")):
        yield Contender("RLCard", forms.RLCARD, title, partial(rlcard, name))
    for title, module in CLASSIC.items():
        if find_spec("pettingzoo") and find_spec(f"pettingzoo.classic.{module}"):
            yield Contender("PettingZoo", forms.AEC, title, partial(classic, module))
    yield Contender("Pgx", forms.SEEING, LEDUC, partial(pgx, "leduc_holdem", AT_ONCE))
    yield Contender("Pgx", forms.SEEING, LEDUC_STEPS, partial(pgx, "leduc_holdem", 1))
    yield Contender("Pgx", forms.SEEING, "Kuhn", partial(pgx, "kuhn_poker", AT_ONCE))
    yield Contender("Pgx", forms.SEEING, "connect four", partial(pgx, "connect_four", AT_ONCE))


def openspiel(name: str, shortcut: bool = False) -> Run:
    import pyspiel

    return spiel_run(pyspiel.load_game(name), shortcut)


def spiel_run(game: Any, shortcut: bool = False) -> Run:
    """Random matches stepped from Python. Chance outcomes are drawn by their probabilities, as in OpenSpiel's examples,
    or by a shortcut: where all outcomes are equally likely, one of `legal_actions` is enough."""

    def play(seed: int) -> int:
        choose = random.Random(seed)
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node() and not shortcut:
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = choose.choices(outcomes, weights)[0]
            else:
                legal = state.legal_actions()
                action = legal[int(choose.random() * len(legal))]
            state.apply_action(action)
            steps += 1
        return steps

    return repeated(play)


def rlcard(name: str) -> Run:
    import rlcard as cards

    env = cards.make(name)

    def play(seed: int) -> int:
        choose, steps = random.Random(seed), 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(choose.random() * len(legal))])
            steps += 1
        return steps

    return repeated(play)


def classic(module: str) -> Run:
    return aec_run(importlib.import_module(f"pettingzoo.classic.{module}").env())


def aec_run(env: Any) -> Run:
    """The loop from PettingZoo's documentation, with a fast way to draw from the mask."""

    def play(seed: int) -> int:
        choose, steps = random.Random(seed), 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[int(choose.random() * len(legal))]))
            steps += 1
        return steps

    return repeated(play)


def pgx(name: str, at_once: int) -> Run:
    """Random play in a batch that restarts finished games, as in Pgx's own benchmark."""
    import jax
    import jax.numpy as jnp
    import pgx as games
    from pgx.experimental import auto_reset

    env = games.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, carried: Any) -> Any:
        state, key = carried
        key, for_action, for_step = jax.random.split(key, 3)
        action = jax.random.categorical(for_action, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return step(state, action, jax.random.split(for_step, forms.MATCHES)), key

    several = jax.jit(lambda carried: jax.lax.fori_loop(0, at_once, one, carried))
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), forms.MATCHES))
    carried = first, jax.random.PRNGKey(1)

    def play(_: int) -> int:
        nonlocal carried
        carried = several(carried)
        carried[1].block_until_ready()
        return at_once * forms.MATCHES

    return repeated(play)
