"""Matches in which the network plays one seat against bots. They are played on the CPU, whatever the network runs on.

Self-play only teaches a network what works against itself. Bots play differently, and so do people.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from parlour.engine import TICK_MS
from parlour.envs.vector_tables import StepResult, TableSettings, VectorTables
from parlour.kit import BadInput, Rules

from .full_view import FullView
from .settings import Settings
from .tables import Choose, Played, Sizes, empty_rows


class _Positions(NamedTuple):
    """The positions at the tables, in the form in which `FullView` reads them."""

    rules: Rules
    states: Any
    current_player: Any
    players: int
    threads: int
    device: str = "cpu"


class BotTables:
    """`count` matches with the network in one seat, drawn for each match, and bots in the others."""

    def __init__(self, settings: Settings, seats: int, views: int, face_up: bool) -> None:
        assert settings.against
        self.count, self.seats = settings.bot_count, seats
        table = TableSettings(settings.game, seats, settings.against, "random", None, "rank", TICK_MS, "raise")
        self._tables = tables = VectorTables(table, self.count, settings.threads)
        name = tables.searching_opponent
        if name and any(each.policy is not None for each in tables.opponents):
            raise BadInput(f"{name} searches, so it cannot share a table with a policy that is trained against")
        if name and any(each.name == name and not (each.playouts or each.ms) for each in tables.opponents):
            raise BadInput(f"{name} searches for every move: give it a budget, as in {name}:20, or choose sharp")
        self._positions = _Positions(tables.rules, tables.states, tables.episodes["seat"], seats, tables.threads)
        self._view = FullView(self._positions, views, face_up)
        sizes = Sizes(views, tables.rules.pieces.size, seats)
        rows, points = empty_rows(1, self.count, sizes, "cpu")
        self._device, on_gpu = settings.device, settings.device == "cuda"
        self._rows, self._points = (each[0].pin_memory() if on_gpu else each[0] for each in (rows, points))
        self._background = ThreadPoolExecutor(1)
        self._shown: StepResult

    def deal(self, seed: int) -> None:
        """New matches."""
        generator = np.random.default_rng(seed)
        self._shown = self._tables.reset(generator.integers(2**62, size=self.count).tolist(), generator)

    def spread_out(self, choose: Choose, length: int) -> None:
        """Play and deal again, one part after another, until matches are at all stages (as in `Tables`)."""
        length = max(1, length // self.seats)
        for step in range(length):
            which = np.arange(step * self.count // length, (step + 1) * self.count // length)
            if len(which):
                self._tables.renew(which, self._shown)
            seen = self._shown.observations, self._shown.masks
            rows, legal = (torch.from_numpy(each).to(self._device) for each in seen)
            self._advance(choose(rows, legal)[0].cpu().numpy())

    def play(self, kept: Played, choose: Choose) -> Iterator[None]:
        """Play a stretch into `kept`, one step each time the iterator is asked to go on. The bots move while the caller
        does something else."""
        for step in range(len(kept.actions)):
            with torch.no_grad():
                self._view.look(self._rows, self._points)
                kept.rows[step] = self._rows.to(kept.rows.device, non_blocking=True)
                kept.points[step] = self._points.to(kept.rows.device, non_blocking=True)
                kept.legal[step] = torch.from_numpy(self._shown.masks)
                kept.seats[step] = torch.from_numpy(self._positions.current_player)
                actions, kept.chances[step] = choose(kept.rows[step, :, 0], kept.legal[step])
                kept.actions[step] = actions
            going = self._background.submit(self._advance, actions.cpu().numpy())
            yield
            ended, results = going.result()
            kept.ended[step] = torch.from_numpy(ended)
            kept.results[step] = torch.from_numpy(results)

    def _advance(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
        """The network's moves, and everything until it is asked again; which matches ended, and with what points."""
        self._shown = self._tables.step(actions)
        ended, results = self._shown.ends.copy(), self._tables.episodes["scores"][:, : self.seats].copy()
        which = np.flatnonzero(ended)
        if len(which):
            self._tables.renew(which, self._shown)
        return ended, results
