"""Many matches of self-play, and what was seen and done in them, as tensors that share the batch's memory."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from parlour.kit import BadInput, seed_of
from parlour.kit.extras import needs

from .full_view import FullView
from .settings import Settings

with needs("train"):
    import torch
    from torch import Tensor

Choose = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]  # (rows, legal) -> actions and their log probabilities


class Played(NamedTuple):
    """A stretch of self-play: the first index is the step, the second the match."""

    rows: Tensor  # int8[.., .., views, size]; first what the seat to act sees
    legal: Tensor  # int8[.., .., answers]
    actions: Tensor  # int64
    chances: Tensor  # log probabilities of the actions
    seats: Tensor  # int64, which seat acted
    ended: Tensor  # bool, True where the match ended with this action
    points: Tensor  # int32[.., .., players], before the action
    results: Tensor  # int32[.., .., players], of the match that ended last


class Sizes(NamedTuple):
    """How much is kept of each decision."""

    views: int  # observations: that of the seat to act, and what else the critic sees
    bytes: int  # of an observation
    players: int


def empty_rows(steps: int, count: int, sizes: Sizes, device: str) -> tuple[Tensor, Tensor]:
    """Tensors for the observations and points of `count` matches during `steps` steps."""
    rows = torch.empty(steps, count, sizes.views, sizes.bytes, dtype=torch.int8, device=device)
    return rows, torch.zeros(steps, count, sizes.players, dtype=torch.int32, device=device)


def empty_stretch(steps: int, count: int, sizes: Sizes, answers: int, device: str) -> Played:
    """Tensors for a stretch of self-play."""
    rows, points = empty_rows(steps, count, sizes, device)
    flat = torch.empty(steps, count, device=device)
    legal = torch.empty(steps, count, answers, dtype=torch.int8, device=device)
    number, flag = flat.long(), flat.bool()
    return Played(rows, legal, number, flat, number.clone(), flag, points, points.clone())


class Tables:
    """`count` matches, each of which is followed by a new one as soon as it ends."""

    def __init__(self, game: Any, settings: Settings, seats: int, views: int, face_up: bool = False) -> None:
        self._game, self.count, self.seats, self.device = (
            game,
            settings.self_play_count,
            seats,
            settings.device,
        )
        self._threads, self._views, self._face_up = settings.threads, views, face_up
        self.batch: Any = None

    def deal(self, seed: int) -> None:
        """New matches."""
        self.batch = self._game.batch(self.count, self.seats, seed, None, self.device, threads=self._threads)
        shared = (
            self.batch.legal_action_mask,
            self.batch.current_player,
            self.batch.terminated,
            self.batch.final_scores,
        )
        self._legal, self._seats, self._ended, self._results = (torch.from_dlpack(each) for each in shared)
        self._view = FullView(self.batch, self._views, self._face_up)

    def survey(self) -> tuple[int, Tensor]:
        """Random matches: after how many steps half of them have ended, and the largest value of each observed byte."""
        rows, points = self._space(1)
        largest = torch.zeros(rows.shape[-1], dtype=torch.int16, device=rows.device)
        finished = torch.zeros(self.count, dtype=torch.bool, device=rows.device)
        for length in range(1, 100_000):
            if length % 8 == 1:
                self._view.look(rows[0], points[0])
                largest = largest.maximum(rows[0].short().abs().amax((0, 1)))
            self.batch.step(self.batch.sample(), autoreset=True)
            finished |= self._ended.bool()
            if finished.float().mean() >= 0.5:
                return length, largest.cpu()
        raise BadInput(f"{self._game.title} takes more than 100,000 random moves, which is too long to train on")

    def spread_out(self, choose: Choose, length: int) -> None:
        """Play and deal again, one part after another, until matches are at all stages from the first move to the last.
        If all matches began together, learning would go stage by stage, each stage making it forget the one before."""
        rows, points = self._space(1)
        for step in range(length):
            which = np.arange(step * self.count // length, (step + 1) * self.count // length)
            if len(which):
                self.batch.reset(which)
            self._view.look(rows[0], points[0])
            self.batch.step(choose(rows[0, :, 0], self._legal)[0].short(), autoreset=True)

    def _space(self, steps: int) -> tuple[Tensor, Tensor]:
        sizes = Sizes(self._views, self._game.rules.pieces.size, self.seats)
        return empty_rows(steps, self.count, sizes, self.device)

    @torch.no_grad()
    def play(self, kept: Played, choose: Choose) -> Iterator[None]:
        """Play a stretch into `kept`, one step each time the iterator is asked to go on."""
        for step in range(len(kept.actions)):
            self._view.look(kept.rows[step], kept.points[step])
            kept.legal[step] = self._legal
            kept.seats[step] = self._seats
            actions, kept.chances[step] = choose(kept.rows[step, :, 0], kept.legal[step])
            kept.actions[step] = actions
            self.batch.step(actions.short(), autoreset=True)
            kept.ended[step] = self._ended != 0
            kept.results[step] = self._results
            yield


def stretch_seed(seed: int, stretch: int) -> int:
    """The seed of everything random between two checkpoints."""
    return int(seed_of(np.uint64(seed), stretch)) >> 1  # below 2**63, as PyTorch wants it
