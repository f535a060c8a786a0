"""Teaches a network some of a bot's decisions, and leaves the others as they are.

python -m parlour.train.imitation GAME WEIGHTS.npz --bot sharp --actions 28,29 --out new.npz

Self-play can settle on a habit and never question it again, because it no longer tries anything else. A network that
copies a bot where the bot is better has a new start, and training can continue from it. The result is also less certain
of all its decisions than the network was, so that it tries alternatives again.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import parlour
from parlour.bots import seat_bots
from parlour.engine.loops import loops
from parlour.kit import BadInput, Rules, blank

from . import errors_in_a_sentence, torch_or_explain
from .settings import Settings
from .weights import read, write

if TYPE_CHECKING:
    from torch import Tensor

    from .ppo import Learner

RATE = 6e-4
WARM_UP = 50  # steps
DOUBT = 0.1  # probability that is shared among all legal actions where the bot is copied
CALM = 5.0  # elsewhere the network's outputs are divided by this: the same preferences, held less firmly
KEEP = 2.0  # weight of leaving the other decisions as they are
BATCH = {"cpu": 512, "cuda": 8192}  # decisions of each kind in a step
REPORTS = 8


class Decisions(NamedTuple):
    """Every choice between two or more actions in some matches: what was seen, what was legal, what was done."""

    rows: NDArray[np.int8]
    legal: NDArray[np.int8]
    actions: NDArray[np.int64]


def decisions_of(name: str, bot: str, seats: int, seed: int) -> Decisions:
    """All decisions of one match in which this bot takes all seats."""
    rules = parlour.game(name).rules
    observe, seens, states = loops(rules).observe, blank(rules.State), blank(rules.State)
    moves = np.zeros(rules.actions, np.int16)
    match = parlour.game(name).new(seats=seats, seed=seed)
    rows, masks, actions = [], [], []
    states[0] = match.state
    for move in seat_bots(match, bot).play_out():
        if move is not None:
            seat, action = move
            count = rules.legal(states[0], seat, moves)
            if count > 1:
                row, mask = np.zeros(rules.pieces.size, np.int8), np.zeros(rules.answers, np.int8)
                observe(states, 0, seat, seens, 0, row)
                mask[moves[:count]] = 1
                rows.append(row)
                masks.append(mask)
                actions.append(action)
        states[0] = match.state
    return Decisions(np.array(rows), np.array(masks), np.array(actions, np.int64))


def collected(name: str, bot: str, seats: int, seed: int, matches: int, workers: int) -> Decisions:
    """The decisions of many matches."""
    play, seeds = partial(decisions_of, name, bot, seats), range(seed, seed + matches)
    first = play(seeds[0])  # here, so that the workers find everything compiled
    if workers == 1:
        found = [first, *map(play, seeds[1:])]
    else:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            found = [first, *pool.map(play, seeds[1:], chunksize=16)]
    return Decisions(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def imitate(learner: "Learner", decisions: Decisions, copied: Sequence[int], steps: int) -> tuple[float, float]:
    """Copies the decisions in which one of the actions `copied` was chosen. Returns the share of them that the network
    makes like the bot, before and after."""
    torch, device = torch_or_explain(), learner.settings.device
    rows, legal, actions = (torch.from_numpy(each).to(device) for each in decisions)
    wanted = torch.isin(actions, torch.tensor(copied, device=device))
    like_bot, like_before = (each.nonzero()[:, 0] for each in (wanted, ~wanted))
    if not len(like_bot) or not len(like_before):
        raise BadInput(f"the bot chose one of the actions {', '.join(map(str, copied))} always or never")
    with torch.no_grad(), learner.precision():
        before = [learner.actor(rows[part], legal[part]).float() for part in like_before.split(BATCH["cuda"])]
    held = torch.cat([(part / CALM).log_softmax(1) for part in before])

    def agreement() -> float:
        with torch.no_grad(), learner.precision():
            parts = like_bot.split(BATCH["cuda"])
            best = torch.cat([learner.actor(rows[part], legal[part]).argmax(1) for part in parts])
        return float((best == actions[like_bot]).float().mean())

    def outputs(which: "Tensor") -> "Tensor":
        with learner.precision():
            found = learner.actor(rows[which], legal[which])
        return found.float().log_softmax(1).masked_fill(legal[which] == 0, 0.0)

    share = agreement()
    optimiser = torch.optim.Adam(learner.actor.parameters(), lr=RATE)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / WARM_UP) * (1 - step / steps)
        which = like_bot[torch.randint(len(like_bot), (BATCH[device],), device=device)]
        open_now = legal[which].float()
        target = DOUBT * open_now / open_now.sum(1, keepdim=True)
        target.scatter_add_(1, actions[which][:, None], torch.full((len(which), 1), 1 - DOUBT, device=device))
        copying = -(target * outputs(which)).sum(1).mean()
        place = torch.randint(len(like_before), (BATCH[device],), device=device)
        known = held[place].masked_fill(legal[like_before[place]] == 0, 0.0)
        chances = held[place].exp()
        keeping = (chances * (known - outputs(like_before[place]))).sum(1).mean()
        optimiser.zero_grad(set_to_none=True)
        (copying + KEEP * keeping).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        if step % max(1, steps // REPORTS) == 0:
            print(f"step {step}: copying {copying.item():.3f}, keeping {keeping.item():.4f}", flush=True)
    learner.average = [value.detach().clone() for value in learner.actor.parameters()]
    return share, agreement()


def _checked_actions(rules: Rules, text: str) -> list[int]:
    parts = text.split(",")
    if not all(part.isdecimal() and int(part) < rules.actions for part in parts):
        raise BadInput(f"--actions are numbers below {rules.actions}, as in 28,29 (docs/actions.md), not {text!r}")
    return [int(part) for part in parts]


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a network some of a bot's decisions.")
    parser.add_argument("game")
    parser.add_argument("weights", type=Path, help="a file of parlour train")
    parser.add_argument("--bot", default="sharp", help="whom to copy (sharp)")
    parser.add_argument("--actions", required=True, help="copy the decisions in which the bot chooses one of these")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=6000, help="matches of the bot against itself (6000)")
    parser.add_argument("--steps", type=int, default=1500, help="gradient steps (1500)")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--device", default="cpu", choices=tuple(BATCH))
    parser.add_argument("--workers", type=int, default=1, help="processes that play matches (1)")
    given = parser.parse_args()
    with errors_in_a_sentence():
        if min(given.matches, given.steps, given.workers) < 1:
            raise BadInput("--matches, --steps and --workers are at least 1")
        game = parlour.game(given.game)
        game.checked(given.seats, {})
        if game.rules.real_time:
            raise BadInput(f"{game.title} is a real-time game; only turn-based games can be trained")
        copied = _checked_actions(game.rules, given.actions)
        torch = torch_or_explain()
        from .saving import about_learner, light, restored

        about, arrays = read(given.weights, game.rules)
        if about.get("method") == "values":
            raise BadInput(f"{given.weights} judges positions; only a policy can be taught a bot's decisions")
        learner = restored(Settings(given.game, device=given.device), about, arrays, game.rules.lowest_wins)
        torch.manual_seed(given.seed)
        decisions = collected(given.game, given.bot, given.seats, given.seed, given.matches, given.workers)
        before, after = imitate(learner, decisions, copied, given.steps)
        added: dict[str, Any] = {"imitated": {"bot": given.bot, "actions": copied, "decisions": len(decisions.actions)}}
        write(given.out, {**about, **about_learner(learner), **added}, light(learner))
    print(f"{given.out}: decides like {given.bot} in {after:.1%} of the decisions to copy (before: {before:.1%})")


if __name__ == "__main__":
    main()
