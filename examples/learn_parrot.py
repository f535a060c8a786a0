"""Trains a policy for Parrot from scratch, by self-play, and then evaluates it against the bots.

python examples/learn_parrot.py                             ten minutes on the CPU
python examples/learn_parrot.py --device cuda --minutes 1   on a GPU; also measures the speed-up

One network plays every seat of every match in a batch; it sees what the seat sees and chooses among its legal actions.
It is trained with proximal policy optimisation (PPO): actions that turned out better than the network had expected
become more likely. Training uses matches of one round, with the margin to the mean of the other players as reward;
evaluation uses complete matches of five rounds. Needs PyTorch (pip install torch) and parlour[envs].
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

import parlour
import parlour.envs
from parlour.kit import ParlourError

try:
    import gymnasium
    import torch
    from torch import Tensor, nn
    from torch.distributions import Categorical
except ModuleNotFoundError as error:
    sys.exit(f"this example needs {error.name}, which is not installed: pip install torch 'parlour[envs]'")

GAME = parlour.game("parrot")
PIECES = GAME.rules.pieces
MATCHES = {"cpu": 256, "cuda": 16_384}  # in a batch
MINIBATCHES = {"cpu": 16, "cuda": 128}  # per epoch
STEPS = 128  # of every match between two updates: a little more than a round
POINTS = 10.0  # per unit of reward
GAE_LAMBDA = 0.9  # weight of later rewards against the network's own estimate
CLIP, EPOCHS, LEARNING_RATE, ENTROPY = 0.2, 2, 1e-3, 0.01


class Network(nn.Module):
    """Policy and value. A Box is worth the same with its columns in another order or upside down, so all places share
    the same weights; each is combined with the other place of its column, the whole Box and the table."""

    def __init__(self, seats: int, width: int = 64) -> None:
        super().__init__()
        self.seats = seats
        place, table = self.look(torch.zeros(1, PIECES.size, dtype=torch.int8))
        self.place, self.table = nn.Linear(place.shape[2], width), nn.Linear(table.shape[1], width)
        self.second, self.box = nn.Linear(width, width), nn.Linear(width, width)
        self.here = nn.Linear(width, 4)  # place the card here, turn this up, float from here, float to here
        self.anywhere = nn.Linear(width, 4)  # draw, take, pass; and the value

    def look(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Features of an observation: for each own place its card, the other card of the column and which cards make a
        Pair there; and the table. Earlier rounds are omitted, because training matches have only one."""
        piece = PIECES.split(rows)
        own, others = piece["boxes"][:, 0], piece["boxes"][:, 1 : self.seats].flatten(1)
        mate, hand, discard = own.roll(4, 1), piece["hand"][:, None], piece["discard"][:, None]
        place = torch.cat([own, mate, own * mate, hand * mate, discard * mate[:, :, :-1]], 2)
        flags = [piece[name] for name in ("phase", "hand", "discard", "from_pile", "floated", "ender")]
        counts = [piece[name] / 8 for name in ("unseen", "in_pile", "pile_left", "turns")]
        return place.float(), torch.cat([others, *flags, *counts], 1)

    def forward(self, rows: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        place, table = self.look(rows)
        seen = torch.relu(self.place(place) + self.table(table)[:, None])
        seen = torch.relu(self.second(seen) + self.box(seen.mean(1))[:, None])
        put, turn_up, start, landing = self.here(seen).unbind(2)
        draw, take, give_up, expected = self.anywhere(seen.mean(1)).split(1, 1)
        opening = draw.new_zeros(len(rows), 28)  # nothing is known yet: all pairs are equally good
        floats, leave = (start[:, :, None] + landing[:, None]).flatten(1), torch.zeros_like(draw)
        answers = torch.cat([opening, draw, take, put, turn_up, give_up, floats, leave], 1)  # as in docs/actions.md
        return answers.masked_fill(legal == 0, -torch.inf), expected[:, 0]


class Rollout(NamedTuple):
    """Some steps of a batch: one row per step, one column per match."""

    rows: Tensor  # observations
    legal: Tensor
    answers: Tensor
    chances: Tensor  # log-probabilities of the actions
    expected: Tensor
    seats: Tensor  # the seat on turn
    ended: Tensor  # whether the match ended
    rewards: Tensor  # of every seat, where the match ended


class SelfPlay:
    """A batch, and tensors that share its memory on any device: nothing is copied."""

    def __init__(self, device: str, seats: int, seed: int, threads: int | None = None) -> None:
        self.batch = GAME.batch(MATCHES[device], seats, seed, {"rounds": 1}, device, threads=threads, reward="margin")
        self.sight = self.batch.observe()
        shared = (
            self.sight,
            self.batch.legal_action_mask,
            self.batch.current_player,
            self.batch.terminated,
            self.batch.rewards,
        )
        self.rows, self.legal, self.seats, self.ended, self.paid = (torch.from_dlpack(each) for each in shared)

    @torch.no_grad()
    def play(self, network: Network, steps: int) -> Rollout:
        kept = []
        for _ in range(steps):
            self.batch.observe(self.sight)
            rows, legal, seats = self.rows.clone(), self.legal.clone(), self.seats.long()
            likely, expected = network(rows, legal)
            choice = Categorical(logits=likely, validate_args=False)
            answers = choice.sample()
            self.batch.step(answers.short(), autoreset=True)
            ended, paid = self.ended.bool(), self.paid / POINTS
            kept.append((rows, legal, answers, choice.log_prob(answers), expected, seats, ended, paid))
        return Rollout(*map(torch.stack, zip(*kept)))


def advantages(played: Rollout) -> tuple[Tensor, Tensor]:
    """The advantage of each action by generalised advantage estimation, calculated backwards from a seat's next
    decision; and where it is known, which excludes the last action of a seat in an unfinished match."""
    better, known = torch.zeros_like(played.expected), torch.zeros_like(played.ended)
    every = torch.arange(known.shape[1], device=known.device)
    worth, surplus = (
        torch.zeros_like(played.rewards[0]),
        torch.zeros_like(played.rewards[0]),
    )  # of each seat from then on
    follows = torch.zeros_like(worth, dtype=torch.bool)
    for step in reversed(range(len(known))):
        ended, asked = played.ended[step, :, None], (every, played.seats[step])
        worth, surplus, follows = worth.where(~ended, played.rewards[step]), surplus * ~ended, follows | ended
        known[step] = follows[asked]
        better[step] = (worth[asked] - played.expected[step] + GAE_LAMBDA * surplus[asked]) * known[step]
        worth[asked], surplus[asked], follows[asked] = played.expected[step], better[step], True
    return better, known


def learn(network: Network, optimiser: torch.optim.Optimizer, played: Rollout) -> None:
    better, known = advantages(played)
    target, usable = (played.expected + better).flatten(), known.flatten().nonzero()[:, 0]
    gain = ((better - better[known].mean()) / better[known].std()).flatten()
    rows, legal, answers, chances = (each.flatten(0, 1) for each in played[:4])
    for _ in range(EPOCHS):
        for part in usable[torch.randperm(len(usable), device=usable.device)].chunk(MINIBATCHES[usable.device.type]):
            likely, expected = network(rows[part], legal[part])
            choice = Categorical(logits=likely, validate_args=False)
            ratio = (choice.log_prob(answers[part]) - chances[part]).exp()
            gained = torch.minimum(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part])
            missed = (expected - target[part]).square()
            optimiser.zero_grad()
            (missed / 2 - gained - ENTROPY * choice.entropy()).mean().backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def train(network: Network, table: SelfPlay, progress: Callable[[], float], tell: bool = False) -> int:
    """Alternate self-play and updates until `progress()` is 1; returns the number of decisions."""
    optimiser, made, said = torch.optim.Adam(network.parameters()), 0, 0.0
    while (done := progress()) < 1:
        optimiser.param_groups[0]["lr"] = LEARNING_RATE * (1 - done)
        played = table.play(network, STEPS)
        learn(network, optimiser, played)
        made += played.seats.numel()
        if tell and done >= said:
            points = table.results.float().mean()
            print(f"{done:6.0%}  {made / 1e6:7.2f} million decisions  {points:5.1f} points a round", flush=True)
            said += 0.05
    return made


