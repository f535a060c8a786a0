"""Stable-Baselines3: sb3-contrib's MaskablePPO learns one seat of Parrot against three bots.

pip install 'parlour[envs]' sb3-contrib
python examples/sb3_maskable_ppo.py [steps]
"""

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

import parlour.envs
from parlour.envs.sb3 import SB3VecEnv

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000_000
tables = gymnasium.make_vec(
    "parlour/Parrot-v0",
    num_envs=256,
    opponents="casual",
    observation="float",
    reward="margin",  # points after each round; "rank" pays only at the end of a match
    autoreset_mode="SAME_STEP",
)
envs = VecNormalize(VecMonitor(SB3VecEnv(tables)), norm_obs=False, gamma=0.99)
network = {"net_arch": [256, 256]}
model = MaskablePPO("MultiInputPolicy", envs, 1e-3, 64, 2048, n_epochs=2, gamma=0.99, policy_kwargs=network, verbose=1)
model.learn(steps)


def policy(observations, masks):
    shown = {"observation": tables.unwrapped.rules.pieces.floats(observations), "action_mask": masks}
    return model.predict(shown, action_masks=masks, deterministic=True)[0]


print(parlour.envs.evaluate(policy, "parrot", opponents="casual", matches=200 if steps < 100_000 else 2000))
