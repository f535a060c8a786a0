"""PufferLib: its PPO learns one seat of Parrot against three bots.

PufferLib 3.0 does not install beside NumPy 2 by itself; docs/environments.md says how.
python examples/pufferlib_ppo.py [steps]
"""

import sys

import gymnasium
import torch
from pufferlib import pufferl, vector
from pufferlib.emulation import GymnasiumPufferEnv
from pufferlib.pytorch import layer_init, nativize_dtype, nativize_tensor

import parlour.envs

steps = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 500_000  # PufferLib reads what is left of the command line
settings = {"opponents": "casual", "observation": "float", "reward": "margin", "options": {"rounds": 1}}


def made(**buffers):
    env = gymnasium.make("parlour/Parrot-v0", **settings)  # its trainer cuts rewards off at 1
    return GymnasiumPufferEnv(gymnasium.wrappers.TransformReward(env, lambda reward: reward / 50), **buffers)


class Network(torch.nn.Module):
    def __init__(self, env):
        super().__init__()
        self.parts = nativize_dtype(env.emulated)
        size, actions = env.env.observation_space["observation"].shape[0], int(env.env.action_space.n)
        self.net = torch.nn.Sequential(layer_init(torch.nn.Linear(size, 256)), torch.nn.ReLU())
        self.actor, self.critic = layer_init(torch.nn.Linear(256, actions), std=0.01), torch.nn.Linear(256, 1)

    def forward(self, rows, state=None):
        seen = nativize_tensor(rows, self.parts)
        hidden = self.net(seen["observation"])
        return self.actor(hidden).masked_fill(seen["action_mask"] == 0, -1e9), self.critic(hidden)

    forward_eval = forward


envs = vector.make(made, num_envs=64, backend="Serial")
network = Network(envs.driver_env)
sizes = {"total_timesteps": steps, "bptt_horizon": 32, "minibatch_size": 512, "device": "cpu", "env": "parrot"}
tuned = {"optimizer": "adam", "learning_rate": 1e-3, "update_epochs": 4}
trainer = pufferl.PuffeRL({**pufferl.load_config("default")["train"], **sizes, **tuned}, envs, network)
while trainer.global_step < steps:
    trainer.evaluate()
    trainer.train()
trainer.close()


@torch.no_grad()
def policy(observations, masks):
    rows = torch.as_tensor(envs.driver_env.env.unwrapped.rules.pieces.floats(observations))
    return network.actor(network.net(rows)).masked_fill(torch.as_tensor(masks) == 0, -torch.inf).argmax(1)


print(parlour.envs.evaluate(policy, "parrot", opponents="casual", matches=200 if steps < 100_000 else 2000))
