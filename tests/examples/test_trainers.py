"""Libraries for training take the environments as they are. `make test-train` installs all of them."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from tests.every import every_game
from tests.examples.recipes import library

import parlour
from parlour.envs.ids import env_id
from parlour.kit import BadInput

ROUND = {"options": {"rounds": 1}}


def maskable(env, steps):
    ppo = library("sb3_contrib").MaskablePPO
    model = ppo("MultiInputPolicy", env, n_steps=32, batch_size=64, n_epochs=1, policy_kwargs={"net_arch": [16]})
    return model.learn(steps)


@every_game
def test_stable_baselines3_accepts_the_single_form(name):
    check_env = library("stable_baselines3.common.env_checker").check_env
    for observation in ("bytes", "float"):
        check_env(gymnasium.make(env_id(name), observation=observation))


@every_game
def test_maskable_ppo_learns_on_the_single_form(name):
    assert maskable(gymnasium.make(env_id(name), observation="float"), 64).num_timesteps == 64


def made(count=4, **settings):
    adapter = library("parlour.envs.sb3").SB3VecEnv
    settings = {"autoreset_mode": "SAME_STEP", "opponents": "casual", **ROUND, **settings}
    return adapter(gymnasium.make_vec("parlour/Parrot-v0", num_envs=count, **settings))


def test_maskable_ppo_learns_on_the_vector_form_and_never_plays_an_illegal_action():
    monitor = library("stable_baselines3.common.vec_env").VecMonitor
    model = maskable(monitor(made(16, observation="float", illegal="raise")), 16 * 32 * 2)
    assert model.num_timesteps == 1024
    assert len(model.ep_info_buffer) > 10


def test_the_adapter_plays_what_stable_baselines3_would_play_with_single_environments():
    dummy = library("stable_baselines3.common.vec_env").DummyVecEnv
    settings = {"opponents": "casual", "reward": "margin", **ROUND}
    ours = made(3, reward="margin")
    theirs = dummy([lambda: gymnasium.make("parlour/Parrot-v0", **settings)] * 3)
    ours.seed(51), theirs.seed(51)
    shown, other = ours.reset(), theirs.reset()
    assert [info["seat"] for info in ours.reset_infos] == [info["seat"] for info in theirs.reset_infos]
    dice, ends = np.random.default_rng(3), 0
    while ends < 5:
        masks = np.stack(ours.env_method("action_masks"))
        assert (masks == np.stack(theirs.env_method("action_masks"))).all()
        assert all((shown[part] == other[part]).all() for part in shown)
        actions = (dice.random(masks.shape) * masks).argmax(1)
        shown, rewards, over, infos = ours.step(actions)
        other, other_rewards, other_over, other_infos = theirs.step(actions)
        assert (rewards == other_rewards).all() and rewards.dtype == other_rewards.dtype
        assert (over == other_over).all()
        for i in np.flatnonzero(over):
            last, other_last = infos[i]["terminal_observation"], other_infos[i]["terminal_observation"]
            assert all((last[part] == other_last[part]).all() for part in last)
            assert (infos[i]["scores"] == other_infos[i]["scores"]).all()
            assert infos[i]["TimeLimit.truncated"] is other_infos[i]["TimeLimit.truncated"] is False
        ends += over.sum()
    ours.close()


def test_what_the_adapter_refuses():
    library("stable_baselines3")
    with pytest.raises(BadInput, match="pass autoreset_mode='SAME_STEP' to make_vec, not NEXT_STEP"):
        made(autoreset_mode=AutoresetMode.NEXT_STEP)
    with pytest.raises(BadInput, match="there is no render"):
        made().env_method("render")
    with pytest.raises(BadInput, match="cannot be set for some of them"):
        made().set_attr("threads", 2)


@every_game
def test_torchrl_accepts_both_forms(name):
    envs = library("torchrl.envs")
    for observation in ("bytes", "float", "dict"):
        envs.check_env_specs(envs.GymEnv(env_id(name), observation=observation))
        tables = gymnasium.make_vec(env_id(name), num_envs=3, observation=observation, autoreset_mode="DISABLED")
        envs.check_env_specs(envs.GymWrapper(tables))


def pointer(array):
    return array.__array_interface__["data"][0]


@every_game
def test_jax_shares_memory_with_a_batch_and_the_vector_form(name):
    jax = library("jax")
    batch = parlour.game(name).batch(33, seats=3)
    tables = gymnasium.make_vec(env_id(name), num_envs=33, seats=3)
    shown, _ = tables.reset(seed=1)
    later = tables.step(np.array([row.argmax() for row in shown["action_mask"]]))[0]
    arrays = {
        "observe": batch.observe(),
        "current_player": batch.current_player,
        "legal_action_mask": batch.legal_action_mask,
        "terminated": batch.terminated,
        "rewards": batch.rewards,
        **{f"reset {part}": rows for part, rows in shown.items()},
        **{f"step {part}": rows for part, rows in later.items()},
    }
    for what, array in arrays.items():
        shared = jax.numpy.from_dlpack(array)
        assert shared.unsafe_buffer_pointer() == pointer(array), f"{what} was copied"
        assert (np.asarray(shared) == array).all()
