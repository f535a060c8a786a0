"""An environment can be copied and pickled in the middle of a match, as vectorisers and planners do."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from tests.envs.random_agent import RandomAgent
from tests.every import every_game

import parlour
from parlour.envs.ids import env_id


def continued(env, player):
    """Some more steps, and everything that the environment returns."""
    told = []
    for _ in range(30):
        if hasattr(env, "agent_selection"):
            shown, reward, over, _, info = env.last()
            answer = None if over else player.choose(shown["action_mask"])
            told.append((shown["observation"].tobytes(), answer, reward, over, info))
            if not over:
                env.step(answer)
        elif hasattr(env, "possible_agents"):
            told.append(str(env.step({"seat_0": player.choose(env._observations()["seat_0"]["action_mask"])})))
        elif hasattr(env, "num_envs"):
            told.append([part.tobytes() for part in env.step(np.full(env.num_envs, player.wait - 1))[0].values()])
        else:
            told.append(str(env.step(player.wait - 1)))
    return told


@every_game
@pytest.mark.parametrize("form", ["aec", "parallel", "single", "vector"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_continues_identically_and_independently(name, form, copied):
    made = {
        "aec": lambda: parlour.envs.aec(name, 3),
        "parallel": lambda: parlour.envs.parallel(name, 3),
        "single": lambda: gymnasium.make(env_id(name), seats=3).unwrapped,
        "vector": lambda: gymnasium.make_vec(env_id(name), num_envs=2, seats=3),
    }
    env = made[form]()
    env.reset(seed=5)
    continued(env, RandomAgent(env, 6))
    twin, third = copied(env), copied(env)
    first = continued(twin, RandomAgent(twin, 7))
    assert continued(env, RandomAgent(env, 7)) == first
    assert continued(third, RandomAgent(third, 7)) == first