def fraction_of(seconds: float) -> Callable[[], float]:
    """A function that returns the elapsed fraction of a time span."""
    began = time.perf_counter()
    return lambda: (time.perf_counter() - began) / seconds


def speed(device: str, seats: int, seed: int, threads: int | None) -> float:
    """Decisions per second, self-play and training, for a new network."""
    network, table = Network(seats).to(device), SelfPlay(device, seats, seed, threads)
    train(network, table, iter((0, 1)).__next__)  # compiles and loads everything
    began = time.perf_counter()
    return train(network, table, fraction_of(10)) / (time.perf_counter() - began)


@torch.no_grad()
def contest(network: Network, opponents: str, matches: int, seed: int) -> tuple[float, float]:
    """Play one seat of complete matches against bots: the share of wins (shared wins count in part), and the half-width
    of its 95 % interval."""
    env = gymnasium.make_vec("parlour/Parrot-v0", num_envs=matches, seats=network.seats, opponents=opponents)
    (seen, info), won, device = env.reset(seed=seed), np.full(matches, np.nan), network.here.weight.device
    while np.isnan(won).any():
        rows, legal = (torch.from_numpy(seen[name]).to(device) for name in ("observation", "action_mask"))
        seen, _, ends, _, told = env.step(network(rows, legal)[0].argmax(1).cpu().numpy())
        for i in np.flatnonzero(ends & np.isnan(won)):
            best = told["scores"][i] == told["scores"][i].min()
            won[i] = best[info["seat"][i]] / best.sum()
    return won.mean(), 1.96 * won.std() / matches**0.5


