"""Tianshou: PPO learns one seat of Parrot against three bots.

pip install 'parlour[envs]' tianshou
python examples/tianshou_ppo.py [steps]
"""

import sys

import gymnasium
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import MLP, ActionReprNet

import parlour.envs

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
settings = {"opponents": "casual", "observation": "float", "reward": "margin", "options": {"rounds": 1}}
env = gymnasium.make("parlour/Parrot-v0", **settings)
size, actions = env.observation_space["observation"].shape[0], int(env.action_space.n)


class Masked(ActionReprNet):
    def __init__(self):
        super().__init__()
        self.net = MLP(input_dim=size, output_dim=actions, hidden_sizes=[256, 256])

    def forward(self, obs, state=None, info=None):
        return self.net(obs.observation).masked_fill(torch.as_tensor(obs.action_mask) == 0, -1e9), state


class Critic(MLP):
    def forward(self, obs):
        return super().forward(obs.observation)


actor = Masked()
critic = Critic(input_dim=size, output_dim=1, hidden_sizes=[256, 256])
agent = DiscreteActorPolicy(actor=actor, action_space=env.action_space, deterministic_eval=True)
algorithm = PPO(policy=agent, critic=critic, optim=AdamOptimizerFactory(lr=1e-3), return_scaling=True)
envs = DummyVectorEnv([lambda: gymnasium.make("parlour/Parrot-v0", **settings) for _ in range(32)])
collector = Collector(algorithm, envs, VectorReplayBuffer(4096, 32))
sizes = {"epoch_num_steps": steps, "collection_step_num_env_steps": 2048, "batch_size": 512}
algorithm.run_training(OnPolicyTrainerParams(training_collector=collector, max_epochs=1, **sizes))


@torch.no_grad()
def policy(observations, masks):
    logits = actor.net(env.unwrapped.rules.pieces.floats(observations))
    return logits.masked_fill(torch.as_tensor(masks) == 0, -torch.inf).argmax(1)


print(parlour.envs.evaluate(policy, "parrot", opponents="casual", matches=200 if steps < 100_000 else 2000))
