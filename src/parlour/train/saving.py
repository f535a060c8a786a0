"""Saves a learner to a file and restores it."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from parlour.kit.extras import needs
from parlour.kit.items import ARRAYS

from .network import Shape, load
from .ppo import WARM_UP, Learner
from .settings import Settings
from .weights import Arrays, items_of, part

with needs("train"):
    import torch

MOMENTS = ("exp_avg", "exp_avg_sq")
COUNTERS = ("decisions", "updates", "spread", "warm_up", "caution")


def _named(learner: Learner) -> list[tuple[str, torch.nn.Parameter]]:
    networks = {"actor": learner.actor, "critic": learner.critic}
    return [(f"{who}/{name}", value) for who, each in networks.items() for name, value in each.named_parameters()]


def _means(learner: Learner) -> list[tuple[str, torch.Tensor]]:
    return [(name, mean) for (name, _), mean in zip(learner.actor.named_parameters(), learner.average)]


def about_learner(learner: Learner) -> dict[str, Any]:
    items = learner.items
    outputs = [items.table_outputs, items.item_outputs] if items else None
    return {
        "shape": learner.shape._asdict(),
        "item_outputs": outputs,
        **{name: getattr(learner, name) for name in COUNTERS},
    }


def _fixed(learner: Learner) -> Arrays:
    """The arrays that are not learned."""
    arrays: Arrays = {"scale": learner.scale.numpy()}
    if learner.items:
        arrays |= {f"items/{name}": getattr(learner.items, name) for name in ARRAYS}
    return arrays


def light(learner: Learner) -> Arrays:
    """The average actor and the critic at 16 bits, from which training can continue after a short warm-up."""
    arrays = {name: value.detach().half().cpu().numpy() for name, value in _named(learner)}
    return {
        **_fixed(learner),
        **arrays,
        **{f"actor/{name}": mean.half().cpu().numpy() for name, mean in _means(learner)},
    }


@torch.no_grad()
def complete(learner: Learner) -> Arrays:
    """Both networks at 32 bits, and the optimiser's moments, at 16 bits so that the file stays small.

    The running optimiser's moments are rounded as well, so that it continues exactly like one restored from the file.
    """
    arrays = _fixed(learner)
    for name, value in _named(learner):
        arrays[name] = value.detach().cpu().numpy()
        kept = learner.optimiser.state.get(value)
        if kept:
            arrays[f"step/{name}"] = np.array(int(kept["step"]))
            for moment in MOMENTS:
                rounded = kept[moment].bfloat16()
                kept[moment].copy_(rounded)
                arrays[f"{moment}/{name}"] = rounded.view(torch.int16).cpu().numpy()
    return arrays


def restored(settings: Settings, about: Mapping[str, Any], arrays: Arrays, lowest_wins: bool) -> Learner:
    """The learner saved in a file; if it is a light file, the optimiser still has to warm up."""
    scale, items = torch.from_numpy(arrays["scale"]), items_of(about, arrays)
    learner = Learner(settings, Shape(**about["shape"]), scale, lowest_wins, items)
    load(learner.actor, part(arrays, "actor"))
    load(learner.critic, part(arrays, "critic"))
    learner.average = [value.detach().clone() for value in learner.actor.parameters()]
    for name in COUNTERS:
        setattr(learner, name, about.get(name, getattr(learner, name)))
    for name, value in _named(learner):
        if f"step/{name}" not in arrays:  # a light file, or a part for more seats than were played with
            continue
        step = torch.tensor(float(arrays[f"step/{name}"]))
        state = {"step": step.to(settings.device) if settings.device == "cuda" else step}
        for moment in MOMENTS:
            bits = torch.from_numpy(arrays[f"{moment}/{name}"])
            state[moment] = bits.view(torch.bfloat16).float().to(settings.device)
        learner.optimiser.state[value] = state
    if not learner.optimiser.state:
        learner.warm_up = WARM_UP
    return learner
