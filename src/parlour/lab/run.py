"""A run: many matches of one game between bots. Match i depends only on the run and i."""

from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version as package_version
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.bots import Player, Search, bots_of, cited, fresh_mind, needed_for, simulation
from parlour.bots.bot import look_ahead
from parlour.bots.simulate import DONE, FAULT, Progress, Simulation
from parlour.engine import STUCK
from parlour.games import part_of, rules_of
from parlour.kit import NO_MEASURE, Bots, Measure, blank, write_options
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
    def with_policies(self) -> bool:
        """True if a policy sits at the table (parlour.policies)."""
        return any(player.policy is not None for player in self.players)

    @property
    def facts(self) -> Facts:
        names = tuple(str(player) for player in self.players)
        return Facts(self.seats, names, self.options, rules_of(self.game).lowest_wins)

    @property
    def versions(self) -> dict[str, Any]:
        """What a paper cites: the versions of the package, of the rules and of the bots, each bot once."""
        rules = rules_of(self.game)
        bots = dict.fromkeys(cited(bots_of(rules), player) for player in self.players)
        return {"parlour": package_version("parlour"), "rules": rules.version, "bots": list(bots)}


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


def bots_for(run: Run) -> Bots:
    """The bots of the game, as far as the players of this run need them."""
    return needed_for(bots_of(rules_of(run.game)), run.players)


class Arrays(NamedTuple):
    """What the compiled loop of a run works on, in the order in which it is given to it (see `simulate.run`)."""

    work: Any
    minds: Any
    templates: Any
    seating: NDArray[np.int64]
    seed: np.uint64
    first: int
    last: int
    asks: Any
    schedules: Any
    progress: Any
    tallies: Any


def table_for(run: Run, first: int, last: int) -> tuple[Simulation, Arrays]:
    """The compiled loop, and the arrays in which it plays matches `first` to `last` - 1."""
    rules = rules_of(run.game)
    bots = bots_of(rules)
    table = simulation(bots_for(run), measure_of(run.game))
    work = blank(rules.State, 4)
    work[0]["seats"] = run.seats
    write_options(rules.options, run.options, work[0])
    templates = blank(bots.Mind, len(run.players))
    for number, player in enumerate(run.players):
        templates[number] = fresh_mind(bots, player)
    progress = blank(Progress)
    progress["number"][0] = first
    return table, Arrays(
        work,
        blank(bots.Mind, rules.max_seats),
        templates,
        np.array(run.seating, np.int64),
        np.uint64(run.seed),
        first,
        last,
        blank(table.Ask),
        blank(table.Schedule),
        progress,
        blank(table.Tally, last - first),
    )


def play(run: Run, first: int, last: int) -> NDArray[Any]:
    """Play matches `first` to `last` - 1 of a run; returns a tally of each."""
    if run.with_policies:
        return play_side_by_side(run, first, last)
    table, arrays = table_for(run, first, last)
    search: Search | None = None
    while True:
        answer = table.run(*arrays)
        if answer == DONE:
            noted: NDArray[Any] = arrays.tallies.view(np.ndarray)
            return noted
        number = int(arrays.progress["number"][0])
        if answer < 0:
            raise cannot_go_on(run, number, answer)
        if search is None:
            search = Search(bots_of(rules_of(run.game)))
        player, minds = run.players[run.seating[number % len(run.seating)][answer]], arrays.minds
        minds["action"][answer] = look_ahead(search, player, arrays.work[2:3], answer, minds, answer)
        minds["outside"][answer] = 0


def cannot_go_on(run: Run, number: int, code: int) -> RuntimeError:
    what = (
        "no bot wants to act and no timer is running"
        if code == STUCK
        else f"seat {FAULT - code} chose an illegal action"
    )
    return RuntimeError(f"match {number} of seed {run.seed} of {run.game}: {what}")


def play_side_by_side(run: Run, first: int, last: int) -> NDArray[Any]:
    """The same, but all these matches at once, so that a policy is asked about many positions together."""
    from .run_policies import SideBySide

    return SideBySide(run, first, last).play()