def main() -> None:
    about = argparse.ArgumentParser(
        description="Train a policy for Parrot by self-play, then evaluate it against bots."
    )
    about.add_argument("--minutes", type=float, default=10, help="training time (default: 10)")
    about.add_argument("--seats", type=int, default=4, help="players per match (default: 4)")
    about.add_argument("--seed", type=int, default=0, help="of the cards and the network (default: 0)")
    about.add_argument("--device", choices=MATCHES, default="cpu")
    about.add_argument("--threads", type=int, help="CPU threads (default: one per core)")
    about.add_argument("--matches", type=int, default=4_000, help="evaluation matches per kind of bot (default: 4000)")
    about.add_argument("--out", metavar="policy.pt", help="file for the trained network")
    asked = about.parse_args()
    if asked.device == "cuda" and not torch.cuda.is_available():
        about.error("--device cuda needs an NVIDIA GPU and a PyTorch build with CUDA")
    for name in ("minutes", "threads", "matches"):
        if (given := getattr(asked, name)) is not None and given <= 0:
            about.error(f"--{name} must be more than 0, not {given}")
    if asked.out and not Path(asked.out).absolute().parent.is_dir():
        about.error(f"--out {asked.out}: there is no such folder")
    table = SelfPlay(asked.device, asked.seats, asked.seed, asked.threads)
    torch.set_num_threads(asked.threads or torch.get_num_threads())
    torch.manual_seed(asked.seed)
    network, began = Network(asked.seats).to(asked.device), time.perf_counter()
    made = train(network, table, fraction_of(60 * asked.minutes), tell=True)
    took = time.perf_counter() - began
    print(f"{made:,} decisions in {took:.0f} s: {made / took:,.0f} per second, self-play and training")
    if asked.out:
        torch.save(network.state_dict(), asked.out)
    for bots in ("novice", "casual", "sharp"):
        share, off = contest(network, bots, asked.matches, asked.seed)
        print(f"one seat against {bots:6}  {share:.1%} of wins ({share - off:.1%} to {share + off:.1%})", flush=True)
    print(f"An equal share is {1 / asked.seats:.1%}. {asked.matches:,} matches each, with 95 % intervals.")
    if asked.device != "cpu":
        fast, slow = (speed(device, asked.seats, asked.seed, asked.threads) for device in (asked.device, "cpu"))
        print(
            f"{fast:,.0f} decisions per second on the GPU, {slow:,.0f} on {torch.get_num_threads()} threads of the CPU"
        )
        print(f"The GPU is {fast / slow:.1f} times as fast.")


if __name__ == "__main__":
    try:
        main()
    except ParlourError as error:
        sys.exit(str(error))
