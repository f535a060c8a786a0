"""PPO in one file, in the style of CleanRL: an MLP learns one seat of Parrot against three bots.

pip install 'parlour[envs]' torch
python examples/cleanrl_ppo.py [updates]     450 updates (3.7 million decisions) take about ten minutes on two cores
"""

import sys

import gymnasium
import torch
from parrot_progress import Progress
from parrot_tidy import Tidy, at_the_table
from torch import distributions, nn

import parlour.envs

updates, steps = int(sys.argv[1]) if len(sys.argv) > 1 else 450, 64
settings = {"opponents": "casual", "observation": "float", "reward": "points", "autoreset_mode": "SAME_STEP"}
envs = Tidy(Progress(gymnasium.make_vec("parlour/Parrot-v0", num_envs=128, **settings)))
inputs, actions = envs.single_observation_space["observation"].shape[0], int(envs.single_action_space.n)
network = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 1 + actions))
optimiser = torch.optim.Adam(network.parameters(), eps=1e-5)


def look(observation, action_mask):
    out = network(torch.as_tensor(observation))  # the value, and a logit for each action
    return distributions.Categorical(logits=out[:, 1:].where(torch.as_tensor(action_mask) != 0, -1e9)), out[:, 0]


shown, _ = envs.reset(seed=1)
for update in range(updates):
    optimiser.param_groups[0]["lr"], kept = 1e-3 * (1 - update / updates), []
    for _ in range(steps):
        (choice, value), seen = look(**shown), shown.values()
        action = choice.sample()
        shown, reward, ended, _, _ = envs.step(action.numpy())
        kept.append((*seen, action, choice.log_prob(action).detach(), value.detach(), reward.astype("float32"), ended))
    rows, masks, action, old, value, reward, ended = (torch.stack([*map(torch.as_tensor, part)]) for part in zip(*kept))
    gain = torch.zeros_like(value := torch.cat([value, look(**shown)[1].detach()[None]]))
    for t in reversed(range(steps)):  # generalised advantage estimation, with a discount of 1 and a lambda of 0.5
        gain[t] = reward[t] + ~ended[t] * (value[t + 1] + 0.5 * gain[t + 1]) - value[t]
    data = [part[:steps].flatten(0, 1) for part in (rows, masks, action, old, gain, gain + value)]
    for part in torch.cat([torch.randperm(len(data[0])) for _ in range(3)]).split(512):
        rows, masks, action, old, gain, target = (each[part] for each in data)
        choice, value = look(rows, masks)
        ratio, gain = (choice.log_prob(action) - old).exp(), (gain - gain.mean()) / (gain.std() + 1e-8)
        loss = -torch.min(gain * ratio, gain * ratio.clamp(0.8, 1.2)).mean() + 0.5 * (value - target).square().mean()
        optimiser.zero_grad()
        (loss - 0.01 * choice.entropy().mean()).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()

policy = at_the_table(lambda rows, masks: look(rows, masks)[0].logits.argmax(1))
print(parlour.envs.evaluate(policy, "parrot", opponents="casual", matches=200 if updates < 100 else 4000))
