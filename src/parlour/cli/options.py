"""What the commands have in common: the application itself, the arguments that many take, and the progress bar."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from parlour.kit import BadInput

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of the installed games.")]
Seats = Annotated[int | None, typer.Option(help="How many play; by default the fewest from two on.")]
Seed = Annotated[int | None, typer.Option(help="The same seed deals the same match.")]
RunSeed = Annotated[int, typer.Option(help="Match i of a run depends on the seed and i alone.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="A choice of the table: NAME=VALUE.")]
Games = Annotated[int, typer.Option("--games", help="How many matches.")]
ThreadCount = Annotated[int | None, typer.Option(help="By default as many as there are cores.")]
RayAddress = Annotated[
    str | None, typer.Option("--ray", help="Spread the work with Ray: the address of a cluster, or auto.")
]


def options_given(given: list[str] | None) -> dict[str, str]:
    chosen = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"an option is given as NAME=VALUE, not {text!r}")
        chosen[name] = value
    return chosen


def check_numbers(games: int, threads: int | None) -> None:
    if games < 1:
        raise BadInput(f"a run has one match or more, not {games}")
    if threads is not None and threads < 1:
        raise BadInput(f"a run takes one thread or more, not {threads}")


class Rate(ProgressColumn):
    """How many matches are played in a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:,.0f} a second" if speed >= 10 else f"{speed:.2g} a second")


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error channel, where that is a terminal; call what it gives with the number of matches done."""
    bar = Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda more: bar.advance(task, more)
