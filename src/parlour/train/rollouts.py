"""All matches with one number of seats that are learned from: those of self-play, and perhaps some against bots."""

from dataclasses import replace
from typing import Any

from torch import Tensor

from .bot_tables import BotTables
from .settings import Settings
from .tables import Choose, Played, Sizes, Tables, empty_stretch


class Rollouts:
    """The first matches of everything it returns are those of self-play."""

    def __init__(self, game: Any, settings: Settings, seats: int, views: int, face_up: bool) -> None:
        self._rules, self._settings, self._seats, self._views = game.rules, settings, seats, views
        alone = settings if settings.self_play_count else replace(settings, against=None)
        self._self_play = Tables(game, alone, seats, views, face_up)  # without self-play, only for the survey
        bots = [BotTables(settings, seats, views, face_up)] if settings.bot_count else []
        self._groups: list[Tables | BotTables] = [*([self._self_play] if settings.self_play_count else []), *bots]
        self._kept: Played | None = None

    def deal(self, seed: int) -> None:
        """New matches."""
        for group in self._groups:
            group.deal(seed)

    def survey(self, seed: int) -> tuple[int, Tensor]:
        """Random matches; see `Tables.survey`."""
        self._self_play.deal(seed)
        return self._self_play.survey()

    def spread_out(self, choose: Choose, length: int) -> None:
        for group in self._groups:
            group.spread_out(choose, length)

    def play(self, choose: Choose, steps: int) -> Played:
        """Play a stretch. The next call overwrites the returned tensors."""
        kept = self._place(steps)
        first, runs = 0, []
        for group in self._groups:
            own = slice(first, first + group.count)
            runs.append(group.play(Played(*(each[:, own] for each in kept)), choose))
            first += group.count
        for _ in range(steps):
            for run in reversed(runs):  # bots move on the CPU while the others' moves are chosen
                next(run)
        for run in runs:
            next(run, None)  # what is still under way
        return kept

    def _place(self, steps: int) -> Played:
        """Tensors that reuse the same memory every time."""
        settings, rules = self._settings, self._rules
        if self._kept is None or len(self._kept.actions) < steps:
            sizes = Sizes(self._views, rules.pieces.size, self._seats)
            self._kept = empty_stretch(steps, settings.match_count, sizes, rules.answers, settings.device)
        return Played(*(each[:steps] for each in self._kept))


def share_of_wins(played: Played, self_play: int, lowest_wins: bool) -> float:
    """The network's share of the wins in the matches against bots that ended; nan if none did."""
    ended = played.ended[:, self_play:]
    results, seats = played.results[:, self_play:][ended], played.seats[:, self_play:][ended]
    if not len(seats):
        return float("nan")
    points = (-results if lowest_wins else results).float()
    best = (points == points.amax(1, keepdim=True)).float()
    return float((best / best.sum(1, keepdim=True)).gather(1, seats[:, None]).mean())
