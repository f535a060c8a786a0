"""Each recipe in examples/ runs, and ends with a policy that was evaluated."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.examples.recipes import installed_or_skip

EXAMPLES = Path(__file__).parents[2] / "examples"
RECIPES = {
    "sb3_maskable_ppo": ("sb3_contrib", "20000"),
    "cleanrl_ppo": ("torch", "3"),
    "torchrl_ppo": ("torchrl", "4096"),
    "tianshou_ppo": ("tianshou", "4096"),
    "pufferlib_ppo": ("pufferlib", "4096"),
    "jax_actor_critic": ("jax", "50"),
    "openspiel_ismcts": ("pyspiel", "2"),
}


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_runs_and_its_policy_is_evaluated(recipe, tmp_path):
    package, size = RECIPES[recipe]
    installed_or_skip(package)
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


def test_a_tidy_box_is_the_same_however_the_columns_lie(monkeypatch):
    import numpy as np

    monkeypatch.syspath_prepend(str(EXAMPLES))
    from parrot_tidy import ACTIONS, BOXES, FLOAT, PIECES, PUT, TURN_UP, tidy

    dice = np.random.default_rng(2)
    rows = np.zeros((1, PIECES.float_size), np.float32)
    rows[0, BOXES : BOXES + 120] = np.eye(15)[dice.integers(15, size=8)].ravel()
    masks = np.zeros((1, ACTIONS), np.int8)
    masks[0, [28, PUT + 2, TURN_UP + 5, FLOAT + 8 * 2 + 7]] = 1
    order = np.array([7, 1, 0, 6, 3, 5, 4, 2])  # columns 4, 2, 1, 3, the first and the last upside down
    moved, moved_masks = rows.copy(), np.zeros_like(masks)
    moved[0, BOXES : BOXES + 120] = rows[0, BOXES : BOXES + 120].reshape(8, 15)[order].ravel()
    now_at = np.argsort(order)
    moved_masks[0, [28, PUT + now_at[2], TURN_UP + now_at[5], FLOAT + 8 * now_at[2] + now_at[7]]] = 1
    (seen, legal, actions), (seen_2, legal_2, actions_2) = tidy(rows, masks), tidy(moved, moved_masks)
    assert seen.tolist() == seen_2.tolist()
    assert legal.tolist() == legal_2.tolist()
    assert sorted(actions[0, legal[0] == 1]) == np.flatnonzero(masks[0]).tolist()
    assert sorted(actions_2[0, legal_2[0] == 1]) == np.flatnonzero(moved_masks[0]).tolist()
    assert sorted(actions[0]) == list(range(ACTIONS))


def test_what_is_legal_in_a_tidy_box_is_legal_at_the_table(monkeypatch):
    """Whole matches, in which an illegal action would be an exception."""
    import gymnasium
    import numpy as np

    import parlour.envs

    monkeypatch.syspath_prepend(str(EXAMPLES))
    from parrot_tidy import Tidy, at_the_table

    settings = {"observation": "float", "autoreset_mode": "SAME_STEP", "illegal": "raise"}
    envs = Tidy(gymnasium.make_vec("parlour/Parrot-v0", num_envs=8, opponents="novice", **settings))
    shown, _ = envs.reset(seed=3)
    dice, matches = np.random.default_rng(1), 0
    while matches < 10:
        assert shown["observation"].shape == envs.observation_space["observation"].shape
        actions = (dice.random(shown["action_mask"].shape) * shown["action_mask"]).argmax(1)
        shown, _, ended, _, _ = envs.step(actions)
        matches += ended.sum()
    policy = at_the_table(lambda rows, masks: (dice.random(masks.shape) * masks).argmax(1))
    played = str(parlour.envs.evaluate(policy, "parrot", opponents="novice", matches=20))
    assert "Note:" not in played, "the policy failed and was replaced"
