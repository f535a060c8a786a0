"""Each recipe in examples/ runs, and ends with a policy that was evaluated."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.examples.recipes import library

EXAMPLES = Path(__file__).parents[2] / "examples"
RECIPES = {
    "sb3_maskable_ppo": ("sb3_contrib", "20000"),
    "cleanrl_ppo": ("torch", "3"),
    "torchrl_ppo": ("torchrl", "4096"),
    "tianshou_ppo": ("tianshou", "4096"),
    "jax_actor_critic": ("jax", "50"),
    "openspiel_ismcts": ("pyspiel", "2"),
}


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_runs_and_its_policy_is_evaluated(recipe, tmp_path):
    package, size = RECIPES[recipe]
    library(package)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, EXAMPLES / f"{recipe}.py", size]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = r"mean of \d+: .* points" if recipe == "openspiel_ismcts" else r"wins +[\d.]+ %"
    assert re.search(found, done.stdout), done.stdout[-2000:]
    assert "Note:" not in done.stdout, "the policy failed and was replaced"


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_has_at_most_forty_lines(recipe):
    source = (EXAMPLES / f"{recipe}.py").read_text()
    begin = ast.parse(source).body[0].end_lineno  # after the docstring
    assert len([line for line in source.splitlines()[begin:] if line.strip()]) <= 40


def test_every_example_is_listed():
    listed = (EXAMPLES / "README.md").read_text()
    for example in EXAMPLES.glob("*.py"):
        assert f"`{example.name}`" in listed


def test_progress_adds_up_to_the_points_of_the_match(monkeypatch):
    """The shaped rewards of a match are its points and a constant, in whatever way it is played."""
    import gymnasium
    import numpy as np

    import parlour.envs  # noqa: F401

    monkeypatch.syspath_prepend(str(EXAMPLES))
    from parrot_progress import VALUES, Progress

    settings = {"opponents": "novice", "observation": "float", "reward": "points", "autoreset_mode": "SAME_STEP"}
    envs = Progress(gymnasium.make_vec("parlour/Parrot-v0", num_envs=8, seat=2, **settings))
    shown, _ = envs.reset(seed=3)
    dice, paid, matches = np.random.default_rng(1), np.zeros(8), 0
    while matches < 10:
        actions = (dice.random(shown["action_mask"].shape) * shown["action_mask"]).argmax(1)
        shown, rewards, ended, _, infos = envs.step(actions)
        paid += rewards
        for i in np.flatnonzero(ended):
            points = infos["final_info"]["scores"][i, 2]
            assert 10 * paid[i] == pytest.approx(5 * 8 * VALUES[-1] - points)
            paid[i], matches = 0, matches + 1
