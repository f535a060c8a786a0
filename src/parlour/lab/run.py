"""A run: many matches of one game between bots. Match i depends on the run and i alone."""

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
    options: dict[str, Any] = field(default_factory=dict)  # as `read_options` answers them

    @property
    def seats(self) -> int:
        return len(self.seating[0])

    @property
    def facts(self) -> Facts:
        names = tuple(str(player) for player in self.players)
        return Facts(self.seats, names, self.options, rules_of(self.game).lowest_wins)


def rotations(seats: int) -> Seating:
    """As many players as seats, and each sits on every seat equally often."""
    return tuple(tuple((seat + turn) % seats for seat in range(seats)) for turn in range(seats))


@cache
def study_of(game: str) -> Study | None:
    """A game's own part of the lab, if it brings one."""
    study: Study | None = part_of(game, "study", "STUDY")
    return study


def measure_of(game: str) -> Measure:
    study = study_of(game)
    return NO_MEASURE if study is None else study.measure


def play(run: Run, first: int, last: int) -> NDArray[Any]:
    """Matches `first` to `last` - 1 of a run: the tally of each."""
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
            what = "nobody wants to act" if answer == STUCK else f"seat {FAULT - answer} chose an illegal action"
            raise RuntimeError(f"match {number} of seed {run.seed} of {run.game}: {what}")
        if search is None:
            search = Search(bots)
        who = run.players[run.seating[number % len(run.seating)][answer]]
        minds["action"][answer] = look_ahead(search, who, work[2:3], answer, minds, answer)
        minds["outside"][answer] = 0
