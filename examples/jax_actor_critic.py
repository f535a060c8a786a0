"""JAX: an actor-critic learns one seat of Parrot against three bots. DLPack hands observations over without a copy.

pip install 'parlour[envs]' jax
python examples/jax_actor_critic.py [updates]
"""

import sys

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np

import parlour.envs

updates = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
settings = {"opponents": "casual", "reward": "margin", "options": {"rounds": 1}, "autoreset_mode": "SAME_STEP"}
tables = gymnasium.make_vec("parlour/Parrot-v0", num_envs=512, **settings)
pieces, actions = tables.unwrapped.rules.pieces, int(tables.single_action_space.n)
scale = np.concatenate([np.full(piece.size, 1 / piece.most, np.float32) for piece in pieces])
shapes = {"first": (pieces.size, 128), "logits": (128, actions), "value": (128, 1)}
weights = {name: 0.05 * jax.random.normal(jax.random.key(i), shape) for i, (name, shape) in enumerate(shapes.items())}


def look(weights, rows, masks):
    hidden = jax.nn.relu(rows * scale @ weights["first"])
    return jnp.where(masks == 0, -1e9, hidden @ weights["logits"]), (hidden @ weights["value"])[:, 0]


def loss(weights, rows, masks, chosen, target):
    logits, value = look(weights, rows, masks)
    chance, better = jax.nn.log_softmax(logits)[jnp.arange(len(rows)), chosen], target - value
    return jnp.mean(better**2) - jnp.mean(chance * jax.lax.stop_gradient(better))


@jax.jit
def act(weights, rows, masks, key):
    return jax.random.categorical(key, look(weights, rows, masks)[0])


@jax.jit
def learn(weights, speed, rows, masks, chosen, reward, ended, later_rows, later_masks):
    target = reward + ~ended * look(weights, later_rows, later_masks)[1]
    slopes = jax.grad(loss)(weights, rows, masks, chosen, target)
    speed = jax.tree.map(lambda fast, slope: 0.9 * fast + slope, speed, slopes)
    return jax.tree.map(lambda weight, fast: weight - 0.01 * fast, weights, speed), speed


def shared(shown):  # every step has arrays of its own, which begin at a multiple of 64 bytes: JAX shares their memory
    return jnp.from_dlpack(shown["observation"]), jnp.from_dlpack(shown["action_mask"])


seen, speed = shared(tables.reset(seed=1)[0]), jax.tree.map(jnp.zeros_like, weights)
for update in range(updates):
    before, chosen = seen, act(weights, *seen, jax.random.key(update))
    shown, reward, ended, _, _ = tables.step(np.asarray(chosen))
    seen = shared(shown)
    weights, speed = learn(weights, speed, *before, chosen, (reward / 10).astype(np.float32), ended, *seen)


def policy(observations, masks):
    return look(weights, observations, masks)[0].argmax(1)


print(parlour.envs.evaluate(policy, "parrot", opponents="casual", matches=200 if updates < 100 else 2000))
