"""TorchRL: PPO learns one seat of Parrot against three bots.

pip install 'parlour[envs]' torchrl
python examples/torchrl_ppo.py [steps]
"""

import sys

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import parlour.envs

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
settings = {"opponents": "casual", "observation": "float", "reward": "rank", "options": {"rounds": 1}}
tables = gymnasium.make_vec("parlour/Parrot-v0", num_envs=64, autoreset_mode="DISABLED", **settings)
env = GymWrapper(tables, categorical_action_encoding=True)
size, actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n
network = MLP(size, actions, num_cells=[256, 256])
masked = TensorDictModule(
    lambda row, mask: (network(row), mask.bool()), in_keys=["observation", "action_mask"], out_keys=["logits", "mask"]
)
actor = ProbabilisticActor(masked, ["logits", "mask"], distribution_class=MaskedCategorical, return_log_prob=True)
critic = ValueOperator(MLP(size, 1, num_cells=[256, 256]))
advantage = GAE(gamma=0.99, lmbda=0.9, value_network=critic)
loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
optimiser = torch.optim.Adam([*network.parameters(), *critic.parameters()], 1e-3)
for batch in Collector(env, actor, frames_per_batch=2048, total_frames=steps):
    for _ in range(3):
        advantage(batch)
        for part in batch.flatten()[torch.randperm(batch.numel())].split(512):
            losses = loss(part)
            optimiser.zero_grad()
            sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
            optimiser.step()
    print(f"reward per match {batch['next', 'reward'][batch['next', 'done']].mean():.2f}")


@torch.no_grad()
def policy(observations, masks):
    logits = network(torch.from_numpy(tables.unwrapped.rules.pieces.floats(observations)))
    return logits.masked_fill(torch.from_numpy(masks) == 0, -torch.inf).argmax(1)


print(parlour.envs.evaluate(policy, "parrot", opponents="casual", matches=200 if steps < 100_000 else 2000))
