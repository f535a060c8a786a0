"""The rewards of a match, and how much better each decision was than expected."""

from typing import NamedTuple

from parlour.kit.extras import needs

with needs("train"):
    import torch
    from torch import Tensor


def rank(points: Tensor, lowest_wins: bool) -> Tensor:
    """The share of the other seats that a seat has beaten, minus the share that has beaten it; sums to 0."""
    return _against_others(points, lowest_wins).sign().sum(-1) / (points.shape[-1] - 1)


def win(points: Tensor, lowest_wins: bool) -> Tensor:
    """1 for a win, divided among the seats that tie for first place, minus an equal share; sums to 0."""
    best = (_against_others(points, lowest_wins) >= 0).all(-1).float()
    return best / best.sum(-1, keepdim=True) - 1 / points.shape[-1]


def soft_rank(points: Tensor, lowest_wins: bool, spread: float) -> Tensor:
    """The rank, but smooth in the points; `spread` is a usual difference between two seats at the end; sums to 0."""
    return (_against_others(points, lowest_wins) / spread).tanh().sum(-1) / (points.shape[-1] - 1)


def spread(points: Tensor) -> float:
    """The root mean square of the differences between two seats."""
    differences = _against_others(points, False)
    seats = points.shape[-1]
    return float((differences.square().mean() * seats / (seats - 1)).sqrt())


def _against_others(points: Tensor, lowest_wins: bool) -> Tensor:
    points = (-points if lowest_wins else points).float()
    return points[..., :, None] - points[..., None, :]


class Trace(NamedTuple):
    """How much of what happened later is credited to a decision (lambda)."""

    within: float  # for each own decision in between
    across: float  # for each end of a round in between


def advantages(
    expected: Tensor, seats: Tensor, ended: Tensor, scored: Tensor, rewards: Tensor, trace: Trace
) -> tuple[Tensor, Tensor]:
    """Generalised advantage estimation with discount 1, separately for each seat, although their decisions interleave.

    All are [steps, matches], `rewards` [steps, matches, seats] and read only where a match ended. `expected` is what
    the seat to act expected the match to pay; `scored` is True where an action ended a round. Also returns a mask of
    where the advantage is known: not for a seat's last decision if the match was still going on when the steps ended.
    """
    better, known = torch.zeros_like(expected), torch.zeros_like(ended)
    every = torch.arange(known.shape[1], device=known.device)
    worth, surplus = (
        torch.zeros_like(rewards[0]),
        torch.zeros_like(rewards[0]),
    )  # of each seat from its next decision on
    follows = torch.zeros_like(worth, dtype=torch.bool)
    kept = torch.where(scored, trace.across, 1.0) * ~ended
    for step in reversed(range(len(known))):
        over, asked = ended[step, :, None], (every, seats[step])
        worth, surplus, follows = worth.where(~over, rewards[step]), surplus * kept[step, :, None], follows | over
        known[step] = follows[asked]
        better[step] = (worth[asked] - expected[step] + trace.within * surplus[asked]) * known[step]
        worth[asked], surplus[asked], follows[asked] = expected[step], better[step], True
    return better, known
