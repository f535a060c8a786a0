"""Code shared by the commands: the application, common arguments and options, and the progress bar."""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar, get_type_hints

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

from parlour.bots import Player
from parlour.kit import BadInput, Bots
from parlour.policies import Policy, notice

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The name of an installed game (see `parlour games`).")]
Seats = Annotated[int | None, typer.Option(help="Number of players. Default: the minimum, but at least 2.")]
Seed = Annotated[int | None, typer.Option(help="Seed of the match; the same seed gives the same deal.")]
RunSeed = Annotated[int, typer.Option(help="Seed of the run; the same seed gives the same matches.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="Set a game option: NAME=VALUE. May be repeated.")
]
Games = Annotated[int, typer.Option("--games", help="Number of matches.")]
ThreadCount = Annotated[int | None, typer.Option(help="Number of threads. Default: one per core.")]
RayAddress = Annotated[str | None, typer.Option("--ray", help="Run on a Ray cluster: its address, or auto.")]


Given = TypeVar("Given")


def with_options(kind: type[Given]) -> Callable[[Callable[[Given], None]], Callable[..., None]]:
    """For a command with many options: they are the fields of a dataclass, and the function is given one of these."""

    def decorate(function: Callable[[Given], None]) -> Callable[..., None]:
        def command(**given: Any) -> None:
            function(kind(**given))

        types = get_type_hints(kind, include_extras=True)
        fields = inspect.signature(kind).parameters.values()
        parameters = [each.replace(annotation=types[each.name]) for each in fields]
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = types
        command.__name__, command.__doc__ = function.__name__, function.__doc__
        return command

    return decorate


def options_given(given: list[str] | None) -> dict[str, str]:
    """Game options from NAME=VALUE arguments."""
    chosen = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"write an option as NAME=VALUE, not {text!r}")
        chosen[name] = value
    return chosen


def tell_failures(bots: Bots, players: Iterable[Player]) -> None:
    """Say at the end of a command which policies failed: one sentence for each, on stderr."""
    for policy in {id(player.policy): player.policy for player in players}.values():
        if isinstance(policy, Policy) and policy.replaced:
            print(f"parlour: {notice(policy, bots)}", file=sys.stderr)


def check_numbers(games: int, threads: int | None) -> None:
    if games < 1:
        raise BadInput(f"the number of matches is 1 or more, not {games}")
    if threads is not None and threads < 1:
        raise BadInput(f"the number of threads is 1 or more, not {threads}")


class Rate(ProgressColumn):
    """Matches per second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.2g}/s")


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, if that is a terminal. Yields a function to call with the number of new matches."""
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
