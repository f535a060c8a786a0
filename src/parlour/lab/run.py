"""A run: many matches of one game between bots. Match i depends only on the run and i."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Player, Search, bots_of, simulation
from parlour.bots.bot import look_ahead
from parlour.bots.simulate import DONE, FAULT, Progress
from parlour.engine import STUCK
from parlour.games import part_of, rules_of
from parlour.kit import NO_MEASURE, Measure, blank, write_options
from parlour.kit.figures import Facts, Study

Seating = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Run:
    """What is played. Match i seats player seating[i % len(seating)][seat] at each seat. Can be pickled."""

    game: str
    players: tuple[Player, ...]
    seating: Seating
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)  # as returned by `read_options`

    @property
    def seats(self) -> int:
        return len(self.seating[0])

    @property
    def facts(self) -> Facts:
        names = tuple(str(player) for player in self.players)
        return Facts(self.seats, names, self.options, rules_of(self.game).lowest_wins)


def rotations(seats: int) -> Seating:
    """Seatings for as many players as seats, in which each player takes every seat equally often."""
    return tuple(tuple((seat + turn) % seats for seat in range(seats)) for turn in range(seats))


@cache
def study_of(game: str) -> Study | None:
    """The figures that a game adds to the report, if it has any."""
    study: Study | None = part_of(game, "study", "STUDY")
    return study


def measure_of(game: str) -> Measure:
    study = study_of(game)
    return NO_MEASURE if study is None else study.measure


def play(run: Run, first: int, last: int) -> NDArray[Any]:
    """Play matches `first` to `last` - 1 of a run; returns a tally of each."""
    rules = rules_of(run.game)
    bots = bots_of(rules)
    table = simulation(bots, measure_of(run.game))
    work = blank(rules.State, 4)
    work[0]["seats"] = run.seats
    write_options(rules.options, run.options, work[0])
    templates = blank(bots.Mind, len(run.players))
    for number, player in enumerate(run.players):
        templates[number] = bots.mind(player.name)
    minds = blank(bots.Mind, rules.max_seats)
    progress, tallies = blank(Progress), blank(table.Tally, last - first)
    progress["number"][0] = first
    seating = np.array(run.seating, np.int64)
    search: Search | None = None
    asks, schedules = blank(table.Ask), blank(table.Schedule)
    while True:
        answer = table.run(
            work, minds, templates, seating, np.uint64(run.seed), first, last, asks, schedules, progress, tallies
        )
        if answer == DONE:
            noted: NDArray[Any] = tallies.view(np.ndarray)
            return noted
        number = int(progress["number"][0])
        if answer < 0:
            what = (
                "no bot wants to act and no timer is running"
                if answer == STUCK
                else f"seat {FAULT - answer} chose an illegal action"
            )
            raise RuntimeError(f"match {number} of seed {run.seed} of {run.game}: {what}")
        if search is None:
            search = Search(bots)
        player = run.players[run.seating[number % len(run.seating)][answer]]
        minds["action"][answer] = look_ahead(search, player, work[2:3], answer, minds, answer)
        minds["outside"][answer] = 0
