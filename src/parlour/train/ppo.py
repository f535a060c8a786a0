"""Proximal policy optimisation: the networks, their optimiser, and one update from a stretch of self-play."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from parlour.kit.extras import needs
from parlour.kit.items import Items

from .advantage import Trace, advantages, rank, soft_rank, spread, win
from .network import Shape, actor_for, critic_for
from .rollouts import share_of_wins
from .settings import Settings
from .tables import Played

with needs("train"):
    import torch
    from torch import Tensor, nn

TRACE = 0.95  # lambda of the advantage estimation
ACROSS_ROUNDS = 0.2  # what follows a round is mostly luck as far as the decisions in it are concerned
CLIP = 0.2
CRITIC_RATE = 1.0  # the critic's learning rate, relative to the actor's
LARGEST_GRADIENT = 1.0
LARGEST_KL = 0.05  # beyond this, further passes over the same decisions are skipped
USUAL_KL = 0.015  # beyond this the learning rate is lowered, below half of it raised again, up to the scheduled rate
LEAST_CAUTION = 0.1
WARM_UP = 20  # updates with a reduced rate, after a start without the optimiser's moments
SLOWER_AFTER = 300e6  # decisions after which the learning rate has fallen to 0.71, then with their square root
CALMER_AFTER = 600e6  # decisions after which the entropy bonus has halved
LEAST_ENTROPY = 0.05  # of the bonus at the start
UNLIKELY = 6.0  # minus the logarithm of the probability below which a legal action is penalised: about 1 in 400
UNLIKELY_WEIGHT = 1e-3  # of that penalty
RANK_AFTER = 100e6  # decisions after which the reward is half the smooth rank and half the real one
SPREAD_RATE = 0.05  # how fast the usual difference in points follows the play
AVERAGE_RATE = 0.05  # how fast the average actor follows: it is a mean over about the last 20 updates
VALUES_AT_ONCE = 65_536


class Report(NamedTuple):
    """How an update went."""

    entropy: float
    kl: float
    explained: float  # share of the variance of the returns that the critic explained
    points: float  # mean result of the matches of self-play that ended
    finished: int  # the number of those matches
    gradient: float  # mean norm before clipping
    won: float  # share of the matches against bots; nan without them


def scored(played: Played) -> Tensor:
    """True where an action changed the points of a match that went on, that is, where it ended a round."""
    changed = (played.points[1:] != played.points[:-1]).any(2)
    return torch.cat([changed, torch.zeros_like(changed[:1])])


def change_of_rate(kl: float) -> float:
    """The factor by which the learning rate changes, given the divergence between two successive policies."""
    return 1 / 1.3 if kl > USUAL_KL else 1.05 if kl < USUAL_KL / 2 else 1.0


class Learner:
    """Both networks and everything that changes with them. State in neither `counters` nor a network is not saved."""

    def __init__(
        self, settings: Settings, shape: Shape, scale: Tensor, lowest_wins: bool, items: Items | None = None
    ) -> None:
        self.settings, self.shape, self.scale, self.items = settings, shape, scale, items
        self._lowest_wins, device = lowest_wins, settings.device
        self.actor, self.critic = (make(shape, scale, items).to(device) for make in (actor_for, critic_for))
        groups = [{"params": each.parameters()} for each in (self.actor, self.critic)]
        self.optimiser = torch.optim.Adam(groups, lr=settings.rate, eps=1e-5, fused=device == "cuda")
        self._act: Callable[..., Tensor] = torch.compile(self.actor) if settings.compile else self.actor
        self._judge: Callable[..., Tensor] = torch.compile(self.critic) if settings.compile else self.critic
        self.average = [value.detach().clone() for value in self.actor.parameters()]
        self.averaged = 0  # updates since the last checkpoint, where the average begins again
        self.decisions = 0
        self.updates = 0
        self.warm_up = WARM_UP
        self.caution = 1.0  # the scheduled learning rate is multiplied by this
        self.spread = 0.0  # not known before the first match has ended

    def precision(self) -> AbstractContextManager[Any]:
        """16 bits on a GPU; weights and optimiser stay in 32."""
        if self.settings.device == "cpu":
            return nullcontext()
        return torch.autocast("cuda", torch.bfloat16)

    @property
    def rate(self) -> float:
        slow_start = min(1.0, (WARM_UP - self.warm_up + 1) / WARM_UP)
        return float(self.settings.rate * self.caution * slow_start / (1 + self.decisions / SLOWER_AFTER) ** 0.5)

    @property
    def entropy_bonus(self) -> float:
        return float(self.settings.entropy * max(LEAST_ENTROPY, 1 / (1 + self.decisions / CALMER_AFTER)))

    @torch.no_grad()
    def choose(self, rows: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """An action drawn from the policy, and the logarithm of its probability."""
        with self.precision():
            logits = self._act(rows, legal).log_softmax(1)
        noise = torch.empty_like(logits).exponential_().clamp_min_(1e-20).log_()
        actions = (logits - noise).argmax(1)
        return actions, logits.gather(1, actions[:, None])[:, 0]

    @torch.no_grad()
    def values(self, rows: Tensor) -> Tensor:
        """The critic's values for [decisions, seats, size]."""
        with self.precision():
            return torch.cat([self._judge(part) for part in rows.split(VALUES_AT_ONCE)])

    def pays(self, results: Tensor) -> Tensor:
        """The reward of finished matches: at first mostly how far ahead a seat is, later only its rank, or the win.

        Both sum to 0 over a table. The smooth one says more about each match, but is not what counts in the end.
        """
        final = (rank if self.settings.final_reward == "rank" else win)(results, self._lowest_wins)
        smooth = soft_rank(results, self._lowest_wins, self.spread)
        part = 1 / (1 + self.decisions / RANK_AFTER)
        return part * smooth + (1 - part) * final

    def learn(self, played: Played) -> Report:
        """One update."""
        own = self.settings.self_play_count
        counted = slice(own or None)  # without self-play, all matches
        finished = played.results[:, counted][played.ended[:, counted]]
        if len(finished):
            now = max(1.0, spread(finished))
            self.spread += (now - self.spread) * (SPREAD_RATE if self.spread else 1.0)
        elif not self.spread:
            self.spread = 1.0
        # The critic only learns what the points so far do not say: its output is added to their smooth rank.
        # That is shaping by a potential, which changes no optimal policy, but pays for points when they are made.
        asked = played.seats[..., None]
        so_far = soft_rank(played.points, self._lowest_wins, self.spread).gather(2, asked)[..., 0]
        judged = self.values(played.rows.flatten(0, 1)).view_as(so_far)
        expected = so_far + judged
        better, known = advantages(
            expected, played.seats, played.ended, scored(played), self.pays(played.results), Trace(TRACE, ACROSS_ROUNDS)
        )
        target = (judged + better).flatten()
        usable = known.flatten().nonzero()[:, 0]
        gain = better.flatten()
        free = gain[(known & (played.legal.sum(2, dtype=torch.int16) > 1)).flatten()]  # where there was a choice
        gain = (gain - free.mean()) / free.std().clamp_min(1e-6)
        explained = 1 - better.flatten()[usable].var() / target[usable].var().clamp_min(1e-9)
        for group, factor in zip(self.optimiser.param_groups, (1.0, CRITIC_RATE)):
            group["lr"] = self.rate * factor
        sums = self._passes(played, usable, target, gain)
        self.decisions += played.actions.numel()
        self.updates += 1
        self._follow()
        self.warm_up = max(0, self.warm_up - 1)
        points = float(finished.float().mean()) if len(finished) else float("nan")
        entropy, kl, gradient = sums.tolist()
        self.caution = max(LEAST_CAUTION, min(1.0, self.caution * change_of_rate(kl)))
        won = share_of_wins(played, own, self._lowest_wins)
        return Report(entropy, kl, float(explained), points, len(finished), gradient, won)

    @torch.no_grad()
    def _follow(self) -> None:
        """The average actor is what is rated and shipped: the noise of single updates cancels out in it."""
        self.averaged += 1
        rate = max(AVERAGE_RATE, 1 / self.averaged)
        for mean, value in zip(self.average, self.actor.parameters()):
            mean.lerp_(value, rate)

    def _passes(self, played: Played, usable: Tensor, target: Tensor, gain: Tensor) -> Tensor:
        """All gradient steps; the mean entropy, divergence and gradient norm of the last pass."""
        rows, legal, actions, chances = (each.flatten(0, 1) for each in played[:4])
        bonus = self.entropy_bonus
        parts = max(1, round(len(usable) / self.settings.minibatch_size))
        sums = torch.zeros(3, device=rows.device)
        for _ in range(self.settings.epochs):
            sums = torch.zeros(3, device=rows.device)
            for part in usable[torch.randperm(len(usable), device=usable.device)].chunk(parts):
                mask, seen = legal[part], rows[part]
                with self.precision():
                    logits = self._act(seen[:, 0], mask).log_softmax(1)
                    judged = self._judge(seen)
                chosen = logits.gather(1, actions[part][:, None])[:, 0]
                free = (mask.sum(1, dtype=torch.int16) > 1).float()  # a forced move teaches nothing
                free = free / free.mean().clamp_min(1e-6)
                change = chosen - chances[part]
                ratio, worth = change.exp(), gain[part]
                gained = torch.minimum(ratio * worth, ratio.clamp(1 - CLIP, 1 + CLIP) * worth)
                entropy = -(logits.exp() * logits.masked_fill(mask == 0, 0.0)).sum(1)
                # Nothing is learned about an action that is never tried, and entropy has hardly any gradient there
                unlikely = (-logits.masked_fill(mask == 0, 0.0) - UNLIKELY).clamp_min(0).square().sum(1)
                missed = (judged - target[part]).square()
                loss = (missed / 2 - free * (gained + bonus * entropy - UNLIKELY_WEIGHT * unlikely)).mean()
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                norm = nn.utils.clip_grad_norm_(self.actor.parameters(), LARGEST_GRADIENT)
                nn.utils.clip_grad_norm_(self.critic.parameters(), LARGEST_GRADIENT)
                self.optimiser.step()
                with torch.no_grad():
                    kl = (free * (ratio - 1 - change)).mean()
                    sums += torch.stack([(free * entropy).mean(), kl, norm]) / parts
            if sums[1] > LARGEST_KL:
                break
        return sums.detach()
